"""The director's table at one moment: who plays where and since when, who is free, who is late, what comes next.

Everything follows from the tournament and the moment; nothing is kept. Times are milliseconds, and every figure
about lateness is what the book charges if the player came now.

next        matches that can be played: events in their order, the main one first, then by the time they are due
            (usbgf:2.2.1h)
late        sides that are not there after the time, with the points so far and when the next one falls
overdue     players who signed out an hour ago and have not been seen since (usbgf:2.2.5d)
"""

import re
from enum import StrEnum
from heapq import nsmallest
from typing import Final

import msgspec

from barpoint.match.format import MINUTE
from barpoint.rulebook import param
from barpoint.rulebook.tariff import BreakReserve
from barpoint.tournament.desk.forfeits import ForfeitProposal, forfeit_proposals
from barpoint.tournament.desk.occurrence_counts import OccurrenceCount, occurrence_counts
from barpoint.tournament.desk.timing import (
    Busy,
    assess_delay,
    break_ledger,
    busy_with,
    delays,
    due,
    people_of,
    running_overrun,
)
from barpoint.tournament.desk_record import (
    Appointment,
    Approvable,
    DeskRecord,
    Report,
    TableScore,
    Task,
)
from barpoint.tournament.draw.progress import PairingStatus
from barpoint.tournament.fixture import Fixture
from barpoint.tournament.places import titles
from barpoint.tournament.player import EntryStatus
from barpoint.tournament.settings import ContestKind, Mode
from barpoint.tournament.state import Absence, Call, Contest, MatchPenalty, Order, Tournament, TournamentNotice
from barpoint.tournament.watching import RecordingRequest

CHECK_IN: Final = param("usbgf:2.2.5d", "check_in_min", int) * MINUTE
"""After so long somebody who has signed out should check in."""
MOST_LISTED: Final = 300
"""Matches that wait, as many as the desk lists; whoever posts or calls another names it."""
Priority = tuple[int, bool, int, str, int, tuple[tuple[int, str], ...]]


class DeskStage(StrEnum):
    """How far a match has come at its table."""

    READY = "ready"  # can be called
    CALLED = "called"
    PLAYING = "playing"
    BREAK = "break"
    SUSPENDED = "suspended"
    REPORTED = "reported"


class DeskSide(msgspec.Struct, frozen=True, kw_only=True):
    """One side of a match at the desk."""

    entrant: str
    name: str
    ready: bool
    delay: int  # so far
    points: int  # that so much delay costs
    next_point_at: int | None = None  # the moment of the next one, if this side stays away
    forfeit_at: int | None = None
    break_left: int | None = None  # milliseconds of break time, or breaks left, by the book
    on_break_since: int | None = None
    signed_out: bool = False
    overrun: int = 0  # how much longer a break that is on has lasted than it may


class DeskMatch(msgspec.Struct, frozen=True, kw_only=True):
    """One match at the desk."""

    contest: str
    contest_name: str
    pairing: str
    bracket: str
    round: int
    length: int | None
    revised: bool
    stage: DeskStage
    table: str
    hall: str
    due: int | None
    since: int | None
    calls: int
    sides: tuple[DeskSide, DeskSide]
    busy: Busy | None = None
    reported_alike: bool = False
    disputed: bool = False
    stream: str = ""
    appointed: tuple[Appointment, ...] = ()
    approvals: tuple[Approvable, ...] = ()  # asked for and not given yet: it does not begin before
    may_ask_approval: bool = False
    monitor_suggested: bool = False
    equipment: tuple[Order, ...] = ()
    penalties: tuple[MatchPenalty, ...] = ()  # that count in this match
    reports: dict[str, Report] = {}  # what each side says, by its entrant
    noted: TableScore | None = None  # how it stands at the table
    began: tuple[int, int] = (0, 0)  # the score before the first roll
    suspended: int | None = None  # since when
    resumes: int | None = None
    counts: tuple[OccurrenceCount, ...] = ()  # dice and equipment changed, illegal and slow play


