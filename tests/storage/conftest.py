from collections.abc import Iterator

import pytest

from followups.storage.contract import Table
from followups.storage.table import DynamoClient
from local.sqlite_table import SqliteTable
from tests.storage.engines import dynamodb, new_dynamo_table


@pytest.fixture(scope="module")
def dynamo() -> Iterator[DynamoClient]:
    with dynamodb() as client:
        yield client


@pytest.fixture
def sqlite_table(tmp_path) -> Iterator[SqliteTable]:
    table = SqliteTable(tmp_path / "table.db")
    yield table
    table.close()


@pytest.fixture(params=["sqlite", "dynamodb"])
def table(request) -> Table:
    """An empty table, on each engine in turn."""
    if request.param == "sqlite":
        local: SqliteTable = request.getfixturevalue("sqlite_table")
        return local
    return new_dynamo_table(request.getfixturevalue("dynamo"))
