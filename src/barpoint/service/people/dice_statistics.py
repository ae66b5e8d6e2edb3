"""Dice counted: what everybody has thrown here, for anybody to look at.

Every roll of both dice in a finished match counts once for whoever threw it and once for the site (opening dice, one
each, do not). *Luck* is meant in pips: how far what was thrown lies above or below 49/6 a roll, what fair dice give on
average, doubles counting four times. What a roll was worth in its position is the engine's to say, not this count's.
"""

import logging
from collections import Counter
from collections.abc import Iterable
from math import exp
from typing import Final

import msgspec

from barpoint.match import events as e
from barpoint.service.people.member_ports import DiceTally, RollCount
from barpoint.service.play.play_service import PlayService
from barpoint.service.play.room import Room
from barpoint.service.ports import EventStore

SITE: Final = "site"
_PIPS: Final = 49 / 6
_log = logging.getLogger("barpoint.dice")


class DiceStatistics(msgspec.Struct, frozen=True):
    """What was thrown. `p` is how often fair dice would deviate at least as far (chi-square, 20 degrees of freedom)."""

    rolls: int
    counts: dict[str, int]  # of the 21 rolls, "21" to "66"
    doubles: int
    doubles_expected: float
    pips: int
    luck: float  # pips a roll above what is expected
    chi_square: float
    p: float


class DiceCounter:
    """Counts every match when it ends."""

    def __init__(self, store: EventStore, play: PlayService, tally: DiceTally) -> None:
        self._store, self._play, self._tally = store, play, tally

    async def count(self, room: Room) -> None:
        """Count a match that is over; twice is once."""
        log = [e.decode(stored.data) for stored in await self._store.read(f"match:{room.id}")]
        await self._tally.count(room.id, count_rolls(room, log))

    async def statistics_of(self, roller: str = SITE) -> DiceStatistics:
        """What an account, `bot:LEVEL` or the whole site has thrown."""
        return statistics({(count.high, count.low): count.rolls for count in await self._tally.counts(roller)})


def count_rolls(room: Room, log: Iterable[e.AnyEvent]) -> list[RollCount]:
    """The rolls of a match by who threw them; a pair's are their operator's account's, or the first's."""
    counts: Counter[tuple[str, int, int]] = Counter()
    for event in log:
        if isinstance(event, e.DiceRolled):
            seats = room.seats(event.side)
            seat = next((candidate for candidate in seats if candidate.name == event.person), seats[0])
            high, low = max(event.dice), min(event.dice)
            for roller in (f"bot:{seat.bot}" if seat.bot else seat.account, SITE):
                counts[roller, high, low] += 1
    return [RollCount(*key, rolls) for key, rolls in counts.items() if key[0]]


def statistics(counts: dict[tuple[int, int], int]) -> DiceStatistics:
    """The figures of these counts; a roll is (higher, lower)."""
    rolls = sum(counts.values())
    chi = 0.0
    for high in range(1, 7):
        for low in range(1, high + 1):
            expected = rolls * (1 if high == low else 2) / 36
            chi += (counts.get((high, low), 0) - expected) ** 2 / expected if rolls else 0.0
    pips = sum(rolls * (high + low) * (2 if high == low else 1) for (high, low), rolls in counts.items())
    return DiceStatistics(
        rolls=rolls,
        counts={f"{high}{low}": count for (high, low), count in sorted(counts.items())},
        doubles=sum(count for (high, low), count in counts.items() if high == low),
        doubles_expected=rolls / 6,
        pips=pips,
        luck=pips / rolls - _PIPS if rolls else 0.0,
        chi_square=chi,
        p=_upper_tail(chi, 20),
    )


def _upper_tail(chi: float, freedom: int) -> float:
    """The chance of a chi-square at least this large; for an even number of degrees of freedom it is a finite sum."""
    half, term, total = chi / 2, 1.0, 1.0
    for k in range(1, freedom // 2):
        term *= half / k
        total += term
    return min(1.0, exp(-half) * total)
