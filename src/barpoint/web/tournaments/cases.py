"""Incidents at the desk: a case about a match of the tournament, from the report to the end of an appeal.

The officiating room judges; ruling, penalty and the record of persons land together, in the tournament's own log too
(`service.officials.desk_sync`). Home plays White. For those who rule; whoever plays the match does not.
"""

from collections.abc import Awaitable, Iterable
from typing import Annotated, Final

from litestar import get, post
from litestar.di import NamedDependency
from litestar.exceptions import NotFoundException, PermissionDeniedException
from litestar.params import JSONBody, PathParameter
from msgspec.structs import replace

from barpoint.board import Refusal
from barpoint.officiating import FactValue, Penalty, all_kinds, fact_question, read_fact
from barpoint.officiating import incident_definition as kind_named
from barpoint.officiating.cases import CaseCode, Confirmation, OwnRuling, case_policy
from barpoint.officiating.cases import events as v
from barpoint.rulebook import cite
from barpoint.service import Pairing, ServerProcess, board_of, off_loop
from barpoint.service.officials import CaseContext, CaseOutcome, page_of_case
from barpoint.service.people import new_id
from barpoint.service.play import PlayChoices
from barpoint.service.tournaments import stream_of
from barpoint.tournament import Contest, Fixture, Permission, may
from barpoint.web.officials import Board, Dice, case_choices, case_view, take_step
from barpoint.web.problems import RefusedException
from barpoint.web.session import AnyRequest
from barpoint.web.tournaments.precedents import principle_of
from barpoint.web.tournaments.requester import (
    Requester,
    Tid,
    find_requester,
)
from barpoint.wire.directing import (
    CaseListing,
    DeskCase,
    DeskCaseStep,
    NewDeskCase,
)
from barpoint.wire.officiating import (
    BallotReceipt,
    CasePage,
    CaseSection,
    CaseView,
    HearingListing,
    MemberBallot,
    NewBallot,
)

CaseId = Annotated[str, PathParameter(pattern="^[A-Z2-7]{6,12}$", description="The case's id.")]


_CHANGING: Final = ("rule", "votes")
"""Steps that may change the match itself."""


@post("/api/tournaments/{tid:str}/cases", status_code=201, summary="Report an incident in a match")
async def open_case(
    tid: Tid, data: JSONBody[NewDeskCase], request: AnyRequest, house: NamedDependency[ServerProcess]
) -> DeskCase:
    """It is judged under the book of the event; its questions are answered step by step."""
    who = await _official(request, house, tid)
    return await report_incident(house, who, data.contest, data.pairing, data.kind, data.report)


async def report_incident(
    house: ServerProcess, who: Requester, contest_id: str, pairing: str, kind: str, report: str
) -> DeskCase:
    """Open a case about a match of the tournament, for an official who does not play it.

    Where the only one who could rule plays it, the case goes to a committee at once (bws:5.1c, usbgf:5.1e).
    """
    contest = who.state.contests.get(contest_id)
    fixture = contest.fixtures.get(pairing) if contest is not None else None
    if contest is None or fixture is None or len(fixture.players) < 2:
        raise NotFoundException("there is no such match")
    if kind and kind not in all_kinds():
        raise NotFoundException(f"no incident is called {kind!r}; GET /api/incidents lists them")
    sides = [contest.entries[entrant].people for entrant in fixture.pair]
    plays = who.sits_in(contest_id, pairing)
    if not _is_for_committee(who, contest, pairing):
        must_not_play(who, contest_id, pairing)
    white, black = (tuple(who.state.name_of(person) for person in side) for side in sides)
    opened = v.CaseOpened(
        at=house.clock.now(),
        by=who.person,
        profile=replace(contest.profile, event=who.id),
        kind=kind,
        report=report,
        match=contest.match_at(fixture).stream or await _device_stream(house, who, contest, fixture),
        white=white,
        black=black,
        tournament=stream_of(who.id),
        contest=contest_id,
        pairing=pairing,
    )
    case = new_id()
    await take_step(lambda command: house.club.officiate.open(case, opened, command), opened.book)
    if plays:
        left = v.AppealMade(at=opened.at, by=who.state.name_of(who.player or who.official), referred=True)
        await take_step(lambda command: house.club.officiate.step(case, left, command), opened.book)
    return DeskCase(id=case, page=f"/tournaments/{who.id}/cases/{case}")


