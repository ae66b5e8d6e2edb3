"""How everything around the games changes the state: score, clock, breaks, corrections. Used by `evolve` only."""

from collections.abc import Callable
from typing import Any, Final

from msgspec.structs import replace

from barpoint.board import Position, Roll, Side, pos
from barpoint.match import events as e
from barpoint.match.clock import Clock
from barpoint.match.cube import Cube
from barpoint.match.evolve.game_folds import (
    side_to_act,
    with_clock,
    with_game,
)
from barpoint.match.format.match_format import PauseReason
from barpoint.match.score import add_points, game_totals, without_cube
from barpoint.match.snapshot import decode_game
from barpoint.match.state import GameStage, MatchPhase, MatchResult, MatchState


def _fold_match_start(state: MatchState, event: e.MatchStarted) -> MatchState:
    rules = event.format.clock
    return replace(
        state,
        format=event.format,
        phase=MatchPhase.BETWEEN,
        started=event.at,
        seats=(event.white, event.black),
        operators=(event.white[0], event.black[0]),
        terms=event.terms,
        reserved=event.reserved,
        clock=None if rules is None else Clock.fresh(rules, event.at),
    )


def _fold_game_end(state: MatchState, event: e.GameEnded) -> MatchState:
    record = event.record
    after = replace(
        state,
        phase=MatchPhase.BETWEEN,
        game=None,
        bindings=(),
        records=(*state.records, record),
        score=add_points(state.score, record.winner, record.points),
        crawford_done=state.crawford_done or record.crawford,
    )
    return with_clock(after, lambda clock: clock.stop(event.at))


def _fold_game_void(state: MatchState, event: e.GameVoided) -> MatchState:
    after = replace(state, phase=MatchPhase.BETWEEN, game=None, bindings=())
    return with_clock(after, lambda clock: clock.stop(event.at))


def _fold_set_end(state: MatchState, event: e.SetEnded) -> MatchState:
    return replace(state, sets=add_points(state.sets, event.winner, 1), score=(0, 0), crawford_done=False)


def _fold_match_end(state: MatchState, event: e.MatchEnded) -> MatchState:
    after = replace(
        state,
        phase=MatchPhase.OVER,
        game=None,
        on_break=None,
        stopped_by="",
        ended=MatchResult(event.winner, event.reason),
    )
    return with_clock(after, lambda clock: clock.stop(event.at))


def _fold_break_call(state: MatchState, event: e.BreakCalled) -> MatchState:
    white, black = state.breaks
    taken = (white + 1, black) if event.side is Side.WHITE else (white, black + 1)
    after = replace(state, breaks=taken, on_break=event.side, break_since=event.at)
    return with_clock(after, lambda clock: clock.pause(PauseReason.BREAK, event.at))


def _fold_break_end(state: MatchState, event: e.BreakEnded) -> MatchState:
    used = add_points(state.break_used, event.side, event.lasted)
    over = add_points(state.overran, event.side, event.over)
    after = replace(state, on_break=None, break_since=0, break_used=used, overran=over)
    return with_clock(after, lambda clock: clock.resume(event.at))


def _fold_clock_pause(state: MatchState, event: e.ClockPaused) -> MatchState:
    return with_clock(state, lambda clock: clock.pause(event.reason, event.at))


def _fold_clock_resume(state: MatchState, event: e.ClockResumed) -> MatchState:
    return with_clock(state, lambda clock: clock.resume(event.at, fresh_delay=event.fresh_delay))


def _fold_expiry(state: MatchState, event: e.TimeExpired) -> MatchState:
    return state


def _fold_move_time(state: MatchState, event: e.MoveTimeRestored) -> MatchState:
    return with_clock(state, lambda clock: clock.renew(event.at))


def _fold_trust_release(state: MatchState, event: e.TrustTimeReleased) -> MatchState:
    return with_clock(state, lambda clock: clock.release_trust(event.side, event.at))


def _fold_clock_adjustment(state: MatchState, event: e.ClockAdjusted) -> MatchState:
    return with_clock(state, lambda clock: clock.adjust(event.side, event.change, event.at))


def _fold_delay(state: MatchState, event: e.DelaySet) -> MatchState:
    return with_clock(state, lambda clock: clock.with_delay(event.side, event.delay))


def _fold_clock_introduction(state: MatchState, event: e.ClockIntroduced) -> MatchState:
    clock = Clock.fresh(event.rules, event.at, event.reserve, event.trust)
    runs = side_to_act(state.game) if state.game is not None else None
    if runs is not None:
        clock = clock.start(runs, event.at)
    return _pause_while_waiting(replace(state, clock=clock), event.at)


def _fold_clock_removal(state: MatchState, event: e.ClockRemoved) -> MatchState:
    return replace(state, clock=None)


def _fold_operator(state: MatchState, event: e.OperatorNamed) -> MatchState:
    white, black = state.operators
    return replace(state, operators=(event.operator, black) if event.side is Side.WHITE else (white, event.operator))


def _fold_director_call(state: MatchState, event: e.DirectorCalled) -> MatchState:
    after = replace(state, stopped_by=event.side.value)
    return with_clock(after, lambda clock: clock.pause(PauseReason.RULING, event.at))


def _fold_match_stop(state: MatchState, event: e.MatchStopped) -> MatchState:
    after = replace(state, stopped_by="official")
    return with_clock(after, lambda clock: clock.pause(PauseReason.RULING, event.at))


def _fold_match_release(state: MatchState, event: e.MatchReleased) -> MatchState:
    after = with_clock(replace(state, stopped_by=""), lambda clock: clock.resume(event.at))
    return _pause_while_waiting(after, event.at)


