"""Judging the cube: doubles, takes, passes, beavers, and words that bind."""

from barpoint.board import Refusal, Side
from barpoint.match import commands as c
from barpoint.match import events as e
from barpoint.match.completion import game_over
from barpoint.match.format import DeadCube, Enforcement
from barpoint.match.refusals import MatchCode
from barpoint.match.score import EndedBy, is_dead, pass_would_end_match
from barpoint.match.state import Game, MatchState, Stage
from barpoint.match.turn import on_turn

Decision = tuple[e.AnyEvent, ...] | Refusal

_WORDS = ("double", "take", "pass")


def offer_double(state: MatchState, command: c.OfferDouble, at: int) -> Decision:
    """A double is offered in one's own turn, before any roll (ibf:9.6a, usbgf:4.4.2a)."""
    game = on_turn(state, command.side)
    if isinstance(game, Refusal):
        return game
    value = command.value if command.value is not None else game.cube.value * 2
    wrong = double_refused(state, game, command.side, value)
    if wrong is None:
        return (e.Doubled(at=at, side=command.side, value=value, person=command.person),)
    if state.format.enforcement is Enforcement.STRICT or wrong.code not in _CAN_HAPPEN:
        return wrong
    return (e.Doubled(at=at, side=command.side, value=value, irregular=wrong.code, person=command.person),)


# Over the board these happen, are taken or passed, and are put right by an official.
_CAN_HAPPEN = frozenset({MatchCode.CRAWFORD_GAME, MatchCode.DEAD_CUBE, MatchCode.WRONG_CUBE_LEVEL, MatchCode.NO_CUBE})


def double_refused(state: MatchState, game: Game, side: Side, value: int) -> Refusal | None:
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
    if rules.dead is DeadCube.VOID and is_dead(side, state.score, game.cube.value, state.in_force):
        return Refusal(MatchCode.DEAD_CUBE, {"value": game.cube.value})
    return None


def take(state: MatchState, command: c.Take, at: int) -> Decision:
    """Accept the double; the taker owns the cube (ibf:9.8a)."""
    game = _answering(state, command.side)
    if isinstance(game, Refusal):
        return game
    if bound := _bound(state, command.side, "pass"):
        return bound
    return (e.DoubleTaken(at=at, side=command.side, person=command.person),)


def pass_double(state: MatchState, command: c.Pass, at: int) -> Decision:
    """Refuse the double and lose the stake before it (ibf:9.7a, 9.7b)."""
    game = _answering(state, command.side)
    if isinstance(game, Refusal):
        return game
    if bound := _bound(state, command.side, "take"):
        return bound
    doubler = command.side.other
    if pass_would_end_match(doubler, state.score, game.cube.value, state.in_force, state.format.cube):
        return Refusal(MatchCode.PASS_WOULD_END_MATCH, {"cube": game.cube.value * 2})
    passed = e.DoublePassed(at=at, side=command.side, person=command.person)
    return (passed, *game_over(state, doubler, 1, EndedBy.PASS, at))


def beaver(state: MatchState, command: c.Beaver, at: int) -> Decision:
    """Take and redouble at once, keeping the cube (money play); against a beaver, a raccoon."""
    game = _answering(state, command.side)
    if isinstance(game, Refusal):
        return game
    rules = state.format.cube
    if not rules.beavers:
        return Refusal(MatchCode.BEAVER_NOT_ALLOWED)
    if game.cube.beavered and not rules.raccoons:
        return Refusal(MatchCode.RACCOON_NOT_ALLOWED)
    assert game.cube.offered is not None
    value = game.cube.offered * 2
    if rules.largest is not None and value > rules.largest:
        return Refusal(MatchCode.CUBE_LIMIT, {"value": value, "largest": rules.largest})
    return (e.Doubled(at=at, side=command.side, value=value, beaver=True, person=command.person),)


def say_words(state: MatchState, command: c.SayCubeWords, at: int) -> Decision:
    """Words about the cube bind their speaker over the board (usbgf:4.4.4.3a, 4.4.5.3a)."""
    if command.action not in _WORDS:
        raise ValueError(f"cube words are one of {', '.join(_WORDS)}, not {command.action!r}")
    if state.format.enforcement is Enforcement.STRICT or not state.format.binding_words:
        return Refusal(MatchCode.WORDS_DO_NOT_BIND)
    game = state.game
    if game is None:
        return Refusal(MatchCode.NO_GAME)
    void_roll = game.turn is command.side and game.rolled and game.stage is Stage.ROLL
    if command.action == "double" and void_roll:
        return Refusal(MatchCode.DOUBLE_AFTER_ROLL)
    said = e.CubeWordsSaid(
        at=at, side=command.side, action=command.action, condition=command.condition, person=command.person
    )
    return (said,)


def drop_condition(state: MatchState, command: c.DropCondition, at: int) -> Decision:
    """An official finds that the words no longer bind."""
    if not any(binding.side is command.side for binding in state.bindings):
        return Refusal(MatchCode.NOTHING_TO_CORRECT)
    return (e.CubeWordsLapsed(at=at, side=command.side, person=command.by),)


def _answering(state: MatchState, side: Side) -> Game | Refusal:
    game = state.game
    if game is None:
        return Refusal(MatchCode.NO_GAME)
    if game.stage is not Stage.ANSWER:
        return Refusal(MatchCode.NO_DOUBLE_OFFERED)
    if game.cube.by is side:
        return Refusal(MatchCode.NOT_YOUR_TURN, {"turn": side.other.value})
    return game


def _bound(state: MatchState, side: Side, action: str) -> Refusal | None:
    """The refusal of an answer that contradicts unconditional words."""
    said = any(b.side is side and b.action == action and not b.condition for b in state.bindings)
    return Refusal(MatchCode.BOUND_BY_WORDS, {"action": action}) if said else None
