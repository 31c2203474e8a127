"""A month at AWS's prices: of one owner, from the day that was counted, and of a stack that nobody uses."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from bench import assumptions as assumed
from bench import prices
from bench.assumptions import Function
from bench.counted_functions import REPAIR, RING
from bench.prices import Price
from bench.use import Use
from bench.usual_day import PAGE_MINUTES, SESSIONS, Day
from followups.domain.limits import CHANGES_SECONDS
from followups.storage import markers, sessions

_DAY_SECONDS: Final = 24 * 60 * 60
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
        self.agent, self.web, self.socket, self.remind, self.sweep = [
            sum(kinds.values(), Use()) * assumed.DAYS
            for kinds in (day.agent, day.web, day.socket, day.remind, day.sweep)
        ]
        self.all = self.agent + self.web + self.socket + self.remind + self.sweep
        self.sessions = SESSIONS * assumed.DAYS
        self.page_loads = len(PAGE_MINUTES) * assumed.DAYS
        self.rings = day.remind[RING].requests * assumed.DAYS
        """Schedules that fire."""
        self.follows = self.all.followed / traffic.batch
        self.looks = self.all.looked_at / traffic.batch
        self.takes = self.remind.requests / traffic.batch
        """Batches from the reminders' queue."""

    @property
    def requests(self) -> float:
        return self.agent.requests + self.web.requests

    @property
    def invocations(self) -> float:
        return self.requests + self.socket.requests + self.follows + self.looks + self.takes

    @property
    def runs(self) -> list[Run]:
        starts = self._traffic.starts
        repairs = self._day.remind[REPAIR].requests * assumed.DAYS
        return [
            Run(assumed.AGENT, self.agent.requests, starts(self.sessions, self.agent.requests)),
            Run(assumed.WEB, self.web.requests, starts(self.sessions, self.web.requests)),
            Run(assumed.LIVE_SYNC, self.follows, starts(self.sessions, self.follows)),
            Run(assumed.SCHEDULE, self.looks, starts(self.sessions, self.looks)),
            Run(assumed.SOCKET, self.socket.requests, starts(self.page_loads, self.socket.requests)),
            Run(assumed.REMIND, self.remind.requests, starts(self.rings + repairs, self.takes)),
        ]

    @property
    def busy_seconds(self) -> float:
        """How long functions run, all together."""
        return sum(
            [run.calls * run.function.warm_seconds + run.starts * run.function.cold_seconds for run in self.runs]
        )

    @property
    def items(self) -> float:
        """Bytes that are there in the middle of the first year; what expires, as much as there is at once."""
        growth = self._day.growth
        passing = (
            growth.changes * CHANGES_SECONDS
            + growth.sessions * sessions.KEPT_SECONDS
            + growth.markers * markers.KEPT_SECONDS
        )
        return growth.items * assumed.STORED_DAYS + passing / _DAY_SECONDS

    @property
    def rows(self) -> float:
        return self._day.growth.rows * assumed.STORED_DAYS

    def charges(self) -> Iterator[Charge]:
        site = self.page_loads * assumed.SITE_FILES
        to_edge = self.requests + site + self.page_loads  # a socket is opened by one more
        bytes_out = self.all.bytes_out + self.all.message_bytes + assumed.SITE_BYTES
        yield Charge(of="DynamoDB writes", price=prices.WRITES, units=self.all.write)
        yield Charge(of="DynamoDB reads", price=prices.READS, units=self.all.read)
        yield Charge(of="DynamoDB storage", price=prices.STORAGE, units=(self.items + self.rows) / _GB)
        yield Charge(of="DynamoDB backup", price=prices.BACKUP, units=self.items / _GB)
        yield Charge(of="Lambda invocations", price=prices.INVOCATIONS, units=self.invocations)
        yield Charge(of="Lambda, warm", price=prices.DURATION, units=sum([run.warm for run in self.runs]))
        yield Charge(of="Lambda, cold starts", price=prices.DURATION, units=sum([run.cold for run in self.runs]))
        yield Charge(of="HTTP API", price=prices.HTTP_API, units=self.requests)
        yield Charge(of="WebSocket messages", price=prices.MESSAGES, units=self.all.messages)
        yield Charge(of="WebSocket minutes", price=prices.MINUTES, units=sum(PAGE_MINUTES) * assumed.DAYS)
        yield Charge(of="CloudFront requests", price=prices.EDGE_REQUESTS, units=to_edge)
        yield Charge(
            of="CloudFront to viewers",
            price=prices.EDGE_BYTES,
            units=(bytes_out + to_edge * assumed.HEADER_BYTES_OUT) / _GB,
        )
        yield Charge(
            of="CloudFront to origin",
            price=prices.ORIGIN_BYTES,
            units=(self.all.bytes_in + self.requests * assumed.HEADER_BYTES_IN) / _GB,
        )
        yield from self._log_charges()
        yield Charge(of="Scheduler", price=prices.SCHEDULES, units=self.rings)
        taken = self.takes * (assumed.MESSAGE_REQUESTS - 1)
        yield Charge(of="SQS", price=prices.QUEUES, units=self.remind.requests + taken)
        yield Charge(of="S3", price=prices.BUCKET, units=assumed.SITE_FILES)
        yield Charge(of="Cognito", price=prices.USERS, units=1)

    def _log_charges(self) -> Iterator[Charge]:
        parts = {
            "Logs: our lines": self.all.logged,
            "Logs: Lambda's own": self.invocations * assumed.PLATFORM_LOG_BYTES,
            "Logs: access log": self.requests * assumed.ACCESS_LOG_BYTES,
        }
        for of, size in parts.items():
            yield Charge(of=of, price=prices.LOGS, units=size / _GB)
        yield Charge(of="Logs kept", price=prices.LOG_STORAGE, units=sum(parts.values()) / _GB * assumed.LOG_MONTHS)


def stack_charges() -> list[Charge]:
    """What a stack costs whether anybody uses it or not."""
    polls = sum(assumed.POLLS_A_MINUTE.values()) * 60 * assumed.HOURS * assumed.DAYS
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
