"""The owner signs in, sets up the account, and leaves."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from followups.domain.errors import ChangedMeanwhile, Unauthorized
from followups.domain.instants import kept
from followups.domain.limits import ATTEMPTS
from followups.domain.owners import Owner
from followups.services.access import Caller
from followups.services.changing import has_landed
from followups.services.managing_lists import new_list
from followups.services.ports import Ports, StaleWrite

FIRST_LIST: Final = "Follow-ups"
"""What the list is called that a new owner finds."""


class StaleOwner(ChangedMeanwhile):
    """The settings were changed since the page read them."""

    def __init__(self, current: Owner) -> None:
        super().__init__(
            "Your settings were changed since you loaded them. Nothing was saved.", version=current.version
        )
        self.current = current


def sign_in(ports: Ports, issuer: str, subject: str) -> Caller:
    """The owner behind a sign-in; the first one creates the owner and the first list."""
    known = ports.owners.signed_in(issuer, subject)
    while known is None:
        now = kept(ports.clock.now())
        owner = Owner(
            id=ports.chance.id(now), created_at=now, updated_at=now, version=1, write_id=ports.chance.base62(22)
        )
        if ports.owners.welcome(issuer, subject, owner, new_list(ports, owner.id, FIRST_LIST)):
            return Caller(owner.id)
        known = ports.owners.signed_in(issuer, subject)
    return Caller(known)


def owner_of(ports: Ports, caller: Caller) -> Owner:
    """Raises: Unauthorized: the account is deleted."""
    owner = ports.owners.get(caller.owner_id)
    if owner is None or owner.deleted_at is not None:
        raise Unauthorized("This account was deleted. Sign in again to start a new one.")
    return owner


def edit(
    ports: Ports,
    caller: Caller,
    version: int | None,
    *,
    time_zone: str | None = None,
    day_start: str | None = None,
    preferences: Mapping[str, Any] | None = None,
    write_id: str | None = None,
) -> Owner:
    """Raises: StaleOwner, Invalid."""
    before = owner_of(ports, caller)
    if has_landed(before, write_id, version):
        return before
    if version is not None and before.version != version:
        raise StaleOwner(before)
    after = before.edited(
        time_zone=time_zone, day_start=day_start, preferences=None if preferences is None else dict(preferences)
    )
    return before if after == before else _save(ports, before, after, write_id)


def delete_account(ports: Ports, caller: Caller, version: int | None = None) -> None:
    """Close every door: the sign-ins, the keys and the lists. Safe to repeat.

    Raises: StaleOwner, ChangedMeanwhile.
    """
    account = ports.owners.get(caller.owner_id)
    if account is None or account.deleted_at is not None:
        return
    if version is not None and account.version != version:
        raise StaleOwner(account)
    for key in ports.api_keys.of_owner(caller.owner_id):
        ports.api_keys.delete(key)
    for _ in range(ATTEMPTS):
        try:
            _close_lists(ports, caller)
            owner = owner_of(ports, caller)
            ports.owners.forget_sign_ins(owner.id)
            _save(ports, owner, replace(owner, deleted_at=kept(ports.clock.now())), None)
        except (StaleWrite, StaleOwner):
            continue
        return
    raise ChangedMeanwhile("Your account was changed at the same moment. Try once more.")


def _close_lists(ports: Ports, caller: Caller) -> None:
    now = kept(ports.clock.now())
    for found in ports.lists.of_owner(caller.owner_id):
        if found.deleted_at is None:
            closed = replace(
                found,
                deleted_at=now,
                updated_at=now,
                version=found.version + 1,
                write_id=ports.chance.base62(22),
            )
            ports.lists.save(found, closed)


def _save(ports: Ports, before: Owner, after: Owner, write_id: str | None) -> Owner:
    stamped = replace(
        after,
        version=before.version + 1,
        updated_at=kept(ports.clock.now()),
        write_id=write_id or ports.chance.base62(22),
    )
    try:
        return ports.owners.save(before, stamped)
    except StaleWrite:
        raise StaleOwner(ports.owners.get(before.id) or before) from None
