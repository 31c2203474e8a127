"""The content security policy holds on every document: what gets past everything else is not run."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

import httpx2
import pytest
from playwright.async_api import Page, expect

from tests.journeys.deployment import Deployment, Place
from tests.waiting import soon
from tests.web.trouble import Trouble
from tests.web.visits import Visit

pytestmark = [pytest.mark.anyio, pytest.mark.browser]

BLOCKED = r"Content Security Policy|violates the following|ERR_BLOCKED_BY_CSP"


class _Elsewhere(BaseHTTPRequestHandler):
    asked: list[str]

    def do_GET(self) -> None:
        self.asked.append(self.path)
        self.send_response(200)
        self.send_header("content-type", "text/javascript")
        self.send_header("access-control-allow-origin", "*")
        self.end_headers()
        self.wfile.write(b"window.__ran = 'elsewhere'")

    def log_message(self, format: str, *args: object) -> None:
        pass


@contextmanager
def serving(handler: type[_Elsewhere]) -> Iterator[str]:
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        thread = Thread(target=server.serve_forever)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}"
        finally:
            server.shutdown()
            thread.join()


class Elsewhere:
    """Another site, which would serve whatever it is asked for."""

    def __init__(self, address: str, asked: list[str]) -> None:
        self.address = address
        self.asked = asked


@pytest.fixture
def elsewhere() -> Iterator[Elsewhere]:
    handler: type[_Elsewhere] = type("Handler", (_Elsewhere,), {"asked": []})
    with serving(handler) as address:
        yield Elsewhere(address, handler.asked)


INJECTIONS = {
    "an inline script": "() => add('script', { textContent: 'window.__ran = 1' })",
    "a module": "() => add('script', { type: 'module', textContent: 'window.__ran = 1' })",
    "an inline handler": """() => {
      const button = add('button', {});
      button.setAttribute('onclick', 'window.__ran = 1');
      button.click();
    }""",
    "an image's handler": "() => { add('div', {}).innerHTML = '<img src=x: onerror=\"window.__ran = 1\">'; }",
    "a link to a script": "() => add('a', { href: 'javascript:window.__ran = 1' }).click()",
    "an address of a script": "() => { location.href = 'javascript:window.__ran = 1'; }",
    "eval": "() => { setTimeout(() => { try { eval('window.__ran = 1'); } catch { document.title = 'refused'; } }); }",
    "a function of text": "() => { setTimeout(() => { try { new Function('window.__ran = 1')(); } catch {} }); }",
    "a timer of text": "() => { setTimeout('window.__ran = 1'); }",
    "a frame of text": "() => add('iframe', { srcdoc: '<script>parent.__ran = 1</script>' })",
    "a frame of data": "() => add('iframe', { src: 'data:text/html,<script>parent.__ran = 1</script>' })",
    "a worker of text": """() => {
      try { new Worker(URL.createObjectURL(new Blob(['postMessage(1)']))).onmessage = () => { window.__ran = 1; }; }
      catch {}
    }""",
    "a script of another site": "site => add('script', { src: `${site}/script.js` })",
    "an import of another site": "site => { import(`${site}/module.js`).catch(() => undefined); }",
    "a style of another site": "site => add('link', { rel: 'stylesheet', href: `${site}/style.css` })",
    "an image of another site": "site => add('img', { src: `${site}/pixel.gif` })",
    "a request to another site": "site => { fetch(`${site}/data`).catch(() => undefined); }",
    "a beacon to another site": "site => { navigator.sendBeacon(`${site}/beacon`); }",
    "a socket to another site": "site => { try { new WebSocket(site.replace('http', 'ws')); } catch {} }",
    "a frame of another site": "site => add('iframe', { src: `${site}/frame` })",
    "a form to another site": """site => {
      const form = add('form', { action: `${site}/form` });
      add('button', { type: 'submit' });
      form.submit();
    }""",
    "an object of another site": "site => add('object', { data: `${site}/object` })",
}


@pytest.mark.parametrize("injected", INJECTIONS.values(), ids=INJECTIONS)
async def test_what_is_put_into_the_page_by_hand_is_blocked(
    desk: Visit, elsewhere: Elsewhere, trouble: Trouble, injected: str
) -> None:
    trouble.expect(BLOCKED)
    await desk.open_list()
    await expect(desk.quick_add).to_be_visible()
    await desk.page.evaluate(
        """() => {
          window.blocked = [];
          addEventListener('securitypolicyviolation', event => window.blocked.push(event.effectiveDirective));
          window.add = (name, with_) => document.body.appendChild(Object.assign(document.createElement(name), with_));
        }"""
    )
    await desk.page.evaluate(injected, elsewhere.address)
    await soon(lambda: is_blocked(desk.page, trouble), within=10, what="the violation")
    assert await desk.page.evaluate("() => window.__ran ?? null") is None
    assert elsewhere.asked == []
    assert await desk.page.evaluate("() => document.getElementById('page-title') !== null")


async def is_blocked(page: Page, trouble: Trouble) -> bool:
    """Whether the page was told, or a frame within it said so in the console."""
    return bool(trouble.heard) or await page.evaluate("() => window.blocked.length > 0")


DOCUMENTS = (
    "/",
    "/index.html",
    "/settings",
    "/lists/x/todos/y",
    "/nowhere",
    "/sw.js",
    "/local/login?token=used",
    "/a.b",
)


@pytest.mark.parametrize("path", DOCUMENTS)
def test_the_policy_comes_with_every_document(deployment: Deployment, path: str) -> None:
    answered = httpx2.get(f"{deployment.base_url}{path}", trust_env=False)
    if answered.headers["content-type"].startswith("application/problem+json"):
        assert answered.headers["x-content-type-options"] == "nosniff"
        return
    directives = dict(
        each.strip().partition(" ")[::2] for each in answered.headers["content-security-policy"].split(";")
    )
    assert directives["default-src"] == "'none'"
    assert directives.get("script-src", "'self'") == "'self'"
    assert (directives["base-uri"], directives["frame-ancestors"]) == ("'none'", "'none'")
    assert not {"'unsafe-inline'", "'unsafe-eval'"} & set(" ".join(directives.values()).split())
    assert answered.headers["x-content-type-options"] == "nosniff"


async def test_what_the_api_answers_is_never_taken_for_a_page(place: Place) -> None:
    todo = await place.owner.add("<script>window.__ran=1</script>", notes="</script><script>window.__ran=1</script>")
    for path in (place.owner.path(todo["id"]), f"/api/lists/{place.list_id}/export", "/api/openapi.json"):
        answered = await place.owner.http.get(path)
        assert answered.headers["content-type"].startswith("application/json"), path
        assert answered.headers["x-content-type-options"] == "nosniff", path
        json.loads(answered.content)
