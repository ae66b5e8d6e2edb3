"""What a match in progress is played for, as the engine's cube reads it."""

from barpoint.board import Side
from barpoint.engine.cube.cube_actions import CubeState, Owner
from barpoint.engine.cube.match_equity import LONGEST, Away
from barpoint.match import MatchState, points_of, target_points


def cube_state_of(state: MatchState, side: Side) -> CubeState:
    """The cube and the score of the running game, seen by `side`.

    Money, and a match too long for any table, has no score.
    """
    game = state.game
    assert game is not None
    owner = Owner.CENTRED
    if game.cube.owner is not None:
        owner = Owner.OURS if game.cube.owner is side else Owner.THEIRS
    score = score_of(state, side)
    money = score is None
    rules = state.format.cube
    return CubeState(game.cube.value, owner, score, jacoby=money and rules.jacoby, beavers=money and rules.beavers)


def score_of(state: MatchState, side: Side) -> Away | None:
    """What both sides still need, seen by `side`; None for money."""
    goal = target_points(state.in_force)
    if goal is None:
        return None
    ours, theirs = (goal - points_of(player, state.score) for player in (side, side.other))
    if min(ours, theirs) < 1 or max(ours, theirs) > LONGEST:
        return None
    crawford = state.game is not None and state.game.crawford and (ours == 1) != (theirs == 1)
    return Away(ours, theirs, crawford)
