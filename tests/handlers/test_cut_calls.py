"""A call that is cut short takes nothing into the next one, wherever the cut falls."""

import asyncio
import gc
import logging
import subprocess
import sys
import warnings
from contextlib import suppress

import pytest

from followups.edges.agent.app import build_app
from followups.edges.lambda_http import GIVEN_UP, lambda_handler
from followups.services import managing_keys
from tests.architecture.sources import FUNCTIONS
from tests.edges.agent.door import ORIGIN
from tests.handlers.gateway import LEGACY, MODERN, content, event, tool_call

POINTS = 120
CALLS_AFTER = 200


class ShortOfTime:
    """The context of a call that has little time left: a cut that a library keeps to itself leaves one that waits."""

    def get_remaining_time_in_millis(self):
        return 1_500


class Cut(KeyboardInterrupt):
    """What a signal's handler raises into whatever runs just then."""


def traced(run, at_each_entry):
    """Run, and call the other whenever a function of Python is entered: there the interpreter handles signals too."""

    def at_event(_frame, what, _argument):
        if what == "call":
            at_each_entry()

    sys.settrace(at_event)
    try:
        run()
    finally:
        sys.settrace(None)


def cut(run, after):
    """Run, but raise after so many entries, once, as the handler of a signal would. Whether that was before its end."""
    left = after

    def raise_once():
        nonlocal left
        left -= 1
        if left == 0:
            raise Cut

    with suppress(Cut):
        traced(run, raise_once)
    return left <= 0


def points(run, count):
    """So many numbers of entries, spread over the ones that it makes."""
    entries = 0

    def one_more():
        nonlocal entries
        entries += 1

    traced(run, one_more)
    return [1 + at * entries // count for at in range(count)]


@pytest.fixture(autouse=True)
def quiet(monkeypatch):
    """A cut in the middle leaves coroutines and tasks that nobody awaits any more: Python says so of each."""
    monkeypatch.setattr(logging.getLogger("asyncio"), "disabled", True)
    monkeypatch.setattr(logging.getLogger("mangum"), "disabled", True)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield
        gc.collect()


@pytest.fixture
def agent(home):
    app = build_app(home.ports, origin=ORIGIN)
    return lambda_handler(app, app.running)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("era", [MODERN, LEGACY])
def test_after_a_cut_anywhere_the_next_call_is_answered_and_so_are_all_that_follow(home, agent, era):
    key = managing_keys.create(home.ports, home.owner.caller, name="An agent").secret
    todo = home.follow_up("Fix the guard")
    asked = tool_call(key, "read_follow_up", {"list_id": home.id, "id": todo.id}, era=era)
    right = content(agent(asked, ShortOfTime()))
    cuts = 0
    for after in points(lambda: agent(asked, ShortOfTime()), POINTS):
        cuts += cut(lambda: agent(asked, ShortOfTime()), after)
        assert content(agent(asked, ShortOfTime())) == right, f"cut after {after} entries"
    assert cuts > POINTS * 0.9
    for _ in range(CALLS_AFTER):
        assert content(agent(asked, ShortOfTime())) == right


@pytest.mark.filterwarnings("ignore")
def test_nothing_of_a_cut_call_goes_on_in_the_next():
    steps = []
    apart = set()

    async def work(path):
        for _ in range(20):
            steps.append(path)
            await asyncio.sleep(0)

    async def app(scope, _receive, send):
        apart.add(asyncio.create_task(work(scope["path"])))
        await work(scope["path"])
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b"{}"})

    handler = lambda_handler(app)
    for number, after in enumerate(points(lambda: handler(event("GET", "/before"), None), 40)):
        was_cut = cut(lambda at=number: handler(event("GET", f"/cut/{at}"), None), after)
        steps.clear()
        assert handler(event("GET", "/next"), None)["statusCode"] == 200
        assert was_cut or number == 39
        assert set(steps) == {"/next"}, f"cut after {after} entries"


def test_a_process_that_ends_leaves_nothing_pending():
    program = (
        "from followups.edges.lambda_http import GIVEN_UP, lambda_handler\n"
        "async def app(scope, receive, send): pass\n"
        "handler = lambda_handler(app)\n"
    )
    ended = subprocess.run(
        [sys.executable, "-c", program], cwd=FUNCTIONS, capture_output=True, text=True, timeout=60, check=True
    )
    assert ended.stderr == ""


def test_a_call_that_waits_for_good_is_answered_before_its_time_is_over_and_the_next_one_works():
    async def app(scope, _receive, send):
        if scope["path"] == "/waits":
            await asyncio.Event().wait()
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b"{}"})

    class Context:
        def get_remaining_time_in_millis(self):
            return 1_010

    handler = lambda_handler(app)
    assert handler(event("GET", "/waits"), Context()) == GIVEN_UP
    assert handler(event("GET", "/next"), Context())["statusCode"] == 200
