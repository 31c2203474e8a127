"""Deleted lists and accounts go for good, and nothing else goes with them."""

from dataclasses import replace

import pytest

from followups.domain.errors import NotFound
from followups.services import (
    access,
    capturing,
    editing,
    managing_feeds,
    managing_keys,
    managing_lists,
    purging,
    reading_changes,
    signing_in,
)
from followups.services.chores import PurgeAccount, PurgeList
from followups.services.ports import Shelf
from tests.behind import Behind, everything, left_of, of_owner
from tests.builders import WIDGET, Home, a_home, an_agent, an_owner, on, ports_on
from tests.chores import KeptChores
from tests.faults import RacedTable
from tests.storage.lagging import LaggingTable

FULL = "x" * 99_995
BY_TIME = {"change", "idempotency"}
"""What goes by itself, when its time is over."""


def lived_in(home: Home, table) -> Home:
    """A list with something of everything in it, things of later versions too."""
    home.add("Own")
    home.complete(home.claim(home.follow_up(notes=FULL)))
    home.act(editing.complete, home.follow_up())
    home.act(editing.delete, home.follow_up())
    home.capture("Keyed", idempotency_key="k1", due="2027-01-31")
    home.hand_back(home.follow_up())
    home.drain("d1", start=True)
    an_agent(home.ports, home.owner.caller, list_id=home.id)
    managing_feeds.create(home.ports, home.owner)
    owner_id = home.owner.owner_id
    table.put({"PK": f"LIST#{home.id}", "SK": "WORK#1", "type": "later", "owner_id": owner_id, "list_id": home.id})
    table.put({"PK": f"OWNER#{owner_id}", "SK": "PUSH#1", "type": "later", "owner_id": owner_id})
    return home


def delete_list(home: Home) -> PurgeList:
    managing_lists.delete(home.ports, access.reach_list(home.ports, home.owner.caller, home.id), None)
    return PurgeList(owner_id=home.owner.owner_id, list_id=home.id)


@pytest.fixture
def behind(sqlite, ports) -> Behind:
    return Behind(sqlite, ports)


