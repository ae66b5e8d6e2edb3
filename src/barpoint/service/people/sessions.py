"""Who somebody is: guests and their sessions.

session     a browser or program that somebody is signed in with: a random token it keeps in a cookie; the server
            keeps its digest only
visit       somebody who asks something, with the session they do it by
proven      when the session's owner last gave a password or a passkey. What guards an account is changed only by
            somebody who has done so a moment ago
ended       a session that is over ends the connections it has opened, at every process; a change of what somebody may
            do ends them too, and they come back as what they are now
"""

import asyncio
import hashlib
import logging
import secrets
from base64 import b32encode
from collections.abc import Awaitable, Callable, Collection
from contextlib import suppress
from typing import Final

import msgspec

from barpoint.rulebook import Citation, cite
from barpoint.service.people.name_register import checked_name, refuse_name
from barpoint.service.ports import Account, Accounts, MemberRegister, Session, StorageError, WallClock

SESSION_LIFETIME: Final = 365 * 86_400_000
"""Milliseconds after which a session is over."""
FRESH: Final = 300_000
"""Milliseconds for which somebody who has proven who they are need not do so again."""
_SPARINGLY: Final = 600_000  # milliseconds after which the use of a session is written down again
_EVERY: Final = 1.0  # seconds after which a database that announces nothing is looked at
_log = logging.getLogger("barpoint.access")

Changed = Callable[[str, Account | None, Collection[str]], None]
"""Hears of an account's id, what it is now, and the digests of its sessions that still stand."""


class Visit(msgspec.Struct, frozen=True):
    """Somebody who asks something, and by which session."""

    account: Account
    session: Session


def new_id(length: int = 10) -> str:
    """A short id that nobody guesses: letters and digits without 0, 1, 8, 9."""
    return b32encode(secrets.token_bytes(length)).decode()[:length]


class Sessions:
    """Guests and sessions."""

    def __init__(self, accounts: Accounts, register: MemberRegister, clock: WallClock) -> None:
        self._accounts, self._register, self._clock = accounts, register, clock
        self.changed: list[Changed] = []
        self.noted: list[Callable[[str], Awaitable[None]]] = []  # hear of every account that may have changed
        self.connected: Collection[str] = ()  # accounts that have connections to this process
        self._seen = 0  # of the changes another process has made

    async def guest(self, name: str = "", device: str = "") -> tuple[Account, str] | Citation:
        """A new guest and the token of its session."""
        if name:
            name = checked_name(name)
            if (refusal := await refuse_name(self._register, name)) is not None:
                return cite(refusal, "")
        return await self._new_guest(name, device)

    async def guest_or_nameless(self, name: str, device: str = "") -> tuple[Account, str]:
        """A guest of this name or, where that is not to be had, of a name the house gives."""
        try:
            guest_begun = await self.guest(name, device)
        except ValueError:
            return await self._new_guest("", device)
        return await self._new_guest("", device) if isinstance(guest_begun, Citation) else guest_begun

    async def _new_guest(self, name: str, device: str) -> tuple[Account, str]:
        account = Account(new_id(), name or f"Guest {secrets.randbelow(9000) + 1000}")
        await self._accounts.add(account, self._clock.now())
        return account, await self.session(account, device)

    async def session(self, account: Account, device: str = "", *, proven: bool = False) -> str:
        """A new session of an account: its token."""
        token, now = secrets.token_urlsafe(32), self._clock.now()
        await self._accounts.open_session(Session(digest(token), account.id, now, device, now, now if proven else 0))
        return token

    async def visit(self, token: str | None, device: str = "") -> Visit | None:
        """Who comes with a token, as long as the session lasts; that it is used is noted now and then."""
        now = self._clock.now()
        row = await self._accounts.session_account(digest(token), now - SESSION_LIFETIME) if token else None
        if row is None:
            return None
        account, session = row
        if session.used < now - _SPARINGLY:
            session = msgspec.structs.replace(session, used=now, device=device or session.device)
            with suppress(StorageError):  # a disk that is full keeps nobody from reading
                await self._accounts.touch(session.digest, now, session.device)
        return Visit(account, session)

    async def account_of(self, token: str | None) -> Account | None:
        """The account behind a session's token, as long as the session lasts."""
        visit = await self.visit(token)
        return None if visit is None else visit.account

    async def sessions(self, account: str) -> list[Session]:
        """An account's sessions, the one used last first."""
        sessions = await self._accounts.sessions(account, self._clock.now() - SESSION_LIFETIME)
        return sorted(sessions, key=lambda session: -max(session.used, session.created))

    async def prove(self, session: Session) -> None:
        """Its owner has just given a password or a passkey."""
        await self._accounts.prove(session.digest, self._clock.now())

    def is_fresh(self, session: Session) -> bool:
        """Whether its owner has proven a moment ago who they are."""
        return session.proven >= self._clock.now() - FRESH

    # Sessions that end

    async def end(self, account: str, session: str) -> None:
        """One session of an account is over, known by its digest."""
        await self._register.end_session(session)
        await self.look_again(account)

    async def end_all(self, account: str, but: str = "") -> None:
        """All of an account's sessions are over, but the one of this digest."""
        await self._register.end_sessions(account, but)
        await self.look_again(account)

    async def look_again(self, account: str) -> None:
        """Tell whoever keeps connections of an account what it is now, and which of its sessions still stand."""
        for note in self.noted:
            await note(account)
        if account not in self.connected:
            return
        standing = {session.digest for session in await self.sessions(account)}
        account_now = await self._accounts.find(account)
        for hear in self.changed:
            hear(account, account_now, standing)

    async def look_at_all(self) -> None:
        """Something may have been missed."""
        for account in list(self.connected):
            await self.look_again(account)

    async def follow(self) -> None:
        """Hear of changes another process has made where the database does not announce them; runs until cancelled."""
        self._seen, _ = await self._accounts.changes(self._seen)
        while True:
            await asyncio.sleep(_EVERY)
            try:
                self._seen, accounts = await self._accounts.changes(self._seen)
                for account in accounts:
                    await self.look_again(account)
            except Exception:
                _log.exception("changes of accounts could not be read")


def digest(token: str) -> str:
    """What the server keeps of a session's token."""
    return hashlib.sha256(token.encode()).hexdigest()


def session_id(session: Session) -> str:
    """What a session is called where its owner sees it: nothing follows from it."""
    return b32encode(hashlib.sha256(f"session/{session.digest}".encode()).digest()).decode()[:16]
