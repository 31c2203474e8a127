"""The owner changes todos: from the version the page showed, once however often it is sent; nobody's write is lost."""

from dataclasses import replace
from datetime import date, timedelta

import pytest

from followups.domain.dues import DueDate
from followups.domain.errors import Invalid, KeyConflict, NotFound, TooLarge, Unavailable
from followups.services import adding, editing
from followups.services.editing import Edit, Seen, Stale
from followups.services.ports import Shelf
from followups.storage.contract import Changes
from followups.storage.keys import todo as todo_key
from tests.builders import a_home, on
from tests.faults import CountingTable, FailingTable, RacedTable, RepeatingTable

ACTIONS = {
    "edit": lambda home, seen: editing.edit(home.ports, home.owner, seen, Edit(title="New")),
    "delete": lambda home, seen: editing.delete(home.ports, home.owner, seen),
    "complete": lambda home, seen: editing.complete(home.ports, home.owner, seen),
    "unassign": lambda home, seen: editing.unassign(home.ports, home.owner, seen),
    "assign": lambda home, seen: editing.assign(home.ports, home.owner, seen, repository="acme/other"),
    "snooze": lambda home, seen: editing.snooze(
        home.ports, home.owner, seen, until=home.clock.now().replace(year=2030, microsecond=0)
    ),
}


def each_action(test):
    return pytest.mark.parametrize("action", ACTIONS.values(), ids=ACTIONS)(test)


def test_versions_count_the_saved_writes(home):
    todo = home.add()
    assert todo.version == 1
    assert home.edit(todo, starred=True).version == 2
    assert home.edit(todo, starred=True).version == 2, "nothing changed, so nothing was saved"
    assert home.act(editing.complete, todo).version == 3


@each_action
def test_a_stale_page_is_told_what_the_todo_is_now_and_nothing_is_saved(home, action):
    """E07"""
    todo = home.follow_up()
    current = home.edit(todo, notes="Somebody else's")
    with pytest.raises(Stale) as refused:
        action(home, Seen(id=todo.id, version=1))
    assert refused.value.current == current
    assert home.stored(todo) == current


@each_action
def test_a_change_between_reading_and_writing_survives(home, sqlite, action):
    todo = home.follow_up()
    raced = on(home, RacedTable(sqlite, lambda: home.edit(todo, notes="Somebody else's")))
    with pytest.raises(Stale):
        action(raced, Seen(id=todo.id, version=1))
    assert home.stored(todo).notes == "Somebody else's"
    assert home.stored(todo).version == 2


@each_action
def test_without_a_version_it_is_decided_anew_from_what_is_there(home, sqlite, action):
    todo = home.follow_up()
    raced = on(home, RacedTable(sqlite, lambda: home.edit(todo, notes="Somebody else's")))
    action(raced, Seen(id=todo.id, version=None))
    assert home.stored(todo).notes == "Somebody else's"
    assert home.stored(todo).version == 3


@each_action
def test_after_three_attempts_it_is_a_clear_error(home, sqlite, action):
    todo = home.follow_up()
    home.capture(repository="acme/other")
    rivals = [lambda: home.edit(todo, starred=not home.stored(todo).starred)] * 3
    with pytest.raises(Stale):
        action(on(home, RacedTable(sqlite, *rivals)), Seen(id=todo.id, version=None))
    assert home.stored(todo).version == 4


@each_action
def test_the_same_write_sent_again_is_answered_as_the_success_it_was(home, action):
    todo = home.follow_up()
    seen = Seen(id=todo.id, version=1, write_id="w1")
    first = action(home, seen)
    assert action(home, seen) == first
    assert home.stored(todo).version == first.version


@each_action
def test_a_client_that_repeats_the_write_itself_meets_its_own_success(home, sqlite, action):
    todo = home.follow_up()
    answer = action(on(home, RepeatingTable(sqlite)), Seen(id=todo.id, version=1))
    assert home.stored(todo) == answer
    assert answer.version == 2


def test_the_same_write_after_somebody_elses_is_stale(home):
    todo = home.add()
    seen = Seen(id=todo.id, version=1, write_id="w1")
    editing.edit(home.ports, home.owner, seen, Edit(title="Mine"))
    home.edit(todo, title="Theirs")
    with pytest.raises(Stale) as refused:
        editing.edit(home.ports, home.owner, seen, Edit(title="Mine"))
    assert refused.value.current.title == "Theirs"


