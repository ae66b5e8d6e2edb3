"""The rules once more, as plainly as they can be said, to prove the compiled generator by.

Nothing is shared with `barpoint.board`: the mover's checkers are a sorted tuple of the points they stand on,
a turn is every sequence of single hops, and the sequences that play most numbers are the legal ones. Slow
on purpose where speed would cost plainness; `plays` only merges ways that meet, `orders` merges nothing.
"""

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

OFF, BAR = 0, 25


class Rules(NamedTuple):
    """A discipline, in the oracle's own words."""

    start: dict[int, int]
    same_way: bool = False  # both sides travel the same way round, a single checker blocks, nothing is hit
    lasting_blocks_only: bool = False  # a six-block made in a turn must still stand at its end
    two_from_head: str = ""  # who may take two from the head on a first 3-3, 4-4 or 6-6: "second", "both"

    @property
    def checkers(self) -> int:
        return sum(self.start.values())

    def across(self, point: int) -> int:
        """The same point in the other side's numbering."""
        return same_way_across(point) if self.same_way else 25 - point


def same_way_across(point: int) -> int:
    return (point + 11) % 24 + 1


RULES = {
    "backgammon": Rules({24: 2, 13: 5, 8: 3, 6: 5}),
    "nackgammon": Rules({24: 2, 23: 2, 13: 4, 8: 3, 6: 4}),
    "sprintgammon": Rules({24: 1, 23: 1, 22: 1}),
    "longgammon": Rules({24: 15}, same_way=True, two_from_head="second"),
    "longgammon-strict": Rules({24: 15}, same_way=True, lasting_blocks_only=True, two_from_head="second"),
    "long-nardy": Rules({24: 15}, same_way=True, two_from_head="both"),
}


class Board(NamedTuple):
    """A position in the mover's numbering."""

    me: tuple[int, ...]  # the point of each checker in play, highest first; 25 is the bar
    opp: tuple[int, ...]  # [1..24] opposing checkers on the mover's points
    opp_bar: int = 0
    opp_off: int = 0


class Step(NamedTuple):
    """A hop and the number it was played with. Of two paths to one position the greater is the canonical one."""

    source: int
    number: int
    target: int


class Way(NamedTuple):
    """Where a turn has come to."""

    me: tuple[int, ...]
    hit: tuple[int, ...]  # the points on which blots were hit, ascending
    left: tuple[int, ...]  # the numbers not yet played
    blocks: frozenset[int]  # the six-blocks made on the way, by their first point on the opponent's path


Path = tuple[Step, ...]


def board(me: dict[int, int], opp: dict[int, int], opp_off: int = 0) -> Board:
    """A board from counts by point, both in the mover's numbering; 25 is the own bar."""
    points = tuple(opp.get(point, 0) for point in range(25))
    return Board(_checkers(me), points, opp.get(BAR, 0), opp_off)


def start(rules: Rules) -> Board:
    return board(rules.start, {rules.across(point): count for point, count in rules.start.items()})


def _checkers(counts: dict[int, int]) -> tuple[int, ...]:
    return tuple(point for point in range(25, 0, -1) for _ in range(counts.get(point, 0)))


@lru_cache(maxsize=1 << 16)
def six_blocks(me: tuple[int, ...]) -> frozenset[int]:
    """Every six points in a row on the opponent's path that are all ours, each by its lowest number there."""
    ours = {same_way_across(point) for point in me}
    found = []
    run = 0
    for point in range(1, 25):
        run = run + 1 if point in ours else 0
        if run >= 6:
            found.append(point - 5)
    return frozenset(found)


def shuts_in_all(rules: Rules, board: Board, blocks: frozenset[int]) -> bool:
    """Whether one of these blocks has every opposing checker behind it."""
    if not blocks or board.opp_off:
        return False
    foremost = min(rules.across(point) for point in range(1, 25) if board.opp[point])
    return any(foremost > block for block in blocks)


def may_land(rules: Rules, board: Board, hit: tuple[int, ...], target: int) -> bool:
    standing = 0 if target in hit else board.opp[target]
    return standing == 0 or (standing == 1 and not rules.same_way)


def may_bear_off(me: tuple[int, ...], source: int, number: int) -> bool:
    return me[0] <= 6 and (number == source or (number > source and source == me[0]))


def next_steps(rules: Rules, board: Board, way: Way, head_cap: int) -> Iterator[tuple[Step, Way]]:
    """Every legal single hop, and where it leads."""
    head_left = head_cap - (board.me.count(24) - way.me.count(24))
    for number in dict.fromkeys(way.left):
        for source in dict.fromkeys(way.me):
            if way.me[0] == BAR and source != BAR:
                continue
            if rules.two_from_head and source == 24 and head_left < 1:
                continue
            target = max(source - number, OFF)
            if target == OFF and not may_bear_off(way.me, source, number):
                continue
            if target != OFF and not may_land(rules, board, way.hit, target):
                continue
            after = _moved(board, way, source, target, number)
            if rules.same_way:
                blocks = six_blocks(after.me)
                if shuts_in_all(rules, board, blocks):
                    continue
                if rules.lasting_blocks_only:
                    after = after._replace(blocks=way.blocks | (blocks - six_blocks(board.me)))
            yield Step(source, number, target), after


