"""The document says what the API does: made-up requests find no difference."""

import sqlite3
from collections.abc import Iterator
from typing import Any, Final

import pytest
import schemathesis
from schemathesis.engine import events, from_schema

from followups.domain import limits
from followups.domain.instants import Instant
from followups.edges.web.app import build_app
from followups.edges.web.routes import OPERATIONS
from followups.services import access, adding, managing_feeds, managing_keys, managing_lists, signing_in
from followups.services.ports import Ports
from local.sqlite_table import SqliteTable
from tests.builders import FakeClock, ports_on
from tests.edges.web.site import NamedSignIn, Site
from tests.length import LONG
from tests.push_peer import Browser

EXAMPLES: Final = 300 if LONG else 2
"""Made-up requests for each operation, besides those that try every rule of the document once."""

PHONE: Final = Browser("https://push.example.com/send/phone", None)

CLOSE_A_DOOR: Final = ["delete_account", "delete_list"]
"""Behind these there is nothing left to try the others on."""

CHECKS: Final = {
    # Valid by the document is not yet possible: 422 where only the meaning is wrong, 412 at another version.
    "positive_data_acceptance": {"expected-statuses": ["2xx", 404, 409, 410, 412, 413, 422]},
    "negative_data_rejection": {"expected-statuses": [400, 404, 412, 413, 415, 422, 428]},
    "missing_required_header": {"expected-statuses": [428]},
}
"""All of schemathesis' checks are on; these say which statuses refuse and which accept here."""

BY_KEY: Final = "^/api/agent/"
"""What agents ask, with an API key: a visitor has one header for all requests."""


class HurryingClock(FakeClock):
    """A second passes at each look, so that no key calls too often."""

    def now(self) -> Instant:
        self.advance(seconds=1)
        return super().now()


@pytest.fixture
def ports() -> Iterator[Ports]:
    """Over a table for the thread of the client that sends the requests."""
    table = SqliteTable(sqlite3.connect(":memory:", check_same_thread=False))
    yield ports_on(table)
    table.close()


def document(site: Site) -> Any:
    return site.nobody().get("/api/openapi.json")


def schema_of(ports: Ports, authorization: str = "Bearer owner-1", **config: Any) -> Any:
    settings = {
        "headers": {"Authorization": authorization},
        "generation": {
            "max-examples": EXAMPLES,
            "deterministic": not LONG,
            "database": "none",
            "with-security-parameters": False,  # A made-up cookie is none of ours: the header is what counts.
        },
        "checks": CHECKS,
        "continue-on-failure": True,
        **config,
    }
    app = build_app(ports, NamedSignIn(ports))
    return schemathesis.openapi.from_asgi("/api/openapi.json", app, config=schemathesis.Config.from_dict(settings))


def findings(schema: Any) -> tuple[list[str], set[int]]:
    """Every check that did not hold and every error on the way; and the statuses that were answered."""
    found: dict[str, None] = {}
    statuses: set[int] = set()
    for event in from_schema(schema).execute():
        if isinstance(event, events.NonFatalError):
            found[f"{event.label}: {event.info}"] = None
        elif isinstance(event, events.FatalError):
            found[repr(event.exception)] = None
        elif isinstance(event, events.ScenarioFinished):
            interactions = event.recorder.interactions.values()
            statuses |= {made.response.status_code for made in interactions if made.response is not None}
            for check in (check for checks in event.recorder.checks.values() for check in checks):
                if check.failure_info is not None:
                    failure = check.failure_info
                    found[f"{event.label}, {check.name}: {failure.failure.message}\n{failure.code_sample[:2000]}"] = (
                        None
                    )
    return list(found), statuses


@pytest.mark.timeout(3600 if LONG else 300)
def test_made_up_requests_at_a_list_and_a_todo_are_answered_as_the_document_says(ports) -> None:
    me = signing_in.sign_in(ports, "local", "owner-1")
    reached = access.reach_list(ports, me, managing_lists.lists_of(ports, me)[0].id)
    todo = adding.add(ports, reached, title="Fix the guard", repository="acme/widget")
    feed = managing_feeds.create(ports, reached)
    places = {"path.list_id": reached.id, "path.todo_id": todo.id, "path.token": feed.token}
    schema = schema_of(ports, parameters=places).exclude(operation_id=CLOSE_A_DOOR).exclude(path_regex=BY_KEY)
    found, statuses = findings(schema)
    assert not found, "\n\n".join(found)
    assert {200, 201, 204, 400, 401, 404, 405, 409, 412, 413, 415, 422, 428} <= statuses


