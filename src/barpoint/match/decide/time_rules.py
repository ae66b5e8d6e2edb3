"""Judging time: expiry, pauses, breaks.

A player stops the clock of a RECORDED match for a reason the book allows. The clock of a STRICT match stops by
itself (game over, break, director called, an offer on the table); only the service pauses it, for a
lost connection or an outage of its own.
"""

from barpoint.board import Level, Refusal, Side
from barpoint.match import commands as c
from barpoint.match import events as e
from barpoint.match.clock import Clock
from barpoint.match.decide.access import answer_due
from barpoint.match.decide.certainty import claim_stands_at_expiry, is_gin
from barpoint.match.decide.completion import end_at_limit, game_over
from barpoint.match.decide.decision import MatchDecision
from barpoint.match.evolve.dispatch import fold_match
from barpoint.match.format.match_format import (
    AtExpiry,
    BothExpired,
    Enforcement,
    Expiry,
    GameInProgress,
    LengthKind,
    PauseReason,
)
from barpoint.match.refusals import MatchCode
from barpoint.match.score import EndedBy, game_points, points_of, target_points
from barpoint.match.state import Game, GameStage, MatchPhase, MatchState

_LIMITED = frozenset({PauseReason.BETWEEN_GAMES, PauseReason.DIE_OFF_BOARD, PauseReason.DISPUTE})


def time_events(state: MatchState, at: int) -> tuple[e.AnyEvent, ...]:
    """What time alone brings about by `at`: the end of a short pause, an expiry, the end of a timed match."""
    if state.phase is MatchPhase.OVER:
        return ()
    clock = state.clock
    limit = pause_limit(state)
    if clock is not None and clock.paused in _LIMITED and limit is not None and limit <= at:
        resumed = (e.ClockResumed(at=max(limit, state.at)),)
        return resumed + time_events(fold_match(resumed, state), at)
    if clock is not None and clock.rules.expiry is Expiry.AUTOMATIC:
        moment = clock.expires_at()
        if moment is not None and moment <= at and clock.running is not None:
            expired = expire(state, clock.running, max(moment, state.at))
            return expired + time_events(fold_match(expired, state), at)
    length = state.in_force
    if length.kind is LengthKind.TIMED and at >= state.started + length.limit:
        game = state.game
        begun_in_time = game is not None and game.began < state.started + length.limit
        if game is None or (begun_in_time and length.in_progress is GameInProgress.DOES_NOT_COUNT):
            return end_at_limit(state, at)
    return ()


def announce_expiry(state: MatchState, command: c.AnnounceExpiry, at: int) -> MatchDecision:
    """Somebody notices that time is used up; only then does it count (usbgf:4.3.4-3)."""
    clock = state.clock
    if clock is None:
        return Refusal(MatchCode.NO_CLOCK)
    if not command.by and command.person and not any(command.person in seat for seat in state.seats):
        return Refusal(MatchCode.NOT_SEATED, {"person": command.person, "side": command.of.value})  # usbgf:4.3.4-3
    if not clock.is_expired(command.of, at):
        left = clock.remaining(command.of, at)
        return Refusal(MatchCode.TIME_NOT_EXPIRED, {"side": command.of.value, "left": left})
    if clock.is_expired(command.of.other, at) and not command.first:
        return _expire_both(state, at)
    return expire(state, command.of, at)


def _expire_both(state: MatchState, at: int) -> MatchDecision:
    """Both are out of time: the match waits for an official, if the book says anything at all."""
    assert state.clock is not None
    if state.clock.rules.both_expired is BothExpired.NOT_COVERED:
        return Refusal(MatchCode.BOTH_EXPIRED_NOT_COVERED)
    return (
        e.TimeExpired(at=at, side=Side.WHITE),
        e.TimeExpired(at=at, side=Side.BLACK),
        e.DirectorCalled(at=at, side=Side.WHITE),
    )


def resolve_both_expired(state: MatchState, command: c.ResolveBothExpired, at: int) -> MatchDecision:
    """Go on with a nominal reserve (usbgf:4.3.4-10) or without a clock (bws:4.3.3d)."""
    clock = state.clock
    if clock is None:
        return Refusal(MatchCode.NO_CLOCK)
    if not (clock.is_expired(Side.WHITE, at) and clock.is_expired(Side.BLACK, at)):
        return Refusal(MatchCode.TIME_NOT_EXPIRED)
    released = e.MatchReleased(at=at, by=command.by, reason=command.reason)
    if clock.rules.both_expired is BothExpired.WITHOUT_CLOCK:
        return (e.ClockRemoved(at=at, by=command.by, reason=command.reason), released)
    if clock.rules.both_expired is BothExpired.NOMINAL_RESERVE:
        reserve = (command.nominal, command.nominal)
        introduced = e.ClockIntroduced(at=at, rules=clock.rules, reserve=reserve, by=command.by, reason=command.reason)
        return (introduced, released)
    return Refusal(MatchCode.BOTH_EXPIRED_NOT_COVERED)


