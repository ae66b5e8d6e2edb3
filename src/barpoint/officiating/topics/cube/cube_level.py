"""A cube that shows a wrong value or lies in a wrong place, and games that were scored with it."""

from typing import Final

from barpoint.board import Side
from barpoint.match import add_points, winner_by_score
from barpoint.match.format import Length
from barpoint.officiating.answer import Consequences, JudgeAnswer, Option
from barpoint.officiating.facts import FactType, Question
from barpoint.officiating.incidents import Inquiry, incident
from barpoint.officiating.phrases import quantity, side_name
from barpoint.officiating.remedy import Instruct, SetCube, SetScore
from barpoint.officiating.topics.appeal_rights import appeal
from barpoint.officiating.topics.clock.lateness import CRAWFORD_DONE, LONGEST
from barpoint.officiating.topics.cube.double_validity import DoubleBar, bar_at
from barpoint.officiating.topics.cube.void_doubles import ANSWERS, CRAWFORD_ROW, GAME_LEVELS, level_of_cube
from barpoint.officiating.topics.scoring.resumption import (
    LATER_MATCH,
    REPORTED,
    RESUMED,
    after_the_end,
    ended_wrongly,
)


@incident(
    "wrong_cube_level",
    "The cube shows a wrong value or lies in a wrong place",
    words=("wrong cube value", "cube turned to 8 instead of 4", "cube not centred", "cube left over from last game"),
    questions=(
        Question("doubled", "Has anybody doubled in this game?", FactType.YES_NO),
        Question("disputed", "Do the players disagree on how often it was turned?", FactType.YES_NO),
        Question("doubler", "Who doubled last?", FactType.SIDE),
        Question("before", "The right level before that double", FactType.COUNT, least=1),
        Question("answer", "How was it answered?", FactType.CHOICE, ANSWERS),
        Question("game_over", "Is that game over?", FactType.YES_NO),
        Question("winner", "Who won that game?", FactType.SIDE),
        Question("level", "At which level?", FactType.CHOICE, GAME_LEVELS),
        Question("recorded", "Points written down for that game (0 if none yet)", FactType.COUNT),
        Question("length", "To how many points is the match played?", FactType.COUNT, least=1, most=LONGEST),
        Question("score_white", "White's score as it was written down", FactType.COUNT),
        Question("score_black", "Black's score as it was written down", FactType.COUNT),
        CRAWFORD_DONE,
        Question("shown", "The value the cube shows", FactType.COUNT, least=1),
        Question("at", "On whose side does it lie?", FactType.CHOICE, ("white", "black", "middle")),
        REPORTED,
        LATER_MATCH,
    ),
    clauses={
        "ibf": ("ibf:9.3c", "ibf:9.3a", "ibf:9.4c", "ibf:9.7b"),
        "usbgf": (
            *("usbgf:4.4.9a", "usbgf:4.4.9b", "usbgf:4.4.9c", "usbgf:4.4.1b"),
            *("usbgf:4.4.3c", "usbgf:4.6.2", "usbgf:4.6.3a", "usbgf:4.6.3b"),
        ),
        "bws": ("bws:4.4.6", "bws:4.4.1b"),
        "guide": ("guide:5.9b", "guide:5.9a", "guide:5.9f", "guide:2.1.1"),
        "trad": ("trad:doubling-2", "trad:doubling-6", "trad:doubling-9"),
    },
)
def wrong_cube_level(q: Inquiry) -> JudgeAnswer:
    """The action is valid, at the level it should have had; in a dispute under ibf the cube as it lies decides."""
    if q.book == "ibf" and q.need("disputed"):
        shown, place = level_of_cube(q, "shown"), q.need("at")
        return q.ruling(
            f"In a dispute the cube decides as it lies. The stake is {shown}.",
            clauses=("ibf:9.3c",),
            remedies=(SetCube(shown, None if place == "middle" else Side(place)),),
            appeal=appeal(q),
        )
    if not q.need("doubled"):
        return q.ruling(
            "Nobody has doubled, so the cube is in the middle at 1, wherever it lay. It is put right now.",
            clauses=(_CENTRED[q.book],),
            remedies=(SetCube(1),),
            appeal=appeal(q),
        )
    if q.book == "guide":
        return q.discretion(
            "Value and place of the cube should always be beyond doubt. How a wrong level is put right the book does "
            "not say; the director decides.",
            clauses=("guide:5.9a", "guide:5.9f", "guide:2.1.1"),
            factors=("how often it was offered and taken", "who left a wrong value showing"),
            usual=_guide_levels(q),
            appeal=appeal(q),
        )
    if q.book == "trad" and q.get("disputed", default=False):
        return q.silent()  # the leaflet settles no disputes: trad:scoring-9
    if q.book == "usbgf" and q.get("disputed", default=False):
        return q.discretion(
            "The players disagree on how often the cube was offered and taken. The director decides that first; "
            "the cube is then set to match.",
            clauses=("usbgf:4.4.9c",),
            factors=("what each player remembers of every double", "transcripts", "who left a wrong value showing"),
            appeal=appeal(q),
        )
    return _right_level(q)


