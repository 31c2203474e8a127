from followups.services import signing_in
from followups.services.ports import Ports
from local.sign_in import SIGNED_IN_DAYS, LocalSignIn, cookie_header
from local.sqlite_table import SqliteTable
from tests.builders import FakeClock


def headers(secret: str) -> dict[str, str]:
    return {"cookie": cookie_header(secret, secure=False).partition(";")[0]}


def test_a_link_signs_one_browser_in_and_then_never_again(ports: Ports, sqlite: SqliteTable) -> None:
    sign_in = LocalSignIn(ports, sqlite)
    token = sign_in.new_link_token()
    secret = sign_in.redeem(token)
    assert secret is not None
    assert sign_in.behind(headers(secret)) == sign_in.owner()
    assert sign_in.redeem(token) is None


def test_a_token_that_was_never_given_signs_nobody_in(ports: Ports, sqlite: SqliteTable) -> None:
    assert LocalSignIn(ports, sqlite).redeem("") is None
    assert LocalSignIn(ports, sqlite).redeem("guess") is None


def test_a_browser_stays_signed_in_over_a_restart(ports: Ports, sqlite: SqliteTable) -> None:
    secret = LocalSignIn(ports, sqlite).new_cookie()
    restarted = LocalSignIn(ports, sqlite)
    assert restarted.behind(headers(secret)) == restarted.owner()


def test_a_cookie_ends_with_its_time(ports: Ports, sqlite: SqliteTable, clock: FakeClock) -> None:
    sign_in = LocalSignIn(ports, sqlite)
    secret = sign_in.new_cookie()
    assert sign_in.behind(headers(secret)) is not None
    clock.advance(days=SIGNED_IN_DAYS)
    assert sign_in.behind(headers(secret)) is None


def test_signing_out_ends_that_browser_alone(ports: Ports, sqlite: SqliteTable) -> None:
    sign_in = LocalSignIn(ports, sqlite)
    leaving, staying = sign_in.new_cookie(), sign_in.new_cookie()
    assert sign_in.behind(headers(leaving)) is not None
    sign_in.sign_out(headers(leaving))
    assert sign_in.behind(headers(leaving)) is None
    assert sign_in.behind(headers(staying)) is not None


def test_a_deleted_account_signs_every_browser_out_at_once(ports: Ports, sqlite: SqliteTable) -> None:
    sign_in = LocalSignIn(ports, sqlite)
    secret = sign_in.new_cookie()
    caller = sign_in.behind(headers(secret))
    assert caller is not None
    signing_in.delete_account(ports, caller, None)
    assert sign_in.behind(headers(secret)) is None
    assert sign_in.owner() != caller


def test_what_is_no_cookie_of_ours_signs_nobody_in(ports: Ports, sqlite: SqliteTable) -> None:
    sign_in = LocalSignIn(ports, sqlite)
    sign_in.new_cookie()
    for header in ("", "other=1", "follow_ups_session=", "follow_ups_session=guess", ";;=;", "follow_ups_session"):
        assert sign_in.behind({"cookie": header}) is None


def test_the_secret_itself_is_kept_nowhere(ports: Ports, sqlite: SqliteTable) -> None:
    secret = LocalSignIn(ports, sqlite).new_cookie()
    log = sqlite.changes_after(0, 100)
    assert log
    assert all(secret not in str((change.key, change.new)) for change in log)


def test_the_cookie_is_out_of_reach_of_scripts_and_other_sites() -> None:
    header = cookie_header("s", secure=True)
    assert all(part in header for part in ("HttpOnly", "SameSite=Lax", "Path=/", "Secure"))
