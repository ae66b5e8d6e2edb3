"""When matches are due, what each side has cost them, and what that comes to: exact to the millisecond.

due         as posted for the match, else as scheduled for its round, else ten minutes after both players are
            free, where the book says so; what falls into a recess is due at its end
busy        a player whose earlier or more important match still runs is not late for another (usbgf:2.2.1h), nor one
            who was called to another table first
ledger      a side's break time in one match: counted breaks, or the running reserve of usbgf

The scales are `rulebook.tariff`'s; this module brings the tournament's times to them.
"""

from collections.abc import Iterator
from typing import Final

import msgspec

from barpoint.rulebook import Policy
from barpoint.rulebook.tariff import (
    Assessment,
    BreakReserve,
    CountedBreaks,
    Delay,
    Stretch,
    StrictPolicy,
    assess,
    due_start,
    lateness_schedule,
    start_delay,
)
from barpoint.tournament.desk_record import (
    BreakTaken,
    DeskRecord,
    Grant,
)
from barpoint.tournament.engagements import Engagements
from barpoint.tournament.fixture import Fixture
from barpoint.tournament.settings import SWISS, Mode
from barpoint.tournament.state import Contest, RoundStart, Tournament

BreakLedger = BreakReserve | CountedBreaks
_NONE: Final = Engagements()


class Busy(msgspec.Struct, frozen=True):
    """Another match a player has to finish or play first."""

    player: str
    contest: str
    pairing: str


def matches_of(state: Tournament, player: str) -> Iterator[tuple[Contest, Fixture, DeskRecord]]:
    """Every match a player sits in, in any event."""
    for name, pairing in state.seats.get(player, ()):
        contest = state.contests[name]
        fixture = contest.fixtures[pairing]
        yield contest, fixture, contest.match_at(fixture)


def people_of(contest: Contest, entrant: str) -> tuple[str, ...]:
    """The players behind an entrant."""
    return contest.entries[entrant].people


def completions(state: Tournament, contest: Contest, fixture: Fixture) -> tuple[int, ...]:
    """When the preceding matches of these players were completed: the latest of each, in any event."""
    began, here = contest.match_at(fixture).begun, (contest.settings.id, fixture.id)
    latest = []
    for player in dict.fromkeys(p for entrant in fixture.pair for p in people_of(contest, entrant)):
        ended = state.engagements.get(player, _NONE).completed
        ends = (
            match.moment
            for match in ended
            if (match.contest, match.pairing) != here and (began is None or match.moment <= began)
        )
        if (end := next(ends, None)) is not None:
            latest.append(end)
    return tuple(latest)


def busy_with(state: Tournament, contest: Contest, fixture: Fixture) -> Busy | None:
    """What one of these players plays, or has to play first.

    A running match, one of an event that goes first, or one that was called before this one: nobody is called to two
    tables.
    """
    first_call = min(contest.match_at(fixture).calls, default=None)
    rank, here = state.rank_of(contest.settings.id), (contest.settings.id, fixture.id)
    for entrant in fixture.pair:
        for player in people_of(contest, entrant):
            engagements = state.engagements.get(player, _NONE)
            for match in (*engagements.ahead_of(rank), *engagements.called_before(rank, first_call)):
                if (match.contest, match.pairing) != here:
                    return Busy(player, match.contest, match.pairing)
    return None


def after_recess(state: Tournament, moment: int) -> int:
    """The moment itself, or the end of the recess it falls into (usbgf:2.2.1e, guide:2.2.5b)."""
    for recess in state.recesses:
        if recess.start <= moment < recess.end:
            return recess.end
    return moment


def due(state: Tournament, contest: Contest, fixture: Fixture) -> int | None:
    """When a match has to begin; None while nothing says so."""
    match = contest.match_at(fixture)
    if match.begun is not None:
        return match.due
    reseated = reseating_time(state, contest, fixture)
    posted = _posted_start(contest, fixture, reseated)
    scheduled = _round_start(contest, fixture, reseated) or _still(_first_round(contest, fixture), reseated)
    ends = completions(state, contest, fixture) + (() if reseated is None else (reseated,))
    if posted is None and scheduled is None and busy_with(state, contest, fixture) is not None:
        return None
    start = due_start(
        contest.book,
        posted=posted.start if posted is not None else None,
        scheduled=scheduled.start if scheduled is not None else None,
        completed=ends,
    )
    return None if start is None else after_recess(state, start)


