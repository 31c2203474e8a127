"""Watches a page as its owner does: no row may go and come back, or stand there twice; and when it is live."""

from typing import Any

from playwright.async_api import Page

from tests.web.visits import Visit, says_yes

_WATCH = """() => {
  const watched = { cameBack: [], twice: [] };
  let here = [];
  const left = new Set();
  const look = () => {
    const now = [...document.querySelectorAll('[aria-label="Open todos"] [data-id] a')].map(each => each.textContent);
    for (const title of here) if (!now.includes(title)) left.add(title);
    for (const title of now) if (left.delete(title)) watched.cameBack.push(title);
    watched.twice.push(...now.filter((title, at) => now.indexOf(title) !== at));
    here = now;
  };
  look();
  // It runs before anything is painted, once for everything that one task changed.
  new MutationObserver(look).observe(document.body, { subtree: true, childList: true, characterData: true });
  window.watched = watched;
}"""


async def watch_rows(page: Page) -> None:
    """From now until the page is left."""
    await page.evaluate(_WATCH)


async def expect_calm(page: Page) -> None:
    """Raises: AssertionError: a row flickered, or the page was loaded anew since."""
    watched: dict[str, Any] | None = await page.evaluate("() => window.watched ?? null")
    assert watched == {"cameBack": [], "twice": []}, watched


_SOCKETS = """
  window.WebSocket = class extends WebSocket {
    constructor(...given) {
      super(...given);
      window.socket = this;
    }
  };
"""


async def open_live(visit: Visit, path: str | None = None) -> list[str | bytes]:
    """Open the list (or another page), and wait until it hears of changes. Answers what it hears, growing."""
    heard: list[str | bytes] = []

    def hear(message: str | bytes) -> None:
        heard.append(message)

    visit.page.on("websocket", lambda socket: socket.on("framereceived", hear))
    await visit.page.add_init_script(_SOCKETS)
    await visit.go(path)
    await expect_live(visit.page)
    return heard


async def expect_live(page: Page) -> None:
    """The newest of its sockets is open."""
    await page.wait_for_function("() => window.socket?.readyState === WebSocket.OPEN")


async def expect_kept(page: Page) -> None:
    """Every part of the page is on this device, and comes from there."""
    await page.evaluate("() => navigator.serviceWorker.ready")
    await page.wait_for_function("() => navigator.serviceWorker.controller !== null")


async def kept_here(visit: Visit) -> None:
    """Wait until the page and the rows are on this device."""
    await visit.page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    await says_yes(visit.page, _ROWS_ARE_KEPT, visit.list_id, what="the rows on this device")


_ROWS_ARE_KEPT = """listId => new Promise((resolve, reject) => {
  const opening = indexedDB.open("follow-ups");
  opening.onerror = () => reject(opening.error);
  opening.onsuccess = () => {
    const shown = document.querySelectorAll('[role="list"][aria-label="Open todos"] [data-id]').length;
    const read = opening.result.transaction(["rows", "things"]);
    const rows = read.objectStore("rows").count(IDBKeyRange.bound([listId], [listId, []]));
    const position = read.objectStore("things").get(`position ${listId}`);
    read.oncomplete = () => {
      opening.result.close();
      resolve(rows.result >= shown && position.result !== undefined);
    };
  };
})"""
