"""Every limit that a user can meet, with its unit. They appear in the OpenAPI and the tool schemas."""

from typing import Final

TITLE_CHARACTERS: Final = 1_000
"""Longest title, in characters (Unicode code points), after trimming."""

NOTES_CHARACTERS: Final = 100_000
"""Longest notes, in characters. The whole todo also has to stay within `TODO_BYTES`."""

TODO_BYTES: Final = 400 * 1024
"""Largest todo with everything on it, in bytes (the item limit of DynamoDB)."""

REPOSITORY_BYTES: Final = 200
"""Longest repository name, in UTF-8 bytes."""

SESSION_ID_CHARACTERS: Final = 200
"""Longest session id, in characters."""

AGENT_TEXT_CHARACTERS: Final = 4_000
"""Longest summary of a completion, reason of a hand-back and answer to one, in characters."""

COMMIT_CHARACTERS: Final = 200
"""Longest name of a commit, in characters."""

IDEMPOTENCY_KEY_CHARACTERS: Final = 200
"""Longest idempotency key and write id, in characters."""

IDEMPOTENCY_SECONDS: Final = 24 * 60 * 60
"""How long the answer to a call is replayed to the same call, in seconds."""

CLAIM_SECONDS: Final = 30 * 60
"""How long a claim lasts unless renewed, in seconds. Judged on read; nothing runs when it lapses."""

OPEN_PER_SESSION: Final = 25
"""How many follow-ups of one session may be open at once."""

DELETED_SECONDS: Final = 30 * 24 * 60 * 60
"""How long a deleted todo can be restored, in seconds."""

CHANGES_SECONDS: Final = 14 * 24 * 60 * 60
"""How long the change log reaches back, in seconds."""

ORDER_KEY_BYTES: Final = 800
"""Longest order key before its neighbours are spaced anew, in bytes."""

LIST_NAME_CHARACTERS: Final = 200
"""Longest name of a list or an API key, in characters."""

LISTS_PER_OWNER: Final = 100
"""How many lists an owner has at most."""

KEYS_PER_OWNER: Final = 100
"""How many API keys an owner has at most."""

FEEDS_PER_LIST: Final = 10
"""How many calendar feeds a list has at most."""

FEED_BYTES: Final = 5_000_000
"""Largest calendar that a feed answers, in bytes, roughly: what is due last is left out of a larger one."""

LIST_RESTORE_SECONDS: Final = 10 * 60
"""How long a deleted list can be brought back, in seconds. Its purge begins a few minutes later."""

PREFERENCES: Final = 50
"""How many preferences are kept for an owner."""

PREFERENCE_CHARACTERS: Final = 200
"""Longest preference that is a text, in characters; its name takes a quarter of that."""

ACCEPTED_REPOSITORIES: Final = 100
"""How many repositories a list may name as the ones it accepts."""

PAGE_ROWS: Final = 200
"""Most rows in one page of the web API."""

AGENT_PAGE_ROWS: Final = 50
"""Most follow-ups in one page for an agent; 20 unless it asks."""

AGENT_PAGE_BYTES: Final = 16_000
"""A page for an agent ends before it outgrows this, in bytes of JSON; the rest comes with the cursor."""

AGENT_NOTES_BYTES: Final = 12_000
"""Most notes that one read of a follow-up answers, in UTF-8 bytes; the rest by `notes_offset`."""

BATCH_TODOS: Final = 100
"""How many todos one batch or one page of an import changes at most."""

SEARCH_BYTES: Final = 1024 * 1024
"""How much one search reads before it answers what it found so far, in bytes."""

SEARCH_CHARACTERS: Final = 200
"""Longest text to search for, in characters."""

BODY_BYTES: Final = 5 * 1024 * 1024
"""Largest request body, in bytes."""

TICKET_SECONDS: Final = 30
"""How long the ticket for a socket can be used, in seconds, and only once."""

SOCKET_SECONDS: Final = 9_000
"""How long an open page is told of changes before it has to open its socket anew, in seconds."""

SOCKETS_TOLD: Final = 100
"""How many open pages of an owner are told of a change, those that were opened last."""

MESSAGE_BYTES: Final = 32_000
"""Largest message to an open page, in bytes of UTF-8."""

PING_CHARACTERS: Final = 200
"""Longest message from an open page, in characters."""

CALLS_PER_MINUTE: Final = 600
"""How many calls an API key may make in a minute, counted by each running instance."""

ATTEMPTS: Final = 3
"""How often a stale change is decided anew before it is refused."""

PUSH_SUBSCRIPTIONS_PER_OWNER: Final = 20
"""How many browsers of an owner are sent reminders at most."""

PUSH_ENDPOINT_CHARACTERS: Final = 2_000
"""Longest address of a push service, in characters."""

PUSH_BYTES: Final = 3_000
"""Largest push before it is encrypted, in bytes: every service takes 4,096 of what it becomes (RFC 8030 7.2)."""
