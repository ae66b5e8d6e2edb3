"""SGF: gnubg's form of a match, with everything a node holds."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from msgspec.structs import replace

from barpoint.board import Refusal, Side
from barpoint.match import commands as c
from barpoint.match import decide_match, fold_match
from barpoint.match.events import AnyEvent, Played, decode
from barpoint.match.format.match_format import (
    Enforcement,
    Length,
    MatchFormat,
)
from barpoint.match.state import new_match
from barpoint.notation.files.sgf import read_sgf, write_sgf
from barpoint.notation.files.sgf_tree import decode_sgf, read_trees
from barpoint.notation.record.event_recorder import record_of
from barpoint.notation.record.match_record import (
    Doubled,
    Moved,
    Resigned,
    SetUp,
)
from barpoint.notation.record.replayer import replay
from tests.notation.handmade_matches import matches
from tests.notation.record_texts import bare, replayed

PLAYTHROUGHS = Path(__file__).parents[2] / "playthroughs" / "0.1.0"
MATCH = rb"""(;FF[4]GM[6]CA[UTF-8]AP[Test]MI[length:3][game:0][ws:0][bs:0]PW[Ann]PB[Bob]DT[2026-05-01]RU[Crawford]
RE[B+2]
GS[M:1 2 3][C:4]
;B[31qtst]A[0][qtst E ver 3 0.5][lpqr E ver 3 0.4]LU[-0.005]
;W[42xvmi]DA[E ver 3 2C]C[Bob said: "ouch" \] and left \\]
;B[65aggl]TE[1])
"""


def test_notes_survive_where_they_stood() -> None:
    record = replayed(read_sgf(MATCH))
    game = record.games[0]
    assert dict(game.notes) == {"GS": ("M:1 2 3", "C:4")}
    assert dict(game.actions[0].notes)["A"] == ("0", "qtst E ver 3 0.5", "lpqr E ver 3 0.4")
    assert dict(game.actions[1].notes)["C"] == ('Bob said: "ouch" ] and left \\',)
    again = replayed(read_sgf(write_sgf(record)))
    assert again == record
    assert again.info == {"date": "2026-05-01"}


@given(matches())
@settings(max_examples=15, deadline=None)
def test_what_is_written_comes_back(events: tuple[AnyEvent, ...]) -> None:
    record = replace(record_of(events), book="")
    if not record.length:
        record = replace(record, crawford=False)
    data = write_sgf(record)
    assert replace(bare(read_sgf(data)), crawford=record.crawford) == record
    assert write_sgf(replayed(read_sgf(data))) == data


def test_letters_are_the_points_as_white_numbers_them() -> None:
    white, black = (game.actions[0] for game in read_sgf(b"(;GM[6];W[31hefe])(;GM[6];B[31qtst])").games)
    assert isinstance(white, Moved)
    assert isinstance(black, Moved)
    assert white.walks == black.walks == ((8, 5), (6, 5))
    assert (white.side, black.side) == (Side.WHITE, Side.BLACK)


def test_a_double_that_answers_a_double_is_a_beaver() -> None:
    game = read_sgf(b"(;GM[6];W[31hefe];B[double];W[double];B[take])").games[0]
    assert [action.beaver for action in game.actions if isinstance(action, Doubled)] == [False, True]


def test_a_roll_without_a_play_and_a_resignation_are_read() -> None:
    data = b"(;GM[6]MI[length:5][ws:0][bs:0]RE[W+1R];W[31hefe];PL[B]DI[64])"
    record = replayed(read_sgf(data))
    assert record.games[0].actions[1:] == (
        Moved(side=Side.BLACK, dice=(6, 4), walks=None),
        Resigned(side=Side.BLACK, level=1),
    )
    assert replayed(read_sgf(write_sgf(record))) == record


def test_a_board_set_by_hand_is_an_entry() -> None:
    data = b"(;GM[6]MI[length:7][ws:6][bs:3];PL[W]DI[53];CV[2];CP[w];AE[a:y]AW[a][b][c]AB[x][w])"
    record = read_sgf(data)
    (entry,) = record.games[0].actions
    assert isinstance(entry, SetUp)
    assert entry.position == "x 3:1 2:1 1:1 off:12 | o 2:1 1:1 off:13"
    assert (entry.dice, entry.cube, entry.owner) == ((5, 3), 2, Side.WHITE)
    state = replay(record).state
    assert state.game is not None
    assert str(state.game.position) == entry.position
    assert replayed(read_sgf(write_sgf(record))).games[0].actions == (entry,)


def test_the_character_set_a_file_names_is_obeyed() -> None:
    data = "(;CA[cp1251]GM[6]PW[Бай]PB[Ann])".encode("cp1251")
    assert read_sgf(data).white == "Бай"
    assert decode_sgf(b"(;CA[zlib]PW[x])") == "(;CA[zlib]PW[x])"


def test_variations_are_left_out_and_other_games_skipped() -> None:
    assert [len(tree) for tree in read_trees("noise (;A[1](;B[2];C[3](;D[4]))(;E[5])) (;F[6])")] == [4, 1]
    assert not read_sgf(b"(;GM[1];B[aa])").games


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (b"", "expected a game tree"),
        (b"(;GM[6]", "expected a bracket"),
        (b"(;GM[6", "has no end"),
        (b"(;GM;B[31])", "has no value"),
        (b"(;GM[6];W[99zz])", "game 1, node 1: expected a play"),
        (b"(;GM[6];AW[q1])", "expected a point"),
        (b"(;GM[6];AW[f][f][f][f][f][f][f][f][f][f][f])", "game 1|checkers"),
        (b"(;GM[6];CV[3])", "power of two"),
        (b"(;GM[6];W[accept])", "nothing was resigned"),
    ],
)
def test_what_is_no_sgf_is_refused(data: bytes, expected: str) -> None:
    with pytest.raises(ValueError, match=expected):
        read_sgf(data)


def test_a_game_with_a_clock_notes_what_it_showed_after_each_entry() -> None:
    log = [decode(line) for line in (PLAYTHROUGHS / "bws.jsonl").read_bytes().splitlines()]
    played = next(place for place, event in enumerate(log) if isinstance(event, Played))
    state = fold_match(log[: played + 1])
    assert state.clock is not None
    left = [state.clock.remaining(side, log[played].at) for side in Side]
    record = record_of(log)
    assert dict(record.games[0].actions[0].notes) == {
        name: (f"{each / 1000:.1f}",) for name, each in zip(("WL", "BL"), left, strict=True)
    }
    timed = [action for game in record.games for action in game.actions if isinstance(action, Moved) and action.walks]
    assert all("WL" in dict(action.notes) for action in timed)
    assert bare(read_sgf(write_sgf(record))).games[0].actions == record.games[0].actions


def test_what_the_clock_of_a_table_showed_is_noted_with_the_turn_it_was_read_in() -> None:
    state = new_match(MatchFormat(length=Length(points=3), enforcement=Enforcement.RECORDED))
    log: list[AnyEvent] = []
    for command in (
        c.StartMatch(at=0, white=("Ann",), black=("Bob",)),
        c.RollOpening(at=0, white=3, black=1),
        c.PlayCheckers(at=0, side=Side.WHITE, hops=((8, 5), (6, 5))),
        c.ReadClock(at=0, remaining=(358_000, 360_000)),
        c.EndTurn(at=0, side=Side.WHITE),
        c.OfferDouble(at=0, side=Side.BLACK),
        c.ReadClock(at=0, remaining=(358_000, 351_260)),
        c.Take(at=0, side=Side.WHITE),
    ):
        events = decide_match(state, command)
        assert not isinstance(events, Refusal)
        state = fold_match(events, state)
        log += events
    data = write_sgf(record_of(log)).decode()
    assert data.endswith(";W[31hefe]WL[358.0]BL[360.0]\n;B[double]\n;W[take]WL[358.0]BL[351.3])\n")
