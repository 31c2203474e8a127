"""The setup function as CloudFormation meets it: events in, one answer put to the address that the event names."""

import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import SimpleNamespace
from typing import Any

import boto3
import pytest
from botocore.exceptions import ClientError, ConnectTimeoutError, ReadTimeoutError
from moto import mock_aws

from followups.edges import custom_resource
from followups.gateways import parameters, site_bucket
from followups.gateways.vapid_keys import VapidKeys
from followups.services.placeholder_page import PLACEHOLDER_PAGE
from tests.handlers import gateway
from tests.handlers.gateway import REGION

PARAMETER = "/todo/vapid-private-key"
BUCKET = "the-site-of-todo"
FUNCTION_SECONDS = 60
"""The function's timeout."""


class Receiver:
    """Where CloudFormation takes answers; it breaks off as often as `refuses` says."""

    def __init__(self):
        self.answers: list[Any] = []
        self.asked = 0
        self.refuses = 0
        receiver = self

        class Request(BaseHTTPRequestHandler):
            def do_PUT(self):
                body = self.rfile.read(int(self.headers["content-length"]))
                receiver.asked += 1
                if receiver.refuses:
                    receiver.refuses -= 1
                    self.send_response(503)
                else:
                    receiver.answers.append((self.headers["content-type"], json.loads(body)))
                    self.send_response(200)
                self.send_header("content-length", "0")
                self.end_headers()

            def log_message(self, *_):
                """Says nothing."""

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Request)
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.01,), daemon=True)
        self._thread.start()
        self.url = f"http://127.0.0.1:{self._server.server_port}/answer?signature=secret"

    def close(self):
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    @property
    def answer(self):
        (content_type, answer) = self.answers[-1]
        assert content_type == ""
        return answer


@pytest.fixture
def receiver():
    receiver = Receiver()
    yield receiver
    receiver.close()


class Wire:
    """The calls that leave the process for AWS, in order; `trouble` may raise before one or after it."""

    def __init__(self):
        self.calls = 0
        self.before = lambda call: None
        self.after = lambda call: None

    def sent(self, **_):
        self.calls += 1
        self.before(self.calls - 1)

    def done(self, **_):
        self.after(self.calls - 1)


@pytest.fixture(scope="module")
def aws():
    """The function's module and what it holds, as one process of Lambda keeps them; with the wire and two clients."""
    wire = Wire()
    with pytest.MonkeyPatch.context() as environment, mock_aws():
        for name, value in gateway.settings("table").items():
            environment.setenv(name, value)
        boto3.setup_default_session()
        clients = {name: boto3.client(name, region_name=REGION) for name in ("ssm", "s3")}
        boto3.DEFAULT_SESSION.events.register_first("before-send", wire.sent)
        boto3.DEFAULT_SESSION.events.register_last("before-send", wire.done)
        module = gateway.loaded("setup")
        boto3.setup_default_session()
    return SimpleNamespace(wire=wire, module=module, **clients)


@pytest.fixture
def wire(aws):
    aws.wire.__init__()
    return aws.wire


@pytest.fixture
def function(monkeypatch, aws):
    monkeypatch.setattr("botocore.endpoint.time.sleep", lambda _: None)
    with mock_aws():
        aws.s3.create_bucket(Bucket=BUCKET, CreateBucketConfiguration={"LocationConstraint": REGION})
        yield custom_resource.setup_handler(aws.module.parameters, aws.module.pages, VapidKeys(), sleep=lambda _: None)


@pytest.fixture
def stored_key(aws):
    def read():
        found = aws.ssm.get_parameter(Name=PARAMETER, WithDecryption=True)["Parameter"]
        assert found["Type"] == "SecureString"
        return found["Value"]

    return read


@pytest.fixture
def stored_page(aws):
    def read():
        found = aws.s3.get_object(Bucket=BUCKET, Key="index.html")
        return found["ContentType"], found["Body"].read().decode()

    return read


