"""Barpoint's own engine as an opponent: plays by search, handles the cube by match equity.

It knows Backgammon and its other starts by nets, Sprintgammon by its table (or the small net until that is
built); Longgammon it leaves to the house bot. Nothing heavy is imported before the first decision.
"""

from typing import TYPE_CHECKING

from barpoint.board import BAR, SPRINTGAMMON, Play, Position, Roll, Side
from barpoint.board.discipline import Layout
from barpoint.match.score import points_of, target
from barpoint.match.state import Game, MatchState
from barpoint.service.opponent import HouseBot

if TYPE_CHECKING:
    from barpoint.engine.cube import CubeDecision
    from barpoint.engine.evaluator import Chances

_LONGEST = 64  # points away that the equity tables reach


class EngineBot:
    """Looks `plies` levels ahead."""

    def __init__(self, plies: int = 1) -> None:
        self.name = "Barpoint"
        self._plies = plies
        self._house = HouseBot()

    def play(self, position: Position, roll: Roll, head_cap: int) -> Play | None:
        """The best play found."""
        if position.discipline.layout is Layout.ROTATED:
            return self._house.play(position, roll, head_cap)
        if position.discipline.checkers == SPRINTGAMMON.checkers:
            from barpoint.engine.sprint_net import sprint_knowledge

            return sprint_knowledge().best_play(position, roll)[0]
        from barpoint.engine.search import engine

        best = engine().best_play(position, roll, self._plies).play
        return best if best.hops else None

    def doubles(self, state: MatchState, side: Side) -> bool:
        """Whether the cube is right to turn, and whether to play on for a gammon instead."""
        game = _game(state)
        if not self._knows(game.position):
            return self._house.doubles(state, side)
        decision = self._decided(state, side)
        return min(decision.double_take, decision.double_pass) > decision.no_double

    def takes(self, state: MatchState, side: Side) -> bool:
        """Whether taking costs less than passing."""
        if not self._knows(_game(state).position):
            return self._house.takes(state, side)
        decision = self._decided(state, side.other)
        return decision.double_take < decision.double_pass

    def accepts(self, state: MatchState, side: Side, level: int) -> bool:
        """Accept what is at least what playing on is worth."""
        position = _game(state).seen_by(side)
        if not self._knows(position):
            return self._house.accepts(state, side, level)
        return level >= self._chances(position).equity

    def _knows(self, position: Position) -> bool:
        return position.discipline.layout is Layout.MIRRORED

    def _chances(self, position: Position) -> "Chances":
        from barpoint.engine.evaluator import Chances

        if position.discipline.checkers == SPRINTGAMMON.checkers:
            from barpoint.engine.sprint_net import sprint_knowledge

            return Chances(*sprint_knowledge().lookup(position).chances)
        from barpoint.engine.search import engine

        return engine().evaluate(position, self._plies)

    def _decided(self, state: MatchState, doubler: Side) -> "CubeDecision":
        """The cube decision before `doubler` rolls, whoever asks."""
        from barpoint.engine.cube import CubeState, Owner, cube_efficiency, decide_cube
        from barpoint.engine.match_equity import Away

        game = _game(state)
        position = game.seen_by(doubler)
        owner = Owner.CENTRED
        if game.cube.owner is not None:
            owner = Owner.OURS if game.cube.owner is doubler else Owner.THEIRS
        goal = target(state.in_force)
        score = None
        if goal is not None:
            ours, theirs = (goal - points_of(side, state.score) for side in (doubler, doubler.other))
            if min(ours, theirs) >= 1 and max(ours, theirs) <= _LONGEST:
                score = Away(ours, theirs)
        money = score is None
        stands = CubeState(
            game.cube.value,
            owner,
            score,
            jacoby=money and state.format.cube.jacoby,
            beavers=money and state.format.cube.beavers,
        )
        racing = not position.contact and position.us[BAR] == 0
        efficiency = cube_efficiency(contact=not racing, bearing_off=racing and position.is_home, pips=position.pips)
        return decide_cube(self._chances(position), stands, efficiency)


def _game(state: MatchState) -> Game:
    assert state.game is not None
    return state.game
