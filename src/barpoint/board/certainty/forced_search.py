"""What a side gets whatever is rolled: a search over positions in which the sides still meet.

claimer     the side that would get at least `Aim.at_least`, a result's worth for it: 2 is to win a
            gammon or more, -1 to lose no more than a single game.
adversary   chance and the opponent together: it picks every roll and the opponent's plays. The
            claimer picks its own plays, unless the aim allows for misplays: then the adversary does.

A position is refuted if the adversary keeps the claimer from its aim. With the claimer to move that
takes one roll of which every play is refuted; with the opponent to move, one play of one roll. A
position that comes back is refuted too: a claimer that would win has got nowhere (for one that would
only lose no more, this errs on the safe side). Without contact `race` answers.

Most positions are refuted by a narrow line: a checker is hit, dances, and the opponent goes home. So
the search widens: first only the adversary's most promising choices at each turn, then more, at last
all of them. What a narrow search refutes is refuted; only the full one can show the contrary.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from barpoint.board.certainty.adversary import ALL, Adversary
from barpoint.board.certainty.race import (
    comes_first,
    surely_escapes,
    turns_at_best,
    turns_at_most,
    turns_at_worst,
)
from barpoint.board.disciplines import (
    BAR,
    HOME,
    OFF,
    Discipline,
    Layout,
)
from barpoint.board.movegen import board_array
from barpoint.board.outcome import Level, level_lost
from barpoint.board.position import Position

if TYPE_CHECKING:
    from barpoint.board.certainty.adversary import Board

_STAGES: Final = ((1, 0.1), (3, 0.2), (10, 0.2), (ALL, 0.5))
"""How many of the adversary's choices are tried at each turn, and for what share of the budget."""
_DEEPEST: Final = 150
"""Turns ahead; a longer line is given up, which counts as budget spent."""
_RACE_BUDGET: Final = 2000
_FREE: Final = 10**9
"""A refutation that leans on no earlier turn."""


@dataclass(frozen=True, slots=True)
class Aim:
    """What the claimer is to get: a result worth at least this, with or without misplays."""

    at_least: int
    misplays: bool = False

    @property
    def escape(self) -> Level:
        """The level that decides: the one the opponent must not escape, or the one the claimer must."""
        return Level(self.at_least if self.at_least > 0 else 1 - self.at_least)


def race_holds(
    claimer: Sequence[int], opponent: Sequence[int], rules: Discipline, aim: Aim, *, claimer_moves: bool
) -> bool | None:
    """Whether the aim is certain without contact; None if that search is given up.

    To win, the claimer must finish before the opponent escapes the level; not to lose more than it
    may, it must escape the next level before the opponent finishes. `race` shows that 2-1 is the
    claimer's worst roll and 6-6 the opponent's best, so this is the claim test of usbgf:4.5.2.
    """
    if aim.at_least > 0:
        turns = turns_at_most(claimer, Level.SINGLE) if aim.misplays else turns_at_worst(claimer)
        return comes_first(turns, turns_at_best(opponent, aim.escape), on_turn=claimer_moves)
    finish = turns_at_best(opponent, Level.SINGLE)
    if aim.misplays:
        return comes_first(turns_at_most(claimer, aim.escape), finish, on_turn=claimer_moves)
    position = Position(claimer, opponent, rules)
    return surely_escapes(position, aim.escape, finish if claimer_moves else finish - 1, _RACE_BUDGET)


class _BudgetSpentError(Exception):
    """The budget of a search, or of one of its stages, is used up."""


BONUS = 30


