"""Every outside call of every service fails in turn, before or after its work; the same call again mends it.

The final state has to be the one that the call leaves when nothing fails.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from typing import Any

import pytest

from followups.domain.dues import DueDate
from followups.domain.errors import NotFound, Unavailable
from followups.domain.repeats import Asked
from followups.services import (
    access,
    capturing,
    claiming,
    completing,
    draining,
    editing,
    handing_back,
    importing,
    managing_keys,
    managing_lists,
    renaming,
    signing_in,
)
from followups.services.editing import Edit, Seen
from followups.services.ports import Shelf
from local.sqlite_table import SqliteTable
from tests.builders import WIDGET, FakeClock, Home, a_home, on, ports_on
from tests.faults import FailingTable
from tests.services.final_state import final_state

GADGET = "acme/gadget"
FULL = "x" * 99_995


@dataclass(frozen=True)
class Case:
    """`prepare` sets the scene and answers what `call` needs; `call` goes through the table that fails."""

    name: str
    prepare: Callable[[Home], Any]
    call: Callable[[Home, Any], Any]
    again: type[Exception] | None = None
    """What the same call may answer when it had landed."""


def capture(**more):
    return lambda home, _: capturing.capture(
        home.ports,
        access.reach_list(home.ports, home.agent.caller, home.id),
        **{"repository": WIDGET, "session_id": "s1", "title": "Fix it", **more},
    )


def owner(action, **more):
    """An action of the owner's, with the write id that a page sends."""
    return lambda home, todo: action(
        home.ports, home.owner, Seen(id=todo.id, version=todo.version, write_id="w1"), **more
    )


def drain_next(*, start):
    return lambda home, _: draining.drain_next(home.ports, home.agent, repository=WIDGET, session_id="d1", start=start)


def drained(home, count, *, then=None):
    for _ in range(count):
        home.capture()
    for _ in range(count if then is None else then):
        home.complete(home.drain().todo)


def converged_no_more(home):
    for _ in range(2):
        home.capture()
    for _ in range(2):
        home.complete(home.drain().todo)
        home.capture(session="s9")


def closed(home, action=editing.complete):
    return home.act(action, home.follow_up("Fix it"))


def proposed(home):
    home.set_up(review_new=True)
    return home.follow_up("Fix it")


def handed_back(home):
    return home.hand_back(home.follow_up("Fix it")).todo


def claimed(home, **more):
    return home.claim(home.follow_up("Fix it", **more))


def two_repositories(home):
    for title in ("a", "b"):
        home.capture(title)
    home.capture("c", repository=GADGET)


def second(home):
    return a_home(home.ports, name="Second")


def nothing(home):  # noqa: ARG001
    return None


def follow_up(home):
    return home.follow_up("Fix it")


def repeating(home):
    return home.add("Water", due=DueDate(date=date(2026, 11, 30)), repeat=Asked(rrule="FREQ=DAILY"), repository=WIDGET)


def agent_writes(service, **more):
    return lambda home, todo: service(
        home.ports, home.agent, todo_id=todo.id, claim_token=todo.claim and todo.claim.token, **more
    )


