"""The hooks' sources run on Python 3.9 with nothing installed."""

import ast
import sys

import pytest

from tests.plugin.hook_program import HOOKS

FILES = sorted(HOOKS.glob("*.py"))
OURS = {file.stem for file in FILES}
YOUNGER = {"tomllib"}
"""In the standard library, and not yet in 3.9."""
YOUNGER_METHODS = {"pairwise", "bit_count", "add_note", "packages_distributions"}

every_file = pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)


def tree(file):
    return ast.parse(file.read_text(), feature_version=(3, 9))


def test_there_are_hooks_to_look_at() -> None:
    assert {"session_start", "prompt", "tool_use", "allow", "hook", "service", "repository"} <= OURS


@every_file
def test_it_is_written_in_the_language_of_3_9(file) -> None:
    parsed = tree(file)
    assert not [node for node in ast.walk(parsed) if isinstance(node, ast.Match)]
    futures = [n for n in parsed.body if isinstance(n, ast.ImportFrom) and n.module == "__future__"]
    assert [alias.name for node in futures for alias in node.names] == ["annotations"]


@every_file
def test_it_imports_the_standard_library_and_its_neighbours_alone(file) -> None:
    names = set()
    for node in ast.walk(tree(file)):
        if isinstance(node, ast.Import):
            names |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0
            names.add(str(node.module).partition(".")[0])
    assert names <= (sys.stdlib_module_names - YOUNGER) | OURS


@every_file
def test_it_calls_nothing_that_is_younger(file) -> None:
    """Also no union of types outside of annotations, which 3.9 works out."""
    for node in ast.walk(tree(file)):
        assert not (isinstance(node, ast.Attribute) and node.attr in YOUNGER_METHODS)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            assert not (node.func.id == "zip" and "strict" in {word.arg for word in node.keywords})
            if node.func.id == "isinstance":
                assert not isinstance(node.args[1], ast.BinOp)


@every_file
def test_what_it_says_of_a_failure_holds_no_key(file) -> None:
    """Nothing is printed but the answer, and nothing raised holds the key."""
    for node in ast.walk(tree(file)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            assert node.func.id != "print"
        if isinstance(node, ast.Raise):
            assert "api_key" not in ast.unparse(node)


def test_the_launcher_is_run_by_a_plain_shell_with_plain_line_ends() -> None:
    text = (HOOKS / "launch.sh").read_bytes()
    assert text.startswith(b"#!/bin/sh\n")
    assert b"\r" not in text
    assert b"[[" not in text
