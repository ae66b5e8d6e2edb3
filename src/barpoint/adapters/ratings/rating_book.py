"""The ladder in the database: `ratings.RatingBook`.

A match that comes after all others of its pool takes one step. One that comes before some, or is corrected, takes its
pool back to where it stands: what each later player had before is in the first of their later changes, so nobody else
is touched, and everything from there on is rated again. The digits are those of a rebuild from nothing.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, TypeVar

import msgspec
import sqlalchemy as sa

from barpoint.adapters.database import (
    Database,
    accounts,
    rated_matches,
    rating_changes,
    rating_marks,
    rating_systems,
    ratings,
)
from barpoint.adapters.ratings import ladder_statements as s
from barpoint.rating import (
    BOT,
    Ladder,
    MatchRated,
    Rating,
    RatingChange,
    RatingSystem,
    newcomer,
    pool_named,
)
from barpoint.service.people import handle_of
from barpoint.service.ratings import (
    LadderPart,
    LadderQuery,
    LadderRow,
    PoolRating,
    RatedStep,
    RatedVerdict,
    RatingMark,
    SourceReading,
    is_provisional,
)

_LOCK: Final = 7_246_003
_MANY: Final = 400  # values a statement asks for
_verdict = msgspec.json.Decoder(RatedVerdict)
_rating = msgspec.json.Decoder(Rating)
_change = msgspec.json.Decoder(RatingChange)
_encode = msgspec.json.encode

T = TypeVar("T")
Place = tuple[int, str]
"""Where a match stands in its pool: its time, then its id."""


class SqlRatingBook:
    """On SQLite or PostgreSQL."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._writer = None if database.is_shared else database.writer()

    async def close(self) -> None:
        """Give the connection back that it writes with."""
        if self._writer is not None:
            await self._writer.close()

    async def _write(self, work: Callable[[sa.Connection], T]) -> T:
        """Run work in one transaction."""
        if self._writer is None:
            async with self._database.engine.begin() as connection:
                return await connection.run_sync(work)
        return await self._writer.run(lambda connection: _commit_all(connection, work))

    async def marks(self, most: int) -> Sequence[RatingMark]:
        """What waits to be followed."""
        query = sa.select(rating_marks).order_by(rating_marks.c.stream, rating_marks.c.version).limit(most)
        async with self._database.engine.connect() as connection:
            return [RatingMark(row.stream, row.version) for row in await connection.execute(query)]

    async def settle(self, readings: Sequence[SourceReading], systems: Mapping[str, RatingSystem]) -> Sequence[str]:
        """Fold what was read, and take its marks away, in one transaction."""
        if not readings:
            return ()
        return await self._write(lambda connection: _settle(connection, self._database, readings, systems))

    async def use_systems(self, systems: Mapping[str, RatingSystem]) -> Sequence[str]:
        """Fold the ladder by systems it was not yet, or not with these settings; by no others."""
        return await self._write(lambda connection: _use_systems(connection, self._database, systems))

    async def pools(self, system: str) -> Mapping[str, int]:
        """The pools there are, and how many players each has."""
        query = sa.select(ratings.c.pool, sa.func.count()).where(ratings.c.system == system).group_by(ratings.c.pool)
        async with self._database.engine.connect() as connection:
            return {row[0]: row[1] for row in await connection.execute(query.order_by(ratings.c.pool))}

    async def ladder(self, query: LadderQuery) -> LadderPart:
        """A part of a ladder, the highest first."""
        async with self._database.engine.connect() as connection:
            return await connection.run_sync(_ladder, query)

    async def whole_ladder(self, system: str, pool: str) -> Sequence[LadderRow]:
        """All of a ladder, the highest first."""
        async with self._database.engine.connect() as connection:
            return await connection.run_sync(_whole_ladder, system, pool)

    async def ratings_of(self, players: Sequence[str]) -> Sequence[PoolRating]:
        """All that these have."""
        query = sa.select(ratings).where(ratings.c.player.in_(players)).order_by(ratings.c.matches.desc())
        async with self._database.engine.connect() as connection:
            rows = (await connection.execute(query)).all()
        return [PoolRating(row.player, row.system, row.pool, _rating.decode(row.data), row.won) for row in rows]

    async def ratings(self, system: str) -> dict[tuple[str, str], Rating]:
        """The whole ladder of a system, by pool and player."""
        query = sa.select(ratings.c.pool, ratings.c.player, ratings.c.data).where(ratings.c.system == system)
        async with self._database.engine.connect() as connection:
            return {(row.pool, row.player): _rating.decode(row.data) for row in await connection.execute(query)}

    async def history_of(self, player: str, system: str) -> Sequence[RatedStep]:
        """Every change of somebody's ratings with its match, the first one first."""
        joined = rating_changes.join(rated_matches, rated_matches.c.id == rating_changes.c.match)
        mine = (rating_changes.c.player == player) & (rating_changes.c.system == system)
        query = sa.select(rating_changes.c.data, rated_matches.c.data).select_from(joined).where(mine)
        async with self._database.engine.connect() as connection:
            rows = [(_change.decode(row[0]), _verdict.decode(row[1]).match) for row in await connection.execute(query)]
        steps = [RatedStep(change, match) for change, match in rows if match is not None]
        return sorted(steps, key=lambda step: (step.match.at, step.match.id))

    async def changes_by(self, match: str) -> Mapping[str, Sequence[RatingChange]]:
        """What a match has changed, by system."""
        query = sa.select(rating_changes.c.system, rating_changes.c.data).where(rating_changes.c.match == match)
        changes: dict[str, list[RatingChange]] = {}
        async with self._database.engine.connect() as connection:
            for row in await connection.execute(query.order_by(rating_changes.c.player)):
                changes.setdefault(row.system, []).append(_change.decode(row.data))
        return changes

    async def verdict(self, match: str) -> RatedVerdict | None:
        """What became of a finished match."""
        async with self._database.engine.connect() as connection:
            rows = await connection.execute(sa.select(rated_matches.c.data).where(rated_matches.c.id == match))
            row = rows.first()
        return None if row is None else _verdict.decode(row.data)

    async def verdicts(self) -> Sequence[RatedVerdict]:
        """Every finished match that was looked at."""
        async with self._database.engine.connect() as connection:
            rows = await connection.execute(sa.select(rated_matches.c.data).order_by(rated_matches.c.at))
            return [_verdict.decode(row.data) for row in rows]

    async def names(self, players: Sequence[str]) -> Mapping[str, str]:
        """What these people are called."""
        names: dict[str, str] = {}
        async with self._database.engine.connect() as connection:
            for some in _batches(players):
                rows = await connection.execute(
                    sa.select(accounts.c.id, accounts.c.name).where(accounts.c.id.in_(some))
                )
                names |= {row.id: row.name for row in rows}
        return names


