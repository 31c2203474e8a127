"""An application behind API Gateway keeps one loop and one lifespan, however often it is called."""

import asyncio
import json
from contextlib import asynccontextmanager

import pytest

from followups.edges.lambda_http import lambda_handler

EVENT = {
    "version": "2.0",
    "rawPath": "/",
    "rawQueryString": "",
    "headers": {},
    "requestContext": {"http": {"method": "GET", "path": "/", "sourceIp": "192.0.2.1"}},
    "isBase64Encoded": False,
}


class Counted:
    """Answers how often it was entered, and in which loop it runs."""

    def __init__(self):
        self.entered = 0
        self.left = 0
        self.fails = False

    @asynccontextmanager
    async def running(self):
        self.entered += 1
        try:
            yield
        finally:
            self.left += 1

    async def __call__(self, scope, receive, send):
        if self.fails:
            raise KeyError("made to fail")
        body = json.dumps({"entered": self.entered, "left": self.left, "loop": id(asyncio.get_running_loop())})
        headers = [(b"content-type", b"application/json")]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send({"type": "http.response.body", "body": body.encode()})


def test_what_is_entered_once_stays_entered_over_all_calls():
    app = Counted()
    handler = lambda_handler(app, app.running)
    answers = [json.loads(handler(EVENT, None)["body"]) for _ in range(3)]
    assert len({answer["loop"] for answer in answers}) == 1
    assert {(answer["entered"], answer["left"]) for answer in answers} == {(1, 0)}


def test_two_functions_in_one_process_keep_their_own_loops():
    first, second = Counted(), Counted()
    handlers = [lambda_handler(app, app.running) for app in (first, second)]
    loops = [json.loads(handler(EVENT, None)["body"])["loop"] for handler in (*handlers, *handlers)]
    assert loops[:2] == loops[2:]
    assert loops[0] != loops[1]


def test_a_call_that_breaks_does_not_break_the_next():
    app = Counted()
    handler = lambda_handler(app, app.running)
    app.fails = True
    assert handler(EVENT, None)["statusCode"] == 500
    app.fails = False
    assert handler(EVENT, None)["statusCode"] == 200


def test_what_cannot_be_entered_fails_the_start_and_does_not_hang():
    class Broken:
        async def __aenter__(self):
            raise KeyError("made to fail")

        async def __aexit__(self, *_):
            """Never entered."""

    with pytest.raises(KeyError):
        lambda_handler(Counted(), Broken)


@pytest.mark.parametrize(
    "headers",
    [
        {"Host": "a:b"},
        {"host": "[::1]:80"},
        {"host": "a:1:2"},
        {"X-Forwarded-Port": "443,443"},
        {"x-forwarded-port": ""},
    ],
)
def test_whatever_a_client_writes_as_its_address_the_call_is_answered(headers):
    app = Counted()
    handler = lambda_handler(app, app.running)
    assert handler({**EVENT, "headers": headers}, None)["statusCode"] == 200
