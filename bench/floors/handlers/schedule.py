"""A client of the table."""

from typing import Any

import boto3

client: Any = boto3.client("dynamodb")


def handler(event: Any, _context: Any) -> Any:
    return event
