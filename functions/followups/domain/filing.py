"""Filing: a follow-up as an agent adds it, and what makes two calls the same."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from followups.domain import text
from followups.domain.dues import Due
from followups.domain.errors import KeyConflict
from followups.domain.instants import Instant
from followups.domain.origins import Host, Origin
from followups.domain.todos import Todo


@dataclass(frozen=True, kw_only=True)
class Filing:
    """What an agent asks to add, validated. Made by `filing`."""

    repository: str
    session_id: str
    title: str
    notes: str
    due: Due | None
    host: Host | None
    discovered_from: str | None

    def as_todo(
        self,
        *,
        id: str,
        list_id: str,
        owner_id: str,
        repository_id: str,
        proposed: bool,
        order: str,
        now: Instant,
    ) -> Todo:
        """The same filing at the same instant is the same follow-up, so that a lost answer can be given again."""
        origin = Origin(
            repository=self.repository,
            repository_id=repository_id,
            session_id=self.session_id,
            host=self.host,
            discovered_from=self.discovered_from,
            proposed=proposed,
        )
        return Todo(
            id=id,
            list_id=list_id,
            owner_id=owner_id,
            title=self.title,
            notes=self.notes,
            due=self.due,
            order=order,
            origin=origin,
            created_at=now,
            updated_at=now,
        )


@dataclass(frozen=True, kw_only=True)
class FiledBefore:
    """The first answer to an idempotency key: enough to give it again."""

    arguments: str
    todo_id: str
    filed_at: Instant
    duplicate: bool
    filed_by_you: int
    repository_id: str
    proposed: bool
    order: str

    def check_same(self, arguments: str, key: str) -> None:
        """Raises: KeyConflict: the key came with other arguments."""
        if arguments != self.arguments:
            raise KeyConflict(
                f"idempotency_key {key!r} was used with other arguments within the last 24 hours. "
                "Use a new key for another follow-up, or send the first arguments again.",
                idempotency_key=key,
            )


def title_mark(repository_id: str, title: str) -> str:
    """Names a title in a repository; titles that differ only in form share it. A SHA-256 in hex."""
    return fingerprint([repository_id, text.folded_title(title)])


def arguments_mark(arguments: Mapping[str, Any]) -> str:
    """Names a call's arguments, those that are absent left out. A SHA-256 in hex."""
    return fingerprint({name: value for name, value in arguments.items() if value is not None})


def fingerprint(value: Any) -> str:
    encoded = json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(encoded.encode()).hexdigest()
