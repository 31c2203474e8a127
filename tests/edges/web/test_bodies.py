"""Hostile bodies: whatever comes, the answer says what is wrong with it, and nothing is done by halves."""

import pytest

from followups.domain.limits import BODY_BYTES
from tests.edges.web.site import Visitor, at, refusal

JSON = {"Content-Type": "application/json"}


def send(me: Visitor, body: bytes | str, content_type: str = "application/json"):
    content = body.encode() if isinstance(body, str) else body
    return me.ask("POST", me.todos, content=content, headers={"Content-Type": content_type})


@pytest.mark.parametrize(
    "body",
    [
        "",
        " ",
        "{",
        '{"title": "t"} x',
        "{'title': 't'}",
        '{"title": "t",}',
        '{"title": "a\nb"}',
        b'{"title": "\xff"}',
        b"\xef\xbb\xbf{}",
        '{"title": "t"}'.encode("utf-16"),
        b"\x00",
        '{"title": NaN}',
        '{"title": Infinity}',
        '{"title": "t", "due": -Infinity}',
        '{"title": 1e999}',
        '{"title": -1e999}',
        f'{{"title": {"9" * 5_000}}}',
        '{"title": "a", "title": "b"}',
        '{"title": "t", "due": {"date": "2027-01-31", "date": "2027-02-28"}}',
        "[" * 100_000,
        '{"due":' * 50_000,
        '{"title": "\\ud800"}',
        '{"title": "t", "notes": "\\udc00\\ud800"}',
        '{"title": "t", "due": {"\\ud800": 1}}',
        '{"\\ud800": 1, "\\ud800": 2}',
    ],
)
def test_what_is_not_clean_json_is_refused_and_nothing_is_added(body, me) -> None:
    problem = refusal(send(me, body), 400, "invalid")
    assert problem["detail"]
    assert me.titles() == []


@pytest.mark.parametrize("body", ["[]", "null", "1", '"title"', "true", '[{"title": "t"}]'])
def test_a_body_is_an_object(body, me) -> None:
    assert "object" in refusal(send(me, body), 400, "invalid")["detail"]


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ('{"title": 1}', "title"),
        ('{"title": null}', "title"),
        ('{"title": ["t"]}', "title"),
        ('{"title": {"a": "t"}}', "title"),
        ('{"title": "t", "notes": null}', "notes"),
        ('{"title": "t", "starred": 1}', "starred"),
        ('{"title": "t", "starred": "true"}', "starred"),
        ('{"title": "t", "due": "2027-01-31"}', "due"),
        ('{"title": "t", "due": {"date": 20270131}}', "due.date"),
        ('{"title": "t", "before": 1}', "before"),
        (f'{{"title": "t", "{"x" * 1_000}": 1}}', f"{'x' * 100}…"),
    ],
)
def test_a_member_of_the_wrong_kind_is_named_and_nothing_is_coerced(body, field, me) -> None:
    assert refusal(send(me, body), 400, "invalid")["field"] == field
    assert me.titles() == []


@pytest.mark.parametrize("title", ["a\u0000b", "a\tb", "two\nlines", "\u202egnirts", "\u2066x", "", "\u3164", "  "])
def test_a_title_that_would_break_its_row_is_refused(title, me) -> None:
    response = me.ask("POST", me.todos, {"title": title})
    assert refusal(response, 422, "invalid")["field"] == "title"


@pytest.mark.parametrize("title", ["مراجعة الخادم (v2)", "👩‍👩‍👧‍👦 und 🇩🇪", "e\u0301", "\U0010ffff", "𝕬"])
def test_every_other_text_comes_back_as_it_went_in(title, me) -> None:
    todo = me.add(title, notes=f"{title}\n\x00\t\r\n{title}")
    assert me.get(at(todo))["title"] == title
    assert me.get(at(todo))["notes"] == f"{title}\n\x00\t\r\n{title}"


def test_a_whole_character_written_as_two_escapes_is_one(me) -> None:
    assert send(me, '{"title": "\\ud83d\\ude00"}').json()["title"] == "😀"


@pytest.mark.parametrize(
    "content_type", ["", "text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "json"]
)
def test_a_body_of_another_kind_is_refused(content_type, me) -> None:
    response = send(me, '{"title": "t"}', content_type)
    assert "application/json" in refusal(response, 415, "invalid")["detail"]
    assert me.titles() == []


def test_a_merge_patch_is_no_new_todo(me) -> None:
    refusal(send(me, '{"title": "t"}', "application/merge-patch+json"), 415, "invalid")


def test_a_body_over_the_limit_is_refused_with_the_limit_before_it_is_parsed(me) -> None:
    problem = refusal(send(me, b"[" * (BODY_BYTES + 1)), 413, "too_large")
    assert (problem["limit"], problem["unit"]) == (BODY_BYTES, "bytes")


def test_a_body_that_does_not_say_how_long_it_is_is_cut_off_at_the_limit(site) -> None:
    read = 0

    async def endless():
        nonlocal read
        while True:
            read += 1
            yield b" " * 65_536

    me = site.owner()
    response = me.ask("POST", me.todos, content=endless(), headers=JSON)
    refusal(response, 413, "too_large")
    assert read * 65_536 <= BODY_BYTES + 3 * 65_536


def test_a_body_up_to_the_limit_is_read(me) -> None:
    body = b'{"title": "t"}'
    assert send(me, body + b" " * (BODY_BYTES - len(body))).status_code == 201


def test_a_body_where_none_belongs_is_passed_over(me) -> None:
    todo = me.add()
    assert me.ask("POST", f"{at(todo)}/reopen", content=b"\xff{", match="*").status_code == 200
