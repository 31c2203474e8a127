"""The owner reviews, renames, follows along and takes everything out."""

from urllib.parse import urlsplit

import pytest
from icalendar import Calendar

from tests.journeys.agent import Agent
from tests.journeys.deployment import Deployment, Place, fresh_place
from tests.waiting import soon

pytestmark = pytest.mark.anyio


async def test_what_agents_propose_waits_for_the_owners_yes(place: Place) -> None:
    set_up = await place.owner.get(f"/api/lists/{place.list_id}")
    response = await place.owner.http.patch(
        f"/api/lists/{place.list_id}", json={"review_new": True}, headers={"if-match": f'"{set_up["version"]}"'}
    )
    response.raise_for_status()
    monday = await place.agent("monday")
    for title in ("Cap the upload size", "Cap the download size", "Rewrite it all"):
        assert (await monday.capture(title))["follow_up"]["proposed"] is True
    assert await monday.read_all() == []
    assert (await monday.drain_next())["stop"]["reason"] == "nothing left"

    proposed = await place.owner.todos(proposed="true")
    wanted = [todo for todo in proposed if todo["title"] != "Rewrite it all"]
    unwanted = [todo for todo in proposed if todo["title"] == "Rewrite it all"]
    assert [result["status"] for result in await place.owner.batch("accept", wanted)] == [200, 200]
    assert [result["status"] for result in await place.owner.batch("dismiss", unwanted)] == [200]

    assert await _titles(monday) == ["Cap the upload size", "Cap the download size"]
    assert (await monday.drain_next())["follow_up"]["title"] == "Cap the upload size"
    assert await place.owner.todos(proposed="true") == []
    assert [todo["title"] for todo in await place.owner.todos(state="deleted")] == ["Rewrite it all"]


async def test_agents_go_on_under_the_old_name_of_a_renamed_repository(place: Place) -> None:
    monday = await place.agent("monday")
    tuesday = await place.agent("tuesday", repository="acme/gadget")
    await monday.capture("Cap the upload size")
    await monday.capture("Cap the page size")
    held = await monday.drain_next()

    renamed = await place.owner.post(
        f"/api/lists/{place.list_id}/repositories/rename", {"old": "acme/widget", "new": "acme/gadget"}
    )
    assert renamed["finished"] is True

    await monday.capture("Cap the download size")
    assert await _titles(tuesday) == ["Cap the page size", "Cap the download size", "Cap the upload size"]
    await monday.complete(held, "Capped.")
    assert (await monday.drain_next())["follow_up"]["title"] == "Cap the page size"
    again = await tuesday.capture("cap the download size.")
    assert again["duplicate"] is True
    assert again["follow_up"]["repository"] == "acme/gadget"
    names = {todo["origin"]["repository"] for todo in await place.owner.todos()}
    assert names == {"acme/gadget"}


async def test_a_page_that_was_away_reads_what_was_written_meanwhile(place: Place) -> None:
    position = (await place.owner.changes())["position"]
    own = await place.owner.add("The owner's own")
    monday = await place.agent("monday")
    captured = (await monday.capture("Cap the upload size"))["follow_up"]
    await monday.complete(await monday.drain_next(), "Capped.")
    deleted = await place.owner.http.delete(place.owner.path(own["id"]), headers={"if-match": "*"})
    assert deleted.is_success
    newest = (await place.owner.todo(captured["id"]))["version"]

    async def all_there():
        seen = (await place.owner.changes(position))["changes"]
        gone = any(change["id"] == own["id"] and change["deleted"] for change in seen)
        there = any(change["id"] == captured["id"] and change["version"] == newest for change in seen)
        return gone and there

    await soon(all_there, within=5, what="the rows of the change log")


async def test_a_calendar_follows_the_list_until_its_address_is_replaced(place: Place) -> None:
    feeds = f"/api/lists/{place.list_id}/feeds"
    made = await place.owner.post(feeds, {"name": "Phone"})
    path = urlsplit(made["url"]).path
    due = {"at": "2027-07-01T09:00", "time_zone": "Europe/Berlin"}
    todo = await place.owner.add("Submit, then\u00a0rest", due=due)
    await place.owner.add("Undated")

    async def titles() -> list[str]:
        response = await place.owner.http.get(path)
        response.raise_for_status()
        return [str(event["SUMMARY"]) for event in Calendar.from_ical(response.content).walk("VEVENT")]

    async def is_shown() -> bool:
        return await titles() == [todo["title"]]

    await soon(is_shown, within=5, what="the dated todo in the calendar")
    await place.owner.act(todo, "complete")

    async def is_gone() -> bool:
        return await titles() == []

    await soon(is_gone, within=5, what="a calendar without what is done")
    (feed,) = (await place.owner.get(feeds))["feeds"]
    assert feed["last_used_at"]
    assert (await place.owner.http.delete(f"{feeds}/{feed['id']}")).status_code == 204
    assert (await place.owner.http.get(path)).status_code == 404


async def test_a_deleted_list_comes_back_whole(place: Place) -> None:
    monday = await place.agent("monday")
    await monday.capture("Cap the upload size")
    path = f"/api/lists/{place.list_id}"
    assert (await place.owner.http.delete(path, headers={"if-match": "*"})).status_code == 204
    assert (await place.owner.http.get(path)).status_code == 404
    assert (await place.owner.http.post(f"{path}/restore", headers={"if-match": "*"})).is_success
    assert await _titles(monday) == ["Cap the upload size"]


async def test_an_exported_list_is_the_same_list_when_it_is_brought_in(place: Place, deployment: Deployment) -> None:
    monday = await place.agent("monday")
    for at in range(3):
        await monday.capture(f"Guard {at}", notes=f"See routers/{at}.py.", due="2027-01-31")
    await monday.complete(await monday.drain_next(), "Guarded.", commit="4f2a91c")
    await monday.hand_back(await monday.drain_next(), "Which router?")
    await place.owner.add("The owner's own", starred=True, notes="*Soon*.")

    async with fresh_place(deployment, "brought in", place.mode) as other:
        taken_out = await _exported(place)
        brought_in = await other.owner.post(
            f"/api/lists/{other.list_id}/import", {"todos": taken_out}, **{"write-id": "page-1"}
        )
        assert brought_in["imported"] == 4
        again = await other.owner.post(
            f"/api/lists/{other.list_id}/import", {"todos": taken_out}, **{"write-id": "page-1"}
        )
        assert again["imported"] == 4

        assert [_kept(todo) for todo in await _exported(other)] == [_kept(todo) for todo in taken_out]
        tuesday = await other.agent("tuesday")
        assert (await tuesday.drain_next())["follow_up"]["title"] == "Guard 2"


async def _titles(agent: Agent) -> list[str]:
    return [row["title"] for row in await agent.read_all()]


async def _exported(place: Place):
    path = f"/api/lists/{place.list_id}/export"
    page = await place.owner.get(path, limit=3)
    todos = list(page["todos"])
    while "next_cursor" in page:
        page = await place.owner.get(path, limit=3, cursor=page["next_cursor"])
        todos.extend(page["todos"])
    return todos


def _kept(todo):
    """What moves with a todo, without what each list gives it anew."""
    anew = {"id", "list_id", "order", "version", "updated_at"}
    return {name: value for name, value in todo.items() if name not in anew}
