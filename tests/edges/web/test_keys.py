"""API keys: made, shown once, revoked."""

import json
import shlex

import pytest

from followups.domain.errors import Unauthorized
from followups.domain.limits import KEYS_PER_OWNER
from followups.services import access
from tests.edges.web.site import refusal


def test_a_key_shows_its_secret_once(me) -> None:
    response = me.ask("POST", "/api/keys", {"name": "laptop"})
    made = response.json()
    assert response.status_code == 201
    assert made["secret"].startswith("fu_")
    assert made["secret"].startswith(made["prefix"])
    assert (made["role"], "list_id" in made, "expires_at" in made) == ("agent", False, False)
    listed = me.ask("GET", "/api/keys")
    assert listed.json()["keys"] == [{name: value for name, value in made.items() if name != "secret"}]
    assert made["secret"] not in listed.text


def test_a_key_of_one_list_comes_with_the_commands_that_connect_claude_code(me) -> None:
    made = me.post("/api/keys", {"name": "laptop", "list_id": me.list_id})
    add, install, configure = made["connect"]
    assert add.startswith("claude plugin marketplace add ")
    assert install == "claude plugin install follow-ups@follow-ups"
    words = shlex.split(configure)
    assert words[2:] == ["|", "claude", "plugin", "configure", "follow-ups@follow-ups", "--values-stdin"]
    values = json.loads(words[1])
    assert values == {"site": "http://127.0.0.1:8765", "list_id": me.list_id, "api_key": made["secret"]}
    assert "connect" not in me.post("/api/keys", {"name": "everywhere"})


def test_a_key_works_until_it_is_revoked(me, ports) -> None:
    made = me.post("/api/keys", {"name": "laptop"})
    authorization = f"Bearer {made['secret']}"
    assert access.caller_of(ports, authorization).key is not None
    assert me.ask("DELETE", f"/api/keys/{made['id']}").status_code == 204
    with pytest.raises(Unauthorized):
        access.caller_of(ports, authorization)
    refusal(me.ask("DELETE", f"/api/keys/{made['id']}"), 404, "not_found")
    assert me.get("/api/keys") == {"keys": []}


def test_a_key_is_bound_to_a_list_a_role_and_a_time(me) -> None:
    bound = {"name": "ci", "role": "reader", "list_id": me.list_id, "expires_at": "2027-01-31T10:00:00+01:00"}
    made = me.post("/api/keys", bound)
    assert (made["role"], made["list_id"], made["expires_at"]) == ("reader", me.list_id, "2027-01-31T09:00:00.000Z")


@pytest.mark.parametrize("key_id", ["x", "%00", "x" * 5_000, "💦", "A" * 64, "0" * 64])
def test_a_key_that_there_is_not_cannot_be_revoked(key_id, me) -> None:
    refusal(me.ask("DELETE", f"/api/keys/{key_id}"), 404, "not_found")


@pytest.mark.parametrize(
    ("change", "status", "field"),
    [
        ({"name": ""}, 422, "name"),
        ({"name": None}, 400, "name"),
        ({"role": "owner"}, 400, "role"),
        ({"role": None}, 400, "role"),
        ({"expires_at": "2020-01-01T00:00:00Z"}, 422, "expires_at"),
        ({"expires_at": "2027-01-31"}, 422, "expires_at"),
        ({"expires_at": "9999-12-31T23:59:59-14:00"}, 422, "expires_at"),
        ({"secret": "fu_mine"}, 400, "secret"),
    ],
)
def test_a_key_that_cannot_be_made_is_refused(change, status, field, me) -> None:
    assert refusal(me.ask("POST", "/api/keys", {"name": "k", **change}), status, "invalid")["field"] == field
    assert me.get("/api/keys") == {"keys": []}


def test_there_are_only_so_many_keys_and_they_come_in_pages(me) -> None:
    for number in range(KEYS_PER_OWNER):
        me.post("/api/keys", {"name": f"key {number}"})
    refusal(me.ask("POST", "/api/keys", {"name": "one more"}), 422, "invalid")
    first = me.get("/api/keys", params={"limit": 60})
    second = me.get("/api/keys", params={"limit": 60, "cursor": first["next_cursor"]})
    assert len({key["id"] for key in [*first["keys"], *second["keys"]]}) == KEYS_PER_OWNER
    assert "next_cursor" not in second
