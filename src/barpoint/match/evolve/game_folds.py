"""How the events of a running game change the state: rolls, plays, the cube, offers. Used by `evolve` only."""

from collections.abc import Callable
from typing import Any, Final

from msgspec.structs import replace

from barpoint.board import OFF, Position, Roll, Side
from barpoint.match import events as e
from barpoint.match.clock import Clock
from barpoint.match.cube import Cube
from barpoint.match.format.match_format import Enforcement, PauseReason
from barpoint.match.score import CubeTurn
from barpoint.match.state import Binding, EndingOffer, Game, GameStage, MatchPhase, MatchState


def side_to_act(game: Game) -> Side | None:
    """Whose time runs: the side that has to decide something now."""
    if game.stage is GameStage.OPENING:
        return None
    if game.stage is GameStage.ANSWER and game.cube.by is not None:
        return game.cube.by.other
    if game.stage in (GameStage.RESIGNED, GameStage.CLAIMED) and game.offer is not None:
        return game.offer.by.other
    return game.turn


def with_game(state: MatchState, **changes: Any) -> MatchState:
    """The state with its running game changed."""
    assert state.game is not None
    return replace(state, game=replace(state.game, **changes))


def with_clock(state: MatchState, change: Callable[[Clock], Clock]) -> MatchState:
    """The state with its clock changed, if it has one."""
    return state if state.clock is None else replace(state, clock=change(state.clock))


def _fold_terms(state: MatchState, event: e.TermsChanged) -> MatchState:
    if event.by:
        return replace(state, terms={**state.terms, **event.terms}, imposed=event.imposed)
    kept = (*(topic for topic in state.reserved if topic not in event.terms), *event.reserved)
    return replace(state, terms={**state.terms, **event.terms}, reserved=kept)


def _fold_game_start(state: MatchState, event: e.GameStarted) -> MatchState:
    game = Game(
        event.number,
        Position.start(state.discipline),
        cube_in_play=event.cube,
        crawford=event.crawford,
        began=event.at,
    )
    return replace(state, phase=MatchPhase.PLAYING, game=game, on_break=None, bindings=())


def _fold_opening(state: MatchState, event: e.OpeningRolled) -> MatchState:
    if event.white == event.black:
        return state
    first = Side.WHITE if event.white > event.black else Side.BLACK
    after = with_game(
        state, turn=first, opener=first, roll=Roll(event.white, event.black), stage=GameStage.PLAY, rolled=True
    )
    return with_clock(after, lambda clock: clock.start(first, event.at))


def _fold_automatic_double(state: MatchState, event: e.CubeTurnedAutomatically) -> MatchState:
    assert state.game is not None
    return with_game(state, cube=Cube(event.value), base=event.value, automatic=state.game.automatic + 1)


def _fold_roll(state: MatchState, event: e.DiceRolled) -> MatchState:
    after = with_game(state, roll=Roll(*event.dice), stage=GameStage.PLAY, rolled=True, before=None)
    return _lapse_answers(after, event.side)


def _fold_chosen_roll(state: MatchState, event: e.RollChosen) -> MatchState:
    game = state.game
    assert game is not None
    position = game.before if game.before is not None else game.position
    after = with_game(state, position=position, roll=Roll(*event.dice), stage=GameStage.PLAY, rolled=True, before=None)
    return _lapse_answers(after, event.side)


def _fold_free_play(state: MatchState, event: e.FreePlayGranted) -> MatchState:
    return with_game(state, any_roll=event.any_roll)


def _fold_spoilt_roll(state: MatchState, event: e.RollSpoilt) -> MatchState:
    assert state.game is not None
    if state.game.turn is not event.side:
        return with_game(state, early=True)
    return _lapse_answers(with_game(state, rolled=True), event.side)


def _lapse_answers(state: MatchState, side: Side) -> MatchState:
    """`side` did not double when it could: what the other said about its answer no longer binds (usbgf:4.4.5.3a)."""
    if not state.bindings:
        return state
    return replace(state, bindings=tuple(b for b in state.bindings if b.side is side or b.action == "double"))


def _fold_play(state: MatchState, event: e.Played) -> MatchState:
    game = state.game
    assert game is not None
    before = game.before if game.before is not None else game.position
    view = before if event.side is Side.WHITE else before.flip()
    after = view.after(event.hops)
    if event.removed:
        after = Position((after.us[OFF] - event.removed, *after.us[1:]), after.them, after.discipline)
    moved = after if event.side is Side.WHITE else after.flip()
    if state.format.enforcement is Enforcement.STRICT:
        return _end_turn(state, event.side, moved, event.at)
    return with_game(state, position=moved, stage=GameStage.END, before=before)


def _fold_turn_end(state: MatchState, event: e.TurnEnded) -> MatchState:
    assert state.game is not None
    return _end_turn(state, event.side, state.game.position, event.at)


