"""An agent captures a follow-up: what is stored, where it stands, and which rules of the list it meets."""

from datetime import UTC, date, datetime

import pytest

from followups.domain.dues import DueDate, DueTime
from followups.domain.errors import Invalid, RepositoryNotAccepted, TooLarge
from followups.domain.instants import to_text
from followups.services import editing, renaming
from followups.services.ports import Shelf
from tests.builders import NOON, WIDGET, a_home, an_agent, an_owner, on
from tests.faults import RacedTable


def test_a_capture_is_stored_whole(home):
    found = home.follow_up()
    todo = home.follow_up(
        "Fix the guard in orders",
        notes="Same as in users.",
        due="2027-01-31",
        host="claude-code",
        discovered_from=found.id,
    )

    assert (todo.title, todo.notes, todo.due) == (
        "Fix the guard in orders",
        "Same as in users.",
        DueDate(date=date(2027, 1, 31)),
    )
    assert todo.origin is not None
    assert (todo.origin.repository, todo.origin.session_id, todo.origin.host, todo.origin.discovered_from) == (
        *(WIDGET, "s1", "claude-code", found.id),
    )
    assert (todo.version, todo.list_id, todo.owner_id) == (1, home.id, home.owner.owner_id)
    assert todo.may_be_taken


def test_the_answer_is_what_is_stored(home):
    answer = home.capture("Fix it", notes="n", due="2027-01-31T09:00", time_zone="Europe/Berlin")
    assert answer.todo == home.stored(answer.todo)
    assert (answer.duplicate, answer.filed_by_you, answer.repository) == (False, 1, WIDGET)


def test_captures_append_at_the_foot(home):
    titles = [home.capture().todo.title for _ in range(5)]
    assert home.read() == titles
    assert home.shelf() == titles


def test_a_thousand_captures_in_one_go_are_read_back_in_order(home):
    titles = [home.capture(session=f"s{n // 20}").todo.title for n in range(1_000)]
    assert home.read(limit=50) == titles


def test_what_the_owner_adds_and_imports_and_agents_capture_stands_in_the_order_it_came(home):
    titles = [
        home.capture().todo.title,
        home.add(repository=WIDGET).title,
        home.capture().todo.title,
        home.add(repository=WIDGET).title,
    ]
    assert home.read() == titles


@pytest.mark.parametrize(
    ("due", "time_zone", "stored"),
    [
        ("2027-01-31", None, DueDate(date=date(2027, 1, 31))),
        ("2027-01-31T09:00", "Europe/Berlin", DueTime(at=datetime(2027, 1, 31, 9), time_zone="Europe/Berlin")),
        ("2027-01-31T09:00Z", "Europe/Berlin", DueTime(at=datetime(2027, 1, 31, 10), time_zone="Europe/Berlin")),
    ],
)
def test_a_due_is_a_date_a_wall_clock_time_or_an_instant_with_a_zone(home, due, time_zone, stored):
    assert home.follow_up(due=due, time_zone=time_zone).due == stored


def test_times_are_the_servers(home, clock):
    """G13"""
    todo = home.follow_up()
    assert (to_text(todo.created_at), to_text(todo.updated_at)) == (to_text(NOON), to_text(NOON))
    clock.advance(hours=5)
    done = home.stored(home.complete(todo).todo)
    assert (done.completed_at, done.updated_at) == (datetime(2026, 11, 30, 17, tzinfo=UTC),) * 2


@pytest.mark.parametrize(
    ("field", "value", "refusal"),
    [
        ("title", "", Invalid),
        ("title", "\u200b\u2800", Invalid),
        ("title", "a\u202eb", Invalid),
        ("title", "x" * 1_001, TooLarge),
        ("notes", "x" * 100_001, TooLarge),
        ("notes", "half \ud83d", Invalid),
        ("session", "", Invalid),
        ("session", "x" * 201, TooLarge),
        ("repository", "widget", Invalid),
        ("repository", "acme/" + "x" * 200, TooLarge),
        ("due", "tomorrow", Invalid),
        ("due", "2027-01-31T09:00", Invalid),
        ("host", "emacs", Invalid),
        ("idempotency_key", "x" * 201, TooLarge),
    ],
)
def test_what_a_field_does_not_take_is_refused_and_nothing_is_stored(home, field, value, refusal):
    with pytest.raises(refusal) as refused:
        home.capture(**{"title": "Fix it", field: value})
    assert "session_id" in str(refused.value.details) or field in str(refused.value.details) or field == "due"
    assert home.shelf() == []
    assert home.ports.repositories.all(home.id) == []


def test_what_agents_write_passes_the_same_door_as_what_the_owner_writes(home):
    todo = home.add("Fine")
    refusals = []
    for attempt in (home.capture, home.add, lambda title: home.edit(todo, title=title)):
        with pytest.raises(Invalid) as refused:
            attempt("a\x07b")
        refusals.append(refused.value.message)
    assert len(set(refusals)) == 1


