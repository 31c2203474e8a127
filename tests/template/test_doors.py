"""The doors: which path leads to which function, who is let through, and how the one origin is put together."""

import base64
import hashlib
import json
import os
import shutil
import subprocess
import sys
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

import pytest

from followups.edges.web.routes import OPERATIONS
from followups.services.placeholder_page import PLACEHOLDER_PAGE
from tests.template.templates import needs_sam, nested, of_type, root, text

pytestmark = needs_sam

DOORS = {
    "ANY /api/{proxy+}": ("ToWeb", "JWT"),
    "ANY /api/agent/{proxy+}": ("ToWeb", "NONE"),
    "ANY /api/health": ("ToWeb", "NONE"),
    "ANY /api/openapi.json": ("ToWeb", "NONE"),
    "ANY /api/reminder-actions": ("ToWeb", "NONE"),
    "ANY /feeds/{proxy+}": ("ToWeb", "NONE"),
    "$default": ("ToWeb", "NONE"),
    "ANY /mcp": ("ToAgent", "NONE"),
    "ANY /.well-known/{proxy+}": ("ToAgent", "NONE"),
}


SOCKET_DOORS = {
    "$connect": ("ToSocket", "NONE"),
    "$disconnect": ("ToSocket", "NONE"),
    "$default": ("ToSocket", "NONE"),
}
"""Whoever connects shows a ticket to the function; what comes later comes from whoever connected."""


def of_api(kind: str, api: str) -> list[dict[str, Any]]:
    """The properties of what belongs to an API."""
    return [dict(each) for each in of_type(f"AWS::ApiGatewayV2::{kind}").values() if each["ApiId"] == {"Ref": api}]


def doors_of(api: str) -> dict[str, tuple[str, str]]:
    return {
        each["RouteKey"]: (text(each["Target"]).removeprefix("integrations/${").rstrip("}"), each["AuthorizationType"])
        for each in of_api("Route", api)
    }


def test_every_door_leads_where_it_should_and_asks_who_should_be_asked():
    assert set(of_type("AWS::ApiGatewayV2::Api")) == {"Api", "Sockets"}
    assert doors_of("Api") == DOORS
    assert doors_of("Sockets") == SOCKET_DOORS
    routes = of_type("AWS::ApiGatewayV2::Route").values()
    assert len(routes) == len(DOORS) + len(SOCKET_DOORS)
    for each in routes:
        assert ("AuthorizerId" in each) == (each["AuthorizationType"] == "JWT")


def test_every_integration_calls_its_function_and_may():
    called = {name: text(each["IntegrationUri"]) for name, each in of_type("AWS::ApiGatewayV2::Integration").items()}
    assert called == {
        "ToWeb": "${WebFunction.Arn}",
        "ToAgent": "${AgentFunction.Arn}",
        # A WebSocket API takes no function's ARN by itself.
        "ToSocket": "arn:${AWS::Partition}:apigateway:${AWS::Region}:lambda:path/2015-03-31/functions/"
        "${SocketFunction.Arn}/invocations",
    }
    permissions = [
        each for each in of_type("AWS::Lambda::Permission").values() if each["Principal"] == "apigateway.amazonaws.com"
    ]
    api = "arn:${AWS::Partition}:execute-api:${AWS::Region}:${AWS::AccountId}"
    assert {(each["FunctionName"]["Ref"], text(each["SourceArn"])) for each in permissions} == {
        ("WebFunction", f"{api}:${{Api}}/*"),
        ("AgentFunction", f"{api}:${{Api}}/*"),
        ("SocketFunction", f"{api}:${{Sockets}}/live/*"),
    }


def test_what_a_page_asks_on_its_socket_is_answered():
    """API Gateway keeps a function's answer for itself unless the route has a response (*Set up route responses*)."""
    (response,) = of_type("AWS::ApiGatewayV2::RouteResponse").values()
    route = of_type("AWS::ApiGatewayV2::Route")[response["RouteId"]["Ref"]]
    assert route["RouteKey"] == "$default"
    assert route["RouteResponseSelectionExpression"] == response["RouteResponseKey"] == "$default"


