"""The owner's API keys: make one, see them, revoke one."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta

from followups.domain import api_keys, text
from followups.domain.api_keys import ROLES, ApiKey, Role
from followups.domain.errors import Invalid, NotFound
from followups.domain.instants import Instant, kept
from followups.domain.limits import IDEMPOTENCY_SECONDS, KEYS_PER_OWNER, LIST_NAME_CHARACTERS
from followups.services.access import Caller, reach_list
from followups.services.ports import Ports


@dataclass(frozen=True, slots=True)
class NewKey:
    """A key with its secret, which is shown this once and kept nowhere."""

    key: ApiKey
    secret: str


def create(
    ports: Ports,
    caller: Caller,
    *,
    name: str,
    role: Role = "agent",
    list_id: str | None = None,
    expires_at: Instant | None = None,
    write_id: str | None = None,
) -> NewKey:
    """A new key. The same write id again takes back the key that it made: nobody has seen the secret of that one.

    Raises:
        Invalid: a field is not what it takes, or there are too many keys.
        NotFound: there is no such list.
    """
    now = kept(ports.clock.now())
    if role not in ROLES:
        raise Invalid(f"role is one of {', '.join(ROLES)}.", field="role")
    if list_id is not None:
        reach_list(ports, caller, list_id)
    if expires_at is not None and expires_at <= now:
        raise Invalid("expires_at has to lie in the future.", field="expires_at")
    present = ports.api_keys.of_owner(caller.owner_id)
    unseen = [] if write_id is None else [key for key in present if _was_made_by(ports, key, write_id, now)]
    if len(present) - len(unseen) >= KEYS_PER_OWNER:
        raise Invalid(f"You have {KEYS_PER_OWNER} keys, and that is the most. Revoke one first.", field="name")
    secret = api_keys.secret(ports.chance.bits())
    key = ApiKey(
        id=api_keys.digest(secret),
        owner_id=caller.owner_id,
        name=text.line(name, "name", LIST_NAME_CHARACTERS),
        prefix=api_keys.prefix(secret),
        role=role,
        list_id=list_id,
        created_at=now,
        expires_at=expires_at,
        write_id=write_id or "",
    )
    for before in unseen:
        ports.api_keys.delete(before)
    ports.api_keys.add(key)
    return NewKey(key, secret)


def _was_made_by(ports: Ports, row: ApiKey, write_id: str, now: Instant) -> bool:
    """Whether this write made the key within a day; the row of a page does not say."""
    if now - row.created_at >= timedelta(seconds=IDEMPOTENCY_SECONDS):
        return False
    key = ports.api_keys.get(row.id)
    return key is not None and key.write_id == write_id


def keys_of(ports: Ports, caller: Caller) -> Sequence[ApiKey]:
    return ports.api_keys.of_owner(caller.owner_id)


def revoke(ports: Ports, caller: Caller, key_id: str) -> None:
    """Effective at once. Raises: NotFound: this owner has no such key."""
    key = ports.api_keys.get(key_id) if api_keys.is_digest(key_id) else None
    if key is None or key.owner_id != caller.owner_id:
        raise NotFound("There is no such key. It may be revoked already.")
    ports.api_keys.delete(key)
