"""Repository names: one spelling for every way to write the same remote.

`owner/name` on github.com; elsewhere the host stands first, `gitlab.com/group/sub/name`, so that the same path on two
hosts is two repositories. Credentials in a remote are dropped.
"""

import re
from typing import Final, NoReturn

from followups.domain.errors import Invalid, TooLarge
from followups.domain.limits import REPOSITORY_BYTES
from followups.domain.text import has_unsafe_characters, is_invisible

_URL: Final = re.compile(r"([A-Za-z][A-Za-z0-9+.-]*)://([^/?#]*)([^?#]*)")
_AUTHORITY: Final = re.compile(r"(?:.*@)?(\[[0-9A-Fa-f:.]+\]|[^:@\[\]]+)(?::([0-9]{0,5}))?", re.DOTALL)
"""Credentials, host (or an IPv6 address in brackets) and port (RFC 3986 3.2)."""
_WITH_PORT: Final = re.compile(r"([^/@]+:[0-9]{1,5})/(.*)", re.DOTALL)
"""`host:8443/owner/name`: how a name with a port is written here."""
_SCP: Final = re.compile(r"(?:[^/@:]+@)?(\[[0-9A-Fa-f:.]+\]|[^/@:\[\]]+):(.*)", re.DOTALL)
"""`git@host:owner/name.git`, which git takes when no slash comes before the colon."""

_SCHEMES: Final = {
    "https": "443",
    "http": "80",
    "ssh": "22",
    "git+ssh": "22",
    "ssh+git": "22",
    "git": "9418",
    "git+https": "443",
}
"""What git fetches from another machine with, and the port that goes without saying."""

_SSH: Final = frozenset({"ssh", "git+ssh", "ssh+git"})

_GITHUB: Final = "github.com"
_GITHUB_ALIAS: Final = re.compile(r"github\.com[-_][^.]*|(?:[^.]*[-_])?github(?:[-_][^.]*)?")
"""Hosts that an ssh configuration makes up for a second account: `github-work`, `github.com-work`, `work-github`."""

_OWNER: Final = re.compile(r"[\w-]+")
_HOST: Final = re.compile(r"(\[[0-9a-f:.]+\]|[\w-]+(?:\.[\w-]+)*)\.?(:[0-9]{1,5})?")
"""Name or address, the root's dot, port."""
_NOT_IN_A_SEGMENT: Final = re.compile(r"[\\?#@:\"'`<>|*\[\]{}$]")


def repository(raw: str) -> str:
    """The canonical name of a repository, from a name or from any form of its remote; a canonical one stays as it is.

    Raises:
        Invalid: it names no repository on a host: a folder, a file URL, a host with no owner, nothing at all.
        TooLarge: the name is longer than `REPOSITORY_BYTES`.
    """
    text = raw.strip()
    if has_unsafe_characters(text) or any(is_invisible(character) for character in text):
        _refuse("it holds white space, or a control, invisible or bidi character")
    if not text:
        _refuse("it is empty")
    host, path = _host_and_path(text)
    segments = _segments(path)
    if len(segments) < 2:
        _refuse("there is a name, but no owner")
    if host == _GITHUB and (len(segments) > 2 or not _OWNER.fullmatch(segments[0])):
        _refuse(f"on {_GITHUB} the path is an owner and a name, and an owner is letters, digits and hyphens")
    name = "/".join(segments if host == _GITHUB else [host, *segments])
    if len(name.encode()) > REPOSITORY_BYTES:
        raise TooLarge(
            f"repository is longer than {REPOSITORY_BYTES} bytes in UTF-8. Use the name its host shows.",
            field="repository",
            limit=REPOSITORY_BYTES,
            unit="bytes",
        )
    return name


def folded(name: str) -> str:
    """What two spellings of one repository share: hosts ignore case, so `Acme/Widget` is `acme/widget`."""
    return name.casefold()


def _host_and_path(text: str) -> tuple[str, str]:
    url = _URL.match(text)
    if url:
        return _of_url(url[1].lower(), url[2], url[3])
    if text.startswith(("/", ".", "~", "\\")) or re.match(r"[A-Za-z]:", text):
        _refuse("it is a folder on one machine")
    with_port = _WITH_PORT.fullmatch(text)
    if with_port:
        return _host(with_port[1]), with_port[2]
    scp = _SCP.fullmatch(text)
    if scp:
        return _ssh_host(_host(scp[1])), scp[2]
    first, _, rest = text.partition("/")
    # A third segment, or a dot that no owner on github.com has, makes the first one a host.
    if "/" in rest.strip("/") or "." in first:
        return _host(first), rest
    return _GITHUB, text


def _of_url(scheme: str, authority: str, path: str) -> tuple[str, str]:
    if scheme not in _SCHEMES:
        _refuse(f"{scheme}:// leads to no repository on a host")
    parts = _AUTHORITY.fullmatch(authority)
    if parts is None:
        _refuse("the host of the remote is missing or malformed")
    port = parts[2] if parts[2] != _SCHEMES[scheme] else ""
    host = _host(f"{parts[1]}:{port}" if port else parts[1])
    return (_ssh_host(host) if scheme in _SSH else host), path


def _host(raw: str) -> str:
    """The host in lower case with its port; every name under github.com is github.com, except the one for gists."""
    lowered = raw.lower()
    parts = _HOST.fullmatch(lowered)
    if parts is None:
        _refuse("its host is malformed")
    name, port = parts[1], parts[2] or ""
    if name == _GITHUB or (name.endswith(f".{_GITHUB}") and name != f"gist.{_GITHUB}"):
        return _GITHUB
    return f"{name}{port}"


def _ssh_host(host: str) -> str:
    return _GITHUB if _GITHUB_ALIAS.fullmatch(host) else host


def _segments(path: str) -> list[str]:
    segments = path.strip("/").split("/")
    while segments[-1].endswith(".git"):
        segments[-1] = segments[-1].removesuffix(".git")
    for segment in segments:
        if segment in {"", ".", "..", "~"}:
            _refuse("a part of its path is empty or relative")
        if _NOT_IN_A_SEGMENT.search(segment):
            _refuse("its path holds a character that no repository has")
    return segments


def _refuse(reason: str) -> NoReturn:
    raise Invalid(
        f"This is no repository: {reason}. A repository is owner/name on github.com, and host/owner/name elsewhere "
        "(gitlab.com/group/name); take it from the origin remote, `git remote get-url origin`.",
        field="repository",
    )
