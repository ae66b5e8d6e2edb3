"""Every order of every play: the oracle's sequences, the hop tree's paths and what `check_play` accepts are one set."""

import random
from collections.abc import Iterator
from itertools import islice, pairwise

import pytest

from barpoint.board import Hop, HopTree, Play, Position, Refusal, Roll, check_play, hop_tree, legal_plays
from barpoint.board.movegen import choices, hop_graph, legal_orders
from tests.board import oracle, random_positions
from tests.board.oracle import Path
from tests.board.views import board_of, position_of

Hops = tuple[tuple[int, int], ...]
FEW = 60


def hops_of(path: Path) -> Hops:
    return tuple((step.source, step.target) for step in path)


def few_orders(name: str, seed: str, count: int = FEW) -> Iterator[tuple[Position, Roll, set[Hops]]]:
    """Roll-positions of both kinds with every legal sequence of hops."""
    rules = oracle.RULES[name]
    rng = random.Random(seed)
    for source in (random_positions.from_games, random_positions.from_setups):
        for sample in islice(source(rules, rng), 0, 7 * count, 7):  # from different stages of the games
            orders = {hops_of(path) for path in oracle.orders(rules, sample.board, sample.roll)}
            yield position_of(name, sample.board), Roll(*sample.roll), orders


def paths(tree: HopTree) -> Iterator[Hops]:
    """Every way from the root of a tree to a leaf."""
    if tree.complete:
        yield tree.path
    for hop in tree.hops:
        yield from paths(tree.step(hop))


@pytest.mark.parametrize("name", oracle.RULES)
def test_the_paths_of_the_hop_tree_are_all_legal_orders_and_no_others(name: str) -> None:
    for position, roll, orders in few_orders(name, "tree"):
        found = list(paths(hop_tree(position, roll)))
        assert len(found) == len(set(found)), (position, roll)
        assert set(found) == (orders or {()}), (position, roll)


@pytest.mark.parametrize("name", oracle.RULES)
def test_a_screen_is_told_exactly_when_there_is_one_play_at_most(name: str) -> None:
    for position, roll, orders in few_orders(name, "choices"):
        forced = len({position.after(order) for order in orders}) <= 1
        assert choices(position, roll) == (hop_graph(position, roll), forced), (position, roll)


def test_two_legal_orders_one_after_the_other_are_no_play() -> None:
    start, roll = Position.start(), Roll(3, 1)
    orders = [Play(start, packed).hops for packed in legal_orders(start, roll)]
    for first, second in pairwise(orders):
        assert isinstance(check_play(start, roll, (*first, *second)), Refusal)


