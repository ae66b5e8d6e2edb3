"""Judging an official's corrections. Nothing is edited: a correction is one more event, with its reason."""

from msgspec.structs import replace

from barpoint.board import Refusal, Roll, pos
from barpoint.match import commands as c
from barpoint.match import events as e
from barpoint.match.decide.completion import (
    after_game,
    end_by_score,
    game_over,
    length_correction,
)
from barpoint.match.decide.decision import MatchDecision
from barpoint.match.evolve.dispatch import evolve_match
from barpoint.match.format.match_format import ClockMethod, ClockRules, LengthKind
from barpoint.match.refusals import MatchCode
from barpoint.match.score import (
    EndedBy,
    GameRecord,
    Score,
    add_points,
    game_totals,
    is_crawford,
    rederive_records,
    right_cube,
    target_points,
    winner_by_score,
)
from barpoint.match.snapshot import decode_game
from barpoint.match.state import GameStage, MatchPhase, MatchState


def stop_match(state: MatchState, command: c.StopMatch, at: int) -> MatchDecision:
    """Play is frozen by an official whom nobody has called."""
    if state.phase is MatchPhase.OVER:
        return Refusal(MatchCode.MATCH_OVER)
    if state.stopped_by:
        return Refusal(MatchCode.DIRECTOR_CALLED, {"by": state.stopped_by})
    return (e.MatchStopped(at=at, by=command.by, reason=command.reason),)


def release_match(state: MatchState, command: c.ReleaseMatch, at: int) -> MatchDecision:
    """Play goes on after a call."""
    if not state.stopped_by:
        return Refusal(MatchCode.NOT_STOPPED)
    return (e.MatchReleased(at=at, by=command.by, reason=command.reason),)


def restore_game(state: MatchState, command: c.RestoreGame, at: int) -> MatchDecision:
    """Put the game back to an earlier version; the side to act has its full delay (usbgf:4.2.3.2c).

    A game that had ended, as by the pass of a void double, runs again and its points are taken back
    (usbgf:4.4.7.2a).
    """
    if state.ended is not None and state.ended.reason not in ("score", "time"):
        return Refusal(MatchCode.MATCH_OVER)
    if not 0 < command.version <= state.version:
        raise ValueError(f"versions so far run from 1 to {state.version}, not {command.version}")
    game = decode_game(command.game, state.discipline)  # malformed stops here
    restored = e.GameRestored(
        at=at,
        version=command.version,
        game=command.game,
        by=command.by,
        reason=command.reason,
        no_delay=command.illegal_move and _clock_rules(state).correction_on_reserve,
        waits=command.illegal_move and _clock_rules(state).correction_waits,
    )
    kept = tuple(record for record in state.records if record.number < game.number)
    if kept == state.records:
        return (restored,)
    score, sets, _ = game_totals(kept, state.in_force)
    return (replace(restored, score=_add_scores(score, _penalty_score(state)), sets=sets, records=kept),)


def _clock_rules(state: MatchState) -> ClockRules:
    return ClockRules() if state.clock is None else state.clock.rules


def correct_position(state: MatchState, command: c.CorrectPosition, at: int) -> MatchDecision:
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
        no_delay=command.illegal_move and _clock_rules(state).correction_on_reserve,
        waits=command.illegal_move and _clock_rules(state).correction_waits,
    )
    return (corrected,)


def correct_cube(state: MatchState, command: c.CorrectCube, at: int) -> MatchDecision:
    """Set the cube's value and owner right (usbgf:4.4.9a); an open offer is withdrawn."""
    if state.game is None:
        return Refusal(MatchCode.NO_GAME)
    if command.value < 1 or command.value & (command.value - 1):
        raise ValueError(f"a cube shows a power of two, not {command.value}")
    if command.owner is None and command.value > 1 << state.game.automatic:
        raise ValueError(f"a cube at {command.value} belongs to a side")
    corrected = e.CubeCorrected(at=at, value=command.value, owner=command.owner, by=command.by, reason=command.reason)
    return (corrected,)


