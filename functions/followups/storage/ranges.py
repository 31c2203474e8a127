"""Which sort keys a query asks for, and where in them it goes on."""

from followups.storage.contract import Key, PageKey, Query
from followups.storage.indexes import key_attributes
from followups.storage.sizes import check_bound_size, check_key_size


def check_query(query: Query) -> None:
    """Refuse, for every engine alike, what no engine should be asked.

    Raises:
        TypeError, ValueError: it breaks the contract, or `after` is no place in what the query asks for.
        ItemTooLarge: a key or bound is over its limit.
    """
    _check_text("the partition", query.partition)
    check_key_size(Key(query.partition, ""))
    for name, bound in (("prefix", query.prefix), ("low", query.low), ("high", query.high)):
        if bound is not None:
            _check_text(name, bound)
            check_bound_size(bound)
    if query.prefix is not None and (query.low is not None or query.high is not None):
        raise ValueError("a query has a prefix or bounds, not both")
    if query.limit is not None and query.limit < 1:
        raise ValueError(f"a page of {query.limit}; the least is 1")
    if query.consistent and query.index is not None:
        raise ValueError(f"{query.index} may lag, so it cannot be read consistently")
    if query.after is not None:
        _check_after(query, query.after)


def _check_text(name: str, text: str) -> None:
    if not isinstance(text, str):
        raise TypeError(f"{name} of a query is a string, not {type(text).__name__}")
    if not text:
        raise ValueError(f"{name} of a query cannot be empty")


def _check_after(query: Query, after: PageKey) -> None:
    partition, sort = key_attributes(query.index)
    if after.keys() != {*key_attributes(), partition, sort}:
        raise ValueError(f"a page of {query.index or 'the table'} does not go on after {sorted(after)}")
    for name, text in after.items():
        _check_text(name, text)
    if after[partition] != query.partition:
        raise ValueError("`after` is a place in another partition")
    if not _asked_for(query, after[sort]):
        raise ValueError("`after` is outside of what the query asks for")


def _asked_for(query: Query, sort_key: str) -> bool:
    if query.prefix is not None:
        return sort_key.startswith(query.prefix)
    return (query.low is None or query.low <= sort_key) and (query.high is None or sort_key <= query.high)


def is_empty(query: Query) -> bool:
    """Whether no sort key can be within the bounds. DynamoDB refuses such a query; here it has an empty page."""
    return query.low is not None and query.high is not None and query.low > query.high


def after_prefix(prefix: str) -> str | None:
    """The least text that is greater than all with this prefix, or none where there is no greater one."""
    for length in range(len(prefix), 0, -1):
        last = ord(prefix[length - 1])
        if last < LAST_CODE_POINT:
            # Surrogates are not text: the code point after U+D7FF is U+E000.
            return prefix[: length - 1] + chr(0xE000 if last == 0xD7FF else last + 1)
    return None


LAST_CODE_POINT = 0x10FFFF