def event(receiver, request="Create", **more):
    return {
        "RequestType": request,
        "ResponseURL": receiver.url,
        "StackId": "arn:aws:cloudformation:stack",
        "RequestId": "r1",
        "LogicalResourceId": "Setup",
        "ResourceType": "Custom::Setup",
        "ResourceProperties": {"ServiceToken": "arn", "PrivateKeyParameter": PARAMETER, "SiteBucket": BUCKET},
        **({} if request == "Create" else {"PhysicalResourceId": PARAMETER}),
        **more,
    }


def test_a_create_makes_the_key_and_the_page_and_answers_the_public_key(function, receiver, stored_key, stored_page):
    function(event(receiver), None)
    assert receiver.answer == {
        "Status": "SUCCESS",
        "StackId": "arn:aws:cloudformation:stack",
        "RequestId": "r1",
        "LogicalResourceId": "Setup",
        "PhysicalResourceId": PARAMETER,
        "Data": {"PublicKey": VapidKeys().public_key(stored_key())},
    }
    assert stored_page() == ("text/html; charset=utf-8", PLACEHOLDER_PAGE)
    assert receiver.asked == 1


def test_an_update_and_a_second_create_answer_the_same_key_and_leave_the_site(function, receiver, aws, stored_page):
    function(event(receiver), None)
    first = receiver.answer
    aws.s3.put_object(Bucket=BUCKET, Key="index.html", Body=b"the site")
    function(event(receiver, "Update"), None)
    function(event(receiver), None)
    assert [answer for _, answer in receiver.answers] == [first] * 3
    assert stored_page()[1] == "the site"


def test_a_delete_deletes_nothing(function, receiver, stored_key, stored_page):
    function(event(receiver), None)
    key = stored_key()
    function(event(receiver, "Delete", PhysicalResourceId="of an older name"), None)
    assert (receiver.answer["Status"], receiver.answer["PhysicalResourceId"]) == ("SUCCESS", "of an older name")
    assert stored_key() == key
    assert stored_page()[1] == PLACEHOLDER_PAGE


@pytest.mark.parametrize("bucket", [{}, {"SiteBucket": ""}])
def test_without_a_bucket_there_is_a_key_and_no_page(function, receiver, bucket, stored_page):
    function(event(receiver, ResourceProperties={"PrivateKeyParameter": PARAMETER, **bucket}), None)
    assert receiver.answer["Status"] == "SUCCESS"
    with pytest.raises(ClientError):
        stored_page()


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"RequestType": "Replace"}, "RequestType is Create, Update or Delete"),
        ({"ResourceProperties": {"SiteBucket": BUCKET}}, "PrivateKeyParameter is missing"),
        ({"ResourceProperties": None}, "PrivateKeyParameter is missing"),
        ({"ResourceProperties": {"PrivateKeyParameter": ["x"]}}, "PrivateKeyParameter is missing"),
        ({"ResourceProperties": {"PrivateKeyParameter": PARAMETER, "SiteBucket": "no-such-bucket"}}, "NoSuchBucket"),
    ],
)
def test_what_cannot_be_done_is_answered_with_what_to_do(function, receiver, change, reason):
    function(event(receiver) | change, None)
    assert receiver.answer["Status"] == "FAILED"
    assert reason in receiver.answer["Reason"]
    assert receiver.answer["PhysicalResourceId"]
    assert receiver.asked == 1


def test_an_answer_that_gets_lost_is_put_again_until_it_is_taken(function, receiver):
    receiver.refuses = 2
    function(event(receiver), None)
    assert (receiver.asked, len(receiver.answers)) == (3, 1)


def test_an_answer_that_nobody_takes_fails_the_call_so_that_lambda_comes_again(function, receiver, stored_key):
    receiver.refuses = 3
    with pytest.raises(custom_resource.Undelivered) as failed:
        function(event(receiver), None)
    assert "secret" not in str(failed.value) + str(failed.value.__cause__)
    function(event(receiver), None)
    assert receiver.answer["Data"] == {"PublicKey": VapidKeys().public_key(stored_key())}


