"""`ports.Passwords` with Argon2id, off the event loop and two at a time: each takes 64 MiB while it works."""

import asyncio
from typing import Final

_AT_ONCE: Final = 2


class ArgonPasswords:
    """Argon2id as the library's defaults have it (RFC 9106, low memory)."""

    def __init__(self) -> None:
        self._gate = asyncio.Semaphore(_AT_ONCE)

    async def hash_password(self, password: str) -> bytes:
        """A password's hash."""
        from argon2 import PasswordHasher

        async with self._gate:
            return (await asyncio.to_thread(PasswordHasher().hash, password)).encode()

    async def verify(self, password: str, kept: bytes) -> bool:
        """Whether a password is the one behind a hash."""
        from argon2 import PasswordHasher
        from argon2.exceptions import VerificationError

        async with self._gate:
            try:
                return await asyncio.to_thread(PasswordHasher().verify, kept.decode(), password)
            except VerificationError:
                return False
