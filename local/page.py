"""The list as a plain page: what is open, and how to connect an agent. Text of others is text."""

from collections.abc import Sequence
from html import escape
from typing import Final

from followups.domain.dues import occurrence
from followups.domain.instants import to_text
from followups.services import listing, managing_lists
from followups.services.access import Caller, reach_list
from followups.services.ports import Ports, Row, Shelf
from followups.services.reading import is_claimed_by_other

SHOWN: Final = 200
"""How many open todos of a list the page shows."""

_FRAME: Final = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{title}</title>
<link rel="stylesheet" href="/page.css">
</head>
<body>
<main>
{body}
</main>
</body>
</html>
"""


def signed_out() -> str:
    return _framed(
        "Follow-ups",
        """<h1>Follow-ups</h1>
<p>You are not signed in on this browser. Open the sign-in link that the server printed when it started,
or get a new one in a terminal, from the folder of the checkout:</p>
<pre><code>.venv/bin/python -m local login</code></pre>""",
    )


def used_link() -> str:
    return _framed(
        "Link used",
        """<h1>This link does not work any more</h1>
<p>A sign-in link works once. Signed in on this browser already? <a href="/">Go to the list.</a></p>
<p>Otherwise get a new one in a terminal, from the folder of the checkout:</p>
<pre><code>.venv/bin/python -m local login</code></pre>""",
    )


def of_lists(ports: Ports, caller: Caller, origin: str) -> str:
    """Every list with its open todos, in the owner's order."""
    sections = "".join(_section(ports, caller, found.id) for found in managing_lists.lists_of(ports, caller))
    header = """<header>
<h1>Follow-ups</h1>
<form method="post" action="/local/logout"><button>Sign out</button></form>
</header>"""
    return _framed("Follow-ups", header + (sections or "<p>You have no list.</p>") + _connecting(origin))


def _section(ports: Ports, caller: Caller, list_id: str) -> str:
    reached = reach_list(ports, caller, list_id)
    found = listing.page(ports, reached, listing.Wanted(shelf=Shelf.OPEN), limit=SHOWN, after=None, time_zone="UTC")
    now = to_text(ports.clock.now())
    reasons = _reasons(ports, found.rows)
    rows = "".join(_row(row, found.repository_of(row), reasons.get(row.id), now) for row in found.rows)
    more = "<p class=more>There are more than this page shows.</p>" if found.next else ""
    empty = "<p class=empty>Nothing is open. What agents capture appears here.</p>"
    name = f'<h2 dir="auto">{escape(reached.list.name)}</h2><p class=id>List id <code>{reached.id}</code></p>'
    return f"<section>{name}{f'<ol>{rows}</ol>' if rows else empty}{more}</section>"


def _reasons(ports: Ports, rows: Sequence[Row]) -> dict[str, str]:
    """Why agents handed back what the owner has; rows do not say it."""
    whole = ports.todos.get_many([row.id for row in rows if row.handed_back_at])
    return {
        id: todo.origin.handed_back.reason
        for id, todo in whole.items()
        if todo.origin is not None and todo.origin.handed_back is not None
    }


def _row(row: Row, repository: str | None, reason: str | None, now: str) -> str:
    told = [escape(repository)] if repository else []
    if row.due is not None:
        told.append(f"due {escape(occurrence(row.due).replace('T', ' '))}")
    if row.handed_back_at:
        told.append("handed back")
    if row.proposed:
        told.append("proposed")
    if row.claim_session and is_claimed_by_other(row, None, now):
        told.append(f"claimed by {escape(row.claim_session)}")
    star = '<span class=star title="starred" aria-label="starred">★</span> ' if row.starred else ""
    line = f"<small>{' · '.join(f'<bdi>{part}</bdi>' for part in told)}</small>" if told else ""
    title = f"{row.title}…" if row.title_shortened else row.title
    why = f"<small class=why dir=auto>{escape(reason)}</small>" if reason else ""
    return f"<li>{star}<span dir=auto>{escape(title)}</span>{line}{why}</li>"


def _connecting(origin: str) -> str:
    return f"""<section>
<h2>Connect an agent</h2>
<p>In a terminal, from the folder of the checkout, this makes an API key and prints what to paste:</p>
<pre><code>.venv/bin/python -m local connect</code></pre>
<p>The MCP URL is <code>{escape(origin)}/mcp</code>; any MCP client that sends the key as
<code>Authorization: Bearer</code> can use it.</p>
</section>"""


def _framed(title: str, body: str) -> str:
    return _FRAME.format(title=title, body=body)
