"""What AWS asks for: us-east-1, on demand, the first tier of each price, as of 2026-11-30."""

from dataclasses import dataclass
from typing import Final

AS_OF: Final = "2026-11-30"
MILLION: Final = 1e6


@dataclass(frozen=True, slots=True, kw_only=True)
class Price:
    of: str
    """What it is for, as the report and docs/cost.md name it."""
    dollars: float
    per: float
    """So many units for that."""
    unit: str
    free: float = 0.0
    """Units of a month that are free in each account for good. What ends after a year is not counted."""
    is_sourced: bool = True
    """Read in a published page; else from memory, to be looked up before anybody relies on it."""

    def cents(self, units: float) -> float:
        return 100 * self.dollars * units / self.per


WRITES: Final = Price(of="DynamoDB writes", dollars=0.625, per=MILLION, unit="units")
READS: Final = Price(of="DynamoDB reads", dollars=0.125, per=MILLION, unit="units")
STORAGE: Final = Price(of="DynamoDB storage", dollars=0.25, per=1, unit="GB-months", free=25)
BACKUP: Final = Price(of="DynamoDB backup", dollars=0.20, per=1, unit="GB-months", is_sourced=False)
INVOCATIONS: Final = Price(of="Lambda invocations", dollars=0.20, per=MILLION, unit="invocations", free=MILLION)
DURATION: Final = Price(of="Lambda duration, arm64", dollars=0.0000133334, per=1, unit="GB-seconds", free=400_000)
HTTP_API: Final = Price(of="HTTP API", dollars=1.00, per=MILLION, unit="requests")
MESSAGES: Final = Price(of="WebSocket messages", dollars=1.00, per=MILLION, unit="messages")
MINUTES: Final = Price(of="WebSocket minutes", dollars=0.25, per=MILLION, unit="minutes")
EDGE_REQUESTS: Final = Price(of="CloudFront requests", dollars=0.0100, per=10_000, unit="requests", free=10 * MILLION)
EDGE_BYTES: Final = Price(of="CloudFront to viewers", dollars=0.085, per=1, unit="GB", free=1_000)
ORIGIN_BYTES: Final = Price(of="CloudFront to origin", dollars=0.020, per=1, unit="GB", is_sourced=False)
LOGS: Final = Price(of="CloudWatch Logs", dollars=0.50, per=1, unit="GB", free=5)
LOG_STORAGE: Final = Price(of="CloudWatch Logs kept", dollars=0.03, per=1, unit="GB-months", free=5)
SCHEDULES: Final = Price(
    of="Scheduler", dollars=1.00, per=MILLION, unit="invocations", free=14 * MILLION, is_sourced=False
)
QUEUES: Final = Price(of="SQS", dollars=0.40, per=MILLION, unit="requests", free=MILLION)
USERS: Final = Price(of="Cognito Essentials", dollars=0.015, per=1, unit="users", free=10_000, is_sourced=False)
BUCKET: Final = Price(of="S3", dollars=0.0004, per=1_000, unit="requests", is_sourced=False)
METRICS: Final = Price(of="CloudWatch metrics", dollars=0.30, per=1, unit="metrics", free=10, is_sourced=False)
ALARMS: Final = Price(of="CloudWatch alarms", dollars=0.10, per=1, unit="alarms", free=10)
DASHBOARDS: Final = Price(of="CloudWatch dashboards", dollars=3.00, per=1, unit="dashboards", free=3, is_sourced=False)

PRICES: Final = (
    WRITES,
    READS,
    STORAGE,
    BACKUP,
    INVOCATIONS,
    DURATION,
    HTTP_API,
    MESSAGES,
    MINUTES,
    EDGE_REQUESTS,
    EDGE_BYTES,
    ORIGIN_BYTES,
    LOGS,
    LOG_STORAGE,
    SCHEDULES,
    QUEUES,
    USERS,
    BUCKET,
    METRICS,
    ALARMS,
    DASHBOARDS,
)
"""In the order of the report."""
