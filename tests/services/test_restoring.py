"""A deleted list comes back for a while, whole, or it is gone: nothing in between."""

from dataclasses import replace

import pytest

from followups.domain.errors import Invalid, NotFound
from followups.domain.limits import LIST_RESTORE_SECONDS, LISTS_PER_OWNER
from followups.services import access, managing_feeds, managing_keys, managing_lists, purging, signing_in
from followups.services.chores import Chore, PurgeList
from followups.services.following import SETTLED_SECONDS
from followups.services.managing_lists import StaleList
from tests.behind import Behind, everything
from tests.builders import Home, a_home, an_owner, on
from tests.chores import KeptChores
from tests.faults import RacedTable


def delete(home: Home, write_id: str | None = None) -> None:
    managing_lists.delete(home.ports, access.reach_list(home.ports, home.owner.caller, home.id), None, write_id)


def restore(home: Home, version: int | None = None, **more):
    return managing_lists.restore(home.ports, home.owner.caller, home.id, version, **more)


def is_open(home: Home) -> bool:
    found = home.ports.lists.get(home.owner.owner_id, home.id)
    return found is not None and found.deleted_at is None


@pytest.fixture
def behind(sqlite, ports) -> Behind:
    return Behind(sqlite, ports)


def put_behind(behind: Behind) -> list[Chore]:
    """What the writes so far have put."""
    behind.catch_up()
    return behind.queue.taken()


def do(home: Home, chores: list[Chore]) -> list[Chore]:
    """One page of each, and what they put."""
    queue = KeptChores()
    for chore in chores:
        assert isinstance(chore, PurgeList)
        purging.purge(home.ports, queue, chore)
    return queue.taken()


def test_what_is_brought_back_is_as_it_was_with_its_keys_and_its_feeds(home, ports, clock):
    home.capture("Fix the guard")
    secret = managing_keys.create(ports, home.owner.caller, name="Bound", list_id=home.id).secret
    token = managing_feeds.create(ports, home.owner).token
    before = home.owner.list
    delete(home)
    clock.advance(seconds=LIST_RESTORE_SECONDS - 1)
    restored = restore(home)
    assert replace(restored, updated_at=before.updated_at, version=before.version, write_id="") == replace(
        before, write_id=""
    )
    assert restored.version == before.version + 2
    assert home.read() == ["Fix the guard"]
    assert access.reach_list(ports, access.caller_of(ports, f"Bearer {secret}"), home.id).list == restored
    assert access.reach_list(ports, access.caller_by_feed(ports, token), home.id).list == restored


def test_what_was_deleted_too_long_ago_stays_deleted(home, clock):
    delete(home)
    clock.advance(seconds=LIST_RESTORE_SECONDS)
    with pytest.raises(NotFound):
        restore(home)
    assert not is_open(home)


def test_a_purge_begins_well_after_the_last_moment_to_bring_a_list_back():
    assert LIST_RESTORE_SECONDS + 60 <= SETTLED_SECONDS


def test_a_list_that_is_not_deleted_stays_as_it_is(home):
    assert restore(home, 1) == home.owner.list


def test_another_owner_brings_nothing_back(home, ports):
    delete(home)
    second = an_owner(ports, "owner-2")
    with pytest.raises(NotFound) as foreign:
        managing_lists.restore(ports, second, home.id, None)
    with pytest.raises(NotFound) as unknown:
        managing_lists.restore(ports, second, "01932f4e-5a00-7000-8000-000000000000", None)
    assert str(foreign.value) == str(unknown.value)
    assert not is_open(home)


def test_it_comes_back_from_the_version_that_the_page_saw_and_no_other(home):
    delete(home)
    with pytest.raises(StaleList):
        restore(home, 1)
    assert restore(home, 2).version == 3


def test_a_restore_whose_answer_was_lost_may_be_sent_again(home):
    delete(home)
    first = restore(home, 2, write_id="w1")
    assert restore(home, 2, write_id="w1") == first


