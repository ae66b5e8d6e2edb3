"""Decisions of a match rolled out: the doubtful ones judged again by games played to the end.

The play made and the best candidates meet the same dice, as do doubling and not doubling; the error is the difference
of what they were worth. Sprintgammon, whose values are not searched, stays as it is.
"""

from typing import Final

import msgspec

from barpoint.board import Hop, Play
from barpoint.engine.cube.cube_actions import CubeState
from barpoint.engine.cube.match_equity import MatchEquityTable
from barpoint.engine.cube.match_stakes import cube_state_of
from barpoint.engine.review.analysis_data import Candidate, CubeFigures, Decision, DecisionKind, Grade
from barpoint.engine.review.match_review import ReviewQuestion, mwc_cost
from barpoint.engine.rollout.rollout import (
    Rollout,
    RolloutSettings,
    RolloutStanding,
    cube_contenders,
    looks_ahead,
    play_contender,
    rollout_cube_decision,
)
from barpoint.engine.rollout.workers import Workers

_CONTENDERS: Final = 3
"""Candidates rolled out beside the play that was made."""
_CLASSES: Final = {Grade.ERROR: (Grade.ERROR, Grade.BLUNDER), Grade.BLUNDER: (Grade.BLUNDER,), Grade.GOOD: tuple(Grade)}
DEFAULT: Final = RolloutSettings(games=324, least=324, cubeful=True)


class RollOut:
    """Rolls decisions out that are of a class or worse."""

    def __init__(
        self, worst: Grade, workers: Workers, settings: RolloutSettings = DEFAULT, table: MatchEquityTable | None = None
    ) -> None:
        self._classes, self._workers, self._settings, self._table = _CLASSES[worst], workers, settings, table

    def concerns(self, question: ReviewQuestion, decision: Decision) -> bool:
        """Whether a decision is to be rolled out."""
        rolled = looks_ahead(question.state.discipline)
        return rolled and decision.counted and decision.grade in self._classes

    def judge(self, question: ReviewQuestion, decision: Decision) -> Decision:
        """The decision with what the games say of it."""
        if decision.kind is DecisionKind.PLAY:
            return self._play(question, decision)
        return self._cube(question, decision)

    def _play(self, question: ReviewQuestion, decision: Decision) -> Decision:
        assert decision.played is not None
        before, stands = question.game.view_for(decision.side), cube_state_of(question.state, decision.side)
        played = before.after(decision.played.hops)
        rivals = [made for made in decision.candidates if before.after(made.hops) != played][:_CONTENDERS]
        entries = [decision.played, *rivals]
        plays = [Play.of(before, [Hop(*hop) for hop in entry.hops]) for entry in entries]
        if any(play.after.is_over for play in plays):
            return decision
        rollout = Rollout(
            [play_contender(play, stands) for play in plays], self._settings, self._workers, table=self._table
        )
        standings = rollout.run().standings
        rolled = [_rolled(entry, standing) for entry, standing in zip(entries, standings, strict=True)]
        ranked = tuple(sorted(rolled, key=lambda entry: -entry.equity))
        error = ranked[0].equity - rolled[0].equity
        return self._with_error(decision, stands, error, played=rolled[0], candidates=ranked)

    def _cube(self, question: ReviewQuestion, decision: Decision) -> Decision:
        doubler = decision.side if decision.kind is DecisionKind.DOUBLE else decision.side.other
        position, stands = question.game.view_for(doubler), cube_state_of(question.state, doubler)
        rollout = Rollout(cube_contenders(position, stands), self._settings, self._workers, table=self._table)
        report = rollout.run()
        right = rollout_cube_decision(report, stands)
        if decision.kind is DecisionKind.DOUBLE:
            values = {"double": min(right.double_take, right.double_pass), "no double": right.no_double}
        else:
            values = {"take": -right.double_take, "pass": -right.double_pass}
        best = max(values, key=lambda name: (values[name], name == decision.chosen))
        first = report.standings[0]
        figures = CubeFigures(
            right.no_double, right.double_take, right.double_pass, right.text, tuple(first.chances), first.games
        )
        error = values[best] - values[decision.chosen]
        return self._with_error(decision, stands, error, figures=figures, best=best)

    def _with_error(self, decision: Decision, stands: CubeState, error: float, **changes: object) -> Decision:
        error = max(0.0, error)
        cost = mwc_cost(error, stands, self._table)
        return msgspec.structs.replace(decision, error=error, mwc_error=cost, **changes)


def _rolled(entry: Candidate, standing: RolloutStanding) -> Candidate:
    return msgspec.structs.replace(
        entry,
        equity=standing.value,
        chances=tuple(standing.chances),
        games=standing.games,
        deviation=standing.value_error,
    )
