"""What open pages are told: the rows that pages show, in messages that fit, of their owner's lists alone."""

import json
from dataclasses import replace
from datetime import datetime
from types import SimpleNamespace

import pytest

from followups.domain.dues import DueTime
from followups.domain.instants import to_text
from followups.domain.limits import MESSAGE_BYTES
from followups.edges.live_news import News, packed
from followups.edges.stream_records import seen
from followups.edges.web import presenting
from followups.services import editing, following, managing_lists, reading_changes, renaming, signing_in
from followups.services.change_log import Change
from followups.services.ports import Shelf
from followups.storage.todo_items import ItemRow
from tests.builders import a_home
from tests.chores import KeptChores
from tests.pages import KeptMessages, a_page

HOSTILE = "".join(map(chr, (0x202E, 0x2028, 0x1F4A9, 0x10FFFF, 0xFFFD, 0x22, 0x5C, 0x7F))) + "</script>\t"

BERLIN_MORNING = DueTime(at=datetime(2027, 1, 31, 9), time_zone="Europe/Berlin")


@pytest.fixture
def pages(home, sqlite):
    return Pages(home, sqlite)


class Pages:
    """One open page of the home's owner, and how it is told of everything written since the last time."""

    def __init__(self, home, sqlite):
        self._home, self._sqlite = home, sqlite
        self._at = sqlite.last_position()
        self.gateway = KeptMessages()
        a_page(home.ports, home.owner.caller, "mine")

    def tell(self, row_of=ItemRow):
        """In one batch."""
        news = News(row_of)
        for change in self._sqlite.changes_after(self._at, 1_000):
            before, after = seen(change.old), seen(change.new)
            rows = following.follow(self._home.ports, KeptChores(), before, after, f"{change.position:012d}")
            news.add(before, after, rows, change.new)
            self._at = change.position
        news.spread(self._home.ports, self.gateway, lambda: False)
        heard = self.gateway.heard("mine")
        self.gateway.sent.clear()
        return heard


def row(home, todo, shelf=Shelf.OPEN):
    """The todo as a page of the list shows it."""
    (found,) = [row for row in home.ports.todos.shelf(home.id, shelf, limit=100).rows if row.id == todo.id]
    return presenting.row(found, found.repository, to_text(home.clock.now()))


def test_a_change_is_told_with_the_row_that_a_page_shows_and_its_place_in_the_change_log(home, pages):
    todo = home.add("Fix it", notes="n" * 1_000, due=BERLIN_MORNING, starred=True)
    (message,) = pages.tell()
    position = reading_changes.changes(home.ports, home.owner, None, exact=True, limit=1).position
    assert message == {
        "type": "changes",
        "list_id": home.id,
        "position": position,
        "changes": [{"id": todo.id, "version": 1, "deleted": False, "todo": row(home, todo)}],
    }
    assert message["changes"][0]["todo"]["notes_shortened"] is True
    assert message["changes"][0]["todo"]["due_at"] == "2027-01-31T08:00:00.000Z"


def test_reading_on_from_the_position_of_a_message_gives_what_came_after_it(home, pages):
    home.add()
    (message,) = pages.tell()
    later = home.add()
    pages.tell()
    found = reading_changes.changes(home.ports, home.owner, message["position"], exact=True, limit=10)
    assert [change.todo_id for change in found.changes] == [later.id]


def test_every_kind_of_row_is_what_a_page_shows(home, pages):
    claimed = home.claim(home.follow_up())
    back = home.claim(home.follow_up(title=f"T {'𝒳' * 400}"))
    home.hand_back(back)
    home.set_up(review_new=True)
    proposed = home.follow_up(session="s2")
    done = home.add()
    home.act(editing.complete, done)
    changes = {change["id"]: change for change in pages.tell()[-1]["changes"]}
    for todo in (claimed, back, proposed):
        assert changes[todo.id]["todo"] == row(home, todo)
    assert changes[done.id]["todo"] == row(home, done, Shelf.COMPLETED)
    assert changes[claimed.id]["todo"]["claim"]["session_id"] == "s1"


