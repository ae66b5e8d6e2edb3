"""Follows the logs and answers what people ask of the ladder.

mark        the store writes down, in the transaction of a match's end, that the ladder has something to follow
settle      what the marked logs say is folded in one transaction that takes the marks away: a process that is killed
            leaves either the mark or the change, never both and never neither
correction  a log that says something else than before moves its match, and its pool is folded again from there

Any process follows the marks of all; one that is behind another changes nothing. See decision 0011.
"""

import asyncio
import logging
from collections.abc import Mapping, Sequence
from typing import Final

from barpoint.rating import RATING_SYSTEMS, RatingChange, RatingSystem
from barpoint.service.long_work import off_loop
from barpoint.service.play.room import Room
from barpoint.service.ports import EventStore, StoredEvent
from barpoint.service.ratings.player_record import PlayerRatings, player_ratings
from barpoint.service.ratings.rated_verdicts import RatedVerdict, event_verdicts, online_verdict
from barpoint.service.ratings.rating_book import (
    LadderPart,
    LadderQuery,
    LadderRow,
    PoolRating,
    RatedStep,
    RatingBook,
    RatingMark,
    SourceReading,
)
from barpoint.service.set_aside import SetAside, UnreadableStreamError
from barpoint.service.tournaments.private_links import PrivateLinks
from barpoint.service.tournaments.tournament_service import TournamentService, is_large, stream_of

MOST_MARKS: Final = 20_000
"""Followed in one transaction: what was finished before there were ratings comes in few steps."""
_AT_ONCE: Final = 100  # matches whose logs are in memory together
_EVERY: Final = 60.0  # seconds after which somebody else's marks are looked for
_log = logging.getLogger("barpoint.ratings")


def read_systems(text: str) -> Mapping[str, RatingSystem]:
    """The operator's word, as in `fibs,glicko2`; ValueError says what was expected. The first is the one shown."""
    names = [name.strip() for name in text.split(",") if name.strip()]
    unknown = [name for name in names if name not in RATING_SYSTEMS]
    if unknown or not names:
        raise ValueError(f"BARPOINT_RATINGS is some of {', '.join(RATING_SYSTEMS)}, joined by commas, not {text!r}")
    return {name: RATING_SYSTEMS[name] for name in names}


class LogReader:
    """Reads the logs that ratings come from."""

    def __init__(
        self, store: EventStore, direct: TournamentService, links: PrivateLinks, set_aside: SetAside | None = None
    ) -> None:
        self._store, self._direct, self._links = store, direct, links
        self._set_aside = set_aside or SetAside()

    async def sources(self) -> Sequence[str]:
        """Every match that is over and every tournament, as the streams they are known by."""
        over = set(await self._store.streams("match")) - set(await self._store.streams("match", only_open=True))
        return sorted((*over, *await self._store.streams("tournament")))

    async def readings(self, sources: Sequence[str]) -> list[SourceReading]:
        """What the logs of these come to; one that cannot be read is left out."""
        matches = [source for source in sources if source.startswith("match:")]
        readings: list[SourceReading] = []
        for first in range(0, len(matches), _AT_ONCE):
            readings += await self._read_matches(matches[first : first + _AT_ONCE])
        for source in sources:
            if source.startswith("tournament:"):
                try:
                    readings.append(await self._read_tournament(source.partition(":")[2]))
                except UnreadableStreamError:
                    continue
        return readings

    async def _read_matches(self, sources: Sequence[str]) -> list[SourceReading]:
        rooms = [f"room:{source.partition(':')[2]}" for source in sources]
        kept = await self._store.read_many([*sources, *rooms])
        return await off_loop(
            lambda: [
                reading
                for source, room in zip(sources, rooms, strict=True)
                if (reading := self._match_reading(source, kept[source], room, kept[room])) is not None
            ]
        )

    def _match_reading(
        self, source: str, match: Sequence[StoredEvent], room: str, table: Sequence[StoredEvent]
    ) -> SourceReading | None:
        try:
            with self._set_aside.reading(source):
                verdict = online_verdict(source.partition(":")[2], match, table)
        except UnreadableStreamError:
            return None
        versions = {source: len(match), room: len(table)}
        return SourceReading(source, versions, () if verdict is None else (verdict,))

    async def _read_tournament(self, tournament: str) -> SourceReading:
        snapshot, keys = await self._direct.load(tournament), await self._links.joined(tournament)
        state, accounts, source = snapshot.state, dict(keys.accounts), stream_of(tournament)
        versions = {source: state.version, f"links:{tournament}": keys.version}
        large = is_large(state)
        verdicts = await off_loop(lambda: event_verdicts(state, accounts)) if large else event_verdicts(state, accounts)
        return SourceReading(source, versions, verdicts)


