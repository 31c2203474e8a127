"""Pushes reach browsers through push services that do as they please."""

import ssl
import time
from collections.abc import Iterator, Sequence
from dataclasses import replace

import pytest

from followups.domain.push import Subscription, base64url, from_base64url
from followups.gateways import web_push
from followups.gateways.outside import Outside
from followups.gateways.vapid import Vapid
from followups.gateways.vapid_keys import VapidKeys
from followups.gateways.web_push import WebPush, encrypted
from followups.services.pushing import LONGEST_TTL_SECONDS, Delivered, Gone, Later, Message, Refused, TooLarge
from tests.builders import NOON, FakeClock
from tests.push_peer import LARGEST, Answer, Browser, PushPeer
from tests.stack import certificate

VAPID = Vapid(VapidKeys().new(), "mailto:owner@example.com")
SOON = 0.5
"""Seconds: longer than anything takes here that is answered at all."""


def subscription(browser: Browser, **more) -> Subscription:
    keys = browser.to_json()["keys"]
    return Subscription(id=browser.id, owner_id="o", endpoint=browser.endpoint, created_at=NOON, **{**keys, **more})


def message(body: bytes = b'{"title":"Due"}', **more) -> Message:
    return Message(**{"body": body, "topic": "todo-1", "ttl_seconds": 3_600, **more})


@pytest.fixture
def clock() -> FakeClock:
    return FakeClock()


@pytest.fixture
def peer(clock) -> Iterator[PushPeer]:
    with PushPeer(now=clock.now) as peer:
        yield peer


@pytest.fixture
def phone(peer: PushPeer) -> Browser:
    return peer.browser(VAPID.public_key)


@pytest.fixture
def gateway(clock) -> WebPush:
    return WebPush(VAPID, clock, allows_private=True)


class Production:
    """As on AWS, with a resolver that knows the same addresses of every host."""

    def __init__(self, clock: FakeClock) -> None:
        self._clock = clock
        self.asked: list[tuple[str, int]] = []

    def __call__(self, *addresses: str) -> WebPush:
        def resolve(host: str, port: int) -> Sequence[str]:
            self.asked.append((host, port))
            return addresses

        return WebPush(VAPID, self._clock, outside=Outside(resolve=resolve))


@pytest.fixture
def production(clock) -> Production:
    return Production(clock)


class TestAMessage:
    def test_reaches_the_browser_with_all_that_belongs_to_it(self, gateway, peer, phone):
        body = '{"title":"Überfällig 👩‍👩‍👧"}'.encode()
        assert gateway.send(subscription(phone), message(body), deadline_seconds=5) == Delivered()
        (push,) = peer.received
        assert push.body == body
        assert (push.topic, push.ttl, push.urgency) == ("todo-1", 3_600, "high")
        assert push.claims["sub"] == "mailto:owner@example.com"
        assert push.key == VAPID.public_key
        assert peer.faults == []

    def test_of_the_largest_size_fits_every_service(self, gateway, peer, phone):
        sealed = encrypted(subscription(phone), b"x" * 3_000)
        assert len(sealed) <= LARGEST
        gateway.send(subscription(phone), message(b"x" * 3_000), deadline_seconds=5)
        assert peer.received[0].body == b"x" * 3_000

    def test_is_encrypted_anew_each_time(self, phone):
        assert encrypted(subscription(phone), b"x") != encrypted(subscription(phone), b"x")

    def test_for_another_browser_is_not_read_by_this_one(self, gateway, peer, phone):
        other = peer.browser()
        mixed = replace(subscription(phone), auth=subscription(other).auth)
        assert gateway.send(mixed, message(), deadline_seconds=5) == Refused(400, "400 not encrypted for this browser")
        assert peer.received == []

    def test_goes_over_tls_to_who_is_trusted(self, clock, tmp_path):
        made = certificate.made_for(["localhost"], tmp_path)
        trusting = ssl.create_default_context(cafile=str(made.file))
        with PushPeer(now=clock.now, pem=str(made.file)) as peer:
            gateway = WebPush(VAPID, clock, allows_private=True, outside=Outside(allows_private=True, tls=trusting))
            phone = peer.browser()
            assert gateway.send(subscription(phone), message(), deadline_seconds=5) == Delivered()
            assert peer.received[0].claims["aud"] == peer.url

    @pytest.mark.parametrize("hosts", [["localhost"], ["push.example.com"]], ids=["unknown", "another name"])
    def test_goes_to_nobody_whose_certificate_is_not_good(self, hosts, clock, tmp_path):
        made = certificate.made_for(hosts, tmp_path)
        tls = ssl.create_default_context(cafile=None if hosts == ["localhost"] else str(made.file))
        with PushPeer(now=clock.now, pem=str(made.file)) as peer:
            gateway = WebPush(VAPID, clock, allows_private=True, outside=Outside(allows_private=True, tls=tls))
            outcome = gateway.send(subscription(peer.browser()), message(), deadline_seconds=5)
            assert isinstance(outcome, Later)
            assert "CERTIFICATE_VERIFY_FAILED" in outcome.cause
            assert peer.requests == []


