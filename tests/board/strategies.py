"""Positions for properties: any discipline, set up at random as in `random_positions`."""

import random

from hypothesis import strategies as st

from barpoint.board import ROLLS, Position
from tests.board import oracle, random_positions
from tests.board.views import position_of

names = st.sampled_from(list(oracle.RULES))
rolls = st.sampled_from(ROLLS)


def _set_up(name: str, seed: int) -> Position:
    return position_of(name, random_positions.setup(oracle.RULES[name], random.Random(seed)))


def positions(name: str | None = None) -> st.SearchStrategy[Position]:
    """Positions of one discipline, or of any."""
    return st.builds(_set_up, names if name is None else st.just(name), st.integers(0, 2**32))
