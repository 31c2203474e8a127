"""The browsers that take an owner's pushes."""

from typing import Any

import pytest

from followups.domain.errors import Invalid, NotFound, TooLarge
from followups.domain.limits import PUSH_SUBSCRIPTIONS_PER_OWNER
from followups.services import signing_in, subscribing
from tests.behind import Behind, left_of
from tests.builders import an_owner
from tests.push_peer import Browser
from tests.services.test_purging import BY_TIME


def keys_of(browser: Browser) -> dict[str, Any]:
    given = browser.to_json()
    return {"endpoint": given["endpoint"], **given["keys"]}


def a_browser(number: object = 1) -> Browser:
    return Browser(f"https://push.example.com/send/{number}", None)


@pytest.fixture
def owner(ports):
    return an_owner(ports)


def endpoints(ports, owner) -> list[str]:
    return [each.endpoint for each in subscribing.subscriptions_of(ports, owner)]


def test_a_browser_is_kept_as_it_subscribed(ports, owner):
    phone = a_browser()
    made = subscribing.subscribe(ports, owner, **keys_of(phone), name=" Phone ")
    assert made.id == phone.id
    assert (made.p256dh, made.auth) == (phone.to_json()["keys"]["p256dh"], phone.to_json()["keys"]["auth"])
    assert made.name == "Phone"
    assert subscribing.subscriptions_of(ports, owner) == [made]


def test_the_same_again_changes_nothing(ports, owner, clock):
    phone = a_browser()
    made = subscribing.subscribe(ports, owner, **keys_of(phone), name="Phone")
    clock.advance(hours=1)
    assert subscribing.subscribe(ports, owner, **keys_of(phone)) == made
    assert subscribing.subscriptions_of(ports, owner) == [made]


def test_the_same_endpoint_with_new_keys_has_the_new_ones(ports, owner):
    subscribing.subscribe(ports, owner, **keys_of(a_browser()), name="Phone")
    anew = subscribing.subscribe(ports, owner, **keys_of(a_browser()))
    assert subscribing.subscriptions_of(ports, owner) == [anew]
    assert anew.name == "Phone"


def test_a_browser_with_a_new_endpoint_takes_the_place_of_its_former_one(ports, owner, clock):
    old = subscribing.subscribe(ports, owner, **keys_of(a_browser("old")), name="Phone")
    clock.advance(hours=1)
    new = subscribing.subscribe(ports, owner, **keys_of(a_browser("new")), replaces=old.id)
    assert subscribing.subscriptions_of(ports, owner) == [new]
    assert (new.name, new.created_at) == ("Phone", old.created_at)
    again = subscribing.subscribe(ports, owner, **keys_of(a_browser("new")), replaces=old.id)
    assert [again.id] == [each.id for each in subscribing.subscriptions_of(ports, owner)]


def test_one_that_names_itself_as_its_former_one_stays(ports, owner):
    made = subscribing.subscribe(ports, owner, **keys_of(a_browser()))
    subscribing.subscribe(ports, owner, **keys_of(a_browser()), replaces=made.id)
    assert endpoints(ports, owner) == [made.endpoint]


def test_nobody_ends_the_subscription_of_another_owner(ports, owner):
    theirs = subscribing.subscribe(ports, an_owner(ports, "owner-2"), **keys_of(a_browser("theirs")))
    subscribing.subscribe(ports, owner, **keys_of(a_browser()), replaces=theirs.id)
    for foreign in (theirs.id, "x", "0" * 64, "💦", "A" * 64):
        with pytest.raises(NotFound):
            subscribing.unsubscribe(ports, owner, foreign)
    assert endpoints(ports, an_owner(ports, "owner-2")) == [theirs.endpoint]


def test_whoever_uses_the_browser_now_gets_its_pushes_and_nobody_else_does(ports, owner):
    shared = a_browser()
    subscribing.subscribe(ports, owner, **keys_of(shared), name="Mine")
    second = an_owner(ports, "owner-2")
    assert subscribing.subscribe(ports, second, **keys_of(shared)).name is None
    assert endpoints(ports, owner) == []
    assert endpoints(ports, second) == [shared.endpoint]


