"""Cube decisions and plays weighed with the cube, some levels deep.

The tree is the cubeless search's own; the cube is folded up it (`cube_search_kernel`): Janowski at the leaves, and at
every position above them the side on roll may double, the other takes or passes. Money with or without Jacoby and
beavers, or any match score. Equities are normalised to the present cube (`cube_actions`). At no levels this is
Janowski's static cube.

Plays are ranked as `search_kernel.rank` does it, by cubeful equity: the better ones are looked at deeper, and a
level's worth is mixed with what was thought before it. A tree is whoever can list plays and look ahead.
"""

from dataclasses import dataclass
from functools import cache
from typing import Protocol

import numpy as np

from barpoint.board import Play, Position, Roll
from barpoint.engine.bearoff.bearoff_tables import TwoSidedTable
from barpoint.engine.compilation import CUBE, ready_for
from barpoint.engine.cube import cube_search_kernel as kernel
from barpoint.engine.cube.cube_actions import (
    CubeDecision,
    CubeState,
    Owner,
    decide_by_equities,
)
from barpoint.engine.cube.match_equity import (
    MatchEquityTable,
    equity_of,
    payoffs,
)
from barpoint.engine.cube.static_cube import exact_decision
from barpoint.engine.evaluator import Array, Chances
from barpoint.engine.search.engine import (
    Candidates,
    RankedPlay,
    SearchPlan,
    check_plies,
)
from barpoint.engine.search.search_kernel import LIFE
from barpoint.engine.search.search_width import SearchWidth


class SearchTree(Protocol):
    """Whoever can list the plays of a roll and look ahead."""

    @property
    def plan(self) -> SearchPlan:
        """Which plays are looked at how deep."""
        ...

    def board(self, position: Position) -> Array:
        """A position as `look` reads it."""
        ...

    def candidates(self, position: Position, roll: Roll, head_cap: int | None = None) -> Candidates:
        """Every play of a roll by static value, one without hops if there is none."""
        ...

    def look(self, board: Array, plies: int) -> tuple[Array, Array]:
        """The five probabilities of a board some levels deep, side on roll, and the leaves they come from."""
        ...

    def value(self, board: Array, plies: int) -> Array:
        """The five probabilities alone."""
        ...


@dataclass(frozen=True, slots=True)
class Stakes:
    """What is played for: the cube and the score seen by the side on roll, and the match equity table."""

    state: CubeState
    table: MatchEquityTable | None = None

    def flip(self) -> "Stakes":
        """The same seen by the other side."""
        state = self.state
        score = state.score.flip() if state.score else None
        return Stakes(CubeState(state.value, Owner(-state.owner.value), score, state.jacoby, state.beavers), self.table)


@cache
def _arrays(stakes: Stakes) -> tuple[Array, Array, float, float]:
    """What the kernel reads, and how its figures become equities: by a factor and an addend."""
    state, score = stakes.state, stakes.state.score
    ours, theirs = (score.ours, score.theirs) if score else (0, 0)
    in_play = score is None or not score.crawford
    facts = (score is not None, state.value, state.owner.value, ours, theirs, in_play, state.jacoby, state.beavers)
    if score is None:
        return np.array(facts, np.int64), np.zeros((2, 2, 1)), 1.0, 0.0
    win, lose = payoffs(score, stakes.table)
    low, high = (equity_of(mwc, score, state.value, stakes.table) for mwc in (0.0, 1.0))
    return np.array(facts, np.int64), np.array([[win, lose], [1 - lose, 1 - win]]), high - low, low


def fold_leaves(leaves: Array, plies: int, stakes: Stakes) -> Array:
    """No double, double and take, double and pass, the best of them: normalised equities of the side on roll."""
    ready_for(*CUBE)
    facts, after, factor, addend = _arrays(stakes)
    out = np.zeros(4)
    kernel.fold(leaves, plies, facts, after, _pairs(), out)
    return np.asarray(out * factor + addend)


def leaf_worths(leaves: Array, stakes: Stakes) -> Array:
    """The static worth of each leaf under best cube action, to the side on roll there."""
    ready_for(*CUBE)
    facts, after, factor, addend = _arrays(stakes)
    out = np.zeros((len(leaves), 4))
    kernel.fold_each(leaves, facts, after, _pairs(), out)
    return np.asarray(out[:, 3] * factor + addend)


