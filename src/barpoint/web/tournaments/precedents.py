"""Rulings of principle over HTTP: cases referred to the board, what it ruled, and precedents anybody can look up.

The board is the officials of the server. A precedent names nobody: the kind of incident, the principle, its clauses.
"""

from collections.abc import Callable
from typing import Annotated

from litestar import get, post
from litestar.di import NamedDependency
from litestar.exceptions import NotFoundException
from litestar.params import JSONBody, QueryParameter

from barpoint.officiating import all_kinds
from barpoint.officiating.cases import Case, CaseQuery, find_cases
from barpoint.officiating.cases import events as v
from barpoint.rulebook import clause
from barpoint.service import Account, ServerProcess
from barpoint.service.tournaments import plays_match_of
from barpoint.web.api import Id
from barpoint.web.officials import case_for_official, take_step
from barpoint.wire.officiating import NewPrinciple, Precedent, ReferredCase

Words = Annotated[str, QueryParameter(max_length=120, description="What it is about.")]


@get("/api/precedents", summary="Precedents")
async def precedents(house: NamedDependency[ServerProcess], q: Words = "") -> list[Precedent]:
    """Rulings of principle, latest first; those that have all the words."""
    cases = await _cases(house, lambda case: case.principle is not None)
    return [_precedent(name, case) for name, case in find_cases(cases, CaseQuery(words=q))]


@get("/api/precedents/referred", summary="Cases that wait for a ruling of principle")
async def referred(staff: NamedDependency[Account], house: NamedDependency[ServerProcess]) -> list[ReferredCase]:
    """Latest first; those of one's own matches are not among them."""
    waiting = await _cases(house, lambda case: case.referred is not None and case.principle is None)
    mine = [
        name
        for name, case in waiting
        if case.opened and await plays_match_of(house.play, house.direct, house.links, staff, case.opened)
    ]
    return [_referred(name, case) for name, case in find_cases(waiting, CaseQuery()) if name not in mine]


@post("/api/precedents/{id:str}", status_code=201, summary="Give a ruling of principle")
async def rule_principle(
    id: Id, data: JSONBody[NewPrinciple], staff: NamedDependency[Account], house: NamedDependency[ServerProcess]
) -> Precedent:
    """On a case that was referred; the result of its event stays as it is."""
    context = await case_for_official(house, id, staff)
    rows = tuple(clause(row).id for row in data.clauses)
    at = max(house.clock.now(), context.case.at)
    event = v.PrincipleRuled(at=at, by=staff.name, principle=data.principle.strip(), clauses=rows)
    await take_step(lambda command: house.club.officiate.step(id, event, command), context.opening.book)
    return _precedent(id, (await house.club.officiate.load(id)).case)


async def principle_of(house: ServerProcess, precedent: str) -> str:
    """What a precedent says."""
    context = await house.club.officiate.load(precedent)
    if context.case.principle is None:
        raise NotFoundException("there is no such precedent")
    return context.case.principle.principle


async def _cases(house: ServerProcess, fits: Callable[[Case], bool]) -> list[tuple[str, Case]]:
    names = [stream.partition(":")[2] for stream in await house.store.streams("case")]
    cases = [(name, (await house.club.officiate.load(name)).case) for name in names]
    return [(name, case) for name, case in cases if fits(case)]


def _precedent(name: str, case: Case) -> Precedent:
    assert case.opened is not None
    assert case.principle is not None
    return Precedent(
        id=name,
        at=case.principle.at,
        book=case.opened.book,
        title=_title(case.opened),
        principle=case.principle.principle,
        clauses=case.principle.clauses,
    )


def _referred(name: str, case: Case) -> ReferredCase:
    assert case.opened is not None
    assert case.referred is not None
    return ReferredCase(
        id=name,
        at=case.referred.at,
        book=case.opened.book,
        title=_title(case.opened),
        report=case.opened.report,
        ruled="" if case.ruling is None else case.ruling.say,
        by=case.referred.by,
    )


def _title(opened: v.CaseOpened) -> str:
    return all_kinds()[opened.kind].title if opened.kind else ""


HANDLERS = (precedents, referred, rule_principle)