class TestAPushService:
    @pytest.mark.parametrize("status", [200, 201, 202, 204])
    def test_that_takes_it_has_it(self, status, gateway, peer, phone):
        peer.answers(phone, Answer(status))
        assert gateway.send(subscription(phone), message(), deadline_seconds=5) == Delivered()

    @pytest.mark.parametrize("status", [404, 410])
    def test_that_knows_no_such_subscription_says_so(self, status, gateway, peer, phone):
        peer.answers(phone, Answer(status))
        assert gateway.send(subscription(phone), message(), deadline_seconds=5) == Gone()

    def test_that_takes_less_gets_less(self, gateway, peer, phone):
        phone.takes_bytes = 500
        assert gateway.send(subscription(phone), message(b"x" * 3_000), deadline_seconds=5) == TooLarge()
        assert gateway.send(subscription(phone), message(b"x"), deadline_seconds=5) == Delivered()

    @pytest.mark.parametrize("status", [408, 425, 429, 500, 502, 503, 504])
    def test_that_is_busy_or_broken_is_asked_later(self, status, gateway, peer, phone):
        peer.answers(phone, Answer(status, body=b"try again"))
        outcome = gateway.send(subscription(phone), message(), deadline_seconds=5)
        assert outcome == Later(None, f"{status} try again")

    @pytest.mark.parametrize(
        ("asked", "seconds"),
        [
            ("120", 120),
            ("0", 0),
            ("9" * 30, LONGEST_TTL_SECONDS),
            ("Mon, 30 Nov 2026 12:02:01 GMT", 120),
            ("Mon, 30 Nov 2026 11:00:00 GMT", 0),
            ("soon", None),
            ("-5", None),
            ("", None),
            ("²", None),
        ],
    )
    def test_says_how_long_to_wait_in_either_form(self, asked, seconds, gateway, peer, phone):
        peer.answers(phone, Answer(429, {"Retry-After": asked.encode().decode("latin-1")}))
        outcome = gateway.send(subscription(phone), message(), deadline_seconds=5)
        assert isinstance(outcome, Later)
        assert outcome.after_seconds == seconds

    @pytest.mark.parametrize("status", [400, 401, 403])
    def test_that_refuses_says_why(self, status, gateway, peer, phone):
        peer.answers(phone, Answer(status, body=b'{"reason":"BadJwtToken"}\r\n\x1b[31m'))
        outcome = gateway.send(subscription(phone), message(), deadline_seconds=5)
        assert isinstance(outcome, Refused)
        assert outcome.status == status
        assert '"BadJwtToken"' in outcome.cause
        assert outcome.cause.isprintable()

    def test_refuses_another_key_than_the_browser_subscribed_with(self, gateway, peer):
        other = peer.browser(VapidKeys().public_key(VapidKeys().new()))
        outcome = gateway.send(subscription(other), message(), deadline_seconds=5)
        assert isinstance(outcome, Refused)
        assert outcome.status == 403

    @pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
    def test_that_sends_us_elsewhere_is_not_followed(self, status, gateway, peer, phone):
        other = peer.browser()
        peer.answers(phone, Answer(status, {"Location": other.endpoint}))
        outcome = gateway.send(subscription(phone), message(), deadline_seconds=5)
        assert isinstance(outcome, Refused)
        assert outcome.status == status
        assert len(peer.requests) == 1

    @pytest.mark.parametrize("where", ["before", "headers", "drips"])
    def test_that_says_nothing_in_time_is_asked_later(self, where, gateway, peer, phone):
        peer.answers(phone, Answer(hangs=where))
        began = time.monotonic()
        outcome = gateway.send(subscription(phone), message(), deadline_seconds=SOON)
        assert isinstance(outcome, Later)
        assert time.monotonic() - began < SOON + 2

    def test_that_hangs_in_the_body_of_a_success_has_it(self, gateway, peer, phone):
        peer.answers(phone, Answer(hangs="body"))
        assert gateway.send(subscription(phone), message(), deadline_seconds=30) == Delivered()

    @pytest.mark.parametrize(
        ("status", "outcome"), [(410, Gone()), (503, Later(None, "503")), (403, Refused(403, "403"))]
    )
    def test_that_hangs_in_the_body_of_a_refusal_has_refused(self, status, outcome, gateway, peer, phone):
        peer.answers(phone, Answer(status, hangs="body"))
        assert gateway.send(subscription(phone), message(), deadline_seconds=SOON) == outcome

    def test_that_talks_without_end_is_not_listened_to(self, gateway, peer, phone):
        peer.answers(phone, Answer(201, {f"X-{number}": "x" * 60_000 for number in range(3)}))
        outcome = gateway.send(subscription(phone), message(), deadline_seconds=5)
        assert outcome == Later(None, "OSError: the answer is too long")

    def test_that_is_not_there_is_asked_later(self, gateway, phone, peer):
        gone = replace(subscription(phone), endpoint="http://127.0.0.1:1/send/1")
        assert isinstance(gateway.send(gone, message(), deadline_seconds=5), Later)


