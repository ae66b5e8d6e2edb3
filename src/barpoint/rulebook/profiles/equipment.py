"""Equipment at a table: what a book lets a player insist on, and when a change may be made.

A book forbids no board outright. It lets a player demand a board of a certain size, cups with a lip and precision
dice where they are to be had (usbgf:3.1a, 3.2.1a, 3.2.3.2a, bws:3.1a, 3.2, 3.3.1); others give them priority
(guide:3.5a). So what is not as the book prefers is refused, unless both sides agree or nothing better is there: the
director says which. The guide leaves sizes to the director (guide:3.2), ibf supplies the dice (ibf:3.6).
"""

from enum import StrEnum
from typing import Final

import msgspec

from barpoint.board import Refusal
from barpoint.rulebook.catalogue.lookup import param
from barpoint.rulebook.refusals import BookCode


class Cups(StrEnum):
    """The cups of a table."""

    LIPPED = "lipped"
    UNLIPPED = "unlipped"


class DiceKind(StrEnum):
    """The dice of a table."""

    PRECISION = "precision"
    ORDINARY = "ordinary"


class Change(StrEnum):
    """When equipment that is not as preferred may be exchanged once the match is on."""

    BETWEEN_GAMES = "between_games"
    AT_ONCE = "at_once"


class Equipment(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What lies on a table; what was not looked at is None."""

    board: tuple[float, float] | None = None  # open, in centimetres
    cups: Cups | None = None
    dice: DiceKind | None = None

    def __post_init__(self) -> None:
        if self.board is not None and not all(0 < side <= _LARGEST for side in self.board):
            raise ValueError(f"a board is measured open, in centimetres up to {_LARGEST}, not {self.board}")


class EquipmentFinding(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What a book says of one thing on the table."""

    item: str  # board, cups, dice
    fit: bool
    clauses: tuple[str, ...] = ()
    change: Change | None = None  # of what is not fit
    left_to_director: bool = False  # the book gives no measure


_LARGEST: Final = 1_000
_SIZES: Final = {"usbgf": "usbgf:3.1a", "bws": "bws:3.1a"}
_BOARD_CHANGE: Final = {"usbgf": "usbgf:3.1b", "bws": "bws:3.1b"}
_BY_DIRECTOR: Final = ("guide:3.5a", "guide:3.3b")
_CUPS: Final = {"usbgf": ("usbgf:3.2.3.2a", "usbgf:3.2.3.2b"), "bws": ("bws:3.2",), "guide": _BY_DIRECTOR}
_DICE: Final = {"usbgf": ("usbgf:3.2.1a", "usbgf:3.2.1c"), "bws": ("bws:3.3.1",), "guide": _BY_DIRECTOR}
_CODES: Final = {
    "board": BookCode.BOARD_SIZE,
    "cups": BookCode.CUPS_WITHOUT_LIP,
    "dice": BookCode.DICE_NOT_PRECISE,
}


def board_sizes(book: str) -> tuple[tuple[float, float], tuple[float, float]] | None:
    """The smallest and the largest open board a player may insist on, in centimetres; None: the book has no figures."""
    row = _SIZES.get(book)
    if row is None:
        return None
    return param(row, "min_cm", tuple[float, float]), param(row, "max_cm", tuple[float, float])


def check_equipment(book: str, equipment: Equipment) -> tuple[EquipmentFinding, ...]:
    """What the book says of everything that was looked at."""
    findings = []
    if equipment.board is not None:
        findings.append(_board(book, equipment.board))
    if equipment.cups is not None:
        findings.append(_preferred("cups", book, _CUPS, fit=equipment.cups is Cups.LIPPED))
    if equipment.dice is not None:
        findings.append(_preferred("dice", book, _DICE, fit=equipment.dice is DiceKind.PRECISION))
    return tuple(findings)


def equipment_refusal(book: str, equipment: Equipment) -> Refusal | None:
    """Why the equipment cannot be approved over a player's demand; None if it can."""
    unfit = next((finding for finding in check_equipment(book, equipment) if not finding.fit), None)
    if unfit is None:
        return None
    facts: dict[str, str | int] = {}
    if equipment.board is not None and unfit.item == "board":
        facts = {"size": " x ".join(f"{side:g}" for side in equipment.board)}
    return Refusal(_CODES[unfit.item], facts)


def _board(book: str, size: tuple[float, float]) -> EquipmentFinding:
    sizes = board_sizes(book)
    if sizes is None:
        rows = {"guide": ("guide:3.2",), "ibf": ("ibf:3.1a",)}.get(book, ())
        return EquipmentFinding(item="board", fit=True, clauses=rows, left_to_director=True)
    least, most = sizes
    fit = all(low <= side <= high for low, side, high in zip(sorted(least), sorted(size), sorted(most), strict=True))
    clauses = (_SIZES[book],) if fit else (_SIZES[book], _BOARD_CHANGE[book])
    return EquipmentFinding(item="board", fit=fit, clauses=clauses, change=None if fit else Change.BETWEEN_GAMES)


def _preferred(item: str, book: str, rows: dict[str, tuple[str, ...]], *, fit: bool) -> EquipmentFinding:
    if book not in rows:
        organiser = ("ibf:3.6",) if book == "ibf" and item == "dice" else ()
        return EquipmentFinding(item=item, fit=True, clauses=organiser, left_to_director=True)
    change = None if fit or book == "guide" else Change.AT_ONCE
    return EquipmentFinding(item=item, fit=fit, clauses=rows[book], change=change)
