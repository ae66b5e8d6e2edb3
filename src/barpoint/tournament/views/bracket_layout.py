"""Where every match stands on a draw sheet: boxes in blocks, blocks on a page. Geometry only; nothing is drawn here.

box         one match, two rows high; its feeders are the matches its sides come out of in the same bracket
block       a bracket, or a part of one: rounds are columns, and a match stands halfway between its feeders
grid        a block without links (Swiss rounds, groups): every round is a column of its own
part        a bracket with more first matches than fit is cut into parts and a block of its last rounds

A bye with nothing before it takes no room: whoever has it stands in the next round. Lengths are in SVG's units, of
which a name is ten high.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from barpoint.tournament.draw.progress import PairingStatus
from barpoint.tournament.draw.structure import WinnerOf
from barpoint.tournament.state import Contest
from barpoint.tournament.views.public_view import (
    DrawSheet,
    SheetBracket,
    SheetLine,
    SheetRound,
)

ROW: Final = 13.0
BOX: Final = 2 * ROW
GAP: Final = 7.0
HEAD: Final = 34.0  # the block's title and its rounds
STRIP: Final = 30.0  # the match's id and table
SCORE: Final = 18.0
LINK: Final = 14.0  # between two rounds
LETTER: Final = 5.2
LONGEST: Final = 28  # letters of a name
APART: Final = 26.0  # between blocks
WHOLE: Final = 10**6  # never cut
_PARTS: Final = (WHOLE, 64, 32, 16, 8)
_WORTH_CUTTING: Final = 1.15  # how much larger the type must become


@dataclass(frozen=True, slots=True)
class Box:
    """One match, at its upper left corner."""

    line: SheetLine
    x: float
    y: float
    feeders: tuple[str, ...] = ()

    @property
    def middle(self) -> float:
        """Half way down."""
        return self.y + BOX / 2


@dataclass(frozen=True, slots=True)
class Block:
    """A bracket or a part of one."""

    title: str
    rounds: tuple[tuple[float, SheetRound], ...]  # where each column begins
    boxes: tuple[Box, ...]
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class SheetLayout:
    """Blocks with their places."""

    blocks: tuple[tuple[float, float, Block], ...]
    width: float
    height: float
    box_width: float

    def scale(self, width: float, height: float) -> float:
        """How large it can be on a page."""
        return min(width / self.width, height / self.height)


def feeders(contest: Contest) -> dict[str, tuple[str, ...]]:
    """For every match the matches of its own bracket whose winners sit in it."""
    pairings = () if contest.competition is None else contest.competition.bracket_pairings
    bracket = {pairing.id: pairing.bracket for pairing in pairings}
    return {
        pairing.id: tuple(
            source.pairing
            for source in pairing.sources
            if isinstance(source, WinnerOf) and bracket[source.pairing] == pairing.bracket
        )
        for pairing in pairings
    }


def box_width(sheet: DrawSheet) -> float:
    """What the longest name takes."""
    names = (
        name
        for bracket in sheet.brackets
        for r in bracket.rounds
        for line in r.lines
        for name in (line.home, line.away)
    )
    return STRIP + SCORE + LETTER * min(LONGEST, max((len(name) for name in names), default=8)) + 6


def lay_out(sheet: DrawSheet, links: Mapping[str, tuple[str, ...]], aspect: float, *, cut: bool = True) -> SheetLayout:
    """The whole sheet so that it is as large as can be on a page `aspect` times as wide as high."""
    best: SheetLayout | None = None
    for part in _PARTS if cut else (WHOLE,):
        blocks = [block for bracket in sheet.brackets for block in _blocks(bracket, links, box_width(sheet), part)]
        for width in _widths(blocks):
            layout = _pack(blocks, width, box_width(sheet))
            worth = 1.0 if best is None or part is WHOLE else _WORTH_CUTTING
            if best is None or layout.scale(aspect, 1) > worth * best.scale(aspect, 1):
                best = layout
    assert best is not None, "there is always one way: nothing is cut"
    return best


def _widths(blocks: Sequence[Block]) -> list[float]:
    """The widths of a shelf worth trying."""
    if not blocks:
        return [100.0]
    widest, together = max(block.width for block in blocks), sum(block.width + APART for block in blocks)
    return [widest + (together - widest) * step / 16 for step in range(17)]


def _pack(blocks: Sequence[Block], shelf: float, match_width: float) -> SheetLayout:
    """The blocks in their order, from left to right, on as many shelves as it takes."""
    placed, x, y, deep, wide = [], 0.0, 0.0, 0.0, match_width
    for block in blocks:
        if x and x + block.width > shelf:
            x, y, deep = 0.0, y + deep + APART, 0.0
        placed.append((x, y, block))
        x, deep = x + block.width + APART, max(deep, block.height)
        wide = max(wide, x - APART)
    return SheetLayout(tuple(placed), wide, max(y + deep, BOX), match_width)


def bracket_title(name: str) -> str:
    """A bracket's name as people read it."""
    return "All rounds" if name == "swiss" else name.replace("_", " ").capitalize()


