"""Where pushes may go, and what a browser subscribes with."""

from ipaddress import ip_address

import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from followups.domain import push
from followups.domain.errors import Invalid, TooLarge
from followups.domain.limits import PUSH_ENDPOINT_CHARACTERS
from tests.builders import NOON

REAL = [
    "https://fcm.googleapis.com/fcm/send/dQw4:APA91b-_x",
    "https://updates.push.services.mozilla.com/wpush/v2/gAAAAA==",
    "https://web.push.apple.com/QGuQyavXutnMH-4",
    "https://wns2-par02p.notify.windows.com/w/?token=BQYAAAB%2f%2b",
    "https://push.example.com:8443/send/1",
    "https://93.184.215.14/send",
    "https://[2606:2800:21f:cb07:6820:80da:af6b:8b2c]/send",
]

INSIDE = [
    "127.0.0.1",
    "127.8.8.8",
    "0.0.0.0",
    "10.0.0.1",
    "172.16.0.1",
    "172.31.255.255",
    "192.168.1.1",
    "169.254.169.254",
    "169.254.0.1",
    "100.64.0.1",
    "192.0.2.1",
    "198.18.0.1",
    "224.0.0.1",
    "239.255.255.255",
    "240.0.0.1",
    "255.255.255.255",
    "::",
    "::1",
    "::10.0.0.1",
    "fc00::1",
    "fd00:ec2::254",
    "fe80::1",
    "fe80::1%eth0",
    "fec0::1",
    "ff02::1",
    "2001:db8::1",
    "2002:a00:1::",
    "2001:0:a00:1::",
    "::ffff:10.0.0.1",
    "::ffff:127.0.0.1",
    "::ffff:169.254.169.254",
    "64:ff9b::10.0.0.1",
    "64:ff9b:1::1",
]

ODD_HOSTS = [
    "2130706433",
    "0x7f000001",
    "0x7f.1",
    "0177.0.0.1",
    "017700000001",
    "127.1",
    "10.0.0.1.",
    "1.2.3",
    "010.0.0.1",
    "localhost",
    "localhost.",
    "LOCALHOST",
    "app.localhost",
    "printer",
    "printer.local",
    "metadata.google.internal",
    "router.lan",
    "nas.home.arpa",
    "home.arpa",
    "a..com",
    "-a.com",
    ".com",
    "%6c%6fcalhost",
    "127.0.0.1%2f.example.com",
    "ex_ample",
    f"{'a' * 64}.com",
    f"{'a.' * 127}com",
]


def encoded_point() -> str:
    key = ec.generate_private_key(ec.SECP256R1()).public_key()
    return push.base64url(key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint))


@pytest.mark.parametrize("address", REAL)
def test_addresses_of_push_services_are_taken_as_they_are(address):
    assert push.endpoint(address) == address


@pytest.mark.parametrize("address", INSIDE)
def test_an_address_of_this_machine_or_its_network_is_not_public(address):
    assert not push.is_public_address(ip_address(address))
    host = f"[{address}]" if ":" in address else address
    with pytest.raises(Invalid) as refusal:
        push.endpoint(f"https://{host}/send")
    assert refusal.value.details["field"] == "endpoint"


@pytest.mark.parametrize("address", ["8.8.8.8", "2606:4700::1111", "::ffff:8.8.8.8", "64:ff9b::8.8.8.8"])
def test_an_address_that_anybody_may_have_is_public(address):
    assert push.is_public_address(ip_address(address))


@pytest.mark.parametrize("host", ODD_HOSTS)
def test_a_host_that_may_be_read_as_one_of_inside_is_refused(host):
    with pytest.raises(Invalid):
        push.endpoint(f"https://{host}/send")


@pytest.mark.parametrize(
    "address",
    [
        "",
        "push",
        "//push.example.com/1",
        "http://push.example.com/1",
        "ftp://push.example.com/1",
        "javascript:alert(1)",
        "https://",
        "https:///1",
        "https://me:secret@push.example.com/1",
        "https://push.example.com@10.0.0.1/1",
        "https://push.example.com/1#x",
        "https://push.example.com/1#",
        "https://push.example.com:0/1",
        "https://push.example.com:65536/1",
        "https://push.example.com:x/1",
        "https://push.example.com/a b",
        "https://push.example.com/1\r\nX: y",
        " https://push.example.com/1",
        "https://push.example.com/1\n",
        "https://push.example.com\\@10.0.0.1/1",
        "https://püsh.example.com/1",
        "https://[::1",
        "https://[fe80::1%25eth0]/1",
    ],
)
def test_what_is_no_https_address_is_refused(address):
    with pytest.raises(Invalid, match="https:// address of a push service"):
        push.endpoint(address)


