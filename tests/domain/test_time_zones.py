import zoneinfo

import pytest

from followups.domain.dues import time_zone
from followups.domain.errors import Invalid


@pytest.mark.parametrize(
    "name",
    [
        "Europe/Berlin",
        "America/Argentina/Buenos_Aires",
        "America/North_Dakota/New_Salem",
        "America/Port-au-Prince",
        "UTC",
        "GMT",
        "CET",
        "EST5EDT",
        "GB-Eire",
        "NZ-CHAT",
        "Etc/GMT+7",
        "Asia/Ust-Nera",
        "Antarctica/DumontDUrville",
    ],
)
def test_a_name_of_the_tz_database_is_a_zone(name):
    assert time_zone(f" {name} ") == name


@pytest.mark.parametrize(
    "offset", ["GMT-7", "UTC+2", "UTC+02:00", "gmt+1", "+02:00", "-0800", "+2", "02:00", "GMT+0", "Z+1"]
)
def test_an_offset_is_no_zone_and_the_refusal_says_so(offset):
    with pytest.raises(Invalid, match="is an offset, not a time zone: .* such as Europe/Berlin") as refused:
        time_zone(offset)
    assert refused.value.details == {"field": "time_zone"}


@pytest.mark.parametrize(
    "name",
    [
        "",
        " ",
        "PST",
        "CEST",
        "BST",
        "Berlin",
        "europe/berlin",
        "Europe",
        "Europe/",
        "Europe/Bärlin",
        "Mars/Olympus_Mons",
        "Factory",
        "localtime",
        "posixrules",
        "posix/Europe/Berlin",
        "right/Europe/Berlin",
        "tzdata.zi",
        "zone.tab",
        "leapseconds",
        "/etc/passwd",
        "../zoneinfo/UTC",
        "Europe/../UTC",
        "Europe//Berlin",
        "./UTC",
        "UTC\x00",
        "UTC\n/x",
        "Europe\\Berlin",
        "X" * 5000,
        "Europe/" + "X" * 300,
        "\ud83d",
        "Pacific Time",
        "W. Europe Standard Time",
        "local",
    ],
    ids=lambda name: ascii(name)[:30],
)
def test_what_the_tz_database_does_not_have_is_no_zone(name):
    with pytest.raises(Invalid, match="such as Europe/Berlin, America/New_York or UTC") as refused:
        time_zone(name)
    assert refused.value.details == {"field": "time_zone"}
    assert len(refused.value.message) < 300


def test_a_file_that_is_no_zone_is_no_zone(tmp_path):
    (tmp_path / "Broken").write_text("not a zone file")
    zoneinfo.reset_tzpath(to=[str(tmp_path)])
    try:
        with pytest.raises(Invalid, match="'Broken' is not a time zone"):
            time_zone("Broken")
    finally:
        zoneinfo.reset_tzpath()
