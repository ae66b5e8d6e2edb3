"""What there is to judge in a match: its log as questions, decision by decision and roll by roll."""

from collections.abc import Iterable

from barpoint.board import Side
from barpoint.engine.cube.match_stakes import cube_state_of
from barpoint.engine.review.analysis_data import DecisionKind
from barpoint.engine.review.match_review import ReviewQuestion
from barpoint.match import GameStage, MatchState, evolve_match, new_match
from barpoint.match import events as e
from barpoint.match.decide import double_refusal


def review_questions(events: Iterable[e.AnyEvent]) -> tuple[list[ReviewQuestion], MatchState]:
    """What there is to judge, without what was taken back, and the state at the end."""
    questions: list[ReviewQuestion] = []
    state: MatchState | None = None
    for event in events:
        if state is None:
            if not isinstance(event, e.MatchStarted):
                raise ValueError("a match log begins with MatchStarted")
            state = new_match(event.format)
        if isinstance(event, e.GameRestored):
            questions = [earlier for earlier in questions if earlier.state.version < event.version]
        questions += [ReviewQuestion(state, event, kind) for kind in _kinds(state, event)]
        state = evolve_match(state, event)
    if state is None:
        raise ValueError("a match log has at least one event")
    return questions, state


def _kinds(state: MatchState, event: e.AnyEvent) -> list[DecisionKind | None]:
    """What an event shows of a player's judgement, or of the dice."""
    game = state.game
    if game is None:
        return []
    match event:
        case e.OpeningRolled():
            return [] if event.white == event.black else [None]
        case e.DiceRolled():
            open_to_cube = game.stage is GameStage.ROLL and _may_double(state, event.side)
            return [DecisionKind.DOUBLE, None] if open_to_cube else [None]
        case e.Doubled():
            return [] if event.beaver or event.irregular else [DecisionKind.DOUBLE]
        case e.DoubleTaken() | e.DoublePassed():
            return [] if game.cube.beavered else [DecisionKind.TAKE]
        case e.Played():
            return [] if event.illegal or event.removed or game.roll is None else [DecisionKind.PLAY]
        case _:
            return []


def _may_double(state: MatchState, side: Side) -> bool:
    game = state.game
    assert game is not None
    value = 2 * game.cube.value
    return double_refusal(state, game, side, value) is None and not cube_state_of(state, side).dead
