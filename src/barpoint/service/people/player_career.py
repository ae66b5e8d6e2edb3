"""What a player has done here besides ratings: how well they played where a match was analysed, places in tournaments.

figures     of public matches that somebody had analysed, by the deepest analysis there is; nothing is weighed for this
places      in events that are published, for whoever joined the tournament by a private link
"""

from collections.abc import Sequence
from typing import Final

import msgspec

from barpoint.board import Side
from barpoint.service.long_work import off_loop
from barpoint.service.people.analysis_queue import AnalysisQueue
from barpoint.service.people.player_page import PlayerPages
from barpoint.service.play.play_service import PlayService
from barpoint.service.ports import Account, Accounts, EventStore
from barpoint.service.set_aside import UnreadableStreamError
from barpoint.service.tournaments.private_links import PrivateLinks
from barpoint.service.tournaments.tournament_service import TournamentService
from barpoint.tournament import Contest, Tournament, title_places, titles

LATEST_MATCHES: Final = 60
LATEST_TOURNAMENTS: Final = 200
MOST_PLACINGS: Final = 50
"""How many of somebody's matches, and of the server's tournaments, are looked at; and how many places a page shows."""


class MatchFigures(msgspec.Struct, frozen=True):
    """How somebody played one match; `luck` as in its analysis, normalised, above 0 if the dice were kind."""

    match: str
    at: int
    pr: float
    luck: float
    opponent: str = ""


class EventPlacing(msgspec.Struct, frozen=True, omit_defaults=True):
    """A place in an event; `place` to `last` are shared, 0 as long as it is open. `of` is how many entered."""

    tournament: str
    name: str
    date: str
    contest: str
    contest_name: str
    title: str
    of: int
    place: int = 0
    last: int = 0


class PlayerCareer(msgspec.Struct, frozen=True):
    """Both: figures the oldest first, placings the newest first."""

    figures: tuple[MatchFigures, ...]
    placings: tuple[EventPlacing, ...]


class _SideFigures(msgspec.Struct, frozen=True):
    side: Side
    pr: float
    luck: float


class _AnalysedPlayers(msgspec.Struct, frozen=True):
    """As much of an analysis as is needed."""

    players: tuple[_SideFigures, _SideFigures]


_analysis = msgspec.json.Decoder(_AnalysedPlayers)


class PlayerCareers:
    """Makes them from the logs."""

    def __init__(
        self,
        store: EventStore,
        accounts: Accounts,
        play: PlayService,
        pages: PlayerPages,
        analyses: AnalysisQueue,
        direct: TournamentService,
        links: PrivateLinks,
    ) -> None:
        self._store, self._accounts, self._play, self._pages = store, accounts, play, pages
        self._analyses, self._direct, self._links = analyses, direct, links

    async def of(self, player: Account, reader: Account | None) -> PlayerCareer:
        """A player's, as somebody may see it."""
        return PlayerCareer(await self._figures(player, reader), await self._placings(player))

    async def _figures(self, player: Account, reader: Account | None) -> tuple[MatchFigures, ...]:
        over = [taken for taken in await self._accounts.matches(player.id, LATEST_MATCHES) if taken.over]
        analysed = await self._analyses.kept([taken.match for taken in over])
        figures = []
        for taken in over:
            data = analysed.get(taken.match)
            room = None if data is None else await self._play.room(taken.match)
            seat = None if room is None else room.seat_of(player.id)
            public = None if seat is None else await self._pages.public_match(taken.match, player, reader)
            if data is None or seat is None or public is None:
                continue
            own = next(one for one in _analysis.decode(data).players if one.side is seat[0])
            figures.append(MatchFigures(taken.match, taken.at, own.pr, own.luck, public.opponent))
        return tuple(reversed(figures))

    async def _placings(self, player: Account) -> tuple[EventPlacing, ...]:
        placings: list[EventPlacing] = []
        for tournament in reversed(await self._links.tournaments_of(player.id, LATEST_TOURNAMENTS)):
            try:
                state = (await self._direct.load(tournament)).state
            except UnreadableStreamError:
                continue
            people = (await self._links.joined(tournament)).players_of(player.id)
            placings += await off_loop(lambda: event_placings(state, people))  # noqa: B023
            if len(placings) >= MOST_PLACINGS:
                break
        return tuple(sorted(placings, key=lambda one: one.date, reverse=True))


def event_placings(state: Tournament, people: Sequence[str]) -> list[EventPlacing]:
    """The places of persons of a tournament in its published events."""
    if state.settings is None:
        return []
    return [
        _placing(state, contest, len(entries), place)
        for contest in state.contests.values()
        if contest.published is not None
        for entries in [contest.active_entries]
        for entry in entries
        if any(person in entry.people for person in people)
        for place in _title_places(contest, entry.id)
    ]


def _title_places(contest: Contest, entry: str) -> list[tuple[str, int, int]]:
    """The title, place and last of those who share it; one without a place while it is open."""
    placed = [
        (title, place.place, place.last)
        for title in titles(contest)
        for place in title_places(contest, title)
        if place.entrant == entry
    ]
    return placed or [("", 0, 0)]


def _placing(state: Tournament, contest: Contest, of: int, title: tuple[str, int, int]) -> EventPlacing:
    settings = state.settings
    assert settings is not None, "a tournament that has begun"
    return EventPlacing(
        tournament=settings.id,
        name=settings.name or settings.id,
        date=settings.date,
        contest=contest.settings.id,
        contest_name=contest.settings.title,
        title=title[0],
        of=of,
        place=title[1],
        last=title[2],
    )