class TestInProduction:
    @pytest.mark.parametrize(
        "answered",
        [
            ["127.0.0.1"],
            ["10.0.0.1"],
            ["169.254.169.254"],
            ["192.168.0.1"],
            ["0.0.0.0"],
            ["::1"],
            ["fc00::1"],
            ["fe80::1%eth0"],
            ["::ffff:10.0.0.1"],
            ["64:ff9b::10.0.0.1"],
            ["8.8.8.8", "10.0.0.1"],
            ["10.0.0.1", "8.8.8.8"],
        ],
        ids=",".join,
    )
    def test_a_name_that_stands_for_an_address_of_inside_is_not_called(self, answered, production, monkeypatch):
        gateway = production(*answered)
        monkeypatch.setattr("socket.create_connection", lambda *_, **__: pytest.fail("it was called"))
        somewhere = subscription(Browser("https://push.example.com/send/1", None))
        outcome = gateway.send(somewhere, message(), deadline_seconds=5)
        assert isinstance(outcome, Refused)
        assert outcome.status is None
        assert "not a public one" in outcome.cause

    def test_the_address_that_was_looked_at_is_the_one_that_is_called(self, production, monkeypatch):
        called = []

        def connect(address, **_):
            called.append(address)
            raise OSError("nobody is there")

        monkeypatch.setattr("socket.create_connection", connect)
        gateway = production("8.8.8.8", "2606:4700::1111")
        somewhere = subscription(Browser("https://push.example.com:8443/send/1", None))
        assert isinstance(gateway.send(somewhere, message(), deadline_seconds=5), Later)
        assert called == [("8.8.8.8", 8443), ("2606:4700::1111", 8443)]
        assert production.asked == [("push.example.com", 8443)]

    @pytest.mark.parametrize(
        "endpoint",
        [
            "http://push.example.com/send/1",
            "https://127.0.0.1/send/1",
            "https://169.254.169.254/latest/meta-data",
            "https://[::1]/send/1",
            "https://2130706433/send/1",
            "https://localhost/send/1",
        ],
    )
    def test_what_was_taken_for_tests_is_not_called(self, endpoint, production):
        gateway = production("8.8.8.8")
        outcome = gateway.send(subscription(Browser(endpoint, None)), message(), deadline_seconds=5)
        assert isinstance(outcome, Refused)
        assert outcome.status is None
        assert production.asked == []

    def test_the_peer_on_this_machine_is_not_called(self, clock, phone, peer):
        gateway = WebPush(VAPID, clock)
        assert isinstance(gateway.send(subscription(phone), message(), deadline_seconds=5), Refused)
        assert peer.requests == []


