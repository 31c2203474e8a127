"""Any history of operations has the same answers from SQLite, from DynamoDB and from a plain dictionary."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

import hypothesis
import pytest
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule, run_state_machine_as_test

from followups.storage.contract import (
    Absent,
    Action,
    And,
    AtMost,
    Changes,
    Check,
    Condition,
    ConditionFailed,
    Delete,
    Equals,
    IndexName,
    Item,
    Key,
    Or,
    Present,
    Put,
    Query,
    SetSmallerThan,
    Table,
    TransactionRefused,
    Update,
)
from followups.storage.evaluation import same
from followups.storage.table import DynamoClient
from local.sqlite_table import SqliteTable
from tests.length import LONG
from tests.storage.engines import new_dynamo_table
from tests.storage.model import ModelTable

PARTITIONS = st.sampled_from(["P", "Q"])
SORTS = st.sampled_from(["a", "a#1", "b", "é", "\uffee", "𝄞"])
KEYS = st.builds(Key, PARTITIONS, SORTS)
INDEXES = st.sampled_from([None, "GSI1", "GSI2"])

TEXTS = st.sampled_from(["", "a", "b", "\uffee", "𝄞", "\x00"])
NUMBERS = st.integers(-3, 3) | st.sampled_from([10**20, -(10**20)])
MEMBERS = st.frozensets(st.sampled_from(["x", "y", "z", "𝄞"]), min_size=1)
NESTED = st.recursive(
    TEXTS | NUMBERS | st.booleans() | MEMBERS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["k", "\uffffset"]), inner, max_size=2),
    max_leaves=5,
)
# Few names, so that conditions and changes often meet a value. Only `title`, which nothing is added to, has any type:
# moto keeps a part of an update that it then finds invalid.
VALUES: dict[str, st.SearchStrategy[Any]] = {
    "version": NUMBERS,
    "row_title": TEXTS,
    "starred": st.booleans(),
    "ids": MEMBERS,
    "title": NESTED,
    "GSI1PK": PARTITIONS,
    "GSI1SK": SORTS,
    "GSI2PK": PARTITIONS,
    "GSI2SK": SORTS,
}


def attributes() -> st.SearchStrategy[Item]:
    return st.fixed_dictionaries({}, optional=VALUES)


@st.composite
def items(draw: st.DrawFn) -> Item:
    key = draw(KEYS)
    return {"PK": key.pk, "SK": key.sk, **draw(attributes())}


@st.composite
def changes(draw: st.DrawFn) -> Changes:
    to_set, removed = draw(attributes()), draw(st.frozensets(st.sampled_from(list(VALUES))))
    removed -= to_set.keys()
    add = {} if {"version"} & (to_set.keys() | removed) else draw(st.dictionaries(st.just("version"), NUMBERS))
    members = {} if {"ids"} & (to_set.keys() | removed) else draw(st.dictionaries(st.just("ids"), MEMBERS))
    into = draw(st.booleans())
    hypothesis.assume(to_set or removed or add or members)
    return Changes(
        set=to_set,
        remove=removed,
        add=add,
        add_to_set=members if into else {},
        delete_from_set={} if into else members,
    )


NAMES = st.sampled_from([*VALUES, "nowhere"])
LEAVES: st.SearchStrategy[Condition] = st.one_of(
    st.builds(Absent, st.none() | NAMES),
    st.builds(Present, st.none() | NAMES),
    st.builds(Equals, st.just("version"), NUMBERS),
    st.builds(Equals, st.just("row_title"), TEXTS),
    st.builds(Equals, st.just("starred"), st.booleans()),
    st.builds(AtMost, st.just("version"), NUMBERS),
    st.builds(AtMost, st.just("row_title"), TEXTS),
    st.builds(SetSmallerThan, st.sampled_from(["ids", "row_title", "nowhere"]), st.integers(0, 4)),
)
CONDITIONS: st.SearchStrategy[Condition] = st.recursive(
    LEAVES,
    lambda inner: (
        st.builds(And, st.lists(inner, min_size=1, max_size=3).map(tuple))
        | st.builds(Or, st.lists(inner, min_size=1, max_size=3).map(tuple))
    ),
    max_leaves=4,
)
ACTIONS: st.SearchStrategy[Action] = st.one_of(
    st.builds(Put, items(), st.none() | CONDITIONS),
    st.builds(Update, KEYS, changes(), st.none() | CONDITIONS),
    st.builds(Delete, KEYS, st.none() | CONDITIONS),
    st.builds(Check, KEYS, CONDITIONS),
)


def place(action: Action) -> tuple[str, str]:
    return (action.item["PK"], action.item["SK"]) if isinstance(action, Put) else (action.key.pk, action.key.sk)


def outcome(operation: Callable[[Table], Any], table: Table) -> Any:
    """What the operation answered or how it refused, as something that compares."""
    try:
        return operation(table)
    except ConditionFailed as refused:
        return ["condition failed", refused.item]
    except TransactionRefused as refused:
        return ["refused", sorted(refused.refusals), list(refused.refusals.values())]
    except ValueError:
        return ["invalid"]


def all_rows(table: Table, query: Query) -> list[Any]:
    """The rows or counts of all pages."""
    rows: list[Any] = []
    count = 0
    while True:
        page = table.query(query)
        rows.extend(page.items)
        count += page.count
        if page.after is None:
            return [count, *rows]
        query = replace(query, after=page.after)


class History(RuleBasedStateMachine):
    dynamo: Any = None

    @initialize()
    def empty_tables(self) -> None:
        self.model = ModelTable()
        self.sqlite = SqliteTable(":memory:")
        self.engines: dict[str, Table] = {"SQLite": self.sqlite, "DynamoDB": new_dynamo_table(self.dynamo)}

    def teardown(self) -> None:
        if hasattr(self, "sqlite"):
            self.sqlite.close()

    def check(self, operation: Callable[[Table], Any]) -> None:
        expected = outcome(operation, self.model)
        for name, engine in self.engines.items():
            found = outcome(operation, engine)
            assert same(found, expected), f"{name} answers {found!r}, not {expected!r}"

    @invariant()
    def all_hold_the_same(self) -> None:
        for partition in ("P", "Q"):
            self.check(partial(all_rows, query=Query(partition=partition, consistent=True)))

    @rule(item=items(), condition=st.none() | CONDITIONS)
    def put(self, item: Item, condition: Condition | None) -> None:
        self.check(lambda table: table.put(item, condition=condition))

    @rule(key=KEYS, changes=changes(), condition=st.none() | CONDITIONS)
    def update(self, key: Key, changes: Changes, condition: Condition | None) -> None:
        self.check(lambda table: table.update(key, changes, condition=condition))

    @rule(key=KEYS, condition=st.none() | CONDITIONS)
    def delete(self, key: Key, condition: Condition | None) -> None:
        self.check(lambda table: table.delete(key, condition=condition))

    @rule(actions=st.lists(ACTIONS, min_size=1, max_size=5, unique_by=place))
    def transact(self, actions: list[Action]) -> None:
        self.check(lambda table: table.transact(actions))

    @rule(key=KEYS)
    def get(self, key: Key) -> None:
        self.check(lambda table: table.get(key))

    @rule(keys=st.lists(KEYS, unique=True, max_size=12))
    def batch_get(self, keys: list[Key]) -> None:
        self.check(lambda table: sorted(table.batch_get(keys), key=lambda item: (item["PK"], item["SK"])))

    @rule(
        partition=PARTITIONS,
        index=INDEXES,
        bounds=st.fixed_dictionaries({"prefix": SORTS})
        | st.fixed_dictionaries({}, optional={"low": SORTS, "high": SORTS}),
        forward=st.booleans(),
        limit=st.none() | st.integers(1, 4),
        count_only=st.booleans(),
    )
    def query(
        self,
        partition: str,
        index: IndexName | None,
        bounds: dict[str, Any],
        forward: bool,
        limit: int | None,
        count_only: bool,
    ) -> None:
        query = Query(partition=partition, index=index, forward=forward, limit=limit, count_only=count_only)
        self.check(partial(all_rows, query=replace(query, **bounds)))


@pytest.mark.timeout(7200)
def test_every_history_has_the_same_answers_from_all_engines(dynamo: DynamoClient) -> None:
    settings = hypothesis.settings(
        max_examples=500 if LONG else 10,
        stateful_step_count=60 if LONG else 30,
        suppress_health_check=list(hypothesis.HealthCheck),
    )
    run_state_machine_as_test(type("HistoryOn", (History,), {"dynamo": dynamo}), settings=settings)
