"""The rooms a process has at hand, and which of them make room for others.

over        of matches that are over, the few looked up last are kept
resting     a match nobody is connected to and nothing is done in. When many rooms are at hand, those that have rested
            longest are let go; one is loaded again when somebody comes or its time is due

A room that was asked for a moment ago is never let go: whoever asked still works with it.
"""

from collections import OrderedDict, deque
from itertools import islice
from typing import Final

from barpoint.match import MatchPhase
from barpoint.service.play.room import Room

MOST_ROOMS: Final = 2_000
"""Rooms at hand from which on resting ones are let go."""
MOST_OVER: Final = 100
_A_MOMENT: Final = 60_000
_LOOKED_AT: Final = 200


class RoomCache:
    """Rooms by the ids of their matches, the one asked for last at the end."""

    def __init__(self) -> None:
        self.rooms: OrderedDict[str, Room] = OrderedDict()
        self._over: deque[str] = deque()

    def get(self, id: str, now: int) -> Room | None:
        """The room of a match, if it is at hand."""
        room = self.rooms.get(id)
        if room is not None:
            room.last_use = now
            self.rooms.move_to_end(id)
        return room

    def add(self, room: Room, now: int) -> None:
        """It has been loaded."""
        room.last_use = now
        self.rooms[room.id] = room
        if room.match.phase is MatchPhase.OVER:
            self.note_over(room)
        if len(self.rooms) > MOST_ROOMS:
            self._make_room(now)

    def note_over(self, room: Room) -> None:
        """Its match is over."""
        self._over.append(room.id)
        while len(self._over) > MOST_OVER:
            old = self.rooms.get(self._over.popleft())
            if old is not None and old.match.phase is MatchPhase.OVER and not old.connections.any_here:
                self.drop(old)

    def drop(self, room: Room) -> None:
        """Nobody needs it here, unless something is being done in it."""
        if room.house_task is None and not room.lock.locked():
            self.rooms.pop(room.id, None)

    def rest(self, room: Room, now: int) -> None:
        """Nobody here needs it: it is let go unless somebody asked for it a moment ago."""
        if room.last_use < now - _A_MOMENT:
            self.drop(room)

    def _make_room(self, now: int) -> None:
        for room in list(islice(self.rooms.values(), _LOOKED_AT)):
            if len(self.rooms) <= MOST_ROOMS:
                return
            if room.connections.none and room.last_use < now - _A_MOMENT:
                self.drop(room)
            else:
                self.rooms.move_to_end(room.id)
