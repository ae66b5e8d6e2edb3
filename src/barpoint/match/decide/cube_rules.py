"""Judging the cube: doubles, takes, passes, beavers, and words that bind."""

from msgspec.structs import replace

from barpoint.board import Refusal, Side
from barpoint.match import commands as c
from barpoint.match import events as e
from barpoint.match.decide.access import double_refusal, game_on_turn
from barpoint.match.decide.completion import game_over
from barpoint.match.decide.decision import MatchDecision
from barpoint.match.format.match_format import Enforcement
from barpoint.match.refusals import MatchCode
from barpoint.match.score import EndedBy, pass_would_end_match
from barpoint.match.state import Game, GameStage, MatchState

_WORDS = ("double", "take", "pass")


def offer_double(state: MatchState, command: c.OfferDouble, at: int) -> MatchDecision:
    """A double is offered in one's own turn, before any roll (ibf:9.6a, usbgf:4.4.2a)."""
    game = game_on_turn(state, command.side)
    if isinstance(game, Refusal):
        return _early_double(state, command, at, game)
    value = command.value if command.value is not None else game.cube.value * 2
    wrong = double_refusal(state, game, command.side, value)
    if wrong is not None and (state.format.enforcement is Enforcement.STRICT or wrong.code not in _RECORDED_FAULTS):
        return wrong
    if value < 2 or value & (value - 1):
        raise ValueError(f"a cube shows a power of two, not {value}")
    doubled = e.Doubled(
        at=at,
        side=command.side,
        value=value,
        irregular="" if wrong is None else wrong.code,
        redouble=game.cube.owner is not None,
        person=command.person,
    )
    return (doubled,)


def _early_double(state: MatchState, command: c.OfferDouble, at: int, refused: Refusal) -> MatchDecision:
    """A cube shown before the other's turn is over binds for one's own (usbgf:4.4.4.3a, ibf:9.10, bws:4.4.5)."""
    game = state.game
    table = state.format.enforcement is Enforcement.RECORDED and state.format.early_doubles_bind
    if game is None or not table or refused.code != MatchCode.NOT_YOUR_TURN:
        return refused
    wrong = double_refusal(state, replace(game, rolled=False), command.side, game.cube.value * 2)
    if wrong is not None:
        return wrong
    if any(binding.side is command.side and binding.action == "double" for binding in state.bindings):
        return refused
    return (e.CubeWordsSaid(at=at, side=command.side, action="double", person=command.person),)


# Over the board these happen, are taken or passed, and are put right by an official.
_RECORDED_FAULTS = frozenset(
    {MatchCode.CRAWFORD_GAME, MatchCode.DEAD_CUBE, MatchCode.WRONG_CUBE_LEVEL, MatchCode.NO_CUBE}
)


def take(state: MatchState, command: c.Take, at: int) -> MatchDecision:
    """Accept the double; the taker owns the cube (ibf:9.8a)."""
    game = _game_to_answer(state, command.side)
    if isinstance(game, Refusal):
        return game
    if (bound := _binding_refusal(state, command.side, "pass")) and not _is_pass_barred(state, game):
        return bound
    return (e.DoubleTaken(at=at, side=command.side, person=command.person),)


def pass_double(state: MatchState, command: c.Pass, at: int) -> MatchDecision:
    """Refuse the double and lose the stake before it (ibf:9.7a, 9.7b)."""
    game = _game_to_answer(state, command.side)
    if isinstance(game, Refusal):
        return game
    if bound := _binding_refusal(state, command.side, "take"):
        return bound
    doubler = command.side.other
    if _is_pass_barred(state, game):
        return Refusal(MatchCode.PASS_WOULD_END_MATCH, {"cube": game.cube.value * 2})
    passed = e.DoublePassed(at=at, side=command.side, person=command.person)
    return (passed, *game_over(state, doubler, 1, EndedBy.PASS, at))


def _is_pass_barred(state: MatchState, game: Game) -> bool:
    doubler = game.cube.by
    assert doubler is not None
    return pass_would_end_match(doubler, state.score, game.cube.value, state.in_force, state.format.cube)


