"""Every write of both doors: what it needs to be there, and how it is sent."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from tests.journeys.answers import of_web
from tests.journeys.owner import Owner
from tests.proof.doors import AgentDoor
from tests.push_peer import Browser

Json = dict[str, Any]

REPOSITORY: Final = "acme/widget"
PHONE: Final = Browser("https://push.example.com/send/1", None)
HERE: Final = {"repository": REPOSITORY, "session_id": "monday"}


@dataclass(frozen=True)
class Doors:
    """Both doors to one list, and a second list beside it."""

    owner: Owner
    agent: AgentDoor
    other_list_id: str
    write_id: str
    """Names the write that is tried."""

    @property
    def list_id(self) -> str:
        return self.owner.list_id

    async def web(self, method: str, path: str, body: Json | None = None, version: int | str | None = None) -> Json:
        """A write as a page sends it: named, and made from a version where it is of something that has one."""
        headers = {"write-id": self.write_id}
        if version is not None:
            headers["if-match"] = version if isinstance(version, str) else f'"{version}"'
        answered = await self.owner.http.request(method, path, json=body, headers=headers)
        return of_web(answered)


Prepare = Callable[[Doors], Awaitable[Json]]
Send = Callable[[Doors, Json], Awaitable[Json]]
Filled = Json | Callable[[Json], Json]
"""What is sent: always the same, or filled in from what was made."""


@dataclass(frozen=True)
class Write:
    prepare: Prepare
    """Makes what the write needs."""
    send: Send
    """Sends it, always the same; given what was made."""
    renews: bool = False
    """Whether sending it again renews a lease, which is a write of its own."""
    refused_again: str | None = None
    """The code that sending it again is told, where the first one left nothing to be answered."""


async def nothing(_: Doors) -> Json:
    return {}


async def a_todo(doors: Doors) -> Json:
    return await doors.owner.add("Plan the release", notes="In autumn.")


async def two_todos(doors: Doors) -> Json:
    return {"first": await a_todo(doors), "second": await doors.owner.add("Write the notes")}


async def a_repeating_todo(doors: Doors) -> Json:
    return await doors.owner.add("Water the plants", due={"date": "2099-01-31"}, repeat={"rrule": "FREQ=WEEKLY"})


async def a_subscription(doors: Doors) -> Json:
    return await doors.web("POST", "/api/push-subscriptions", PHONE.to_json())


async def a_done_todo(doors: Doors) -> Json:
    return await doors.owner.act(await a_todo(doors), "complete")


async def a_deleted_todo(doors: Doors) -> Json:
    todo = await a_todo(doors)
    deleted = await doors.owner.http.delete(doors.owner.path(todo["id"]), headers={"if-match": "*"})
    return of_web(deleted)


async def a_follow_up(doors: Doors) -> Json:
    answered = await doors.agent.call("add_follow_up", **HERE, title="Add the guard", notes="See users.py.")
    follow_up: Json = answered["follow_up"]
    return follow_up


async def a_claimed_follow_up(doors: Doors) -> Json:
    await a_follow_up(doors)
    return await doors.agent.call("drain_next", **HERE)


async def a_handed_back_follow_up(doors: Doors) -> Json:
    held = await a_claimed_follow_up(doors)
    await doors.agent.call("hand_back_follow_up", **_held(held), reason="Which guard?")
    return await doors.owner.todo(held["follow_up"]["id"])


async def a_proposed_follow_up(doors: Doors) -> Json:
    await doors.web("PATCH", f"/api/lists/{doors.list_id}", {"review_new": True}, "*")
    return await a_follow_up(doors)


async def a_list(doors: Doors) -> Json:
    return await doors.owner.get(f"/api/lists/{doors.list_id}")


async def the_other_list(doors: Doors) -> Json:
    return await doors.owner.get(f"/api/lists/{doors.other_list_id}")


async def a_deleted_list(doors: Doors) -> Json:
    there = await the_other_list(doors)
    headers = {"if-match": f'"{there["version"]}"'}
    of_web(await doors.owner.http.delete(f"/api/lists/{doors.other_list_id}", headers=headers))
    return {**there, "version": there["version"] + 1}


async def a_feed(doors: Doors) -> Json:
    return await doors.owner.post(f"/api/lists/{doors.list_id}/feeds", {})


async def the_settings(doors: Doors) -> Json:
    return await doors.owner.get("/api/me")


async def a_key(doors: Doors) -> Json:
    return await doors.owner.post("/api/keys", {"name": "spare", "list_id": doors.list_id})


def _held(step: Json) -> Json:
    return {"id": step["follow_up"]["id"], "claim_token": step["claim"]["token"]}


def _filled(content: Filled, made: Json) -> Json:
    return content(made) if callable(content) else content


def _tool(name: str, prepare: Prepare, arguments: Filled, *, renews: bool = False) -> Write:
    async def send(doors: Doors, made: Json) -> Json:
        return await doors.agent.call(name, **_filled(arguments, made))

    return Write(prepare, send, renews)


def _action(name: str, prepare: Prepare, body: Json | None = None) -> Write:
    async def send(doors: Doors, made: Json) -> Json:
        return await doors.web("POST", f"{doors.owner.path(made['id'])}/{name}", body, made["version"])

    return Write(prepare, send)


def _post(rest: str, prepare: Prepare, body: Filled) -> Write:
    """To a path below the list."""

    async def send(doors: Doors, made: Json) -> Json:
        return await doors.web("POST", f"/api/lists/{doors.list_id}{rest}", _filled(body, made))

    return Write(prepare, send)


def _one(method: str, path: str, prepare: Prepare, body: Json | None = None, *, versioned: bool = True) -> Write:
    """To a path with the ids of what was made."""

    async def send(doors: Doors, made: Json) -> Json:
        where = path.format(**{**made, "list_id": doors.list_id})
        return await doors.web(method, where, body, made["version"] if versioned else None)

    return Write(prepare, send)


async def _add(doors: Doors, _: Json) -> Json:
    return await doors.agent.call("add_follow_up", **HERE, title="Add the guard", idempotency_key=doors.write_id)


async def _move(doors: Doors, made: Json) -> Json:
    body = {"to_list": doors.other_list_id}
    return await doors.web("POST", f"{doors.owner.path(made['id'])}/move", body, made["version"])


ONE: Final = "/api/lists/{list_id}/todos/{id}"
TWO_TITLES: Final[Json] = {"todos": [{"title": "Plan the release"}, {"title": "Write the notes"}]}

TOOLS: Final[Mapping[str, Write]] = {
    "add_follow_up": Write(nothing, _add),
    "claim_follow_up": _tool(
        "claim_follow_up", a_follow_up, lambda made: {"id": made["id"], "session_id": "monday"}, renews=True
    ),
    "drain_next": _tool("drain_next", a_follow_up, HERE, renews=True),
    "complete_follow_up": _tool(
        "complete_follow_up",
        a_claimed_follow_up,
        lambda made: {**_held(made), "summary": "Added the guard.", "commit": "4f2a91c"},
    ),
    "hand_back_follow_up": _tool(
        "hand_back_follow_up", a_claimed_follow_up, lambda made: {**_held(made), "reason": "Which guard?"}
    ),
}
"""By the tool's name."""

