"""The judge of a match: what each decision cost, and how lucky each roll was.

What is counted is what XG's performance rating rests on (docs/engine-play.md has the source): checker plays where there
is a choice, unless every play is worth the same to a thousandth; actual doubles, takes and passes; and leaving the cube
alone where we were ahead and doubling would have cost less than `CLOSE`, or was right.

Plays and cube decisions are weighed with the cube and at the score they were made (`cube_search`). What was looked at
is remembered for a while: the position a play led to is the one before the next cube decision.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, assert_never

from barpoint.board import Discipline, Hop, Play, Position, Roll, Side
from barpoint.engine.cube.cube_actions import CubeDecision, CubeState
from barpoint.engine.cube.cube_search import Stakes
from barpoint.engine.cube.match_equity import MatchEquityTable
from barpoint.engine.cube.match_stakes import cube_state_of
from barpoint.engine.evaluator import Array, Chances
from barpoint.engine.knowledge import Knowledge, SearchKnowledge, knowledge_of, tree_of
from barpoint.engine.review.analysis_data import (
    Candidate,
    CubeFigures,
    Decision,
    DecisionKind,
    RollLuck,
)
from barpoint.engine.review.luck import luck_of, opening_luck_of, ranked_roll_equities, roll_equities
from barpoint.engine.rollout.roller import Roller
from barpoint.engine.search.engine import RankedPlay
from barpoint.engine.search.search_width import SearchWidth
from barpoint.engine.search.tree_cache import CachedTree
from barpoint.match import Game, MatchState
from barpoint.match import events as e

_SeenCube = tuple[Position, CubeState, Chances, CubeDecision]
CLOSE: Final = 0.2
_SHOWN: Final = 5  # candidates kept of a checker decision


@dataclass(frozen=True)
class ReviewQuestion:
    """Something to be judged: the state it was decided in, and the event that decided it."""

    state: MatchState
    event: e.AnyEvent
    kind: DecisionKind | None  # None: a roll's luck

    @property
    def game(self) -> Game:
        """The game it was decided in."""
        assert self.state.game is not None
        return self.state.game


class Judge:
    """Answers questions; used by several threads at once."""

    def __init__(
        self,
        rules: Discipline,
        plies: int,
        table: MatchEquityTable | None,
        width: SearchWidth = SearchWidth.NORMAL,
        *,
        roller: bool = False,
    ) -> None:
        self._knowledge: Knowledge = knowledge_of(rules)
        self._plies, self._table, self._width = plies, table, width
        self._tree: CachedTree | None = None
        if isinstance(self._knowledge, SearchKnowledge):
            self._tree = CachedTree(tree_of(rules))
            self._knowledge = SearchKnowledge(self._tree)
        self._search = self._knowledge
        if roller:
            self._knowledge = Roller(self._search)

    def answers(self, questions: Sequence[ReviewQuestion]) -> list[Decision | RollLuck]:
        """The judgement of decisions and rolls, in their order."""
        return [self._answer(question) for question in questions]

    def _answer(self, question: ReviewQuestion) -> Decision | RollLuck:
        match question.kind:
            case None:
                return self._roll_luck(question)
            case DecisionKind.PLAY:
                return self._play(question)
            case DecisionKind.DOUBLE:
                return self._double(question)
            case DecisionKind.TAKE:
                return self._take(question)
            case _:
                assert_never(question.kind)

    def _roll_luck(self, question: ReviewQuestion) -> RollLuck:
        event, game = question.event, question.game
        if isinstance(event, e.OpeningRolled):
            side = Side.WHITE if event.white > event.black else Side.BLACK
            roll = Roll(event.white, event.black)
        else:
            assert isinstance(event, e.DiceRolled)
            side, roll = event.side, Roll(*event.dice)
        stakes, worth = self._roll_equities(question, side)
        if isinstance(event, e.OpeningRolled):
            luck = opening_luck_of(worth, self._roll_equities(question, side.other)[1], roll)
        else:
            luck = luck_of(worth, roll)
        return RollLuck(
            game=game.number,
            version=question.state.version,
            side=side,
            roll=(roll.high, roll.low),
            luck=luck,
            stake=_stake(stakes.state, self._table),
        )

    def _roll_equities(self, question: ReviewQuestion, side: Side) -> tuple[Stakes, Array]:
        """What a side plays for, and what each roll would be worth to it."""
        stakes, before = Stakes(cube_state_of(question.state, side), self._table), question.game.view_for(side)
        if self._tree is not None:
            return stakes, roll_equities(self._tree, before, stakes)
        return stakes, ranked_roll_equities(self._knowledge, before, stakes)

    def _play(self, question: ReviewQuestion) -> Decision:
        event, game = question.event, question.game
        assert isinstance(event, e.Played)
        assert game.roll is not None
        before, stands = game.view_for(event.side), cube_state_of(question.state, event.side)
        play = Play.of(before, [Hop(*hop) for hop in event.hops])
        stakes = Stakes(stands, self._table)
        cap = game.head_cap(game.roll)
        ranked = self._knowledge.rank_plays(before, game.roll, self._plies, cap, stakes, width=self._width)
        deepest = [entry for entry in ranked if _alike(entry, ranked[0])]
        played = self._find_play(ranked, play, stakes)
        choice = len({round(entry.worth, 3) for entry in ranked}) > 1
        error = max(0.0, deepest[0].worth - played.worth) if choice else 0.0
        return Decision(
            game=game.number,
            version=question.state.version,
            side=event.side,
            kind=DecisionKind.PLAY,
            position=str(before),
            cube=game.cube.value,
            roll=(game.roll.high, game.roll.low),
            played=_candidate(played),
            candidates=tuple(_candidate(entry) for entry in deepest[:_SHOWN]),
            error=error,
            mwc_error=mwc_cost(error, stands, self._table),
            counted=choice,
        )

    def _find_play(self, ranked: list[RankedPlay], play: Play, stakes: Stakes) -> RankedPlay:
        """The play made among the ranked ones, looked at as the best of them was."""
        same = next((entry for entry in ranked if entry.play.packed == play.packed), None)
        if same is None:
            reached = play.after
            same = next((entry for entry in ranked if entry.play.after == reached), None)
        if same is not None and _alike(same, ranked[0]):
            return same
        known = self._knowledge if ranked[0].games else self._search
        return known.evaluate_play(play, ranked[0].level, stakes)

    def _double(self, question: ReviewQuestion) -> Decision:
        event = question.event
        assert isinstance(event, e.DiceRolled | e.Doubled)
        seen = _, _, _, decision = self._cube_decision(question, event.side)
        doubled = min(decision.double_take, decision.double_pass)
        values = {"double": doubled, "no double": decision.no_double}
        chosen = "double" if isinstance(event, e.Doubled) else "no double"
        close = decision.no_double > 0 and decision.no_double - doubled < CLOSE
        return self._cube(question, event.side, seen, values, chosen, close)

    def _take(self, question: ReviewQuestion) -> Decision:
        event = question.event
        assert isinstance(event, e.DoubleTaken | e.DoublePassed)
        seen = _, _, _, decision = self._cube_decision(question, event.side.other)
        values = {"take": -decision.double_take, "pass": -decision.double_pass}
        chosen = "take" if isinstance(event, e.DoubleTaken) else "pass"
        return self._cube(question, event.side, seen, values, chosen, close=True)

    def _cube_decision(self, question: ReviewQuestion, doubler: Side) -> _SeenCube:
        """The position before `doubler` rolls, the cube it sees, how it ends, and what is right there."""
        position, stands = question.game.view_for(doubler), cube_state_of(question.state, doubler)
        return position, stands, *self._knowledge.cube_decision(position, Stakes(stands, self._table), self._plies)

    def _cube(
        self,
        question: ReviewQuestion,
        side: Side,
        seen: _SeenCube,
        values: dict[str, float],
        chosen: str,
        close: bool,
    ) -> Decision:
        position, stands, chances, decision = seen
        assert question.kind is not None
        best = max(values, key=lambda name: (values[name], name == chosen))
        error = values[best] - values[chosen]
        return Decision(
            game=question.game.number,
            version=question.state.version,
            side=side,
            kind=question.kind,
            position=str(position),
            cube=question.game.cube.value,
            chosen=chosen,
            best=best,
            figures=CubeFigures(
                decision.no_double, decision.double_take, decision.double_pass, decision.text, tuple(chances)
            ),
            error=error,
            mwc_error=mwc_cost(error, stands, self._table),
            counted=close or chosen != "no double" or error > 0,
        )


def _alike(entry: RankedPlay, best: RankedPlay) -> bool:
    """Whether two plays were looked at in the same way: as deep, or in as many games."""
    return (entry.level, entry.games) == (best.level, best.games)


def _candidate(entry: RankedPlay) -> Candidate:
    hops = tuple((hop[0], hop[1]) for hop in entry.play.hops)
    return Candidate(hops, entry.worth, tuple(entry.chances), entry.level, entry.games, entry.deviation)


def _stake(stands: CubeState, table: MatchEquityTable | None) -> float:
    """What a unit of normalised equity is worth: chance to win the match, or points."""
    if stands.score is None:
        return float(stands.value)
    table = table or MatchEquityTable.kazaross()
    return (table.after(stands.score, stands.value) - table.after(stands.score, -stands.value)) / 2


def mwc_cost(error: float, stands: CubeState, table: MatchEquityTable | None) -> float:
    """An error as chance to win the match; 0 for money."""
    return error * _stake(stands, table) if stands.score is not None else 0.0
