"""Rooms: one match each, with its seats, as this process has it.

A room is the fold of its logs (`room_fold`) with what only holds here and now: who is connected, what is being done
in it, and when it was last asked for. Its logs alone change the fold, so that every process has the same.
"""

import asyncio
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import msgspec

from barpoint.board import Position, Side
from barpoint.match.format import PauseReason
from barpoint.service.play.connections import Connections
from barpoint.service.play.room_fold import RoomFold

if TYPE_CHECKING:
    from barpoint.service.play.views import Audience, MatchView


class WaitView(msgspec.Struct, frozen=True, omit_defaults=True):
    """A match waits for these sides; at `until` it ends for it (docs/time.md)."""

    kind: str  # ready | answer | act | break
    sides: tuple[Side, ...]
    until: int


@dataclass(frozen=True, slots=True)
class Board:
    """A position as White and Black see it, and what a screen wants of it."""

    position: Position
    views: tuple[Position, Position]
    pips: tuple[int, int]
    points: tuple[tuple[int, ...], tuple[int, ...]]
    off: tuple[tuple[int, int], tuple[int, int]]


@dataclass(slots=True, eq=False)
class Room(RoomFold):
    """A live match."""

    connections: Connections = field(default_factory=Connections)
    chat_length: int = 0  # how many lines of talk are known to be kept
    officiated: bool = False  # officials serve it: one can be called
    call_until: int = 0  # when a call that nobody has answered ends
    wait: WaitView | None = None  # whom the match waits for
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    house_task: asyncio.Task[None] | None = None  # what the house does by itself
    last_use: int = 0  # when somebody last asked for the room
    unread: int = 0  # how often another process has gone on and nobody here has needed to know yet
    frames: "dict[Audience, MatchView]" = field(default_factory=dict)  # of each audience's view what stays for long
    framed_at: int = -1  # after how many `changes` they were made
    board: Board | None = None  # where it was last looked at

    def is_here(self, side: Side) -> bool:
        """Whether a side has a connection to any process, or needs none."""
        return self.connections.has(side) or bool(self.bot(side))

    def away_left(self, side: Side, now: int) -> int | None:
        """What is left of the budget of a side that is away; None for one that is here."""
        if self.is_here(side):
            return None
        away, clock = self.timers.away[side], self.match.clock
        if clock is None:
            since = away.since if away.noted is None else away.noted
            return away.left if since is None or not self.has_begun else max(0, away.left - (now - since))
        stands = clock.running is side and clock.paused is PauseReason.DISCONNECT
        return max(0, away.left - (now - clock.since)) if stands else away.left