async def _device_stream(house: ServerProcess, who: Requester, contest: Contest, fixture: Fixture) -> str:
    """The record a device keeps of a match that the desk had begun before; "" if there is none."""
    stream = f"recorded:{who.state.record_name(contest, fixture)}"
    return stream if await house.store.read(stream) else ""


@get("/api/tournaments/{tid:str}/cases", summary="The open cases of the tournament")
async def case_list(tid: Tid, request: AnyRequest, house: NamedDependency[ServerProcess]) -> list[CaseListing]:
    """Oldest first; those of one's own matches are not among them."""
    return [_listed(context) for context in await open_cases(house, await _official(request, house, tid))]


def _listed(context: CaseContext) -> CaseListing:
    opened, case = context.opening, context.case
    if case.pending:
        stands = "appealed"
    elif case.outcome_due:
        stands = "changed"
    else:
        stands = "to_rule" if case.ruling is None else "ruled"
    return CaseListing(
        id=context.name,
        contest=opened.contest,
        pairing=opened.pairing,
        sides=(opened.white, opened.black),
        title=all_kinds()[opened.kind].title if opened.kind else "",
        report=opened.report,
        at=opened.at,
        stands=stands,
        appeals=case_policy(opened).appeals is not None,
    )


@get("/api/tournaments/{tid:str}/cases/{case:str}", summary="A case of the tournament")
async def desk_case(tid: Tid, case: CaseId, request: AnyRequest, house: NamedDependency[ServerProcess]) -> CaseView:
    """Its facts so far, and what the book answers."""
    who = await _official(request, house, tid)
    return _view(who, await case_for(house, who, case))


def _view(who: Requester, context: CaseContext) -> CaseView:
    view = case_view(context)
    return replace(view, shown=replace(view.shown, lines=_with_title(who, view.shown.lines)))


def _with_title(who: Requester, lines: Iterable[tuple[str, str]]) -> tuple[tuple[str, str], ...]:
    """Lines with the tournament's name in place of its id."""
    settings = who.state.settings
    title = settings.name if settings and settings.name else who.id
    return tuple((label, title if text == who.id else text) for label, text in lines)


@get("/api/tournaments/{tid:str}/cases/{case:str}/plays", summary="The moves a side may choose from")
async def desk_case_plays(
    tid: Tid,
    case: CaseId,
    request: AnyRequest,
    house: NamedDependency[ServerProcess],
    dice: Dice = "",
    position: Board = "",
) -> PlayChoices:
    """Where a ruling gives a side any legal move: by the record of the match, or on a position that is given."""
    who = await _official(request, house, tid)
    context = await case_for(house, who, case)
    return await off_loop(lambda: case_choices(context, dice, position))


@post("/api/tournaments/{tid:str}/cases/{case:str}", status_code=200, summary="Take a step in a case")
async def step_case(
    tid: Tid, case: CaseId, data: JSONBody[DeskCaseStep], request: AnyRequest, house: NamedDependency[ServerProcess]
) -> CaseView:
    """A fact, the ruling, an appeal, its committee, its votes, the end."""
    who = await _official(request, house, tid)
    context = await case_for(house, who, case)
    if data.step == "cite":
        data = replace(data, text=await principle_of(house, data.reference))
    _must_leave_it(who, context, data)
    await take_step(lambda command: _step(house, who, context, data, command), context.opening.book)
    await house.direct.load(tid)  # who watches the tournament hears of it
    place = Pairing(tid, context.opening.contest, context.opening.pairing)
    board = board_of(await house.play.room(context.opening.match.partition(":")[2]), place)
    if board is not None and data.step in _CHANGING:
        await house.club.apply_ruling(board, case)
    return _view(who, await case_of(house, tid, case))


