"""`ports.EventStore` in memory, for tests of the use cases."""

from collections.abc import Sequence

from barpoint.service.ports import Appended, Conflict, Stored, Write


class MemoryStore:
    """Streams in a dictionary; `appends` counts the transactions."""

    def __init__(self) -> None:
        self.kept: dict[str, list[Stored]] = {}
        self.closed: set[str] = set()
        self.appends = 0

    async def read(self, stream: str, after: int = 0) -> Sequence[Stored]:
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
                kept.append(Stored(len(kept) + 1, data, command if place == offset == 0 else ""))
            if write.ends is not None:
                (self.closed.add if write.ends else self.closed.discard)(write.stream)
        self.appends += 1
        return Appended({write.stream: len(self.kept[write.stream]) for write in writes})

    async def streams(self, kind: str, *, only_open: bool = False) -> Sequence[str]:
        named = [name for name in self.kept if name.partition(":")[0] == kind]
        return [name for name in named if not (only_open and name in self.closed)]
