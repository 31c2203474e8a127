from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given as generated
from hypothesis import strategies as st

from followups.domain.errors import Invalid
from followups.domain.instants import (
    epoch_microseconds,
    epoch_milliseconds,
    from_text,
    given,
    kept,
    to_text,
)

INSTANTS = st.datetimes(
    min_value=datetime(1970, 1, 1), max_value=datetime(9999, 12, 31, 23, 59, 59), timezones=st.just(UTC)
)


@generated(INSTANTS)
def test_what_is_kept_is_what_is_written_and_read_back(instant):
    assert from_text(to_text(instant)) == kept(instant)
    assert len(to_text(instant)) == 24
    assert timedelta() <= instant - kept(instant) < timedelta(milliseconds=1)


@generated(INSTANTS, INSTANTS)
def test_text_order_is_time_order(one, other):
    if kept(one) != kept(other):
        assert (to_text(one) < to_text(other)) == (one < other)


@generated(INSTANTS)
def test_epochs_are_exact(instant):
    epoch = datetime(1970, 1, 1, tzinfo=UTC)
    assert epoch + timedelta(microseconds=epoch_microseconds(instant)) == instant
    assert epoch_milliseconds(instant) == epoch_microseconds(instant) // 1_000


@pytest.mark.parametrize(
    "raw", ["2026-11-30T12:00:00Z", "2026-11-30t12:00z", "2026-11-30T13:00+01:00", "2026-11-30T12:00:00.000000000Z"]
)
def test_an_instant_of_others_has_a_date_a_time_and_an_offset(raw):
    assert given(raw, "until") == datetime(2026, 11, 30, 12, tzinfo=UTC)


@pytest.mark.parametrize(
    "raw",
    [
        *("", "now", "2026-11-30", "2026-11-30T12:00:00", "2026-13-30T12:00:00Z", "2026-11-30T12:00:00+99:00"),
        *("1969-12-31T23:59:59Z", "9999-12-31T23:59:59-14:00", "2026-11-30 12:00:00Z", "２026-11-30T12:00:00Z"),
    ],
)
def test_anything_else_is_refused_with_the_field_it_stood_in(raw):
    with pytest.raises(Invalid, match="until is an instant such as 2026-11-30T12:00:00Z") as refused:
        given(raw, "until")
    assert refused.value.details == {"field": "until"}
