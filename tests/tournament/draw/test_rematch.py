"""Rematches in lower brackets come no earlier than the pattern forces them."""

from collections.abc import Iterator

import pytest
import rustworkx

from barpoint.tournament.draw.assembly import BYE, Assembly, BracketSeat, line_seat
from barpoint.tournament.draw.drop_order import lower_rounds, orders
from barpoint.tournament.draw.knockout import Bracket, main_bracket
from barpoint.tournament.draw.lines import seed_order
from barpoint.tournament.draw.pattern import Pattern, parse
from barpoint.tournament.draw.pattern_search import conventional, losers, shortest
from tests.tournament.draw.test_pattern import TABLE

Pairs = list[tuple[BracketSeat, BracketSeat]]


def main(size: int) -> Bracket:
    lines = 1 << (size - 1).bit_length()
    empty = frozenset(number for number, rank in enumerate(seed_order(lines)) if rank >= size)
    return main_bracket(Assembly(), [line_seat(number, empty) for number in range(lines)])


def either(home: BracketSeat, away: BracketSeat) -> BracketSeat:
    return BracketSeat(home.source, home.won | away.won, home.lost | away.lost)


def seats_of(pattern: Pattern, feeds: tuple[tuple[BracketSeat, ...], ...]) -> list[list[BracketSeat]]:
    """The fresh losers of each round, and its bye."""
    waiting = [list(feed) for feed in feeds]
    return [
        [waiting[entry.feed].pop(0) for entry in entries for _ in range(entry.count)] + [BYE] * load.byes
        for entries, load in zip(pattern.rounds, pattern.loads, strict=True)
    ]


def possible(pattern: Pattern, feeds: tuple[tuple[BracketSeat, ...], ...]) -> Iterator[tuple[list[BracketSeat], Pairs]]:
    """Each round as it was arranged: everybody in it, and the matches."""
    alive: list[BracketSeat] = []
    for fresh, drop in zip(seats_of(pattern, feeds), lower_rounds(pattern, feeds), strict=True):
        seats = alive + fresh
        pairs = [(seats[home], seats[away]) for home, away in drop.pairs]
        yield seats, pairs
        alive = [either(*pair) for pair in pairs]


def rematches(pairs: Pairs) -> int:
    return sum(home.may_have_met(away) for home, away in pairs)


def fewest(seats: list[BracketSeat]) -> int:
    """The fewest possible rematches of any round these could play, by an exact matching."""
    graph: rustworkx.PyGraph[int, int] = rustworkx.PyGraph()
    graph.add_nodes_from(range(len(seats)))
    for a, one in enumerate(seats):
        for b in range(a + 1, len(seats)):
            graph.add_edge(a, b, 2 - one.may_have_met(seats[b]))
    found = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    return sum(seats[a].may_have_met(seats[b]) for a, b in found)


def dropped(size: int, name: str) -> tuple[Pattern, tuple[tuple[BracketSeat, ...], ...]]:
    upper = main(size)
    if name == "double":
        return shortest(losers(size, final=True)), upper.losers
    return (shortest(losers(size)) if name == "shortest" else conventional(size)), upper.losers[:-1]


@pytest.mark.parametrize("name", ["shortest", "conventional", "double"])
@pytest.mark.parametrize("size", [8, 11, 12, 16, 21, 24, 32, 48, 64, 100])
def test_no_round_has_more_possible_rematches_than_its_players_force(size: int, name: str) -> None:
    for seats, pairs in possible(*dropped(size, name)):
        assert rematches(pairs) == fewest(seats)


def all_pairings(seats: list[BracketSeat]) -> Iterator[Pairs]:
    if not seats:
        yield []
        return
    for at in range(1, len(seats)):
        for further in all_pairings(seats[1:at] + seats[at + 1 :]):
            yield [(seats[0], seats[at]), *further]


def latest(alive: list[BracketSeat], fresh: list[list[BracketSeat]]) -> int:
    """In how many rounds from here no rematch has to be possible, over every way to pair them."""
    if not fresh:
        return 0
    best = 0
    seen: set[frozenset[tuple[int, int]]] = set()
    for pairs in all_pairings(alive + fresh[0]):
        left = [either(*pair) for pair in pairs]
        key = frozenset((seat.won, seat.lost) for seat in left)
        if key in seen or rematches(pairs):
            continue
        seen.add(key)
        best = max(best, 1 + latest(left, fresh[1:]))
        if best == len(fresh):
            break
    return best


@pytest.mark.parametrize("name", ["shortest", "conventional", "double"])
@pytest.mark.parametrize("size", range(4, 17))
def test_in_small_fields_no_draw_at_all_keeps_rematches_out_for_longer(size: int, name: str) -> None:
    pattern, feeds = dropped(size, name)
    found = [rematches(pairs) for _, pairs in possible(pattern, feeds)]
    free = next((at for at, count in enumerate(found) if count), len(found))
    assert free == latest([], seats_of(pattern, feeds))


@pytest.mark.parametrize(
    ("size", "free"),
    [(8, (2, 2, 2)), (16, (3, 3, 3)), (24, (3, 3, 2)), (32, (4, 4, 4)), (64, (5, 6, 5)), (128, (6, 7, 6))],
)
def test_the_known_patterns_keep_rematches_out_of_their_first_rounds(size: int, free: tuple[int, int, int]) -> None:
    for name, rounds_free, text in zip(("shortest", "conventional", "double"), free, TABLE[size], strict=True):
        pattern, feeds = dropped(size, name)
        assert pattern == parse(text, tuple(map(len, feeds)))
        counts = [rematches(pairs) for _, pairs in possible(pattern, feeds)]
        assert not any(counts[:rounds_free])


@pytest.mark.parametrize("size", range(1, 20))
def test_every_order_of_losers_keeps_them_all(size: int) -> None:
    assert all(sorted(order) == list(range(size)) for _, order in orders(size))