class TestOfALists:
    def test_everything_in_it_goes_and_the_list_itself(self, home, sqlite, behind):
        lived_in(home, sqlite)
        delete_list(home)
        behind.settle()
        left = {place for place in everything(sqlite) if home.id in str(place) or place[0].startswith("TODO#")}
        assert {pk for pk, _ in left} == {
            f"LIST#{home.id}#CHANGES",
            *(pk for pk, _ in left if pk.startswith("IDEM#")),
        }

    def test_keys_that_were_bound_to_it_go_and_the_others_stay(self, home, ports, behind):
        second = a_home(ports, name="Second")
        for list_id in (home.id, second.id, None):
            managing_keys.create(ports, home.owner.caller, name=str(list_id), list_id=list_id)
        delete_list(home)
        behind.settle()
        left = {key.list_id for key in managing_keys.keys_of(ports, home.owner.caller)}
        assert left == {second.id, None}

    def test_its_feeds_go_and_those_of_another_list_stay(self, home, sqlite, ports, behind):
        second = a_home(ports, name="Second")
        for each in (home, second):
            managing_feeds.create(ports, each.owner)
        delete_list(home)
        behind.settle()
        assert [pk for pk, _ in everything(sqlite) if pk.startswith("FEED#")] == [
            f"FEED#{feed.id}" for feed in managing_feeds.feeds_of(ports, second.owner)
        ]

    def test_the_owners_other_lists_stay_as_they_were(self, home, sqlite, ports, behind):
        second = a_home(ports, name="Second")
        for title in ("One", "Two"):
            second.capture(title)
        before = {place: body for place, body in everything(sqlite).items() if second.id in body}
        home.follow_up()
        delete_list(home)
        behind.settle()
        after = {place: body for place, body in everything(sqlite).items() if second.id in body}
        assert before.items() <= after.items()
        assert second.read() == ["One", "Two"]

    def test_more_than_a_page_goes_page_by_page(self, home, behind):
        for _ in range(2 * purging.PAGE + 1):
            home.add()
        delete_list(home)
        chores = KeptChores()
        chore = PurgeList(owner_id=home.owner.owner_id, list_id=home.id)
        left = []
        for _ in range(3):
            purging.purge(home.ports, chores, chore)
            assert chores.taken() == [chore]
            left.append(len(home.ports.todos.shelf(home.id, Shelf.OPEN, limit=1_000).rows))
        assert left == [purging.PAGE + 1, 1, 0]

    def test_a_list_that_is_not_deleted_is_left_alone(self, home, sqlite):
        lived_in(home, sqlite)
        before, chores = everything(sqlite), KeptChores()
        purging.purge(home.ports, chores, PurgeList(owner_id=home.owner.owner_id, list_id=home.id))
        assert (everything(sqlite), chores.waiting) == (before, [])

    def test_a_list_of_somebody_else_is_not_found_under_ones_own_name(self, home, sqlite, ports):
        other = a_home(ports, "owner-2")
        other.capture()
        delete_list(other)
        before, chores = everything(sqlite), KeptChores()
        purging.purge(ports, chores, PurgeList(owner_id=home.owner.owner_id, list_id=other.id))
        assert (everything(sqlite), chores.waiting) == (before, [])

    def test_what_lands_between_two_pages_goes_too(self, home, sqlite, behind):
        """By somebody who had passed the door before the list was deleted."""
        home.add("Before")
        chore, chores = delete_list(home), KeptChores()
        purging.purge(home.ports, chores, chore)
        home.add("Late")
        purging.purge(home.ports, chores, chore)
        capturing.capture(home.ports, home.agent, repository=WIDGET, session_id="s1", title="Later")
        behind.queue.put([chore])
        behind.settle()
        assert home.ports.lists.get(home.owner.owner_id, home.id) is None
        assert left_of(sqlite, home.owner.owner_id) - BY_TIME == {"owner", "sign-in", "api-key"}

    def test_a_todo_that_was_moved_away_since_its_page_was_read_stays(self, home, sqlite, ports):
        second = a_home(ports, name="Second")
        todo = home.add("Moved")
        chore, chores = delete_list(home), KeptChores()
        move = lambda: home.act(editing.move, todo, to_list=second.id)  # noqa: E731
        mark = lambda: None  # noqa: E731
        purging.purge(on(home, RacedTable(sqlite, mark, move)).ports, chores, chore)
        assert second.shelf() == ["Moved"]
        assert chores.waiting == [(chore, purging.LAG_SECONDS)], "what shows only strangers is looked at again later"

    def test_it_ends_although_an_index_goes_on_showing_what_is_gone(self, sqlite):
        lagging = LaggingTable(sqlite)
        home = a_home(ports_on(lagging))
        home.add("One")
        home.add("Two")
        lagging.catch_up()
        chore, chores = delete_list(home), KeptChores()
        for _ in range(2):
            purging.purge(home.ports, chores, chore)
            assert chores.taken() == [chore]
        lagging.catch_up()
        purging.purge(home.ports, chores, chore)
        assert home.ports.lists.get(home.owner.owner_id, home.id) is None

    def test_two_at_once_and_again_afterwards_end_the_same(self, home, sqlite, behind):
        lived_in(home, sqlite)
        chore = delete_list(home)
        behind.queue.put([chore, chore])
        behind.settle()
        done = everything(sqlite)
        behind.queue.put([chore])
        behind.settle()
        assert everything(sqlite) == done
        assert home.ports.lists.get(home.owner.owner_id, home.id) is None

    def test_the_same_write_id_makes_a_list_anew_and_a_late_purge_leaves_it_alone(self, ports, home, behind):
        make = lambda: managing_lists.create(ports, home.owner.caller, name="One", write_id="w1")  # noqa: E731
        chore = delete_list(a_home_of(home, make()))
        behind.settle()
        again = make()
        behind.queue.put([chore])
        behind.settle()
        assert again.id == chore.list_id
        assert ports.lists.get(home.owner.owner_id, again.id) == again

    def test_todos_that_went_with_their_list_leave_no_row_in_its_log(self, home, sqlite, behind):
        home.add()
        delete_list(home)
        behind.catch_up()
        before = reading_changes.changes(home.ports, home.owner, None, exact=True, limit=1).position
        home.clock.advance(minutes=16)
        behind.settle()
        assert reading_changes.changes(home.ports, home.owner, before, exact=True, limit=100).changes == []


def a_home_of(home: Home, made) -> Home:
    return replace(home, owner=access.reach_list(home.ports, home.owner.caller, made.id))


