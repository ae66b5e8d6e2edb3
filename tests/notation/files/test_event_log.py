"""Barpoint's own log as a file: lossless."""

from pathlib import Path

import pytest
from hypothesis import given, settings

from barpoint.match.events import AnyEvent
from barpoint.notation.files.event_log import read_log, write_log
from barpoint.notation.files.ibf_sheet import read_sheet, write_sheet
from barpoint.notation.files.mat import write_mat
from barpoint.notation.files.mat_reader import read_mat
from barpoint.notation.record.event_recorder import record_of
from barpoint.notation.record.replayer import replay
from tests.notation.handmade_matches import matches

GOLDEN = sorted((Path(__file__).parents[2] / "playthroughs" / "0.1.0").glob("*.jsonl"))


@given(matches())
@settings(max_examples=10, deadline=None)
def test_every_event_comes_back(events: tuple[AnyEvent, ...]) -> None:
    assert read_log(write_log(events)) == events


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_a_whole_match_under_any_preset_goes_through_text_and_sheet(path: Path) -> None:
    record = record_of(read_log(path.read_bytes()))
    for again in (read_mat(write_mat(record)), read_sheet(write_sheet(record))):
        result = replay(again)
        assert not result.problems
        assert result.state.score == record.final_score
        assert result.complete


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (b"", "at least one event"),
        (b"{}\n", "line 1: not an event"),
        (b'{"type":"TurnEnded","at":0,"side":"white"}\n', "begins with MatchStarted"),
    ],
)
def test_what_is_no_log_is_refused(data: bytes, expected: str) -> None:
    with pytest.raises(ValueError, match=expected):
        read_log(data)


def test_events_that_cannot_follow_are_refused() -> None:
    lines = GOLDEN[0].read_bytes().splitlines(keepends=True)
    with pytest.raises(ValueError, match="not the log of one match"):
        read_log(lines[0] + b'{"type":"TurnEnded","at":0,"side":"white"}\n')
