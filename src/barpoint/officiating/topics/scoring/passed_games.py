"""A game of a list that ended with the pass of a double that could not count: in the Crawford game, or a dead cube.

Such a pass ends nothing. If it was the last game, that game is taken up again; if games came after it, the books leave
it to the director (usbgf with two ways, guide and ibf without any), and under bws it stands (bws:4.4.4b).
"""

from dataclasses import replace
from typing import Final

from barpoint.board import Side
from barpoint.match import CubeTurn, EndedBy, GameRecord, Score, add_points, rederive_records, right_cube
from barpoint.match.format import CubeRules, Length
from barpoint.officiating.answer import UNCHANGED, Consequences, JudgeAnswer, Option
from barpoint.officiating.incidents import Inquiry
from barpoint.officiating.phrases import quantity, side_name
from barpoint.officiating.readings import reading
from barpoint.officiating.remedy import Instruct, NewGame, Remedy, SetCube, SetScore
from barpoint.officiating.topics.appeal_rights import appeal
from barpoint.officiating.topics.cube.double_validity import NO_CUBE_IN_GAME, DoubleBar, double_bar, forced_take

_RESUMED: Final = {
    ("usbgf", DoubleBar.NO_CUBE): ("usbgf:4.4.7.2a", "usbgf:4.4.7a", "usbgf:4.6.3b"),
    ("usbgf", DoubleBar.DEAD): ("usbgf:4.4.8b", "usbgf:4.4.8a", "usbgf:4.4.7.2a", "usbgf:4.6.3b"),
    ("guide", DoubleBar.NO_CUBE): ("guide:5.11f", "guide:5.11a"),
}
_LEFT_OPEN: Final = {
    "usbgf": ("usbgf:4.4.7.2b", "usbgf:4.4.7.2c", "usbgf:4.4.7.2d"),
    "guide": ("guide:5.11f", "guide:2.1.1"),
    "bws": ("bws:4.4.4.2", "bws:4.4.4.3", "bws:4.4.4c"),
    "ibf": ("ibf:2.2a", "ibf:9.12b"),
    "trad": ("trad:doubling-12",),
}
_DROPPED: Final = ("guide:5.14c", "guide:5.14h", "guide:2.1.1")


def void_pass(q: Inquiry, records: tuple[GameRecord, ...], length: Length, rules: CubeRules) -> JudgeAnswer | None:
    """The ruling on the first pass of a list that could not count; None where all could."""
    for record in records:
        bar = _bar(record, length, rules)
        if bar is None:
            continue
        last = record is records[-1] and not q.need("running")
        if last and bar is DoubleBar.FORCED_TAKE:
            return forced_take(q, record.winner, record.cube, record.before)
        if bar is DoubleBar.FORCED_TAKE:
            return _late_pass(q, record)
        if last and (q.book, bar) in _RESUMED:
            return _resumption(q, record, bar, _right_cube(record, length, rules))
        prize = 1 if bar is DoubleBar.NO_CUBE else _right_cube(record, length, rules)
        won, annulled = (_score_with(records, record, points, length, rules) for points in (prize, 0))
        return _open_question(q, record, bar, (prize, won, annulled))
    return None


def _bar(record: GameRecord, length: Length, rules: CubeRules) -> DoubleBar | None:
    """What barred the double by which a game ended, or under usbgf one before it in that game (usbgf:4.4.8d)."""
    if record.ended_by is not EndedBy.PASS or record.settled:
        return None
    before = record.before or (0, 0)
    bar = double_bar(record.winner, before, record.cube, length, rules, crawford=record.crawford)
    return bar or (DoubleBar.DEAD if _right_cube(record, length, rules) < record.cube else None)


def _right_cube(record: GameRecord, length: Length, rules: CubeRules) -> int:
    """The cube without the doubles that were void."""
    turns = (*record.doubles, CubeTurn(record.winner, record.cube * 2))
    if 2 ** len(record.doubles) != record.cube:
        turns = turns[-1:]  # nobody has told who doubled before
    base = record.cube // 2 ** (len(turns) - 1)
    return right_cube(turns, base, record.before or (0, 0), length, rules, no_cube=record.crawford)[0]


