"""Empty tables on each engine, as tests need them."""

import os
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final
from unittest import mock

from moto import mock_aws

from followups.storage.contract import Table
from followups.storage.definition import table_definition
from followups.storage.table import DynamoClient, DynamoTable, dynamo_client
from followups.storage.units import Meter

REGION: Final = "eu-west-1"
ENDPOINT_VARIABLE: Final = "FOLLOW_UPS_DYNAMODB_ENDPOINT"
"""Where a DynamoDB to test against listens, such as an emulator. Without it, moto answers inside this process."""


@contextmanager
def dynamodb() -> Iterator[DynamoClient]:
    endpoint = os.environ.get(ENDPOINT_VARIABLE)
    if endpoint is None:
        with mock_aws():
            yield dynamo_client(REGION)
    else:
        keys = {"AWS_ACCESS_KEY_ID": "test", "AWS_SECRET_ACCESS_KEY": "test"}
        with mock.patch.dict(os.environ, keys):
            yield dynamo_client(REGION, endpoint)


def new_dynamo_table(client: Any, meter: Meter | None = None) -> DynamoTable:
    name = f"follow-ups-{uuid.uuid4()}"
    client.create_table(**table_definition(name))
    return DynamoTable(client, name, meter)


def is_moto(table: Table) -> bool:
    return isinstance(table, DynamoTable) and ENDPOINT_VARIABLE not in os.environ
