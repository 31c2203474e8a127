import pytest

from local.guards import Guard

OURS = "127.0.0.1:8765"


def refusal(method: str = "GET", *, by_cookie: bool = True, public: str | None = None, **headers: str) -> str | None:
    return Guard(port=8765, origin=public).refusal(method, {"host": OURS, **headers}, by_cookie=by_cookie)


@pytest.mark.parametrize("host", ["127.0.0.1:8765", "localhost:8765", "[::1]:8765", "192.0.2.7:8765", "10.1.2.3"])
def test_an_address_or_localhost_is_a_good_host(host: str) -> None:
    assert refusal(host=host) is None


@pytest.mark.parametrize(
    "host",
    ["evil.example", "evil.example:8765", "localhost:9", "127.0.0.1.evil.example", "localhost.evil", "", "[", "a b"],
)
def test_any_other_name_is_refused_since_its_owner_could_bind_it_to_this_machine(host: str) -> None:
    assert "FOLLOW_UPS_ORIGIN" in (refusal(host=host) or "")


def test_the_name_of_the_proxy_in_front_is_a_good_host() -> None:
    assert refusal(host="todo.example", public="https://todo.example") is None


@pytest.mark.parametrize("method", ["POST", "PATCH", "DELETE", "PUT"])
def test_a_write_from_another_sites_page_is_refused(method: str) -> None:
    assert "another site" in (refusal(method, origin="https://evil.example") or "")


@pytest.mark.parametrize(
    "origin", ["null", f"http://{OURS}.evil.example", "http://127.0.0.1:1", "http://localhost:8765"]
)
def test_only_the_very_origin_of_the_request_may_write(origin: str) -> None:
    assert refusal("POST", origin=origin) is not None


def test_our_own_page_may_write() -> None:
    assert refusal("POST", origin=f"http://{OURS}") is None


def test_a_page_behind_the_proxy_may_write() -> None:
    assert refusal("POST", public="https://todo.example", origin="https://todo.example") is None


def test_reading_needs_no_origin_check() -> None:
    assert refusal("GET", origin="https://evil.example") is None


def test_where_a_key_is_needed_a_browser_of_another_origin_may_call() -> None:
    assert refusal("POST", by_cookie=False, origin="https://inspector.example") is None
