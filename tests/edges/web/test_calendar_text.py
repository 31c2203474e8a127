"""What is written for a calendar, read back."""

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from itertools import islice
from zoneinfo import ZoneInfo

import icalendar
import pytest
from dateutil.rrule import rrulestr
from hypothesis import example, given
from hypothesis import strategies as st

from followups.domain import limits, repeats
from followups.domain.dues import Due, DueDate, DueTime
from followups.edges.web import calendar_text
from followups.services.reading_calendar import Entry
from tests.edges.web.calendars import events, lines, starts, texts

ID = "01932f4e-5a00-7000-8000-000000000000"
LIST = "01932f4e-5a00-7000-8000-00000000000a"
DAY = DueDate(date=date(2027, 1, 31))
BREAKS = "\n\x0b\x0c\r\x85\u2028\u2029"


def entry(title: str = "Fix the guard", due: Due = DAY, *, todo_id: str = ID) -> Entry:
    return Entry(todo_id=todo_id, title=title, due=due, updated_at=datetime(2026, 11, 30, 12, 0, 5, 999000, tzinfo=UTC))


def at(time_zone: str, year: int, month: int, day: int, hour: int = 0, minute: int = 0) -> DueTime:
    return DueTime(at=datetime(year, month, day, hour, minute), time_zone=time_zone)


def calendar(*entries: Entry, name: str = "Follow-ups") -> bytes:
    return calendar_text.written(name, entries, "https://site.test", LIST)


class TestText:
    @pytest.mark.parametrize(
        "title",
        [
            "Semicolons; commas, colons: and \\ backslashes",
            r"Read C:\New\notes, then \n and \\N",
            "BEGIN:VEVENT",
            'Say "hello"',
            "ends in a backslash \\",
            "one line\nand another",
            "a\ttab",
            "💦" * 250,
            "é" * 1_000,
            "👩‍👩‍👧‍👦" * 142,
            "\u200ffür alle\u200f",
        ],
        ids=repr,
    )
    def test_a_title_comes_out_as_it_went_in(self, title):
        raw = calendar(entry(title))
        assert texts(raw, "SUMMARY") == [title]
        assert len(events(raw)) == 1

    @pytest.mark.parametrize("spaces", [" ", "  ", " , ", "; \\n "])
    def test_a_space_where_a_line_is_folded_stays(self, spaces):
        for length in range(50, 90):
            for letter in ("x", "ü", "💦"):
                title = f"{letter * length}{spaces}alle"
                assert texts(calendar(entry(title)), "SUMMARY") == [title]

    @given(st.text(st.characters(exclude_categories=["Cs"], exclude_characters=BREAKS), max_size=200))
    @example(r"\N")
    @example("\x00\x1f\x7f")
    def test_any_text_comes_out_without_what_no_calendar_takes(self, title):
        kept = "".join(letter for letter in title if letter == "\t" or (letter >= " " and letter != "\x7f"))
        raw = calendar(entry(title))
        assert texts(raw, "SUMMARY") == [kept]
        assert len(events(raw)) == 1

    @pytest.mark.parametrize("line_break", ["\r\n", *BREAKS], ids=repr)
    def test_a_line_break_of_any_kind_is_one(self, line_break):
        assert texts(calendar(entry(f"one{line_break}two")), "SUMMARY") == ["one\ntwo"]

    def test_a_title_adds_no_line_of_its_own(self):
        plain = [line.name for line in lines(calendar(entry()))]
        hostile = entry("x\r\nATTACH:http://elsewhere.test\r\nEND:VEVENT\rEND:VCALENDAR")
        assert [line.name for line in lines(calendar(hostile))] == plain

    def test_the_name_of_the_list_is_that_of_the_calendar(self):
        raw = calendar(entry(), name="Work, home; and \\ more")
        assert texts(raw, "NAME") == texts(raw, "X-WR-CALNAME") == ["Work, home; and \\ more"]


