"""S14: what one owner costs on AWS in a month, and what a million would."""

from collections.abc import Iterator, Sequence
from typing import Final

from bench import assumptions as assumed
from bench.monthly_bill import ALONE, CROWDED, Charge, OwnersMonth, cents, cents_beyond_free, stack_charges
from bench.outcomes import Amount, Bound, Limit, Line
from bench.prices import AS_OF
from bench.stage import Stage
from bench.usual_day import DUES, PAGE_MINUTES, SESSIONS, Day, counted_day

LIMIT_CENTS: Final = 10

TITLE: Final = f"AWS, US cents a month, computed from counted calls; prices of {AS_OF}, us-east-1"

_MONTH_SECONDS: Final = assumed.DAYS * 24 * 60 * 60


def measure(stage: Stage) -> Iterator[Line]:  # noqa: ARG001 - it starts nothing
    yield from lines(counted_day())


def lines(day: Day) -> Iterator[Line]:
    owner = list(OwnersMonth(day, ALONE).charges())
    stack = stack_charges()
    yield _total(f"one owner, {SESSIONS} sessions a day", owner)
    yield _total("the stack itself", stack)
    both = [*owner, *stack]
    yield Line(
        what="both beyond what is always free",
        figure=_cents(cents_beyond_free(both)),
        against="an account with nothing else in it",
        limit=Limit(Bound.AT_MOST, LIMIT_CENTS),
    )
    yield from [_charged(charge) for charge in both]
    yield from _crowd_lines(day)


def _total(what: str, charges: Sequence[Charge]) -> Line:
    dearest = max(charges, key=lambda charge: charge.cents)
    return Line(
        what=what,
        figure=_cents(cents(charges)),
        against=f"nothing free; {cents_beyond_free(charges):.2f} beyond what is; most for {dearest.of}",
    )


def _charged(charge: Charge) -> Line:
    return Line(what=charge.of, figure=_cents(charge.cents), against=_told(charge))


def _told(charge: Charge) -> str:
    digits = 0 if charge.units >= 100 or charge.units == int(charge.units) else 3
    return f"{charge.units:,.{digits}f} {charge.price.unit}"


def _cents(amount: float) -> Amount:
    return Amount(amount, "cents")


def _crowd_lines(day: Day) -> Iterator[Line]:
    month = OwnersMonth(day, CROWDED)
    crowd = [Charge(of=charge.of, price=charge.price, units=charge.units * assumed.CROWD) for charge in month.charges()]
    everything = [*crowd, *stack_charges()]
    yield Line(
        what=f"{assumed.CROWD:,} owners",
        figure=Amount(cents_beyond_free(everything) / 100, "$"),
        against=f"{cents_beyond_free(everything) / assumed.CROWD:.2f} cents each",
    )
    for charge in crowd:
        yield Line(what=f"all: {charge.of}", figure=Amount(charge.cents / 100, "$"), against=_told(charge))
    yield from _load_lines(month)


def _load_lines(month: OwnersMonth) -> Iterator[Line]:
    """What meets AWS's limits: the busiest second of the crowd."""
    busiest = assumed.CROWD * assumed.PEAK / _MONTH_SECONDS
    by_day = sum(PAGE_MINUTES) / 60 / assumed.HOURS
    load = {
        "peak: API requests": (month.requests * busiest, "/s"),
        "peak: write units": (month.all.write * busiest, "/s"),
        "peak: read units": (month.all.read * busiest, "/s"),
        "peak: functions at once": (month.busy_seconds * busiest, ""),
        "peak: reminders": (assumed.CROWD * DUES * assumed.RUSH_SHARE / 60, "/s"),
        "peak: open sockets": (assumed.CROWD * by_day * assumed.PEAK, ""),
        "peak: messages to sockets": (month.all.messages * busiest, "/s"),
    }
    for what, (amount, unit) in load.items():
        yield Line(what=what, figure=Amount(amount, unit))
