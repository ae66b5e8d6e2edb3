"""A finished match as the review page steps through it: one picture after every action, White always below."""

from typing import Literal

import msgspec

from barpoint.board import Side
from barpoint.engine import Analysis


class Picture(msgspec.Struct, frozen=True, omit_defaults=True):
    """How the board stood after something happened; points and off as in a game's view, seen by White."""

    game: int
    move: int
    version: int  # of the match after it
    words: str
    points: tuple[int, ...]
    off: tuple[int, int]
    turn: Side
    score: tuple[int, int]
    side: Side | None = None  # who has just acted
    dice: tuple[int, int] | None = None
    cube: int = 1
    owner: Side | None = None
    offered: int = 0
    xgid: str = ""
    clock: tuple[int, int] | None = None  # what the clock at the table last showed, where one was noted


class Review(msgspec.Struct, frozen=True):
    """The whole match."""

    id: str
    white: str
    black: str
    length: str
    discipline: str
    rotated: bool
    pictures: tuple[Picture, ...]
    formats: tuple[str, ...]  # it can be exported as
    own: Side | None = None  # where whoever asks sat


class AnalysisProgress(msgspec.Struct, frozen=True, omit_defaults=True):
    """How an analysis stands: `ahead` others come before it, `done` of `total` questions are answered."""

    state: Literal["none", "waiting", "working", "done", "failed"]
    ahead: int = 0
    done: int = 0
    total: int = 0
    analysis: Analysis | None = None  # when it is done


class SharedFile(msgspec.Struct, frozen=True):
    """A match file that is kept: what a link to it needs."""

    id: str
