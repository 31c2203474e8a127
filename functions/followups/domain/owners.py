"""Owners: the people that lists belong to."""

import re
from dataclasses import dataclass, field, replace
from typing import Any, Final, Self

from followups.domain import dues
from followups.domain.errors import Invalid
from followups.domain.instants import Instant

DAY_START: Final = "09:00"
"""When the reminder of a calendar date rings unless the owner says otherwise, in the owner's zone."""

_TIME_OF_DAY = re.compile(r"([01]\d|2[0-3]):[0-5]\d")


@dataclass(frozen=True, kw_only=True)
class Owner:
    id: str
    created_at: Instant
    updated_at: Instant
    time_zone: str = "UTC"
    day_start: str = DAY_START
    preferences: dict[str, Any] = field(default_factory=dict)
    """What the page remembers for the owner, a flat object of short values."""
    deleted_at: Instant | None = None
    version: int = 0
    write_id: str = ""

    def edited(
        self,
        *,
        time_zone: str | None = None,
        day_start: str | None = None,
        preferences: dict[str, Any] | None = None,
    ) -> Self:
        changed = self
        if time_zone is not None:
            changed = replace(changed, time_zone=dues.time_zone(time_zone))
        if day_start is not None:
            if not _TIME_OF_DAY.fullmatch(day_start):
                raise Invalid("day_start is a time of day such as 09:00.", field="day_start")
            changed = replace(changed, day_start=day_start)
        if preferences is not None:
            merged = {**changed.preferences, **preferences}
            kept = {name: value for name, value in merged.items() if value is not None}
            changed = replace(changed, preferences=kept)
        return changed