class Desk(msgspec.Struct, frozen=True, kw_only=True):
    """The whole table."""

    at: int
    playing: tuple[DeskMatch, ...]
    next: tuple[DeskMatch, ...]
    late: tuple[tuple[DeskMatch, DeskSide], ...]
    free: tuple[str, ...]  # players who are neither called nor playing
    free_tables: tuple[tuple[str, str], ...]  # hall and table
    to_post: tuple[DeskMatch, ...]
    forfeits: tuple[ForfeitProposal, ...]
    calls: tuple[Call, ...]
    absent: tuple[Absence, ...]
    overdue: tuple[str, ...]
    late_told: dict[str, int]
    to_confirm: tuple[MatchPenalty, ...]
    due_next: tuple[MatchPenalty, ...]  # penalties that wait for a next match
    pending: tuple[tuple[str, str], ...]  # event and entry
    undrawn: tuple[tuple[str, str], ...]  # approved, but not in the draw that was made
    notices: tuple[TournamentNotice, ...]
    recess: str = ""
    more: int = 0  # matches that can be played beyond those of `next`
    recording_requests: tuple[RecordingRequest, ...] = ()  # that wait for the director


def desk_overview(state: Tournament, at: int) -> Desk:
    """The table at that moment."""
    listed, more = _listed_matches(state)
    open_ = [desk_match(state, contest, fixture, at) for contest, fixture in listed]
    waiting = [match for match in open_ if match.stage in (DeskStage.READY, DeskStage.CALLED)]
    ahead = sorted(waiting, key=lambda match: _priority(state, match))
    running = tuple(match for match in open_ if match.stage not in (DeskStage.READY, DeskStage.CALLED))
    late = tuple((match, side) for match in open_ for side in match.sides if _is_late(match, side))
    return Desk(
        at=at,
        playing=running,
        next=tuple(ahead),
        late=late,
        free=_free(state, open_),
        free_tables=_free_tables(state, open_),
        to_post=tuple(match for match in open_ if match.stage is DeskStage.REPORTED),
        forfeits=forfeit_proposals(state, at, listed),
        calls=tuple(call for call in state.calls.values() if call.answered is None),
        absent=tuple(state.absent.values()),
        overdue=tuple(away.player for away in state.absent.values() if at - away.since > CHECK_IN),
        late_told=dict(state.late_told),
        to_confirm=tuple(penalty for penalty in state.penalties.values() if penalty.confirm and state.counts(penalty)),
        due_next=tuple(penalty for penalty in state.penalties.values() if not penalty.pairing and not penalty.lifted),
        pending=tuple(
            (name, entry.id)
            for name, contest in state.contests.items()
            for entry in contest.entries.values()
            if entry.status is EntryStatus.PENDING
        ),
        undrawn=tuple(
            (name, entry.id)
            for name, contest in state.contests.items()
            if contest.play is not None
            for entry in contest.active_entries
            if entry.id not in contest.play.entrants
        ),
        notices=state.notices,
        recess=next((recess.name for recess in state.recesses if recess.start <= at < recess.end), ""),
        more=more,
        recording_requests=tuple(one for one in state.recording_requests.values() if one.granted is None),
    )


def _listed_matches(state: Tournament) -> tuple[list[tuple[Contest, Fixture]], int]:
    """The open matches the desk lists: all it has called, seated or begun, the first of the others; and how many more.

    In a round robin everybody's matches are all open at once: of 400 players there are 79,800.
    """
    matches = [
        (contest, fixture)
        for contest in state.contests.values()
        if contest.finished is None
        for fixture in contest.fixtures.values()
        if fixture.status is PairingStatus.READY
    ]
    if len(matches) <= MOST_LISTED:
        return matches, 0
    recorded = {(name, pairing) for name, contest in state.contests.items() for pairing, _ in contest.matches}
    waiting = {
        number
        for number, (contest, fixture) in enumerate(matches)
        if (contest.settings.id, fixture.id) not in recorded or not _is_seen(contest.match_at(fixture))
    }
    first = nsmallest(MOST_LISTED, waiting, key=lambda number: _rank(state, *matches[number]))
    waiting.difference_update(first)
    return [match for number, match in enumerate(matches) if number not in waiting], len(waiting)


def as_counted(name: str) -> tuple[tuple[int, str], ...]:
    """A name as people sort it: table 2 before table 10."""
    return tuple((int(part), "") if part.isdecimal() else (-1, part) for part in re.findall(r"\d+|\D+", name))


def _is_seen(match: DeskRecord) -> bool:
    return bool(match.table or match.calls or match.ready or match.reports or match.begun is not None)


def _rank(state: Tournament, contest: Contest, fixture: Fixture) -> Priority:
    """As `_priority`, before a match is looked at closely."""
    moment = due(state, contest, fixture)
    rank = state.rank_of(contest.settings.id)
    return (rank, moment is None, moment or 0, fixture.bracket, fixture.round, as_counted(fixture.id))


