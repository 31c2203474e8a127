"""Finds what a pure module must not do: read a clock, the environment, files or chance.

Imports of other packages are the import contracts' business; this is about the standard library.
"""

import ast
from collections.abc import Iterator
from typing import Final

FORBIDDEN: Final = {
    "datetime.date.today": "reads the clock",
    "datetime.datetime.now": "reads the clock",
    "datetime.datetime.today": "reads the clock",
    "datetime.datetime.utcnow": "reads the clock",
    "time": "reads the clock",
    "os": "reaches the environment and the file system",
    "io": "reads and writes",
    "open": "reads and writes",
    "pathlib": "reaches the file system",
    "print": "reads and writes",
    "shutil": "reaches the file system",
    "socket": "reaches the network",
    "sqlite3": "reaches the file system",
    "subprocess": "starts programs",
    "tempfile": "reaches the file system",
    "threading": "keeps time of its own",
    "http": "reaches the network",
    "urllib.request": "reaches the network",
    "random": "leaves it to chance",
    "secrets": "leaves it to chance",
    "uuid.uuid1": "leaves it to chance",
    "uuid.uuid4": "leaves it to chance",
    "uuid.uuid6": "leaves it to chance",
    "uuid.uuid7": "leaves it to chance",
}
"""By full name: a module, with everything in it, or one function."""


def impurities(source: str, name: str) -> Iterator[str]:
    """A sentence for each forbidden thing in the source of this name."""
    tree = ast.parse(source)
    meanings = dict(imported(tree))
    for node in ast.walk(tree):
        if isinstance(node, ast.Import | ast.ImportFrom):
            names = [meaning for _, meaning in bindings(node)]
        elif isinstance(node, ast.Attribute | ast.Name) and isinstance(node.ctx, ast.Load):
            names = [full_name(node, meanings)]
        else:
            continue
        for used in names:
            for forbidden, why in FORBIDDEN.items():
                if used == forbidden or used.startswith(f"{forbidden}."):
                    place = f"{name}:{node.lineno}"
                    yield f"{place} uses {used}, which {why}. Take its answer as an argument, or behind a port."


def imported(tree: ast.Module) -> Iterator[tuple[str, str]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import | ast.ImportFrom):
            yield from bindings(node)


def bindings(node: ast.Import | ast.ImportFrom) -> Iterator[tuple[str, str]]:
    """Each name that an import gives to the module, with the full name of what it stands for."""
    for alias in node.names:
        if isinstance(node, ast.ImportFrom):
            yield alias.asname or alias.name, f"{node.module}.{alias.name}"
        elif alias.asname:
            yield alias.asname, alias.name
        else:
            top = alias.name.partition(".")[0]
            yield top, top if top not in {"urllib", "datetime"} else alias.name


def full_name(node: ast.expr, meanings: dict[str, str]) -> str:
    """What a dotted name stands for, given the module's imports; empty where it is not one."""
    if isinstance(node, ast.Name):
        return meanings.get(node.id, node.id)
    if isinstance(node, ast.Attribute):
        owner = full_name(node.value, meanings)
        return f"{owner}.{node.attr}" if owner else ""
    return ""
