"""The wire between a function and DynamoDB, with trouble at one request; behind it, moto does the work."""

import io
import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

import boto3
from botocore.awsrequest import AWSResponse
from botocore.exceptions import ConnectTimeoutError, ReadTimeoutError
from moto.core.models import botocore_stubber

ENDPOINT: Final = "https://dynamodb.test"
READS: Final = frozenset({"GetItem", "Query", "BatchGetItem"})


class Cut(BaseException):
    """The process ends here, as far as the request is concerned."""


def _answered(request: Any, status: int, code: str, **members: Any) -> AWSResponse:
    class Raw(io.BytesIO):
        def stream(self, **_: Any) -> Any:
            yield self.read()

    body = {"__type": f"com.amazonaws.dynamodb.v20120810#{code}", "message": "made to fail", **members}
    headers = {"content-type": "application/x-amz-json-1.0"}
    return AWSResponse(request.url, status, headers, Raw(json.dumps(body).encode()))


def _conflict(request: Any) -> AWSResponse:
    """Another transaction holds an item: how it is said depends on what was asked."""
    if operation_of(request) != "TransactWriteItems":
        return _answered(request, 400, "TransactionConflictException")
    actions = json.loads(request.body)["TransactItems"]
    reasons = [{"Code": "TransactionConflict", "Message": ""}, *({"Code": "None"} for _ in actions[1:])]
    return _answered(request, 400, "TransactionCanceledException", CancellationReasons=reasons)


def operation_of(request: Any) -> str:
    target = request.headers["X-Amz-Target"]
    return str(target.decode() if isinstance(target, bytes) else target).partition(".")[2]


@dataclass(frozen=True)
class Fault:
    name: str
    answer: Callable[[Any], AWSResponse] | None = None
    """What comes back instead of the work being done."""
    raises: BaseException | None = None
    works: bool = False
    """The work is done before it is raised."""
    writes_only: bool = False

    @property
    def is_alike(self) -> bool:
        """Nothing is done, and the client tries again."""
        return not (self.works or self.writes_only or self.is_cut)

    @property
    def is_cut(self) -> bool:
        return isinstance(self.raises, Cut)


FAULTS: Final = (
    Fault("throttled", answer=lambda request: _answered(request, 400, "ProvisionedThroughputExceededException")),
    Fault("an error of the server", answer=lambda request: _answered(request, 500, "InternalServerError")),
    Fault("no connection", raises=ConnectTimeoutError(endpoint_url=ENDPOINT)),
    Fault("no answer, not done", raises=ReadTimeoutError(endpoint_url=ENDPOINT)),
    Fault("no answer, done", raises=ReadTimeoutError(endpoint_url=ENDPOINT), works=True),
    Fault("a conflict", answer=_conflict, writes_only=True),
    Fault("cut before", raises=Cut()),
    Fault("cut after", raises=Cut(), works=True),
)


class Wire:
    """Counts the requests that leave; at one of them, and the tries of it that follow, there is trouble."""

    def __init__(self) -> None:
        self.operations: list[str] = []
        self._fault: Fault | None = None
        self._at = self._times = 0

    def attach(self) -> None:
        """For all clients that the default session makes from here on."""
        events = boto3.DEFAULT_SESSION.events
        events.unregister("before-send", botocore_stubber)
        events.register("before-send", self._send)

    def clear(self, fault: Fault | None = None, at: int = 0, times: int = 1) -> None:
        """Count anew; let the request of that number, from 0, and so many in all, meet the fault."""
        self.operations.clear()
        self._fault, self._at, self._times = fault, at, times

    def _send(self, event_name: str, request: Any, **more: Any) -> Any:
        number = len(self.operations)
        self.operations.append(operation_of(request))
        fault = self._fault
        if fault is None or not self._at <= number < self._at + self._times:
            return botocore_stubber(event_name=event_name, request=request, **more)
        if fault.answer is not None:
            return fault.answer(request)
        if fault.works:
            botocore_stubber(event_name=event_name, request=request, **more)
        assert fault.raises is not None
        raise fault.raises
