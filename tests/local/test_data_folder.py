import stat
from pathlib import Path

import pytest

from local.data_folder import AlreadyRunning, DataFolder, RunningServer, UnusableFolder, running_server

SERVER = RunningServer(address="http://127.0.0.1:1", admin_token="secret", pid=1)


def test_a_second_server_on_one_folder_is_refused_with_the_address_of_the_first(tmp_path: Path) -> None:
    first = DataFolder(tmp_path)
    first.announce(SERVER)
    with pytest.raises(AlreadyRunning) as refused:
        DataFolder(tmp_path)
    assert refused.value.server == SERVER
    first.close()


def test_a_folder_is_free_once_its_server_ended(tmp_path: Path) -> None:
    DataFolder(tmp_path).close()
    DataFolder(tmp_path).close()


def test_only_the_owner_of_the_folder_reads_the_admin_token(tmp_path: Path) -> None:
    folder = DataFolder(tmp_path / "data")
    folder.announce(SERVER)
    assert stat.S_IMODE((tmp_path / "data" / "server.json").stat().st_mode) == 0o600
    assert stat.S_IMODE((tmp_path / "data").stat().st_mode) == 0o700
    folder.close()


def test_a_server_that_ended_is_not_found_any_more(tmp_path: Path) -> None:
    folder = DataFolder(tmp_path)
    folder.announce(SERVER)
    folder.close()
    assert running_server(tmp_path) is None


@pytest.mark.parametrize("content", ["", "[]", "null", "{}", '{"address": 1'])
def test_a_broken_word_of_a_server_counts_as_none(tmp_path: Path, content: str) -> None:
    (tmp_path / "server.json").write_text(content)
    assert running_server(tmp_path) is None


def test_a_folder_that_cannot_be_made_is_refused_with_the_reason(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(UnusableFolder, match="cannot be used"):
        DataFolder(tmp_path / "file" / "data")