def _new_seating(contest: Contest, people: list[str]) -> int | None:
    """When a correction last seated one of them anew in this event."""
    return max((contest.reseated[person] for person in people if person in contest.reseated), default=None)


def reseating_time(state: Tournament, contest: Contest, fixture: Fixture) -> int | None:
    """When a correction last seated one of these players anew, here or in an event that goes before this one.

    Until then they had another match to play, so nobody is late for this one from an earlier moment (usbgf:2.2.1h).
    """
    rank = state.rank_of(contest.settings.id)
    people = [person for entrant in fixture.pair for person in people_of(contest, entrant)]
    before = [event for name, event in state.contests.items() if event is contest or state.rank_of(name) < rank]
    moments = [_new_seating(event, people) for event in before]
    return max((moment for moment in moments if moment is not None), default=None)


def _posted_start(contest: Contest, fixture: Fixture, reseated: int | None) -> RoundStart | None:
    """The time posted for a match, unless it was over when the pairing came about."""
    match = contest.match_at(fixture)
    posted = None if match.start_posted is None else RoundStart(match.start_posted, match.posted_when or 0)
    return _still(posted, reseated)


def _still(start: RoundStart | None, reseated: int | None) -> RoundStart | None:
    over = start is not None and reseated is not None and max(start.start, start.posted) < reseated
    return None if over else start


def _round_start(contest: Contest, fixture: Fixture, reseated: int | None) -> RoundStart | None:
    """The same of the time scheduled for its round."""
    return _still(contest.round_starts.get((fixture.bracket, fixture.round)), reseated)


def _first_round(contest: Contest, fixture: Fixture) -> RoundStart | None:
    """A first round that has no time of its own begins with its event."""
    drawn = fixture.bracket == SWISS or fixture.home_from.startswith("line")
    starts = contest.settings.starts
    return RoundStart(starts, 0) if starts is not None and fixture.round == 1 and drawn else None


def policy_of(contest: Contest) -> Policy | None:
    """What officials go by; None where no book governs."""
    return contest.policy


def strict_in_force(contest: Contest, fixture: Fixture) -> StrictPolicy | None:
    """The event's stricter late policy, if start time and policy were posted beforehand (usbgf:2.2.4j, 2.2.4l)."""
    policy = policy_of(contest)
    if policy is None or policy.late_policy is None:
        return None
    reseated = _new_seating(contest, [person for entrant in fixture.pair for person in people_of(contest, entrant)])
    start = _posted_start(contest, fixture, reseated) or _round_start(contest, fixture, reseated)
    announced = contest.published
    if start is None or not policy.late_policy.in_force(
        start.start, start_posted=start.posted, posted=announced, announced=announced
    ):
        return None
    return policy.late_policy


def break_ledger(contest: Contest, match: DeskRecord, entrant: str, at: int) -> BreakLedger | None:
    """A side's breaks in a match that has begun; None where there are none to speak of."""
    allowed = contest.profile.allowance(match.length or None)
    if allowed is None or match.begun is None or contest.settings.variant:
        return None
    taken = [pause for pause in match.breaks if pause.entrant == entrant]
    if allowed.count is None:
        return _reserve(match, entrant, taken, allowed.every, at)
    counted = CountedBreaks(allowed)
    for pause in taken:
        lasted = pause.end - pause.start - match.stood_still(pause.start, pause.end)
        counted = counted.away(lasted, pause.breaks or None)
    return counted


def _reserve(record: DeskRecord, entrant: str, taken: list[BreakTaken], every: int, at: int) -> BreakReserve:
    """Usbgf's reserve: suspensions, recesses, grants and breaks in the order they came; at one moment in this order."""
    assert record.begun is not None, "a match that has not begun has no reserve"
    reserve = BreakReserve(since=record.begun, every=every)
    steps: list[tuple[int, int, BreakTaken | Grant | int | None]] = [(pause.start, 3, pause) for pause in taken]
    steps += [(grant.at, 2, grant) for grant in record.grants if grant.entrant == entrant]
    steps += [(moment, 1, None) for moment in record.resumed if moment <= at]
    steps += [(until, 0, since) for since, until in record.suspensions if until <= at]
    for moment, _, what in sorted(steps, key=lambda step: step[:2]):
        match what:
            case BreakTaken():
                end = what.end - record.stood_still(what.start, what.end)
                reserve = reserve.away(max(what.start, reserve.since), max(end, reserve.since))
            case Grant():
                reserve = reserve.grant(what.time)
            case int():
                reserve = reserve.stand_still(what, moment)
            case None:
                reserve = reserve.resume(moment)
    return reserve


