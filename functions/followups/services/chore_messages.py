"""Chores as text, for a queue: one JSON object each, with the kind under `chore`.

Versions that run at once read each other: what is not known beside the members of a kind is ignored.
"""

import json
from typing import Any

from followups.services.chores import Chore, PurgeAccount, PurgeList, SweepOwners


class UnreadableChore(ValueError):
    """A message that holds no chore that this version knows."""


def written(chore: Chore) -> str:
    return json.dumps(_members(chore))


def _members(chore: Chore) -> dict[str, Any]:
    match chore:
        case PurgeList():
            version = {} if chore.version is None else {"version": chore.version}
            return {"chore": "purge_list", "owner_id": chore.owner_id, "list_id": chore.list_id, **version}
        case PurgeAccount():
            return {"chore": "purge_account", "owner_id": chore.owner_id}
        case SweepOwners():
            after = {} if chore.after is None else {"after": dict(chore.after)}
            return {"chore": "sweep_owners", "shard": chore.shard, **after}


def read(text: str) -> Chore:
    """Raises: UnreadableChore."""
    try:
        members = json.loads(text)
    except ValueError:
        members = None
    if not isinstance(members, dict):
        raise UnreadableChore("The message is no JSON object, so it is no chore. Delete it where it ends up.")
    match members:
        case {"chore": "purge_list", "owner_id": str(owner_id), "list_id": str(list_id)} if _is_version(
            members.get("version")
        ):
            return PurgeList(owner_id=owner_id, list_id=list_id, version=members.get("version"))
        case {"chore": "purge_account", "owner_id": str(owner_id)}:
            return PurgeAccount(owner_id=owner_id)
        case {"chore": "sweep_owners", "shard": int(shard)} if _is_place(members.get("after")):
            return SweepOwners(shard=shard, after=members.get("after"))
    raise UnreadableChore(
        f"This version knows no chore {str(members.get('chore'))[:40]!r} with the members "
        f"{sorted(map(str, members))[:10]}. If a newer version put it, send it again once that one runs."
    )


def _is_version(version: object) -> bool:
    return version is None or (isinstance(version, int) and not isinstance(version, bool))


def _is_place(after: object) -> bool:
    return after is None or (isinstance(after, dict) and all(isinstance(value, str) for value in after.values()))
