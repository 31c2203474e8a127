"""What every request passes: headers, the log, and what nobody expected."""

import io
import json
from dataclasses import replace
from typing import Any

import pytest

from followups.edges import logs
from tests.edges.web.site import a_site, at, refusal


@pytest.fixture
def lines(monkeypatch) -> Any:
    """The log, line by line, as it is when asked for."""
    stream = io.StringIO()
    monkeypatch.setattr(logs.LOGGER, "handlers", [])
    monkeypatch.setattr(logs.LOGGER, "propagate", logs.LOGGER.propagate)
    logs.configure("INFO", stream)
    return lambda: [json.loads(line) for line in stream.getvalue().splitlines()]


class Broken:
    """A repository that fails in a way that nobody foresaw."""

    def __getattr__(self, name: str) -> Any:
        raise RuntimeError("SECRET: the disk is on fire")


@pytest.mark.parametrize(
    ("method", "path"), [("GET", "/api/me"), ("GET", "/api/nothing"), ("PUT", "/api/me"), ("GET", "/api/health")]
)
def test_every_answer_is_the_owner_s_alone_and_only_what_it_says_it_is(method, path, me) -> None:
    headers = me.ask(method, path).headers
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["cache-control"] == "no-store"
    assert headers["referrer-policy"] == "no-referrer"
    assert headers["x-request-id"]


def test_every_request_has_an_id_of_its_own(me) -> None:
    assert len({me.ask("GET", "/api/health").headers["x-request-id"] for _ in range(10)}) == 10


def test_another_origin_is_promised_nothing(me) -> None:
    for method in ("GET", "OPTIONS"):
        headers = me.ask(method, "/api/me", headers={"Origin": "https://elsewhere.test"}).headers
        assert not [name for name in headers if name.startswith("access-control-")]


def test_head_answers_what_get_does_without_its_body(me) -> None:
    path = at(me.add())
    get, head = me.ask("GET", path), me.ask("HEAD", path)
    changing = {"x-request-id"}
    assert head.content == b""
    assert head.status_code == 200
    assert {name: value for name, value in head.headers.items() if name not in changing} == {
        name: value for name, value in get.headers.items() if name not in changing
    }


def test_health_is_told_to_everybody_and_only_while_the_storage_answers(site, ports) -> None:
    assert site.nobody().get("/api/health") == {"status": "ok"}
    with a_site(replace(ports, owners=Broken())) as broken:
        assert broken.nobody().ask("GET", "/api/health").status_code == 500


def test_what_nobody_expected_is_logged_and_told_to_nobody(ports, lines) -> None:
    with a_site(replace(ports, lists=Broken())) as site:
        me = site.owner()
        response = me.ask("GET", "/api/lists/01932f4e-5a00-7000-8000-000000000000/todos")
    problem = refusal(response, 500, "internal")
    assert "SECRET" not in response.text
    assert "RuntimeError" not in response.text
    assert problem["request_id"] == response.headers["x-request-id"]
    assert response.headers["x-content-type-options"] == "nosniff"
    failure = next(line for line in lines() if line["event"] == "web failed")
    assert failure["request_id"] == problem["request_id"]
    assert "the disk is on fire" in failure["traceback"]
    assert [line["status"] for line in lines() if line["event"] == "web"] == [500]


def test_a_request_leaves_one_line_that_says_what_it_was_and_how_it_went(me, home, lines) -> None:
    todo = me.add()
    response = me.ask("GET", at(todo))
    line = lines()[-1]
    assert line["request_id"] == response.headers["x-request-id"]
    assert (line["method"], line["route"], line["status"]) == ("GET", "/api/lists/{list_id}/todos/{todo_id}", 200)
    assert line["owner"] == logs.hashed(home.owner.owner_id)
    assert line["ms"] >= 0
    me.ask("GET", f"{me.todos}/nonsense")
    assert (lines()[-1]["status"], lines()[-1]["outcome"]) == (404, "not_found")


def test_the_log_holds_no_text_no_id_and_no_key(site, me, home, lines) -> None:
    todo = me.add("A TITLE", notes="SOME NOTES")
    made = me.post("/api/keys", {"name": "A NAME"})
    me.ask("GET", f"{me.todos}?q=SEARCHED")
    me.ask("GET", f"/api/{todo['id']}/PATH")
    me.ask("PATCH", at(todo), {"title": 1, "TYPO": 2}, match="*")
    site.nobody().ask("GET", "/api/me", headers={"Authorization": f"Bearer {made['secret']}"})
    text = json.dumps(lines())
    secrets = [
        "TITLE",
        "NOTES",
        "NAME",
        "SEARCHED",
        "PATH",
        "TYPO",
        todo["id"],
        made["secret"],
        made["id"],
        home.owner.owner_id,
    ]
    assert [secret for secret in secrets if secret in text] == []
    assert len(lines()) >= 6
