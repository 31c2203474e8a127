"""Items that no service writes yet, as large as they will be: what opening a page's socket and ringing will write.

Their units come from the meter's own rules.
"""

from typing import Final

from followups.storage.contract import Item
from followups.storage.units import read_units, write_units

_ID: Final = "01936f5e-7c1a-7b3e-9d2f-4a5b6c7d8e9f"

_TICKET: Final[Item] = {
    "PK": f"TICKET#{'t' * 43}",
    "SK": "TICKET",
    "type": "ticket",
    "owner_id": _ID,
    "expires": 1_796_000_000,
}
_SOCKET: Final[Item] = {
    "PK": f"SOCKET#{'s' * 16}",
    "SK": "SOCKET",
    "GSI1PK": f"OWNER#{_ID}#SOCKETS",
    "GSI1SK": "2026-11-30T09:00:00.000Z",
    "type": "socket",
    "owner_id": _ID,
    "expires": 1_796_000_000,
}
_MARKER: Final[Item] = {
    "PK": f"SENT#{_ID}#2027-01-31",
    "SK": "d" * 43,
    "type": "marker",
    "owner_id": _ID,
    "state": "sending",
    "expires": 1_796_000_000,
}

SOCKET_WRITES: Final = sum([write_units(None, item) + write_units(item, None) for item in (_TICKET, _SOCKET)])
"""Of one socket: its ticket made and used up, its row made and removed."""
SOCKET_READS: Final = 2 * read_units(0, consistent=True)
"""Of its ticket: who signs in, and whether the list is the owner's."""
FAN_OUT_READS: Final = read_units(0, consistent=False)
"""The owner's open sockets, looked up for each batch of writes."""
RING_WRITES: Final = write_units(None, _MARKER) + write_units(_MARKER, {**_MARKER, "state": "sent"})
"""Of one reminder on one device."""
RING_READS: Final = 2 * read_units(0, consistent=True)
"""The todo, and the owner's devices."""
SCHEDULE_READS: Final = 2 * read_units(0, consistent=True)
"""The todo, before and after its schedule was made equal to it."""
