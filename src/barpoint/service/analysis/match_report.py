"""A match analysed, as one value: what every front shows, writes or draws of it.

The engine's `Analysis` knows decisions by their versions; a report says them as people do: game and move number, the
position as XGID and literal, score, cube, dice, what was played and what was better, in words. From it come the
terminal's table, a page (`page_face`), CSV (`csv_face`), JSON, and gnubg's SGF (`sgf_face`).

phase     opening: the first `OPENING` turns of a game; then contact, race (nobody can be hit or blocked any more) and
          bear-off (all of the mover's checkers are home, without contact).
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

import msgspec

import barpoint
from barpoint.board import Hop, Layout, Play, Position, Side, pos
from barpoint.engine import Analysis
from barpoint.engine.review import (
    PR,
    Candidate,
    CubeFigures,
    Decision,
    DecisionKind,
    Grade,
    Performance,
    RollLuck,
)
from barpoint.match import MatchState, evolve_match, new_match
from barpoint.match import events as e
from barpoint.notation import Situation, situation_of_match, write_play, xgid
from barpoint.service.analysis.remarks import Remark, remarks_on_cube, remarks_on_play

OPENING: Final = 6


class Phase(StrEnum):
    """What part of a game a decision belongs to."""

    OPENING = "opening"
    CONTACT = "contact"
    RACE = "race"
    BEAROFF = "bearoff"


class ReportedPlay(msgspec.Struct, frozen=True, omit_defaults=True):
    """A play in words with what it is worth; `level` says how deep it was looked at, `games` if it was rolled out."""

    text: str
    hops: tuple[tuple[int, int], ...]
    equity: float
    cost: float
    """What it gives up against the best one."""
    chances: tuple[float, ...]
    level: int
    games: int = 0
    deviation: float = 0.0
    played: bool = False


class OtherPlay(msgspec.Struct, frozen=True, omit_defaults=True):
    """A play and what another program gives for it."""

    text: str
    equity: float
    chances: tuple[float, ...] = ()
    played: bool = False


class OtherOpinion(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What the program that wrote the file said of a decision; equities are normalised."""

    program: str
    best: str
    error: float | None = None
    """What was done cost, if the program looked at it."""
    plays: tuple[OtherPlay, ...] = ()
    no_double: float | None = None
    double_take: float | None = None


