"""Who is here: connections to this process, and what the other processes say of theirs.

Nothing of it is kept. A process tells the others when a side's first connection comes or its last one goes,
the same of every spectator with an account, and asks about a room when it loads it.
"""

import logging
from collections.abc import Callable, Iterable

from barpoint.board import Side
from barpoint.service.errands import Errands
from barpoint.service.play import Play
from barpoint.service.ports import Announcements
from barpoint.service.room import Room

_log = logging.getLogger("barpoint.presence")
Told = Callable[[Room, Side], None]


class Presence:
    """Connections, by room and side."""

    def __init__(self, play: Play, announcements: Announcements, process: str) -> None:
        self._play, self._announcements, self._process = play, announcements, process
        self._errands = Errands(_log, "another process could not be told")
        self.told: list[Told] = []
        self.spectators: Callable[[Room], Iterable[str]] = lambda _: ()  # accounts that look on at this process
        play.loaded.append(self._ask)

    def connected(self, room: Room, side: Side, change: int) -> None:
        """So many connections of a side more or fewer."""
        was, locally = room.is_here(side), room.here[side] > 0
        room.here[side] = max(0, room.here[side] + change)
        if (room.here[side] > 0) != locally:
            self._tell(room, side)
        self._changed(room, side, was)

    def looks_on(self, room: Room, account: str, *, here: bool) -> None:
        """A spectator with an account has come to this process, or has no connection to it any more."""
        self._errands.run(self._announcements.tell(f"looks/{self._process}/{room.id}/{account}/{int(here)}"))

    def heard(self, payload: str) -> None:
        """Another process speaks of its connections, or asks for ours."""
        kind, process, id, *rest = payload.split("/")  # noqa: A001
        room = self._play.rooms.get(id)
        if process == self._process or room is None:
            return
        if kind == "who":
            for side in Side:
                if room.here[side]:
                    self._tell(room, side)
            for account in self.spectators(room):
                self.looks_on(room, account, here=True)
        elif kind == "looks" and len(rest) == 2:
            looking = room.onlookers.setdefault(process, set())
            (looking.add if rest[1] == "1" else looking.discard)(rest[0])
        elif kind == "here" and len(rest) == 2:
            side = Side(rest[0])
            was = room.is_here(side)
            (room.elsewhere[side].add if rest[1] == "1" else room.elsewhere[side].discard)(process)
            self._changed(room, side, was)

    def process_gone(self, process: str) -> None:
        """Nobody is connected to a dead process."""
        for room in self._play.rooms.values():
            room.onlookers.pop(process, None)
            for side in Side:
                was = room.is_here(side)
                room.elsewhere[side].discard(process)
                self._changed(room, side, was)

    def _changed(self, room: Room, side: Side, was: bool) -> None:
        if room.is_here(side) != was:
            for told in self.told:
                told(room, side)

    def _ask(self, room: Room) -> None:
        self._errands.run(self._announcements.tell(f"who/{self._process}/{room.id}"))

    def _tell(self, room: Room, side: Side) -> None:
        here = int(room.here[side] > 0)
        self._errands.run(self._announcements.tell(f"here/{self._process}/{room.id}/{side.value}/{here}"))

    async def close(self) -> None:
        """Let what is being told go out, for a moment."""
        await self._errands.finish(1)
