"""S9: the hook behind every tool call, where there is nothing to ask, against a Python that does nothing."""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Final

from bench.hooks import FLOOR, Hooks
from bench.measuring import Turn, interleaved
from bench.outcomes import Bound, Limit, Line, NotMeasured, milliseconds
from bench.stage import Stage

TITLE: Final = "A hook behind a tool call that has nothing to ask, against a Python that does nothing"
_ROUNDS: Final = 60
_LIMIT: Final = Limit(Bound.TIMES_FLOOR, 1.5)
_OUTPUT: Final = "x" * 20_000
"""What a tool usually says at most."""


def measure(stage: Stage) -> Iterator[Line]:
    # Nothing listens there: it is not asked.
    hooks = Hooks(stage.folder / "hooks-silent", "http://127.0.0.1:9", plan_reminder_every="500")

    def counted(seconds: Callable[..., float]) -> float:
        hooks.calls_before(0)
        taken = seconds("tool_use", "PostToolUse", tool_name="Bash", tool_response=_OUTPUT)
        if hooks.calls() != 1:
            raise NotMeasured("the hook did not count")
        return taken

    turns: dict[str, Turn] = {
        "call": partial(counted, hooks.seconds),
        "launched": partial(counted, hooks.launched_seconds),
        "floor": hooks.floor_seconds,
    }
    taken = interleaved(turns, stage.rounds(_ROUNDS))
    floor = milliseconds(taken["floor"])
    yield Line(what="PostToolUse", figure=milliseconds(taken["call"]), floor=floor, against=FLOOR, limit=_LIMIT)
    yield Line(what="the same with its launcher", figure=milliseconds(taken["launched"]), floor=floor, against=FLOOR)