def test_pages_and_what_sends_to_them_mean_the_one_stage():
    (stage,) = of_api("Stage", "Sockets")
    assert (stage["StageName"], stage["AutoDeploy"]) == ("live", True)
    after = root()["Resources"]["SocketsStage"]["DependsOn"]
    assert {of_type("AWS::ApiGatewayV2::Route")[route]["RouteKey"] for route in after} == SOCKET_DOORS.keys()
    functions = of_type("AWS::Lambda::Function")
    page = functions["WebFunction"]["Environment"]["Variables"]["FOLLOW_UPS_LIVE_URL"]["Fn::Sub"]
    assert page == [
        "wss://${Host}/live",
        {"Host": {"Fn::Select": [2, {"Fn::Split": ["/", {"Fn::GetAtt": ["Hosting", "Outputs.Origin"]}]}]}},
    ]
    sender = functions["LiveSyncFunction"]["Environment"]["Variables"]["FOLLOW_UPS_SOCKETS_ENDPOINT"]["Fn::If"]
    host = {"Fn::Select": [2, {"Fn::Split": ["/", {"Fn::GetAtt": ["Sockets", "ApiEndpoint"]}]}]}
    assert sender[:2] == ["IsReal", {"Fn::Sub": ["https://${Host}/live", {"Host": host}]}]
    assert of_type("AWS::CloudFormation::Stack")["Hosting"]["Parameters"]["SocketsHost"] == host


@pytest.mark.parametrize("operation", OPERATIONS, ids=lambda each: f"{each.method} {each.path}")
def test_an_operation_is_reached_through_the_door_of_those_who_may_use_it(operation):
    path = operation.path.replace("{", "").replace("}", "")
    doors = {key.removeprefix("ANY "): auth for key, (_, auth) in DOORS.items()}
    exact = doors.get(path)
    matching = [door for door in doors if door.endswith("/{proxy+}") and path.startswith(door.removesuffix("{proxy+}"))]
    auth = exact or doors[max(matching, key=len)]
    assert auth == ("NONE" if operation.is_public or operation.by_key or operation.by_feed else "JWT")


def test_tokens_are_taken_from_the_one_user_pool_and_the_sites_client():
    (authorizer,) = of_type("AWS::ApiGatewayV2::Authorizer").values()
    assert authorizer["AuthorizerType"] == "JWT"
    assert text(authorizer["JwtConfiguration"]["Issuer"]) == "${SignIn.Outputs.Issuer}"
    assert [text(each) for each in authorizer["JwtConfiguration"]["Audience"]] == ["${SignIn.Outputs.ClientId}"]


@pytest.mark.parametrize("api", ["Api", "Sockets"])
def test_one_caller_cannot_take_all_there_is(api):
    (stage,) = of_api("Stage", api)
    assert 0 < stage["DefaultRouteSettings"]["ThrottlingRateLimit"] <= 1_000
    assert 0 < stage["DefaultRouteSettings"]["ThrottlingBurstLimit"] <= 1_000


def test_access_logs_hold_no_path_no_query_and_no_address():
    (stage,) = of_api("Stage", "Api")
    said = stage["AccessLogSettings"]["Format"]
    assert "$context.routeKey" in said
    for secret in ("$context.path", "rawPath", "$context.identity.sourceIp", "$context.identity", "querystring"):
        assert secret not in said


def test_an_account_that_lets_no_api_write_logs_takes_the_stack_too():
    """A WebSocket stage with an access log is refused where the account names no role for it."""
    (stage,) = of_api("Stage", "Sockets")
    assert "AccessLogSettings" not in stage
    assert "LoggingLevel" not in stage["DefaultRouteSettings"]
    assert not of_type("AWS::ApiGateway::Account")


def behaviours() -> list[dict[str, Any]]:
    config = nested("hosting")["Resources"]["Distribution"]["Properties"]["DistributionConfig"]
    return [*config["CacheBehaviors"], {"PathPattern": "*", **config["DefaultCacheBehavior"]}]


@pytest.mark.parametrize(
    ("path", "origin"),
    [
        ("/", "site"),
        ("/todos/1", "site"),
        ("/assets/page.js", "site"),
        ("/mcpx", "site"),
        ("/api/me", "api"),
        ("/api/agent/hooks/stop", "api"),
        ("/mcp", "api"),
        ("//mcp", "api"),
        ("/live", "sockets"),
        ("/lively", "site"),
        ("/live/x", "site"),
        ("/feeds/x.ics", "api"),
        ("/.well-known/oauth-protected-resource/mcp", "api"),
    ],
)
def test_one_origin_serves_the_site_the_api_and_the_sockets(path, origin):
    chosen = next(each for each in behaviours() if fnmatchcase(path, each["PathPattern"]))
    assert chosen["TargetOriginId"] == origin


def test_nothing_of_the_api_is_kept_by_the_cache_and_it_is_never_asked_by_a_foreign_name():
    for each in behaviours():
        if each["TargetOriginId"] != "site":
            # AWS, Use managed cache policies / Use managed origin request policies.
            assert each["CachePolicyId"] == "4135ea2d-6df8-44a3-9df3-4b5a84be39ad"
            assert each["OriginRequestPolicyId"] == "b689b0a8-53d0-40ab-baf2-68738e2966ac"
            assert each["ViewerProtocolPolicy"] == "https-only"


