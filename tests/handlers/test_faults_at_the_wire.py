"""Whatever happens to one request between a function and DynamoDB, the same call again leaves one right state.

Every request that a call makes meets every kind of trouble in turn: once, which the client gets over by itself, and at
all its tries, which the caller is told.
"""

import copy
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

import boto3
import pytest
from moto import mock_aws
from moto.dynamodb.models import dynamodb_backends

from followups.services import managing_keys
from followups.storage.definition import table_definition
from followups.storage.table import CLIENT_ATTEMPTS, CONFLICT_ATTEMPTS, DynamoTable, dynamo_client
from followups.storage.wire import from_wire
from local.sqlite_table import SqliteTable
from tests.builders import WIDGET, FakeClock, Home, a_home, on, ports_on
from tests.handlers import gateway
from tests.handlers.gateway import REGION, members, signed_in, tool_call
from tests.handlers.wire import FAULTS, READS, Fault, Wire
from tests.length import LONG
from tests.services.final_state import final_state

TABLE = "follow-ups-test"
GADGET = "acme/gadget"
FULL = "x" * 99_995

Event = dict[str, Any]


class Functions:
    """Both functions over one table that can be set back."""

    def __init__(self, wire: Wire) -> None:
        self.wire = wire
        client: Any = dynamo_client(REGION)
        client.create_table(**table_definition(TABLE))
        self.table = DynamoTable(client, TABLE)
        self.empty = self.scene()
        boto3.setup_default_session()
        wire.attach()
        self.handlers = {name: gateway.loaded(name).handler for name in ("web", "agent")}
        boto3.setup_default_session()

    def scene(self) -> Any:
        """Everything in the table, to set it back to. From the emulator itself: its requests take long."""
        return copy.deepcopy(self._held.items)

    def set_back(self, scene: Any) -> None:
        self._held.items = copy.deepcopy(scene)

    @property
    def _held(self) -> Any:
        return dynamodb_backends["123456789012"][REGION].tables[TABLE]

    def home(self) -> Home:
        clock = FakeClock()
        clock.turn_to(datetime.now(UTC))
        return a_home(ports_on(self.table, clock))

    def left(self, home: Home) -> tuple[Any, Counter[str]]:
        """What anybody can see, and how many items of each kind there are: nothing must be left unseen either."""
        items = [from_wire(item.to_json()["Attributes"]) for item in self._held.all_items()]
        copied = SqliteTable(":memory:")
        for item in items:
            copied.put(item)
        seen = final_state(on(home, copied))
        copied.close()
        return seen, Counter(item["type"] for item in items)

    def call(self, event: Event) -> "Told":
        handler = self.handlers["agent" if event["rawPath"] == "/mcp" else "web"]
        answer = handler(event, None)
        if answer["statusCode"] == 500 and answer["body"] == "Internal Server Error":
            return Told(500, {})
        return Told(int(answer["statusCode"]), members(answer) if answer["body"] else {})


@dataclass(frozen=True)
class Told:
    status: int
    body: Any

    @property
    def code(self) -> str:
        """Of a refusal, at either door; empty for a success."""
        if "result" in self.body:
            return str(self.body["result"]["structuredContent"].get("error", {}).get("code", ""))
        if "error" in self.body:
            return str(self.body["error"]["data"]["code"])
        return str(self.body.get("code", ""))

    def shape(self) -> Any:
        """The answer without what is another in every world: ids, instants, tokens and versions."""
        return self.status, _masked(self.body)


def _masked(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: "..." if name in MASKED else _masked(each) for name, each in value.items()}
    return [_masked(each) for each in value] if isinstance(value, list) else value


MASKED = {
    "id", "list_id", "todo_id", "token", "expires_at", "created_at", "updated_at", "completed_at", "handed_back_at",
    "version", "order", "secret", "prefix", "content", "message", "_meta", "notes", "last_used_at", "deleted_at",
}  # fmt: skip


