"""A tool: what it is called with, what it answers, and who may call it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from followups.domain.api_keys import Role
from followups.edges.agent.answers import Answer
from followups.edges.agent.arguments import Argument, input_schema
from followups.edges.agent.schemas import output_schema
from followups.services.access import ReachedList
from followups.services.ports import Ports

Given = Mapping[str, Any]
"""A tool's arguments as they were read; what is absent is left out."""

ALWAYS_LOADED: Final = "anthropic/alwaysLoad"
"""Asks Claude Code to have a tool at hand from the start instead of searching for it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Tool:
    """One thing that agents do in a list. The list is reached before it runs, as far as `needs` says."""

    name: str
    title: str
    description: str
    needs: Role
    takes: tuple[Argument, ...]
    """`list_id` among them, required."""
    answers: Mapping[str, Any]
    """The JSON Schema of each field of its structured content."""
    run: Callable[[Ports, ReachedList, Given], Answer]
    is_idempotent: bool
    """Whether the same call again changes nothing more."""
    always_loaded: bool = False
    refuses: Mapping[str, str] = field(default_factory=dict)
    """Arguments that must not be ignored in silence, each with what to say."""

    @property
    def definition(self) -> dict[str, Any]:
        """The tool as `tools/list` shows it."""
        shown: dict[str, Any] = {
            "name": self.name,
            "title": self.title,
            "description": self.description,
            "inputSchema": input_schema(self.takes),
            "outputSchema": output_schema(self.answers),
            "annotations": {
                "readOnlyHint": self.needs == "reader",
                "destructiveHint": False,
                "idempotentHint": self.is_idempotent,
                "openWorldHint": False,
            },
        }
        return {**shown, "_meta": {ALWAYS_LOADED: True}} if self.always_loaded else shown