def _commit_all(connection: sa.Connection, work: Callable[[sa.Connection], T]) -> T:
    done = work(connection)
    connection.commit()
    return done


# Following the logs


def _settle(
    connection: sa.Connection,
    database: Database,
    readings: Sequence[SourceReading],
    systems: Mapping[str, RatingSystem],
) -> Sequence[str]:
    _take_turn(connection, database)
    known = _versions(connection, [stream for reading in readings for stream in reading.versions])
    fresh = [
        reading
        for reading in readings
        if all(known.get(stream, 0) <= version for stream, version in reading.versions.items())
    ]
    touched: dict[str, Place] = {}
    changed = _keep_verdicts(connection, fresh, touched)
    _follow(connection, database, {stream: at for reading in fresh for stream, at in reading.versions.items()})
    for name, system in systems.items():
        refolds = [_Refold(connection, database, name, system, pool, place) for pool, place in touched.items()]
        for refold in refolds:  # all of them first: a match may have gone from one pool to another
            refold.go_back()
        for refold in refolds:
            refold.go_on()
    return changed


def _take_turn(connection: sa.Connection, database: Database) -> None:
    """One process at a time: PostgreSQL by a lock, SQLite by the first statement that writes."""
    if database.is_shared:
        connection.execute(sa.select(sa.func.pg_advisory_xact_lock(_LOCK)))
    else:
        connection.execute(s.TAKE_TURN)


