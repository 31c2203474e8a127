"""What deployments make once and never make anew: the data, the users, the key for web push, the stand-in page."""

import json
import uuid

from infra import owners, site, take_over
from infra.deployment import deploy
from tests.length import in_the_long_form
from tests.stack.person import Person, newcomer


def test_a_second_deployment_keeps_the_data_the_users_and_the_addresses(stack, template):
    email = f"{uuid.uuid4().hex}@example.com"
    password = owners.invite(stack, email)
    person = Person(stack, owners.sign_in(stack, email, password).access)
    (mine,) = person.ask("GET", "/api/lists")["lists"]
    todo = person.ask("POST", f"/api/lists/{mine['id']}/todos", {"title": "Outlive the upgrade"})
    changed = template.with_name("changed.yaml")
    text = template.read_text()
    assert "MemorySize: 256" in text
    changed.write_text(text.replace("MemorySize: 256", "MemorySize: 320"))
    after = deploy(stack.aws, changed, LogDays="60")
    assert after.outputs == stack.outputs
    configuration = stack.aws.client("lambda").get_function_configuration(
        FunctionName=stack.resource("LiveSyncFunction")
    )
    assert configuration["MemorySize"] == 320
    assert person.ask("GET", f"/api/lists/{mine['id']}/todos/{todo['id']}")["title"] == "Outlive the upgrade"
    signed_in_again = Person(after, owners.sign_in(after, email, password).access)
    assert signed_in_again.ask("GET", "/api/lists")["lists"] == [mine]


def test_the_key_for_web_push_lies_encrypted_beside_the_stack_and_its_public_half_is_an_output(stack):
    kept = stack.aws.client("ssm").get_parameter(Name="/follow-ups/vapid-private-key", WithDecryption=True)["Parameter"]
    assert kept["Type"] == "SecureString"
    assert kept["Version"] == 1
    assert len(stack.outputs["PushPublicKey"]) == 87


def test_the_site_stands_in_until_it_is_uploaded_and_an_upload_is_served_as_it_should_be(stack, tmp_path):
    s3, bucket = stack.aws.client("s3"), stack.outputs["SiteBucket"]
    assert b"make site" in s3.get_object(Bucket=bucket, Key="index.html")["Body"].read()
    (tmp_path / "assets").mkdir()
    (tmp_path / "assets" / "page-1a2b.js").write_text("'use strict'")
    (tmp_path / "index.html").write_text("<!doctype html><title>Follow-ups</title>")
    assert site.upload(tmp_path, stack.outputs, s3, stack.aws.client("cloudfront")) == 3
    page = s3.get_object(Bucket=bucket, Key="index.html")
    assert page["Body"].read() == b"<!doctype html><title>Follow-ups</title>"
    assert page["CacheControl"] == "no-cache"
    config = json.load(s3.get_object(Bucket=bucket, Key="config.json")["Body"])
    assert config["client_id"] == stack.outputs["ClientId"]
    assert config["authorize_url"] == f"https://{stack.outputs['LoginHost']}/oauth2/authorize"
    script = s3.get_object(Bucket=bucket, Key="assets/page-1a2b.js")
    assert script["CacheControl"] == "public, max-age=31536000, immutable"
    assert script["ContentType"] == "text/javascript; charset=utf-8"
    made = stack.aws.client("cloudfront").list_invalidations(DistributionId=stack.outputs["Distribution"])
    assert made["InvalidationList"]["Quantity"] >= 1


def test_somebody_of_a_new_user_pool_gets_what_was_theirs_in_a_kept_table(stack, monkeypatch, capsys):
    for name, value in stack.aws.environment.items():
        monkeypatch.setenv(name, value)
    before = newcomer(stack)
    (theirs,) = before.ask("GET", "/api/lists")["lists"]
    before.ask("PATCH", f"/api/lists/{theirs['id']}", {"name": "Of before"}, if_match="*")
    returning = f"{uuid.uuid4().hex}@example.com"
    password = owners.invite(stack, returning)
    monkeypatch.setattr("sys.argv", ["take_over"])
    assert take_over.main() == 0
    (line,) = [each for each in capsys.readouterr().out.splitlines() if "Of before" in each]
    monkeypatch.setattr("sys.argv", ["take_over", "--email", returning, "--owner", line.split()[0]])
    assert take_over.main() == 0
    after = Person(stack, owners.sign_in(stack, returning, password).access)
    assert [each["id"] for each in after.ask("GET", "/api/lists")["lists"]] == [theirs["id"]]


def test_taking_over_what_is_not_there_changes_nothing(stack, monkeypatch, capsys):
    for name, value in stack.aws.environment.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr("sys.argv", ["take_over", "--email", "nobody@example.com", "--owner", str(uuid.uuid4())])
    assert take_over.main() == 1
    assert "Nothing was changed: The user pool knows nobody" in capsys.readouterr().err


@in_the_long_form
def test_another_stack_takes_over_the_table_that_is_there(stack, template):
    before = newcomer(stack)
    (mine,) = before.ask("GET", "/api/lists")["lists"]
    agent = before.agent(mine["id"])
    other = deploy(stack.aws, template, name="taken-over", ExistingTableStream=stack.outputs["TableStream"])
    assert other.outputs["TableName"] == stack.outputs["TableName"]
    assert other.outputs["UserPoolId"] != stack.outputs["UserPoolId"]
    assert other.outputs["ApiUrl"] != stack.outputs["ApiUrl"]
    asked = {"list_id": mine["id"], "repository": "acme/widget"}
    answer = agent.call("read_follow_ups", **asked)
    assert answer["follow_ups"] == []
    assert agent.at(other).call("read_follow_ups", **asked) == answer
