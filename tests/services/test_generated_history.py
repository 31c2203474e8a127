"""Whatever two owners, three sessions and a page do, in any order and at the same moment: nothing is taken twice, no
accepted change is lost, the counts add up, and every reader shows one order.
"""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from followups.domain.drains import Stop
from followups.domain.errors import ClaimedElsewhere, ClaimLost, FollowUpsError, NotFound, TooManyOpen
from followups.domain.text import folded_title
from followups.domain.todos import Todo
from followups.services import editing
from followups.services.ports import Shelf
from followups.storage.indexes import INDEXES, place_in, row_of
from followups.storage.todo_items import from_item, to_item
from local.item_text import decode
from local.sqlite_table import SqliteTable
from tests.builders import WIDGET, FakeClock, Home, a_home, on, ports_on
from tests.faults import RacedTable
from tests.services.known_todos import Known

SESSIONS = ("s1", "s2", "s3")
TITLES = ("Fix the guard", "fix the `guard`.", "Fix the docs", "Name the flag", "Drop the flag")

sessions = st.sampled_from(SESSIONS)
titles = st.sampled_from(TITLES)
picks = st.integers(min_value=0, max_value=99)


class History(RuleBasedStateMachine):
    @initialize()
    def begin(self) -> None:
        self.sqlite = SqliteTable(":memory:")
        self.clock = FakeClock()
        self.home = a_home(ports_on(self.sqlite, self.clock))
        self.second = a_home(self.home.ports, name="Second")
        self.other = a_home(self.home.ports, "owner-2")
        self.known: dict[str, Known] = {}
        self.theirs: list[str] = []
        self.order: list[str] = []
        self.moved: set[str] = set()
        self.meets = False

    def teardown(self) -> None:
        self.sqlite.close()

    # Each call is told to the model by its answer

    def todo(self, pick: int) -> Todo:
        todo_id = list(self.known)[pick % len(self.known)]
        found = self.home.ports.todos.get(todo_id)
        assert found is not None
        return found

    def at(self, todo: Todo) -> Known:
        return self.known[todo.id]

    def capture(self, home: Home, session: str, title: str, key: str | None) -> None:
        try:
            answer = home.capture(title, session=session, idempotency_key=key)
        except TooManyOpen:
            assert self.filed(session) >= 25
            return
        if answer.todo.id not in self.known:
            assert not answer.duplicate
            self.known[answer.todo.id] = Known(
                title=title, filed_as=title, list_id=self.home.id, filed_by=session, version=1
            )
            # Of two that meet, each may have counted before the other wrote.
            assert abs(answer.filed_by_you - self.filed(session)) <= self.meets
        elif key is None:
            assert answer.duplicate
            known = self.at(answer.todo)
            assert known.is_open
            assert folded_title(title) in {folded_title(known.title), folded_title(known.filed_as)}

    def filed(self, session: str) -> int:
        """How many follow-ups of this session are open in its list."""
        mine = (known for known in self.known.values() if known.filed_by == session and known.list_id == self.home.id)
        return sum(known.is_open and known.is_follow_up for known in mine)

    def granted(self, todo: Todo, session: str) -> None:
        now, known = self.clock.now(), self.at(todo)
        assert known.may_be_taken
        assert known.list_id == self.home.id
        assert not known.is_held(now) or known.holder == session, "taken twice while a claim was live"
        assert todo.claim is not None
        assert todo.claim.session_id == session
        number = int(todo.claim.token.partition(".")[0])
        assert number >= known.number
        if known.token == todo.claim.token:
            assert known.holder == session
        else:
            assert number > known.number or known.number == 0
            known.lets_go()
        known.holder, known.token, known.lapses = session, todo.claim.token, todo.claim.expires_at
        known.number = number
        known.version = max(known.version, todo.version)

    def claim(self, home: Home, session: str, pick: int) -> None:
        todo = self.todo(pick)
        try:
            claimed = home.claim(todo, session)
        except ClaimedElsewhere as refused:
            self.has_holder(todo, refused.details["holder"])
            return
        except NotFound:
            assert not (self.at(todo).may_be_taken and self.at(todo).list_id == self.home.id)
            return
        self.granted(claimed, session)

    def drain(self, home: Home, session: str, start: bool) -> None:
        step = home.drain(session, start=start)
        if step.todo is not None:
            self.granted(step.todo, session)
            snoozed = self.at(step.todo).snoozed_until
            assert snoozed is None or snoozed <= self.clock.now()
            return
        if self.meets:
            return  # What came in between was not there when it looked.
        now = self.clock.now()
        left = [
            known
            for known in self.known.values()
            if known.may_be_taken
            and known.list_id == self.home.id
            and (known.snoozed_until is None or known.snoozed_until <= now)
        ]
        if step.stop is Stop.NOTHING_LEFT:
            assert left == []
        elif step.stop is Stop.ALL_CLAIMED:
            assert all(known.is_held(now) and known.holder != session for known in left)
            assert step.claimed_by_others == len(left)
        else:
            assert step.open == len(left) >= step.checkpoint
            assert step.taken >= step.checkpoint

    def finish(self, home: Home, pick: int, how: str, token: str) -> None:
        todo, said = self.todo(pick), f"Said {len(self.known)} {self.clock.now().isoformat()}."
        known = self.at(todo)
        given = {"current": known.token, "old": known.old_token, "none": None}[token]
        try:
            written = getattr(home, how)(todo, said, claim_token=given)
        except ClaimLost:
            assert given != known.token or (given is None and known.is_held(self.clock.now()))
            return
        except NotFound:
            assert not (known.may_be_taken and known.list_id == self.home.id)
            return
        assert known.may_be_taken
        assert given == known.token if given is not None else not known.is_held(self.clock.now())
        known.lets_go()
        known.number += 1
        lead = "Done" if how == "complete" else "Handed back"
        known.notes = f"{known.notes}\n\n{lead}: {said}" if known.notes else f"{lead}: {said}"
        known.is_done, known.is_with_owner = how == "complete", how == "hand_back"
        known.snoozed_until = None if known.is_done else known.snoozed_until
        known.version = written.todo.version

    def owner(self, home: Home, pick: int, name: str, stale: bool) -> None:
        todo = self.todo(pick)
        known = self.at(todo)
        at = self.home if known.list_id == self.home.id else self.second
        seen = editing.Seen(id=todo.id, version=todo.version - stale or None)
        before = known.version
        try:
            answer = self.ACTIONS[name](self, home, at, seen)
        except editing.Stale as refused:
            self.is_another(refused.current, seen)
            return
        except FollowUpsError:
            return
        if answer.version != before:
            known.version = answer.version
            self.told(name, known, answer)

    def is_another(self, current: Todo, seen: editing.Seen) -> None:
        assert current.version != seen.version

    def has_holder(self, todo: Todo, holder: object) -> None:
        assert self.at(todo).holder == holder

    def told(self, name: str, known: Known, answer: Todo) -> None:
        known.title, known.starred = answer.title, answer.starred
        if name == "return":
            known.notes = answer.notes
        if name in {"complete", "delete", "unassign", "move"} and not (
            name == "move" and answer.list_id == known.list_id
        ):
            known.lets_go()
            known.number += 1
        known.is_done = answer.completed_at is not None
        known.is_deleted = answer.deleted_at is not None
        known.is_follow_up = answer.origin is not None
        known.is_with_owner = answer.origin is not None and answer.origin.with_owner
        if answer.origin is None or answer.origin.session_id is None:
            known.filed_by = None
        known.snoozed_until = answer.snoozed_until
        known.list_id = answer.list_id
        self.moved.add(answer.id)

    def _reorder(self, home: Home, at: Home, seen: editing.Seen) -> Todo:
        others = [todo_id for todo_id in self.order if todo_id != seen.id]
        if at is not self.home or not others:
            raise NotFound("nowhere to go")
        above = others[(seen.version or 0) % len(others)]
        edit = editing.Edit(before=above)
        return editing.edit(home.ports, at.owner, seen, edit)

    ACTIONS: dict[str, Callable[[Any, Home, Home, editing.Seen], Todo]] = {  # noqa: RUF012 - the rules' own table
        "title": lambda self, home, at, seen: editing.edit(
            home.ports, at.owner, seen, editing.Edit(title=TITLES[(seen.version or 0) % 5])
        ),
        "star": lambda self, home, at, seen: editing.edit(
            home.ports, at.owner, seen, editing.Edit(starred=bool((seen.version or 0) % 2))
        ),
        "reorder": lambda self, home, at, seen: self._reorder(home, at, seen),
        "complete": lambda self, home, at, seen: editing.complete(home.ports, at.owner, seen),
        "reopen": lambda self, home, at, seen: editing.reopen(home.ports, at.owner, seen),
        "delete": lambda self, home, at, seen: editing.delete(home.ports, at.owner, seen),
        "restore": lambda self, home, at, seen: editing.restore(home.ports, at.owner, seen),
        "unassign": lambda self, home, at, seen: editing.unassign(home.ports, at.owner, seen),
        "assign": lambda self, home, at, seen: editing.assign(home.ports, at.owner, seen, repository=WIDGET),
        "return": lambda self, home, at, seen: editing.return_to_drain(home.ports, at.owner, seen, answer="Go on."),
        "snooze": lambda self, home, at, seen: editing.snooze(
            home.ports, at.owner, seen, until=self.clock.now() + timedelta(minutes=20)
        ),
        "move": lambda self, home, at, seen: editing.move(
            home.ports, at.owner, seen, to_list=(self.second if at is self.home else self.home).id
        ),
    }

    # What may happen

    @rule(session=sessions, title=titles, key=st.none() | st.sampled_from(["k1", "k2"]))
    def captures(self, session: str, title: str, key: str | None) -> None:
        self.capture(self.home, session, title, key and f"{key} {session} {title}")

    @rule(session=sessions, start=st.booleans())
    def drains(self, session: str, start: bool) -> None:
        self.drain(self.home, session, start)

    @precondition(lambda self: self.known)
    @rule(session=sessions, pick=picks)
    def claims(self, session: str, pick: int) -> None:
        self.claim(self.home, session, pick)

    @precondition(lambda self: self.known)
    @rule(
        pick=picks,
        how=st.sampled_from(["complete", "hand_back"]),
        token=st.sampled_from(["current", "current", "old", "none"]),
    )
    def finishes(self, pick: int, how: str, token: str) -> None:
        self.finish(self.home, pick, how, token)

    @precondition(lambda self: self.known)
    @rule(pick=picks, name=st.sampled_from(sorted(ACTIONS)), stale=st.booleans())
    def the_owner_acts(self, pick: int, name: str, stale: bool) -> None:
        self.owner(self.home, pick, name, stale)

    @precondition(lambda self: self.known)
    @rule(
        session=sessions,
        rival_session=sessions,
        pick=picks,
        call=st.sampled_from(["drain", "claim", "complete", "hand_back", "owner", "capture"]),
        rival=st.sampled_from(["drain", "claim", "complete", "hand_back", "owner", "capture"]),
        name=st.sampled_from(sorted(ACTIONS)),
    )
    def two_meet(self, session: str, rival_session: str, pick: int, call: str, rival: str, name: str) -> None:
        """The rival comes between the other's reading and its first write."""
        self.meets = True
        self.clock.advance(seconds=1)
        raced = on(self.home, RacedTable(self.sqlite, lambda: self.do(self.home, rival, rival_session, pick, name)))
        self.do(raced, call, session, pick, name)
        self.meets = False

    def do(self, home: Home, call: str, session: str, pick: int, name: str) -> None:
        match call:
            case "drain":
                self.drain(home, session, False)
            case "claim":
                self.claim(home, session, pick)
            case "owner":
                self.owner(home, pick, name, False)
            case "capture":
                self.capture(home, session, TITLES[pick % len(TITLES)], None)
            case how:
                self.finish(home, pick, how, "current")

    @rule(minutes=st.sampled_from([1, 10, 31]))
    def time_passes(self, minutes: int) -> None:
        self.clock.advance(minutes=minutes)

    @rule(title=titles)
    def the_other_owner_captures(self, title: str) -> None:
        answer = self.other.capture(title)
        if not answer.duplicate:
            self.theirs.append(title)

    # What always holds

    @invariant()
    def every_accepted_change_is_there(self) -> None:
        for todo_id, known in self.known.items():
            found = self.home.ports.todos.get(todo_id)
            assert found is not None
            # A drain that lost against another call of its session lets its claim go without a word.
            assert found.version >= known.version
            known.version = found.version
            assert (found.title, found.notes, found.starred) == (known.title, known.notes, known.starred)
            assert (found.is_open, found.may_be_taken, found.list_id) == (
                *(known.is_open, known.may_be_taken, known.list_id),
            )
            assert (found.claim and found.claim.token) == known.token

    @invariant()
    def the_counts_add_up(self) -> None:
        here = [known for known in self.known.values() if known.list_id == self.home.id]
        assert len(self.home.shelf()) == sum(known.is_open for known in here)
        assert len(self.home.shelf(Shelf.COMPLETED)) == sum(known.is_done and not known.is_deleted for known in here)
        assert len(self.home.shelf(Shelf.DELETED)) == sum(known.is_deleted for known in here)
        assert len(self.home.shelf(Shelf.HANDED_BACK)) == sum(known.is_open and known.is_with_owner for known in here)

    @invariant()
    def every_reader_shows_one_order_and_only_what_was_moved_moves(self) -> None:
        rows = self.home.ports.todos.shelf(self.home.id, Shelf.OPEN, limit=1_000).rows
        order = [row.id for row in rows]
        assert [row.order for row in rows] == sorted(row.order for row in rows)
        stayed = [todo_id for todo_id in self.order if todo_id in order and todo_id not in self.moved]
        assert [todo_id for todo_id in order if todo_id in stayed] == stayed
        self.order, self.moved = order, set()
        ids = [name.id for name in self.home.ports.repositories.all(self.home.id)]
        takeable = self.home.ports.todos.takeable(self.home.id, ids, after=None, limit=1_000).rows if ids else []
        assert [row.id for row in takeable] == [each for each in order if self.known[each].may_be_taken]

    @invariant()
    def every_index_row_is_what_a_rebuild_would_give(self) -> None:
        stored = self.sqlite._connection.execute("SELECT body FROM items").fetchall()
        wanted = {}
        for (body,) in stored:
            item = decode(body)
            if item["type"] == "todo":
                assert to_item(from_item(item)) == item
            for index in INDEXES:
                place = place_in(index, item)
                if place is not None:
                    wanted[index, *place, item["PK"], item["SK"]] = row_of(item, index)
        kept = self.sqlite._connection.execute("SELECT name, ipk, isk, pk, sk, body FROM index_rows").fetchall()
        assert {tuple(row[:5]) for row in kept} == set(wanted)
        for name, ipk, isk, pk, sk, body in kept:
            row = wanted[name, ipk, isk, pk, sk]
            assert decode(body).items() <= row.items()

    @invariant()
    def the_other_owner_sees_what_is_theirs(self) -> None:
        assert len(self.other.shelf()) == len(self.theirs)
        assert not set(self.other.shelf()) - set(self.theirs)


TestHistory = History.TestCase
TestHistory.settings = settings(stateful_step_count=30)
