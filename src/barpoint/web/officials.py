"""For officials over HTTP: what waits for them, cases in the matches of this server, and the stateless interview.

Inquiries and cases are for staff. `POST /api/rule-on` is for anybody who is not in the middle of a serious match: the
same facts give the same answer, and nothing is kept.
"""

from collections.abc import Awaitable, Callable
from functools import partial
from typing import Annotated, Final, Literal
from uuid import uuid4

from litestar import get, post
from litestar.di import NamedDependency
from litestar.exceptions import ClientException, NotFoundException, ValidationException
from litestar.params import FromPath, JSONBody, QueryParameter

from barpoint.board import Refusal
from barpoint.match import fold_match
from barpoint.notation import read
from barpoint.officiating import Discretion, NeedFacts, all_kinds, judge, mark_silences
from barpoint.officiating import JudgeAnswer as Answered
from barpoint.officiating.cases import Case, CaseCode, Confirmation, free_side, option_asks
from barpoint.officiating.cases import events as v
from barpoint.officiating.presentation import with_names
from barpoint.rulebook import Citation, cite, preset
from barpoint.service import Account, Conflict, Room, ServerProcess, off_loop
from barpoint.service.officials import (
    STOPPING,
    AnyOrder,
    BroadcastOrder,
    CaseContext,
    CaseOutcome,
    Inquiry,
    ServeDueOrder,
    answer_of,
    case_facts,
    choose_broadcast,
    give_order,
)
from barpoint.service.people import new_id
from barpoint.service.play import PlayChoices, play_choices, position_choices
from barpoint.service.tournaments import (
    board_case_opening,
    official_in,
    plays_match_of,
)
from barpoint.web.api import Id
from barpoint.web.guards import open_to_aids
from barpoint.web.problems import RefusedException
from barpoint.web.ruling import ruling_view
from barpoint.wire.officiating import (
    CaseDecision,
    CaseExhibit,
    CaseHearing,
    CaseView,
    CommandDone,
    GivenFact,
    IncidentKind,
    InquiryAnswer,
    NewCase,
    NewJudgement,
    RuleAnswer,
    RuleOn,
    Stop,
)

_TRIES: Final = 3
Dice = Annotated[str, QueryParameter(max_length=2, description="A roll, such as 61.")]
Board = Annotated[str, QueryParameter(max_length=400, description="White's view, where no log has the position.")]


# The interview


@get("/api/incidents/{kind:str}", summary="A kind of incident", sync_to_thread=False)
def incident(kind: FromPath[str]) -> IncidentKind:
    """Its questions as JSON Schema, and the clauses of each book that speak of it."""
    incident_kind = all_kinds().get(kind)
    if incident_kind is None:
        raise NotFoundException(f"no incident is called {kind[:60]!r}; GET /api/incidents lists them")
    return IncidentKind(
        incident_kind.name, incident_kind.title, incident_kind.words, dict(incident_kind.clauses), incident_kind.schema
    )


@post("/api/rule-on", status_code=200, summary="Rule on an incident, step by step", guards=[open_to_aids])
async def rule_on(data: JSONBody[RuleOn]) -> RuleAnswer:
    """The next question, a ruling, or the bounds of a person's discretion. Nothing is kept."""
    return judge_answer(judge(data.kind, data.facts, preset(data.preset)))


def judge_answer(answer: Answered) -> RuleAnswer:
    """One of the three answers."""
    if isinstance(answer, NeedFacts):
        return RuleAnswer("need_facts", answer, {answer.question.key: answer.question.schema})
    return RuleAnswer("discretion" if isinstance(answer, Discretion) else "ruling", answer)


# Inquiries


@get("/api/inquiries", summary="What waits for an official")
async def inquiries(staff: NamedDependency[Account], house: NamedDependency[ServerProcess]) -> list[Inquiry]:
    """Calls, reports and requests, the oldest first; not those about one's own matches."""
    return house.club.inquiries.open_inquiries(staff.id)


