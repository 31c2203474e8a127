"""Conditions, changes and queries as DynamoDB's expressions.

Every name and value goes through a placeholder, so that no attribute is a reserved word and none is parsed.
"""

from collections.abc import Mapping
from typing import Any

from followups.storage.contract import (
    Absent,
    Action,
    And,
    AtMost,
    Changes,
    Condition,
    Equals,
    Or,
    Present,
    Put,
    Query,
    SetSmallerThan,
    Update,
    Value,
)
from followups.storage.indexes import key_attributes
from followups.storage.wire import Wire, key_to_wire, to_wire, value_to_wire


class Placeholders:
    """The names and values of one request's expressions."""

    def __init__(self) -> None:
        self._names: dict[str, str] = {}
        self._values: dict[str, Wire] = {}

    def name(self, attribute: str) -> str:
        return self._names.setdefault(attribute, f"#{len(self._names)}")

    def value(self, value: Value) -> str:
        placeholder = f":{len(self._values)}"
        self._values[placeholder] = value_to_wire(value)
        return placeholder

    def arguments(self) -> dict[str, Any]:
        """What the request carries of them; DynamoDB refuses empty ones."""
        arguments: dict[str, Any] = {}
        if self._names:
            arguments["ExpressionAttributeNames"] = {short: name for name, short in self._names.items()}
        if self._values:
            arguments["ExpressionAttributeValues"] = self._values
        return arguments


def request_of(action: Action) -> dict[str, Any]:
    """The arguments that a single write and an entry of a transaction have in common."""
    held = Placeholders()
    request: dict[str, Any] = {}
    if isinstance(action, Put):
        request["Item"] = to_wire(action.item)
    else:
        request["Key"] = key_to_wire(action.key)
    if isinstance(action, Update):
        request["UpdateExpression"] = update_text(action.changes, held)
    if action.condition is not None:
        request["ConditionExpression"] = condition_text(action.condition, held)
        request["ReturnValuesOnConditionCheckFailure"] = "ALL_OLD"
    return {**request, **held.arguments()}


def condition_text(condition: Condition, held: Placeholders) -> str:
    """Parentheses stand only where AND would bind an OR apart: DynamoDB refuses others as redundant."""
    match condition:
        case Absent(attribute=name):
            return f"attribute_not_exists({held.name(name or 'PK')})"
        case Present(attribute=name):
            return f"attribute_exists({held.name(name or 'PK')})"
        case Equals(attribute=name, value=value):
            return f"{held.name(name)} = {held.value(value)}"
        case AtMost(attribute=name, value=value):
            return f"{held.name(name)} <= {held.value(value)}"
        case SetSmallerThan(attribute=name, size=size):
            # `size` counts a string's bytes too, so the type is asked for.
            short, kind, limit = held.name(name), held.value("SS"), held.value(size)
            return f"attribute_not_exists({short}) OR attribute_type({short}, {kind}) AND size({short}) < {limit}"
        case And(conditions=parts):
            texts = [condition_text(part, held) for part in parts]
            if len(parts) > 1:
                texts = [f"({text})" if _is_or(part) else text for part, text in zip(parts, texts, strict=True)]
            return " AND ".join(texts)
        case Or(conditions=parts):
            return " OR ".join([condition_text(part, held) for part in parts])


def _is_or(condition: Condition) -> bool:
    if isinstance(condition, And | Or) and len(condition.conditions) == 1:
        return _is_or(condition.conditions[0])
    return isinstance(condition, Or | SetSmallerThan)


def update_text(changes: Changes, held: Placeholders) -> str:
    clauses = []
    if changes.set:
        clauses.append("SET " + ", ".join([f"{held.name(n)} = {held.value(v)}" for n, v in changes.set.items()]))
    if changes.remove:
        clauses.append("REMOVE " + ", ".join([held.name(name) for name in sorted(changes.remove)]))
    if changes.add or changes.add_to_set:
        clauses.append("ADD " + _pairs({**changes.add, **changes.add_to_set}, held))
    if changes.delete_from_set:
        clauses.append("DELETE " + _pairs(changes.delete_from_set, held))
    return " ".join(clauses)


def _pairs(operands: Mapping[str, Value], held: Placeholders) -> str:
    return ", ".join([f"{held.name(name)} {held.value(operand)}" for name, operand in operands.items()])


def key_condition_text(query: Query, held: Placeholders) -> str:
    partition, sort = key_attributes(query.index)
    text = f"{held.name(partition)} = {held.value(query.partition)}"
    if query.prefix is not None:
        text += f" AND begins_with({held.name(sort)}, {held.value(query.prefix)})"
    elif query.low is not None and query.high is not None:
        text += f" AND {held.name(sort)} BETWEEN {held.value(query.low)} AND {held.value(query.high)}"
    elif query.low is not None:
        text += f" AND {held.name(sort)} >= {held.value(query.low)}"
    elif query.high is not None:
        text += f" AND {held.name(sort)} <= {held.value(query.high)}"
    return text
