"""An engine that does not answer becomes a refusal that every edge can answer."""

import pytest

from followups.domain import errors
from followups.storage.answering import AnsweringTable
from followups.storage.contract import Absent, Changes, ConditionFailed, Key, Present, Put, Query, TransactionRefused
from tests.faults import FailingTable

KEY = Key("P", "S")
ITEM = {"PK": "P", "SK": "S", "n": 1}

OPERATIONS = {
    "get": lambda table: table.get(KEY),
    "put": lambda table: table.put(ITEM, condition=Absent()),
    "update": lambda table: table.update(KEY, Changes(set={"n": 2}), condition=Absent()),
    "delete": lambda table: table.delete(KEY, condition=Absent()),
    "query": lambda table: table.query(Query(partition="P")),
    "batch_get": lambda table: table.batch_get([KEY], consistent=False),
    "transact": lambda table: table.transact([Put(ITEM, Absent())]),
}

each_operation = pytest.mark.parametrize("operation", OPERATIONS.values(), ids=OPERATIONS)


@each_operation
@pytest.mark.parametrize("works", [True, False])
def test_no_answer_is_unavailable_with_when_to_try_again(sqlite, operation, works):
    with pytest.raises(errors.Unavailable) as refused:
        operation(AnsweringTable(FailingTable(sqlite, 0, works=works)))
    assert refused.value.details["retry_after"]


@each_operation
def test_an_answer_passes_as_it_is(sqlite, operation):
    assert operation(AnsweringTable(sqlite)) == operation(type(sqlite)(":memory:"))


def test_a_condition_that_did_not_hold_passes_as_it_is(sqlite):
    table = AnsweringTable(sqlite)
    table.put(ITEM)
    with pytest.raises(ConditionFailed) as refused:
        table.put(ITEM, condition=Absent())
    assert refused.value.item == ITEM
    with pytest.raises(TransactionRefused):
        table.transact([Put(ITEM, Absent())])
    table.delete(KEY, condition=Present())
    assert table.get(KEY) is None
