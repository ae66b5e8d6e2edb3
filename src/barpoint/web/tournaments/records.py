"""Recorded matches over HTTP: as files, picture by picture, with their dice, and what the engine says of them.

A record is for the two players and those who work for the tournament. It is reviewed when the match is over; somebody
who sits in an unfinished match of the tournament gets no analysis (usbgf:1.8.1a, bws:1.7.1a, guide:1.2.3a).
"""

from typing import Annotated, Final

from litestar import Response, get, post
from litestar.di import NamedDependency
from litestar.exceptions import NotFoundException, PermissionDeniedException
from litestar.params import PathParameter

from barpoint.board import Refusal
from barpoint.engine.analysis import Performance
from barpoint.match.events import encode
from barpoint.match.state import Phase
from barpoint.rulebook.cite import cite
from barpoint.service.dice_file import write_dice_file
from barpoint.service.exports import FORMATS, export
from barpoint.service.fair_dice import Verdict, decode_dice, verify
from barpoint.service.house import House
from barpoint.service.recorded import Recorded, Recording
from barpoint.service.refusals import ServiceCode
from barpoint.tournament import Contest, Tournament
from barpoint.tournament.fixture import Fixture
from barpoint.tournament.timing import matches_of
from barpoint.web.guards import open_to_aids
from barpoint.web.problems import RefusedException
from barpoint.web.review import Plies, analysis_seen, pictured
from barpoint.web.session import AnyRequest
from barpoint.web.tournaments.asking import Asker, Cid, Tid, asker
from barpoint.wire.review import AnalysisSeen, Review
from barpoint.wire.tables import ErrorRates

Pid = Annotated[str, PathParameter(max_length=20, description="The match on the draw sheet, such as M1-3.")]
Form = Annotated[str, PathParameter(pattern="^(log|mat|sgf)$", description="log, mat or sgf.")]
_SOON: Final = 0  # the depth every finished record is weighed at without being asked


@get("/api/tournaments/{tid:str}/tables/{contest:str}/{pairing:str}/record/{form:str}", summary="A recorded match")
async def recorded(
    tid: Tid, contest: Cid, pairing: Pid, form: Form, request: AnyRequest, house: NamedDependency[House]
) -> Response[bytes]:
    """As a file, for the players and the staff."""
    _, held = await _record(request, house, tid, contest, pairing)
    found = FORMATS[form]
    headers = {"content-disposition": f'attachment; filename="{tid}-{pairing}.{found.suffix}"'}
    return Response(export(form, log_of(held)), media_type=found.media_type, headers=headers)


@get("/api/tournaments/{tid:str}/tables/{contest:str}/{pairing:str}/dice", summary="A recorded match with its dice")
async def diced(
    tid: Tid, contest: Cid, pairing: Pid, request: AnyRequest, house: NamedDependency[House]
) -> Response[bytes]:
    """The record and everything published of its dice, for `barpoint dice verify`."""
    _, held = await _record(request, house, tid, contest, pairing)
    dice = [stored.data for stored in await house.store.read(f"dice:{held.id}")]
    headers = {"content-disposition": f'attachment; filename="{tid}-{pairing}.dice.json"'}
    return Response(write_dice_file(held.id, log_of(held), dice), media_type="application/json", headers=headers)


@get("/api/tournaments/{tid:str}/tables/{contest:str}/{pairing:str}/dice/check", summary="Check a record's dice")
async def dice_checked(
    tid: Tid, contest: Cid, pairing: Pid, request: AnyRequest, house: NamedDependency[House]
) -> Verdict:
    """Every roll of sealed dice worked out again; `by_hand` are those thrown on the board."""
    _, held = await _record(request, house, tid, contest, pairing)
    dice = [decode_dice(stored.data) for stored in await house.store.read(f"dice:{held.id}")]
    return verify(held.id, held.events, dice)


@get("/api/tournaments/{tid:str}/tables/{contest:str}/{pairing:str}/review", summary="A recorded match in pictures")
async def reviewed(tid: Tid, contest: Cid, pairing: Pid, request: AnyRequest, house: NamedDependency[House]) -> Review:
    """Every action of a match that is over, with the board and the clock after it."""
    _, held = await _finished(request, house, tid, contest, pairing)
    return pictured(held.id, held.events)


@get(
    "/api/tournaments/{tid:str}/tables/{contest:str}/{pairing:str}/analysis",
    summary="Error rates of a recorded match",
    guards=[open_to_aids],
)
async def analysed(
    tid: Tid, contest: Cid, pairing: Pid, request: AnyRequest, house: NamedDependency[House], plies: Plies = 0
) -> AnalysisSeen:
    """Every decision weighed by the engine; a record that ended is put into the queue by itself."""
    who, held = await _finished(request, house, tid, contest, pairing)
    await _must_be_free(house, who)
    return analysis_seen(await house.analyses.look(weighed_as(held), plies))


