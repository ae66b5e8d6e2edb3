"""UBGI v0.1: a whole exchange, faults that do not end it, and the command itself."""

import pytest
from typer.testing import CliRunner

from barpoint.board import Position, Roll, pos
from barpoint.cli.engine.group import app
from barpoint.engine.search.engine import backgammon_engine
from barpoint.notation.ids.position_ids import position_id, read_position_id
from barpoint.service.local.ubgi import UbgiSession

START = "position gnubgid 4HPwATDgc/ABMA"


def said(*lines: str) -> list[str]:
    exchange = UbgiSession(plies=0)
    return [answer for line in lines for answer in exchange.answer(line)]


def test_the_handshake_names_the_engine_and_its_options() -> None:
    hello = said("ubgi")
    assert hello[0].startswith("id name Barpoint")
    assert hello[-1] == "ubgiok"
    assert said("isready") == ["readyok"]


def test_a_checker_play_comes_as_text_and_as_a_position() -> None:
    info, move, reached = said("newgame", START, "dice 1 3", "go role chequer")
    assert info.startswith("info role chequer depth 0 eq")
    assert move == "bestmove 8/5 6/5"
    best = backgammon_engine().best_play(Position.start(), Roll(3, 1)).play
    assert read_position_id(reached.split()[1]) == best.after.flip()


def test_cube_and_turn_decisions_know_the_score() -> None:
    session = ("newsession type match length 5 crawford off", "setscore 3 0", "setcube value 1 owner center")
    assert said(*session, "setturn p1", START, "go role cube")[-1].startswith("bestcube ")
    turn = said(START, "dice 3 1", "go role turn")[-1]
    assert turn.startswith("bestturn cube=nodouble moveid=")
    assert said("position xgid XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:7:10", "go role chequer")[1:2] == [
        "bestmove 8/5 6/5"
    ]


def test_time_and_depth_limit_the_search() -> None:
    assert said(START, "dice 3 1", "go role chequer movetime 0")[0].startswith("info role chequer depth 0")
    assert said(START, "dice 3 1", "go role chequer depth 1")[0].startswith("info role chequer depth 1")


def test_a_roll_without_a_play_is_none() -> None:
    shut_out = position_id(pos("x bar:1 6:1 | o 6:2 5:2 4:2 3:2 2:2 1:2 13:3"))
    assert said(f"position gnubgid {shut_out}", "dice 3 1", "go role chequer")[1] == "bestmove none"


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("sing", "unknown_command"),
        ("go role chequer", "missing_context"),
        ("go role dance", "bad_argument"),
        ("dice 7 1", "bad_argument"),
        ("dice 3", "bad_argument"),
        ("position gnubgid nonsense", "bad_argument"),
        ("setoption name Colour value red", "bad_argument"),
        ("setcube value 3 owner p0", "bad_argument"),
        ("newsession type bingo", "bad_argument"),
        ("setturn p2", "bad_argument"),
    ],
)
def test_a_fault_is_an_error_line_and_the_exchange_goes_on(line: str, code: str) -> None:
    exchange = UbgiSession(plies=0)
    assert exchange.answer(line)[0].startswith(f"error {code} ")
    assert exchange.answer("isready") == ["readyok"]
    assert not exchange.over


def test_the_command_speaks_until_it_is_told_to_quit() -> None:
    answer = CliRunner().invoke(
        app, ["ubgi"], input=f"ubgi\n\n{START}\ndice 3 1\ngo role chequer depth 0\nquit\nubgi\n"
    )
    assert answer.exit_code == 0
    assert answer.stdout.count("ubgiok") == 1
    assert "bestmove 8/5 6/5" in answer.stdout
