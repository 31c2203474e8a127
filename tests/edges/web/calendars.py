"""Calendars read back twice: by a library, and by a reader of the bare bytes that knows no more than RFC 5545 3.1."""

import re
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

import icalendar

LINE_BYTES = 75
"""Of a line at most, without its end (RFC 5545 3.1)."""


@dataclass(frozen=True)
class Line:
    name: str
    parameters: str
    value: str

    @property
    def text(self) -> str:
        r"""A value of the kind TEXT as it was meant (RFC 5545 3.3.11)."""
        return re.sub(r"\\(.)", lambda found: "\n" if found[1] in "nN" else found[1], self.value, flags=re.DOTALL)


def lines(raw: bytes) -> list[Line]:
    """Every content line, unfolded. Fails where the bytes are not what any reader takes."""
    assert raw.endswith(b"\r\n")
    physical = raw[:-2].split(b"\r\n")
    for part in physical:
        assert len(part) <= LINE_BYTES, part
        assert not re.search(rb"[\x00-\x08\x0a-\x1f\x7f]", part), part
        part.decode()  # No fold stands within a character.
    unfolded = raw.replace(b"\r\n ", b"")[:-2].decode()
    found = []
    for line in unfolded.split("\r\n"):
        head, _, value = line.partition(":")
        name, _, parameters = head.partition(";")
        assert re.fullmatch(r"[A-Z-]+", name), line
        found.append(Line(name, parameters, value))
    return found


def texts(raw: bytes, name: str) -> list[str]:
    return [line.text for line in lines(raw) if line.name == name]


def events(raw: bytes) -> list[Any]:
    """The events as a library reads them."""
    return list(icalendar.Calendar.from_ical(raw).walk("VEVENT"))


def starts(raw: bytes) -> list[date | datetime]:
    return [event["DTSTART"].dt for event in events(raw)]
