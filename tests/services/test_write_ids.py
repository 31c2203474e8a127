"""A write id names one write: sent again it does no harm, used for another write it does not swallow that one."""

import pytest

from followups.domain.errors import KeyConflict
from followups.services import adding, editing, importing, managing_lists, signing_in
from followups.services.access import reach_list
from followups.services.editing import Edit, Seen
from followups.services.ports import Shelf
from tests.builders import Home


def test_a_change_made_from_what_is_there_now_is_another_write(home: Home) -> None:
    todo = adding.add(home.ports, home.owner, title="Fix it")
    first = editing.edit(home.ports, home.owner, Seen(id=todo.id, version=1, write_id="w"), Edit(title="Mend it"))
    second = editing.edit(home.ports, home.owner, Seen(id=todo.id, version=2, write_id="w"), Edit(notes="n"))
    assert (first.version, second.version, second.title, second.notes) == (2, 3, "Mend it", "n")
    assert editing.delete(home.ports, home.owner, Seen(id=todo.id, version=3, write_id="w")).deleted_at is not None


def test_a_change_sent_again_from_the_version_it_was_made_from_is_the_same_write(home: Home) -> None:
    todo = adding.add(home.ports, home.owner, title="Fix it")
    seen = Seen(id=todo.id, version=1, write_id="w")
    once = editing.edit(home.ports, home.owner, seen, Edit(title="Mend it"))
    assert editing.edit(home.ports, home.owner, seen, Edit(title="Mend it")) == once


def test_a_list_is_deleted_by_the_write_id_that_renamed_it(home: Home) -> None:
    renamed = managing_lists.edit(home.ports, home.owner, home.owner.list.version, name="House", write_id="w")
    reached = reach_list(home.ports, home.owner.caller, home.id)
    managing_lists.delete(home.ports, reached, renamed.version, write_id="w")
    assert managing_lists.lists_of(home.ports, home.owner.caller) == []


def test_settings_are_changed_twice_with_one_write_id(home: Home) -> None:
    me = home.owner.caller
    first = signing_in.edit(home.ports, me, 1, time_zone="Europe/Berlin", write_id="w")
    second = signing_in.edit(home.ports, me, first.version, time_zone="Europe/Madrid", write_id="w")
    assert second.time_zone == "Europe/Madrid"


def test_a_todo_and_an_import_of_one_write_id_are_two_things(home: Home) -> None:
    adding.add(home.ports, home.owner, title="Fix it", write_id="w")
    importing.bring_in(home.ports, home.owner, [{"title": "Buy paprika"}], write_id="w")
    assert {row.title for row in home.ports.todos.shelf(home.id, Shelf.OPEN, limit=10).rows} == {
        "Fix it",
        "Buy paprika",
    }


@pytest.mark.parametrize("other", [{"title": "Mend it"}, {"notes": "n"}, {"starred": True}])
def test_another_todo_needs_another_write_id(home: Home, other: dict[str, object]) -> None:
    adding.add(home.ports, home.owner, title="Fix it", write_id="w")
    asked = {"title": "Fix it", **other}
    with pytest.raises(KeyConflict):
        adding.add(home.ports, home.owner, **asked, write_id="w")  # type: ignore[arg-type]


def test_a_todo_that_was_deleted_is_not_made_again_by_its_write_id(home: Home) -> None:
    todo = adding.add(home.ports, home.owner, title="Fix it", write_id="w")
    editing.delete(home.ports, home.owner, Seen(id=todo.id, version=1))
    with pytest.raises(KeyConflict):
        adding.add(home.ports, home.owner, title="Fix it", write_id="w")


def test_lists_stand_in_the_order_they_were_made_in_whatever_their_ids(home: Home) -> None:
    home.clock.advance(seconds=1)
    managing_lists.create(home.ports, home.owner.caller, name="House", write_id="w")
    assert [found.name for found in managing_lists.lists_of(home.ports, home.owner.caller)] == ["Follow-ups", "House"]
