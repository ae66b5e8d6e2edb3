"""Folding: (state, event) -> state. It cannot fail and judges nothing; `decide` has done that."""

from collections.abc import Callable, Iterable
from typing import Any, Final

from msgspec.structs import replace

from barpoint.board import OFF, Position, Roll, Side, pos
from barpoint.match import events as e
from barpoint.match.clock import Clock
from barpoint.match.cube import Cube
from barpoint.match.format import Enforcement, PauseReason
from barpoint.match.score import CubeTurn, plus, standing, without_cube
from barpoint.match.snapshot import decode_game
from barpoint.match.state import Binding, Ended, Game, MatchState, Offer, Phase, Stage, new_match


def fold(events: Iterable[e.AnyEvent], start: MatchState | None = None) -> MatchState:
    """The state after these events; without `start` the first has to be `MatchStarted`."""
    state = start
    for event in events:
        if state is None:
            if not isinstance(event, e.MatchStarted):
                raise ValueError(f"a match log begins with MatchStarted, not {type(event).__name__}")
            state = new_match(event.format)
        state = evolve(state, event)
    if state is None:
        raise ValueError("a match log has at least one event")
    return state


def evolve(state: MatchState, event: e.AnyEvent) -> MatchState:
    """The state after one more event."""
    after = _FOLDS[type(event)](state, event)
    return replace(after, version=state.version + 1, at=max(state.at, event.at))


def acting(game: Game) -> Side | None:
    """Whose time runs: the side that has to decide something now."""
    if game.stage is Stage.OPENING:
        return None
    if game.stage is Stage.ANSWER and game.cube.by is not None:
        return game.cube.by.other
    if game.stage in (Stage.RESIGNED, Stage.CLAIMED) and game.offer is not None:
        return game.offer.by.other
    return game.turn


def _game(state: MatchState, **changes: Any) -> MatchState:
    assert state.game is not None
    return replace(state, game=replace(state.game, **changes))


def _clock(state: MatchState, change: Callable[[Clock], Clock]) -> MatchState:
    return state if state.clock is None else replace(state, clock=change(state.clock))


def _started(state: MatchState, event: e.MatchStarted) -> MatchState:
    rules = event.format.clock
    return replace(
        state,
        format=event.format,
        phase=Phase.BETWEEN,
        started=event.at,
        seats=(event.white, event.black),
        operators=(event.white[0], event.black[0]),
        terms=event.terms,
        reserved=event.reserved,
        clock=None if rules is None else Clock.fresh(rules, event.at),
    )


def _terms_changed(state: MatchState, event: e.TermsChanged) -> MatchState:
    if event.by:
        return replace(state, terms={**state.terms, **event.terms}, imposed=event.imposed)
    kept = tuple(topic for topic in state.reserved if topic not in event.terms)
    return replace(state, terms={**state.terms, **event.terms}, reserved=kept)


def _game_started(state: MatchState, event: e.GameStarted) -> MatchState:
    game = Game(
        event.number,
        Position.start(state.discipline),
        cube_in_play=event.cube,
        crawford=event.crawford,
        began=event.at,
    )
    return replace(state, phase=Phase.PLAYING, game=game, on_break=None, bindings=())


def _opening(state: MatchState, event: e.OpeningRolled) -> MatchState:
    if event.white == event.black:
        return state
    first = Side.WHITE if event.white > event.black else Side.BLACK
    after = _game(state, turn=first, opener=first, roll=Roll(event.white, event.black), stage=Stage.PLAY, rolled=True)
    return _clock(after, lambda clock: clock.start(first, event.at))


def _automatic(state: MatchState, event: e.CubeTurnedAutomatically) -> MatchState:
    assert state.game is not None
    return _game(state, cube=Cube(event.value), base=event.value, automatic=state.game.automatic + 1)


def _rolled(state: MatchState, event: e.DiceRolled) -> MatchState:
    after = _game(state, roll=Roll(*event.dice), stage=Stage.PLAY, rolled=True, before=None)
    return _chance_gone(after, event.side)


def _spoilt(state: MatchState, event: e.RollSpoilt) -> MatchState:
    assert state.game is not None
    if state.game.turn is not event.side:
        return _game(state, early=True)
    return _chance_gone(_game(state, rolled=True), event.side)


def _chance_gone(state: MatchState, side: Side) -> MatchState:
    """`side` did not double when it could: what the other said about its answer no longer binds (usbgf:4.4.5.3a)."""
    if not state.bindings:
        return state
    return replace(state, bindings=tuple(b for b in state.bindings if b.side is side or b.action == "double"))


