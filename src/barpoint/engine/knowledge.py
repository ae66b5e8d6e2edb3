"""What the engine knows of each discipline, behind one small set of verbs.

Backgammon and its other starts, Longgammon and its kin: nets and search, the cube folded up the tree. Sprintgammon:
the solved table, or a net that looks ahead by itself until it is built.
"""

from collections.abc import Iterable
from functools import cache
from typing import Final, Protocol

from barpoint.board import (
    BACKGAMMON,
    SPRINTGAMMON,
    Discipline,
    Layout,
    Level,
    Play,
    Position,
    Roll,
    RollLike,
    legal_plays,
    result,
)
from barpoint.engine.cube import cube_search
from barpoint.engine.cube.cube_actions import (
    CubeDecision,
    cubeful_equity,
)
from barpoint.engine.cube.cube_search import SearchTree, Stakes
from barpoint.engine.cube.static_cube import decide_at
from barpoint.engine.evaluator import Chances, lawful
from barpoint.engine.search.engine import RankedPlay, backgammon_engine
from barpoint.engine.search.search_width import SearchWidth

SECOND_LOOK: Final = 0.06
"""Plays of Sprintgammon this far behind at first are looked at once more."""


class Knowledge(Protocol):
    """Whoever can value positions, rank plays and judge the cube in a discipline."""

    def chances(self, position: Position, plies: int) -> Chances:
        """How a position ends, us on roll."""
        ...

    def rank_plays(
        self,
        position: Position,
        roll: RollLike,
        plies: int,
        head_cap: int | None = None,
        stakes: Stakes | None = None,
        *,
        width: SearchWidth = SearchWidth.NORMAL,
        deep: int = 0,
    ) -> list[RankedPlay]:
        """Every legal play, best first; one without hops if there is none.

        By cubeful equity if `stakes` (ours before the play) say what is played for, else by cubeless money equity.
        `head_cap` is Longgammon's limit for this turn; without it the board is read. `width` says how many plays are
        looked at deeply, `deep` how many of the first in any case.
        """
        ...

    def evaluate_play(self, play: Play, plies: int, stakes: Stakes | None = None) -> RankedPlay:
        """One play, looked at `plies` levels deep whatever its rank."""
        ...

    def cube_decision(self, position: Position, stakes: Stakes, plies: int) -> tuple[Chances, CubeDecision]:
        """How a position ends, and what both sides should do with the cube, us on roll."""
        ...


class SearchKnowledge:
    """Nets and search."""

    def __init__(self, tree: SearchTree) -> None:
        self._tree = tree

    def chances(self, position: Position, plies: int) -> Chances:
        """By search."""
        if position.is_over:
            return _final_chances(position)
        return Chances(*map(float, self._tree.value(self._tree.board(position), plies)))

    def rank_plays(
        self,
        position: Position,
        roll: RollLike,
        plies: int,
        head_cap: int | None = None,
        stakes: Stakes | None = None,
        *,
        width: SearchWidth = SearchWidth.NORMAL,
        deep: int = 0,
    ) -> list[RankedPlay]:
        """By search."""
        return cube_search.rank_by_search(
            self._tree, position, Roll.of(roll), plies, stakes, head_cap, width=width, deep=deep
        )

    def evaluate_play(self, play: Play, plies: int, stakes: Stakes | None = None) -> RankedPlay:
        """Each level mixed with what was thought before, as the ranks are made."""
        if play.after.is_over:
            return _winning(play, plies, stakes)
        return cube_search.evaluate_by_search(self._tree, play, plies, stakes)

    def cube_decision(self, position: Position, stakes: Stakes, plies: int) -> tuple[Chances, CubeDecision]:
        """By search."""
        return cube_search.decide_by_search(self._tree, position, stakes, plies)