def test_it_needs_room(home, ports):
    delete(home)
    for number in range(LISTS_PER_OWNER):
        managing_lists.create(ports, home.owner.caller, name=f"List {number}")
    with pytest.raises(Invalid, match="Delete one first"):
        restore(home)
    assert not is_open(home)


def test_a_purge_that_waits_leaves_a_list_alone_that_was_brought_back(home, sqlite, clock, behind):
    home.capture()
    delete(home)
    waiting = put_behind(behind)
    restore(home)
    before = everything(sqlite)
    clock.advance(seconds=SETTLED_SECONDS)
    assert do(home, waiting) == []
    assert everything(sqlite) == before


def test_the_purge_of_a_former_delete_leaves_the_list_to_that_of_the_last_one(home, sqlite, clock, behind):
    """Deleted, brought back and deleted again: it still can be brought back for as long as any other."""
    home.capture("Fix the guard")
    delete(home)
    first = put_behind(behind)
    clock.advance(minutes=9)
    restore(home)
    assert put_behind(behind) == []
    clock.advance(minutes=1)
    delete(home)
    second = put_behind(behind)
    before = everything(sqlite)
    clock.advance(minutes=5)
    assert do(home, first) == []
    assert everything(sqlite) == before
    clock.advance(minutes=4)
    restore(home)
    assert home.read() == ["Fix the guard"]
    delete(home)
    third = put_behind(behind)
    clock.advance(minutes=15)
    assert do(home, [*first, *second]) == []
    behind.queue.put(third)
    behind.settle()
    assert home.ports.lists.get(home.owner.owner_id, home.id) is None


def test_once_its_purge_has_begun_nothing_brings_a_list_back(home, behind):
    """Whatever the clock of the one who asks says."""
    for _ in range(purging.PAGE + 1):
        home.add()
    delete(home)
    rest = do(home, put_behind(behind))
    with pytest.raises(NotFound):
        restore(home)
    behind.queue.put(rest)
    behind.settle()
    assert home.ports.lists.get(home.owner.owner_id, home.id) is None


def test_a_purge_that_begins_while_the_list_is_brought_back_takes_nothing(home, sqlite, behind):
    home.capture("Fix the guard")
    delete(home)
    waiting = put_behind(behind)
    raced = on(home, RacedTable(sqlite, lambda: restore(home)))
    again = do(raced, waiting)
    assert again == waiting
    assert do(home, again) == []
    assert home.read() == ["Fix the guard"]


def test_a_list_is_not_brought_back_while_its_purge_begins(home, sqlite, behind):
    home.capture()
    delete(home)
    waiting = put_behind(behind)
    left: list[Chore] = []
    raced = on(home, RacedTable(sqlite, lambda: left.extend(do(home, waiting))))
    with pytest.raises(StaleList):
        restore(raced)
    assert not is_open(home)
    behind.queue.put(left)
    behind.settle()
    assert home.ports.lists.get(home.owner.owner_id, home.id) is None


def test_two_purges_that_begin_at_once_both_go_on(home, sqlite, behind):
    home.capture()
    delete(home)
    waiting = put_behind(behind)
    left: list[Chore] = []
    raced = on(home, RacedTable(sqlite, lambda: left.extend(do(home, waiting))))
    again = do(raced, waiting)
    assert again == waiting
    behind.queue.put([*left, *again])
    behind.settle()
    assert home.ports.lists.get(home.owner.owner_id, home.id) is None


def test_what_is_brought_back_as_the_account_goes_goes_with_it(home, ports, sqlite, behind):
    other = a_home(ports, "owner-2")
    delete(home)
    closing = on(home, RacedTable(sqlite, lambda: signing_in.delete_account(ports, home.owner.caller)))
    restore(closing)
    behind.settle()
    assert ports.lists.get(home.owner.owner_id, home.id) is None
    assert is_open(other)