def _played(state: MatchState, event: e.Played) -> MatchState:
    game = state.game
    assert game is not None
    before = game.before if game.before is not None else game.position
    view = before if event.side is Side.WHITE else before.flip()
    after = view.after(event.hops)
    if event.removed:
        after = Position((after.us[OFF] - event.removed, *after.us[1:]), after.them, after.discipline)
    moved = after if event.side is Side.WHITE else after.flip()
    state = _game(state, position=moved, stage=Stage.END, before=before)
    if state.format.enforcement is Enforcement.STRICT:
        return _end_turn(state, event.side, event.at)
    return state


def _turn_ended(state: MatchState, event: e.TurnEnded) -> MatchState:
    return _end_turn(state, event.side, event.at)


def _end_turn(state: MatchState, side: Side, at: int) -> MatchState:
    game = state.game
    assert game is not None
    white, black = game.turns
    turns = (white + 1, black) if side is Side.WHITE else (white, black + 1)
    after = _game(
        state, turn=side.other, stage=Stage.ROLL, roll=None, rolled=game.early, before=None, turns=turns, early=False
    )
    return _clock(after, lambda clock: clock.start(side.other, at))


def _doubled(state: MatchState, event: e.Doubled) -> MatchState:
    assert state.game is not None
    cube = state.game.cube
    if event.beaver and cube.offered is not None:
        cube = Cube(cube.offered, cube.owner if cube.beavered else event.side)
    after = _game(
        state,
        cube=cube.offer(event.side, event.value, beaver=event.beaver),
        stage=Stage.ANSWER,
        doubles=(*state.game.doubles, CubeTurn(event.side, event.value)),
    )
    kept = tuple(b for b in after.bindings if b.action != "double")  # both are free: usbgf:4.4.4.3d
    return _clock(replace(after, bindings=kept), lambda clock: clock.start(event.side.other, event.at))


def _taken(state: MatchState, event: e.DoubleTaken) -> MatchState:
    assert state.game is not None
    after = _game(state, cube=state.game.cube.taken(), stage=Stage.ROLL)
    turn = state.game.turn
    return _clock(replace(after, bindings=_without_answers(state)), lambda clock: clock.start(turn, event.at))


def _passed(state: MatchState, event: e.DoublePassed) -> MatchState:
    return _clock(replace(state, bindings=_without_answers(state)), lambda clock: clock.stop(event.at))


def _without_answers(state: MatchState) -> tuple[Binding, ...]:
    return tuple(b for b in state.bindings if b.action == "double")


def _words(state: MatchState, event: e.CubeWordsSaid) -> MatchState:
    said = Binding(event.side, event.action, event.condition)
    return replace(state, bindings=(*state.bindings, said))


def _condition_met(state: MatchState, event: e.ConditionMet) -> MatchState:
    bound = tuple(replace(b, condition="") if b.side is event.side else b for b in state.bindings)
    return replace(state, bindings=bound)


def _words_lapsed(state: MatchState, event: e.CubeWordsLapsed) -> MatchState:
    return replace(state, bindings=tuple(b for b in state.bindings if b.side is not event.side))


def _resignation(state: MatchState, event: e.ResignationOffered) -> MatchState:
    assert state.game is not None
    stage = state.game.offer.stage if state.game.offer is not None else state.game.stage
    return _offered(state, Offer(event.side, event.level, stage, event.countered), Stage.RESIGNED, event.at)


def _claimed(state: MatchState, event: e.GameClaimed) -> MatchState:
    assert state.game is not None
    return _offered(state, Offer(event.side, event.level, state.game.stage), Stage.CLAIMED, event.at)


def _offered(state: MatchState, offer: Offer, stage: Stage, at: int) -> MatchState:
    after = _game(state, offer=offer, stage=stage)
    pauses = state.clock is not None and PauseReason.RESIGN_OR_CLAIM in state.clock.rules.pauses
    if pauses:
        return _clock(after, lambda clock: clock.pause(PauseReason.RESIGN_OR_CLAIM, at))
    return _clock(after, lambda clock: clock.start(offer.by.other, at))


def _declined(state: MatchState, event: e.ResignationDeclined | e.ClaimDisputed) -> MatchState:
    game = state.game
    assert game is not None
    assert game.offer is not None
    after = _game(state, offer=None, stage=game.offer.stage)
    if state.clock is not None and state.clock.paused is not None:
        return _clock(after, lambda clock: clock.resume(event.at))
    return _clock(after, lambda clock: clock.start(game.turn, event.at))


def _game_ended(state: MatchState, event: e.GameEnded) -> MatchState:
    record = event.record
    after = replace(
        state,
        phase=Phase.BETWEEN,
        game=None,
        bindings=(),
        records=(*state.records, record),
        score=plus(state.score, record.winner, record.points),
        crawford_done=state.crawford_done or record.crawford,
    )
    return _clock(after, lambda clock: clock.stop(event.at))


