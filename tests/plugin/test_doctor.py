"""The doctor says what of the connection works, and how what does not is mended; no model is asked."""

import socket

import pytest

from tests.plugin.hook_program import HOOKS, KEY, LIST, PYTHON, git
from tests.plugin.scripted_service import keeps_silent, says, sends

WELL = {"list": "Work", "role": "agent"}


@pytest.fixture
def well(service):
    service.script = says(WELL)
    return service


def lines(host):
    first, *others = host.prompt("/follow-ups:doctor").reason.splitlines()
    assert first == "Follow-ups doctor (this is its answer, not an error)"
    assert all(line.startswith(("  ok    ", "  MEND  ")) for line in others)
    return others


def mends(host):
    return [line.removeprefix("  MEND  ") for line in lines(host) if "MEND" in line]


def test_where_all_is_well_every_line_says_so(host, well) -> None:
    host.options["allow_tools"] = "true"
    assert lines(host) == [
        f"  ok    site {well.address}, list {LIST}, a key that is set",
        "  ok    the key reaches the list 'Work' as agent",
        "  ok    repository acme/widget",
        "  ok    time zone Europe/Berlin",
        "  ok    tools run without asking (allow_tools)",
    ]
    assert [asked.body for asked in well.asked] == [{"list_id": LIST}]


@pytest.mark.usefixtures("well")
def test_it_says_that_tools_will_ask(host) -> None:
    allow = """echo '{"allow_tools": "true"}' | claude plugin configure follow-ups@follow-ups --values-stdin"""
    assert f"  ok    tools ask before they run. So that they do not: {allow}" in lines(host)
    assert not mends(host)


@pytest.mark.parametrize("option", ["site", "list_id", "api_key"])
def test_an_option_that_is_missing_is_named_with_the_command_that_sets_it(option, host, well) -> None:
    host.options[option] = ""
    (mend,) = mends(host)
    command = "python -m local connect --plugin | claude plugin configure follow-ups@follow-ups --values-stdin"
    assert mend == f"not configured: {option}. In its checkout: {command}"
    assert not well.raw


@pytest.mark.parametrize(
    ("status", "told"),
    [
        (401, "It has one letter too few. Make one"),
        (403, "It has one letter too few. Make one"),
        (404, "The key does not reach this list. Set the list"),
        (429, "It has one letter too few. Try again"),
        (503, "It has one letter too few. Try again"),
    ],
)
def test_a_refusal_is_told_in_the_service_s_words_with_what_mends_it(status, told, host, service) -> None:
    service.script = says({"code": "some_code", "detail": "It has one letter too few."}, status, "No")
    (mend,) = mends(host)
    assert mend.startswith(told)
    if status < 429:
        assert "| claude plugin configure follow-ups@follow-ups --values-stdin" in mend


@pytest.mark.parametrize("status", [302, 404, 500])
def test_a_refusal_that_is_not_the_service_s_own_is_told_to_come_from_somewhere_else(status, host, service) -> None:
    service.script = says({"detail": "x"}, status, "No")
    (mend,) = mends(host)
    assert mend.startswith(
        f"What answers at the site ({status}) is not Follow-ups. Set the address alone, without /mcp"
    )


@pytest.mark.parametrize("script", [says("<html>"), says("[]"), sends(b"SSH-2.0\r\n"), sends()])
def test_what_is_not_follow_ups_is_told(script, host, service) -> None:
    service.script = script
    (mend,) = mends(host)
    assert mend.startswith("What answers at the site is not Follow-ups. Set the address alone")


@pytest.mark.parametrize("site", ["todo.example", "ftp://127.0.0.1"])
def test_a_site_that_is_no_address_is_to_be_set_anew(site, host) -> None:
    host.options["site"] = site
    (mend,) = mends(host)
    assert "Set the address alone" in mend


def test_a_site_that_is_down_is_told(host) -> None:
    with socket.create_server(("127.0.0.1", 0)) as gone:
        port = gone.getsockname()[1]
    host.options["site"] = f"http://127.0.0.1:{port}"
    (mend,) = mends(host)
    assert mend.startswith("The site does not answer (Connection refused).")


def test_a_site_that_is_silent_is_told_in_time(host, service) -> None:
    service.script = keeps_silent
    (mend,) = mends(host)
    assert mend.startswith("The site does not answer (")


def test_a_reader_s_key_is_told_to_be_too_little(host, service) -> None:
    service.script = says({"list": "Work", "role": "reader"})
    (mend,) = mends(host)
    assert mend.startswith("A reader's key cannot capture or drain.")


@pytest.mark.usefixtures("well")
def test_a_folder_without_an_origin_is_told(host) -> None:
    git(host.project, "remote", "remove", "origin")
    assert "  ok    no repository: this folder has no remote `origin` on a host, so nothing is captured here" in lines(
        host
    )


def test_a_list_s_name_stays_on_its_line(host, service) -> None:
    service.script = says({"list": "a\nb\u202e\x1b[2J", "role": "agent"})
    shown = [line for line in lines(host) if "reaches" in line]
    assert shown == ["  ok    the key reaches the list 'a\\nb\\u202e\\x1b[2J' as agent"]


@pytest.mark.usefixtures("well")
def test_a_machine_without_a_time_zone_is_told(host) -> None:
    none = (
        f"import runpy, sys; sys.path.insert(0, {str(HOOKS)!r}); import time_zone; time_zone.time_zone = lambda: None; "
        f"runpy.run_path({str(HOOKS / 'prompt.py')!r}, run_name='__main__')"
    )
    event = {**host.event("UserPromptSubmit"), "prompt": "/follow-ups:doctor"}
    told = host.run("prompt", event, command=[PYTHON, "-I", "-S", "-c", none]).reason
    assert "  ok    no time zone was found: reminders use the one set on the site" in told.splitlines()


@pytest.mark.usefixtures("well")
def test_it_shows_no_key(host) -> None:
    assert KEY not in host.prompt("/follow-ups:doctor").reason


@pytest.mark.parametrize("prompt", ["/follow-ups:doctor", "  /follow-ups:doctor  ", "/follow-ups:doctor please\nnow"])
@pytest.mark.usefixtures("well")
def test_it_answers_its_command(prompt, host) -> None:
    assert "Follow-ups doctor" in host.prompt(prompt).reason


@pytest.mark.parametrize(
    "prompt",
    [
        "hello",
        "",
        "What does /follow-ups:doctor do?",
        "/follow-ups:doctorate",
        "/doctor",
        "/follow-ups:drain",
        None,
        7,
        ["/follow-ups:doctor"],
    ],
)
def test_any_other_prompt_goes_on_as_it_came(prompt, host, well) -> None:
    assert host.prompt(prompt).stdout == b""
    assert not well.raw
