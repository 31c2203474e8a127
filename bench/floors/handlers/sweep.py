"""Clients of the table and of the queue."""

from typing import Any

import boto3

clients: Any = boto3.client("dynamodb"), boto3.client("sqs")


def handler(event: Any, _context: Any) -> Any:
    return event