class RatingService:
    """The ladder of this server."""

    def __init__(self, book: RatingBook, reader: LogReader, systems: Mapping[str, RatingSystem]) -> None:
        self._book, self._reader, self.systems = book, reader, systems
        self._wake, self._following = asyncio.Event(), asyncio.Lock()
        self._unreadable: set[RatingMark] = set()

    @property
    def shown(self) -> str:
        """The system that is shown where one is."""
        return next(iter(self.systems))

    def note(self, _room: Room) -> None:
        """A match has ended: the ladder is to follow."""
        self._wake.set()

    async def run(self) -> None:
        """Follow what is marked, here at once and elsewhere before long; until cancelled."""
        started = False
        while True:
            self._wake.clear()
            try:
                if not started:
                    await self._start()
                    started = True
                await self.catch_up()
            except Exception:
                _log.exception("the ladder could not follow; this is tried again")
            try:
                async with asyncio.timeout(_EVERY):
                    await self._wake.wait()
            except TimeoutError:
                continue

    async def _start(self) -> None:
        """Fold by the systems that are in force."""
        changed = await self._book.use_systems(self.systems)
        if changed:
            _log.info("the ladder was folded", extra={"systems": ",".join(changed)})

    async def catch_up(self) -> None:
        """Follow everything that is marked now."""
        async with self._following:
            while marks := [mark for mark in await self._book.marks(MOST_MARKS) if mark not in self._unreadable]:
                sources = sorted({source_of(mark.stream) for mark in marks})
                readings = await self._reader.readings(sources)
                await self._book.settle(readings, self.systems)
                read = {reading.source for reading in readings}
                self._unreadable |= {mark for mark in marks if source_of(mark.stream) not in read}

    # What people ask

    async def ladder(self, query: LadderQuery) -> LadderPart:
        """A part of a ladder."""
        await self.catch_up()
        return await self._book.ladder(query)

    async def whole_ladder(self, system: str, pool: str) -> Sequence[LadderRow]:
        """All of a ladder, the highest first."""
        await self.catch_up()
        return await self._book.whole_ladder(system, pool)

    async def pools(self, system: str) -> Mapping[str, int]:
        """The pools there are, and how many players each has."""
        await self.catch_up()
        return await self._book.pools(system)

    async def ratings_of(self, players: Sequence[str]) -> Sequence[PoolRating]:
        """All that these have."""
        return await self._book.ratings_of(players)

    async def history_of(self, player: str, system: str) -> tuple[Sequence[RatedStep], Mapping[str, str]]:
        """Every change of somebody's ratings with its match, and what those they met are called."""
        await self.catch_up()
        steps = await self._book.history_of(player, system)
        people = {other for step in steps for other in (*step.match.winner, *step.match.loser)}
        return steps, await self._book.names(sorted(people))

    async def record_of(self, player: str, name: str, system: str, part: slice = slice(None)) -> PlayerRatings:
        """What somebody has won and lost, by one system; `part` of the changes, the newest first."""
        steps, names = await self.history_of(player, system)
        ratings = await self._book.ratings_of((player,))
        return player_ratings((player, name), (system, self.systems), ratings, steps, names, part)

    async def changes_by(self, match: str) -> Mapping[str, Sequence[RatingChange]]:
        """What a match has changed, by system."""
        await self.catch_up()
        return await self._book.changes_by(match)

    async def verdict(self, match: str) -> RatedVerdict | None:
        """What became of a finished match; None if it is not over, or was never to be rated."""
        await self.catch_up()
        return await self._book.verdict(match)

    async def names(self, players: Sequence[str]) -> Mapping[str, str]:
        """What these are called."""
        return await self._book.names(players)


def source_of(stream: str) -> str:
    """The match or tournament a stream belongs to."""
    kind, _, id = stream.partition(":")
    return f"{ {'room': 'match', 'links': 'tournament'}.get(kind, kind) }:{id}"
