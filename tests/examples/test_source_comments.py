from pathlib import Path

import pytest

from examples.capture_todo_comments import OPEN_PER_SESSION, sessions
from examples.source_comments import Comment, comments_in, comments_of


def found(path, source):
    return [(comment.line, comment.text) for comment in comments_of(path, source)]


def test_python_comments_are_told_from_strings():
    source = 'x = "# TODO: not this one"\ny = 1  # TODO: this one\n"""\n# FIXME: nor this\n"""\n'
    assert found("a.py", source) == [(2, "TODO: this one")]


def test_a_comment_begins_at_its_mark_and_is_one_line_of_plain_text():
    assert found("a.py", "# see below, FIXME(me):\tthe \x07limit   is wrong\n") == [
        (1, "FIXME(me): the limit is wrong")
    ]


def test_a_mark_is_a_word_of_its_own():
    assert found("a.py", "# TODOS and ATODO and todo\n") == []


@pytest.mark.parametrize(
    ("path", "line"),
    [
        ("a.js", "call(); // TODO: await it"),
        ("a.sh", "run  # TODO: await it"),
        ("a.sql", "SELECT 1; -- TODO: await it"),
        ("a.pyi", "def f(): ...  # TODO: await it"),
    ],
)
def test_other_languages_are_read_line_by_line(path, line):
    assert found(path, line) == [(1, "TODO: await it")]


def test_a_comment_start_within_a_string_is_no_comment():
    assert found("a.js", 'get("http://a.example/TODO")') == []


def test_python_that_does_not_parse_is_read_line_by_line():
    assert found("a.py", "def f(:\n  '''\n# TODO: mend it\n") == [(3, "TODO: mend it")]


def test_the_notes_quote_the_lines_around():
    source = "\n".join(["one", "two", "three", "four", "# TODO: it", "six", "", "eight", "nine"])
    (comment,) = comments_of("src/a.py", source)
    assert comment.title == "TODO: it (src/a.py:5)"
    assert comment.notes.splitlines() == [
        "In `src/a.py`, line 5:",
        "",
        ">     two",
        ">     three",
        ">     four",
        ">     # TODO: it",
        ">     six",
        ">",
        ">     eight",
    ]


def test_a_folder_is_read_in_the_order_of_its_paths(tmp_path):
    for path in ("b.py", "a/z.py", "a/b/c.py"):
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text("# TODO: it\n")
    (tmp_path / "binary.py").write_bytes(b"\xff\xfe# TODO: it\n")
    (tmp_path / "prose.txt").write_text("# TODO: it\n")
    assert [comment.path for comment in comments_in(tmp_path)] == ["a/b/c.py", "a/z.py", "b.py"]


def test_no_session_files_more_than_it_may_have_open():
    comments = [Comment(path=f"{Path('src') / 'a.py'}", line=at, text="TODO", around=()) for at in range(60)]
    filed = [session_id for session_id, _ in sessions(comments)]
    assert max(map(filed.count, set(filed))) <= OPEN_PER_SESSION
    assert len(set(filed)) == 3