def _game_voided(state: MatchState, event: e.GameVoided) -> MatchState:
    after = replace(state, phase=Phase.BETWEEN, game=None, bindings=())
    return _clock(after, lambda clock: clock.stop(event.at))


def _set_ended(state: MatchState, event: e.SetEnded) -> MatchState:
    return replace(state, sets=plus(state.sets, event.winner, 1), score=(0, 0), crawford_done=False)


def _match_ended(state: MatchState, event: e.MatchEnded) -> MatchState:
    after = replace(
        state, phase=Phase.OVER, game=None, on_break=None, stopped_by="", ended=Ended(event.winner, event.reason)
    )
    return _clock(after, lambda clock: clock.stop(event.at))


def _break_called(state: MatchState, event: e.BreakCalled) -> MatchState:
    white, black = state.breaks
    taken = (white + 1, black) if event.side is Side.WHITE else (white, black + 1)
    after = replace(state, breaks=taken, on_break=event.side)
    return _clock(after, lambda clock: clock.pause(PauseReason.BREAK, event.at))


def _break_ended(state: MatchState, event: e.BreakEnded) -> MatchState:
    return _clock(replace(state, on_break=None), lambda clock: clock.resume(event.at))


def _clock_paused(state: MatchState, event: e.ClockPaused) -> MatchState:
    return _clock(state, lambda clock: clock.pause(event.reason, event.at))


def _clock_resumed(state: MatchState, event: e.ClockResumed) -> MatchState:
    return _clock(state, lambda clock: clock.resume(event.at, fresh_delay=event.fresh_delay))


def _time_expired(state: MatchState, event: e.TimeExpired) -> MatchState:
    return state


def _move_time(state: MatchState, event: e.MoveTimeRestored) -> MatchState:
    return _clock(state, lambda clock: clock.renew(event.at))


def _trust_released(state: MatchState, event: e.TrustTimeReleased) -> MatchState:
    return _clock(state, lambda clock: clock.release_trust(event.side, event.at))


def _clock_adjusted(state: MatchState, event: e.ClockAdjusted) -> MatchState:
    return _clock(state, lambda clock: clock.adjust(event.side, event.change, event.at))


def _clock_introduced(state: MatchState, event: e.ClockIntroduced) -> MatchState:
    clock = Clock.fresh(event.rules, event.at, event.reserve)
    runs = acting(state.game) if state.game is not None else None
    if runs is not None:
        clock = clock.start(runs, event.at)
    return _standing(replace(state, clock=clock), event.at)


def _clock_removed(state: MatchState, event: e.ClockRemoved) -> MatchState:
    return replace(state, clock=None)


def _operator(state: MatchState, event: e.OperatorNamed) -> MatchState:
    white, black = state.operators
    return replace(state, operators=(event.operator, black) if event.side is Side.WHITE else (white, event.operator))


def _director_called(state: MatchState, event: e.DirectorCalled) -> MatchState:
    after = replace(state, stopped_by=event.side.value)
    return _clock(after, lambda clock: clock.pause(PauseReason.RULING, event.at))


def _released(state: MatchState, event: e.MatchReleased) -> MatchState:
    after = _clock(replace(state, stopped_by=""), lambda clock: clock.resume(event.at))
    return _standing(after, event.at)


def _standing(state: MatchState, at: int) -> MatchState:
    """The clock stands while play is frozen, a side is on its break, or an offer waits for its answer."""
    clock, game = state.clock, state.game
    if clock is None:
        return state
    if state.stopped_by:
        return replace(state, clock=clock.pause(PauseReason.RULING, at))
    if state.on_break is not None:
        return replace(state, clock=clock.pause(PauseReason.BREAK, at))
    if game is not None and game.offer is not None and PauseReason.RESIGN_OR_CLAIM in clock.rules.pauses:
        return replace(state, clock=clock.pause(PauseReason.RESIGN_OR_CLAIM, at))
    return state


def _restored(state: MatchState, event: e.GameRestored) -> MatchState:
    game = decode_game(event.game, state.discipline)
    after = replace(state, game=game, phase=Phase.PLAYING, bindings=(), ended=None, on_break=None)
    if event.records is not None and event.score is not None:
        played = standing(event.records, state.in_force).crawford_done
        after = replace(
            after,
            score=event.score,
            sets=event.sets or state.sets,
            records=event.records,
            crawford_done=state.crawford_done and played,
        )
    return _back_in_play(after, event.at, delay=not event.no_delay, waits=event.waits)


