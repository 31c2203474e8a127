"""What calls use, and what they leave stored, as AWS bills it."""

from dataclasses import dataclass, fields


@dataclass(frozen=True, slots=True, kw_only=True)
class Use:
    """What calls came to, together."""

    requests: float = 0.0
    """Calls of the function: requests, events of a socket, messages of a queue."""
    read: float = 0.0
    """DynamoDB units, those of what follows a write among them."""
    write: float = 0.0
    bytes_in: float = 0.0
    """Bodies of HTTP requests and of their answers, without headers."""
    bytes_out: float = 0.0
    logged: float = 0.0
    """Bytes of our lines, metrics in them, those of what follows a write too."""
    followed: float = 0.0
    """Writes that the stream hands to live_sync."""
    looked_at: float = 0.0
    """Writes that it hands to schedule."""
    messages: float = 0.0
    """Over sockets, in either direction."""
    message_bytes: float = 0.0

    def __add__(self, other: "Use") -> "Use":
        return Use(**{field.name: getattr(self, field.name) + getattr(other, field.name) for field in fields(self)})

    def __mul__(self, times: float) -> "Use":
        return Use(**{field.name: getattr(self, field.name) * times for field in fields(self)})


@dataclass(frozen=True, slots=True, kw_only=True)
class Stored:
    """Bytes, as DynamoDB bills them: each with what it keeps beside. What has a name of its own expires."""

    items: float
    rows: float
    """In the indexes. Backups do not count them."""
    changes: float
    """Rows of the change log."""
    sessions: float
    """With their rows in the indexes."""
    markers: float
    """Of pushes."""

    def __sub__(self, other: "Stored") -> "Stored":
        return Stored(**{field.name: getattr(self, field.name) - getattr(other, field.name) for field in fields(self)})
