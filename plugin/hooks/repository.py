"""Which repository a folder belongs to, by its origin remote: `owner/name` on github.com, `host/path` elsewhere.

Credentials in a remote are dropped here, before anything leaves the machine.
"""

from __future__ import annotations

import os
import re
import select
import time

PORTS = {
    "https": "443",
    "http": "80",
    "ssh": "22",
    "git+ssh": "22",
    "ssh+git": "22",
    "git": "9418",
    "git+https": "443",
}
"""What git fetches from another machine with, and the port that goes without saying."""
SSH = ("ssh", "git+ssh", "ssh+git")
SECONDS = 0.7
"""How long git and ssh may take, each."""
LARGEST_ANSWER = 64 * 1024
"""Bytes of what git or ssh says."""
LONGEST = 200
"""Bytes of a repository's name."""

_URL = re.compile(r"([A-Za-z][A-Za-z0-9+.-]*)://([^/?#]*)([^?#]*)")
_AUTHORITY = re.compile(r"(?:.*@)?(\[[0-9A-Fa-f:.]+\]|[^:@\[\]]+)(?::([0-9]{0,5}))?", re.DOTALL)
_SCP = re.compile(r"(?:[^/@:]+@)?(\[[0-9A-Fa-f:.]+\]|[^/@:\[\]]+):(.*)", re.DOTALL)
_HOST = re.compile(r"\[[0-9a-f:.]+\]|[\w-]+(?:\.[\w-]+)*")
_GITHUB_ALIAS = re.compile(r"github\.com[-_][^.]*|(?:[^.]*[-_])?github(?:[-_][^.]*)?")
_ODD = re.compile(r"[\\?#@:;&=%\"'`<>|*\[\]{}$\s]")
"""What no repository's path holds; some of it are the ways in which a token hides in one."""


def repository(folder: str) -> str | None:
    """The name, or None where there is no origin on a host: a local path, no remote, no git."""
    remote = _said(["git", "-C", folder, "remote", "get-url", "origin"])
    return None if remote is None else named(remote.strip())


def named(remote: str) -> str | None:
    """The name of a remote."""
    found = _host_and_path(remote)
    if found is None:
        return None
    host, path = found
    parts = path.strip("/").split("/")
    while parts[-1].endswith(".git"):
        parts[-1] = parts[-1][: -len(".git")]
    if len(parts) < 2 or any(not _is_plain(part) for part in parts):
        return None
    if host == "github.com" and len(parts) != 2:
        return None
    name = "/".join(parts if host == "github.com" else [host, *parts])
    return name if len(name.encode("utf-8", "replace")) <= LONGEST else None


def _is_plain(part: str) -> bool:
    return part not in ("", ".", "..", "~") and part.isprintable() and not _ODD.search(part)


def _host_and_path(remote: str) -> tuple[str, str] | None:
    url = _URL.match(remote)
    if url:
        scheme = url.group(1).lower()
        authority = _AUTHORITY.fullmatch(url.group(2))
        if scheme not in PORTS or authority is None:
            return None
        port = authority.group(2) or ""
        host = _host(authority.group(1), "" if port == PORTS[scheme] else port, by_ssh=scheme in SSH)
        return None if host is None else (host, url.group(3))
    if remote.startswith(("/", ".", "~", "\\")) or re.match(r"[A-Za-z]:[\\/]", remote):
        return None
    scp = _SCP.fullmatch(remote)
    if scp is None:
        return None
    host = _host(scp.group(1), "", by_ssh=True)
    return None if host is None else (host, scp.group(2))


def _host(raw: str, port: str, *, by_ssh: bool) -> str | None:
    host = raw.lower().rstrip(".")
    if not _HOST.fullmatch(host):
        return None
    if by_ssh and host != "github.com":
        host = _behind_alias(host)
    if host == "github.com" or (host.endswith(".github.com") and host != "gist.github.com"):
        return "github.com"
    return f"{host}:{port}" if port else host


def _behind_alias(host: str) -> str:
    """What the user's ssh configuration makes of a host; a made-up name for github.com is that even without one."""
    said = _said(["ssh", "-G", "--", host]) or ""
    for line in said.splitlines():
        word, _, value = line.partition(" ")
        if word == "hostname" and value and value.lower() != host and _HOST.fullmatch(value.lower()):
            return value.lower()
    return "github.com" if _GITHUB_ALIAS.fullmatch(host) else host


def _said(command: list[str]) -> str | None:
    """What a program prints, or None where it is not there, fails, or takes too long."""
    try:
        return _by_spawning(command) if hasattr(os, "posix_spawnp") else _by_library(command)
    except (OSError, ValueError):
        return None


def _by_spawning(command: list[str]) -> str | None:
    """Without `subprocess`, which takes longer to load than git takes to answer."""
    ours, theirs = os.pipe()
    nothing = [(os.POSIX_SPAWN_OPEN, number, os.devnull, os.O_RDWR, 0) for number in (0, 2)]
    try:
        process = os.posix_spawnp(
            command[0], command, os.environ, file_actions=[*nothing, (os.POSIX_SPAWN_DUP2, theirs, 1)]
        )
    except BaseException:
        os.close(ours)
        raise
    finally:
        os.close(theirs)
    said = b""
    deadline = time.monotonic() + SECONDS
    try:
        while len(said) <= LARGEST_ANSWER:
            left = deadline - time.monotonic()
            if left <= 0 or not select.select([ours], [], [], left)[0]:
                break
            chunk = os.read(ours, 65536)
            if not chunk:
                return _told(said, process)
            said += chunk
        os.kill(process, 9)
        os.waitpid(process, 0)
        return None
    finally:
        os.close(ours)


def _told(said: bytes, process: int) -> str | None:
    _, status = os.waitpid(process, 0)
    return said.decode("utf-8", "replace") if status == 0 else None


def _by_library(command: list[str]) -> str | None:
    import subprocess

    try:
        done = subprocess.run(
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            timeout=SECONDS,
            check=False,
        )
    except subprocess.SubprocessError:
        return None
    return done.stdout.decode("utf-8", "replace") if done.returncode == 0 else None
