"""No route answers for somebody else's things: all of them, with nobody, with a second owner, and with an API key."""

from typing import Any, Final

import pytest

from followups.edges.web.routes import OPERATIONS
from tests.edges.web.site import Site, Visitor, at, refusal
from tests.push_peer import Browser

UNKNOWN: Final = "01932f4e-5a00-7000-8000-000000000000"

PUBLIC: Final = frozenset({"GET /api/health", "GET /api/openapi.json"})

BY_TOKEN: Final = frozenset({"POST /api/reminder-actions"})
"""What notifications ask, with the token that was in their push: see test_reminder_actions."""

ONE_S_OWN: Final = frozenset(
    {
        "GET /api/me",
        "PATCH /api/me",
        "DELETE /api/me",
        "GET /api/lists",
        "POST /api/lists",
        "GET /api/keys",
        "POST /api/keys",
        "POST /api/live-tickets",
        "GET /api/push-subscriptions",
        "POST /api/push-subscriptions",
    }
)
"""They name nothing, so everybody meets only what is their own."""

_LIST: Final = "/api/lists/{list_id}"
_TODO: Final = "/api/lists/{list_id}/todos/{todo_id}"

BODIES: Final[dict[str, Any]] = {
    f"GET {_LIST}": None,
    f"PATCH {_LIST}": {"name": "Mine now"},
    f"DELETE {_LIST}": None,
    f"POST {_LIST}/restore": None,
    f"GET {_LIST}/feeds": None,
    f"POST {_LIST}/feeds": {"name": "Mine"},
    f"DELETE {_LIST}/feeds/{{feed_id}}": None,
    f"GET {_LIST}/todos": None,
    f"POST {_LIST}/todos": {"title": "Mine"},
    f"POST {_LIST}/todos/batch": {"action": "delete", "todos": [{"id": "{todo_id}", "version": 1}]},
    f"GET {_LIST}/changes": None,
    f"GET {_LIST}/repositories": None,
    f"POST {_LIST}/repositories/rename": {"old": "acme/widget", "new": "acme/gadget"},
    f"GET {_LIST}/export": None,
    f"POST {_LIST}/import": {"todos": [{"title": "Mine"}]},
    f"GET {_TODO}": None,
    f"PATCH {_TODO}": {"title": "Mine now"},
    f"DELETE {_TODO}": None,
    f"GET {_TODO}/reports": None,
    f"POST {_TODO}/complete": None,
    f"POST {_TODO}/skip": None,
    f"POST {_TODO}/reopen": None,
    f"POST {_TODO}/restore": None,
    f"POST {_TODO}/move": {"to_list": "{their_list}"},
    f"POST {_TODO}/assign": {"repository": "acme/widget"},
    f"POST {_TODO}/unassign": None,
    f"POST {_TODO}/accept": None,
    f"POST {_TODO}/dismiss": None,
    f"POST {_TODO}/return-to-drain": None,
    f"POST {_TODO}/snooze": {"until": "2030-01-01T00:00:00Z"},
    "DELETE /api/keys/{key_id}": None,
    "DELETE /api/push-subscriptions/{subscription_id}": None,
}
"""Every route that names a thing, with a body that would be taken."""

_HOOKS: Final = "/api/agent/hooks"

BY_KEY: Final[dict[str, Any]] = {
    f"POST {_HOOKS}/session-start": {"list_id": "{list_id}", "repository": "acme/widget", "session_id": "s1"},
    f"POST {_HOOKS}/tool-use": {"list_id": "{list_id}", "session_id": "s1"},
    f"POST {_HOOKS}/doctor": {"list_id": "{list_id}"},
}
"""What agents ask with an API key, with a body that would be taken."""

BY_FEED: Final = frozenset({"GET /feeds/{token}.ics"})
"""What calendars ask, with the token of a feed in the path and nothing else."""

ROUTES: Final = [f"{operation.method} {operation.path}" for operation in OPERATIONS]


