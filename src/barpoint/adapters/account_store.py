"""Accounts, sessions and heartbeats in the database: rows, not events, since nobody replays them."""

import msgspec
import sqlalchemy as sa

from barpoint.adapters.database import Database, account_changes, accounts, heartbeats, seats, sessions, streams
from barpoint.service import (
    Account,
    Heartbeat,
    SeatTaken,
    Session,
)


class SqlAccounts:
    """`ports.Accounts`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def add(self, account: Account, at: int) -> None:
        """A new account."""
        async with self._database.engine.begin() as connection:
            row = {"id": account.id, "name": account.name, "guest": account.guest, "created": at}
            await connection.execute(sa.insert(accounts).values(row))

    async def open_session(self, session: Session) -> None:
        """A session, known by the digest of its token."""
        row = msgspec.structs.asdict(session)
        row["token"] = row.pop("digest")
        async with self._database.engine.begin() as connection:
            await connection.execute(sa.insert(sessions).values(row))

    async def session_account(self, digest: str, since: int) -> tuple[Account, Session] | None:
        """Whose session it is, if it was opened no earlier than `since`."""
        joined = accounts.join(sessions, sessions.c.account == accounts.c.id)
        good = (sessions.c.token == digest) & (sessions.c.created >= since)
        wanted = sa.select(accounts.c.id, accounts.c.name, accounts.c.guest, accounts.c.staff, sessions)
        async with self._database.engine.connect() as connection:
            row = (await connection.execute(wanted.select_from(joined).where(good))).mappings().first()
        return None if row is None else (Account(row["id"], row["name"], row["guest"], row["staff"]), _session(row))

    async def sessions(self, account: str, since: int) -> list[Session]:
        """An account's sessions that were opened no earlier than `since`, newest first."""
        good = (sessions.c.account == account) & (sessions.c.created >= since)
        async with self._database.engine.connect() as connection:
            rows = await connection.execute(sa.select(sessions).where(good).order_by(sessions.c.created.desc()))
        return [_session(row) for row in rows.mappings()]

    async def touch(self, digest: str, at: int, device: str) -> None:
        """A session is used, by this device."""
        await self._set(digest, used=at, device=device)

    async def prove(self, digest: str, at: int) -> None:
        """A session's owner has proven once more who they are."""
        await self._set(digest, proven=at)

    async def _set(self, digest: str, **values: int | str) -> None:
        async with self._database.engine.begin() as connection:
            await connection.execute(sa.update(sessions).where(sessions.c.token == digest).values(**values))

    async def changes(self, after: int) -> tuple[int, list[str]]:
        """Accounts that another process has changed since a number, and the number now."""
        if self._database.is_shared:
            return 0, []
        wanted = sa.select(account_changes).where(account_changes.c.number > after).order_by(account_changes.c.number)
        async with self._database.engine.connect() as connection:
            rows = (await connection.execute(wanted)).all()
        return (rows[-1].number if rows else after), list(dict.fromkeys(row.account for row in rows))

    async def find(self, account: str) -> Account | None:
        """The account of this id."""
        return await self._account(sa.select(accounts).where(accounts.c.id == account))

    async def record_seat(self, account: str, taken: SeatTaken) -> None:
        """The account plays in a match."""
        row = msgspec.structs.asdict(taken) | {"account": account}
        del row["over"]  # the match's stream knows
        async with self._database.engine.begin() as connection:
            await connection.execute(self._database.insert(seats).values(row).on_conflict_do_nothing())

    async def matches(self, account: str, limit: int = 50) -> list[SeatTaken]:
        """Where the account sits and sat, newest first."""
        joined = seats.join(streams, streams.c.name == "match:" + seats.c.match)
        query = (
            sa.select(seats, streams.c.open)
            .select_from(joined)
            .where(seats.c.account == account)
            .order_by(seats.c.at.desc())
            .limit(limit)
        )
        async with self._database.engine.connect() as connection:
            rows = (await connection.execute(query)).mappings().all()
        wants = ("match", "title", "length", "at", "serious")
        return [SeatTaken(**{name: row[name] for name in wants}, over=not row["open"]) for row in rows]

    async def plays_seriously(self, account: str) -> bool:
        """Whether the account sits in a rated or tournament match that is not over."""
        joined = seats.join(streams, streams.c.name == "match:" + seats.c.match)
        such = (seats.c.account == account) & seats.c.serious & streams.c.open
        async with self._database.engine.connect() as connection:
            rows = await connection.execute(sa.select(seats.c.match).select_from(joined).where(such).limit(1))
        return rows.first() is not None

    async def _account(self, query: "sa.Select[tuple[object, ...]]") -> Account | None:
        async with self._database.engine.connect() as connection:
            row = (await connection.execute(query)).mappings().first()
        return None if row is None else Account(row["id"], row["name"], row["guest"], row["staff"])


def _session(row: sa.RowMapping) -> Session:
    return Session(row["token"], row["account"], row["created"], row["device"], row["used"], row["proven"])


class SqlHeartbeats:
    """`ports.Heartbeats`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def beat(self, process: str, beat: Heartbeat) -> None:
        """This process lives."""
        alive = self._database.insert(heartbeats).values(process=process, since=beat.since, at=beat.at)
        async with self._database.engine.begin() as connection:
            await connection.execute(alive.on_conflict_do_update(index_elements=["process"], set_={"at": beat.at}))

    async def others(self, process: str) -> dict[str, Heartbeat]:
        """The last signs of life of the other processes."""
        query = sa.select(heartbeats).where(heartbeats.c.process != process)
        async with self._database.engine.connect() as connection:
            rows = (await connection.execute(query)).all()
        return {row.process: Heartbeat(row.since, row.at) for row in rows}

    async def forget(self, process: str) -> None:
        """It is known to be gone."""
        async with self._database.engine.begin() as connection:
            await connection.execute(sa.delete(heartbeats).where(heartbeats.c.process == process))