def _position_corrected(state: MatchState, event: e.PositionCorrected) -> MatchState:
    game = state.game
    assert game is not None
    rolled = event.dice is not None
    position = pos(event.position)
    waiting = game.cube.offered is not None  # a double on the table is withdrawn
    after = _game(
        state,
        position=Position(position.us, position.them, state.discipline),
        turn=event.turn,
        roll=None if event.dice is None else Roll(*event.dice),
        stage=Stage.PLAY if rolled else Stage.ROLL,
        rolled=rolled,
        before=None,
        offer=None,
        cube=Cube(game.cube.value, game.cube.owner),
        doubles=game.doubles[:-1] if waiting else game.doubles,
        early=False,
    )
    return _back_in_play(after, event.at, delay=not event.no_delay, waits=event.waits)


def _back_in_play(state: MatchState, at: int, *, delay: bool = True, waits: bool = False) -> MatchState:
    """After a correction the side to act has its full delay or none; a frozen match stays frozen."""
    assert state.game is not None
    side = acting(state.game)
    if side is None:
        return _clock(state, lambda clock: clock.stop(at))
    after = _clock(state, lambda clock: clock.start(side, at, delay=delay, waits=waits))
    return _clock(after, lambda clock: clock.pause(PauseReason.RULING, at)) if state.stopped_by else after


def _cube_corrected(state: MatchState, event: e.CubeCorrected) -> MatchState:
    assert state.game is not None
    waiting = state.game.stage is Stage.ANSWER
    after = _game(
        state,
        cube=Cube(event.value, event.owner),
        stage=Stage.ROLL if waiting else state.game.stage,
        doubles=(),
        base=event.value,
        base_owner=event.owner,
    )
    return _back_in_play(after, event.at) if waiting else after


def _score_corrected(state: MatchState, event: e.ScoreCorrected) -> MatchState:
    reopened = state.ended is not None and state.ended.reason in ("score", "limit")
    after = replace(
        state,
        score=event.score,
        sets=state.sets if event.sets is None else event.sets,
        records=event.records,
        crawford_done=event.crawford_done,
        phase=Phase.BETWEEN if reopened else state.phase,
        ended=None if reopened else state.ended,
    )
    if state.game is None or event.crawford is None:
        return after
    cube = not event.crawford and not state.deciding_game and not without_cube(state.in_force, state.format.cube)
    return _game(after, crawford=event.crawford, cube_in_play=cube)


def _length_corrected(state: MatchState, event: e.LengthCorrected) -> MatchState:
    if event.after_game:
        return replace(state, designated=event.length)
    reopened = state.ended is not None and state.ended.reason == "score"
    return replace(
        state,
        length=event.length,
        designated=None,
        crawford_done=event.crawford_done,
        deciding_game=event.deciding_game,
        phase=Phase.BETWEEN if reopened else state.phase,
        ended=None if reopened else state.ended,
    )


def _awarded(state: MatchState, event: e.PointsAwarded) -> MatchState:
    return replace(state, score=plus(state.score, event.side, event.points))


_FOLDS: Final[dict[type, Callable[[MatchState, Any], MatchState]]] = {
    e.MatchStarted: _started,
    e.TermsChanged: _terms_changed,
    e.GameStarted: _game_started,
    e.OpeningRolled: _opening,
    e.CubeTurnedAutomatically: _automatic,
    e.DiceRolled: _rolled,
    e.RollSpoilt: _spoilt,
    e.Played: _played,
    e.TurnEnded: _turn_ended,
    e.Doubled: _doubled,
    e.DoubleTaken: _taken,
    e.DoublePassed: _passed,
    e.CubeWordsSaid: _words,
    e.ConditionMet: _condition_met,
    e.CubeWordsLapsed: _words_lapsed,
    e.ResignationOffered: _resignation,
    e.ResignationDeclined: _declined,
    e.GameClaimed: _claimed,
    e.ClaimDisputed: _declined,
    e.GameEnded: _game_ended,
    e.GameVoided: _game_voided,
    e.SetEnded: _set_ended,
    e.MatchEnded: _match_ended,
    e.BreakCalled: _break_called,
    e.BreakEnded: _break_ended,
    e.ClockPaused: _clock_paused,
    e.ClockResumed: _clock_resumed,
    e.TimeExpired: _time_expired,
    e.MoveTimeRestored: _move_time,
    e.TrustTimeReleased: _trust_released,
    e.ClockAdjusted: _clock_adjusted,
    e.ClockIntroduced: _clock_introduced,
    e.ClockRemoved: _clock_removed,
    e.OperatorNamed: _operator,
    e.DirectorCalled: _director_called,
    e.MatchReleased: _released,
    e.GameRestored: _restored,
    e.PositionCorrected: _position_corrected,
    e.CubeCorrected: _cube_corrected,
    e.ScoreCorrected: _score_corrected,
    e.LengthCorrected: _length_corrected,
    e.PointsAwarded: _awarded,
}