def break_delay(contest: Contest, match: DeskRecord, entrant: str, at: int) -> int:
    """What a side's breaks have delayed the match, a running one counted as if it ended now."""
    running = next((pause for pause in match.on_break if pause.entrant == entrant), None)
    if running is not None:
        taken = BreakTaken(entrant=entrant, start=running.start, end=max(at, running.start), breaks=running.breaks)
        match = msgspec.structs.replace(match, breaks=(*match.breaks, taken), on_break=())
    return _ended_break_delay(contest, match, entrant, at)


def _ended_break_delay(contest: Contest, match: DeskRecord, entrant: str, at: int) -> int:
    breaks = break_ledger(contest, match, entrant, at)
    if breaks is None:
        return 0
    return breaks.delay if isinstance(breaks, BreakReserve) else breaks.overrun


def _stretches(contest: Contest, match: DeskRecord, entrant: str, at: int) -> tuple[Stretch, ...]:
    """The occasions that are over on which a side was late, as they came."""
    side, before = match.side(entrant), 0
    ended = [(moment, Stretch(late[side])) for moment, late in zip(match.resumed, match.resume_delays, strict=True)]
    for count, pause in enumerate(match.breaks, 1):
        if pause.entrant == entrant:
            so_far = msgspec.structs.replace(match, breaks=match.breaks[:count])
            delay = _ended_break_delay(contest, so_far, entrant, at)
            ended.append((pause.end, Stretch(delay - before, is_break=True)))
            before = delay
    return (Stretch(match.start_delay[side]), *(stretch for _, stretch in sorted(ended, key=lambda one: one[0])))


def delays(state: Tournament, contest: Contest, fixture: Fixture, at: int) -> tuple[Delay, Delay]:
    """What each side has cost the match so far, at this moment."""
    match = contest.match_at(fixture)
    home, away = (_delay(state, contest, fixture, match, entrant, at) for entrant in match.players)
    return home, away


def _delay(state: Tournament, contest: Contest, fixture: Fixture, match: DeskRecord, entrant: str, at: int) -> Delay:
    side = match.side(entrant)
    if match.begun is None:
        moment = _counted_from(state, contest, match, due(state, contest, fixture))
        ready = match.ready.get(entrant, at)
        return Delay() if moment is None else start_delay(moment, ready)
    resume = 0
    if match.suspended is not None and match.resume_due is not None:
        resume = max(0, match.ready.get(entrant, at) - match.resume_due)
    breaks = break_delay(contest, match, entrant, at)
    on_now = Stretch(breaks - _ended_break_delay(contest, match, entrant, at), is_break=True)
    going_on = (on_now, Stretch(resume)) if resume else (on_now,)
    stretches = (*_stretches(contest, match, entrant, at), *going_on)
    return Delay(match.start_delay[side], match.resume_delay[side] + resume, breaks, stretches)


def _counted_from(state: Tournament, contest: Contest, match: DeskRecord, due_at: int | None) -> int | None:
    """When lateness begins to count: usbgf:2.2.1a and bws:2.2.1 count from the time itself.

    The others do not say so: where the hall has tables, nobody is late before one was given and called.
    """
    told_where = contest.book in ("usbgf", "bws") or contest.settings.mode is Mode.INTERNET or not state.tables
    if due_at is None or told_where:
        return due_at
    return max(due_at, match.calls[0]) if match.table and match.calls else None


def running_overrun(contest: Contest, match: DeskRecord, entrant: str, at: int) -> int:
    """By how much a break that is on has gone beyond what that side had."""
    ended = msgspec.structs.replace(match, on_break=())
    return break_delay(contest, match, entrant, at) - break_delay(contest, ended, entrant, at)


def counted_delay(contest: Contest, delay: Delay) -> int:
    """What is put on the book's scale: all of it, or under bws the newest stretch (bws:2.2.4f)."""
    scale = lateness_schedule(contest.book)
    return delay.newest.time if scale is not None and scale.apart else delay.total


def assess_delay(contest: Contest, fixture: Fixture, delay: Delay) -> Assessment | None:
    """Points and forfeit for so much delay, by the posted length; None where the book has no scale."""
    length = contest.match_at(fixture).length
    posted = contest.length_at(fixture)
    if not length:
        length = posted.length if posted is not None else 0
    if not length or not contest.book:
        return None
    starting = contest.match_at(fixture).begun is None
    return assess(delay, length, contest.book, strict_in_force(contest, fixture), starting=starting)
