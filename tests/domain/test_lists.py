from datetime import UTC, datetime

import pytest

from followups.domain.errors import Invalid
from followups.domain.limits import ACCEPTED_REPOSITORIES
from followups.domain.lists import TodoList

NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)
LIST = TodoList(id="l1", owner_id="o1", name="Follow-ups", created_at=NOW, updated_at=NOW)


def test_an_edit_changes_what_is_given_and_leaves_the_rest():
    changed = LIST.edited(name=" Work ", review_new=True).edited(accepted_repositories=["acme/widget"])
    assert (changed.name, changed.review_new, changed.accepted_repositories) == ("Work", True, ("acme/widget",))
    assert changed.edited() == changed


def test_a_list_that_names_no_repositories_takes_all():
    assert LIST.accepts("acme/widget")


def test_a_list_takes_the_repositories_it_names_however_they_are_spelled_and_no_others():
    picky = LIST.edited(accepted_repositories=["https://github.com/Acme/Widget.git", "acme/widget"])
    assert picky.accepted_repositories == ("acme/widget",)
    assert picky.accepts("ACME/widget")
    assert not picky.accepts("acme/other")


def test_the_refusal_names_the_repository_and_says_what_to_do():
    refusal = LIST.refusal_of("acme/other")
    assert "Say it in your reply" in refusal.message
    assert refusal.details == {"repository": "acme/other"}


def test_a_list_names_repositories_and_not_too_many_of_them():
    with pytest.raises(Invalid):
        LIST.edited(accepted_repositories=["not a repository"])
    with pytest.raises(Invalid, match="at most"):
        LIST.edited(accepted_repositories=[f"acme/r{n}" for n in range(ACCEPTED_REPOSITORIES + 1)])


def test_accepting_all_again_is_an_empty_list():
    assert LIST.edited(accepted_repositories=["acme/widget"]).edited(accepted_repositories=[]) == LIST


@pytest.mark.parametrize("name", ["", "  ", "two\nlines", "\u202eabc"])
def test_a_name_is_one_line_that_can_be_seen(name):
    with pytest.raises(Invalid):
        LIST.edited(name=name)
