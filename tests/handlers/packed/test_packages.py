"""What lies in the packages: the same for Lambda as for this machine, where it is tried, but for compiled code."""

import os
import re
import struct
import subprocess

import pytest

from tests.architecture.sources import FUNCTIONS, handler_names
from tests.handlers.packed.packing import Platform, pack, said_file, target_of
from tests.length import LONG

pytestmark = pytest.mark.timeout(300)

COMPILED = re.compile(r"\.(cpython-\d+-\w+-linux-gnu|abi3)\.so$")
"""How wheels end the names of compiled modules (PEP 3149)."""

AARCH64 = 183
"""`EM_AARCH64` of the ELF header, elf(5)."""

HASH_BASED_AND_UNCHECKED = 0b01
"""The flags in a .pyc (PEP 552): Lambda's disk cannot be written to, and times say nothing there."""

functions = pytest.mark.parametrize("name", handler_names())
for_lambda = pytest.mark.parametrize("name", handler_names() if LONG else ["agent"])
"""The agent's has every kind of library in it, and each takes half a minute to pack for Lambda."""


def files(package) -> set[str]:
    return {str(path.relative_to(package)) for path in package.rglob("*") if path.is_file()}


def machine(library) -> int:
    """What an ELF library was compiled for, elf(5): `e_machine`."""
    head = library.read_bytes()[:20]
    assert head[:4] == b"\x7fELF"
    (number,) = struct.unpack_from("<H", head, 18)
    return int(number)


@for_lambda
def test_the_package_for_lambda_holds_the_same_files_as_the_one_for_this_machine(name, packages) -> None:
    here, there = (
        {COMPILED.sub(".so", file) for file in files(pack(name, platform, packages)) if not file.endswith(".pyc")}
        for platform in Platform
    )
    assert here == there


@for_lambda
def test_everything_compiled_for_lambda_is_for_its_processor(name, packages) -> None:
    package = pack(name, Platform.LAMBDA, packages)
    machines = {file: machine(package / file) for file in files(package) if COMPILED.search(file)}
    assert set(machines.values()) <= {AARCH64}, machines
    assert not [file for file in files(package) if file.endswith(".so") and file not in machines]


@functions
def test_every_module_has_bytecode_that_is_never_compared_with_its_source(name, packages) -> None:
    package = pack(name, Platform.HERE, packages)
    compiled = {path.parent.parent / f"{path.name.partition('.')[0]}.py": path for path in package.rglob("*.pyc")}
    assert set(package.rglob("*.py")) == compiled.keys()
    flags = {struct.unpack_from("<I", path.read_bytes(), 4)[0] for path in compiled.values()}
    assert flags == {HASH_BASED_AND_UNCHECKED}


@functions
def test_a_package_holds_one_handler_and_nothing_that_no_function_runs(name, packages) -> None:
    package = pack(name, Platform.HERE, packages)
    assert {path.name for path in (package / "handlers").glob("*.py")} == {"__init__.py", f"{name}.py"}
    assert {path.name for path in (package / "followups").rglob("*.py")} >= {"config.py", "keys.py"}
    unused = [file for file in files(package) if re.search(r"(^|/)(bin|tests|examples)/|/RECORD$|\.pyi$", file)]
    assert not unused


@for_lambda
def test_whoever_unpacks_it_may_read_everything_and_time_says_nothing(name, packages) -> None:
    package = pack(name, Platform.LAMBDA, packages)
    statuses = [path.stat() for path in package.rglob("*")]
    assert {status.st_mode & 0o777 for status in statuses} <= {0o755, 0o644}
    assert len({status.st_mtime for status in statuses}) == 1


def test_who_packs_without_bytecode_is_warned(packages) -> None:
    package = pack("sweep", Platform.LAMBDA, packages)
    assert "WARNING: sweep is packed WITHOUT BYTECODE" in said_file(package).read_text()
    assert not list(package.rglob("*.pyc"))


def test_every_client_that_the_code_builds_is_packed(packages) -> None:
    code = "\n".join(path.read_text() for path in (FUNCTIONS / "followups").rglob("*.py"))
    services = set(re.findall(r"""\bclient\(\s*["']([a-z0-9-]+)["']""", code))
    assert "dynamodb" in services
    packed = pack("sweep", Platform.HERE, packages) / "botocore" / "data"
    assert services <= {path.name for path in packed.iterdir()}


@pytest.mark.parametrize(
    ("settings", "told"),
    [
        ({}, "ARTIFACTS_DIR=folder"),
        ({"ARTIFACTS_DIR": "/"}, "is not empty"),
        ({"ARTIFACTS_DIR": "new", "PYTHON": "a-python-that-is-not-there"}, "is not Python 3.11 or newer with pip"),
    ],
)
def test_what_cannot_be_packed_is_refused_before_anything_is_done(settings, told, tmp_path) -> None:
    environment = {"PATH": os.environ["PATH"], **settings}
    command = ["make", "-f", str(FUNCTIONS / "Makefile"), target_of("sweep")]
    run = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)
    assert run.returncode != 0
    assert told in run.stderr
    assert list(tmp_path.iterdir()) == []
