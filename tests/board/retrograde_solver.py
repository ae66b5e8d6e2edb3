"""Certainty by retrograde analysis: every position with one checker a side, contact and all.

What the claimer gets is the least fixed point (a win must come) or, for an aim not to lose more, the
greatest (a loss must come). Nothing is searched, so nothing here shares the search's shortcuts.
"""

from functools import cache

from barpoint.board import BACKGAMMON, BAR, LONGGAMMON, ROLLS, Discipline, Position, result
from tests.board.race_positions import afters, side

State = tuple[Position, bool]  # seen by the side to roll; whether that is the claimer


@cache
def positions(rules: Discipline) -> tuple[Position, ...]:
    """Every position of one checker against one, nothing borne off."""
    places = range(1, BAR + 1 if rules.hitting else BAR)
    return tuple(
        Position(side([us], 0), side([them], 0), rules)
        for us in places
        for them in places
        if us == BAR or them != rules.across(us)
    )


@cache
def children(rules: Discipline) -> dict[Position, tuple[frozenset[Position], ...]]:
    """For each position, the positions after each play of each roll, seen by the next to roll."""
    return {
        position: tuple({frozenset(after.flip() for after in afters(position, roll)) for roll in ROLLS})
        for position in positions(rules)
    }


def certain(rules: Discipline, at_least: int, *, misplays: bool) -> frozenset[State]:
    """The states in which the claimer gets a result worth at least so much."""
    tree = children(rules)
    must_come = at_least > 0
    states = [(position, claimer_moves) for position in tree for claimer_moves in (True, False)]
    held: set[State] = set() if must_come else set(states)

    def holds(position: Position, claimer_moves: bool) -> bool:
        over = result(position)
        if over is None:
            return (position, claimer_moves) in held
        return (over.worth if claimer_moves else -over.worth) >= at_least

    changed = True
    while changed:
        before = len(held)
        for position, claimer_moves in states:
            judge = any if claimer_moves and not misplays else all
            now = all(judge(holds(child, not claimer_moves) for child in roll) for roll in tree[position])
            (held.add if now else held.discard)((position, claimer_moves))
        changed = len(held) != before
    return frozenset(held)


RULES = (BACKGAMMON, LONGGAMMON)
