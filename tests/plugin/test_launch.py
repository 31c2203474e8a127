"""The launcher finds a Python where there is one, and whatever it finds, its exit code means nothing to the host."""

import json
import shutil

import pytest

from tests.plugin.hook_program import HOOKS, LIST, PYTHON, program

SHELLS = [pytest.param(shell, id=shell) for shell in ("dash", "bash", "sh") if shutil.which(shell)]

REAL = f'#!/bin/sh\nexec {PYTHON} "$@"\n'
STUB = "#!/bin/sh\necho 'Python was not found; run without arguments to install it' >&2\nexit 49\n"
SHOUTS = "#!/bin/sh\necho 'Python was not found'\nexit 0\n"
OLD = "#!/bin/sh\necho 'Unknown option: -I' >&2\nexit 2\n"
TOO_OLD = "#!/bin/sh\ncat > /dev/null\nexit 0\n"
SHIM = "#!/bin/sh\necho 'python3: command not found' >&2\nexit 127\n"


@pytest.fixture
def path(host, tmp_path):
    """A PATH that holds git, what the launcher's own shell needs, and the programs that a test puts there."""
    folder = tmp_path / "bin"
    folder.mkdir()
    for name in ("git", "cat"):
        found = shutil.which(name)
        assert found is not None
        (folder / name).symlink_to(found)
    host.path = str(folder)
    return folder


@pytest.fixture(params=SHELLS)
def launch(request, host, path):  # noqa: ARG001 - the PATH has to stand before
    shell = shutil.which(request.param)

    def launched(name="session_start", hooks=HOOKS):
        event = {**host.event("SessionStart"), "source": "startup", "prompt": "hello"}
        return host.run(name, event, command=[str(shell), str(hooks / "launch.sh"), name])

    return launched


def test_without_any_python_nothing_happens(launch) -> None:
    assert launch().stdout == b""


@pytest.mark.parametrize("name", ["python3", "python"])
def test_one_python_is_enough_whatever_its_name(name, launch, path) -> None:
    program(path, name, REAL)
    assert LIST in launch().context


def test_python3_comes_first(launch, path) -> None:
    program(path, "python3", REAL)
    program(path, "python", SHOUTS)
    assert LIST in launch().context


@pytest.mark.parametrize("script", [OLD, SHIM, STUB], ids=["an old one", "a shim", "a stub"])
@pytest.mark.parametrize("name", ["python3", "python"])
def test_a_python_that_cannot_run_it_is_in_nobody_s_way(name, script, launch, path) -> None:
    program(path, name, script)
    ran = launch()
    assert (ran.stdout, ran.stderr) == (b"", b"")


def test_a_hook_that_there_is_not_is_in_nobody_s_way(launch, path) -> None:
    program(path, "python3", REAL)
    ran = launch("no_such_hook")
    assert (ran.stdout, ran.stderr) == (b"", b"")


def test_a_folder_with_spaces_and_quotes_is_found(launch, path, tmp_path) -> None:
    program(path, "python3", REAL)
    odd = tmp_path / 'it\'s a "folder" $HOME; (1)'
    shutil.copytree(HOOKS, odd)
    assert LIST in launch(hooks=odd).context


def test_nothing_of_the_user_s_python_is_loaded(launch, host, path) -> None:
    program(path, "python3", REAL)
    (host.project / "json.py").write_text("raise SystemExit(7)")
    (host.project / "sitecustomize.py").write_text("print('hello')")
    host.environment |= {"PYTHONPATH": str(host.project), "PYTHONSTARTUP": "x", "PYTHONHOME": "/nowhere"}
    assert LIST in launch().context


class TestOnWindows:
    @pytest.fixture(autouse=True)
    def windows(self, host) -> None:
        host.environment["OS"] = "Windows_NT"

    @pytest.mark.parametrize("name", ["py", "python3", "python"])
    def test_one_python_is_enough_whatever_its_name(self, name, launch, path) -> None:
        program(path, name, REAL)
        assert LIST in launch().context

    @pytest.mark.parametrize("stub", [STUB, SHOUTS, OLD, TOO_OLD, SHIM], ids=["49", "0", "2", "silent", "127"])
    def test_a_stub_is_passed_over(self, stub, launch, path) -> None:
        program(path, "py", stub)
        program(path, "python3", stub)
        program(path, "python", REAL)
        assert LIST in launch().context

    def test_with_stubs_alone_nothing_happens(self, launch, path) -> None:
        for name in ("py", "python3", "python"):
            program(path, name, STUB)
        ran = launch()
        assert (ran.stdout, ran.stderr) == (b"", b"")

    def test_the_event_is_not_eaten_by_the_question_which_python_it_is(self, launch, host, path) -> None:
        program(path, "py", "#!/bin/sh\ncat > /dev/null\nexit 9\n")
        program(path, "python3", REAL)
        assert json.dumps(host.event("x")["session_id"]).strip('"') in launch().context
