"""Registered people, their credentials and the ceremonies of passkeys, in the database."""

from collections.abc import Sequence
from typing import Final

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from barpoint.adapters.database import (
    Database,
    account_changes,
    accounts,
    ceremonies,
    credentials,
    ratings,
    seats,
    sessions,
)
from barpoint.person_names import Looks
from barpoint.service import (
    Account,
    Ceremony,
    Credential,
)

_REMEMBERED: Final = 1000  # changes of accounts; whoever looks every second has seen older ones


class SqlMemberRegister:
    """`ports.MemberRegister`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def find_by_handle(self, handle: str) -> Account | None:
        """Who goes by a name."""
        async with self._database.engine.connect() as connection:
            rows = await connection.execute(sa.select(accounts).where(accounts.c.handle == handle))
            row = rows.mappings().first()
        return None if row is None else Account(row["id"], row["name"], row["guest"], row["staff"])

    async def alike(self, looks: Looks) -> Account | None:
        """Who is registered under a name that looks like this one."""
        async with self._database.engine.connect() as connection:
            row = (await connection.execute(sa.select(accounts).where(_alike(looks)))).mappings().first()
        return None if row is None else Account(row["id"], row["name"], row["guest"], row["staff"])

    async def promote(self, account: Account, handle: str, looks: Looks) -> bool:
        """A guest becomes a registered person of this name; False if somebody has it, or one that looks like it."""
        change = sa.update(accounts).where(accounts.c.id == account.id, accounts.c.guest)
        row = {"name": account.name, "handle": handle, "guest": False}
        row |= {"looks": looks.written, "looks_folded": looks.folded}
        others = sa.select(sa.func.count()).select_from(accounts).where(_alike(looks), accounts.c.id != account.id)
        try:
            async with self._database.engine.begin() as connection:
                if (
                    self._database.is_shared
                ):  # of two names that look alike one comes first; SQLite has one writer anyway
                    await connection.execute(sa.select(sa.func.pg_advisory_xact_lock(7_246_002)))
                done = await connection.execute(change.values(row))
                if done.rowcount != 1 or (await connection.execute(others)).scalar_one():
                    await connection.rollback()
                    return False
                await connection.execute(sa.update(ratings).where(ratings.c.player == account.id).values(shown=True))
                await self._announce_change(connection, account.id)
        except sa.exc.IntegrityError:
            return False
        return True

    async def keep(self, credential: Credential, at: int) -> None:
        """A new credential, or a new secret of one."""
        row = {
            "kind": credential.kind,
            "id": credential.id,
            "account": credential.account,
            "secret": credential.secret,
            "uses": credential.uses,
            "name": credential.name,
            "until": credential.until,
        }
        change = self._database.insert(credentials).values(**row, created=at)
        fresh = {"secret": credential.secret, "uses": credential.uses}  # its name is changed by `rename`
        await self._execute(change.on_conflict_do_update(index_elements=["kind", "id"], set_=fresh))

    async def credential(self, kind: str, id: str) -> Credential | None:
        """The credential of that id."""
        matches = await self._credentials((credentials.c.kind == kind) & (credentials.c.id == id))
        return matches[0] if matches else None

    async def credentials(self, account: str) -> Sequence[Credential]:
        """All of an account's."""
        return await self._credentials(credentials.c.account == account)

    async def begin(self, id: str, ceremony: Ceremony) -> None:
        """Remember what is to be signed; what was never finished within a day is forgotten."""
        await self._execute(sa.delete(ceremonies).where(ceremonies.c.created < ceremony.at - 86_400_000))
        row = {"account": ceremony.account, "challenge": ceremony.challenge, "created": ceremony.at}
        await self._execute(sa.insert(ceremonies).values(id=id, **row))

    async def finish(self, id: str) -> Ceremony | None:
        """What was to be signed, once."""
        taken = sa.delete(ceremonies).where(ceremonies.c.id == id).returning(ceremonies)
        async with self._database.engine.begin() as connection:
            row = (await connection.execute(taken)).mappings().first()
        return None if row is None else Ceremony(row["account"], bytes(row["challenge"]), row["created"])

    async def rename(self, kind: str, id: str, account: str, name: str) -> bool:
        """Call an account's credential something."""
        change = sa.update(credentials).where(_is_of_account(kind, account), credentials.c.id == id).values(name=name)
        async with self._database.engine.begin() as connection:
            return (await connection.execute(change)).rowcount == 1

    async def drop(self, kind: str, account: str, id: str = "") -> int:
        """An account's credentials of a kind, or the one of an id, are good no longer."""
        gone = sa.delete(credentials).where(_is_of_account(kind, account))
        async with self._database.engine.begin() as connection:
            return (await connection.execute(gone.where(credentials.c.id == id) if id else gone)).rowcount

    async def end_session(self, digest: str) -> None:
        """The session of this digest is over."""
        gone = sa.delete(sessions).where(sessions.c.token == digest).returning(sessions.c.account)
        async with self._database.engine.begin() as connection:
            account = (await connection.execute(gone)).scalar()
            if account is not None:
                await self._announce_change(connection, account)

    async def end_sessions(self, account: str, but: str = "") -> None:
        """All of an account's sessions are over, but the one of this digest."""
        async with self._database.engine.begin() as connection:
            gone = sa.delete(sessions).where(sessions.c.account == account, sessions.c.token != but)
            await connection.execute(gone)
            await self._announce_change(connection, account)

    async def move_seat(self, match: str, guest: str, account: str) -> None:
        """An account has taken over a guest's seat."""
        where = (seats.c.match == match) & (seats.c.account == guest)
        await self._execute(sa.update(seats).where(where).values(account=account))

    async def appoint(self, account: str, *, staff: bool) -> None:
        """Make somebody staff, or no longer."""
        async with self._database.engine.begin() as connection:
            await connection.execute(sa.update(accounts).where(accounts.c.id == account).values(staff=staff))
            await self._announce_change(connection, account)

    async def officials(self) -> int:
        """How many are staff."""
        async with self._database.engine.connect() as connection:
            rows = await connection.execute(sa.select(sa.func.count()).where(accounts.c.staff))
        return int(rows.scalar() or 0)

    async def created(self, account: str) -> int:
        """When somebody first came, in server time."""
        async with self._database.engine.connect() as connection:
            rows = await connection.execute(sa.select(accounts.c.created).where(accounts.c.id == account))
        return int(rows.scalar() or 0)

    async def contact(self, account: str) -> str:
        """Where mail for somebody goes; empty for nowhere."""
        async with self._database.engine.connect() as connection:
            rows = await connection.execute(sa.select(accounts.c.contact).where(accounts.c.id == account))
        return rows.scalar() or ""

    async def set_contact(self, account: str, contact: str) -> None:
        """Where mail for somebody goes from now on."""
        await self._execute(sa.update(accounts).where(accounts.c.id == account).values(contact=contact))

    async def _credentials(self, which: "sa.ColumnElement[bool]") -> list[Credential]:
        async with self._database.engine.connect() as connection:
            rows = (await connection.execute(sa.select(credentials).where(which))).all()
        return [
            Credential(row.account, row.kind, row.id, bytes(row.secret), row.uses, row.created, row.name, row.until)
            for row in rows
        ]

    async def _announce_change(self, connection: AsyncConnection, account: str) -> None:
        """Whoever has connections of the account looks again: the other processes hear it with the transaction."""
        if self._database.is_shared:
            await connection.run_sync(self._database.announce, [f"account/{account}"])
            return
        number = (await connection.execute(sa.insert(account_changes).values(account=account))).inserted_primary_key
        assert number is not None
        await connection.execute(sa.delete(account_changes).where(account_changes.c.number <= number[0] - _REMEMBERED))

    async def _execute(self, change: sa.Executable) -> None:
        async with self._database.engine.begin() as connection:
            await connection.execute(change)


def _alike(looks: Looks) -> "sa.ColumnElement[bool]":
    return sa.or_(accounts.c.looks == looks.written, accounts.c.looks_folded == looks.folded)


def _is_of_account(kind: str, account: str) -> "sa.ColumnElement[bool]":
    return (credentials.c.kind == kind) & (credentials.c.account == account)
