from pathlib import Path

import pytest

from local.front_end import PAGE, FrontEnd


@pytest.fixture
def built(tmp_path: Path) -> Path:
    (tmp_path / "assets").mkdir()
    (tmp_path / "index.html").write_text("<!doctype html>")
    (tmp_path / "sw.js").write_text("//")
    (tmp_path / "assets" / "main-abc123.js").write_text("//")
    (tmp_path / "manifest.webmanifest").write_text("{}")
    return tmp_path


@pytest.mark.parametrize("path", ["/", PAGE, "/settings", "/lists/01a/todos/01b", "/anything/at/all"])
def test_every_page_is_the_one_document(built: Path, path: str) -> None:
    file = FrontEnd(built).at(path)
    assert file is not None
    assert (file.body, file.content_type) == (b"<!doctype html>", "text/html; charset=utf-8")


@pytest.mark.parametrize("path", ["/assets/gone-1.js", "/favicon.ico", "/../page.css", "/.env", "/assets/../../x.py"])
def test_a_file_that_is_absent_is_absent_and_never_a_page(built: Path, path: str) -> None:
    assert FrontEnd(built).at(path) is None


def test_what_carries_its_hash_is_kept_for_ever_and_the_rest_is_asked_for_again(built: Path) -> None:
    files = FrontEnd(built)
    kept = {path: files.at(path) for path in ("/assets/main-abc123.js", "/sw.js", "/", "/manifest.webmanifest")}
    assert {path: file and "immutable" in file.cache_control for path, file in kept.items()} == {
        "/assets/main-abc123.js": True,
        "/sw.js": False,
        "/": False,
        "/manifest.webmanifest": False,
    }


def test_every_file_comes_with_a_policy_that_allows_nothing_inline_and_nothing_from_elsewhere(built: Path) -> None:
    file = FrontEnd(built).at("/")
    assert file is not None
    policy = file.headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert "http" not in policy


def test_an_open_page_keeps_its_parts_when_a_build_replaces_them(built: Path) -> None:
    files = FrontEnd(built)
    (built / "assets" / "main-abc123.js").unlink()
    assert files.at("/assets/main-abc123.js") is not None


def test_without_a_build_there_are_no_pages(tmp_path: Path) -> None:
    assert not FrontEnd(tmp_path / "none").is_built
