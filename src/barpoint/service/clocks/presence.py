"""Who is here: connections to this process, and what the other processes say of theirs.

Nothing of it is kept. A process tells the others when a side's first connection comes or its last one goes,
the same of every spectator with an account, and asks about a room when it loads it.
"""

import logging
from collections.abc import Callable, Iterable
from functools import partial

from barpoint.board import Side
from barpoint.service.background_tasks import BackgroundTasks
from barpoint.service.clocks.people_here import ASKED, TOLD, PeopleHere
from barpoint.service.play.play_service import PlayService
from barpoint.service.play.room import Room
from barpoint.service.ports import Announcements

_log = logging.getLogger("barpoint.presence")
SideListener = Callable[[Room, Side], None]


class PresenceTracker:
    """Connections, by room and side."""

    def __init__(self, play: PlayService, announcements: Announcements, process: str) -> None:
        self._play, self._announcements, self._process = play, announcements, process
        self._tasks = BackgroundTasks(_log, "another process could not be told", repeated=False)
        self.people = PeopleHere(announcements, process, self._tasks)
        self.listeners: list[SideListener] = []
        self.spectators: Callable[[Room], Iterable[str]] = lambda _: ()  # accounts that look on at this process
        play.load_listeners.append(self._ask_others)

    def change_connections(self, room: Room, side: Side, change: int) -> None:
        """So many connections of a side more or fewer."""
        was = room.is_here(side)
        if room.connections.change(side, change):
            self._announce_side(room, side)
        self._notify_change(room, side, was)

    def announce_spectator(self, room: Room, account: str, *, here: bool) -> None:
        """A spectator with an account has come to this process, or has no connection to it any more."""
        self._tasks.run(partial(self._announcements.tell, f"looks/{self._process}/{room.id}/{account}/{int(here)}"))

    def receive(self, payload: str) -> None:
        """Another process speaks of its connections, or asks for ours."""
        if payload.startswith((f"{ASKED}/", f"{TOLD}/")):
            self.people.receive(payload)
            return
        kind, process, id, *rest = payload.split("/")
        room = self._play.rooms.get(id)
        if process == self._process or room is None:
            return
        if kind == "who":
            self._announce_room(room)
        elif kind == "looks" and len(rest) == 2:
            room.connections.note_spectator(process, rest[0], here=rest[1] == "1")
        elif kind == "here" and len(rest) == 2:
            side = Side(rest[0])
            was = room.is_here(side)
            room.connections.note_side(process, side, here=rest[1] == "1")
            self._notify_change(room, side, was)

    def announce_all(self) -> None:
        """Tell the others once more who is connected here."""
        self.people.announce_all()
        for room in self._play.rooms.values():
            self._announce_room(room)

    def forget_process(self, process: str) -> None:
        """Nobody is connected to a dead process."""
        self.people.forget_process(process)
        for room in self._play.rooms.values():
            room.connections.onlookers.pop(process, None)
            for side in Side:
                was = room.is_here(side)
                room.connections.note_side(process, side, here=False)
                self._notify_change(room, side, was)

    def _notify_change(self, room: Room, side: Side, was: bool) -> None:
        if room.is_here(side) != was:
            for listener in self.listeners:
                listener(room, side)

    def _ask_others(self, room: Room) -> None:
        self._tasks.run(partial(self._announcements.tell, f"who/{self._process}/{room.id}"))

    def _announce_room(self, room: Room) -> None:
        for side in Side:
            if room.connections.here[side]:
                self._announce_side(room, side)
        for account in self.spectators(room):
            self.announce_spectator(room, account, here=True)

    def _announce_side(self, room: Room, side: Side) -> None:
        here = int(room.connections.here[side] > 0)
        self._tasks.run(partial(self._announcements.tell, f"here/{self._process}/{room.id}/{side.value}/{here}"))

    async def close(self) -> None:
        """Let what is being told go out, for a moment."""
        await self._tasks.finish(1)
