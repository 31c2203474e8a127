"""What DynamoDB's failures become, and which of them are tried again."""

from collections.abc import Callable
from typing import Any

import pytest
from botocore.exceptions import ClientError, ConnectTimeoutError, ReadTimeoutError

from followups.storage.contract import (
    Absent,
    Changes,
    ConditionFailed,
    Equals,
    ItemTooLarge,
    Key,
    Put,
    TransactionRefused,
    Unavailable,
)
from followups.storage.table import (
    CONFLICT_ATTEMPTS,
    FIRST_PAUSE_SECONDS,
    LONGEST_PAUSE_SECONDS,
    DynamoTable,
    dynamo_client,
)

KEY = Key("P", "S")
ITEM = {"PK": "P", "SK": "S"}
WIRE = {"PK": {"S": "P"}, "SK": {"S": "S"}}
FUNCTION_SECONDS = 29
"""The timeout of the functions that somebody waits for; the gateway waits 30."""


class Client:
    """Answers what it is told to, in turn, and the last for good."""

    def __init__(self, *answers: Any) -> None:
        self.answers = list(answers)
        self.asked: list[dict[str, Any]] = []

    def _ask(self, **arguments: Any) -> dict[str, Any]:
        self.asked.append(arguments)
        answer = self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]
        if isinstance(answer, Exception):
            raise answer
        found: dict[str, Any] = answer
        return found

    get_item = put_item = update_item = delete_item = query = batch_get_item = transact_write_items = _ask


def failure(code: str, message: str = "", **response: Any) -> ClientError:
    return ClientError({"Error": {"Code": code, "Message": message}, **response}, "Operation")


def canceled(*codes: str, **details: Any) -> ClientError:
    return failure("TransactionCanceledException", CancellationReasons=[{"Code": code, **details} for code in codes])


def table_on(client: Client, pauses: list[float] | None = None) -> DynamoTable:
    return DynamoTable(client, "table", sleep=(pauses if pauses is not None else []).append, chance=lambda: 0.5)


CONFLICT = failure("TransactionConflictException")


@pytest.mark.parametrize(
    "write",
    [
        lambda table: table.put(ITEM),
        lambda table: table.update(KEY, Changes(set={"a": 1})),
        lambda table: table.delete(KEY),
    ],
    ids=["put", "update", "delete"],
)
def test_a_write_that_meets_a_transaction_is_tried_again_after_longer_and_longer_pauses(write) -> None:
    pauses: list[float] = []
    client = Client(CONFLICT, CONFLICT, CONFLICT, {"Attributes": WIRE})
    write(table_on(client, pauses))
    assert len(client.asked) == 4
    assert pauses == [0.0125, 0.025, 0.05]


def test_a_write_that_meets_transactions_again_and_again_gives_up() -> None:
    pauses: list[float] = []
    client = Client(CONFLICT)
    with pytest.raises(Unavailable, match="another transaction"):
        table_on(client, pauses).put(ITEM)
    assert len(client.asked) == CONFLICT_ATTEMPTS
    assert len(pauses) == CONFLICT_ATTEMPTS - 1
    assert max(pauses) <= 0.4


def test_a_condition_that_failed_is_never_tried_again() -> None:
    client = Client(failure("ConditionalCheckFailedException", Item={**WIRE, "write_id": {"S": "mine"}}))
    with pytest.raises(ConditionFailed) as refused:
        table_on(client).put(ITEM, condition=Absent())
    assert refused.value.item == {**ITEM, "write_id": "mine"}
    assert len(client.asked) == 1


@pytest.mark.parametrize("passing", ["TransactionConflict", "ThrottlingError", "ProvisionedThroughputExceeded"])
def test_a_canceled_transaction_is_tried_again_with_its_token_and_another_has_another_token(passing) -> None:
    client = Client(canceled("None", passing), failure("TransactionInProgressException"), {})
    table = table_on(client)
    table.transact([Put(ITEM)])
    table.transact([Put(ITEM)])
    tokens = [asked["ClientRequestToken"] for asked in client.asked]
    assert tokens[0] == tokens[1] == tokens[2] != tokens[3]
    assert all(len(token) <= 36 for token in tokens)


def test_a_transaction_refused_by_a_condition_is_not_tried_again_whatever_else_was_wrong() -> None:
    client = Client(canceled("None", "TransactionConflict", "ConditionalCheckFailed", Item=WIRE))
    with pytest.raises(TransactionRefused) as refused:
        table_on(client).transact([Put({"PK": "P", "SK": sk}) for sk in "abc"])
    assert refused.value.refusals == {2: ITEM}
    assert len(client.asked) == 1