ROUTES: Final[Mapping[tuple[str, str], Write]] = {
    ("POST", "/api/keys"): _one("POST", "/api/keys", nothing, {"name": "spare"}, versioned=False),
    ("DELETE", "/api/keys/{key_id}"): replace(
        _one("DELETE", "/api/keys/{id}", a_key, versioned=False), refused_again="not_found"
    ),
    ("PATCH", "/api/me"): _one("PATCH", "/api/me", the_settings, {"preferences": {"theme": "dark"}}),
    ("POST", "/api/lists"): _one("POST", "/api/lists", nothing, {"name": "made once"}, versioned=False),
    ("PATCH", "/api/lists/{list_id}"): _one("PATCH", "/api/lists/{id}", a_list, {"name": "renamed"}),
    ("DELETE", "/api/lists/{list_id}"): _one("DELETE", "/api/lists/{id}", the_other_list),
    ("POST", "/api/lists/{list_id}/restore"): _one("POST", "/api/lists/{id}/restore", a_deleted_list),
    ("POST", "/api/lists/{list_id}/feeds"): _post("/feeds", nothing, {"name": "Phone"}),
    ("DELETE", "/api/lists/{list_id}/feeds/{feed_id}"): replace(
        _one("DELETE", "/api/lists/{list_id}/feeds/{id}", a_feed, versioned=False), refused_again="not_found"
    ),
    ("POST", "/api/push-subscriptions"): _one(
        "POST", "/api/push-subscriptions", nothing, PHONE.to_json(), versioned=False
    ),
    ("DELETE", "/api/push-subscriptions/{subscription_id}"): replace(
        _one("DELETE", "/api/push-subscriptions/{id}", a_subscription, versioned=False), refused_again="not_found"
    ),
    ("POST", "/api/live-tickets"): _one("POST", "/api/live-tickets", nothing, versioned=False),
    ("POST", "/api/lists/{list_id}/import"): _post("/import", nothing, TWO_TITLES),
    ("POST", "/api/lists/{list_id}/repositories/rename"): _post(
        "/repositories/rename", a_follow_up, {"old": REPOSITORY, "new": "acme/gadget"}
    ),
    ("POST", "/api/lists/{list_id}/todos"): _post(
        "/todos", nothing, {"title": "Plan the release", "repository": REPOSITORY}
    ),
    ("POST", "/api/lists/{list_id}/todos/batch"): _post(
        "/todos/batch",
        two_todos,
        lambda made: {
            "action": "complete",
            "todos": [{"id": todo["id"], "version": todo["version"]} for todo in (made["first"], made["second"])],
        },
    ),
    ("PATCH", "/api/lists/{list_id}/todos/{todo_id}"): _one(
        "PATCH", ONE, a_todo, {"title": "Plan it", "starred": True}
    ),
    ("DELETE", "/api/lists/{list_id}/todos/{todo_id}"): _one("DELETE", ONE, a_todo),
    **{
        ("POST", f"/api/lists/{{list_id}}/todos/{{todo_id}}/{name}"): _action(name, prepare, body)
        for name, prepare, body in (
            ("complete", a_todo, None),
            ("skip", a_repeating_todo, None),
            ("reopen", a_done_todo, None),
            ("restore", a_deleted_todo, None),
            ("assign", a_todo, {"repository": REPOSITORY}),
            ("unassign", a_follow_up, None),
            ("accept", a_proposed_follow_up, None),
            ("dismiss", a_proposed_follow_up, None),
            ("return-to-drain", a_handed_back_follow_up, {"answer": "That of users.py."}),
            ("snooze", a_todo, {"until": "2099-01-31T09:00:00Z"}),
        )
    },
    ("POST", "/api/lists/{list_id}/todos/{todo_id}/move"): Write(a_todo, _move),
}
"""By method and path, as the OpenAPI document has them."""

NEEDS_A_RING: Final = ("POST", "/api/reminder-actions")
"""Shows what a push held: it is sent twice where pushes are received, with the reminders of the local server."""

ENDS_THE_ACCOUNT: Final = ("DELETE", "/api/me")
"""Has a server of its own."""


def through(doors: Doors, http: Any, base_url: str) -> Doors:
    """The same doors, reached at another address."""
    agent = replace(doors.agent, http=http, mcp_url=f"{base_url}/mcp")
    return replace(doors, owner=Owner(http, doors.list_id), agent=agent)
