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
