"""The cube and the score around a position, as the engine reads them."""

from barpoint.engine import Away, CubeState, Owner
from barpoint.notation import Party, Situation


def cube_state_around(situation: Situation | None) -> CubeState:
    """The cube and the score as the engine reads them; a centred cube for money if nothing is said."""
    if situation is None:
        return CubeState()
    away = None
    if situation.length:
        ours, theirs = (situation.length - points for points in situation.score)
        away = Away(ours, theirs, situation.crawford)
    owner = Owner.CENTRED
    if situation.cube_owner is not None:
        owner = Owner.OURS if situation.cube_owner is Party.US else Owner.THEIRS
    money = away is None
    return CubeState(
        situation.cube, owner, away, jacoby=money and situation.jacoby, beavers=money and situation.beavers
    )
