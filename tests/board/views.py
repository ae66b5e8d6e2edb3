"""The oracle's boards as positions, and back."""

from barpoint.board import BAR, DISCIPLINES, OFF, Position
from tests.board import oracle
from tests.board.oracle import Board


def position_of(name: str, board: Board) -> Position:
    """The oracle's board as a position of the discipline called `name`."""
    rules = oracle.RULES[name]
    us, them = [0] * 26, [0] * 26
    for point in board.me:
        us[point] += 1
    for point in range(1, 25):
        them[rules.across(point)] = board.opp[point]
    them[BAR] = board.opp_bar
    us[OFF], them[OFF] = rules.checkers - sum(us), rules.checkers - sum(them)
    return Position(us, them, DISCIPLINES[name])


def board_of(position: Position) -> Board:
    """A position as the oracle's board."""
    across = oracle.RULES[position.discipline.name].across
    me = dict(enumerate(position.us))
    opp = {across(point): position.them[point] for point in range(1, 25)}
    opp[BAR] = position.them[BAR]
    return oracle.board(me, opp, position.them[OFF])
