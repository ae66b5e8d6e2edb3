"""The delay ledger of a match: every absence of either player, what it drew and delayed, and what that comes to.

An absence is a late start, a late resumption after a recess, or a break; one without an end still lasts ("still away")
and runs to the time now. Break time accrues under usbgf; the other books count breaks (`rulebook.tariff`). Delays add
up, except under bws: there each is put on the scale by itself, and the points add up (bws:2.2.4f). The desk, a device
and the kinds about time read the same table; `delay_data` is it as plain data.
"""

from collections.abc import Iterable
from dataclasses import asdict, dataclass, field, replace
from enum import StrEnum
from typing import Any

from barpoint.board import Side
from barpoint.officiating.answer import Threshold
from barpoint.rulebook import Profile
from barpoint.rulebook.tariff import (
    BreakReserve,
    CountedBreaks,
    Delay,
    Stretch,
    StrictPolicy,
    assess,
    lateness_schedule,
)


class AbsenceCause(StrEnum):
    """Why a player was not there."""

    START = "start"
    RESUME = "resume"
    BREAK = "break"


@dataclass(frozen=True, slots=True)
class Absence:
    """One absence: from when the match was due or the break began; without an end it still lasts."""

    side: Side
    cause: AbsenceCause
    since: int
    until: int | None = None
    breaks: int = 0  # how many breaks it was said to be, 0 if nobody said
    ruled: bool = False  # a ruling has charged it: no later case is about it
    still: int = 0  # how much of it the match was suspended: nobody's break counts meanwhile


@dataclass(frozen=True, slots=True)
class BreakGrant:
    """Break time the director granted a player (usbgf:2.2.3a)."""

    side: Side
    at: int
    time: int


@dataclass(frozen=True, slots=True)
class DelayRow:
    """An absence with what it came to; `delay_in_all` and `points` count those before it too.

    Under bws `delay_in_all` is a sum for the eye only: points come from each `delay` by itself.
    """

    absence: Absence
    lasted: int
    drawn: int  # of break time, or of whole breaks
    delay: int
    delay_in_all: int
    points: int
    breaks_used: int = 0  # after it, where breaks are counted
    break_time_used: int = 0  # after it, since play began or went on (usbgf)


@dataclass(frozen=True, slots=True)
class PlayerDelay:
    """One player's account as it stands."""

    side: Side
    delay: int = 0
    points: int = 0
    forfeited: bool = False
    away: bool = False
    breaks_used: int = 0
    breaks_left: int | None = None
    break_time_left: int | None = None  # usbgf: milliseconds in hand now
    thresholds: tuple[Threshold, ...] = ()
    break_time_since: int | None = None  # usbgf: from when it accrues
    break_time_granted: int = 0


@dataclass(frozen=True, slots=True)
class DelayLedger:
    """Both accounts and the absences in their order."""

    book: str
    length: int
    now: int
    rows: tuple[DelayRow, ...] = ()
    players: tuple[PlayerDelay, ...] = field(default_factory=tuple)


def delay_ledger(
    profile: Profile,
    length: int,
    absences: Iterable[Absence],
    *,
    started: int,
    now: int,
    grants: Iterable[BreakGrant] = (),
    resumed: Iterable[int] = (),
    suspended: Iterable[tuple[int, int]] = (),
    strict: StrictPolicy | None = None,
) -> DelayLedger:
    """The ledger at `now` of a match to so many points in which play began at `started`.

    `resumed` are the ends of recesses, at which both players' break time begins anew (usbgf:2.2.2g); without them the
    end of a late resumption is taken. While the match was `suspended`, nothing accrued. `strict` is the event's own
    late policy, where it is in force.
    """
    accounts = {side: _Account(profile, length, side, started, strict) for side in Side}
    ends = tuple(resumed)
    steps: list[tuple[int, int, Absence | BreakGrant | int | None]] = [(moment, 1, None) for moment in ends]
    steps += [(until, 0, since) for since, until in suspended]
    steps += [(grant.at, 2, grant) for grant in grants]
    steps += [(absence.since, 3, absence) for absence in absences]
    rows = []
    for moment, _, step in sorted(steps, key=lambda one: one[:2]):
        if isinstance(step, Absence):
            rows.append(accounts[step.side].enter(step, now, resumes=not ends))
        elif isinstance(step, BreakGrant):
            accounts[step.side].grant(step.time)
        else:
            for account in accounts.values():
                account.resume(moment) if step is None else account.stand_still(step, moment)
    players = tuple(accounts[side].close(now) for side in Side)
    return DelayLedger(profile.book, length, now, tuple(rows), players)


