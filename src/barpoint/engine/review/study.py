"""A position looked at from every side: every roll, every score of a match, the market that may be lost.

What each costs is one look: a tree is searched once, and the cube is folded up it at every score.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from barpoint.board import BACKGAMMON, ROLLS, Discipline, Layout, Position, Roll
from barpoint.engine.bearoff.bearoff_tables import OneSidedTable
from barpoint.engine.cube.cube_actions import CubeDecision, CubeState, Owner
from barpoint.engine.cube.cube_search import Stakes, leaves_passed
from barpoint.engine.cube.match_equity import Away, MatchEquityTable
from barpoint.engine.knowledge import Knowledge, SearchKnowledge, knowledge_of, tree_of
from barpoint.engine.search.engine import RankedPlay
from barpoint.engine.search.search_kernel import LIFE
from barpoint.engine.search.tree_cache import CachedTree


@dataclass(frozen=True)
class RollWorth:
    """A roll, its best play, and how many of 36 throws it is."""

    roll: Roll
    best: RankedPlay


@dataclass(frozen=True)
class ScoreAction:
    """What is right at one score, in points away."""

    score: Away
    decision: CubeDecision


class Study:
    """One position, its tree looked at once."""

    def __init__(self, position: Position, table: MatchEquityTable | None = None) -> None:
        self._position, self._table = position, table
        rules = position.discipline
        self._tree = CachedTree(tree_of(rules)) if _searched(rules) else None
        self._knowledge: Knowledge = SearchKnowledge(self._tree) if self._tree else knowledge_of(rules)

    @property
    def knowledge(self) -> Knowledge:
        """Who answers, remembering what was looked at."""
        return self._knowledge

    def rolls(self, stakes: Stakes, plies: int) -> tuple[RollWorth, ...]:
        """What each of the 21 rolls is worth with its best play."""
        ranked = ((roll, self._knowledge.rank_plays(self._position, roll, plies, stakes=stakes)) for roll in ROLLS)
        return tuple(RollWorth(roll, plays[0]) for roll, plays in ranked)

    def at_scores(self, length: int, state: CubeState, plies: int) -> Iterator[ScoreAction]:
        """What to do with such a cube at every score of a match of so many points, the Crawford game left out."""
        for ours in range(1, length + 1):
            for theirs in range(1, length + 1):
                away = Away(ours, theirs)
                stakes = Stakes(CubeState(state.value, state.owner, away), self._table)
                yield ScoreAction(away, self._knowledge.cube_decision(self._position, stakes, plies)[1])

    def market_losers(self, state: CubeState) -> float | None:
        """The share of the next two rolls after which the other side would pass; None where no tree is searched."""
        if self._tree is None or state.owner is Owner.THEIRS:
            return None
        _, leaves = self._tree.look(self._tree.board(self._position), 2)
        weights = np.array([roll.weight for roll in ROLLS], float)
        both = np.outer(weights, weights).ravel()
        passed = leaves_passed(leaves, Stakes(state, self._table)) & (leaves[:, LIFE] >= 0)
        return float(both @ passed / both.sum())


def effective_pips(position: Position) -> float | None:
    """Our effective pip count, 49/6 pips for each roll that is needed on the mean; None unless all are home."""
    if not position.is_home or position.contact or position.discipline.checkers != BACKGAMMON.checkers:
        return None
    return OneSidedTable.load().mean_rolls(position.us[1:7]) * 49 / 6


def _searched(rules: Discipline) -> bool:
    return rules.layout is Layout.ROTATED or rules.checkers == BACKGAMMON.checkers
