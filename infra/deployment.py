"""The template on the emulator: built for this machine and deployed with the commands that AWS gets."""

import os
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from infra.emulator import REGION, EmulatedAws
from infra.paths import ROOT, SAM

STACK: Final = "follow-ups"
MOST_LINES: Final = 60
"""Of what SAM said before it failed."""
OWNER_EMAIL: Final = "owner@example.com"


class DeployFailed(Exception):
    """SAM said no; the text is what it said."""


@dataclass(frozen=True)
class Deployed:
    """A stack that stands."""

    aws: EmulatedAws
    name: str
    outputs: Mapping[str, str]

    @property
    def api_url(self) -> str:
        """The API as loopback reaches it: the emulator's own host names resolve nowhere."""
        api_id = self.outputs["ApiUrl"].removeprefix("http://").removeprefix("https://").partition(".")[0]
        return f"{self.aws.url}/_aws/execute-api/{api_id}"

    @property
    def live_url(self) -> str:
        """Where a page on loopback opens its socket."""
        return f"{self.aws.url.replace('http', 'ws', 1)}/_aws/execute-api/{self.resource('Sockets')}/live"

    def resource(self, logical_id: str) -> str:
        """What the stack calls this resource of the root template."""
        found = self.aws.client("cloudformation").describe_stack_resource(
            StackName=self.name, LogicalResourceId=logical_id
        )
        name: str = found["StackResourceDetail"]["PhysicalResourceId"]
        return name


def build(folder: Path, sources: Path = ROOT) -> Path:
    """Pack every function for this machine's platform and Python. Answers the built template.

    Raises: DeployFailed.
    """
    environment = {
        **{name: value for name, value in os.environ.items() if not name.startswith("AWS_") or name == "AWS_CA_BUNDLE"},
        "SAM_CLI_TELEMETRY": "0",
        "AWS_DEFAULT_REGION": REGION,
        "PLATFORM": "here",
        "PYTHON": sys.executable,
    }
    settings = ["--config-file", sources / "samconfig.toml", "--template", sources / "template.yaml"]
    _run([SAM, "build", *settings, "--build-dir", folder], ROOT, environment)
    return folder / "template.yaml"


def deploy(aws: EmulatedAws, template: Path, *, name: str = STACK, **parameters: str) -> Deployed:
    """Raises: DeployFailed."""
    given = {"OwnerEmail": OWNER_EMAIL, "Emulated": "true", **parameters}
    environment = {
        "PATH": os.environ.get("PATH", os.defpath),
        "HOME": str(template.parent),
        "SAM_CLI_TELEMETRY": "0",
        **aws.environment,
    }
    command = [
        *(SAM, "deploy", "--config-file", ROOT / "samconfig.toml"),
        *("--stack-name", name, "--template-file", template, "--region", REGION),
        *("--parameter-overrides", *[f"{parameter}={value}" for parameter, value in given.items()]),
    ]
    _run(command, ROOT, environment)
    return standing(aws, name)


def standing(aws: EmulatedAws, name: str = STACK) -> Deployed:
    """The stack as it is."""
    (stack,) = aws.client("cloudformation").describe_stacks(StackName=name)["Stacks"]
    return Deployed(aws, name, {each["OutputKey"]: each["OutputValue"] for each in stack["Outputs"]})


def _run(command: list[Any], folder: Path, environment: Mapping[str, str]) -> None:
    words = [str(word) for word in command]
    done = subprocess.run(words, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    if done.returncode:
        said = [line for line in (done.stdout + done.stderr).splitlines() if "Uploading to" not in line]
        raise DeployFailed("\n".join([f"{' '.join(words[:2])} failed:", *said[-MOST_LINES:]]))
