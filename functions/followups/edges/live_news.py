"""What the open pages of each owner are told of a batch of writes.

A message is one JSON object, `MESSAGE_BYTES` at most:

- `{"type": "changes", "list_id", "position", "changes": [{"id", "version", "deleted", "todo"?}]}`: `position` is where
  the newest of these changes stands in the list's change log, and `todo` is the row that a page of the list shows, its
  repository as it was filed. What is deleted has none, nor has a row that no message has room for.
- `{"type": "lists"}`: a list was made, changed or deleted.
- `{"type": "repositories", "list_id"}`: repositories of the list are called something else now.
- `{"type": "settings"}`: the owner's settings changed.
"""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from followups.domain.instants import to_text
from followups.domain.limits import MESSAGE_BYTES
from followups.services.change_log import Change
from followups.services.following import Seen, SeenList, SeenOwner, SeenRepository
from followups.services.telling_pages import Gateway, Teller, Told, tell

if TYPE_CHECKING:
    from followups.services.ports import Row

RowOf = Callable[[Mapping[str, Any]], "Row"]
"""Reads the row out of the image of a todo. Raises: ValueError, KeyError, TypeError: it cannot be read."""

_as_json: Final = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode

LISTS: Final = _as_json({"type": "lists"})
SETTINGS: Final = _as_json({"type": "settings"})


@dataclass(slots=True)
class _OfOwner:
    has_lists: bool = False
    has_settings: bool = False
    renamed_in: dict[str, None] = field(default_factory=dict)
    """Lists, in the order of the renames."""
    changes: dict[str, dict[str, tuple[Change, Mapping[str, Any] | None]]] = field(default_factory=dict)
    """By list and todo, in the order of the log: each todo's newest change, with its image."""


class News:
    """Gathers what follows from each write of a batch; of several writes of one todo the last is told."""

    def __init__(self, row_of: RowOf) -> None:
        self._row_of = row_of
        self._owners: dict[str, _OfOwner] = {}

    def add(
        self, before: Seen | None, after: Seen | None, changes: Sequence[Change], image: Mapping[str, Any] | None
    ) -> None:
        """What one write changed. `changes` are its rows in change logs; `image` is the item as it is now."""
        match before, after:
            case _, SeenList():
                self._of(after.owner_id).has_lists = True
            case SeenRepository(), SeenRepository():
                self._of(after.owner_id).renamed_in[after.list_id] = None
            case SeenOwner(), SeenOwner():
                self._of(after.owner_id).has_settings = True
        for change in changes:
            of_list = self._of(change.owner_id).changes.setdefault(change.list_id, {})
            of_list.pop(change.todo_id, None)
            of_list[change.todo_id] = change, None if change.deleted else image

    def spread(self, teller: Teller, gateway: Gateway, is_late: Callable[[], bool]) -> Told:
        """Tell the open pages of everybody whom it is about."""
        told = Told()
        for owner_id, news in self._owners.items():
            tell(teller, gateway, owner_id, partial(self._messages, news, teller), told, is_late=is_late)
        return told

    def _of(self, owner_id: str) -> _OfOwner:
        return self._owners.setdefault(owner_id, _OfOwner())

    def _messages(self, news: _OfOwner, teller: Teller) -> list[str]:
        now = to_text(teller.clock.now())
        messages = [LISTS] if news.has_lists else []
        messages.extend(_as_json({"type": "repositories", "list_id": list_id}) for list_id in news.renamed_in)
        for list_id, changes in news.changes.items():
            told = [(change.position, *self._told(change, image, now)) for change, image in changes.values()]
            messages.extend(packed(list_id, told))
        return [*messages, SETTINGS] if news.has_settings else messages

    def _told(self, change: Change, image: Mapping[str, Any] | None, now: str) -> tuple[str, str]:
        """The change with its row, and without it: the same twice where it has none that can be shown."""
        # Here, since few batches are of an owner who has a page open.
        from followups.edges.web import presenting

        bare = presenting.change(change)
        if image is None:
            return (_as_json(bare),) * 2
        try:
            row = self._row_of(image)
            full = _as_json({**bare, "todo": presenting.row(row, row.repository, now)})
            full.encode()
        except (ValueError, KeyError, TypeError):
            # A newer version wrote what this one cannot read. The page reads the todo itself.
            return (_as_json(bare),) * 2
        return full, _as_json(bare)


def packed(list_id: str, told: Sequence[tuple[str, str, str]]) -> Iterator[str]:
    """Messages of these changes, each as its position, its JSON with the row and its JSON without, oldest first."""
    begin = f'{{"type":"changes","list_id":{_as_json(list_id)},"position":'
    room = MESSAGE_BYTES - len(f'{begin}"","changes":[]}}'.encode())
    at, inside, size = "", list[str](), 0
    for position, full, bare in told:
        left = room - len(position.encode())
        text = full if len(full.encode()) <= left else bare
        weight = len(text.encode())
        if inside and size + 1 + weight > left:
            yield _message(begin, at, inside)
            inside, size = [], 0
        size += weight + (1 if inside else 0)
        inside.append(text)
        at = position
    if inside:
        yield _message(begin, at, inside)


def _message(begin: str, position: str, changes: Sequence[str]) -> str:
    return f'{begin}{_as_json(position)},"changes":[{",".join(changes)}]}}'
