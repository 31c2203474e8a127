"""The stream of the table as Lambda hands it over: batches of records, each with both images of one write.

Shapes: Amazon DynamoDB Streams API Reference, `Record`; AWS Lambda Developer Guide, *Configuring partial batch response
with DynamoDB and Lambda*.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from time import perf_counter
from typing import Any, Final

from followups.domain.errors import FollowUpsError
from followups.edges import logs, metrics
from followups.edges.live_news import News, RowOf
from followups.edges.stream_records import READ, Image, seen
from followups.services import following
from followups.services.change_log import Behind
from followups.services.chores import Chores
from followups.services.telling_pages import Gateway, Told

Decode = Callable[[Mapping[str, Any]], Image]
"""Turns an image in DynamoDB's JSON into plain values."""

_SEQUENCE_DIGITS: Final = 40
"""Of the longest sequence number (`StreamRecord`, SequenceNumber)."""

TELLING_SECONDS: Final = 5.0
"""How long open pages are told of one batch, in seconds: the next one waits behind it."""


def stream_handler(
    behind: Behind, chores: Chores, decode: Decode, gateway: Gateway | None = None, row_of: RowOf | None = None
) -> Callable[[Mapping[str, Any], Any], dict[str, list[dict[str, str]]]]:
    """The function that Lambda calls with a batch.

    Records are done in their order. At the first that fails it stops and names that one: Lambda comes again with it and
    those behind it, and puts it aside by itself when it has failed for good.

    Open pages are told of those that are done, through the gateway where there is one. Whoever is not reached finds
    them in the change log.
    """

    def handle(event: Mapping[str, Any], context: Any) -> dict[str, list[dict[str, str]]]:
        began = perf_counter()
        batch = _Batch(behind, chores, decode, News(row_of) if gateway and row_of else None)
        failed: list[dict[str, str]] = []
        for record in event["Records"]:
            sequence: str = record["dynamodb"]["SequenceNumber"]
            if not batch.do(record["dynamodb"], sequence):
                failed.append({"itemIdentifier": sequence})
                break
        told = batch.tell(gateway)
        logs.call(
            "live_sync",
            batch.counted(told),
            invocation=getattr(context, "aws_request_id", None),
            records=len(event["Records"]),
            done=batch.done,
            outcome=batch.outcome,
            cause=batch.cause or told.cause,
            ms=round((perf_counter() - began) * 1000, 2),
        )
        return {"batchItemFailures": failed}

    return handle


@dataclass(slots=True)
class _Batch:
    """The records of one call, and what is to be said of them."""

    behind: Behind
    chores: Chores
    decode: Decode
    news: News | None
    done: int = 0
    outcome: str = "ok"
    cause: str | None = None
    lapsed_claims: int = 0
    fan_out_ms: list[float] = field(default_factory=list)

    def do(self, record: Mapping[str, Any], sequence: str) -> bool:
        """Whether everything that follows from the record is done."""
        try:
            self._follow(record, sequence)
        except FollowUpsError as refused:
            self.outcome, self.cause = refused.code, logs.cause_of(refused)
            return False
        except Exception as failure:  # noqa: BLE001 - the last line: one record that nobody can read stops only itself
            self.outcome = metrics.INTERNAL
            logs.unexpected("stream record failed", failure, sequence=sequence)
            return False
        self.done += 1
        return True

    def _follow(self, record: Mapping[str, Any], sequence: str) -> None:
        old, new = self._image(record, "OldImage"), self._image(record, "NewImage")
        before, after = seen(old), seen(new)
        changes = following.follow(self.behind, self.chores, before, after, sequence.zfill(_SEQUENCE_DIGITS))
        if self.news is not None:
            self.news.add(before, after, changes, record.get("NewImage"))
        if changes and metrics.took_over(old, new):
            self.lapsed_claims += 1
        written_at = record.get("ApproximateCreationDateTime")
        if changes and written_at is not None and len(self.fan_out_ms) < metrics.MAX_VALUES:
            waited = self.behind.clock.now().timestamp() - written_at
            self.fan_out_ms.append(round(max(waited, 0.0) * 1000))

    def _image(self, record: Mapping[str, Any], side: str) -> Image | None:
        """Only what is looked at is decoded: a newer version may keep elsewhere what this one cannot read."""
        image = record.get(side)
        return None if image is None else self.decode({name: image[name] for name in READ & image.keys()})

    def tell(self, gateway: Gateway | None) -> Told:
        """Tell open pages of what is done, for `TELLING_SECONDS` at most."""
        if self.news is None or gateway is None:
            return Told()
        late = perf_counter() + TELLING_SECONDS
        return self.news.spread(self.behind, gateway, lambda: perf_counter() >= late)

    def counted(self, told: Told) -> metrics.Values:
        counted: dict[str, Any] = dict(metrics.of_call(self.outcome) or {})
        if told.reached:
            counted[metrics.SOCKETS_REACHED] = told.reached
        if told.failed:
            counted[metrics.SOCKETS_FAILED] = told.failed
        if self.lapsed_claims:
            counted[metrics.LAPSED_CLAIMS] = self.lapsed_claims
        if self.fan_out_ms:
            counted[metrics.FAN_OUT_MS] = self.fan_out_ms
        return counted
