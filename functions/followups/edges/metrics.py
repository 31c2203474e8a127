"""What is counted where the product runs: each metric once, and how a log line carries it.

Amazon CloudWatch reads metrics out of log lines in its embedded metric format (Amazon CloudWatch User Guide,
*Specification: Embedded metric format*), so that counting costs no call and no library.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

NAMESPACE: Final = "FollowUps"
DIMENSION: Final = "stack"
"""The one name that every metric is told apart by: a second one would make each metric count twice on the bill."""

MAX_VALUES: Final = 100
"""Of one metric in one line; CloudWatch leaves out a line with more."""

Values = Mapping[str, float | Sequence[float]]
"""By name: one value, or several of one line."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Metric:
    name: str
    unit: str
    """One of CloudWatch's units."""
    meaning: str


TOOL_CALLS: Final = "ToolCalls"
CONFLICTS: Final = "Conflicts"
LAPSED_CLAIMS: Final = "LapsedClaims"
ERRORS: Final = "Errors"
FAN_OUT_MS: Final = "FanOutMs"
SOCKETS_REACHED: Final = "SocketsReached"
SOCKETS_FAILED: Final = "SocketsFailed"
REMINDERS_SENT: Final = "RemindersSent"
REMINDERS_LATE: Final = "RemindersLate"
REMINDERS_DROPPED: Final = "RemindersDropped"

METRICS: Final = (
    Metric(name=TOOL_CALLS, unit="Count", meaning="Calls of a tool by agents, refused ones among them."),
    Metric(
        name=CONFLICTS, unit="Count", meaning="Calls refused because somebody else's write came before: nothing saved."
    ),
    Metric(
        name=LAPSED_CLAIMS,
        unit="Count",
        meaning="Claims that ran out before their session was done, so that another session took the follow-up over.",
    ),
    Metric(
        name=ERRORS, unit="Count", meaning="Calls that failed on our side: the storage did not answer, or a mistake."
    ),
    Metric(
        name=FAN_OUT_MS,
        unit="Milliseconds",
        meaning="From a write to its row in the list's change log. The stream says to the second when a write was.",
    ),
    Metric(name=SOCKETS_REACHED, unit="Count", meaning="Open pages that were told of a change."),
    Metric(
        name=SOCKETS_FAILED,
        unit="Count",
        meaning="Open pages that may have missed a change: they could not be told, or not in time.",
    ),
    Metric(name=REMINDERS_SENT, unit="Count", meaning="Pushes that a push service took."),
    Metric(name=REMINDERS_LATE, unit="Count", meaning="Of those, pushes that came over a minute after their time."),
    Metric(
        name=REMINDERS_DROPPED,
        unit="Count",
        meaning="Pushes that were given up: refused, put off for a day, or too large in any form.",
    ),
)
"""Every metric. The first ten of an account cost nothing."""

INTERNAL: Final = "internal"
"""The outcome of what nobody expected."""

_COUNTED_OUTCOMES: Final[Mapping[str, str]] = {
    "changed_meanwhile": CONFLICTS,
    "unavailable": ERRORS,
    INTERNAL: ERRORS,
}
_UNITS: Final = {metric.name: metric.unit for metric in METRICS}
_OF_A_CALL: Final[Mapping[str, Values]] = {name: {name: 1} for name in _COUNTED_OUTCOMES.values()}
_OF_A_TOOL_CALL: Final[Mapping[str, Values]] = {name: {TOOL_CALLS: 1, name: 1} for name in _COUNTED_OUTCOMES.values()}
_TOOL_CALL: Final[Values] = {TOOL_CALLS: 1}


def of_call(outcome: str | None, *, is_tool: bool = False) -> Values | None:
    """What a call counts, by the code that it was refused with; None for nothing."""
    counted = _COUNTED_OUTCOMES.get(outcome or "")
    if counted is None:
        return _TOOL_CALL if is_tool else None
    return (_OF_A_TOOL_CALL if is_tool else _OF_A_CALL)[counted]


def took_over(before: Mapping[str, Any] | None, after: Mapping[str, Any] | None) -> bool:
    """Whether a write, by the images in its stream record, gave a lapsed claim's follow-up to another session.

    A claim that was ended, not lapsed, leaves an image without one.
    """
    if before is None or after is None:
        return False
    holder = before.get("claim_session")
    return holder is not None and after.get("claim_session", holder) != holder


def embedded(stack: str, values: Values, at: float) -> dict[str, Any]:
    """The members that make a log line carry these values. `at` is in seconds since 1970."""
    directive = {"Timestamp": int(at * 1000), "CloudWatchMetrics": _declaration(tuple(values))}
    return {"_aws": directive, DIMENSION: stack, **values}


@lru_cache(maxsize=64)
def _declaration(names: tuple[str, ...]) -> list[dict[str, Any]]:
    """Raises: KeyError: one of them is no metric of ours."""
    declared = [{"Name": name, "Unit": _UNITS[name]} for name in names]
    return [{"Namespace": NAMESPACE, "Dimensions": [[DIMENSION]], "Metrics": declared}]
