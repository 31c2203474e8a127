"""A list as it looks after some weeks of use: something of every kind that a page can show."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any, Final

from tests.journeys.agent import Agent
from tests.journeys.deployment import Place

Json = dict[str, Any]

MARKDOWN: Final = """\
The form asks for both pages.

- [x] a copy of the old one
- [ ] a new picture
- [ ] the fee, see [the table](https://example.com/fees)

> Bring the old one along.

```
opening hours: 8:00-12:00
```

| Way | Takes |
| --- | --- |
| plain | 6 weeks |
| *express* | 3 days |
"""
LONG: Final = (
    "Go through every endpoint that reads a file name from the request and check that it refuses a path which leaves "
    "the upload folder, also when the separators are escaped twice, and add what is found to the table of inputs"
)
OWN: Final[list[Json]] = [
    {"title": "Renew the passport", "days": -2, "starred": True, "notes": MARKDOWN},
    {"title": "Pay the rent", "days": 0, "repeat": {"rrule": "FREQ=MONTHLY;BYMONTHDAY=31"}},
    {"title": "Book the dentist", "days": 1, "clock": "09:30"},
    {"title": "Sort the photos of the summer"},
    {"title": "مراجعة الخادم (v2)", "repository": "acme/widget"},
    {"title": "Plan the move 🚚", "days": 40, "notes": "Ask for three offers."},
]
FOUND: Final = [
    ("acme/widget", "Add the missing guard in router users", "Same as in router orders, see the change of today."),
    ("acme/widget", LONG, "Found while reading the upload code."),
    ("acme/widget", "Name the new flag in the docs page", "The page still names the old one."),
    ("acme/gadget", "Take the retry out of the client", "The caller retries already."),
    ("gitlab.com/acme/tools/deploy", "Pin the base image", "It moved twice this month."),
]
REASON: Final = "Two limits are in use, 10 MB in the form and 25 MB in the API. Which one is meant?"
PROPOSED: Final = ["Rewrite the parser as a table", "Drop support for the old export"]
DONE: Final = ["Cap the page size", "Call the bank", "Quote the file name in the header"]
DELETED: Final = ["Buy a second monitor", "Look at the other framework"]


@dataclass(frozen=True, kw_only=True)
class SampleList:
    place: Place
    empty: Place
    passport: Json
    """Of the owner alone: overdue, starred, with long notes."""
    rent: Json
    """Due today, and every month."""
    handed_back: Json
    claimed: Json

    @property
    def path(self) -> str:
        return f"/lists/{self.place.list_id}"


async def filled(place: Place, empty: Place) -> SampleList:
    """Fill the first list, and leave the other one as it is."""
    owner = place.owner
    own = [await owner.add(**_dated(each)) for each in OWN]
    sessions = [await place.agent(f"7c0d{at}e52-41aa-4f0e-9b7a-5f6f0c1d2e3f") for at in range(2)]
    await _captured(sessions[0])
    for title in DONE:
        await owner.act(await owner.add(title, repository="acme/widget"), "complete")
    await owner.batch("delete", [await owner.add(title) for title in DELETED])
    asked = await sessions[0].capture("Decide on the upload limit", host="claude-code", notes="Two limits are in use.")
    held = await sessions[1].claim(asked["follow_up"]["id"])
    await sessions[1].hand_back({"follow_up": asked["follow_up"], "claim": held["claim"]}, REASON)
    taken = await sessions[1].drain_next()
    await _proposed(place, sessions[0])
    return SampleList(
        place=place,
        empty=empty,
        passport=own[0],
        rent=own[1],
        handed_back=asked["follow_up"],
        claimed=taken["follow_up"],
    )


async def _captured(session: Agent) -> None:
    for repository, title, notes in FOUND:
        await session.call(
            "add_follow_up",
            repository=repository,
            session_id=session.session_id,
            title=title,
            notes=notes,
            host="claude-code",
        )


async def _proposed(place: Place, session: Agent) -> None:
    await _reviewing(place, wanted=True)
    for title in PROPOSED:
        await session.capture(title, host="claude-code")
    await _reviewing(place, wanted=False)


async def _reviewing(place: Place, *, wanted: bool) -> None:
    path = f"/api/lists/{place.list_id}"
    seen = await place.owner.get(path)
    headers = {"if-match": f'"{seen["version"]}"'}
    (await place.owner.http.patch(path, json={"review_new": wanted}, headers=headers)).raise_for_status()


def _dated(given: Json) -> Json:
    """With its due, counted in days from now."""
    fields = {name: value for name, value in given.items() if name not in {"days", "clock"}}
    if "days" not in given:
        return fields
    day = (datetime.now(UTC) + timedelta(days=given["days"])).date().isoformat()
    if "clock" in given:
        return {**fields, "due": {"at": f"{day}T{given['clock']}", "time_zone": "Europe/Berlin"}}
    return {**fields, "due": {"date": day}}
