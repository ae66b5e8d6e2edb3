"""A record replayed through the match: what is wrong with it is named with game, move, reason and clause."""

import pytest

from barpoint.board import Side
from barpoint.match.events import GameEnded, Played
from barpoint.match.score import EndedBy
from barpoint.notation.files.mat_reader import read_mat
from barpoint.notation.files.sgf import read_sgf
from barpoint.notation.record.event_recorder import record_of
from barpoint.notation.record.match_record import (
    MatchRecord,
    Moved,
    RecordedGame,
    Resigned,
)
from barpoint.notation.record.replayer import replay
from barpoint.rulebook.catalogue.lookup import clause
from barpoint.rulebook.citation import cite
from tests.notation.handmade_matches import played, unfinished
from tests.notation.record_texts import GNUBG

ILLEGAL = GNUBG.replace("65: 24/18 18/13", "65: 24/18 18/14")


def test_an_illegal_play_is_reported_with_game_move_reason_and_clause() -> None:
    result = replay(read_mat(ILLEGAL))
    (problem,) = result.problems
    assert (problem.game, problem.move, problem.player) == (1, 2, "Bob")
    assert problem.entry == "65: 24/18 18/14"
    assert problem.code == "not_rolled"
    assert problem.clauses
    assert all(clause(row).id == row for row in problem.clauses)
    assert str(problem).startswith("game 1, move 2, Bob (65: 24/18 18/14): ")


def test_the_clauses_are_those_of_the_records_book() -> None:
    for book in ("trad", "usbgf", "bws"):
        record = read_mat(ILLEGAL)
        found = replay(MatchRecord(white="A", black="B", length=3, games=record.games, book=book)).problems[0]
        assert all(row.startswith(f"{book}:") for row in found.clauses)


def test_a_book_that_is_silent_is_said_to_be() -> None:
    text = GNUBG.replace("Doubles => 4", "Doubles => 8")
    record = MatchRecord(white="A", black="B", length=3, games=read_mat(text).games, book="trad")
    (problem,) = replay(record).problems
    covered = bool(cite(problem.code, "trad").clauses)
    assert covered == bool(problem.clauses)
    assert covered or "not covered by this book" in problem.reason


def test_leniently_the_illegal_play_is_kept_and_the_match_goes_on() -> None:
    result = replay(read_mat(ILLEGAL), lenient=True)
    wrong = [event for event in result.events if isinstance(event, Played) and event.illegal]
    assert [(event.side, event.hops, event.illegal) for event in wrong] == [
        (Side.BLACK, ((24, 18), (18, 14)), "not_rolled")
    ]
    assert len(result.problems) == 1
    assert result.problems[0].move == 2
    assert (result.state.score, result.complete) == ((0, 3), True)
    assert record_of(result.events).games[0].actions[2] == Moved(
        side=Side.BLACK, dice=(6, 5), walks=((24, 18), (18, 14)), illegal=True
    )


def test_leniently_a_game_that_cannot_be_followed_keeps_its_result() -> None:
    result = replay(read_mat(GNUBG.replace("65: 24/18 18/13", "65: 20/14 14/9")), lenient=True)
    assert result.problems[0].code == "not_your_checker"
    assert (result.state.score, result.complete) == ((0, 3), True)


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("Bob : 2", "Bob : 1", "game 2: it begins at 0-1 in the source, at 0-2 by play"),
        ("Wins 2 points", "Wins 4 points", "game 1: Bob wins 4 in the source, Bob wins 2 by play"),
        ("Doubles => 4", "Doubles => 8", "game 1, move 4, Bob (doubles to 8): The next cube is 4"),
        ("  2) 42:", "  2) 42: 13/11 13/9\n  3) 42:", "game 1, move 3, Ann"),
        (" 3 point match", " 2 point match", "game 2: the match was over before this game"),
    ],
)
def test_what_does_not_fit_is_named(old: str, new: str, expected: str) -> None:
    result = replay(read_mat(GNUBG.replace(old, new, 1)))
    assert str(result.problems[0]).startswith(expected.partition(": The")[0])


def test_a_match_given_up_has_the_points_its_source_says() -> None:
    game = RecordedGame(
        actions=(Moved(side=Side.WHITE, dice=(3, 1), walks=((8, 5), (6, 5))),),
        score=(0, 0),
        winner=Side.WHITE,
        points=7,
    )
    result = replay(MatchRecord(white="A", black="B", length=7, games=(game,)))
    assert not result.problems
    assert (result.state.score, result.complete) == ((7, 0), True)
    unplayed = RecordedGame(score=(0, 0), winner=Side.BLACK, points=7)
    assert replay(MatchRecord(white="A", black="B", length=7, games=(unplayed,))).state.score == (0, 7)


def test_a_level_that_cannot_be_lost_any_more_is_forfeited() -> None:
    resigned = Resigned(side=Side.BLACK, level=2)
    record = record_of(unfinished(5, 3, 160))
    game = record.games[-1]
    last = RecordedGame(actions=(*game.actions, resigned), score=game.score)
    result = replay(MatchRecord(white="A", black="B", length=5, games=(*record.games[:-1], last)))
    assert not result.problems
    ended = [event.record for event in result.events if isinstance(event, GameEnded)][-1]
    assert (ended.winner, ended.level) == (Side.WHITE, 2)
    assert ended.ended_by in (EndedBy.RESIGNATION, EndedBy.FORFEIT)


@pytest.mark.parametrize("seed", range(4))
def test_a_log_gives_its_record_and_the_record_gives_the_log(seed: int) -> None:
    events = played(3, seed)
    again = replay(record_of(events))
    assert not again.problems
    assert again.events[1:] == events[1:]


def test_a_board_on_which_nobody_can_have_won_is_a_problem_and_no_crash() -> None:
    data = b"(;GM[6]MI[length:3][ws:0][bs:0]RE[W+1];AE[a:z])"
    result = replay(read_sgf(data))
    assert "at most one side to be finished" in str(result.problems[0])


def test_leniently_entries_after_the_end_of_the_match_are_left_out() -> None:
    record = read_mat(GNUBG)
    last = record.games[-1]
    more = Moved(side=Side.WHITE, dice=(3, 3), walks=((13, 10),))
    ended = Resigned(side=Side.WHITE, level=1)
    game = RecordedGame(actions=(*last.actions, ended, more), score=last.score, winner=last.winner, points=last.points)
    result = replay(MatchRecord(white="A", black="B", length=3, games=(record.games[0], game)), lenient=True)
    assert result.problems[0].code == "match_over"
    assert result.complete


def test_an_unfinished_match_is_no_problem() -> None:
    events = unfinished(7, 1, 60)
    result = replay(record_of(events))
    assert not result.problems
    assert not result.complete
    assert result.agrees
