"""Registered people: a name and a password or a passkey; what they played as guests stays theirs.

register   a guest becomes a registered person: the account keeps its id and so every seat it sits in
sign in    somebody who is registered comes back. What they have played meanwhile as a guest of this browser is
           claimed: its seats pass to the account, but for a match in which the account itself sits

Whoever has become somebody else in a browser has another session there, and the one before is void. How often a
password may be tried is limited by name and place: a stranger's wrong passwords do not lock an owner out who is signed
in, uses a passkey, or comes from where they have come in before. Which names are to be had is said in `naming`.
"""

from collections import OrderedDict
from typing import Final

from barpoint.board import Refusal
from barpoint.person_names import looks_of
from barpoint.rulebook import Citation, cite
from barpoint.service.people.lobby import Lobby
from barpoint.service.people.name_register import (
    checked_name,
    handle_of,
    refuse_name,
)
from barpoint.service.people.recovery import Recovery
from barpoint.service.people.sessions import (
    Sessions,
    Visit,
    digest,
    new_id,
)
from barpoint.service.play.play_service import PlayService
from barpoint.service.play.room import Room
from barpoint.service.play.room_events import SeatClaimed
from barpoint.service.ports import Account, Accounts, Ceremony, Credential, MemberRegister, Passwords, WallClock
from barpoint.service.rate_limit import MOST_KEYS, RateLimit
from barpoint.service.refusals import ServiceCode

SHORTEST: Final = 10
LONGEST: Final = 200
"""Characters of a password."""
PATIENCE: Final = 300_000
"""Milliseconds in which a passkey's ceremony has to be finished."""
MOST_CLAIMED: Final = 500
_NOBODY: Final = b"$argon2id$v=19$m=65536,t=3,p=4$c29tZXNhbHRzb21lc2FsdA$0J0PpRTf6FrpCfHVW8rF8m0J5C6B5V5lZl7sJm3ksc8"

MemberSession = tuple[Account, str]
"""Somebody, and the token of the new session."""


