"""The sweep function's events: chores from the queue, and the one of each day.

Shapes: AWS Lambda Developer Guide, *Using Lambda with Amazon SQS*, event and partial batch response.
"""

from collections.abc import Callable, Mapping
from time import perf_counter
from typing import Any, Final

from followups.domain.errors import FollowUpsError
from followups.edges import logs, metrics
from followups.services import chore_messages, sweeping
from followups.services.chores import Chores
from followups.services.doing_chores import do
from followups.services.ports import Ports
from followups.services.reminder_queue import ReminderQueue

DAILY: Final = {"sweep": "daily"}
"""What the clock sends."""


def sweep_handler(
    ports: Ports, chores: Chores, reminders: ReminderQueue | None = None
) -> Callable[[Mapping[str, Any], Any], dict[str, Any]]:
    """The function that Lambda calls. `reminders` takes what rings soon, so that its schedule is made anew.

    Of a batch, every message is one chore: those that fail are named and come again, the others are done. The daily
    event fails as a whole, and its sender tries it again.
    """

    def handle(event: Mapping[str, Any], context: Any) -> dict[str, Any]:
        if event == DAILY:
            sweeping.start(chores)
            return {}
        if "Records" not in event:
            raise ValueError(f"The sweep takes a batch of its queue or {DAILY}, not an event with {sorted(event)}.")
        invocation = getattr(context, "aws_request_id", None)
        failed = [
            {"itemIdentifier": message["messageId"]}
            for message in event["Records"]
            if not _do(ports, chores, reminders, message, invocation)
        ]
        return {"batchItemFailures": failed}

    return handle


def _do(
    ports: Ports, chores: Chores, reminders: ReminderQueue | None, message: Mapping[str, Any], invocation: str | None
) -> bool:
    """Whether the message's chore is done."""
    began = perf_counter()
    outcome, cause, kind = "ok", None, None
    try:
        chore = chore_messages.read(message["body"])
        kind = type(chore).__name__
        do(ports, chores, chore, reminders=reminders)
    except FollowUpsError as refused:
        outcome, cause = refused.code, logs.cause_of(refused)
    except Exception as failure:  # noqa: BLE001 - the last line: one message that nobody can do stops only itself
        outcome = metrics.INTERNAL
        logs.unexpected("chore failed", failure, message_id=message["messageId"])
    logs.call(
        "sweep",
        metrics.of_call(outcome),
        invocation=invocation,
        chore=kind,
        outcome=outcome,
        cause=cause,
        ms=round((perf_counter() - began) * 1000, 2),
    )
    return outcome == "ok"
