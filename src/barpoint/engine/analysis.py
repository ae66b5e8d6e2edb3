"""A match judged decision by decision: errors, luck, performance rating, as data for every front.

Terms
-----
error     what a decision gave up against the best one: normalised equity (EMG in a match), never negative.
counted   an unforced decision. Checker plays count where there is a choice; a take or pass and an actual double
          always; leaving the cube alone counts if doubling was within `CLOSE` of it.
PR        performance rating as XG defines it: the mean error of counted decisions times 500.
grade     an error of at least 0.02 is an error, of at least 0.08 a blunder.
luck      `luck.luck_of` for every roll. A result without luck is the actual one less the difference of luck.

The input is the events of a match: what was taken back by an official is not judged. Plays found illegal are skipped.
"""

from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, assert_never

import msgspec

from barpoint.board import Hop, Play, Position, Roll, Side
from barpoint.engine.cube import CubeDecision, CubeState, Owner, cubeful_equity
from barpoint.engine.cubing import decide_at
from barpoint.engine.knowledge import Knowledge, SearchedGame, knowledge_of, lawful
from barpoint.engine.match_equity import MatchEquityTable
from barpoint.engine.search import RankedPlay
from barpoint.engine.stakes import cube_state_of, efficiency_of, score_of
from barpoint.match import events as e
from barpoint.match.access import double_refused
from barpoint.match.evolve import evolve
from barpoint.match.score import points_of
from barpoint.match.state import MatchState, Stage, new_match

ERROR: Final = 0.02
BLUNDER: Final = 0.08
CLOSE: Final = 0.2
PR: Final = 500
_SHOWN: Final = 5  # candidates kept of a checker decision
_WEIGHED: Final = 6  # candidates weighed with the cube


class Kind(StrEnum):
    """What was decided."""

    PLAY = "play"
    DOUBLE = "double"  # to double, or not to
    TAKE = "take"


class Grade(StrEnum):
    """How large an error was."""

    GOOD = ""
    ERROR = "error"
    BLUNDER = "blunder"


class Candidate(msgspec.Struct, frozen=True):
    """A play with what it is worth: normalised equity with the cube, and the chances behind it."""

    hops: tuple[tuple[int, int], ...]
    equity: float
    chances: tuple[float, ...]
    level: int


class CubeFigures(msgspec.Struct, frozen=True):
    """The three cube equities for the side on roll, and the right action in words."""

    no_double: float
    double_take: float
    double_pass: float
    action: str


class Decision(msgspec.Struct, frozen=True, kw_only=True):
    """One decision judged. `chosen` and `best` are words for the cube; of a play they are among the candidates."""

    game: int
    version: int
    """The version of the match it was made at."""
    side: Side
    kind: Kind
    position: str
    cube: int
    roll: tuple[int, int] | None = None
    chosen: str = ""
    best: str = ""
    played: Candidate | None = None
    candidates: tuple[Candidate, ...] = ()
    figures: CubeFigures | None = None
    error: float = 0.0
    mwc_error: float = 0.0
    """The same as chance to win the match; 0 for money."""
    counted: bool = False

    @property
    def grade(self) -> Grade:
        """How large the error was."""
        if self.error >= BLUNDER:
            return Grade.BLUNDER
        return Grade.ERROR if self.error >= ERROR else Grade.GOOD


class Thrown(msgspec.Struct, frozen=True, kw_only=True):
    """One roll and its luck, normalised and (in a match) as chance to win it."""

    game: int
    version: int
    side: Side
    roll: tuple[int, int]
    luck: float
    stake: float
    """What one unit of `luck` is worth: chance to win the match, or points."""


class Performance(msgspec.Struct, frozen=True, kw_only=True):
    """One player's sums."""

    name: str
    side: Side
    counted: int
    error: float
    mwc_error: float
    pr: float
    plays: int
    play_error: float
    cubes: int
    cube_error: float
    errors: int
    blunders: int
    luck: float
    luck_at_stake: float
    """In chances to win the match, or points of a money session."""


class Analysis(msgspec.Struct, frozen=True, kw_only=True):
    """A match judged. Results are White's: chance to win the match, or points of a money session."""

    plies: int
    length: int
    players: tuple[Performance, Performance]
    decisions: tuple[Decision, ...]
    rolls: tuple[Thrown, ...]
    result: float
    result_without_luck: float

    @property
    def mistakes(self) -> tuple[Decision, ...]:
        """Errors and blunders, the worst first."""
        bad = [decision for decision in self.decisions if decision.grade is not Grade.GOOD]
        return tuple(sorted(bad, key=lambda decision: -decision.error))


@dataclass(frozen=True)
class _Asked:
    """Something to be judged: the state it was decided in, and the event that decided it."""

    state: MatchState
    event: e.AnyEvent
    kind: Kind | None  # None: a roll's luck


