"""A match log as a file of JSON lines, one event a line, on disk before it counts; or in memory, for a program.

A line that a crash left unfinished is dropped when the file is opened again, and only that line: any other
line that is not an event is an error, since the log is then not the match's.
"""

import os
from collections.abc import Sequence
from pathlib import Path

from barpoint.match.events import AnyEvent, decode, encode


class MatchFile:
    """The log of one match. `torn` says whether an unfinished last line was dropped."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.torn = False

    def read(self) -> list[AnyEvent]:
        """All events; mends a torn end."""
        if not self.path.exists():
            return []
        data = self.path.read_bytes()
        whole = data[: data.rfind(b"\n") + 1]
        if len(whole) < len(data):
            self.torn = True
            with self.path.open("r+b") as file:
                file.truncate(len(whole))
        events = []
        for number, line in enumerate(whole.splitlines(), 1):
            try:
                events.append(decode(line))
            except ValueError as malformed:
                raise ValueError(f"{self.path}, line {number}: {malformed}") from malformed
        return events

    def append(self, events: Sequence[AnyEvent]) -> None:
        """Write and sync."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        with self.path.open("ab") as file:
            file.write(b"".join(encode(event) + b"\n" for event in events))
            file.flush()
            os.fsync(file.fileno())


class MemoryLog:
    """A log that lasts as long as the list it is kept in."""

    def __init__(self, events: list[AnyEvent]) -> None:
        self._events = events

    def read(self) -> list[AnyEvent]:
        """All events."""
        return list(self._events)

    def append(self, events: Sequence[AnyEvent]) -> None:
        """Keep more of them."""
        self._events.extend(events)
