"""Clubs on a server: steps, the link that lets people join, and who is told what.

link        an address nobody guesses, made of a key that only the club's stream holds; shown to its officers, as an
            address and as a QR code
"""

import secrets
from typing import Final

from barpoint.board import Refusal
from barpoint.club import (
    Club,
    ClubCode,
    ClubStep,
    ClubStepTaken,
    JoinClub,
    decide_club,
    decode_club,
    fold_club,
)
from barpoint.service.clubs.step_log import StepLog
from barpoint.service.ports import Account, EventStore, WallClock

NAMED: Final = "club"
_KEY_BYTES: Final = 15


class ClubService:
    """Every club of a server."""

    def __init__(self, store: EventStore, clock: WallClock) -> None:
        self.log: StepLog[Club, ClubStepTaken] = StepLog(store, NAMED, decode_club, fold_club)
        self._clock = clock

    async def load(self, id: str) -> Club:
        """A club as it stands; version 0 if there is none."""
        return await self.log.load(id)

    async def do(self, id: str, step: ClubStep, account: Account, command: str, *, link: str = "") -> Club | Refusal:
        """Judge a step and keep it; whoever joins has the club's link."""

        async def decide(club: Club) -> ClubStepTaken | Refusal | None:
            if isinstance(step, JoinClub) and not is_link_of(club, link):
                return Refusal(ClubCode.CLUB_LINK_WRONG)
            key = secrets.token_hex(_KEY_BYTES)
            return decide_club(club, step, account.id, self._clock.now(), key=key)

        return await self.log.do(id, decide, command)

    async def clubs_of(self, account: str) -> tuple[tuple[str, Club], ...]:
        """The clubs somebody belongs to."""
        clubs = [(id, await self.load(id)) for id in await self.log.names()]
        return tuple((id, club) for id, club in clubs if club.member_of(account) is not None)


def is_link_of(club: Club, link: str) -> bool:
    """Whether this is the club's link as it is now."""
    return bool(club.key) and link.isascii() and secrets.compare_digest(club.key, link)