def _end_turn(state: MatchState, side: Side, position: Position, at: int) -> MatchState:
    game = state.game
    assert game is not None
    white, black = game.turns
    turns = (white + 1, black) if side is Side.WHITE else (white, black + 1)
    after = with_game(
        state,
        position=position,
        turn=side.other,
        stage=GameStage.ROLL,
        roll=None,
        rolled=game.early,
        before=None,
        turns=turns,
        early=False,
        any_roll=False,
    )
    return with_clock(after, lambda clock: clock.start(side.other, at))


def _fold_double(state: MatchState, event: e.Doubled) -> MatchState:
    assert state.game is not None
    cube = state.game.cube
    if event.beaver and cube.offered is not None:
        cube = Cube(cube.offered, cube.owner if cube.beavered else event.side)
    after = with_game(
        state,
        cube=cube.offer(event.side, event.value, beaver=event.beaver),
        stage=GameStage.ANSWER,
        doubles=(*state.game.doubles, CubeTurn(event.side, event.value)),
    )
    kept = tuple(b for b in after.bindings if b.action != "double")  # both are free: usbgf:4.4.4.3d
    return with_clock(replace(after, bindings=kept), lambda clock: clock.start(event.side.other, event.at))


def _fold_take(state: MatchState, event: e.DoubleTaken) -> MatchState:
    assert state.game is not None
    after = with_game(state, cube=state.game.cube.take(), stage=GameStage.ROLL)
    turn = state.game.turn
    return with_clock(replace(after, bindings=_bindings_to_double(state)), lambda clock: clock.start(turn, event.at))


def _fold_pass(state: MatchState, event: e.DoublePassed) -> MatchState:
    return with_clock(replace(state, bindings=_bindings_to_double(state)), lambda clock: clock.stop(event.at))


def _bindings_to_double(state: MatchState) -> tuple[Binding, ...]:
    return tuple(b for b in state.bindings if b.action == "double")


def _fold_cube_words(state: MatchState, event: e.CubeWordsSaid) -> MatchState:
    binding = Binding(event.side, event.action, event.condition)
    return replace(state, bindings=(*state.bindings, binding))


def _fold_condition(state: MatchState, event: e.ConditionMet) -> MatchState:
    bound = tuple(replace(b, condition="") if b.side is event.side else b for b in state.bindings)
    return replace(state, bindings=bound)


def _fold_lapse(state: MatchState, event: e.CubeWordsLapsed) -> MatchState:
    return replace(state, bindings=tuple(b for b in state.bindings if b.side is not event.side))


def _fold_resignation(state: MatchState, event: e.ResignationOffered) -> MatchState:
    assert state.game is not None
    stage = state.game.offer.stage if state.game.offer is not None else state.game.stage
    return _put_offer(state, EndingOffer(event.side, event.level, stage, event.countered), GameStage.RESIGNED, event.at)


def _fold_claim(state: MatchState, event: e.GameClaimed) -> MatchState:
    assert state.game is not None
    return _put_offer(state, EndingOffer(event.side, event.level, state.game.stage), GameStage.CLAIMED, event.at)


def _put_offer(state: MatchState, offer: EndingOffer, stage: GameStage, at: int) -> MatchState:
    after = with_game(state, offer=offer, stage=stage)
    pauses = state.clock is not None and PauseReason.RESIGN_OR_CLAIM in state.clock.rules.pauses
    if pauses:
        return with_clock(after, lambda clock: clock.pause(PauseReason.RESIGN_OR_CLAIM, at))
    return with_clock(after, lambda clock: clock.start(offer.by.other, at))


def _fold_decline(state: MatchState, event: e.ResignationDeclined | e.ClaimDisputed) -> MatchState:
    game = state.game
    assert game is not None
    assert game.offer is not None
    after = with_game(state, offer=None, stage=game.offer.stage)
    if state.clock is not None and state.clock.paused is not None:
        return with_clock(after, lambda clock: clock.resume(event.at))
    return with_clock(after, lambda clock: clock.start(game.turn, event.at))


GAME_FOLDS: Final[dict[type, Callable[[MatchState, Any], MatchState]]] = {
    e.TermsChanged: _fold_terms,
    e.GameStarted: _fold_game_start,
    e.OpeningRolled: _fold_opening,
    e.CubeTurnedAutomatically: _fold_automatic_double,
    e.DiceRolled: _fold_roll,
    e.RollSpoilt: _fold_spoilt_roll,
    e.Played: _fold_play,
    e.RollChosen: _fold_chosen_roll,
    e.FreePlayGranted: _fold_free_play,
    e.TurnEnded: _fold_turn_end,
    e.Doubled: _fold_double,
    e.DoubleTaken: _fold_take,
    e.DoublePassed: _fold_pass,
    e.CubeWordsSaid: _fold_cube_words,
    e.ConditionMet: _fold_condition,
    e.CubeWordsLapsed: _fold_lapse,
    e.ResignationOffered: _fold_resignation,
    e.ResignationDeclined: _fold_decline,
    e.GameClaimed: _fold_claim,
    e.ClaimDisputed: _fold_decline,
}
