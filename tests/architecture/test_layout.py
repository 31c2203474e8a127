"""You can name every file after one look at the folder."""

from importlib.metadata import packages_distributions

from tests.architecture.sources import FUNCTIONS, HANDLERS, ROOT, source_files

SAYS_NOTHING = {"common", "data", "helper", "helpers", "manager", "managers", "misc", "process", "util", "utils"}
HANDLER_LINES = 15
FILE_LINES = 350
"""The aim is 300; a few lines over it are no reason to tear one thing in two."""


def lines(path) -> int:
    return len(path.read_text().splitlines())


def test_a_handler_only_hands_over() -> None:
    long = {path.name: lines(path) for path in HANDLERS.glob("*.py") if lines(path) > HANDLER_LINES}
    assert not long, f"over {HANDLER_LINES} lines: {long}. Move what it decides into an edge."


def test_a_file_is_one_thing() -> None:
    long = {
        str(path.relative_to(ROOT)): lines(path)
        for path in source_files(".py", ".ts", ".tsx", ".js", ".css")
        if lines(path) > FILE_LINES and "tests" not in path.relative_to(ROOT).parts and ".test." not in path.name
    }
    assert not long, f"over {FILE_LINES} lines: {long}. Each is two things."


def test_every_name_says_what_is_inside() -> None:
    vague = [
        str(path.relative_to(ROOT))
        for path in source_files(".py", ".ts", ".tsx", ".js", ".sh")
        if SAYS_NOTHING & {part.partition(".")[0].lower() for part in path.relative_to(ROOT).parts}
    ]
    assert not vague, f"name the intention: {vague}"


def test_nothing_that_ships_hides_a_library() -> None:
    """The packager lays libraries beside our own files, and merges what has one name."""
    ours = {path.stem for path in FUNCTIONS.iterdir()}
    assert not ours & packages_distributions().keys()
