"""A match as pictures in a row: after every event that a board shows, how it stood. White is always below.

What a terminal, a page or an animated picture shows of a replay, it takes from here.
"""

from collections.abc import Iterator
from typing import Final

import msgspec

from barpoint.board import Hop, Play, Position, Side
from barpoint.match import MatchState, Score, evolve_match, new_match
from barpoint.match import events as e
from barpoint.notation.ids.match_situation import situation_of_match
from barpoint.notation.ids.situation import Party, Situation
from barpoint.notation.move_text import write_play
from barpoint.notation.pictures.board_diagram import diagram
from barpoint.notation.pictures.drawing import Drawing


class Frame(msgspec.Struct, frozen=True):
    """One picture: White's view, what stands around it, and what has just happened in words."""

    game: int
    move: int  # turns begun so far in the game
    position: Position
    around: Situation | None
    turn: Side
    side: Side | None  # who has just acted
    kind: str  # roll, play, cube, end or other
    words: str
    score: Score
    version: int = 0  # of the match after it


def match_frames(events: tuple[e.AnyEvent, ...]) -> Iterator[Frame]:
    """The pictures of a match, from the first roll to the last result."""
    started = events[0]
    assert isinstance(started, e.MatchStarted)
    names = {Side.WHITE: " & ".join(started.white), Side.BLACK: " & ".join(started.black)}
    state = evolve_match(new_match(started.format), started)
    last: Frame | None = None
    moves = 0
    for event in events[1:]:
        before, state = state, evolve_match(state, event)
        if isinstance(event, e.GameStarted):
            moves = 0
        if isinstance(event, e.DiceRolled) or (isinstance(event, e.OpeningRolled) and event.white != event.black):
            moves += 1
        caption = _caption(event, before, names)
        if caption is None:
            continue
        side, words = caption
        frame = _frame(state, last, moves, (side, _KINDS.get(type(event), "other"), words))
        if frame is not None:
            last = msgspec.structs.replace(frame, version=state.version)
            yield last


def _frame(state: MatchState, last: Frame | None, moves: int, caption: tuple[Side | None, str, str]) -> Frame | None:
    game = state.game
    side, kind, words = caption
    if game is None:  # the game is over: its last board stays
        if last is None:
            return None
        return msgspec.structs.replace(last, side=side, kind=kind, words=words, score=state.score, around=None)
    around = situation_of_match(state, game, Side.WHITE)
    return Frame(game.number, moves, game.position, around, game.turn, side, kind, words, state.score)


_KINDS: Final[dict[type, str]] = {
    e.OpeningRolled: "roll",
    e.DiceRolled: "roll",
    e.Played: "play",
    e.Doubled: "cube",
    e.DoubleTaken: "cube",
    e.DoublePassed: "cube",
    e.GameEnded: "end",
    e.MatchEnded: "end",
}


def picture(frame: Frame) -> Drawing:
    """The frame drawn."""
    turn = Party.US if frame.turn is Side.WHITE else Party.THEM
    return diagram(frame.position, frame.around, turn=turn)


def _caption(event: e.AnyEvent, before: MatchState, names: dict[Side, str]) -> tuple[Side | None, str] | None:
    """Who did what, in words; None for what no board shows."""
    match event:
        case e.OpeningRolled() if event.white != event.black:
            side = Side.WHITE if event.white > event.black else Side.BLACK
            high, low = max(event.white, event.black), min(event.white, event.black)
            return side, f"{names[side]} begins with {high}-{low}"
        case e.DiceRolled():
            return event.side, f"{names[event.side]} rolls {event.dice[0]}-{event.dice[1]}"
        case e.RollChosen():
            return event.side, f"{names[event.side]} chooses {event.dice[0]}-{event.dice[1]}"
        case e.Played():
            assert before.game is not None
            hops = [Hop(*hop) for hop in event.hops]
            board = before.game.before if before.game.before is not None else before.game.position
            view = board if event.side is Side.WHITE else board.flip()
            wrong = f" (illegal: {event.illegal.replace('_', ' ')})" if event.illegal else ""
            return event.side, f"{names[event.side]} plays {write_play(Play.of(view, hops))}{wrong}"
        case e.Doubled():
            return event.side, f"{names[event.side]} {'beavers' if event.beaver else 'doubles'} to {event.value}"
        case e.DoubleTaken():
            return event.side, f"{names[event.side]} takes"
        case e.DoublePassed():
            return event.side, f"{names[event.side]} drops"
        case e.ResignationOffered():
            return event.side, f"{names[event.side]} offers to resign {event.level}"
        case e.ResignationDeclined():
            return event.side, f"{names[event.side]} declines"
        case e.PositionCorrected() | e.GameRestored() | e.CubeCorrected():
            return None, "The board is set"
        case e.GameEnded():
            won = event.record
            return won.winner, f"{names[won.winner]} wins {won.points} point{'' if won.points == 1 else 's'}"
        case e.MatchEnded() if event.winner is not None:
            return event.winner, f"{names[event.winner]} wins the match"
        case _:
            return None
