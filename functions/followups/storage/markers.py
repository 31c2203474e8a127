"""Markers of what was pushed, in the table. They expire by themselves."""

from contextlib import suppress
from typing import Final

from followups.domain.instants import Instant, epoch_milliseconds, from_text, to_text
from followups.services.sent_markers import LEASE_SECONDS, TOKEN_SECONDS, Mark, State, Used
from followups.storage import keys
from followups.storage.contract import (
    Absent,
    AtMost,
    Changes,
    Condition,
    ConditionFailed,
    Equals,
    Item,
    Present,
    Table,
    all_of,
    any_of,
)

KEPT_SECONDS: Final = 30 * 24 * 60 * 60
"""How long a marker is kept, in seconds: longer than any queue keeps the message that it answers."""


class TableSentMarkers:
    """A lease is a number, the instant at which it ends; what was sent has none."""

    def __init__(self, table: Table) -> None:
        self._table = table

    def begin(self, mark: Mark, *, holder: str, token: str | None, now: Instant) -> State:
        began = epoch_milliseconds(now)
        changes = Changes(
            set={
                "type": "sent",
                "owner_id": mark.owner_id,
                "holder": holder,
                "lease_until": began + LEASE_SECONDS * 1000,
                "begun_at": to_text(now),
                "expires": int(now.timestamp()) + KEPT_SECONDS,
            },
            add_to_set={} if token is None else {"tokens": frozenset({token})},
        )
        free = any_of(Absent(), AtMost("lease_until", began))
        try:
            self._table.update(keys.sent(mark.what, mark.device), changes, condition=free)
        except ConditionFailed as refused:
            there = refused.item or {}
            if "lease_until" not in there:
                return State.SENT
            # A client may repeat a write whose answer was lost, and meet its own success.
            return State.BEGUN if there.get("holder") == holder else State.SENDING
        return State.BEGUN

    def finish(self, mark: Mark, *, now: Instant) -> None:
        changes = Changes(
            set={
                "type": "sent",
                "owner_id": mark.owner_id,
                "sent_at": to_text(now),
                "expires": int(now.timestamp()) + KEPT_SECONDS,
            },
            remove=frozenset({"lease_until", "holder"}),
        )
        self._table.update(keys.sent(mark.what, mark.device), changes)

    def release(self, mark: Mark, *, holder: str) -> None:
        place, changes = keys.sent(mark.what, mark.device), Changes(set={"lease_until": 0})
        with suppress(ConditionFailed):
            self._table.update(place, changes, condition=Equals("holder", holder))

    def is_sent(self, mark: Mark) -> bool:
        item = self._table.get(keys.sent(mark.what, mark.device))
        return item is not None and "lease_until" not in item

    def use(self, mark: Mark, *, token: str, action: str, now: Instant) -> Used | None:
        place = keys.sent(mark.what, mark.device)
        item = self._table.get(place)
        if item is None or token not in item.get("tokens", ()):
            return None
        if (now - from_text(item["begun_at"])).total_seconds() >= TOKEN_SECONDS:
            return None
        if "used_action" in item:
            return _used(item)
        unused: Condition = all_of(Present(), Absent("used_action"))
        changes = Changes(set={"used_action": action, "used_at": to_text(now)})
        try:
            self._table.update(place, changes, condition=unused)
        except ConditionFailed as refused:
            return None if refused.item is None else _used(refused.item)
        return Used(action, from_text(to_text(now)), before=False)


def _used(item: Item) -> Used:
    return Used(item["used_action"], from_text(item["used_at"]), before=True)
