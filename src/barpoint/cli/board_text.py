"""The board of a session in letters, with cube, dice and score beside it."""

from barpoint.board import Side
from barpoint.cli.session import Session
from barpoint.match.score import target
from barpoint.match.state import Stage
from barpoint.notation import Party, Situation, ascii_board
from barpoint.notation.situation import Offer


def board_text(session: Session) -> str:
    """The board as the person to act sees it; empty between games."""
    position = session.position()
    game = session.state.game
    if position is None or game is None:
        return ""
    viewer = session.viewer()
    turn = Party.US if game.turn is viewer else Party.THEM
    owner = None if game.cube.owner is None else Party.US if game.cube.owner is viewer else Party.THEM
    white, black = (max(0, points) for points in session.state.score)
    situation = Situation(
        roll=game.roll if game.stage in (Stage.PLAY, Stage.END) else None,
        offer=Offer.DOUBLE if game.stage is Stage.ANSWER else None,
        cube=min(game.cube.value, 1 << 15),
        cube_owner=owner,
        score=(white, black) if viewer is Side.WHITE else (black, white),
        length=target(session.state.in_force) or 0,
        crawford=game.crawford and target(session.state.in_force) is not None,
        max_cube=1024 if game.cube_in_play else 1,
    )
    return ascii_board(position, situation, turn)
