"""The whole stack on an emulator, until it is stopped or for as long as one command runs.

Without arguments it stands until Ctrl+C and says how it is reached. With a command, that runs with the addresses of the
stack in its environment.
"""

import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, TypeVar

from infra import deployment, owners
from infra.deployment import Deployed, DeployFailed
from infra.emulator import Emulator, EmulatorFailed
from infra.paths import ROOT

_SHOWN: Final = ("AWS_ENDPOINT_URL", "AWS_DEFAULT_REGION", "AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY")

Done = TypeVar("Done")

FOLDER: Final = ROOT / ".aws-sam"
"""Where SAM keeps what it builds; git ignores it. Each stack has a folder of its own in it, gone when it stops."""


def main(command: Sequence[str]) -> int:
    for each in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(each, signal.default_int_handler)  # a closed terminal stops it as Ctrl+C does
    FOLDER.mkdir(exist_ok=True)
    folder = Path(tempfile.mkdtemp(prefix="emulated-", dir=FOLDER))
    try:
        return _stand(folder, command)
    except (EmulatorFailed, DeployFailed) as failure:
        print(failure, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("Stopped.", file=sys.stderr)
        return 0
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _stand(folder: Path, command: Sequence[str]) -> int:
    built = _step("Packing the functions, a minute or two", lambda: deployment.build(folder / "build"))
    with Emulator(folder) as emulator:
        stack = _step("Deploying, half a minute", lambda: deployment.deploy(emulator.aws, built))
        environment = _step("Signing in", lambda: addresses(stack, built))
        if command:
            return subprocess.run(command, env={**os.environ, **environment}, check=False).returncode
        print(_banner(stack, environment, emulator.log), flush=True)
        while True:
            time.sleep(3600)


def addresses(stack: Deployed, template: Path) -> Mapping[str, str]:
    """What the journeys and the storage's tests read to go to this stack; see CONTRIBUTING."""
    tokens = {}
    for name, email in (("TOKEN", "owner@example.com"), ("OTHER_TOKEN", "stranger@example.com")):
        password = owners.invite(stack, email)
        tokens[f"FOLLOW_UPS_JOURNEY_{name}"] = owners.sign_in(stack, email, password).access
    return {
        **stack.aws.environment,
        **tokens,
        "FOLLOW_UPS_JOURNEY_URL": stack.api_url,
        "FOLLOW_UPS_JOURNEY_LIVE_URL": stack.live_url,
        "FOLLOW_UPS_DYNAMODB_ENDPOINT": stack.aws.url,
        "FOLLOW_UPS_EMULATOR": stack.aws.url,
        "FOLLOW_UPS_TEMPLATE": str(template),
    }


def _banner(stack: Deployed, environment: Mapping[str, str], log: Path) -> str:
    token = environment["FOLLOW_UPS_JOURNEY_TOKEN"]
    made = _post(f"{stack.api_url}/api/keys", token, {"name": "stack", "role": "agent"})
    return f"""
The stack stands on an emulator, and forgets everything when it stops. Stop it with Ctrl+C.

  API       {stack.api_url}/api
  MCP URL   {stack.api_url}/mcp
  Live      {stack.live_url}?ticket=
  Key       {made["secret"]}
  Log       {log}

Connect Claude Code, or any other MCP client with the same header:

  claude mcp add --scope user --transport http follow-ups-stack {stack.api_url}/mcp \\
    --header "Authorization: Bearer {made["secret"]}"

Ask the API as its owner, for an hour:

  curl {stack.api_url}/api/lists -H "Authorization: Bearer {token}"

Hear of changes, with a ticket that is good for half a minute:

  curl -X POST {stack.api_url}/api/live-tickets -H "Authorization: Bearer {token}"

Look into it with any AWS client:

  export {" ".join(f"{name}={value}" for name, value in stack.aws.environment.items() if name in _SHOWN)}
"""


def _post(url: str, token: str, body: Mapping[str, str]) -> Any:
    headers = {"authorization": f"Bearer {token}", "content-type": "application/json"}
    request = urllib.request.Request(url, json.dumps(body).encode(), headers)
    with urllib.request.urlopen(request, timeout=30) as answer:
        return json.load(answer)


def _step(what: str, do: Callable[[], Done]) -> Done:
    print(f"{what} ...", file=sys.stderr, flush=True)
    started = time.monotonic()
    done = do()
    print(f"  done in {time.monotonic() - started:.0f} s", file=sys.stderr, flush=True)
    return done


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