def test_an_address_has_a_longest_length():
    longest = "https://push.example.com/" + "x" * (PUSH_ENDPOINT_CHARACTERS - 25)
    assert push.endpoint(longest) == longest
    with pytest.raises(TooLarge):
        push.endpoint(longest + "x")


def test_tests_may_send_to_this_machine():
    assert push.endpoint("http://127.0.0.1:8000/send/1", allows_private=True)
    assert push.endpoint("https://localhost:8000/send/1", allows_private=True)
    with pytest.raises(Invalid):
        push.endpoint("ftp://127.0.0.1/", allows_private=True)


def test_a_browsers_key_is_kept_without_padding():
    key = encoded_point()
    assert push.public_key(key) == push.public_key(f"{key}=") == key


def test_every_key_of_a_browser_is_taken():
    for _ in range(20):
        key = encoded_point()
        assert push.public_key(key) == key


def test_a_point_that_is_not_on_the_curve_is_no_key():
    point = bytearray(push.from_base64url(encoded_point()))
    point[-1] ^= 1
    with pytest.raises(Invalid, match="P-256"):
        push.public_key(push.base64url(bytes(point)))


@pytest.mark.parametrize(
    "key", ["", "x", "ä", "a+b/", "====", push.base64url(bytes(65)), push.base64url(b"\4" + b"\xff" * 64), "A" * 5_000]
)
def test_what_is_no_point_is_no_key(key):
    with pytest.raises(Invalid) as refusal:
        push.public_key(key)
    assert refusal.value.details["field"] == "keys.p256dh"


@pytest.mark.parametrize("size", [0, 15, 17, 5_000])
def test_a_secret_is_sixteen_bytes(size):
    secret = push.base64url(bytes(16))
    assert push.auth_secret(secret) == push.auth_secret(f"{secret}==") == secret
    with pytest.raises(Invalid) as refusal:
        push.auth_secret(push.base64url(bytes(size)))
    assert refusal.value.details["field"] == "keys.auth"


SUBJECTS = ["mailto:owner@example.com", "mailto:o'neil+x@mail.todo.co.uk", "https://todo.example.com", "https://a.de/x"]
NO_SUBJECTS = [
    "",
    "owner@example.com",
    "mailto:",
    "mailto:owner",
    "mailto:app@localhost",
    "mailto:app@printer.local",
    "mailto:app@todo.test",
    "mailto:app@todo.example",
    "mailto:app@todo.invalid",
    "mailto:app@host.internal",
    "mailto:app@home.arpa",
    "mailto:app@127.0.0.1",
    "mailto:app@[127.0.0.1]",
    "mailto:a@b.com,c@d.com",
    "mailto:a@b.com?subject=x",
    "mailto:a b@c.com",
    "http://todo.example.com",
    "https://localhost",
    "https://127.0.0.1:8765",
    "https://8.8.8.8",
    "https://[2606:4700::1111]",
    "https://todo.test",
]


@pytest.mark.parametrize("subject", SUBJECTS)
def test_somebody_at_a_public_name_can_be_turned_to(subject):
    assert push.is_subject(subject)


@pytest.mark.parametrize("subject", NO_SUBJECTS)
def test_who_cannot_be_turned_to_is_no_subject(subject):
    assert not push.is_subject(subject)


def test_tests_may_name_this_machine():
    assert push.is_subject("http://127.0.0.1:8765", allows_private=True)
    assert not push.is_subject("", allows_private=True)


def test_a_subscription_shows_the_host_of_its_service():
    found = push.Subscription(
        id="x", owner_id="o", endpoint="https://push.example.com:8443/1", p256dh="", auth="", created_at=NOON
    )
    assert found.endpoint_host == "push.example.com"
