"""What is certain in a running game: claims, 'gin', and results no roll can change.

The board room knows the tests; here they are asked of a `Game`, whatever its stage.
"""

from msgspec.structs import replace

from barpoint.board import Level, Position, Refusal, Roll, Side
from barpoint.board.certainty import (
    Certainty,
    ClaimTurn,
    certain_result,
    certain_win,
    claim_holds,
    claim_line,
)
from barpoint.match.state import Game, GameStage


def _board(game: Game) -> tuple[Position, Side, Roll | None]:
    """The position seen by the side that rolls or plays next, that side, and what it has thrown."""
    if game.stage is GameStage.END:
        return game.view_for(game.turn.other), game.turn.other, None
    thrown = game.roll if game.stage is GameStage.PLAY else None
    return game.view_for(game.turn), game.turn, thrown


def claim_stands(game: Game, side: Side, level: Level) -> bool:
    """The exact test of usbgf:4.5.2b from how the game stands."""
    position, next_up, thrown = _board(game)
    return claim_holds(position, level, claimer_on_turn=next_up is side, thrown=thrown)


def claim_played_out(game: Game, side: Side, level: Level) -> tuple[ClaimTurn, ...] | Refusal:
    """The claim played out with the rolls of its definition, to show in a dispute (usbgf:4.5.2c)."""
    position, next_up, thrown = _board(game)
    return claim_line(position, level, claimer_on_turn=next_up is side, thrown=thrown)


def claim_stands_at_expiry(game: Game, side: Side, level: Level) -> bool:
    """The claim test on the board as it was when the side's time last ran (usbgf:4.3.4-6)."""
    if game.turn is side:
        return claim_stands(game, side, level)
    before = game.before if game.before is not None else game.position
    return claim_stands(replace(game, position=before, roll=None, stage=GameStage.ROLL, before=None), side, level)


def is_gin(game: Game, side: Side, level: Level) -> bool:
    """Whether the side wins at least this level whatever is rolled (bws:4.3.3e)."""
    position, next_up, thrown = _board(game)
    answer = certain_win(position, level, claimer_on_turn=next_up is side, thrown=thrown)
    return answer is Certainty.CERTAIN


def certain_loss(game: Game, loser: Side, *, misplays: bool = False) -> Level | None:
    """The level at which `loser` is certain to lose, whatever the dice; None while that is open.

    With `misplays` no play, however poor, may lead to another (guide:5.12b).
    """
    position, next_up, thrown = _board(game)
    result = certain_result(position, thrown=thrown, misplays=misplays)
    if result is None:
        return None
    winner = next_up if result.mover_won else next_up.other
    return result.level if winner is loser.other else None
