"""Passwords are kept as Argon2id hashes, each with a salt of its own."""

import asyncio

from barpoint.adapters.passwords import ArgonPasswords
from barpoint.service.accounts import _NOBODY


def test_a_password_fits_its_hash_and_no_other() -> None:
    async def run() -> None:
        passwords = ArgonPasswords()
        one, two = await passwords.hashed("open sesame"), await passwords.hashed("open sesame")
        assert one != two
        assert one.startswith(b"$argon2id$")
        assert await passwords.fits("open sesame", one)
        assert not await passwords.fits("open sesame!", one)
        assert not await passwords.fits("anything", _NOBODY)  # takes as long as a real one

    asyncio.run(run())
