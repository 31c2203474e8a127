import sqlite3
from pathlib import Path

import pytest

from followups.storage.contract import Query
from local.sqlite_pages import page_statement
from local.sqlite_table import SqliteTable


@pytest.mark.parametrize(
    "query",
    [
        Query(partition="P", limit=2, low="0", after={"PK": "P", "SK": "5"}),
        Query(partition="P", limit=2, high="9", forward=False, after={"PK": "P", "SK": "5"}),
        Query(
            partition="Q", index="GSI1", limit=2, prefix="0", after={"PK": "P", "SK": "0", "GSI1PK": "Q", "GSI1SK": "0"}
        ),
        Query(partition="Q", index="GSI1", limit=2, forward=False),
        Query(partition="Q", index="GSI1", count_only=True),
    ],
    ids=str,
)
def test_a_page_is_a_seek_whose_order_needs_no_sorting(sqlite_table: SqliteTable, tmp_path: Path, query: Query) -> None:
    assert sqlite_table.query(query).count == 0
    statement, values = page_statement(query)
    with sqlite3.connect(tmp_path / "table.db") as connection:
        ((*_, plan),) = connection.execute(f"EXPLAIN QUERY PLAN {statement}", values).fetchall()
    assert plan.startswith("SEARCH")
    if query.after is not None:
        assert plan.endswith(("AND sk>?)", "AND sk<?)", "AND (isk,pk,sk)>(?,?,?) AND isk<?)"))