def _why(record: GameRecord, bar: DoubleBar) -> str:
    where = "the Crawford game" if bar is DoubleBar.NO_CUBE else "a game with a dead cube"
    return f"Game {record.number} was {where}, so its double and the pass were void."


def _late_pass(q: Inquiry, record: GameRecord) -> JudgeAnswer:
    """guide:5.14c: the match has not ended by the drop; what becomes of games after it the book does not say."""
    taken = (SetScore(record.before or (0, 0)), SetCube(record.cube * 2, record.winner.other))
    return q.discretion(
        f"Game {record.number} ended the match by a dropped double, which this book does not allow, and play went on "
        "since. The director decides from where it is taken up.",
        clauses=_DROPPED,
        factors=("whether the position at the double is known", "what was played since"),
        usual=(Option("resume", "The double is taken, and that game is played out", taken),),
        appeal=appeal(q),
    )


def _resumption(q: Inquiry, record: GameRecord, bar: DoubleBar, cube: int) -> JudgeAnswer:
    """That game goes on from the position at the void double, with the score and the cube it had then."""
    before, crawford = record.before or (0, 0), bar is DoubleBar.NO_CUBE
    cube = 1 if crawford else cube
    return q.ruling(
        f"{_why(record, bar)} The score is {before[0]}-{before[1]} (White first), and that game resumes from the "
        f"position at the double, {'without the cube' if crawford else f'with the cube at {cube}'}.",
        clauses=_RESUMED[q.book, bar],
        remedies=(SetScore(before), SetCube(cube, _owner(record, cube))),
        appeal=appeal(q),
        notes=(
            *((f"Doubts about the position go against {side_name(record.winner)}.",) if q.book == "usbgf" else ()),
            "If the position cannot be set up again the director decides.",
            *((reading("cube-6"),) if q.book == "guide" else ()),
        ),
        then=replace(NO_CUBE_IN_GAME if crawford else UNCHANGED, game="goes_on", turn=record.winner),
    )


def _owner(record: GameRecord, cube: int) -> Side | None:
    """Who has a cube above 1: the side that made the first void double."""
    if cube == 1:
        return None
    return next((turn.side for turn in record.doubles if turn.value > cube), record.winner)


def _open_question(q: Inquiry, record: GameRecord, bar: DoubleBar, outcomes: tuple[int, Score, Score]) -> JudgeAnswer:
    """The director's; `outcomes` are the points of high dice, and the scores with them and without that game."""
    prize, won, annulled = outcomes
    crawford = bar is DoubleBar.NO_CUBE
    annul = Option(
        "annul",
        "That game and its points are annulled; the first game after it at match point is the Crawford game",
        (SetScore(annulled),),
        consequences=Consequences(crawford="this_game" if crawford and q.need("running") else ""),
    )
    high = Option(
        "high_dice",
        f"High dice: {side_name(record.winner)} scores {quantity(prize, 'point')} on winning the roll "
        f"({won[0]}-{won[1]}), otherwise none",
        (Instruct("Both roll two dice, the larger sum wins; that game counts as played."),),
    )
    before: tuple[Remedy, ...] = (SetScore(record.before or (0, 0)),)
    resume = Option("resume", "Resume from the position at the double", (SetCube(1), *before))
    anew = Option("replay", "Play that game anew without the cube", (NewGame(), *before))
    return q.discretion(
        f"{_why(record, bar)} What it leaves the director decides.",
        clauses=(*_LEFT_OPEN[q.book], *(("usbgf:4.4.8b",) if bar is DoubleBar.DEAD else ())),
        factors=("whether the position at the double is known", "how early the double came", "what was played since"),
        usual=(annul, high) if q.book == "usbgf" else (resume, anew),
        forbidden=("letting a player lose the match by the pass",) if bar is DoubleBar.DEAD else (),
        appeal=appeal(q),
    )


def _score_with(
    records: tuple[GameRecord, ...], record: GameRecord, points: int, length: Length, rules: CubeRules
) -> Score:
    """The score with that game at so many points, and the games after it rederived."""
    score = (0, 0)
    for game in rederive_records(records, length, rules, {record.number: points}):
        score = add_points(score, game.winner, game.points)
    return score
