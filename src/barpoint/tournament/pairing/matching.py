"""Best matching: of all ways to pair a round, the one with the least distance in score.

In this order, each outweighing everything after it:
  1. the bye goes to an entrant who has had the fewest, and of those to the worst record
  2. as few rematches as can be: none while one is avoidable
  3. the least sum of squared score distances
  4. the least distance in the order of the table (score, then number), which settles the rest
Solved exactly, as a matching of least weight (rustworkx), with the bye as one more place at the table. In a
large field opponents are first looked for within 60 places of the table: if that needs no rematch and no
more distance than the scores alone force, nothing further away can be better in 1 to 3; otherwise the
whole table is searched.
"""

from collections.abc import Callable, Sequence
from typing import Final

from barpoint.tournament.pairing.record import Pair, Record, sides
from barpoint.tournament.standings import format_score

NEAR: Final = 60
BYE: Final = "a bye goes to the worst record that has had none"


def best_matching(field: Sequence[Record], worth: Callable[[Record], int] | None = None) -> tuple[Pair, ...]:
    """The round for these records; `worth` is the score that counts, half points unless given."""
    value = worth or (lambda record: record.score)
    table = sorted(field, key=lambda record: (-value(record), record.number))
    if len(table) < 2:
        return tuple(Pair(record.entrant, None, (BYE,)) for record in table)
    values = [value(record) for record in table]
    pairs = _best_pairs(table, values, NEAR)
    if len(table) > NEAR and not _as_good_as_any(table, values, pairs):
        pairs = _best_pairs(table, values, len(table))
    return tuple(_pair(table, first, second, value) for first, second in pairs)


def _as_good_as_any(table: Sequence[Record], values: Sequence[int], matching: Sequence[tuple[int, int]]) -> bool:
    """Whether everybody is paired, nobody anew, at the distance that pairing neighbours alone would have."""
    size = len(table)
    pairs = [pair for pair in matching if pair[1] < size]
    if 2 * len(pairs) != size - size % 2 or any(table[b].entrant in table[a].met for a, b in pairs):
        return False
    paired = sorted((values[at] for pair in pairs for at in pair), reverse=True)
    least = sum((a - b) ** 2 for a, b in zip(paired[::2], paired[1::2], strict=True))
    return sum((values[a] - values[b]) ** 2 for a, b in pairs) == least


def _best_pairs(table: Sequence[Record], values: Sequence[int], reach: int) -> list[tuple[int, int]]:
    import rustworkx

    size = len(table)
    spread = values[0] - values[-1] + 1
    distance = size * size + 1  # outweighs all of the table order
    rematch = distance * (spread * spread * size + 1)
    bye = rematch * (size + 1)
    top = bye * (spread + 1) * (1 + max(record.byes for record in table)) + bye
    edges = []
    for row in range(size):
        met, mine = table[row].met, values[row]
        for opponent in range(row + 1, min(row + reach + 1, size)):
            cost = (mine - values[opponent]) ** 2 * distance + (opponent - row)
            if table[opponent].entrant in met:
                cost += rematch
            edges.append((row, opponent, top - cost))
    if size % 2:
        low = values[-1]
        edges += [
            (at, size, top - bye * (record.byes * spread + values[at] - low) - (size - at))
            for at, record in enumerate(table)
        ]
    graph: rustworkx.PyGraph[int, int] = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from(range(size + size % 2))
    graph.add_edges_from(edges)
    matching = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    return sorted((min(pair), max(pair)) for pair in matching)


def _pair(table: Sequence[Record], first: int, second: int, value: Callable[[Record], int]) -> Pair:
    if second == len(table):
        had = table[first].byes
        return Pair(table[first].entrant, None, (BYE if not had else f"everybody has had {had} byes or more",))
    home, away = sides(table[first], table[second])
    reasons = [f"{format_score(value(table[first]))} against {format_score(value(table[second]))}"]
    if away.entrant in home.met:
        reasons.append("a rematch: no pairing of this round is without one")
    return Pair(home.entrant, away.entrant, tuple(reasons))