def annul_doubles(state: MatchState, command: c.AnnulDoubles, at: int) -> MatchDecision:
    """Void doubles are taken back, with all that followed (usbgf:4.4.7.1a, 4.4.8b, 4.4.8d, 4.4.10a)."""
    if command.game is not None:
        return _annul_in_finished_game(state, command, at)
    if state.game is None:
        return Refusal(MatchCode.NO_GAME)
    corrected = _cube_correction(state, command, at)
    return corrected or Refusal(MatchCode.NOTHING_TO_CORRECT)


def _annul_in_finished_game(state: MatchState, command: c.AnnulDoubles, at: int) -> MatchDecision:
    wrong = _record_of_game(state.records, command.game)
    records = rederive_records(state.records, state.in_force, state.format.cube)
    if records[wrong.number - 1].cube == wrong.cube:
        return Refusal(MatchCode.NOTHING_TO_CORRECT)
    return _score_from_records(state, command, at, records)


def _score_from_records(
    state: MatchState, command: c.CorrectScore | c.AnnulDoubles, at: int, records: tuple[GameRecord, ...]
) -> MatchDecision:
    """The score these records come to, with the penalties there were."""
    played, sets, done = game_totals(records, state.in_force)
    return _score_correction(state, command, at, (records, _add_scores(played, _penalty_score(state)), sets, done))


def _cube_correction(state: MatchState, command: c.Official, at: int) -> tuple[e.CubeCorrected, ...]:
    """The running game's cube as it should be at the score; nothing if it is."""
    game = state.game
    assert game is not None
    value, stand = right_cube(
        game.doubles, game.base, state.score, state.in_force, state.format.cube, no_cube=not game.cube_in_play
    )
    offered = game.stage is GameStage.ANSWER and stand == len(game.doubles)
    if offered:  # the last one waits for its answer
        value, stand = value // 2, stand - 1
    if value == game.cube.value and (offered or game.stage is not GameStage.ANSWER):
        return ()
    owner = game.doubles[stand - 1].side.other if stand else game.base_owner
    return (e.CubeCorrected(at=at, value=value, owner=owner, by=command.by, reason=command.reason),)


def correct_score(state: MatchState, command: c.CorrectScore, at: int) -> MatchDecision:
    """Set the score right; later games keep their winners, the Crawford game falls anew (usbgf:4.6.3)."""
    if (command.score is None) == (command.game is None or command.points is None):
        raise ValueError("a score correction names either the score, or one game and its points")
    if command.score is not None:
        done = _is_crawford_behind(state, command.score)
        return _score_correction(state, command, at, (state.records, command.score, state.sets, done))
    assert command.points is not None
    if command.points < 0:
        raise ValueError(f"a game is worth 0 points or more, not {command.points}")
    settled = {_record_of_game(state.records, command.game).number: command.points}
    return _score_from_records(
        state, command, at, rederive_records(state.records, state.in_force, state.format.cube, settled)
    )


def _score_correction(
    state: MatchState,
    command: c.CorrectScore | c.CorrectLength | c.AnnulDoubles,
    at: int,
    right: tuple[tuple[GameRecord, ...], Score, Score, bool],
) -> tuple[e.AnyEvent, ...]:
    """The correction and what follows from it: the running game's cube, the end of the match."""
    records, score, sets, done = right
    rules = state.format.cube
    crawford = None if state.game is None else is_crawford(score, state.in_force, rules, done=done)
    corrected = e.ScoreCorrected(
        at=at,
        score=score,
        records=records,
        crawford_done=done,
        by=command.by,
        reason=command.reason,
        sets=sets if sets != state.sets else None,
        crawford=crawford,
    )
    after = evolve_match(state, corrected)
    if state.game is None:
        return (corrected,) if after.phase is MatchPhase.OVER else (corrected, *after_game(after, at))
    if winner_by_score(score, state.in_force) is not None:
        return (corrected, *end_by_score(after, at))
    return (corrected, *_cube_correction(after, command, at))


