"""The pages that this server writes itself: for a link that was used, and for a front end that is not built."""

from typing import Final

_FRAME: Final = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{title}</title>
<link rel="stylesheet" href="/local/page.css">
</head>
<body>
<main>
{body}
</main>
</body>
</html>
"""


def used_link() -> str:
    return _framed(
        "Link used",
        """<h1>This link does not work any more</h1>
<p>A sign-in link works once. Signed in on this browser already? <a href="/">Go to the list.</a></p>
<p>Otherwise get a new one in a terminal, from the folder of the checkout:</p>
<pre><code>.venv/bin/python -m local login</code></pre>""",
    )


def not_built() -> str:
    return _framed(
        "Not built",
        """<h1>The pages are not built yet</h1>
<p>Agents reach the list all the same. To build the pages, stop the server and start it, from the folder of the
checkout, with:</p>
<pre><code>make run</code></pre>""",
    )


def _framed(title: str, body: str) -> str:
    return _FRAME.format(title=title, body=body)