def _versions(connection: sa.Connection, names: Sequence[str]) -> dict[str, int]:
    versions: dict[str, int] = {}
    for some in _batches(names):
        versions |= {row.stream: row.version for row in connection.execute(s.VERSIONS, {"streams": some})}
    return versions


def _batches(values: Sequence[T]) -> Iterator[Sequence[T]]:
    for first in range(0, len(values), _MANY):
        yield values[first : first + _MANY]


def _follow(connection: sa.Connection, database: Database, versions: Mapping[str, int]) -> None:
    """The streams are followed so far, and what was marked of them is done."""
    if not versions:
        return
    rows = [{"stream": stream, "version": version} for stream, version in versions.items()]
    connection.execute(s.followed(shared=database.is_shared), rows)
    connection.execute(s.MARKS_DONE, [{"of": stream, "done": version} for stream, version in versions.items()])


def _keep_verdicts(
    connection: sa.Connection, readings: Sequence[SourceReading], touched: dict[str, Place]
) -> list[str]:
    """What the sources say now instead of before; the pools it touches, each from the first match that differs."""
    before = _rows_of(connection, [reading.source for reading in readings])
    now = {verdict.id: (reading.source, verdict) for reading in readings for verdict in reading.verdicts}
    lines = {id: _encode(verdict) for id, (_, verdict) in now.items()}
    changed = [id for id, data in lines.items() if id not in before or bytes(before[id].data) != data]
    changed += [id for id in before if id not in now]
    gone, rows = [], []
    for id in changed:
        if (old := before.get(id)) is not None:
            gone.append(id)
            if old.counts:
                _touch(touched, old.pool, (old.at, id))
        if id in now:
            source, verdict = now[id]
            pool = "" if verdict.match is None else str(verdict.match.pool)
            row = {"id": id, "source": source, "at": verdict.at, "pool": pool, "counts": verdict.counts}
            rows.append(row | {"data": lines[id]})
            if verdict.counts:
                _touch(touched, pool, (verdict.at, id))
    for some in _batches(gone):
        connection.execute(s.MATCHES_GONE, {"gone": some})
    if rows:
        connection.execute(s.NEW_MATCHES, rows)
    return changed


def _rows_of(connection: sa.Connection, sources: Sequence[str]) -> dict[str, Any]:
    """The matches of sources by their ids; Any: rows of SQLAlchemy."""
    rows: dict[str, Any] = {}
    for some in _batches(sources):
        rows |= {row.id: row for row in connection.execute(s.MATCHES_OF_SOURCES, {"sources": some})}
    return rows


def _touch(touched: dict[str, Place], pool: str, place: Place) -> None:
    touched[pool] = min(touched.get(pool, place), place)


def _use_systems(connection: sa.Connection, database: Database, systems: Mapping[str, RatingSystem]) -> Sequence[str]:
    _take_turn(connection, database)
    known = {row.name: bytes(row.settings) for row in connection.execute(sa.select(rating_systems))}
    missing = [name for name, system in systems.items() if known.get(name) != _encode(system)]
    dropped = [name for name in known if name not in systems]
    connection.execute(sa.delete(rating_systems).where(rating_systems.c.name.in_(dropped)))
    pools = connection.execute(sa.select(rated_matches.c.pool).where(rated_matches.c.counts).distinct()).scalars().all()
    for table in (ratings, rating_changes):
        connection.execute(sa.delete(table).where(table.c.system.in_([*missing, *dropped])))
    for name in missing:
        for pool in pools:
            _Refold(connection, database, name, systems[name], pool, (0, "")).go_on()
        row = database.insert(rating_systems).values(name=name, settings=_encode(systems[name]))
        settings = {"settings": _encode(systems[name])}
        connection.execute(row.on_conflict_do_update(index_elements=["name"], set_=settings))
    return missing


