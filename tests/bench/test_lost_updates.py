"""A write is lost when the history does not have it, or when its text is gone."""

from dataclasses import replace

from bench.many_writers import Written, lost_updates

WRITTEN = Written(
    todo_id="a",
    attempts=3,
    landed=3,
    last_notes="second edit",
    found_version=3,
    found_notes="second edit\n\nDone: it is.",
)


def test_nothing_is_lost_when_every_version_is_in_the_history() -> None:
    assert lost_updates([WRITTEN], {"a": {1, 2, 3}}) == 0


def test_a_version_that_the_history_does_not_have_is_lost() -> None:
    assert lost_updates([WRITTEN], {"a": {1, 3}}) == 1


def test_a_todo_without_any_history_lost_all_of_its_writes() -> None:
    assert lost_updates([WRITTEN], {}) == 3


def test_text_that_somebody_overwrote_is_lost() -> None:
    assert lost_updates([replace(WRITTEN, found_notes="first edit")], {"a": {1, 2, 3}}) == 1


def test_a_write_too_many_means_that_somebody_else_wrote() -> None:
    assert lost_updates([replace(WRITTEN, found_version=4)], {"a": {1, 2, 3, 4}}) == 1