def _record_of_game(records: tuple[GameRecord, ...], number: int | None) -> GameRecord:
    if number is None or not 1 <= number <= len(records):
        raise ValueError(f"finished games run from 1 to {len(records)}, not {number}")
    return records[number - 1]


def _penalty_score(state: MatchState) -> Score:
    """Points on the score that no game gave: penalties."""
    white, black = game_totals(state.records, state.in_force).score
    return (state.score[0] - white, state.score[1] - black)


def _add_scores(first: Score, second: Score) -> Score:
    return (first[0] + second[0], first[1] + second[1])


def _is_crawford_behind(state: MatchState, score: Score) -> bool:
    """Whether the Crawford game is behind at a corrected score: not if the score had nobody at match point."""
    if not any(record.crawford for record in state.records):
        return False
    goal = target_points(state.in_force)
    return goal is not None and max(score) >= goal - 1


def correct_length(state: MatchState, command: c.CorrectLength, at: int) -> MatchDecision:
    """A wrong length: the running game is finished under it, then the designated one holds (usbgf:4.8.2)."""
    kinds = {state.in_force.kind, command.length.kind}
    if kinds != {LengthKind.POINTS}:
        return Refusal(MatchCode.NOT_A_POINT_MATCH)
    if command.length.points == state.in_force.points and state.designated is None:
        return Refusal(MatchCode.NOTHING_TO_CORRECT)
    if command.recompute and (state.ended is None or state.ended.reason == "score"):
        return _recompute_length(state, command, at)
    if state.phase is MatchPhase.OVER:
        return Refusal(MatchCode.MATCH_OVER)
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


def _recompute_length(state: MatchState, command: c.CorrectLength, at: int) -> tuple[e.AnyEvent, ...]:
    """The right length from the first game on: games after it was reached are void (ibf:15.5, 15.6, guide:5.14g)."""
    records = rederive_records(state.records, command.length, state.format.cube)
    for record in records:
        if (
            winner_by_score(add_points(record.before or (0, 0), record.winner, record.points), command.length)
            is not None
        ):
            records = records[: record.number]
            break
    played, _, done = game_totals(records, command.length)
    score = _add_scores(played, _penalty_score(state))
    corrected = e.LengthCorrected(
        at=at, length=command.length, after_game=False, crawford_done=done, by=command.by, reason=command.reason
    )
    after = evolve_match(state, corrected)
    return (corrected, *_score_correction(after, command, at, (records, score, state.sets, done)))


def adjust_clock(state: MatchState, command: c.AdjustClock, at: int) -> MatchDecision:
    """Give or take reserve."""
    if state.clock is None:
        return Refusal(MatchCode.NO_CLOCK)
    adjusted = e.ClockAdjusted(at=at, side=command.side, change=command.change, by=command.by, reason=command.reason)
    return (adjusted,)


def set_delay(state: MatchState, command: c.SetDelay, at: int) -> MatchDecision:
    """Alter one side's delay (usbgf:1.1.4.3c); the running turn keeps the one it has."""
    clock = state.clock
    if clock is None or clock.rules.method is ClockMethod.UNTIMED:
        return Refusal(MatchCode.NO_CLOCK)
    if command.delay < 0:
        raise ValueError(f"a delay is milliseconds from 0 up, not {command.delay}")
    if clock.rules.delay_of(command.side) == command.delay:
        return Refusal(MatchCode.NOTHING_TO_CORRECT)
    changed = e.DelaySet(at=at, side=command.side, delay=command.delay, by=command.by, reason=command.reason)
    return (changed,)


