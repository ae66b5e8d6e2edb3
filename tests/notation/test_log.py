"""Barpoint's own log as a file: lossless."""

from pathlib import Path

import pytest
from hypothesis import given, settings

from barpoint.match.events import AnyEvent, GameRestored, Played
from barpoint.notation.log import read_log, write_log
from barpoint.notation.recording import record_of
from barpoint.notation.replaying import replay
from tests.notation.made_matches import matches

GOLDEN = sorted((Path(__file__).parents[1] / "playthroughs" / "0.1.0").glob("*.jsonl"))


@given(matches())
@settings(max_examples=10, deadline=None)
def test_every_event_comes_back(events: tuple[AnyEvent, ...]) -> None:
    assert read_log(write_log(events)) == events


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_a_whole_match_under_any_preset_has_a_record(path: Path) -> None:
    events = read_log(path.read_bytes())
    if '"sets"' in path.read_text().splitlines()[0]:
        with pytest.raises(ValueError, match="several sets"):
            record_of(events)
        return
    record = record_of(events)
    assert record.games
    plain = not any(
        isinstance(event, GameRestored) or (isinstance(event, Played) and event.illegal) for event in events
    )
    result = replay(record, lenient=not plain)
    if plain:
        assert not [problem for problem in result.problems if problem.code not in ("dead_cube", "crawford_game")]


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
