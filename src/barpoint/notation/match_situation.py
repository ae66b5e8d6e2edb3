"""What stands around the position of a running match, for ids and pictures."""

from typing import Final

from barpoint.board import Side
from barpoint.match.score import target
from barpoint.match.state import Game, MatchState, Stage
from barpoint.notation.situation import Offer, Party, Situation

_LARGEST_CUBE: Final = 1 << 15  # that an id can write


def situation(state: MatchState, game: Game, side: Side) -> Situation:
    """What stands around the position, in the eyes of `side`."""
    owner = None if game.cube.owner is None else Party.US if game.cube.owner is side else Party.THEM
    white, black = (max(0, score) for score in state.score)
    goal = target(state.in_force) or 0
    return Situation(
        roll=game.roll if game.stage in (Stage.PLAY, Stage.END) else None,
        offer=Offer.DOUBLE if game.stage is Stage.ANSWER else None,
        cube=min(game.cube.value, _LARGEST_CUBE),
        cube_owner=owner,
        score=(white, black) if side is Side.WHITE else (black, white),
        length=goal,
        crawford=game.crawford and goal > 0,
        max_cube=1024 if game.cube_in_play else 1,
    )