class ForcedSearch:
    """One question about one position: whether the claimer gets its aim whatever is rolled."""

    def __init__(self, position: Position, aim: Aim, *, claimer_on_turn: bool, budget: int) -> None:
        self._aim = aim
        self._budget = budget
        self._discipline = position.discipline
        self._adversary = Adversary(position, claimer_on_turn=claimer_on_turn)
        self._refuted: set[bytes] = set()
        self._stood: dict[bytes, int] = {}  # by position: the width at which it was not refuted
        self._path: dict[bytes, int] = {}
        self._limit = 0.0
        self._width = 0

    def holds(self, positions: Sequence[Position], *, claimer_moves: bool, every: bool) -> bool | None:
        """Whether the aim is certain in all of these positions, or with `every` false in one of them.

        Each is seen by the side about to roll. None if the budget is spent.
        """
        boards = [board_array(position) for position in positions]
        for self._stage, (self._width, share) in enumerate(_STAGES, 1):
            self._limit = self._adversary.opened + self._budget * share
            refuted = self._any_refuted if every else self._all_refuted
            try:
                if refuted(boards, claimer_moves, 0) is not None:
                    return False
                if self._width == ALL:
                    return True
            except _BudgetSpentError:
                self._path.clear()
        return None

    def _all_refuted(self, boards: "Iterable[Board]", claimer_moves: bool, depth: int) -> int | None:
        """None if one stands; else the earliest turn on the path that the refutations lean on."""
        leans = _FREE
        for board in boards:
            lean = self._lean(board, claimer_moves, depth)
            if lean is None:
                return None
            leans = min(leans, lean)
        return leans

    def _any_refuted(self, boards: "Iterable[Board]", claimer_moves: bool, depth: int) -> int | None:
        for board in boards:
            lean = self._lean(board, claimer_moves, depth)
            if lean is not None:
                return lean
        return None

    def _lean(self, board: "Board", claimer_moves: bool, depth: int) -> int | None:
        """None if the position is not refuted; else the earliest turn on the path it leans on.

        A refutation that leans on an earlier turn (it comes back to it) is good on this path only,
        so it is not remembered.
        """
        key = board.tobytes() + (b"+" if claimer_moves else b"-")
        if key in self._refuted:
            return _FREE
        if self._stood.get(key, 0) >= self._stage:
            return None
        if key in self._path:
            return self._path[key]
        settled = self._verdict(board, claimer_moves)
        if settled is not None:
            if settled:
                self._stood[key] = ALL
                return None
            self._refuted.add(key)
            return _FREE
        if self._adversary.opened >= self._limit or depth > _DEEPEST:
            raise _BudgetSpentError
        self._path[key] = depth
        leans = self._search(board, claimer_moves, depth + 1)
        del self._path[key]
        if leans is None:
            self._stood[key] = self._stage
        elif leans >= depth:
            self._refuted.add(key)
            return _FREE
        return leans

    def _search(self, board: "Board", claimer_moves: bool, depth: int) -> int | None:
        if not claimer_moves or self._aim.misplays:
            choices = self._adversary.choices(board, self._width, claimer_moves=claimer_moves)
            return self._any_refuted(choices, not claimer_moves, depth)
        for plays in self._adversary.rolls(board, self._width):
            leans = self._all_refuted(plays, False, depth)
            if leans is not None:
                return leans
        return None

    def _verdict(self, board: "Board", claimer_moves: bool) -> bool | None:
        """Whether the aim is reached or out of reach for good; None while the search must go on."""
        claimer, opponent = self._adversary.sides(board, claimer_moves=claimer_moves)
        aim, rules = self._aim, self._discipline
        if not sum(claimer[1:]):
            return level_lost(opponent, rules) >= aim.at_least
        if not sum(opponent[1:]):
            return -level_lost(claimer, rules) >= aim.at_least
        if aim.escape is Level.BACKGAMMON and not rules.backgammon_counts:
            return aim.at_least < 0
        if aim.at_least > Level.SINGLE and opponent[OFF]:
            return False
        if aim.at_least < 0 and claimer[OFF]:
            return True
        if not _meet(claimer, opponent, rules):
            return race_holds(claimer, opponent, rules, aim, claimer_moves=claimer_moves)
        if aim.at_least > 0 and _walks_off(claimer, opponent, rules, aim.escape, claimer_moves=claimer_moves):
            return False
        return None


def _meet(claimer: Sequence[int], opponent: Sequence[int], rules: Discipline) -> bool:
    rear, other = (max(place for place in range(1, BAR + 1) if side[place]) for side in (claimer, opponent))
    return rear + other > BAR if rules.layout is Layout.MIRRORED else max(rear, other) > 12


def _walks_off(
    claimer: Sequence[int], opponent: Sequence[int], rules: Discipline, level: Level, *, claimer_moves: bool
) -> bool:
    """Whether the opponent, all home, escapes `level` by 6-6s while the claimer's 2-1s can neither win nor hit.

    In n turns of 2-1 no checker of the claimer's comes further than 3 n points, whatever is played.
    """
    if any(opponent[HOME[-1] + 1 :]) or level is Level.BACKGAMMON:
        return False
    needs = turns_at_best(opponent, level)
    if comes_first(turns_at_worst(claimer), needs, on_turn=claimer_moves):
        return False
    left = list(opponent)
    for turn in range(needs):
        claimers_turns = turn + claimer_moves
        if rules.hitting and _hittable(claimer, left, rules, 3 * claimers_turns):
            return False
        for _ in range(min(4, sum(left[1:]))):
            left[max(point for point in HOME if left[point])] -= 1
    return True


def _hittable(claimer: Sequence[int], opponent: Sequence[int], rules: Discipline, pips: int) -> bool:
    """Whether a checker of the claimer's could have come upon a blot by moving so many pips at most."""
    blots = [rules.across(point) for point in HOME if opponent[point] == 1]
    return any(any(claimer[blot + 1 : blot + 1 + pips]) for blot in blots)