@get("/api/tournaments/{tid:str}/cases/{case:str}/page", summary="A case on one page, for its committee")
async def case_page(tid: Tid, case: CaseId, request: AnyRequest, house: NamedDependency[ServerProcess]) -> CasePage:
    """Facts, both versions, exhibits, the clauses of this book, what the others say, and the ways to decide."""
    who = await find_requester(request, house, tid)
    if not who.may(Permission.RULE):
        context = await _case_of_member(house, who, case)
    else:
        context = await case_for(house, who, case)
    page = page_of_case(context)
    sections = tuple(CaseSection(section.heading, _with_title(who, section.lines)) for section in page.sections)
    return CasePage(page.title, sections, _ballot(context, _member(who, context), page.votes))


@get("/api/tournaments/{tid:str}/hearings", summary="The committees one sits on")
async def hearings(tid: Tid, request: AnyRequest, house: NamedDependency[ServerProcess]) -> list[HearingListing]:
    """Of open cases, oldest first; how anybody voted is not there."""
    who = await find_requester(request, house, tid)
    if not who.person and not who.member:
        return []
    seats = [(context, _member(who, context)) for context in await open_cases(house, who)]
    return [_hearing(context, member) for context, member in seats if member]


def _hearing(context: CaseContext, member: str) -> HearingListing:
    opened, ballot = context.opening, _ballot(context, member)
    return HearingListing(
        case=context.name,
        contest=opened.contest,
        pairing=opened.pairing,
        title=all_kinds()[opened.kind].title if opened.kind else "",
        waits=ballot is not None and any(part not in ballot.voted for part in ballot.parts),
    )


def _ballot(context: CaseContext, member: str, votes: tuple[tuple[str, str], ...] = ()) -> MemberBallot | None:
    """What a member may vote on; nothing for anybody else."""
    if not member:
        return None
    case = context.case
    decided = {decision.part for decision in case.decisions}
    return MemberBallot(
        parts=tuple(part for part in case.parts if part not in decided),
        voted=tuple(part for part in case.parts if member in case.voters(part)),
        ways=votes,
    )


@post("/api/tournaments/{tid:str}/cases/{case:str}/ballot", status_code=200, summary="Vote as a member of a committee")
async def cast_ballot(
    tid: Tid, case: CaseId, data: JSONBody[NewBallot], request: AnyRequest, house: NamedDependency[ServerProcess]
) -> BallotReceipt:
    """A member's own vote on a part of the appeal; how anybody voted is told to nobody, only the totals are."""
    who = await find_requester(request, house, tid)
    context = await _case_of_member(house, who, case)
    at, member = max(house.clock.now(), context.case.at), _member(who, context)
    ballot = v.BallotCast(at=at, by=member, vote=data.vote, part=data.part)
    await take_step(lambda command: house.club.officiate.step(case, ballot, command), context.opening.book)
    after = (await case_of(house, tid, case)).case
    decided = any(decision.part == data.part for decision in after.decisions)
    return BallotReceipt(voted=len(after.voters(data.part)), members=len(after.committee), decided=decided)


async def _case_of_member(house: ServerProcess, who: Requester, case: str) -> CaseContext:
    """A case for a member of its committee; nobody else learns that there is one."""
    context = await house.club.officiate.load(case) if who.person or who.member else None
    if context is None or context.case.opened is None or context.opening.tournament != stream_of(who.id):
        raise PermissionDeniedException("for the committee of this case: open your private link first")
    if not _member(who, context):
        raise PermissionDeniedException("for the committee of this case")
    return context