CASES = [
    Case("capture", nothing, capture()),
    Case("capture with a key", nothing, capture(idempotency_key="k1", notes="n", due="2027-01-31")),
    Case("capture into a known repository", follow_up, capture(title="Another", idempotency_key="k1")),
    Case("capture of a duplicate", follow_up, capture(session_id="s2", idempotency_key="k1")),
    Case("capture of a title given up", closed, capture(idempotency_key="k1")),
    Case("capture as proposed", proposed, capture(title="Another", idempotency_key="k1")),
    Case(
        "capture into a full noise set",
        lambda home: [home.complete(home.follow_up()) for _ in range(25)],
        capture(idempotency_key="k1"),
    ),
    Case(
        "claim", follow_up, lambda home, todo: claiming.claim(home.ports, home.agent, todo_id=todo.id, session_id="s1")
    ),
    Case(
        "claim again",
        claimed,
        lambda home, todo: claiming.claim(home.ports, home.agent, todo_id=todo.id, session_id="s1"),
    ),
    Case("complete", claimed, agent_writes(completing.complete, summary="Did it.")),
    Case("complete unclaimed", follow_up, agent_writes(completing.complete, summary="Did it.", commit="abc")),
    Case(
        "complete with full notes",
        lambda home: claimed(home, notes=FULL),
        agent_writes(completing.complete, summary="D"),
    ),
    Case("hand back", claimed, agent_writes(handing_back.hand_back, reason="Which?")),
    Case(
        "hand back with full notes",
        lambda home: claimed(home, notes=FULL),
        agent_writes(handing_back.hand_back, reason="W"),
    ),
    *(
        Case(
            f"drain {name}",
            prepare,
            drain_next(start=start),
        )
        for name, prepare, start in (
            ("the first", lambda home: drained(home, 3, then=0), False),
            ("the next", lambda home: drained(home, 3, then=1), False),
            ("the last", lambda home: drained(home, 3, then=2), False),
            ("nothing left", lambda home: drained(home, 2), False),
            ("not converging", converged_no_more, False),
            ("anew", lambda home: drained(home, 3, then=1), True),
            ("all claimed", lambda home: home.claim(home.follow_up(), "s9"), False),
            ("an own claim", lambda home: [home.follow_up(), home.claim(home.follow_up(), "d1")], False),
        )
    ),
    Case("edit a title", lambda home: home.follow_up("Gaurd"), owner(editing.edit, edit=Edit(title="Guard"))),
    Case("star", follow_up, owner(editing.edit, edit=Edit(starred=True))),
    Case(
        "reorder",
        lambda home: (home.follow_up("a"), home.follow_up("b"), home.follow_up("c"))[2],
        lambda home, todo: editing.edit(
            home.ports,
            home.owner,
            Seen(id=todo.id, version=1, write_id="w1"),
            Edit(before=home.ports.todos.shelf(home.id, Shelf.OPEN, limit=1).rows[0].id),
        ),
    ),
    Case("complete by the owner", claimed, owner(editing.complete)),
    Case("roll forward", repeating, owner(editing.complete)),
    Case("roll forward by an agent", repeating, agent_writes(completing.complete, summary="Did it.")),
    Case("skip", repeating, owner(editing.skip)),
    Case(
        "undo a roll",
        lambda home: home.act(editing.complete, repeating(home)),
        lambda home, todo: editing.reopen(home.ports, home.owner, Seen(id=todo.id, version=2, write_id="w1")),
    ),
    Case("reopen", closed, owner(editing.reopen)),
    Case("delete", claimed, owner(editing.delete)),
    Case("restore", lambda home: closed(home, editing.delete), owner(editing.restore)),
    Case("assign", lambda home: home.add("Fix it"), owner(editing.assign, repository=WIDGET)),
    Case("unassign", claimed, owner(editing.unassign)),
    Case("accept", proposed, owner(editing.accept)),
    Case("dismiss", proposed, owner(editing.dismiss)),
    Case("return to the drain", handed_back, owner(editing.return_to_drain, answer="This.")),
    Case(
        "snooze",
        follow_up,
        lambda home, todo: editing.snooze(
            home.ports,
            home.owner,
            Seen(id=todo.id, version=1, write_id="w1"),
            until=todo.created_at.replace(year=2030),
        ),
    ),
    Case(
        "move",
        lambda home: (second(home), home.follow_up("Fix it"))[1],
        lambda home, todo: editing.move(
            home.ports,
            home.owner,
            Seen(id=todo.id, version=1, write_id="w1"),
            to_list=next(each.id for each in home.ports.lists.of_owner(home.owner.owner_id) if each.name == "Second"),
        ),
    ),
    Case("add", nothing, lambda home, _: home.add("Own", write_id="w1")),
    Case("add a follow-up", nothing, lambda home, _: home.add("Own", repository=WIDGET, write_id="w1")),
    Case(
        "add between",
        lambda home: (home.add("a"), home.add("b")),
        lambda home, todos: home.add("Own", after=todos[0].id, before=todos[1].id, write_id="w1"),
    ),
    Case(
        "import",
        follow_up,
        lambda home, _: importing.bring_in(
            home.ports,
            home.owner,
            [
                {"title": "a"},
                {"title": ""},
                {"title": "b", "origin": {"repository": GADGET}, "reports": [{"text": "r"}]},
                {"title": "c", "origin": {"repository": WIDGET}},
            ],
            write_id="w1",
        ),
    ),
    Case("rename", follow_up, lambda home, _: renaming.rename(home.ports, home.owner, old=WIDGET, new=GADGET)),
    Case(
        "rename to a name that exists",
        two_repositories,
        lambda home, _: renaming.rename(home.ports, home.owner, old=WIDGET, new=GADGET),
    ),
    Case(
        "make a list",
        nothing,
        lambda home, _: managing_lists.create(home.ports, home.owner.caller, name="Second", write_id="w1"),
    ),
    Case(
        "set up a list",
        nothing,
        lambda home, _: managing_lists.edit(
            home.ports,
            access.reach_list(home.ports, home.owner.caller, home.id),
            1,
            name="New",
            review_new=True,
            accepted_repositories=[WIDGET],
            write_id="w1",
        ),
    ),
    Case(
        "delete a list",
        second,
        lambda home, made: managing_lists.delete(
            home.ports, access.reach_list(home.ports, home.owner.caller, made.id), 1, write_id="w1"
        ),
        again=NotFound,
    ),
    Case(
        "make a key",
        nothing,
        lambda home, _: managing_keys.create(home.ports, home.owner.caller, name="Laptop", write_id="w1"),
    ),
    Case(
        "revoke a key",
        lambda home: managing_keys.create(home.ports, home.owner.caller, name="Laptop").key,
        lambda home, key: managing_keys.revoke(home.ports, home.owner.caller, key.id),
        again=NotFound,
    ),
    Case("sign in", nothing, lambda home, _: signing_in.sign_in(home.ports, "local", "somebody else")),
    Case(
        "save settings",
        nothing,
        lambda home, _: signing_in.edit(
            home.ports, home.owner.caller, 1, time_zone="Europe/Berlin", preferences={"theme": "dark"}, write_id="w1"
        ),
    ),
    Case("delete the account", follow_up, lambda home, _: signing_in.delete_account(home.ports, home.owner.caller)),
]


def scene(case: Case) -> tuple[SqliteTable, Home, Any]:
    sqlite = SqliteTable(":memory:")
    home = a_home(ports_on(sqlite, FakeClock()))
    return sqlite, home, case.prepare(home)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_the_same_call_again_leaves_what_it_leaves_when_nothing_fails(case):
    _, home, prepared = scene(case)
    case.call(home, prepared)
    wanted = final_state(home)

    for works in (True, False):
        at = 0
        while True:
            sqlite, home, prepared = scene(case)
            failing = FailingTable(sqlite, at, works=works)
            try:
                case.call(on(home, failing), prepared)
            except Unavailable:
                try:
                    case.call(home, prepared)
                except NotFound:
                    assert case.again is NotFound
            assert final_state(home) == wanted, f"call {at} {'landed' if works else 'did not land'}"
            sqlite.close()
            if not failing.failed:
                break
            at += 1
        assert at > 0


def test_a_failure_is_always_the_refusal_that_says_what_to_do(home, sqlite):
    with pytest.raises(Unavailable, match="Try the same call again in a few seconds") as refused:
        on(home, FailingTable(sqlite, 0, works=False)).drain()
    assert refused.value.details == {"retry_after": 5}
