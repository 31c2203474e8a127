"""What goes wrong in a page without anybody seeing it: errors in the console, exceptions, what the policy blocks."""

import re
from dataclasses import dataclass, field

from playwright.async_api import BrowserContext, ConsoleMessage, WebError

NOT_FOUND = r"status of 404"
STALE = r"status of 412"
REFUSED = r"status of 4\d\d"
OFFLINE = r"ERR_INTERNET_DISCONNECTED|WebSocket connection to .* failed"


@dataclass
class Trouble:
    """Everything that the pages of a context complain about."""

    heard: list[str] = field(default_factory=list)
    expected: list[str] = field(default_factory=list)
    """Patterns of what the test brings about on purpose."""

    def listen(self, context: BrowserContext) -> None:
        context.on("console", self._console)
        context.on("weberror", self._exception)

    def expect(self, *patterns: str) -> None:
        self.expected.extend(patterns)

    def unexpected(self) -> list[str]:
        return [each for each in self.heard if not any(re.search(pattern, each) for pattern in self.expected)]

    def _console(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            self.heard.append(f"{message.text} ({message.location['url']})")

    def _exception(self, error: WebError) -> None:
        self.heard.append(f"exception: {error.error}")
