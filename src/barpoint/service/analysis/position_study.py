"""A position studied: what may be asked of one, and the answer; plain data both, so that any process may work it out.

question    a position with its dice, cube and score, and what is asked of it (`StudyWish`)
look        chances, what to do with the cube, and with dice the plays of the roll
rolls       every roll with its best play: the temperature map
scores      what to do with the cube at every score of a match
rollout     plays, or doubling and not doubling, in so many games; asked again for more it goes on where it was
"""

from enum import StrEnum
from pathlib import Path
from typing import Annotated, Final, Literal, cast

import msgspec

from barpoint.board import BACKGAMMON, OFF, Hop, Layout, Play, Position, Roll, choices, legal_plays
from barpoint.engine import CubeState, RankedPlay, Rollout, RolloutSettings, Stakes, market_window, play_contender
from barpoint.engine.cube import gammon_value
from barpoint.engine.review import CubeFigures, Study, effective_pips
from barpoint.engine.rollout import Contender, Roller, RolloutStanding, cube_contenders, rollout_cube_decision
from barpoint.engine.search import SearchWidth
from barpoint.notation import Party, Reading, Situation, gnubg_id, ogid, read, write_play, xgid
from barpoint.service.analysis.cube_around import cube_state_around
from barpoint.service.analysis.match_report import ReportedPlay
from barpoint.service.play.view_builder import board_points
from barpoint.service.play.views import HopGraph

DEEPEST: Final = 2
MOST_GAMES: Final = 5184
_LONGEST_MATCH: Final = 25
_MOST_PLAYS: Final = 8
_SHOWN: Final = 12
_BLOCK: Final = 36

Number = Annotated[int, msgspec.Meta(ge=1, le=6)]
Points = Annotated[int, msgspec.Meta(ge=0, le=64)]
Hops = tuple[tuple[int, int], ...]


class StudyWish(StrEnum):
    """What is asked of a position."""

    LOOK = "look"
    ROLLS = "rolls"
    SCORES = "scores"
    ROLLOUT = "rollout"


