"""Judging: (state, command) -> events, or a Refusal with a stable code.

The gate is the same for all: time that runs out by itself runs out first, then it is asked whether the
match runs, whether it is frozen, and whether this side and this person may act. What follows is a function a
command, in the modules `turn_rules`, `cube_rules`, `endings`, `time_rules` and `corrections`.
"""

from collections.abc import Callable
from typing import Any, Final

from barpoint.board import Refusal
from barpoint.match import commands as c
from barpoint.match.decide import (
    corrections,
    cube_rules,
    endings,
    time_rules,
    turn_rules,
)
from barpoint.match.decide.decision import MatchDecision
from barpoint.match.events import (
    AnyEvent,
    ClockResumed,
    DirectorCalled,
    MatchStarted,
    OperatorNamed,
    TermsChanged,
    TrustTimeReleased,
)
from barpoint.match.evolve.dispatch import fold_match
from barpoint.match.refusals import MatchCode
from barpoint.match.state import GameStage, MatchPhase, MatchState


def decide_match(state: MatchState, command: c.AnyCommand) -> MatchDecision:
    """What comes of a command: events to append, or the reason it is refused."""
    at = _moment(state, command)
    if state.phase is not MatchPhase.BEFORE and not isinstance(command, c.Official):
        ran_out = time_rules.time_events(state, at)
        if ran_out or isinstance(command, c.CheckClock):
            return _judge_after_expiry(state, ran_out, command, at)
    return _judge(state, command, at)


def _moment(state: MatchState, command: c.AnyCommand) -> int:
    """When it happened: the device's word, not after the server had it and not before the last event."""
    device_time = min(command.at, command.received) if command.received else command.at
    return max(device_time, state.at)


def _judge_after_expiry(
    state: MatchState, ran_out: tuple[AnyEvent, ...], command: c.AnyCommand, at: int
) -> MatchDecision:
    """Time has run out by itself; if the game goes on (time in trust, a pause over), the command is judged after it."""
    if isinstance(command, c.CheckClock) or not isinstance(ran_out[-1], TrustTimeReleased | ClockResumed):
        return ran_out
    judged = _judge(fold_match(ran_out, state), command, at)
    return ran_out if isinstance(judged, Refusal) else ran_out + judged


def _judge(state: MatchState, command: c.AnyCommand, at: int) -> MatchDecision:
    refusal = _gate_refusal(state, command)
    return _JUDGES[type(command)](state, command, at) if refusal is None else refusal


def _gate_refusal(state: MatchState, command: c.AnyCommand) -> Refusal | None:
    if state.phase is MatchPhase.BEFORE and not isinstance(command, c.StartMatch):
        return Refusal(MatchCode.MATCH_NOT_STARTED)
    if isinstance(command, c.Official):
        return None if command.by else Refusal(MatchCode.OFFICIALS_ONLY)
    if state.phase is MatchPhase.OVER:
        return Refusal(MatchCode.MATCH_OVER)
    if state.stopped_by and not isinstance(command, c.AnnounceExpiry):
        return Refusal(MatchCode.DIRECTOR_CALLED, {"by": state.stopped_by})
    if _waits_for_break(state) and not isinstance(command, _DURING_A_BREAK):
        assert state.on_break is not None
        return Refusal(MatchCode.BREAK_RUNNING, {"side": state.on_break.value})
    if isinstance(command, c.Sided) and command.person:
        return _seat_refusal(state, command)
    return None


_DURING_A_BREAK: Final = (c.EndBreak, c.CallDirector, c.AnnounceExpiry, c.LeaveMatch, c.CallBreak, c.ResumeClock)


def _waits_for_break(state: MatchState) -> bool:
    """Whether a game stands still for a break that was granted in the middle of it."""
    return state.on_break is not None and state.game is not None and state.game.stage is not GameStage.OPENING


_OPERATOR_COMMANDS: Final = (
    c.RollDice,
    c.SpoilRoll,
    c.ChooseRoll,
    c.PlayCheckers,
    c.OfferDouble,
    c.Take,
    c.Pass,
    c.Beaver,
    c.EndTurn,
)


def _seat_refusal(state: MatchState, command: c.Sided) -> Refusal | None:
    """Whether this person sits on that side, and in Doubles whether it is theirs to act (ibf:6.1c)."""
    index = command.side.place
    if state.seats[index] and command.person not in state.seats[index]:
        return Refusal(MatchCode.NOT_SEATED, {"person": command.person, "side": command.side.value})
    if isinstance(command, _OPERATOR_COMMANDS) and command.person != state.operators[index]:
        return Refusal(MatchCode.NOT_OPERATOR, {"person": command.person, "operator": state.operators[index]})
    return None


def _start(state: MatchState, command: c.StartMatch, at: int) -> MatchDecision:
    if state.phase is not MatchPhase.BEFORE:
        return Refusal(MatchCode.MATCH_ALREADY_STARTED)
    for name, people in (("white", command.white), ("black", command.black)):
        if len(people) != state.format.team or not all(people):
            raise ValueError(f"{name} takes {state.format.team} name(s), not {list(people)}")
    started = MatchStarted(
        at=at,
        format=state.format,
        white=command.white,
        black=command.black,
        terms=command.terms,
        reserved=command.reserved,
    )
    return (started,)


