"""One session has at most 25 follow-ups of its own open."""

import pytest

from followups.domain.errors import TooManyOpen
from followups.domain.limits import OPEN_PER_SESSION
from followups.services import editing
from tests.builders import a_home, on
from tests.faults import RacedTable


def filled(home, session="s1"):
    return [home.follow_up(session=session) for _ in range(OPEN_PER_SESSION)]


def test_the_26th_is_refused_and_told_to_say_the_rest_in_its_reply(home):
    filled(home)
    with pytest.raises(TooManyOpen, match="say the rest in your reply") as refused:
        home.capture("One more")
    assert refused.value.details == {"open": 25, "limit": 25}
    assert "One more" not in home.shelf()


def test_filed_by_you_counts_this_sessions_open_ones_exactly(home):
    assert [home.capture().filed_by_you for _ in range(3)] == [1, 2, 3]
    assert home.capture(session="s2").filed_by_you == 1
    third = home.follow_up()
    assert home.capture().filed_by_you == 5
    home.complete(third)
    assert home.capture().filed_by_you == 5


def test_other_sessions_and_other_lists_have_room_of_their_own(home, ports):
    filled(home)
    assert home.capture(session="s2").filed_by_you == 1
    assert a_home(ports, name="Second").capture().filed_by_you == 1


@pytest.mark.parametrize(
    "closes",
    [
        lambda home, todo: home.complete(todo),
        lambda home, todo: home.act(editing.complete, todo),
        lambda home, todo: home.act(editing.delete, todo),
        lambda home, todo: home.act(editing.unassign, todo),
        lambda home, todo: home.act(editing.move, todo, to_list=a_home(home.ports, name="Second").id),
    ],
    ids=["completed", "completed by the owner", "deleted", "unassigned", "moved"],
)
def test_closing_one_frees_its_room(home, closes):
    closes(home, filled(home)[7])
    assert home.capture("One more").filed_by_you == 25
    with pytest.raises(TooManyOpen):
        home.capture("And one")


def test_closing_all_frees_all(home):
    for todo in filled(home):
        home.complete(todo)
    assert [home.capture().filed_by_you for _ in range(OPEN_PER_SESSION)] == list(range(1, OPEN_PER_SESSION + 1))


def test_handed_back_and_proposed_ones_are_open_and_keep_their_room(home):
    home.set_up(review_new=True)
    todos = filled(home)
    home.act(editing.accept, todos[0])
    home.hand_back(home.stored(todos[0]))
    with pytest.raises(TooManyOpen):
        home.capture()


def test_what_the_owner_reopens_counts_again_while_it_is_remembered(home):
    todo = home.follow_up()
    home.complete(todo)
    assert home.capture().filed_by_you == 1
    home.act(editing.reopen, todo)
    assert home.capture().filed_by_you == 3


def test_a_session_that_files_at_the_same_moment_never_gets_over_its_limit(home, sqlite):
    for _ in range(OPEN_PER_SESSION - 1):
        home.capture()
    raced = on(home, RacedTable(sqlite, lambda: home.capture("The 25th")))
    with pytest.raises(TooManyOpen):
        raced.capture("The 26th")
    assert len(home.shelf()) == OPEN_PER_SESSION


def test_a_hundred_that_were_filed_and_closed_leave_no_trace_in_what_the_next_costs(home):
    for _ in range(100):
        home.complete(home.follow_up())
    assert home.capture().filed_by_you == 1
    assert len(home.ports.filings.noise(home.id, "s1")) <= OPEN_PER_SESSION
