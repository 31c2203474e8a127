"""The owner's settings, and leaving."""

import pytest

from followups.domain.limits import PREFERENCE_CHARACTERS, PREFERENCES
from tests.edges.web.site import refusal


def test_settings_begin_with_what_suits_most(me) -> None:
    settings = me.get("/api/me")
    assert (settings["time_zone"], settings["day_start"], settings["preferences"]) == ("UTC", "09:00", {})


def test_settings_show_no_id(me, home) -> None:
    assert home.owner.owner_id not in me.ask("GET", "/api/me").text


def test_a_patch_changes_what_it_names(me) -> None:
    me.patch("/api/me", {"time_zone": "Europe/Berlin"}, match=1)
    settings = me.patch("/api/me", {"day_start": "07:30"}, match=2)
    assert (settings["time_zone"], settings["day_start"], settings["version"]) == ("Europe/Berlin", "07:30", 3)


def test_preferences_are_merged_and_null_forgets_one(me) -> None:
    me.patch("/api/me", {"preferences": {"theme": "dark", "rows": 50, "hints": False}})
    settings = me.patch("/api/me", {"preferences": {"rows": None, "sort": "due"}})
    assert settings["preferences"] == {"theme": "dark", "hints": False, "sort": "due"}
    assert me.get("/api/me") == settings


@pytest.mark.parametrize(
    ("patch", "field"),
    [
        ({"time_zone": "GMT-7"}, "time_zone"),
        ({"time_zone": ""}, "time_zone"),
        ({"time_zone": "../../etc/passwd"}, "time_zone"),
        ({"day_start": "9:00"}, "day_start"),
        ({"day_start": "24:00"}, "day_start"),
        ({"day_start": ""}, "day_start"),
        ({"preferences": {"Theme": "dark"}}, "preferences"),
        ({"preferences": {"": 1}}, "preferences"),
        ({"preferences": {"x": 1.5}}, "preferences"),
        ({"preferences": {"x": 10**40}}, "preferences"),
        ({"preferences": {"x": {"deep": 1}}}, "preferences"),
        ({"preferences": {"x": [1]}}, "preferences"),
        ({"preferences": {"x": "y" * (PREFERENCE_CHARACTERS + 1)}}, "preferences"),
        ({"preferences": {f"x{number}": 1 for number in range(PREFERENCES + 1)}}, "preferences"),
    ],
)
def test_a_setting_that_is_none_is_refused(patch, field, me) -> None:
    before = me.get("/api/me")
    assert refusal(me.ask("PATCH", "/api/me", patch, match="*"), 422, "invalid")["field"] == field
    assert me.get("/api/me") == before


def test_deleting_the_account_closes_every_door(site, me, home) -> None:
    list_id, agent = me.list_id, site.agent()
    assert me.ask("DELETE", "/api/me", match=1).status_code == 204
    refusal(me.ask("GET", f"/api/lists/{list_id}"), 404, "not_found")
    assert home.ports.api_keys.of_owner(home.owner.owner_id) == []
    refusal(agent.ask("GET", "/api/me"), 401, "unauthorized")


def test_who_signs_in_again_after_leaving_begins_anew(me) -> None:
    me.add("old")
    me.ask("DELETE", "/api/me", match="*")
    assert me.titles() == []
    assert me.get("/api/me")["version"] == 1
