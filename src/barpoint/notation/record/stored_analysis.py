"""What another program had to say of a decision, as its file has it: kept beside the record, never judged.

Plays are in the program's own order, their equities normalised and the mover's. A cube decision has what not doubling
and a double that is taken are worth to the side on roll: normalised, or chances to win the match (`by_chances`), as
gnubg and BGBlitz write them.
"""

from collections.abc import Iterable, Sequence

import msgspec

Hops = tuple[tuple[int, int], ...]


class StoredPlay(msgspec.Struct, frozen=True):
    """A play, its equity, and the five chances behind it."""

    hops: Hops
    equity: float
    chances: tuple[float, ...] = ()


class StoredCube(msgspec.Struct, frozen=True, omit_defaults=True):
    """A cube decision before the roll."""

    no_double: float
    double_take: float
    by_chances: bool = False


class StoredAnalysis(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a program said of one entry of a record: of the cube before it, of the plays of a roll."""

    program: str
    plays: tuple[StoredPlay, ...] = ()
    cube: StoredCube | None = None


def stored_play(hops: Iterable[tuple[int, int]], equity: float, chances: Sequence[float] = ()) -> StoredPlay | None:
    """A play as it is stored; None for one whose figures are none."""
    figures = (equity, *chances)
    if not all(-100 < figure < 100 for figure in figures):  # programs mark what they have not looked at, or NaN
        return None
    return StoredPlay(tuple(hops), round(equity, 6), tuple(round(chance, 6) for chance in chances))


def stored_analysis(
    program: str, plays: Iterable[StoredPlay | None] = (), cube: StoredCube | None = None
) -> StoredAnalysis | None:
    """What was said, if anything was."""
    kept = tuple(play for play in plays if play is not None)
    return StoredAnalysis(program, kept, cube) if kept or cube is not None else None
