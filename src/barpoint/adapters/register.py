"""Registered people, their credentials and the ceremonies of passkeys, in the database."""

from collections.abc import Sequence

import sqlalchemy as sa

from barpoint.adapters.database import Database, accounts, ceremonies, credentials, seats, sessions
from barpoint.service.ports import Account, Ceremony, Credential


class SqlRegister:
    """`ports.Register`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def named(self, handle: str) -> Account | None:
        """Who goes by a name."""
        async with self._database.engine.connect() as connection:
            found = await connection.execute(sa.select(accounts).where(accounts.c.handle == handle))
            row = found.mappings().first()
        return None if row is None else Account(row["id"], row["name"], row["guest"], row["staff"])

    async def promote(self, account: Account, handle: str) -> bool:
        """A guest becomes a registered person of this name; False if somebody has it."""
        change = sa.update(accounts).where(accounts.c.id == account.id, accounts.c.guest)
        try:
            async with self._database.engine.begin() as connection:
                done = await connection.execute(change.values(name=account.name, handle=handle, guest=False))
        except sa.exc.IntegrityError:
            return False
        return done.rowcount == 1

    async def keep(self, credential: Credential, at: int) -> None:
        """A new credential, or a new secret of one."""
        row = {
            "kind": credential.kind,
            "id": credential.id,
            "account": credential.account,
            "secret": credential.secret,
            "uses": credential.uses,
        }
        change = self._database.insert(credentials).values(**row, created=at)
        fresh = {"secret": credential.secret, "uses": credential.uses}
        await self._do(change.on_conflict_do_update(index_elements=["kind", "id"], set_=fresh))

    async def credential(self, kind: str, id: str) -> Credential | None:  # noqa: A002
        """The credential of that id."""
        found = await self._credentials((credentials.c.kind == kind) & (credentials.c.id == id))
        return found[0] if found else None

    async def credentials(self, account: str) -> Sequence[Credential]:
        """All of an account's."""
        return await self._credentials(credentials.c.account == account)

    async def begin(self, id: str, ceremony: Ceremony) -> None:  # noqa: A002
        """Remember what is to be signed; what was never finished within a day is forgotten."""
        await self._do(sa.delete(ceremonies).where(ceremonies.c.created < ceremony.at - 86_400_000))
        row = {"account": ceremony.account, "challenge": ceremony.challenge, "created": ceremony.at}
        await self._do(sa.insert(ceremonies).values(id=id, **row))

    async def finish(self, id: str) -> Ceremony | None:  # noqa: A002
        """What was to be signed, once."""
        taken = sa.delete(ceremonies).where(ceremonies.c.id == id).returning(ceremonies)
        async with self._database.engine.begin() as connection:
            row = (await connection.execute(taken)).mappings().first()
        return None if row is None else Ceremony(row["account"], bytes(row["challenge"]), row["created"])

    async def end_session(self, digest: str) -> None:
        """The session of this digest is over."""
        await self._do(sa.delete(sessions).where(sessions.c.token == digest))

    async def end_sessions(self, account: str) -> None:
        """All of an account's sessions are over."""
        await self._do(sa.delete(sessions).where(sessions.c.account == account))

    async def move_seat(self, match: str, guest: str, account: str) -> None:
        """An account has taken over a guest's seat."""
        where = (seats.c.match == match) & (seats.c.account == guest)
        await self._do(sa.update(seats).where(where).values(account=account))

    async def appoint(self, account: str, *, staff: bool) -> None:
        """Make somebody staff, or no longer."""
        await self._do(sa.update(accounts).where(accounts.c.id == account).values(staff=staff))

    async def contact(self, account: str) -> str:
        """Where mail for somebody goes; empty for nowhere."""
        async with self._database.engine.connect() as connection:
            found = await connection.execute(sa.select(accounts.c.contact).where(accounts.c.id == account))
        return found.scalar() or ""

    async def reach_at(self, account: str, contact: str) -> None:
        """Where mail for somebody goes from now on."""
        await self._do(sa.update(accounts).where(accounts.c.id == account).values(contact=contact))

    async def _credentials(self, which: "sa.ColumnElement[bool]") -> list[Credential]:
        async with self._database.engine.connect() as connection:
            rows = (await connection.execute(sa.select(credentials).where(which))).all()
        return [Credential(row.account, row.kind, row.id, bytes(row.secret), row.uses) for row in rows]

    async def _do(self, change: sa.Executable) -> None:
        async with self._database.engine.begin() as connection:
            await connection.execute(change)
