"""Sanctions over HTTP: an official of the server sees the record and extends one; the person sees it and appeals."""

from typing import Annotated
from uuid import uuid4

from litestar import get, post
from litestar.di import NamedDependency
from litestar.exceptions import NotFoundException, PermissionDeniedException
from litestar.params import JSONBody, QueryParameter

from barpoint.board import Refusal
from barpoint.officiating.cases import CaseCode, Confirmation, OwnRuling
from barpoint.officiating.cases import events as v
from barpoint.rulebook import cite
from barpoint.service import Account, ServerProcess
from barpoint.service.officials import CaseContext, SanctionRecord
from barpoint.web.api import Id
from barpoint.web.officials import case_view, take_step
from barpoint.web.problems import RefusedException
from barpoint.wire.officiating import (
    CaseView,
    Extension,
    HearingStep,
)

Person = Annotated[str, QueryParameter(min_length=1, max_length=80, description="As the ledger writes them.")]


@get("/api/sanctions", summary="A person's record")
async def record(
    person: Person,
    staff: NamedDependency[Account],  # noqa: ARG001
    house: NamedDependency[ServerProcess],
) -> list[SanctionRecord]:
    """Every warning and penalty with where it was given, which is where it binds unless it was extended."""
    return await house.extending.record(person)


@get("/api/sanctions/mine", summary="What holds against you on the whole server")
async def own(player: NamedDependency[Account], house: NamedDependency[ServerProcess]) -> list[SanctionRecord]:
    """With the reason; each may be appealed."""
    return await house.extending.extended_to(player)


@post("/api/sanctions", status_code=201, summary="Extend a sanction to the whole server")
async def extend(
    data: JSONBody[Extension], staff: NamedDependency[Account], house: NamedDependency[ServerProcess]
) -> CaseView:
    """A case of its own, with your reason; its person is told and may appeal."""
    if not data.reason.strip():
        raise ValueError("expected the reason for which a sanction is to hold on the whole server")
    outcome = await house.extending.extend(staff, data.person, data.case, data.reason.strip(), f"extend/{uuid4().hex}")
    if outcome is None:
        raise NotFoundException("the ledger holds nothing of that person from that case")
    if isinstance(outcome, Refusal):
        raise RefusedException(cite(outcome, ""))
    if not isinstance(outcome, str):
        raise RefusedException(cite(Refusal("case_already_open"), ""))  # another official was faster
    return case_view(await _extension(house, outcome))


@post("/api/sanctions/{id:str}/appeal", status_code=204, summary="Appeal an extended sanction")
async def appeal(id: Id, player: NamedDependency[Account], house: NamedDependency[ServerProcess]) -> None:
    """By its person, or noted by an official who was told; until it is decided the extension does not bind."""
    case = await _extension(house, id)
    if not await house.extending.may_appeal(player, id):
        if not player.staff:
            raise PermissionDeniedException("only the person it is about may appeal")
        await _must_have_no_interest(house, player, case)
    made = v.AppealMade(at=max(house.play.now(), case.case.at), by=case.opening.white[0])
    await take_step(lambda command: house.club.officiate.step(id, made, command), case.opening.book)


@post("/api/sanctions/{id:str}", status_code=200, summary="Hear an appeal against an extension")
async def hear(
    id: Id,
    data: JSONBody[HearingStep],
    staff: NamedDependency[Account],
    house: NamedDependency[ServerProcess],
) -> CaseView:
    """Its committee, its votes, what a changed ruling says, the end."""
    case = await _extension(house, id)
    await _must_have_no_interest(house, staff, case)
    at, by, officiate = max(house.play.now(), case.case.at), staff.name, house.club.officiate
    step: v.CaseStep
    match data.step:
        case "rule":
            says = Confirmation(
                by=by, at=at, chosen=data.chosen, own=OwnRuling(say=data.say), reason=data.reason, outcome=True
            )
            await take_step(lambda command: officiate.rule(id, says, command), case.opening.book)
            return case_view(await _extension(house, id))
        case "committee":
            step = v.CommitteeNamed(at=at, by=by, members=data.members, staff=(by,))
        case "votes":
            step = v.VotesCounted(at=at, by=by, uphold=data.uphold, change=data.change)
        case "close":
            step = v.CaseClosed(at=at, by=by)
    await take_step(lambda command: officiate.step(id, step, command), case.opening.book)
    return case_view(await _extension(house, id))


async def _must_have_no_interest(house: ServerProcess, staff: Account, case: CaseContext) -> None:
    if await house.extending.has_interest(staff, case.opening.white[0], case.opening.extends):
        raise RefusedException(cite(Refusal(CaseCode.OWN_MATCH), case.opening.book))


async def _extension(house: ServerProcess, id: str) -> CaseContext:
    case = await house.club.officiate.load(id)
    if case.case.opened is None or not case.opening.extends:
        raise NotFoundException("no sanction was extended under that id")
    return case


HANDLERS = (record, own, extend, appeal, hear)
