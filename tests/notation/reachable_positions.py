"""Random reachable roll-positions of every discipline, for the properties of the notation room."""

import random

from hypothesis import strategies as st

from barpoint.board import DISCIPLINES, ROLLS, Discipline, Position, Roll, legal_plays
from barpoint.board.disciplines import Layout

MIRRORED = [rules for rules in DISCIPLINES.values() if rules.layout is Layout.MIRRORED]

legal_plays(Position.start(), ROLLS[0])  # compiled here, so that no drawn example pays for it


def after_plies(rules: Discipline, plies: int, rng: random.Random) -> Position:
    """Where a game of random plays stands after so many turns, or shortly before its end."""
    position = Position.start(rules)
    for _ in range(plies):
        plays = legal_plays(position, rng.choice(ROLLS))
        after = rng.choice(plays).after if plays else position
        if after.is_over:
            break
        position = after.flip()
    return position


@st.composite
def roll_positions(draw: st.DrawFn, disciplines: list[Discipline] | None = None) -> tuple[Position, Roll]:
    rules = draw(st.sampled_from(disciplines or list(DISCIPLINES.values())))
    seed, plies = draw(st.integers(0, 2**32)), draw(st.integers(0, 100))
    return after_plies(rules, plies, random.Random(seed)), draw(st.sampled_from(ROLLS))
