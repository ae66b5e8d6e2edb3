"""The running score as players write it, and as a scoreboard shows it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from barpoint.board import Side
from barpoint.match.events import GameStarted
from barpoint.notation.files.mat_reader import read_mat
from barpoint.notation.files.score_sheet import (
    as_away,
    as_points,
    read_away,
    running_score,
    scoreboard,
    write_score_sheet,
    write_score_sheets,
)
from barpoint.notation.record.event_recorder import record_of
from barpoint.notation.record.match_record import MatchRecord, RecordedGame
from barpoint.rulebook.catalogue.lookup import param
from tests.notation.handmade_matches import played
from tests.notation.record_texts import GNUBG


def finished(*points: tuple[Side, int], length: int = 7) -> MatchRecord:
    games = []
    white = black = 0
    for winner, won in points:
        games.append(RecordedGame(score=(white, black), winner=winner, points=won))
        white, black = (white + won, black) if winner is Side.WHITE else (white, black + won)
    return MatchRecord(white="Ann", black="Bob", length=length, games=tuple(games))


@pytest.mark.clause("usbgf:4.6.1b", "ibf:2.15")
def test_a_sheet_has_ones_own_totals_left_and_a_line_for_every_game() -> None:
    record = finished((Side.WHITE, 1), (Side.BLACK, 2), (Side.WHITE, 4))
    assert running_score(record, Side.WHITE) == ((1, 0), (1, 2), (5, 2))
    assert running_score(record, Side.BLACK) == ((0, 1), (2, 1), (2, 5))
    assert write_score_sheet(record, Side.BLACK).split() == ["Bob", "Ann", "0", "1", "2", "1", "2", "5"]


@pytest.mark.clause("usbgf:4.6.1b")
@pytest.mark.parametrize("seed", range(3))
def test_the_difference_between_two_lines_is_the_games_points(seed: int) -> None:
    record = record_of(played(5, seed))
    before = (0, 0)
    for game, after in zip(record.games, running_score(record, Side.WHITE), strict=True):
        assert sum(after) - sum(before) == game.points
        before = after


@pytest.mark.clause("guide:1.2.5")
def test_a_score_is_told_as_points_or_as_points_away() -> None:
    assert set(param("guide:1.2.5", "notations", tuple[str, ...])) == {"points", "away"}
    assert as_points((2, 1)) == "2-1"
    assert as_away((2, 1), 7) == "5-away/6-away"
    assert as_away((8, 1), 7) == "0-away/6-away"


@pytest.mark.clause("guide:1.2.5")
@given(st.integers(1, 25), st.data())
def test_both_ways_say_the_same(length: int, data: st.DataObject) -> None:
    score = (data.draw(st.integers(0, length)), data.draw(st.integers(0, length)))
    needed = read_away(as_away(score, length))
    assert (length - needed[0], length - needed[1]) == score


@pytest.mark.parametrize("text", ["", "5-away", "9-away/1-away/1", "x-away/1-away", "9999-away/1-away"])
def test_what_is_no_away_score_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="expected a score"):
        read_away(text)


@pytest.mark.clause("bws:4.7c", "usbgf:4.6.1c")
def test_a_scoreboard_shows_length_score_and_crawford_beside_the_sheets() -> None:
    assert param("bws:4.7c", "scorecards_required", bool)
    record = finished((Side.WHITE, 2), (Side.BLACK, 2), (Side.WHITE, 1), length=3)
    assert [scoreboard(record, number) for number in (1, 2, 3)] == [
        "3 points: Ann 0 - 0 Bob, 3-away/3-away",
        "3 points: Ann 2 - 0 Bob, 1-away/3-away, Crawford game",
        "3 points: Ann 2 - 2 Bob, 1-away/1-away",
    ]
    assert len(running_score(record, Side.WHITE)) == len(running_score(record, Side.BLACK)) == 3
    assert scoreboard(finished((Side.WHITE, 2), length=0), 1) == "money: Ann 0 - 0 Bob"
    assert scoreboard(read_mat(GNUBG), 2) == "3 points: Ann 0 - 2 Bob, 3-away/1-away, Crawford game"


@pytest.mark.clause("bws:4.7c")
@pytest.mark.parametrize("seed", range(4))
def test_the_scoreboard_knows_the_crawford_game_as_the_match_does(seed: int) -> None:
    events = played(3, seed)
    begun = [event for event in events if isinstance(event, GameStarted)]
    record = record_of(events)
    for event in begun:
        assert scoreboard(record, event.number).endswith("Crawford game") == event.crawford


@pytest.mark.clause("usbgf:4.6.1b", "usbgf:4.6.1c")
def test_both_sheets_and_the_scoreboard_in_one_text() -> None:
    text = write_score_sheets(finished((Side.WHITE, 2), (Side.BLACK, 2), length=3))
    assert text.index("Ann  Bob") < text.index("Crawford game") < text.index("Bob  Ann")
