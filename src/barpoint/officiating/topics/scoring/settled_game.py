"""Whether a game is settled, by the exact tests of the board room, and what it is then worth to the match.

The facts are those every kind about the end of a game shares: position (White 'x', Black 'o'), whose turn, a roll in
hand, cube, length and score. Who may claim, concede or lose on time is for the kinds.
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from barpoint.board import Level, Position, Refusal, Roll, Side, levels_open, pos
from barpoint.board.certainty import Certainty, ClaimTest, certain_result, certain_win, claim_test
from barpoint.match import add_points, winner_by_score
from barpoint.match.format import Length
from barpoint.officiating.facts import FactType, Question
from barpoint.officiating.incidents import Inquiry
from barpoint.officiating.topics.clock.lateness import CRAWFORD_DONE, CUBE, LENGTH, SCORES, read_score, read_stake

LEVELS: Final = {"single": Level.SINGLE, "gammon": Level.GAMMON, "backgammon": Level.BACKGAMMON}
LEVEL_NAMES: Final = {level: name for name, level in LEVELS.items()}
POSITION: Final = Question("position", "The position, White 'x' and Black 'o'", FactType.POSITION)
ON_TURN: Final = Question("on_turn", "Whose turn is it?", FactType.SIDE)
DICE: Final = Question("dice", "Which roll has the player on turn thrown and not played yet?", FactType.DICE)
STAKE: Final = (LENGTH, *SCORES, CUBE, CRAWFORD_DONE)
_BUDGET: Final = 3  # positions a search with contact may open: an answer comes at once or a person gives it


@dataclass(frozen=True)
class GameEnd:
    """A position with whose turn it is and what is in hand; `seen` is it from the side on turn."""

    board: Position
    on_turn: Side
    thrown: Roll | None

    @property
    def seen(self) -> Position:
        """The position as the side on turn has it."""
        return self.board if self.on_turn is Side.WHITE else self.board.flip()

    def claim(self, claimer: Side, level: Level) -> ClaimTest | Refusal:
        """The test of usbgf:4.5.2; a roll counts only if the claimer has thrown it (usbgf:4.3.4-6)."""
        own = claimer is self.on_turn
        return claim_test(self.seen, level, claimer_on_turn=own, thrown=self.thrown if own else None)

    def best_claim(self, claimer: Side) -> ClaimTest | None:
        """The highest level at which a claim holds."""
        for level in reversed(Level):
            test = self.claim(claimer, level)
            if isinstance(test, ClaimTest) and test.holds:
                return test
        return None

    def certain_level(self, side: Side) -> Level | None:
        """The highest level at which a side is certain to win whatever is rolled; None if it is not, or not settled."""
        return _certain_level(self, side)[0]

    def is_decided(self, side: Side) -> bool:
        """Whether the tests settle that; with contact a search may end without an answer."""
        return _certain_level(self, side)[1]

    def only_result(self) -> tuple[Side, Level] | None:
        """The winner and the level if no other result is possible, however the game is played (guide:5.12b)."""
        return _only_result(self)

    def can_lose(self, side: Side) -> tuple[Level, ...]:
        """The levels at which a side can still lose in this position."""
        return tuple(levels_open(self.seen, mover_loses=side is self.on_turn))


@lru_cache(maxsize=512)
def _certain_level(end: GameEnd, side: Side) -> tuple[Level | None, bool]:
    highest = None
    for level in Level:  # what is not certain at a level is not at a higher one
        answer = certain_win(end.seen, level, claimer_on_turn=side is end.on_turn, thrown=end.thrown, budget=_BUDGET)
        if answer is not Certainty.CERTAIN:
            return highest, answer is Certainty.NOT_CERTAIN
        highest = level
    return highest, True


@lru_cache(maxsize=512)
def _only_result(end: GameEnd) -> tuple[Side, Level] | None:
    result = certain_result(end.seen, thrown=end.thrown, misplays=True, budget=_BUDGET)
    if result is None:
        return None
    return (end.on_turn if result.mover_won else end.on_turn.other), result.level


def read_end(q: Inquiry, claimer: Side | None = None) -> GameEnd:
    """The position, whose turn it is and the roll in hand; of a claim only the claimer's own roll counts."""
    board, on_turn = pos(q.need("position")), q.side("on_turn")
    if board.is_over:
        raise q.wrong("position", "the game is over")
    thrown = None
    if claimer in (None, on_turn) and q.given("dice", gains="a roll that has been thrown counts, if one has."):
        dice = str(q.need("dice"))
        thrown = Roll(int(dice[0]), int(dice[1]))
    return GameEnd(board, on_turn, thrown)


def decides_match(q: Inquiry, side: Side, level: Level) -> bool:
    """Whether a game at that level brings a side to the length of the match."""
    length, cube = q.need("length"), read_stake(q)
    score = add_points(read_score(q, length), side, int(level) * cube)
    return winner_by_score(score, Length(points=length)) is side
