"""A table: one match played here. Commands go in, events are kept, the state is their fold."""

import threading

from barpoint.board import Refusal, Side
from barpoint.match import MatchFormat, MatchState, decide_match, evolve_match, fold_match, new_match
from barpoint.match import commands as c
from barpoint.match.events import AnyEvent
from barpoint.match.format import PauseReason
from barpoint.service.ports import Dice, MatchLog, WallClock


class LocalMatch:
    """A match with its log, its dice and its clock; it goes on where the log ends."""

    def __init__(self, log: MatchLog, dice: Dice, clock: WallClock, format: MatchFormat | None = None) -> None:
        self._log, self._dice, self._clock = log, dice, clock
        self._lock = threading.RLock()
        kept = log.read()
        if kept:
            self.state: MatchState = fold_match(kept)
        elif format is not None:
            self.state = new_match(format)
        else:
            raise ValueError("there is no match to go on with; expected a log with at least one event")

    def now(self) -> int:
        """The time, never behind the match's last event."""
        return max(self._clock.now(), self.state.at)

    def do(self, command: c.AnyCommand) -> tuple[AnyEvent, ...] | Refusal:
        """Judge a command; its events are on disk before they count."""
        with self._lock:
            decided = decide_match(self.state, command)
            if isinstance(decided, Refusal):
                return decided
            if decided:
                self._log.append(decided)
                for event in decided:
                    self.state = evolve_match(self.state, event)
            return decided

    def check_clock(self) -> tuple[AnyEvent, ...] | Refusal:
        """Time that runs out by itself runs out now."""
        return self.do(c.CheckClock(at=self.now()))

    def resume(self) -> None:
        """Go on with a match that was left or cut off: the time away is nobody's."""
        clock = self.state.clock
        if clock is not None and clock.is_running and clock.running is not None:
            self.do(c.PauseClock(at=self.state.at, side=clock.running, reason=PauseReason.OUTAGE))
            self.do(c.ResumeClock(at=self.now()))

    def roll_opening(self) -> tuple[AnyEvent, ...] | Refusal:
        """Throw one die each."""
        white, black = self._dice.roll()
        return self.do(c.RollOpening(at=self.now(), white=white, black=black))

    def roll(self, side: Side) -> tuple[AnyEvent, ...] | Refusal:
        """Throw both dice for a side."""
        return self.do(c.RollDice(at=self.now(), side=side, dice=self._dice.roll()))
