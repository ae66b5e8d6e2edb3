"""Incidents at the desk: a case about a match of the tournament, from the report to the end of an appeal.

The officiating room judges; ruling, penalty and the record of persons land together, in the tournament's own log too
(`service.case_at_desk`). Home plays White. For those who rule; whoever plays the match does not.
"""

from collections.abc import Awaitable
from typing import Annotated, Final

from litestar import get, post
from litestar.di import NamedDependency
from litestar.exceptions import NotFoundException
from litestar.params import JSONBody, PathParameter
from msgspec.structs import replace

from barpoint.board import Refusal
from barpoint.officiating import case_events as v
from barpoint.officiating.answer import Penalty
from barpoint.officiating.case import CaseCode
from barpoint.officiating.confirm import Confirmation, OwnRuling
from barpoint.officiating.judge import all_kinds
from barpoint.officiating.judge import kind as kind_named
from barpoint.officiating.reading import read_fact
from barpoint.rulebook.cite import cite
from barpoint.service.access import new_id
from barpoint.service.direct import stream_of
from barpoint.service.house import House
from barpoint.service.officiate import OpenCase, Outcome
from barpoint.tournament.staff import Permission
from barpoint.web.officials import case_seen, taken
from barpoint.web.problems import RefusedException
from barpoint.web.session import AnyRequest
from barpoint.web.tournaments.asking import Asker, Tid, asker
from barpoint.wire.officials import CaseSeen
from barpoint.wire.tournaments import DeskCase, DeskCaseStep, NewDeskCase

CaseId = Annotated[str, PathParameter(pattern="^[A-Z2-7]{6,12}$", description="The case's id.")]


_CHANGING: Final = ("rule", "votes")
"""Steps that may change the match itself."""


@post("/api/tournaments/{tid:str}/cases", status_code=201, summary="Report an incident in a match")
async def open_case(
    tid: Tid, data: JSONBody[NewDeskCase], request: AnyRequest, house: NamedDependency[House]
) -> DeskCase:
    """It is judged under the book of the event; its questions are answered step by step."""
    who = await _official(request, house, tid)
    contest = who.state.contests.get(data.contest)
    fixture = contest.fixtures.get(data.pairing) if contest is not None else None
    if contest is None or fixture is None or len(fixture.players) < 2:
        raise NotFoundException("there is no such match")
    if data.kind and data.kind not in all_kinds():
        raise NotFoundException(f"no incident is called {data.kind!r}; GET /api/incidents lists them")
    sides = [contest.entries[entrant].people for entrant in fixture.pair]
    if who.person in (person for side in sides for person in side):
        raise RefusedException(cite(Refusal(CaseCode.OWN_MATCH), contest.book))
    white, black = (tuple(who.state.name_of(person) for person in side) for side in sides)
    opened = v.CaseOpened(
        at=house.clock.now(),
        by=who.person,
        profile=replace(contest.profile, event=tid),
        kind=data.kind,
        report=data.report,
        match=contest.match_at(fixture).stream,
        white=white,
        black=black,
        tournament=stream_of(tid),
        contest=data.contest,
        pairing=data.pairing,
    )
    case = new_id()
    await taken(lambda command: house.club.officiate.open(case, opened, command), opened.book)
    return DeskCase(id=case, page=f"/t/{tid}/case/{case}")


@get("/api/tournaments/{tid:str}/cases/{case:str}", summary="A case of the tournament")
async def desk_case(tid: Tid, case: CaseId, request: AnyRequest, house: NamedDependency[House]) -> CaseSeen:
    """Its facts so far, and what the book answers."""
    await _official(request, house, tid)
    return case_seen(await case_of(house, tid, case))


@post("/api/tournaments/{tid:str}/cases/{case:str}", status_code=200, summary="Take a step in a case")
async def step_case(
    tid: Tid, case: CaseId, data: JSONBody[DeskCaseStep], request: AnyRequest, house: NamedDependency[House]
) -> CaseSeen:
    """A fact, the ruling, an appeal, its committee, its votes, the end."""
    who = await _official(request, house, tid)
    found = await case_of(house, tid, case)
    await taken(lambda command: _step(house, who, found, data, command), found.opened.book)
    await house.direct.load(tid)  # who watches the tournament hears of it
    board = await house.play.room(found.opened.match.partition(":")[2]) if found.opened.match else None
    if board is not None and data.step in _CHANGING:
        await house.club.ruled(board, case)
    return case_seen(await case_of(house, tid, case))


async def case_of(house: House, tid: str, case: str) -> OpenCase:
    """A case of this tournament."""
    found = await house.club.officiate.look(case)
    if found.case.opened is None or found.opened.tournament != stream_of(tid):
        raise NotFoundException("there is no such case")
    return found


async def open_cases(house: House, tid: str) -> list[OpenCase]:
    """The cases of a tournament that are not closed, oldest first."""
    names = await house.store.streams("case", only_open=True)
    found = [await house.club.officiate.look(name.partition(":")[2]) for name in names]
    mine = [one for one in found if one.case.opened is not None and one.opened.tournament == stream_of(tid)]
    return sorted(mine, key=lambda one: one.opened.at)


async def _official(request: AnyRequest, house: House, tid: str) -> Asker:
    who = await asker(request, house, tid)
    who.must(Permission.RULE)
    return who


def _step(house: House, who: Asker, found: OpenCase, data: DeskCaseStep, command: str) -> Awaitable[Outcome]:
    at, by, officiate = max(house.clock.now(), found.case.at), who.person, house.club.officiate
    asked: v.Asked
    match data.step:
        case "fact":
            questions = kind_named(found.opened.kind).questions
            if data.key not in questions:
                raise ValueError(f"expected one of {', '.join(questions)}, not {data.key!r}")
            value = read_fact(questions[data.key], data.text)
            asked = v.FactGiven(at=at, by=by, key=data.key, value=value, given_by=data.player)
        case "rule":
            return officiate.rule(found.name, _confirmation(found, data, at, by), command)
        case "appeal":
            asked = v.AppealMade(at=at, by=data.player)
        case "committee":
            staff = tuple(member for member in data.members if member in who.state.staff)
            asked = v.CommitteeNamed(at=at, by=by, members=data.members, staff=staff)
        case "votes":
            change = {name: votes for name, votes in data.change.items() if votes}
            asked = v.VotesCounted(at=at, by=by, uphold=data.uphold, change=change)
        case "close":
            asked = v.CaseClosed(at=at, by=by)
    return officiate.step(found.name, asked, command)


def _confirmation(found: OpenCase, data: DeskCaseStep, at: int, by: str) -> Confirmation:
    own = None
    if data.say:
        told = data.penalty
        penalties: tuple[Penalty, ...] = ()
        if told is not None:
            given = Penalty(told.side, told.step, points=told.points, later=told.later, barred_until=told.barred_until)
            penalties = (given,)
        own = OwnRuling(say=data.say, penalties=penalties)
    outcome = found.case.overturned
    return Confirmation(by=by, at=at, chosen=data.chosen, own=own, reason=data.reason, outcome=outcome)


HANDLERS = (open_case, desk_case, step_case)
