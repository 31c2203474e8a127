"""An agent reads what may be taken, a page at a time, and one follow-up whole."""

from datetime import timedelta

import pytest

from followups.domain.errors import NotFound
from followups.domain.limits import AGENT_PAGE_BYTES
from followups.services import access, editing, reading, renaming
from followups.services.reading import PAGES
from tests.builders import WIDGET, a_home, an_agent, an_owner


def page(home, *, limit=20, after=None, session="s1", repository=WIDGET):
    return reading.follow_ups(
        home.ports, home.agent, repository=repository, session_id=session, limit=limit, after=after
    )


def titles(found):
    return [row.title for row in found.rows]


def snooze(home, todo, **span):
    home.act(editing.snooze, todo, until=home.clock.now() + timedelta(**span))


def test_a_page_is_in_the_owners_order(home):
    todos = [home.follow_up() for _ in range(4)]
    home.edit(todos[3], before=todos[0].id)
    home.edit(todos[1], after=todos[2].id)
    wanted = [todos[at].title for at in (3, 0, 2, 1)]
    assert home.read() == wanted
    assert home.shelf() == wanted


def test_a_page_ends_at_its_limit_and_the_next_goes_on_where_it_ended(home):
    """C11"""
    filed = [home.capture(session=f"s{n}").todo.title for n in range(12)]
    first = page(home, limit=5)
    second = page(home, limit=5, after=first.next)
    third = page(home, limit=5, after=second.next)
    assert [titles(each) for each in (first, second, third)] == [filed[:5], filed[5:10], filed[10:]]
    assert third.next is None


def test_pages_overlap_nowhere_while_rows_come_and_go(home):
    todos = [home.follow_up(session=f"s{n}") for n in range(8)]
    first = page(home, limit=4)
    home.complete(todos[3])
    home.edit(todos[7], before=todos[0].id)
    second = page(home, limit=4, after=first.next)
    assert titles(second) == [todo.title for todo in todos[4:7]]


def test_only_what_may_be_taken_is_read(home):
    kept = home.follow_up()
    home.add("The owner's own")
    home.capture(repository="acme/other")
    home.hand_back(home.follow_up())
    home.complete(home.follow_up())
    home.act(editing.delete, home.follow_up())
    home.act(editing.unassign, home.follow_up())
    home.set_up(review_new=True)
    home.capture("Proposed")
    assert home.read() == [kept.title]


def test_a_snoozed_one_is_held_back_until_then(home, clock):
    snoozed, free = home.follow_up(), home.follow_up()
    snooze(home, snoozed, hours=1)
    assert home.read() == [free.title]
    clock.advance(hours=1)
    assert home.read() == [snoozed.title, free.title]


def test_one_with_a_plain_future_date_is_served(home):
    dated = home.follow_up(due="2030-01-01")
    assert home.read() == [dated.title]


def test_within_a_page_the_own_live_claim_comes_first_then_the_free_ones_then_those_of_others(home, clock):
    a, b, c, d, e = (home.follow_up() for _ in range(5))
    home.claim(a, "s2")
    home.claim(e, "s9")
    clock.advance(minutes=31)
    home.claim(b, "s2")
    home.claim(d, "s1")

    assert home.read(session="s1") == [todo.title for todo in (d, a, c, e, b)]
    assert home.read(session="s2") == [todo.title for todo in (b, a, c, e, d)]
    assert home.read(session=None) == [todo.title for todo in (a, c, e, b, d)]


def test_an_expired_claim_is_free_though_nothing_ran(home, clock):
    """E05"""
    todo = home.follow_up()
    other = home.follow_up()
    home.claim(todo, "dead")
    assert home.read() == [other.title, todo.title]
    clock.advance(minutes=30)
    assert home.read() == [todo.title, other.title]
    assert todo.title in home.shelf()


def test_a_call_reads_at_most_three_pages_of_rows_then_answers_with_a_cursor(home):
    todos = [home.follow_up(session=f"s{n // 20}") for n in range(PAGES * 4 + 2)]
    for todo in todos[: PAGES * 4]:
        snooze(home, todo, days=1)
    first = page(home, limit=4)
    assert first.rows == []
    assert first.next is not None
    assert titles(page(home, limit=4, after=first.next)) == [todo.title for todo in todos[-2:]]


