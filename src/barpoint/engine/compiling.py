"""What is compiled in processes of their own (`jit.compiled_apart`), one after the other, when it is needed.

Each function here does once what needs the kernels of one kind; its result is of no interest, the kernels it leaves on
disk are. The bear-off tables and the nets' static values are the least anybody needs: they are made where they are
asked for.
"""

from functools import cache
from typing import Final

from barpoint.jit import compiled_apart

VALUES: Final = "barpoint.engine.compiling:value_statically"
POSITIONS: Final = "barpoint.engine.compiling:look_ahead"
SEARCH: Final = "barpoint.engine.compiling:rank_plays"
CUBE: Final = "barpoint.engine.compiling:fold_cube"
_BEFORE: Final[dict[str, tuple[str, ...]]] = {SEARCH: (VALUES, POSITIONS), CUBE: ()}


@cache
def ready_for(work: str) -> None:
    """Have everything on disk that `work` needs."""
    for each in (*_BEFORE[work], work):
        compiled_apart(each)


def value_statically() -> None:
    """A position by the nets alone."""
    from barpoint.board import Position
    from barpoint.engine.search import engine

    engine().evaluate(Position.start())


def look_ahead() -> None:
    """A position a level deep."""
    from barpoint.board import Position
    from barpoint.engine.search import engine

    engine().look(engine().board(Position.start()), 1)


def rank_plays() -> None:
    """The plays of a roll a level deep."""
    from barpoint.board import Position, Roll
    from barpoint.engine.search import engine

    engine().rank_plays(Position.start(), Roll(3, 1), 1)
    engine().candidates(Position.start(), Roll(3, 1))


def fold_cube() -> None:
    """The cube folded up a tree."""
    from barpoint.engine.cube import CubeState
    from barpoint.engine.cube_search import Stakes, folded, worths
    from barpoint.engine.search import new_leaves

    stakes = Stakes(CubeState())
    folded(new_leaves(1), 1, stakes)
    worths(new_leaves(1), stakes)
