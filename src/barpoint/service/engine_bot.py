"""Barpoint's own engine as an opponent: plays at one of its levels, handles the cube by match equity.

It knows Backgammon and its other starts by nets, Sprintgammon by its table (or the small net until that is
built), Longgammon by a net of its own. Nothing heavy is imported before the first decision.
"""

from typing import TYPE_CHECKING

from barpoint.board import Play, Position, Roll, Side
from barpoint.engine.levels import DEFAULT, LEVELS, Level
from barpoint.match.state import Game, MatchState

if TYPE_CHECKING:
    from barpoint.engine.cube import CubeDecision
    from barpoint.engine.evaluator import Chances


class EngineBot:
    """Plays at a level; `seconds` limits how long it thinks about a play, `seed` decides how it errs."""

    def __init__(self, level: Level = LEVELS[DEFAULT], seed: int = 0, seconds: float | None = None) -> None:
        self.name = "Barpoint"
        self._level, self._seed, self._seconds = level, seed, seconds

    def play(self, position: Position, roll: Roll, head_cap: int, state: MatchState | None = None) -> Play | None:
        """The play the level makes, weighed with the cube and the score of the match."""
        from barpoint.engine.choosing import choose_play
        from barpoint.engine.cube_search import Stakes
        from barpoint.engine.knowledge import knowledge_of
        from barpoint.engine.stakes import cube_state_of

        stakes = Stakes(cube_state_of(state, _game(state).turn)) if state else None
        knowledge = knowledge_of(position.discipline)
        chosen = choose_play(self._level, knowledge, position, roll, self._seed, self._seconds, head_cap, stakes).play
        return chosen if chosen.hops else None

    def doubles(self, state: MatchState, side: Side) -> bool:
        """Whether the cube is right to turn, and whether to play on for a gammon instead."""
        decision = self._decided(state, side)
        return min(decision.double_take, decision.double_pass) > decision.no_double

    def takes(self, state: MatchState, side: Side) -> bool:
        """Whether taking costs less than passing."""
        decision = self._decided(state, side.other)
        return decision.double_take < decision.double_pass

    def accepts(self, state: MatchState, side: Side, level: int) -> bool:
        """Accept what is at least what playing on is worth."""
        from barpoint.engine.settling import accepts_resignation
        from barpoint.engine.stakes import cube_state_of

        game = _game(state)
        position = game.seen_by(side)
        return accepts_resignation(self._chances(position), position, cube_state_of(state, side), level)

    def _chances(self, position: Position) -> "Chances":
        from barpoint.engine.knowledge import knowledge_of

        return knowledge_of(position.discipline).chances(position, self._level.plies)

    def _decided(self, state: MatchState, doubler: Side) -> "CubeDecision":
        """The cube decision before `doubler` rolls, whoever asks."""
        from barpoint.engine.choosing import blurred
        from barpoint.engine.cube_search import Stakes
        from barpoint.engine.knowledge import knowledge_of
        from barpoint.engine.stakes import cube_state_of

        position, stands = _game(state).seen_by(doubler), cube_state_of(state, doubler)
        _, seen = knowledge_of(position.discipline).decided(position, Stakes(stands), self._level.plies)
        return blurred(self._level, seen, position, stands, self._seed)


def _game(state: MatchState) -> Game:
    assert state.game is not None
    return state.game
