"""Passwords are kept as Argon2id hashes, each with a salt of its own."""

import asyncio

from barpoint.adapters.passwords import ArgonPasswords
from barpoint.service.people.members import _NOBODY


def test_a_password_fits_its_hash_and_no_other() -> None:
    async def run() -> None:
        passwords = ArgonPasswords()
        one, two = await passwords.hash_password("open sesame"), await passwords.hash_password("open sesame")
        assert one != two
        assert one.startswith(b"$argon2id$")
        assert await passwords.verify("open sesame", one)
        assert not await passwords.verify("open sesame!", one)
        assert not await passwords.verify("anything", _NOBODY)  # takes as long as a real one

    asyncio.run(run())
