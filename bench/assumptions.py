"""What the bill assumes where nothing can be counted: times, sizes of what AWS adds, and what is not played."""

from dataclasses import dataclass
from typing import Final

DAYS: Final = 30
"""Of a month."""
HOURS: Final = 24


@dataclass(frozen=True, slots=True, kw_only=True)
class Function:
    memory_gb: float
    warm_seconds: float
    """Billed for one call."""
    cold_seconds: float
    """Billed on top for the first call of a process: INIT is billed since August 2025."""


AGENT: Final = Function(memory_gb=1.0, warm_seconds=0.030, cold_seconds=1.5)
WEB: Final = Function(memory_gb=1.0, warm_seconds=0.030, cold_seconds=1.5)
LIVE_SYNC: Final = Function(memory_gb=0.25, warm_seconds=0.030, cold_seconds=0.6)
SOCKET: Final = Function(memory_gb=0.25, warm_seconds=0.020, cold_seconds=0.6)
SCHEDULE: Final = Function(memory_gb=0.25, warm_seconds=0.050, cold_seconds=0.6)
REMIND: Final = Function(memory_gb=0.5, warm_seconds=0.300, cold_seconds=0.8)
SWEEP: Final = Function(memory_gb=0.5, warm_seconds=1.0, cold_seconds=0.6)

HEADER_BYTES_IN: Final = 700
"""Of a request, the API key or the access token among them."""
HEADER_BYTES_OUT: Final = 400
SITE_FILES: Final = 8
"""What a page load asks of CloudFront beside the API; most of it the browser has, so an answer is headers alone."""
SITE_BYTES: Final = 100_000
"""Of the site, once a month: it is cached until the next version."""

PLATFORM_LOG_BYTES: Final = 330
"""Lambda's own START, END and REPORT lines of one call."""
ACCESS_LOG_BYTES: Final = 230
"""One request in the HTTP API's access log."""
LOG_MONTHS: Final = 1.0
"""How long logs are kept."""

STORED_DAYS: Final = 183
"""Everything is kept, so the bill grows: the figure is the mean of the first year."""

SWEEP_SHARDS: Final = 16

POLLS_A_MINUTE: Final = {"chores": 6, "reminders": 15}
"""Empty receives of each queue that a function takes from: of Lambda's five pollers, each waiting 20 seconds. Where a
mapping has no MaximumConcurrency they may become two: 6 (AWS Lambda Developer Guide, *Configuring scaling behavior for
SQS event source mappings*).
"""
MESSAGE_REQUESTS: Final = 3
"""Send, receive, delete."""

METRICS: Final = 10
"""At most, alarms too: as many as are free."""
ALARMS: Final = 10
DASHBOARDS: Final = 1

# ---------------------------------------------------------------- where a million share a stack

CROWD: Final = 1_000_000
CROWD_COLD_SHARE: Final = 0.001
"""Calls that meet a cold process where there is always traffic."""
CROWD_BATCH: Final = 10
"""Writes that one call of live_sync or schedule takes from the stream, and messages that one of remind takes."""
PEAK: Final = 3.0
"""The busiest minute over the mean."""
RUSH_SHARE: Final = 0.2
"""Of a day's reminders, those of one minute: a day's start in one time zone."""