class TestOfAnAccount:
    def test_everything_of_the_owner_goes_and_the_owner(self, home, sqlite, ports, behind):
        lived_in(home, sqlite)
        lived_in(a_home(ports, name="Second"), sqlite)
        signing_in.delete_account(ports, home.owner.caller)
        behind.settle()
        assert left_of(sqlite, home.owner.owner_id) <= BY_TIME
        assert ports.owners.get(home.owner.owner_id) is None
        assert behind.queue.messages == behind.stream.aside == behind.sweep.aside == []

    def test_every_item_of_another_owner_stays_to_the_byte(self, home, sqlite, ports, behind):
        other = lived_in(a_home(ports, "owner-2"), sqlite)
        lived_in(home, sqlite)
        behind.settle()
        before = of_owner(sqlite, other.owner.owner_id)
        signing_in.delete_account(ports, home.owner.caller)
        behind.settle()
        assert ports.owners.get(home.owner.owner_id) is None
        assert of_owner(sqlite, other.owner.owner_id) == before

    def test_whoever_signed_in_again_meanwhile_keeps_the_new_account(self, home, sqlite, ports, behind):
        home.capture()
        signing_in.delete_account(ports, home.owner.caller)
        again = a_home(ports)
        again.capture("New")
        behind.settle()
        assert an_owner(ports).owner_id == again.owner.owner_id != home.owner.owner_id
        assert again.read() == ["New"]
        assert left_of(sqlite, home.owner.owner_id) <= BY_TIME

    def test_the_account_outlasts_its_lists(self, home, ports):
        signing_in.delete_account(ports, home.owner.caller)
        chore, chores = PurgeAccount(owner_id=home.owner.owner_id), KeptChores()
        purging.purge(ports, chores, chore)
        assert chores.waiting == [
            (PurgeList(owner_id=home.owner.owner_id, list_id=home.id, version=2), 0),
            (chore, purging.LISTS_SECONDS),
        ]
        assert ports.owners.get(home.owner.owner_id) is not None

    def test_a_list_and_a_key_that_came_in_as_the_account_was_deleted_go_too(self, home, sqlite, ports, behind):
        signing_in.delete_account(ports, home.owner.caller)
        late = managing_lists.new_list(ports, home.owner.owner_id, "Late")
        ports.lists.add(late)
        managing_keys.create(ports, home.owner.caller, name="Late")
        behind.settle()
        assert left_of(sqlite, home.owner.owner_id) <= BY_TIME

    def test_such_a_list_is_given_time_first(self, home, ports):
        """The key that could open it has only just gone."""
        signing_in.delete_account(ports, home.owner.caller)
        late = ports.lists.add(managing_lists.new_list(ports, home.owner.owner_id, "Late"))
        chores = KeptChores()
        purging.purge(ports, chores, PurgeAccount(owner_id=home.owner.owner_id))
        assert (PurgeList(owner_id=home.owner.owner_id, list_id=late.id, version=1), 900) in chores.waiting

    def test_more_keys_than_one_page_shows_are_all_found(self, home, sqlite, ports, behind):
        made = managing_keys.create(ports, home.owner.caller, name="Many").key
        for n in range(120):
            ports.api_keys.add(replace(made, id=f"{n:064x}"))
        signing_in.delete_account(ports, home.owner.caller)
        for n in range(120):
            ports.api_keys.add(replace(made, id=f"{n:064x}"))
        behind.settle()
        assert left_of(sqlite, home.owner.owner_id) <= BY_TIME

    def test_an_account_that_is_not_deleted_is_left_alone(self, home, sqlite, ports):
        lived_in(home, sqlite)
        before, chores = everything(sqlite), KeptChores()
        purging.purge(ports, chores, PurgeAccount(owner_id=home.owner.owner_id))
        purging.purge(ports, chores, PurgeAccount(owner_id="nobody"))
        assert (everything(sqlite), chores.waiting) == (before, [])

    def test_two_at_once_and_again_afterwards_end_the_same(self, home, sqlite, ports, behind):
        lived_in(home, sqlite)
        signing_in.delete_account(ports, home.owner.caller)
        chore = PurgeAccount(owner_id=home.owner.owner_id)
        behind.queue.put([chore, chore])
        behind.settle()
        behind.queue.put([chore])
        behind.settle()
        assert left_of(sqlite, home.owner.owner_id) <= BY_TIME

    def test_nobody_reaches_what_waits_to_be_purged(self, home, ports):
        signing_in.delete_account(ports, home.owner.caller)
        with pytest.raises(NotFound):
            access.reach_list(ports, home.agent.caller, home.id)