def test_what_nobody_expected_is_answered_too_and_shows_nothing(receiver):
    class Context:
        aws_request_id = "an-invocation"

    broken_parts: Any = object()
    broken = custom_resource.setup_handler(broken_parts, broken_parts, VapidKeys())
    broken(event(receiver), Context())
    assert receiver.answer["Status"] == "FAILED"
    assert "an-invocation" in receiver.answer["Reason"]
    assert "object" not in receiver.answer["Reason"]


def test_a_reason_fits_into_an_answer(function, receiver):
    function(event(receiver, "x" * 9_000), None)
    assert len(json.dumps(receiver.answer)) < 4096


def test_of_two_creates_at_once_both_answer_the_key_that_is_kept(function, receiver, wire, stored_key):
    def create_another(call):
        if call == 1:  # The key was looked for, and is about to be put.
            wire.before = lambda call: None
            function(event(receiver), None)

    wire.before = create_another
    function(event(receiver), None)
    assert wire.calls > 4
    kept = {"PublicKey": VapidKeys().public_key(stored_key())}
    assert [answer["Data"] for _, answer in receiver.answers] == [kept, kept]


class Cut(BaseException):
    """The process ends."""


def raising(trouble, at):
    def raise_at(call):
        if call == at:
            raise trouble

    return raise_at


@pytest.mark.parametrize(
    "trouble",
    [ConnectTimeoutError(endpoint_url="https://aws.test"), ReadTimeoutError(endpoint_url="https://aws.test"), Cut()],
    ids=["no connection", "no answer", "cut"],
)
@pytest.mark.parametrize("side", ["before", "after"])
@pytest.mark.parametrize("at", range(3))
def test_whatever_breaks_at_a_call_the_same_event_again_makes_it_whole(
    function, receiver, wire, side, at, trouble, stored_key, stored_page
):
    setattr(wire, side, raising(trouble, at))
    try:
        function(event(receiver), None)
    except Cut:
        assert receiver.answers == []
        function(event(receiver), None)
    assert receiver.answer["Status"] == "SUCCESS"
    assert receiver.answer["Data"] == {"PublicKey": VapidKeys().public_key(stored_key())}
    assert stored_page()[1] == PLACEHOLDER_PAGE
    assert len(receiver.answers) == 1


@pytest.mark.parametrize("at", range(3))
def test_aws_that_does_not_answer_at_all_fails_the_deployment_soon_and_the_next_one_goes_on(
    function, receiver, wire, at, stored_key
):
    def silent(call):
        if call >= at:
            raise ReadTimeoutError(endpoint_url="https://aws.test")

    wire.after = silent
    function(event(receiver), None)
    assert receiver.answer["Status"] == "FAILED"
    assert "ReadTimeoutError" in receiver.answer["Reason"]
    assert "deploy again" in receiver.answer["Reason"].lower()
    wire.after = lambda call: None
    function(event(receiver), None)
    assert receiver.answer["Data"] == {"PublicKey": VapidKeys().public_key(stored_key())}


def test_the_slowest_way_to_an_answer_is_within_the_function_s_time():
    def slowest(client):
        # The standard mode pauses at most 1 s before the second try.
        return client.CLIENT_ATTEMPTS * (client.CONNECT_SECONDS + client.READ_SECONDS) + (client.CLIENT_ATTEMPTS - 1)

    work = 3 * slowest(parameters) + site_bucket.WRITE_ATTEMPTS * slowest(site_bucket)
    pauses = sum(custom_resource.PAUSE_SECONDS * n for n in range(1, custom_resource.ANSWER_ATTEMPTS))
    answering = custom_resource.ANSWER_ATTEMPTS * 2 * custom_resource.ANSWER_SECONDS + pauses
    assert work + answering < FUNCTION_SECONDS - 5
