"""The documents keep up: what exists is described, and what is described exists."""

import ast
import re
from collections.abc import Iterator

import pytest

from followups.config import SETTINGS
from followups.domain.errors import FollowUpsError
from followups.edges.agent.tools import TOOLS
from followups.edges.web.openapi import document
from followups.edges.web.routes import OPERATIONS
from tests.architecture.documents import code_words, commands, documents, first_cells, links, text
from tests.architecture.sources import FUNCTIONS, ROOT, source_files

SETTING = re.compile(r"FOLLOW_UPS_[A-Z]+(_[A-Z]+)*")
PATH_IN_PROSE = re.compile(r"[\w./-]+/[\w.-]+\.(py|md|toml|txt|yaml)")


def strings(*folders: str) -> Iterator[str]:
    for folder in folders:
        for path in source_files(".py", under=ROOT / folder):
            for node in ast.walk(ast.parse(path.read_text())):
                if isinstance(node, ast.Constant) and isinstance(node.value, str):
                    yield node.value


def settings(*folders: str) -> set[str]:
    """Ours by their name, wherever one is read."""
    return {value for value in strings(*folders) if SETTING.fullmatch(value)}


def error_codes(family=FollowUpsError) -> set[str]:
    own = {family.code} if "code" in vars(family) else set()
    return own.union(*(error_codes(member) for member in family.__subclasses__()))


def test_every_setting_is_described() -> None:
    described = set().union(*(code_words(page.read_text()) for page in documents()))
    of_functions = {setting.variable for setting in SETTINGS}
    assert of_functions | settings("functions", "local", "bench") <= described


def test_every_described_setting_is_read() -> None:
    described = set(first_cells(text("README.md"), "Setting"))
    assert described
    assert described <= settings("functions", "local")


def test_every_error_has_a_row_that_says_what_to_do_next() -> None:
    assert error_codes() <= set(first_cells(text("docs/errors.md"), "Code"))


def test_every_described_error_is_one_that_an_edge_can_answer() -> None:
    described = first_cells(text("docs/errors.md"), "Code")
    assert len(described) == len(set(described))
    assert set(described) - error_codes() <= set(strings("functions/followups/edges"))


def test_every_tool_and_its_arguments_are_described() -> None:
    described = code_words(text("docs/tools.md"))
    for tool in TOOLS:
        names = {tool.name, *(argument.name for argument in tool.takes)}
        assert names <= described, tool.name


def test_the_readme_shows_the_tools_that_there_are() -> None:
    assert set(first_cells(text("README.md"), "Tool")) == {tool.name for tool in TOOLS}


def test_every_route_explains_itself() -> None:
    for path, operations in document.of(OPERATIONS)["paths"].items():
        for method, operation in operations.items():
            unexplained = [each["name"] for each in operation.get("parameters", ()) if not each["description"]]
            assert operation["summary"], f"{method} {path}"
            assert unexplained == [], f"{method} {path}"


@pytest.mark.parametrize("page", documents(), ids=lambda path: str(path.relative_to(ROOT)))
def test_every_link_leads_somewhere(page) -> None:
    assert [target for target in sorted(links(page)) if not (page.parent / target).exists()] == []


@pytest.mark.parametrize("page", documents(), ids=lambda path: str(path.relative_to(ROOT)))
def test_every_file_that_prose_names_exists(page) -> None:
    """By its path from the document, the root, the functions or the package."""
    places = [page.parent, ROOT, FUNCTIONS, FUNCTIONS / "followups"]
    named = [word for word in code_words(page.read_text()) if PATH_IN_PROSE.fullmatch(word)]
    assert [word for word in sorted(named) if not any((place / word).exists() for place in places)] == []


def test_every_command_that_prose_names_is_a_target() -> None:
    targets = set(re.findall(r"^([a-z-]+):", text("Makefile"), re.MULTILINE))
    typed = [line for page in documents() for line in commands(page.read_text())]
    named = {match[1] for line in typed if (match := re.match(r"make ([a-z-]+)", line))}
    assert named
    assert named <= targets


def test_every_target_is_in_the_help() -> None:
    makefile = text("Makefile")
    targets = set(re.findall(r"^([a-z]+):", makefile, re.MULTILINE))
    assert targets == set(re.findall(r"^([a-z]+):.*## \S", makefile, re.MULTILINE))
