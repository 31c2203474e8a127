"""Once in a while everything is looked over: what a lost message left undone is put again."""

from datetime import timedelta
from typing import Final

from followups.services.chores import OWNER_SHARDS, Chore, Chores, PurgeAccount, PurgeList, SweepOwners
from followups.services.ports import Ports
from followups.services.reminder_queue import Align, ReminderQueue
from followups.services.repairing_schedules import repairs

PAGE: Final = 100
"""Owners that one page looks after."""
OVERDUE: Final = timedelta(days=1)
"""After how long the purge of what was deleted counts as lost. One that still runs meets itself and does no harm."""


def start(chores: Chores) -> None:
    """Have all owners looked after. Raises: Unavailable: start again."""
    chores.put([SweepOwners(shard=shard) for shard in range(OWNER_SHARDS)])


def sweep(
    ports: Ports,
    chores: Chores,
    chore: SweepOwners,
    *,
    overdue: timedelta = OVERDUE,
    reminders: ReminderQueue | None = None,
) -> None:
    """Do one page, and put the next. With a queue for reminders, what rings soon gets its schedule anew.

    Raises: Unavailable: do it again.
    """
    owners, next_page = ports.owners.page(chore.shard, limit=PAGE, after=chore.after)
    before = ports.clock.now() - overdue
    found: list[Chore] = []
    soon: list[Align] = []
    for owner in owners:
        if owner.deleted_at is not None:
            # Its lists go with it.
            if owner.deleted_at <= before:
                found.append(PurgeAccount(owner_id=owner.id))
            continue
        found.extend(
            PurgeList(owner_id=owner.id, list_id=each.id, version=each.version)
            for each in ports.lists.of_owner(owner.id)
            if each.deleted_at is not None and each.deleted_at <= before
        )
        if reminders is not None:
            soon.extend(repairs(ports, owner))
    if reminders is not None and soon:
        reminders.put(soon)
    if next_page is not None:
        found.append(SweepOwners(shard=chore.shard, after=next_page))
    if found:
        chores.put(found)
