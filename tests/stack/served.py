"""The site's files on their way: up with `make site`'s own command, and out through the distribution."""

import os
import subprocess
import urllib.error
import urllib.request
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

from infra.deployment import Deployed
from infra.paths import ROOT, SAM_PYTHON


def upload(stack: Deployed, built: Path) -> None:
    """As `make site`."""
    environment = {
        "PATH": os.environ.get("PATH", os.defpath),
        "PYTHONPATH": str(ROOT / "functions"),
        **stack.aws.environment,
    }
    command = [str(SAM_PYTHON), "-m", "infra.site", "--stack", stack.name, "--folder", str(built)]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


@dataclass(frozen=True)
class Served:
    status: int
    content_type: str
    cache_control: str
    body: bytes


def served(stack: Deployed, path: str) -> Served:
    """What the distribution answers."""
    headers = {"host": urlsplit(stack.outputs["Site"]).netloc, "x-forwarded-proto": "https"}
    request = urllib.request.Request(f"{stack.aws.url}{path}", headers=headers)
    try:
        answer = urllib.request.urlopen(request, timeout=30)
    except urllib.error.HTTPError as refused:
        answer = refused
    with answer:
        said = answer.headers
        return Served(answer.status, said.get("content-type", ""), said.get("cache-control", ""), answer.read())