def _change_terms(state: MatchState, command: c.ChangeTerms, at: int) -> MatchDecision:
    """Players change what was settled when a new game starts, and both have to agree (usbgf:1.7.1b)."""
    if fixed := [topic for topic in (*command.terms, *command.reserved) if topic in state.imposed]:
        return Refusal(MatchCode.TERMS_IMPOSED, {"topic": fixed[0]})
    if state.game is not None:
        return Refusal(MatchCode.GAME_RUNNING)
    alone = [*(topic for topic in command.terms if topic not in state.reserved), *command.reserved]
    if alone and not command.agreed:
        return Refusal(MatchCode.TERMS_NEED_BOTH, {"topic": alone[0]})
    return (TermsChanged(at=at, terms=command.terms, person=command.person, reserved=command.reserved),)


def _impose_terms(state: MatchState, command: c.ImposeTerms, at: int) -> MatchDecision:
    """An official dictates equipment or manner of play, even during a game (usbgf:1.7.1.6)."""
    if state.phase is MatchPhase.OVER:
        return Refusal(MatchCode.MATCH_OVER)
    if not command.terms and not command.free:
        return Refusal(MatchCode.NOTHING_TO_CORRECT)
    fixed = tuple(topic for topic in dict.fromkeys((*state.imposed, *command.terms)) if topic not in command.free)
    changed = TermsChanged(at=at, terms=command.terms, by=command.by, reason=command.reason, imposed=fixed)
    return (changed,)


def _name_operator(state: MatchState, command: c.NameOperator, at: int) -> MatchDecision:
    index = command.side.place
    if state.game is not None:
        return Refusal(MatchCode.OPERATOR_FIXED_DURING_GAME, {"operator": state.operators[index]})
    if command.operator not in state.seats[index]:
        return Refusal(MatchCode.NOT_SEATED, {"person": command.operator, "side": command.side.value})
    return (OperatorNamed(at=at, side=command.side, operator=command.operator, person=command.person),)


def _call_director(state: MatchState, command: c.CallDirector, at: int) -> MatchDecision:
    return (DirectorCalled(at=at, side=command.side, person=command.person),)


_JUDGES: Final[dict[type, Callable[[MatchState, Any, int], MatchDecision]]] = {
    c.StartMatch: _start,
    c.ChangeTerms: _change_terms,
    c.ImposeTerms: _impose_terms,
    c.NameOperator: _name_operator,
    c.CallDirector: _call_director,
    c.RollOpening: turn_rules.roll_opening,
    c.RollDice: turn_rules.roll_dice,
    c.SpoilRoll: turn_rules.spoil_roll,
    c.PlayCheckers: turn_rules.play_checkers,
    c.ChooseRoll: turn_rules.choose_roll,
    c.EndTurn: turn_rules.end_turn,
    c.OfferDouble: cube_rules.offer_double,
    c.Take: cube_rules.take,
    c.Pass: cube_rules.pass_double,
    c.Beaver: cube_rules.beaver,
    c.SayCubeWords: cube_rules.say_words,
    c.MeetCondition: cube_rules.meet_condition,
    c.DropCondition: cube_rules.drop_condition,
    c.OfferResignation: endings.offer_resignation,
    c.CounterResignation: endings.counter_resignation,
    c.AnswerResignation: endings.answer_resignation,
    c.ClaimGame: endings.claim_game,
    c.AnswerClaim: endings.answer_claim,
    c.LeaveMatch: endings.leave_match,
    c.CallBreak: time_rules.call_break,
    c.EndBreak: time_rules.end_break,
    c.PauseClock: time_rules.pause_clock,
    c.ResumeClock: time_rules.resume_clock,
    c.AnnounceExpiry: time_rules.announce_expiry,
    c.PressTwice: time_rules.press_twice,
    c.ReadClock: time_rules.read_clock,
    c.RemoveClock: time_rules.remove_clock,
    c.ResolveBothExpired: time_rules.resolve_both_expired,
    c.StopMatch: corrections.stop_match,
    c.ReleaseMatch: corrections.release_match,
    c.RestoreGame: corrections.restore_game,
    c.CorrectPosition: corrections.correct_position,
    c.CorrectCube: corrections.correct_cube,
    c.AnnulDoubles: corrections.annul_doubles,
    c.CorrectScore: corrections.correct_score,
    c.CorrectLength: corrections.correct_length,
    c.AdjustClock: corrections.adjust_clock,
    c.SetDelay: corrections.set_delay,
    c.GrantBreak: time_rules.grant_break,
    c.GrantFreePlay: turn_rules.grant_free_play,
    c.IntroduceClock: corrections.introduce_clock,
    c.AwardPoints: corrections.award_points,
    c.ForfeitGame: corrections.forfeit_game,
    c.VoidGame: corrections.void_game,
    c.ForfeitMatch: corrections.forfeit_match,
    c.AbandonMatch: corrections.abandon_match,
    c.DeclareDrawn: corrections.declare_drawn,
}
