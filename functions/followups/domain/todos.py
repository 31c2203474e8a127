"""Todos and follow-ups: their transitions, each refused by a named error."""

from dataclasses import dataclass, field, replace
from datetime import timedelta
from typing import Final, Self

from followups.domain import dues, repeats, text
from followups.domain.claims import Claim, check_token
from followups.domain.dues import Due, DueDate
from followups.domain.errors import ChangedMeanwhile, Invalid, NotDue, NotFound
from followups.domain.instants import Instant
from followups.domain.limits import DELETED_SECONDS, IDEMPOTENCY_SECONDS
from followups.domain.notes import Note
from followups.domain.origins import Origin
from followups.domain.repeats import Asked, Repeat, Rolled

NOT_IN_REACH: Final = (
    "There is no such follow-up here that you can change: the id is unknown, or it is done, deleted, handed back, "
    "proposed or the owner's own. Nothing was written. read_follow_ups or drain_next show what is left."
)
NO_SUCH_TODO: Final = "There is no such todo in this list. Load the list again."


@dataclass(frozen=True, kw_only=True)
class AgentWrite:
    """The last completion or hand-back by an agent, kept so that the same call again is answered and not repeated."""

    key_id: str
    tool: str
    arguments: str
    """Hash of the arguments."""
    at: Instant

    def is_repeated_by(self, other: "AgentWrite") -> bool:
        """The same call, within a day."""
        return (self.key_id, self.tool, self.arguments) == (other.key_id, other.tool, other.arguments) and (
            other.at - self.at < timedelta(seconds=IDEMPOTENCY_SECONDS)
        )


