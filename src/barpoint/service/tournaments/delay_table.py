"""The delay ledger of a match of a tournament, from what its desk has noted: lateness, breaks, grants, recesses.

Home is White. Desk and device show this table, and a case about time at the desk begins with what it holds. The scales
are `rulebook.tariff`'s; `tournament.desk` counts the same for its penalties.
"""

from collections.abc import Iterator
from typing import Final

from barpoint.board import Side
from barpoint.officiating import Absence, AbsenceCause, BreakGrant, DelayLedger, FactValue, delay_ledger
from barpoint.tournament import Contest, Fixture, Tournament
from barpoint.tournament.desk import due, strict_in_force


def desk_delays(state: Tournament, contest: Contest, fixture: Fixture, at: int) -> DelayLedger | None:
    """The table at this moment; None where no book governs or nobody sits there yet."""
    match = contest.match_at(fixture)
    posted = contest.length_at(fixture)
    length = match.length or (posted.length if posted is not None else 0)
    if not length or contest.settings.variant or not contest.book or len(fixture.players) < len(Side):
        return None
    sides = dict(zip(match.players, Side, strict=True))
    return delay_ledger(
        contest.profile,
        length,
        _absences(state, contest, fixture, at),
        started=at if match.begun is None else match.begun,
        now=at,
        grants=[BreakGrant(sides[grant.entrant], grant.at, grant.time) for grant in match.grants],
        resumed=[moment for moment in match.resumed if moment <= at],
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
        if (late := match.resume_delay[place]) and match.resumed:
            yield Absence(side, AbsenceCause.RESUME, match.resumed[-1] - late, match.resumed[-1])
        if match.suspended is not None:
            yield from _late(side, AbsenceCause.RESUME, match.resume_due, ready, at)
    sides = tuple(Side)
    for taken in match.breaks:
        yield Absence(sides[match.side(taken.entrant)], AbsenceCause.BREAK, taken.start, taken.end, taken.breaks)
    for running in match.on_break:
        yield Absence(sides[match.side(running.entrant)], AbsenceCause.BREAK, running.start, None, running.breaks)


def _late(side: Side, cause: AbsenceCause, since: int | None, ready: int | None, at: int) -> Iterator[Absence]:
    """A side that was late, or still is."""
    if since is not None and (at if ready is None else ready) > since:
        yield Absence(side, cause, since, ready)


_OWN: Final = {
    "late_start": (AbsenceCause.START, AbsenceCause.RESUME),
    "break_overrun": (AbsenceCause.BREAK,),
    "left_board": (AbsenceCause.BREAK,),
}


def delay_facts(ledger: DelayLedger, kind: str) -> dict[str, FactValue]:
    """What a case about time need not ask: the length, and what was charged before the absence it is about."""
    facts: dict[str, FactValue] = {"length": ledger.length}
    for player in ledger.players:
        rows = [row for row in ledger.rows if row.absence.side is player.side]
        own = rows[-1].delay if rows and rows[-1].absence.cause in _OWN.get(kind, ()) else 0
        facts[f"charged_{player.side.value}"] = player.delay - own
    return facts
