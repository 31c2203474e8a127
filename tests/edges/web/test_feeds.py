"""Calendar feeds: the owner makes them, calendars read them, and nobody reads more."""

import io
import json
import logging
from datetime import date
from urllib.parse import urlsplit

import pytest

from followups.domain.limits import CALLS_PER_MINUTE, FEEDS_PER_LIST
from followups.edges import logs
from local.sqlite_table import SqliteTable
from tests.behind import Behind
from tests.edges.web.calendars import events, starts, texts
from tests.edges.web.site import at, refusal

DAY = {"date": "2027-01-31"}
NINE = {"at": "2027-01-31T09:00", "time_zone": "Europe/Berlin"}


def feeds_path(me) -> str:
    return f"/api/lists/{me.list_id}/feeds"


def make(me, **more) -> tuple[str, str]:
    """The id of a new feed of the first list, and the path that a calendar asks for."""
    made = me.post(feeds_path(me), more)
    return made["id"], urlsplit(made["url"]).path


def reading(site, path, **more):
    """As a calendar does it: nobody is signed in."""
    return site.nobody().ask("GET", path, **more)


class TestTheOwner:
    def test_sees_an_address_once(self, me) -> None:
        response = me.ask("POST", feeds_path(me), {"name": "Phone"})
        made = response.json()
        assert response.status_code == 201
        assert made["url"].startswith("http://127.0.0.1:8765/feeds/")
        assert made["url"].endswith(".ics")
        listed = me.ask("GET", feeds_path(me))
        assert listed.json()["feeds"] == [{name: value for name, value in made.items() if name != "url"}]
        assert urlsplit(made["url"]).path.removesuffix(".ics") not in listed.text

    def test_needs_no_name_for_one(self, me) -> None:
        assert "name" not in me.post(feeds_path(me), {})
        assert me.ask("POST", feeds_path(me), content=b"").status_code == 201

    def test_sees_when_one_was_last_used(self, me, site) -> None:
        _, path = make(me)
        assert "last_used_at" not in me.get(feeds_path(me))["feeds"][0]
        reading(site, path)
        assert me.get(feeds_path(me))["feeds"][0]["last_used_at"] == "2026-11-30T12:00:00.000Z"

    def test_replaces_an_address_by_a_new_feed(self, me, site) -> None:
        me.add("Due", due=DAY)
        old_id, old = make(me)
        _, new = make(me)
        assert me.ask("DELETE", f"{feeds_path(me)}/{old_id}").status_code == 204
        gone, unknown = reading(site, old), reading(site, f"/feeds/{'x' * 43}.ics")
        refusal(gone, 404, "not_found")
        assert gone.json() == unknown.json()
        assert texts(reading(site, new).content, "SUMMARY") == ["Due"]
        refusal(me.ask("DELETE", f"{feeds_path(me)}/{old_id}"), 404, "not_found")

    def test_makes_only_so_many_for_a_list_and_sees_them_in_pages(self, me, clock) -> None:
        for number in range(FEEDS_PER_LIST):
            clock.advance(seconds=1)
            make(me, name=f"feed {number}")
        assert refusal(me.ask("POST", feeds_path(me), {}), 422, "invalid")["field"] == "name"
        first = me.get(feeds_path(me), params={"limit": 6})
        second = me.get(feeds_path(me), params={"limit": 6, "cursor": first["next_cursor"]})
        names = [feed["name"] for feed in [*first["feeds"], *second["feeds"]]]
        assert names == [f"feed {number}" for number in range(FEEDS_PER_LIST)]
        assert "next_cursor" not in second

    @pytest.mark.parametrize(
        ("body", "status", "code"),
        [
            ({"name": ""}, 422, "invalid"),
            ({"name": "a\nb"}, 422, "invalid"),
            ({"name": 1}, 400, "invalid"),
            ({"name": "x" * 201}, 413, "too_large"),
            ({"token": "mine"}, 400, "invalid"),
        ],
        ids=str,
    )
    def test_is_told_what_is_wrong_with_one(self, body, status, code, me) -> None:
        refusal(me.ask("POST", feeds_path(me), body), status, code)
        assert me.get(feeds_path(me)) == {"feeds": []}

    @pytest.mark.parametrize("feed_id", ["x", "%00", "x" * 5_000, "💦", "A" * 64, "0" * 64])
    def test_ends_none_that_there_is_not(self, feed_id, me) -> None:
        refusal(me.ask("DELETE", f"{feeds_path(me)}/{feed_id}"), 404, "not_found")

    def test_ends_a_feed_with_its_list_and_has_it_back_with_it(self, me, site) -> None:
        me.add("Due", due=DAY)
        _, path = make(me)
        list_path = f"/api/lists/{me.list_id}"
        assert me.ask("DELETE", list_path, match="*").status_code == 204
        refusal(reading(site, path), 404, "not_found")
        me.post(f"{list_path}/restore", match="*")
        assert texts(reading(site, path).content, "SUMMARY") == ["Due"]

    def test_ends_all_feeds_with_the_account(self, me, site) -> None:
        _, path = make(me)
        assert me.ask("DELETE", "/api/me", match="*").is_success
        refusal(reading(site, path), 404, "not_found")


