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
from barpoint.engine.cube import CubeDecision, CubeState
from barpoint.engine.cube_search import Stakes
from barpoint.engine.judgement import Candidate, CubeFigures, Decision, Kind, Thrown
from barpoint.engine.knowledge import Knowledge, SearchedGame, knowledge_of, tree_of
from barpoint.engine.luck import luck_of
from barpoint.engine.match_equity import MatchEquityTable
from barpoint.engine.remembering import RememberingTree
from barpoint.engine.search import RankedPlay
from barpoint.engine.stakes import cube_state_of
from barpoint.match import events as e
from barpoint.match.state import Game, MatchState

CLOSE: Final = 0.2
_SHOWN: Final = 5  # candidates kept of a checker decision


@dataclass(frozen=True)
class Asked:
    """Something to be judged: the state it was decided in, and the event that decided it."""

    state: MatchState
    event: e.AnyEvent
    kind: Kind | None  # None: a roll's luck

    @property
    def game(self) -> Game:
        """The game it was decided in."""
        assert self.state.game is not None
        return self.state.game


class Judge:
    """Answers questions; used by several threads at once."""

    def __init__(self, rules: Discipline, plies: int, table: MatchEquityTable | None) -> None:
        self._knowledge: Knowledge = knowledge_of(rules)
        self._plies, self._table = plies, table
        self._tree: RememberingTree | None = None
        if isinstance(self._knowledge, SearchedGame):
            self._tree = RememberingTree(tree_of(rules))
            self._knowledge = SearchedGame(self._tree)

    def answers(self, asked: Sequence[Asked]) -> list[Decision | Thrown]:
        """The judgement of decisions and rolls, in their order."""
        return [self._answer(one) for one in asked]

    def _answer(self, asked: Asked) -> Decision | Thrown:
        match asked.kind:
            case None:
                return self._thrown(asked)
            case Kind.PLAY:
                return self._play(asked)
            case Kind.DOUBLE:
                return self._double(asked)
            case Kind.TAKE:
                return self._take(asked)
            case _:
                assert_never(asked.kind)

    def _thrown(self, asked: Asked) -> Thrown:
        event, game = asked.event, asked.game
        opening = isinstance(event, e.OpeningRolled)
        if isinstance(event, e.OpeningRolled):
            side = Side.WHITE if event.white > event.black else Side.BLACK
            roll = Roll(event.white, event.black)
        else:
            assert isinstance(event, e.DiceRolled)
            side, roll = event.side, Roll(*event.dice)
        stakes = Stakes(cube_state_of(asked.state, side), self._table)
        luck = 0.0
        if self._tree is not None:  # who has no tree keeps no account of luck
            luck = luck_of(self._tree, game.seen_by(side), roll, stakes, opening=opening)
        return Thrown(
            game=game.number,
            version=asked.state.version,
            side=side,
            roll=(roll.high, roll.low),
            luck=luck,
            stake=_stake(stakes.state, self._table),
        )

    def _play(self, asked: Asked) -> Decision:
        event, game = asked.event, asked.game
        assert isinstance(event, e.Played)
        assert game.roll is not None
        before, stands = game.seen_by(event.side), cube_state_of(asked.state, event.side)
        made = Play.of(before, [Hop(*hop) for hop in event.hops])
        stakes = Stakes(stands, self._table)
        ranked = self._knowledge.ranked(before, game.roll, self._plies, game.head_cap(game.roll), stakes)
        deepest = [entry for entry in ranked if entry.level == ranked[0].level]
        played = self._found(ranked, made, stakes)
        choice = len({round(entry.worth, 3) for entry in ranked}) > 1
        error = max(0.0, deepest[0].worth - played.worth) if choice else 0.0
        return Decision(
            game=game.number,
            version=asked.state.version,
            side=event.side,
            kind=Kind.PLAY,
            position=str(before),
            cube=game.cube.value,
            roll=(game.roll.high, game.roll.low),
            played=_candidate(played),
            candidates=tuple(_candidate(entry) for entry in deepest[:_SHOWN]),
            error=error,
            mwc_error=_mwc(error, stands, self._table),
            counted=choice,
        )

    def _found(self, ranked: list[RankedPlay], made: Play, stakes: Stakes) -> RankedPlay:
        """The play made among the ranked ones, looked at as deep as the best of them."""
        same = next((entry for entry in ranked if entry.play.packed == made.packed), None)
        if same is None:
            reached = made.after
            same = next((entry for entry in ranked if entry.play.after == reached), None)
        if same is not None and same.level == ranked[0].level:
            return same
        return self._knowledge.looked_at(made, ranked[0].level, stakes)

    def _double(self, asked: Asked) -> Decision:
        event = asked.event
        assert isinstance(event, e.DiceRolled | e.Doubled)
        position, stands, decided = self._decided(asked, event.side)
        doubled = min(decided.double_take, decided.double_pass)
        values = {"double": doubled, "no double": decided.no_double}
        chosen = "double" if isinstance(event, e.Doubled) else "no double"
        close = decided.no_double > 0 and decided.no_double - doubled < CLOSE
        return self._cube(asked, event.side, (position, stands, decided), values, chosen, close)

    def _take(self, asked: Asked) -> Decision:
        event = asked.event
        assert isinstance(event, e.DoubleTaken | e.DoublePassed)
        position, stands, decided = self._decided(asked, event.side.other)
        values = {"take": -decided.double_take, "pass": -decided.double_pass}
        chosen = "take" if isinstance(event, e.DoubleTaken) else "pass"
        return self._cube(asked, event.side, (position, stands, decided), values, chosen, close=True)

    def _decided(self, asked: Asked, doubler: Side) -> tuple[Position, CubeState, CubeDecision]:
        """The position before `doubler` rolls, the cube it sees, and what is right there."""
        position, stands = asked.game.seen_by(doubler), cube_state_of(asked.state, doubler)
        return position, stands, self._knowledge.decided(position, Stakes(stands, self._table), self._plies)[1]

    def _cube(
        self,
        asked: Asked,
        side: Side,
        seen: tuple[Position, CubeState, CubeDecision],
        values: dict[str, float],
        chosen: str,
        close: bool,
    ) -> Decision:
        position, stands, decided = seen
        assert asked.kind is not None
        best = max(values, key=lambda name: (values[name], name == chosen))
        error = values[best] - values[chosen]
        return Decision(
            game=asked.game.number,
            version=asked.state.version,
            side=side,
            kind=asked.kind,
            position=str(position),
            cube=asked.game.cube.value,
            chosen=chosen,
            best=best,
            figures=CubeFigures(decided.no_double, decided.double_take, decided.double_pass, decided.text),
            error=error,
            mwc_error=_mwc(error, stands, self._table),
            counted=close or chosen != "no double" or error > 0,
        )


def _candidate(entry: RankedPlay) -> Candidate:
    return Candidate(tuple((hop[0], hop[1]) for hop in entry.play.hops), entry.worth, tuple(entry.chances), entry.level)


def _stake(stands: CubeState, table: MatchEquityTable | None) -> float:
    """What a unit of normalised equity is worth: chance to win the match, or points."""
    if stands.score is None:
        return float(stands.value)
    table = table or MatchEquityTable.kazaross()
    return (table.after(stands.score, stands.value) - table.after(stands.score, -stands.value)) / 2


def _mwc(error: float, stands: CubeState, table: MatchEquityTable | None) -> float:
    return error * _stake(stands, table) if stands.score is not None else 0.0