def test_a_claim_that_lapsed_before_it_is_told_is_not_shown(home, pages):
    todo = home.claim(home.follow_up())
    home.clock.advance(minutes=31)
    (message,) = pages.tell()
    assert [change["id"] for change in message["changes"]] == [todo.id]
    assert "claim" not in message["changes"][0]["todo"]


def test_a_token_of_a_claim_is_never_told(home, pages):
    todo = home.claim(home.follow_up())
    assert todo.claim is not None
    assert todo.claim.token not in json.dumps(pages.tell())


def test_of_several_writes_of_one_todo_the_last_is_told_in_its_place(home, pages):
    first, second = home.add(), home.add()
    home.edit(first, starred=True)
    (message,) = pages.tell()
    assert [(change["id"], change["version"]) for change in message["changes"]] == [(second.id, 1), (first.id, 2)]


def test_what_is_deleted_is_told_without_a_row(home, pages):
    todo = home.add()
    home.act(editing.delete, todo)
    (message,) = pages.tell()
    assert message["changes"] == [{"id": todo.id, "version": 2, "deleted": True}]


def test_a_moved_todo_leaves_one_list_and_comes_into_the_other(home, pages):
    other = a_home(home.ports, name="Other")
    todo = home.add()
    pages.tell()
    home.act(editing.move, todo, to_list=other.id)
    left, came = pages.tell()
    assert (left["list_id"], left["changes"]) == (home.id, [{"id": todo.id, "version": 2, "deleted": True}])
    assert (came["list_id"], came["changes"][0]["deleted"]) == (other.id, False)
    assert came["changes"][0]["todo"] == row(other, todo)


def test_a_list_that_was_made_changed_or_deleted_is_told_once_a_batch(home, pages):
    other = a_home(home.ports, name="Other").owner
    assert pages.tell() == [{"type": "lists"}]
    for write in (
        lambda: home.set_up(review_new=True),
        lambda: managing_lists.delete(home.ports, other, None),
    ):
        write()
        assert [message for message in pages.tell() if message["type"] != "changes"] == [{"type": "lists"}]


def test_changed_settings_are_told(home, pages):
    signing_in.edit(home.ports, home.owner.caller, None, day_start="08:30")
    assert pages.tell() == [{"type": "settings"}]


def test_the_page_of_another_owner_is_told_nothing(home, pages):
    theirs = a_home(home.ports, "owner-2")
    a_page(home.ports, theirs.owner.caller, "theirs")
    pages.tell()
    home.add()
    a_home(home.ports, name="Other")
    signing_in.edit(home.ports, home.owner.caller, None, day_start="08:30")
    assert len(pages.tell()) == 3
    theirs.add("Theirs alone")
    assert pages.tell() == []


def test_no_message_of_a_batch_is_heard_by_two_owners(home, sqlite):
    theirs = a_home(home.ports, "owner-2")
    a_page(home.ports, theirs.owner.caller, "theirs")
    pages = Pages(home, sqlite)
    mine = [home.add().id, home.capture().todo.id]
    others = [theirs.add().id, theirs.capture().todo.id]
    news = News(ItemRow)
    for change in sqlite.changes_after(pages._at, 1_000):
        before, after = seen(change.old), seen(change.new)
        rows = following.follow(home.ports, KeptChores(), before, after, f"{change.position:012d}")
        news.add(before, after, rows, change.new)
    news.spread(home.ports, pages.gateway, lambda: False)
    assert [todo_id for todo_id, _, _ in pages.gateway.changes("mine")] == mine
    assert [todo_id for todo_id, _, _ in pages.gateway.changes("theirs")] == others


def test_a_batch_that_weighs_more_is_told_in_messages_that_fit_and_say_how_far_each_comes(home, pages):
    ids = [home.add(f"{number} {'𝒳' * 200}", notes=HOSTILE * 50).id for number in range(90)]
    gateway = pages.gateway
    news = pages.tell()
    assert len(news) > 2
    assert [change["id"] for message in news for change in message["changes"]] == ids
    assert gateway.sent == []
    positions = [message["position"] for message in news]
    assert positions == sorted(positions)
    for message in news:
        assert len(json.dumps(message, ensure_ascii=False, separators=(",", ":")).encode()) <= MESSAGE_BYTES
        found = reading_changes.changes(home.ports, home.owner, message["position"], exact=True, limit=200)
        newest = message["changes"][-1]["id"]
        assert [change.todo_id for change in found.changes] == ids[ids.index(newest) + 1 :]