@pytest.fixture(scope="module")
def functions() -> Iterator[Functions]:
    with pytest.MonkeyPatch.context() as patched, mock_aws():
        for name, value in gateway.settings(TABLE).items():
            patched.setenv(name, value)
        # No pause between tries, and as many tries as it takes: a process that meets this much trouble would give up.
        patched.setattr("botocore.endpoint.time.sleep", lambda _: None)
        patched.setitem(DynamoTable.__init__.__kwdefaults__ or {}, "sleep", lambda _: None)
        patched.setattr("botocore.retries.quota.RetryQuota.acquire", lambda *_: True)
        yield Functions(Wire())


@dataclass(frozen=True)
class Case:
    """`prepare` sets the scene and answers the call to make in it."""

    name: str
    prepare: Callable[[Home], Event]
    is_extra: bool = False
    """Much like another one, or long: for `make proof`."""


def owner(home: Home, method: str, path: str, body: Any = None, *, version: int | None = None) -> Event:
    """The call of a page, with the write id that pages send."""
    headers = {"write-id": "w" * 22} | ({} if version is None else {"if-match": f'"{version}"'})
    return gateway.event(
        method, path.format(list=home.id), body, headers=headers, claims=signed_in("owner-1", issuer="local")
    )


def agent(home: Home, tool: str, **arguments: Any) -> Event:
    key = managing_keys.create(home.ports, home.owner.caller, name="Another agent").secret
    return tool_call(key, tool, {"list_id": home.id, **arguments})


def on_todo(method: str, action: str = "", body: Any = None) -> Callable[[Home], Event]:
    def prepare(home: Home) -> Event:
        todo = home.follow_up("Fix it")
        return owner(home, method, f"/api/lists/{{list}}/todos/{todo.id}{action}", body, version=todo.version)

    return prepare


def capture(**more: Any) -> Callable[[Home], Event]:
    asked = {"repository": WIDGET, "session_id": "s1", "title": "Fix it", **more}
    return lambda home: agent(home, "add_follow_up", **asked)


def captured_into_known(home: Home) -> Event:
    home.capture("Before")
    return capture(idempotency_key="k1")(home)


def reordered(home: Home) -> Event:
    first, _, last = home.add("a"), home.add("b"), home.add("c")
    path = f"/api/lists/{{list}}/todos/{last.id}"
    return owner(home, "PATCH", path, {"before": first.id}, version=last.version)


def completed(home: Home, **more: Any) -> Event:
    todo = home.claim(home.follow_up("Fix it", **more))
    assert todo.claim is not None
    return agent(home, "complete_follow_up", id=todo.id, summary="Did it.", claim_token=todo.claim.token)


def handed_back(home: Home) -> Event:
    todo = home.claim(home.follow_up("Fix it"))
    assert todo.claim is not None
    return agent(home, "hand_back_follow_up", id=todo.id, reason="Which?", claim_token=todo.claim.token)


def drained(home: Home) -> Event:
    for title in ("a", "b", "c"):
        home.capture(title)
    home.complete(home.given())
    return agent(home, "drain_next", repository=WIDGET, session_id="d1")


def added(home: Home) -> Event:
    return owner(home, "POST", "/api/lists/{list}/todos", {"title": "Own", "repository": WIDGET})


def renamed(home: Home) -> Event:
    home.capture("a")
    home.capture("b", repository=GADGET)
    return owner(home, "POST", "/api/lists/{list}/repositories/rename", {"old": WIDGET, "new": GADGET})


def deleted_list(home: Home) -> Event:
    second = a_home(home.ports, name="Second")
    return owner(home, "DELETE", f"/api/lists/{second.id}", version=second.owner.list.version)