def _guide_levels(q: Inquiry) -> tuple[Option, ...]:
    """The level by the doubles that were made, each by a factor of two (guide:5.9f), or the one the cube shows."""
    if not q.given("doubler", "before", "answer", gains="with the last double the levels in question are named."):
        return ()
    doubler, before, answer = q.side("doubler"), level_of_cube(q, "before"), q.need("answer")
    if answer == "passed":
        if _void_pass(q, doubler, before) is not None:
            return (Option("void", "The pass does not count; it is ruled on as dead_cube or crawford_double"),)
        then = Consequences(game="over", points_won=add_points((0, 0), doubler, before))
        return (Option("right", f"The pass costs {quantity(before, 'point')}", consequences=then),)
    levels = {"right": before * 2} | ({"shown": level_of_cube(q, "shown")} if q.given("shown") else {})
    words = {"right": "The double counts as one to", "shown": "The double counts as the cube shows, to"}
    return tuple(
        Option(name, f"{words[name]} {value}", (SetCube(value, doubler.other),) if answer == "taken" else ())
        for name, value in levels.items()
    )


_CENTRED: Final = {
    "usbgf": "usbgf:4.4.1b",
    "bws": "bws:4.4.1b",
    "guide": "guide:5.9b",
    "ibf": "ibf:9.3a",
    "trad": "trad:doubling-2",
}
_RIGHT: Final = {"usbgf": "usbgf:4.4.9a", "bws": "bws:4.4.6", "ibf": "ibf:9.4c", "trad": "trad:doubling-6"}
_DROPPED: Final = {"usbgf": ("usbgf:4.4.9b",), "ibf": ("ibf:9.7b",), "trad": ("trad:doubling-9",)}


def _right_level(q: Inquiry) -> JudgeAnswer:
    doubler, before, answer = q.side("doubler"), level_of_cube(q, "before"), q.need("answer")
    row = _RIGHT[q.book]
    if answer == "passed" and (void := _void_pass(q, doubler, before)) is not None:
        return void
    if answer == "passed":
        told = "score_white" in q.facts and "score_black" in q.facts
        change = before - (q.need("recorded") if told else q.get("recorded", before))
        say = (
            f"The double and the pass are valid. {side_name(doubler)} scores {quantity(before, 'point')}, "
            "the right level before the double"
        )
        return _with_right_score(q, say, (*_DROPPED.get(q.book, ()), row), (doubler, before, change))
    if answer == "taken" and q.get("game_over", default=False):
        return _scored_at_wrong_level(q, before * 2, row)
    offered = Instruct(f"The cube is offered at {before * 2}.")
    return q.ruling(
        f"The double is valid although the cube was turned to a wrong level. It is a double to {before * 2}.",
        clauses=(row, *(("usbgf:4.4.3a",) if q.book == "usbgf" else ())),
        remedies=(SetCube(before * 2, doubler.other) if answer == "taken" else offered,),
        appeal=appeal(q),
        then=Consequences(game="goes_on")
        if answer == "taken"
        else Consequences(pending=f"{side_name(doubler.other)} takes at {before * 2} or passes and loses {before}."),
    )


