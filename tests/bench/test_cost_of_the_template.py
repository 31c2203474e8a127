"""The bill assumes of functions and queues what the template says of them."""

import json

import pytest

from bench import assumptions as assumed
from bench.assumptions import Function
from bench.counted_functions import FOLLOWED, LOOKED_AT
from tests.template.templates import needs_sam, of_type, text

pytestmark = needs_sam

FIVE_POLLERS, TWO_POLLERS = 15, 6
"""Empty receives a minute, of 20 seconds each."""


@pytest.mark.parametrize(("mapping", "types"), [("LiveSyncFromTable", FOLLOWED), ("ScheduleFromTable", LOOKED_AT)])
def test_a_function_follows_the_writes_that_its_filters_let_through(mapping, types) -> None:
    filters = of_type("AWS::Lambda::EventSourceMapping")[mapping]["FilterCriteria"]["Filters"]
    images = [json.loads(each["Pattern"])["dynamodb"] for each in filters]
    assert {side: frozenset(image["type"]["S"]) for each in images for side, image in each.items()} == {
        "NewImage": types,
        "OldImage": types,
    }


def test_each_queue_with_a_function_behind_is_asked_as_often_as_its_mapping_lets_lambda() -> None:
    asked = {}
    for mapping in of_type("AWS::Lambda::EventSourceMapping").values():
        queue, found, _ = text(mapping["EventSourceArn"]).removeprefix("${").partition("Queue.")
        if found:
            asked[queue.lower()] = FIVE_POLLERS if "ScalingConfig" in mapping else TWO_POLLERS
    assert asked == assumed.POLLS_A_MINUTE


@pytest.mark.parametrize(
    ("name", "function"),
    [
        ("Agent", assumed.AGENT),
        ("Web", assumed.WEB),
        ("LiveSync", assumed.LIVE_SYNC),
        ("Socket", assumed.SOCKET),
        ("Schedule", assumed.SCHEDULE),
        ("Remind", assumed.REMIND),
        ("Sweep", assumed.SWEEP),
    ],
)
def test_a_function_has_the_memory_that_is_billed(name: str, function: Function) -> None:
    assert of_type("AWS::Lambda::Function")[f"{name}Function"]["MemorySize"] == function.memory_gb * 1024
