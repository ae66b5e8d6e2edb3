"""All that is kept of a person, in the database: `member_ports.PersonalRecords`."""

from collections.abc import Sequence
from typing import Any, Final

import sqlalchemy as sa

from barpoint.adapters.database import (
    Database,
    accounts,
    credentials,
    device_sightings,
    dice_counts,
    notices,
    push_addresses,
    seats,
    sessions,
    streams,
)
from barpoint.adapters.erasure import erase_person, streams_with
from barpoint.service.people import PersonalRows, RollCount
from barpoint.service.records import PersonErased

_TRIES: Final = 5
_NAMING: Final = ("challenge", "inquiry", "links", "club", "series", "list", "notes", "file")


class SqlPersonalRecords:
    """Of one database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def rows(self, account: str) -> PersonalRows | None:
        """What is kept of an account; None if there is none, or it was removed."""
        return await self._database.read(lambda connection: _rows(connection, self._database, account))

    async def erase(self, account: str, reason: str, at: int) -> PersonErased | None:
        """Remove somebody's identity; None if there is nobody of that account any more."""
        database = self._database
        for _ in range(_TRIES - 1):
            try:
                return await database.write(lambda connection: erase_person(connection, database, account, reason, at))
            except sa.exc.IntegrityError:  # another process has written to the log of erasures
                continue
        return await database.write(lambda connection: erase_person(connection, database, account, reason, at))

    async def is_erased(self, account: str) -> bool:
        """Whether somebody's identity was removed."""
        query = sa.select(accounts.c.id).where(accounts.c.id == account, accounts.c.erased > 0)
        async with self._database.engine.connect() as connection:
            return (await connection.execute(query)).first() is not None

    async def end_sessions(self, before: int) -> int:
        """Drop sessions that were opened before: how many."""
        async with self._database.engine.begin() as connection:
            return (await connection.execute(sa.delete(sessions).where(sessions.c.created < before))).rowcount

    async def drop_idle_guests(self, before: int) -> int:
        """Drop guests who never sat at a match or offered one, and were last seen before: how many."""

        def drop(connection: sa.Connection) -> int:
            seen = sa.select(sessions.c.account).where(sa.func.max(sessions.c.used, sessions.c.created) >= before)
            if self._database.is_shared:
                seen = sa.select(sessions.c.account).where(
                    sa.func.greatest(sessions.c.used, sessions.c.created) >= before
                )
            idle = (
                sa.select(accounts.c.id)
                .where(accounts.c.guest, accounts.c.erased == 0, accounts.c.created < before)
                .where(accounts.c.id.not_in(seen), accounts.c.id.not_in(sa.select(seats.c.account)))
            )
            ids = list(connection.execute(idle).scalars())
            named = [account for account in ids if streams_with(connection, self._database, _NAMING, {account})]
            dropped = sorted({*ids} - {*named})
            for table in (sessions, notices, push_addresses, device_sightings):
                connection.execute(sa.delete(table).where(table.c.account.in_(dropped)))
            connection.execute(sa.delete(accounts).where(accounts.c.id.in_(dropped)))
            return len(dropped)

        return await self._database.write(drop)

    async def lost_guests(self, limit: int) -> Sequence[str]:
        """Guests who have played, sit at no open match, and have no session left to come back by."""
        playing = sa.select(seats.c.account).join(streams, streams.c.name == "match:" + seats.c.match)
        lost = (
            sa.select(accounts.c.id)
            .where(accounts.c.guest, accounts.c.erased == 0)
            .where(accounts.c.id.not_in(sa.select(sessions.c.account)))
            .where(accounts.c.id.in_(sa.select(seats.c.account)))
            .where(accounts.c.id.not_in(playing.where(streams.c.open)))
        )
        async with self._database.engine.connect() as connection:
            return list((await connection.execute(lost.limit(limit))).scalars())


def _rows(connection: sa.Connection, database: Database, account: str) -> PersonalRows | None:
    row = (
        connection.execute(sa.select(accounts).where(accounts.c.id == account, accounts.c.erased == 0))
        .mappings()
        .first()
    )
    if row is None:
        return None
    told = {name: row[name] for name in ("id", "name", "guest", "created", "staff", "contact")}
    counts = connection.execute(sa.select(dice_counts).where(dice_counts.c.roller == account)).all()
    endpoints = sa.select(push_addresses.c.endpoint).where(push_addresses.c.account == account)
    return PersonalRows(
        account=told,
        credentials=_of(connection, credentials, account, ("kind", "name", "created", "uses")),
        sessions=_of(connection, sessions, account, ("device", "created", "used", "proven")),
        devices=_of(connection, device_sightings, account, ("first", "last")),
        notices=_of(connection, notices, account, ("at", "kind", "text", "link")),
        push_addresses=tuple(connection.execute(endpoints).scalars()),
        seats=_of(connection, seats, account, ("match", "at", "title", "length", "serious")),
        dice=tuple(RollCount(row.roller, row.high, row.low, row.rolls) for row in counts),
        streams=tuple(streams_with(connection, database, _NAMING, {account})),
    )


def _of(connection: sa.Connection, table: sa.Table, account: str, names: Sequence[str]) -> tuple[dict[str, Any], ...]:
    query = sa.select(*(table.c[name] for name in names)).where(table.c.account == account)
    return tuple(dict(row) for row in connection.execute(query).mappings())
