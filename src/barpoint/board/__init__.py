"""One game: values and legality. No I/O, no clock, no chance."""

from barpoint.board.certainty import Certainty, certain_result, certain_win
from barpoint.board.check import check_play
from barpoint.board.claim import ClaimCode, ClaimTest, ClaimTurn, claim_holds, claim_line, claim_test
from barpoint.board.dice import ROLLS, Roll
from barpoint.board.discipline import (
    BACKGAMMON,
    BAR,
    DISCIPLINES,
    LONG_NARDY,
    LONGGAMMON,
    LONGGAMMON_STRICT,
    NACKGAMMON,
    OFF,
    SPRINTGAMMON,
    Discipline,
    discipline,
)
from barpoint.board.movegen import HopTree, hop_tree, legal_plays
from barpoint.board.outcome import Level, Result, levels_open, result
from barpoint.board.play import Hop, Play
from barpoint.board.position import Position, Problem, pos
from barpoint.board.refusal import PlayCode, Refusal
from barpoint.board.side import Side

__all__ = [
    "BACKGAMMON",
    "BAR",
    "DISCIPLINES",
    "LONGGAMMON",
    "LONGGAMMON_STRICT",
    "LONG_NARDY",
    "NACKGAMMON",
    "OFF",
    "ROLLS",
    "SPRINTGAMMON",
    "Certainty",
    "ClaimCode",
    "ClaimTest",
    "ClaimTurn",
    "Discipline",
    "Hop",
    "HopTree",
    "Level",
    "Play",
    "PlayCode",
    "Position",
    "Problem",
    "Refusal",
    "Result",
    "Roll",
    "Side",
    "certain_result",
    "certain_win",
    "check_play",
    "claim_holds",
    "claim_line",
    "claim_test",
    "discipline",
    "hop_tree",
    "legal_plays",
    "levels_open",
    "pos",
    "result",
]
