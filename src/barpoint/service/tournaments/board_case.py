"""A case about a match on a board of this server, opened by one of its officials.

own         a match of its players alone: ruled under the preset it is played by
event       a match of a tournament that is still on: ruled under the profile of its event, and the tournament's desk
            hears of it (`desk_sync`), so that ruling and penalty are in its log and an appeal goes on at its page

In a tournament an official of the server acts under a name that is nobody's id there.
"""

from msgspec.structs import replace

from barpoint.officiating.cases import events as v
from barpoint.rulebook import preset
from barpoint.service.authority import Pairing, board_of
from barpoint.service.play.play_service import PlayService
from barpoint.service.play.room import Room
from barpoint.service.ports import Account
from barpoint.service.tournaments.private_links import PrivateLinks
from barpoint.service.tournaments.tournament_service import TournamentService, stream_of
from barpoint.tournament import OFFICIAL, Contest, Fixture, Tournament, TournamentPhase


async def board_case_opening(
    direct: TournamentService, room: Room, staff: Account, kind: str, report: str, now: int
) -> v.CaseOpened:
    """The report that opens a case about the match of a room."""
    profile = preset(room.match.format.preset or "Casual online")
    opening = v.CaseOpened(at=now, by=staff.name, profile=profile, kind=kind, report=report, match=f"match:{room.id}")
    tournament = tournament_of(room)
    state = (await direct.load(tournament)).state if tournament else Tournament()
    place = fixture_of_stream(state, opening.match)
    if place is None or state.phase is not TournamentPhase.OPEN or place[0].finished is not None:
        return opening
    contest, fixture = place
    if board_of(room, Pairing(tournament, contest.settings.id, fixture.id)) is None:
        return opening
    opening = replace(
        opening,
        profile=replace(contest.profile, event=tournament),
        tournament=stream_of(tournament),
        contest=contest.settings.id,
        pairing=fixture.id,
    )
    return replace(opening, by=official_in(opening, staff))


def tournament_of(room: Room) -> str:
    """The tournament a match is part of, if it is of any."""
    kind, _, tournament = room.options.event.partition(":")
    return tournament if kind == "tournament" else ""


def official_in(opened: v.CaseOpened, staff: Account) -> str:
    """Under which name an official of the server acts in a case."""
    return f"{OFFICIAL}{staff.name}" if opened.tournament else staff.name


def fixture_of_stream(state: Tournament, stream: str) -> tuple[Contest, Fixture] | None:
    """The match of the tournament that is played in a stream."""
    for contest in state.contests.values():
        for fixture in contest.fixtures.values():
            if len(fixture.players) == 2 and contest.match_at(fixture).stream == stream:
                return contest, fixture
    return None


async def plays_match_of(
    play: PlayService, direct: TournamentService, links: PrivateLinks, account: Account, opened: v.CaseOpened
) -> bool:
    """Whether an account sits in the match of a case: at its board, or for a player of its pairing."""
    kind, _, match = opened.match.partition(":")
    room = await play.room(match) if kind == "match" else None
    if room is not None and room.seat_of(account.id) is not None:
        return True
    tournament = opened.tournament.partition(":")[2]
    if not tournament:
        return False
    state, accounts = (await direct.load(tournament)).state, (await links.keys(tournament)).accounts
    return any(
        accounts.get(person) == account.id
        for person, seats in state.seats.items()
        if (opened.contest, opened.pairing) in seats
    )
