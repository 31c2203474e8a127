"""Another build of the front end, as the next deploy brings it: the same pages under other names."""

import re
import shutil
from hashlib import sha256
from pathlib import Path
from typing import Final

from local.front_end import BUILT

_HASHED: Final = re.compile(r"(?<=-)[\w-]{8}(?=\.(?:js|css|md)\b)")
"""The hash in the name of a file under /assets, as the bundler writes it."""
_TEXTS: Final = {".html", ".js", ".css", ".md", ".webmanifest"}


def another_build(folder: Path, name: str) -> Path:
    """Copy the build that is there; nothing under /assets keeps its name, and the page says which build it is."""
    folder.mkdir()
    for path in sorted(BUILT.rglob("*")):
        target = folder / _renamed(path.relative_to(BUILT).as_posix(), name)
        if path.is_dir():
            target.mkdir(exist_ok=True)
        elif path.suffix in _TEXTS:
            target.write_text(_renamed(path.read_text("utf-8"), name), "utf-8")
        else:
            shutil.copy(path, target)
    page = folder / "index.html"
    page.write_text(page.read_text("utf-8").replace("<head>", f'<head><meta name="build" content="{name}" />'), "utf-8")
    files = folder / "files.js"
    files.write_text(re.sub(r'(?<=self\.VERSION = ")\w+', f"{name}-0000", files.read_text("utf-8")), "utf-8")
    return folder


def _renamed(text: str, name: str) -> str:
    return _HASHED.sub(lambda found: sha256(f"{name} {found[0]}".encode()).hexdigest()[:8], text)


def assets_of(build: Path) -> set[str]:
    return {f"/assets/{path.name}" for path in (build / "assets").iterdir()}
