"""Carrying a ruling out in a match: its remedies as the ordinary events of the match.

Remedies are taken in their order, each judged on the match as the one before left it; one that the match refuses
refuses all. A roll or play to be made again is first taken back, where the log shows it. `take_back` undoes what was
carried out when an appeal is won. A ruling without a match needs none of this.
"""

from collections.abc import Iterable
from enum import StrEnum
from typing import Final

from msgspec.structs import replace

from barpoint.board import Refusal, Side
from barpoint.match import commands as c
from barpoint.match import events as e
from barpoint.match.decide import decide
from barpoint.match.evolve import evolve, fold
from barpoint.match.snapshot import encode_game
from barpoint.match.state import Game, MatchState, Phase, Stage
from barpoint.officiating.from_log import Log, game_events, standing_events, state_at
from barpoint.officiating.log_facts import last_double
from barpoint.officiating.remedy import PlayAgain, Remedy, RestoreVersion, RollAgain, SetCube, commands


class CarryCode(StrEnum):
    """Why a remedy cannot be carried out."""

    DOES_NOT_FIT = "remedy_does_not_fit"


class _Hand:
    """An official's hand in one match: what it does becomes events, or ends in a refusal."""

    def __init__(self, log: Log, *, by: str, reason: str, at: int) -> None:
        self.log = list(log)
        self.state: MatchState = fold(self.log)
        self.by, self.reason, self.at = by, reason, max(at, self.state.at)
        self.refusal: Refusal | None = None

    def do(self, command: c.AnyCommand) -> None:
        """Judge one command; one the match cannot make sense of does not fit it."""
        if self.refusal is not None:
            return
        try:
            decided = decide(self.state, command)
        except ValueError as malformed:
            decided = Refusal(CarryCode.DOES_NOT_FIT, {"why": str(malformed)})
        if isinstance(decided, Refusal):
            self.refusal = decided
            return
        for event in decided:
            self.state = evolve(self.state, event)
            self.log.append(event)

    def restore(self, version: int, *, game: Game | None = None, illegal_move: bool = False) -> None:
        """Put the game back to how it stood at a version."""
        found = game
        if found is None and 1 <= version <= len(self.log):
            found = state_at(self.log, version).game
        if found is None:
            why = f"no game was running at version {version} of {len(self.log)}"
            self.refusal = self.refusal or Refusal(CarryCode.DOES_NOT_FIT, {"why": why})
            return
        self.do(
            c.RestoreGame(
                at=self.at,
                by=self.by,
                reason=self.reason,
                version=version,
                game=encode_game(found),
                illegal_move=illegal_move,
            )
        )


def carry_out(
    remedies: Iterable[Remedy], log: Log, *, by: str, reason: str, at: int, illegal_move: bool = False
) -> tuple[e.AnyEvent, ...] | Refusal:
    """The events a ruling adds to the log of its match; `illegal_move` if it puts one right (ibf:14.7, bws:4.2.3.3)."""
    hand = _Hand(log, by=by, reason=reason, at=at)
    for remedy in remedies:
        if hand.state.phase is Phase.OVER and len(hand.log) > len(log):
            break  # an earlier remedy has ended the match
        match remedy:
            case RestoreVersion():
                hand.restore(remedy.version, illegal_move=illegal_move)
            case RollAgain():
                _roll_again(hand, remedy.side)
            case PlayAgain():
                _play_again(hand, remedy.side)
            case _:
                if isinstance(remedy, SetCube) and hand.state.game is None:
                    _before_the_pass(hand)
                for command in commands(remedy, hand.state, by=by, reason=reason, at=hand.at):
                    hand.do(command)
    return hand.refusal or tuple(hand.log[len(log) :])


def _roll_again(hand: _Hand, side: Side) -> None:
    """A roll that stands unplayed is taken back; the side has rolled, so it may not double any more."""
    game = hand.state.game
    if game is None or game.turn is not side or game.stage is not Stage.PLAY:
        return  # nothing to take back: people roll
    for number, event in reversed(game_events(hand.log, len(hand.log))):
        if isinstance(event, e.OpeningRolled):
            return  # thrown again by both, and the game begins with it
        if isinstance(event, e.DiceRolled) and event.side is side:
            before = state_at(hand.log, number - 1).game
            hand.restore(number - 1, game=before and replace(before, rolled=True))
            return


_BETWEEN_TURNS: Final = (
    e.TurnEnded,
    e.DirectorCalled,
    e.MatchStopped,
    e.MatchReleased,
    e.ClockPaused,
    e.ClockResumed,
)


def _play_again(hand: _Hand, side: Side) -> None:
    """A play that nothing but the end of the turn followed is taken back; the roll stays."""
    game = hand.state.game
    if game is None or (game.turn is side and game.stage is Stage.PLAY):
        return
    for number, event in reversed(standing_events(hand.log, len(hand.log))):
        if isinstance(event, e.Played) and event.side is side:
            hand.restore(number - 1, illegal_move=True)
            return
        if not isinstance(event, _BETWEEN_TURNS):
            return


def _before_the_pass(hand: _Hand) -> None:
    """A game that ended by the pass of a void double runs again (usbgf:4.4.7.2a, 4.4.8b, guide:5.14c)."""
    found = last_double(hand.log, len(hand.log))
    passed = any(isinstance(event, e.DoublePassed) for _, event in game_events(hand.log, len(hand.log)))
    if found is not None and passed:
        hand.restore(found[0] - 1)


def take_back(log: Log, before: int, *, by: str, reason: str, at: int) -> tuple[e.AnyEvent, ...] | Refusal:
    """The events that put a match back to how it stood before a remedy: its game, score, length and clock."""
    hand = _Hand(log, by=by, reason=reason, at=at)
    old = state_at(log, before)
    if hand.state.in_force != old.in_force:
        hand.do(c.CorrectLength(at=hand.at, by=by, reason=reason, length=old.in_force))
    if hand.state.game != old.game and old.game is not None:
        hand.restore(before)
    if hand.state.score != old.score:
        hand.do(c.CorrectScore(at=hand.at, by=by, reason=reason, score=old.score))
    for side in Side:
        if change := old.owed[side.place] - hand.state.owed[side.place]:
            hand.do(c.AwardPoints(at=hand.at, by=by, reason=reason, side=side, points=change))
    _clock_back(hand, old, log[before:])
    return hand.refusal or tuple(hand.log[len(log) :])


def _clock_back(hand: _Hand, old: MatchState, since: Log) -> None:
    """A clock brought or taken away goes or comes back; what was added to a reserve is taken off again."""
    if old.clock is None:
        if hand.state.clock is not None:
            hand.do(c.RemoveClock(at=hand.at, by=hand.by, reason=hand.reason))
        return
    if any(isinstance(event, e.ClockIntroduced | e.ClockRemoved) for event in since):
        shown = (old.clock.remaining(Side.WHITE, old.at), old.clock.remaining(Side.BLACK, old.at))
        rules, reserve = old.clock.rules, (max(0, shown[0]), max(0, shown[1]))
        hand.do(c.IntroduceClock(at=hand.at, by=hand.by, reason=hand.reason, rules=rules, reserve=reserve))
        return
    for side in Side:
        change = sum(event.change for event in since if isinstance(event, e.ClockAdjusted) and event.side is side)
        if change:
            hand.do(c.AdjustClock(at=hand.at, by=hand.by, reason=hand.reason, side=side, change=-change))