@dataclass(slots=True)
class _Refold:
    """A pool of one system, rated again from a place on."""

    connection: sa.Connection
    database: Database
    name: str
    system: RatingSystem
    pool: str
    place: Place
    ladder: Ladder = field(init=False)
    players: dict[str, Rating] = field(init=False, default_factory=dict)
    won: dict[str, int] = field(init=False, default_factory=dict)
    back: set[str] = field(init=False, default_factory=set)  # who has what they had before the place
    known: set[str] = field(init=False, default_factory=set)  # who has a row already

    def __post_init__(self) -> None:
        self.ladder = Ladder(self.system, {pool_named(self.pool): self.players})

    def go_on(self) -> None:
        """Rate what comes from the place on."""
        later = self._matches()
        people = {player for match in later for player in (*match.winner, *match.loser)}
        self._load(people - self.back)
        rows = [row for match in later for row in self._rate(match)]
        if rows:
            self.connection.execute(s.NEW_CHANGES, rows)
        self._keep(people | self.back)

    @property
    def _mine(self) -> dict[str, Any]:
        """What its rows are found by."""
        return {"system": self.name, "pool": self.pool}

    def go_back(self) -> None:
        """Undo the changes from the place on: whoever had some has what the first of them began with."""
        at, _ = self.place
        rows = self.connection.execute(s.CHANGES_SINCE, self._mine | {"at": at}).all()
        undone = sorted((row for row in rows if (row.at, row.match) >= self.place), key=lambda row: (row.at, row.match))
        for row in undone:
            if row.player not in self.back:
                change = _change.decode(row.data)
                self.back.add(row.player)
                self.won[row.player] = row.won - any(met.won for met in change.met)
                if change.before.matches:
                    self.players[row.player] = change.before
        if undone:
            self.connection.execute(s.CHANGES_LATER, self._mine | {"at": at})
        for match in {row.match for row in undone if row.at == at}:
            self.connection.execute(s.CHANGES_BY, self._mine | {"by": match})

    def _matches(self) -> list[MatchRated]:
        rows = self.connection.execute(s.COUNTED_SINCE, {"pool": self.pool, "at": self.place[0]})
        matches = (_verdict.decode(row.data).match for row in rows)
        later = [match for match in matches if match is not None and (match.at, match.id) >= self.place]
        return sorted(later, key=lambda match: (match.at, match.id))

    def _load(self, people: Iterable[str]) -> None:
        for some in _batches(sorted(people)):
            for row in self.connection.execute(s.RATINGS_OF, self._mine | {"players": some}):
                self.players[row.player] = _rating.decode(row.data)
                self.won[row.player] = row.won
                self.known.add(row.player)

    def _rate(self, match: MatchRated) -> list[dict[str, Any]]:
        rows = []
        for change in self.ladder.rate([match]):
            self.won[change.player] = self.won.get(change.player, 0) + (change.player in match.winner)
            row = {"system": self.name, "match": match.id, "player": change.player, "pool": self.pool, "at": match.at}
            rows.append(row | {"won": self.won[change.player], "data": _encode(change)})
        return rows

    def _guests(self, people: Iterable[str]) -> set[str]:
        guests: set[str] = set()
        for some in _batches(sorted(people)):
            guests |= set(self.connection.execute(s.GUESTS, {"players": some}).scalars())
        return guests

    def _keep(self, people: Iterable[str]) -> None:
        new, rows, gone = newcomer(self.system), [], []
        guests = self._guests(set(people) - self.known - self.back)  # whether a row is shown is said when it is new
        for player in sorted(people):
            rating = self.players.get(player, new)
            if not rating.matches:
                gone.append(player)
                continue
            row = {"system": self.name, "pool": self.pool, "player": player, "won": self.won.get(player, 0)}
            row["shown"] = player not in guests
            numbers = {"rating": rating.rating, "matches": rating.matches, "last": rating.last or 0}
            rows.append(row | numbers | {"data": _encode(rating)})
        for player in gone:
            self.connection.execute(s.RATING_GONE, self._mine | {"of": player})
        if rows:
            self.connection.execute(s.present_ratings(shared=self.database.is_shared), rows)