@pytest.mark.parametrize("letter", ["x", '"', "\\", "é", "\u2028", "𝒳"])
def test_messages_are_filled_to_the_last_byte_and_never_over_it(letter):
    for length in range(900, 1_000, 7):
        text = json.dumps({"id": letter * length}, ensure_ascii=False)
        told = [(f"2026-11-30T12:00:00.000Z#{number:040d}.0000", text, '{"id":"x"}') for number in range(100)]
        messages = list(packed("a-list", told))
        sizes = [len(message.encode()) for message in messages]
        assert max(sizes) <= MESSAGE_BYTES
        weight = len(text.encode()) + 1
        assert all(size + weight > MESSAGE_BYTES for size in sizes[:-1])
        assert sum(len(json.loads(message)["changes"]) for message in messages) == 100


def test_a_row_that_no_message_has_room_for_is_left_out():
    full = json.dumps({"id": "t", "todo": "𝒳" * (MESSAGE_BYTES // 4)}, ensure_ascii=False)
    told = [("p1", '{"id":"s"}', '{"id":"s"}'), ("p2", full, '{"id":"t"}'), ("p3", '{"id":"u"}', '{"id":"u"}')]
    (message,) = packed("a-list", told)
    assert json.loads(message) == {
        "type": "changes",
        "list_id": "a-list",
        "position": "p3",
        "changes": [{"id": "s"}, {"id": "t"}, {"id": "u"}],
    }


def test_the_largest_row_that_there_can_be_fits(home, pages):
    todo = home.capture(
        "𝒳" * 1_000, notes='"' * 99_000, repository="a/" + "r" * 98, session="𝒳" * 200, due="2027-01-31"
    ).todo
    (message,) = pages.tell()
    assert message["changes"][0]["todo"] == row(home, todo)


@pytest.mark.parametrize("trouble", [ValueError, KeyError, TypeError])
def test_a_row_that_cannot_be_read_is_left_out_and_stops_no_other(home, pages, trouble):
    def row_of(image):
        if image["id"] == broken.id:
            raise trouble("of a newer version")
        return ItemRow(image)

    broken, whole = home.add(), home.add()
    (message,) = pages.tell(row_of)
    assert message["changes"] == [
        {"id": broken.id, "version": 1, "deleted": False},
        {"id": whole.id, "version": 1, "deleted": False, "todo": row(home, whole)},
    ]


def test_half_a_character_in_a_row_leaves_the_row_out(home, pages):
    todo = home.add()
    (message,) = pages.tell(lambda image: ItemRow({**image, "row_title": "\ud800"}))
    assert message["changes"] == [{"id": todo.id, "version": 1, "deleted": False}]


def test_a_list_whose_repository_was_renamed_is_told_and_a_new_repository_is_not(home, pages):
    home.capture("Fix the guard", repository="acme/widget")
    assert [message["type"] for message in pages.tell()] == ["changes"]
    renaming.rename(home.ports, home.owner, old="acme/widget", new="acme/gadget")
    assert {"type": "repositories", "list_id": home.id} in pages.tell()


def test_a_repository_is_told_as_it_was_filed(home, pages):
    todo = home.follow_up(repository="acme/widget")
    (message,) = pages.tell()
    assert message["changes"][0]["todo"]["origin"]["repository"] == "acme/widget"
    assert todo.origin is not None


def test_rows_of_change_logs_that_come_without_an_image_are_told_without_a_row(home):
    change = Change(list_id="l", owner_id=home.owner.owner_id, todo_id="t", version=3, deleted=False, position="p")
    gateway = KeptMessages()
    a_page(home.ports, home.owner.caller, "mine")
    news = News(ItemRow)
    news.add(None, None, [change, replace(change, todo_id="u", deleted=True)], None)
    news.spread(SimpleNamespace(clock=home.clock, sockets=home.ports.sockets), gateway, lambda: False)
    assert gateway.changes("mine") == [("t", 3, False), ("u", 3, True)]
