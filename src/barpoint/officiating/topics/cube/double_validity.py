"""Whether a double, and a pass of it, can count at all at this score: every ruling on a cube comes back to that.

It cannot in the Crawford game or in a match to one point; with a dead cube it is void under usbgf, and under guide it
has to be taken. Here is the ruling on one that was just made or answered; what becomes of one that is found later is
in `void_doubles` and `score_by_games`.
"""

from dataclasses import replace
from enum import StrEnum
from typing import Final

from barpoint.board import Side
from barpoint.match import Score, is_crawford, is_dead_cube, without_cube
from barpoint.match.format import CubeRules, DeadCube, Length
from barpoint.officiating.answer import Consequences, JudgeAnswer, Option
from barpoint.officiating.incidents import Inquiry
from barpoint.officiating.phrases import side_name
from barpoint.officiating.readings import reading
from barpoint.officiating.remedy import SetCube
from barpoint.officiating.topics.appeal_rights import appeal
from barpoint.officiating.topics.clock.lateness import checked_score, cube_rules


class DoubleBar(StrEnum):
    """Why a double or its pass cannot count."""

    NO_CUBE = "no_cube"  # the Crawford game, or a match to one point: no double at all
    DEAD = "dead"  # usbgf:4.4.8a: no double at all
    FORCED_TAKE = "forced_take"  # guide:5.14c: the double stands, and cannot be passed


_DEAD_CUBES: Final = {DeadCube.VOID: DoubleBar.DEAD, DeadCube.FORCED_TAKE: DoubleBar.FORCED_TAKE}


def double_bar(
    doubler: Side, score: Score, cube: int, length: Length, rules: CubeRules, *, crawford: bool
) -> DoubleBar | None:
    """What bars a double from `cube` in a game begun at this score; `crawford` says that it is the Crawford game."""
    if crawford or without_cube(length, rules):
        return DoubleBar.NO_CUBE
    return _DEAD_CUBES.get(rules.dead) if is_dead_cube(doubler, score, cube, length) else None


def score_from_facts(q: Inquiry) -> Score | None:
    """The score of the game in progress, where it was told with the length."""
    if not all(key in q.facts for key in ("length", "score_white", "score_black")):
        return None
    return checked_score(q, q.need("length"), q.need("score_white"), q.need("score_black"))


def bar_at(q: Inquiry, doubler: Side, score: Score, cube: int | None) -> DoubleBar | None:
    """What bars a double in a game begun at this score; whether the Crawford game is over is asked where it decides."""
    length = Length(points=q.need("length"))
    rules = cube_rules(q, length.points)
    crawford = is_crawford(score, length, rules, done=False) and not q.need("crawford_done")
    if cube is None and not crawford and not without_cube(length, rules):
        return None
    return double_bar(doubler, score, cube or 1, length, rules, crawford=crawford)


def bar_on_double(q: Inquiry, doubler: Side) -> DoubleBar | None:
    """What bars the double that is ruled on, as far as length, score and cube were told."""
    score = score_from_facts(q)
    if score is None:
        return None
    cube = q.need("cube") if "cube" in q.facts else None
    if cube is not None and cube & (cube - 1):
        raise q.wrong("cube", f"no cube stands at {cube}; the levels are 1, 2, 4, 8 and so on")
    return bar_at(q, doubler, score, cube)


_NO_CUBE: Final[dict[str, dict[str, tuple[str, ...]]]] = {
    "usbgf": {"take": ("usbgf:4.4.7a", "usbgf:4.4.7.1a"), "pass": ("usbgf:4.4.7a", "usbgf:4.4.7.2a"),
              "": ("usbgf:4.4.7a",)},
    "bws": {"": ("bws:4.4.4.1", "bws:4.4.4c")},
    "guide": {"pass": ("guide:5.11a", "guide:5.11f"), "": ("guide:5.11a",)},
    "ibf": {"": ("ibf:2.2a", "ibf:9.12b")},
    "trad": {"": ("trad:doubling-12",)},
}  # fmt: skip
_DEAD: Final[dict[str, tuple[str, ...]]] = {
    "pass": ("usbgf:4.4.8a", "usbgf:4.4.8b", "usbgf:4.4.7.2a"),
    "": ("usbgf:4.4.8a", "usbgf:4.4.8b"),
}
BAR_ROWS: Final = {
    book: tuple(dict.fromkeys(row for rows in by_answer.values() for row in rows))
    for book, by_answer in _NO_CUBE.items()
} | {
    "usbgf": ("usbgf:4.4.7a", "usbgf:4.4.7.1a", "usbgf:4.4.7.2a", "usbgf:4.4.8a", "usbgf:4.4.8b"),
    "guide": ("guide:5.11a", "guide:5.11f", "guide:5.14c", "guide:5.14h"),
}
_LATER: Final = "If the next game has begun, or the position is lost, it is {}."


