"""What a measurement came to, and what it had to be."""

from dataclasses import dataclass
from enum import StrEnum


class NotMeasured(Exception):
    """A figure could not be had here; the text says why and, where somebody can mend it, how."""


class Verdict(StrEnum):
    PASS = "PASS"  # noqa: S105 - no secret
    FAIL = "FAIL"
    SKIP = "SKIP"
    SHOWN = ""
    """Nothing is asked of it: a figure that helps to read the others."""


@dataclass(frozen=True, slots=True)
class Amount:
    value: float
    unit: str
    """ms, kB, W, R, % and the like; empty for plain counts."""


class Bound(StrEnum):
    """What a limit is about."""

    TIMES_FLOOR = "times its floor"
    """The figure over its floor, at most."""
    TIMES_FASTER = "times faster"
    """The floor over the figure, at least."""
    AT_MOST = "at most"
    """The figure itself."""
    AT_LEAST = "at least"
    """The figure itself."""


@dataclass(frozen=True, slots=True)
class Limit:
    bound: Bound
    value: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """One line of the report."""

    what: str
    figure: Amount | None = None
    floor: Amount | None = None
    """What it is compared with, measured in the same run."""
    against: str = ""
    limit: Limit | None = None
    skipped: str | None = None
    """Why there is no figure."""

    @property
    def ratio(self) -> float | None:
        """The figure over its floor; where it has to be faster, the floor over the figure."""
        if self.figure is None or self.floor is None:
            return None
        over, under = self.figure.value, self.floor.value
        if self.limit is not None and self.limit.bound is Bound.TIMES_FASTER:
            over, under = under, over
        return over / under if under else None

    @property
    def verdict(self) -> Verdict:
        if self.skipped is not None or self.figure is None:
            return Verdict.SKIP
        if self.limit is None:
            return Verdict.SHOWN
        judged = self.ratio if self.limit.bound in {Bound.TIMES_FLOOR, Bound.TIMES_FASTER} else self.figure.value
        if judged is None:
            return Verdict.SKIP
        highest = self.limit.bound in {Bound.TIMES_FLOOR, Bound.AT_MOST}
        holds = judged <= self.limit.value if highest else judged >= self.limit.value
        return Verdict.PASS if holds else Verdict.FAIL


def milliseconds(seconds: float) -> Amount:
    return Amount(seconds * 1000, "ms")