def test_a_write_that_broke_off_before_its_last_step_is_finished_by_the_same_write(home, sqlite):
    todo = home.follow_up("Gaurd")
    seen = Seen(id=todo.id, version=1, write_id="w1")
    with pytest.raises(Unavailable):
        editing.edit(on(home, FailingTable(sqlite, 2, works=False)).ports, home.owner, seen, Edit(title="Guard"))
    assert home.stored(todo).title == "Guard"
    editing.edit(home.ports, home.owner, seen, Edit(title="Guard"))
    assert home.capture("guard").todo.id == todo.id


def test_a_change_is_one_read_and_one_write(home, sqlite):
    todo = home.follow_up()
    counted = CountingTable(sqlite)
    editing.edit(on(home, counted).ports, home.owner, Seen(id=todo.id, version=1), Edit(starred=True))
    assert counted.calls == ["get", "update"]


class TestEdits:
    def test_what_is_left_out_stays_and_what_is_cleared_goes(self, home):
        """C05"""
        todo = home.add("Fix it", notes="n", starred=True, due=DueDate(date=date(2027, 1, 31)))
        edited = home.edit(todo, title="New")
        assert (edited.notes, edited.starred, edited.due) == ("n", True, DueDate(date=date(2027, 1, 31)))
        cleared = home.edit(todo, clears=frozenset({"notes", "starred", "due"}))
        assert (cleared.title, cleared.notes, cleared.starred, cleared.due) == ("New", "", False, None)

    def test_what_cannot_be_cleared_is_named(self, home):
        todo = home.add()
        with pytest.raises(Invalid, match="title cannot be cleared"):
            home.edit(todo, clears=frozenset({"title"}))

    @pytest.mark.parametrize(
        ("edit", "refusal"), [({"title": "\u200b"}, Invalid), ({"notes": "x" * 100_001}, TooLarge)]
    )
    def test_an_edit_passes_the_door_of_an_add(self, home, edit, refusal):
        todo = home.add()
        with pytest.raises(refusal):
            home.edit(todo, **edit)
        assert home.stored(todo) == todo

    def test_an_attribute_and_a_host_that_a_newer_version_wrote_survive(self, home, sqlite):
        todo = home.follow_up(host="codex")
        newer = Changes(set={"stage": "pilot", "origin_host": "some-newer-host"})
        sqlite.update(todo_key(todo.id), newer)
        assert home.stored(todo).origin.host == "other"
        home.edit(todo, title="New", notes="n")
        home.complete(home.claim(todo))
        item = sqlite.get(todo_key(todo.id))
        assert (item["stage"], item["origin_host"], item["row_title"]) == ("pilot", "some-newer-host", "New")


class TestDeleting:
    def test_a_deleted_one_is_kept_30_days_newest_first_then_gone(self, home, clock):
        first, second = home.add(), home.add()
        home.act(editing.delete, first)
        clock.advance(days=1)
        home.act(editing.delete, second)
        assert home.shelf(Shelf.DELETED) == [second.title, first.title]
        clock.advance(days=29)
        assert home.shelf(Shelf.DELETED) == [second.title], "though the engine has not taken it away yet"
        with pytest.raises(NotFound):
            editing.restore(home.ports, home.owner, Seen(id=first.id, version=None))
        assert home.act(editing.restore, second).deleted_at is None

    def test_the_engine_takes_it_away_after_30_days(self, home, sqlite, clock):
        todo = home.add()
        home.act(editing.delete, todo)
        now = int(clock.now().timestamp())
        assert sqlite.sweep_expired(now + 30 * 24 * 3600 - 10) == 0
        sqlite.sweep_expired(now + 30 * 24 * 3600)
        assert home.ports.todos.get(todo.id) is None

    def test_a_restored_one_is_no_longer_taken_away(self, home, sqlite, clock):
        todo = home.add()
        home.act(editing.delete, todo)
        home.act(editing.restore, todo)
        sqlite.sweep_expired(int(clock.now().timestamp()) + 90 * 24 * 3600)
        assert home.stored(todo).title == todo.title

    def test_an_edit_of_a_deleted_one_is_refused_and_it_stays_deleted(self, home):
        """E09"""
        todo = home.add()
        home.act(editing.delete, todo)
        for attempt in (
            lambda: home.edit(todo, title="New"),
            lambda: editing.edit(home.ports, home.owner, Seen(id=todo.id, version=1), Edit(title="New")),
            lambda: home.act(editing.complete, todo),
        ):
            with pytest.raises(NotFound, match="Restore it first"):
                attempt()
        assert (home.shelf(), home.shelf(Shelf.DELETED)) == ([], [todo.title])

    def test_ids_are_never_used_again(self, home):
        """E11"""
        ids = [home.add().id for _ in range(3)]
        home.act(editing.delete, home.ports.todos.get(ids[1]))
        ids.extend(home.add().id for _ in range(3))
        assert len(set(ids)) == 6


