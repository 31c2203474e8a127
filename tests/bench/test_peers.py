"""Peers that are missing are skipped, and the closest one decides."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from bench.against_peers import beside, the_fastest
from bench.measuring import Turn
from bench.outcomes import Amount, Bound, Limit, Line, NotMeasured, Verdict
from bench.peers import PEERS, programs
from bench.peers.peer import Peer
from bench.peers.programs import FromNpm, FromPyPI, OnPath, Program

LOCKS = Path(programs.__file__).parent


def measured(name, ours, theirs) -> Line:
    return Line(
        what=name,
        figure=Amount(ours, "ms"),
        floor=Amount(theirs, "ms"),
        against="writes everything anew",
        limit=Limit(Bound.TIMES_FASTER, 10),
    )


MISSING = Line(what="a missing one", skipped="not on the PATH")


def test_the_closest_peer_decides_by_its_ratio_not_by_its_time() -> None:
    verdict = the_fastest(
        [measured("slow", 1.0, 90.0), MISSING, measured("closest", 2.0, 22.0), measured("x", 1.0, 12.0)]
    )
    assert (verdict.against, verdict.ratio, verdict.verdict) == ("closest", 11, Verdict.PASS)


def test_one_peer_within_ten_times_fails_all() -> None:
    assert the_fastest([measured("slow", 1.0, 90.0), measured("fast", 1.0, 9.0)]).verdict is Verdict.FAIL


def test_without_any_peer_there_is_no_verdict() -> None:
    assert the_fastest([MISSING, MISSING]).verdict is Verdict.SKIP


@pytest.mark.parametrize(
    "program", [FromNpm(".bin/none"), FromPyPI("none", "none"), OnPath("none-of-that-name", "none")]
)
def test_a_program_that_is_not_here_is_not_measured(program, tmp_path, monkeypatch) -> None:
    monkeypatch.setattr(programs, "INSTALLED", tmp_path)
    with pytest.raises(NotMeasured, match="not installed|not on the PATH"):
        program.path()


@contextmanager
def litters(program: Path, folder: Path, todos: int) -> Iterator[Turn]:
    (folder / f"{program.name}-{todos}").touch()
    yield lambda: 0.03


def ghost(program: Program) -> Peer:
    return Peer(name="ghost", version="1.0", each_add="haunts them all", program=program, filled=litters)


def test_a_missing_peer_is_skipped_with_its_reason(tmp_path) -> None:
    line = beside(lambda: 0.001, ghost(OnPath("none-of-that-name", "Debian's ghost")), tmp_path)
    assert (line.what, line.figure, line.verdict) == ("ghost 1.0", None, Verdict.SKIP)
    assert line.skipped == "none-of-that-name is not on the PATH (Debian's ghost brings it)"


def test_a_peer_that_is_here_stands_beside_us_with_what_it_does(tmp_path) -> None:
    line = beside(lambda: 0.001, ghost(OnPath("sh", "every system")), tmp_path)
    assert (line.what, line.against, line.verdict) == ("ghost 1.0", "haunts them all", Verdict.PASS)
    assert line.ratio == pytest.approx(30)


def test_what_a_peer_left_behind_is_cleared_away(tmp_path) -> None:
    beside(lambda: 0.001, ghost(OnPath("sh", "every system")), tmp_path)
    assert list(tmp_path.rglob("*")) == []


def test_every_peer_installed_for_the_bench_is_pinned() -> None:
    packages = (LOCKS / "package.json").read_text()
    for peer in PEERS:
        if isinstance(peer.program, FromPyPI):
            lock = (LOCKS / "requirements" / f"{peer.program.package}.txt").read_text()
            assert f"\n{peer.program.package}=={peer.version} " in lock
        elif isinstance(peer.program, FromNpm):
            assert f'": "{peer.version}"' in packages


def test_no_lock_names_where_a_package_comes_from() -> None:
    lock = json.loads((LOCKS / "package-lock.json").read_text())
    assert [place for place, package in lock["packages"].items() if "resolved" in package] == []
    assert [lock.name for lock in (LOCKS / "requirements").glob("*.txt") if "://" in lock.read_text()] == []
