"""An owner lets browsers be sent reminders, and ends it."""

from collections.abc import Iterator

import pytest

from followups.domain.push import Pushes
from followups.edges.web.app import build_app
from tests.edges.web.site import NamedSignIn, Site, refusal
from tests.push_peer import Browser, encoded

PATH = "/api/push-subscriptions"


@pytest.fixture
def site(ports) -> Iterator[Site]:
    site = Site(ports)
    site.app = build_app(ports, NamedSignIn(ports), pushes=Pushes(public_key="BPublic"))
    yield site
    site.close()


def a_browser(number: object = 1) -> Browser:
    return Browser(f"https://push.example.com:8443/send/{number}", None)


def test_a_page_reads_what_to_subscribe_with_and_who_did(me):
    assert me.get(PATH) == {"public_key": "BPublic", "subscriptions": []}
    response = me.ask("POST", PATH, {**a_browser().to_json(), "name": "Phone"})
    assert response.status_code == 201
    assert response.json() == {
        "id": a_browser().id,
        "name": "Phone",
        "endpoint_host": "push.example.com",
        "created_at": response.json()["created_at"],
    }
    assert me.get(PATH)["subscriptions"] == [response.json()]


@pytest.mark.parametrize("expires", [None, 1_900_000_000_000, 0.5])
def test_all_that_a_browser_says_of_a_subscription_is_taken(expires, me):
    assert me.post(PATH, {**a_browser().to_json(), "expirationTime": expires})["id"] == a_browser().id


def test_no_answer_shows_an_endpoint_or_a_key(me):
    phone = a_browser()
    text = me.ask("POST", PATH, phone.to_json()).text + me.ask("GET", PATH).text
    assert "/send/" not in text
    assert encoded(phone.auth) not in text
    assert encoded(phone.public_key) not in text


def test_where_no_pushes_are_sent_there_is_no_key_to_subscribe_with(ports):
    site = Site(ports)
    assert site.owner().get(PATH) == {"subscriptions": []}
    site.close()


def test_a_browser_with_a_new_endpoint_names_the_one_that_it_had(me):
    old = me.post(PATH, {**a_browser("old").to_json(), "name": "Phone"})
    new = me.post(PATH, {**a_browser("new").to_json(), "replaces": old["id"]})
    assert me.get(PATH)["subscriptions"] == [new]
    assert new["name"] == "Phone"


def test_a_browser_is_ended_by_the_hash_of_its_endpoint(me):
    phone = a_browser()
    me.post(PATH, phone.to_json())
    assert me.ask("DELETE", f"{PATH}/{phone.id}").status_code == 204
    assert me.get(PATH)["subscriptions"] == []
    refusal(me.ask("DELETE", f"{PATH}/{phone.id}"), 404, "not_found")


@pytest.mark.parametrize(
    ("given", "status", "code", "field"),
    [
        ({"endpoint": "http://push.example.com/1"}, 422, "invalid", "endpoint"),
        ({"endpoint": "https://169.254.169.254/latest"}, 422, "invalid", "endpoint"),
        ({"endpoint": "https://push.example.com/" + "x" * 2_000}, 413, "too_large", "endpoint"),
        ({"endpoint": 1}, 400, "invalid", "endpoint"),
        ({"keys": {"p256dh": "x", "auth": "x"}}, 422, "invalid", "keys.p256dh"),
        ({"keys": {"p256dh": "x"}}, 400, "invalid", "keys.auth"),
        ({"keys": None}, 400, "invalid", "keys"),
        ({"name": ""}, 422, "invalid", "name"),
        ({"expirationTime": "soon"}, 400, "invalid", "expirationTime"),
        ({"owner": "me"}, 400, "invalid", "owner"),
    ],
    ids=str,
)
def test_what_is_wrong_with_one_is_named(given, status, code, field, me):
    problem = refusal(me.ask("POST", PATH, {**a_browser().to_json(), **given}), status, code)
    assert problem["field"] == field
    assert me.get(PATH)["subscriptions"] == []


@pytest.mark.parametrize("subscription_id", ["x", "%00", "x" * 5_000, "💦", "A" * 64, "0" * 64])
def test_none_is_ended_that_there_is_not(subscription_id, me):
    refusal(me.ask("DELETE", f"{PATH}/{subscription_id}"), 404, "not_found")


def test_a_shared_browser_is_the_second_owners_once_they_subscribe(me, site):
    me.post(PATH, a_browser().to_json())
    second = site.owner("owner-2")
    second.post(PATH, a_browser().to_json())
    assert me.get(PATH)["subscriptions"] == []
    assert len(second.get(PATH)["subscriptions"]) == 1
