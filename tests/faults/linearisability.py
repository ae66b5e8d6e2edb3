"""Whether a history of one match is linearisable: some order of what was asked explains every answer.

An operation took effect at one moment between being asked and being answered. The log says what came of those that
were accepted, so that the state is a place in it:

accepted   it took the match from the version before its first event to that of its last, or had done so already
refused    at its moment the match stood so that the rules refuse it, for that very reason
house      what the server did by itself, at any time

`is_linearisable` looks for such an order (Wing and Gong's search, with what was seen kept). Histories are short.
"""

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from math import inf

Step = Callable[[int], int | None]
"""From a version to the one after; None if that cannot have been so."""


@dataclass(frozen=True)
class Operation:
    """Something that was asked at one time and answered at another."""

    name: str
    asked: float
    answered: float
    step: Step


def accepted(name: str, asked: float, answered: float, before: int, after: int) -> Operation:
    """It is in the log after `before`, up to `after`; said again it changes nothing."""

    def step(version: int) -> int | None:
        if version == before:
            return after
        return version if version >= after else None

    return Operation(name, asked, answered, step)


def refused(name: str, asked: float, answered: float, refuses: Callable[[int], bool]) -> Operation:
    """It changed nothing, and was rightly refused."""
    return Operation(name, asked, answered, lambda version: version if refuses(version) else None)


def by_house(name: str, before: int, after: int) -> Operation:
    """What nobody asked for."""
    return Operation(name, -inf, inf, lambda version: after if version == before else None)


def is_linearisable(history: Sequence[Operation], version: int = 0) -> bool:
    """Whether some order, in which nothing comes before what was answered earlier, explains every answer."""
    dead: set[Hashable] = set()

    def search(left: frozenset[int], version: int) -> bool:
        if not left:
            return True
        if (left, version) in dead:
            return False
        soonest = min(history[number].answered for number in left)
        for number in left:
            if history[number].asked <= soonest:
                after = history[number].step(version)
                if after is not None and search(left - {number}, after):
                    return True
        dead.add((left, version))
        return False

    return search(frozenset(range(len(history))), version)
