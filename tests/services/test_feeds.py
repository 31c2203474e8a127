"""Calendar feeds of a list: made, used, replaced; and what a calendar is shown."""

from datetime import date, timedelta

import pytest

from followups.domain.dues import DueDate
from followups.domain.errors import Invalid, NotFound, TooLarge
from followups.domain.limits import FEEDS_PER_LIST
from followups.services import access, editing, managing_feeds, managing_lists, reading_calendar, signing_in
from tests.behind import Behind
from tests.builders import Home, a_home, on
from tests.faults import CountingTable

DAY = DueDate(date=date(2027, 1, 31))


def reach(home: Home, token: str):
    caller = access.caller_by_feed(home.ports, token)
    return access.reach_list(home.ports, caller, home.id)


def shown(home: Home) -> list[str]:
    return [entry.title for entry in reading_calendar.entries(home.ports, home.owner)]


class TestFeeds:
    def test_its_token_reaches_its_list_and_no_other(self, home):
        second = a_home(home.ports, name="Second")
        token = managing_feeds.create(home.ports, home.owner).token
        assert reach(home, token).list == home.owner.list
        with pytest.raises(NotFound):
            reach(second, token)

    def test_it_may_read_and_nothing_else(self, home):
        caller = access.caller_by_feed(home.ports, managing_feeds.create(home.ports, home.owner).token)
        for need in ("agent", "coordinator"):
            with pytest.raises(NotFound):
                access.reach_list(home.ports, caller, home.id, need)

    def test_a_replaced_address_an_unknown_one_and_one_of_a_deleted_list_look_the_same(self, home):
        replaced, ended = (managing_feeds.create(home.ports, home.owner) for _ in range(2))
        managing_feeds.delete(home.ports, home.owner, replaced.feed.id)
        managing_lists.delete(home.ports, home.owner, None)
        texts = set()
        for token in (replaced.token, ended.token, "x" * 43, "no token"):
            with pytest.raises(NotFound) as refused:
                reach(home, token)
            texts.add((str(refused.value), str(refused.value.details)))
        assert len(texts) == 1

    def test_it_ends_with_the_account(self, home):
        token = managing_feeds.create(home.ports, home.owner).token
        signing_in.delete_account(home.ports, home.owner.caller)
        with pytest.raises(NotFound):
            reach(home, token)

    def test_its_last_use_is_seen_to_the_hour_and_written_once_an_hour(self, home, sqlite, clock):
        token = managing_feeds.create(home.ports, home.owner).token
        clock.advance(minutes=20)
        counted = CountingTable(sqlite)
        for _ in range(3):
            reach(on(home, counted), token)
        assert counted.calls.count("update") == 1
        (feed,) = managing_feeds.feeds_of(home.ports, home.owner)
        assert feed.last_used_at == clock.now().replace(minute=0, second=0, microsecond=0)
        clock.advance(hours=1)
        reach(on(home, counted), token)
        assert counted.calls.count("update") == 2

    def test_a_list_has_only_so_many(self, home):
        for _ in range(FEEDS_PER_LIST):
            managing_feeds.create(home.ports, home.owner)
        with pytest.raises(Invalid, match="Delete one first"):
            managing_feeds.create(home.ports, home.owner)
        managing_feeds.create(home.ports, a_home(home.ports, name="Second").owner)

    def test_the_same_write_id_takes_back_the_feed_whose_address_nobody_saw(self, home, clock):
        first = managing_feeds.create(home.ports, home.owner, write_id="w1")
        second = managing_feeds.create(home.ports, home.owner, write_id="w1")
        assert [feed.id for feed in managing_feeds.feeds_of(home.ports, home.owner)] == [second.feed.id]
        with pytest.raises(NotFound):
            reach(home, first.token)
        clock.advance(days=2)
        managing_feeds.create(home.ports, home.owner, write_id="w1")
        assert len(managing_feeds.feeds_of(home.ports, home.owner)) == 2

    @pytest.mark.parametrize(("name", "refusal"), [("", Invalid), ("a\nb", Invalid), ("x" * 201, TooLarge)])
    def test_a_name_that_is_none_makes_none(self, name, refusal, home):
        with pytest.raises(refusal):
            managing_feeds.create(home.ports, home.owner, name=name)
        assert managing_feeds.feeds_of(home.ports, home.owner) == []

    def test_one_of_another_list_is_not_deleted(self, home):
        second = a_home(home.ports, name="Second")
        feed = managing_feeds.create(home.ports, second.owner).feed
        with pytest.raises(NotFound):
            managing_feeds.delete(home.ports, home.owner, feed.id)
        assert managing_feeds.feeds_of(home.ports, second.owner) == [feed]


