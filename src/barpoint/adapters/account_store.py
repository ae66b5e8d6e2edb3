"""Accounts, sessions and heartbeats in the database: rows, not events, since nobody replays them."""

import msgspec
import sqlalchemy as sa

from barpoint.adapters.database import Database, accounts, heartbeats, seats, sessions, streams
from barpoint.service.ports import Account, Beat, SeatTaken


class SqlAccounts:
    """`ports.Accounts`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def add(self, account: Account, at: int) -> None:
        """A new account."""
        async with self._database.engine.begin() as connection:
            row = {"id": account.id, "name": account.name, "guest": account.guest, "created": at}
            await connection.execute(sa.insert(accounts).values(row))

    async def open_session(self, account: str, digest: str, at: int) -> None:
        """A session, known by the digest of its token."""
        async with self._database.engine.begin() as connection:
            await connection.execute(sa.insert(sessions).values(token=digest, account=account, created=at))

    async def behind(self, digest: str, since: int) -> Account | None:
        """Whose session it is, if it was opened no earlier than `since`."""
        joined = accounts.join(sessions, sessions.c.account == accounts.c.id)
        good = (sessions.c.token == digest) & (sessions.c.created >= since)
        return await self._one(sa.select(accounts).select_from(joined).where(good))

    async def find(self, account: str) -> Account | None:
        """The account of this id."""
        return await self._one(sa.select(accounts).where(accounts.c.id == account))

    async def sit(self, account: str, taken: SeatTaken) -> None:
        """The account plays in a match."""
        row = msgspec.structs.asdict(taken) | {"account": account}
        del row["over"]  # the match's stream knows
        async with self._database.engine.begin() as connection:
            await connection.execute(self._database.insert(seats).values(row).on_conflict_do_nothing())

    async def matches(self, account: str, limit: int = 50) -> list[SeatTaken]:
        """Where the account sits and sat, newest first."""
        joined = seats.join(streams, streams.c.name == "match:" + seats.c.match)
        wanted = (
            sa.select(seats, streams.c.open)
            .select_from(joined)
            .where(seats.c.account == account)
            .order_by(seats.c.at.desc())
            .limit(limit)
        )
        async with self._database.engine.connect() as connection:
            rows = (await connection.execute(wanted)).mappings().all()
        wants = ("match", "title", "length", "at", "serious")
        return [SeatTaken(**{name: row[name] for name in wants}, over=not row["open"]) for row in rows]

    async def plays_seriously(self, account: str) -> bool:
        """Whether the account sits in a rated or tournament match that is not over."""
        joined = seats.join(streams, streams.c.name == "match:" + seats.c.match)
        such = (seats.c.account == account) & seats.c.serious & streams.c.open
        async with self._database.engine.connect() as connection:
            found = await connection.execute(sa.select(seats.c.match).select_from(joined).where(such).limit(1))
        return found.first() is not None

    async def _one(self, wanted: "sa.Select[tuple[object, ...]]") -> Account | None:
        async with self._database.engine.connect() as connection:
            row = (await connection.execute(wanted)).mappings().first()
        return None if row is None else Account(row["id"], row["name"], row["guest"], row["staff"])


class SqlHeartbeats:
    """`ports.Heartbeats`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def beat(self, process: str, beat: Beat) -> None:
        """This process lives."""
        alive = self._database.insert(heartbeats).values(process=process, since=beat.since, at=beat.at)
        async with self._database.engine.begin() as connection:
            await connection.execute(alive.on_conflict_do_update(index_elements=["process"], set_={"at": beat.at}))

    async def others(self, process: str) -> dict[str, Beat]:
        """The last signs of life of the other processes."""
        wanted = sa.select(heartbeats).where(heartbeats.c.process != process)
        async with self._database.engine.connect() as connection:
            rows = (await connection.execute(wanted)).all()
        return {row.process: Beat(row.since, row.at) for row in rows}

    async def forget(self, process: str) -> None:
        """It is known to be gone."""
        async with self._database.engine.begin() as connection:
            await connection.execute(sa.delete(heartbeats).where(heartbeats.c.process == process))
