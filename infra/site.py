"""Upload the front end to the stack's bucket, and with it how its pages sign in there: `make site`."""

import argparse
import json
import mimetypes
import sys
import uuid
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import boto3
from botocore.exceptions import BotoCoreError, ClientError

from infra.paths import ROOT

BUILT: Final = ROOT / "web" / "dist"
STACK: Final = "follow-ups"

HASHED: Final = "assets/"
"""Files under it carry a hash of their content in their names, so a copy of one is good for ever."""
FOR_EVER: Final = "public, max-age=31536000, immutable"
ASK_AGAIN: Final = "no-cache"

CONFIG: Final = "config.json"
"""How the pages sign in, which the stack alone knows."""
LAST: Final = ("index.html", "files.js", "sw.js")
"""They name all the others, so they go up behind them. A browser makes a new worker when either of its two scripts is
another one, and the worker keeps a copy of the page that it finds then: so the page is there before them."""
NOT_FOR_BROWSERS: Final = (".map",)

TYPES: Final[Mapping[str, str]] = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".ico": "image/x-icon",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".md": "text/markdown; charset=utf-8",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".txt": "text/plain; charset=utf-8",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
}


class NoSite(Exception):
    """There is nothing to upload, or nowhere to upload it to; the text says what to do."""


@dataclass(frozen=True)
class Upload:
    key: str
    body: bytes

    @property
    def content_type(self) -> str:
        guessed, _ = mimetypes.guess_type(self.key)
        return TYPES.get(Path(self.key).suffix) or guessed or "application/octet-stream"

    @property
    def cache_control(self) -> str:
        return FOR_EVER if self.key.startswith(HASHED) else ASK_AGAIN


def uploads(folder: Path) -> list[Upload]:
    """Every file, in the order that keeps a page whole that loads meanwhile: what others name goes first.

    Raises: NoSite.
    """
    found = [Upload(path.relative_to(folder).as_posix(), path.read_bytes()) for path in _files(folder)]
    keys = {each.key for each in found}
    if "index.html" not in keys:
        raise NoSite(f"There is no index.html in {folder}: this checkout has no built front end.")
    if CONFIG in keys:
        raise NoSite(f"{folder / CONFIG} would stand in for the stack's own: take it out of the front end.")
    return sorted(found, key=_turn)


def config_of(outputs: Mapping[str, str]) -> Upload:
    """How the pages of this stack sign in.

    Addresses: Amazon Cognito Developer Guide, *User pool endpoints and managed login reference*.
    """
    host = f"https://{outputs['LoginHost']}"
    config = {
        "sign_in": "cognito",
        "authorize_url": f"{host}/oauth2/authorize",
        "token_url": f"{host}/oauth2/token",
        "revoke_url": f"{host}/oauth2/revoke",
        "logout_url": f"{host}/logout",
        "client_id": outputs["ClientId"],
        "scope": "openid email",
    }
    return Upload(CONFIG, json.dumps(config, indent=2).encode())


def outputs_of(stack: str, cloudformation: Any) -> Mapping[str, str]:
    """Raises: NoSite."""
    try:
        (found,) = cloudformation.describe_stacks(StackName=stack)["Stacks"]
    except ClientError as failure:
        raise NoSite(f"There is no stack {stack} here ({failure}): deploy it first with `make deploy`.") from failure
    return {each["OutputKey"]: each["OutputValue"] for each in found.get("Outputs", ())}


def upload(folder: Path, outputs: Mapping[str, str], s3: Any, cloudfront: Any) -> int:
    """Answers how many files went up. What an older page still asks for stays. Raises: NoSite."""
    files = [config_of(outputs), *uploads(folder)]
    for each in files:
        s3.put_object(
            Bucket=outputs["SiteBucket"],
            Key=each.key,
            Body=each.body,
            ContentType=each.content_type,
            CacheControl=each.cache_control,
        )
    cloudfront.create_invalidation(
        DistributionId=outputs["Distribution"],
        InvalidationBatch={"CallerReference": str(uuid.uuid4()), "Paths": {"Quantity": 1, "Items": ["/*"]}},
    )
    return len(files)


def main() -> int:
    parser = argparse.ArgumentParser(prog="make site", description="Upload the front end to the stack's bucket.")
    parser.add_argument("--stack", default=STACK, help=f"the stack's name ({STACK})")
    parser.add_argument("--folder", type=Path, default=BUILT, help="the built front end (web/dist)")
    options = parser.parse_args()
    try:
        uploads(options.folder)
        outputs = outputs_of(options.stack, boto3.client("cloudformation"))
        count = upload(options.folder, outputs, boto3.client("s3"), boto3.client("cloudfront"))
    except (NoSite, BotoCoreError, ClientError) as failure:
        print(f"The site was not uploaded, or not whole: {failure}", file=sys.stderr)
        return 1
    print(f"{count} files are up. The site: {outputs['Site']}")
    return 0


def _files(folder: Path) -> Iterator[Path]:
    for path in sorted(folder.rglob("*")):
        hidden = any(part.startswith(".") for part in path.relative_to(folder).parts)
        if path.is_file() and not hidden and path.suffix not in NOT_FOR_BROWSERS:
            yield path


def _turn(file: Upload) -> tuple[int, bool, str]:
    last = LAST.index(file.key) if file.key in LAST else -1
    return last, not file.key.startswith(HASHED), file.key


if __name__ == "__main__":
    sys.exit(main())
