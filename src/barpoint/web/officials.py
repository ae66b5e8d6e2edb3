"""For officials over HTTP: what waits for them, cases in the matches of this server, and the stateless interview.

Inquiries and cases are for staff. `POST /api/rule-on` is for anybody who is not in the middle of a serious match: the
same facts give the same answer, and nothing is kept.
"""

from collections.abc import Awaitable, Callable
from typing import Final
from uuid import uuid4

from litestar import get, post
from litestar.di import NamedDependency
from litestar.exceptions import ClientException, NotFoundException
from litestar.params import FromPath, JSONBody

from barpoint.board import Refusal
from barpoint.officiating import case_events as v
from barpoint.officiating.answer import Answer as Answered
from barpoint.officiating.answer import Discretion, NeedFacts
from barpoint.officiating.case import CaseCode
from barpoint.officiating.confirm import Confirmation
from barpoint.officiating.judge import all_kinds, judge
from barpoint.rulebook.cite import Citation, cite
from barpoint.rulebook.presets import preset
from barpoint.service.access import new_id
from barpoint.service.case_on_board import case_on_board, official_in
from barpoint.service.house import House
from barpoint.service.inquiries import STOPPING, Inquiry
from barpoint.service.officiate import OpenCase, Outcome, answer_of
from barpoint.service.ports import Account, Conflict
from barpoint.web.api import Id
from barpoint.web.guards import open_to_aids
from barpoint.web.problems import RefusedException
from barpoint.web.ruling import shown
from barpoint.wire.officials import (
    Answer,
    CaseSeen,
    GivenFact,
    IncidentKind,
    NewCase,
    NewJudgement,
    RuledOn,
    RuleOn,
    Stop,
)

_TRIES: Final = 3


# The interview


@get("/api/incidents/{kind:str}", summary="A kind of incident", sync_to_thread=False)
def incident(kind: FromPath[str]) -> IncidentKind:
    """Its questions as JSON Schema, and the clauses of each book that speak of it."""
    found = all_kinds().get(kind)
    if found is None:
        raise NotFoundException(f"no incident is called {kind[:60]!r}; GET /api/incidents lists them")
    return IncidentKind(found.name, found.title, found.words, dict(found.clauses), found.schema)


@post("/api/rule-on", status_code=200, summary="Rule on an incident, step by step", guards=[open_to_aids])
async def rule_on(data: JSONBody[RuleOn]) -> RuledOn:
    """The next question, a ruling, or the bounds of a person's discretion. Nothing is kept."""
    return ruled_on(judge(data.kind, data.facts, preset(data.preset)))


def ruled_on(answer: Answered) -> RuledOn:
    """One of the three answers."""
    if isinstance(answer, NeedFacts):
        return RuledOn("need_facts", answer, {answer.question.key: answer.question.schema})
    return RuledOn("discretion" if isinstance(answer, Discretion) else "ruling", answer)


# Inquiries


@get("/api/inquiries", summary="What waits for an official")
async def inquiries(staff: NamedDependency[Account], house: NamedDependency[House]) -> list[Inquiry]:  # noqa: ARG001
    """Calls, reports and requests, the oldest first."""
    return house.club.inquiries.listed()


@get("/api/inquiries/{id:str}", summary="An inquiry")
async def inquiry(
    id: Id,  # noqa: A002
    staff: NamedDependency[Account],  # noqa: ARG001
    house: NamedDependency[House],
) -> Inquiry:
    """As it stands, settled ones too."""
    return await _inquiry(house, id)


@post("/api/inquiries/{id:str}/take", status_code=200, summary="Look after an inquiry")
async def take(id: Id, staff: NamedDependency[Account], house: NamedDependency[House]) -> Inquiry:  # noqa: A002
    """Say that you do."""
    return _granted(await house.club.inquiries.take(await _inquiry(house, id), staff))


@post("/api/inquiries/{id:str}/settle", status_code=200, summary="Settle an inquiry")
async def settle(
    id: Id,  # noqa: A002
    data: JSONBody[Answer],
    staff: NamedDependency[Account],
    house: NamedDependency[House],
) -> Inquiry:
    """A call is released and play goes on; a request is granted or not."""
    found = await _inquiry(house, id)
    settled = _granted(await house.club.inquiries.settle(found, staff, data.answer, granted=data.granted))
    room = await house.play.room(found.raised.match)
    if room is not None and found.raised.kind in STOPPING:
        await house.club.ruled(room, found.id)
    return settled


@post("/api/matches/{id:str}/stop", status_code=201, summary="Stop a match")
async def stop(
    id: Id,  # noqa: A002
    data: JSONBody[Stop],
    staff: NamedDependency[Account],
    house: NamedDependency[House],
) -> Inquiry:
    """Nobody has called: play and clocks stand still until the inquiry this opens is settled."""
    room = await house.play.room(id)
    if room is None:
        raise NotFoundException("there is no such match")
    return _granted(await house.club.inquiries.stop(room, staff, data.reason))


# Cases


