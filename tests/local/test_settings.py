from pathlib import Path

import pytest

from local.settings import SETTINGS, BadSetting, Settings


def test_an_option_comes_before_the_environment_before_the_default(tmp_path: Path) -> None:
    environment = {"FOLLOW_UPS_DATA": str(tmp_path / "a"), "FOLLOW_UPS_PORT": "1", "FOLLOW_UPS_HOST": "0.0.0.0"}

    chosen = Settings.read(environment, data=str(tmp_path / "b"), port="2", host="::1")
    assert (chosen.data, chosen.port, chosen.host) == (tmp_path / "b", 2, "::1")

    from_environment = Settings.read(environment)
    assert (from_environment.data, from_environment.port, from_environment.host) == (tmp_path / "a", 1, "0.0.0.0")

    default = Settings.read({"XDG_DATA_HOME": str(tmp_path)})
    assert (default.data, default.port, default.host) == (tmp_path / "follow-ups", 8765, "127.0.0.1")


def test_an_empty_variable_counts_as_unset() -> None:
    assert Settings.read(dict.fromkeys(SETTINGS, "")).port == 8765


def test_a_relative_xdg_folder_is_ignored() -> None:
    assert Settings.read({"XDG_DATA_HOME": "somewhere"}).data == Path.home() / ".local" / "share" / "follow-ups"


@pytest.mark.parametrize("port", ["-1", "65536", "http", "8765 ", "٣"])
def test_a_port_that_is_none_is_refused_with_what_it_takes(port: str) -> None:
    with pytest.raises(BadSetting, match="FOLLOW_UPS_PORT"):
        Settings.read({}, port=port)


@pytest.mark.parametrize(
    "origin", ["todo.example", "ftp://todo.example", "https://todo.example/app", "https://", "https://a/?b"]
)
def test_an_origin_is_a_scheme_and_a_host(origin: str) -> None:
    with pytest.raises(BadSetting, match="FOLLOW_UPS_ORIGIN"):
        Settings.read({"FOLLOW_UPS_ORIGIN": origin})


def test_an_origin_loses_its_last_slash_and_its_capitals() -> None:
    assert Settings.read({"FOLLOW_UPS_ORIGIN": "https://Todo.Example/"}).origin == "https://todo.example"


def test_a_subject_that_push_services_refuse_is_refused_at_the_start() -> None:
    with pytest.raises(BadSetting, match="FOLLOW_UPS_PUSH_SUBJECT"):
        Settings.read({"FOLLOW_UPS_PUSH_SUBJECT": "mailto:app@localhost"})
    assert Settings.read({"FOLLOW_UPS_PUSH_SUBJECT": "mailto:owner@example.com"}).push_subject


def test_pushes_go_to_public_hosts_alone_unless_a_test_says_otherwise() -> None:
    assert not Settings.read({}).push_private
    assert Settings.read({"FOLLOW_UPS_PUSH_PRIVATE": "1"}).push_private
    with pytest.raises(BadSetting, match="FOLLOW_UPS_PUSH_PRIVATE"):
        Settings.read({"FOLLOW_UPS_PUSH_PRIVATE": "true"})