class TestEntries:
    def test_what_is_open_and_due_is_shown_what_is_due_first_at_the_front(self, home):
        home.add("Undated")
        home.add("Next year", due=DueDate(date=date(2028, 1, 1)))
        home.follow_up("At nine", due="2027-01-31T09:00", time_zone="Europe/Berlin")
        home.add("That day", due=DAY)
        home.act(editing.complete, home.add("Done", due=DAY))
        home.act(editing.delete, home.add("Deleted", due=DAY))
        assert shown(home) == ["That day", "At nine", "Next year"]

    def test_a_snoozed_one_stays_at_its_due_and_one_that_is_only_snoozed_is_not_shown(self, home, clock):
        for todo in (home.add("Dated", due=DAY), home.add("Undated")):
            home.act(editing.snooze, todo, until=clock.now() + timedelta(days=90))
        assert shown(home) == ["Dated"]

    def test_more_than_a_page_is_shown_whole(self, home):
        for number in range(205):
            home.add(f"{number:03d}", due=DueDate(date=date(2027, 1, 1) + timedelta(days=number)))
        assert shown(home) == [f"{number:03d}" for number in range(205)]

    def test_other_lists_of_the_owner_are_not_shown(self, home):
        a_home(home.ports, name="Second").add(due=DAY)
        assert shown(home) == []


class TestState:
    @pytest.fixture
    def behind(self, home, sqlite) -> Behind:
        return Behind(sqlite, home.ports)

    def state(self, home: Home, behind: Behind) -> str | None:
        """As the next look meets it: everything that follows the writes is done, and the minute is over."""
        behind.catch_up()
        home.clock.advance(minutes=1)
        return reading_calendar.state(home.ports, access.reach_list(home.ports, home.owner.caller, home.id))

    def test_it_stays_the_same_while_nothing_is_written(self, home, behind):
        assert self.state(home, behind) == self.state(home, behind)
        home.add(due=DAY)
        assert self.state(home, behind) == self.state(home, behind)

    def test_every_write_in_the_list_changes_it(self, home, behind):
        second = a_home(home.ports, name="Second")
        todo = home.add(due=DAY)
        writes = [
            lambda: home.edit(todo, title="Another"),
            lambda: home.edit(todo, due=DueDate(date=date(2027, 2, 1))),
            lambda: home.act(editing.complete, todo),
            lambda: home.act(editing.reopen, todo),
            lambda: home.act(editing.delete, todo),
            lambda: home.act(editing.restore, todo),
            lambda: home.add(due=DAY),
            lambda: home.capture(due="2027-01-31"),
            lambda: home.act(editing.move, todo, to_list=second.id),
            lambda: home.set_up(name="Renamed"),
        ]
        states = [self.state(home, behind)]
        for write in writes:
            write()
            states.append(self.state(home, behind))
        assert None not in states
        assert len(set(states)) == len(states)

    def test_a_write_in_another_list_does_not(self, home, behind):
        second = a_home(home.ports, name="Second")
        before = self.state(home, behind)
        second.add(due=DAY)
        assert self.state(home, behind) == before

    def test_it_is_unsaid_within_a_minute_of_a_change(self, home, behind):
        """Until then an index may show the time before it, and nobody should keep that as what is new."""
        home.add(due=DAY)
        behind.catch_up()
        home.clock.advance(seconds=59)
        assert reading_calendar.state(home.ports, home.owner) is None
        home.clock.advance(seconds=1)
        assert reading_calendar.state(home.ports, home.owner) is not None

    def test_it_changes_once_a_day_so_that_nothing_stays_missed(self, home, behind):
        states = [self.state(home, behind)]
        for _ in range(20):
            home.clock.advance(days=1)
            states.append(self.state(home, behind))
        assert len(set(states)) == 21

    def test_it_costs_one_read(self, home, sqlite):
        home.add(due=DAY)
        counted = CountingTable(sqlite)
        reading_calendar.state(on(home, counted).ports, home.owner)
        assert counted.calls == ["query"]
