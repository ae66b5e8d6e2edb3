"""What follows when a game is over: its points, then the set, the length, the match."""

from barpoint.board import Side
from barpoint.match import events as e
from barpoint.match.evolve.dispatch import evolve_match
from barpoint.match.format.match_format import (
    Length,
    LengthKind,
    TiePolicy,
)
from barpoint.match.score import (
    EndedBy,
    GameRecord,
    Score,
    add_points,
    game_points,
    points_of,
    target_points,
    winner_by_score,
)
from barpoint.match.state import GameStage, MatchState


def game_over(state: MatchState, winner: Side, level: int, ended_by: EndedBy, at: int) -> tuple[e.AnyEvent, ...]:
    """The game's end and all that follows from it."""
    game = state.game
    assert game is not None
    turned = game.cube.value > 1 << game.automatic
    points = game_points(
        level,
        game.cube.value,
        turned=turned or ended_by is EndedBy.PASS,
        rules=state.format.cube,
        gammons_count=state.format.gammons_count,
    )
    taken = len(game.doubles) - (game.stage is GameStage.ANSWER)
    record = GameRecord(
        game.number,
        winner,
        int(level),
        game.cube.value,
        points,
        ended_by,
        game.crawford,
        turned,
        doubles=game.doubles[:taken],
        base=game.base,
        before=state.score,
    )
    ended = e.GameEnded(at=at, record=record)
    return (ended, *after_game(evolve_match(state, ended), at, winner))


def after_game(state: MatchState, at: int, winner: Side | None = None) -> tuple[e.AnyEvent, ...]:
    """What the score brings once a game is over, penalty points that waited for it coming after the game's own."""
    followed = _score_events(state, at, winner)
    if state.game is not None or not any(state.owed) or (followed and isinstance(followed[-1], e.MatchEnded)):
        return followed
    due = tuple(
        e.PointsAwarded(at=at, side=side, points=state.owed[side.place], by="", due=True)
        for side in Side
        if state.owed[side.place]
    )
    for event in (*followed, *due):
        state = evolve_match(state, event)
    return (*followed, *due, *_score_events(state, at, None))


def _score_events(state: MatchState, at: int, winner: Side | None) -> tuple[e.AnyEvent, ...]:
    """Whether the score as it now stands ends the set or the match, or brings the designated length in."""
    if state.deciding_game and winner is not None:
        return (e.MatchEnded(at=at, winner=winner, reason="score"),)
    length = state.in_force
    if length.kind is LengthKind.TIMED:
        return end_at_limit(state, at) if at >= state.started + length.limit else ()
    leader = winner_by_score(state.score, length)
    if leader is None:
        return _designate_length(state, at)
    if length.kind is LengthKind.SETS:
        ended = e.SetEnded(at=at, winner=leader)
        if points_of(leader, state.sets) + 1 > length.best_of // 2:
            return (ended, e.MatchEnded(at=at, winner=leader, reason="score"))
        return (ended,)
    return (e.MatchEnded(at=at, winner=leader, reason="score"),)


def end_by_score(state: MatchState, at: int) -> tuple[e.AnyEvent, ...]:
    """A score put right or a penalty ends the match, or the set, in the middle of a game, which then is void."""
    ended = after_game(state, at)
    if ended and isinstance(ended[-1], e.MatchEnded):
        return ended
    return (e.GameVoided(at=at, reason="score"), *ended)


def end_at_limit(state: MatchState, at: int) -> tuple[e.AnyEvent, ...]:
    """A timed match at its limit (ibf:2.14b): the higher score, or what the event settled for a tie."""
    white, black = state.score
    if white != black:
        return (e.MatchEnded(at=at, winner=Side.WHITE if white > black else Side.BLACK, reason="limit"),)
    if state.in_force.tie is TiePolicy.DRAW:
        return (e.MatchEnded(at=at, winner=None, reason="drawn"),)
    return () if state.game is None else (e.GameVoided(at=at, reason="limit"),)


def _designate_length(state: MatchState, at: int) -> tuple[e.AnyEvent, ...]:
    return () if state.designated is None else length_correction(state, state.designated, at)


def length_correction(
    state: MatchState, length: Length, at: int, by: str = "", reason: str = ""
) -> tuple[e.AnyEvent, ...]:
    """The designated length takes over between games (usbgf:4.8.2.2b-d)."""
    score = state.score
    tied = max(score) >= length.points and score[0] == score[1]
    corrected = e.LengthCorrected(
        at=at,
        length=length,
        after_game=False,
        crawford_done=_is_crawford_behind(state, length),
        deciding_game=tied,
        by=by,
        reason=reason,
    )
    leader = winner_by_score(score, length)
    if leader is None:
        return (corrected,)
    return (corrected, e.MatchEnded(at=at, winner=leader, reason="score"))


def _is_crawford_behind(state: MatchState, length: Length) -> bool:
    """Whether the Crawford game of the corrected length is already behind (a second one may come up)."""
    score: Score = (0, 0)
    for record in state.records:
        score = score if record.before is None else record.before
        if record.crawford and length.points - 1 in score:
            return True
        score = add_points(score, record.winner, record.points)
    return False


def sheet_score(state: MatchState) -> Score:
    """The score that goes onto the sheet: after a loss on time the winner has the points needed (ibf:8.7b)."""
    goal = target_points(state.in_force)
    if state.ended is None or state.ended.winner is None or state.ended.reason != "time" or goal is None:
        return state.score
    missing = max(0, goal - points_of(state.ended.winner, state.score))
    return add_points(state.score, state.ended.winner, missing)


def recorded_score(state: MatchState) -> Score:
    """The score as its book has it written down: the IBF's fills up a match won on time, others leave it."""
    return sheet_score(state) if state.format.book == "ibf" else state.score


def money_settlement(state: MatchState) -> tuple[int, int]:
    """What a money session comes to at its stake, White's and Black's, in hundredths (trad:doubling-1)."""
    white = (state.score[0] - state.score[1]) * state.format.stake
    return (white, -white)
