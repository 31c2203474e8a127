"""Which lists a key reaches is said when a client opens, and nothing of lists that it does not reach."""

from dataclasses import replace

from followups.edges.agent.instructions import for_caller
from followups.services import managing_lists
from followups.services.access import Caller
from tests.builders import Home, a_home


def opened(home: Home, list_id: str | None) -> str:
    key = home.agent.caller.key
    assert key is not None
    return for_caller(home.ports, Caller(home.agent.owner_id, replace(key, list_id=list_id)))


def test_a_key_for_all_lists_is_told_each(home: Home) -> None:
    second = managing_lists.create(home.ports, home.owner.caller, name="House")
    told = opened(home, None)
    assert home.id in told
    assert f"{second.id} ('House')" in told


def test_a_key_that_is_bound_to_one_list_is_told_that_one_alone(home: Home) -> None:
    second = managing_lists.create(home.ports, home.owner.caller, name="House")
    told = opened(home, second.id)
    assert second.id in told
    assert home.id not in told


def test_nobody_is_told_of_another_owners_list(home: Home) -> None:
    other = a_home(home.ports, subject="other")
    assert other.id not in opened(home, None)
    assert "reaches no list" in opened(home, other.id)
