"""Judging: (state, command) -> events, or a Refusal with a stable code.

The gate is the same for all: time that runs out by itself runs out first, then it is asked whether the
match runs, whether it is frozen, and whether this side and this person may act. What follows is a function a
command, in the modules `turn`, `cubing`, `ending`, `timing` and `correcting`.
"""

from collections.abc import Callable
from typing import Any, Final

from barpoint.board import Refusal
from barpoint.match import commands as c
from barpoint.match import correcting, cubing, ending, timing, turn
from barpoint.match.events import AnyEvent, DirectorCalled, MatchStarted, OperatorNamed, TermsChanged, TrustTimeReleased
from barpoint.match.evolve import fold
from barpoint.match.refusals import MatchCode
from barpoint.match.state import MatchState, Phase

Decision = tuple[AnyEvent, ...] | Refusal


def decide(state: MatchState, command: c.AnyCommand) -> Decision:
    """What comes of a command: events to append, or the reason it is refused."""
    at = _moment(state, command)
    if state.phase is not Phase.BEFORE and not isinstance(command, c.Official):
        ran_out = timing.run_out(state, at)
        if ran_out or isinstance(command, c.CheckClock):
            return _after_time(state, ran_out, command, at)
    return _judged(state, command, at)


def _moment(state: MatchState, command: c.AnyCommand) -> int:
    """When it happened: the device's word, not after the server had it and not before the last event."""
    told = min(command.at, command.received) if command.received else command.at
    return max(told, state.at)


def _after_time(state: MatchState, ran_out: tuple[AnyEvent, ...], command: c.AnyCommand, at: int) -> Decision:
    """Time has run out by itself; if the game goes on (time in trust), the command is judged after that."""
    if isinstance(command, c.CheckClock) or not isinstance(ran_out[-1], TrustTimeReleased):
        return ran_out
    judged = _judged(fold(ran_out, state), command, at)
    return ran_out if isinstance(judged, Refusal) else ran_out + judged


def _judged(state: MatchState, command: c.AnyCommand, at: int) -> Decision:
    refusal = _gate(state, command)
    return _JUDGES[type(command)](state, command, at) if refusal is None else refusal


def _gate(state: MatchState, command: c.AnyCommand) -> Refusal | None:
    if state.phase is Phase.BEFORE and not isinstance(command, c.StartMatch):
        return Refusal(MatchCode.MATCH_NOT_STARTED)
    if isinstance(command, c.Official):
        return None if command.by else Refusal(MatchCode.OFFICIALS_ONLY)
    if state.phase is Phase.OVER:
        return Refusal(MatchCode.MATCH_OVER)
    if state.stopped_by and not isinstance(command, c.AnnounceExpiry):
        return Refusal(MatchCode.DIRECTOR_CALLED, {"by": state.stopped_by})
    if isinstance(command, c.Sided) and command.person:
        return _seat(state, command)
    return None


_OPERATED: Final = (c.RollDice, c.SpoilRoll, c.PlayCheckers, c.OfferDouble, c.Take, c.Pass, c.Beaver, c.EndTurn)


def _seat(state: MatchState, command: c.Sided) -> Refusal | None:
    """Whether this person sits on that side, and in Doubles whether it is theirs to act (ibf:6.1c)."""
    index = command.side.place
    if state.seats[index] and command.person not in state.seats[index]:
        return Refusal(MatchCode.NOT_SEATED, {"person": command.person, "side": command.side.value})
    if isinstance(command, _OPERATED) and command.person != state.operators[index]:
        return Refusal(MatchCode.NOT_OPERATOR, {"person": command.person, "operator": state.operators[index]})
    return None


def _start(state: MatchState, command: c.StartMatch, at: int) -> Decision:
    if state.phase is not Phase.BEFORE:
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