def void_double(q: Inquiry, doubler: Side, means: str = "", then: Consequences | None = None) -> JudgeAnswer | None:
    """The ruling where a double, answered by `means` or not yet, cannot count; None where it can.

    `then` is what goes on instead, if it is not the doubler's roll.
    """
    bar = bar_on_double(q, doubler)
    if bar is None or (bar is DoubleBar.FORCED_TAKE and means != "pass"):
        return None
    if bar is DoubleBar.FORCED_TAKE:
        return forced_take(q, doubler, q.need("cube"))
    cube = 1 if bar is DoubleBar.NO_CUBE else q.need("cube")
    if bar is DoubleBar.NO_CUBE and means and q.book in ("ibf", "trad"):
        return answer_without_cube(q)
    by_answer = _DEAD if bar is DoubleBar.DEAD else _NO_CUBE[q.book]
    kind = "dead_cube" if bar is DoubleBar.DEAD else "crawford_double"
    notes = (_LATER.format(kind),) if means == "pass" else ()
    return q.ruling(
        f"{bar_reason(q, bar, doubler)} {'The double and its answer are' if means else 'A double is'} void; "
        f"the game goes on {'without the cube' if bar is DoubleBar.NO_CUBE else f'with the cube at {cube}'}.",
        clauses=by_answer.get(means, by_answer[""]),
        remedies=(SetCube(cube, doubler if cube > 1 else None),),
        appeal=appeal(q),
        notes=(*notes, *((reading("cube-6"),) if q.book == "guide" and means == "pass" else ())),
        then=_goes_on(q, bar, then or Consequences(turn=doubler, roll="new" if means == "take" else "")),
    )


def _goes_on(q: Inquiry, bar: DoubleBar, then: Consequences) -> Consequences:
    crawford = bar is DoubleBar.NO_CUBE and q.need("length") > 1
    return replace(
        then,
        game="goes_on",
        score=score_from_facts(q),
        cube_owner="out" if bar is DoubleBar.NO_CUBE else "",
        crawford="this_game" if crawford else "",
    )


def bar_reason(q: Inquiry, bar: DoubleBar, doubler: Side) -> str:
    """Why the double cannot count, as a sentence."""
    if bar is DoubleBar.NO_CUBE:
        return "A match to one point has no cube." if q.need("length") == 1 else "This is the Crawford game."
    cube = q.need("cube")
    return f"{side_name(doubler)} would win the match with the cube at {cube}: it is dead."


def forced_take(q: Inquiry, doubler: Side, cube: int, score: Score | None = None) -> JudgeAnswer:
    """guide:5.14c: no match ends on a dropped double; who passed is told so, and takes."""
    other = side_name(doubler.other)
    return q.ruling(
        f"The pass would end the match, and a match may not end on a dropped double. {other} is told so and takes the "
        f"cube at {cube * 2}; the double stands, and the game is played out.",
        clauses=("guide:5.14c", "guide:5.14h"),
        remedies=(SetCube(cube * 2, doubler.other),),
        appeal=appeal(q),
        then=Consequences(turn=doubler, roll="new", game="goes_on", score=score or score_from_facts(q)),
    )


NO_CUBE_IN_GAME: Final = Consequences(crawford="this_game", cube_owner="out")


def answer_without_cube(q: Inquiry) -> JudgeAnswer:
    """A double of the Crawford game that was answered, in books that do not say what becomes of it (cube-7)."""
    return q.discretion(
        "The cube is out of the Crawford game, so there was nothing to double. What becomes of a double that was "
        "answered the book does not say; the official decides.",
        clauses=_NO_CUBE[q.book][""],
        factors=("whether the position at the double is known", "how far play has gone"),
        usual=(
            Option("resume", "Resume from the position at the double", (SetCube(1),), consequences=NO_CUBE_IN_GAME),
        ),
        appeal=appeal(q),
    )


_UNTOLD: Final = {
    "usbgf": "in the Crawford game (usbgf:4.4.7a) or with a dead cube (usbgf:4.4.8a) the double would be void",
    "guide": "in the Crawford game the double would be void (guide:5.11a), and a pass that would end the match is no "
    "pass (guide:5.14c)",
    "bws": "in the Crawford game the double would be void (bws:4.4.4.1)",
    "ibf": "in the Crawford game there is no double (ibf:9.12b)",
}


def untold_score(q: Inquiry) -> tuple[str, ...]:
    """What length and score could change, where they were not told."""
    if score_from_facts(q) is not None or q.book not in _UNTOLD:
        return ()
    return (f"Length and score were not told: {_UNTOLD[q.book]}.",)
