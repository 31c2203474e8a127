"""What a browser sees of a stack whose front end is not there yet."""

from typing import Final

PLACEHOLDER_PAGE: Final = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>Follow-ups: nearly there</title>
<style>
body { margin: 0; padding: 12vh 1.25rem 2rem; font: 1.0625rem/1.6 system-ui, sans-serif; }
main { max-width: 34rem; margin: auto; }
h1 { font-size: 1.75rem; line-height: 1.25; }
pre { padding: .75rem 1rem; border: 1px solid GrayText; border-radius: .5rem; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; }
</style>
</head>
<body>
<main>
<h1>Follow-ups is up, its pages are not</h1>
<p>The stack is running. From the checkout that it was deployed from, this connects an agent:</p>
<pre><code>make connect EMAIL=you@example.com</code></pre>
<p>And this uploads the front end that belongs here, where the checkout has one:</p>
<pre><code>make site</code></pre>
</main>
</body>
</html>
"""
"""Without a script and without anything from elsewhere. `infra/hosting.yaml` lets its style pass by its hash."""