class TestALookUp:
    def test_that_takes_too_long_is_left_alone(self, clock, peer, phone):
        def resolve(*_: object) -> Sequence[str]:
            peer.closing.wait(10)
            return ["127.0.0.1"]

        gateway = WebPush(VAPID, clock, allows_private=True, outside=Outside(allows_private=True, resolve=resolve))
        outcome = gateway.send(subscription(phone), message(), deadline_seconds=SOON)
        assert outcome == Later(None, "the look-up of the host took too long")

    @pytest.mark.parametrize("error", [OSError("no such host"), UnicodeError("label too long")])
    def test_that_finds_nobody_is_tried_later(self, error, clock):
        def resolve(*_: object) -> Sequence[str]:
            raise error

        gateway = WebPush(VAPID, clock, outside=Outside(resolve=resolve))
        somewhere = subscription(Browser("https://push.example.com/send/1", None))
        outcome = gateway.send(somewhere, message(), deadline_seconds=5)
        assert isinstance(outcome, Later)
        assert str(error) in outcome.cause

    def test_that_answers_nothing_is_tried_later(self, production):
        somewhere = subscription(Browser("https://push.example.com/send/1", None))
        assert isinstance(production().send(somewhere, message(), deadline_seconds=5), Later)

    def test_of_a_name_of_this_machine_is_the_systems(self, gateway, peer, phone):
        named = replace(subscription(phone), endpoint=phone.endpoint.replace("127.0.0.1", "localhost"))
        outcome = gateway.send(named, message(), deadline_seconds=5)
        assert isinstance(outcome, Refused), "the token is for localhost, and the peer is not called that"
        assert peer.faults


def test_the_example_of_rfc_8291_comes_out_to_the_byte(monkeypatch):
    """Its section 5 and appendix A."""
    import http_ece
    from cryptography.hazmat.primitives.asymmetric import ec

    sender = ec.derive_private_key(
        int.from_bytes(from_base64url("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"), "big"), ec.SECP256R1()
    )
    salt = from_base64url("DGv6ra1nlYgDCS1FRnbzlw")
    library = http_ece.encrypt
    monkeypatch.setattr(ec, "generate_private_key", lambda _: sender)
    monkeypatch.setattr(http_ece, "encrypt", lambda *given, **named: library(*given, salt=salt, **named))
    receiver = Subscription(
        id="1",
        owner_id="o",
        endpoint="https://push.example.net/push/JzLQ3raZJfFBR0aqvOMsLrt54w4rJUsV",
        p256dh="BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
        auth="BTBZMqHH6r4Tts7J_aSIgg",
        created_at=NOON,
    )
    sealed = web_push.encrypted(receiver, b"When I grow up, I want to be a watermelon")
    assert base64url(sealed) == (
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7"
        "A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
    )


@pytest.mark.parametrize(
    "wrong",
    [
        {"body": b"x" * 3_001},
        {"topic": ""},
        {"topic": "x" * 33},
        {"topic": "a b"},
        {"ttl_seconds": -1},
        {"ttl_seconds": LONGEST_TTL_SECONDS + 1},
    ],
    ids=str,
)
def test_a_message_that_no_service_takes_is_none(wrong):
    with pytest.raises(ValueError, match="not"):
        message(**wrong)
