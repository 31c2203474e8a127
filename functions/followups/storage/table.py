"""The table on DynamoDB, through boto3's low-level client."""

import random
import time
import uuid
from collections.abc import Callable, Sequence
from typing import Any, Final, Protocol, cast

import boto3
from botocore.config import Config
from botocore.exceptions import BotoCoreError, ClientError

from followups.storage.contract import (
    Action,
    Changes,
    Check,
    Condition,
    ConditionFailed,
    Delete,
    Item,
    Key,
    Page,
    Put,
    Query,
    TransactionRefused,
    Unavailable,
    Update,
)
from followups.storage.evaluation import key_of, outcome
from followups.storage.expressions import Placeholders, key_condition_text, request_of
from followups.storage.legality import (
    check_actions,
    check_batch,
    check_changes,
    check_condition,
    check_key,
    check_new_item,
)
from followups.storage.ranges import check_query, is_empty
from followups.storage.refusals import is_conflict, refusal
from followups.storage.sizes import check_item, check_transaction_size, item_size, written_size
from followups.storage.units import (
    Meter,
    Operation,
    attempted,
    read_units,
    refused_transaction_units,
    refused_units,
    transaction_units,
    write_units,
)
from followups.storage.wire import Wire, from_wire, key_to_wire, to_wire

CONNECT_SECONDS: Final = 1.0
READ_SECONDS: Final = 3.0
CLIENT_ATTEMPTS: Final = 3
"""Tries of one request by the client itself: throttling, 5xx, lost connections."""
CONFLICT_ATTEMPTS: Final = 6
"""Tries while another transaction holds an item, or while a batch is answered in parts."""
FIRST_PAUSE_SECONDS: Final = 0.025
LONGEST_PAUSE_SECONDS: Final = 0.8

Answer = dict[str, Any]


class DynamoClient(Protocol):
    """What is used of boto3's client."""

    def get_item(self, **arguments: Any) -> Answer: ...
    def put_item(self, **arguments: Any) -> Answer: ...
    def update_item(self, **arguments: Any) -> Answer: ...
    def delete_item(self, **arguments: Any) -> Answer: ...
    def query(self, **arguments: Any) -> Answer: ...
    def batch_get_item(self, **arguments: Any) -> Answer: ...
    def transact_write_items(self, **arguments: Any) -> Answer: ...


def dynamo_client(region: str, endpoint_url: str | None = None) -> DynamoClient:
    """A client that gives up soon. It repeats a write whose answer was lost, so a condition may meet its own success.

    Requests are built here and not checked again by the client.
    """
    config = Config(
        connect_timeout=CONNECT_SECONDS,
        read_timeout=READ_SECONDS,
        retries={"mode": "standard", "total_max_attempts": CLIENT_ATTEMPTS},
        parameter_validation=False,
    )
    client = boto3.client("dynamodb", region_name=region, endpoint_url=endpoint_url, config=config)
    return cast("DynamoClient", client)


