"""Fair play over HTTP: figures of finished matches for those who rule on them, and the way from there to a case.

For officials of the server, and in a match of an online event for those who rule in its tournament; never for somebody
who sits in the match. A tournament's officials hear of shared devices only as far as its own players share them.
"""

from collections.abc import AsyncIterator, Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import groupby
from typing import Annotated, Final

from litestar import get, post
from litestar.di import NamedDependency
from litestar.exceptions import NotFoundException, PermissionDeniedException
from litestar.params import JSONBody, QueryParameter

from barpoint.board import Refusal, Side
from barpoint.engine.review import DecisionGroup, compare_sums
from barpoint.match import MatchPhase
from barpoint.officiating.cases import CaseCode
from barpoint.officiating.cases import events as v
from barpoint.rulebook import cite
from barpoint.service import Account, Pairing, Room, ServerProcess, board_of, off_loop
from barpoint.service.officials import FairPlayReport, FairPlayRow, figure_lines, is_due
from barpoint.service.tournaments import fixture_of_stream, official_in, tournament_of
from barpoint.tournament import Permission
from barpoint.web.api import Id, room_of
from barpoint.web.officials import open_inquiry_case, take_step
from barpoint.web.problems import RefusedException
from barpoint.web.session import AnyRequest, account_of
from barpoint.web.tournaments.cases import must_not_play, report_incident
from barpoint.web.tournaments.requester import Requester, Tid, find_requester
from barpoint.wire.community import FairPlayCase, FairPlayLine, FairPlayListing, FairPlayPage, NewFairPlayCase

KIND: Final = "aid_used"
"""The kind of incident a case is opened as; an official may rule otherwise."""
TITLE: Final = "Figures of fair play"
First = Annotated[int, QueryParameter(ge=0, le=10_000_000)]
Count = Annotated[int, QueryParameter(ge=1, le=100)]


@dataclass(frozen=True)
class _Overseer:
    """Who rules on a match: an official of the server, or of its tournament."""

    room: Room
    staff: Account | None = None
    desk: Requester | None = None
    contest: str = ""
    pairing: str = ""
    among: Collection[str] | None = None  # whose shared devices may be named

    @property
    def name(self) -> str:
        return self.staff.name if self.staff is not None else self.desk.person if self.desk is not None else ""


@get("/api/fair-play", summary="Matches that were weighed")
async def fair_play_list(
    staff: NamedDependency[Account], house: NamedDependency[ServerProcess], first: First = 0, count: Count = 30
) -> list[FairPlayListing]:
    """Finished rated matches and matches of online events, those that ended last first; not one's own."""
    rows, names = await house.fair_play.newest(first, count)
    own = {row.match for row in rows if row.account == staff.id}
    return _listings([row for row in rows if row.match not in own], names)


@get("/api/tournaments/{tid:str}/fair-play", summary="Matches of a tournament that were weighed")
async def tournament_fair_play(
    tid: Tid,
    request: AnyRequest,
    house: NamedDependency[ServerProcess],
    first: First = 0,
    count: Count = 30,
) -> list[FairPlayListing]:
    """Those on boards of this server, for who rules there; not one's own."""
    who = await find_requester(request, house, tid)
    who.require(Permission.RULE)
    matches = [match async for match in _boards(house, who)]
    return _listings(*await house.fair_play.newest(first, count, matches))


async def _boards(house: ServerProcess, who: Requester) -> AsyncIterator[str]:
    """The matches of a tournament on boards of this server, but those the person sits in."""
    for pairing, match in await off_loop(lambda: _attached(who)):
        if board_of(await house.play.room(match), pairing) is not None:
            yield match


def _attached(who: Requester) -> list[tuple[Pairing, str]]:
    """Pairings that name a match of this server."""
    attached = []
    for name, contest in who.state.contests.items():
        for fixture in contest.fixtures.values():
            if len(fixture.players) != 2 or who.sits_in(name, fixture.id):
                continue
            kind, _, match = contest.match_at(fixture).stream.partition(":")
            if kind == "match":
                attached.append((Pairing(who.id, name, fixture.id), match))
    return attached


@get("/api/matches/{id:str}/fair-play", summary="Figures of fair play of a match")
async def fair_play(id: Id, request: AnyRequest, house: NamedDependency[ServerProcess]) -> FairPlayPage:
    """Agreement, error rate, time and devices of both sides with their uncertainty; a match that waits comes next."""
    overseer = await _overseer(request, house, id)
    room = overseer.room
    if room.match.phase is MatchPhase.OVER and not is_due(room):
        raise NotFoundException("only live matches that were rated or of an online event are weighed")
    report = await house.fair_play.report(id, overseer.among)
    if report.state in ("waiting", "failed") and is_due(room):
        house.fair_play.hasten(id)
    white, black = (" & ".join(dict.fromkeys(seat.name for seat in room.seats(side))) for side in Side)
    return FairPlayPage(report, white, black, tournament_of(room))


