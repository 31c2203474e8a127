"""What everybody was told about a todo, for a history to be held against."""

from dataclasses import dataclass
from datetime import datetime

from followups.domain import dues
from followups.domain.dues import Due


@dataclass
class Known:
    title: str
    notes: str = ""
    starred: bool = False
    list_id: str = ""
    is_done: bool = False
    is_deleted: bool = False
    is_follow_up: bool = True
    is_with_owner: bool = False
    due: Due | None = None
    repeats: bool = False
    snoozed_until: datetime | None = None
    filed_by: str | None = None
    filed_as: str = ""
    version: int = 1
    holder: str | None = None
    token: str | None = None
    lapses: datetime | None = None
    number: int = 0
    old_token: str | None = None

    @property
    def is_open(self) -> bool:
        return not self.is_done and not self.is_deleted

    @property
    def may_be_taken(self) -> bool:
        return self.is_open and self.is_follow_up and not self.is_with_owner

    def is_due_later(self, now: datetime) -> bool:
        """Whether it repeats and its due has not come."""
        return self.repeats and self.due is not None and dues.begins(self.due, "UTC") > now

    def waits(self, now: datetime) -> bool:
        """Whether it is kept from the drain."""
        return self.is_due_later(now) or (self.snoozed_until is not None and self.snoozed_until > now)

    def is_held(self, now: datetime) -> bool:
        return self.lapses is not None and now < self.lapses

    def lets_go(self) -> None:
        self.old_token = self.token or self.old_token
        self.holder = self.token = self.lapses = None
