"""A month at AWS's prices: of one owner, from the day that was counted, and of a stack that nobody uses."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from bench import assumptions as assumed
from bench import planned_items as planned
from bench import prices
from bench.assumptions import Function
from bench.counted_calls import Use
from bench.prices import Price
from bench.usual_day import DUES, PAGE_LOADS, SESSIONS, Day
from followups.domain.limits import CHANGES_SECONDS
from followups.storage.sessions import KEPT_SECONDS

_DAY_SECONDS: Final = 24 * 60 * 60
_PINGS: Final = assumed.SOCKET_MINUTES // assumed.PING_MINUTES
_GB: Final = 1e9


@dataclass(frozen=True, slots=True, kw_only=True)
class Charge:
    of: str
    price: Price
    units: float
    """Of a month."""

    @property
    def cents(self) -> float:
        return self.price.cents(self.units)


@dataclass(frozen=True, slots=True, kw_only=True)
class Traffic:
    """How the calls of one owner meet the functions."""

    cold_share: float | None
    """Of the calls; None where each session, page and reminder finds them cold."""
    batch: int
    """Writes, or messages of a queue, that one call takes at once."""

    def starts(self, alone: float, calls: float) -> float:
        return alone if self.cold_share is None else calls * self.cold_share


ALONE: Final = Traffic(cold_share=None, batch=1)
CROWDED: Final = Traffic(cold_share=assumed.CROWD_COLD_SHARE, batch=assumed.CROWD_BATCH)


def cents(charges: Sequence[Charge]) -> float:
    """With nothing free."""
    return sum([charge.cents for charge in charges])


def cents_beyond_free(charges: Sequence[Charge]) -> float:
    """In an account that holds nothing else, whose free first year is over."""
    used: defaultdict[Price, float] = defaultdict(float)
    for charge in charges:
        used[charge.price] += charge.units
    return sum([price.cents(max(0.0, units - price.free)) for price, units in used.items()])


@dataclass(frozen=True, slots=True)
class Run:
    """What one function does in a month."""

    function: Function
    calls: float
    starts: float

    @property
    def warm(self) -> float:
        """GB-seconds."""
        return self.function.memory_gb * self.function.warm_seconds * self.calls

    @property
    def cold(self) -> float:
        """GB-seconds."""
        return self.function.memory_gb * self.function.cold_seconds * self.starts


class OwnersMonth:
    """How often what is called in a month of one owner."""

    def __init__(self, day: Day, traffic: Traffic) -> None:
        self._day = day
        self._traffic = traffic
        self.agent = sum(day.agent.values(), Use()) * assumed.DAYS
        self.web = sum(day.web.values(), Use()) * assumed.DAYS
        self.sessions = SESSIONS * assumed.DAYS
        self.sockets = PAGE_LOADS * assumed.DAYS
        self.socket_events = 2 * self.sockets + _PINGS * assumed.DAYS
        self.reminders = DUES * assumed.DAYS
        self.scheduled = self.reminders * assumed.SCHEDULED_WRITES
        self.follows = (self.agent.followed + self.web.followed) / traffic.batch
        seen = assumed.SOCKET_MINUTES / 60 / assumed.WORKING_HOURS
        self.messages = self.agent.followed * seen + self.web.followed + _PINGS * assumed.DAYS

    @property
    def web_calls(self) -> float:
        """A ticket for each socket is one more, and so are the readings of what changed: two at its opening, then one
        with each ping.
        """
        return self.web.requests + 3 * self.sockets + _PINGS * assumed.DAYS

    @property
    def requests(self) -> float:
        return self.agent.requests + self.web_calls

    @property
    def invocations(self) -> float:
        return self.requests + self.follows + self.socket_events + self.scheduled + self._rings

    @property
    def _rings(self) -> float:
        return self.reminders / self._traffic.batch

    @property
    def runs(self) -> list[Run]:
        starts = self._traffic.starts
        return [
            Run(assumed.AGENT, self.agent.requests, starts(self.sessions, self.agent.requests)),
            Run(assumed.WEB, self.web_calls, starts(self.sessions, self.web_calls)),
            Run(assumed.LIVE_SYNC, self.follows, starts(self.sessions, self.follows)),
            Run(assumed.SOCKET, self.socket_events, starts(self.sockets, self.socket_events)),
            Run(assumed.SCHEDULE, self.scheduled, starts(self.scheduled, self.scheduled)),
            Run(assumed.REMIND, self.reminders, starts(self.reminders, self._rings)),
        ]

    @property
    def busy_seconds(self) -> float:
        """How long functions run, all together."""
        return sum(
            [run.calls * run.function.warm_seconds + run.starts * run.function.cold_seconds for run in self.runs]
        )

    @property
    def reads(self) -> float:
        return (
            self.agent.read
            + self.web.read
            + self.sockets * planned.SOCKET_READS
            + self.follows * planned.FAN_OUT_READS
            + self.reminders * planned.RING_READS
            + self.scheduled * planned.SCHEDULE_READS
            + assumed.SWEEP_READS * assumed.DAYS
        )

    @property
    def writes(self) -> float:
        return (
            self.agent.write
            + self.web.write
            + self.sockets * planned.SOCKET_WRITES
            + self.reminders * planned.RING_WRITES
        )

    @property
    def items(self) -> float:
        """Bytes that are there in the middle of the first year; what expires, as much as there is at once."""
        growth = self._day.growth
        passing = growth.changes * CHANGES_SECONDS + growth.sessions * KEPT_SECONDS
        return growth.items * assumed.STORED_DAYS + passing / _DAY_SECONDS

    @property
    def rows(self) -> float:
        return self._day.growth.rows * assumed.STORED_DAYS

    def charges(self) -> Iterator[Charge]:
        site = PAGE_LOADS * assumed.DAYS * assumed.SITE_FILES
        to_edge = self.requests + site + self.sockets
        bytes_out = (
            self.agent.bytes_out + self.web.bytes_out + self.messages * assumed.MESSAGE_BYTES + assumed.SITE_BYTES
        )
        yield Charge(of="DynamoDB writes", price=prices.WRITES, units=self.writes)
        yield Charge(of="DynamoDB reads", price=prices.READS, units=self.reads)
        yield Charge(of="DynamoDB storage", price=prices.STORAGE, units=(self.items + self.rows) / _GB)
        yield Charge(of="DynamoDB backup", price=prices.BACKUP, units=self.items / _GB)
        yield Charge(of="Lambda invocations", price=prices.INVOCATIONS, units=self.invocations)
        yield Charge(of="Lambda, warm", price=prices.DURATION, units=sum([run.warm for run in self.runs]))
        yield Charge(of="Lambda, cold starts", price=prices.DURATION, units=sum([run.cold for run in self.runs]))
        yield Charge(of="HTTP API", price=prices.HTTP_API, units=self.requests)
        yield Charge(of="WebSocket messages", price=prices.MESSAGES, units=self.messages)
        yield Charge(of="WebSocket minutes", price=prices.MINUTES, units=assumed.SOCKET_MINUTES * assumed.DAYS)
        yield Charge(of="CloudFront requests", price=prices.EDGE_REQUESTS, units=to_edge)
        yield Charge(
            of="CloudFront to viewers",
            price=prices.EDGE_BYTES,
            units=(bytes_out + to_edge * assumed.HEADER_BYTES_OUT) / _GB,
        )
        yield Charge(
            of="CloudFront to origin",
            price=prices.ORIGIN_BYTES,
            units=(self.agent.bytes_in + self.web.bytes_in + self.requests * assumed.HEADER_BYTES_IN) / _GB,
        )
        yield from self._log_charges()
        yield Charge(of="Scheduler", price=prices.SCHEDULES, units=self.reminders)
        taking = (assumed.MESSAGE_REQUESTS - 1) / self._traffic.batch
        yield Charge(of="SQS", price=prices.QUEUES, units=self.reminders * (1 + taking))
        yield Charge(of="S3", price=prices.BUCKET, units=assumed.SITE_FILES)
        yield Charge(of="Cognito", price=prices.USERS, units=1)

    def _log_charges(self) -> Iterator[Charge]:
        parts = {
            "Logs: our lines": self.agent.logged + self.web.logged,
            "Logs: Lambda's own": self.invocations * assumed.PLATFORM_LOG_BYTES,
            "Logs: access log": self.requests * assumed.ACCESS_LOG_BYTES,
        }
        for of, size in parts.items():
            yield Charge(of=of, price=prices.LOGS, units=size / _GB)
        yield Charge(of="Logs kept", price=prices.LOG_STORAGE, units=sum(parts.values()) / _GB * assumed.LOG_MONTHS)


def stack_charges() -> list[Charge]:
    """What a stack costs whether anybody uses it or not."""
    polls = assumed.POLLED_QUEUES * assumed.POLLS_A_MINUTE * 60 * assumed.HOURS * assumed.DAYS
    sweeps = (1 + assumed.SWEEP_SHARDS) * assumed.DAYS
    swept = assumed.SWEEP_SHARDS * assumed.DAYS * assumed.MESSAGE_REQUESTS
    sweep = Run(assumed.SWEEP, sweeps, assumed.DAYS)
    return [
        Charge(of="CloudWatch dashboards", price=prices.DASHBOARDS, units=assumed.DASHBOARDS),
        Charge(of="CloudWatch metrics", price=prices.METRICS, units=assumed.METRICS),
        Charge(of="CloudWatch alarms", price=prices.ALARMS, units=assumed.ALARMS),
        Charge(of="SQS: asking empty queues", price=prices.QUEUES, units=polls),
        Charge(of="daily sweep: SQS", price=prices.QUEUES, units=swept),
        Charge(of="daily sweep: invocations", price=prices.INVOCATIONS, units=sweeps),
        Charge(
            of="daily sweep: duration",
            price=prices.DURATION,
            units=sweep.warm + sweep.cold,
        ),
    ]
