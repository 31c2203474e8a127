"""The browsers that take an owner's pushes: subscribe one, see them, end one."""

from collections.abc import Sequence
from dataclasses import replace

from followups.domain import push, text
from followups.domain.errors import Invalid, NotFound
from followups.domain.instants import kept
from followups.domain.limits import LIST_NAME_CHARACTERS, PUSH_SUBSCRIPTIONS_PER_OWNER
from followups.domain.push import Subscription
from followups.services.access import Caller
from followups.services.ports import Ports


def subscribe(
    ports: Ports,
    caller: Caller,
    *,
    endpoint: str,
    p256dh: str,
    auth: str,
    name: str | None = None,
    replaces: str | None = None,
    allows_private: bool = False,
) -> Subscription:
    """Send this owner's pushes to a browser. A browser has one endpoint: the same again takes the former's place, and
    from whoever else used this browser.

    `replaces` names what the browser had before; where that is none of the owner's, nothing is taken away.

    Raises:
        Invalid: the endpoint, a key or the name is none, or the owner has as many browsers as may be.
        TooLarge: the endpoint or the name is too long.
    """
    address = push.endpoint(endpoint, allows_private=allows_private)
    new = Subscription(
        id=push.id_of(address),
        owner_id=caller.owner_id,
        endpoint=address,
        p256dh=push.public_key(p256dh),
        auth=push.auth_secret(auth),
        name=None if name is None else text.line(name, "name", LIST_NAME_CHARACTERS),
        created_at=kept(ports.clock.now()),
    )
    present = {each.id: each for each in ports.subscriptions.of_owner(caller.owner_id)}
    same, former = present.pop(new.id, None), None if replaces is None else present.pop(replaces, None)
    if len(present) >= PUSH_SUBSCRIPTIONS_PER_OWNER:
        raise Invalid(
            f"Reminders go to {PUSH_SUBSCRIPTIONS_PER_OWNER} browsers, and that is the most. End one in the settings "
            "first.",
            field="endpoint",
        )
    for before in (former, same):
        if before is not None:
            new = replace(new, name=new.name or before.name, created_at=before.created_at)
    if new != same:
        ports.subscriptions.keep(new)
    if former is not None:
        # Last: a browser that is cut off in between has both, and its push service says which is gone.
        ports.subscriptions.delete(former)
    return new


def subscriptions_of(ports: Ports, caller: Caller) -> Sequence[Subscription]:
    return ports.subscriptions.of_owner(caller.owner_id)


def unsubscribe(ports: Ports, caller: Caller, subscription_id: str) -> None:
    """Effective at once. Raises: NotFound: the owner has no such subscription."""
    found = ports.subscriptions.get(subscription_id) if push.is_id(subscription_id) else None
    if found is None or found.owner_id != caller.owner_id:
        raise NotFound("There is no such subscription. It may be ended already.")
    ports.subscriptions.delete(found)
