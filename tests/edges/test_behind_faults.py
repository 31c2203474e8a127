"""Every outside call behind the writes fails in turn: before its work, after it, and with the end of the process.

Trying again leads to the one final state each time.
"""

import itertools
from typing import Any

import pytest

from followups.domain.errors import Unavailable
from followups.services import editing, managing_keys, managing_lists, signing_in, sweeping
from followups.storage import contract
from local.item_text import decode
from local.sqlite_table import SqliteTable
from tests.behind import Behind, everything
from tests.builders import FakeClock, a_home, on, ports_on
from tests.chores import FailingChores, KeptChores
from tests.faults import FailingTable
from tests.lambda_mappings import Crashed

FULL = "x" * 99_995


def lived_in(table: SqliteTable) -> Any:
    """Two lists, one of them deleted, and an account that is left; beside it one that stays."""
    home = a_home(ports_on(table, FakeClock()))
    other = a_home(home.ports, "owner-2")
    other.capture("Theirs")
    second = a_home(home.ports, name="Second")
    managing_keys.create(home.ports, home.owner.caller, name="Bound", list_id=second.id)
    home.complete(home.follow_up(notes=FULL))
    home.act(editing.delete, home.add())
    second.add()
    return home


def delete_a_list(home) -> None:
    managing_lists.delete(home.ports, home.owner, None)


def delete_the_account(home) -> None:
    signing_in.delete_account(home.ports, home.owner.caller)


def expire_a_todo(home) -> None:
    """The engine takes away the one that was deleted."""
    table = home.ports.removals._table
    todo = home.follow_up(notes=FULL)
    home.complete(todo)
    home.act(editing.delete, todo)
    table.delete(contract.Key(f"TODO#{todo.id}", "TODO"))


def lose_the_purges(home) -> None:
    delete_the_account(home)
    home.clock.advance(days=2)


def state_of(table: SqliteTable, behind: Behind) -> Any:
    """What is there in the end. Rows of change logs by what they say: one that was written twice says it once."""
    items = {place: decode(body) for place, body in everything(table).items()}
    rows = {
        (item["list_id"], item["todo_id"], item["version"], item["deleted"])
        for item in items.values()
        if item["type"] == "change"
    }
    others = {place: item for place, item in items.items() if item["type"] != "change"}
    return rows, others, behind.queue.waiting, behind.stream.aside, behind.sweep.aside


def run(scene, *, is_swept: bool = False, fail_table=None, fail_queue=None) -> tuple[Any, bool]:
    """The final state, and whether something failed on the way to it."""
    table = SqliteTable(":memory:")
    home = lived_in(table)
    position = table.last_position()
    scene(home)
    failing_table = FailingTable(table, **fail_table) if fail_table else None
    ports = on(home, failing_table).ports if failing_table else home.ports
    queue = KeptChores()
    failing_queue = FailingChores(queue, **fail_queue) if fail_queue else None
    behind = Behind(table, ports, queue, failing_queue)
    if is_swept:
        sweeping.start(queue)
    else:
        behind._at = position
    behind.settle()
    state = state_of(table, behind)
    table.close()
    return state, any(failing.failed for failing in (failing_table, failing_queue) if failing is not None)


SCENES = [
    pytest.param(delete_a_list, False, id="a list is deleted"),
    pytest.param(delete_the_account, False, id="an account is deleted"),
    pytest.param(expire_a_todo, False, id="a todo expires"),
    pytest.param(lose_the_purges, True, id="a sweep makes good what was lost"),
]


@pytest.mark.parametrize(("scene", "is_swept"), SCENES)
@pytest.mark.parametrize("trouble", ["did not land", "landed", "crashed before", "crashed after"])
@pytest.mark.parametrize("side", ["table", "queue"])
def test_trying_again_leads_to_the_one_final_state(scene, is_swept, trouble, side):
    wanted, _ = run(scene, is_swept=is_swept)
    unanswered = contract.Unavailable if side == "table" else Unavailable
    failure = Crashed if trouble.startswith("crashed") else unanswered
    works = trouble in {"landed", "crashed after"}
    for at in itertools.count():
        fault = {"at": at, "works": works, "failure": failure}
        state, failed = run(scene, is_swept=is_swept, **{f"fail_{side}": fault})
        assert state == wanted, f"call {at} of the {side}"
        if not failed:
            break
    assert at > 0 or (scene is expire_a_todo and side == "queue")


def test_the_final_state_is_that_all_is_gone_and_the_other_owner_is_there():
    (_, others, waiting, *aside), _ = run(delete_the_account)
    assert {item["type"] for item in others.values()} == {
        "owner", "list", "sign-in", "api-key", "todo", "title-mark", "noise", "repository",
    }  # fmt: skip
    assert len({item["owner_id"] for item in others.values()}) == 1
    assert (waiting, aside) == ([], [[], []])