@get("/api/inquiries/{id:str}", summary="An inquiry")
async def inquiry(
    id: Id,
    staff: NamedDependency[Account],
    house: NamedDependency[ServerProcess],
) -> Inquiry:
    """As it stands, settled ones too."""
    inquiry_asked = await _inquiry(house, id)
    room = await house.play.room(inquiry_asked.raised.match)
    if await house.club.inquiries.concerns(inquiry_asked, staff):
        raise RefusedException(cite(Refusal(CaseCode.OWN_MATCH), "" if room is None else room.match.format.book))
    return inquiry_asked


@post("/api/inquiries/{id:str}/take", status_code=200, summary="Look after an inquiry")
async def take(id: Id, staff: NamedDependency[Account], house: NamedDependency[ServerProcess]) -> Inquiry:
    """Say that you do."""
    return _require_inquiry(await house.club.inquiries.take(await _inquiry(house, id), staff))


@post("/api/inquiries/{id:str}/settle", status_code=200, summary="Settle an inquiry")
async def settle(
    id: Id,
    data: JSONBody[InquiryAnswer],
    staff: NamedDependency[Account],
    house: NamedDependency[ServerProcess],
) -> Inquiry:
    """A call is released and play goes on; a request is granted or not; whom it is about may be silenced for days."""
    raised_inquiry = await _inquiry(house, id)
    if data.silence and not raised_inquiry.raised.target_name:
        raise ValidationException("this inquiry is about no player who could be silenced")
    settled = _require_inquiry(
        await house.club.inquiries.settle(raised_inquiry, staff, data.answer, granted=data.granted)
    )
    if data.silence:
        await house.club.silence(raised_inquiry.raised.target, data.silence, raised_inquiry.id)
    room = await house.play.room(raised_inquiry.raised.match)
    if room is not None and raised_inquiry.raised.kind in STOPPING:
        await house.club.apply_ruling(room, raised_inquiry.id)
    return settled


@post("/api/matches/{id:str}/stop", status_code=201, summary="Stop a match")
async def stop(
    id: Id,
    data: JSONBody[Stop],
    staff: NamedDependency[Account],
    house: NamedDependency[ServerProcess],
) -> Inquiry:
    """Nobody has called: play and clocks stand still until the inquiry this opens is settled."""
    room = await house.play.room(id)
    if room is None:
        raise NotFoundException("there is no such match")
    return _require_inquiry(await house.club.inquiries.stop(room, staff, data.reason))


@post("/api/matches/{id:str}/orders", status_code=200, summary="Give an order in a match")
async def order(
    id: Id,
    data: JSONBody[AnyOrder],
    staff: NamedDependency[Account],
    house: NamedDependency[ServerProcess],
) -> CommandDone:
    """Terms imposed, void doubles annulled, both times gone, a match declared drawn: in the log with its reason.

    `serve-due` carries out the penalties that earlier rulings left for this match.
    """
    room = await house.play.room(id)
    if room is None:
        raise NotFoundException("there is no such match")
    if isinstance(data, ServeDueOrder):
        return await _serve_due(house, room, staff)
    if isinstance(data, BroadcastOrder):
        outcome = await choose_broadcast(house.play, room, staff, data, f"order/{new_id()}")
    else:
        outcome = await give_order(house.play, room, staff, data, f"order/{new_id()}")
    if isinstance(outcome, Citation):
        raise RefusedException(outcome)
    return CommandDone(version=outcome.version)


async def _serve_due(house: ServerProcess, room: Room, staff: Account) -> CommandDone:
    book, event = room.match.format.book, room.options.event
    if room.seat_of(staff.id) is not None:
        raise RefusedException(cite(Refusal(CaseCode.OWN_MATCH), book))
    serve = partial(house.club.officiate.serve_due, f"match:{room.id}", by=staff.name, event=event)
    await take_step(lambda command: serve(at=house.play.now(), command=command), book)
    await house.club.apply_ruling(room, "due")
    return CommandDone(version=room.version)


# Cases