def _member(who: Requester, context: CaseContext) -> str:
    """As which member somebody sits on the committee: by id, or by a name that nobody else has; "" if not at all."""
    name = who.state.name_of(who.person)
    alone = sum(str(player) == name for player in who.state.players.values()) <= 1
    names = (who.person, name) if alone else (who.person,)
    return next((one for one in (*names, who.member) if one and one in context.case.committee), "")


async def case_of(house: ServerProcess, tid: str, case: str) -> CaseContext:
    """A case of this tournament."""
    context = await house.club.officiate.load(case)
    if context.case.opened is None or context.opening.tournament != stream_of(tid):
        raise NotFoundException("there is no such case")
    return context


async def case_for(house: ServerProcess, who: Requester, case: str) -> CaseContext:
    """A case for an official of this tournament, who does not play the match it is about."""
    context = await case_of(house, who.id, case)
    if not _runs_for_committee(who, context):
        must_not_play(who, context.opening.contest, context.opening.pairing)
    return context


def _is_for_committee(who: Requester, contest: Contest, pairing: str) -> bool:
    """Whether a match's cases are a committee's to decide: nobody who may rule does not play it."""
    sitting = (contest.settings.id, pairing)
    officials = (person for person, roles in who.state.staff.items() if may(roles, Permission.RULE))
    return contest.book in _LEFT and all(sitting in who.state.seats.get(person, ()) for person in officials)


_LEFT: Final = ("bws", "usbgf")
"""Books that leave the case of a sole director to a committee (bws:5.1c)."""


def _runs_for_committee(who: Requester, context: CaseContext) -> bool:
    """Whether somebody who plays the match still writes down what its committee is told and decides."""
    contest, appeal = who.state.contests[context.opening.contest], context.case.appeal
    return appeal is not None and appeal.referred and _is_for_committee(who, contest, context.opening.pairing)


def _must_leave_it(who: Requester, context: CaseContext, data: DeskCaseStep) -> None:
    """A director who plays the match rules nothing and casts no vote: the members do (bws:5.1c)."""
    case, opened = context.case, context.opening
    if not who.sits_in(opened.contest, opened.pairing):
        return
    missing = ", ".join(member for member in case.committee if member not in case.voters(data.part))
    if data.step == "votes" and (missing or data.director):
        raise RefusedException(cite(Refusal(CaseCode.VOTES_MISSING, {"members": missing}), opened.book))
    if data.step == "rule" and (not case.outcome_due or any(one.to_choose for one in case.decisions)):
        must_not_play(who, opened.contest, opened.pairing)


def must_not_play(who: Requester, contest: str, pairing: str) -> None:
    """Whoever plays a match reads nothing that is said of it, and rules on nothing."""
    if who.sits_in(contest, pairing):
        raise RefusedException(cite(Refusal(CaseCode.OWN_MATCH), who.state.contests[contest].book))


async def open_cases(house: ServerProcess, who: Requester) -> list[CaseContext]:
    """The cases of a tournament that are not closed and not of one's own matches, oldest first."""
    tid = who.id
    names = await house.store.streams("case", only_open=True)
    contexts = [await house.club.officiate.load(name.partition(":")[2]) for name in names]
    mine = [
        context
        for context in contexts
        if context.case.opened is not None and context.opening.tournament == stream_of(tid)
    ]
    open_to = [
        context
        for context in mine
        if not who.sits_in(context.opening.contest, context.opening.pairing)
        or (who.may(Permission.RULE) and _runs_for_committee(who, context))
    ]
    return sorted(open_to, key=lambda context: context.opening.at)


async def _official(request: AnyRequest, house: ServerProcess, tid: str) -> Requester:
    who = await find_requester(request, house, tid)
    who.require(Permission.RULE)
    return who


