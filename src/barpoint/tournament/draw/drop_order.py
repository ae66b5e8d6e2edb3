"""In which order fresh losers meet the survivors of a lower bracket, so that rematches come late.

Fresh losers are spread among the survivors in one of the known orders: as they come, reversed, shifted by
an eighth to a half, neighbours or blocks exchanged. What is judged is what an order makes possible: in how
many matches of this round a rematch can come up, then of the next, and so on; the earlier round has the
word. A good order now can spoil a later round, so a handful of equally good beginnings is carried on side
by side, and a round of up to eight is tried in every way there is. Possible rematches that no known order
avoids, and a bye for somebody who has had one, are mended by a matching: as few as can be in that round,
and otherwise as little changed as can be.

Losers never meet again inside the bracket they are in, so its own matches do not matter here.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from barpoint.tournament.draw.assembly import BYE, BracketSeat
from barpoint.tournament.draw.pattern import Pattern

SeatPair = tuple[BracketSeat, BracketSeat]
Indices = tuple[tuple[int, int], ...]  # into survivors, then fresh losers letter by letter, then the bye
BEGINNINGS: Final = 12  # carried on side by side
BEGINNINGS_SMALL: Final = 80  # while at most 16 play in the round
EVERY_WAY: Final = 8  # seats: 105 ways to pair them
_FRACTIONS: Final = {4: "halves exchanged", 2: "shifted by a quarter", 6: "shifted by three quarters"}


@dataclass(frozen=True, slots=True)
class LowerRound:
    """Who meets whom in a lower round, and the names of the orders its letters came in."""

    pairs: Indices
    orders: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Beginning:
    """The rounds so far, the possible rematches in each, and those who are left."""

    costs: tuple[int, ...]
    outlook: tuple[int, ...]
    rounds: tuple[LowerRound, ...]
    survivors: tuple[BracketSeat, ...]


def lower_rounds(pattern: Pattern, feeds: Sequence[Sequence[BracketSeat]]) -> tuple[LowerRound, ...]:
    """The rounds of a lower bracket."""
    waiting = [list(feed) for feed in feeds]
    best = [_Beginning((), (), (), ())]
    for entries, load in zip(pattern.rounds, pattern.loads, strict=True):
        fresh = [[waiting[entry.feed].pop(0) for _ in range(entry.count)] for entry in entries]
        further = [beginning for begun in best for beginning in _continuations(begun, fresh, load.byes)]
        least = min(beginning.costs for beginning in further)
        further = sorted(
            (beginning for beginning in further if beginning.costs == least), key=lambda beginning: beginning.outlook
        )
        distinct: dict[tuple[tuple[int, int], ...], _Beginning] = {}
        for beginning in further:
            distinct.setdefault(tuple((seat.won, seat.lost) for seat in beginning.survivors), beginning)
            if len(distinct) == (BEGINNINGS_SMALL if len(beginning.survivors) <= 8 else BEGINNINGS):
                break
        best = list(distinct.values())
    return best[0].rounds


def pair_badness(pair: SeatPair) -> int:
    """How bad a match would be: a bye against a bye, then a rematch, then a second bye."""
    home, away = pair
    if home.nobody and away.nobody:
        return 4
    lucky = (home.nobody and away.had_bye) or (away.nobody and home.had_bye)
    return 2 * home.may_have_met(away) + lucky


def orders(size: int) -> Iterator[tuple[str, list[int]]]:
    """The known orders of so many losers, the plainest first."""
    plain = list(range(size))
    yield "as they come", plain
    for eighths in (0, 4, 2, 6, 1, 3, 5, 7):
        shift = size * eighths // 8
        if eighths and not shift:
            continue
        turned = plain[shift:] + plain[:shift]
        name = _FRACTIONS.get(eighths, f"shifted by {eighths} eighths")
        if eighths:
            yield name, turned
        yield (f"reversed, {name}" if eighths else "reversed"), turned[::-1]
    block = 1
    while block * 2 < size and size % (block * 2) == 0:
        yield f"blocks of {block} exchanged", [at ^ block for at in plain]
        block *= 2


def _continuations(begun: _Beginning, fresh: Sequence[Sequence[BracketSeat]], byes: int) -> Iterator[_Beginning]:
    """The beginning with one round more, for every order of the letters that enter."""
    seats = [*begun.survivors, *(seat for feed in fresh for seat in feed), *[BYE] * byes]
    frame = _frame(begun.survivors, len(seats) // 2)
    ways = []
    for names, lists in _ways(fresh, len(begun.survivors)):
        pairs = _fill(frame, _mix(lists, byes))
        ways.append((_badness(seats, pairs), names, pairs))
    if len(seats) <= EVERY_WAY:
        tried = ("chosen among all orders",) * len(fresh)
        ways += [(_badness(seats, pairs), tried, pairs) for pairs in _every(list(range(len(seats))))]
    least = min(way[0] for way in ways)
    good = [way[1:] for way in ways if way[0] == least]
    if least:
        names, pairs = good[0]
        yield _next(begun, seats, _mend(seats, pairs), names)
    for names, pairs in good:
        yield _next(begun, seats, pairs, names)


def _badness(seats: Sequence[BracketSeat], pairs: Indices) -> int:
    return sum(pair_badness((seats[a], seats[b])) for a, b in pairs)


def _every(seats: list[int]) -> Iterator[Indices]:
    """All ways to pair these."""
    if not seats:
        yield ()
    for at in range(1, len(seats)):
        for further in _every(seats[1:at] + seats[at + 1 :]):
            yield ((seats[0], seats[at]), *further)


def _next(begun: _Beginning, seats: Sequence[BracketSeat], pairs: Indices, names: tuple[str, ...]) -> _Beginning:
    matches = [(seats[a], seats[b]) for a, b in pairs]
    cost = sum(map(pair_badness, matches))
    left = tuple(_either(*match) for match in matches)
    return _Beginning((*begun.costs, cost), _outlook(left), (*begun.rounds, LowerRound(pairs, names)), left)


def _either(home: BracketSeat, away: BracketSeat) -> BracketSeat:
    had_bye = home.nobody or away.nobody or home.had_bye or away.had_bye
    return BracketSeat(home.source, home.won | away.won, home.lost | away.lost, had_bye=had_bye)


def _outlook(survivors: Sequence[BracketSeat]) -> tuple[int, ...]:
    """Possible rematches if the bracket were to go on by halves: next round, the one after, and so on."""
    groups, levels = list(survivors), []
    while len(groups) > 1:
        levels.append(sum(groups[at].may_have_met(groups[at + 1]) for at in range(0, len(groups) - 1, 2)))
        merged = [_either(groups[at], groups[at + 1]) for at in range(0, len(groups) - 1, 2)]
        groups = merged + groups[len(merged) * 2 :]
    return tuple(levels)


def _ways(fresh: Sequence[Sequence[BracketSeat]], survivors: int) -> Iterator[tuple[tuple[str, ...], list[list[int]]]]:
    """Each letter's losers in each known order, the other letters as they come; the very first letter stays."""
    starts = [survivors + sum(len(feed) for feed in fresh[:at]) for at in range(len(fresh))]
    plain = [list(range(start, start + len(feed))) for start, feed in zip(starts, fresh, strict=True)]
    names = ["as they come"] * len(fresh)
    yield tuple(names), plain
    for at in range(0 if survivors else 1, len(fresh)):
        for name, order in orders(len(fresh[at])):
            lists = [*plain[:at], [starts[at] + index for index in order], *plain[at + 1 :]]
            yield (*names[:at], name, *names[at + 1 :]), lists