class ReportedDecision(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One decision as people say it. Position, score and cube are seen by the side on roll, who may be the doubler."""

    game: int
    move: int
    version: int
    side: Side
    name: str
    kind: DecisionKind
    phase: Phase
    xgid: str = ""
    """Empty where no XGID can say it."""
    position: str
    score: tuple[int, int]
    crawford: bool = False
    cube: int
    cube_owner: str = ""
    """us, them or nobody's, seen by the side on roll."""
    roll: tuple[int, int] | None = None
    chosen: str
    best: str
    plays: tuple[ReportedPlay, ...] = ()
    """The candidates, best first; the one played is among them."""
    figures: CubeFigures | None = None
    error: float
    mwc_error: float = 0.0
    counted: bool
    grade: Grade
    luck: float | None = None
    """Of the roll that was played."""
    win: float | None = None
    """White's chance to win the game after it, if it is a play; before it, if it is about the cube."""
    seconds: float | None = None
    """How long it took, where the log knows."""
    remarks: tuple[Remark, ...] = ()
    other: OtherOpinion | None = None


class ErrorShare(msgspec.Struct, frozen=True):
    """What one kind of decision cost a player: PR and how many were counted."""

    side: Side
    of: str
    """A phase, or a kind of decision."""
    counted: int
    error: float
    pr: float


class MatchReport(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A match analysed. Results are White's: chance to win the match, or points of a money session."""

    version: int = 1
    engine: str
    source: str = ""
    discipline: str
    length: int
    plies: int
    width: str = "normal"
    roller: bool = False
    """Whether what was close was settled by short rollouts."""
    players: tuple[Performance, Performance]
    decisions: tuple[ReportedDecision, ...]
    rolls: tuple[RollLuck, ...]
    phases: tuple[ErrorShare, ...]
    kinds: tuple[ErrorShare, ...]
    result: float
    result_without_luck: float

    @property
    def title(self) -> str:
        """Who played whom."""
        return " - ".join(player.name for player in self.players)

    @property
    def mistakes(self) -> tuple[ReportedDecision, ...]:
        """Errors and blunders, the worst first."""
        bad = [decision for decision in self.decisions if decision.grade is not Grade.GOOD]
        return tuple(sorted(bad, key=lambda decision: -decision.error))


def report_of(
    events: Iterable[e.AnyEvent],
    analysis: Analysis,
    *,
    source: str = "",
    width: str = "normal",
    roller: bool = False,
) -> MatchReport:
    """The report of a match's log and what the engine says of it."""
    moments = _moments(tuple(events), {decision.version for decision in analysis.decisions})
    names = {player.side: player.name for player in analysis.players}
    luck = {(roll.version, roll.side): roll.luck for roll in analysis.rolls}
    decisions = tuple(_decision(decision, moments[decision.version], names, luck) for decision in analysis.decisions)
    rules = pos(analysis.decisions[0].position).discipline.name if analysis.decisions else "backgammon"
    return MatchReport(
        engine=f"Barpoint {barpoint.__version__}",
        source=source,
        discipline=rules,
        length=analysis.length,
        plies=analysis.plies,
        width=width,
        roller=roller,
        players=analysis.players,
        decisions=decisions,
        rolls=analysis.rolls,
        phases=_shares(decisions, [(phase, "phase") for phase in Phase]),
        kinds=_shares(decisions, [(kind, "kind") for kind in DecisionKind]),
        result=analysis.result,
        result_without_luck=analysis.result_without_luck,
    )


@dataclass(frozen=True)
class _Moment:
    """A state in which something was decided: the turn it belongs to, and the seconds it took."""

    state: MatchState
    move: int
    rolled: int  # the version before the roll that is played
    seconds: float | None


def _moments(events: Sequence[e.AnyEvent], wanted: set[int]) -> dict[int, _Moment]:
    """The moments of these versions, as the log stands."""
    moments: dict[int, _Moment] = {}
    state: MatchState | None = None
    move, rolled, last = 0, 0, 0
    for event in events:
        if state is None:
            assert isinstance(event, e.MatchStarted)
            state = new_match(event.format)
        if isinstance(event, e.GameStarted):
            move = 0
        if isinstance(event, e.DiceRolled) or (isinstance(event, e.OpeningRolled) and event.white != event.black):
            move, rolled = move + 1, state.version
        if state.version in wanted:
            seconds = (event.at - last) / 1000 if last and event.at > last else None
            turned = isinstance(event, e.Doubled | e.DoubleTaken | e.DoublePassed)  # before the roll of the next turn
            moments[state.version] = _Moment(state, move + turned, rolled, seconds)
        state, last = evolve_match(state, event), event.at
    return moments


def _decision(
    decision: Decision, moment: _Moment, names: dict[Side, str], luck: dict[tuple[int, Side], float]
) -> ReportedDecision:
    before, state = pos(decision.position), moment.state
    assert state.game is not None
    view = decision.side.other if decision.kind is DecisionKind.TAKE else decision.side
    around = situation_of_match(state, state.game, view)
    plays = _plays(decision, before)
    played = next((play for play in plays if play.played), None)
    return ReportedDecision(
        game=decision.game,
        move=moment.move,
        version=decision.version,
        side=decision.side,
        name=names[decision.side],
        kind=decision.kind,
        phase=_phase(before, moment.move),
        xgid=written_xgid(before, around),
        position=decision.position,
        score=around.score,
        crawford=around.crawford,
        cube=decision.cube,
        cube_owner=around.cube_owner or "",
        roll=decision.roll,
        chosen=played.text if played else decision.chosen,
        best=plays[0].text if plays else decision.best,
        plays=plays,
        figures=decision.figures,
        error=decision.error,
        mwc_error=decision.mwc_error,
        counted=decision.counted,
        grade=decision.grade,
        luck=luck.get((moment.rolled, decision.side)) if decision.kind is DecisionKind.PLAY else None,
        win=_white_wins(decision, view),
        seconds=moment.seconds,
        remarks=() if decision.grade is Grade.GOOD else _remarks(decision, before, around, plays),
    )


def _remarks(
    decision: Decision, before: Position, around: Situation, plays: Sequence[ReportedPlay]
) -> tuple[Remark, ...]:
    played = next((play for play in plays if play.played), None)
    if played is not None:
        return remarks_on_play(before, around, played, plays[0])
    return () if decision.figures is None else remarks_on_cube(before, around, decision.figures, decision.best)


def _plays(decision: Decision, before: Position) -> tuple[ReportedPlay, ...]:
    """The candidates and the play made, best first."""
    if decision.played is None:
        return ()
    played = before.after(decision.played.hops)
    entries = list(decision.candidates)
    if not any(before.after(entry.hops) == played for entry in entries):
        entries.append(decision.played)
    best = entries[0].equity
    return tuple(_play(entry, before, best, played=before.after(entry.hops) == played) for entry in entries)


def _play(entry: Candidate, before: Position, best: float, *, played: bool) -> ReportedPlay:
    text = write_play(Play.of(before, [Hop(*hop) for hop in entry.hops])) or "no play"
    cost = max(0.0, best - entry.equity)
    return ReportedPlay(
        text, entry.hops, entry.equity, cost, entry.chances, entry.level, entry.games, entry.deviation, played
    )


def written_xgid(position: Position, around: Situation) -> str:
    """The XGID, or nothing where none can say it."""
    if position.discipline.layout is Layout.ROTATED or not position.is_playable:
        return ""
    return xgid(position, around)


def _phase(position: Position, move: int) -> Phase:
    if not position.contact:
        return Phase.BEAROFF if position.is_home else Phase.RACE
    return Phase.OPENING if move <= OPENING else Phase.CONTACT


def _white_wins(decision: Decision, view: Side) -> float | None:
    chances = decision.played.chances if decision.played else decision.figures.chances if decision.figures else ()
    if not chances:
        return None
    return chances[0] if view is Side.WHITE else 1 - chances[0]


def _shares(
    decisions: Sequence[ReportedDecision], parts: "list[tuple[Phase | DecisionKind, str]]"
) -> tuple[ErrorShare, ...]:
    """What each part of the game cost each player; parts without a counted decision are left out."""
    shares = []
    for part, field in parts:
        for side in Side:
            own = [d for d in decisions if d.counted and d.side is side and getattr(d, field) is part]
            error = sum(decision.error for decision in own)
            if own:
                shares.append(ErrorShare(side, str(part), len(own), error, PR * error / len(own)))
    return tuple(shares)
