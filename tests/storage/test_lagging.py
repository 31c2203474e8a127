from followups.storage.contract import Changes, Check, Delete, Key, Present, Put, Query
from tests.storage.lagging import LaggingTable

SHELF = Query(partition="Q", index="GSI1")


def row(sk: str) -> dict[str, str]:
    return {"PK": "P", "SK": sk, "GSI1PK": "Q", "GSI1SK": sk}


def shown(table: LaggingTable) -> list[str]:
    return [each["SK"] for each in table.query(SHELF).items]


def test_an_index_shows_nothing_of_a_write_until_it_catches_up(sqlite_table) -> None:
    table = LaggingTable(sqlite_table)
    table.put(row("a"))
    table.transact([Put(row("b")), Check(Key("P", "a"), Present())])
    assert shown(table) == []
    assert [item["SK"] for item in table.query(Query(partition="P")).items] == ["a", "b"]
    table.catch_up()
    table.update(Key("P", "a"), Changes(remove=frozenset({"GSI1SK"})))
    table.transact([Delete(Key("P", "b"))])
    assert shown(table) == ["a", "b"]
    assert table.get(Key("P", "b")) is None
    table.catch_up()
    assert shown(table) == []


def test_an_index_trails_by_a_number_of_writes(sqlite_table) -> None:
    table = LaggingTable(sqlite_table, behind=2)
    for sk in "abcd":
        table.put(row(sk))
    assert shown(table) == ["a", "b"]
    table.delete(Key("P", "a"))
    assert shown(table) == ["a", "b", "c"]
    table.catch_up()
    assert shown(table) == ["b", "c", "d"]