def analyse(
    events: Iterable[e.AnyEvent],
    plies: int = 0,
    threads: int = 1,
    *,
    table: MatchEquityTable | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Analysis:
    """Judge a match; `progress` hears how many of how many questions are answered."""
    asked, state = _questions(events)
    if not asked:
        raise ValueError("expected a match with at least one roll to judge")
    judge = _Judge(knowledge_of(state.discipline), plies, table)
    answers: list[Decision | Thrown] = []
    with ThreadPoolExecutor(max(threads, 1)) as pool:
        for answer in pool.map(judge.answer, asked):
            answers.append(answer)
            if progress:
                progress(len(answers), len(asked))
    decisions = tuple(answer for answer in answers if isinstance(answer, Decision))
    rolls = tuple(answer for answer in answers if isinstance(answer, Thrown))
    return _summed(state, plies, decisions, rolls, table)


def _questions(events: Iterable[e.AnyEvent]) -> tuple[list[_Asked], MatchState]:
    """What there is to judge, without what was taken back, and the state at the end."""
    asked: list[_Asked] = []
    state: MatchState | None = None
    for event in events:
        if state is None:
            if not isinstance(event, e.MatchStarted):
                raise ValueError("a match log begins with MatchStarted")
            state = new_match(event.format)
        if isinstance(event, e.GameRestored):
            asked = [question for question in asked if question.state.version < event.version]
        asked += [_Asked(state, event, kind) for kind in _kinds(state, event)]
        state = evolve(state, event)
    if state is None:
        raise ValueError("a match log has at least one event")
    return asked, state


def _kinds(state: MatchState, event: e.AnyEvent) -> list[Kind | None]:
    """What an event shows of a player's judgement, or of the dice."""
    game = state.game
    if game is None:
        return []
    match event:
        case e.OpeningRolled():
            return [] if event.white == event.black else [None]
        case e.DiceRolled():
            open_to_cube = game.stage is Stage.ROLL and _may_double(state, event.side)
            return [Kind.DOUBLE, None] if open_to_cube else [None]
        case e.Doubled():
            return [] if event.beaver or event.irregular else [Kind.DOUBLE]
        case e.DoubleTaken() | e.DoublePassed():
            return [] if game.cube.beavered else [Kind.TAKE]
        case e.Played():
            return [] if event.illegal or event.removed or game.roll is None else [Kind.PLAY]
        case _:
            return []


def _may_double(state: MatchState, side: Side) -> bool:
    game = state.game
    assert game is not None
    value = 2 * game.cube.value
    return double_refused(state, game, side, value) is None and not cube_state_of(state, side).dead


class _Judge:
    """Answers questions; used by several threads at once."""

    def __init__(self, knowledge: Knowledge, plies: int, table: MatchEquityTable | None) -> None:
        self._knowledge, self._plies, self._table = knowledge, plies, table

    def answer(self, asked: _Asked) -> Decision | Thrown:
        """The judgement of one decision or roll."""
        match asked.kind:
            case None:
                return self._thrown(asked.state, asked.event)
            case Kind.PLAY:
                assert isinstance(asked.event, e.Played)
                return self._play(asked.state, asked.event)
            case Kind.DOUBLE:
                return self._double(asked.state, asked.event)
            case Kind.TAKE:
                return self._take(asked.state, asked.event)
            case _:
                assert_never(asked.kind)

    def _thrown(self, state: MatchState, event: e.AnyEvent) -> Thrown:
        from barpoint.engine.luck import luck_of

        game = state.game
        assert game is not None
        if isinstance(event, e.OpeningRolled):
            side = Side.WHITE if event.white > event.black else Side.BLACK
            roll = Roll(event.white, event.black)
        else:
            assert isinstance(event, e.DiceRolled)
            side, roll = event.side, Roll(*event.dice)
        stands = cube_state_of(state, side)
        opening = isinstance(event, e.OpeningRolled)
        luck = 0.0
        if isinstance(self._knowledge, SearchedGame):  # the others keep no account of luck
            luck = luck_of(game.seen_by(side), roll, stands, opening=opening, table=self._table)
        return Thrown(
            game=game.number,
            version=state.version,
            side=side,
            roll=(roll.high, roll.low),
            luck=luck,
            stake=_stake(stands, self._table),
        )

    def _play(self, state: MatchState, event: e.Played) -> Decision:
        game = state.game
        assert game is not None
        assert game.roll is not None
        before = game.seen_by(event.side)
        stands = cube_state_of(state, event.side)
        ranked = self._knowledge.ranked(before, game.roll, self._plies, game.head_cap(game.roll))
        made = Play.of(before, [Hop(*hop) for hop in event.hops])
        reached = made.after
        at = next((k for k, entry in enumerate(ranked) if entry.play.after == reached), None)
        deepest = ranked[0].level
        weighed = [self._candidate(entry, stands) for entry in ranked[:_WEIGHED] if entry.level == deepest]
        if at is not None and at < len(weighed):
            played = weighed[at]
        else:
            entry = ranked[at] if at is not None else None
            if entry is None or entry.level < deepest:
                entry = self._knowledge.looked_at(made if entry is None else entry.play, deepest)
            played = self._candidate(entry, stands)
        best = max(weighed, key=lambda candidate: candidate.equity)
        error = max(0.0, best.equity - played.equity)
        weighed.sort(key=lambda candidate: -candidate.equity)
        return Decision(
            game=game.number,
            version=state.version,
            side=event.side,
            kind=Kind.PLAY,
            position=str(before),
            cube=game.cube.value,
            roll=(game.roll.high, game.roll.low),
            played=played,
            candidates=tuple(weighed[:_SHOWN]),
            error=error if len(ranked) > 1 else 0.0,
            mwc_error=_mwc(error, stands, self._table),
            counted=len(ranked) > 1,
        )

    def _candidate(self, entry: RankedPlay, stands: CubeState) -> Candidate:
        """A play weighed with the cube: the other side is on roll after it."""
        after = entry.play.after
        if after.finished:
            equity = cubeful_equity(lawful(entry.chances), stands, table=self._table)
        else:
            faced = after.flip()
            theirs = CubeState(
                stands.value,
                Owner(-stands.owner.value),
                stands.score.flip() if stands.score else None,
                stands.jacoby,
                stands.beavers,
            )
            equity = -cubeful_equity(lawful(entry.chances.turned()), theirs, efficiency_of(faced), self._table)
        return Candidate(tuple((hop[0], hop[1]) for hop in entry.play.hops), equity, tuple(entry.chances), entry.level)

    def _decided(self, position: Position, stands: CubeState) -> CubeDecision:
        chances = self._knowledge.chances(position, self._plies)
        return decide_at(position, chances, stands, self._table)

    def _double(self, state: MatchState, event: e.AnyEvent) -> Decision:
        assert isinstance(event, e.DiceRolled | e.Doubled)
        game = state.game
        assert game is not None
        position, stands = game.seen_by(event.side), cube_state_of(state, event.side)
        decided = self._decided(position, stands)
        doubled = min(decided.double_take, decided.double_pass)
        values = {"double": doubled, "no double": decided.no_double}
        chosen = "double" if isinstance(event, e.Doubled) else "no double"
        close = abs(doubled - decided.no_double) < CLOSE
        return self._cube(state, event.side, Kind.DOUBLE, (position, stands), decided, values, chosen, close)

    def _take(self, state: MatchState, event: e.AnyEvent) -> Decision:
        assert isinstance(event, e.DoubleTaken | e.DoublePassed)
        game = state.game
        assert game is not None
        doubler = event.side.other
        position, stands = game.seen_by(doubler), cube_state_of(state, doubler)
        decided = self._decided(position, stands)
        values = {"take": -decided.double_take, "pass": -decided.double_pass}
        chosen = "take" if isinstance(event, e.DoubleTaken) else "pass"
        return self._cube(state, event.side, Kind.TAKE, (position, stands), decided, values, chosen, close=True)

    def _cube(
        self,
        state: MatchState,
        side: Side,
        kind: Kind,
        place: tuple[Position, CubeState],
        decided: CubeDecision,
        values: dict[str, float],
        chosen: str,
        close: bool,
    ) -> Decision:
        game = state.game
        assert game is not None
        position, stands = place
        best = max(values, key=lambda name: (values[name], name == chosen))
        error = values[best] - values[chosen]
        figures = CubeFigures(decided.no_double, decided.double_take, decided.double_pass, decided.text)
        return Decision(
            game=game.number,
            version=state.version,
            side=side,
            kind=kind,
            position=str(position),
            cube=game.cube.value,
            chosen=chosen,
            best=best,
            figures=figures,
            error=error,
            mwc_error=_mwc(error, stands, self._table),
            counted=close or chosen != "no double" or error > 0,
        )


def _stake(stands: CubeState, table: MatchEquityTable | None) -> float:
    """What a unit of normalised equity is worth: chance to win the match, or points."""
    if stands.score is None:
        return float(stands.value)
    table = table or MatchEquityTable.kazaross()
    return (table.after(stands.score, stands.value) - table.after(stands.score, -stands.value)) / 2


def _mwc(error: float, stands: CubeState, table: MatchEquityTable | None) -> float:
    return error * _stake(stands, table) if stands.score is not None else 0.0


def _summed(
    state: MatchState,
    plies: int,
    decisions: tuple[Decision, ...],
    rolls: tuple[Thrown, ...],
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
    state: MatchState, side: Side, decisions: tuple[Decision, ...], rolls: tuple[Thrown, ...]
) -> Performance:
    own = [decision for decision in decisions if decision.side is side and decision.counted]
    plays = [decision for decision in own if decision.kind is Kind.PLAY]
    cubes = [decision for decision in own if decision.kind is not Kind.PLAY]
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
