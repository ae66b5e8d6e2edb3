"""Barpoint: the complete backgammon system. It plays, officiates and directs."""

from barpoint.board import (
    BACKGAMMON,
    DISCIPLINES,
    LONG_NARDY,
    LONGGAMMON,
    NACKGAMMON,
    ROLLS,
    SPRINTGAMMON,
    Discipline,
    Hop,
    Play,
    Position,
    Refusal,
    Roll,
    Side,
    check_play,
    discipline,
    hop_tree,
    legal_plays,
    pos,
)

__version__ = "0.1.0"

__all__ = [
    "BACKGAMMON",
    "DISCIPLINES",
    "LONGGAMMON",
    "LONG_NARDY",
    "NACKGAMMON",
    "ROLLS",
    "SPRINTGAMMON",
    "Discipline",
    "Hop",
    "Play",
    "Position",
    "Refusal",
    "Roll",
    "Side",
    "__version__",
    "check_play",
    "discipline",
    "hop_tree",
    "legal_plays",
    "pos",
]
