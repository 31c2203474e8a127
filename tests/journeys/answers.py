"""What the product's doors answered: the value, or the refusal raised."""

from typing import Any

import httpx2
from mcp_types import CallToolResult


class Refused(Exception):
    """A refusal, with its stable code and whatever else it says."""

    def __init__(self, code: str, told: dict[str, Any], status: int | None = None) -> None:
        super().__init__(f"{code}: {told.get('detail') or told.get('message')}")
        self.code = code
        self.told = told
        self.status = status
        """Of the HTTP answer; None from a tool."""


def of_web(response: httpx2.Response) -> dict[str, Any]:
    """Raises: Refused."""
    told: dict[str, Any] = response.json() if response.content else {}
    if response.is_success:
        return told
    raise Refused(told["code"], told, response.status_code)


def of_tool(result: CallToolResult) -> dict[str, Any]:
    """Raises: Refused."""
    told: dict[str, Any] = result.structured_content or {}
    if not result.is_error:
        return told
    raise Refused(told["error"]["code"], told["error"])
