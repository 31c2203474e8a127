"""Markers: one sends at a time, what was sent stays so, and its token is good for one thing."""

from datetime import timedelta

import pytest

from followups.services.sent_markers import LEASE_SECONDS, Mark, State
from tests.builders import NOON

MARK = Mark(owner_id="o", what="t#2027-01-31", device="d")


@pytest.fixture
def sent(ports):
    return ports.sent


def begin(sent, holder="a", after=0.0, token=None):
    return sent.begin(MARK, holder=holder, token=token, now=NOON + timedelta(seconds=after))


def test_one_sends_at_a_time_and_after_it_nobody(sent):
    assert begin(sent) is State.BEGUN
    assert begin(sent, "b", 1) is State.SENDING
    assert not sent.is_sent(MARK)
    sent.finish(MARK, now=NOON)
    assert begin(sent, "b", LEASE_SECONDS + 1) is State.SENT
    assert sent.is_sent(MARK)


def test_a_lease_that_ran_out_or_was_given_back_is_another_s(sent):
    begin(sent)
    assert begin(sent, "b", LEASE_SECONDS - 1) is State.SENDING
    assert begin(sent, "b", LEASE_SECONDS) is State.BEGUN
    # The first one comes back too late to end it.
    sent.release(MARK, holder="a")
    assert begin(sent, "c", LEASE_SECONDS + 1) is State.SENDING
    sent.release(MARK, holder="b")
    assert begin(sent, "c", LEASE_SECONDS + 1) is State.BEGUN


def test_the_same_holder_again_after_a_lost_answer_has_begun(sent):
    begin(sent)
    assert begin(sent) is State.BEGUN


def test_other_devices_and_other_rings_are_apart(sent):
    begin(sent)
    for other in (Mark(owner_id="o", what=MARK.what, device="e"), Mark(owner_id="o", what="t", device="d")):
        assert sent.begin(other, holder="a", token=None, now=NOON) is State.BEGUN


def test_to_give_back_what_was_never_begun_or_is_sent_does_nothing(sent):
    sent.release(MARK, holder="a")
    sent.finish(MARK, now=NOON)
    sent.release(MARK, holder="a")
    assert sent.is_sent(MARK)


def test_tokens_of_every_try_are_good_until_one_of_them_is_used(sent):
    begin(sent, token="first")
    begin(sent, "b", LEASE_SECONDS, token="second")
    sent.finish(MARK, now=NOON)
    used = sent.use(MARK, token="first", action="done", now=NOON)
    assert (used.action, used.before) == ("done", False)
    again = sent.use(MARK, token="second", action="later", now=NOON + timedelta(minutes=1))
    assert (again.action, again.at, again.before) == ("done", used.at, True)


@pytest.mark.parametrize("token", ["", "second"])
def test_another_token_is_good_for_nothing(sent, token):
    assert sent.use(MARK, token=token, action="done", now=NOON) is None
    begin(sent, token="first")
    assert sent.use(MARK, token=token, action="done", now=NOON) is None
