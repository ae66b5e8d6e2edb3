"""Consolation patterns: which losers enter a lower bracket in which of its rounds.

pattern     the lower bracket round by round, joined by dots: a letter = that upper round's losers enter
            here, `AB` = both enter together, `|` = a round without entries. A letter in two rounds is a
            split: `FG4.G2H` sends four of G's losers to the first and two to the second.
feed        the losers of one upper round: A is the first. Round r of a bracket has a letter only if its
            losers drop; the main final's loser is paid and does not.
whole       alive' = (alive + entering) / 2 without a rest in every round, and one left at the end. Where it
            is not whole a bye fills the round: one at most, so that no bye meets a bye.

This module reads, writes and checks them; `pattern_search` finds them.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from typing import Final

_ENTRY: Final = re.compile(r"([A-Z])(\d*)")


@dataclass(frozen=True, slots=True)
class FeedEntry:
    """So many losers of one feed enter."""

    feed: int
    count: int


@dataclass(frozen=True, slots=True)
class Load:
    """One lower round in numbers: those still in, those who enter, byes, and those who go on."""

    alive: int
    entering: int
    byes: int

    @property
    def after(self) -> int:
        """Those who go on."""
        return (self.alive + self.entering + self.byes) // 2

    @property
    def matches(self) -> int:
        """The matches that are played."""
        return self.after - self.byes


@dataclass(frozen=True, slots=True)
class Pattern:
    """The rounds of a lower bracket, each with what enters."""

    rounds: tuple[tuple[FeedEntry, ...], ...]

    @property
    def loads(self) -> tuple[Load, ...]:
        """The rounds in numbers."""
        loads, alive = [], 0
        for entries in self.rounds:
            entering = sum(entry.count for entry in entries)
            loads.append(Load(alive, entering, (alive + entering) % 2))
            alive = loads[-1].after
        return tuple(loads)

    @property
    def byes(self) -> int:
        """How many byes fill it; none: it is whole."""
        return sum(load.byes for load in self.loads)

    @property
    def losers(self) -> tuple[int, ...]:
        """How many lose in each round: what feeds a bracket below this one, its final left out."""
        return tuple(load.matches for load in self.loads)[:-1]

    def slots(self, available: Sequence[int]) -> tuple[int, ...]:
        """When each round can be played: after the one before, and after the upper rounds that feed it."""
        slots, last = [], 0
        for entries in self.rounds:
            last = max([last, *(available[entry.feed] for entry in entries)]) + 1
            slots.append(last)
        return tuple(slots)

    def written(self, first: str = "A") -> str:
        """The pattern in letters; a split letter carries its numbers."""
        fed = [entry.feed for entries in self.rounds for entry in entries]

        def letter(entry: FeedEntry) -> str:
            split = fed.count(entry.feed) > 1
            return chr(ord(first) + entry.feed) + (str(entry.count) if split else "")

        return ".".join("".join(map(letter, entries)) or "|" for entries in self.rounds)

    def __str__(self) -> str:
        return self.written()


def first_letter_below(drops: int) -> str:
    """The letter of a consolation's first round: F, or the first that no main round of losers has taken."""
    return chr(max(ord("F"), ord("A") + drops))


def parse(text: str, counts: Sequence[int], first: str = "A") -> Pattern:
    """The pattern written so, for feeds of these sizes; a split without numbers is divided so that it stays whole."""
    rounds = [_letters(part, first, len(counts), text) for part in text.strip().split(".")]
    named = [feed for part in rounds for feed, _ in part]
    missing = [chr(ord(first) + feed) for feed in range(len(counts)) if feed not in named]
    if missing:
        raise ValueError(f"the pattern {text} leaves out the losers of {', '.join(missing)}")
    pattern = _divide(rounds, counts, text)
    if not pattern.rounds[0] or pattern.loads[-1].after != 1 or any(load.alive == 1 for load in _idle(pattern)):
        raise ValueError(f"the pattern {text} does not come down to one: {_sum(pattern)}")
    return pattern


def check_whole(pattern: Pattern) -> Pattern:
    """The pattern itself if it stays whole in every round."""
    if pattern.byes:
        raise ValueError(f"the pattern {pattern} does not stay whole: {_sum(pattern)}")
    return pattern


def _idle(pattern: Pattern) -> list[Load]:
    return [load for load in pattern.loads if not load.entering]


def _sum(pattern: Pattern) -> str:
    return ", ".join(f"({load.alive}+{load.entering})/2" for load in pattern.loads)


def _letters(part: str, first: str, feeds: int, text: str) -> list[tuple[int, int | None]]:
    if part == "|":
        return []
    matches = _ENTRY.findall(part)
    if not matches or "".join(letter + digits for letter, digits in matches) != part:
        raise ValueError(f"a round is | or letters such as AB or G4, not {part!r} in {text!r}")
    entries = [(ord(letter) - ord(first), int(digits) if digits else None) for letter, digits in matches]
    for feed, _ in entries:
        if not 0 <= feed < feeds:
            raise ValueError(f"{text!r} names {chr(ord(first) + feed)}, but no such round sends its losers here")
    return entries


def _divide(rounds: list[list[tuple[int, int | None]]], counts: Sequence[int], text: str) -> Pattern:
    """Give every entry its number: all of the feed, as written, or the largest first part that stays whole."""
    open_splits = []
    for feed, count in enumerate(counts):
        numbers = [number for part in rounds for named, number in part if named == feed]
        if len(numbers) > 2:
            raise ValueError(f"{text!r} splits {chr(65 + feed)} more than once")
        options: list[tuple[int, ...]]
        if len(numbers) == 1:
            options = [(count,)] if numbers[0] in (None, count) else []
        elif None in numbers:
            options = [(part, count - part) for part in range(count - 1, 0, -1)]
        else:
            options = (
                [tuple(number or 0 for number in numbers)] if sum(number or 0 for number in numbers) == count else []
            )
        if not options:
            raise ValueError(f"{text!r} does not send in all {count} of a round's losers")
        open_splits.append(options)
    choices = [_number_entries(rounds, choice) for choice in product(*open_splits)]
    return min(choices, key=lambda pattern: pattern.byes)


def _number_entries(rounds: list[list[tuple[int, int | None]]], parts: Sequence[tuple[int, ...]]) -> Pattern:
    left = [list(part) for part in parts]
    return Pattern(tuple(tuple(FeedEntry(feed, left[feed].pop(0)) for feed, _ in part) for part in rounds))
