"""How Claude Code is connected through the plugin: three commands, ready to paste."""

import json
import shlex
from dataclasses import dataclass
from typing import Final

from followups.domain.push import Pushes

PLUGIN: Final = "follow-ups@follow-ups"
"""The plugin, as its marketplace names it."""


NO_PUSHES: Final = Pushes()


@dataclass(frozen=True, slots=True, kw_only=True)
class Product:
    """Where this product is found."""

    origin: str
    """The site: scheme and host."""
    plugin_source: str
    """The plugin's marketplace: a folder, `owner/name` on github.com, or a URL."""
    live_url: str = ""
    """Where pages open their sockets: ws:// or wss://. Empty where nobody asks for it."""
    pushes: Pushes = NO_PUSHES


def live_url_at(origin: str) -> str:
    """Where sockets are opened at a site that answers everything at one address."""
    return f"ws{origin.removeprefix('http')}/live"


def commands(product: Product, *, list_id: str, api_key: str) -> list[str]:
    """They add the marketplace, install the plugin, and configure it without a prompt or the key in an argument."""
    values = json.dumps({"site": product.origin, "list_id": list_id, "api_key": api_key})
    return [
        f"claude plugin marketplace add {shlex.quote(product.plugin_source)}",
        f"claude plugin install {PLUGIN}",
        f"echo {shlex.quote(values)} | claude plugin configure {PLUGIN} --values-stdin",
    ]