def _is_late(match: DeskMatch, side: DeskSide) -> bool:
    """Whether the match stands still for that side now: it has not come, or its break overruns."""
    if side.overrun:
        return True
    waits = match.stage in (DeskStage.READY, DeskStage.CALLED, DeskStage.SUSPENDED)
    return bool(side.delay) and not side.ready and waits


def _priority(state: Tournament, match: DeskMatch) -> Priority:
    rank = state.rank_of(match.contest)
    return (rank, match.due is None, match.due or 0, match.bracket, match.round, as_counted(match.pairing))


def desk_match(state: Tournament, contest: Contest, fixture: Fixture, at: int) -> DeskMatch:
    """One match that is to be played or being played."""
    match = contest.match_at(fixture)
    length = contest.goal_at(fixture)
    home, away = _sides(state, contest, fixture, match, at)
    disputed = len(match.reports) == 2 and match.common_report is None
    return DeskMatch(
        contest=contest.settings.id,
        contest_name=contest.settings.title,
        pairing=fixture.id,
        bracket=fixture.bracket,
        round=fixture.round,
        length=length.length if length else None,
        revised=bool(length and length.was),
        stage=_stage(match),
        table=match.table,
        hall=match.hall,
        due=due(state, contest, fixture),
        since=match.begun,
        calls=len(match.calls),
        sides=(home, away),
        busy=None if match.begun is not None else busy_with(state, contest, fixture),
        reported_alike=match.common_report is not None,
        disputed=disputed,
        stream=match.stream,
        appointed=match.appointed,
        approvals=match.approvals_open,
        may_ask_approval=contest.book == "bws" and contest.settings.mode is Mode.IN_PERSON and match.begun is None,
        monitor_suggested=_wants_monitor(contest, fixture, match),
        # how other matches stood is nothing for this one
        equipment=tuple(msgspec.structs.replace(order, scores={}) for order in orders_for(state, contest, fixture)),
        penalties=penalties_in(state, contest, fixture),
        reports=dict(match.reports),
        noted=match.noted and msgspec.structs.replace(match.noted, score=score_so_far(state, contest, fixture)),
        began=start_score(state, contest, fixture),
        suspended=match.suspended,
        resumes=match.resume_due,
        counts=occurrence_counts(contest, match, penalties_in(state, contest, fixture)),
    )


def _stage(match: DeskRecord) -> DeskStage:
    if match.over_at_table:
        return DeskStage.REPORTED
    if match.suspended is not None:
        return DeskStage.SUSPENDED
    if match.begun is not None:
        return DeskStage.BREAK if match.on_break else DeskStage.PLAYING
    return DeskStage.CALLED if match.calls else DeskStage.READY


def _sides(
    state: Tournament, contest: Contest, fixture: Fixture, match: DeskRecord, at: int
) -> tuple[DeskSide, DeskSide]:
    sides = []
    for side, delay in enumerate(delays(state, contest, fixture, at)):
        entrant = match.players[side]
        result = assess_delay(contest, fixture, delay)
        running = next((pause for pause in match.on_break if pause.entrant == entrant), None)
        overrun = 0
        if running is not None and match.suspended is None:
            overrun = running_overrun(contest, match, entrant, at)
        awaited = entrant not in match.ready and (match.begun is None or match.suspended is not None)
        grows = awaited or overrun > 0
        ahead = None if result is None or not grows else result.next_point_at
        forfeit = None if result is None or not grows else result.forfeit_at
        zero = at - delay.total if delay.total else due(state, contest, fixture)
        sides.append(
            DeskSide(
                entrant=entrant,
                name=state.shown_name(entrant, contest),
                ready=entrant in match.ready or match.playing,
                delay=delay.total,
                points=result.points if result is not None else 0,
                next_point_at=None if ahead is None or zero is None else zero + ahead,
                forfeit_at=None if forfeit is None or zero is None else zero + forfeit,
                break_left=_break_left(contest, match, entrant, at),
                on_break_since=running.start if running is not None else None,
                signed_out=any(player in state.absent for player in people_of(contest, entrant)),
                overrun=overrun,
            )
        )
    return sides[0], sides[1]


