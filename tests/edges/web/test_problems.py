"""Refusals as problem details: every error has a status and a title, and says what to do."""

from datetime import UTC, datetime

import pytest

from followups.domain import errors
from followups.domain.errors import FollowUpsError
from followups.edges.web import problems
from tests.edges.web.site import refusal


def all_errors(kind: type[FollowUpsError] = FollowUpsError) -> set[type[FollowUpsError]]:
    return {kind, *(error for under in kind.__subclasses__() for error in all_errors(under))} - {FollowUpsError}


@pytest.mark.parametrize("kind", sorted(all_errors(), key=repr))
def test_every_error_has_its_status_and_its_title(kind) -> None:
    assert any(base in problems.STATUSES for base in kind.__mro__)
    assert kind.code in problems.TITLES


def test_every_code_of_the_table_is_one_of_an_error() -> None:
    assert problems.TITLES.keys() == {kind.code for kind in all_errors()} | {"internal"}


def test_a_problem_says_what_is_wrong_in_words_and_in_values() -> None:
    now = datetime(2026, 11, 30, 12, tzinfo=UTC)
    problem = problems.problem(errors.ClaimedElsewhere(holder="s1", expires_at=now))
    assert problem["type"] == "urn:follow-ups:error:claimed_elsewhere"
    assert (problem["status"], problem["code"], problem["holder"]) == (409, "claimed_elsewhere", "s1")
    assert problem["expires_at"] == "2026-11-30T12:00:00.000Z"
    assert problem["detail"].startswith("Session s1 holds this follow-up")


def test_a_detail_never_stands_in_for_what_every_problem_has() -> None:
    problem = problems.problem(errors.Invalid("Wrong.", status="mine", code="mine", detail="mine", title="mine"))
    assert (problem["status"], problem["code"], problem["detail"]) == (422, "invalid", "Wrong.")


def test_a_refusal_that_passes_says_when_to_try_again() -> None:
    assert problems.answer(errors.RateLimited(retry_after=7)).headers["retry-after"] == "7"
    assert problems.answer(errors.Unavailable()).headers["retry-after"] == "5"


def test_a_refusal_may_repeat_what_no_encoding_holds() -> None:
    assert b"\\ud800" in problems.answer(errors.Invalid("half of a character: \ud800")).body


@pytest.mark.parametrize(
    "path", ["/", "/api", "/api/", "/api/nothing", "/api/lists/", "//api/lists", "/api/lists/x/y", "/api/me/"]
)
def test_a_path_that_there_is_not_is_a_problem_too(path, me) -> None:
    problem = refusal(me.ask("GET", path), 404, "not_found")
    assert "/api/openapi.json" in problem["detail"]


@pytest.mark.parametrize(
    ("method", "path", "allowed"),
    [
        ("PUT", "/api/me", "DELETE, GET, HEAD, PATCH"),
        ("OPTIONS", "/api/lists", "GET, HEAD, POST"),
        ("DELETE", "/api/lists", "GET, HEAD, POST"),
        ("GET", "/api/lists/x/todos/batch", "POST"),
        ("HEAD", "/api/lists/x/todos/y/complete", "POST"),
        ("TRACE", "/api/health", "GET, HEAD"),
        ("BREW", "/api/keys/x", "DELETE"),
    ],
)
def test_a_method_that_there_is_not_names_those_that_there_are(method, path, allowed, me) -> None:
    response = me.ask(method, path)
    assert response.status_code == 405
    assert response.headers["allow"] == allowed
    if method != "HEAD":
        refusal(response, 405, "invalid")
