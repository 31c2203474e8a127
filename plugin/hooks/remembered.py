"""What a session was told, so that a resumed one is told only what changed."""

from __future__ import annotations

import os

import options


def last_told(session: str, name: str) -> str | None:
    """What it was told last under this name."""
    path = _path(session, name)
    if path is None:
        return None
    try:
        with open(path, encoding="utf-8") as file:
            return file.read()
    except (OSError, ValueError):
        return None


def tell(session: str, name: str, text: str) -> None:
    """Forgotten where it cannot be kept: then it is told again."""
    path = _path(session, name)
    if path is None:
        return
    try:
        os.makedirs(os.path.dirname(path), exist_ok=True)
        new = f"{path}.{os.getpid()}"
        file = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        try:
            os.write(file, text.encode("utf-8", "surrogatepass"))
        finally:
            os.close(file)
        os.replace(new, path)
    except OSError:
        return


def _path(session: str, name: str) -> str | None:
    folder = options.data_folder()
    safe = "".join([letter for letter in session if letter.isalnum() or letter in "-_"])[:100]
    return os.path.join(folder, "sessions", safe + "." + name) if folder and safe else None