def expire(state: MatchState, side: Side, at: int) -> tuple[e.AnyEvent, ...]:
    """A side's time is used up: the minute in trust, a winning claim, or the loss of the match."""
    clock = state.clock
    assert clock is not None
    expired = e.TimeExpired(at=at, side=side)
    if clock.trust[side.place] > 0:
        return (expired, e.TrustTimeReleased(at=at, side=side))
    game = state.game
    level = _saving_level(state, game, side, clock) if game is not None else None
    if level is not None:
        return (expired, *game_over(state, side, level, EndedBy.CLAIM, at))
    return (expired, e.MatchEnded(at=at, winner=side.other, reason="time"))


def _saving_level(state: MatchState, game: Game, side: Side, clock: Clock) -> Level | None:
    """The lowest level at which the flagged side's game is certain and wins the match (usbgf:4.3.4-8)."""
    goal = target_points(state.in_force)
    if goal is None or game.stage is GameStage.OPENING or clock.rules.at_expiry is AtExpiry.NOTHING:
        return None
    length = state.in_force
    if length.kind is LengthKind.SETS and points_of(side, state.sets) + 1 <= length.best_of // 2:
        return None  # it would win a set only
    for level in Level:
        points = game_points(
            level,
            game.cube.value,
            turned=game.cube.value > 1 << game.automatic,
            rules=state.format.cube,
            gammons_count=state.format.gammons_count,
        )
        if points_of(side, state.score) + points >= goal:
            return level if _is_certain(game, side, level, clock.rules.at_expiry) else None
    return None


def _is_certain(game: Game, side: Side, level: Level, rule: AtExpiry) -> bool:
    if rule is AtExpiry.CLAIM:
        return claim_stands_at_expiry(game, side, level)
    return is_gin(game, side, level)


def pause_clock(state: MatchState, command: c.PauseClock, at: int) -> MatchDecision:
    """Stop the clock for a reason the book allows (usbgf:4.3.2-4, bws:4.3.2, ibf:3.12a)."""
    clock = state.clock
    if clock is None:
        return Refusal(MatchCode.NO_CLOCK)
    if clock.paused is not None:
        return Refusal(MatchCode.CLOCK_ALREADY_PAUSED, {"reason": clock.paused.value})
    if command.reason not in clock.rules.pauses or not _is_pause_allowed(state, command.reason):
        return Refusal(MatchCode.PAUSE_NOT_ALLOWED, {"reason": command.reason.value})
    return (e.ClockPaused(at=at, reason=command.reason, person=command.person),)


_OUTSIDE_PLAY = frozenset({PauseReason.DISCONNECT, PauseReason.OUTAGE})


def _is_pause_allowed(state: MatchState, reason: PauseReason) -> bool:
    """Whether this is the moment for such a pause, and a player's to ask for."""
    if state.format.enforcement is Enforcement.STRICT:
        return reason in _OUTSIDE_PLAY
    if reason is PauseReason.BETWEEN_GAMES:
        return state.game is None or state.game.stage is GameStage.OPENING
    return reason is not PauseReason.RULING


_FRESH_DELAY = frozenset(
    {
        PauseReason.DICE_TAKEN,  # usbgf:4.1.7.1f
        PauseReason.FAST_GRAB,  # bws:4.1.5.2c
        PauseReason.ILLEGAL_MOVE,  # usbgf:4.2.3.2c, bws:4.2.3.3, guide:addendum-clock-2
    }
)


def resume_clock(state: MatchState, command: c.ResumeClock, at: int) -> MatchDecision:
    """Start a paused clock again."""
    clock = state.clock
    if clock is None:
        return Refusal(MatchCode.NO_CLOCK)
    if clock.paused is None:
        return Refusal(MatchCode.CLOCK_NOT_PAUSED)
    if state.on_break is not None:
        return Refusal(MatchCode.BREAK_RUNNING, {"side": state.on_break.value})
    if state.game is not None and (due := answer_due(state.game)):
        return due
    if command.fresh_delay and clock.paused not in _FRESH_DELAY:
        return Refusal(MatchCode.FRESH_DELAY_NOT_GRANTED, {"reason": clock.paused.value})
    return (e.ClockResumed(at=at, fresh_delay=command.fresh_delay, person=command.person),)


def press_twice(state: MatchState, command: c.PressTwice, at: int) -> MatchDecision:
    """After an invalid roll two presses bring the time for the move back; the reserve stays (ibf:3.12e)."""
    clock, game = state.clock, state.game
    if clock is None:
        return Refusal(MatchCode.NO_CLOCK)
    spoilt = game is not None and game.stage is GameStage.ROLL and game.rolled and game.turn is command.side
    if not clock.rules.double_press or not spoilt or clock.paused is not None:
        return Refusal(MatchCode.DOUBLE_PRESS_NOT_ALLOWED)
    return (e.MoveTimeRestored(at=at, side=command.side, person=command.person),)


