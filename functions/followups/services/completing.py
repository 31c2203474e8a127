"""An agent completes a follow-up."""

from dataclasses import dataclass

from followups.domain.filing import arguments_mark
from followups.domain.instants import kept
from followups.domain.notes import completion_note
from followups.domain.todos import NOT_IN_REACH, AgentWrite, Todo
from followups.services import changing, repository_ids
from followups.services.access import ReachedList
from followups.services.holding_back import zone_for
from followups.services.ports import Ports


@dataclass(frozen=True, slots=True)
class Written:
    """The follow-up as a completion or a hand-back left it."""

    todo: Todo
    repository: str
    repeated: bool
    """Whether this very call had landed before; then nothing was written."""


def complete(
    ports: Ports,
    reached: ReachedList,
    *,
    todo_id: str,
    summary: str,
    commit: str | None = None,
    claim_token: str | None = None,
    occurrence: str | None = None,
) -> Written:
    """Tick a follow-up off, or roll it forward, with the summary in its notes.

    The same call again answers the stored success.

    Raises:
        NotFound: it is not in reach.
        ClaimLost: the token is not the current one, or a live claim wants one.
        ChangedMeanwhile: its due is no longer the occurrence that was read.
        NotDue: it repeats, and its due has not come.
    """
    note = completion_note(summary, commit)
    write = agent_write(
        ports,
        reached,
        "complete_follow_up",
        id=todo_id,
        summary=summary,
        commit=commit,
        claim_token=claim_token,
        occurrence=occurrence,
    )

    repeated = False

    def decide(todo: Todo) -> Todo:
        nonlocal repeated
        repeated = todo.is_as_left_by(write)
        if repeated:
            return todo
        zone = zone_for(ports, todo)
        return todo.completed_by_agent(
            token=claim_token, occurrence=occurrence, write=write, now=write.at, owner_zone=zone
        )

    todo = changing.change(ports, reached, todo_id, decide, note=note, missing=NOT_IN_REACH)
    return written(ports, reached, todo, repeated=repeated)


def agent_write(ports: Ports, reached: ReachedList, tool: str, **arguments: str | None) -> AgentWrite:
    """This call, as it is kept to know it again."""
    key = reached.caller.key
    return AgentWrite(
        key_id="" if key is None else key.id,
        tool=tool,
        arguments=arguments_mark(arguments),
        at=kept(ports.clock.now()),
    )


def written(ports: Ports, reached: ReachedList, todo: Todo, *, repeated: bool) -> Written:
    filed = "" if todo.origin is None else todo.origin.repository
    return Written(todo, repository_ids.shown_name(ports, reached, filed), repeated)
