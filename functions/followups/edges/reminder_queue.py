"""The reminders' queue as Lambda hands it over: batches of messages, each done by itself.

Shapes: AWS Lambda Developer Guide, *Using Lambda with Amazon SQS*, event and partial batch response.
"""

from collections.abc import Callable, Mapping
from time import perf_counter
from typing import Any

from followups.domain.errors import FollowUpsError
from followups.edges import logs, metrics
from followups.services import reminder_messages
from followups.services.doing_reminders import do
from followups.services.ports import Ports
from followups.services.pushing import Gateway
from followups.services.reminder_queue import ReminderQueue
from followups.services.reminding import Reminding, Rung
from followups.services.schedules import Schedules


def reminder_handler(
    ports: Ports, schedules: Schedules, queue: ReminderQueue, gateway: Gateway, origin: str
) -> Callable[[Mapping[str, Any], Any], dict[str, Any]]:
    """The function that Lambda calls. Of a batch, the messages that fail are named and come again."""
    remind = Reminding(ports=ports, schedules=schedules, queue=queue, gateway=gateway, origin=origin)

    def handle(event: Mapping[str, Any], context: Any) -> dict[str, Any]:
        invocation = getattr(context, "aws_request_id", None)
        failed = [
            {"itemIdentifier": message["messageId"]}
            for message in event["Records"]
            if not is_done(remind, message["body"], message_id=message["messageId"], invocation=invocation)
        ]
        return {"batchItemFailures": failed}

    return handle


def is_done(remind: Reminding, text: str, *, message_id: str, invocation: str | None = None) -> bool:
    """Do what a message says. False: it has to come again. It leaves one line in the log."""
    began = perf_counter()
    outcome, cause, kind, rung = "ok", None, None, Rung()
    try:
        message = reminder_messages.read(text)
        kind = type(message).__name__
        rung = do(remind, message)
    except FollowUpsError as refused:
        outcome, cause = refused.code, logs.cause_of(refused)
    except Exception as failure:  # noqa: BLE001 - the last line: one message that nobody can do stops only itself
        outcome = metrics.INTERNAL
        logs.unexpected("reminder failed", failure, message_id=message_id)
    logs.call(
        "remind",
        {**(metrics.of_call(outcome) or {}), **_counted(rung)},
        invocation=invocation,
        message=kind,
        outcome=outcome,
        sent=rung.sent or None,
        cause=cause or rung.why,
        ms=round((perf_counter() - began) * 1000, 2),
    )
    return outcome == "ok"


def _counted(rung: Rung) -> metrics.Values:
    counted = {
        metrics.REMINDERS_SENT: rung.sent,
        metrics.REMINDERS_LATE: rung.late,
        metrics.REMINDERS_DROPPED: rung.dropped,
    }
    return {name: number for name, number in counted.items() if number}