class Theirs:
    """What the first owner has, and what stands in its place for ids that nobody has."""

    def __init__(self, site: Site) -> None:
        owner = site.owner()
        todo = owner.add(repository="acme/widget", due={"date": "2027-01-31"})
        feed = owner.post(f"/api/lists/{todo['list_id']}/feeds", {})
        browser = Browser("https://push.example.com/send/theirs", None)
        self.owner = owner
        self.todo = todo
        self.ids = {
            "list_id": todo["list_id"],
            "todo_id": todo["id"],
            "key_id": owner.post("/api/keys", {"name": "a key"})["id"],
            "feed_id": feed["id"],
            "subscription_id": owner.post("/api/push-subscriptions", browser.to_json())["id"],
        }
        self.token = feed["url"].rpartition("/")[2].removesuffix(".ics")

    def ask(self, visitor: Visitor, route: str, ids: dict[str, str], their_list: str) -> Any:
        method, _, path = route.partition(" ")
        body = filled((BODIES | BY_KEY).get(route), {**ids, "their_list": their_list})
        return visitor.ask(method, path.format_map(ids), body, match="*")

    def everything(self) -> Any:
        """All that the owner sees, to be compared."""
        return [
            self.owner.get(path)
            for path in (
                "/api/me",
                "/api/lists",
                "/api/keys",
                "/api/push-subscriptions",
                at(self.todo),
                f"/api/lists/{self.ids['list_id']}/export",
                f"/api/lists/{self.ids['list_id']}/feeds",
            )
        ]


def filled(body: Any, names: dict[str, str]) -> Any:
    if isinstance(body, str):
        return body.format_map(names) if "{" in body else body
    if isinstance(body, list):
        return [filled(part, names) for part in body]
    return {name: filled(part, names) for name, part in body.items()} if isinstance(body, dict) else body


@pytest.fixture
def theirs(site) -> Theirs:
    return Theirs(site)


def test_every_route_of_the_api_is_listed_here(site) -> None:
    assert set(ROUTES) == PUBLIC | BY_TOKEN | ONE_S_OWN | BODIES.keys() | BY_KEY.keys() | BY_FEED
    served = {route.path for route in site.app.routes}
    assert served == {route.partition(" ")[2] for route in ROUTES}


@pytest.mark.parametrize("route", sorted(set(ROUTES) - PUBLIC - BY_TOKEN - BY_FEED))
def test_nobody_is_answered(route, site, theirs) -> None:
    before = theirs.everything()
    response = theirs.ask(site.nobody(), route, theirs.ids, UNKNOWN)
    refusal(response, 401, "unauthorized")
    assert response.headers["www-authenticate"].startswith("Bearer")
    assert theirs.everything() == before


@pytest.mark.parametrize("route", sorted(set(ROUTES) - PUBLIC - BY_TOKEN - BY_KEY.keys() - BY_FEED))
def test_an_api_key_opens_nothing_of_the_owner_s(route, site, theirs) -> None:
    agent = site.agent()
    before = theirs.everything()
    problem = refusal(theirs.ask(agent, route, theirs.ids, UNKNOWN), 401, "unauthorized")
    assert "API key" in problem["detail"]
    assert theirs.everything() == before


@pytest.mark.parametrize("route", sorted(BY_KEY))
def test_a_signed_in_owner_is_not_let_in_where_agents_ask(route, theirs) -> None:
    before = theirs.everything()
    problem = refusal(theirs.ask(theirs.owner, route, theirs.ids, UNKNOWN), 401, "unauthorized")
    assert "API key" in problem["detail"]
    assert theirs.everything() == before


@pytest.mark.parametrize("route", sorted(BY_KEY))
def test_a_key_of_a_second_owner_is_told_what_an_unknown_list_is_told(route, site, theirs) -> None:
    before = theirs.everything()
    site.owner("owner-2").get("/api/lists")
    agent = site.agent("owner-2")
    foreign = theirs.ask(agent, route, theirs.ids, UNKNOWN)
    unknown = theirs.ask(agent, route, dict.fromkeys(theirs.ids, UNKNOWN), UNKNOWN)
    refusal(foreign, 404, "not_found")
    assert foreign.json() == unknown.json()
    assert theirs.everything() == before


@pytest.mark.parametrize("route", sorted(BODIES))
def test_a_second_owner_is_told_what_an_unknown_id_is_told(route, site, theirs) -> None:
    before = theirs.everything()
    second = site.owner("owner-2")
    foreign = theirs.ask(second, route, theirs.ids, second.list_id)
    unknown = theirs.ask(second, route, dict.fromkeys(theirs.ids, UNKNOWN), second.list_id)
    refusal(foreign, 404, "not_found")
    assert foreign.json() == unknown.json()
    assert theirs.everything() == before


@pytest.mark.parametrize("route", sorted(route for route in BODIES if "{todo_id}" in route))
def test_a_second_owner_does_not_reach_a_todo_through_a_list_of_their_own(route, site, theirs) -> None:
    before = theirs.everything()
    second = site.owner("owner-2")
    ids = {**theirs.ids, "list_id": second.list_id}
    foreign = theirs.ask(second, route, ids, second.list_id)
    unknown = theirs.ask(second, route, {**ids, "todo_id": UNKNOWN}, second.list_id)
    refusal(foreign, 404, "not_found")
    assert foreign.json() == unknown.json()
    assert theirs.everything() == before