class Members:
    """The use cases of registered people."""

    def __init__(
        self,
        accounts: Accounts,
        register: MemberRegister,
        passwords: Passwords,
        access: Sessions,
        clock: WallClock,
        play: PlayService,
        lobby: Lobby,
        recovery: Recovery,
    ) -> None:
        self.recovery = recovery
        self._accounts, self._register, self._passwords = accounts, register, passwords
        self._access, self._clock, self._play, self._lobby = access, clock, play, lobby
        self.tries = RateLimit(burst=10, every=30_000)  # of a name, from one place
        self.strangers = RateLimit(burst=100, every=10_000)  # of a name, from all places it has never come in from
        self._known: OrderedDict[str, None] = OrderedDict()

    async def register(
        self, visit: Visit | None, name: str, password: str, device: str = ""
    ) -> MemberSession | Citation:
        """Become a registered person; the guest's play is kept."""
        secret = await self._passwords.hash_password(check_password(password))
        account = await self.register_name(None if visit is None else visit.account, name)
        if isinstance(account, Citation):
            return account
        await self._register.keep(Credential(account.id, "password", account.id, secret), self._clock.now())
        return await self.enter(account, visit, device)

    async def register_name(self, guest: Account | None, name: str) -> Account | Citation:
        """A registered account of a name, made of the guest's or anew; without a credential yet."""
        name = checked_name(name)
        if (refusal := await refuse_name(self._register, name)) is not None:
            return cite(refusal, "")
        if guest is None or not guest.guest:
            guest = Account(new_id(), name)
            await self._accounts.add(guest, self._clock.now())
        account = Account(guest.id, name, guest=False)
        if not await self._register.promote(account, handle_of(name), looks_of(name)):
            return cite(Refusal(ServiceCode.NAME_TAKEN), "")
        return account

    async def sign_in(
        self, name: str, password: str, visit: Visit | None = None, device: str = "", origin: str = ""
    ) -> MemberSession | Citation:
        """Come back; a wrong name and a wrong password are told alike, and take as long."""
        handle = handle_of(checked_name(name))
        if (refusal := self.take_try(handle, origin)) is not None:
            return refusal
        account = await self._register.find_by_handle(handle)
        if not await self.fits(account, password) or account is None:
            return cite(Refusal(ServiceCode.SIGN_IN_WRONG), "")
        self._believe(handle, origin)
        return await self.come_back(account, visit, device)

    def take_try(self, handle: str, origin: str) -> Citation | None:
        """One more try for a name from somewhere; a citation if there were too many."""
        place, now = f"{handle}/{origin}", self._clock.now()
        wait = self.tries.take(place, now)
        if not wait and place not in self._known:
            wait = self.strangers.take(handle, now)
        if wait:
            return cite(Refusal(ServiceCode.TOO_MANY_TRIES, {"seconds": -(-wait // 1000)}), "")
        return None

    def _believe(self, handle: str, origin: str) -> None:
        """Whoever has come in from there is no stranger: others' tries do not keep them out."""
        place = f"{handle}/{origin}"
        self.tries.reset(place)
        self._known[place] = None
        self._known.move_to_end(place)
        if len(self._known) > MOST_KEYS:
            self._known.popitem(last=False)

    async def fits(self, account: Account | None, password: str) -> bool:
        """Whether a password is somebody's; nobody's takes as long."""
        known = None if account is None else await self._register.credential("password", account.id)
        fits = await self._passwords.verify(password[:LONGEST], _NOBODY if known is None else known.secret)
        return known is not None and fits

    async def come_back(self, account: Account, visit: Visit | None, device: str = "") -> MemberSession:
        """A session for somebody who has proven who they are; what they have played as a guest comes along."""
        if visit is not None and visit.account.guest:
            await self.claim(visit.account, account)
        return await self.enter(account, visit, device)

    async def enter(self, account: Account, visit: Visit | None, device: str = "") -> MemberSession:
        """A new session in a browser; the one it had is void, and a guest who was there is gone."""
        token = await self._access.session(account, device, proven=True)
        if visit is None:
            pass
        elif visit.account.guest:
            await self._access.end_all(visit.account.id, but=digest(token))
        else:
            await self._access.end(visit.account.id, visit.session.digest)
        return account, token

    async def change_password(
        self, visit: Visit, present: str, password: str, device: str = ""
    ) -> MemberSession | Citation:
        """A new password; every other session ends, and this one is another."""
        account = visit.account
        check_password(password)
        if await self._register.credential("password", account.id) is None:
            if not self._access.is_fresh(visit.session):
                return cite(Refusal(ServiceCode.PROVE_AGAIN), "")
        elif (refusal := await self._refuse_password(account, present)) is not None:
            return refusal
        return await self.set_password(account, await self._passwords.hash_password(password), device)

    async def set_password(self, account: Account, secret: bytes, device: str) -> MemberSession:
        """The hash of a new password; every session ends and one begins, and what an official gave out is void."""
        await self._register.drop("reset", account.id)
        await self._register.keep(Credential(account.id, "password", account.id, secret), self._clock.now())
        token = await self._access.session(account, device, proven=True)
        await self._access.end_all(account.id, but=digest(token))
        return account, token

    async def recover(
        self, name: str, code: str, password: str, visit: Visit | None = None, device: str = "", origin: str = ""
    ) -> MemberSession | Citation:
        """A new password with a code of one's own, or an official's; every session ends."""
        handle = handle_of(checked_name(name))
        if (refusal := self.take_try(handle, origin)) is not None:
            return refusal
        secret = await self._passwords.hash_password(check_password(password))
        account = await self._register.find_by_handle(handle)
        if account is None or not await self.recovery.use(account, code):
            return cite(Refusal(ServiceCode.CODE_WRONG), "")
        self._believe(handle, origin)
        entered = await self.set_password(account, secret, device)
        if visit is not None and visit.account.guest:
            await self.claim(visit.account, account)
            await self._access.end_all(visit.account.id)
        return entered

    async def prove(self, visit: Visit, password: str) -> Citation | None:
        """Give the password once more."""
        if (refusal := await self._refuse_password(visit.account, password)) is not None:
            return refusal
        await self._access.prove(visit.session)
        return None

    async def _refuse_password(self, account: Account, password: str) -> Citation | None:
        """Why somebody who is signed in is not believed to be the account's owner; every wrong password is a try."""
        place = f"{handle_of(account.name)}/session"
        if wait := self.tries.take(place, self._clock.now()):
            return cite(Refusal(ServiceCode.TOO_MANY_TRIES, {"seconds": -(-wait // 1000)}), "")
        if not await self.fits(account, password):
            return cite(Refusal(ServiceCode.SIGN_IN_WRONG), "")
        self.tries.reset(place)
        return None

    async def remove_passkey(self, account: Account, id: str) -> bool | Citation:
        """A passkey is good no longer; False if there is none of that id. The last way in stays."""
        ways = [one for one in await self._register.credentials(account.id) if one.kind in ("password", "passkey")]
        if [one.id for one in ways] == [id]:
            return cite(Refusal(ServiceCode.LAST_WAY_IN), "")
        return await self._register.drop("passkey", account.id, id) == 1

    async def sign_out(self, visit: Visit) -> None:
        """End one session."""
        await self._access.end(visit.account.id, visit.session.digest)

    async def claim(self, guest: Account, account: Account) -> int:
        """The guest's seats pass to the account, its challenges are off; how many seats did."""
        for challenge in self._lobby.own_challenges(guest):
            await self._lobby.withdraw(guest, challenge.id)
        count = 0
        for seat_taken in await self._accounts.matches(guest.id, MOST_CLAIMED):
            room = await self._play.room(seat_taken.match)
            if room is not None and await self._claim_seats(room, guest, account):
                await self._register.move_seat(room.id, guest.id, account.id)
                count += 1
        return count

    async def _claim_seats(self, room: Room, guest: Account, account: Account) -> bool:
        if room.seat_of(account.id) is not None:
            return False
        event = SeatClaimed(at=self._clock.now(), guest=guest.id, account=account.id)
        await self._play.note(room, event, f"claim/{room.id}/{guest.id}")
        return True

    # Passkeys: what is signed is made here, whether the signature is good is the adapter's to say

    async def begin_ceremony(self, account: str, challenge: bytes) -> str:
        """Remember a ceremony: its id."""
        id = new_id(16)
        await self._register.begin(id, Ceremony(account, challenge, self._clock.now()))
        return id

    async def finish_ceremony(self, id: str, account: str = "") -> bytes | Citation:
        """What had to be signed, if it was asked of this account and not long ago."""
        ceremony = await self._register.finish(id)
        if ceremony is None or ceremony.account != account or ceremony.at < self._clock.now() - PATIENCE:
            return cite(Refusal(ServiceCode.SIGN_IN_WRONG), "")
        return ceremony.challenge

    async def passkeys(self, account: str) -> list[Credential]:
        """An account's passkeys."""
        return [credential for credential in await self._register.credentials(account) if credential.kind == "passkey"]

    async def passkey(self, id: str) -> Credential | None:
        """A passkey by its id."""
        return await self._register.credential("passkey", id)

    async def keep_passkey(self, key: Credential) -> None:
        """A new passkey, or how often a known one has been used."""
        await self._register.keep(key, self._clock.now())


def check_password(password: str) -> str:
    """A password of a fair length; ValueError says what is expected."""
    if not SHORTEST <= len(password) <= LONGEST:
        raise ValueError(f"a password has {SHORTEST} to {LONGEST} characters")
    return password