class SprintKnowledge:
    """Three checkers: the table, or the net. Levels change nothing but how often a play is looked at by the net."""

    def chances(self, position: Position, plies: int) -> Chances:  # noqa: ARG002  # one signature for all
        """By table or net."""
        from barpoint.engine.sprintgammon.sprint_net import sprint_knowledge

        if position.is_over:
            return _final_chances(position)
        return Chances(*sprint_knowledge().lookup(position).chances)

    def rank_plays(
        self,
        position: Position,
        roll: RollLike,
        plies: int,
        head_cap: int | None = None,  # noqa: ARG002  # one signature for all
        stakes: Stakes | None = None,
        *,
        width: SearchWidth = SearchWidth.NORMAL,  # noqa: ARG002  # a second look costs little
        deep: int = 0,
    ) -> list[RankedPlay]:
        """Every play by the value of what it leads to; the better ones are looked at twice if levels are asked for."""
        plays = legal_plays(position, roll) or [Play(position, bytes(8))]
        ranked = _best_first(self.evaluate_play(play, 0, stakes) for play in plays)
        if plies == 0:
            return ranked
        near = sum(entry.worth >= ranked[0].worth - SECOND_LOOK for entry in ranked)
        again = [self.evaluate_play(entry.play, plies, stakes) for entry in ranked[: max(near, deep)]]
        return [*_best_first(again), *ranked[len(again) :]]

    def evaluate_play(self, play: Play, plies: int, stakes: Stakes | None = None) -> RankedPlay:
        """The value of what it leads to."""
        from barpoint.engine.sprintgammon.sprint_net import sprint_knowledge
        from barpoint.engine.sprintgammon.sprint_table import kind_of

        after = play.after
        if after.is_over:
            return _winning(play, plies, stakes)
        faced = after.flip()
        value = sprint_knowledge().lookup(faced, quick=plies == 0)
        chances = Chances(*value.chances)
        if stakes is None:
            return RankedPlay(play, chances.flip(), plies)
        theirs = stakes.flip()
        if theirs.state.score is None:
            worth = value.equity(kind_of(theirs.state))
        else:
            worth = decide_at(faced, chances, theirs.state, theirs.table).equity
        return RankedPlay(play, chances.flip(), plies, -worth)

    def cube_decision(self, position: Position, stakes: Stakes, plies: int) -> tuple[Chances, CubeDecision]:
        """For money as the table or the net says, at a score by the chances."""
        from barpoint.engine.sprintgammon.sprint_net import sprint_knowledge

        chances = self.chances(position, plies)
        if stakes.state.score is None:
            return chances, sprint_knowledge().decide_cube(position, stakes.state)
        return chances, decide_at(position, chances, stakes.state, stakes.table)


def _best_first(entries: Iterable[RankedPlay]) -> list[RankedPlay]:
    return sorted(entries, key=lambda entry: -entry.worth)


def _winning(play: Play, plies: int, stakes: Stakes | None) -> RankedPlay:
    """A play that wins the game."""
    chances = _final_chances(play.after)
    worth = cubeful_equity(lawful(chances), stakes.state, 0.0, stakes.table) if stakes else None
    return RankedPlay(play, chances, plies, worth)


def _final_chances(position: Position) -> Chances:
    """What a game that is over is worth."""
    over = result(position)
    if over is None:  # the other side has won it
        return _final_chances(position.flip()).flip()
    return Chances(1.0, float(over.level >= Level.GAMMON), float(over.level >= Level.BACKGAMMON), 0.0, 0.0)


@cache
def knowledge_of(rules: Discipline = BACKGAMMON) -> Knowledge:
    """Who knows a discipline; ValueError if nobody does."""
    if rules.layout is Layout.MIRRORED and rules.checkers == SPRINTGAMMON.checkers:
        return SprintKnowledge()
    return SearchKnowledge(tree_of(rules))


def tree_of(rules: Discipline = BACKGAMMON) -> SearchTree:
    """Who looks ahead in a discipline; ValueError if nobody does."""
    if rules.layout is Layout.MIRRORED and rules.checkers == BACKGAMMON.checkers:
        return backgammon_engine()
    if rules.layout is Layout.ROTATED:
        from barpoint.engine.longgammon.engine import longgammon_engine

        return longgammon_engine().tree(rules)
    raise ValueError(f"the engine has no nets for {rules.title}")
