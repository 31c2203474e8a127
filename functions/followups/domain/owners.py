"""Owners: the people that lists belong to."""

import re
from dataclasses import dataclass, field, replace
from typing import Any, Final, Self

from followups.domain import dues
from followups.domain.errors import Invalid
from followups.domain.instants import Instant
from followups.domain.limits import PREFERENCE_CHARACTERS, PREFERENCES

DAY_START: Final = "09:00"
"""When the reminder of a calendar date rings unless the owner says otherwise, in the owner's zone."""

_PREFERENCE: Final = re.compile(rf"[a-z][a-z0-9_.-]{{0,{PREFERENCE_CHARACTERS // 4 - 1}}}")
_LARGEST_NUMBER: Final = 2**53
"""Beyond it a page's numbers are no longer whole."""

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
            _check_preferences(kept)
            changed = replace(changed, preferences=kept)
        return changed


def _check_preferences(preferences: dict[str, Any]) -> None:
    if len(preferences) > PREFERENCES:
        raise Invalid(f"There are at most {PREFERENCES} preferences. Clear some with null.", field="preferences")
    for name, value in preferences.items():
        if not _PREFERENCE.fullmatch(name):
            raise Invalid(
                "The name of a preference is lower-case letters, digits and _ . - with a letter first, at most "
                f"{PREFERENCE_CHARACTERS // 4} characters.",
                field="preferences",
            )
        if isinstance(value, str) and len(value) <= PREFERENCE_CHARACTERS:
            continue
        if isinstance(value, int) and abs(value) <= _LARGEST_NUMBER:
            continue
        raise Invalid(
            f"Preference {name} takes a text of at most {PREFERENCE_CHARACTERS} characters, a number, true or false.",
            field="preferences",
        )
