"""The table device over HTTP: what a match is played under, and what the device has recorded of it.

Anybody who stands at the table may read what it is played under; what happened is taken from the two players and from
those who work for the tournament, each with a private link (see `asking`).
"""

from typing import Annotated

from litestar import Response, get, post
from litestar.di import NamedDependency
from litestar.exceptions import NotFoundException, PermissionDeniedException
from litestar.params import JSONBody, PathParameter

from barpoint.board import Refusal
from barpoint.match.events import encode
from barpoint.match.format import Enforcement
from barpoint.rulebook.cite import cite
from barpoint.service.at_table import TableDice, board_of, dice_approved, stands
from barpoint.service.exports import FORMATS, export
from barpoint.service.house import House
from barpoint.service.recorded import Recorded, Recording
from barpoint.tournament import Contest, Tournament
from barpoint.tournament.desk import start_score
from barpoint.tournament.fixture import Fixture
from barpoint.web.problems import RefusedException
from barpoint.web.session import AnyRequest
from barpoint.web.tournaments.asking import Asker, Cid, Tid, asker
from barpoint.wire.tables import EntryRefused, NewRecording, RecordKept, TableSeen

Pid = Annotated[str, PathParameter(max_length=20, description="The match on the draw sheet, such as M1-3.")]
Form = Annotated[str, PathParameter(pattern="^(log|mat|sgf)$", description="log, mat or sgf.")]


@get("/api/tournaments/{tid:str}/tables/{contest:str}/{pairing:str}", summary="A match at its table")
async def at_table(
    tid: Tid, contest: Cid, pairing: Pid, request: AnyRequest, house: NamedDependency[House]
) -> TableSeen:
    """Names, length, clock, cube and breaks: all a device needs before it goes without a network."""
    who = await asker(request, house, tid)
    event, fixture = _match(who.state, contest, pairing)
    held = await _loaded(house, who.state, event, fixture)
    clocked = event.match_format(fixture, Enforcement.RECORDED, clocked=True)
    played = held.state.format if isinstance(clocked, Refusal) else clocked
    return TableSeen(
        tournament=tid,
        contest=contest,
        contest_name=event.settings.title,
        pairing=pairing,
        table=event.match_at(fixture).table,
        entrants=fixture.pair,
        names=(str(event.entries[fixture.pair[0]]), str(event.entries[fixture.pair[1]])),
        me=next((each for each in fixture.pair if who.person in event.entries[each].people), ""),
        may_record=_may_record(who, event, fixture),
        format=played,
        board=board_of(held.state),
        score=held.state.score if held.events else start_score(who.state, event, fixture),
        recorded=held.state.version,
        stands=stands(held.state),
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
    event, fixture = _match(who.state, contest, pairing)
    if not _may_record(who, event, fixture):
        raise PermissionDeniedException("for the two players and the staff: open your private link first")
    kept = await Recorded(house.store).keep(who.state, event, fixture, data.entries, who.person, house.clock.now())
    if isinstance(kept, Refusal):
        raise RefusedException(cite(kept, event.book))
    held = kept.held
    return RecordKept(
        version=held.state.version,
        score=held.state.score,
        phase=held.state.phase,
        refused=tuple(
            EntryRefused(id=one.id, code=one.citation.code, detail=one.citation.sentence, clauses=one.citation.clauses)
            for one in kept.refused
        ),
        unjudged=kept.unjudged,
        stands=stands(held.state),
        dice=kept.dice.seen() if dice_approved(who.state, event, fixture) else None,
    )


@get("/api/tournaments/{tid:str}/tables/{contest:str}/{pairing:str}/record/{form:str}", summary="A recorded match")
async def recorded(
    tid: Tid, contest: Cid, pairing: Pid, form: Form, request: AnyRequest, house: NamedDependency[House]
) -> Response[bytes]:
    """As a file, for the players and the staff; `barpoint analyse` gives its error rates."""
    who = await asker(request, house, tid)
    event, fixture = _match(who.state, contest, pairing)
    if not _may_record(who, event, fixture):
        raise PermissionDeniedException("for the two players and the staff: open your private link first")
    held = await _loaded(house, who.state, event, fixture)
    if not held.events:
        raise NotFoundException("nothing of this match has been recorded")
    found = FORMATS[form]
    headers = {"content-disposition": f'attachment; filename="{tid}-{pairing}.{found.suffix}"'}
    return Response(export(form, [*map(encode, held.events)]), media_type=found.media_type, headers=headers)


async def _dice(house: House, state: Tournament, event: Contest, fixture: Fixture, held: Recording) -> TableDice | None:
    if not dice_approved(state, event, fixture):
        return None
    return (await Recorded(house.store).dice(held)).seen()


def _match(state: Tournament, contest: str, pairing: str) -> tuple[Contest, Fixture]:
    event = state.contests.get(contest)
    fixture = event.fixtures.get(pairing) if event is not None and event.published is not None else None
    if event is None or fixture is None or len(fixture.players) < 2:
        raise NotFoundException("there is no such match with two players")
    return event, fixture


def _may_record(who: Asker, contest: Contest, fixture: Fixture) -> bool:
    return bool(who.roles) or any(who.person in contest.entries[each].people for each in fixture.pair)


async def _loaded(house: House, state: Tournament, contest: Contest, fixture: Fixture) -> Recording:
    held = await Recorded(house.store).load(state, contest, fixture)
    if isinstance(held, Refusal):
        raise RefusedException(cite(held, contest.book))
    return held


HANDLERS = (at_table, record, recorded)