@pytest.mark.timeout(3600 if LONG else 300)
def test_made_up_requests_that_follow_one_another_are_answered_as_the_document_says(ports) -> None:
    phases = {"coverage": {"enabled": LONG}, "examples": {"enabled": LONG}}
    found, statuses = findings(schema_of(ports, phases=phases).exclude(path_regex=BY_KEY))
    assert not found, "\n\n".join(found)
    assert {200, 201, 204, 404} <= statuses


@pytest.mark.timeout(3600 if LONG else 300)
def test_made_up_requests_with_an_api_key_are_answered_as_the_document_says() -> None:
    table = SqliteTable(sqlite3.connect(":memory:", check_same_thread=False))
    ports = ports_on(table, HurryingClock())
    agent = managing_keys.create(ports, signing_in.sign_in(ports, "local", "owner-1"), name="An agent")
    found, statuses = findings(schema_of(ports, f"Bearer {agent.secret}").include(path_regex=BY_KEY))
    table.close()
    assert not found, "\n\n".join(found)
    assert {400, 404, 405, 415} <= statuses


def test_what_agents_ask_takes_an_api_key_and_nothing_else(site) -> None:
    for path, operations in document(site)["paths"].items():
        for operation in operations.values():
            assert ({"key": []} in operation["security"]) == path.startswith("/api/agent/"), path
            assert {"key": []} not in operation["security"] or len(operation["security"]) == 1


def test_every_operation_has_a_name_of_its_own_and_says_what_it_does(site) -> None:
    described = [operation for path in document(site)["paths"].values() for operation in path.values()]
    names = [operation["operationId"] for operation in described]
    assert len(names) == len(OPERATIONS) == len(set(names))
    assert all(operation["summary"] for operation in described)


def test_every_parameter_and_header_is_described(site) -> None:
    described = [operation for path in document(site)["paths"].values() for operation in path.values()]
    parameters = [parameter for operation in described for parameter in operation.get("parameters", [])]
    assert parameters
    assert not [parameter["name"] for parameter in parameters if not parameter.get("description")]


def test_the_limits_that_users_meet_stand_in_the_document(site) -> None:
    schemas = document(site)["components"]["schemas"]
    new = schemas["NewTodo"]["properties"]
    assert new["title"]["maxLength"] == limits.TITLE_CHARACTERS
    assert new["notes"]["maxLength"] == limits.NOTES_CHARACTERS
    assert schemas["NewList"]["properties"]["name"]["maxLength"] == limits.LIST_NAME_CHARACTERS
    assert schemas["Import"]["properties"]["todos"]["maxItems"] == limits.BATCH_TODOS
    page = {
        each["name"]: each["schema"]
        for each in document(site)["paths"]["/api/lists/{list_id}/todos"]["get"]["parameters"]
    }
    assert page["limit"]["maximum"] == limits.PAGE_ROWS
    assert page["q"]["maxLength"] == limits.SEARCH_CHARACTERS
    assert f"{limits.BODY_BYTES:,} bytes" in document(site)["info"]["description"]


def test_what_an_answer_shows_is_in_the_document(site) -> None:
    schemas = document(site)["components"]["schemas"]
    me = site.owner()
    todo = me.add(
        "x" * 500,
        notes="n" * 500,
        due={"at": "2027-01-31T09:00", "time_zone": "UTC"},
        repeat={"rrule": "FREQ=DAILY"},
        repository="acme/widget",
    )
    todo = me.act(todo, "skip").json()
    me.act(todo, "snooze", {"until": "2030-01-01T00:00:00Z"})
    shown = {
        "Todo": me.get(f"{me.todos}/{todo['id']}"),
        "TodoRow": me.get(me.todos)["todos"][0],
        "List": me.get("/api/lists")["lists"][0],
        "Settings": me.get("/api/me"),
        "PushSubscription": me.post("/api/push-subscriptions", {**PHONE.to_json(), "name": "n"}),
        "MadeFeed": me.post(f"/api/lists/{me.list_id}/feeds", {"name": "n"}),
        "MadeKey": me.post("/api/keys", {"name": "k", "list_id": me.list_id, "expires_at": "2030-01-01T00:00:00Z"}),
    }
    for name, members in shown.items():
        assert members.keys() <= schemas[name]["properties"].keys(), name
    assert shown["Todo"]["origin"].keys() <= schemas["Origin"]["properties"].keys()
    assert {"due", "due_at", "repeat", "rolled", "snoozed_until", "origin"} <= shown["Todo"].keys()


def test_the_document_names_no_address(site) -> None:
    text = site.nobody().ask("GET", "/api/openapi.json").text
    assert "://" not in text.replace("https://push.example.com/", "")
