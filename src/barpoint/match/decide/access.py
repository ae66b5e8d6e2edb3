"""Who may act: whose turn it is, who has access to the cube, and who has bound themselves to use it."""

from barpoint.board import Refusal, Side
from barpoint.match.format.match_format import DeadCube
from barpoint.match.refusals import MatchCode
from barpoint.match.score import is_dead_cube
from barpoint.match.state import Game, GameStage, MatchState


def double_refusal(state: MatchState, game: Game, side: Side, value: int) -> Refusal | None:
    """Why `side` may not double now; None if it may."""
    rules = state.format.cube
    if not rules.enabled:
        return Refusal(MatchCode.NO_CUBE)
    if game.crawford:
        return Refusal(MatchCode.CRAWFORD_GAME)
    if not game.cube_in_play:
        return Refusal(MatchCode.NO_CUBE)
    if not game.cube.reachable_by(side):
        return Refusal(MatchCode.CUBE_NOT_YOURS, {"value": game.cube.value})
    if game.rolled:
        return Refusal(MatchCode.DOUBLE_AFTER_ROLL)
    if value != game.cube.value * 2:
        return Refusal(MatchCode.WRONG_CUBE_LEVEL, {"value": value, "expected": game.cube.value * 2})
    if rules.largest is not None and value > rules.largest:
        return Refusal(MatchCode.CUBE_LIMIT, {"value": value, "largest": rules.largest})
    if rules.dead is DeadCube.VOID and is_dead_cube(side, state.score, game.cube.value, state.in_force):
        return Refusal(MatchCode.DEAD_CUBE, {"value": game.cube.value})
    return None


def is_bound_to_double(state: MatchState, game: Game, side: Side) -> bool:
    """Whether `side` has said that it would double and now can (usbgf:4.4.4.3a)."""
    if not state.bindings:  # as nearly always
        return False
    if not any(b.side is side and b.action == "double" and not b.condition for b in state.bindings):
        return False
    return double_refusal(state, game, side, game.cube.value * 2) is None


def running_game(state: MatchState) -> Game | Refusal:
    """The game, if it has begun and no answer is due in it."""
    game = state.game
    if game is None:
        return Refusal(MatchCode.NO_GAME)
    if game.stage is GameStage.OPENING:
        return Refusal(MatchCode.OPENING_ROLL_DUE)
    if game.stage is GameStage.ANSWER:
        return Refusal(MatchCode.MUST_ANSWER_DOUBLE)
    return answer_due(game) or game


def answer_due(game: Game) -> Refusal | None:
    """The refusal of everything else while a resignation or a claim waits for its answer."""
    if game.stage is GameStage.CLAIMED:
        return Refusal(MatchCode.MUST_ANSWER_CLAIM)
    return Refusal(MatchCode.MUST_ANSWER_RESIGNATION) if game.stage is GameStage.RESIGNED else None


def game_on_turn(state: MatchState, side: Side) -> Game | Refusal:
    """The running game if `side` may act with dice and checkers in it."""
    game = running_game(state)
    if not isinstance(game, Refusal) and game.turn is not side:
        return Refusal(MatchCode.NOT_YOUR_TURN, {"turn": game.turn.value})
    return game