def _break_left(contest: Contest, match: DeskRecord, entrant: str, at: int) -> int | None:
    """What a side has in hand; nothing accrues while the match is suspended."""
    at = at if match.suspended is None else match.suspended
    breaks = break_ledger(contest, match, entrant, at)
    if breaks is None:
        return None
    return int(breaks.reserve(at)) if isinstance(breaks, BreakReserve) else breaks.remaining


def _wants_monitor(contest: Contest, fixture: Fixture, match: DeskRecord) -> bool:
    """The final of the main event deserves one (usbgf:1.3.3f)."""
    if contest.settings.kind is not ContestKind.MAIN or "main" not in titles(contest) or fixture.bracket != "main":
        return False
    return fixture.round == contest.last_main_round and not any(each.task is Task.MONITOR for each in match.appointed)


def orders_for(state: Tournament, contest: Contest, fixture: Fixture) -> tuple[Order, ...]:
    """The equipment ordered for a match; the last word on each topic holds."""
    people = {person for entrant in fixture.players for person in people_of(contest, entrant)}
    orders: dict[str, Order] = {}
    for order in state.orders:
        fits = (
            order.contest in ("", contest.settings.id)
            and order.round in (0, fixture.round)
            and order.pairing in ("", fixture.id)
            and (not order.player or order.player in people)
        )
        if fits:
            orders[order.topic] = order
    return tuple(orders.values())


def penalties_in(state: Tournament, contest: Contest, fixture: Fixture) -> tuple[MatchPenalty, ...]:
    """The penalties that count in a match, those that fall due in it among them."""
    people = {person for entrant in fixture.players for person in people_of(contest, entrant)}
    here = (contest.settings.id, fixture.id)
    to_come = contest.match_at(fixture).begun is None  # what waits for a next match does not fall into one that is on
    return tuple(
        penalty
        for penalty in state.penalties.values()
        if state.counts(penalty)
        and penalty.player in people
        and ((penalty.contest, penalty.pairing) == here or (to_come and not penalty.pairing))
    )


def start_score(state: Tournament, contest: Contest, fixture: Fixture, *, for_clock: bool = False) -> tuple[int, int]:
    """The score before the first roll: penalty points go to the opponent, under ibf off one's own (ibf:17.1d).

    `for_clock`: of what was given during the match only points for delay, which clocks follow (bws:2.2.4e).
    """
    score = [0, 0]
    match = contest.match_at(fixture)
    for penalty in penalties_in(state, contest, fixture):
        if penalty.step != "points" or penalty.confirm:
            continue
        if for_clock and not penalty.for_delay and match.begun is not None and penalty.at > match.begun:
            continue
        side = next(n for n, entrant in enumerate(match.players) if penalty.player in people_of(contest, entrant))
        if contest.book == "ibf":
            score[side] -= penalty.points
        else:
            score[1 - side] += penalty.points
    return score[0], score[1]


def score_so_far(state: Tournament, contest: Contest, fixture: Fixture) -> tuple[int, int]:
    """The score at the table as far as the desk has heard, with penalties given or lifted since (ibf:17.1d)."""
    noted, now = contest.match_at(fixture).noted, start_score(state, contest, fixture)
    if noted is None:
        return now
    if noted.winner or noted.began is None:
        return noted.score
    return noted.score[0] + now[0] - noted.began[0], noted.score[1] + now[1] - noted.began[1]


def score_until(state: Tournament, contest: Contest, fixture: Fixture, latest: int) -> tuple[int, int]:
    """The same as it stood at a moment; what was noted later is not known."""
    noted = contest.match_at(fixture).noted
    fresh = noted is None or noted.at > latest
    return start_score(state, contest, fixture) if fresh else score_so_far(state, contest, fixture)


def _free(state: Tournament, open_: list[DeskMatch]) -> tuple[str, ...]:
    busy = {
        person
        for match in open_
        if match.stage is not DeskStage.READY
        for side in match.sides
        for person in people_of(state.contests[match.contest], side.entrant)
    }
    playing = {
        person
        for contest in state.contests.values()
        if contest.finished is None
        for entry in contest.active_entries
        for person in entry.people
    }
    return tuple(sorted(playing - busy - set(state.absent)))


def _free_tables(state: Tournament, open_: list[DeskMatch]) -> tuple[tuple[str, str], ...]:
    taken = {(match.hall, match.table) for match in open_ if match.table}
    return tuple(
        (hall, table) for hall, tables in state.tables.items() for table in tables if (hall, table) not in taken
    )