def _moved(board: Board, way: Way, source: int, target: int, number: int) -> Way:
    me = list(way.me)
    me.remove(source)
    hit = way.hit
    if target != OFF:
        me.append(target)
        me.sort(reverse=True)
        if board.opp[target] == 1 and target not in hit:
            hit = tuple(sorted((*hit, target)))
    left = list(way.left)
    left.remove(number)
    return Way(tuple(me), hit, tuple(left), way.blocks)


def numbers_of(roll: tuple[int, int]) -> tuple[int, ...]:
    return (roll[0],) * 4 if roll[0] == roll[1] else (max(roll), min(roll))


def head_cap_of(rules: Rules, board: Board, roll: tuple[int, int]) -> int:
    """How many may leave the head, if a first turn is one played from a full head."""
    first_turn = board.me == (24,) * rules.checkers
    moved_second = board.opp[12] != rules.checkers
    favoured = roll in {(3, 3), (4, 4), (6, 6)} and (moved_second or rules.two_from_head == "both")
    return 2 if first_turn and favoured else 1


def _may_end(rules: Rules, way: Way) -> bool:
    return not rules.lasting_blocks_only or way.blocks <= six_blocks(way.me)


def _legal(ended: list[tuple[Path, Way]], numbers: tuple[int, ...]) -> list[tuple[Path, Way]]:
    """Of all sequences that may end where they do, those that play as much as can be played.

    The last checker off wins the game, so nothing is left to be played after it.
    """
    longest = max((len(path) for path, _ in ended), default=0)
    legal = [(path, way) for path, way in ended if len(path) == longest or not way.me]
    if longest == 1 and len(set(numbers)) == 2:
        larger = [(path, way) for path, way in legal if path[0].number == max(numbers)]
        return larger or legal
    return legal


def orders(rules: Rules, board: Board, roll: tuple[int, int], head_cap: int | None = None) -> list[Path]:
    """Every legal sequence of hops, one by one."""
    cap = head_cap_of(rules, board, roll) if head_cap is None else head_cap
    numbers = numbers_of(roll)
    ended: list[tuple[Path, Way]] = []
    open_ends: list[tuple[Path, Way]] = [((), Way(board.me, (), numbers, frozenset()))]
    while open_ends:
        path, way = open_ends.pop()
        for step, after in next_steps(rules, board, way, cap):
            open_ends.append(((*path, step), after))
            if _may_end(rules, after):
                ended.append(open_ends[-1])
    return [path for path, _ in _legal(ended, numbers)]


def plays(rules: Rules, board: Board, roll: tuple[int, int], head_cap: int | None = None) -> dict[Board, Path]:
    """Every final position with its canonical path: the highest source first, the longer hop first."""
    cap = head_cap_of(rules, board, roll) if head_cap is None else head_cap
    numbers = numbers_of(roll)
    ended: list[tuple[Path, Way]] = []
    level: dict[Way, Path] = {Way(board.me, (), numbers, frozenset()): ()}
    while level:
        reached: dict[Way, Path] = {}
        for way, path in level.items():
            for step, after in next_steps(rules, board, way, cap):
                longer = (*path, step)
                if after not in reached or longer > reached[after]:
                    reached[after] = longer
        ended += [(path, way) for way, path in reached.items() if _may_end(rules, way)]
        level = reached
    finals: dict[Board, Path] = {}
    for path, way in _legal(ended, numbers):
        final = after_turn(board, way.me, way.hit)
        if final not in finals or path > finals[final]:
            finals[final] = path
    return finals


def after_turn(board: Board, me: tuple[int, ...], hit: tuple[int, ...]) -> Board:
    if not hit:
        return board._replace(me=me)
    opp = tuple(0 if point in hit else count for point, count in enumerate(board.opp))
    return Board(me, opp, board.opp_bar + len(hit), board.opp_off)


def flip(rules: Rules, board: Board) -> Board:
    """The same position seen by the other side."""
    me = {rules.across(point): board.opp[point] for point in range(1, 25)}
    me[BAR] = board.opp_bar
    opp = [0] * 25
    bar = 0
    for point in board.me:
        if point == BAR:
            bar += 1
        else:
            opp[rules.across(point)] += 1
    return Board(_checkers(me), tuple(opp), bar, rules.checkers - len(board.me))


def perft(rules: Rules, board: Board, depth: int, *, weighted: bool = False) -> int:
    """How many positions lie `depth` turns ahead over the 21 rolls; a roll without a play leads to one."""
    if depth == 0:
        return 1
    total = 0
    for high in range(1, 7):
        for low in range(1, high + 1):
            finals = list(plays(rules, board, (high, low))) or [board]
            below = (
                len(finals)
                if depth == 1
                else sum(perft(rules, flip(rules, final), depth - 1, weighted=weighted) for final in finals)
            )
            total += below * (2 if weighted and high != low else 1)
    return total
