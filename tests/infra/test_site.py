"""What `make site` puts where browsers find it, in which order, and for how long they may keep it."""

import json
from pathlib import Path
from typing import Any

import pytest

from infra import site

OUTPUTS = {
    "Site": "https://todo.test",
    "SiteBucket": "bucket",
    "Distribution": "distribution",
    "LoginHost": "login.test",
    "ClientId": "client",
}


class Recorded:
    """A client of AWS that keeps what it is told."""

    def __init__(self) -> None:
        self.put: list[dict[str, Any]] = []
        self.forgotten: list[dict[str, Any]] = []

    def put_object(self, **arguments: Any) -> None:
        assert not self.forgotten, "a copy that is forgotten too early comes back old"
        self.put.append(arguments)

    def create_invalidation(self, **arguments: Any) -> None:
        self.forgotten.append(arguments)


@pytest.fixture
def built(tmp_path: Path) -> Path:
    """A front end as Vite leaves it."""
    (tmp_path / "assets").mkdir()
    (tmp_path / ".new").mkdir()
    for name in (
        *("index.html", "sw.js", "files.js", "manifest.webmanifest", "icon.svg", "icon.png", "robots.txt"),
        *(".built", ".new/sw.js", "assets/page-1a2b.js", "assets/page-1a2b.js.map", "assets/page-3c4d.css"),
        *("assets/text-5e6f.woff2", "assets/hosts-7a8b.md"),
    ):
        (tmp_path / name).write_text(name)
    return tmp_path


@pytest.fixture
def uploaded(built) -> dict[str, dict[str, Any]]:
    """By key, in their order."""
    aws = Recorded()
    assert site.upload(built, OUTPUTS, aws, aws) == len(aws.put)
    assert [each["DistributionId"] for each in aws.forgotten] == ["distribution"]
    assert {each["Bucket"] for each in aws.put} == {"bucket"}
    return {each["Key"]: each for each in aws.put}


def test_what_others_name_is_there_before_them(uploaded):
    keys = list(uploaded)
    assert keys[-3:] == ["index.html", "files.js", "sw.js"]
    assert keys.index("config.json") < keys.index("index.html")
    assert max(keys.index(key) for key in keys if key.startswith("assets/")) < keys.index("manifest.webmanifest")


def test_what_has_a_hash_in_its_name_is_kept_for_ever_and_all_else_is_asked_for_again(uploaded):
    kept = {key for key, each in uploaded.items() if each["CacheControl"] == "public, max-age=31536000, immutable"}
    assert kept == {key for key in uploaded if key.startswith("assets/")}
    assert "assets/page-1a2b.js" in kept
    assert {uploaded[key]["CacheControl"] for key in uploaded.keys() - kept} == {"no-cache"}


def test_a_browser_is_told_what_each_file_is(uploaded):
    assert {key: each["ContentType"] for key, each in uploaded.items()} == {
        "assets/hosts-7a8b.md": "text/markdown; charset=utf-8",
        "assets/page-1a2b.js": "text/javascript; charset=utf-8",
        "assets/page-3c4d.css": "text/css; charset=utf-8",
        "assets/text-5e6f.woff2": "font/woff2",
        "config.json": "application/json",
        "files.js": "text/javascript; charset=utf-8",
        "icon.png": "image/png",
        "icon.svg": "image/svg+xml",
        "index.html": "text/html; charset=utf-8",
        "manifest.webmanifest": "application/manifest+json",
        "robots.txt": "text/plain; charset=utf-8",
        "sw.js": "text/javascript; charset=utf-8",
    }


def test_a_file_goes_up_as_it_is(uploaded):
    assert uploaded["assets/page-3c4d.css"]["Body"] == b"assets/page-3c4d.css"


def test_the_pages_are_told_how_to_sign_in_to_their_stack(uploaded):
    assert json.loads(uploaded["config.json"]["Body"]) == {
        "sign_in": "cognito",
        "authorize_url": "https://login.test/oauth2/authorize",
        "token_url": "https://login.test/oauth2/token",
        "revoke_url": "https://login.test/oauth2/revoke",
        "logout_url": "https://login.test/logout",
        "client_id": "client",
        "scope": "openid email",
    }


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (lambda folder: (folder / "index.html").unlink(), "has no built front end"),
        (lambda folder: (folder / "config.json").write_text("{}"), "take it out of the front end"),
    ],
)
def test_a_front_end_that_cannot_go_up_is_refused_before_anything_does(built, change, told):
    change(built)
    aws = Recorded()
    with pytest.raises(site.NoSite, match=told):
        site.upload(built, OUTPUTS, aws, aws)
    assert (aws.put, aws.forgotten) == ([], [])