@post("/api/inquiries/{id:str}/case", status_code=201, summary="Rule on an inquiry")
async def open_case(
    id: Id,  # noqa: A002
    data: JSONBody[NewCase],
    staff: NamedDependency[Account],
    house: NamedDependency[House],
) -> CaseSeen:
    """Open a case under the book of the match; what its log knows need not be told."""
    found = await _inquiry(house, id)
    room = await house.play.room(found.raised.match)
    if room is None or data.kind not in all_kinds():
        raise NotFoundException(f"no incident is called {data.kind!r}; GET /api/incidents lists them")
    case = new_id()
    _granted(await house.club.inquiries.attach(found, staff, case))
    report = data.report or found.raised.about
    opened = await case_on_board(house.direct, room, staff, data.kind, report, house.play.now())
    await taken(lambda command: house.club.officiate.open(case, opened, command), opened.book)
    for key, value in data.facts.items():
        given = v.FactGiven(at=house.play.now(), by=opened.by, key=key, value=value)
        await taken(lambda command, given=given: house.club.officiate.step(case, given, command), opened.book)  # type: ignore[misc]  # a default argument binds the loop's value
    return case_seen(await house.club.officiate.look(case))


@get("/api/cases/{id:str}", summary="A case")
async def case(
    id: Id,  # noqa: A002
    staff: NamedDependency[Account],  # noqa: ARG001
    house: NamedDependency[House],
) -> CaseSeen:
    """Its facts so far, and what the book answers."""
    return case_seen(await _case(house, id))


@post("/api/cases/{id:str}/facts", status_code=200, summary="Answer a case's question")
async def fact(
    id: Id,  # noqa: A002
    data: JSONBody[GivenFact],
    staff: NamedDependency[Account],
    house: NamedDependency[House],
) -> CaseSeen:
    """A later answer replaces an earlier one."""
    found = await _case(house, id)
    by = official_in(found.opened, staff)
    given = v.FactGiven(at=house.play.now(), by=by, key=data.key, value=data.value, given_by=data.given_by)
    await taken(lambda command: house.club.officiate.step(id, given, command), found.opened.book)
    return case_seen(await _case(house, id))


@post("/api/cases/{id:str}/ruling", status_code=200, summary="Give the ruling")
async def ruling(
    id: Id,  # noqa: A002
    data: JSONBody[NewJudgement],
    staff: NamedDependency[Account],
    house: NamedDependency[House],
) -> CaseSeen:
    """The ruling, its remedy in the match and the penalty on the record land together, and in its tournament's log."""
    found = await _case(house, id)
    room = await house.play.room(found.opened.match.partition(":")[2])
    if room is not None and room.seat_of(staff.id) is not None:
        raise RefusedException(cite(Refusal(CaseCode.OWN_MATCH), found.opened.book))
    says = Confirmation(
        by=official_in(found.opened, staff),
        at=house.play.now(),
        chosen=data.chosen,
        impose=data.impose,
        own=data.own,
        reason=data.reason,
    )
    await taken(lambda command: house.club.officiate.rule(id, says, command), found.opened.book)
    if found.opened.tournament:
        await house.direct.load(found.opened.tournament.partition(":")[2])  # who watches it hears of it
    if room is not None:
        await house.club.ruled(room, id)
    return case_seen(await _case(house, id))


async def taken(act: Callable[[str], Awaitable[Outcome]], book: str) -> None:
    """Take a step in a case; a refusal is cited under its book."""
    command = f"case/{uuid4().hex}"
    for _ in range(_TRIES):
        outcome = await act(command)
        if isinstance(outcome, Refusal):
            raise RefusedException(cite(outcome, book))
        if not isinstance(outcome, Conflict):
            return
    raise ClientException("somebody else was faster; look again", status_code=409)


async def _inquiry(house: House, id: str) -> Inquiry:  # noqa: A002
    found = await house.club.inquiries.find(id)
    if found is None:
        raise NotFoundException("there is no such inquiry")
    return found


async def _case(house: House, id: str) -> OpenCase:  # noqa: A002
    found = await house.club.officiate.look(id)
    if found.case.opened is None:
        raise NotFoundException("there is no such case")
    return found


def case_seen(found: OpenCase) -> CaseSeen:
    """A case for the eyes of an official."""
    opened, held, answer = found.opened, found.case, answer_of(found)
    return CaseSeen(
        id=found.name,
        version=held.version,
        kind=opened.kind,
        book=opened.book,
        match=opened.match.partition(":")[2],
        facts=dict(held.facts),
        answer=ruled_on(answer),
        shown=shown(answer),
        ruled="" if held.ruling is None else held.ruling.say,
        applied=bool(held.applied),
        closed=held.closed,
    )


def _granted(outcome: Inquiry | Citation) -> Inquiry:
    if isinstance(outcome, Citation):
        raise RefusedException(outcome)
    return outcome


HANDLERS = (incident, rule_on, inquiries, inquiry, take, settle, stop, open_case, case, fact, ruling)
