"""A push service on loopback, and the browsers that subscribe at it (RFC 8030, RFC 8291, RFC 8292).

It looks at every message as a real one does, decrypts it by hand, and then answers as it was told to.
"""

import base64
import hashlib
import json
import os
import re
import ssl
import struct
import threading
from collections import defaultdict, deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Final, Self
from urllib.parse import urlsplit

from cryptography.exceptions import InvalidSignature, InvalidTag
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

LARGEST: Final = 4096
"""What every service has to take, in bytes (RFC 8030 7.2)."""


@dataclass(frozen=True)
class Answer:
    status: int = 201
    headers: Mapping[str, str] = field(default_factory=dict)
    body: bytes = b""
    hangs: str = ""
    """Where it stops until the peer closes: `before` its first byte, in its `headers`, in its `body`, or it `drips`."""


TAKEN: Final = Answer()


@dataclass(frozen=True)
class Push:
    """What reached a browser."""

    endpoint: str
    body: bytes
    ttl: int
    topic: str | None
    urgency: str | None
    claims: Mapping[str, Any]
    key: str
    """The public key that signed it."""

    @property
    def json(self) -> Any:
        return json.loads(self.body)


class Browser:
    """One subscription: what PushSubscription.toJSON() gives, and the keys that it keeps to itself."""

    def __init__(self, endpoint: str, application_server_key: str | None) -> None:
        self.endpoint = endpoint
        self.application_server_key = application_server_key
        self.private_key = ec.generate_private_key(ec.SECP256R1())
        self.auth = os.urandom(16)
        self.takes_bytes = LARGEST

    @property
    def public_key(self) -> bytes:
        return self.private_key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)

    @property
    def id(self) -> str:
        return hashlib.sha256(self.endpoint.encode()).hexdigest()

    def to_json(self) -> dict[str, Any]:
        return {"endpoint": self.endpoint, "keys": {"p256dh": encoded(self.public_key), "auth": encoded(self.auth)}}


class PushPeer:
    """`with PushPeer() as peer: phone = peer.browser()`; what came is in `peer.received`."""

    def __init__(self, *, now: Callable[[], datetime] = lambda: datetime.now(UTC), pem: str | None = None) -> None:
        """`now` is the sender's clock, where that is a made-up one. `pem` names a file with a certificate for
        `localhost` and its key: then it speaks TLS.
        """
        self.now = now
        self.received: list[Push] = []
        self.requests: list[str] = []
        """The paths that were asked, whatever was answered."""
        self.faults: list[str] = []
        """Why messages were refused as none that a push service takes."""
        self.closing = threading.Event()
        self._changed = threading.Condition()
        self._browsers: dict[str, Browser] = {}
        self._answers: dict[str, deque[Answer]] = defaultdict(deque)
        self._server = _Server(("127.0.0.1", 0), _Handler)
        self._server.peer = self
        self._server.tls = None
        if pem is not None:
            self._server.tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            self._server.tls.load_cert_chain(pem)
        scheme, host = ("http", "127.0.0.1") if pem is None else ("https", "localhost")
        self.url = f"{scheme}://{host}:{self.port}"

    @property
    def port(self) -> int:
        return self._server.server_port

    def __enter__(self) -> Self:
        threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self.closing.set()
        self._server.shutdown()
        self._server.server_close()

    def browser(self, application_server_key: str | None = None) -> Browser:
        """A new subscription. With a key it takes messages of this one alone."""
        browser = Browser(f"{self.url}/send/{len(self._browsers) + 1}", application_server_key)
        self._browsers[urlsplit(browser.endpoint).path] = browser
        return browser

    def forget(self, browser: Browser) -> None:
        """The subscription is over: 410 from here on."""
        self.always(browser, Answer(410))

    def answers(self, browser: Browser, *answers: Answer) -> None:
        """What the next messages are answered, one after the other; those behind them are taken."""
        self._answers[urlsplit(browser.endpoint).path].extend(answers)

    def always(self, browser: Browser, answer: Answer) -> None:
        self._answers[urlsplit(browser.endpoint).path] = _Always([answer])

    def wait_for(self, count: int, seconds: float = 10) -> list[Push]:
        """Until so many came. Answers all that came."""
        with self._changed:
            if not self._changed.wait_for(lambda: len(self.received) >= count, seconds):
                raise AssertionError(f"{len(self.received)} of {count} pushes came; faults: {self.faults}")
            return list(self.received)

    def take(self, path: str, headers: Mapping[str, str], body: bytes) -> Answer:
        self.requests.append(path)
        browser = self._browsers.get(path)
        if browser is None:
            return Answer(404)
        try:
            push = self._read(browser, headers, body)
        except Fault as fault:
            self.faults.append(str(fault))
            return Answer(fault.status, body=str(fault).encode())
        if len(body) > browser.takes_bytes:
            return Answer(413)
        answers = self._answers[path]
        answer = answers.popleft() if answers else TAKEN
        if 200 <= answer.status < 300:
            with self._changed:
                self.received.append(push)
                self._changed.notify_all()
        return answer

    def _read(self, browser: Browser, headers: Mapping[str, str], body: bytes) -> Push:
        claims, key = self._signed(headers.get("authorization", ""))
        if browser.application_server_key not in {None, key}:
            raise Fault(403, "another key than the browser subscribed with")
        ttl, topic, urgency = headers.get("ttl", ""), headers.get("topic"), headers.get("urgency")
        if not ttl.isdigit():
            raise Fault(400, "no TTL")
        if topic is not None and not re.fullmatch(r"[A-Za-z0-9_-]{1,32}", topic):
            raise Fault(400, f"no topic: {topic}")
        if urgency not in {None, "very-low", "low", "normal", "high"}:
            raise Fault(400, f"no urgency: {urgency}")
        if headers.get("content-encoding") != "aes128gcm":
            raise Fault(415, "no aes128gcm")
        return Push(browser.endpoint, decrypted(browser, body), int(ttl), topic, urgency, claims, key)

    def _signed(self, authorization: str) -> tuple[Any, str]:
        match = re.fullmatch(r"vapid t=([A-Za-z0-9_.-]+), ?k=([A-Za-z0-9_-]+)", authorization)
        if match is None:
            raise Fault(401, "no VAPID")
        token, key = match.groups()
        head, _, signature = token.rpartition(".")
        header, claims = (json.loads(decoded(part)) for part in head.split("."))
        raw = decoded(signature)
        numbers = encode_dss_signature(int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big"))
        try:
            point = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), decoded(key))
            point.verify(numbers, head.encode(), ec.ECDSA(hashes.SHA256()))
        except (ValueError, InvalidSignature):
            raise Fault(403, "BadJwtToken: not signed by this key") from None
        now = self.now()
        until = datetime.fromtimestamp(claims["exp"], UTC)
        schemes = ("mailto:", "https:") if self._server.tls else ("mailto:", "https:", "http:")
        if header != {"typ": "JWT", "alg": "ES256"} or len(raw) != 64 or claims["aud"] != self.url:
            raise Fault(403, f"BadJwtToken: {header} {claims}")
        if not now < until <= now + timedelta(hours=24) or not claims["sub"].startswith(schemes):
            raise Fault(403, f"BadJwtToken: {claims} at {now}")
        return claims, key


