"""Notices, push addresses and counted dice in the database."""

from collections import Counter
from collections.abc import Sequence
from typing import Final

import sqlalchemy as sa

from barpoint.adapters.database import Database, dice_counted, dice_counts, notices, push_addresses, secrets
from barpoint.service.people import (
    PersonalNotice,
    PushAddress,
    RollCount,
)

KEPT: Final = 50
"""Notices an account can look back on."""


class SqlNoticeBoard:
    """`member_ports.NoticeBoard`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def post(self, account: str, key: str, notice: PersonalNotice) -> bool:
        """Keep a notice; False if one of this key was given before."""
        row = {"kind": notice.kind, "text": notice.text, "link": notice.link, "at": notice.at}
        new = self._database.insert(notices).values(account=account, key=key, **row).on_conflict_do_nothing()
        async with self._database.engine.begin() as connection:
            return (await connection.execute(new)).rowcount == 1

    async def notices(self, account: str) -> Sequence[PersonalNotice]:
        """An account's notices, newest first."""
        query = sa.select(notices).where(notices.c.account == account).order_by(notices.c.at.desc()).limit(KEPT)
        async with self._database.engine.connect() as connection:
            rows = (await connection.execute(query)).all()
        return [PersonalNotice(row.kind, row.text, row.link, row.at) for row in rows]

    async def subscribe(self, account: str, address: PushAddress) -> None:
        """A browser wants to be told."""
        row = {"account": account, "key": address.key, "auth": address.auth}
        new = self._database.insert(push_addresses).values(endpoint=address.endpoint, **row)
        async with self._database.engine.begin() as connection:
            await connection.execute(new.on_conflict_do_update(index_elements=["endpoint"], set_=row))

    async def unsubscribe(self, endpoint: str, account: str | None = None) -> None:
        """It does no longer; with an account, only if it is that account's."""
        gone = sa.delete(push_addresses).where(push_addresses.c.endpoint == endpoint)
        async with self._database.engine.begin() as connection:
            await connection.execute(gone if account is None else gone.where(push_addresses.c.account == account))

    async def addresses(self, account: str) -> Sequence[PushAddress]:
        """The browsers of an account."""
        query = sa.select(push_addresses).where(push_addresses.c.account == account)
        async with self._database.engine.connect() as connection:
            rows = (await connection.execute(query)).all()
        return [PushAddress(row.endpoint, row.key, row.auth) for row in rows]

    async def secret(self, name: str, fresh: bytes) -> bytes:
        """A secret of the server's own: the kept one, or `fresh` from now on."""
        new = self._database.insert(secrets).values(name=name, value=fresh).on_conflict_do_nothing()
        async with self._database.engine.begin() as connection:
            await connection.execute(new)
            rows = await connection.execute(sa.select(secrets.c.value).where(secrets.c.name == name))
            return bytes(rows.scalar_one())


class SqlDiceTally:
    """`member_ports.DiceTally`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def count(self, match: str, counts: Sequence[RollCount]) -> bool:
        """Add a finished match; False if it was counted before."""
        once = self._database.insert(dice_counted).values(match=match).on_conflict_do_nothing()
        totals: Counter[tuple[str, int, int]] = Counter()
        for count in counts:
            totals[count.roller, count.high, count.low] += count.rolls
        async with self._database.engine.begin() as connection:
            if (await connection.execute(once)).rowcount != 1:
                return False
            for (roller, high, low), rolls in sorted(totals.items()):  # in one order, so that two cannot wait crosswise
                add = self._database.insert(dice_counts).values(roller=roller, high=high, low=low, rolls=rolls)
                more = {"rolls": dice_counts.c.rolls + rolls}
                await connection.execute(add.on_conflict_do_update(index_elements=["roller", "high", "low"], set_=more))
        return True

    async def counts(self, roller: str) -> Sequence[RollCount]:
        """What somebody has thrown."""
        async with self._database.engine.connect() as connection:
            rows = (await connection.execute(sa.select(dice_counts).where(dice_counts.c.roller == roller))).all()
        return [RollCount(row.roller, row.high, row.low, row.rolls) for row in rows]
