"""The board of a session in letters, with cube, dice and score beside it."""

from barpoint.cli.session import Session
from barpoint.notation import Party, ascii_board
from barpoint.notation.match_situation import situation


def board_text(session: Session) -> str:
    """The board as the person to act sees it; empty between games."""
    position = session.position()
    game = session.state.game
    if position is None or game is None:
        return ""
    viewer = session.viewer()
    turn = Party.US if game.turn is viewer else Party.THEM
    return ascii_board(position, situation(session.state, game, viewer), turn)
