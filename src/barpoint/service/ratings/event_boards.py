"""The match of a board as the ratings know it: a tournament's is rated by its tournament's log.

A board is rated on its own if both sides agreed to that; one of a tournament unless its event is played as unrated.
"""

from dataclasses import dataclass

from barpoint.board import Side
from barpoint.service.authority import Pairing, board_of
from barpoint.service.play.room import Room
from barpoint.service.ratings.rated_verdicts import contest_pool, pool_of
from barpoint.service.tournaments.board_case import fixture_of_stream, tournament_of
from barpoint.service.tournaments.tournament_service import TournamentService
from barpoint.tournament import Contest, Fixture, Tournament
from barpoint.tournament.views import bracket_title


@dataclass(frozen=True, slots=True)
class EventMatch:
    """The match of a tournament that is played on a board."""

    id: str  # as the ratings know it: TOURNAMENT/EVENT/MATCH
    pool: str  # empty: its event is not rated
    posted: bool  # whether its result is in the tournament's log


async def event_match(direct: TournamentService, room: Room) -> EventMatch | None:
    """What a board is for in its tournament; None if it is of no tournament."""
    tournament = tournament_of(room)
    if not tournament:
        return None
    place = fixture_of_stream((await direct.load(tournament)).state, f"match:{room.id}")
    if place is None:
        return None
    contest, fixture = place
    if board_of(room, Pairing(tournament, contest.settings.id, fixture.id)) is None:
        return None
    id = f"{tournament}/{contest.settings.id}/{fixture.id}"
    return EventMatch(id, contest_pool(contest), fixture.result is not None)


async def board_pool(direct: TournamentService, room: Room) -> str:
    """The pool that the match of a board moves; empty if it moves none."""
    if room.options.event:
        match = await event_match(direct, room)
        return "" if match is None else match.pool
    if any(seat.guest for side in Side for seat in room.seats(side)):
        return ""  # as the verdict will be: a guest has no rating
    pool = pool_of(room.match.format)
    return f"{pool}/bots" if pool and room.has_bot else pool


async def board_of_match(direct: TournamentService, match: str) -> str:
    """The board of this server on which a tournament's match was played; empty if it was on none, or is of none."""
    place = await _place(direct, match)
    if place is None:
        return ""
    _, contest, fixture = place
    kind, _, board = contest.match_at(fixture).stream.partition(":")
    return board if kind == "match" else ""


async def round_of_match(direct: TournamentService, match: str) -> str:
    """Tournament, event and round of a tournament's match in words; empty if it is of none."""
    place = await _place(direct, match)
    if place is None:
        return ""
    state, contest, fixture = place
    name, event = "" if state.settings is None else state.settings.name, contest.settings.title
    parts = (name, "" if event in name else event, f"{bracket_title(fixture.bracket)}, round {fixture.round}")
    return ", ".join(part for part in parts if part)


async def _place(direct: TournamentService, match: str) -> tuple[Tournament, Contest, Fixture] | None:
    """Where TOURNAMENT/EVENT/MATCH is; None if there is no such match."""
    tournament, _, place = match.partition("/")
    contest_name, _, pairing = place.partition("/")
    if not pairing:
        return None
    state = (await direct.load(tournament)).state
    contest = state.contests.get(contest_name)
    fixture = None if contest is None else contest.fixtures.get(pairing)
    return None if contest is None or fixture is None else (state, contest, fixture)