def _frame(survivors: Sequence[BracketSeat], matches: int) -> list[list[int]]:
    """The survivors spread evenly over the matches, in order: none, one or two in each."""
    base, extra = divmod(len(survivors), matches)
    places, at = [], 0
    for match in range(matches):
        count = base + (match + 1) * extra // matches - match * extra // matches
        places.append(list(range(at, at + count)))
        at += count
    return places


def _fill(frame: Sequence[Sequence[int]], seats: Sequence[int]) -> Indices:
    rest = iter(seats)
    pairs = []
    for match in frame:
        places = [*match, *(next(rest) for _ in range(2 - len(match)))]
        pairs.append((places[0], places[1]))
    return tuple(pairs)


def _mix(lists: Sequence[Sequence[int]], byes: int) -> list[int]:
    """Several letters' losers as evenly mixed as can be; a bye, whose index is the last, at the end."""
    keyed = [
        ((2 * at + 1) / (2 * len(feed)), letter, index)
        for letter, feed in enumerate(lists)
        for at, index in enumerate(feed)
    ]
    keyed.sort()
    return [index for _, _, index in keyed] + [-1] * byes


def _mend(seats: Sequence[BracketSeat], pairs: Indices) -> Indices:
    """A round with as little unwanted in it as can be, and as much as can be of the one given."""
    import rustworkx

    size = len(seats)
    graph: rustworkx.PyGraph[int, int] = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from(range(size))
    now = {frozenset((a % size, b % size)) for a, b in pairs}
    dear = size + 1
    graph.add_edges_from(
        [
            (a, b, dear * (8 - pair_badness((seats[a], seats[b]))) + (frozenset((a, b)) in now))
            for a in range(size)
            for b in range(a + 1, size)
        ]
    )
    matching = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    return tuple(sorted((min(pair), max(pair)) for pair in matching))
