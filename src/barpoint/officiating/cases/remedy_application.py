"""Carrying a ruling out in a match: its remedies as the ordinary events of the match.

Remedies are taken in their order, each judged on the match as the one before left it; one that the match refuses
refuses all. A roll or play to be made again is first taken back, where the log shows it. `revoke_remedies` undoes what
was carried out when an appeal is won. A ruling without a match needs none of this.
"""

from collections.abc import Iterable
from enum import StrEnum
from typing import Final

from msgspec.structs import replace

from barpoint.board import Refusal, Side
from barpoint.match import (
    Game,
    GameStage,
    MatchPhase,
    MatchState,
    decide_match,
    encode_game,
    evolve_match,
    fold_match,
)
from barpoint.match import commands as c
from barpoint.match import events as e
from barpoint.officiating.log_facts import last_double
from barpoint.officiating.log_reader import (
    Log,
    game_events,
    standing_events,
    state_at,
)
from barpoint.officiating.remedy import (
    FreePlay,
    PlayAgain,
    Remedy,
    RestoreVersion,
    RollAgain,
    SetCube,
    remedy_commands,
)


class RemedyCode(StrEnum):
    """Why a remedy cannot be carried out."""

    DOES_NOT_FIT = "remedy_does_not_fit"


class _RemedyRunner:
    """An official's hand in one match: what it does becomes events, or ends in a refusal."""

    def __init__(self, log: Log, *, by: str, reason: str, at: int) -> None:
        self.log = list(log)
        self.state: MatchState = fold_match(self.log)
        self.by, self.reason, self.at = by, reason, max(at, self.state.at)
        self.refusal: Refusal | None = None

    def do(self, command: c.AnyCommand) -> None:
        """Judge one command; one the match cannot make sense of does not fit it."""
        if self.refusal is not None:
            return
        try:
            decided = decide_match(self.state, command)
        except ValueError as malformed:
            decided = Refusal(RemedyCode.DOES_NOT_FIT, {"why": str(malformed)})
        if isinstance(decided, Refusal):
            self.refusal = decided
            return
        for event in decided:
            self.state = evolve_match(self.state, event)
            self.log.append(event)

    def restore(self, version: int, *, game: Game | None = None, illegal_move: bool = False) -> None:
        """Put the game back to how it stood at a version."""
        snapshot = game
        if snapshot is None and 1 <= version <= len(self.log):
            snapshot = state_at(self.log, version).game
        if snapshot is None:
            why = f"no game was running at version {version} of {len(self.log)}"
            self.refusal = self.refusal or Refusal(RemedyCode.DOES_NOT_FIT, {"why": why})
            return
        self.do(
            c.RestoreGame(
                at=self.at,
                by=self.by,
                reason=self.reason,
                version=version,
                game=encode_game(snapshot),
                illegal_move=illegal_move,
            )
        )


def apply_remedies(
    remedies: Iterable[Remedy], log: Log, *, by: str, reason: str, at: int, illegal_move: bool = False
) -> tuple[e.AnyEvent, ...] | Refusal:
    """The events a ruling adds to the log of its match; `illegal_move` if it puts one right (ibf:14.7, bws:4.2.3.3)."""
    runner = _RemedyRunner(log, by=by, reason=reason, at=at)
    for remedy in remedies:
        if runner.state.phase is MatchPhase.OVER and len(runner.log) > len(log):
            break  # an earlier remedy has ended the match
        match remedy:
            case RestoreVersion():
                runner.restore(remedy.version, illegal_move=illegal_move)
            case RollAgain():
                _roll_again(runner, remedy.side)
            case PlayAgain():
                _play_again(runner, remedy.side)
            case FreePlay():
                _free_play(runner, remedy)
            case _:
                if isinstance(remedy, SetCube) and runner.state.game is None:
                    _undo_pass(runner)
                for command in remedy_commands(remedy, runner.state, by=by, reason=reason, at=runner.at):
                    runner.do(command)
    return runner.refusal or tuple(runner.log[len(log) :])


def _roll_again(runner: _RemedyRunner, side: Side) -> None:
    """A roll that stands unplayed is taken back; the side has rolled, so it may not double any more."""
    game = runner.state.game
    if game is None or game.turn is not side or game.stage is not GameStage.PLAY:
        return  # nothing to take back: people roll
    for number, event in reversed(game_events(runner.log, len(runner.log))):
        if isinstance(event, e.OpeningRolled):
            return  # thrown again by both, and the game begins with it
        if isinstance(event, e.DiceRolled) and event.side is side:
            before = state_at(runner.log, number - 1).game
            runner.restore(number - 1, game=before and replace(before, rolled=True))
            return


