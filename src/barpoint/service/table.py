"""A table: one match played here. Commands go in, events are kept, the state is their fold."""

import threading

from barpoint.board import Refusal, Side
from barpoint.match import commands as c
from barpoint.match.decide import decide
from barpoint.match.events import AnyEvent
from barpoint.match.evolve import evolve, fold
from barpoint.match.format import MatchFormat, PauseReason
from barpoint.match.state import MatchState, new_match
from barpoint.service.ports import Dice, MatchLog, WallClock


class Table:
    """A match with its log, its dice and its clock; it goes on where the log ends."""

    def __init__(self, log: MatchLog, dice: Dice, clock: WallClock, format: MatchFormat | None = None) -> None:  # noqa: A002
        self._log, self._dice, self._clock = log, dice, clock
        self._one_at_a_time = threading.RLock()
        kept = log.read()
        if kept:
            self.state: MatchState = fold(kept)
        elif format is not None:
            self.state = new_match(format)
        else:
            raise ValueError("there is no match to go on with; expected a log with at least one event")

    def now(self) -> int:
        """The time, never behind the match's last event."""
        return max(self._clock.now(), self.state.at)

    def do(self, command: c.AnyCommand) -> tuple[AnyEvent, ...] | Refusal:
        """Judge a command; its events are on disk before they count."""
        with self._one_at_a_time:
            decided = decide(self.state, command)
            if isinstance(decided, Refusal):
                return decided
            if decided:
                self._log.append(decided)
                for event in decided:
                    self.state = evolve(self.state, event)
            return decided

    def look_at_clock(self) -> tuple[AnyEvent, ...] | Refusal:
        """Time that runs out by itself runs out now."""
        return self.do(c.CheckClock(at=self.now()))

    def come_back(self) -> None:
        """Go on with a match that was left or cut off: the time away is nobody's."""
        clock = self.state.clock
        if clock is not None and clock.passes and clock.running is not None:
            self.do(c.PauseClock(at=self.state.at, side=clock.running, reason=PauseReason.OUTAGE))
            self.do(c.ResumeClock(at=self.now()))

    def roll_opening(self) -> tuple[AnyEvent, ...] | Refusal:
        """Throw one die each."""
        white, black = self._dice.roll()
        return self.do(c.RollOpening(at=self.now(), white=white, black=black))

    def roll(self, side: Side) -> tuple[AnyEvent, ...] | Refusal:
        """Throw both dice for a side."""
        return self.do(c.RollDice(at=self.now(), side=side, dice=self._dice.roll()))
