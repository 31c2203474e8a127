from datetime import UTC, datetime, timedelta

import pytest

from followups.domain.claims import Claim, check_token
from followups.domain.errors import ClaimedElsewhere, ClaimLost
from followups.domain.limits import CLAIM_SECONDS

NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)
LAPSE = NOW + timedelta(seconds=CLAIM_SECONDS)
CLAIM = Claim.granted(session_id="s1", number=3, secret="xyz", now=NOW)


def test_a_claim_lasts_half_an_hour_and_its_token_holds_its_number():
    assert Claim(session_id="s1", token="3.xyz", expires_at=NOW + timedelta(minutes=30)) == CLAIM


def test_a_claim_is_live_until_the_instant_it_lapses_and_no_longer():
    assert CLAIM.is_live(LAPSE - timedelta(microseconds=1))
    assert not CLAIM.is_live(LAPSE)


def test_renewing_moves_the_expiry_and_keeps_the_token():
    later = NOW + timedelta(minutes=20)
    renewed = CLAIM.renewed(later)
    assert renewed.expires_at == later + timedelta(minutes=30)
    assert renewed.token == CLAIM.token


def test_a_live_claim_is_refused_to_others_with_its_holder_and_expiry():
    with pytest.raises(ClaimedElsewhere, match="Session s1 holds this follow-up until 2026-11-30T12:30:00") as refused:
        CLAIM.refuse_others("s2", NOW)
    assert refused.value.details == {"holder": "s1", "expires_at": LAPSE}


def test_its_own_session_and_everybody_after_its_lapse_may_pass():
    CLAIM.refuse_others("s1", NOW)
    CLAIM.refuse_others("s2", LAPSE)


def test_the_current_token_passes_lapsed_or_not():
    check_token(CLAIM, "3.xyz", NOW)
    check_token(CLAIM, "3.xyz", LAPSE)


def test_without_a_token_only_a_live_claim_stands_in_the_way():
    check_token(None, None, NOW)
    check_token(CLAIM, None, LAPSE)
    with pytest.raises(ClaimLost, match="pass the claim_token") as refused:
        check_token(CLAIM, None, NOW)
    assert refused.value.details == {"holder": "s1", "expires_at": LAPSE}


@pytest.mark.parametrize("token", ["2.xyz", "3.xyZ", "", "3", "nonsense"])
def test_any_other_token_is_refused_and_told_who_holds_the_follow_up(token):
    with pytest.raises(ClaimLost, match="session s1 claimed the follow-up") as refused:
        check_token(CLAIM, token, NOW)
    assert refused.value.details["holder"] == "s1"


def test_a_token_of_a_claim_that_has_ended_is_refused():
    with pytest.raises(ClaimLost, match="This claim has ended"):
        check_token(None, "3.xyz", NOW)
