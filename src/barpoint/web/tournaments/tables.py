"""The table device over HTTP: what a match is played under, and what the device has recorded of it.

Anybody who stands at the table may read what it is played under, and the score. The two players and those who work for
the tournament, each with a private link (see `asking`), see the board and say what happened.
"""

import msgspec
from litestar import get, post
from litestar.di import NamedDependency
from litestar.params import JSONBody

from barpoint.board import Refusal
from barpoint.rulebook.cite import cite, said_in
from barpoint.service.at_table import TableDice, board_of, dice_approved, format_at_table, stands
from barpoint.service.house import House
from barpoint.service.recorded import NotKept, Recorded, Recording
from barpoint.tournament import Contest, Phase, Tournament
from barpoint.tournament.desk import start_score
from barpoint.tournament.fixture import Fixture
from barpoint.tournament.refusals import TournamentCode
from barpoint.web.problems import RefusedException
from barpoint.web.session import AnyRequest
from barpoint.web.tournaments.asking import Cid, Tid, asker
from barpoint.web.tournaments.language import asked_in
from barpoint.web.tournaments.records import Pid, loaded, match_of, may_record, must_record, weigh
from barpoint.wire.tables import EntryRefused, NewRecording, RecordKept, TableSeen


@get("/api/tournaments/{tid:str}/tables/{contest:str}/{pairing:str}", summary="A match at its table")
async def at_table(
    tid: Tid, contest: Cid, pairing: Pid, request: AnyRequest, house: NamedDependency[House]
) -> TableSeen:
    """Names, length, clock, cube and breaks: all a device needs before it goes without a network."""
    who = await asker(request, house, tid)
    event, fixture = match_of(who.state, contest, pairing)
    held, may = await loaded(house, who.state, event, fixture), may_record(who, event, fixture)
    played = format_at_table(event, fixture)
    return TableSeen(
        tournament=tid,
        contest=contest,
        contest_name=event.settings.title,
        pairing=pairing,
        table=event.match_at(fixture).table,
        entrants=fixture.pair,
        names=(str(event.entries[fixture.pair[0]]), str(event.entries[fixture.pair[1]])),
        me=next((each for each in fixture.pair if who.person in event.entries[each].people), ""),
        may_record=may,
        format=held.state.format if isinstance(played, Refusal) else played,
        board=board_of(held.state),
        score=held.state.score if held.events else start_score(who.state, event, fixture),
        recorded=held.state.version,
        stands=stands(held.state) if may else msgspec.structs.replace(stands(held.state), game=None),
        dice=await _dice(house, who.state, event, fixture, held),
        over=fixture.result is not None,
    )


@post("/api/tournaments/{tid:str}/tables/{contest:str}/{pairing:str}/record", status_code=200, summary="Record play")
async def record(
    tid: Tid,
    contest: Cid,
    pairing: Pid,
    data: JSONBody[NewRecording],
    request: AnyRequest,
    house: NamedDependency[House],
) -> RecordKept:
    """What happened, in order; judged as RECORDED. The same entry again is harmless."""
    who = await asker(request, house, tid)
    event, fixture = match_of(who.state, contest, pairing)
    must_record(who, event, fixture)
    if who.state.phase is Phase.CLOSED:
        raise RefusedException(cite(Refusal(TournamentCode.TOURNAMENT_CLOSED), event.book))
    kept = await Recorded(house.store).keep(who.state, event, fixture, data.entries, who.person, house.clock.now())
    if isinstance(kept, Refusal):
        raise RefusedException(cite(kept, event.book))
    held = kept.held
    await weigh(house, held)
    return RecordKept(
        version=held.state.version,
        score=held.state.score,
        phase=held.state.phase,
        refused=tuple(_refused(one, asked_in(request)) for one in kept.refused),
        unjudged=kept.unjudged,
        stands=stands(held.state),
        dice=kept.dice.seen() if dice_approved(who.state, event, fixture) else None,
    )


def _refused(one: NotKept, language: str) -> EntryRefused:
    said = one.citation
    return EntryRefused(id=one.id, code=said.code, detail=said_in(language, said), clauses=said.clauses)


async def _dice(house: House, state: Tournament, event: Contest, fixture: Fixture, held: Recording) -> TableDice | None:
    if not dice_approved(state, event, fixture):
        return None
    return (await Recorded(house.store).dice(held)).seen()


HANDLERS = (at_table, record)