def _void_pass(q: Inquiry, doubler: Side, before: int) -> JudgeAnswer | None:
    """A pass that could not count at the score that game was begun with, where that can be told."""
    if not all(key in q.facts for key in ("length", "score_white", "score_black", "recorded")):
        return None
    written = (q.need("score_white"), q.need("score_black"))
    score = add_points(written, doubler, -q.need("recorded"))
    if min(score) < 0:
        raise q.wrong("recorded", f"{side_name(doubler)} has fewer points than that")
    if max(score) >= q.need("length"):
        return None
    bar = bar_at(q, doubler, score, before)
    if bar is None:
        return None
    kind = "crawford_double" if bar is DoubleBar.NO_CUBE else "dead_cube"
    why = "in the Crawford game" if bar is DoubleBar.NO_CUBE else "with a dead cube"
    return q.discretion(
        f"Whatever the cube showed, this double was made {why}, and its pass does not count as one. What follows is "
        f"ruled on as {kind}.",
        clauses=_BARRED_ROWS[q.book, bar],
        factors=("whether the position at the double is known", "whether the next game has begun"),
        usual=(Option("resume", "Resume from the position at the double, at the score before it", (SetScore(score),)),),
        appeal=appeal(q),
    )


_BARRED_ROWS: Final = {(book, DoubleBar.NO_CUBE): (row,) for book, row in CRAWFORD_ROW.items()} | {
    ("usbgf", DoubleBar.DEAD): ("usbgf:4.4.8b",),
    ("guide", DoubleBar.FORCED_TAKE): ("guide:5.14c",),
}


def _scored_at_wrong_level(q: Inquiry, cube: int, row: str) -> JudgeAnswer:
    """A game that ended with the cube at a wrong value: it counts at the right one, and later games shift with it."""
    winner, level = q.side("winner"), GAME_LEVELS.index(q.need("level")) + 1
    change = cube * level - q.need("recorded")
    say = (
        f"The double is valid, and the cube counted {cube}. {side_name(winner)} scores "
        f"{quantity(cube * level, 'point')} for that game"
    )
    rows = (row, *(("usbgf:4.4.3c", "usbgf:4.6.2") if q.book == "usbgf" else ()))
    return _with_right_score(q, say, rows, (winner, cube * level, change))


def _with_right_score(q: Inquiry, say: str, rows: tuple[str, ...], game: tuple[Side, int, int]) -> JudgeAnswer:
    """The score as it was written, with what the game was really worth; `game` is its winner, worth and change."""
    winner, worth, change = game
    rows = (*rows, *_score_rows(q, winner, change))
    then = Consequences(game="over", points_won=add_points((0, 0), winner, worth))
    if not change:
        return q.ruling(f"{say}.", clauses=rows, appeal=appeal(q), then=then)
    written = (q.need("score_white"), q.need("score_black"))
    late = ", however late it is found" if q.book == "usbgf" else ""  # usbgf:4.6.3a
    score, end = add_points(written, winner, change), f", and the score is put right{late}."
    if ended_wrongly(written, score, q.need("length")):
        if (too_late := after_the_end(q, f"{say}: {score[0]}-{score[1]}", score, rows)) is not None:
            return too_late
        end = f": {score[0]}-{score[1]}. {RESUMED}"
    return q.ruling(f"{say}{end}", clauses=rows, remedies=(SetScore(score),), appeal=appeal(q), then=then)


def _score_rows(q: Inquiry, winner: Side, change: int) -> tuple[str, ...]:
    """The rows on a wrong score, for which its figures are asked."""
    if not change:
        return ()
    length, written = q.need("length"), (q.need("score_white"), q.need("score_black"))
    if q.book != "usbgf":
        return ()
    was, now = (winner_by_score(one, Length(points=length)) for one in (written, add_points(written, winner, change)))
    more = ("usbgf:4.6.3d",) if now is not None else ("usbgf:4.6.3e",) if was is not None else ()
    return ("usbgf:4.6.3a", "usbgf:4.6.3b", *more)
