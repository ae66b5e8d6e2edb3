"""A table keeps its match: on disk before it counts, and there again after a crash."""

from pathlib import Path

import pytest

from barpoint.adapters.match_file import MatchFile
from barpoint.board import Refusal, Side
from barpoint.match import commands as c
from barpoint.match.events import encode
from barpoint.match.format.match_format import (
    MINUTE,
    MatchFormat,
    to_points,
)
from barpoint.match.state import MatchPhase
from barpoint.rulebook.profiles.presets import preset
from barpoint.service.local.local_match import LocalMatch


class LoadedDice:
    """Always 3-1."""

    def roll(self) -> tuple[int, int]:
        return 3, 1


class SlowClock:
    """A second passes with every look."""

    def __init__(self, at: int = 1_000_000) -> None:
        self.at = at

    def now(self) -> int:
        self.at += 1000
        return self.at


def table(path: Path) -> LocalMatch:
    return LocalMatch(MatchFile(path), LoadedDice(), SlowClock(), MatchFormat(to_points(3)))


def begun(path: Path) -> LocalMatch:
    made = table(path)
    made.do(c.StartMatch(at=made.now(), white=("A",), black=("B",)))
    made.roll_opening()
    return made


def test_a_match_goes_on_where_its_file_ends(tmp_path: Path) -> None:
    first = begun(tmp_path / "m.jsonl")
    first.do(c.PlayCheckers(at=first.now(), side=Side.WHITE, hops=((8, 5), (6, 5))))
    assert table(tmp_path / "m.jsonl").state == first.state


def test_an_unfinished_last_line_is_dropped_and_nothing_else(tmp_path: Path) -> None:
    path = tmp_path / "m.jsonl"
    before = begun(path).state
    whole = path.read_bytes()
    path.write_bytes(whole + b'{"type":"Played","at":99')
    log = MatchFile(path)
    again = LocalMatch(log, LoadedDice(), SlowClock())
    assert log.torn
    assert again.state == before
    assert path.read_bytes() == whole


def test_a_line_that_is_no_event_is_named_with_its_number(tmp_path: Path) -> None:
    path = tmp_path / "m.jsonl"
    begun(path)
    path.write_bytes(b"nonsense\n" + path.read_bytes())
    with pytest.raises(ValueError, match=r"line 1: not an event of a match log"):
        table(path)


def test_what_is_refused_is_not_written(tmp_path: Path) -> None:
    path = tmp_path / "m.jsonl"
    made = begun(path)
    before = path.read_bytes()
    assert isinstance(made.do(c.PlayCheckers(at=made.now(), side=Side.BLACK, hops=())), Refusal)
    assert path.read_bytes() == before


def test_every_event_is_one_line(tmp_path: Path) -> None:
    path = tmp_path / "m.jsonl"
    begun(path)
    events = MatchFile(path).read()
    assert path.read_bytes() == b"".join(encode(event) + b"\n" for event in events)


def test_no_log_and_no_format_is_malformed(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="no match to go on with"):
        LocalMatch(MatchFile(tmp_path / "none.jsonl"), LoadedDice(), SlowClock())


def test_the_time_between_leaving_and_coming_back_is_nobodys(tmp_path: Path) -> None:
    path = tmp_path / "m.jsonl"
    made = preset("USBGF Open").match_format()
    assert isinstance(made, MatchFormat)
    first = LocalMatch(MatchFile(path), LoadedDice(), SlowClock(0), made)
    first.do(c.StartMatch(at=0, white=("Ann",), black=("Bob",)))
    first.do(c.RollOpening(at=0, white=6, black=1))
    day = 24 * 60 * MINUTE
    back = LocalMatch(MatchFile(path), LoadedDice(), SlowClock(day))
    back.resume()
    clock = back.state.clock
    assert clock is not None
    assert clock.remaining(Side.WHITE, day + 5000) == 18 * MINUTE
    assert not isinstance(back.do(c.PlayCheckers(at=back.now(), side=Side.WHITE, hops=((13, 7), (8, 7)))), Refusal)
    assert back.state.phase is MatchPhase.PLAYING
