"""The table as DynamoDB is asked to make it."""

from typing import Any, Final

from followups.storage.indexes import INDEXES, PROJECTIONS, key_attributes

TTL_ATTRIBUTE: Final = "expires"
"""Epoch seconds, an integer. The engine deletes the item some time after, usually within days."""


def table_definition(table_name: str) -> dict[str, Any]:
    """Arguments of `create_table`."""
    names = [name for index in (None, *INDEXES) for name in key_attributes(index)]
    return {
        "TableName": table_name,
        "BillingMode": "PAY_PER_REQUEST",
        "AttributeDefinitions": [{"AttributeName": name, "AttributeType": "S"} for name in names],
        "KeySchema": _key_schema(*key_attributes()),
        "GlobalSecondaryIndexes": [
            {
                "IndexName": index,
                "KeySchema": _key_schema(*key_attributes(index)),
                "Projection": {"ProjectionType": "INCLUDE", "NonKeyAttributes": list(PROJECTIONS[index])},
            }
            for index in INDEXES
        ],
        "StreamSpecification": {"StreamEnabled": True, "StreamViewType": "NEW_AND_OLD_IMAGES"},
    }


def time_to_live(table_name: str) -> dict[str, Any]:
    """Arguments of `update_time_to_live`."""
    return {
        "TableName": table_name,
        "TimeToLiveSpecification": {"Enabled": True, "AttributeName": TTL_ATTRIBUTE},
    }


def _key_schema(partition: str, sort: str) -> list[dict[str, str]]:
    return [{"AttributeName": partition, "KeyType": "HASH"}, {"AttributeName": sort, "KeyType": "RANGE"}]
