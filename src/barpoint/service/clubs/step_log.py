"""A fold and the stream it is kept in: what was folded is kept at hand, and only the rest is read."""

from collections import OrderedDict
from collections.abc import Awaitable, Callable, Iterable
from typing import Final, Generic, Protocol, TypeVar

import msgspec

from barpoint.board import Refusal
from barpoint.service.ports import Conflict, EventStore, Write

_TRIES: Final = 5
_MOST: Final = 256  # kept at hand


class Folded(Protocol):
    """What a fold comes to."""

    @property
    def version(self) -> int:
        """How many events it has seen."""
        ...


State = TypeVar("State", bound=Folded)
Event = TypeVar("Event", bound=msgspec.Struct)


class StepLog(Generic[State, Event]):
    """Every stream of a kind."""

    def __init__(
        self,
        store: EventStore,
        kind: str,
        decode: Callable[[bytes], Event],
        fold: Callable[[Iterable[Event], State | None], State],
    ) -> None:
        self._store, self.kind, self._decode, self._fold = store, kind, decode, fold
        self._at_hand: OrderedDict[str, State] = OrderedDict()

    async def names(self) -> tuple[str, ...]:
        """All there are, oldest first."""
        return tuple(stream.partition(":")[2] for stream in await self._store.streams(self.kind))

    async def load(self, id: str) -> State:
        """One as it stands; version 0 if there is none."""
        state = self._at_hand.get(id)
        stored = await self._store.read(f"{self.kind}:{id}", state.version if state is not None else 0)
        newest = self._at_hand.get(id)
        if newest is not state and newest is not None:
            return await self.load(id)
        after = self._fold((self._decode(event.data) for event in stored), state)
        if after.version:
            self._at_hand[id] = after
            self._at_hand.move_to_end(id)
            if len(self._at_hand) > _MOST:
                self._at_hand.popitem(last=False)
        return after

    async def do(
        self, id: str, decide: Callable[[State], Awaitable[Event | Refusal | None]], command: str
    ) -> State | Refusal:
        """Keep what comes of a decision, judged again if somebody was faster."""
        for _ in range(_TRIES):
            state = await self.load(id)
            decided = await decide(state)
            if isinstance(decided, Refusal):
                return decided
            if decided is None:
                return state
            write = Write(f"{self.kind}:{id}", state.version, (msgspec.json.encode(decided),))
            if not isinstance(await self._store.append([write], command), Conflict):
                return await self.load(id)
        raise RuntimeError(f"{self.kind}:{id}: somebody else was faster {_TRIES} times")

    def forget(self) -> None:
        """What is stored was rewritten: everything is read again."""
        self._at_hand.clear()