@post("/api/inquiries/{id:str}/case", status_code=201, summary="Rule on an inquiry")
async def open_case(
    id: Id,
    data: JSONBody[NewCase],
    staff: NamedDependency[Account],
    house: NamedDependency[ServerProcess],
) -> CaseView:
    """Open a case under the book of the match; what its log knows need not be told."""
    raised_inquiry = await _inquiry(house, id)
    room = await house.play.room(raised_inquiry.raised.match)
    if room is None or data.kind not in all_kinds():
        raise NotFoundException(f"no incident is called {data.kind!r}; GET /api/incidents lists them")
    case = await open_inquiry_case(house, raised_inquiry, room, staff, data.kind, data.report)
    opened = (await house.club.officiate.load(case)).opening
    for key, value in data.facts.items():
        fact_event = v.FactGiven(at=house.play.now(), by=opened.by, key=key, value=value)
        await take_step(partial(house.club.officiate.step, case, fact_event), opened.book)
    return case_view(await house.club.officiate.load(case))


async def open_inquiry_case(
    house: ServerProcess, inquiry: Inquiry, room: Room, staff: Account, kind: str, report: str
) -> str:
    """A case about an inquiry, under the book of the match: its id."""
    case = new_id()
    _require_inquiry(await house.club.inquiries.attach(inquiry, staff, case))
    report = report or inquiry.raised.about
    opened = await board_case_opening(house.direct, room, staff, kind, report, house.play.now())
    await take_step(lambda command: house.club.officiate.open(case, opened, command), opened.book)
    return case


@get("/api/cases/{id:str}", summary="A case")
async def case(
    id: Id,
    staff: NamedDependency[Account],
    house: NamedDependency[ServerProcess],
) -> CaseView:
    """Its facts so far, and what the book answers."""
    return case_view(await case_for_official(house, id, staff))


@get("/api/cases/{id:str}/plays", summary="The moves a side may choose from")
async def case_plays(
    id: Id,
    staff: NamedDependency[Account],
    house: NamedDependency[ServerProcess],
    dice: Dice = "",
    position: Board = "",
) -> PlayChoices:
    """Where a ruling gives a side any legal move: the rolls it may name and the plays of one of them."""
    context = await case_for_official(house, id, staff)
    return await off_loop(lambda: case_choices(context, dice, position))


@post("/api/cases/{id:str}/facts", status_code=200, summary="Answer a case's question")
async def fact(
    id: Id,
    data: JSONBody[GivenFact],
    staff: NamedDependency[Account],
    house: NamedDependency[ServerProcess],
) -> CaseView:
    """A later answer replaces an earlier one."""
    context = await case_for_official(house, id, staff)
    by = official_in(context.opening, staff)
    event = v.FactGiven(at=house.play.now(), by=by, key=data.key, value=data.value, given_by=data.given_by)
    await take_step(lambda command: house.club.officiate.step(id, event, command), context.opening.book)
    return case_view(await _case(house, id))


@post("/api/cases/{id:str}/ruling", status_code=200, summary="Give the ruling")
async def ruling(
    id: Id,
    data: JSONBody[NewJudgement],
    staff: NamedDependency[Account],
    house: NamedDependency[ServerProcess],
) -> CaseView:
    """The ruling, its remedy in the match and the penalty on the record land together, and in its tournament's log."""
    context = await case_for_official(house, id, staff)
    room = await house.play.room(context.opening.match.partition(":")[2])
    confirmation = Confirmation(
        by=official_in(context.opening, staff),
        at=house.play.now(),
        chosen=data.chosen,
        impose=data.impose,
        named=data.named,
        own=data.own,
        reason=data.reason,
    )
    await take_step(lambda command: house.club.officiate.rule(id, confirmation, command), context.opening.book)
    if context.opening.tournament:
        await house.direct.load(context.opening.tournament.partition(":")[2])  # who watches it hears of it
    if room is not None:
        await house.club.apply_ruling(room, id)
    return case_view(await _case(house, id))


async def take_step(act: Callable[[str], Awaitable[CaseOutcome]], book: str) -> None:
    """Take a step in a case; a refusal is cited under its book."""
    command = f"case/{uuid4().hex}"
    for _ in range(_TRIES):
        outcome = await act(command)
        if isinstance(outcome, Refusal):
            raise RefusedException(cite(outcome, book))
        if not isinstance(outcome, Conflict):
            return
    raise ClientException("somebody else was faster; look again", status_code=409)


async def _inquiry(house: ServerProcess, id: str) -> Inquiry:
    inquiry_found = await house.club.inquiries.find(id)
    if inquiry_found is None:
        raise NotFoundException("there is no such inquiry")
    return inquiry_found