CASES = [
    Case("capture with a key", capture(idempotency_key="k1", notes="n", due="2027-01-31")),
    Case("capture into a known repository", captured_into_known, is_extra=True),
    Case("claim", lambda home: agent(home, "claim_follow_up", id=home.follow_up("Fix it").id, session_id="s1")),
    Case("complete", completed, is_extra=True),
    Case("complete with full notes", lambda home: completed(home, notes=FULL)),
    Case("hand back", handed_back, is_extra=True),
    Case("drain the next", drained),
    Case("edit a title", on_todo("PATCH", body={"title": "Fix that"})),
    Case("reorder", reordered),
    Case("complete by the owner", on_todo("POST", "/complete"), is_extra=True),
    Case("delete", on_todo("DELETE"), is_extra=True),
    Case("add", added, is_extra=True),
    Case("make a list", lambda home: owner(home, "POST", "/api/lists", {"name": "Second"})),
    Case("delete a list", deleted_list),
    Case("rename to a name that exists", renamed, is_extra=True),
    Case(
        "sign in for the first time",
        lambda _: gateway.event("GET", "/api/me", claims=signed_in("somebody else", issuer="local")),
    ),
]


ESSENTIAL = [case for case in CASES if not case.is_extra]


@dataclass(frozen=True)
class Trial:
    fault: Fault
    times: int

    @property
    def is_got_over(self) -> bool:
        """By the client itself."""
        return self.times == 1 and not self.fault.is_cut


def trials(operation: str, number: int) -> list[Trial]:
    """What a request meets: each fault once, and each at all tries. Without `make proof`, of those that are alike one
    stands in for all, in turn.
    """
    is_read = operation in READS
    fitting = [fault for fault in FAULTS if not is_read or not (fault.writes_only or fault.works)]
    every = [
        *(Trial(fault, 1) for fault in fitting),
        *(Trial(fault, ALL_TRIES[fault.writes_only]) for fault in fitting if not fault.is_cut),
    ]
    if LONG:
        return every
    if is_read:
        return [every[number % len(every)]]
    alike = [trial for trial in every if trial.fault.is_alike and trial.times == 1]
    others = [trial for trial in every if not trial.fault.is_alike and trial.times == 1]
    throughout = [trial for trial in every if trial.times > 1]
    return [alike[number % len(alike)], *others, throughout[number % len(throughout)]]


ALL_TRIES = {False: CLIENT_ATTEMPTS, True: CONFLICT_ATTEMPTS}
"""Of a conflict there are more: the table makes them, not the client."""


@pytest.mark.parametrize("case", CASES if LONG else ESSENTIAL, ids=lambda case: case.name)
def test_the_same_call_again_leaves_what_it_leaves_when_nothing_fails(functions: Functions, case: Case) -> None:
    functions.set_back(functions.empty)
    home = functions.home()
    event = case.prepare(home)
    scene = functions.scene()
    functions.wire.clear()
    right = functions.call(event)
    operations = list(functions.wire.operations)
    wanted = functions.left(home)
    repeated = functions.call(event)
    assert (right.code, repeated.code) == ("", "")
    assert functions.left(home) == wanted
    assert operations

    for at, operation in enumerate(operations):
        for trial in trials(operation, at):
            where = f"request {at}, {operation}: {trial.fault.name}, {trial.times} times"
            functions.set_back(scene)
            functions.wire.clear(trial.fault, at, trial.times)
            first = functions.call(event)
            functions.wire.clear()
            if trial.fault.is_cut:
                assert first.status == 500, where
            elif trial.is_got_over:
                # The emulator does not know a transaction again that it has done, so its second try may look like one.
                assert first.shape() in (right.shape(), repeated.shape()), where
            else:
                assert first.code == "unavailable", where
            again = functions.call(event)
            assert again.shape() in (right.shape(), repeated.shape()), where
            assert functions.left(home) == wanted, where


def test_every_kind_of_trouble_is_met(functions: Functions) -> None:
    functions.set_back(functions.empty)
    home = functions.home()
    for fault in FAULTS:
        functions.wire.clear(fault)
        told = functions.call(owner(home, "GET", "/api/lists"))
        assert len(functions.wire.operations) == 1 if fault.is_cut else len(functions.wire.operations) > 1
        assert (told.status == 500) == fault.is_cut
