"""Another program behind the same protocol."""

import pytest

from barpoint.board import Position
from barpoint.board.movegen import board_array
from barpoint.engine.measurement.other_engines import Gnubg
from barpoint.engine.search.engine import backgammon_engine
from tests.peers import gnubg


def test_gnubg_answers_behind_the_same_protocol() -> None:
    boards = board_array(Position.start())[None]
    theirs = Gnubg(gnubg.program()).probabilities(boards)
    assert theirs[0] == pytest.approx(backgammon_engine().probabilities(boards)[0], abs=0.05)
