"""The site as it is deployed, in a real browser: who signs in there, stays signed in, and leaves nothing behind."""

import base64
import hashlib
import uuid
from datetime import UTC, datetime, timedelta
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.async_api import expect

from infra import owners
from tests.stack.at_the_site import (
    add_and_save,
    an_owner,
    expect_signed_out,
    kept,
    log_in,
    press_sign_in,
    refresh_token,
    signed_in,
)
from tests.web.watching import expect_calm, expect_kept, open_live, watch_rows

pytestmark = [pytest.mark.anyio, pytest.mark.browser]


async def test_somebody_who_was_invited_signs_in_and_finds_a_first_list(stack, edge, keeping_seat):
    email = f"{uuid.uuid4().hex}@example.com"
    password = owners.invite(stack, email)
    visit = await keeping_seat.tab()
    page = visit.page
    await page.goto("/")
    await press_sign_in(page)
    asked = parse_qs(urlsplit(page.url).query)
    assert urlsplit(page.url).netloc == edge.login_host
    await page.get_by_label("Username").fill(email)
    await page.get_by_label("Password").fill(password)
    await page.get_by_role("button", name="Sign in").click()
    await expect(page.get_by_role("heading", name="Follow-ups")).to_be_visible()
    await add_and_save(visit, "Sort the attic")
    assert page.url == f"{edge.site}/"

    (redeemed,) = keeping_seat.to_login("/oauth2/token")
    proof = base64.urlsafe_b64encode(hashlib.sha256(redeemed["code_verifier"].encode()).digest()).rstrip(b"=").decode()
    assert (asked["code_challenge"], asked["code_challenge_method"]) == ([proof], ["S256"])
    assert len(asked["state"][0]) >= 40
    assert asked["redirect_uri"] == [redeemed["redirect_uri"]] == [f"{edge.site}/"]
    held = await kept(page)
    assert (held["session"], held["cookies"]) == ({}, "")
    assert redeemed["code_verifier"] not in str(held)


@pytest.mark.parametrize("path", ["/settings", "/lists/{list_id}/todos/{todo_id}"])
async def test_whoever_came_by_a_link_is_there_after_signing_in(edge, seat, owner, path):
    todo = owner.person.ask("POST", f"/api/lists/{owner.list_id}/todos", {"title": "Sort the attic"})
    address = path.format(list_id=owner.list_id, todo_id=todo["id"])
    page = (await seat.tab()).page
    await page.goto(address)
    await press_sign_in(page)
    await log_in(page, owner)
    if "todos" in path:
        title = page.get_by_role("dialog").get_by_role("textbox", name="Title")
        await expect(title).to_have_value("Sort the attic")
    else:
        await expect(page.get_by_role("heading", name="Settings")).to_be_visible()
    assert page.url == f"{edge.site}{address}"


async def test_a_reload_and_another_tab_stay_signed_in(seat, owner):
    visit = await signed_in(seat, owner)
    await visit.page.reload()
    await expect(visit.quick_add).to_be_visible()
    another = await seat.tab(owner.list_id)
    await another.open_list()
    await another.add("Sort the attic")
    await expect(visit.row("Sort the attic")).to_be_visible()
    grants = [each["grant_type"] for each in seat.to_login("/oauth2/token")]
    assert grants == ["authorization_code", "refresh_token", "refresh_token"]
    assert len(seat.to_login("/oauth2/authorize")) == 1


async def test_a_token_that_ends_is_renewed_while_the_owner_goes_on(seat, owner):
    visit = await signed_in(seat, owner)
    await add_and_save(visit, "Before")
    await watch_rows(visit.page)
    (first,) = set(seat.tokens_shown())
    await visit.page.clock.set_fixed_time(datetime.now(UTC) + timedelta(minutes=59, seconds=30))
    await add_and_save(visit, "After")
    await visit.expect_open("Before", "After")
    await expect_calm(visit.page)
    assert seat.tokens_shown()[-1] != first
    assert [each["grant_type"] for each in seat.to_login("/oauth2/token")] == ["authorization_code", "refresh_token"]


async def test_a_token_that_is_refused_before_its_time_is_renewed_too(seat, owner):
    """A clock that is set back makes a page hold its token for good longer than it is."""
    visit = await signed_in(seat, owner)
    await watch_rows(visit.page)
    refused = set(seat.tokens_shown())

    async def as_the_gateway(route):
        if route.request.headers.get("authorization", "").removeprefix("Bearer ") in refused:
            await route.fulfill(status=401, json={"message": "Unauthorized"})
        else:
            await route.continue_()

    await seat.context.route("**/api/**", as_the_gateway)
    await add_and_save(visit, "After")
    await visit.expect_open("After")
    await expect_calm(visit.page)
    assert [each["grant_type"] for each in seat.to_login("/oauth2/token")] == ["authorization_code", "refresh_token"]