@pytest.mark.parametrize(
    "error",
    [
        failure("ProvisionedThroughputExceededException"),
        failure("ThrottlingException"),
        failure("InternalServerError"),
        failure("ResourceNotFoundException"),
        failure("AccessDeniedException"),
        canceled("ItemCollectionSizeLimitExceeded"),
        ReadTimeoutError(endpoint_url="https://example.com"),
        ConnectTimeoutError(endpoint_url="https://example.com"),
    ],
    ids=lambda error: str(error)[:60],
)
@pytest.mark.parametrize(
    "call",
    [
        lambda table: table.get(KEY),
        lambda table: table.update(KEY, Changes(set={"a": 1}), condition=Equals("a", 0)),
        lambda table: table.batch_get([KEY]),
        lambda table: table.transact([Put(ITEM)]),
    ],
    ids=["get", "update", "batch_get", "transact"],
)
def test_what_the_client_gave_up_on_is_unavailable_and_not_tried_again(
    call: Callable[[DynamoTable], Any], error: Exception
) -> None:
    client = Client(error)
    with pytest.raises(Unavailable) as failed:
        call(table_on(client))
    assert failed.value.__cause__ is error
    assert len(client.asked) == 1


@pytest.mark.parametrize(
    "error",
    [
        failure("ValidationException", "Item size to update has exceeded the maximum allowed size"),
        canceled("ValidationError", Message="Item size has exceeded the maximum allowed size"),
    ],
    ids=["alone", "in a transaction"],
)
def test_an_item_that_only_dynamodb_can_know_to_be_too_large_is(error) -> None:
    with pytest.raises(ItemTooLarge):
        table_on(Client(error)).update(KEY, Changes(set={"a": 1}))


@pytest.mark.parametrize("code", ["ValidationException", "ValidationError"])
def test_what_dynamodb_calls_invalid_is_a_mistake_of_the_caller(code) -> None:
    message = "An operand in the update expression has an incorrect data type"
    error = failure(code, message) if code == "ValidationException" else canceled(code, Message=message)
    with pytest.raises(ValueError, match="incorrect data type"):
        table_on(Client(error)).transact([Put(ITEM)])


def test_keys_that_a_batch_left_unread_are_asked_for_again() -> None:
    left = {"table": {"Keys": [{"PK": {"S": "P"}, "SK": {"S": "b"}}], "ConsistentRead": True}}
    first = {"Responses": {"table": [WIRE]}, "UnprocessedKeys": left}
    client = Client(first, {"Responses": {"table": [{**WIRE, "SK": {"S": "b"}}]}})
    found = table_on(client).batch_get([KEY, Key("P", "b")])
    assert found == [ITEM, {"PK": "P", "SK": "b"}]
    assert client.asked[1] == {"RequestItems": left}


def test_a_batch_that_is_never_read_whole_gives_up() -> None:
    client = Client({"Responses": {}, "UnprocessedKeys": {"table": {"Keys": [WIRE]}}})
    with pytest.raises(Unavailable, match="unread"):
        table_on(client).batch_get([KEY])
    assert len(client.asked) == CONFLICT_ATTEMPTS


def test_a_value_that_is_not_ours_is_named_rather_than_passed_on() -> None:
    with pytest.raises(ValueError, match="type NULL"):
        table_on(Client({"Item": {**WIRE, "a": {"NULL": True}}})).get(KEY)


def test_the_client_gives_up_soon() -> None:
    config: Any = dynamo_client("eu-west-1", "http://127.0.0.1:1").meta.config  # type: ignore[attr-defined]
    assert (config.connect_timeout, config.read_timeout) == (1.0, 3.0)
    assert config.retries == {"mode": "standard", "total_max_attempts": 3}


def test_a_table_that_does_not_answer_is_given_up_on_before_a_function_s_time_is_over() -> None:
    config: Any = dynamo_client("eu-west-1", "http://127.0.0.1:1").meta.config  # type: ignore[attr-defined]
    tries = config.retries["total_max_attempts"]
    # The standard mode pauses for at most 1 s before the second try, 2 s before the third, and so on up to 20 s.
    pauses = sum(min(2**retry, 20) for retry in range(tries - 1))
    one_call = tries * (config.connect_timeout + config.read_timeout) + pauses
    conflicts = sum(
        min(FIRST_PAUSE_SECONDS * 2**retry, LONGEST_PAUSE_SECONDS) for retry in range(CONFLICT_ATTEMPTS - 1)
    )
    # The first call that is given up on ends the request, so half is left for the ones that were answered before it.
    assert one_call + conflicts < FUNCTION_SECONDS * 0.6