class DynamoTable:
    """The contract's `Table`. With a meter it reads images that it would not need otherwise, uncounted."""

    def __init__(
        self,
        client: DynamoClient,
        table_name: str,
        meter: Meter | None = None,
        *,
        sleep: Callable[[float], None] = time.sleep,
        chance: Callable[[], float] = random.random,
    ) -> None:
        """`chance` answers 0 to 1 and spreads the pauses between tries."""
        self._client = client
        self._name = table_name
        self._meter = meter
        self._sleep = sleep
        self._chance = chance

    def get(self, key: Key, *, consistent: bool = True) -> Item | None:
        check_key(key)
        item = self._image(key, consistent=consistent)
        if self._meter:
            self._meter.count("get", read=read_units(item_size(item or {}), consistent=consistent))
        return item

    def put(self, item: Item, *, condition: Condition | None = None) -> None:
        check_new_item(item)
        check_item(item)
        check_condition(condition)
        self._write("put", Put(item, condition), self._client.put_item)

    def update(self, key: Key, changes: Changes, *, condition: Condition | None = None) -> Item:
        check_key(key)
        check_changes(changes)
        check_condition(condition)
        answer = self._write("update", Update(key, changes, condition), self._client.update_item, "ALL_NEW")
        return from_wire(answer["Attributes"])

    def delete(self, key: Key, *, condition: Condition | None = None) -> None:
        check_key(key)
        check_condition(condition)
        self._write("delete", Delete(key, condition), self._client.delete_item)

    def query(self, query: Query) -> Page:
        check_query(query)
        if is_empty(query):
            return Page(items=[], count=0, after=None)
        answer = self._ask(self._client.query, **self._query_arguments(query))
        items = [from_wire(item) for item in answer.get("Items", ())]
        if self._meter:
            size = sum([item_size(item) for item in items])
            self._meter.count("query", read=read_units(size, consistent=query.consistent))
        last = answer.get("LastEvaluatedKey")
        return Page(
            items=[] if query.count_only else items,
            count=answer["Count"],
            after=from_wire(last) if last else None,
        )

    def _query_arguments(self, query: Query) -> dict[str, Any]:
        held = Placeholders()
        arguments: dict[str, Any] = {
            "TableName": self._name,
            "KeyConditionExpression": key_condition_text(query, held),
            "ScanIndexForward": query.forward,
            **held.arguments(),
        }
        if query.index is not None:
            arguments["IndexName"] = query.index
        else:
            arguments["ConsistentRead"] = query.consistent
        if query.limit is not None:
            arguments["Limit"] = query.limit
        if query.after is not None:
            arguments["ExclusiveStartKey"] = to_wire(query.after)
        if query.count_only and not self._meter:
            # A count costs what its rows cost, and only the rows tell a meter how much.
            arguments["Select"] = "COUNT"
        return arguments

    def batch_get(self, keys: Sequence[Key], *, consistent: bool = True) -> list[Item]:
        check_batch(keys)
        wanted: Wire = {self._name: {"Keys": [key_to_wire(key) for key in keys], "ConsistentRead": consistent}}
        items: list[Item] = []
        for attempt in range(CONFLICT_ATTEMPTS):
            if not keys or not wanted:
                break
            self._pause_before(attempt)
            answer = self._ask(self._client.batch_get_item, RequestItems=wanted)
            items.extend([from_wire(item) for item in answer["Responses"].get(self._name, ())])
            wanted = answer.get("UnprocessedKeys") or {}
        if keys and wanted:
            raise Unavailable(f"DynamoDB left keys of a batch unread {CONFLICT_ATTEMPTS} times")
        if self._meter:
            sizes = [item_size(item) for item in items] + [0] * (len(keys) - len(items))
            self._meter.count("batch_get", read=sum([read_units(size, consistent=consistent) for size in sizes]))
        return items

    def transact(self, actions: Sequence[Action]) -> None:
        check_actions(actions)
        check_transaction_size([written_size(action) for action in actions])
        old = [self._image(key_of(action)) for action in actions] if self._meter else []
        try:
            self._ask(
                self._client.transact_write_items,
                TransactItems=[self._entry(action) for action in actions],
                # One token over all tries: a try whose answer was lost is not done twice.
                ClientRequestToken=str(uuid.uuid4()),
            )
        except TransactionRefused:
            if self._meter:
                images = [(item, attempted(action, item)) for action, item in zip(actions, old, strict=True)]
                self._meter.count("transact", write=refused_transaction_units(images))
            raise
        if self._meter:
            images = [(item, outcome(action, item)) for action, item in zip(actions, old, strict=True)]
            self._meter.count("transact", write=transaction_units(images))

    def _entry(self, action: Action) -> dict[str, Any]:
        kind = "ConditionCheck" if isinstance(action, Check) else type(action).__name__
        return {kind: {"TableName": self._name, **request_of(action)}}

    def _write(
        self, operation: Operation, action: Action, ask: Callable[..., Answer], returned: str = "NONE"
    ) -> Answer:
        old = self._image(key_of(action)) if self._meter else None
        try:
            answer = self._ask(ask, TableName=self._name, ReturnValues=returned, **request_of(action))
        except ConditionFailed as refused:
            if self._meter:
                self._meter.count(operation, write=refused_units(refused.item, attempted(action, refused.item)))
            raise
        if self._meter:
            self._meter.count(operation, write=write_units(old, outcome(action, old)))
        return answer

    def _image(self, key: Key, *, consistent: bool = True) -> Item | None:
        answer = self._ask(self._client.get_item, TableName=self._name, Key=key_to_wire(key), ConsistentRead=consistent)
        return from_wire(answer["Item"]) if "Item" in answer else None

    def _ask(self, ask: Callable[..., Answer], **arguments: Any) -> Answer:
        """Raises: ConditionFailed, TransactionRefused, ItemTooLarge, ValueError, Unavailable."""
        conflict: ClientError | None = None
        for attempt in range(CONFLICT_ATTEMPTS):
            self._pause_before(attempt)
            try:
                return ask(**arguments)
            except ClientError as error:
                if not is_conflict(error):
                    raise refusal(error) from error
                conflict = error
            except BotoCoreError as error:
                raise Unavailable(f"DynamoDB did not answer: {error}") from error
        raise Unavailable(f"another transaction held the item for {CONFLICT_ATTEMPTS} tries") from conflict

    def _pause_before(self, attempt: int) -> None:
        """Full jitter: anything from nothing to a span that doubles with every try."""
        if attempt:
            span = min(FIRST_PAUSE_SECONDS * 2 ** (attempt - 1), LONGEST_PAUSE_SECONDS)
            self._sleep(self._chance() * span)
