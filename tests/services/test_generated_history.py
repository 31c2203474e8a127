"""Whatever two owners, three sessions and a page do, in any order and at the same moment: nothing is taken twice, no
accepted change is lost, the counts add up, and every reader shows one order.
"""

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from followups.domain import dues
from followups.domain.drains import Stop
from followups.domain.errors import (
    ChangedMeanwhile,
    ClaimedElsewhere,
    ClaimLost,
    FollowUpsError,
    NotDue,
    NotFound,
    TooManyOpen,
)
from followups.domain.text import folded_title
from followups.domain.todos import Todo
from followups.services import editing
from followups.services.ports import Shelf
from followups.storage.indexes import INDEXES, place_in, row_of
from followups.storage.todo_items import from_item, to_item
from local.item_text import decode
from local.sqlite_table import SqliteTable
from tests.builders import FakeClock, Home, a_home, on, ports_on
from tests.faults import RacedTable
from tests.services.known_todos import Known
from tests.services.owner_actions import ACTIONS, TITLES, World

SESSIONS = ("s1", "s2", "s3")
DAY = 24 * 60

sessions = st.sampled_from(SESSIONS)
titles = st.sampled_from(TITLES)
picks = st.integers(min_value=0, max_value=99)
actions = st.sampled_from(sorted(ACTIONS))


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
        assert not known.is_due_later(now), "an occurrence taken before it came"
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
        except NotDue:
            self.is_due_later(todo)
            return
        except NotFound:
            assert not (self.at(todo).may_be_taken and self.at(todo).list_id == self.home.id)
            return
        self.granted(claimed, session)

    def drain(self, home: Home, session: str, start: bool) -> None:
        step = home.drain(session, start=start)
        if step.todo is not None:
            self.granted(step.todo, session)
            assert not self.at(step.todo).waits(self.clock.now())
            return
        if self.meets:
            return  # What came in between was not there when it looked.
        now = self.clock.now()
        left = [
            known
            for known in self.known.values()
            if known.may_be_taken and known.list_id == self.home.id and not known.waits(now)
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
            if how == "complete":
                read = None if todo.due is None else dues.occurrence(todo.due)
                written = home.complete(todo, said, claim_token=given, occurrence=read)
            else:
                written = home.hand_back(todo, said, claim_token=given)
        except ClaimLost:
            assert given != known.token or (given is None and known.is_held(self.clock.now()))
            return
        except ChangedMeanwhile:
            assert known.due != todo.due, "refused for an occurrence that it stands on"
            return
        except NotDue:
            self.is_due_later(todo)
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
        known.is_with_owner = how == "hand_back"
        if how == "complete":
            known.is_done, known.snoozed_until = not known.repeats, None
            if known.repeats:
                self.rolled(known, written.todo)
            known.due = written.todo.due
        known.version = written.todo.version

    def owner(self, home: Home, pick: int, name: str, stale: bool) -> None:
        todo = self.todo(pick)
        known = self.at(todo)
        at, elsewhere = (self.home, self.second) if known.list_id == self.home.id else (self.second, self.home)
        seen = editing.Seen(id=todo.id, version=todo.version - stale or None)
        before = known.version
        try:
            answer = ACTIONS[name](World(home, at, elsewhere, self.order), seen)
        except editing.Stale as refused:
            self.is_another(refused.current, seen)
            return
        except FollowUpsError:
            return
        if answer.version != before:
            if name in {"complete", "skip"} and known.repeats and known.is_open:
                self.rolled(known, answer)
            known.version = answer.version
            self.told(name, known, answer)

    def rolled(self, known: Known, answer: Todo) -> None:
        """It stays open and is due later, and nothing of it is lost."""
        assert answer.is_open
        assert answer.due is not None
        assert known.due is not None
        assert dues.begins(answer.due, "UTC") > answer.updated_at
        assert dues.begins(answer.due, "UTC") > dues.begins(known.due, "UTC")
        assert answer.repeat is not None
        assert answer.snoozed_until is None
        assert (answer.title, answer.starred) == (known.title, known.starred)
        assert answer.notes.startswith(known.notes)
        # What a rival wrote in between is known by now.
        assert answer.version == known.version + 1

    def is_another(self, current: Todo, seen: editing.Seen) -> None:
        assert current.version != seen.version

    def is_due_later(self, todo: Todo) -> None:
        assert self.at(todo).is_due_later(self.clock.now())

    def has_holder(self, todo: Todo, holder: object) -> None:
        assert self.at(todo).holder == holder

    def told(self, name: str, known: Known, answer: Todo) -> None:
        known.title, known.starred = answer.title, answer.starred
        if name == "return":
            known.notes = answer.notes
        if name in {"complete", "skip", "delete", "unassign", "move"} and not (
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
        known.due, known.repeats = answer.due, answer.repeat is not None
        known.snoozed_until = answer.snoozed_until
        known.list_id = answer.list_id
        self.moved.add(answer.id)

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
    @rule(pick=picks, name=actions, stale=st.booleans())
    def the_owner_acts(self, pick: int, name: str, stale: bool) -> None:
        self.owner(self.home, pick, name, stale)

    @precondition(lambda self: self.known)
    @rule(
        session=sessions,
        rival_session=sessions,
        pick=picks,
        call=st.sampled_from(["drain", "claim", "complete", "hand_back", "owner", "capture"]),
        rival=st.sampled_from(["drain", "claim", "complete", "hand_back", "owner", "capture"]),
        name=actions,
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

    @precondition(lambda self: self.known)
    @rule(session=sessions, pick=picks, how=st.sampled_from(["complete", "skip", "by an agent"]))
    def what_repeats_rolls(self, session: str, pick: int, how: str) -> None:
        """All at once, since by chance alone it hardly ever comes that far."""
        self.owner(self.home, pick, "star", False)
        self.owner(self.home, pick, "repeat", False)
        self.claim(self.home, session, pick)
        self.owner(self.home, pick, "snooze", False)
        if how == "by an agent":
            self.finish(self.home, pick, "complete", "current")
        else:
            self.owner(self.home, pick, how, False)

    @rule(minutes=st.sampled_from([1, 10, 31, DAY]))
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
            assert (found.due, found.repeat is not None, found.snoozed_until) == (
                *(known.due, known.repeats, known.snoozed_until),
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
