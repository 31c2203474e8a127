"""What a repeat rule may say, and the one way in which it is written."""

import pytest

from followups.domain.errors import Invalid
from followups.domain.repeat_rules import RRULE_CHARACTERS, Frequency, rule

EVERY_DAY_OF_THE_MONTH = ",".join(str(day) for day in range(1, 32))


@pytest.mark.parametrize(
    ("given", "written"),
    [
        ("FREQ=DAILY", "FREQ=DAILY"),
        ("RRULE:FREQ=DAILY", "FREQ=DAILY"),
        ("rrule:freq=weekly;byday=mo,th", "FREQ=WEEKLY;BYDAY=MO,TH"),
        (" FREQ=WEEKLY ; BYDAY = MO , TH ; ", "FREQ=WEEKLY;BYDAY=MO,TH"),
        ("BYDAY=TH,MO;INTERVAL=2;FREQ=WEEKLY", "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,TH"),
        ("FREQ=WEEKLY;BYDAY=SU,SU,MO", "FREQ=WEEKLY;BYDAY=MO,SU"),
        ("FREQ=DAILY;INTERVAL=1", "FREQ=DAILY"),
        ("FREQ=DAILY;INTERVAL=001", "FREQ=DAILY"),
        ("FREQ=YEARLY;INTERVAL=999", "FREQ=YEARLY;INTERVAL=999"),
        ("FREQ=DAILY;BYDAY=MO,TU,WE,TH,FR", "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR"),
        ("FREQ=MONTHLY;BYMONTHDAY=31", "FREQ=MONTHLY;BYMONTHDAY=31"),
        ("FREQ=MONTHLY;BYMONTHDAY=-1,+5,01", "FREQ=MONTHLY;BYMONTHDAY=1,5,-1"),
        ("FREQ=MONTHLY;BYDAY=-1FR,+2TU,1SU,1MO", "FREQ=MONTHLY;BYDAY=1MO,1SU,2TU,-1FR"),
        (f"FREQ=MONTHLY;BYMONTHDAY={EVERY_DAY_OF_THE_MONTH},-1",) * 2,
    ],
)
def test_a_rule_in_any_case_and_order_is_written_in_one_way(given, written):
    assert str(rule(given)) == written
    assert rule(written) == rule(given)


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ("", "is no rule"),
        ("RRULE:", "is no rule"),
        ("every week", "is no rule"),
        ("FREQ", "is no rule"),
        ("FREQ=", "is no rule"),
        ("FREQ=DAILY;;INTERVAL=2", "is no rule"),
        ("INTERVAL=2", "has no FREQ"),
        ("FREQ=HOURLY", "FREQ is 'HOURLY'"),
        ("FREQ=DAILY;FREQ=WEEKLY", "'FREQ' twice"),
        ("FREQ=DAILY;COUNT=3", "'COUNT'"),
        ("FREQ=DAILY;UNTIL=20270131", "'UNTIL'"),
        ("FREQ=MONTHLY;BYMONTHDAY=28,29,30,31;BYSETPOS=-1", "'BYSETPOS'"),
        ("FREQ=WEEKLY;WKST=SU", "'WKST'"),
        ("FREQ=YEARLY;BYMONTH=2", "'BYMONTH'"),
        ("FREQ=DAILY;X-EVERY=2", "'X-EVERY'"),
        ("FREQ=DAILY\nFREQ=DAILY", "FREQ is"),
        ("FREQ=DAILY;INTERVAL=0", "INTERVAL '0'"),
        ("FREQ=DAILY;INTERVAL=-1", "INTERVAL '-1'"),
        ("FREQ=DAILY;INTERVAL=1000", "INTERVAL '1000'"),
        ("FREQ=DAILY;INTERVAL=1.5", "INTERVAL '1.5'"),
        ("FREQ=DAILY;INTERVAL=٣", "INTERVAL '٣'"),
        ("FREQ=WEEKLY;BYDAY=XX", "BYDAY 'XX'"),
        ("FREQ=WEEKLY;BYDAY=MO,", "BYDAY ''"),
        ("FREQ=WEEKLY;BYDAY=1MO", "numbered BYDAY"),
        ("FREQ=DAILY;BYDAY=1MO", "numbered BYDAY"),
        ("FREQ=DAILY;INTERVAL=7;BYDAY=MO", "meet on no day"),
        ("FREQ=MONTHLY;BYDAY=MO", "which of the month"),
        ("FREQ=MONTHLY;BYDAY=1MO,TU", "which of the month"),
        ("FREQ=MONTHLY;BYDAY=6MO", "BYDAY '6MO'"),
        ("FREQ=MONTHLY;BYDAY=-2MO", "BYDAY '-2MO'"),
        ("FREQ=MONTHLY;BYMONTHDAY=0", "BYMONTHDAY '0'"),
        ("FREQ=MONTHLY;BYMONTHDAY=32", "BYMONTHDAY '32'"),
        ("FREQ=MONTHLY;BYMONTHDAY=-2", "BYMONTHDAY '-2'"),
        ("FREQ=MONTHLY;BYMONTHDAY=1;BYDAY=1MO", "without BYDAY"),
        ("FREQ=WEEKLY;BYMONTHDAY=1", "goes with FREQ=MONTHLY"),
        ("FREQ=YEARLY;BYDAY=MO", "BYDAY with FREQ=YEARLY"),
        ("FREQ=DAILY;" + "X" * RRULE_CHARACTERS, "is longer than"),
        ("FREQ=\ud800", "FREQ is"),
    ],
)
def test_all_else_is_refused_and_the_refusal_says_what_may_be_given(given, says):
    with pytest.raises(Invalid) as refused:
        rule(given)
    assert says in refused.value.message
    assert "Give FREQ=DAILY" in refused.value.message
    assert refused.value.details == {"field": "repeat"}


def test_a_long_mistake_is_not_repeated_whole():
    with pytest.raises(Invalid) as refused:
        rule(f"FREQ=DAILY;{'Y' * 400}=1")
    assert len(refused.value.message) < 400


def test_what_a_rule_leaves_open_is_left_to_the_anchor():
    monthly = rule("FREQ=MONTHLY")
    assert (monthly.frequency, monthly.interval, monthly.days, monthly.month_days) == (Frequency.MONTHLY, 1, (), ())