class TestRepositories:
    def test_two_spellings_are_one_repository_shown_as_first_seen(self, home):
        """D03"""
        first = home.capture(repository="Acme/Widget")
        second = home.capture(repository="acme/widget", session="s2")
        assert (first.repository, second.repository) == ("Acme/Widget", "Acme/Widget")
        assert home.read(repository="ACME/WIDGET") == [first.todo.title, second.todo.title]

    def test_every_form_of_a_remote_is_the_same_repository(self, home):
        """D01"""
        forms = ["https://github.com/acme/widget.git", "git@github.com:acme/widget.git", "git@github-work:acme/widget"]
        titles = [home.capture(repository=form).todo.title for form in forms]
        assert home.read() == titles

    def test_a_fork_and_a_mirror_elsewhere_are_repositories_of_their_own(self, home):
        """D05, D09"""
        names = ["me/widget", "acme/widget", "git-a.example/acme/widget", "git-b.example/acme/widget"]
        titles = {name: home.capture("Fix it", repository=name).todo for name in names}
        assert len({todo.id for todo in titles.values()}) == len(names)
        for name in names:
            assert home.read(repository=name) == ["Fix it"]

    def test_two_sessions_that_are_first_at_the_same_moment_share_the_repository(self, home, sqlite):

        raced = on(home, RacedTable(sqlite, lambda: home.capture("First", repository="Acme/Widget")))
        second = raced.capture("Second", session="s2", repository="acme/widget")
        assert second.repository == "Acme/Widget"
        assert home.read() == ["First", "Second"]

    def test_an_unknown_repository_is_read_as_empty(self, home):
        assert home.read(repository="acme/nothing") == []


class TestTheRulesOfAList:
    def test_a_list_may_review_new_ones_which_wait_as_proposed_until_the_owner_says_yes(self, home):
        before = home.follow_up("Before")
        home.set_up(review_new=True)
        new = home.follow_up("New", session="s2")

        assert home.read() == [before.title]
        assert home.shelf(Shelf.PROPOSED) == ["New"]
        assert "New" in home.shelf(), "it is an open todo of the owner's"
        home.act(editing.accept, new)
        assert home.read() == ["Before", "New"]
        assert home.shelf(Shelf.PROPOSED) == []

    def test_a_dismissed_one_is_deleted_and_can_be_restored(self, home):
        home.set_up(review_new=True)
        new = home.follow_up("New")
        home.act(editing.dismiss, new)
        assert (home.shelf(), home.shelf(Shelf.DELETED)) == ([], ["New"])
        home.act(editing.restore, new)
        assert home.shelf(Shelf.PROPOSED) == ["New"]

    def test_proposed_ones_stand_in_one_group_per_session_oldest_first(self, home, clock):
        home.set_up(review_new=True)
        filed = []
        for session in ("s1", "s2", "s1", "s2"):
            filed.append((session, home.capture(session=session).todo.title))
            clock.advance(seconds=1)
        shown = home.shelf(Shelf.PROPOSED)
        groups = [[title for session, title in filed if session == wanted] for wanted in ("s1", "s2")]
        assert shown in (groups[0] + groups[1], groups[1] + groups[0])

    def test_a_list_may_name_the_repositories_it_accepts(self, home):
        home.set_up(accepted_repositories=["Acme/Widget"])
        home.capture(repository="acme/widget")
        with pytest.raises(RepositoryNotAccepted):
            home.capture("Elsewhere", repository="acme/other")
        assert "Elsewhere" not in home.shelf()

    def test_an_accepted_repository_stays_accepted_under_its_new_name(self, home):
        home.set_up(accepted_repositories=["acme/widget"])
        home.capture(repository="acme/widget")
        renaming.rename(home.ports, home.owner, old="acme/widget", new="acme/gadget")
        assert home.capture("New", repository="acme/gadget").repository == "acme/gadget"
        assert home.capture("Old", repository="acme/widget").repository == "acme/gadget"
        with pytest.raises(RepositoryNotAccepted):
            home.capture("Elsewhere", repository="acme/other")


def test_two_owners_never_see_each_other(home, ports):
    other = a_home(ports, "owner-2")
    home.capture("Mine")
    assert other.read() == []
    assert other.shelf() == []
    assert other.capture("Mine").duplicate is False


def test_an_agent_of_all_lists_captures_into_each(home, ports):
    second = a_home(ports, name="Second")
    agent = an_agent(ports, an_owner(ports))
    assert agent.key is not None
    home.capture("Here")
    second.capture("There")
    assert (home.read(), second.read()) == (["Here"], ["There"])