def test_ticking_what_is_done_already_is_no_change(home):
    """E15"""
    todo = home.add()
    other = home.add()
    done = home.act(editing.complete, todo)
    assert home.act(editing.complete, todo) == done
    assert home.stored(other) == other


def test_a_completed_one_is_listed_newest_first_and_comes_back_where_it_was(home, clock):
    a, b, c = home.add(), home.add(), home.add()
    for todo in (a, c):
        home.act(editing.complete, todo)
        clock.advance(seconds=1)
    assert (home.shelf(), home.shelf(Shelf.COMPLETED)) == ([b.title], [c.title, a.title])
    home.act(editing.reopen, a)
    assert home.shelf() == [a.title, b.title]


def test_a_snooze_holds_back_until_then_and_can_be_lifted(home, clock):
    todo = home.follow_up()
    home.act(editing.snooze, todo, until=clock.now() + timedelta(hours=1))
    assert home.read() == []
    home.act(editing.snooze, todo, until=None)
    assert home.read() == [todo.title]
    with pytest.raises(Invalid, match="future"):
        home.act(editing.snooze, todo, until=clock.now())


@pytest.mark.parametrize("todo_id", ["0190a5c2-0000-7000-8000-000000000000", "nonsense", ""])
def test_an_unknown_id_and_a_foreign_one_look_the_same(home, ports, todo_id):
    foreign = a_home(ports, "owner-2").add()
    answers = set()
    for wanted in (todo_id, foreign.id):
        for action in ACTIONS.values():
            with pytest.raises(NotFound) as refused:
                action(home, Seen(id=wanted, version=1))
            answers.add((refused.value.message, str(refused.value.details)))
    assert len(answers) == 1
    assert foreign == ports.todos.get(foreign.id)


class TestAdding:
    def test_the_same_write_id_is_the_same_todo(self, home):
        first = home.add("Buy milk", write_id="w1")
        assert home.add("Buy milk", write_id="w1") == first
        assert home.shelf() == ["Buy milk"]

    def test_also_after_it_was_edited_moved_about_or_done(self, home):
        first = home.add("Buy milk", write_id="w1")
        edited = home.edit(first, title="Buy oat milk")
        assert home.add("Buy milk", write_id="w1") == edited
        home.act(editing.complete, first)
        assert home.add("Buy milk", write_id="w1").completed_at is not None

    def test_with_another_title_it_is_a_conflict(self, home):
        home.add("Buy milk", write_id="w1")
        with pytest.raises(KeyConflict):
            home.add("Buy bread", write_id="w1")
        assert home.shelf() == ["Buy milk"]

    def test_the_same_write_id_in_another_list_or_of_another_owner_is_another(self, home, ports):
        todos = [
            at.add("Buy milk", write_id="w1") for at in (home, a_home(ports, name="Two"), a_home(ports, "owner-2"))
        ]
        assert len({todo.id for todo in todos}) == 3

    def test_it_is_answered_though_its_neighbours_are_gone_by_now(self, home):
        neighbour = home.add()
        first = home.add("Above", before=neighbour.id, write_id="w1")
        home.act(editing.complete, neighbour)
        assert home.add("Above", before=neighbour.id, write_id="w1") == first

    def test_a_repository_makes_it_a_follow_up_without_a_session(self, home):
        todo = home.add("Fix it", repository="https://github.com/Acme/Widget")
        assert todo.origin is not None
        assert (todo.origin.repository, todo.origin.session_id) == ("Acme/Widget", None)
        assert home.read() == ["Fix it"]

    def test_the_answer_is_what_is_stored(self, home):
        todo = adding.add(home.ports, home.owner, title="  Fix it ", notes="n", repository="acme/widget")
        assert home.stored(todo) == todo
        assert todo == replace(todo, title="Fix it", version=1)