def is_shown(line: SheetLine) -> bool:
    """Whether there is anything to say of it."""
    return line.status not in (PairingStatus.VACANT, PairingStatus.NOT_NEEDED)


def _blocks(bracket: SheetBracket, links: Mapping[str, tuple[str, ...]], match_width: float, part: int) -> list[Block]:
    lines = {line.pairing: line for round_ in bracket.rounds for line in round_.lines}
    if not any(links.get(name) for name in lines):
        return _grids(bracket, match_width, part)
    tree = _Tree(bracket, links)
    if not tree.visible:
        return []
    if part >= sum(tree.leaves(root) for root in tree.roots):
        return [tree.block(bracket_title(bracket.name), tree.roots, match_width)]
    cuts = [cut for root in tree.roots for cut in tree.cuts(root, part)]
    parts = [
        tree.block(f"{bracket_title(bracket.name)}, part {n}", [cut], match_width) for n, cut in enumerate(cuts, 1)
    ]
    rest = tree.without(cuts)
    return (
        [*parts, rest.block(f"{bracket_title(bracket.name)}, last rounds", rest.roots, match_width)]
        if rest.visible
        else parts
    )


def _grids(bracket: SheetBracket, match_width: float, part: int) -> list[Block]:
    """Rounds side by side, each cut into columns of so many matches."""
    columns: list[tuple[SheetRound, list[SheetLine]]] = []
    for round_ in bracket.rounds:
        lines = [line for line in round_.lines if is_shown(line)]
        columns += [(round_, lines[at : at + part]) for at in range(0, len(lines), part)]
    boxes, rounds, tallest = [], [], 0
    for number, (round_, lines) in enumerate(columns):
        x = number * (match_width + LINK)
        rounds.append((x, round_))
        boxes += [Box(line, x, HEAD + row * (BOX + GAP)) for row, line in enumerate(lines)]
        tallest = max(tallest, len(lines))
    if not boxes:
        return []
    width, height = len(columns) * (match_width + LINK) - LINK, HEAD + tallest * (BOX + GAP)
    return [Block(bracket_title(bracket.name), tuple(rounds), tuple(boxes), width, height)]


@dataclass
class _Tree:
    """A bracket's matches with the links among those that are shown."""

    bracket: SheetBracket
    links: Mapping[str, tuple[str, ...]]
    outside: frozenset[str] = frozenset()
    visible: dict[str, tuple[SheetRound, SheetLine]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for round_ in self.bracket.rounds:
            for line in round_.lines:
                empty = line.status is PairingStatus.BYE and not self.before(line.pairing)
                if is_shown(line) and not empty and line.pairing not in self.outside:
                    self.visible[line.pairing] = (round_, line)

    def before(self, pairing: str) -> tuple[str, ...]:
        """The feeders that are shown."""
        return tuple(name for name in self.links.get(pairing, ()) if name in self.visible)

    @property
    def roots(self) -> list[str]:
        """The matches that feed none."""
        fed = {name for pairing in self.visible for name in self.before(pairing)}
        return [pairing for pairing in self.visible if pairing not in fed]

    def leaves(self, pairing: str) -> int:
        """How many boxes high it is."""
        return sum(map(self.leaves, self.before(pairing))) or 1

    def cuts(self, pairing: str, part: int) -> list[str]:
        """The largest parts of at most so many first matches."""
        if self.leaves(pairing) <= part:
            return [pairing]
        return [cut for feeder in self.before(pairing) for cut in self.cuts(feeder, part)]

    def under(self, pairing: str) -> Iterable[str]:
        """It and everything before it."""
        yield pairing
        for feeder in self.before(pairing):
            yield from self.under(feeder)

    def without(self, cuts: Sequence[str]) -> "_Tree":
        """What is left above the parts."""
        return _Tree(self.bracket, self.links, frozenset(name for cut in cuts for name in self.under(cut)))

    def block(self, title: str, roots: Sequence[str], match_width: float) -> Block:
        """The matches under these, laid out."""
        inside = [name for root in roots for name in self.under(root)]
        rounds = {self.visible[name][0].number: self.visible[name][0] for name in inside}
        column = {number: at * (match_width + LINK) for at, number in enumerate(sorted(rounds))}
        high: dict[str, float] = {}
        floor = HEAD
        for root in roots:
            floor = self._stand(root, floor, high)
        boxes = tuple(
            Box(line, column[round_.number], high[name], self.before(name))
            for name in inside
            for round_, line in [self.visible[name]]
        )
        heads = tuple((column[number], rounds[number]) for number in sorted(rounds))
        return Block(title, heads, boxes, len(column) * (match_width + LINK) - LINK, floor)

    def _stand(self, pairing: str, floor: float, high: dict[str, float]) -> float:
        """Put a match and all before it below `floor`; the floor after it."""
        kids = self.before(pairing)
        if not kids:
            high[pairing] = floor
            return floor + BOX + GAP
        for feeder in kids:
            floor = self._stand(feeder, floor, high)
        high[pairing] = sum(high[feeder] for feeder in kids) / len(kids)
        return floor