# What people ask


def _ladder(connection: sa.Connection, query: LadderQuery) -> LadderPart:
    """A search goes through the names once: the page and the number of all who are found come from one statement."""
    shown = (ratings.c.system == query.system) & (ratings.c.pool == query.pool) & ratings.c.shown
    order = (ratings.c.rating.desc(), ratings.c.player)
    counted = sa.func.count().over() if query.search else sa.literal(-1)
    narrowed = sa.select(ratings, counted.label("found")).where(*_filters(query)).where(shown)
    part = narrowed.order_by(*order).offset(query.first).limit(query.count).subquery()
    wanted = sa.select(part, accounts.c.name).outerjoin_from(part, accounts, accounts.c.id == part.c.player)
    rows = connection.execute(wanted.order_by(part.c.rating.desc(), part.c.player)).all()
    total = rows[0].found if rows and query.search else _count(connection, shown, query)
    places = _places(connection, shown, [row.rating for row in rows])
    return LadderPart(tuple(_ladder_row(row, places[row.rating]) for row in rows), total)


def _count(connection: sa.Connection, shown: "sa.ColumnElement[bool]", query: LadderQuery) -> int:
    counted = sa.select(sa.func.count()).select_from(ratings).where(shown, *_filters(query))
    return connection.execute(counted).scalar_one()


def _whole_ladder(connection: sa.Connection, system: str, pool: str) -> Sequence[LadderRow]:
    joined = ratings.outerjoin(accounts, accounts.c.id == ratings.c.player)
    shown = (ratings.c.system == system) & (ratings.c.pool == pool) & ratings.c.shown
    wanted = sa.select(ratings, accounts.c.name).select_from(joined).where(shown)
    ladder: list[LadderRow] = []
    for number, row in enumerate(connection.execute(wanted.order_by(ratings.c.rating.desc(), ratings.c.player)), 1):
        level = bool(ladder) and ladder[-1].rating.rating == row.rating
        ladder.append(_ladder_row(row, ladder[-1].place if level else number))
    return ladder


def _filters(query: LadderQuery) -> list["sa.ColumnElement[bool]"]:
    filters: list[sa.ColumnElement[bool]] = []
    if query.search:
        named = sa.select(accounts.c.id).where(accounts.c.handle.contains(handle_of(query.search), autoescape=True))
        filters.append(ratings.c.player.in_(named))
    if query.since:
        filters.append(ratings.c.last >= query.since)
    if query.least:
        filters.append(ratings.c.matches >= query.least)
    return filters


def _places(connection: sa.Connection, shown: "sa.ColumnElement[bool]", values: Sequence[float]) -> dict[float, int]:
    """The places of ratings, highest first: one after all that are higher, so that equals share one."""
    places: dict[float, int] = {}
    above: float | None = None
    for value in dict.fromkeys(values):
        better = shown & (ratings.c.rating > value)
        if above is not None:
            better &= ratings.c.rating <= above
        more = connection.execute(sa.select(sa.func.count()).select_from(ratings).where(better)).scalar_one()
        places[value] = more + (1 if above is None else places[above])
        above = value
    return places


def _ladder_row(row: Any, place: int) -> LadderRow:  # Any: a row of SQLAlchemy
    rating = _rating.decode(row.data)
    name = row.name or f"Barpoint ({row.player.removeprefix(BOT)})"
    return LadderRow(place, row.player, name, rating, row.won, is_provisional(rating))