def test_a_batch_does_not_reach_a_todo_through_another_list(site, theirs) -> None:
    second = site.owner("owner-2")
    todos = [{"id": theirs.todo["id"], "version": 1}, {"id": UNKNOWN, "version": 1}]
    foreign, unknown = second.post(f"{second.todos}/batch", {"action": "delete", "todos": todos})["results"]
    assert foreign["problem"] == unknown["problem"]
    assert theirs.owner.get(at(theirs.todo))["version"] == 1


@pytest.mark.parametrize("route", sorted(ONE_S_OWN))
def test_what_names_nothing_shows_a_second_owner_nothing_of_the_first(route, site, theirs) -> None:
    before = theirs.everything()
    method, _, path = route.partition(" ")
    bodies = {
        "POST /api/lists": {"name": "Mine"},
        "POST /api/keys": {"name": "mine"},
        "POST /api/push-subscriptions": Browser("https://push.example.com/send/mine", None).to_json(),
        "PATCH /api/me": {"day_start": "07:00"},
    }
    answer = site.owner("owner-2").ask(method, path, bodies.get(route), match="*")
    assert answer.is_success
    assert not any(id in answer.text for id in theirs.ids.values())
    assert theirs.everything() == before


@pytest.mark.parametrize("route", sorted(PUBLIC))
def test_what_is_public_says_nothing_of_anybody(route, site, theirs) -> None:
    answer = site.nobody().ask(*route.split(" "))
    assert answer.status_code == 200
    assert not any(id in answer.text for id in theirs.ids.values())


@pytest.mark.parametrize("who", ["nobody", "the owner", "a second owner", "an agent of the owner's"])
def test_a_calendar_is_read_by_its_token_alone_whoever_asks(who, site, theirs) -> None:
    visitor = {
        "nobody": site.nobody,
        "the owner": site.owner,
        "a second owner": lambda: site.owner("owner-2"),
        "an agent of the owner's": site.agent,
    }[who]()
    shown = visitor.ask("GET", f"/feeds/{theirs.token}.ics")
    assert shown.is_success
    assert theirs.todo["title"] in shown.text
    others = [visitor.ask("GET", f"/feeds/{token}.ics") for token in (theirs.ids["feed_id"], theirs.ids["list_id"])]
    unknown = visitor.ask("GET", f"/feeds/{'x' * len(theirs.token)}.ics")
    for answer in (*others, unknown):
        refusal(answer, 404, "not_found")
        assert answer.json() == unknown.json()


def test_a_feed_is_not_ended_through_another_list(site, theirs) -> None:
    second = site.owner("owner-2")
    path = f"/api/lists/{second.list_id}/feeds"
    foreign = second.ask("DELETE", f"{path}/{theirs.ids['feed_id']}")
    unknown = second.ask("DELETE", f"{path}/{'0' * 64}")
    refusal(foreign, 404, "not_found")
    assert foreign.json() == unknown.json()
    assert site.nobody().ask("GET", f"/feeds/{theirs.token}.ics").is_success


def test_a_deleted_list_is_brought_back_by_its_owner_alone(site, theirs) -> None:
    path = f"/api/lists/{theirs.ids['list_id']}"
    assert theirs.owner.ask("DELETE", path, match="*").status_code == 204
    second = site.owner("owner-2")
    foreign = second.ask("POST", f"{path}/restore", match="*")
    unknown = second.ask("POST", f"/api/lists/{UNKNOWN}/restore", match="*")
    refusal(foreign, 404, "not_found")
    assert foreign.json() == unknown.json()
    refusal(theirs.owner.ask("GET", path), 404, "not_found")


def test_a_key_for_a_list_of_somebody_else_is_refused(site, theirs) -> None:
    second = site.owner("owner-2")
    foreign = second.ask("POST", "/api/keys", {"name": "k", "list_id": theirs.ids["list_id"]})
    unknown = second.ask("POST", "/api/keys", {"name": "k", "list_id": UNKNOWN})
    refusal(foreign, 404, "not_found")
    assert foreign.json() == unknown.json()


def test_a_todo_is_not_moved_into_a_list_of_somebody_else(site, theirs) -> None:
    second = site.owner("owner-2")
    todo = second.add()
    refusal(second.act(todo, "move", {"to_list": theirs.ids["list_id"]}), 404, "not_found")
    assert second.get(at(todo))["version"] == 1
