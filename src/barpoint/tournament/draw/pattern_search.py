"""Finds the pattern of a lower bracket for any field.

slot        a main round's turn: round r is played in slot r, a lower round after what feeds it
shortest    the pattern that is over first, whole if that costs no more than one slot. Letters enter one by
            one rather than two together, and three or more only where nothing else is as quick. Then: the
            fewest rounds; an early start; letters early rather than late
split       allowed in a last chance, where time rules: two letters may always enter together, and with up
            to 128 losers a letter may be divided between two rounds, neither part below a quarter
conventional  fresh losers meet as many survivors one to one: A.B.|.C.|.D.|. With three quarters of a full
            field A.BC.|.|.D.| does it; with fewer, first-round losers wait for the second: AB.|.C.|
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Final

from barpoint.tournament.draw.pattern import FeedEntry, Pattern

_Cost = tuple[int, int, int, int, tuple[int, ...], tuple[int, ...]]  # byes, end, rounds, splits, slots, late letters
SPLIT_UP_TO: Final = 128
_Way = tuple[_Cost, tuple[tuple[FeedEntry, ...], ...]]


def losers(field_size: int, *, final: bool = False) -> tuple[int, ...]:
    """How many real matches each main round has, which is how many it sends down; `final` sends its loser too."""
    if field_size < 3:
        raise ValueError(f"a draw needs 3 entrants or more, not {field_size}")
    rounds = (field_size - 1).bit_length()
    first = field_size - (1 << (rounds - 1))
    counts = [first, *(1 << (rounds - r) for r in range(2, rounds + 1))]
    return tuple(counts if final else counts[:-1])


def shortest(counts: Sequence[int], available: Sequence[int] | None = None, *, splits: bool = False) -> Pattern:
    """The pattern that is over first; `available` are the slots of the rounds that feed it, 1, 2, 3 if left out."""
    if sum(counts) < 2:
        raise ValueError("a lower bracket needs two losers or more")
    ready = tuple(available) if available is not None else tuple(range(1, len(counts) + 1))
    return _shortest(tuple(counts), ready, splits)


@cache
def _shortest(counts: tuple[int, ...], ready: tuple[int, ...], splits: bool) -> Pattern:
    quickest = _Search(counts, ready, len(counts), byes_first=False).best()
    end = quickest[0][1] if quickest else 0
    wide = len(counts)
    if splits:
        divided = _Search(counts, ready, 2, splits=sum(counts) <= SPLIT_UP_TO, latest=end + 1).best()
        if divided is not None:
            return Pattern(divided[1])
    tries = [(1, end + 1), (2, end + 1), (wide, end)]
    ways = [way for width, latest in tries if (way := _Search(counts, ready, width, latest=latest).best()) is not None]
    for way in ways:
        if way[0][0] == 0:
            return Pattern(way[1])
    narrow = [way for width in (1, 2) if (way := _Search(counts, ready, width, latest=end).best()) is not None]
    return Pattern(min(narrow or ways, key=lambda way: way[0][0])[1])


def conventional(field_size: int) -> Pattern:
    """The pattern directors know, with byes where the field does not fill it."""
    counts = losers(field_size)
    if sum(counts) < 2:
        raise ValueError("a lower bracket needs two losers or more")
    if len(counts) == 1:
        return Pattern(((FeedEntry(0, counts[0]),),))
    second = counts[1]
    rounds: list[tuple[FeedEntry, ...]]
    if counts[0] == second and len(counts) > 2:
        joined = (FeedEntry(1, counts[1]), FeedEntry(2, counts[2]))
        rounds, nxt = [(FeedEntry(0, counts[0]),), joined, ()], 3
    elif counts[0] > second:
        rounds, nxt = [(FeedEntry(0, counts[0]),), (FeedEntry(1, second),)], 2
    else:
        rounds, nxt = [(FeedEntry(0, counts[0]), FeedEntry(1, second))], 2
    for feed in range(nxt, len(counts)):
        rounds += [(), (FeedEntry(feed, counts[feed]),)]
    rounds.append(())
    return _drop_idle_rounds(Pattern(tuple(rounds)))


def _drop_idle_rounds(pattern: Pattern) -> Pattern:
    """Without rounds in which nobody would play."""
    rounds: list[tuple[FeedEntry, ...]] = []
    for entries, load in zip(pattern.rounds, pattern.loads, strict=True):
        if load.alive + load.entering > 1:
            rounds.append(entries)
    return Pattern(tuple(rounds))


@dataclass
class _Search:
    """The cheapest way down from a state: next feed, how many of it are left, those still in, last slot."""

    counts: tuple[int, ...]
    ready: tuple[int, ...]
    widest: int  # how many letters may enter together
    splits: bool = False
    byes_first: bool = True
    latest: int = 99
    memo: dict[tuple[int, int, int, int], _Way | None] = field(default_factory=dict)

    def best(self) -> _Way | None:
        return self._from(0, self.counts[0], 0, 0)

    def _from(self, feed: int, left: int, alive: int, slot: int) -> _Way | None:
        if feed == len(self.counts) and alive == 1:
            return (0, slot, 0, 0, (), ()), ()
        key = (feed, left, alive, slot)
        if key not in self.memo:
            ways = [
                way for step in self._steps(feed, left, alive) if (way := self._take(step, alive, slot)) is not None
            ]
            self.memo[key] = min(ways, key=self._order, default=None)
        return self.memo[key]

    def _order(self, way: _Way) -> _Cost:
        cost = way[0]
        return cost if self.byes_first else (cost[1], cost[0], *cost[2:])

    def _take(self, step: tuple[tuple[FeedEntry, ...], int, int], alive: int, slot: int) -> _Way | None:
        entries, feed, left = step
        playing = alive + sum(entry.count for entry in entries)
        when = max([slot, *(self.ready[entry.feed] for entry in entries)]) + 1
        if playing < 2 or when > self.latest:
            return None
        rest = self._from(feed, left, (playing + 1) // 2, when)
        if rest is None:
            return None
        (byes, end, rounds, splits, slots, late), below = rest
        split = bool(entries) and feed < len(self.counts) and left < self.counts[feed]
        cost = (byes + playing % 2, end, rounds + 1, splits + split, (when, *slots), (not entries, *late))
        return cost, (entries, *below)

    def _steps(self, feed: int, left: int, alive: int) -> Iterator[tuple[tuple[FeedEntry, ...], int, int]]:
        """What may enter the next round, with the feed and the number left after it."""
        whole = feed == len(self.counts) or left == self.counts[feed]
        if whole and alive > 1:
            yield (), feed, left
        entries: tuple[FeedEntry, ...] = ()
        for at in range(feed, len(self.counts)):
            if len(entries) == self.widest:
                return
            here = left if at == feed else self.counts[at]
            if self.splits and here == self.counts[at]:
                yield from self._partly(entries, at, here, alive)
            entries = (*entries, FeedEntry(at, here))
            yield entries, at + 1, self.counts[at + 1] if at + 1 < len(self.counts) else 0

    def _partly(
        self, entries: tuple[FeedEntry, ...], at: int, here: int, alive: int
    ) -> Iterator[tuple[tuple[FeedEntry, ...], int, int]]:
        """Splits that leave two or three times a power of two, which halves on without byes for longest."""
        before = alive + sum(entry.count for entry in entries)
        for part in range(here - (here + 3) // 4, (here - 1) // 4, -1):
            playing = before + part
            odd = playing // (playing & -playing)
            if playing % 2 == 0 and odd in (1, 3):
                yield (*entries, FeedEntry(at, part)), at, here - part