class Fault(Exception):
    """A message that no push service takes."""

    def __init__(self, status: int, why: str) -> None:
        super().__init__(why)
        self.status = status


def decrypted(browser: Browser, body: bytes) -> bytes:
    """RFC 8291 3.4 and RFC 8188 2.1, step by step. Raises: Fault."""
    salt, (record_size, key_length) = body[:16], struct.unpack("!IB", body[16:21])
    sender, sealed = body[21 : 21 + key_length], body[21 + key_length :]
    if len(sealed) > record_size:
        raise Fault(400, "more than one record")
    point = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), sender)
    shared = browser.private_key.exchange(ec.ECDH(), point)
    secret = _derived(shared, browser.auth, b"WebPush: info\0" + browser.public_key + sender, 32)
    key = _derived(secret, salt, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derived(secret, salt, b"Content-Encoding: nonce\0", 12)
    try:
        padded = AESGCM(key).decrypt(nonce, sealed, None).rstrip(b"\0")
    except InvalidTag:
        raise Fault(400, "not encrypted for this browser") from None
    if padded[-1:] != b"\x02":
        raise Fault(400, "not the last record")
    return padded[:-1]


def _derived(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(algorithm=hashes.SHA256(), length=length, salt=salt, info=info).derive(secret)


def encoded(raw: bytes) -> str:
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()


def decoded(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


class _Always(deque[Answer]):
    def popleft(self) -> Answer:
        return self[0]


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    block_on_close = False
    peer: PushPeer
    tls: ssl.SSLContext | None

    def finish_request(self, request: Any, client_address: Any) -> None:
        if self.tls is None:
            super().finish_request(request, client_address)
            return
        try:
            secure = self.tls.wrap_socket(request, server_side=True)
        except OSError:
            return  # Somebody who does not trust us.
        with secure:
            super().finish_request(secure, client_address)

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A sender that went away in the middle is none of the peer's business."""


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: _Server

    def log_message(self, format: str, *args: Any) -> None:
        pass

    def do_POST(self) -> None:
        peer = self.server.peer
        body = self.rfile.read(int(self.headers["content-length"]))
        answer = peer.take(self.path, {name.lower(): value for name, value in self.headers.items()}, body)
        self.close_connection = True
        if answer.hangs == "before":
            peer.closing.wait()
            return
        if answer.hangs == "headers":
            self.wfile.write(b"HTTP/1.1 201 Created\r\nLocation: /m")
            peer.closing.wait()
            return
        if answer.hangs == "drips":
            self.wfile.write(b"HTTP/1.1 201 Created\r\nX: ")
            while not peer.closing.wait(0.05):
                self.wfile.write(b"x")
            return
        self.send_response(answer.status)
        for name, value in answer.headers.items():
            self.send_header(name, value)
        if answer.hangs == "body":
            self.send_header("Content-Length", "1000")
            self.end_headers()
            self.wfile.write(b"{")
            peer.closing.wait()
            return
        self.send_header("Content-Length", str(len(answer.body)))
        self.end_headers()
        self.wfile.write(answer.body)
