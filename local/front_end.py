"""The built front end as this server hands it out, read once: a build meanwhile takes nothing from open pages."""

import mimetypes
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Final

from local import ROOT

BUILT: Final = ROOT / "web" / "dist"

PAGE: Final = "/index.html"
_HASHED: Final = "/assets/"
"""Files under it carry a hash of their content in their names, so a copy of one is good for ever."""

_TYPES: Final[Mapping[str, str]] = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".md": "text/markdown; charset=utf-8",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
}

POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
    "connect-src 'self'; manifest-src 'self'; worker-src 'self'; form-action 'self'; base-uri 'none'; "
    "frame-ancestors 'none'"
)
"""What the pages may load and do (Content Security Policy Level 3): nothing inline, nothing from elsewhere."""


@dataclass(frozen=True, slots=True)
class File:
    body: bytes
    content_type: str
    cache_control: str
    etag: str

    @property
    def headers(self) -> dict[str, str]:
        return {
            "cache-control": self.cache_control,
            "etag": self.etag,
            "content-security-policy": POLICY,
            "cross-origin-opener-policy": "same-origin",
            "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=()",
            "x-frame-options": "DENY",
            # With none at all a browser would send `Origin: null` from our own forms, which the guard refuses.
            "referrer-policy": "same-origin",
        }


class FrontEnd:
    """Every file of a build, by its path; pages are all the one document."""

    def __init__(self, folder: Path = BUILT) -> None:
        names = {f"/{path.relative_to(folder).as_posix()}": path for path in folder.rglob("*") if path.is_file()}
        self._files = {name: _file(name, path.read_bytes()) for name, path in names.items()}

    @property
    def is_built(self) -> bool:
        return PAGE in self._files

    def at(self, path: str) -> File | None:
        """The file at a path. What has no dot in its last part is a page; a file that is absent is absent."""
        if "." in path.rsplit("/", 1)[-1]:
            return self._files.get(path)
        return self._files.get(PAGE)


def _file(name: str, body: bytes) -> File:
    suffix = Path(name).suffix
    return File(
        body=body,
        content_type=_TYPES.get(suffix) or mimetypes.guess_type(name)[0] or "application/octet-stream",
        cache_control="public, max-age=31536000, immutable" if name.startswith(_HASHED) else "no-cache",
        etag=f'"{sha256(body).hexdigest()[:32]}"',
    )
