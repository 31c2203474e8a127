"""A query as SQL: a seek to the place and a walk from there, never a scan."""

from typing import Final

from followups.storage.contract import IndexName, PageKey, Query
from followups.storage.indexes import key_attributes
from followups.storage.ranges import after_prefix

NO_LIMIT: Final = -1

Row = tuple[int, str, str, str, str]
"""Its size, its body (empty where only a count is asked for), its sort key, its pk and sk."""


def page_statement(query: Query) -> tuple[str, list[str | int]]:
    """The statement, which answers `Row`s, and its values."""
    values: list[str | int] = [query.partition]
    if query.index is None:
        source, sort, conditions = "items", "sk", ["pk = ?"]
    else:
        source, sort, conditions = "index_rows", "isk", ["ipk = ?", "name = ?"]
        values.append(query.index)
    for condition, bounds in _bounds(query, sort):
        conditions.append(condition)
        values.extend(bounds)
    body = "''" if query.count_only else "body"
    direction = "" if query.forward else " DESC"
    order = "sk" if query.index is None else f"isk{direction}, pk{direction}, sk"
    statement = (
        f"SELECT size, {body}, {sort}, pk, sk FROM {source} WHERE {' AND '.join(conditions)}"  # noqa: S608 - own names
        f" ORDER BY {order}{direction} LIMIT ?"
    )
    values.append(NO_LIMIT if query.limit is None else query.limit)
    return statement, values


def _bounds(query: Query, sort: str) -> list[tuple[str, list[str]]]:
    """At most one bound on each side, and the values of each."""
    if query.prefix is not None:
        low, high = (f"{sort} >= ?", query.prefix), (f"{sort} < ?", after_prefix(query.prefix))
    else:
        low, high = (f"{sort} >= ?", query.low or ""), (f"{sort} <= ?", query.high)
    bounds = [(condition, [value]) for condition, value in (low, high) if value]
    if query.after is not None:
        # The place to go on from is within the query's own bound on its side, so it takes that bound's part.
        side = ">" if query.forward else "<"
        bounds = [bound for bound in bounds if f" {side}" not in bound[0]]
        bounds.append(_beyond(query.index, side, query.after))
    return bounds


def _beyond(index: IndexName | None, side: str, place: PageKey) -> tuple[str, list[str]]:
    if index is None:
        return f"sk {side} ?", [place["SK"]]
    return f"(isk, pk, sk) {side} (?, ?, ?)", [place[key_attributes(index)[1]], place["PK"], place["SK"]]