@post("/api/matches/{id:str}/fair-play/case", status_code=201, summary="Open a case about a side")
async def fair_play_case(
    id: Id, data: JSONBody[NewFairPlayCase], request: AnyRequest, house: NamedDependency[ServerProcess]
) -> FairPlayCase:
    """In the officiating room, under the book of the match, with the figures as an exhibit; it rules nothing."""
    overseer = await _overseer(request, house, id)
    opened = await _open(house, overseer, data.report)
    context = await house.club.officiate.load(opened.case)
    by = overseer.name if overseer.staff is None else official_in(context.opening, overseer.staff)
    now = max(house.clock.now(), context.case.at)
    text = "\n".join(_exhibit_lines(await house.fair_play.report(id, ()), data.side))
    steps: tuple[v.CaseStep, ...] = (
        v.FactGiven(at=now, by=by, key="player", value=data.side.value),
        v.ExhibitAttached(
            at=now, by=by, title=TITLE, given_by=by, what=v.ExhibitKind.MATCH_LOG, reference=f"match:{id}", text=text
        ),
    )
    for step in steps:
        await take_step(partial(house.club.officiate.step, opened.case, step), context.opening.book)
    return opened


async def _open(house: ServerProcess, overseer: _Overseer, report: str) -> FairPlayCase:
    room, staff, desk = overseer.room, overseer.staff, overseer.desk
    if staff is not None:
        inquiry = await house.club.inquiries.raise_("report", room, staff, report or TITLE)
        case = await open_inquiry_case(house, inquiry, room, staff, KIND, report)
        return FairPlayCase(case, f"/inquiries?open={inquiry.id}")
    assert desk is not None, "an overseer is one of the two"
    incident = await report_incident(house, desk, overseer.contest, overseer.pairing, KIND, report or TITLE)
    return FairPlayCase(incident.id, incident.page)


async def _overseer(request: AnyRequest, house: ServerProcess, id: str) -> _Overseer:
    """Who asks, if they rule on this match and do not sit in it."""
    account = await account_of(request)
    if account is not None and account.staff:
        room = await room_of(house, id)
        if room.seat_of(account.id) is not None:
            raise RefusedException(cite(Refusal(CaseCode.OWN_MATCH), room.match.format.book))
        return _Overseer(room, account)
    board = await house.play.room(id)
    tournament = "" if board is None else tournament_of(board)
    if board is not None and tournament:
        who = await find_requester(request, house, tournament)
        place = fixture_of_stream(who.state, f"match:{id}") if who.may(Permission.RULE) else None
        if place is not None:
            contest, pairing = place[0].settings.id, place[1].id
            if board_of(board, Pairing(tournament, contest, pairing)) is not None:
                must_not_play(who, contest, pairing)
                among = (await house.links.joined(tournament)).accounts.values()
                return _Overseer(board, None, who, contest, pairing, frozenset(among))
    raise PermissionDeniedException("for the officials of this server, and those who rule in the match's tournament")


def _exhibit_lines(report: FairPlayReport, side: Side) -> list[str]:
    """A side's figures; who else was seen on a device is not for everybody who reads a case."""
    lines = []
    for player in report.players:
        if player.side is side:
            lines += [player.name, *figure_lines(player.figures)]
    return lines or ["This match has not been weighed yet."]


def _listings(rows: Sequence[FairPlayRow], names: Mapping[str, str]) -> list[FairPlayListing]:
    """Match by match, in the order the rows have."""
    listings = []
    for match, of_match in groupby(rows, key=lambda row: row.match):
        people = sorted(of_match, key=lambda row: (row.side is not Side.WHITE, row.account))
        lines = tuple(_line(row, names.get(row.account, row.account)) for row in people)
        listings.append(FairPlayListing(match, people[0].at, people[0].kind, lines))
    return listings


def _line(row: FairPlayRow, name: str) -> FairPlayLine:
    figures = compare_sums(row.sums)
    hard = next(group.agreement for group in figures.groups if group.group is DecisionGroup.HARD)
    return FairPlayLine(row.account, name, row.side, row.rating, figures.error_rate, hard)


HANDLERS = (fair_play_list, tournament_fair_play, fair_play, fair_play_case)