def _change_terms(state: MatchState, command: c.ChangeTerms, at: int) -> Decision:
    """Players change what was settled when a new game starts, and both have to agree (usbgf:1.7.1b)."""
    if fixed := [topic for topic in command.terms if topic in state.imposed]:
        return Refusal(MatchCode.TERMS_IMPOSED, {"topic": fixed[0]})
    if state.game is not None:
        return Refusal(MatchCode.GAME_RUNNING)
    alone = [topic for topic in command.terms if topic not in state.reserved]
    if alone and not command.agreed:
        return Refusal(MatchCode.TERMS_NEED_BOTH, {"topic": alone[0]})
    return (TermsChanged(at=at, terms=command.terms, person=command.person),)


def _impose_terms(state: MatchState, command: c.ImposeTerms, at: int) -> Decision:
    """An official dictates equipment or manner of play, even during a game (usbgf:1.7.1.6)."""
    if state.phase is Phase.OVER:
        return Refusal(MatchCode.MATCH_OVER)
    if not command.terms and not command.free:
        return Refusal(MatchCode.NOTHING_TO_CORRECT)
    fixed = tuple(topic for topic in dict.fromkeys((*state.imposed, *command.terms)) if topic not in command.free)
    changed = TermsChanged(at=at, terms=command.terms, by=command.by, reason=command.reason, imposed=fixed)
    return (changed,)


def _operator(state: MatchState, command: c.NameOperator, at: int) -> Decision:
    index = command.side.place
    if state.game is not None:
        return Refusal(MatchCode.OPERATOR_FIXED_DURING_GAME, {"operator": state.operators[index]})
    if command.operator not in state.seats[index]:
        return Refusal(MatchCode.NOT_SEATED, {"person": command.operator, "side": command.side.value})
    return (OperatorNamed(at=at, side=command.side, operator=command.operator, person=command.person),)


def _call_director(state: MatchState, command: c.CallDirector, at: int) -> Decision:
    return (DirectorCalled(at=at, side=command.side, person=command.person),)


_JUDGES: Final[dict[type, Callable[[MatchState, Any, int], Decision]]] = {
    c.StartMatch: _start,
    c.ChangeTerms: _change_terms,
    c.ImposeTerms: _impose_terms,
    c.NameOperator: _operator,
    c.CallDirector: _call_director,
    c.RollOpening: turn.roll_opening,
    c.RollDice: turn.roll_dice,
    c.SpoilRoll: turn.spoil_roll,
    c.PlayCheckers: turn.play_checkers,
    c.EndTurn: turn.end_turn,
    c.OfferDouble: cubing.offer_double,
    c.Take: cubing.take,
    c.Pass: cubing.pass_double,
    c.Beaver: cubing.beaver,
    c.SayCubeWords: cubing.say_words,
    c.MeetCondition: cubing.meet_condition,
    c.DropCondition: cubing.drop_condition,
    c.OfferResignation: ending.offer_resignation,
    c.CounterResignation: ending.counter_resignation,
    c.AnswerResignation: ending.answer_resignation,
    c.ClaimGame: ending.claim_game,
    c.AnswerClaim: ending.answer_claim,
    c.LeaveMatch: ending.leave_match,
    c.CallBreak: timing.call_break,
    c.EndBreak: timing.end_break,
    c.PauseClock: timing.pause_clock,
    c.ResumeClock: timing.resume_clock,
    c.AnnounceExpiry: timing.announce_expiry,
    c.PressTwice: timing.press_twice,
    c.ReadClock: timing.read_clock,
    c.RemoveClock: timing.remove_clock,
    c.ResolveBothExpired: timing.resolve_both_expired,
    c.StopMatch: correcting.stop_match,
    c.ReleaseMatch: correcting.release_match,
    c.RestoreGame: correcting.restore_game,
    c.CorrectPosition: correcting.correct_position,
    c.CorrectCube: correcting.correct_cube,
    c.AnnulDoubles: correcting.annul_doubles,
    c.CorrectScore: correcting.correct_score,
    c.CorrectLength: correcting.correct_length,
    c.AdjustClock: correcting.adjust_clock,
    c.IntroduceClock: correcting.introduce_clock,
    c.AwardPoints: correcting.award_points,
    c.ForfeitGame: correcting.forfeit_game,
    c.VoidGame: correcting.void_game,
    c.ForfeitMatch: correcting.forfeit_match,
    c.DeclareDrawn: correcting.declare_drawn,
}