class TestACalendar:
    def test_reads_what_is_open_and_due_in_this_list_and_no_notes(self, me, site) -> None:
        me.add("That day", due=DAY, notes="PRIVATE")
        me.add("At nine", due=NINE)
        me.add("Undated")
        me.act(me.add("Done", due=DAY), "complete")
        me.post(f"/api/lists/{me.add_list()}/todos", {"title": "Elsewhere", "due": DAY})
        response = reading(site, make(me)[1])
        assert response.status_code == 200
        assert response.headers["content-type"] == "text/calendar; charset=utf-8"
        assert [event["SUMMARY"] for event in events(response.content)] == ["That day", "At nine"]
        assert starts(response.content)[0] == date(2027, 1, 31)
        assert "PRIVATE" not in response.text

    def test_is_led_to_each_todo_on_the_site(self, me, site) -> None:
        todo = me.add(due=DAY)
        (url,) = texts(reading(site, make(me)[1]).content, "URL")
        assert url == f"http://127.0.0.1:8765/lists/{todo['list_id']}/todos/{todo['id']}"

    def test_follows_what_happens_to_a_todo(self, me, site) -> None:
        todo = me.add("Before", due=DAY)
        _, path = make(me)
        (before,) = events(reading(site, path).content)
        me.patch(at(todo), {"title": "After", "due": {"date": "2027-02-01"}})
        (after,) = events(reading(site, path).content)
        assert (after["UID"], after["SUMMARY"], after["DTSTART"].dt) == (before["UID"], "After", date(2027, 2, 1))
        assert after["LAST-MODIFIED"].dt >= before["LAST-MODIFIED"].dt

    @pytest.mark.parametrize("seconds_later", [0, 120], ids=["just now", "settled"])
    def test_gets_nothing_anew_while_nothing_changed(self, seconds_later, me, site, sqlite: SqliteTable, ports, clock):
        behind = Behind(sqlite, ports)
        me.add("Due", due=DAY)
        _, path = make(me)
        behind.catch_up()
        clock.advance(seconds=seconds_later)
        first = reading(site, path)
        etag = first.headers["etag"]
        for sent in (etag, f'"other", W/{etag}', "*"):
            again = reading(site, path, headers={"If-None-Match": sent})
            assert (again.status_code, again.content) == (304, b"")
            assert again.headers["etag"] == etag
        me.add("Another", due=DAY)
        behind.catch_up()
        changed = reading(site, path, headers={"If-None-Match": etag})
        assert changed.status_code == 200
        assert changed.headers["etag"] != etag
        assert texts(changed.content, "SUMMARY") == ["Due", "Another"]

    def test_may_keep_what_it_read_to_ask_by(self, me, site) -> None:
        response = reading(site, make(me)[1])
        assert response.headers.get_list("cache-control") == ["private, no-cache"]
        assert response.headers["x-content-type-options"] == "nosniff"

    def test_that_asks_for_the_head_gets_that_of_the_whole(self, me, site) -> None:
        me.add(due=DAY)
        _, path = make(me)
        whole, head = reading(site, path), site.nobody().ask("HEAD", path)
        assert (head.status_code, head.content) == (200, b"")
        for name in ("etag", "content-length", "content-type"):
            assert head.headers[name] == whole.headers[name]

    @pytest.mark.parametrize("method", ["POST", "PATCH", "DELETE", "PUT"])
    def test_can_do_nothing_else(self, method, me, site) -> None:
        _, path = make(me)
        response = site.nobody().ask(method, path)
        assert response.status_code == 405
        assert response.headers["allow"] == "GET, HEAD"

    @pytest.mark.parametrize("token", ["x", "x" * 42, "x" * 44, "-" * 43, "%00" * 43, "💦" * 43, "x" * 5_000])
    def test_with_what_is_no_token_is_told_what_an_unknown_one_is_told(self, token, me, site) -> None:
        make(me)
        response = reading(site, f"/feeds/{token}.ics")
        assert response.json() == reading(site, f"/feeds/{'x' * 43}.ics").json()
        refusal(response, 404, "not_found")

    def test_is_asked_to_wait_when_it_asks_too_often(self, me, site) -> None:
        _, path = make(me)
        _, other = make(me)
        for _ in range(CALLS_PER_MINUTE):
            assert site.nobody().ask("HEAD", path).status_code == 200
        refused = reading(site, path)
        refusal(refused, 429, "rate_limited")
        assert 0 < int(refused.headers["retry-after"]) <= 60
        assert reading(site, other).status_code == 200


def test_no_token_and_no_path_reaches_a_log(me, site, monkeypatch) -> None:
    stream = io.StringIO()
    monkeypatch.setattr(logs.LOGGER, "handlers", [])
    monkeypatch.setattr(logs.LOGGER, "propagate", logs.LOGGER.propagate)
    logs.configure("INFO", stream)
    everything = logging.StreamHandler(stream)
    logging.getLogger().addHandler(everything)
    try:
        feed_id, path = make(me)
        reading(site, path)
        me.ask("DELETE", f"{feeds_path(me)}/{feed_id}")
        reading(site, path)
        monkeypatch.setattr("followups.services.access.caller_by_feed", lambda *_: 1 / 0)
        assert reading(site, path).status_code == 500
    finally:
        logging.getLogger().removeHandler(everything)
    ours = [json.loads(line) for line in stream.getvalue().splitlines() if line.startswith("{")]
    assert {line.get("route") for line in ours} >= {"/feeds/{token}.ics"}
    assert path.removeprefix("/feeds/").removesuffix(".ics") not in stream.getvalue()
