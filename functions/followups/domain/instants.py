"""Instants, and the one way they are written: ISO 8601, UTC, milliseconds, so that text order is time order."""

from datetime import UTC, datetime

Instant = datetime
"""Aware, in UTC."""


def to_text(instant: Instant) -> str:
    """`2026-11-30T12:00:00.000Z`, always 24 characters."""
    utc = instant.astimezone(UTC)
    return f"{utc:%Y-%m-%dT%H:%M:%S}.{utc.microsecond // 1000:03d}Z"


def from_text(text: str) -> Instant:
    """Read what `to_text` wrote."""
    return datetime.fromisoformat(text)


def epoch_milliseconds(instant: Instant) -> int:
    return int(instant.timestamp() * 1000)
