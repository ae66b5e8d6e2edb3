"""Registered people: a name and a password or a passkey; what they played as guests stays theirs.

register   a guest becomes a registered person: the account keeps its id and so every seat it sits in
sign in    somebody who is registered comes back. What they have played meanwhile as a guest of this browser is
           claimed: its seats pass to the account, but for a match in which the account itself sits

A name is compared without regard to case and to look-alike forms (NFKC). How often a password may be tried is
limited by name, whoever tries.
"""

import unicodedata
from typing import Final

from barpoint.board import Refusal
from barpoint.rulebook.cite import Citation, cite
from barpoint.service.access import Access, checked_name, digest, new_id
from barpoint.service.limits import Allowance
from barpoint.service.lobby import Lobby
from barpoint.service.play import Play
from barpoint.service.ports import Account, Accounts, Ceremony, Credential, Passwords, Register, WallClock
from barpoint.service.refusals import ServiceCode
from barpoint.service.room import Room, SeatClaimed

SHORTEST: Final = 10
LONGEST: Final = 200
"""Characters of a password."""
PATIENCE: Final = 300_000
"""Milliseconds in which a passkey's ceremony has to be finished."""
MOST_CLAIMED: Final = 500
_RESERVED: Final = ("barpoint", "guest", "house", "director", "arbiter", "admin")
_NOBODY: Final = b"$argon2id$v=19$m=65536,t=3,p=4$c29tZXNhbHRzb21lc2FsdA$0J0PpRTf6FrpCfHVW8rF8m0J5C6B5V5lZl7sJm3ksc8"

SignedIn = tuple[Account, str]
"""Somebody, and the token of the new session."""


class Members:
    """The use cases of registered people."""

    def __init__(
        self,
        accounts: Accounts,
        register: Register,
        passwords: Passwords,
        access: Access,
        clock: WallClock,
        play: Play,
        lobby: Lobby,
    ) -> None:
        self._accounts, self._register, self._passwords = accounts, register, passwords
        self._access, self._clock, self._play, self._lobby = access, clock, play, lobby
        self.tries = Allowance(burst=10, every=30_000)

    async def register(self, guest: Account | None, name: str, password: str) -> SignedIn | Citation:
        """Become a registered person; the guest's play is kept."""
        secret = await self._passwords.hashed(checked_password(password))
        account = await self.named(guest, name)
        if isinstance(account, Citation):
            return account
        await self._register.keep(Credential(account.id, "password", account.id, secret), self._clock.now())
        return account, await self._access.session(account)

    async def named(self, guest: Account | None, name: str) -> Account | Citation:
        """A registered account of a name, made of the guest's or anew; without a credential yet."""
        name = checked_name(name)
        handle = handle_of(name)
        if handle.split()[0] in _RESERVED or await self._register.named(handle) is not None:
            return cite(Refusal(ServiceCode.NAME_TAKEN), "")
        if guest is None or not guest.guest:
            guest = Account(new_id(), name)
            await self._accounts.add(guest, self._clock.now())
        account = Account(guest.id, name, guest=False)
        if not await self._register.promote(account, handle):
            return cite(Refusal(ServiceCode.NAME_TAKEN), "")
        return account

    async def sign_in(self, name: str, password: str, guest: Account | None = None) -> SignedIn | Citation:
        """Come back; a wrong name and a wrong password are told alike, and take as long."""
        handle = handle_of(checked_name(name))
        if wait := self.tries.take(handle, self._clock.now()):
            return cite(Refusal(ServiceCode.TOO_MANY_TRIES, {"seconds": -(-wait // 1000)}), "")
        account = await self._register.named(handle)
        known = None if account is None else await self._register.credential("password", account.id)
        fits = await self._passwords.fits(password[:LONGEST], _NOBODY if known is None else known.secret)
        if account is None or not fits:
            return cite(Refusal(ServiceCode.SIGN_IN_WRONG), "")
        self.tries.forgive(handle)
        return await self.came_back(account, guest)

    async def came_back(self, account: Account, guest: Account | None) -> SignedIn:
        """A session for somebody who has proven who they are."""
        if guest is not None and guest.guest:
            await self.claim(guest, account)
        return account, await self._access.session(account)

    async def change_password(self, account: Account, present: str, password: str) -> SignedIn | Citation:
        """A new password; every other session ends."""
        secret = await self._passwords.hashed(checked_password(password))
        known = await self._register.credential("password", account.id)
        if known is not None and not await self._passwords.fits(present[:LONGEST], known.secret):
            return cite(Refusal(ServiceCode.SIGN_IN_WRONG), "")
        await self._register.keep(Credential(account.id, "password", account.id, secret), self._clock.now())
        await self._register.end_sessions(account.id)
        return account, await self._access.session(account)

    async def sign_out(self, token: str | None) -> None:
        """End one session."""
        if token:
            await self._register.end_session(digest(token))

    async def claim(self, guest: Account, account: Account) -> int:
        """The guest's seats pass to the account, its challenges are off; how many seats did."""
        for challenge in self._lobby.listed():
            if challenge.seats[0].account == guest.id:
                await self._lobby.withdraw(guest, challenge.id)
        claimed = 0
        for taken in await self._accounts.matches(guest.id, MOST_CLAIMED):
            room = await self._play.room(taken.match)
            if room is not None and await self._claimed(room, guest, account):
                await self._register.move_seat(room.id, guest.id, account.id)
                claimed += 1
        return claimed

    async def _claimed(self, room: Room, guest: Account, account: Account) -> bool:
        if room.seat_of(account.id) is not None:
            return False
        said = SeatClaimed(at=self._clock.now(), guest=guest.id, account=account.id)
        await self._play.note(room, said, f"claim/{room.id}/{guest.id}")
        return True

    # Passkeys: what is signed is made here, whether the signature is good is the adapter's to say

    async def begin(self, account: str, challenge: bytes) -> str:
        """Remember a ceremony: its id."""
        id = new_id(16)  # noqa: A001
        await self._register.begin(id, Ceremony(account, challenge, self._clock.now()))
        return id

    async def finish(self, id: str, account: str = "") -> bytes | Citation:  # noqa: A002
        """What had to be signed, if it was asked of this account and not long ago."""
        found = await self._register.finish(id)
        if found is None or found.account != account or found.at < self._clock.now() - PATIENCE:
            return cite(Refusal(ServiceCode.SIGN_IN_WRONG), "")
        return found.challenge

    async def passkeys(self, account: str) -> list[Credential]:
        """An account's passkeys."""
        return [one for one in await self._register.credentials(account) if one.kind == "passkey"]

    async def passkey(self, id: str) -> Credential | None:  # noqa: A002
        """A passkey by its id."""
        return await self._register.credential("passkey", id)

    async def keep_passkey(self, account: str, id: str, public_key: bytes, uses: int) -> None:  # noqa: A002
        """A new passkey, or how often a known one has been used."""
        await self._register.keep(Credential(account, "passkey", id, public_key, uses), self._clock.now())


def handle_of(name: str) -> str:
    """A name as names are compared."""
    return unicodedata.normalize("NFKC", name).casefold()


def checked_password(password: str) -> str:
    """A password of a fair length; ValueError says what is expected."""
    if not SHORTEST <= len(password) <= LONGEST:
        raise ValueError(f"a password has {SHORTEST} to {LONGEST} characters")
    return password
