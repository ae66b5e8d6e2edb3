"""What the engine knows of each discipline, behind one small set of verbs.

Backgammon and its other starts, Longgammon and its kin: nets and search, the cube folded up the tree. Sprintgammon:
the solved table, or the small net until it is built; levels change nothing there.
"""

from functools import cache
from typing import TYPE_CHECKING, Protocol

from barpoint.board import BACKGAMMON, Discipline, Play, Position, Roll, legal_plays
from barpoint.board.discipline import SPRINTGAMMON, Layout
from barpoint.board.outcome import Level, result
from barpoint.engine import cube_search
from barpoint.engine.cube import CubeDecision, CubeState, cubeful_equity
from barpoint.engine.cube_search import Stakes, Tree
from barpoint.engine.cubing import decide_at
from barpoint.engine.evaluator import Chances, lawful
from barpoint.engine.search import RankedPlay, engine

if TYPE_CHECKING:
    from barpoint.engine.sprintgammon import SprintTable


class Knowledge(Protocol):
    """Whoever can value positions, rank plays and judge the cube in a discipline."""

    def chances(self, position: Position, plies: int) -> Chances:
        """How a position ends, us on roll."""
        ...

    def ranked(
        self, position: Position, roll: Roll, plies: int, head_cap: int | None = None, stakes: Stakes | None = None
    ) -> list[RankedPlay]:
        """Every legal play, best first; one without hops if there is none.

        By cubeful equity if `stakes` (ours before the play) say what is played for, else by cubeless money equity.
        `head_cap` is Longgammon's limit for this turn; without it the board is read.
        """
        ...

    def looked_at(self, play: Play, plies: int, stakes: Stakes | None = None) -> RankedPlay:
        """One play, looked at `plies` levels deep whatever its rank."""
        ...

    def decided(self, position: Position, stakes: Stakes, plies: int) -> tuple[Chances, CubeDecision]:
        """How a position ends, and what both sides should do with the cube, us on roll."""
        ...


class SearchedGame:
    """Nets and search."""

    def __init__(self, tree: Tree) -> None:
        self._tree = tree

    def chances(self, position: Position, plies: int) -> Chances:
        """By search."""
        if position.finished:
            return _finished(position)
        return Chances(*map(float, self._tree.value(self._tree.board(position), plies)))

    def ranked(
        self, position: Position, roll: Roll, plies: int, head_cap: int | None = None, stakes: Stakes | None = None
    ) -> list[RankedPlay]:
        """By search."""
        return cube_search.rank(self._tree, position, roll, plies, stakes, head_cap)

    def looked_at(self, play: Play, plies: int, stakes: Stakes | None = None) -> RankedPlay:
        """Each level mixed with what was thought before, as the ranks are made."""
        if play.after.finished:
            return _winning(play, plies, stakes)
        return cube_search.look_at(self._tree, play, plies, stakes)

    def decided(self, position: Position, stakes: Stakes, plies: int) -> tuple[Chances, CubeDecision]:
        """By search."""
        return cube_search.decide(self._tree, position, stakes, plies)


class SprintGame:
    """Three checkers: the table, or the net. Levels change nothing."""

    def chances(self, position: Position, plies: int) -> Chances:  # noqa: ARG002  # one signature for all
        """By table or net."""
        from barpoint.engine.sprint_net import sprint_knowledge

        if position.finished:
            return _finished(position)
        return Chances(*sprint_knowledge().lookup(position).chances)

    def ranked(
        self,
        position: Position,
        roll: Roll,
        plies: int,
        head_cap: int | None = None,  # noqa: ARG002  # one signature for all
        stakes: Stakes | None = None,
    ) -> list[RankedPlay]:
        """Every play by the value of what it leads to."""
        plays = legal_plays(position, roll) or [Play(position, bytes(8))]
        return sorted((self.looked_at(play, plies, stakes) for play in plays), key=lambda entry: -entry.worth)

    def looked_at(self, play: Play, plies: int, stakes: Stakes | None = None) -> RankedPlay:
        """The value of what it leads to."""
        after = play.after
        if after.finished:
            return _winning(play, plies, stakes)
        faced = after.flip()
        chances = self.chances(faced, plies)
        if stakes is None:
            return RankedPlay(play, chances.turned(), plies)
        theirs = stakes.flip()
        worth = self._exact_worth(faced, theirs.state)
        if worth is None:
            worth = decide_at(faced, chances, theirs.state, theirs.table).equity
        return RankedPlay(play, chances.turned(), plies, -worth)

    def decided(self, position: Position, stakes: Stakes, plies: int) -> tuple[Chances, CubeDecision]:
        """Exact for money where the table is built, else by the chances."""
        chances, known = self.chances(position, plies), self._table(stakes.state)
        if known is not None:
            return chances, known.decide_cube(position, stakes.state)
        return chances, decide_at(position, chances, stakes.state, stakes.table)

    def _exact_worth(self, position: Position, state: CubeState) -> float | None:
        """Money equity under best cube action, if the table is built."""
        known = self._table(state)
        return None if known is None else known.equity(position, known.kind_of(state))

    def _table(self, state: CubeState) -> "SprintTable | None":
        from barpoint.engine.sprint_net import sprint_knowledge
        from barpoint.engine.sprintgammon import SprintTable

        known = sprint_knowledge()
        return known if state.score is None and isinstance(known, SprintTable) else None


def _winning(play: Play, plies: int, stakes: Stakes | None) -> RankedPlay:
    """A play that wins the game."""
    chances = _finished(play.after)
    worth = cubeful_equity(lawful(chances), stakes.state, 0.0, stakes.table) if stakes else None
    return RankedPlay(play, chances, plies, worth)


def _finished(position: Position) -> Chances:
    """What a game that is over is worth."""
    over = result(position)
    if over is None:  # the other side has won it
        return _finished(position.flip()).turned()
    return Chances(1.0, float(over.level >= Level.GAMMON), float(over.level >= Level.BACKGAMMON), 0.0, 0.0)


@cache
def knowledge_of(rules: Discipline = BACKGAMMON) -> Knowledge:
    """Who knows a discipline; ValueError if nobody does."""
    if rules.layout is Layout.MIRRORED and rules.checkers == SPRINTGAMMON.checkers:
        return SprintGame()
    return SearchedGame(tree_of(rules))


def tree_of(rules: Discipline = BACKGAMMON) -> Tree:
    """Who looks ahead in a discipline; ValueError if nobody does."""
    if rules.layout is Layout.MIRRORED and rules.checkers == BACKGAMMON.checkers:
        return engine()
    if rules.layout is Layout.ROTATED:
        from barpoint.engine.longgammon import long_engine

        return long_engine().tree(rules)
    raise ValueError(f"the engine has no nets for {rules.title}")
