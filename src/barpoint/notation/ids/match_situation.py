"""What stands around the position of a running match, for ids and pictures."""

from typing import Final

from barpoint.board import Side
from barpoint.match import (
    Game,
    GameStage,
    MatchState,
    target_points,
)
from barpoint.notation.ids.situation import (
    CubeOffer,
    Party,
    Situation,
)

_LARGEST_CUBE: Final = 1 << 15  # that an id can write


def situation_of_match(state: MatchState, game: Game, side: Side) -> Situation:
    """What stands around the position, in the eyes of `side`."""
    owner = None if game.cube.owner is None else Party.US if game.cube.owner is side else Party.THEM
    white, black = (max(0, score) for score in state.score)
    goal = target_points(state.in_force) or 0
    return Situation(
        roll=game.roll if game.stage in (GameStage.PLAY, GameStage.END) else None,
        offer=CubeOffer.DOUBLE if game.stage is GameStage.ANSWER else None,
        cube=min(game.cube.value, _LARGEST_CUBE),
        cube_owner=owner,
        score=(white, black) if side is Side.WHITE else (black, white),
        length=goal,
        crawford=game.crawford and goal > 0,
        max_cube=1024 if game.cube_in_play else 1,
    )