def introduce_clock(state: MatchState, command: c.IntroduceClock, at: int) -> MatchDecision:
    """Play the rest with a clock; times from the score unless given (usbgf:3.4.4.4a, 3.4.4.4b)."""
    if state.phase is MatchPhase.OVER:
        return Refusal(MatchCode.MATCH_OVER)
    reserve, trust = command.reserve, 0
    if reserve is None:
        whole = partial_reserve(state, command.rules)
        trust = min(command.rules.trust, whole)
        reserve = (whole - trust, whole - trust)
    if min(reserve) < 0:
        raise ValueError(f"reserves are milliseconds from 0 up, not {reserve}")
    introduced = e.ClockIntroduced(
        at=at, rules=command.rules, reserve=reserve, by=command.by, reason=command.reason, trust=trust
    )
    return (introduced,)


def partial_reserve(state: MatchState, rules: ClockRules) -> int:
    """Half the sum of the points both still need, times the reserve a point; the whole reserve before the first."""
    goal = target_points(state.in_force)
    begun = state.score != (0, 0) or state.in_force != state.format.length
    if goal is None or not rules.per_point or not begun:
        return rules.reserve
    needed = sum(max(0, goal - points) for points in state.score)
    return needed * rules.per_point // 2


def award_points(state: MatchState, command: c.AwardPoints, at: int) -> MatchDecision:
    """Penalty points go onto a score, and may end the match or bring the Crawford game."""
    if state.phase is MatchPhase.OVER:
        return Refusal(MatchCode.MATCH_OVER)
    if command.points == 0:
        return Refusal(MatchCode.NOTHING_TO_CORRECT)
    waits = state.game is not None and state.format.points_wait
    awarded = e.PointsAwarded(
        at=at, side=command.side, points=command.points, by=command.by, reason=command.reason, waits=waits
    )
    if waits:
        return (awarded,)
    after = evolve_match(state, awarded)
    if state.game is None:
        return (awarded, *after_game(after, at))
    return (awarded,) if winner_by_score(after.score, state.in_force) is None else (awarded, *end_by_score(after, at))


def forfeit_game(state: MatchState, command: c.ForfeitGame, at: int) -> MatchDecision:
    """A side loses the running game by an official's word."""
    if state.game is None:
        return Refusal(MatchCode.NO_GAME)
    if command.level not in (1, 2, 3):
        raise ValueError(f"a game is worth 1, 2 or 3, not {command.level}")
    return game_over(state, command.side.other, command.level, EndedBy.FORFEIT, at)


def void_game(state: MatchState, command: c.VoidGame, at: int) -> MatchDecision:
    """The running game counts for nobody; the next begins with an opening roll (ibf:17.1e)."""
    if state.game is None:
        return Refusal(MatchCode.NO_GAME)
    voided = e.GameVoided(at=at, by=command.by, reason=command.reason)
    return (voided, *after_game(evolve_match(state, voided), at)) if any(state.owed) else (voided,)


def forfeit_match(state: MatchState, command: c.ForfeitMatch, at: int) -> MatchDecision:
    """A side loses the match by an official's word."""
    if state.phase is MatchPhase.OVER:
        return Refusal(MatchCode.MATCH_OVER)
    return (e.MatchEnded(at=at, winner=command.side.other, reason="forfeit", person=command.by),)


def abandon_match(state: MatchState, command: c.AbandonMatch, at: int) -> MatchDecision:
    """End it without a result; a money session is over between two games."""
    if state.phase is MatchPhase.OVER:
        return Refusal(MatchCode.MATCH_OVER)
    between = state.in_force.kind is LengthKind.MONEY and state.game is None
    return (e.MatchEnded(at=at, winner=None, reason="session_over" if between else "abandoned", person=command.by),)


def declare_drawn(state: MatchState, command: c.DeclareDrawn, at: int) -> MatchDecision:
    """Nobody wins (usbgf:4.8.1.2b)."""
    if state.phase is MatchPhase.OVER:
        return Refusal(MatchCode.MATCH_OVER)
    return (e.MatchEnded(at=at, winner=None, reason="drawn", person=command.by),)
