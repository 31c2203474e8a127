"""A call that is cut short takes nothing into the next one, wherever the cut falls."""

import asyncio
import gc
import logging
import signal
import subprocess
import sys
import time
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


BY_SIGNAL = pytest.mark.timeout(120, method="thread")
"""The alarm is the test's own."""


class ShortOfTime:
    """The context of a call that has little time left: a cut that a library keeps to itself leaves one that waits."""

    def get_remaining_time_in_millis(self):
        return 1_500


class Cut(KeyboardInterrupt):
    """What a signal's handler raises into whatever runs just then."""


def cut(run, after):
    """Run, but let a signal's handler raise after so many seconds, once. Whether that was before its end."""
    was_cut, is_over = False, False

    def raise_once(_signal, _frame):
        nonlocal was_cut
        if not is_over:
            was_cut = True
            raise Cut

    before = signal.signal(signal.SIGALRM, raise_once)
    try:
        with suppress(Cut):
            signal.setitimer(signal.ITIMER_REAL, after)
            run()
            is_over = True
    finally:
        is_over = True
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    return was_cut


def points(run, count):
    """So many spans that end while it runs, in seconds, spread over the shortest time that it takes."""
    spans = []
    for _ in range(20):
        began = time.perf_counter()
        run()
        spans.append(time.perf_counter() - began)
    return [min(spans) * (at + 1) / (count + 1) for at in range(count)]


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


@BY_SIGNAL
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
        assert content(agent(asked, ShortOfTime())) == right, f"cut after {after * 1e6:.0f} µs"
    assert cuts > POINTS / 2
    for _ in range(CALLS_AFTER):
        assert content(agent(asked, ShortOfTime())) == right


@BY_SIGNAL
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
    cuts = 0
    for number, after in enumerate(points(lambda: handler(event("GET", "/before"), None), 40)):
        was_cut = cut(lambda at=number: handler(event("GET", f"/cut/{at}"), None), after)
        steps.clear()
        assert handler(event("GET", "/next"), None)["statusCode"] == 200
        cuts += was_cut
        assert set(steps) == {"/next"}, f"cut after {after * 1e6:.0f} µs"
    assert cuts > 20


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
