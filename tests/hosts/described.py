"""What docs/hosts.md shows, ready to be used: its blocks, with the values of one deployment in their places."""

import re
from collections.abc import Iterator
from typing import Final

from tests.architecture.documents import text

PAGE: Final = "docs/hosts.md"
_BLOCK: Final = re.compile(r"^```(?P<language>\w*)\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL)
_AGENTS: Final = "## Follow-ups\n"


def blocks(language: str) -> Iterator[str]:
    """Each block of the language, as it stands there."""
    for block in _BLOCK.finditer(text(PAGE)):
        if block["language"] == language:
            yield block["text"]


def agents_block() -> str:
    """What goes into an AGENTS.md."""
    (block,) = [block for block in blocks("markdown") if block.startswith(_AGENTS)]
    return block


def filled_in(block: str, *, mcp_url: str, list_id: str) -> str:
    """The block as a person pastes it."""
    return block.replace("MCP_URL", mcp_url).replace("LIST_ID", list_id)