@post(
    "/api/tournaments/{tid:str}/tables/{contest:str}/{pairing:str}/analysis",
    status_code=202,
    summary="Have a recorded match analysed",
    guards=[open_to_aids],
)
async def analyse(
    tid: Tid, contest: Cid, pairing: Pid, request: AnyRequest, house: NamedDependency[House], plies: Plies = 0
) -> AnalysisSeen:
    """Put into the queue, unless it is there or done."""
    who, held = await _finished(request, house, tid, contest, pairing)
    await _must_be_free(house, who)
    asked_by = f"{tid}/{who.person}"
    return analysis_seen(await house.analyses.ask(weighed_as(held), plies, asked_by, log_of(held)))


def log_of(held: Recording) -> list[bytes]:
    """The record's log, line by line."""
    return [encode(event) for event in held.events]


def weighed_as(held: Recording) -> str:
    """What the analysis of a record is kept under: another one if something was taken back since."""
    return f"{held.id.replace('/', '+')}@{held.state.version}"


async def weigh(house: House, held: Recording) -> None:
    """A record that has ended is weighed without being asked."""
    if held.state.phase is Phase.OVER:
        await house.analyses.ask(weighed_as(held), _SOON, f"table {held.id}", log_of(held))


async def error_rates(house: House, state: Tournament) -> tuple[ErrorRates, ...]:
    """What is known of every recorded match that is over; what has not been weighed is asked for."""
    found: list[ErrorRates] = []
    for contest in state.contests.values():
        for fixture in contest.fixtures.values():
            if len(fixture.players) < 2 or fixture.result is None:
                continue
            held = await Recorded(house.store).load(state, contest, fixture)
            if isinstance(held, Refusal) or not held.events:
                continue
            standing = await house.analyses.look(weighed_as(held), _SOON)
            if standing.state == "none":
                await weigh(house, held)
            found.append(_rates(state, contest, fixture, analysis_seen(standing)))
    return tuple(found)


def _rates(state: Tournament, contest: Contest, fixture: Fixture, seen: AnalysisSeen) -> ErrorRates:
    name = state.settings.id if state.settings else ""
    players: tuple[Performance, ...] = () if seen.analysis is None else seen.analysis.players
    return ErrorRates(match=f"{name}/{contest.settings.id}/{fixture.id}", state=seen.state, players=players)


def match_of(state: Tournament, contest: str, pairing: str) -> tuple[Contest, Fixture]:
    """A match with two players of an event that is published."""
    event = state.contests.get(contest)
    fixture = event.fixtures.get(pairing) if event is not None and event.published is not None else None
    if event is None or fixture is None or len(fixture.players) < 2:
        raise NotFoundException("there is no such match with two players")
    return event, fixture


def may_record(who: Asker, contest: Contest, fixture: Fixture) -> bool:
    """The two sides, and those who work for the tournament."""
    return bool(who.roles) or any(who.person in contest.entries[each].people for each in fixture.pair)


def must_record(who: Asker, contest: Contest, fixture: Fixture) -> None:
    """Nobody else has a record, or writes one."""
    if not may_record(who, contest, fixture):
        raise PermissionDeniedException("for the two players and the staff: open your private link first")


async def loaded(house: House, state: Tournament, contest: Contest, fixture: Fixture) -> Recording:
    """The record of a match as it stands."""
    held = await Recorded(house.store).load(state, contest, fixture)
    if isinstance(held, Refusal):
        raise RefusedException(cite(held, contest.book))
    return held


async def _record(request: AnyRequest, house: House, tid: str, contest: str, pairing: str) -> tuple[Asker, Recording]:
    who = await asker(request, house, tid)
    event, fixture = match_of(who.state, contest, pairing)
    must_record(who, event, fixture)
    held = await loaded(house, who.state, event, fixture)
    if not held.events:
        raise NotFoundException("nothing of this match has been recorded")
    return who, held


async def _finished(request: AnyRequest, house: House, tid: str, contest: str, pairing: str) -> tuple[Asker, Recording]:
    who, held = await _record(request, house, tid, contest, pairing)
    _, fixture = match_of(who.state, contest, pairing)
    if held.state.phase is not Phase.OVER and fixture.result is None:
        raise NotFoundException("the match is not over yet")
    return who, held


async def _must_be_free(house: House, who: Asker) -> None:
    """No aids for somebody who sits in an unfinished match: here, or with the account that plays for them."""
    sits = any(match.playing for _, _, match in matches_of(who.state, who.person))
    account = (await house.links.keys(who.id)).accounts.get(who.person, "")
    if sits or (account and await house.accounts.plays_seriously(account)):
        raise RefusedException(cite(Refusal(ServiceCode.AIDS_CLOSED), ""))


HANDLERS = (recorded, diced, dice_checked, reviewed, analysed, analyse)
