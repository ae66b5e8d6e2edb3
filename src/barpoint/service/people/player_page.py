"""What anybody may know of a player: the name, since when they are here, and the matches they played in public.

Public are matches between people that came about in the lobby or in an event: not those by a private link, and not
those against a bot. Of a match whose spectators are behind, no more is told than they see. Ratings
have their place here.
"""

from collections.abc import Awaitable, Callable
from typing import Final

import msgspec

from barpoint.board import Side
from barpoint.match.format import Length
from barpoint.service.people.blocks import Blocks
from barpoint.service.people.spectators import SpectatorViews, may_watch
from barpoint.service.play.play_service import PlayService
from barpoint.service.play.views import Audience
from barpoint.service.ports import Account, Accounts

MOST_MATCHES: Final = 10
LOOKED_AT: Final = 30
"""How many of somebody's matches are looked at for those that are public."""


class PublicMatch(msgspec.Struct, frozen=True, omit_defaults=True):
    """A match as far as everybody sees it; points are the player's and the other side's."""

    match: str
    opponent: str
    discipline: str
    length: Length
    at: int
    points: tuple[int, int] = (0, 0)
    over: bool = False
    won: bool | None = None  # None: not over, or without a winner


class PlayerPage(msgspec.Struct, frozen=True, omit_defaults=True):
    """A player as everybody sees them."""

    account: str
    name: str
    since: int
    guest: bool = False
    official: bool = False  # of this server
    blocked: bool = False  # by the reader
    matches: tuple[PublicMatch, ...] = ()


class PlayerPages:
    """Makes them."""

    def __init__(
        self,
        accounts: Accounts,
        created: Callable[[str], Awaitable[int]],
        play: PlayService,
        watching: SpectatorViews,
        blocks: Blocks,
    ) -> None:
        self._accounts, self._created, self._play = accounts, created, play
        self._watching, self._blocks = watching, blocks

    async def page(self, player: Account, reader: Account | None) -> PlayerPage:
        """A player's page for somebody, perhaps a stranger."""
        blocked = reader is not None and player.id in await self._blocks.of(reader.id)
        shown: list[PublicMatch] = []
        for taken in await self._accounts.matches(player.id, LOOKED_AT):
            public = await self.public_match(taken.match, player, reader)
            if public is not None:
                shown.append(public)
            if len(shown) == MOST_MATCHES:
                break
        since = await self._created(player.id)
        return PlayerPage(player.id, player.name, since, player.guest, player.staff, blocked, tuple(shown))

    async def public_match(self, match: str, player: Account, reader: Account | None) -> PublicMatch | None:
        """A match of a player as everybody sees it; None if it is not public, or not to this reader."""
        room = await self._play.room(match)
        seat = None if room is None else room.seat_of(player.id)
        if room is None or seat is None or room.private or any(room.bot(side) for side in Side):
            return None
        if not may_watch(room, reader, self._play.now()):
            return None
        side = seat[0]
        state = (await self._watching.room_for(room, Audience.SPECTATOR)).match
        opponent = " + ".join(dict.fromkeys(other.name for other in room.seats(side.other)))
        own = 0 if side is Side.WHITE else 1
        points = (state.score[own], state.score[1 - own])
        ended = state.ended
        won = None if ended is None or ended.winner is None else ended.winner is side
        discipline, length = state.format.discipline, state.format.length
        return PublicMatch(match, opponent, discipline, length, state.started, points, ended is not None, won)