class TestEvents:
    def test_a_day_is_an_event_of_that_day(self):
        raw = calendar(entry())
        assert starts(raw) == [date(2027, 1, 31)]
        assert next(line for line in lines(raw) if line.name == "DTSTART").parameters == "VALUE=DATE"

    def test_a_time_is_an_event_in_its_zone(self):
        raw = calendar(entry(due=at("Europe/Berlin", 2027, 7, 1, 9, 30)))
        (start,) = [line for line in lines(raw) if line.name == "DTSTART" and line.parameters]
        assert (start.parameters, start.value) == ("TZID=Europe/Berlin", "20270701T093000")
        assert texts(raw, "TZID") == ["Europe/Berlin"]
        assert starts(raw) == [datetime(2027, 7, 1, 7, 30, tzinfo=UTC)]

    @pytest.mark.parametrize("zone", ["Mars/Olympus", "UTC", "Etc/UTC"])
    def test_a_time_in_a_zone_that_nobody_knows_is_in_utc_and_so_is_one_in_utc(self, zone):
        raw = calendar(entry(due=at(zone, 2027, 7, 1, 9, 30)))
        assert "VTIMEZONE" not in texts(raw, "BEGIN")
        assert [line.value for line in lines(raw) if line.name == "DTSTART"] == ["20270701T093000Z"]

    def test_it_says_what_it_is_of_when_it_changed_and_where_it_leads(self):
        (event,) = events(calendar(entry()))
        assert event["UID"] == ID
        assert event["SUMMARY"] == "Fix the guard"
        assert event["URL"] == f"https://site.test/lists/{LIST}/todos/{ID}"
        assert event["DTSTAMP"].dt == event["LAST-MODIFIED"].dt == datetime(2026, 11, 30, 12, 0, 5, tzinfo=UTC)
        assert event["TRANSP"] == "TRANSPARENT", "what is due keeps nobody busy"
        assert set(event) == {"UID", "SUMMARY", "URL", "DTSTAMP", "DTSTART", "LAST-MODIFIED", "TRANSP"}, "no notes"

    def test_the_calendar_says_how_often_to_ask_again(self):
        raw = calendar(entry())
        (refresh,) = [line for line in lines(raw) if line.name == "REFRESH-INTERVAL"]
        assert (refresh.parameters, refresh.value) == ("VALUE=DURATION", "PT1H")
        assert texts(raw, "X-PUBLISHED-TTL") == ["PT1H"]
        assert (texts(raw, "VERSION"), len(texts(raw, "PRODID"))) == (["2.0"], 1)

    def test_a_calendar_without_events_still_holds_something(self):
        raw = calendar()
        assert texts(raw, "BEGIN") == ["VCALENDAR", "VTIMEZONE", "STANDARD"]
        assert events(raw) == []

    def test_the_same_todos_make_the_same_bytes_and_another_title_others(self):
        assert calendar(entry("a"), entry("b")) == calendar(entry("a"), entry("b"))
        assert calendar(entry("a")) != calendar(entry("b"))

    def test_what_is_due_last_is_left_out_of_a_calendar_that_would_be_too_large(self, monkeypatch):
        monkeypatch.setattr(calendar_text, "FEED_BYTES", 2_000)
        many = [entry(f"{n:02d}", todo_id=f"{ID[:-2]}{n:02d}") for n in range(50)]
        raw = calendar(*many)
        shown = texts(raw, "SUMMARY")
        assert shown == [f"{n:02d}" for n in range(len(shown))]
        assert 4 <= len(shown) < 50
        assert limits.FEED_BYTES < 6 * 1024 * 1024, "what a function may answer"


ZONES = [
    "Europe/Berlin", "America/New_York", "Asia/Tokyo", "Australia/Lord_Howe", "Africa/Casablanca", "Europe/Dublin",
    "America/St_Johns", "Pacific/Apia", "Asia/Gaza", "Etc/GMT+5", "US/Pacific", "Africa/Monrovia", "Pacific/Kiritimati",
]  # fmt: skip


