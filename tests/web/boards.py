"""A board of a tournament as the server makes one, for tests that need no autopilot."""

from barpoint.client import Server
from barpoint.match.format.match_format import MatchFormat
from barpoint.service.play.room_events import RoomOptions, Seat
from barpoint.service.play.terms import Terms, format_of_terms
from barpoint.service.ports import Write
from barpoint.tournament.events import MatchAttached, encode
from barpoint.tournament.player import AUTOPILOT
from tests.web.server_process import Served


async def on_a_board(here: Served, tournament: str, contest: str, pairing: str) -> tuple[Server, Server, str]:
    """Anna and Ben play a pairing on a board that was made for it: who they are, and the match."""
    anna, ben = await Server.guest(here.url, "Anna"), await Server.guest(here.url, "Ben")
    seats = [Seat(name, (await who.ask("GET", "/api/me"))["account"]) for name, who in (("Anna", anna), ("Ben", ben))]
    house, match = here.house, f"BOARD{pairing.replace('-', '').translate(str.maketrans('0189', 'ABCD'))}"
    state = (await house.direct.load(tournament)).state
    players = state.contests[contest].fixtures[pairing].pair
    event = MatchAttached(
        at=house.clock.now(), by=AUTOPILOT, contest=contest, pairing=pairing, players=players, stream=f"match:{match}"
    )
    played = format_of_terms(Terms(preset="IBF Blitz", points=1))
    assert isinstance(played, MatchFormat)
    manners = RoomOptions(event=f"tournament:{tournament}", contest=contest, pairing=pairing)
    beside = [Write(f"tournament:{tournament}", state.version, (encode(event),))]
    assert await house.play.open(match, played, seats[:1], seats[1:], manners=manners, beside=beside)
    await house.direct.load(tournament)
    return anna, ben, match
