"""What the engine knows of each discipline, behind one small set of verbs.

Backgammon and its other starts: nets and search. Sprintgammon: the solved table, or the small net until it is built.
Longgammon and its kin: their own net and one level of looking ahead.
"""

from functools import cache
from typing import Protocol

from barpoint.board import BACKGAMMON, Discipline, Play, Position, Roll, legal_plays
from barpoint.board.discipline import SPRINTGAMMON, Layout
from barpoint.board.outcome import Level, result
from barpoint.engine.evaluator import Chances
from barpoint.engine.search import Engine, RankedPlay, engine


class Knowledge(Protocol):
    """Whoever can value positions and rank plays of a discipline."""

    def chances(self, position: Position, plies: int) -> Chances:
        """How a position ends, us on roll."""
        ...

    def ranked(self, position: Position, roll: Roll, plies: int, head_cap: int | None = None) -> list[RankedPlay]:
        """Every legal play, best first by cubeless money equity; one without hops if there is none.

        `head_cap` is Longgammon's limit for this turn; without it the board is read.
        """
        ...

    def looked_at(self, play: Play, plies: int) -> RankedPlay:
        """One play, looked at `plies` levels deep whatever its rank."""
        ...


class SearchedGame:
    """Fifteen checkers that hit: nets and search."""

    def __init__(self, searcher: Engine) -> None:
        self._engine = searcher

    def chances(self, position: Position, plies: int) -> Chances:
        """By search."""
        return self._engine.evaluate(position, plies)

    def ranked(  # one signature for all
        self,
        position: Position,
        roll: Roll,
        plies: int,
        head_cap: int | None = None,  # noqa: ARG002
    ) -> list[RankedPlay]:
        """By search."""
        return self._engine.rank_plays(position, roll, plies)

    def looked_at(self, play: Play, plies: int) -> RankedPlay:
        """As `search_kernel.rank` would have it: each level mixed with what was thought before."""
        after = play.after
        if after.finished:
            return RankedPlay(play, self._engine.evaluate(after), plies)
        turned = after.flip()
        found = self._engine.evaluate(turned, 0).turned()
        for level in range(1, plies + 1):
            share = self._engine.plan.share[level]
            deeper = self._engine.evaluate(turned, level).turned()
            found = Chances(*(share * new + (1 - share) * old for new, old in zip(deeper, found, strict=True)))
        return RankedPlay(play, found, plies)


class SprintGame:
    """Three checkers: the table, or the net. Levels change nothing."""

    def chances(self, position: Position, plies: int) -> Chances:  # noqa: ARG002  # one signature for all
        """By table or net."""
        from barpoint.engine.sprint_net import sprint_knowledge

        if position.finished:
            return _finished(position)
        return Chances(*sprint_knowledge().lookup(position).chances)

    def ranked(  # one signature for all
        self,
        position: Position,
        roll: Roll,
        plies: int,
        head_cap: int | None = None,  # noqa: ARG002
    ) -> list[RankedPlay]:
        """Every play by the value of what it leads to."""
        plays = legal_plays(position, roll) or [Play(position, bytes(8))]
        return sorted((self.looked_at(play, plies) for play in plays), key=lambda entry: -entry.equity)

    def looked_at(self, play: Play, plies: int) -> RankedPlay:
        """The value of what it leads to."""
        after = play.after
        chances = _finished(after) if after.finished else self.chances(after.flip(), plies).turned()
        return RankedPlay(play, chances, plies)


class LongGame:
    """Games without hitting: a net of their own, at most one level ahead."""

    def chances(self, position: Position, plies: int) -> Chances:
        """By net, or a level deep."""
        from barpoint.engine.longgammon import long_engine

        return long_engine().evaluate(position, min(plies, 1))

    def ranked(self, position: Position, roll: Roll, plies: int, head_cap: int | None = None) -> list[RankedPlay]:
        """By net, the leading ones a level deep."""
        from barpoint.engine.longgammon import READ_OFF, long_engine

        cap = READ_OFF if head_cap is None else head_cap
        found = long_engine().rank_plays(position, roll, min(plies, 1), cap)
        return found or [self.looked_at(Play(position, bytes(8)), min(plies, 1))]

    def looked_at(self, play: Play, plies: int) -> RankedPlay:
        """The value of what it leads to."""
        after = play.after
        chances = _finished(after) if after.finished else self.chances(after.flip(), plies).turned()
        return RankedPlay(play, chances, min(plies, 1))


def _finished(position: Position) -> Chances:
    """What a game that we have just won is worth."""
    over = result(position)
    assert over is not None
    return Chances(1.0, float(over.level >= Level.GAMMON), float(over.level >= Level.BACKGAMMON), 0.0, 0.0)


def lawful(chances: Chances) -> tuple[float, float, float, float, float]:
    """Chances with the small excess of 32-bit sums cut off."""
    win = min(max(chances.win, 0.0), 1.0)
    gammon, lost = min(chances.win_gammon, win), min(chances.lose_gammon, 1 - win)
    return (win, gammon, min(chances.win_backgammon, gammon), lost, min(chances.lose_backgammon, lost))


@cache
def knowledge_of(rules: Discipline = BACKGAMMON) -> Knowledge:
    """Who knows a discipline; ValueError if nobody does."""
    if rules.layout is Layout.MIRRORED and rules.checkers == BACKGAMMON.checkers:
        return SearchedGame(engine())
    if rules.layout is Layout.MIRRORED and rules.checkers == SPRINTGAMMON.checkers:
        return SprintGame()
    if rules.layout is Layout.ROTATED:
        return LongGame()
    raise ValueError(f"the engine has no nets for {rules.title}")