def test_held_back_rows_do_not_shorten_a_page(home):
    todos = [home.follow_up() for _ in range(10)]
    for todo in todos[:3]:
        snooze(home, todo, days=1)
    assert titles(page(home, limit=4)) == [todo.title for todo in todos[3:7]]


def test_a_page_ends_before_it_outgrows_its_bytes_and_nothing_is_lost(home):
    filed = [
        home.capture(f"{n:02d}" + "\U0001f4a6" * 998, notes="\U0001f4a6" * 500, session=f"s{n // 20}").todo
        for n in range(40)
    ]
    first = page(home, limit=40)
    weight = sum(len(row.title.encode()) + len(row.notes.encode()) for row in first.rows)
    assert 0 < len(first.rows) < 40
    assert weight < AGENT_PAGE_BYTES
    assert [title[:2] for title in home.read(limit=40)] == [todo.title[:2] for todo in filed]


def test_rows_are_shortened_and_say_so(home):
    home.capture("x" * 1_000, notes="y" * 1_000)
    (row,) = page(home).rows
    assert (row.title, row.title_shortened) == ("x" * 300, True)
    assert (row.notes, row.notes_shortened) == ("y" * 240, True)


def test_a_short_row_is_whole(home):
    home.capture("Fix it", notes="n")
    (row,) = page(home).rows
    assert (row.title, row.title_shortened, row.notes, row.notes_shortened) == ("Fix it", False, "n", False)


class TestOneWhole:
    def read(self, home, todo):
        return reading.follow_up(home.ports, home.agent, todo.id)

    def test_every_follow_up_of_the_list_is_reached_whatever_its_state(self, home):
        open_one, done, back = (home.follow_up(notes="n" * 5_000) for _ in range(3))
        home.complete(done)
        home.hand_back(back)
        home.set_up(review_new=True)
        proposed = home.follow_up()
        for todo in (open_one, done, back, proposed):
            assert self.read(home, todo).todo == home.stored(todo)

    def test_a_todo_without_an_origin_and_what_is_not_there_look_the_same(self, home, ports):
        own = home.add()
        deleted = home.follow_up()
        home.act(editing.delete, deleted)
        foreign = a_home(ports, "owner-2").follow_up()
        elsewhere = a_home(ports, name="Second").follow_up()
        answers = set()
        for todo_id in (own.id, deleted.id, foreign.id, elsewhere.id, "0190a5c2-0000-7000-8000-000000000000", "x", ""):
            with pytest.raises(NotFound) as refused:
                reading.follow_up(home.ports, home.agent, todo_id)
            answers.add((refused.value.message, str(refused.value.details)))
        assert len(answers) == 1

    def test_it_is_shown_under_the_name_its_repository_has_now(self, home):
        todo = home.follow_up()
        renaming.rename(home.ports, home.owner, old=WIDGET, new="acme/gadget")
        assert self.read(home, todo).repository == "acme/gadget"

    def test_long_notes_come_in_slices_that_join_to_the_whole(self):
        notes = "a\u0301\U0001f468\u200d\U0001f469 " * 400
        joined = ""
        offset: int | None = 0
        while offset is not None:
            head, offset = reading.notes_slice(notes, offset, 1_000)
            assert 0 < len(head.encode()) <= 1_000
            joined += head
        assert joined == notes


def test_a_key_that_does_not_reach_the_list_gets_the_answer_of_an_unknown_id(home, ports):
    second = a_home(ports, name="Second")
    bound = an_agent(ports, an_owner(ports), list_id=second.id)
    stranger = an_agent(ports, an_owner(ports, "owner-2"))
    answers = set()
    for caller, list_id in (
        (bound, home.id),
        (stranger, home.id),
        (home.agent.caller, "0190a5c2-0000-7000-8000-000000000000"),
        (home.agent.caller, "nonsense"),
    ):
        with pytest.raises(NotFound) as refused:
            access.reach_list(ports, caller, list_id)
        answers.add(refused.value.message)
    assert len(answers) == 1
    assert access.reach_list(ports, bound, second.id).id == second.id
