"""The delay ledger of a match of a tournament, from what its desk has noted: lateness, breaks, grants, recesses.

Home is White. Desk and device show this table, and a case about time at the desk begins with what it holds. The scales
are `rulebook.tariff`'s; `tournament.desk` counts the same for its penalties.
"""

from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import Final
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from barpoint.board import Side
from barpoint.officiating import (
    Absence,
    AbsenceCause,
    BreakGrant,
    DelayLedger,
    delay_ledger,
)
from barpoint.officiating.cases import events as v
from barpoint.officiating.cases import fold_case, ruled_absences, with_ruled
from barpoint.service.ports import EventStore
from barpoint.tournament import Contest, Fixture, Tournament
from barpoint.tournament.desk import due, strict_in_force

_DAY: Final = 86_400_000


async def delay_rulings(
    store: EventStore, state: Tournament, contest: str, pairing: str, *, but: str = ""
) -> tuple[Absence, ...]:
    """The absences that rulings in force have added to a match; those of the case `but` are left out."""
    absences: list[Absence] = []
    for record in state.rulings.values():
        if (record.contest, record.pairing) != (contest, pairing) or record.case == but:
            continue
        case = fold_case(v.decode_event(stored.data) for stored in await store.read(f"case:{record.case}"))
        if case.opened is not None and case.in_force is not None:
            midnight = day_begin(state, case.opened.at)
            utc = case.opened.at - case.opened.at % _DAY  # a table in which only the lengths are right
            absences += ruled_absences(
                case.opened.kind, case.in_force.relied_on, midnight=utc if midnight is None else midnight
            )
    return tuple(absences)


def day_begin(state: Tournament, at: int) -> int | None:
    """When the day of a moment began in the hall; None where the tournament has no zone."""
    try:
        zone = ZoneInfo(state.settings.zone) if state.settings is not None and state.settings.zone else None
    except ZoneInfoNotFoundError:
        zone = None
    if zone is None:
        return None
    day = datetime.fromtimestamp(at / 1000, zone).replace(hour=0, minute=0, second=0, microsecond=0)
    return round(day.timestamp() * 1000)


def desk_delays(
    state: Tournament, contest: Contest, fixture: Fixture, at: int, ruled: Iterable[Absence] = ()
) -> DelayLedger | None:
    """The table at this moment, with what rulings have added; None where no book governs or nobody sits there yet."""
    match = contest.match_at(fixture)
    posted = contest.length_at(fixture)
    length = match.length or (posted.length if posted is not None else 0)
    if not length or contest.settings.variant or not contest.book or len(fixture.players) < len(Side):
        return None
    sides = dict(zip(match.players, Side, strict=True))
    late_back = match.resume_due is not None and at > match.resume_due
    now = at if match.suspended is None or late_back else match.suspended  # nothing is counted while play is stopped
    return delay_ledger(
        contest.profile,
        length,
        with_ruled(_absences(state, contest, fixture, at), ruled),
        started=at if match.begun is None else match.begun,
        now=now,
        grants=[BreakGrant(sides[grant.entrant], grant.at, grant.time) for grant in match.grants],
        resumed=[moment for moment in match.resumed if moment <= now],
        suspended=[(since, until) for since, until in match.suspensions if until <= now],
        strict=strict_in_force(contest, fixture),
    )


def _absences(state: Tournament, contest: Contest, fixture: Fixture, at: int) -> Iterator[Absence]:
    match = contest.match_at(fixture)
    begins = due(state, contest, fixture)
    for entrant, side in zip(match.players, Side, strict=True):
        place, ready = side.place, match.ready.get(entrant)
        if match.begun is None:
            yield from _late(side, AbsenceCause.START, begins, ready, at)
            continue
        if late := match.start_delay[place]:
            since = begins if begins is not None else match.begun - late
            yield Absence(side, AbsenceCause.START, since, since + late)
        for resumed, both in zip(match.resumed, match.resume_delays, strict=True):
            if late := both[place]:
                yield Absence(side, AbsenceCause.RESUME, resumed - late, resumed)
        if match.suspended is not None:
            yield from _late(side, AbsenceCause.RESUME, match.resume_due, ready, at)
    sides = tuple(Side)
    for taken in match.breaks:
        side, still = sides[match.side(taken.entrant)], match.stood_still(taken.start, taken.end)
        yield Absence(side, AbsenceCause.BREAK, taken.start, taken.end, taken.breaks, still=still)
    for running in match.on_break:
        until = match.suspended  # a break stands still with its match
        side, still = (
            sides[match.side(running.entrant)],
            match.stood_still(running.start, at if until is None else until),
        )
        yield Absence(side, AbsenceCause.BREAK, running.start, until, running.breaks, still=still)


def _late(side: Side, cause: AbsenceCause, since: int | None, ready: int | None, at: int) -> Iterator[Absence]:
    """A side that was late, or still is."""
    if since is not None and (at if ready is None else ready) > since:
        yield Absence(side, cause, since, ready)
