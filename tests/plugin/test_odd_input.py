"""Whatever a host sends or takes away, a hook is in nobody's way."""

import json
import subprocess

import pytest

from tests.plugin.hook_program import HOOKS, PYTHON

PROGRAMS = ["session_start", "prompt", "tool_use", "allow"]
MARK = "/follow-ups:doctor"
"""What makes the prompt's hook read on."""

INPUTS = {
    "empty": b"",
    "broken": b'{"session_id": "a", "prompt": "/follow-ups:doctor',
    "an array": b'[{"session_id": "a"}, "/follow-ups:doctor"]',
    "a text": b'"/follow-ups:doctor session_id"',
    "null": b"null",
    "not UTF-8": b'{"session_id": "a\xff", "prompt": "/follow-ups:doctor"}',
    "nested without end": b'{"prompt": "/follow-ups:doctor", "x": ' + b"[" * 100_000,
    "a number without end": b'{"prompt": "/follow-ups:doctor", "x": ' + b"9" * 100_000 + b"}",
    "of another kind": json.dumps(
        {"session_id": [], "cwd": {}, "hook_event_name": 7, "prompt": {MARK: 1}, "source": [], "tool_name": {}}
    ).encode(),
    "two objects": b'{"session_id": "a"}{"prompt": "/follow-ups:doctor"}',
}


@pytest.mark.parametrize("what", INPUTS)
@pytest.mark.parametrize("name", PROGRAMS)
def test_input_that_is_no_event_is_answered_with_nothing_that_breaks(name, what, host) -> None:
    host.options["allow_tools"] = "true"
    ran = host.run(name, None, raw=INPUTS[what])
    assert what == "of another kind" or ran.stdout == b""


@pytest.mark.parametrize("name", PROGRAMS)
def test_a_host_that_no_longer_listens_is_no_failure(name, host) -> None:
    host.options["allow_tools"] = "true"
    event = {
        **host.event("SessionStart"),
        "prompt": MARK,
        "tool_name": "mcp__plugin_follow-ups_follow-ups__drain_next",
    }
    command = [PYTHON, "-I", "-S", str(HOOKS / f"{name}.py")]
    with subprocess.Popen(
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=host.whole_environment(),
        cwd=host.project,
    ) as running:
        assert running.stdin is not None
        assert running.stdout is not None
        assert running.stderr is not None
        running.stdout.close()
        running.stdin.write(json.dumps(event).encode())
        running.stdin.close()
        assert running.wait(timeout=15) == 0
        assert running.stderr.read() == b""


@pytest.mark.parametrize("name", PROGRAMS)
def test_without_any_environment_nothing_breaks(name, host) -> None:
    host.options = {}
    host.environment = dict.fromkeys(host.whole_environment(), "")
    host.run(name, {**host.event("SessionStart"), "source": "startup", "prompt": MARK})


def test_a_current_folder_that_was_deleted_is_no_repository(host, tmp_path) -> None:
    inside = tmp_path / "gone"
    inside.mkdir()
    event = {**host.event("SessionStart"), "source": "startup", "cwd": str(inside)}
    script = 'cd "$1" && rmdir "$1" && exec "$2" -I -S "$3"'
    ran = host.run(
        "session_start", event, command=["sh", "-c", script, "sh", str(inside), PYTHON, str(HOOKS / "session_start.py")]
    )
    assert "repository: none" in ran.context
