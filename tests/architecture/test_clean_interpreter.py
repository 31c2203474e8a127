"""What each handler loads when a fresh process imports it: cold starts are paid by whoever waits for them."""

import json
import os
import re
import subprocess
import sys
from functools import cache
from importlib.metadata import packages_distributions
from pathlib import Path
from typing import Any

import pytest

from tests.architecture.sources import FUNCTIONS, handler_names

USES = {
    "web": {"aws_lambda_powertools", "boto3", "fastapi", "mangum", "pydantic", "starlette"},
    "agent": {"aws_lambda_powertools", "boto3", "mangum", "mcp", "pydantic", "starlette"},
    "socket": {"aws_lambda_powertools", "boto3"},
    "live_sync": {"aws_lambda_powertools", "boto3"},
    "schedule": {"aws_lambda_powertools", "boto3"},
    "remind": {"aws_lambda_powertools", "boto3", "cryptography", "http_ece", "py_vapid"},
    "sweep": {"aws_lambda_powertools", "boto3"},
    "setup": {"aws_lambda_powertools", "boto3", "cryptography"},
}
"""The heavy libraries that each handler has a use for."""

HEAVY = {
    "aiohttp", "aws_lambda_powertools", "boto3", "cryptography", "fastapi", "http_ece", "icalendar", "mangum", "mcp",
    "moto", "py_vapid", "pydantic", "pywebpush", "requests", "starlette", "uvicorn",
}  # fmt: skip

COMES_WITH = {"mcp": {"cryptography", "uvicorn"}}
"""What a library loads by itself, whoever asks for it."""

TAKEN_WHERE_IT_IS_THERE = {"certifi", "python-multipart"}
"""Libraries that others import if they find them: botocore has certificates of its own, starlette reads forms."""

SETTINGS: dict[str, str] = {"AWS_REGION": "eu-central-1", "AWS_DEFAULT_REGION": "eu-central-1"}


LATER = {"live_sync": ("followups.edges.web.presenting", "followups.storage.todo_items")}
"""What a handler imports once it needs it."""


@cache
def loaded_by(handler: str, folder: Path = FUNCTIONS, later: tuple[str, ...] = ()) -> set[str]:
    """The top-level modules in memory once the handler is imported, with no other path than a packed function has."""
    imports = "; ".join(f"import {name}" for name in (f"handlers.{handler}", *later))
    told = "sorted({name.partition('.')[0] for name in set(sys.modules) - before})"
    loaded: list[str] = told_by(f"before = set(sys.modules); {imports}", told, folder)
    return set(loaded)


def told_by(program: str, told: str, folder: Path = FUNCTIONS) -> Any:
    """The value of an expression at the end of a program in a clean interpreter."""
    site_packages = [path for path in sys.path if path.endswith("site-packages")]
    begin = f"import sys; sys.path[:0] = {[str(folder)]!r}; sys.path += {site_packages!r}"
    command = [sys.executable, "-I", "-S", "-c", f"{begin}\n{program}\nimport json; print(json.dumps({told}))"]
    environment = {"PATH": os.defpath, **SETTINGS}
    answer = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=60, check=False)
    assert answer.returncode == 0, answer.stderr
    return json.loads(answer.stdout.splitlines()[-1])


def lock_of(handler: str) -> Path:
    return FUNCTIONS / "requirements" / f"{handler}.txt"


def without_use(handler: str, loaded: set[str]) -> set[str]:
    """The heavy libraries among the loaded that this handler could do without."""
    useful = USES[handler] | {extra for used in USES[handler] for extra in COMES_WITH.get(used, ())}
    return (loaded & HEAVY) - useful


def test_every_handler_says_what_it_has_a_use_for() -> None:
    assert set(handler_names()) <= USES.keys()


@pytest.mark.parametrize("handler", handler_names())
def test_a_handler_loads_no_library_that_it_has_no_use_for(handler) -> None:
    assert without_use(handler, loaded_by(handler)) == set()


@pytest.mark.parametrize("handler", [name for name in handler_names() if lock_of(name).exists()])
def test_a_handler_loads_only_what_its_lock_packs(handler) -> None:
    packed = set(re.findall(r"^([a-z0-9-]+)==", lock_of(handler).read_text(), re.MULTILINE))
    owners = packages_distributions()
    loaded = {dist.lower().replace("_", "-") for module in loaded_by(handler) for dist in owners.get(module, ())}
    assert loaded - TAKEN_WHERE_IT_IS_THERE <= packed


@pytest.mark.parametrize("handler", sorted(LATER))
def test_nor_does_it_once_it_needs_more(handler) -> None:
    assert without_use(handler, loaded_by(handler, later=LATER[handler])) == set()


@pytest.mark.parametrize("handler", handler_names())
def test_a_start_does_not_look_through_all_that_it_loads_for_garbage(handler) -> None:
    assert told_by(f"import handlers.{handler}", "__import__('gc').get_stats()[2]['collections']") == 0


def test_a_library_without_use_is_found_however_deep_it_is_imported(tmp_path) -> None:
    package = tmp_path / "handlers"
    package.mkdir()
    (package / "socket.py").write_text("import behind")
    (tmp_path / "behind.py").write_text("import fastapi")
    assert "fastapi" in without_use("socket", loaded_by("socket", tmp_path))
