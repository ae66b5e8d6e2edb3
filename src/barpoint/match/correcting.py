"""Judging an official's corrections. Nothing is edited: a correction is one more event, with its reason."""

from msgspec.structs import replace

from barpoint.board import Refusal, Roll, pos
from barpoint.match import commands as c
from barpoint.match import events as e
from barpoint.match.completion import after_game, game_over, length_correction
from barpoint.match.evolve import evolve
from barpoint.match.format import ClockRules, LengthKind
from barpoint.match.refusals import MatchCode
from barpoint.match.score import EndedBy, GameRecord, Score, at_match_point, plus, rederive, target
from barpoint.match.snapshot import decode_game
from barpoint.match.state import MatchState, Phase

Decision = tuple[e.AnyEvent, ...] | Refusal


def release_match(state: MatchState, command: c.ReleaseMatch, at: int) -> Decision:
    """Play goes on after a call."""
    if not state.stopped_by:
        return Refusal(MatchCode.NOT_STOPPED)
    return (e.MatchReleased(at=at, by=command.by, reason=command.reason),)


def restore_game(state: MatchState, command: c.RestoreGame, at: int) -> Decision:
    """Put the game back to an earlier version; the side to act has its full delay (usbgf:4.2.3.2c)."""
    if state.phase is Phase.OVER:
        return Refusal(MatchCode.MATCH_OVER)
    if not 0 < command.version <= state.version:
        raise ValueError(f"versions so far run from 1 to {state.version}, not {command.version}")
    decode_game(command.game)  # malformed stops here
    restored = e.GameRestored(at=at, version=command.version, game=command.game, by=command.by, reason=command.reason)
    return (restored,)


def correct_position(state: MatchState, command: c.CorrectPosition, at: int) -> Decision:
    """Set the checkers, the turn and the roll right."""
    game = state.game
    if game is None:
        return Refusal(MatchCode.NO_GAME)
    position = pos(command.position)
    if position.discipline.name != state.discipline.name:
        raise ValueError(f"this match is {state.discipline.title}, not {position.discipline.title}")
    if command.dice is not None:
        Roll(*command.dice)
    corrected = e.PositionCorrected(
        at=at,
        position=str(position),
        turn=command.turn if command.turn is not None else game.turn,
        dice=command.dice,
        by=command.by,
        reason=command.reason,
    )
    return (corrected,)


def correct_cube(state: MatchState, command: c.CorrectCube, at: int) -> Decision:
    """Set the cube's value and owner right (usbgf:4.4.9a); an open offer is withdrawn."""
    if state.game is None:
        return Refusal(MatchCode.NO_GAME)
    if command.value < 1 or command.value & (command.value - 1):
        raise ValueError(f"a cube shows a power of two, not {command.value}")
    if command.owner is None and command.value > 1 << state.game.automatic:
        raise ValueError(f"a cube at {command.value} belongs to a side")
    corrected = e.CubeCorrected(at=at, value=command.value, owner=command.owner, by=command.by, reason=command.reason)
    return (corrected,)


def correct_score(state: MatchState, command: c.CorrectScore, at: int) -> Decision:
    """Set the score right; later games keep their winners, the Crawford game falls anew (usbgf:4.6.3)."""
    if (command.score is None) == (command.game is None or command.points is None):
        raise ValueError("a score correction names either the score, or one game and its points")
    if command.score is not None:
        records, score = state.records, command.score
    else:
        assert command.points is not None
        changed = _with_points(state.records, command.game, command.points)
        records = rederive(changed, state.in_force, state.format.cube)
        penalties = _beside_games(state)
        score = _total(records, penalties)
    corrected = e.ScoreCorrected(
        at=at,
        score=score,
        records=records,
        crawford_done=_crawford_played(state, records, score),
        by=command.by,
        reason=command.reason,
    )
    after = evolve(state, corrected)
    return (corrected,) if state.game is not None else (corrected, *after_game(after, at))


def _with_points(records: tuple[GameRecord, ...], number: int | None, points: int) -> tuple[GameRecord, ...]:
    if number is None or not 1 <= number <= len(records):
        raise ValueError(f"finished games run from 1 to {len(records)}, not {number}")
    if points < 0:
        raise ValueError(f"a game is worth 0 points or more, not {points}")
    return tuple(replace(r, points=points) if r.number == number else r for r in records)


def _beside_games(state: MatchState) -> Score:
    """Points on the score that no game gave: penalties."""
    white, black = _total(state.records, (0, 0))
    return (state.score[0] - white, state.score[1] - black)