class StudyAround(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What stands around a position, seen by the side on roll; length 0 is money."""

    roll: tuple[Number, Number] | None = None
    cube: Annotated[int, msgspec.Meta(ge=1, le=1024)] = 1
    cube_owner: Literal["", "us", "them"] = ""
    score: tuple[Points, Points] = (0, 0)
    length: Points = 0
    crawford: bool = False
    jacoby: bool = False
    beavers: bool = False

    def situation(self) -> Situation:
        """The same as the notation has it; ValueError says what cannot be."""
        if self.length and max(self.score) >= self.length:
            raise ValueError(f"a match to {self.length} is over at {self.score[0]}-{self.score[1]}")
        return Situation(
            roll=None if self.roll is None else Roll(*self.roll),
            cube=self.cube,
            cube_owner=Party(self.cube_owner) if self.cube_owner else None,
            score=self.score,
            length=self.length,
            crawford=self.crawford,
            jacoby=self.jacoby,
            beavers=self.beavers,
        )


class StudyText(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A position in any form that is read, seen by the side on roll; what an id says of cube and score is taken.

    `around` stands for what no id says, or instead of it.
    """

    position: str  # `read` says what is too long
    around: StudyAround | None = None

    def reading(self) -> Reading:
        """What it says; ValueError says what was expected."""
        position, said = read(self.position)
        return Reading(position, said if self.around is None else self.around.situation())


class StudyQuestion(StudyText, frozen=True, kw_only=True, omit_defaults=True):
    """A position, and what is asked of it."""

    wish: StudyWish = StudyWish.LOOK
    plies: Annotated[int, msgspec.Meta(ge=0, le=DEEPEST)] = DEEPEST
    width: SearchWidth = SearchWidth.NORMAL
    roller: bool = False
    """Whether what is close is settled by short rollouts."""
    length: Annotated[int, msgspec.Meta(ge=1, le=15)] = 7
    """Of the match whose scores are asked for."""
    plays: Annotated[tuple[Hops, ...], msgspec.Meta(max_length=_MOST_PLAYS)] = ()
    """Rolled out; without any: the cube."""
    games: Annotated[int, msgspec.Meta(ge=_BLOCK, le=MOST_GAMES)] = _BLOCK
    """As many as there are to be of each in the end; the first few may have been played before."""
    truncate: Annotated[int, msgspec.Meta(ge=0, le=40)] = 0
    seed: Annotated[int, msgspec.Meta(ge=0, le=1 << 31)] = 1


class StudyPosition(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A position as a board shows it, seen by the side on roll, and every id that can say it."""

    literal: str
    discipline: str
    rotated: bool = False
    points: tuple[int, ...]
    off: tuple[int, int]
    roll: tuple[int, int] | None = None
    cube: int = 1
    cube_owner: str = ""
    score: tuple[int, int] = (0, 0)
    length: int = 0
    crawford: bool = False
    jacoby: bool = False
    beavers: bool = False
    pips: tuple[int, int]
    effective_pips: tuple[float | None, float | None] = (None, None)
    xgid: str = ""
    gnubg_id: str = ""
    ogid: str = ""
    problems: tuple[str, ...] = ()
    tree: HopGraph = ()
    """What may be moved, if dice lie there."""


class StudyCube(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The cube: what each action is worth, and when it is the right one, in chances to win."""

    figures: CubeFigures
    opens: float
    take_point_dead: float
    take_point_live: float
    gammon_value: float
    market_losers: float | None = None


class StudiedRoll(msgspec.Struct, frozen=True, omit_defaults=True):
    """A roll with its best play."""

    roll: tuple[int, int]
    text: str
    hops: Hops
    equity: float


class ScoreCube(msgspec.Struct, frozen=True, omit_defaults=True):
    """What is right at a score, in points both need."""

    away: tuple[int, int]
    action: str
    doubles: bool
    takes: bool
    figures: CubeFigures


class RolledOut(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One contender as it stands: what it is worth, and the standard error of that."""

    name: str
    hops: Hops = ()
    games: int
    equity: float
    deviation: float
    chances: tuple[float, ...]


class StudyAnswer(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What was found; what was not asked for is left out."""

    chances: tuple[float, ...] = ()
    equity: float | None = None
    """Cubeless, for money."""
    cube: StudyCube | None = None
    plays: tuple[ReportedPlay, ...] = ()
    rolls: tuple[StudiedRoll, ...] = ()
    scores: tuple[ScoreCube, ...] = ()
    rollout: tuple[RolledOut, ...] = ()
    action: str = ""
    """What a rollout of the cube says."""


def read_study_position(text: StudyText) -> StudyPosition:
    """A position from any text that is read, as a board shows it."""
    position, around = text.reading()
    around = around or Situation()
    playable = position.is_playable
    rules = position.discipline
    named = playable and rules.layout is Layout.MIRRORED and rules.checkers == BACKGAMMON.checkers  # what an id says
    roll = around.roll
    tree = choices(position, roll)[0] if playable and roll is not None and not position.is_over else b"[]"
    ours, theirs = (effective_pips(view) if playable else None for view in (position, position.flip()))
    return StudyPosition(
        literal=str(position),
        discipline=position.discipline.name,
        rotated=position.discipline.layout is Layout.ROTATED,
        points=board_points(position),
        off=(position.us[OFF], position.them[OFF]),
        roll=None if roll is None else (roll.high, roll.low),
        cube=around.cube,
        cube_owner=around.cube_owner or "",
        score=around.score,
        length=around.length,
        crawford=around.crawford,
        jacoby=around.jacoby,
        beavers=around.beavers,
        pips=(position.pips, position.their_pips),
        effective_pips=(ours, theirs),
        xgid=xgid(position, around) if named else "",
        gnubg_id=gnubg_id(position, around) if named else "",
        ogid=ogid(position, around) if named else "",
        problems=tuple(position.problems()),
        tree=cast("HopGraph", msgspec.Raw(tree)),
    )


def studied_position(question: StudyQuestion) -> Reading:
    """The position of a question; ValueError if it cannot be studied."""
    reading = question.reading()
    position, around = reading
    if not position.is_playable:
        raise ValueError(f"no value is defined here: {', '.join(position.problems())}")
    if position.is_over:
        raise ValueError("the game is over in this position")
    if around is not None and around.length > _LONGEST_MATCH:
        raise ValueError(f"expected a match of at most {_LONGEST_MATCH} points, not {around.length}")
    return reading


def answer_study(question: StudyQuestion, folder: Path | None = None) -> StudyAnswer:
    """What the engine says. Rollouts are kept in `folder`, so that they go on where they were."""
    position, around = studied_position(question)
    state = cube_state_around(around)
    roll = around.roll if around is not None else None
    match question.wish:
        case StudyWish.LOOK:
            return _look(question, position, state, roll)
        case StudyWish.ROLLS:
            worths = Study(position).rolls(Stakes(state), min(question.plies, 1))
            return StudyAnswer(rolls=tuple(_rolled(worth.roll, worth.best) for worth in worths))
        case StudyWish.SCORES:
            actions = Study(position).at_scores(question.length, state, question.plies)
            return StudyAnswer(
                scores=tuple(
                    ScoreCube(
                        (entry.score.ours, entry.score.theirs),
                        entry.decision.text,
                        entry.decision.action.doubles,
                        entry.decision.action.takes,
                        CubeFigures(
                            entry.decision.no_double,
                            entry.decision.double_take,
                            entry.decision.double_pass,
                            entry.decision.text,
                        ),
                    )
                    for entry in actions
                )
            )
        case StudyWish.ROLLOUT:
            return _roll_out(question, position, state, roll, folder)


def _look(question: StudyQuestion, position: Position, state: CubeState, roll: Roll | None) -> StudyAnswer:
    study, stakes = Study(position), Stakes(state)
    knowledge = Roller(study.knowledge) if question.roller else study.knowledge
    if roll is not None:
        ranked = knowledge.rank_plays(
            position, roll, question.plies, stakes=stakes, width=question.width, deep=min(3, _SHOWN)
        )
        return StudyAnswer(plays=tuple(_play(entry, ranked[0].worth) for entry in ranked[:_SHOWN]))
    chances, decision = knowledge.cube_decision(position, stakes, question.plies)
    wins, losses = max(chances.win, 1e-9), max(1 - chances.win, 1e-9)
    window = market_window(state.score, state.value, (chances.win_gammon / wins, chances.lose_gammon / losses))
    figures = CubeFigures(
        decision.no_double, decision.double_take, decision.double_pass, decision.text, tuple(map(float, chances))
    )
    cube = StudyCube(
        figures=figures,
        opens=window.opens,
        take_point_dead=window.take_point_dead,
        take_point_live=window.take_point_live,
        gammon_value=0.5 if state.score is None else gammon_value(state.score, state.value),
        market_losers=study.market_losers(state) if question.plies else None,
    )
    return StudyAnswer(chances=tuple(map(float, chances)), equity=float(chances.equity), cube=cube)


def _play(entry: RankedPlay, best: float) -> ReportedPlay:
    hops = tuple((hop[0], hop[1]) for hop in entry.play.hops)
    chances = tuple(map(float, entry.chances))
    cost = max(0.0, best - entry.worth)
    text = write_play(entry.play) or "no play"
    return ReportedPlay(text, hops, entry.worth, cost, chances, entry.level, entry.games, entry.deviation)


def _rolled(roll: Roll, best: RankedPlay) -> StudiedRoll:
    hops = tuple((hop[0], hop[1]) for hop in best.play.hops)
    return StudiedRoll((roll.high, roll.low), write_play(best.play) or "no play", hops, best.worth)


def _roll_out(
    question: StudyQuestion, position: Position, state: CubeState, roll: Roll | None, folder: Path | None
) -> StudyAnswer:
    if not question.plays:
        contenders: tuple[Contender, ...] = cube_contenders(position, state)
    else:
        if roll is None:
            raise ValueError("plays are rolled out of a position with dice")
        plays = [_legal(position, roll, hops) for hops in question.plays]
        contenders = tuple(play_contender(play, state, write_play(play)) for play in plays)
    settings = RolloutSettings(
        games=question.games,
        least=question.games,
        seed=question.seed,
        cubeful=True,
        truncate=question.truncate,
    )
    rollout = Rollout(contenders, settings, folder=folder)
    report = rollout.run()
    action = "" if question.plays else rollout_cube_decision(report, state).text
    return StudyAnswer(rollout=tuple(_standing(standing) for standing in report.standings), action=action)


def _legal(position: Position, roll: Roll, hops: Hops) -> Play:
    """The legal play that these hops are; ValueError if they are none."""
    try:
        reached = position.after(hops)
    except (ValueError, IndexError) as wrong:
        raise ValueError(f"expected a play of {roll} as pairs of points, not {hops}") from wrong
    play = next((play for play in legal_plays(position, roll) if play.after == reached), None)
    if play is None:
        raise ValueError(f"{hops} is no legal play of {roll} here")
    if play.after.is_over:
        raise ValueError("a play that wins the game needs no rollout")
    return Play.of(position, [Hop(*hop) for hop in hops])


def _standing(standing: RolloutStanding) -> RolledOut:
    play = standing.contender.play
    return RolledOut(
        name=standing.contender.name,
        hops=() if play is None else tuple((hop[0], hop[1]) for hop in play.hops),
        games=standing.games,
        equity=standing.value,
        deviation=standing.value_error,
        chances=tuple(map(float, standing.chances)),
    )