def beaver(state: MatchState, command: c.Beaver, at: int) -> MatchDecision:
    """Take and redouble at once, keeping the cube (money play); against a beaver, a raccoon."""
    game = _game_to_answer(state, command.side)
    if isinstance(game, Refusal):
        return game
    refused = beaver_refusal(state, game, command.side)
    if refused is not None:
        return refused
    assert game.cube.offered is not None
    value = game.cube.offered * 2
    return (e.Doubled(at=at, side=command.side, value=value, beaver=True, redouble=True, person=command.person),)


def beaver_refusal(state: MatchState, game: Game, side: Side) -> Refusal | None:
    """Why `side` may not answer the double with a beaver; None if it may."""
    rules = state.format.cube
    if not rules.beavers:
        return Refusal(MatchCode.BEAVER_NOT_ALLOWED)
    if game.cube.beavered and not rules.raccoons:
        return Refusal(MatchCode.RACCOON_NOT_ALLOWED)
    value = (game.cube.offered or game.cube.value) * 2
    if rules.largest is not None and value > rules.largest:
        return Refusal(MatchCode.CUBE_LIMIT, {"value": value, "largest": rules.largest})
    return _binding_refusal(state, side, "pass")


def say_words(state: MatchState, command: c.SayCubeWords, at: int) -> MatchDecision:
    """Words about the cube bind their speaker over the board (usbgf:4.4.4.3a, 4.4.5.3a).

    They say nothing without access to the cube: one's own for a double, the opponent's for an answer.
    """
    if command.action not in _WORDS:
        raise ValueError(f"cube words are one of {', '.join(_WORDS)}, not {command.action!r}")
    if state.format.enforcement is Enforcement.STRICT or not state.format.binding_words:
        return Refusal(MatchCode.WORDS_DO_NOT_BIND)
    game = state.game
    if game is None:
        return Refusal(MatchCode.NO_GAME)
    doubler = command.side if command.action == "double" else command.side.other
    answering = game.stage is GameStage.ANSWER and game.cube.by is doubler
    if not (game.cube.reachable_by(doubler) or answering):
        return Refusal(MatchCode.CUBE_NOT_YOURS, {"value": game.cube.value})
    words = e.CubeWordsSaid(
        at=at, side=command.side, action=command.action, condition=command.condition, person=command.person
    )
    return (words,)


def meet_condition(state: MatchState, command: c.MeetCondition, at: int) -> MatchDecision:
    """An official finds that the condition came about (usbgf:4.4.4.3b, 4.4.5.3b)."""
    if not any(binding.side is command.side and binding.condition for binding in state.bindings):
        return Refusal(MatchCode.NOTHING_TO_CORRECT)
    return (e.ConditionMet(at=at, side=command.side, person=command.by),)


def drop_condition(state: MatchState, command: c.DropCondition, at: int) -> MatchDecision:
    """An official finds that the words no longer bind."""
    if not any(binding.side is command.side for binding in state.bindings):
        return Refusal(MatchCode.NOTHING_TO_CORRECT)
    return (e.CubeWordsLapsed(at=at, side=command.side, person=command.by),)


def _game_to_answer(state: MatchState, side: Side) -> Game | Refusal:
    game = state.game
    if game is None:
        return Refusal(MatchCode.NO_GAME)
    if game.stage is not GameStage.ANSWER:
        return Refusal(MatchCode.NO_DOUBLE_OFFERED)
    if game.cube.by is side:
        return Refusal(MatchCode.NOT_YOUR_TURN, {"turn": side.other.value})
    return game


def _binding_refusal(state: MatchState, side: Side, action: str) -> Refusal | None:
    """The refusal of an answer that contradicts unconditional words."""
    is_bound = any(b.side is side and b.action == action and not b.condition for b in state.bindings)
    return Refusal(MatchCode.BOUND_BY_WORDS, {"action": action}) if is_bound else None
