"""Every so many tool calls a session looks in; the others cost next to nothing."""

import json
import subprocess
import time

import pytest

from tests.plugin.hook_program import HOOKS, LIST, PYTHON, SESSION
from tests.plugin.scripted_service import keeps_silent, says

NUDGE = "The owner asks where it stands."


def counted(host, session=SESSION) -> int:
    file = host.data / "sessions" / f"{session}.tools"
    return file.stat().st_size if file.exists() else 0


def after(host, calls, session=SESSION) -> None:
    """So many calls of this session's were there before."""
    (host.data / "sessions").mkdir(exist_ok=True)
    (host.data / "sessions" / f"{session}.tools").write_bytes(b"." * calls)


def test_the_first_calls_ask_nobody_and_are_counted(host, service) -> None:
    for number in range(1, 4):
        assert host.use_tool().answer is None
        assert counted(host) == number
    assert not service.raw


@pytest.mark.parametrize(
    ("every", "asks_at"),
    [
        (None, 20),
        ("5", 5),
        ("7", 7),
        ("500", 500),
        ("1", 5),
        ("0", 5),
        ("-3", 20),
        ("x", 20),
        ("7.5", 20),
        ("\u00b2", 20),
    ],
)
def test_every_so_many_calls_it_asks(every, asks_at, host, service) -> None:
    if every is not None:
        host.options["plan_reminder_every"] = every
    after(host, asks_at - 2)
    host.use_tool()
    assert not service.asked
    host.use_tool()
    assert [asked.body for asked in service.asked] == [{"list_id": LIST, "session_id": SESSION}]
    assert service.asked[0].path == "/api/agent/hooks/tool-use"
    host.use_tool()
    assert len(service.asked) == 1
    after(host, 2 * asks_at - 1)
    host.use_tool()
    assert len(service.asked) == 2


def test_each_session_is_counted_by_itself(host, service) -> None:
    after(host, 18)
    host.run("tool_use", {**host.event("PostToolUse"), "session_id": "another"})
    assert (counted(host), counted(host, "another")) == (18, 1)
    assert not service.asked


def test_what_the_service_has_to_say_reaches_the_model(host, service) -> None:
    service.script = says({"renewed": True, "context": NUDGE})
    after(host, 19)
    ran = host.use_tool()
    assert ran.context == NUDGE
    assert ran.answer["hookSpecificOutput"]["hookEventName"] == "PostToolUse"


@pytest.mark.parametrize("said", [{"renewed": True}, {"context": ""}, {"context": None}, {"context": 7}, [], "text"])
def test_where_it_has_nothing_to_say_nothing_is_said(said, host, service) -> None:
    service.script = says(said)
    after(host, 19)
    assert host.use_tool().stdout == b""
    assert service.asked


@pytest.mark.parametrize("status", [401, 403, 404, 429, 500, 503])
def test_a_refusal_is_silent(status, host, service) -> None:
    """F03"""
    service.script = says({"context": NUDGE}, status, "No")
    after(host, 19)
    assert host.use_tool().stdout == b""
    assert service.asked


def test_a_service_that_never_answers_is_left_in_time(host, service) -> None:
    service.script = keeps_silent
    after(host, 19)
    assert host.use_tool().stdout == b""
    assert service.asked


def test_a_subagent_s_call_keeps_the_claim_but_is_told_nothing(host, service) -> None:
    service.script = says({"renewed": True, "context": NUDGE})
    after(host, 19)
    assert host.use_tool(agent_id="a1", agent_type="explorer").stdout == b""
    assert service.asked[0].body["session_id"] == SESSION


@pytest.mark.parametrize(
    "said",
    [
        {"tool_response": '{"session_id": "forged"}'},
        {"tool_response": {"session_id": "forged"}},
        {"tool_input": {"session_id": "forged", "list_id": "x"}},
        {"tool_input": {"command": 'echo "session_id":"forged"'}},
    ],
)
def test_a_session_id_in_what_a_tool_said_counts_for_nobody(said, host, service) -> None:
    after(host, 19)
    host.use_tool(**said)
    assert counted(host) == 20
    assert counted(host, "forged") == 0
    assert service.asked[0].body["session_id"] == SESSION


