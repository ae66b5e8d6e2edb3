"""Series on a server: steps, and standings that are counted from the logs of their tournaments whenever they change.

key         versions of everything a table is counted from: the series, its tournaments, the accounts that joined them.
            A table of a key never changes, so whoever shows it keeps it by that
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import msgspec

from barpoint.board import Refusal
from barpoint.club import (
    CountTournament,
    JoinPersons,
    OpenSeries,
    PointsScheme,
    Series,
    SeriesActor,
    SeriesEvent,
    SeriesPerson,
    SeriesRow,
    SeriesStep,
    SeriesStepTaken,
    decide_series,
    decode_series,
    fold_series,
    series_standings,
)
from barpoint.service.authority import directs, organises
from barpoint.service.clubs.club_service import ClubService
from barpoint.service.clubs.step_log import StepLog
from barpoint.service.clubs.tournament_events import PlayedTournament, series_events
from barpoint.service.ports import Account, EventStore, WallClock
from barpoint.service.set_aside import UnreadableStreamError
from barpoint.service.tournaments.private_links import PrivateLinks
from barpoint.service.tournaments.tournament_service import TournamentService

NAMED: Final = "series"


class EventLine(msgspec.Struct, frozen=True):
    """An event that counts."""

    id: str
    tournament: str
    name: str
    date: str
    division: str
    field: int
    factor: int
    complete: bool

    @property
    def title(self) -> str:
        """Its name with the day: evenings of a club go by one name."""
        return f"{self.name} ({self.date})" if self.date else self.name


class JoinedPair(msgspec.Struct, frozen=True):
    """Two whom an organiser says to be one person: by their identities, or by names alone."""

    person: str
    same_as: str
    names: tuple[str, str]
    by_name: bool = False


class JoinPreview(msgspec.Struct, frozen=True):
    """What a table would be if two of it were one: their rows as they are, and the one they would become."""

    before: tuple[SeriesRow, ...]
    after: SeriesRow
    together: tuple[str, ...]  # events both have entered: one person seldom does
    moved: int  # others whose place would change


class SeriesTable(msgspec.Struct, frozen=True, kw_only=True):
    """A series with its standings; what waits for the other side's word is said by name only."""

    id: str
    version: int
    name: str
    club: str
    scheme: PointsScheme
    closed: bool
    events: tuple[EventLine, ...]
    rows: tuple[SeriesRow, ...]
    offered: tuple[str, ...]  # tournaments that wait for an organiser
    accepted: tuple[str, ...]  # tournaments that wait for somebody who directs them
    joined: tuple[JoinedPair, ...] = ()


def series_table(id: str, series: Series, played: Sequence[PlayedTournament]) -> SeriesTable:
    """The standings of a series, counted from the tournaments that are in it."""
    assert series.scheme is not None, "only what was opened is counted"
    events, people = series_events(played, series)
    head = {identity: person.id for person in people.values() for identity in person.known_as}
    by_hand = [msgspec.structs.replace(one, person=head.get(one.person, one.person)) for one in series.by_hand]
    everybody = people | {
        one.person: SeriesPerson(one.person, _name(one.person)) for one in by_hand if one.person not in people
    }
    counted = set(series.tournaments)
    return SeriesTable(
        id=id,
        version=series.version,
        name=series.name,
        club=series.club,
        scheme=series.scheme,
        closed=series.closed,
        events=tuple(_line(series.scheme, event) for event in sorted(events, key=lambda event: (event.date, event.id))),
        rows=series_standings(series.scheme, events, everybody, by_hand),
        offered=tuple(name for name in series.offered if name not in counted),
        accepted=tuple(name for name in series.accepted if name not in counted),
        joined=_joined(series, played),
    )


def _joined(series: Series, played: Sequence[PlayedTournament]) -> tuple[JoinedPair, ...]:
    names: dict[str, str] = {}
    if series.joined_persons:
        _, apart = series_events(played, replace(series, joined_persons=()))
        names = {identity: person.name for person in apart.values() for identity in person.known_as}
    persons = [
        JoinedPair(one, other, (names.get(one, _name(one)), names.get(other, _name(other))))
        for one, other in series.joined_persons
    ]
    return (*persons, *(JoinedPair(one, other, (one, other), by_name=True) for one, other in series.joined_names))


def preview_join(id: str, series: Series, played: Sequence[PlayedTournament], step: JoinPersons) -> JoinPreview | None:
    """What a table would be if two of it were one; None if there are no such two in it."""
    table = series_table(id, series, played)
    before = tuple(row for row in table.rows if row.person in (step.person, step.same_as))
    taken = SeriesStepTaken(at=0, by="", step=step)
    rows = series_table(id, fold_series([taken], series), played).rows
    after = [row for row in rows if row.person in (step.person, step.same_as)]
    if len(before) != 2 or len(after) != 1:
        return None
    both = [{result.event for result in row.results if result.event} for row in before]
    places = {row.person: (row.place, row.last) for row in table.rows}
    others = [row for row in rows if row is not after[0]]
    return JoinPreview(
        before,
        after[0],
        tuple(event.title for event in table.events if event.id in both[0] & both[1]),
        sum(places.get(row.person) != (row.place, row.last) for row in others),
    )


def _name(person: str) -> str:
    kind, _, rest = person.partition(":")
    return rest if kind in ("name", "member") else person


def _line(scheme: PointsScheme, event: SeriesEvent) -> EventLine:
    factor = scheme.factor(event.division, side=event.side)
    tournament = event.id.partition("/")[0]
    return EventLine(event.id, tournament, event.name, event.date, event.division, event.field, factor, event.complete)


class SeriesService:
    """Every series of a server."""

    def __init__(
        self, store: EventStore, clock: WallClock, direct: TournamentService, links: PrivateLinks, clubs: ClubService
    ) -> None:
        self.log: StepLog[Series, SeriesStepTaken] = StepLog(store, NAMED, decode_series, fold_series)
        self._clock, self._direct, self._links, self._clubs = clock, direct, links, clubs

    async def load(self, id: str) -> Series:
        """A series as it stands; version 0 if there is none."""
        return await self.log.load(id)

    async def may_organise(self, series: Series, account: Account | None) -> bool:
        """Whether somebody organises a series, by their own name or as an officer of its club."""
        club = await self._clubs.load(series.club) if series.club else None
        return account is not None and organises(series, club, account.id)

    async def may_offer(self, tournament: str, account: Account) -> bool:
        """Whether somebody speaks for a tournament."""
        state = (await self._direct.load(tournament)).state
        return directs(state, await self._links.joined(tournament), account.id)

    async def do(self, id: str, step: SeriesStep, account: Account, command: str) -> Series | Refusal:
        """Judge a step and keep it."""

        async def decide(series: Series) -> SeriesStepTaken | Refusal | None:
            directing = isinstance(step, CountTournament) and await self.may_offer(step.tournament, account)
            opening = isinstance(step, OpenSeries)
            who = SeriesActor(account.id, opening or await self.may_organise(series, account), directing)
            return decide_series(series, step, who, self._clock.now())

        return await self.log.do(id, decide, command)

    async def played(self, series: Series) -> tuple[PlayedTournament, ...]:
        """The tournaments that count; one that cannot be read is left out."""
        tournaments = []
        for name in series.tournaments:
            try:
                state = (await self._direct.load(name)).state
            except UnreadableStreamError:
                continue
            if state.settings is not None:
                keys = await self._links.joined(name)
                tournaments.append(PlayedTournament(name, state, dict(keys.accounts)))
        return tuple(tournaments)
