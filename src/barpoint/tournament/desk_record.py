"""A match of the tournament as the desk sees it: called, ready, begun, on a break, reported, posted.

due         when it has to begin; what a player is late from there is delay
completed   when play was over, which is what the next match's time is counted from; not when it was reported
reported    what each player says; staff post (usbgf:4.7b)
noted       how it stands at the table, as the device there shows it: a score to look at, and who has won by it

Kept by pairing and the two who sit there: if a correction seats others, their match is another one.
"""

from enum import StrEnum

import msgspec

TwoRolls = tuple[tuple[int, int], tuple[int, int]]


class MatchKind(StrEnum):
    """How a match came to its end; the names are those of the rating room."""

    NORMAL = "normal"
    ABANDONED = "abandoned"
    FORFEIT = "forfeit"
    DRAWN = "drawn"
    DIRECTOR_MARKED = "director_marked"


class Task(StrEnum):
    """What somebody is appointed to at a match."""

    MONITOR = "monitor"
    OBSERVER = "observer"
    TRANSCRIBER = "transcriber"
    TRANSLATOR = "translator"
    SPECIALIST = "technical_specialist"


class Approvable(StrEnum):
    """What a player may have the director approve before the match begins."""

    BAFFLE_BOX = "baffle_box"  # bws:3.4.3a
    CLOCK = "clock"  # bws:3.5.3


class Occurrence(StrEnum):
    """What is counted for a side during a match, so that its repetition is seen."""

    DICE_CHANGED = "dice_changed"
    EQUIPMENT_CHANGED = "equipment_changed"
    ILLEGAL_PLAY = "illegal_play"
    SLOW_PLAY = "slow_play"


class NotedOccurrence(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One of them: of which side, when and by whose word; with new dice, which side picked first."""

    what: Occurrence
    entrant: str
    at: int
    by: str
    reason: str = ""
    first: str = ""
    score: tuple[int, int] | None = None  # at the table, home's points first; None where nobody has noted one


class Appointment(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Somebody appointed to a match, and who asked for it."""

    person: str
    task: Task
    requested_by: tuple[str, ...] = ()  # empty: nobody asked


class LaterTerm(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What one side imposed during the match, as both had agreed before it (usbgf:1.7.1.2b)."""

    topics: tuple[str, ...]
    at: int
    score: tuple[int, int] | None = None  # at the table then, home's points first


class WaitingMatch(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """An open match of somebody who leaves."""

    contest: str
    pairing: str
    table: str = ""
    hall: str = ""


class BreakTaken(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A break that is over; `breaks` is how many were named, 0 if none; `deemed`: usbgf:2.2.2m."""

    entrant: str
    start: int
    end: int
    breaks: int = 0
    deemed: bool = False


class BreakRunning(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A break that goes on; the estimate binds nobody (usbgf:2.2.2k)."""

    entrant: str
    start: int
    breaks: int = 0
    estimate: int = 0
    in_game: bool = False
    beyond: bool = False  # more than the book gives this side


class Report(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What one player says of the result."""

    winner: str
    score: tuple[int, int]  # the winner's points first
    at: int
    completed: int


class TableScore(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """How a match stands at its table, home's points first; `winner` is the entrant who has won there."""

    score: tuple[int, int]
    at: int
    winner: str = ""
    on_time: bool = False  # the other has lost on time (ibf:8.7a)
    began: tuple[int, int] | None = None  # what penalties had given when it was noted


class Grant(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Break time the director granted a player (usbgf:2.2.3a)."""

    entrant: str
    time: int
    at: int


class DeskRecord(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One match."""

    players: tuple[str, str]
    table: str = ""
    hall: str = ""
    calls: tuple[int, ...] = ()
    start_posted: int | None = None  # the time posted for this match
    posted_when: int | None = None
    ready: dict[str, int] = {}
    ready_before: dict[str, int] = {}  # who was there when it began
    begun: int | None = None
    due: int | None = None  # as it was when the match began
    length: int = 0  # as posted when it began
    start_delay: tuple[int, int] = (0, 0)
    resume_delays: tuple[tuple[int, int], ...] = ()  # of both sides, for each moment of `resumed`
    breaks: tuple[BreakTaken, ...] = ()
    on_break: tuple[BreakRunning, ...] = ()
    grants: tuple[Grant, ...] = ()
    resumed: tuple[int, ...] = ()
    suspended: int | None = None
    suspensions: tuple[tuple[int, int], ...] = ()  # that are over: from when to when
    resume_due: int | None = None
    reports: dict[str, Report] = {}
    noted: TableScore | None = None
    completed: int | None = None
    posted: int | None = None
    kind: MatchKind = MatchKind.NORMAL
    stream: str = ""  # of the match played on the server
    appointed: tuple[Appointment, ...] = ()
    monitor_asked: dict[str, tuple[str, str]] = {}  # by a side: who asked, and for whom
    wishes: dict[str, dict[str, str]] = {}  # of each side before the first roll, by topic
    later_terms: tuple[LaterTerm, ...] = ()  # imposed while the match was on
    wish_rolls: tuple[TwoRolls, ...] = ()  # thrown where wishes clashed: home's dice and away's
    approvals_asked: tuple[Approvable, ...] = ()
    approved: tuple[Approvable, ...] = ()
    delay_points: tuple[int, int] = (0, 0)  # given so far for delay
    occurrences: tuple[NotedOccurrence, ...] = ()

    @property
    def resume_delay(self) -> tuple[int, int]:
        """By how much each side was late in resuming, in all."""
        return sum(late[0] for late in self.resume_delays), sum(late[1] for late in self.resume_delays)

    @property
    def playing(self) -> bool:
        """Whether it is being played."""
        return self.begun is not None and self.completed is None

    @property
    def over_at_table(self) -> bool:
        """Whether somebody at the table says that it is over."""
        return bool(self.reports) or (self.noted is not None and bool(self.noted.winner))

    def stood_still(self, start: int, end: int) -> int:
        """How much of a stretch of time the match was suspended: nobody's break counts meanwhile."""
        pauses = (*self.suspensions, *([(self.suspended, end)] if self.suspended is not None else []))
        return sum(max(0, min(end, until) - max(start, since)) for since, until in pauses)

    @property
    def approvals_open(self) -> tuple[Approvable, ...]:
        """What was asked for and is not approved yet."""
        return tuple(what for what in self.approvals_asked if what not in self.approved)

    def side(self, entrant: str) -> int:
        """0 for home, 1 for away."""
        return self.players.index(entrant)

    @property
    def common_report(self) -> Report | None:
        """What both have reported alike; None while they differ or one has not."""
        if len(self.reports) < 2:
            return None
        first, second = self.reports.values()
        return first if (first.winner, first.score) == (second.winner, second.score) else None
