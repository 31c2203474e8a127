"""Two versions of the code on one table: what a newer one wrote survives an older one, and a newer one reads old items.

The newer version is played by an attribute that nothing here knows, in every item; the older one is the code as it is.
"""

from typing import Any, Final

import pytest

from followups.services import access, managing_keys, signing_in
from followups.services.ports import Shelf
from followups.storage import keys
from followups.storage.contract import Changes, Item, Key, Table
from followups.storage.evaluation import key_of
from local.sqlite_table import SqliteTable
from tests.builders import WIDGET, FakeClock, Home, a_home, ports_on
from tests.faults import PassingTable
from tests.services.test_faults import CASES, Case

NEWER: Final = "of_a_newer_version"


class NotingTable(PassingTable):
    """Knows the key of every item that was written through it, in the order of the writes."""

    def __init__(self, table: Table) -> None:
        super().__init__(table)
        self.written: list[Key] = []

    def put(self, item: Item, **more: Any) -> None:
        self.written.append(Key(item["PK"], item["SK"]))
        super().put(item, **more)

    def update(self, key: Key, changes: Changes, **more: Any) -> Item:
        self.written.append(key)
        return super().update(key, changes, **more)

    def transact(self, actions: Any) -> None:
        self.written.extend(key_of(action) for action in actions)
        super().transact(actions)

    def items(self) -> dict[Key, Item]:
        found = {key: self.get(key) for key in dict.fromkeys(self.written)}
        return {key: item for key, item in found.items() if item is not None}


def used_key(home: Home) -> str:
    secret = managing_keys.create(home.ports, home.owner.caller, name="Laptop").secret
    access.caller_of(home.ports, f"Bearer {secret}")
    home.clock.advance(hours=2)
    return secret


ALL = [
    *CASES,
    Case("use a key", used_key, lambda home, secret: access.caller_of(home.ports, f"Bearer {secret}")),
]


def a_scene(table: Table, case: Case) -> tuple[NotingTable, Home, Any]:
    noting = NotingTable(table)
    home = a_home(ports_on(noting, FakeClock()))
    return noting, home, case.prepare(home)


def let_a_newer_version_write(table: NotingTable) -> dict[Key, str]:
    """Its attribute into every item, of another value in each."""
    values = {key: f"of {key.pk} {key.sk}" for key in table.items()}
    for key, value in values.items():
        table.update(key, Changes(set={NEWER: value}))
    return values


@pytest.mark.parametrize("case", ALL, ids=lambda case: case.name)
def test_what_a_newer_version_wrote_survives_every_write_of_this_one(table: Table, case: Case) -> None:
    noting, home, prepared = a_scene(table, case)
    values = let_a_newer_version_write(noting)
    case.call(home, prepared)
    kept = {key: item.get(NEWER) for key, item in noting.items().items() if key in values}
    assert kept == {key: values[key] for key in kept}


def test_every_kind_of_item_that_is_written_twice_is_written_under_a_newer_version_s_attribute() -> None:
    kinds = set()
    for case in ALL:
        sqlite = SqliteTable(":memory:")
        noting, home, prepared = a_scene(sqlite, case)
        let_a_newer_version_write(noting)
        noting.written.clear()
        case.call(home, prepared)
        kinds |= {item["type"] for item in noting.items().values() if NEWER in item}
        sqlite.close()
    assert kinds == {"todo", "list", "owner", "session", "api-key", "repository", "noise", "title-mark"}


def test_a_preference_that_only_a_newer_version_knows_survives_a_change_of_another(table: Table) -> None:
    noting, home, _ = a_scene(table, Case("", lambda _: None, lambda *_: None))
    (place,) = (key for key, item in noting.items().items() if item["type"] == "owner")
    table.update(place, Changes(set={"preferences": {"theme": "dark", "of_a_newer_version": "kept"}}))
    signing_in.edit(home.ports, home.owner.caller, None, preferences={"theme": "light"})
    assert table.get(place) is not None
    assert (table.get(place) or {})["preferences"] == {"theme": "light", "of_a_newer_version": "kept"}


def test_a_value_that_only_a_newer_version_knows_stays_while_the_rest_is_changed(table: Table) -> None:
    noting, home, todo = a_scene(table, Case("", lambda home: home.follow_up("Fix it", host="codex"), lambda *_: None))
    place = keys.todo(todo.id)
    noting.update(place, Changes(set={"origin_host": "a_newer_program"}))
    home.claim(todo)
    home.edit(todo, title="Fix that")
    home.hand_back(home.stored(todo))
    assert noting.items()[place]["origin_host"] == "a_newer_program"


ALWAYS_WRITTEN: Final = {
    "todo": {"id", "owner_id", "list_id", "row_title", "order", "created_at", "updated_at", "version"},
    "list": {"id", "owner_id", "list_id", "name", "created_at", "updated_at", "version"},
    "owner": {"id", "owner_id", "time_zone", "day_start", "created_at", "updated_at", "version"},
    "session": {"id", "owner_id", "list_id", "last_seen_at", "version"},
    "api-key": {"id", "owner_id", "name", "prefix", "role", "created_at"},
    "repository": {"owner_id", "list_id", "filed", "repository_id", "name"},
    "noise": {"owner_id", "list_id"},
    "title-mark": {"owner_id", "list_id", "todo_id"},
    "sign-in": {"owner_id"},
}
"""What every version has written, by the kind of item, besides its type and its keys. Only ever shorten a set."""


def worked_on(home: Home) -> Any:
    """One of each kind of item, with all that may stand in it."""
    signing_in.edit(home.ports, home.owner.caller, None, preferences={"theme": "dark"})
    home.set_up(review_new=False, accepted_repositories=[WIDGET])
    todo = home.follow_up("Fix it " * 60, notes="n" * 500, due="2027-01-31", host="codex")
    home.drain()
    home.hand_back(home.stored(todo))
    return todo


def test_items_of_the_first_version_are_read_and_written_as_what_they_say(table: Table) -> None:
    noting, home, todo = a_scene(table, Case("", worked_on, lambda *_: None))
    kinds = set()
    for key, item in noting.items().items():
        kinds.add(item["type"])
        stays = {"PK", "SK", "GSI1PK", "GSI1SK", "type", *ALWAYS_WRITTEN[item["type"]]}
        if newer := frozenset(item.keys() - stays):
            noting.update(key, Changes(remove=newer))
    assert kinds == ALWAYS_WRITTEN.keys()

    ports = home.ports
    old = home.stored(todo)
    assert (old.origin, old.claim, old.due, old.notes, old.starred, old.reports) == (None, None, None, "", False, 0)
    assert home.shelf(Shelf.OPEN) == [old.title]
    assert ports.lists.get(home.owner.owner_id, home.id) is not None
    assert (owner := ports.owners.get(home.owner.owner_id)) is not None
    assert owner.preferences == {}
    assert [key.list_id for key in ports.api_keys.of_owner(home.owner.owner_id)] == [None]
    assert (session := ports.sessions.get(home.id, "d1")) is not None
    assert (session.drain, session.bound_todo_id) == (None, None)
    assert [name.also for name in ports.repositories.all(home.id)] == [frozenset()]
    assert ports.filings.noise(home.id, "s1") == frozenset()

    assert home.edit(old, title="Fix that", starred=True).version == old.version + 1
    home.capture("Another")
    assert home.given().title == "Another"
