"""A match judged decision by decision: errors, luck, performance rating, as data for every front.

The input is the events of a match: what was taken back by an official is not judged. Plays found illegal are skipped.
`analysis_data` has the values, `questions` what there is to judge, `match_review` the judge, `analysts` who asks it.
"""

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from barpoint.board import Side
from barpoint.engine.cube.match_equity import MatchEquityTable
from barpoint.engine.cube.match_stakes import score_of
from barpoint.engine.review.analysis_data import (
    PR,
    Analysis,
    Candidate,
    Decision,
    DecisionKind,
    Grade,
    Performance,
    RollLuck,
)
from barpoint.engine.review.analysts import Analysts, ReviewJob, ThreadAnalysts
from barpoint.engine.review.match_review import ReviewQuestion
from barpoint.engine.review.questions import review_questions
from barpoint.engine.search.search_width import SearchWidth
from barpoint.match import MatchState, points_of
from barpoint.match import events as e

if TYPE_CHECKING:
    from barpoint.engine.review.rolled_out import RollOut

__all__ = ["Analysis", "Candidate", "Decision", "DecisionKind", "Grade", "Performance", "RollLuck", "analyse"]


def analyse(
    events: Iterable[e.AnyEvent],
    plies: int = 0,
    threads: int = 1,
    *,
    table: MatchEquityTable | None = None,
    width: SearchWidth = SearchWidth.NORMAL,
    roller: bool = False,
    analysts: Analysts | None = None,
    roll_out: "RollOut | None" = None,
    progress: Callable[[int, int], None] | None = None,
) -> Analysis:
    """Judge a match; `progress` hears how many of how many questions are answered, then rolled out (`roll_out`).

    `roller`: what search finds close is settled by short rollouts. `analysts` answer instead of threads here.
    """
    events = tuple(events)
    questions, state = review_questions(events)
    if not questions:
        raise ValueError("expected a match with at least one roll to judge")
    job = ReviewJob(events, plies, table, width, roller)
    answers: list[Decision | RollLuck] = []
    for run in (analysts or ThreadAnalysts(threads)).answers(job):
        answers += run
        if progress:
            progress(len(answers), len(questions))
    if roll_out is not None:
        _roll_out(roll_out, questions, answers, progress)
    decisions = tuple(answer for answer in answers if isinstance(answer, Decision))
    rolls = tuple(answer for answer in answers if isinstance(answer, RollLuck))
    return _sum_up(state, plies, decisions, rolls, table)


def _roll_out(
    roll_out: "RollOut",
    questions: list[ReviewQuestion],
    answers: list[Decision | RollLuck],
    progress: Callable[[int, int], None] | None,
) -> None:
    """Put what games say in the place of what was looked at, decision by decision."""
    doubtful = [
        (place, answer)
        for place, answer in enumerate(answers)
        if isinstance(answer, Decision) and roll_out.concerns(questions[place], answer)
    ]
    for done, (place, answer) in enumerate(doubtful, 1):
        answers[place] = roll_out.judge(questions[place], answer)
        if progress:
            progress(done, len(doubtful))


def _sum_up(
    state: MatchState,
    plies: int,
    decisions: tuple[Decision, ...],
    rolls: tuple[RollLuck, ...],
    table: MatchEquityTable | None,
) -> Analysis:
    white, black = (_performance(state, side, decisions, rolls) for side in (Side.WHITE, Side.BLACK))
    length = state.in_force.points
    result = _result(state, table)
    return Analysis(
        plies=plies,
        length=length,
        players=(white, black),
        decisions=decisions,
        rolls=rolls,
        result=result,
        result_without_luck=result - (white.luck_at_stake - black.luck_at_stake),
    )


def _performance(
    state: MatchState, side: Side, decisions: tuple[Decision, ...], rolls: tuple[RollLuck, ...]
) -> Performance:
    own = [decision for decision in decisions if decision.side is side and decision.counted]
    plays = [decision for decision in own if decision.kind is DecisionKind.PLAY]
    cubes = [decision for decision in own if decision.kind is not DecisionKind.PLAY]
    total = sum(decision.error for decision in own)
    thrown = [roll for roll in rolls if roll.side is side]
    names = state.seats[0 if side is Side.WHITE else 1]
    return Performance(
        name=" and ".join(names),
        side=side,
        counted=len(own),
        error=total,
        mwc_error=sum(decision.mwc_error for decision in own),
        pr=PR * total / len(own) if own else 0.0,
        plays=len(plays),
        play_error=sum(decision.error for decision in plays),
        cubes=len(cubes),
        cube_error=sum(decision.error for decision in cubes),
        errors=sum(decision.grade is Grade.ERROR for decision in own),
        blunders=sum(decision.grade is Grade.BLUNDER for decision in own),
        luck=sum(roll.luck for roll in thrown),
        luck_at_stake=sum(roll.luck * roll.stake for roll in thrown),
    )


def _result(state: MatchState, table: MatchEquityTable | None) -> float:
    """White's: 1 or 0 for a match that was decided, its chance in one that was not, or points of a session."""
    if not state.in_force.points:
        return float(points_of(Side.WHITE, state.score) - points_of(Side.BLACK, state.score))
    if state.ended is not None and state.ended.winner is not None:
        return 1.0 if state.ended.winner is Side.WHITE else 0.0
    away = score_of(state, Side.WHITE)
    return 0.5 if away is None else (table or MatchEquityTable.kazaross()).now(away)
