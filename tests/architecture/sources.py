"""The files of this repository that people write."""

from collections.abc import Iterator
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parent.parent.parent
FUNCTIONS: Final = ROOT / "functions"
HANDLERS: Final = FUNCTIONS / "handlers"

MADE_BY_TOOLS: Final = {"node_modules", "dist", "screenshots", "__pycache__", "schema.d.ts"}


def source_files(*suffixes: str, under: Path = ROOT) -> Iterator[Path]:
    """Every file with one of the suffixes; nothing that a tool made or a folder hides."""
    for path in sorted(under.iterdir()):
        if path.name.startswith(".") or path.name in MADE_BY_TOOLS:
            continue
        if path.is_dir():
            yield from source_files(*suffixes, under=path)
        elif path.suffix in suffixes:
            yield path


def handler_names() -> list[str]:
    return sorted(path.stem for path in HANDLERS.glob("*.py") if path.stem != "__init__")
