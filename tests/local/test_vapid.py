"""One machine has one key of pushes, made once."""

import stat
import sys

import pytest

from followups.gateways.vapid_keys import VapidKeys
from local.data_folder import UnusableFolder
from local.settings import Settings
from local.vapid import KEY, vapid_in, vapid_of

SUBJECT = "mailto:owner@example.com"


def test_the_key_is_made_once_and_stays(tmp_path):
    first = vapid_in(tmp_path, subject=SUBJECT)
    assert vapid_in(tmp_path, subject=SUBJECT).public_key == first.public_key
    assert [file.name for file in tmp_path.iterdir()] == [KEY]


@pytest.mark.skipif(sys.platform == "win32", reason="its files have no modes")
def test_the_key_is_for_the_owners_eyes_alone(tmp_path):
    vapid_in(tmp_path, subject=SUBJECT)
    assert stat.S_IMODE((tmp_path / KEY).stat().st_mode) == 0o600


def test_a_start_that_was_cut_off_while_the_key_was_written_leaves_none(tmp_path):
    half = (tmp_path / KEY).with_suffix(".new")
    half.write_text("hal")
    made = vapid_in(tmp_path, subject=SUBJECT)
    assert VapidKeys().public_key((tmp_path / KEY).read_text()) == made.public_key
    assert not half.exists()


@pytest.mark.parametrize("text", ["", "no key", "ä"])
def test_what_is_no_key_is_left_as_it_is_and_said(text, tmp_path):
    (tmp_path / KEY).write_bytes(text.encode())
    with pytest.raises(UnusableFolder, match=KEY):
        vapid_in(tmp_path, subject=SUBJECT)
    assert (tmp_path / KEY).read_bytes() == text.encode()


def test_a_key_that_cannot_be_read_is_said(tmp_path):
    (tmp_path / KEY).mkdir()
    with pytest.raises(UnusableFolder, match="cannot be used"):
        vapid_in(tmp_path, subject=SUBJECT)


@pytest.mark.parametrize(
    ("environment", "origin", "sends"),
    [
        ({}, "http://127.0.0.1:8765", False),
        ({}, "https://todo.example.com", True),
        ({}, "https://printer.local", False),
        ({"FOLLOW_UPS_PUSH_SUBJECT": SUBJECT}, "http://127.0.0.1:8765", True),
        ({"FOLLOW_UPS_PUSH_PRIVATE": "1"}, "http://127.0.0.1:8765", True),
    ],
)
def test_pushes_are_sent_where_services_have_somebody_to_turn_to(environment, origin, sends, tmp_path, monkeypatch):
    monkeypatch.setattr("local.vapid.git_mailbox", lambda: "")
    settings = Settings.read({"XDG_DATA_HOME": str(tmp_path), **environment})
    vapid = vapid_of(settings, tmp_path, origin)
    assert (vapid is not None) == sends
    assert (tmp_path / KEY).exists() == sends


@pytest.mark.parametrize(("mailbox", "sends"), [(SUBJECT, True), ("mailto:me@laptop.local", False), ("mailto:", False)])
def test_without_a_public_origin_services_turn_to_whom_git_names(mailbox, sends, tmp_path, monkeypatch):
    monkeypatch.setattr("local.vapid.git_mailbox", lambda: mailbox)
    settings = Settings.read({"XDG_DATA_HOME": str(tmp_path)})
    made = vapid_of(settings, tmp_path, "http://127.0.0.1:8765")
    assert (made is not None) == sends