@dataclass(frozen=True, kw_only=True)
class Todo:
    """One thing to do, in a list. With an origin it is a follow-up, which agents may reach."""

    id: str
    list_id: str
    owner_id: str
    title: str
    order: str
    created_at: Instant
    updated_at: Instant
    notes: str = ""
    starred: bool = False
    due: Due | None = None
    repeat: Repeat | None = None
    """Only with a due: then completing it makes it due again."""
    rolled: Rolled | None = None
    """How it was last rolled forward."""
    snoozed_until: Instant | None = None
    dated_at: Instant | None = None
    """When it came to ring for what it rings for: what was past by then never rings."""
    completed_at: Instant | None = None
    deleted_at: Instant | None = None
    origin: Origin | None = None
    claim: Claim | None = None
    claim_number: int = 0
    """Rises with every claim and with every write that takes the follow-up out of reach."""
    last_agent_write: AgentWrite | None = None
    reports: int = 0
    """How many reports it has."""
    version: int = 0
    """How many writes were saved; 0 before the first."""
    write_id: str = field(default="", compare=False)
    """Names the last write, so that a retry of it is known."""

    @property
    def is_open(self) -> bool:
        return self.completed_at is None and self.deleted_at is None

    @property
    def may_be_taken(self) -> bool:
        """Open, a follow-up, and neither handed back nor proposed: agents may change it."""
        return self.is_open and self.origin is not None and not self.origin.with_owner and not self.origin.proposed

    def is_gone(self, now: Instant) -> bool:
        """Deleted longer ago than it can be restored."""
        return self.deleted_at is not None and now - self.deleted_at >= timedelta(seconds=DELETED_SECONDS)

    def held_until(self, now: Instant, owner_zone: str) -> Instant | None:
        """Until when it is kept from the drain, if it is: while snoozed, and where it repeats until its due."""
        times = [] if self.snoozed_until is None else [self.snoozed_until]
        if self.repeat is not None and self.due is not None:
            times.append(dues.begins(self.due, owner_zone))
        return max((at for at in times if at > now), default=None)

    @property
    def standing_roll(self) -> Rolled | None:
        """How it was last rolled forward, while it still is where that left it."""
        stands = self.is_open and self.rolled is not None and self.rolled.to == self._occurrence
        return self.rolled if stands else None

    # What agents do

    def claim_for(self, session_id: str, secret: str, now: Instant) -> Self:
        """Lease it to this session; claiming again renews the lease and keeps the token.

        Raises:
            NotFound: it is not in reach.
            ClaimedElsewhere: another session's claim is live.
        """
        self._in_reach()
        if self.claim is not None:
            self.claim.refuse_others(session_id, now)
            if self.claim.session_id == session_id:
                return replace(self, claim=self.claim.renewed(now))
        number = self.claim_number + 1
        claim = Claim.granted(session_id=session_id, number=number, secret=secret, now=now)
        return replace(self, claim=claim, claim_number=number)

    def released_by(self, session_id: str) -> Self:
        """End this session's claim; another's stays."""
        if self.claim is None or self.claim.session_id != session_id:
            return self
        return self._unclaimed()

    def completed_by_agent(
        self, *, token: str | None, occurrence: str | None, write: AgentWrite, now: Instant, owner_zone: str
    ) -> Self:
        """Tick it off, or roll it forward. The summary is appended apart, by `noted`.

        Raises:
            NotFound: it is not in reach.
            ClaimLost: the token is not the current one, or a live claim wants one.
            ChangedMeanwhile: its due is no longer the occurrence that was read.
            NotDue: it repeats, and its due has not come.
        """
        self._in_reach()
        check_token(self.claim, token, now)
        self._is_occurrence(occurrence)
        self.check_due(now, owner_zone)
        return replace(self._done(now, owner_zone), last_agent_write=write)

    def check_due(self, now: Instant, owner_zone: str) -> None:
        """Raises: NotDue: it repeats, and its due has not come."""
        if self.repeat is not None and self.due is not None and dues.begins(self.due, owner_zone) > now:
            raise NotDue(
                f"It repeats and is not due before {self._occurrence}. Nothing was written: leave it until then. "
                "drain_next gives you the next that may be taken.",
                occurrence=self._occurrence,
            )

    def handed_back_by_agent(self, *, reason: str, token: str | None, write: AgentWrite, now: Instant) -> Self:
        """Give the follow-up to the owner, with the reason. It stays an ordinary open todo.

        Raises:
            NotFound: it is not in reach.
            ClaimLost: the token is not the current one, or a live claim wants one.
        """
        origin = self._in_reach()
        check_token(self.claim, token, now)
        return replace(self._unclaimed(), origin=origin.given_to_owner(reason, now), last_agent_write=write)

    def is_as_left_by(self, write: AgentWrite) -> bool:
        """Whether this very call has landed already, and nothing was changed since that would make it land anew."""
        if self.last_agent_write is None or not self.last_agent_write.is_repeated_by(write):
            return False
        if self.deleted_at is not None or self.origin is None:
            return False
        if write.tool == "hand_back_follow_up":
            return self.is_open and self.origin.with_owner
        roll = self.standing_roll
        return self.completed_at is not None or (roll is not None and roll.at == self.last_agent_write.at)

    # What the owner does

    def edited(
        self,
        *,
        title: str | None = None,
        notes: str | None = None,
        starred: bool | None = None,
        due: Due | None = None,
        clears_due: bool = False,
        repeat: Asked | None = None,
        clears_repeat: bool = False,
    ) -> Self:
        """Change what is given; the rest stays. Who moves the due moves the anchor of its repeat with it, and ends its
        snooze.

        Raises: Invalid, TooLarge: a field is not what it takes, or a repeat would have no due.
        """
        changed = self
        if title is not None:
            changed = replace(changed, title=text.title(title))
        if notes is not None:
            changed = replace(changed, notes=text.notes(notes))
        if starred is not None:
            changed = replace(changed, starred=starred)
        if due is not None or clears_due:
            kept = None if due is None or changed.repeat is None else repeats.carried(changed.repeat, changed.due, due)
            snoozed_until = changed.snoozed_until if due == changed.due else None
            changed = replace(changed, due=due, repeat=kept, snoozed_until=snoozed_until)
        if repeat is not None:
            changed = replace(changed, repeat=repeats.changed(changed.repeat, repeat, changed.due))
        return replace(changed, repeat=None) if clears_repeat else changed

    def completed(self, *, occurrence: str | None, now: Instant, owner_zone: str, skips: bool = False) -> Self:
        """Tick it off, or roll it forward; a todo that is done already stays as it is.

        Raises:
            ChangedMeanwhile: its due is no longer the occurrence that was read.
            Invalid: an occurrence of what does not repeat is skipped.
        """
        self._not_deleted()
        if skips and self.repeat is None:
            raise Invalid("Only what repeats can be skipped. Complete or delete it instead.", field="repeat")
        if self.completed_at is not None:
            return self
        self._is_occurrence(occurrence)
        return self._done(now, owner_zone, skips=skips)

    def reopened(self) -> Self:
        """Undo its completion: one that was rolled forward, and not moved since, stands on its former due again."""
        self._not_deleted()
        before = replace(self, completed_at=None, last_agent_write=None)
        if (roll := self.standing_roll) is None or self.due is None:
            return before
        zone = None if isinstance(self.due, DueDate) else self.due.time_zone
        return replace(before, due=dues.from_occurrence(roll.due, zone), rolled=None)

    def deleted(self, now: Instant) -> Self:
        return self if self.deleted_at is not None else replace(self._unclaimed(), deleted_at=now)

    def restored(self) -> Self:
        return replace(self, deleted_at=None)

    def moved(self, *, list_id: str, order: str, repository_id: str | None) -> Self:
        """Into another list, at its foot; a follow-up is one there too, in that list's repository."""
        self._not_deleted()
        origin = self.origin
        if origin is not None and repository_id is not None:
            origin = replace(origin, repository_id=repository_id)
        return replace(self._unclaimed(), list_id=list_id, order=order, origin=origin)

    def assigned(self, repository: str, repository_id: str) -> Self:
        """Make it a follow-up of this repository; one that is stays what it was but for the repository."""
        self._not_deleted()
        if self.origin is None:
            return replace(self, origin=Origin(repository=repository, repository_id=repository_id))
        if self.origin.repository_id == repository_id:
            return self
        moved = replace(self.origin, repository=repository, repository_id=repository_id)
        return replace(self._unclaimed(), origin=moved)

    def taken_over(self, repository_id: str) -> Self:
        """In the repository that takes its own over, under another name of it; a claim goes on."""
        if self.origin is None:
            return self
        return replace(self, origin=replace(self.origin, repository_id=repository_id))

    def unassigned(self) -> Self:
        """Take it away from the agents: it is the owner's alone again."""
        self._not_deleted()
        return self if self.origin is None else replace(self._unclaimed(), origin=None)

    def accepted(self) -> Self:
        """Let a proposed follow-up into the drain."""
        self._not_deleted()
        if self.origin is None:
            raise Invalid("Only a follow-up can be accepted; this is a todo of your own.", field="id")
        return replace(self, origin=self.origin.accepted())

    def dismissed(self, now: Instant) -> Self:
        """Say no to a proposed follow-up: it is deleted, and can be restored for 30 days.

        Raises: Invalid: it is not proposed.
        """
        if self.deleted_at is not None:
            return self
        if self.origin is None or not self.origin.proposed:
            raise Invalid("Only a proposed follow-up can be dismissed; delete this one instead.", field="id")
        return self.deleted(now)

    def returned_to_drain(self) -> Self:
        """Let agents take a handed-back follow-up again; the reason stays. The answer is appended apart, by `noted`.

        Raises: Invalid: it is no open follow-up, or was never handed back.
        """
        self._not_deleted()
        if self.origin is None or self.origin.handed_back is None or self.completed_at is not None:
            raise Invalid("Only an open follow-up that was handed back can return to the drain.", field="id")
        return replace(self, origin=self.origin.returned_to_drain())

    def snoozed(self, until: Instant | None, now: Instant) -> Self:
        """Hold it back until then; without an instant, no longer."""
        self._not_deleted()
        if until is not None and until <= now:
            raise Invalid("until has to lie in the future.", field="until")
        return replace(self, snoozed_until=until)

    def placed(self, order: str) -> Self:
        self._not_deleted()
        return replace(self, order=order)

    # What both write

    def noted(self, note: Note) -> Self:
        """With the paragraph below its notes. Raises: TooLarge: the notes are full."""
        return replace(self, notes=text.notes(text.appended(self.notes, str(note))))

    def reported(self) -> Self:
        """With one report more."""
        return replace(self, reports=self.reports + 1)

    def _in_reach(self) -> Origin:
        if self.origin is None or not self.may_be_taken:
            raise NotFound(NOT_IN_REACH)
        return self.origin

    def _not_deleted(self) -> None:
        if self.deleted_at is not None:
            raise NotFound("This todo was deleted. Restore it first.")

    @property
    def _occurrence(self) -> str | None:
        return None if self.due is None else dues.occurrence(self.due)

    def _done(self, now: Instant, owner_zone: str, *, skips: bool = False) -> Self:
        """Due again where it repeats and anything follows, else completed; without claim and snooze."""
        done = replace(self._unclaimed(), snoozed_until=None)
        if self.repeat is None or self.due is None:
            return replace(done, completed_at=now)
        following = repeats.next_due(self.repeat, self.due, now, owner_zone)
        if following is None:
            return replace(done, completed_at=now)
        rolled = Rolled(due=dues.occurrence(self.due), to=dues.occurrence(following), at=now, skipped=skips)
        return replace(done, due=following, rolled=rolled)

    def _is_occurrence(self, occurrence: str | None) -> None:
        current = self._occurrence
        if occurrence is not None and occurrence != current:
            raise ChangedMeanwhile(
                f"Its due is {current or 'gone'} by now, not {occurrence}. Read it again and decide anew.",
                occurrence=current,
            )

    def _unclaimed(self) -> Self:
        """Without its claim, and with a number that no token holds."""
        return replace(self, claim=None, claim_number=self.claim_number + 1)
