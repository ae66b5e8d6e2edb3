"""Barpoint's own engine as an opponent: plays at one of its levels, handles the cube by match equity.

It knows Backgammon and its other starts by nets, Sprintgammon by its table (or the small net until that is
built), Longgammon by a net of its own. Nothing heavy is imported before the first decision.
"""

from typing import TYPE_CHECKING

from barpoint.board import Play, Position, Roll, Side
from barpoint.engine import (
    DEFAULT_LEVEL,
    LEVELS,
    BotLevel,
)
from barpoint.match import Game, MatchState
from barpoint.service.play.opponent import cube_is_dead

if TYPE_CHECKING:
    from barpoint.engine import Chances, CubeDecision, CubeState


class EngineBot:
    """Plays at a level; `seconds` limits how long it thinks about a play, `seed` decides how it errs."""

    def __init__(self, level: BotLevel = LEVELS[DEFAULT_LEVEL], seed: int = 0, seconds: float | None = None) -> None:
        self.name = "Barpoint"
        self._level, self._seed, self._seconds = level, seed, seconds

    def play(self, position: Position, roll: Roll, head_cap: int, state: MatchState | None = None) -> Play | None:
        """The play the level makes, weighed with the cube and the score of the match."""
        from barpoint.engine import Stakes, choose_play, cube_state_of, knowledge_of

        stakes = Stakes(cube_state_of(state, _game(state).turn)) if state else None
        knowledge = knowledge_of(position.discipline)
        play = choose_play(self._level, knowledge, position, roll, self._seed, self._seconds, head_cap, stakes).play
        return play if play.hops else None

    def doubles(self, state: MatchState, side: Side) -> bool:
        """Whether the cube is right to turn, and whether to play on for a gammon instead."""
        from barpoint.engine.bot import turns_cube

        return not cube_is_dead(state, side) and turns_cube(*self._cube_decision(state, side))

    def takes(self, state: MatchState, side: Side) -> bool:
        """Whether taking costs less than passing."""
        from barpoint.engine.bot import takes_cube

        return cube_is_dead(state, side.other) or takes_cube(*self._cube_decision(state, side.other))

    def accepts(self, state: MatchState, side: Side, level: int) -> bool:
        """Accept what is at least what playing on is worth."""
        from barpoint.engine import accepts_resignation, cube_state_of

        game = _game(state)
        position = game.view_for(side)
        return accepts_resignation(self._chances(position), position, cube_state_of(state, side), level)

    def _chances(self, position: Position) -> "Chances":
        from barpoint.engine import knowledge_of

        return knowledge_of(position.discipline).chances(position, self._level.plies)

    def _cube_decision(self, state: MatchState, doubler: Side) -> "tuple[CubeDecision, CubeState]":
        """The cube decision before `doubler` rolls, whoever asks, and the cube as `doubler` sees it."""
        from barpoint.engine import Stakes, cube_state_of, knowledge_of
        from barpoint.engine.bot import ROLLER_SECONDS, blur_decision, knowledge_for

        position, cube_state = _game(state).view_for(doubler), cube_state_of(state, doubler)
        knowledge = knowledge_of(position.discipline)
        if self._seconds is None or self._seconds > ROLLER_SECONDS:
            knowledge = knowledge_for(self._level, knowledge)
        _, decision = knowledge.cube_decision(position, Stakes(cube_state), self._level.plies)
        return blur_decision(self._level, decision, position, cube_state, self._seed), cube_state


def _game(state: MatchState) -> Game:
    assert state.game is not None
    return state.game
