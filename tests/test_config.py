"""The settings of the functions: the environment before the default."""

from dataclasses import fields

import pytest

from followups.config import SETTINGS, BadSetting, Settings


def test_every_setting_has_a_field_a_variable_and_a_meaning():
    assert [setting.field for setting in SETTINGS] == [field.name for field in fields(Settings)]
    assert all(setting.variable and setting.meaning.endswith(".") for setting in SETTINGS)


def test_without_an_environment_the_defaults_hold():
    settings = Settings.from_environment({})
    assert (settings.table_name, settings.log_level) == ("follow-ups", "INFO")


def test_the_environment_comes_before_the_default():
    settings = Settings.from_environment(
        {
            "FOLLOW_UPS_TABLE": "mine",
            "AWS_REGION": "eu-central-1",
            "FOLLOW_UPS_ORIGIN": "https://Todo.example/",
            "FOLLOW_UPS_LOG_LEVEL": "debug",
        }
    )
    assert (settings.table_name, settings.region, settings.log_level) == ("mine", "eu-central-1", "DEBUG")
    assert settings.origin == "https://todo.example"


def test_an_empty_variable_counts_as_absent():
    assert Settings.from_environment({"FOLLOW_UPS_TABLE": ""}).table_name == "follow-ups"


@pytest.mark.parametrize("origin", ["todo.example", "ftp://todo.example", "https://todo.example/app", "https://", "/"])
def test_an_origin_is_a_scheme_and_a_host(origin):
    with pytest.raises(BadSetting, match="FOLLOW_UPS_ORIGIN is a scheme and a host"):
        Settings.from_environment({"FOLLOW_UPS_ORIGIN": origin})


def test_a_level_that_is_none_is_told_the_ones_that_are():
    with pytest.raises(BadSetting, match="DEBUG, INFO, WARNING or ERROR"):
        Settings.from_environment({"FOLLOW_UPS_LOG_LEVEL": "loud"})


def test_addresses_of_sockets_are_taken_as_they_are_and_may_lack():
    settings = Settings.from_environment(
        {
            "FOLLOW_UPS_LIVE_URL": "wss://todo.example/live",
            "FOLLOW_UPS_SOCKETS_ENDPOINT": "https://a1.execute-api.eu-central-1.amazonaws.com/live",
        }
    )
    assert settings.live_url == "wss://todo.example/live"
    assert settings.sockets_endpoint == "https://a1.execute-api.eu-central-1.amazonaws.com/live"
    settings = Settings.from_environment({})
    assert (settings.live_url, settings.sockets_endpoint) == ("", "")


@pytest.mark.parametrize("text", ["todo.example/live", "https://todo.example/live", "wss://", "wss://a/live?ticket=1"])
def test_where_pages_open_sockets_is_an_address_of_sockets(text):
    with pytest.raises(BadSetting, match="FOLLOW_UPS_LIVE_URL is an address that begins with wss://"):
        Settings.from_environment({"FOLLOW_UPS_LIVE_URL": text})


@pytest.mark.parametrize("text", ["a1.example/live", "wss://a1.example/live", "https://", "https://a/live#x"])
def test_where_messages_are_sent_is_an_address_of_http(text):
    with pytest.raises(BadSetting, match="FOLLOW_UPS_SOCKETS_ENDPOINT is an address that begins with https://"):
        Settings.from_environment({"FOLLOW_UPS_SOCKETS_ENDPOINT": text})


@pytest.mark.parametrize(
    "subject", ["mailto:app@localhost", "app@todo.example.com", "http://todo.example.com", "https://10.0.0.1"]
)
def test_a_subject_that_push_services_refuse_is_refused_at_the_start(subject):
    with pytest.raises(BadSetting, match="FOLLOW_UPS_PUSH_SUBJECT is mailto: .* or https://"):
        Settings.from_environment({"FOLLOW_UPS_PUSH_SUBJECT": subject})


def test_pushes_go_to_public_hosts_alone_unless_a_test_says_otherwise():
    settings = Settings.from_environment({"FOLLOW_UPS_PUSH_SUBJECT": "mailto:owner@example.com"})
    assert not settings.pushes.allows_private
    tried = {"FOLLOW_UPS_PUSH_PRIVATE": "1", "FOLLOW_UPS_PUSH_SUBJECT": "http://127.0.0.1:8765"}
    assert Settings.from_environment(tried).pushes.allows_private
    with pytest.raises(BadSetting, match="FOLLOW_UPS_PUSH_PRIVATE is 1 or nothing, not 'yes'"):
        Settings.from_environment({"FOLLOW_UPS_PUSH_PRIVATE": "yes"})
