"""`.mat` in its dialects: read into the same record, written so that it comes back."""

import pytest
from hypothesis import given, settings
from msgspec.structs import replace

from barpoint.board import Side
from barpoint.match.events import AnyEvent
from barpoint.notation.files.mat import write_mat
from barpoint.notation.files.mat_reader import read_mat
from barpoint.notation.files.match_files import read_bytes
from barpoint.notation.record.event_recorder import record_of
from barpoint.notation.record.match_record import (
    Doubled,
    MatchRecord,
    Moved,
    RecordedGame,
    SetUp,
    Taken,
)
from barpoint.notation.record.replayer import replay
from tests.notation.handmade_matches import matches
from tests.notation.record_texts import DIALECTS, GNUBG, XG, bare, replayed


@pytest.mark.parametrize("name", DIALECTS)
def test_every_dialect_tells_the_same_match(name: str) -> None:
    ours, theirs = bare(read_mat(GNUBG)), bare(read_mat(DIALECTS[name]))
    dice = [
        [tuple(sorted(action.dice)) for action in game.actions if isinstance(action, Moved)] for game in theirs.games
    ]
    assert dice[0] == [(1, 3), (2, 4), (5, 6), (1, 1)]
    for one, other in zip(ours.games, theirs.games, strict=True):
        assert (one.winner, one.points, one.score) == (other.winner, other.points, other.score)
        assert [getattr(action, "walks", None) for action in one.actions] == [
            getattr(action, "walks", None) for action in other.actions
        ]
    assert (theirs.white, theirs.black, theirs.length) == ("Ann", "Bob", 3)


def test_the_headers_are_kept_and_xgs_order_of_players_is_seen_through() -> None:
    told = read_mat(XG).info
    assert told["site"] == "Nowhere"
    assert (told["white_rating"], told["black_rating"]) == ("1600.00/5", "1700.00/9")
    assert read_mat(GNUBG).info == {"event": "Club night", "date": "2026-05-01"}


def test_a_game_that_stops_before_it_is_over_was_given_up() -> None:
    last = replayed(read_mat(GNUBG)).games[-1]
    assert (last.winner, last.points) == (Side.BLACK, 1)


def test_points_beyond_the_match_may_be_left_out() -> None:
    text = GNUBG.replace("Wins 2 points", "Wins 2 points and the match").replace(" 3 point", " 2 point")
    only = text[: text.index(" Game 2")]
    assert replay(read_mat(only)).state.score == (0, 2)


@given(matches())
@settings(max_examples=15, deadline=None)
def test_what_is_written_comes_back(events: tuple[AnyEvent, ...]) -> None:
    record = replace(record_of(events), book="")
    text = write_mat(record)
    assert bare(read_mat(text)) == record
    assert write_mat(replayed(read_mat(text))) == text


def test_money_play_has_no_length_and_a_beaver_is_taken_by_rolling_on() -> None:
    game = RecordedGame(
        actions=(
            Moved(side=Side.WHITE, dice=(3, 1), walks=((8, 5), (6, 5))),
            Doubled(side=Side.BLACK, value=2),
            Doubled(side=Side.WHITE, value=4, beaver=True),
            Taken(side=Side.BLACK),
        )
    )
    record = MatchRecord(white="Ann", black="Bob", length=0, games=(game,), beavers=True, jacoby=True)
    again = read_mat(write_mat(record))
    assert again.length == 0
    assert again.jacoby
    assert [type(action) for action in again.games[0].actions] == [Moved, Doubled, Doubled]
    rolled_on = (*game.actions[3:], Moved(side=Side.BLACK, dice=(6, 5), walks=((24, 18), (18, 13))))
    record = replace(record, games=(replace(game, actions=game.actions[:3] + rolled_on),))
    again = replayed(read_mat(write_mat(record)))
    assert again.games[0].actions[3] == Taken(side=Side.BLACK)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", "such as '7 point match'"),
        (" 7 point match\n", "expected a game"),
        (GNUBG.replace("8/5 6/5", "8/5 6/five"), "line 8: expected a play"),
        (GNUBG.replace(" Game 2", " Oops"), "line 14: expected a line of a match"),
        (GNUBG.replace("  Doubles => 2 ", "  Doubles => 2 please"), "nothing belongs after"),
        (" 7 point match\n Game 1\n" + "x" * 3000, "at most 2000 letters"),
        (" 70000 point match\n Game 1\n A : 0    B : 0\n", "1 to 999 points"),
    ],
)
def test_what_is_no_mat_is_refused_with_its_line(text: str, expected: str) -> None:
    with pytest.raises(ValueError, match=expected):
        read_mat(text)


def test_what_a_mat_cannot_hold_is_refused() -> None:
    game = RecordedGame(actions=(SetUp(side=Side.WHITE, position="start"),))
    with pytest.raises(ValueError, match="position set by hand"):
        write_mat(MatchRecord(white="Ann", black="Bob", length=1, games=(game,)))
    with pytest.raises(ValueError, match="tied opening"):
        write_mat(MatchRecord(white="Ann", black="Bob", length=0, games=(RecordedGame(ties=1),)))


def test_a_position_named_in_a_comment_does_not_make_it_a_position_file() -> None:
    text = "; XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:7:10\n" + GNUBG
    loaded = read_bytes(text.encode())
    assert (loaded.form, len(loaded.record.games)) == ("mat", 2)


def test_names_cannot_break_the_columns() -> None:
    record = MatchRecord(white="7 point  match", black='A "B" : 3', length=1, games=(RecordedGame(score=(0, 0)),))
    again = read_mat(write_mat(record))
    assert (again.white, again.black) == ("7 point match", "A 'B' : 3")
