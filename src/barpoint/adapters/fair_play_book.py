"""Figures of fair play and sightings of devices in the database: `officials.FairPlayBook`.

Rows, not events: figures follow from the logs, and whoever is removed takes theirs along.
"""

from collections.abc import Collection, Sequence
from typing import Any, Final, Literal

import msgspec
import sqlalchemy as sa

from barpoint.adapters.database import (
    Database,
    device_sightings,
    fair_play_figures,
    fair_play_matches,
    seats,
    streams,
)
from barpoint.engine.review import PeerMatch
from barpoint.service.officials import FairPlayRow, SharedDevice, WeighingState

_row = msgspec.json.Decoder(FairPlayRow)
_WORKING: Final = "working"


class SqlFairPlayBook:
    """On SQLite or PostgreSQL."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def pending(self, living: Collection[str], most: int) -> Sequence[str]:
        """Finished serious matches that nobody has weighed and none of the living is weighing, newest first."""
        known = fair_play_matches.c
        joined = seats.join(streams, streams.c.name == "match:" + seats.c.match).outerjoin(
            fair_play_matches, known.match == seats.c.match
        )
        free = known.match.is_(None) | ((known.state == _WORKING) & known.process.not_in(living))
        query = (
            sa.select(seats.c.match)
            .select_from(joined)
            .where(seats.c.serious, ~streams.c.open, free)
            .group_by(seats.c.match)
            .order_by(sa.func.max(seats.c.at).desc())
            .limit(most)
        )
        async with self._database.engine.connect() as connection:
            return list((await connection.execute(query)).scalars())

    async def claim(self, match: str, process: str, living: Collection[str]) -> bool:
        """Take a match on, in one statement: of two that try, one does."""
        known = fair_play_matches.c
        row = self._database.insert(fair_play_matches).values(match=match, state=_WORKING, process=process, version=0)
        left = (known.state == _WORKING) & known.process.not_in(living)
        claim = row.on_conflict_do_update(index_elements=["match"], set_={"process": process}, where=left)
        async with self._database.engine.begin() as connection:
            return (await connection.execute(claim.returning(known.match))).first() is not None

    async def release(self, match: str) -> None:
        """It waits again."""
        await self._drop(match, fair_play_matches.c.state == _WORKING)

    async def reopen(self, match: str, version: int) -> None:
        """It waits again if its log has grown since, or it could not be weighed."""
        known = fair_play_matches.c
        await self._drop(match, (known.state == "failed") | ((known.state == "done") & (known.version < version)))

    async def _drop(self, match: str, where: "sa.ColumnElement[bool]") -> None:
        async with self._database.engine.begin() as connection:
            await connection.execute(sa.delete(fair_play_matches).where(fair_play_matches.c.match == match, where))

    async def keep(
        self, match: str, version: int, rows: Sequence[FairPlayRow], state: Literal["done", "failed"] = "done"
    ) -> None:
        """What came of it, in one transaction."""
        figures = [
            {"match": row.match, "account": row.account, "kind": row.kind, "rating": row.rating, "at": row.at}
            | {"data": msgspec.json.encode(row)}
            for row in rows
        ]
        of_match = fair_play_matches.c.match == match
        async with self._database.engine.begin() as connection:
            await connection.execute(sa.update(fair_play_matches).where(of_match).values(state=state, version=version))
            await connection.execute(sa.delete(fair_play_figures).where(fair_play_figures.c.match == match))
            if figures:
                await connection.execute(sa.insert(fair_play_figures), figures)

    async def state(self, match: str) -> WeighingState:
        """How it stands."""
        query = sa.select(fair_play_matches.c.state).where(fair_play_matches.c.match == match)
        async with self._database.engine.connect() as connection:
            state = (await connection.execute(query)).scalar()
        return "waiting" if state is None else msgspec.convert(state, WeighingState)

    async def of_match(self, match: str) -> Sequence[FairPlayRow]:
        """Everybody in a match, White first."""
        rows = await self._rows(sa.select(fair_play_figures).where(fair_play_figures.c.match == match))
        return sorted(rows, key=lambda row: (row.side.value != "white", row.account))

    async def earlier(self, account: str, kind: str, before: int, most: int) -> Sequence[FairPlayRow]:
        """Somebody's matches of a kind before a moment, newest first."""
        of = fair_play_figures.c
        query = sa.select(fair_play_figures).where(of.account == account, of.kind == kind, of.at < before)
        return await self._rows(query.order_by(of.at.desc()).limit(most))

    async def peers(
        self, kind: str, ratings: tuple[float, float], but: Collection[str], most: int
    ) -> Sequence[PeerMatch]:
        """Matches of a kind by others whose ratings were between these, newest first."""
        of = fair_play_figures.c
        near = of.rating.between(*ratings) & of.account.not_in(but)
        query = sa.select(fair_play_figures).where(of.kind == kind, near).order_by(of.at.desc()).limit(most)
        return [PeerMatch(row.account, row.sums) for row in await self._rows(query)]

    async def newest(self, first: int, most: int, matches: Collection[str] | None = None) -> Sequence[FairPlayRow]:
        """Everybody in the matches weighed that ended last."""
        of = fair_play_figures.c
        chosen = sa.select(of.match).group_by(of.match).order_by(sa.func.max(of.at).desc(), of.match)
        if matches is not None:
            chosen = chosen.where(of.match.in_(matches))
        part = chosen.offset(first).limit(most).subquery()
        joined = fair_play_figures.join(part, part.c.match == of.match)
        query = sa.select(fair_play_figures).select_from(joined).order_by(of.at.desc(), of.match)
        return await self._rows(query)

    async def _rows(self, query: "sa.Select[Any]") -> list[FairPlayRow]:  # Any: a row of the table
        async with self._database.engine.connect() as connection:
            return [_row.decode(row.data) for row in await connection.execute(query)]

    # Devices

    async def note_device(self, device: bytes, account: str, at: int) -> None:
        """An account was seen on a device, known by its digest."""
        row = self._database.insert(device_sightings).values(device=device, account=account, first=at, last=at)
        async with self._database.engine.begin() as connection:
            again = row.on_conflict_do_update(index_elements=["device", "account"], set_={"last": at})
            await connection.execute(again)

    async def shared_devices(self, accounts: Collection[str]) -> Sequence[SharedDevice]:
        """Devices on which these and others were seen, the last seen first."""
        mine, other = device_sightings.alias("mine"), device_sightings.alias("other")
        joined = mine.join(other, (other.c.device == mine.c.device) & (other.c.account != mine.c.account))
        query = (
            sa.select(mine.c.device, mine.c.account, mine.c.last, other.c.account, other.c.last)
            .select_from(joined)
            .where(mine.c.account.in_(accounts))
        )
        async with self._database.engine.connect() as connection:
            rows = (await connection.execute(query.order_by(other.c.account))).all()
        together: dict[tuple[bytes, str], list[tuple[str, int]]] = {}
        for device, account, last, stranger, seen in rows:
            together.setdefault((bytes(device), account), []).append((stranger, max(last, seen)))
        shared = [
            SharedDevice(account, tuple(stranger for stranger, _ in others), max(last for _, last in others))
            for (_, account), others in together.items()
        ]
        return sorted(shared, key=lambda device: -device.last)

    async def forget_devices(self, before: int) -> None:
        """Drop sightings older than that."""
        async with self._database.engine.begin() as connection:
            await connection.execute(sa.delete(device_sightings).where(device_sightings.c.last < before))