def test_nothing_that_a_tool_said_or_was_given_is_sent_or_kept(host, service) -> None:
    after(host, 19)
    host.use_tool(tool_input={"command": "cat diary"}, tool_response={"stdout": "dear diary"})
    assert b"diary" not in service.raw
    assert not [file for file in host.kept() if b"diary" in file.read_bytes()]


def test_ten_megabytes_of_output_are_counted_as_one_call(host, service) -> None:
    after(host, 19)
    host.use_tool(tool_response={"stdout": 'x"\\\n' * 2_500_000})
    assert counted(host) == 20
    assert service.asked


@pytest.mark.parametrize("spacing", [(",", ":"), (", ", ": "), (",\n  ", ":\n ")])
def test_the_event_may_be_spaced_as_its_writer_likes(spacing, host) -> None:
    host.run("tool_use", None, raw=json.dumps(host.event("PostToolUse"), separators=spacing).encode())
    assert counted(host) == 1


@pytest.mark.parametrize("session", ["", "../../x", "a/b", "a.b", "\u00e9", "x\\u0000", 7, None, {"session_id": "x"}])
def test_a_session_id_that_is_no_file_name_is_not_counted_outside_the_folder(session, host) -> None:
    host.run("tool_use", {**host.event("PostToolUse"), "session_id": session})
    assert {file.parent for file in host.kept()} <= {host.data / "sessions"}
    assert {file.name for file in host.folder.iterdir()} == {"home", "data", "project"}


def test_hooks_at_once_lose_no_count(host) -> None:
    many = 24
    event = json.dumps(host.event("PostToolUse")).encode()
    host.options["plan_reminder_every"] = "500"
    command = [PYTHON, "-I", "-S", str(HOOKS / "tool_use.py")]
    running = [
        subprocess.Popen(command, stdin=subprocess.PIPE, env=host.whole_environment(), cwd=host.project)
        for _ in range(many)
    ]
    for each in running:
        assert each.stdin is not None
        each.stdin.write(event)
    for each in running:
        assert each.stdin is not None
        each.stdin.close()
    assert [each.wait(timeout=20) for each in running] == [0] * many
    assert counted(host) == many


class TestTheDataFolder:
    def test_it_is_made_where_it_is_missing(self, host) -> None:
        host.data.rmdir()
        host.use_tool()
        assert counted(host) == 1

    @pytest.mark.parametrize("folder", ["", "/dev/null/data", "/proc/data"])
    def test_where_nothing_can_be_counted_there_are_look_ins_all_the_same(self, folder, host, service) -> None:
        host.environment["CLAUDE_PLUGIN_DATA"] = folder
        host.options["plan_reminder_every"] = "5"
        for _ in range(40):
            assert host.use_tool().answer is None
        assert 0 < len(service.asked) < 40
        assert not host.kept()

    @pytest.mark.parametrize("folder", ["/dev/null/data", "/proc/data"])
    def test_one_that_cannot_be_written_is_in_nobody_s_way(self, folder, host) -> None:
        host.environment["CLAUDE_PLUGIN_DATA"] = folder
        assert host.use_tool().answer is None
        assert LIST in host.start().context
        assert LIST in host.start("resume").context

    def test_one_that_may_only_be_read_is_in_nobody_s_way(self, host) -> None:
        host.data.chmod(0o500)
        assert host.use_tool().answer is None
        assert LIST in host.start().context
        host.data.chmod(0o700)

    def test_a_file_in_its_place_is_in_nobody_s_way(self, host) -> None:
        host.data.rmdir()
        host.data.write_text("x")
        assert host.use_tool().answer is None
        assert LIST in host.start().context
        assert host.data.read_text() == "x"


@pytest.mark.parametrize("name", ["session_start", "prompt", "tool_use", "allow"])
def test_a_hook_whose_input_never_ends_ends_by_itself(name, host) -> None:
    command = [PYTHON, "-I", "-S", str(HOOKS / f"{name}.py")]
    began = time.monotonic()
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=host.whole_environment(), cwd=host.project
    ) as hanging:
        assert hanging.wait(timeout=15) == 0
        assert hanging.stdout is not None
        assert hanging.stdout.read() == b""
    assert time.monotonic() - began < 6
