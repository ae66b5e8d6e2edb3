"""`ports.EventStore` in memory, for tests of the use cases."""

from collections.abc import Mapping, Sequence

from barpoint.service.ports import Appended, Conflict, StoredEvent, Write


class MemoryStore:
    """Streams in a dictionary; `appends` counts the transactions."""

    def __init__(self) -> None:
        self.kept: dict[str, list[StoredEvent]] = {}
        self.closed: set[str] = set()
        self.appends = 0

    async def read(self, stream: str, after: int = 0) -> Sequence[StoredEvent]:
        return self.kept.get(stream, [])[after:]

    async def append(self, writes: Sequence[Write], command: str) -> Appended | Conflict:
        if any(one.command == command for stream in self.kept.values() for one in stream):
            return Appended({write.stream: len(self.kept.get(write.stream, ())) for write in writes}, repeated=True)
        for write in writes:
            head = len(self.kept.get(write.stream, ()))
            if head != write.expected:
                return Conflict(write.stream, head)
        for place, write in enumerate(writes):
            kept = self.kept.setdefault(write.stream, [])
            for offset, data in enumerate(write.events):
                kept.append(StoredEvent(len(kept) + 1, data, command if place == offset == 0 else ""))
            if write.ends is not None:
                (self.closed.add if write.ends else self.closed.discard)(write.stream)
        self.appends += 1
        return Appended({write.stream: len(self.kept[write.stream]) for write in writes})

    async def read_after(self, heads: Mapping[str, int]) -> dict[str, Sequence[StoredEvent]]:
        return {stream: await self.read(stream, version) for stream, version in heads.items()}

    async def read_many(self, streams: Sequence[str]) -> dict[str, Sequence[StoredEvent]]:
        return {stream: await self.read(stream) for stream in streams}

    async def probe(self) -> None:
        """Memory is always there."""

    async def streams(self, kind: str, *, only_open: bool = False, newest: int = 0) -> Sequence[str]:
        named = [name for name in self.kept if name.partition(":")[0] == kind]
        return [name for name in named if not (only_open and name in self.closed)][-newest:]
