"""What browsers get of the site: every file of the build as what it is, under a policy that lets nothing else in."""

from pathlib import Path
from shutil import copytree

import pytest
from playwright.async_api import expect

from tests.stack.at_the_site import add_and_save, expect_signed_out, signed_in
from tests.stack.served import served, upload
from tests.web.trouble import OFFLINE
from tests.web.watching import kept_here

pytestmark = [pytest.mark.anyio, pytest.mark.browser]

TYPES = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".md": "text/markdown; charset=utf-8",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
}
NOT_YET = "of a new build"


def files_of(built: Path) -> dict[str, Path]:
    found = [path for path in sorted(built.rglob("*")) if path.is_file() and not path.name.startswith(".")]
    return {path.relative_to(built).as_posix(): path for path in found}


def new_build(former: Path, folder: Path) -> Path:
    """The same pages, as a later build would name them: every asset has another hash in its name."""
    built = copytree(former, folder / "dist")
    renamed = {path.name: f"{path.stem}9{path.suffix}" for path in (built / "assets").iterdir()}
    for path in files_of(built).values():
        if path.suffix in {".js", ".css", ".html"}:
            text = path.read_text()
            for old, new in renamed.items():
                text = text.replace(old, new)
            path.write_text(text.replace("<title>Follow-ups", f"<title>{NOT_YET}"))
        if path.name in renamed:
            path.rename(path.with_name(renamed[path.name]))
    return built


@pytest.mark.usefixtures("edge")
def test_every_file_of_the_build_is_served_as_what_it_is(stack, built):
    files = files_of(built)
    assert {"index.html", "files.js", "sw.js", "theme.js", "icon.svg", "icon-192.png", "manifest.webmanifest"} <= {
        *files
    }
    assert any(name.endswith(".md") for name in files)
    for name, path in files.items():
        answer = served(stack, f"/{name}")
        kept = "public, max-age=31536000, immutable" if name.startswith("assets/") else "no-cache"
        assert (name, answer.status, answer.content_type, answer.cache_control, answer.body) == (
            name,
            200,
            TYPES[path.suffix],
            kept,
            path.read_bytes(),
        )


@pytest.mark.usefixtures("edge")
def test_every_address_of_a_page_is_the_page_and_a_file_that_is_not_there_is_none(stack, built):
    page = (built / "index.html").read_bytes()
    assert served(stack, "/lists/0198/todos/0199").body == served(stack, "/settings").body == page
    for path in ("/assets/main-gone.js", "/favicon.ico"):
        absent = served(stack, path)
        assert absent.status in {403, 404}
        assert page not in absent.body


async def test_a_page_that_was_open_before_a_new_build_goes_on_with_its_own_parts(stack, built, seat, owner, tmp_path):
    visit = await signed_in(seat, owner)
    try:
        upload(stack, new_build(built, tmp_path))
        await visit.page.get_by_role("link", name="Settings").click()
        await expect(visit.page.get_by_role("heading", name="Settings")).to_be_visible()
        assert NOT_YET in served(stack, "/").body.decode()
        for name in files_of(built):
            if name.startswith("assets/"):
                assert served(stack, f"/{name}").status == 200, name
        await visit.page.goto("/connect")
        await expect(visit.page.get_by_role("heading", name="Connect an agent")).to_be_visible()
        assert any("9.js" in request.url for request in seat.asked)
    finally:
        upload(stack, built)


async def test_every_page_keeps_to_the_policy(seat, owner):
    notes = "# Later\n\n- [ ] a box\n\n**bold** `code` <b onclick=alert(1)>raw</b> ![](https://elsewhere.example/x.png)"
    todo = owner.person.ask("POST", f"/api/lists/{owner.list_id}/todos", {"title": "Sort the attic", "notes": notes})
    visit = await signed_in(seat, owner)
    here = f"/lists/{owner.list_id}"
    for path in (f"{here}/todos/{todo['id']}", "/lists", f"{here}/deleted", f"{here}/repositories", f"{here}/print"):
        await visit.go(path)
        await visit.page.wait_for_load_state("networkidle")
    await visit.go("/settings")
    await visit.page.get_by_role("radio", name="Dark").click()
    await visit.go("/connect")
    await expect(visit.page.get_by_role("button", name="Make a key")).to_be_visible()


async def test_nothing_that_is_not_the_sites_own_runs_or_loads(seat, trouble):
    page = (await seat.tab()).page
    answer = await page.goto("/")
    assert answer is not None
    policy = answer.headers["content-security-policy"]
    assert "unsafe" not in policy
    assert "*" not in policy
    await expect_signed_out(page)
    trouble.expect("Content Security Policy")
    assert await page.evaluate(_TRY_EVERYTHING) == {
        "inline script": "blocked",
        "inline style": "blocked",
        "image from elsewhere": "blocked",
        "call elsewhere": "blocked",
        "socket elsewhere": "blocked",
        "frame": "blocked",
    }


async def test_the_site_opens_offline_and_is_signed_in_again_once_there_is_a_network(keeping_seat, owner, trouble):
    visit = await signed_in(keeping_seat, owner)
    await add_and_save(visit, "Sort the attic")
    await visit.page.evaluate("() => navigator.serviceWorker.ready")
    await visit.reload()
    await visit.expect_open("Sort the attic")
    await kept_here(visit)
    trouble.expect(OFFLINE, r"net::ERR_")
    await keeping_seat.context.set_offline(True)
    await visit.reload()
    await visit.expect_open("Sort the attic")
    await visit.add("Written offline")
    await keeping_seat.context.set_offline(False)
    await visit.expect_saved()
    (first, second) = owner.person.ask("GET", f"/api/lists/{owner.list_id}/todos")["todos"]
    assert [first["title"], second["title"]] == ["Sort the attic", "Written offline"]
    assert len(keeping_seat.to_login("/oauth2/authorize")) == 1


_TRY_EVERYTHING = """async () => {
  const found = {};
  const tell = (name, add) => new Promise(resolve => {
    const listen = event => {
      found[name] = "blocked";
      removeEventListener("securitypolicyviolation", listen, true);
      resolve();
    };
    addEventListener("securitypolicyviolation", listen, true);
    add();
  });
  const element = (name, given, text = "") => () => {
    const made = Object.assign(document.createElement(name), given);
    made.textContent = text;
    document.body.append(made);
  };
  await tell("inline script", element("script", {}, "window.ran = true"));
  await tell("inline style", element("style", {}, "body { display: none }"));
  await tell("image from elsewhere", element("img", { src: "https://elsewhere.example/x.png" }));
  await tell("call elsewhere", () => void fetch("https://elsewhere.example/").catch(() => undefined));
  await tell("socket elsewhere", () => {
    try { new WebSocket("wss://elsewhere.example/"); } catch { /* refused at once */ }
  });
  await tell("frame", element("iframe", { src: "/index.html" }));
  if (window.ran) found["inline script"] = "ran";
  return found;
}"""
