"""Quick pairing: whoever wants to play now is seated with somebody who wants the same, the nearest in rating first.

A request finds the open one of somebody else, or becomes one (`Challenge.quick`), which lasts half a minute: whoever
still waits asks again. Of two who asked at once at different processes the later one gives way. How far apart two may
be grows with the time the first has waited.
"""

from typing import Final

from barpoint.rulebook import Citation
from barpoint.service.people.lobby import Challenge, Lobby
from barpoint.service.play.play_service import PlayService
from barpoint.service.play.terms import Terms
from barpoint.service.ports import Account
from barpoint.service.ratings.rating_service import RatingService

NEAR: Final = 200.0
WIDER: Final = 40.0
"""Rating points two may be apart at first, and how many more for every second one of them has waited."""
START: Final = 1500.0


class QuickPairing:
    """The strangers of this server who want to play now."""

    def __init__(self, lobby: Lobby, play: PlayService, ratings: RatingService) -> None:
        self._lobby, self._play, self._ratings = lobby, play, ratings

    async def pair(self, account: Account, terms: Terms, waiting: str = "") -> Challenge | Citation:
        """A challenge with its match, or the one somebody waits with; `waiting` is the one they had."""
        before = await self._lobby.find(waiting) if waiting else None
        if before is not None and before.match and any(seat.account == account.id for seat in before.seats):
            return before
        mine = await self._own(account, terms)
        for other in await self._others(account, terms, mine):
            joined = await self._lobby.accept(account, other.id)
            if isinstance(joined, Challenge) and joined.match:
                if mine is not None:
                    await self._lobby.withdraw(account, mine.id)
                return joined
        return mine or await self._lobby.offer(account, terms, quick=True)

    async def _own(self, account: Account, terms: Terms) -> Challenge | None:
        """What somebody waits with; what they waited with for something else is withdrawn."""
        kept: Challenge | None = None
        for challenge in self._lobby.own_challenges(account):
            if challenge.quick and challenge.terms == terms and kept is None:
                kept = challenge
            elif challenge.quick:
                await self._lobby.withdraw(account, challenge.id)
        return kept

    async def _others(self, account: Account, terms: Terms, mine: Challenge | None) -> list[Challenge]:
        """Whom somebody may be seated with, the nearest first; who waits already gives way only to who came before."""
        others = [
            challenge
            for challenge in self._lobby.open_challenges()
            if challenge.quick and challenge.terms == terms and challenge.seats[0].account != account.id
        ]
        if mine is not None:
            others = [other for other in others if (other.at, other.id) < (mine.at, mine.id)]
        if not others:
            return []
        values = await self._values([account.id, *(other.seats[0].account for other in others)], others[0].pool)
        own, now = values.get(account.id, START), self._play.now()
        apart = {other.id: abs(values.get(other.seats[0].account, START) - own) for other in others}
        near = [other for other in others if apart[other.id] <= NEAR + WIDER * (now - other.at) / 1000]
        return sorted(near, key=lambda other: (apart[other.id], other.at))

    async def _values(self, accounts: list[str], pool: str) -> dict[str, float]:
        ratings = await self._ratings.ratings_of(accounts)
        shown = self._ratings.shown
        return {one.player: one.rating.rating for one in ratings if one.system == shown and one.pool == pool}