_BETWEEN_TURNS: Final = (
    e.TurnEnded,
    e.DirectorCalled,
    e.MatchStopped,
    e.MatchReleased,
    e.ClockPaused,
    e.ClockResumed,
)


def _play_again(runner: _RemedyRunner, side: Side) -> None:
    """A play that nothing but the end of the turn followed is taken back; the roll stays."""
    game = runner.state.game
    if game is None or (game.turn is side and game.stage is GameStage.PLAY):
        return
    for number, event in reversed(standing_events(runner.log, len(runner.log))):
        if isinstance(event, e.Played) and event.side is side:
            runner.restore(number - 1, illegal_move=True)
            return
        if not isinstance(event, _BETWEEN_TURNS):
            return


def _free_play(runner: _RemedyRunner, remedy: FreePlay) -> None:
    """Any legal move: what the side has played already is taken back; a move that was named is played at once."""
    _play_again(runner, remedy.side)
    by, reason, at = runner.by, runner.reason, runner.at
    runner.do(c.GrantFreePlay(at=at, by=by, reason=reason, side=remedy.side, any_roll=remedy.any_roll))
    if remedy.dice is None or runner.refusal is not None:
        return
    stopped = bool(runner.state.stopped_by)
    if stopped:  # the player's own move is not made while play is frozen
        runner.do(c.ReleaseMatch(at=at, by=by, reason=reason))
    if remedy.any_roll:
        runner.do(c.ChooseRoll(at=at, side=remedy.side, dice=remedy.dice))
    runner.do(c.PlayCheckers(at=at, side=remedy.side, hops=remedy.hops))
    if stopped and runner.state.phase is not MatchPhase.OVER:
        runner.do(c.StopMatch(at=at, by=by, reason=reason))


def _undo_pass(runner: _RemedyRunner) -> None:
    """A game that ended by the pass of a void double runs again (usbgf:4.4.7.2a, 4.4.8b, guide:5.14c)."""
    double = last_double(runner.log, len(runner.log))
    passed = any(isinstance(event, e.DoublePassed) for _, event in game_events(runner.log, len(runner.log)))
    if double is not None and passed:
        runner.restore(double[0] - 1)


def revoke_remedies(log: Log, before: int, *, by: str, reason: str, at: int) -> tuple[e.AnyEvent, ...] | Refusal:
    """The events that put a match back to how it stood before a remedy: its game, score, length and clock."""
    runner = _RemedyRunner(log, by=by, reason=reason, at=at)
    old = state_at(log, before)
    if runner.state.in_force != old.in_force:
        runner.do(c.CorrectLength(at=runner.at, by=by, reason=reason, length=old.in_force))
    if runner.state.game != old.game and old.game is not None:
        runner.restore(before)
    if runner.state.score != old.score:
        runner.do(c.CorrectScore(at=runner.at, by=by, reason=reason, score=old.score))
    for side in Side:
        if change := old.owed[side.place] - runner.state.owed[side.place]:
            runner.do(c.AwardPoints(at=runner.at, by=by, reason=reason, side=side, points=change))
    _free_terms(runner, old)
    _restore_clock(runner, old, log[before:])
    return runner.refusal or tuple(runner.log[len(log) :])


def _free_terms(runner: _RemedyRunner, old: MatchState) -> None:
    """What the ruling imposed on the players is theirs to agree on again."""
    if free := tuple(topic for topic in runner.state.imposed if topic not in old.imposed):
        terms = {topic: old.terms.get(topic, "no") for topic in free}
        runner.do(c.ImposeTerms(at=runner.at, by=runner.by, reason=runner.reason, terms=terms, free=free))


def _restore_clock(runner: _RemedyRunner, old: MatchState, since: Log) -> None:
    """A clock brought or taken away goes or comes back; what was added to a reserve is taken off again."""
    if old.clock is None:
        if runner.state.clock is not None:
            runner.do(c.RemoveClock(at=runner.at, by=runner.by, reason=runner.reason))
        return
    if any(isinstance(event, e.ClockIntroduced | e.ClockRemoved) for event in since):
        shown = (old.clock.remaining(Side.WHITE, old.at), old.clock.remaining(Side.BLACK, old.at))
        rules, reserve = old.clock.rules, (max(0, shown[0]), max(0, shown[1]))
        runner.do(c.IntroduceClock(at=runner.at, by=runner.by, reason=runner.reason, rules=rules, reserve=reserve))
        return
    for side in Side:
        change = sum(event.change for event in since if isinstance(event, e.ClockAdjusted) and event.side is side)
        if change:
            runner.do(c.AdjustClock(at=runner.at, by=runner.by, reason=runner.reason, side=side, change=-change))