class _Account:
    """One player's running account."""

    def __init__(
        self, profile: Profile, length: int, side: Side, started: int, strict: StrictPolicy | None = None
    ) -> None:
        self.book, self.length, self.side, self.strict = profile.book, length, side, strict
        self.delay = Delay()
        self.away = False
        allowance = profile.allowance(length)
        running = allowance is not None and allowance.count is None
        self.reserve = BreakReserve(since=started, every=allowance.every) if allowance and running else None
        self.counted = CountedBreaks(allowance) if allowance is not None and allowance.count is not None else None

    def grant(self, time: int) -> None:
        if self.reserve is not None:
            self.reserve = self.reserve.grant(time)

    def resume(self, at: int) -> None:
        if self.reserve is not None:
            self.reserve = self.reserve.resume(at)

    def stand_still(self, since: int, until: int) -> None:
        if self.reserve is not None:
            self.reserve = self.reserve.stand_still(since, until)

    def enter(self, absence: Absence, now: int, *, resumes: bool = True) -> DelayRow:
        until = (now if absence.until is None else absence.until) - absence.still
        if until < absence.since:
            raise ValueError(f"an absence ends after it begins, not {absence.since} to {until}")
        self.away = absence.until is None
        lasted = until - absence.since
        delay = self._overrun(absence.since, until, absence.breaks) if absence.cause is AbsenceCause.BREAK else lasted
        self.delay = _add(self.delay, absence.cause, delay)
        if absence.cause is AbsenceCause.RESUME and resumes:
            self.resume(until)  # unused break time is lost: usbgf:2.2.2g
        drawn = lasted - delay if absence.cause is AbsenceCause.BREAK else 0
        used = 0 if self.counted is None else self.counted.used
        time_used = 0 if self.reserve is None else self.reserve.drawn
        return DelayRow(replace(absence), lasted, drawn, delay, self.delay.total, self._points(), used, time_used)

    def _overrun(self, since: int, until: int, breaks: int) -> int:
        if self.reserve is not None:
            before, first = self.reserve.delay, self.reserve.since
            self.reserve = self.reserve.away(max(since, first), max(until, first))
            return self.reserve.delay - before
        if self.counted is not None:
            before = self.counted.overrun
            self.counted = self.counted.away(until - since, breaks or None)
            return self.counted.overrun - before
        return until - since

    def _points(self) -> int:
        assessment = assess(self.delay, self.length, self.book, self.strict)
        return 0 if assessment is None else assessment.points

    def close(self, now: int) -> PlayerDelay:
        if not self.away:
            self.delay = _ended(self.delay)
        assessment = assess(self.delay, self.length, self.book, self.strict)
        return PlayerDelay(
            self.side,
            self.delay.total,
            self._points(),
            assessment is not None and assessment.forfeit,
            self.away,
            0 if self.counted is None else self.counted.used,
            None if self.counted is None else self.counted.remaining,
            None if self.reserve is None else int(self.reserve.reserve(now)),
            self._next(now),
            None if self.reserve is None else self.reserve.since,
            0 if self.reserve is None else self.reserve.granted,
        )

    def _next(self, now: int) -> tuple[Threshold, ...]:
        """The next point and the loss of the match, by the time of day while the player is away."""
        scale = lateness_schedule(self.book)
        if scale is None:
            return ()
        counted, points = self.delay.occasions[-1].time if scale.apart else self.delay.total, self._points()
        earlier = points - scale.points(counted) if scale.apart else 0
        lost = scale.due(scale.losing_points(self.length) - earlier)
        steps = [("point", points + 1, scale.due(points + 1 - earlier)), ("forfeit", 0, lost)]
        return tuple(
            Threshold(self.side, what, due, now + due - counted if self.away else None, number)
            for what, number, due in steps
            if due > counted and counted < lost  # after a forfeit nothing more falls due
        )


def _add(delay: Delay, cause: AbsenceCause, time: int) -> Delay:
    return Delay(
        delay.start + time if cause is AbsenceCause.START else delay.start,
        delay.resume + time if cause is AbsenceCause.RESUME else delay.resume,
        delay.breaks + time if cause is AbsenceCause.BREAK else delay.breaks,
        (*delay.stretches, Stretch(time, is_break=cause is AbsenceCause.BREAK)),
    )


def _ended(delay: Delay) -> Delay:
    """None of it goes on: the next would be a stretch of its own."""
    return Delay(delay.start, delay.resume, delay.breaks, (*delay.stretches, Stretch(0)))


def delay_data(ledger: DelayLedger) -> dict[str, Any]:
    """The ledger as plain data, times in milliseconds."""
    return asdict(ledger)
