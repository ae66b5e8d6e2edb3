"""Who somebody is: guests, their sessions, and the names they go by.

A session is a random token the browser keeps in a cookie; the server keeps its digest only.
"""

import hashlib
import secrets
from base64 import b32encode
from typing import Final

from barpoint.service.ports import Account, Accounts, WallClock

LONGEST_NAME: Final = 24
LASTS: Final = 365 * 86_400_000
"""Milliseconds after which a session is over."""


def new_id(length: int = 10) -> str:
    """A short id that nobody guesses: letters and digits without 0, 1, 8, 9."""
    return b32encode(secrets.token_bytes(length)).decode()[:length]


class Access:
    """Guests and sessions."""

    def __init__(self, accounts: Accounts, clock: WallClock) -> None:
        self._accounts, self._clock = accounts, clock

    async def guest(self, name: str = "") -> tuple[Account, str]:
        """A new guest and the token of its session."""
        account = Account(new_id(), checked_name(name) if name else f"Guest {secrets.randbelow(9000) + 1000}")
        await self._accounts.add(account, self._clock.now())
        return account, await self.session(account)

    async def session(self, account: Account) -> str:
        """A new session of an account: its token."""
        token = secrets.token_urlsafe(32)
        await self._accounts.open_session(account.id, digest(token), self._clock.now())
        return token

    async def whose(self, token: str | None) -> Account | None:
        """The account behind a session's token, as long as the session lasts."""
        return await self._accounts.behind(digest(token), self._clock.now() - LASTS) if token else None


def checked_name(name: str) -> str:
    """A name people can be called by; ValueError says what is expected."""
    plain = " ".join(name.split())
    if not 1 <= len(plain) <= LONGEST_NAME or not plain.isprintable():
        raise ValueError(f"a name has 1 to {LONGEST_NAME} printable characters, not {name[:40]!r}")
    return plain


def digest(token: str) -> str:
    """What the server keeps of a session's token."""
    return hashlib.sha256(token.encode()).hexdigest()