async def test_what_an_agent_captures_is_on_the_open_page(seat, owner):
    agent = owner.person.agent(owner.list_id)
    visit = await signed_in(seat, owner)
    heard = await open_live(visit)
    await add_and_save(visit, "Call the bank")
    await watch_rows(visit.page)
    answer = agent.call(
        "add_follow_up",
        list_id=owner.list_id,
        repository="acme/widget",
        session_id="monday",
        title="Cap the upload size",
    )
    assert answer["follow_up"]["title"] == "Cap the upload size"
    await visit.expect_open("Call the bank", "Cap the upload size")
    await expect(visit.row("Cap the upload size")).to_contain_text("acme/widget")
    await expect_calm(visit.page)
    assert any("Cap the upload size" in str(message) for message in heard)


async def test_a_code_that_was_asked_for_elsewhere_is_refused_and_not_redeemed(stack, edge, seat, owner):
    """Somebody may want an owner to write into another's account."""
    page = (await seat.tab()).page
    await page.goto("/")
    await press_sign_in(page)
    strangers = owners.code_for(stack, owner.email, owner.password)
    await page.goto(f"/?code={strangers.code}&state={strangers.state}")
    await expect_signed_out(page)
    await expect(page.get_by_role("alert")).to_contain_text("not begun here")
    assert page.url == f"{edge.site}/"
    assert seat.to_login("/oauth2/token") == []
    await press_sign_in(page)
    await log_in(page, owner)
    await expect(page.get_by_role("alert")).to_have_count(0)


async def test_a_link_cannot_put_words_into_the_mouth_of_the_page(edge, seat):
    page = (await seat.tab()).page
    await page.goto("/?error=access_denied&error_description=Call+0800+123")
    await expect_signed_out(page)
    await expect(page.get_by_role("alert")).to_be_visible()
    await expect(page.get_by_text("0800")).to_have_count(0)
    assert page.url == f"{edge.site}/"


async def test_signing_out_leaves_nothing_here_and_ends_the_session_there(stack, edge, keeping_seat, owner):
    visit = await signed_in(keeping_seat, owner)
    page = visit.page
    await add_and_save(visit, "Sort the attic")
    token = await refresh_token(page)
    await page.evaluate("() => navigator.serviceWorker.ready")
    await page.goto("/settings")
    await expect_kept(page)
    await page.get_by_role("button", name="Sign out").click()
    await expect_signed_out(page)
    assert page.url == f"{edge.site}/"
    assert [each["logout_uri"] for each in keeping_seat.to_login("/logout")] == [f"{edge.site}/"]
    with pytest.raises(owners.LoginFailed):
        owners.renew(stack, token)

    await page.goto("/")
    await expect_signed_out(page)
    held = await kept(page)
    things = held["databases"]["follow-ups"].pop("things")
    assert things.keys() <= {"config"}, things
    assert held["databases"] == {"follow-ups": {"rows": {}, "edits": {}}}
    assert (held["local"], held["session"], held["cookies"]) == ({}, {}, "")
    assert not [address for address in held["addresses"] if address.startswith("/api")]
    assert await keeping_seat.context.cookies() == []
    await page.goto(f"/lists/{owner.list_id}")
    await expect_signed_out(page)


async def test_signing_out_signs_out_every_tab_of_the_browser(seat, owner):
    visit = await signed_in(seat, owner)
    another = await seat.tab(owner.list_id)
    await open_live(another)
    await visit.page.goto("/settings")
    await visit.page.get_by_role("button", name="Sign out").click()
    await expect_signed_out(visit.page)
    await expect_signed_out(another.page)
    assert (await kept(visit.page))["databases"]["follow-ups"]["rows"] == {}


async def test_whoever_signs_in_after_a_session_was_ended_elsewhere_finds_only_what_is_theirs(
    stack, seat, owner, trouble
):
    trouble.expect(r"status of 400 .*/oauth2/token")  # the renewal that is refused
    trouble.expect(rf"status of 404 .*/{owner.list_id}/")  # asked for before it is known who signed in
    for zone in ("Europe/Madrid", "Europe/Berlin", "Asia/Tokyo"):
        owner.person.ask("PATCH", "/api/me", {"time_zone": zone}, if_match="*")
    visit = await signed_in(seat, owner)
    await add_and_save(visit, "Sort the attic")
    token = await refresh_token(visit.page)
    stack.aws.client("cognito-idp").revoke_token(Token=token, ClientId=stack.outputs["ClientId"])
    await visit.page.reload()
    await expect_signed_out(visit.page)

    other = an_owner(stack)
    other.person.ask("PATCH", "/api/me", {"time_zone": "America/Lima"}, if_match="*")
    await press_sign_in(visit.page)
    # Until it is known who came, the page shows what was there.
    async with visit.page.expect_response(lambda answer: answer.url.endswith("/api/me") and answer.ok):
        await log_in(visit.page, other)
    await expect(visit.page.get_by_text("Sort the attic")).to_have_count(0)
    await visit.go("/settings")
    await expect(visit.page.get_by_role("combobox", name="Time zone")).to_have_value("America/Lima")
    await visit.page.goto("/")
    await expect(visit.quick_add).to_be_visible()
    await add_and_save(visit, "Mine")
    await visit.expect_open("Mine")
    held = str((await kept(visit.page))["databases"])
    assert "Sort the attic" not in held
    assert owner.list_id not in held