def test_a_subscription_ends_at_once(ports, owner):
    made = subscribing.subscribe(ports, owner, **keys_of(a_browser()))
    subscribing.unsubscribe(ports, owner, made.id)
    assert endpoints(ports, owner) == []
    with pytest.raises(NotFound, match="ended already"):
        subscribing.unsubscribe(ports, owner, made.id)


def test_an_owner_has_only_so_many_and_may_renew_each(ports, owner):
    made = [
        subscribing.subscribe(ports, owner, **keys_of(a_browser(number)))
        for number in range(PUSH_SUBSCRIPTIONS_PER_OWNER)
    ]
    with pytest.raises(Invalid, match="20 browsers"):
        subscribing.subscribe(ports, owner, **keys_of(a_browser("more")))
    subscribing.subscribe(ports, owner, **keys_of(a_browser(3)))
    subscribing.subscribe(ports, owner, **keys_of(a_browser("renewed")), replaces=made[0].id)
    assert len(endpoints(ports, owner)) == PUSH_SUBSCRIPTIONS_PER_OWNER
    assert made[0].endpoint not in endpoints(ports, owner)


@pytest.mark.parametrize(
    ("wrong", "error", "field"),
    [
        ({"endpoint": "http://push.example.com/1"}, Invalid, "endpoint"),
        ({"endpoint": "https://10.0.0.1/1"}, Invalid, "endpoint"),
        ({"endpoint": "https://push.example.com/" + "x" * 2_000}, TooLarge, "endpoint"),
        ({"p256dh": "x"}, Invalid, "keys.p256dh"),
        ({"auth": "x"}, Invalid, "keys.auth"),
        ({"name": ""}, Invalid, "name"),
        ({"name": "a\nb"}, Invalid, "name"),
        ({"name": "x" * 201}, TooLarge, "name"),
    ],
    ids=str,
)
def test_what_is_wrong_is_named_and_nothing_is_kept(wrong, error, field, ports, owner):
    with pytest.raises(error) as refusal:
        subscribing.subscribe(ports, owner, **{**keys_of(a_browser()), **wrong})
    assert refusal.value.details["field"] == field
    assert endpoints(ports, owner) == []


def test_tests_may_subscribe_on_this_machine(ports, owner):
    local = Browser("http://127.0.0.1:8000/send/1", None)
    with pytest.raises(Invalid):
        subscribing.subscribe(ports, owner, **keys_of(local))
    subscribing.subscribe(ports, owner, **keys_of(local), allows_private=True)
    assert endpoints(ports, owner) == [local.endpoint]


def test_an_endpoint_that_answered_gone_goes_alone_though_its_browser_subscribed_anew_meanwhile(ports, owner):
    old = subscribing.subscribe(ports, owner, **keys_of(a_browser("old")))
    new = subscribing.subscribe(ports, owner, **keys_of(a_browser("new")))
    ports.subscriptions.delete(old)
    assert endpoints(ports, owner) == [new.endpoint]


def test_an_endpoint_that_answered_gone_stays_where_another_owner_subscribed_with_it_meanwhile(ports, owner):
    old = subscribing.subscribe(ports, owner, **keys_of(a_browser()))
    second = an_owner(ports, "owner-2")
    subscribing.subscribe(ports, second, **keys_of(a_browser()))
    ports.subscriptions.delete(old)
    assert endpoints(ports, second) == [old.endpoint]


def test_subscriptions_go_with_the_account_and_those_of_others_stay(ports, sqlite, home):
    behind = Behind(sqlite, ports)
    subscribing.subscribe(ports, home.owner.caller, **keys_of(a_browser()))
    second = an_owner(ports, "owner-2")
    subscribing.subscribe(ports, second, **keys_of(a_browser("theirs")))
    signing_in.delete_account(ports, home.owner.caller)
    behind.settle()
    assert left_of(sqlite, home.owner.owner_id) <= BY_TIME
    assert len(endpoints(ports, second)) == 1