def _total(records: tuple[GameRecord, ...], start: Score) -> Score:
    score = start
    for record in records:
        score = plus(score, record.winner, record.points)
    return score


def _crawford_played(state: MatchState, records: tuple[GameRecord, ...], score: Score) -> bool:
    """A Crawford game counts as played only if the true score had a side at match point then."""
    running = state.game is not None and state.game.crawford
    if not (any(record.crawford for record in records) or running):
        return False
    goal = target(state.in_force)
    return goal is not None and (max(score) >= goal - 1 or at_match_point(score, state.in_force))


def correct_length(state: MatchState, command: c.CorrectLength, at: int) -> Decision:
    """A wrong length: the running game is finished under it, then the designated one holds (usbgf:4.8.2)."""
    kinds = {state.in_force.kind, command.length.kind}
    if kinds != {LengthKind.POINTS}:
        return Refusal(MatchCode.NOT_A_POINT_MATCH)
    if state.phase is Phase.OVER:
        return Refusal(MatchCode.MATCH_OVER)
    if command.length.points == state.in_force.points:
        return Refusal(MatchCode.NOTHING_TO_CORRECT)
    if state.game is None:
        return length_correction(state, command.length, at, command.by, command.reason)
    pending = e.LengthCorrected(
        at=at,
        length=command.length,
        after_game=True,
        crawford_done=state.crawford_done,
        by=command.by,
        reason=command.reason,
    )
    return (pending,)


def adjust_clock(state: MatchState, command: c.AdjustClock, at: int) -> Decision:
    """Give or take reserve."""
    if state.clock is None:
        return Refusal(MatchCode.NO_CLOCK)
    adjusted = e.ClockAdjusted(at=at, side=command.side, change=command.change, by=command.by, reason=command.reason)
    return (adjusted,)


def introduce_clock(state: MatchState, command: c.IntroduceClock, at: int) -> Decision:
    """Play the rest with a clock; times from the score unless given (usbgf:3.4.4.4a, 3.4.4.4b)."""
    if state.phase is Phase.OVER:
        return Refusal(MatchCode.MATCH_OVER)
    reserve = command.reserve if command.reserve is not None else partial_reserve(state, command.rules)
    if min(reserve) < 0:
        raise ValueError(f"reserves are milliseconds from 0 up, not {reserve}")
    introduced = e.ClockIntroduced(at=at, rules=command.rules, reserve=reserve, by=command.by, reason=command.reason)
    return (introduced,)


def partial_reserve(state: MatchState, rules: ClockRules) -> tuple[int, int]:
    """Half the sum of the points both still need, times the reserve a point; equal for both."""
    goal = target(state.in_force)
    if goal is None or not rules.per_point:
        return (rules.reserve, rules.reserve)
    needed = sum(max(0, goal - points) for points in state.score)
    each = needed * rules.per_point // 2
    return (each, each)


def award_points(state: MatchState, command: c.AwardPoints, at: int) -> Decision:
    """Penalty points go onto a score, and may end the match or bring the Crawford game."""
    if state.phase is Phase.OVER:
        return Refusal(MatchCode.MATCH_OVER)
    if command.points == 0:
        return Refusal(MatchCode.NOTHING_TO_CORRECT)
    awarded = e.PointsAwarded(at=at, side=command.side, points=command.points, by=command.by, reason=command.reason)
    if state.game is not None:
        return (awarded,)
    return (awarded, *after_game(evolve(state, awarded), at))


def forfeit_game(state: MatchState, command: c.ForfeitGame, at: int) -> Decision:
    """A side loses the running game by an official's word."""
    if state.game is None:
        return Refusal(MatchCode.NO_GAME)
    if command.level not in (1, 2, 3):
        raise ValueError(f"a game is worth 1, 2 or 3, not {command.level}")
    return game_over(state, command.side.other, command.level, EndedBy.FORFEIT, at)


def forfeit_match(state: MatchState, command: c.ForfeitMatch, at: int) -> Decision:
    """A side loses the match by an official's word."""
    if state.phase is Phase.OVER:
        return Refusal(MatchCode.MATCH_OVER)
    return (e.MatchEnded(at=at, winner=command.side.other, reason="forfeit", person=command.by),)


def declare_drawn(state: MatchState, command: c.DeclareDrawn, at: int) -> Decision:
    """Nobody wins (usbgf:4.8.1.2b)."""
    if state.phase is Phase.OVER:
        return Refusal(MatchCode.MATCH_OVER)
    return (e.MatchEnded(at=at, winner=None, reason="drawn", person=command.by),)
