"""`ports.EventStore` over files of JSON lines, one a stream: for one person at a table, without a database.

An append to several files is written to a journal first and then to each of them, so that it is all or nothing even
across a crash: whoever opens the files next finishes what the journal holds. A line that a crash left unfinished
counts for nothing. Command ids are remembered as long as the program runs. Nobody else may write at the same time.
"""

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

import msgspec

from barpoint.service import (
    Appended,
    Conflict,
    StoredEvent,
    Write,
)

_JOURNAL: Final = ".barpoint-append"


class _PlannedWrite(msgspec.Struct, frozen=True):
    """What goes to a file, from which byte on."""

    file: str
    offset: int
    data: str


class LogFiles:
    """The streams that are named, each in its file."""

    def __init__(self, files: Mapping[str, Path]) -> None:
        self._files = dict(files)
        self._commands: dict[str, Appended] = {}
        for folder in dict.fromkeys(path.absolute().parent for path in self._files.values()):
            _finish(folder / _JOURNAL)

    async def read(self, stream: str, after: int = 0) -> Sequence[StoredEvent]:
        """The events of a stream after a version."""
        lines = _whole_lines(self._files[stream]).splitlines() if stream in self._files else []
        return [StoredEvent(version, line) for version, line in enumerate(lines, 1) if version > after]

    async def append(self, writes: Sequence[Write], command: str) -> Appended | Conflict:
        """All the writes or none, synced on return."""
        if command in self._commands:
            return Appended(self._commands[command].versions, repeated=True)
        planned: list[_PlannedWrite] = []
        for write in writes:
            if write.stream not in self._files:
                raise ValueError(f"no file is kept for {write.stream}")
            path = self._files[write.stream]
            kept = _whole_lines(path)
            if (head := len(kept.splitlines())) != write.expected:
                return Conflict(write.stream, head)
            data = b"".join(line + b"\n" for line in write.events).decode()
            planned.append(_PlannedWrite(str(path.absolute()), len(kept), data))
        if planned:
            journal = Path(planned[0].file).parent / _JOURNAL
            _write(journal, msgspec.json.encode(planned), 0)
            _finish(journal)
        done = Appended({write.stream: write.expected + len(write.events) for write in writes})
        self._commands[command] = done
        return done

    async def read_after(self, heads: Mapping[str, int]) -> dict[str, Sequence[StoredEvent]]:
        """What streams have after these versions."""
        return {stream: await self.read(stream, version) for stream, version in heads.items()}

    async def read_many(self, streams: Sequence[str]) -> dict[str, Sequence[StoredEvent]]:
        """The events of several streams."""
        return {stream: await self.read(stream) for stream in streams}

    async def probe(self) -> None:
        """Files are written when something is appended."""

    async def streams(
        self,
        kind: str,
        *,
        only_open: bool = False,  # noqa: ARG002  # files stay open
        newest: int = 0,
    ) -> Sequence[str]:
        """The streams of a kind that have a file."""
        named = [name for name, path in self._files.items() if name.partition(":")[0] == kind and path.exists()]
        return named[-newest:]


def _whole_lines(path: Path) -> bytes:
    """The finished lines of a file."""
    data = path.read_bytes() if path.exists() else b""
    return data[: data.rfind(b"\n") + 1]


def _write(path: Path, data: bytes, offset: int) -> None:
    """Write from a byte on, and sync."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("r+b" if path.exists() else "wb") as file:
        file.truncate(offset)
        file.seek(offset)
        file.write(data)
        file.flush()
        os.fsync(file.fileno())


def _finish(journal: Path) -> None:
    """Carry out what a journal holds; one that is itself unfinished never began."""
    if not journal.exists():
        return
    try:
        planned = msgspec.json.decode(journal.read_bytes(), type=list[_PlannedWrite])
    except msgspec.DecodeError:
        planned = []
    for line in planned:
        _write(Path(line.file), line.data.encode(), line.offset)
    journal.unlink()