def leaves_passed(leaves: Array, stakes: Stakes) -> Array:
    """At which leaves a double of the side on roll would be passed."""
    ready_for(*CUBE)
    facts, after, _, _ = _arrays(stakes)
    out = np.zeros((len(leaves), 4))
    kernel.fold_each(leaves, facts, after, _pairs(), out)
    return np.asarray(out[:, 1] >= out[:, 2])


@cache
def _pairs() -> Array:
    return TwoSidedTable.load().values


def decide_by_search(tree: SearchTree, position: Position, stakes: Stakes, plies: int) -> tuple[Chances, CubeDecision]:
    """The chances of a position, and what both sides should do with the cube, us on roll."""
    values, leaves = tree.look(tree.board(position), plies)
    chances = Chances(*map(float, values))
    if exact := exact_decision(position, stakes.state):
        return chances, exact
    no_double, take, cash, _ = fold_leaves(leaves, plies, stakes).tolist()
    return chances, decide_by_equities(no_double, take, cash, stakes.state)


def rank_by_search(
    tree: SearchTree,
    position: Position,
    roll: Roll,
    plies: int,
    stakes: Stakes | None,
    head_cap: int | None = None,
    *,
    width: SearchWidth = SearchWidth.NORMAL,
    deep: int = 0,
) -> list[RankedPlay]:
    """Every legal play, best first by cubeful equity (cubeless without stakes); one without hops if there is none.

    `deep`: the first so many are all looked at `plies` levels deep, whatever the plan would leave out.
    """
    candidates = tree.candidates(position, roll, head_cap)
    values, plan = candidates.values.astype(np.float64), tree.plan.widened(width)
    if not position.contact:
        plan = plan.for_race()
    theirs = stakes.flip() if stakes else None
    worth = _equities(values) if theirs is None else -leaf_worths(candidates.leaves, theirs)
    reached = [0] * len(worth)
    order = sorted(range(len(worth)), key=lambda k: -worth[k])
    kept = len(order)

    def look(k: int, level: int) -> None:
        deeper, deep_worth = _look_deeper(tree, candidates.boards[k], candidates.leaves[k], level, theirs)
        values[k] += plan.share[level] * (deeper - values[k])
        worth[k] += plan.share[level] * (deep_worth - worth[k])
        reached[k] = level

    for level in range(1, check_plies(plies) + 1):
        kept = min(kept, plan.most[level])
        kept = sum(worth[k] >= worth[order[0]] - plan.within[level] for k in order[:kept])
        for k in order[:kept]:
            look(k, level)
        order[:kept] = sorted(order[:kept], key=lambda k: -worth[k])
    for k in order[:deep]:
        for level in range(reached[k] + 1, plies + 1):
            look(k, level)
    order[:deep] = sorted(order[:deep], key=lambda k: -worth[k])
    return [
        RankedPlay(
            Play(position, candidates.hops[k].tobytes()),
            Chances(*values[k].tolist()),
            reached[k],
            None if stakes is None else float(worth[k]),
        )
        for k in order
    ]


def evaluate_by_search(tree: SearchTree, play: Play, plies: int, stakes: Stakes | None) -> RankedPlay:
    """One play, looked at as deep as asked whatever its rank; not one that wins the game."""
    board, theirs, share = tree.board(play.after.flip()), stakes.flip() if stakes else None, tree.plan.share
    values, worth = _look_deeper(tree, board, None, 0, theirs)
    for level in range(1, check_plies(plies) + 1):
        deeper, deep_worth = _look_deeper(tree, board, None, level, theirs)
        values += share[level] * (deeper - values)
        worth += share[level] * (deep_worth - worth)
    return RankedPlay(play, Chances(*values.tolist()), plies, None if stakes is None else worth)


def _look_deeper(
    tree: SearchTree, board: Array, leaf: Array | None, level: int, theirs: Stakes | None
) -> tuple[Array, float]:
    """A board after a play some levels deep: its value and worth for the mover; `leaf` is what it is without a look."""
    if leaf is not None and leaf[LIFE] < 0:  # the play has won the game
        value, leaves, level = leaf[:5], leaf[None], 0
    else:
        value, leaves = tree.look(board, level)
    ours = np.array([1.0 - value[0], value[3], value[4], value[1], value[2]])
    if theirs is None:
        return ours, float(_equities(ours[None])[0])
    return ours, -float(fold_leaves(leaves, level, theirs)[3])


def _equities(values: Array) -> Array:
    """Cubeless money equities."""
    return np.asarray(values @ np.array([2.0, 1.0, 1.0, -1.0, -1.0]) - 1.0)
