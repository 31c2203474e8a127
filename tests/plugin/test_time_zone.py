"""The time zone of the machine is an IANA name or nothing."""

import runpy

import pytest

from tests.plugin.hook_program import HOOKS


@pytest.mark.parametrize(
    ("variable", "told"),
    [
        ("Europe/Berlin", "Europe/Berlin"),
        (":Europe/Berlin", "Europe/Berlin"),
        ("/usr/share/zoneinfo/Europe/Berlin", "Europe/Berlin"),
        (":/usr/share/zoneinfo/posix/Europe/Berlin", "Europe/Berlin"),
        ("posix/Europe/Berlin", "Europe/Berlin"),
        ("America/Argentina/Buenos_Aires", "America/Argentina/Buenos_Aires"),
        ("America/Port-au-Prince", "America/Port-au-Prince"),
        ("UTC", "UTC"),
        ("Etc/UTC", "Etc/UTC"),
    ],
)
def test_a_variable_that_names_a_zone_counts(variable, told, host, service) -> None:
    host.environment["TZ"] = variable
    assert f"time_zone: {told}" in host.start().context
    assert service.asked[0].body["time_zone"] == told


class TestTheMachine:
    @pytest.fixture
    def time_zone(self, monkeypatch):
        """As the hook asks it, on a machine whose files lie elsewhere."""
        monkeypatch.delenv("TZ", raising=False)
        return runpy.run_path(str(HOOKS / "time_zone.py"))["time_zone"]

    @pytest.fixture
    def etc(self, tmp_path):
        (tmp_path / "etc").mkdir()
        return tmp_path / "etc"

    def test_the_link_names_it(self, time_zone, etc) -> None:
        zone = etc.parent / "zoneinfo" / "Asia" / "Tokyo"
        zone.parent.mkdir(parents=True)
        zone.touch()
        (etc / "localtime").symlink_to(zone)
        (etc / "timezone").write_text("Europe/Berlin\n")
        assert time_zone(str(etc.parent)) == "Asia/Tokyo"

    def test_where_it_is_a_copy_the_file_names_it(self, time_zone, etc) -> None:
        (etc / "localtime").write_bytes(b"TZif2")
        (etc / "timezone").write_text("Europe/Berlin\n")
        assert time_zone(str(etc.parent)) == "Europe/Berlin"

    @pytest.mark.parametrize(
        "text", ["", "CET", "+02:00", "UTC+2", "Europe/", "/Berlin", "a/b;rm", "a/\nb", "\x00/\x00"]
    )
    def test_an_abbreviation_an_offset_or_nonsense_is_none(self, text, time_zone, etc) -> None:
        (etc / "timezone").write_text(text)
        assert time_zone(str(etc.parent)) is None

    def test_a_file_that_is_no_text_is_none(self, time_zone, etc) -> None:
        (etc / "timezone").write_bytes(b"\xff\xfe" * 500)
        assert time_zone(str(etc.parent)) is None

    @pytest.mark.parametrize(
        "variable", ["CET", "CET-1CEST,M3.5.0/2,M10.5.0/3", "<+03>-3", "GMT+2", ":", "/etc/passwd"]
    )
    def test_a_variable_that_names_none_leaves_it_to_the_files(self, variable, time_zone, etc, monkeypatch) -> None:
        monkeypatch.setenv("TZ", variable)
        assert time_zone(str(etc.parent)) is None
        (etc / "timezone").write_text("Europe/Berlin\n")
        assert time_zone(str(etc.parent)) == "Europe/Berlin"


def test_an_abbreviation_is_never_told(host, service) -> None:
    host.environment["TZ"] = "CET"
    assert "CET" not in host.start().context
    assert service.asked[0].body.get("time_zone") != "CET"
