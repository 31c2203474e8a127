"""What follows one write, by both images of it."""

import pytest

from followups.domain.errors import Unavailable
from followups.services import following
from followups.services.chores import PurgeAccount, PurgeList
from followups.services.following import SeenList, SeenOwner, follow
from followups.services.recording_changes import Seen
from followups.storage import keys
from tests.builders import on
from tests.chores import FailingChores, KeptChores
from tests.faults import CountingTable

LIST = SeenList(owner_id="o", list_id="l", version=6, is_deleted=False)
DELETED_LIST = SeenList(owner_id="o", list_id="l", version=7, is_deleted=True)
OWNER = SeenOwner(owner_id="o", is_deleted=False)
DELETED_OWNER = SeenOwner(owner_id="o", is_deleted=True)


@pytest.fixture
def chores():
    return KeptChores()


def seen(todo, *, is_deleted=False) -> Seen:
    return Seen(
        todo_id=todo.id, list_id=todo.list_id, owner_id=todo.owner_id, version=todo.version, is_deleted=is_deleted
    )


def beside(home, todo) -> int:
    return len(home.ports.todos.reports(todo.id, limit=1_000, after=None)[0])


def with_reports(home, table, count: int):
    todo = home.add()
    for number in range(1, count + 1):
        place = keys.report(todo.id, number)
        table.put({"PK": place.pk, "SK": place.sk, "type": "report", "owner_id": todo.owner_id, "todo_id": todo.id,
                   "number": number, "text": "r", "created_at": "2026-11-30T12:00:00.000Z"})  # fmt: skip
    return todo


@pytest.mark.parametrize("before", [LIST, None], ids=["there before", "new"])
def test_a_list_that_is_deleted_now_is_purged_once_what_raced_it_has_landed(ports, chores, before):
    follow(ports, chores, before, DELETED_LIST, "1")
    assert chores.waiting == [(PurgeList(owner_id="o", list_id="l", version=7), 900)]


@pytest.mark.parametrize("before", [OWNER, None], ids=["there before", "new"])
def test_an_account_that_is_deleted_now_is_purged_the_same_way(ports, chores, before):
    follow(ports, chores, before, DELETED_OWNER, "1")
    assert chores.waiting == [(PurgeAccount(owner_id="o"), 900)]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (None, LIST),
        (LIST, LIST),
        (DELETED_LIST, DELETED_LIST),
        (DELETED_LIST, LIST),
        (DELETED_LIST, None),
        (None, OWNER),
        (OWNER, OWNER),
        (DELETED_OWNER, DELETED_OWNER),
        (DELETED_OWNER, None),
        (None, None),
    ],
)
def test_no_other_write_of_a_list_or_an_account_is_followed_by_anything(ports, chores, sqlite, before, after):
    written = sqlite.last_position()
    assert follow(ports, chores, before, after, "1") == []
    assert (chores.waiting, sqlite.last_position()) == ([], written)


def test_what_lay_beside_a_todo_goes_when_its_item_is_gone_however_much_it_is(home, sqlite, chores):
    todo, other = with_reports(home, sqlite, 250), with_reports(home, sqlite, 2)
    sqlite.delete(keys.todo(todo.id))
    for _ in range(2):
        follow(home.ports, chores, seen(todo, is_deleted=True), None, "1")
        assert (beside(home, todo), beside(home, other)) == (0, 2)


def test_it_stays_when_the_todo_was_added_anew_before_the_word_of_its_end_came(home, sqlite, chores):
    todo = with_reports(home, sqlite, 2)
    follow(home.ports, chores, seen(todo, is_deleted=True), None, "1")
    assert beside(home, todo) == 2
    assert home.stored(todo) == todo


@pytest.mark.parametrize("is_deleted", [False, True])
def test_it_stays_while_the_todo_is_only_changed(home, sqlite, chores, is_deleted):
    todo = with_reports(home, sqlite, 2)
    follow(home.ports, chores, seen(todo), seen(todo, is_deleted=is_deleted), "1")
    assert beside(home, todo) == 2


def test_one_read_is_all_it_takes_where_nothing_lay_beside_it(home, sqlite, chores):
    todo = home.add()
    sqlite.delete(keys.todo(todo.id))
    counting = CountingTable(sqlite)
    follow(on(home, counting).ports, chores, seen(todo), None, "1")
    assert counting.calls == ["query"]


def test_a_purge_that_nobody_takes_fails_the_write_it_follows_from(ports, chores):
    with pytest.raises(Unavailable):
        follow(ports, FailingChores(chores, 0, works=False), LIST, DELETED_LIST, "1")


def test_a_purge_waits_no_longer_than_a_queue_can_keep_a_message_back():
    assert following.SETTLED_SECONDS <= 900