async def _case(house: ServerProcess, id: str) -> CaseContext:
    context = await house.club.officiate.load(id)
    if context.case.opened is None:
        raise NotFoundException("there is no such case")
    return context


async def case_for_official(house: ServerProcess, id: str, staff: Account) -> CaseContext:
    """A case for an official, who does not play the match it is about: on the server, or in a hall."""
    context = await _case(house, id)
    if await plays_match_of(house.play, house.direct, house.links, staff, context.opening):
        raise RefusedException(cite(Refusal(CaseCode.OWN_MATCH), context.opening.book))
    return context


def case_view(context: CaseContext) -> CaseView:
    """A case for the eyes of an official."""
    opened, current, facts = context.opening, context.case, case_facts(context)
    answer = mark_silences(answer_of(context), facts, opened.profile)
    return CaseView(
        id=context.name,
        version=current.version,
        kind=opened.kind,
        book=opened.book,
        match=opened.match.partition(":")[2],
        facts=dict(current.facts),
        answer=judge_answer(answer),
        shown=ruling_view(answer, opened.kind, facts, opened.names),
        ruled="" if current.ruling is None else with_names(current.ruling.say, opened.names),
        applied=bool(current.applied),
        closed=current.closed,
        exhibits=tuple(_exhibit(opened, exhibit) for exhibit in current.exhibits),
        hearing=_hearing(current),
        referred=current.referred is not None,
        principle="" if current.principle is None else current.principle.principle,
        cited=tuple((cited.precedent, cited.principle) for cited in current.cited),
        asks=_asks(answer),
    )


def _asks(answer: Answered) -> dict[str, str]:
    """What is still to be named, option by option."""
    if isinstance(answer, NeedFacts):
        return {}
    options = answer.usual if isinstance(answer, Discretion) else answer.options
    return {option.name: asked for option in options if (asked := option_asks(option, answer))}


def case_choices(context: CaseContext, dice: str, position: str) -> PlayChoices:
    """The legal plays of the side that chooses its move: by the log of the match, or on a position that is given."""
    answer = answer_of(context)
    granted = None if isinstance(answer, NeedFacts) else free_side(answer)
    if granted is None:
        raise NotFoundException("nobody chooses a move in this case")
    side, any_roll = granted
    game = fold_match(context.log).game if context.log else None
    if game is not None and game.turn is side and not position:
        return play_choices(game, dice, any_roll=any_roll)
    return position_choices(read(position)[0], side, dice) if position else PlayChoices(side=side, rolls=())


def _exhibit(opened: v.CaseOpened, exhibit: v.ExhibitAttached) -> CaseExhibit:
    side: Literal["white", "black", ""] = ""
    if exhibit.given_by in (*opened.white, *opened.black):
        side = "white" if exhibit.given_by in opened.white else "black"
    return CaseExhibit(
        at=exhibit.at,
        by=exhibit.by,
        what=exhibit.what.value,
        title=exhibit.title,
        given_by=exhibit.given_by,
        side=side,
        text=exhibit.text,
        reference=exhibit.reference,
        sha256=exhibit.sha256,
    )


def _hearing(case: Case) -> CaseHearing | None:
    if case.appeal is None:
        return None
    decisions = tuple(
        CaseDecision(
            part=decision.part,
            uphold=votes.uphold,
            change=dict(votes.change),
            director=votes.director,
            changed=decision.changed,
            remedy=decision.remedy,
            to_choose=decision.to_choose,
            clauses=decision.clauses,
        )
        for votes, decision in zip(case.votes, case.decisions, strict=True)
    )
    return CaseHearing(
        at=case.appeal.at,
        by=case.appeal.by,
        parts=case.parts,
        members=case.committee,
        voted={part: case.voters(part) for part in case.parts},
        decisions=decisions,
        outcome_due=case.outcome_due,
    )


def _require_inquiry(outcome: Inquiry | Citation) -> Inquiry:
    if isinstance(outcome, Citation):
        raise RefusedException(outcome)
    return outcome


HANDLERS = (incident, rule_on, inquiries, inquiry, take, settle, stop, order, open_case, case, case_plays, fact, ruling)