def _pause_while_waiting(state: MatchState, at: int) -> MatchState:
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


def _fold_game_restore(state: MatchState, event: e.GameRestored) -> MatchState:
    game = decode_game(event.game, state.discipline)
    after = replace(state, game=game, phase=MatchPhase.PLAYING, bindings=(), ended=None, on_break=None)
    if event.records is not None and event.score is not None:
        played = game_totals(event.records, state.in_force).crawford_done
        after = replace(
            after,
            score=event.score,
            sets=event.sets or state.sets,
            records=event.records,
            crawford_done=state.crawford_done and played,
        )
    return _resume_play(after, event.at, delay=not event.no_delay, waits=event.waits)


def _fold_position_correction(state: MatchState, event: e.PositionCorrected) -> MatchState:
    game = state.game
    assert game is not None
    rolled = event.dice is not None
    position = pos(event.position)
    waiting = game.cube.offered is not None  # a double on the table is withdrawn
    after = with_game(
        state,
        position=Position(position.us, position.them, state.discipline),
        turn=event.turn,
        roll=None if event.dice is None else Roll(*event.dice),
        stage=GameStage.PLAY if rolled else GameStage.ROLL,
        rolled=rolled,
        before=None,
        offer=None,
        cube=Cube(game.cube.value, game.cube.owner),
        doubles=game.doubles[:-1] if waiting else game.doubles,
        early=False,
        any_roll=False,
    )
    return _resume_play(after, event.at, delay=not event.no_delay, waits=event.waits)


def _resume_play(state: MatchState, at: int, *, delay: bool = True, waits: bool = False) -> MatchState:
    """After a correction the side to act has its full delay or none; a frozen match stays frozen."""
    assert state.game is not None
    side = side_to_act(state.game)
    if side is None:
        return with_clock(state, lambda clock: clock.stop(at))
    after = with_clock(state, lambda clock: clock.start(side, at, delay=delay, waits=waits))
    return with_clock(after, lambda clock: clock.pause(PauseReason.RULING, at)) if state.stopped_by else after


def _fold_cube_correction(state: MatchState, event: e.CubeCorrected) -> MatchState:
    assert state.game is not None
    waiting = state.game.stage is GameStage.ANSWER
    after = with_game(
        state,
        cube=Cube(event.value, event.owner),
        stage=GameStage.ROLL if waiting else state.game.stage,
        doubles=(),
        base=event.value,
        base_owner=event.owner,
    )
    return _resume_play(after, event.at) if waiting else after


def _fold_score_correction(state: MatchState, event: e.ScoreCorrected) -> MatchState:
    reopened = state.ended is not None and state.ended.reason in ("score", "limit")
    after = replace(
        state,
        score=event.score,
        sets=state.sets if event.sets is None else event.sets,
        records=event.records,
        crawford_done=event.crawford_done,
        phase=MatchPhase.BETWEEN if reopened else state.phase,
        ended=None if reopened else state.ended,
    )
    if state.game is None or event.crawford is None:
        return after
    cube = not event.crawford and not state.deciding_game and not without_cube(state.in_force, state.format.cube)
    return with_game(after, crawford=event.crawford, cube_in_play=cube)


def _fold_length_correction(state: MatchState, event: e.LengthCorrected) -> MatchState:
    if event.after_game:
        return replace(state, designated=event.length)
    reopened = state.ended is not None and state.ended.reason == "score"
    return replace(
        state,
        length=event.length,
        designated=None,
        crawford_done=event.crawford_done,
        deciding_game=event.deciding_game,
        phase=MatchPhase.BETWEEN if reopened else state.phase,
        ended=None if reopened else state.ended,
    )


def _fold_award(state: MatchState, event: e.PointsAwarded) -> MatchState:
    if event.waits:
        return replace(state, owed=add_points(state.owed, event.side, event.points))
    owed = add_points(state.owed, event.side, -event.points) if event.due else state.owed
    return replace(state, score=add_points(state.score, event.side, event.points), owed=owed)


MATCH_FOLDS: Final[dict[type, Callable[[MatchState, Any], MatchState]]] = {
    e.MatchStarted: _fold_match_start,
    e.GameEnded: _fold_game_end,
    e.GameVoided: _fold_game_void,
    e.SetEnded: _fold_set_end,
    e.MatchEnded: _fold_match_end,
    e.BreakCalled: _fold_break_call,
    e.BreakEnded: _fold_break_end,
    e.ClockRead: lambda state, _: state,
    e.ClockPaused: _fold_clock_pause,
    e.ClockResumed: _fold_clock_resume,
    e.TimeExpired: _fold_expiry,
    e.MoveTimeRestored: _fold_move_time,
    e.TrustTimeReleased: _fold_trust_release,
    e.ClockAdjusted: _fold_clock_adjustment,
    e.DelaySet: _fold_delay,
    e.ClockIntroduced: _fold_clock_introduction,
    e.ClockRemoved: _fold_clock_removal,
    e.OperatorNamed: _fold_operator,
    e.DirectorCalled: _fold_director_call,
    e.MatchStopped: _fold_match_stop,
    e.MatchReleased: _fold_match_release,
    e.GameRestored: _fold_game_restore,
    e.PositionCorrected: _fold_position_correction,
    e.CubeCorrected: _fold_cube_correction,
    e.ScoreCorrected: _fold_score_correction,
    e.LengthCorrected: _fold_length_correction,
    e.PointsAwarded: _fold_award,
}
