"""Monrad: the table in order of score, then number; neighbours meet, rematches are skipped.

From the top, everybody meets the next in the table who has not been met. If that leaves the bottom of the
table with nobody but old opponents, the pairs from the bottom up are opened again, as few as will do, and
paired by best matching. The bye goes to the worst record that has had the fewest.
"""

from collections.abc import Sequence

from barpoint.tournament.pairing.matching import BYE, best_matching
from barpoint.tournament.pairing.record import Pair, Record, sides
from barpoint.tournament.standings import format_score


def pair_monrad(field: Sequence[Record]) -> tuple[Pair, ...]:
    """The round for these records."""
    table = sorted(field, key=lambda record: (-record.score, record.number))
    bye: tuple[Pair, ...] = ()
    if len(table) % 2:
        lucky = min(reversed(table), key=lambda record: (record.byes, record.score))
        table.remove(lucky)
        bye = (Pair(lucky.entrant, None, (BYE,)),)
    pairs, left = _neighbours(table)
    opened = 1
    while left:
        tail = [record for pair in pairs[-opened:] for record in pair] + left
        again = best_matching(tail)
        if opened >= len(pairs) or not _rematches(again, tail):
            return tuple(_pair(*pair) for pair in pairs[:-opened]) + again + bye
        opened *= 2
    return tuple(_pair(*pair) for pair in pairs) + bye


def _neighbours(table: Sequence[Record]) -> tuple[list[tuple[Record, Record]], list[Record]]:
    """Pairs from the top down, and those for whom nobody new was left."""
    waiting, pairs, left = list(table), [], []
    while waiting:
        record = waiting.pop(0)
        new = next((other for other in waiting if other.entrant not in record.met), None)
        if new is None:
            left.append(record)
        else:
            waiting.remove(new)
            pairs.append((record, new))
    return pairs, left


def _rematches(pairs: Sequence[Pair], field: Sequence[Record]) -> int:
    met = {record.entrant: record.met for record in field}
    return sum(pair.away in met[pair.home] for pair in pairs if pair.away is not None)


def _pair(first: Record, second: Record) -> Pair:
    home, away = sides(first, second)
    return Pair(
        home.entrant,
        away.entrant,
        (f"{format_score(first.score)} and {format_score(second.score)}, next in the table not met",),
    )
