"""Two runs of one story, held side by side: what every run makes anew is named by where it is met first."""

import re
from typing import Any, Final

_MADE_ANEW: Final = re.compile(
    r"(?P<id>[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})"
    r"|(?P<instant>20[0-9]{2}-[01][0-9]-[0-3][0-9]T[0-9:.]+Z)"
    r"|(?P<secret>fu_[0-9A-Za-z]+)"
    r"|(?P<digest>[0-9a-f]{64})"
    r"|(?P<feed>(?<=/feeds/)[0-9A-Za-z]{43})"
    r"|(?P<ticket>^[0-9A-Za-z]{43}$)"
    r"|(?P<token>(?<=^[0-9]\.)[0-9A-Za-z]{22}$)"
)
_LEFT_OUT: Final = frozenset({"order", "message", "repeated"})
"""Chance, and what an answer says of having been given before."""


class Names:
    """The names of one run. Ids keep apart what is apart; of instants and secrets only the kind stays."""

    def __init__(self) -> None:
        self._ids: dict[str, str] = {}

    def plain(self, value: Any, *, without: frozenset[str] = frozenset()) -> Any:
        """The value with everything that is made anew named."""
        if isinstance(value, dict):
            kept = {name: inner for name, inner in value.items() if name not in _LEFT_OUT | without}
            return {name: self.plain(inner, without=without) for name, inner in kept.items()}
        if isinstance(value, list):
            return [self.plain(inner, without=without) for inner in value]
        return _MADE_ANEW.sub(self._name, value) if isinstance(value, str) else value

    def _name(self, found: re.Match[str]) -> str:
        kind = found.lastgroup or ""
        if kind not in {"id", "digest"}:
            return f"<{kind}>"
        return self._ids.setdefault(found[0], f"<{kind} {len(self._ids)}>")
