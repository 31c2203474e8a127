"""What a notification's buttons do without a page: the todo is done, or rings again in an hour.

Nobody signs in: the token in the notification is good for this ring, for one of the two, once and for a day.
"""

from datetime import timedelta
from typing import Final, Literal

from followups.domain import dues, reminders
from followups.domain.errors import ChangedMeanwhile, NotFound
from followups.domain.ids import is_id
from followups.domain.instants import Instant, kept
from followups.domain.limits import ATTEMPTS
from followups.domain.todos import Todo
from followups.services import editing, reminder_tokens
from followups.services.access import Caller, reach_list
from followups.services.ports import Ports
from followups.services.sent_markers import Mark, ring_of

Action = Literal["done", "later"]

LATER: Final = timedelta(hours=1)

_WORKS_NO_MORE: Final = (
    "This notification's buttons do not work any more: they were used, are over a day old, or the todo or this device "
    "is gone. Open the todo on the site."
)


def act(ports: Ports, token: str, action: Action) -> None:
    """Do it. The same action with the same token again is answered, and done if it was not.

    Raises:
        NotFound: the token is none, used for the other action, or over; the todo is gone, or the device rings no more.
        ChangedMeanwhile: the todo is done or due at another time by now.
    """
    shown = reminder_tokens.shown(token)
    todo = ports.todos.get(shown.todo_id) if shown is not None and is_id(shown.todo_id) else None
    device = None if shown is None else ports.subscriptions.get(shown.device)
    if shown is None or todo is None or device is None or device.owner_id != todo.owner_id:
        raise NotFound(_WORKS_NO_MORE)
    mark = Mark(owner_id=todo.owner_id, what=ring_of(shown.todo_id, shown.occurrence), device=shown.device)
    used = ports.sent.use(mark, token=shown.digest, action=action, now=ports.clock.now())
    if used is None or used.action != action:
        raise NotFound(_WORKS_NO_MORE)
    for _ in range(ATTEMPTS):
        if not _is_ringing(todo, shown.occurrence):
            break
        try:
            _act(ports, todo, action, used.at)
            return
        except editing.Stale as stale:
            todo = stale.current
    if not used.before:
        raise ChangedMeanwhile("This todo is done, deleted or due at another time by now. Nothing was changed.")
    # An earlier call with this token did it, and its answer was lost.


def _is_ringing(todo: Todo, occurrence: str) -> bool:
    return todo.is_open and reminders.occurrence(todo) == occurrence


def _act(ports: Ports, todo: Todo, action: Action, at: Instant) -> None:
    """Raises: Stale: it was changed since it was read; NotFound: its list is gone."""
    reached = reach_list(ports, Caller(todo.owner_id), todo.list_id)
    seen = editing.Seen(id=todo.id, version=todo.version)
    if action == "done":
        occurrence = None if todo.due is None else dues.occurrence(todo.due)
        editing.complete(ports, reached, seen, occurrence=occurrence)
    else:
        # From when it was first asked for: the same call again asks for the same hour.
        editing.snooze(ports, reached, seen, until=kept(max(at + LATER, ports.clock.now() + timedelta(minutes=1))))