class TestZones:
    @given(
        st.sampled_from(ZONES),
        st.lists(st.datetimes(datetime(1970, 1, 1), datetime(2060, 12, 31)), min_size=1, max_size=4),
    )
    @example(
        "Europe/Berlin", [datetime(2027, 3, 28, 1, 59), datetime(2027, 3, 28, 3, 0), datetime(2027, 10, 31, 2, 30)]
    )
    @example("Pacific/Apia", [datetime(2011, 12, 31, 0, 0), datetime(2011, 12, 29, 23, 59)])
    @example("Europe/Berlin", [datetime(2026, 1, 1), datetime(2028, 12, 31, 23, 59), datetime(2027, 7, 1)])
    def test_whoever_goes_by_the_calendar_alone_reads_the_same_instants(self, zone, walls):
        """By what RFC 5545 3.6.5 says, and not by a tz database of the reader's."""
        walls = [wall.replace(second=0, microsecond=0) for wall in walls]
        raw = calendar(*(entry(due=DueTime(at=wall, time_zone=zone)) for wall in walls))
        onsets = onsets_of(raw)
        for wall in walls:
            there = wall.replace(tzinfo=ZoneInfo(zone))
            is_skipped = there.astimezone(UTC).astimezone(ZoneInfo(zone)).replace(tzinfo=None) != wall
            if not is_skipped:
                assert offset_at(onsets, there.astimezone(UTC)) == there.utcoffset(), wall

    def test_the_clocks_change_when_those_before_the_change_say_so(self):
        """A reader takes the onset by TZOFFSETFROM: two in the morning in spring, three in autumn."""
        raw = calendar(entry(due=at("Europe/Berlin", 2027, 7, 1, 9)))
        found = [line.value for line in lines(raw) if line.name == "DTSTART" and not line.parameters]
        assert found[1:] == ["20270328T020000", "20271031T030000"]

    def test_each_zone_stands_there_once_however_many_times_are_in_it(self):
        dues = [at(zone, 2027, month, 1, 9) for zone in ("Europe/Berlin", "Asia/Tokyo") for month in range(1, 13)]
        assert texts(calendar(*(entry(due=due) for due in dues)), "TZID") == ["Asia/Tokyo", "Europe/Berlin"]

    @pytest.mark.parametrize("zone", ["Pacific/Kiritimati", "America/New_York"])
    @pytest.mark.parametrize("when", [(9999, 12, 31, 23, 59), (9999, 1, 1, 0, 0), (9998, 12, 31, 23, 59), (1970, 1, 1)])
    def test_the_first_and_the_last_years_are_written_too(self, zone, when):
        raw = calendar(entry(due=at(zone, *when)))
        assert len([line for line in lines(raw) if line.name == "SUMMARY"]) == 1

    def test_years_that_lie_far_apart_cost_no_more_than_those_near(self):
        near = calendar(*(entry(due=at("Europe/Berlin", year, 7, 1)) for year in (2027, 2029)))
        far = calendar(*(entry(due=at("Europe/Berlin", year, 7, 1)) for year in (2027, 9998)))
        assert len(far) <= len(near) + 10


Onset = tuple[datetime, timedelta]


def onsets_of(raw: bytes) -> list[Onset]:
    """The instants at which an offset begins to hold, in their order."""
    found: list[Onset] = []
    part: dict[str, str] = {}
    for line in lines(raw):
        if line.name == "BEGIN":
            part = {}
        elif line.name == "END" and line.value in {"STANDARD", "DAYLIGHT"}:
            before, after = (offset(part[name]) for name in ("TZOFFSETFROM", "TZOFFSETTO"))
            walls = [part["DTSTART"], *part.get("RDATE", "").split(",")]
            found += [
                (datetime.strptime(wall, "%Y%m%dT%H%M%S").replace(tzinfo=UTC) - before, after) for wall in walls if wall
            ]
        else:
            part[line.name] = line.value
    return sorted(found)


def offset(text: str) -> timedelta:
    digits = text[1:].ljust(6, "0")
    span = timedelta(hours=int(digits[:2]), minutes=int(digits[2:4]), seconds=int(digits[4:6]))
    return -span if text[0] == "-" else span


