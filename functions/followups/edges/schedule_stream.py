"""The stream of the table, as far as schedules of reminders follow from it.

Shapes: Amazon DynamoDB Streams API Reference, `Record`; AWS Lambda Developer Guide, *Configuring partial batch response
with DynamoDB and Lambda*.
"""

from collections.abc import Callable, Mapping
from time import perf_counter
from typing import Any, Final

from followups.domain.errors import FollowUpsError
from followups.domain.reminders import occurrence_of
from followups.edges import logs, metrics
from followups.services import scheduling
from followups.services.reminder_queue import ReminderQueue
from followups.services.schedules import Schedules
from followups.services.scheduling import SchedulePorts, Seen, SeenOwner, SeenTodo

Image = Mapping[str, Any]
"""An item on one side of a write, as plain values."""

Decode = Callable[[Mapping[str, Any]], Image]
"""Turns an image in DynamoDB's JSON into plain values."""

READ: Final = frozenset(
    {
        "type", "id", "due", "snoozed_until", "completed_at", "deleted_at", "updated_at", "time_zone", "day_start",
    }
)  # fmt: skip
"""The attributes of an image that are looked at."""


def schedule_handler(
    ports: SchedulePorts, schedules: Schedules, queue: ReminderQueue, decode: Decode
) -> Callable[[Mapping[str, Any], Any], dict[str, list[dict[str, str]]]]:
    """The function that Lambda calls with a batch.

    Records are done in their order. At the first that fails it stops and names that one: Lambda comes again with it and
    those behind it, and puts it aside by itself when it has failed for good.
    """

    def handle(event: Mapping[str, Any], context: Any) -> dict[str, list[dict[str, str]]]:
        began = perf_counter()
        done, outcome, cause = 0, "ok", None
        failed: list[dict[str, str]] = []
        for record in event["Records"]:
            written = record["dynamodb"]
            try:
                old, new = (_image(written, side, decode) for side in ("OldImage", "NewImage"))
                scheduling.follow(ports, schedules, queue, looked_at(old), looked_at(new))
            except FollowUpsError as refused:
                outcome, cause = refused.code, logs.cause_of(refused)
            except Exception as failure:  # noqa: BLE001 - the last line: one record that nobody can read stops only itself
                outcome = metrics.INTERNAL
                logs.unexpected("schedule record failed", failure, sequence=written["SequenceNumber"])
            if outcome != "ok":
                failed.append({"itemIdentifier": written["SequenceNumber"]})
                break
            done += 1
        logs.call(
            "schedule",
            metrics.of_call(outcome),
            invocation=getattr(context, "aws_request_id", None),
            records=len(event["Records"]),
            done=done,
            outcome=outcome,
            cause=cause,
            ms=round((perf_counter() - began) * 1000, 2),
        )
        return {"batchItemFailures": failed}

    return handle


def _image(written: Mapping[str, Any], side: str, decode: Decode) -> Image | None:
    """Only what is looked at is decoded: a newer version may keep elsewhere what this one cannot read."""
    image = written.get(side)
    return None if image is None else decode({name: image[name] for name in READ & image.keys()})


def looked_at(image: Image | None) -> Seen | None:
    """What is in one image of a record; None where no reminder follows from it, or where there is none.

    Raises: KeyError: it lacks what every version writes.
    """
    if image is None:
        return None
    match image.get("type"):
        case "todo":
            return SeenTodo(
                todo_id=image["id"],
                occurrence=occurrence_of(image.get("due"), image.get("snoozed_until")),
                is_open="completed_at" not in image and "deleted_at" not in image,
            )
        case "owner":
            return SeenOwner(
                owner_id=image["id"],
                days=f"{image['day_start']} {image['time_zone']}",
                is_deleted="deleted_at" in image,
            )
    return None
