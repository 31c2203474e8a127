"""The time zone of this machine, as an IANA name. An abbreviation or an offset is none: it has no summer."""

from __future__ import annotations

import os

_ZONES = "zoneinfo/"


def time_zone(root: str = "/") -> str | None:
    """None where none is found. `root` is where the machine's files lie."""
    for found in (
        _of_variable(),
        _of_link(os.path.join(root, "etc/localtime")),
        _of_file(os.path.join(root, "etc/timezone")),
    ):
        # The folder of a second set of zones is no part of the name.
        name = found.removeprefix("posix/").removeprefix("right/") if found else ""
        if _is_name(name):
            return name
    return None


def _of_variable() -> str | None:
    value = os.environ.get("TZ", "").lstrip(":")
    return value.partition(_ZONES)[2] or value if value.startswith("/") else value


def _of_link(path: str) -> str | None:
    try:
        return os.path.realpath(path).partition(_ZONES)[2]
    except OSError:
        return None


def _of_file(path: str) -> str | None:
    try:
        with open(path, encoding="utf-8") as file:
            return file.read(200).strip()
    except (OSError, ValueError):
        return None


def _is_name(name: str) -> bool:
    """`Area/City`, or UTC."""
    if name in ("UTC", "Etc/UTC"):
        return True
    parts = name.split("/")
    return len(parts) > 1 and all(
        part and part.replace("_", "").replace("-", "").replace("+", "").isalnum() for part in parts
    )
