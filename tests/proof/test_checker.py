"""The judge of histories is judged: a sound one passes, and each way to break it is told."""

from dataclasses import replace

import pytest

from tests.proof.checker import broken_promises
from tests.proof.history import Acknowledged, Did, History, Stored

HOUR = 3_600.0


def write(did, by, at, version, **details):
    """A write of the one todo, sent at this second and answered half a second later."""
    usual = {"todo_id": "t", "sent": float(at), "answered": at + 0.5, "expires_at": at + HOUR}
    return Acknowledged(did=did, by=by, version=version, **{**usual, **details})


ADDED = write(Did.ADDED, "monday", 0, 1, title="Fix the guard")
CLAIMED = write(Did.CLAIMED, "tuesday", 1, 2, token="1.x")
HANDED_BACK = write(Did.HANDED_BACK, "tuesday", 2, 3, token="1.x", left="mark 1")
RETURNED = write(Did.RETURNED, "owner", 3, 4, made_from=3, left="mark 2")
EDITED = write(Did.EDITED, "owner", 4, 5, made_from=4, left="mark 3")
CLAIMED_AGAIN = write(Did.CLAIMED, "wednesday", 5, 6, token="3.y")
COMPLETED = write(Did.COMPLETED, "wednesday", 6, 7, token="3.y", left="mark 4")
SOUND = [ADDED, CLAIMED, HANDED_BACK, RETURNED, EDITED, CLAIMED_AGAIN, COMPLETED]
STORED = Stored(todo_id="t", title="Fix the guard", version=7, texts="mark 1\n\nmark 2\n\nmark 3\n\nmark 4")


def judged(*writes, stored=(STORED,)):
    history = History(list(writes))
    history.keep(stored)
    return broken_promises(history)


def without(*left_out):
    return [each for each in SOUND if each not in left_out]


def with_changed(one, **details):
    return [replace(each, **details) if each == one else each for each in SOUND]


def test_a_sound_history_passes():
    assert judged(*SOUND) == []


def test_an_add_that_is_not_there_is_told():
    assert judged(*SOUND, stored=()) == ["'Fix the guard' was added by monday and is not there"]


def test_an_add_that_is_there_twice_is_told():
    twice = [STORED, replace(STORED, todo_id="u")]
    assert judged(*SOUND, stored=twice) == ["'Fix the guard' is there 2 times"]


def test_one_id_for_two_adds_is_told():
    other = write(Did.ADDED, "friday", 0, 8, title="Another")
    assert "the id t was given to 2 adds" in judged(*SOUND, other)


def test_two_winners_of_one_claim_are_told():
    other = write(Did.CLAIMED, "friday", 5, 8, token="3.z")
    assert "t: wednesday and friday both won claim 3" in judged(*SOUND, other, stored=[replace(STORED, version=8)])


def test_a_claim_granted_while_another_is_held_is_told():
    assert judged(*without(HANDED_BACK, RETURNED)) == ["t: wednesday was granted claim 3 while tuesday held 1"]


def test_a_hand_back_with_another_token_ends_no_lease():
    told = judged(*with_changed(HANDED_BACK, token="0.w"))
    assert "t: wednesday was granted claim 3 while tuesday held 1" in told


def test_a_claim_may_be_granted_once_the_one_before_has_lapsed():
    lapsed = replace(CLAIMED, expires_at=4.0)
    assert judged(ADDED, lapsed, RETURNED, EDITED, CLAIMED_AGAIN, COMPLETED) == []


def test_a_claim_may_be_granted_once_the_owner_took_the_follow_up_away():
    taken_away = write(Did.TAKEN_AWAY, "owner", 2, 3)
    assert judged(ADDED, CLAIMED, taken_away, CLAIMED_AGAIN, COMPLETED) == []


def test_a_claim_whose_answer_crossed_the_hand_back_is_no_break():
    crossing = replace(CLAIMED_AGAIN, sent=2.2, answered=2.4, version=4)
    assert judged(ADDED, CLAIMED, HANDED_BACK, crossing) == []


def test_a_renewed_claim_keeps_its_number():
    renewed = write(Did.CLAIMED, "wednesday", 5.6, 8, token="3.y", answered=5.9)
    assert not any("both won" in sentence for sentence in judged(*SOUND, renewed))


def test_a_token_that_falls_is_told():
    told = judged(*with_changed(CLAIMED_AGAIN, token="0.y"))
    assert "t: wednesday claimed it with 0 after tuesday had 1" in told


def test_a_completion_with_a_superseded_token_is_told():
    told = judged(*with_changed(COMPLETED, by="tuesday", token="1.x"))
    assert "t: tuesday completed it with 1 after wednesday had 3" in told


def test_a_second_completion_is_told():
    again = write(Did.COMPLETED, "friday", 7, 8, left="mark 5")
    there = replace(STORED, version=8, texts=f"{STORED.texts}\n\nmark 5")
    assert judged(*SOUND, again, stored=[there]) == ["t was completed 2 times: wednesday, friday"]
    reopened = write(Did.REOPENED, "owner", 6.6, 9)
    assert not any("completed 2" in sentence for sentence in judged(*SOUND, reopened, again, stored=[there]))


@pytest.mark.parametrize("lost", ["mark 1", "mark 2", "mark 3", "mark 4"])
def test_a_text_that_a_later_write_dropped_is_told(lost):
    there = replace(STORED, texts=STORED.texts.replace(lost, ""))
    (told,) = judged(*SOUND, stored=[there])
    assert f"wrote ({lost!r}) is there 0 times" in told


def test_a_text_that_was_appended_twice_is_told():
    there = replace(STORED, texts=f"{STORED.texts}\n\nmark 4")
    assert judged(*SOUND, stored=[there]) == ["t: what wednesday wrote ('mark 4') is there 2 times"]


def test_a_save_over_a_version_that_nobody_saw_is_told():
    told = judged(*with_changed(EDITED, made_from=3))
    assert told == ["t: owner wrote over version 4, made from 3"]


def test_one_version_for_two_writes_is_told():
    told = judged(*with_changed(EDITED, version=6, made_from=5))
    assert told == ["t: owner and wednesday both wrote version 6"]


def test_a_version_that_falls_is_told():
    told = judged(*with_changed(HANDED_BACK, version=9), stored=[replace(STORED, version=9)])
    assert "t: wednesday wrote version 7 after version 9 was there" in told


def test_a_stored_version_behind_an_acknowledged_one_is_told():
    assert judged(*SOUND, stored=[replace(STORED, version=6)]) == ["t: version 7 was acknowledged, 6 is there"]
