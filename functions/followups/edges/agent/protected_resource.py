"""What a client may know before it is let in (RFC 9728): which resource this is, and how a key is sent.

No authorization server is named: keys are made on the site.
"""

from typing import Any, Final

WELL_KNOWN: Final = "/.well-known/oauth-protected-resource"

PATH: Final = "/mcp"

SCOPE: Final = "follow-ups"


class ProtectedResource:
    """The MCP URL under one public origin; the Host of a request never comes into it."""

    def __init__(self, origin: str) -> None:
        self._origin = origin.rstrip("/")
        self.metadata_url: Final = f"{self._origin}{WELL_KNOWN}{PATH}"

    def metadata(self) -> dict[str, Any]:
        return {
            "resource": f"{self._origin}{PATH}",
            "resource_name": "Follow-ups",
            "bearer_methods_supported": ["header"],
            "scopes_supported": [SCOPE],
            "resource_documentation": f"{self._origin}/",
        }

    def challenge(self, *, key_was_given: bool) -> str:
        """The WWW-Authenticate of a 401 (RFC 6750 3, RFC 9728 5.1)."""
        wrong = 'error="invalid_token", ' if key_was_given else ""
        return f'Bearer {wrong}resource_metadata="{self.metadata_url}", scope="{SCOPE}"'
