"""Schedules of Amazon EventBridge Scheduler, through boto3's low-level client: one for each todo, in one group.

Limits and errors: Amazon EventBridge Scheduler API Reference, `CreateSchedule`, `UpdateSchedule`.
"""

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any, Final, Protocol, cast

import boto3
from botocore.config import Config
from botocore.exceptions import BotoCoreError, ClientError

from followups.domain.errors import Unavailable
from followups.domain.instants import Instant
from followups.services.reminder_messages import written
from followups.services.schedules import Schedule

CONNECT_SECONDS: Final = 1.0
READ_SECONDS: Final = 3.0
CLIENT_ATTEMPTS: Final = 3
"""Tries of one request by the client itself: throttling, 5xx, lost connections. A repeated write meets its own success,
which is as good.
"""

_THERE: Final = "ConflictException"
_MISSING: Final = "ResourceNotFoundException"
_AT: Final = "at(%Y-%m-%dT%H:%M:%S)"
_ROUNDS: Final = 2
"""Makings of one schedule that may fire, or be made by another, in between."""


class SchedulerClient(Protocol):
    """What is used of boto3's client."""

    def create_schedule(self, **arguments: Any) -> dict[str, Any]: ...
    def update_schedule(self, **arguments: Any) -> dict[str, Any]: ...
    def delete_schedule(self, **arguments: Any) -> dict[str, Any]: ...
    def get_schedule(self, **arguments: Any) -> dict[str, Any]: ...


class SchedulerFailed(Exception):
    """There is no group to keep schedules in, or no queue to fire into."""


def scheduler_client(region: str, endpoint_url: str | None = None) -> SchedulerClient:
    config = Config(
        connect_timeout=CONNECT_SECONDS,
        read_timeout=READ_SECONDS,
        retries={"mode": "standard", "total_max_attempts": CLIENT_ATTEMPTS},
    )
    return cast(
        "SchedulerClient", boto3.client("scheduler", region_name=region, endpoint_url=endpoint_url, config=config)
    )


class EventBridgeSchedules:
    """`services.schedules.Schedules`."""

    def __init__(
        self,
        region: str,
        *,
        group: str,
        queue_arn: str,
        role_arn: str,
        failed_arn: str = "",
        client: Callable[[str], SchedulerClient] = scheduler_client,
    ) -> None:
        """A schedule puts its ring into the queue in the name of the role, or, where that fails for a day, into the one
        for what failed. The client is made with the first call.
        """
        self._region = region
        self._group = group
        self._target: dict[str, Any] = {"Arn": queue_arn, "RoleArn": role_arn}
        if failed_arn:
            self._target["DeadLetterConfig"] = {"Arn": failed_arn}
        self._make_client = client
        self._made: SchedulerClient | None = None

    def put(self, schedule: Schedule) -> None:
        arguments: dict[str, Any] = {
            "Name": schedule.name,
            "GroupName": self._group,
            "ScheduleExpression": schedule.at.astimezone(UTC).strftime(_AT),
            "ScheduleExpressionTimezone": "UTC",
            "FlexibleTimeWindow": {"Mode": "OFF"},
            "ActionAfterCompletion": "DELETE",
            "Target": {**self._target, "Input": written(schedule.ring)},
        }
        for _ in range(_ROUNDS):
            if self._did(lambda client: client.create_schedule(**arguments), unless=_THERE):
                return
            if self._did(lambda client: client.update_schedule(**arguments), unless=_MISSING):
                return
        raise Unavailable from SchedulerFailed(f"schedule {schedule.name} comes and goes")

    def delete(self, name: str) -> None:
        self._did(lambda client: client.delete_schedule(Name=name, GroupName=self._group), unless=_MISSING)

    def time_of(self, name: str) -> Instant | None:
        found: list[dict[str, Any]] = []
        self._did(lambda client: found.append(client.get_schedule(Name=name, GroupName=self._group)), unless=_MISSING)
        return datetime.strptime(found[0]["ScheduleExpression"], _AT).replace(tzinfo=UTC) if found else None

    def _did(self, call: Callable[[SchedulerClient], object], *, unless: str) -> bool:
        """False: refused with this code. Raises: Unavailable."""
        try:
            call(self._client())
        except ClientError as error:
            if str(error.response["Error"].get("Code", "")) == unless:
                return False
            raise Unavailable from error
        except BotoCoreError as error:
            raise Unavailable from error
        return True

    def _client(self) -> SchedulerClient:
        if not self._group or not all(self._target.values()):
            raise Unavailable from SchedulerFailed(
                "FOLLOW_UPS_SCHEDULES, FOLLOW_UPS_REMINDERS_ARN and FOLLOW_UPS_SCHEDULER_ROLE have to be set"
            )
        if self._made is None:
            self._made = self._make_client(self._region)
        return self._made