def _step(
    house: ServerProcess, who: Requester, context: CaseContext, data: DeskCaseStep, command: str
) -> Awaitable[CaseOutcome]:
    at, by, officiate = max(house.clock.now(), context.case.at), who.person, house.club.officiate
    event: v.CaseStep
    match data.step:
        case "fact":
            key, value = _fact(context, data)
            event = v.FactGiven(at=at, by=by, key=key, value=value, given_by=data.player)
        case "rule":
            return officiate.rule(context.name, _confirmation(context, data, at, by), command)
        case "statement" | "exhibit":
            event = _exhibit(data, at, by)
        case "appeal":
            event = v.AppealMade(at=at, by=data.player, parts=data.parts)
        case "committee":
            officials = _officials(who, context)
            staff = tuple(member for member in data.members if member.strip().casefold() in officials)
            event = v.CommitteeNamed(at=at, by=by, members=data.members, staff=staff)
        case "votes":
            change = {name: votes for name, votes in data.change.items() if votes}
            event = v.VotesCounted(
                at=at, by=by, uphold=data.uphold, change=change, director=data.director or None, part=data.part
            )
        case "close":
            event = v.CaseClosed(at=at, by=by)
        case "refer":
            event = v.CaseReferred(at=at, by=data.player)
        case "cite":
            event = v.PrecedentCited(at=at, by=by, precedent=data.reference, principle=data.text)
    return officiate.step(context.name, event, command)


def _fact(context: CaseContext, data: DeskCaseStep) -> tuple[str, FactValue]:
    """A fact by its key: as its type has it, or as a person types it, with names and sentences."""
    opened = context.opening
    question = fact_question(kind_named(opened.kind), data.key)
    if data.value is not None:
        return question.key, question.check(data.value)
    return question.key, read_fact(question, data.text, opened.names, kind=opened.kind)


def _exhibit(data: DeskCaseStep, at: int, by: str) -> v.ExhibitAttached:
    """What somebody said, or what was shown and by whom."""
    said = data.step == "statement"
    if not data.player or not (data.text if said else data.title):
        raise ValueError("expected who gave it (`player`) and " + ("what was said (`text`)" if said else "a `title`"))
    if not said and data.what not in tuple(v.ExhibitKind):
        raise ValueError(f"expected one of {', '.join(v.ExhibitKind)}, not {data.what!r}")
    return v.ExhibitAttached(
        at=at,
        by=by,
        title=data.title or "Statement",
        given_by=data.player,
        what=v.ExhibitKind.TESTIMONY if said else v.ExhibitKind(data.what),
        reference=data.reference,
        text=data.text,
        sha256=data.sha256,
    )


def _officials(who: Requester, context: CaseContext) -> frozenset[str]:
    """Who works for the tournament or was appointed to the match, by id and by name: none of them sits on it."""
    state, opened = who.state, context.opening
    contest = state.contests[opened.contest]
    appointed = contest.match_at(contest.fixtures[opened.pairing]).appointed
    persons = (*state.staff, *(appointment.person for appointment in appointed), opened.by)
    return frozenset(name.casefold() for person in persons for name in (person, state.name_of(person)))


def _confirmation(context: CaseContext, data: DeskCaseStep, at: int, by: str) -> Confirmation:
    own = None
    if data.say:
        penalty = data.penalty
        penalties: tuple[Penalty, ...] = ()
        if penalty is not None:
            ruled_penalty = Penalty(
                penalty.side,
                penalty.step,
                points=penalty.points,
                later=penalty.later,
                barred_until=penalty.barred_until,
            )
            penalties = (ruled_penalty,)
        own = OwnRuling(say=data.say, penalties=penalties)
    outcome = context.case.outcome_due
    return Confirmation(
        by=by, at=at, chosen=data.chosen, named=data.named, own=own, reason=data.reason, outcome=outcome
    )


HANDLERS = (open_case, case_list, desk_case, desk_case_plays, step_case, case_page, hearings, cast_ballot)
