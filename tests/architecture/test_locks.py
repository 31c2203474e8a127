"""What is installed anywhere is named by a lock, with a hash and without the address it comes from."""

import json
import re
import runpy
import shutil
from typing import Any

import pytest
from packaging.markers import Marker, default_environment

from tests.architecture.sources import ROOT, handler_names, source_files

lock = runpy.run_path(str(ROOT / "requirements" / "lock.py"))
PYTHON_LOCKS = [ROOT / path for path in lock["LOCKS"].values()]
FUNCTION_LOCKS = [path for path in PYTHON_LOCKS if "functions" in path.parts]
NODE_LOCKS = [path for path in source_files(".json") if path.name == "package-lock.json"]

PIN = re.compile(r"^([a-z0-9-]+)==(\S+)( ; .+)? \\$", re.MULTILINE)


def pins(text) -> dict[str, set[str]]:
    """Each name with its versions: more than one where the Python version or the system decides."""
    found: dict[str, set[str]] = {}
    for name, version, _ in PIN.findall(text):
        found.setdefault(name, set()).add(version)
    return found


@pytest.fixture
def copy(tmp_path):
    """What the drift check reads, to be changed."""
    for path in [ROOT / "pyproject.toml", *PYTHON_LOCKS]:
        target = tmp_path / path.relative_to(ROOT)
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, target)
    return tmp_path


def test_every_lock_follows_from_the_project_file() -> None:
    assert lock["drifted"](ROOT) == []


def test_a_new_requirement_is_missed_in_the_locks_of_its_group(copy) -> None:
    project = copy / "pyproject.toml"
    project.write_text(project.read_text().replace("web = [\n", 'web = [\n    "tzdata",\n'))
    assert lock["drifted"](copy) == ["requirements/dev.txt", "functions/requirements/web.txt"]


def test_a_lock_that_was_edited_by_hand_is_told(copy) -> None:
    edited = copy / "functions" / "requirements" / "agent.txt"
    edited.write_text(edited.read_text().replace("mangum==", "mangum==1"))
    assert lock["drifted"](copy) == ["functions/requirements/agent.txt"]


def test_a_library_has_one_version_everywhere() -> None:
    everything = pins(PYTHON_LOCKS[0].read_text())
    together = [ROOT / path for group, path in lock["LOCKS"].items() if group not in lock["ALONE"]]
    for path in together:
        for name, versions in pins(path.read_text()).items():
            assert versions <= everything[name], f"{path.name}: {name}"


def test_what_is_installed_apart_does_not_follow_from_the_others(copy) -> None:
    everything = copy / "requirements" / "dev.txt"
    everything.write_text(everything.read_text() + "# more\n")
    together = [path for group, path in lock["LOCKS"].items() if group not in lock["ALONE"]]
    assert lock["drifted"](copy) == together


def test_every_function_has_a_lock_of_its_own() -> None:
    assert set(handler_names()) <= {path.stem for path in FUNCTION_LOCKS}


def environments() -> list[dict[str, Any]]:
    """Where functions are packed and where they run. pip asks the first, whichever it packs for."""
    packing = [
        {"sys_platform": system, "platform_system": name, "platform_machine": machine}
        for system, name in (("linux", "Linux"), ("darwin", "Darwin"))
        for machine in ("x86_64", "aarch64", "arm64")
    ]
    cpython = {"implementation_name": "cpython", "platform_python_implementation": "CPython", "os_name": "posix"}
    versions = [{"python_version": f"3.{minor}", "python_full_version": f"3.{minor}.1"} for minor in range(11, 16)]
    return [{**default_environment(), **cpython, **place, **version} for place in packing for version in versions]


@pytest.mark.parametrize("path", FUNCTION_LOCKS, ids=lambda path: path.stem)
def test_what_a_function_gets_does_not_depend_on_the_python_and_the_machine_that_pack_it(path) -> None:
    markers = {condition for _, _, condition in PIN.findall(path.read_text()) if condition}
    for condition in markers:
        answers = {Marker(condition.removeprefix(" ; ")).evaluate(place) for place in environments()}
        assert len(answers) == 1, condition


@pytest.mark.parametrize("path", PYTHON_LOCKS, ids=lambda path: path.stem)
def test_a_python_lock_pins_by_hash_and_names_no_address(path) -> None:
    text = path.read_text()
    requirements = re.split(r"^(?=[a-z0-9])", text, flags=re.MULTILINE)[1:]
    assert requirements
    assert all(PIN.match(each) and "--hash=sha256:" in each for each in requirements)
    assert "://" not in text


@pytest.mark.parametrize("path", NODE_LOCKS, ids=lambda path: path.parent.name)
def test_a_node_lock_pins_by_hash_and_names_no_address(path) -> None:
    packages = json.loads(path.read_text())["packages"]
    installed = {name: package for name, package in packages.items() if name}
    assert installed
    for name, package in installed.items():
        assert package.get("integrity", "").startswith("sha512-"), name
        assert "resolved" not in package, name
