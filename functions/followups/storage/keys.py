"""Every key of the one table.

| Item | PK / SK | GSI1 | GSI2 (sparse) | GSI3 (sparse) |
| --- | --- | --- | --- | --- |
| owner | OWNER#o / OWNER | OWNERS#00..15 / o | | |
| list | OWNER#o / LIST#l | | | |
| sign-in | SIGNIN#issuer#subject / SIGNIN | | | |
| todo, open | TODO#t / TODO | LIST#l#OPEN / order | | OWNER#o#DUE / D#date, T#instant |
| - that may be taken | | | LIST#l#REPO#id / order | |
| - handed back | | | LIST#l#BACK / handed_back_at | |
| - proposed | | | LIST#l#PROPOSED / session#t | |
| - done; deleted | | LIST#l#DONE / completed_at; LIST#l#DELETED / deleted_at | | |
| report | TODO#t / REPORT#000001 | | | |
| repository name | LIST#l / REPO#folded name | | | |
| title mark; noise set; idempotency | LIST#l / TITLE#hash; FILED#hash; IDEM#owner#list#hash / IDEM | | | |
| session | LIST#l / SESSION#hash | LIST#l#SESSIONS / last_seen_at | | |
| change | LIST#l#CHANGES / time#sequence | | | |
| API key | KEY#sha256 / KEY | OWNER#o#KEYS / created_at | | |
| feed | FEED#sha256 / FEED | LIST#l#FEEDS / created_at | | |
| socket | SOCKET#id / SOCKET | OWNER#o#SOCKETS / connected_at | | |
| ticket | TICKET#sha256 / TICKET | | | |
| marker of a push | SENT#todo#occurrence, SENT#o#day#date, SENT#o#late#date / device | | | |
| push subscription | PUSH#sha256 / PUSH | OWNER#o#PUSH / created_at | | |

docs/access-patterns says which pattern uses which, through which function, at what cost.
"""

import hashlib
from typing import Final

from followups.services.chores import OWNER_SHARDS
from followups.storage.contract import Key


def owner(owner_id: str) -> Key:
    return Key(f"OWNER#{owner_id}", "OWNER")


def owners_index(owner_id: str) -> dict[str, str]:
    return {"GSI1PK": owners_shard(int(_hash(owner_id)[:8], 16) % OWNER_SHARDS), "GSI1SK": owner_id}


def owners_shard(shard: int) -> str:
    return f"OWNERS#{shard:02d}"


def todo_list(owner_id: str, list_id: str) -> Key:
    return Key(f"OWNER#{owner_id}", f"LIST#{list_id}")


LISTS_PREFIX: Final = "LIST#"


def sign_in(issuer: str, subject: str) -> Key:
    return Key(f"SIGNIN#{issuer}#{_hash(subject)}", "SIGNIN")


def todo(todo_id: str) -> Key:
    return Key(f"TODO#{todo_id}", "TODO")


def report(todo_id: str, number: int) -> Key:
    return Key(f"TODO#{todo_id}", f"REPORT#{number:06d}")


REPORT_PREFIX: Final = "REPORT#"


def in_list(list_id: str) -> str:
    """The partition of what lies under a list."""
    return f"LIST#{list_id}"


def repository_name(list_id: str, folded: str) -> Key:
    return Key(in_list(list_id), f"REPO#{folded}")


REPOSITORY_PREFIX: Final = "REPO#"


def title_mark(list_id: str, mark: str) -> Key:
    return Key(in_list(list_id), f"TITLE#{mark}")


def noise(list_id: str, session_id: str) -> Key:
    return Key(in_list(list_id), f"FILED#{_hash(session_id)}")


def idempotency(owner_id: str, list_id: str, key: str) -> Key:
    return Key(f"IDEM#{owner_id}#{list_id}#{_hash(key)}", "IDEM")


def session(list_id: str, session_id: str) -> Key:
    return Key(in_list(list_id), f"SESSION#{_hash(session_id)}")


def sessions_index(list_id: str) -> str:
    return f"LIST#{list_id}#SESSIONS"


def changes(list_id: str) -> str:
    return f"LIST#{list_id}#CHANGES"


def api_key(key_id: str) -> Key:
    return Key(f"KEY#{key_id}", "KEY")


def api_keys_index(owner_id: str) -> str:
    return f"OWNER#{owner_id}#KEYS"


SOCKET_PREFIX: Final = "SOCKET#"


def socket(socket_id: str) -> Key:
    return Key(f"{SOCKET_PREFIX}{socket_id}", "SOCKET")


def sockets_index(owner_id: str) -> str:
    return f"OWNER#{owner_id}#SOCKETS"


def ticket(digest: str) -> Key:
    return Key(f"TICKET#{digest}", "TICKET")


def sent(what: str, device: str) -> Key:
    """`what` is by `services.sent_markers`."""
    return Key(f"SENT#{what}", device)


def feed(feed_id: str) -> Key:
    return Key(f"FEED#{feed_id}", "FEED")


def feeds_index(list_id: str) -> str:
    return f"LIST#{list_id}#FEEDS"


def subscription(subscription_id: str) -> Key:
    return Key(f"PUSH#{subscription_id}", "PUSH")


def subscriptions_index(owner_id: str) -> str:
    return f"OWNER#{owner_id}#PUSH"


def open_index(list_id: str) -> str:
    return f"LIST#{list_id}#OPEN"


def done_index(list_id: str) -> str:
    return f"LIST#{list_id}#DONE"


def deleted_index(list_id: str) -> str:
    return f"LIST#{list_id}#DELETED"


def repository_index(list_id: str, repository_id: str) -> str:
    return f"LIST#{list_id}#REPO#{repository_id}"


def handed_back_index(list_id: str) -> str:
    return f"LIST#{list_id}#BACK"


def proposed_index(list_id: str) -> str:
    return f"LIST#{list_id}#PROPOSED"


def proposed_place(session_id: str, todo_id: str) -> str:
    """Where a proposed one stands among them."""
    return f"{_hash(session_id)}#{todo_id}"


def due_index(owner_id: str) -> str:
    return f"OWNER#{owner_id}#DUE"


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
