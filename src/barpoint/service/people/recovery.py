"""Coming back without a password and without mail: codes kept on paper, and a word of an official.

recovery code   one of ten, shown when they are made and never again; each sets a new password once. Making new ones
                voids those there were
reset code      given out by an official of the server, or by whoever runs it, with a reason; good for a day
history         what was done to an account this way, who did it and why, in a stream that its owner reads

A code has 80 bits, so that a plain digest of it gives nothing away.
"""

import hashlib
import secrets
from base64 import b32encode
from typing import Final

import msgspec

from barpoint.service.ports import Account, Appended, Credential, EventStore, MemberRegister, WallClock, Write

CODES: Final = 10
LASTS: Final = 86_400_000
"""Milliseconds an official's code is good for."""
LONGEST_REASON: Final = 300
_BYTES: Final = 10
_MISREAD: Final = str.maketrans("018", "OIB")
_TRIES: Final = 5


class SecurityEvent(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The common part."""

    at: int


class CodesMade(SecurityEvent, frozen=True, kw_only=True, tag="CodesMade"):
    """New recovery codes; those of before are void."""


class ResetAllowed(SecurityEvent, frozen=True, kw_only=True, tag="ResetAllowed"):
    """Somebody has given out a reset code; `by` is an official's name, empty for whoever runs the server."""

    reason: str
    by: str = ""


class Recovered(SecurityEvent, frozen=True, kw_only=True, tag="Recovered"):
    """A code was used: a new password was set and every session ended."""

    way: str  # recovery | reset


AnySecurityEvent = CodesMade | ResetAllowed | Recovered
_decoder = msgspec.json.Decoder(AnySecurityEvent)


class Reset(msgspec.Struct, frozen=True):
    """A reset code, to be handed to the person themselves, and until when it is good."""

    name: str
    code: str
    until: int


class Recovery:
    """Codes, and the history of each account."""

    def __init__(self, store: EventStore, register: MemberRegister, clock: WallClock) -> None:
        self._store, self._register, self._clock = store, register, clock

    async def make_codes(self, account: Account) -> tuple[str, ...]:
        """Ten new codes; those of before are void."""
        codes = tuple(_new_code() for _ in range(CODES))
        await self._register.drop("recovery", account.id)
        for code in codes:
            kept = Credential(account.id, "recovery", code_digest(account.id, code), b"")
            await self._register.keep(kept, self._clock.now())
        await self._note(account.id, CodesMade(at=self._clock.now()))
        return codes

    async def allow_reset(self, account: Account, by: str, reason: str) -> Reset:
        """A code an official gives out; ValueError without a reason. An earlier one is void."""
        reason = " ".join(reason.split())
        if not 1 <= len(reason) <= LONGEST_REASON or not reason.isprintable():
            raise ValueError(f"a reset has a reason of 1 to {LONGEST_REASON} printable characters")
        code, now = _new_code(), self._clock.now()
        await self._register.drop("reset", account.id)
        kept = Credential(account.id, "reset", code_digest(account.id, code), b"", until=now + LASTS)
        await self._register.keep(kept, now)
        await self._note(account.id, ResetAllowed(at=now, by=by, reason=reason))
        return Reset(account.name, code, now + LASTS)

    async def use(self, account: Account, code: str) -> bool:
        """Take a code, which is good once; False if it is none."""
        known = code_digest(account.id, code)
        for way in ("recovery", "reset"):
            credential = await self._register.credential(way, known)
            if credential is None or credential.account != account.id or 0 < credential.until < self._clock.now():
                continue
            if await self._register.drop(way, account.id, known):  # nobody else was faster
                if way == "reset":  # whoever needs one has no codes left, but somebody else may have
                    await self._register.drop("recovery", account.id)
                await self._note(account.id, Recovered(at=self._clock.now(), way=way))
                return True
        return False

    async def history(self, account: str) -> tuple[AnySecurityEvent, ...]:
        """What was done to an account, newest first."""
        kept = await self._store.read(f"security:{account}")
        return tuple(_decoder.decode(stored.data) for stored in reversed(kept))

    async def _note(self, account: str, event: AnySecurityEvent) -> None:
        stream = f"security:{account}"
        for _ in range(_TRIES):
            version = len(await self._store.read(stream))
            write = Write(stream, version, (msgspec.json.encode(event),))
            if isinstance(await self._store.append([write], f"security/{secrets.token_hex(8)}"), Appended):
                return
        raise RuntimeError(f"{stream}: somebody else was faster {_TRIES} times")


def _new_code() -> str:
    letters = b32encode(secrets.token_bytes(_BYTES)).decode()
    return "-".join(letters[first : first + 4] for first in range(0, len(letters), 4))


def code_digest(account: str, code: str) -> str:
    """What is kept of a code; spaces, case and digits that are no letters of it do not matter."""
    letters = "".join(filter(str.isalnum, code.upper())).translate(_MISREAD)
    return hashlib.sha256(f"code/{account}/{letters}".encode()).hexdigest()
