"""Entrants to lines: lot or seeds, byes, clubmates apart.

seeding     LOT draws everybody; RATING puts the best (all, or the first so many) on the seeds' lines, in
            order of rating, and draws the rest
seed line   the usual one: 1 and 2 can only meet in the final, 1-4 in the semifinals, and so on
bye         an empty line. Byes stand opposite the first seed lines, which spreads them as evenly as can
            be; in a draw by lot it is chance who stands there
clubmates   kept apart in the first round on request: the later of two drawn lines changes with the next
            drawn line that makes neither match worse; seeds and byes stay where they are
"""

from collections.abc import Sequence
from enum import StrEnum
from typing import Final

import msgspec

from barpoint.tournament.draw.entrant import Entrant, by_id
from barpoint.tournament.draw.lot import Lot

SMALLEST: Final = 3
LARGEST: Final = 1024


class Seeding(StrEnum):
    """How entrants come to their lines."""

    LOT = "lot"
    RATING = "rating"


class Lines(msgspec.Struct, frozen=True):
    """The draw sheet's lines in order, empty ones None, and what was done to get there."""

    entrants: tuple[str | None, ...]
    notes: tuple[str, ...] = ()

    @property
    def empty(self) -> frozenset[int]:
        """The lines that are byes."""
        return frozenset(number for number, entrant in enumerate(self.entrants) if entrant is None)


def seed_order(size: int) -> tuple[int, ...]:
    """The seed (from 0) that stands on each line of a full draw."""
    order = [0]
    while len(order) < size:
        top = 2 * len(order) - 1
        order = [seed for rank in order for seed in ((rank, top - rank) if rank % 2 == 0 else (top - rank, rank))]
    return tuple(order)


def seed_ranking(entrants: Sequence[Entrant], seeding: Seeding, seed: str, seeds: int | None = None) -> list[Entrant]:
    """The entrants as the seed lines take them: the director's seeds, the seeded by rating, the others by lot."""
    if not SMALLEST <= len(entrants) <= LARGEST:
        raise ValueError(f"a draw takes {SMALLEST} to {LARGEST} entrants, not {len(entrants)}")
    known = sorted(by_id(tuple(entrants)).values(), key=lambda entrant: entrant.id)  # the entry order must not matter
    named = sorted((entrant for entrant in known if entrant.seed), key=lambda entrant: entrant.seed)
    return named + _ranking([entrant for entrant in known if not entrant.seed], seeding, seed, seeds, len(named))


def _ranking(known: Sequence[Entrant], seeding: Seeding, seed: str, seeds: int | None, named: int) -> list[Entrant]:
    """Those whom the director has not seeded."""
    drawn = Lot(seed, "lines").shuffle(known)
    if seeding is Seeding.LOT:
        return drawn
    drawn.sort(key=lambda entrant: -(entrant.rating if entrant.rating is not None else float("-inf")))
    if seeds is None:
        return drawn
    if not 0 <= seeds <= len(drawn) + named:
        raise ValueError(f"0 to {len(drawn) + named} seeds were expected, not {seeds}")
    by_rating = max(0, seeds - named)
    rest = sorted(drawn[by_rating:], key=lambda entrant: entrant.id)
    return drawn[:by_rating] + Lot(seed, "unseeded").shuffle(rest)


def knockout_lines(
    entrants: Sequence[Entrant],
    seed: str,
    seeding: Seeding = Seeding.LOT,
    seeds: int | None = None,
    *,
    apart: bool = False,
) -> Lines:
    """The lines of a knockout draw, padded to a power of two."""
    order = seed_ranking(entrants, seeding, seed, seeds)
    size = 1 << (len(order) - 1).bit_length()
    lines = [order[rank] if rank < len(order) else None for rank in seed_order(size)]
    notes = [f"{len(order)} entrants on {size} lines, {size - len(order)} byes, {seeding}, seed {seed}"]
    if apart:
        fixed = _seed_ids(order, seeding, seeds)
        notes += _keep_apart(lines, fixed)
    return Lines(tuple(entrant.id if entrant else None for entrant in lines), tuple(notes))


def _seed_ids(order: Sequence[Entrant], seeding: Seeding, seeds: int | None) -> frozenset[str]:
    """The entrants whose line is theirs by seeding: at most a quarter of the field when all are ranked."""
    named = sum(bool(entrant.seed) for entrant in order)
    count = len(order) // 4 if seeds is None else seeds
    return frozenset(entrant.id for entrant in order[: named if seeding is Seeding.LOT else max(named, count)])


def _clash(entrant: Entrant | None, other: Entrant | None) -> bool:
    return entrant is not None and other is not None and bool(entrant.club) and entrant.club == other.club


def _keep_apart(lines: list[Entrant | None], fixed: frozenset[str]) -> list[str]:
    notes = []
    for number in range(0, len(lines), 2):
        if not _clash(lines[number], lines[number + 1]):
            continue
        if not any(_move_clubmate(lines, mine, fixed) for mine in (number + 1, number)):
            notes.append(f"{lines[number]} and {lines[number + 1]} are of one club and could not be kept apart")
        else:
            notes.append(f"clubmates on lines {number + 1} and {number + 2} were kept apart")
    return notes


def _move_clubmate(lines: list[Entrant | None], mine: int, fixed: frozenset[str]) -> bool:
    """Exchange that line with the next one that leaves both matches without clubmates."""
    here = lines[mine]
    if here is None or here.id in fixed:
        return False
    for step in range(1, len(lines)):
        other = (mine + step) % len(lines)
        there = lines[other]
        if other == mine ^ 1 or there is None or there.id in fixed:
            continue
        if not _clash(there, lines[mine ^ 1]) and not _clash(here, lines[other ^ 1]):
            lines[mine], lines[other] = there, here
            return True
    return False


def group_lines(
    entrants: Sequence[Entrant], groups: int, seed: str, seeding: Seeding = Seeding.LOT, *, apart: bool = False
) -> Lines:
    """The lines of groups, one block after the other, of one even size: dealt out to and fro."""
    order = seed_ranking(entrants, seeding, seed)
    dealt: list[list[Entrant]] = [[] for _ in range(groups)]
    for start in range(0, len(order), groups):
        hand = order[start : start + groups]
        places = list(range(groups)) if (start // groups) % 2 == 0 else list(range(groups - 1, -1, -1))
        for entrant in hand:
            place = next((p for p in places if not apart or not _has_clubmate(dealt[p], entrant)), places[0])
            places.remove(place)
            dealt[place].append(entrant)
    block = max(map(len, dealt)) + max(map(len, dealt)) % 2
    lines: list[str | None] = []
    for group in dealt:
        lines += [entrant.id for entrant in group] + [None] * (block - len(group))
    return Lines(tuple(lines), (f"{len(order)} entrants in {groups} groups, {seeding}, seed {seed}",))


def _has_clubmate(group: list[Entrant], entrant: Entrant) -> bool:
    return any(_clash(entrant, other) for other in group)
