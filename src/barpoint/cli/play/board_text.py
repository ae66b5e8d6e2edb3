"""The board of a session in letters, with cube, dice and score beside it."""

from barpoint.cli.play.session import Session
from barpoint.notation import Party, ascii_board, situation_of_match


def board_text(session: Session, *, narrow: bool = False) -> str:
    """The board as the person to act sees it; empty between games."""
    position = session.position()
    game = session.state.game
    if position is None or game is None:
        return ""
    viewer = session.viewer()
    turn = Party.US if game.turn is viewer else Party.THEM
    return ascii_board(position, situation_of_match(session.state, game, viewer), turn, narrow=narrow)
