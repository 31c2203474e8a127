"""What DynamoDB's errors mean in the contract.

Codes: Amazon DynamoDB API Reference, errors of `PutItem` and of `TransactWriteItems`.
"""

from typing import Any, Final

from botocore.exceptions import ClientError

from followups.storage.contract import ConditionFailed, ItemTooLarge, TransactionRefused, Unavailable
from followups.storage.wire import Wire, from_wire

_CANCELED: Final = "TransactionCanceledException"
_CONDITION_FAILED: Final = "ConditionalCheckFailed"
_CONFLICTS: Final = frozenset({"TransactionConflictException", "TransactionInProgressException"})
_PASSING_REASONS: Final = frozenset({"TransactionConflict", "ThrottlingError", "ProvisionedThroughputExceeded"})


def is_conflict(error: ClientError) -> bool:
    """Whether nothing was decided and the same request may succeed in a moment."""
    if _code(error) != _CANCELED:
        return _code(error) in _CONFLICTS
    reasons = {reason.get("Code", "None") for reason in _reasons(error)} - {"None"}
    return bool(reasons) and reasons <= _PASSING_REASONS


def refusal(error: ClientError) -> Exception:
    """The error of the contract that is to be raised.

    What DynamoDB calls invalid is a mistake in the calling code, as from `legality`: a ValueError.
    """
    code, message = _code(error), str(error.response["Error"].get("Message", ""))
    if code == "ConditionalCheckFailedException":
        return ConditionFailed(_item(error.response))
    if code == _CANCELED:
        return _transaction_refusal(_reasons(error))
    if code == "ValidationException":
        return _invalid(message)
    return Unavailable(f"DynamoDB failed: {code}")


def _transaction_refusal(reasons: list[dict[str, Any]]) -> Exception:
    refused = {
        position: _item(reason) for position, reason in enumerate(reasons) if reason.get("Code") == _CONDITION_FAILED
    }
    if refused:
        return TransactionRefused(refused)
    for reason in reasons:
        if reason.get("Code") == "ValidationError":
            return _invalid(str(reason.get("Message", "")))
    codes = sorted({reason.get("Code", "None") for reason in reasons} - {"None"})
    return Unavailable(f"DynamoDB canceled a transaction: {', '.join(codes)}")


def _invalid(message: str) -> Exception:
    lowered = message.lower()
    return ItemTooLarge(message) if "size" in lowered and "exceed" in lowered else ValueError(message)


def _code(error: ClientError) -> str:
    return str(error.response["Error"].get("Code", ""))


def _reasons(error: ClientError) -> list[dict[str, Any]]:
    reasons: list[dict[str, Any]] = error.response.get("CancellationReasons", [])
    return reasons


def _item(holder: Wire) -> dict[str, Any] | None:
    return from_wire(holder["Item"]) if holder.get("Item") else None
