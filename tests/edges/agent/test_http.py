"""The route itself: its paths and methods, cross-origin requests, sizes, and what is no MCP at all."""

import json

import pytest

from followups.domain.limits import BODY_BYTES
from followups.edges.agent.protected_resource import ProtectedResource
from tests.edges.agent.door import LEGACY, MODERN, ORIGIN

ASKED = "authorization, content-type, mcp-protocol-version, mcp-method, mcp-name"
EXPOSED = {"www-authenticate", "etag", "location", "retry-after"}
DOCUMENTS = ["/.well-known/oauth-protected-resource", "/.well-known/oauth-protected-resource/mcp"]


def words(header):
    return {word.strip().lower() for word in header.split(",")}


def assert_any_page_may_read(response):
    assert response.headers["access-control-allow-origin"] == "*"
    assert "access-control-allow-credentials" not in response.headers
    assert words(response.headers["access-control-expose-headers"]) >= EXPOSED


@pytest.mark.parametrize("path", ["/mcp", "//mcp", "/mcp/", "//mcp/"])
def test_the_route_may_be_written_with_a_slash_too_many(agent, path):
    assert agent.rpc("tools/list", path=f"{ORIGIN}{path}").status_code == 200


@pytest.mark.parametrize("method", ["GET", "DELETE", "PUT", "PATCH", "HEAD"])
def test_other_methods_are_told_what_goes(agent, method):
    response = agent.door.send(method, headers=agent.authorization)
    assert response.status_code == 405
    assert words(response.headers["allow"]) == {"post", "options"}
    assert_any_page_may_read(response)


def test_a_preflight_is_answered_without_a_key(door):
    response = door.send(
        "OPTIONS",
        headers={
            "origin": "https://inspector.test",
            "access-control-request-method": "POST",
            "access-control-request-headers": ASKED,
        },
    )
    assert response.status_code == 204
    assert response.content == b""
    assert words(response.headers["access-control-allow-headers"]) >= words(ASKED)
    assert "post" in words(response.headers["access-control-allow-methods"])
    assert_any_page_may_read(response)


def test_every_answer_may_be_read_by_a_page(agent, door):
    answers = {
        401: door.send(json={}),
        200: agent.rpc("tools/list"),
        404: door.send("GET", "/nothing"),
        400: agent.rpc("tools/list", headers={"mcp-method": "tools/call"}),
        413: door.send(content=b"x" * (BODY_BYTES + 1), headers=agent.authorization),
    }
    for status, response in answers.items():
        assert response.status_code == status
        assert_any_page_may_read(response)
        assert response.headers["cache-control"] == "no-store"
        assert response.headers["x-content-type-options"] == "nosniff"
        assert len(response.headers["x-request-id"]) == 16


def test_each_request_has_an_id_of_its_own(agent):
    ids = {agent.rpc("tools/list").headers["x-request-id"] for _ in range(3)}
    assert len(ids) == 3


@pytest.mark.parametrize("path", DOCUMENTS)
def test_the_metadata_names_the_resource_by_its_setting_and_never_by_host(door, path):
    response = door.send("GET", path, headers={"host": "evil.test", "x-forwarded-host": "evil.test"})
    assert response.json() == {
        "resource": f"{ORIGIN}/mcp",
        "resource_name": "Follow-ups",
        "bearer_methods_supported": ["header"],
        "scopes_supported": ["follow-ups"],
        "resource_documentation": f"{ORIGIN}/",
    }
    assert response.headers["content-type"] == "application/json"
    assert_any_page_may_read(response)


@pytest.mark.parametrize("path", DOCUMENTS)
def test_the_metadata_is_only_read(door, path):
    assert door.send("OPTIONS", path).status_code == 204
    response = door.send("POST", path, json={})
    assert (response.status_code, words(response.headers["allow"])) == (405, {"get", "head", "options"})


def test_an_origin_with_a_slash_at_its_end_makes_no_double_one():
    assert ProtectedResource("https://todo.test/").metadata()["resource"] == "https://todo.test/mcp"


@pytest.mark.parametrize("path", ["/", "/mcp/x", "/mcpx", "/.well-known/oauth-authorization-server", "/api/health"])
def test_any_other_path_is_not_found(door, path):
    response = door.send("GET", path)
    assert response.status_code == 404
    assert response.json()["error"]["data"]["code"] == "not_found"


def test_a_body_over_the_limit_is_refused_before_it_is_read(agent, door):
    reads = []

    async def body():
        reads.append(1)
        yield b"x"

    response = door.send(content=body(), headers={**agent.authorization, "content-length": str(BODY_BYTES + 1)})
    assert response.status_code == 413
    assert response.json()["error"]["data"] == {"code": "too_large", "limit": BODY_BYTES, "unit": "bytes"}
    assert reads == []


def test_a_body_that_grows_over_the_limit_is_refused_on_the_way(agent, door):
    async def endless():
        while True:
            yield b"x" * 65_536

    response = door.send(content=endless(), headers=agent.authorization)
    assert response.status_code == 413


def test_nobody_is_let_in_by_a_large_body(door):
    assert door.send(content=b"x" * (BODY_BYTES + 1)).status_code == 401


@pytest.mark.parametrize("era", [MODERN, LEGACY])
@pytest.mark.parametrize(
    "body",
    [b"", b"{", b"[]", b"null", b"7", b'"x"', b'{"jsonrpc":"1.0","id":1,"method":"tools/list"}', b"\xff\xfe",
     b"[" * 100_000, b'{"jsonrpc":"2.0","id":1,"method":7}', b'{"jsonrpc":"2.0","id":1,"id2":' + b"9" * 5_000 + b"}"],
)  # fmt: skip
def test_what_is_no_message_is_a_fault_of_the_client(agent, era, body):
    response = agent.door.send(
        content=body,
        headers={
            "accept": "application/json",
            "content-type": "application/json",
            "mcp-protocol-version": era,
            "mcp-method": "tools/list",
            **agent.authorization,
        },
    )
    assert response.status_code == 400
    assert json.loads(response.content)["error"]["code"] in {-32700, -32600, -32602}


@pytest.mark.parametrize("arguments", ["text", 7, ["list"]])
def test_arguments_that_are_no_object_are_a_fault_of_the_protocol(agent, arguments):
    response = agent.rpc("tools/call", {"name": "read_follow_ups", "arguments": arguments})
    assert response.status_code == 400
    assert response.json()["error"]["code"] == -32602