def test_every_origin_is_asked_over_tls():
    config = nested("hosting")["Resources"]["Distribution"]["Properties"]["DistributionConfig"]
    origins = {each["Id"]: each for each in config["Origins"]}
    assert origins.keys() == {each["TargetOriginId"] for each in behaviours()}
    for name in origins.keys() - {"site"}:
        assert origins[name]["CustomOriginConfig"]["OriginProtocolPolicy"] == "https-only"
        assert origins[name]["CustomOriginConfig"]["OriginSSLProtocols"] == ["TLSv1.2"]


def test_a_ticket_in_an_address_is_written_down_nowhere():
    config = nested("hosting")["Resources"]["Distribution"]["Properties"]["DistributionConfig"]
    assert "Logging" not in config


def test_no_error_of_the_api_is_turned_into_the_page():
    config = nested("hosting")["Resources"]["Distribution"]["Properties"]["DistributionConfig"]
    assert "CustomErrorResponses" not in config


def rewritten(function: str, uri: str) -> str:
    """What a CloudFront function makes of an address, run by Node."""
    node = shutil.which("node", path=os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")]))
    assert node is not None, "the locks name a Node: `make test` installs it"
    code = nested("hosting")["Resources"][function]["Properties"]["FunctionCode"]
    event = json.dumps({"request": {"method": "GET", "uri": uri, "headers": {}}})
    program = f"{code}\nconsole.log(handler({event}).uri)"
    answer = subprocess.run([node, "-e", program], capture_output=True, text=True, timeout=30, check=True)
    return answer.stdout.strip()


@pytest.mark.parametrize(
    ("asked", "got"),
    [
        ("/", "/index.html"),
        ("/lists/0198/todos/0199", "/index.html"),
        ("/settings/", "/index.html"),
        ("/a.b/settings", "/index.html"),
        ("/assets/page-1a2b.js", "/assets/page-1a2b.js"),
        ("/sw.js", "/sw.js"),
        ("/favicon.ico", "/favicon.ico"),
    ],
)
def test_every_page_is_one_document_and_a_file_that_is_not_there_stays_missing(asked, got):
    assert rewritten("Pages", asked) == got


@pytest.mark.parametrize("asked", ["//mcp", "/mcp", "///mcp"])
def test_slashes_too_many_before_mcp_are_taken_out(asked):
    assert rewritten("OneSlash", asked) == "/mcp"


def test_the_site_runs_no_script_but_its_own_and_stands_in_no_frame():
    policy = nested("hosting")["Resources"]["SiteHeaders"]["Properties"]["ResponseHeadersPolicyConfig"]
    headers = policy["SecurityHeadersConfig"]
    said = dict(
        part.strip().split(" ", 1)
        for part in text(headers["ContentSecurityPolicy"]["ContentSecurityPolicy"]).split(";")
    )
    assert said["default-src"] == "'none'"
    assert said["script-src"] == "'self'"
    assert said["frame-ancestors"] == "'none'"
    style = PLACEHOLDER_PAGE.partition("<style>")[2].partition("</style>")[0]
    allowed = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
    assert said["style-src"] == f"'self' 'sha256-{allowed}'"
    # 'self' is the socket's origin too: Content Security Policy Level 3, *Does url match expression in origin*.
    assert said["connect-src"] == "'self' https://${LoginHost}"
    assert not [source for source in said.values() if "unsafe" in source or "*" in source]
    assert headers["StrictTransportSecurity"]["AccessControlMaxAgeSec"] >= 31_536_000
    assert headers["ContentTypeOptions"] == {"Override": True}


def test_nobody_reads_the_bucket_but_the_one_distribution():
    bucket = nested("hosting")["Resources"]["Bucket"]["Properties"]
    assert set(bucket["PublicAccessBlockConfiguration"].values()) == {True}
    policy = nested("hosting")["Resources"]["BucketPolicy"]["Properties"]["PolicyDocument"]
    statements = [each.get("Fn::If", [None, each])[1] for each in policy["Statement"]]
    (denied,) = [each for each in statements if each["Effect"] == "Deny"]
    assert denied["Condition"] == {"Bool": {"aws:SecureTransport": "false"}}
    allowed = [each for each in statements if each["Effect"] == "Allow"]
    assert [each["Principal"] for each in allowed] == [{"Service": "cloudfront.amazonaws.com"}]
    assert [each["Action"] for each in allowed] == ["s3:GetObject"]
    assert "AWS:SourceArn" in allowed[0]["Condition"]["StringEquals"]