@pytest.mark.parametrize("name", oracle.RULES)
def test_the_oracles_two_ways_of_counting_agree(name: str) -> None:
    for position, roll, orders in few_orders(name, "canon", FEW // 3):
        plays = oracle.plays(oracle.RULES[name], board_of(position), (roll.high, roll.low))
        finals = {position.after(order) for order in orders}
        assert {position.after(hops_of(path)) for path in plays.values()} == finals
        assert {hops_of(path) for path in plays.values()} <= orders


@pytest.mark.parametrize("name", oracle.RULES)
def test_a_walk_meets_every_position_of_the_tree_once_for_each_way_to_go_on(name: str) -> None:
    for position, roll, orders in few_orders(name, "walk", FEW // 3):
        nodes = list(hop_tree(position, roll).walk())
        prefixes = {order[:k] for order in orders for k in range(len(order) + 1)} or {()}
        assert {node.position for node in nodes} == {position.after(prefix) for prefix in prefixes}
        rests = {
            (
                position.after(prefix),
                frozenset(order[len(prefix) :] for order in orders if order[: len(prefix)] == prefix),
            )
            for prefix in prefixes
        }
        assert len(nodes) == len(rests)


def test_a_walk_is_short_even_where_there_are_many_orders() -> None:
    fifteen_blots = Position(
        [0] + [int(point not in {1, 2, 3, 5, 6, 12, 13, 19, 23}) for point in range(1, 25)] + [0],
        [15] + [0] * 25,
    )
    tree = hop_tree(fifteen_blots, Roll(1, 1))
    assert len(tree.orders) > 20_000
    assert sum(1 for _ in tree.walk()) < 4_000  # at most C(19, 4) ways to share up to four hops among fifteen


def test_the_tree_knows_which_numbers_are_left() -> None:
    tree = hop_tree(Position.start(), Roll(3, 1))
    assert tree.left == (3, 1)
    assert tree.step((8, 5)).left == (1,)
    assert tree.step((8, 5)).step((6, 5)).left == ()
    assert tree.step((8, 5)).step((6, 5)).complete


def test_a_hop_that_is_not_open_is_answered_with_those_that_are() -> None:
    with pytest.raises(ValueError, match=r"13/7 is not open here; expected one of 24/21, 24/23, 13/10"):
        hop_tree(Position.start(), Roll(3, 1)).step((13, 7))


def merged(order: Hops) -> Iterator[Hops]:
    """An order with its hops joined in every way in which one checker goes on."""
    if len(order) < 2:
        yield order
        return
    for rest in merged(order[1:]):
        yield (order[0], *rest)
        if rest[0][0] == order[0][1]:
            yield ((order[0][0], rest[0][1]), *rest[1:])


def altered(rng: random.Random, order: Hops) -> Hops:
    """Hops that somebody might ask for instead."""
    hops = [list(hop) for hop in order]
    match rng.randrange(5):
        case 0:
            rng.shuffle(hops)
        case 1 if hops:
            hops.pop(rng.randrange(len(hops)))
        case 2:
            hops.insert(rng.randint(0, len(hops)), [rng.randint(0, 25), rng.randint(0, 25)])
        case 3 if hops:
            hop = rng.choice(hops)
            hop[1] = min(max(hop[1] + rng.choice([-2, -1, 1, 2]), 0), 25)
        case _ if hops:
            hop, step = rng.choice(hops), rng.choice([-1, 1])
            hop[0], hop[1] = min(max(hop[0] + step, 0), 25), min(max(hop[1] + step, 0), 25)
    return tuple((source, target) for source, target in hops)


@pytest.mark.parametrize("name", oracle.RULES)
def test_a_play_is_accepted_exactly_if_it_is_a_legal_order_step_by_step(name: str) -> None:
    rng = random.Random(name)
    for position, roll, orders in few_orders(name, "check", FEW // 2):
        some = rng.sample(sorted(orders), min(len(orders), 6)) or [()]
        legal = {asked for order in orders for asked in merged(order)} or {()}
        wanted = [asked for order in some for asked in merged(order)]
        for asked in wanted + [altered(rng, order) for order in some for _ in range(4)]:
            answer = check_play(position, roll, asked)
            assert isinstance(answer, Play) == (asked in legal), (position, roll, asked, answer)
            if isinstance(answer, Refusal):
                assert _names_a_real_order(answer, orders)
            else:
                assert answer.hops in (orders or {()})
                assert asked in set(merged(answer.hops))


def _names_a_real_order(refusal: Refusal, orders: set[Hops]) -> bool:
    flat = refusal.facts.get("legal_order")
    if flat is None:
        return True
    assert isinstance(flat, tuple)
    return tuple(zip(flat[::2], flat[1::2], strict=True)) in orders


def test_orders_stand_together_by_their_first_hops_and_the_canonical_comes_first() -> None:
    position, roll = Position.start(), Roll(6, 5)
    orders = legal_orders(position, roll)
    first = {order[:2]: k for k, order in reversed(list(enumerate(orders)))}
    assert sorted(orders, key=lambda order: first[order[:2]]) == orders
    assert [Hop(*order[:2]) for order in orders][:1] == [Hop(24, 18)]
    assert {play.packed for play in legal_plays(position, roll)} <= set(orders)


def legs(text: str) -> list[tuple[int, int]]:
    """The ways of a printed play in the order they stand in, repeats written out."""
    places = {"bar": 25, "off": 0}
    ways: list[tuple[int, int]] = []
    for word in text.replace("*", "").split():
        walk, _, times = word.rstrip(")").partition("(")
        points = [places[name] if name in places else int(name) for name in walk.split("/")]
        ways += list(pairwise(points)) * int(times or 1)
    return ways


def can_be_made(tree: HopTree, ways: list[tuple[int, int]], at: int | None = None) -> bool:
    """Whether the ways can be made as they stand, hop by hop; `at` is where a checker on its way is."""
    if not ways:
        return tree.complete
    source, target = ways[0]
    for hop in tree.hops:
        if hop.source == (source if at is None else at) and hop.target >= target:
            there = hop.target == target
            if can_be_made(tree.step(hop), ways[1:] if there else ways, None if there else hop.target):
                return True
    return False


@pytest.mark.parametrize("name", oracle.RULES)
def test_a_printed_play_is_legal_hop_by_hop_as_it_stands(name: str) -> None:
    printed = 0
    for position, roll, orders in few_orders(name, "print"):
        tree = hop_tree(position, roll)
        for play in legal_plays(position, roll) if orders else ():
            printed += 1
            for text in (str(play), play.hop_text):
                assert can_be_made(tree, legs(text)), (position, roll, text)
    assert printed > FEW
