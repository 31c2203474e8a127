"""A hook of the plugin as the host runs it: a program with an event on its input and the options in its environment."""

import json
import os
import subprocess
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

ROOT: Final = Path(__file__).resolve().parents[2]
HOOKS: Final = ROOT / "plugin" / "hooks"
PYTHON: Final = os.path.realpath(sys.executable)

KEY: Final = "fu_" + "Kx7" * 15 + "z"
LIST: Final = "01932f4e-5a00-7000-8000-000000000000"
SESSION: Final = "5f2c9a7e-1111-4222-8333-444455556666"

_IN_ALL: Final = 2.0
_START: Final = 3.0
"""Seconds for the start of a process on a busy machine."""
_HANGS: Final = 20.0

Json = dict[str, Any]


@dataclass(frozen=True)
class Ran:
    stdout: bytes
    stderr: bytes
    seconds: float

    @property
    def answer(self) -> Json | None:
        """The one JSON object, if there is one."""
        return json.loads(self.stdout) if self.stdout else None

    @property
    def context(self) -> str:
        """What the model is given; empty where nothing is."""
        return "" if self.answer is None else str(self.answer["hookSpecificOutput"]["additionalContext"])

    @property
    def reason(self) -> str:
        assert self.answer is not None
        assert self.answer["decision"] == "block"
        return str(self.answer["reason"])


@dataclass
class Host:
    """Runs hooks, and holds each of them to what every hook has to keep."""

    folder: Path
    options: dict[str, str] = field(default_factory=dict)
    environment: dict[str, str] = field(default_factory=dict)
    path: str = "/usr/bin:/bin"
    is_silent: bool = True
    """Whether nothing may stand on the standard error."""

    def __post_init__(self) -> None:
        for name in ("home", "data", "project"):
            (self.folder / name).mkdir()

    @property
    def data(self) -> Path:
        return self.folder / "data"

    @property
    def project(self) -> Path:
        return self.folder / "project"

    def configure(self, site: str, **more: str) -> None:
        self.options = {"site": site, "list_id": LIST, "api_key": KEY, **more}

    def run(self, name: str, event: Any, *, raw: bytes | None = None, command: list[str] | None = None) -> Ran:
        began = time.monotonic()
        ran = subprocess.run(
            command or [PYTHON, "-I", "-S", str(HOOKS / f"{name}.py")],
            input=json.dumps(event).encode() if raw is None else raw,
            env=self.whole_environment(),
            cwd=self.project,
            capture_output=True,
            check=False,
            timeout=_HANGS,
        )
        done = Ran(ran.stdout, ran.stderr, time.monotonic() - began)
        assert ran.returncode == 0, ran.stderr
        assert done.seconds < _IN_ALL + _START
        assert not (self.is_silent and done.stderr), done.stderr
        assert done.answer is None or isinstance(done.answer, dict)
        key = self.options.get("api_key", KEY)
        if key:
            assert key.encode() not in done.stdout + done.stderr
            assert not [file for file in self.kept() if key.encode() in file.read_bytes()]
        return done

    def whole_environment(self) -> dict[str, str]:
        options = {f"CLAUDE_PLUGIN_OPTION_{name.upper()}": value for name, value in self.options.items()}
        usual = {"PATH": self.path, "HOME": str(self.folder / "home"), "CLAUDE_PLUGIN_DATA": str(self.data)}
        return {"GIT_CONFIG_NOSYSTEM": "1", "TZ": "Europe/Berlin", **usual, **options, **self.environment}

    def kept(self) -> list[Path]:
        """The files that hooks left behind."""
        return [file for file in self.data.rglob("*") if file.is_file()] if self.data.is_dir() else []

    # The events

    def start(self, source: str = "startup", **more: Any) -> Ran:
        return self.run("session_start", {**self.event("SessionStart"), "source": source, **more})

    def use_tool(self, **more: Any) -> Ran:
        said = {"tool_name": "Bash", "tool_input": {"command": "ls"}, "tool_response": {"stdout": "a b"}, **more}
        return self.run("tool_use", {**self.event("PostToolUse"), **said})

    def before_tool(self, name: str, **more: Any) -> Ran:
        server = {"name": "plugin:follow-ups:follow-ups", "source": "plugin"}
        said = {"tool_name": name, "tool_input": {}, "mcp_server": server, **more}
        return self.run("allow", {**self.event("PreToolUse"), **said})

    def prompt(self, text: str, **more: Any) -> Ran:
        return self.run("prompt", {**self.event("UserPromptSubmit"), "prompt": text, **more})

    def event(self, name: str) -> Json:
        """What the host writes first into every event."""
        return {
            "session_id": SESSION,
            "transcript_path": str(self.folder / "home" / "transcript.jsonl"),
            "cwd": str(self.project),
            "hook_event_name": name,
        }


def git(folder: Path, *words: str) -> None:
    nobody = ["-c", "user.name=a", "-c", "user.email=a@example.com", "-c", "init.defaultBranch=main"]
    environment = {"PATH": "/usr/bin:/bin", "HOME": str(folder), "GIT_CONFIG_NOSYSTEM": "1"}
    subprocess.run(["git", *nobody, "-C", str(folder), *words], check=True, capture_output=True, env=environment)


def origin(folder: Path, remote: str) -> None:
    """Make the folder a repository with this origin."""
    git(folder, "init", "--quiet")
    git(folder, "remote", "add", "origin", "--", remote)


def program(folder: Path, name: str, script: str) -> Path:
    """A program of that name, for a PATH of its own."""
    folder.mkdir(exist_ok=True)
    file = folder / name
    file.write_text(script)
    file.chmod(0o755)
    return file