def offset_at(onsets: list[Onset], instant: datetime) -> timedelta:
    return [after for at, after in onsets if at <= instant][-1]


class TestRepeats:
    def repeating(self, rrule: str, due: Due, anchor: str | None = None) -> Entry:
        return replace(entry(due=due), repeat=repeats.repeat(rrule, anchor, due))

    def rule(self, rrule: str, due: Due, anchor: str | None = None) -> list[str]:
        return texts(calendar(self.repeating(rrule, due, anchor)), "RRULE")

    def shown(self, one: Entry, count: int) -> list[datetime]:
        """The first times that a calendar shows, by nothing but what it was given."""
        (event,) = events(calendar(one))
        start = event["DTSTART"].dt
        naive = datetime.combine(start, datetime.min.time()) if not isinstance(start, datetime) else start
        rule = event["RRULE"].to_ical().decode()
        return list(islice(rrulestr(rule, dtstart=naive), count))

    @pytest.mark.parametrize(
        ("rrule", "written"),
        [
            ("FREQ=MONTHLY", "FREQ=MONTHLY;BYMONTHDAY=28,29,30,31;BYSETPOS=-1"),
            ("FREQ=MONTHLY;BYMONTHDAY=31", "FREQ=MONTHLY;BYMONTHDAY=28,29,30,31;BYSETPOS=-1"),
            ("FREQ=DAILY", "FREQ=DAILY"),
            ("FREQ=WEEKLY;INTERVAL=2", "FREQ=WEEKLY;INTERVAL=2;BYDAY=SU"),
            ("FREQ=YEARLY", "FREQ=YEARLY;BYMONTHDAY=31;BYMONTH=1"),
        ],
    )
    def test_a_rule_is_written_by_the_standard_alone(self, rrule, written):
        """J09"""
        assert self.rule(rrule, DAY) == [written]

    def test_monthly_on_the_31st_is_shown_at_the_end_of_every_month(self):
        """J09"""
        days = [moment.date().isoformat() for moment in self.shown(self.repeating("FREQ=MONTHLY", DAY), 5)]
        assert days == ["2027-01-31", "2027-02-28", "2027-03-31", "2027-04-30", "2027-05-31"]

    def test_one_that_was_rolled_forward_goes_on_from_there(self):
        due = DueDate(date=date(2027, 2, 28))
        days = [
            moment.date().isoformat() for moment in self.shown(self.repeating("FREQ=MONTHLY", due, "2027-01-31"), 3)
        ]
        assert days == ["2027-02-28", "2027-03-31", "2027-04-30"]

    def test_a_time_stays_on_the_clock_and_the_zone_says_its_changes_for_years(self):
        one = self.repeating("FREQ=DAILY", at("Europe/Berlin", 2027, 3, 27, 9))
        instants = [moment.astimezone(UTC).hour for moment in self.shown(one, 3)]
        assert instants == [8, 7, 7]
        (zone,) = icalendar.Calendar.from_ical(calendar(one)).walk("VTIMEZONE")
        assert isinstance(zone, icalendar.Timezone)
        clocks = zone.to_tz()
        for year in range(2027, 2036):
            summer, winter = datetime(year, 7, 1, 12, tzinfo=clocks), datetime(year, 12, 1, 12, tzinfo=clocks)
            assert (summer.utcoffset(), winter.utcoffset()) == (timedelta(hours=2), timedelta(hours=1)), year

    @pytest.mark.parametrize(
        ("due", "anchor"),
        [
            (DueDate(date=date(2027, 2, 3)), "2027-01-31"),
            (at("Europe/Berlin", 2027, 2, 7, 10), "2027-01-31T09:00"),
            (at("Europe/Berlin", 9999, 1, 31, 9), "2027-01-31T09:00"),
        ],
        ids=["a day off the rule", "a time off the rule", "the last year"],
    )
    def test_one_that_was_moved_for_once_is_shown_once(self, due, anchor):
        assert self.rule("FREQ=WEEKLY", due, anchor) == []

    def test_what_does_not_repeat_has_no_rule(self):
        assert texts(calendar(entry()), "RRULE") == []