def read_clock(state: MatchState, command: c.ReadClock, at: int) -> MatchDecision:
    """What a clock beside the board shows is noted with the play; a match that keeps its own needs no such word."""
    if min(command.remaining) < 0:
        raise ValueError(f"a clock shows milliseconds from 0 up, not {command.remaining}")
    if state.clock is not None or state.format.enforcement is Enforcement.STRICT:
        return Refusal(MatchCode.CLOCK_IS_KEPT)
    return (e.ClockRead(at=at, remaining=command.remaining, person=command.person),)


def remove_clock(state: MatchState, command: c.RemoveClock, at: int) -> MatchDecision:
    """Play on without a clock, on an official's word (bws:3.5.2)."""
    if state.phase is MatchPhase.OVER:
        return Refusal(MatchCode.MATCH_OVER)
    if state.clock is None:
        return Refusal(MatchCode.NO_CLOCK)
    return (e.ClockRemoved(at=at, by=command.by, reason=command.reason),)


def pause_limit(state: MatchState) -> int | None:
    """The moment a standing clock should run again, where the book limits a pause (ibf:3.12a).

    Breaks, calls and the arbiter's own stops have no such limit. At that moment a stopped clock goes on by itself
    (`time_events`); between games the house begins the next one (`service.clocks`).
    """
    clock = state.clock
    if clock is None or clock.rules.longest_pause is None or state.on_break is not None or state.stopped_by:
        return None
    between = state.phase is MatchPhase.BETWEEN and bool(state.records) and clock.paused is None
    if not between and clock.paused not in _LIMITED:
        return None
    return clock.since + clock.rules.longest_pause


def call_break(state: MatchState, command: c.CallBreak, at: int) -> MatchDecision:
    """Take a break between games, as many as the format grants (ibf:3.10b-3.10g)."""
    refused = break_refusal(state, command.side)
    if refused is not None:
        return refused
    return (e.BreakCalled(at=at, side=command.side, person=command.person),)


def grant_break(state: MatchState, command: c.GrantBreak, at: int) -> MatchDecision:
    """A break by exception: at any moment, whatever is left (usbgf:2.2.2a); a match that stands for a call goes on."""
    if state.phase is MatchPhase.OVER:
        return Refusal(MatchCode.MATCH_OVER)
    if state.on_break is not None:
        return Refusal(MatchCode.BREAK_RUNNING, {"side": state.on_break.value})
    released = (e.MatchReleased(at=at, by=command.by, reason=command.reason),) if state.stopped_by else ()
    return (*released, e.BreakCalled(at=at, side=command.side, by=command.by, reason=command.reason))


def break_refusal(state: MatchState, side: Side) -> Refusal | None:
    """Why `side` may not take a break now; None if it may."""
    if state.game is not None and state.game.stage is not GameStage.OPENING:
        return Refusal(MatchCode.BREAK_ONLY_BETWEEN_GAMES)
    if state.format.breaks_between_sets and state.score != (0, 0):
        return Refusal(MatchCode.BREAK_ONLY_BETWEEN_SETS)
    if state.on_break is not None:
        return Refusal(MatchCode.BREAK_RUNNING, {"side": state.on_break.value})
    taken = state.breaks[side.place]
    if not state.format.break_every and taken >= state.format.breaks:
        return Refusal(MatchCode.NO_BREAK_LEFT, {"taken": taken, "allowed": state.format.breaks})
    return None


def end_break(state: MatchState, command: c.EndBreak, at: int) -> MatchDecision:
    """Come back from a break; once its time is over the other side may go on, too (ibf:3.10c, usbgf:2.2.2)."""
    side = state.on_break
    if side is None:
        return Refusal(MatchCode.NO_BREAK_RUNNING)
    until = break_limit(state)
    if side is not command.side and (until is None or at < until):
        return Refusal(MatchCode.BREAK_RUNNING, {"side": side.value})
    over = 0 if until is None else max(0, at - until)
    ended = e.BreakEnded(at=at, side=side, person=command.person, lasted=at - state.break_since, over=over)
    return (ended,)


def break_limit(state: MatchState) -> int | None:
    """The moment a break should be over, where the book says how long one is; None where nobody is on one."""
    if state.on_break is None:
        return None
    left = break_time_left(state, state.on_break, state.break_since)
    return None if left is None else state.break_since + left


def break_time_left(state: MatchState, side: Side, at: int) -> int | None:
    """What a side's next break may last at `at`: the book's time for one, or what has accrued and is not used yet."""
    rules = state.format
    if rules.break_every:
        return max(0, (at - state.started) // rules.break_every - state.break_used[side.place])
    return rules.break_time or None
