"""One user's machine for the real Claude Code client: a home and a project of its own, and no calls beyond loopback."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from tests.claude.messages_api import Model, messages_api

Json = dict[str, Any]

ROOT: Final = Path(__file__).resolve().parents[2]
SECONDS: Final = 60
"""How long one run of the client may take on a busy machine, in seconds."""
TIME_ZONE: Final = "Europe/Lisbon"


class Machine:
    """Where the client runs. Nothing of this machine's own settings reaches it."""

    def __init__(self, client: Path, folder: Path) -> None:
        self.client = client
        self.home = folder / "home"
        self.project = folder / "project"
        self.home.mkdir()
        self.project.mkdir()
        self._loaded: list[str] = []

    def clone(self, remote: str | None) -> None:
        """Make the project a repository with this origin."""
        self.git("init", "--quiet", "--initial-branch", "main")
        if remote is not None:
            self.git("remote", "add", "origin", remote)

    def git(self, *arguments: str) -> str:
        return self._ran(["git", *arguments]).stdout

    def load_plugin(self, **options: Any) -> None:
        """Load the plugin of this checkout in each conversation, with these options, and without installing it."""
        settings = self.home / "plugin-options.json"
        settings.write_text(json.dumps({"pluginConfigs": {"follow-ups@inline": {"options": options}}}))
        self._loaded = ["--plugin-dir", str(ROOT / "plugin"), "--settings", str(settings)]

    def command(self, *arguments: str, given: str = "") -> str:
        """What a command of the client prints."""
        return self._ran([str(self.client), *arguments], given=given).stdout

    def pasted(self, line: str) -> str:
        """What a line prints that was pasted into a shell."""
        return self._ran(["sh", "-c", line]).stdout

    def ask(self, prompt: str, model: Model, *options: str) -> Json:
        """One prompt without a terminal. Answers how the client says that it ended."""
        with messages_api(model) as address:
            told = self._ran(
                [str(self.client), "-p", prompt, "--output-format", "json", *self._loaded, *options], api=address
            )
        ended: Json = json.loads(told.stdout)
        return ended

    @contextmanager
    def conversation(self, model: Model, *options: str) -> Iterator["Conversation"]:
        """Several prompts to one process."""
        streams = ["--input-format", "stream-json", "--output-format", "stream-json", "--verbose"]
        with messages_api(model) as address:
            process = subprocess.Popen(
                [str(self.client), "-p", *streams, *self._loaded, *options],
                cwd=self.project,
                env=self._environment(address),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                text=True,
            )
            try:
                yield Conversation(process)
            finally:
                process.kill()
                process.communicate()

    def _ran(
        self, command: list[str], *, given: str = "", api: str = "http://127.0.0.1:9"
    ) -> subprocess.CompletedProcess[str]:
        ended = subprocess.run(
            command,
            check=False,
            cwd=self.project,
            env=self._environment(api),
            input=given,
            capture_output=True,
            text=True,
            timeout=SECONDS,
        )
        assert ended.returncode == 0, ended.stdout + ended.stderr
        return ended

    def _environment(self, api: str) -> dict[str, str]:
        who = {"NAME": "A session", "EMAIL": "session@widget.example"}
        return {
            "PATH": os.pathsep.join([str(Path(sys.executable).parent), str(self.client.parent), "/usr/bin", "/bin"]),
            "HOME": str(self.home),
            "TZ": TIME_ZONE,
            **{f"GIT_{role}_{fact}": value for role in ("AUTHOR", "COMMITTER") for fact, value in who.items()},
            "ANTHROPIC_BASE_URL": api,
            "ANTHROPIC_API_KEY": "sk-ant-none",
            "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1",
            "DISABLE_TELEMETRY": "1",
            "DISABLE_ERROR_REPORTING": "1",
            "DISABLE_AUTOUPDATER": "1",
        }


class Conversation:
    """A process that is told one prompt after the other."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self._process = process

    def ask(self, prompt: str) -> Json:
        """How the client says that the turn ended."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        said = {"type": "user", "message": {"role": "user", "content": prompt}}
        self._process.stdin.write(json.dumps(said) + "\n")
        self._process.stdin.flush()
        for line in self._process.stdout:
            event: Json = json.loads(line)
            if event["type"] == "result":
                return event
        raise AssertionError(f"the client ended before it answered {prompt!r}")
