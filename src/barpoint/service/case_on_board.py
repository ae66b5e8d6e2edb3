"""A case about a match on a board of this server, opened by one of its officials.

own         a match of its players alone: ruled under the preset it is played by
event       a match of a tournament that is still on: ruled under the profile of its event, and the tournament's desk
            hears of it (`case_at_desk`), so that ruling and penalty are in its log and an appeal goes on at its page

In a tournament an official of the server acts under a name that is nobody's id there.
"""

from msgspec.structs import replace

from barpoint.officiating import case_events as v
from barpoint.rulebook.presets import preset
from barpoint.service.direct import Direct, stream_of
from barpoint.service.ports import Account
from barpoint.service.room import Room
from barpoint.tournament import Contest, Phase, Tournament
from barpoint.tournament.fixture import Fixture
from barpoint.tournament.player import OFFICIAL


async def case_on_board(direct: Direct, room: Room, staff: Account, kind: str, report: str, now: int) -> v.CaseOpened:
    """The report that opens a case about the match of a room."""
    played = preset(room.match.format.preset or "Casual online")
    opened = v.CaseOpened(at=now, by=staff.name, profile=played, kind=kind, report=report, match=f"match:{room.id}")
    tournament = tournament_of(room)
    state = (await direct.load(tournament)).state if tournament else Tournament()
    found = match_at(state, opened.match)
    if found is None or state.phase is not Phase.OPEN or found[0].finished is not None:
        return opened
    contest, fixture = found
    opened = replace(
        opened,
        profile=replace(contest.profile, event=tournament),
        tournament=stream_of(tournament),
        contest=contest.settings.id,
        pairing=fixture.id,
    )
    return replace(opened, by=official_in(opened, staff))


def tournament_of(room: Room) -> str:
    """The tournament a match is part of, if it is of any."""
    kind, _, tournament = room.manners.event.partition(":")
    return tournament if kind == "tournament" else ""


def official_in(opened: v.CaseOpened, staff: Account) -> str:
    """Under which name an official of the server acts in a case."""
    return f"{OFFICIAL}{staff.name}" if opened.tournament else staff.name


def match_at(state: Tournament, stream: str) -> tuple[Contest, Fixture] | None:
    """The match of the tournament that is played in a stream."""
    for contest in state.contests.values():
        for fixture in contest.fixtures.values():
            if len(fixture.players) == 2 and contest.match_at(fixture).stream == stream:
                return contest, fixture
    return None
