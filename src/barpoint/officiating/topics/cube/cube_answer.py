"""What counts as a take or a pass, fishing for a reaction, and doubling rules of money play found in a match.

Words said before a double are in `binding_words`.
"""

from dataclasses import replace
from typing import Final

from barpoint.board import Level, Side
from barpoint.match import add_points
from barpoint.officiating.answer import CUBE_STAYS, UNCHANGED, Consequences, JudgeAnswer, Option
from barpoint.officiating.consequences import after_score
from barpoint.officiating.facts import EARLIER, FactType, Question
from barpoint.officiating.incidents import Inquiry, incident
from barpoint.officiating.phrases import quantity, side_name
from barpoint.officiating.readings import reading
from barpoint.officiating.remedy import Instruct, PlayOn, Remedy, SetCube, SetScore
from barpoint.officiating.topics.appeal_rights import appeal
from barpoint.officiating.topics.clock.lateness import CRAWFORD_DONE, LENGTH, SCORES
from barpoint.officiating.topics.conduct.sanctions import sanctions_on
from barpoint.officiating.topics.cube.double_validity import (
    BAR_ROWS,
    DoubleBar,
    bar_on_double,
    bar_reason,
    score_from_facts,
    untold_score,
    void_double,
)

CUBE_BEFORE: Final = Question(
    "cube", "At which value did the cube stand before the double?", FactType.COUNT, least=1, most=1024
)
MATCH_SCORE: Final = (LENGTH, *SCORES, CRAWFORD_DONE)  # by which a double is told from one that cannot count
CUBE_ACCESS: Final = Question("access", "Has the player access to the cube?", FactType.YES_NO)
_ACCESS: Final = {
    "ibf": "ibf:9.8a",
    "trad": "trad:doubling-7",
    "usbgf": "usbgf:4.4.2d",
    "bws": "bws:4.4.2a",
    "guide": "guide:5.9f",
}
_DID: Final = (
    "said_take",
    "said_pass",
    "set_down_own_side",
    "set_down_middle",
    "set_down_on_field",
    "lifted_or_moved",
    "began_next_game",
    "unclear",
)
# What it means ("" is nothing yet) and by which rows; what is missing a person weighs, or the book does not name it.
_MEANS: Final[dict[tuple[str, str], tuple[str, tuple[str, ...]]]] = {
    ("usbgf", "said_take"): ("take", ("usbgf:4.4.5.1a", "usbgf:4.4.5.2a")),
    ("usbgf", "said_pass"): ("pass", ("usbgf:4.4.5.1a", "usbgf:4.4.5.2a")),
    ("usbgf", "set_down_own_side"): ("take", ("usbgf:4.4.5.1a", "usbgf:4.4.5.2a")),
    ("usbgf", "set_down_middle"): ("pass", ("usbgf:4.4.5.1a", "usbgf:4.4.5.2a")),
    ("usbgf", "set_down_on_field"): ("", ("usbgf:4.4.5.2a",)),
    ("usbgf", "lifted_or_moved"): ("", ("usbgf:4.4.5.2a",)),
    ("usbgf", "began_next_game"): ("pass", ("usbgf:4.4.5.2b",)),
    ("guide", "said_take"): ("take", ("guide:5.9e", "guide:5.9j")),
    ("guide", "said_pass"): ("pass", ("guide:5.9j", "guide:5.12a")),
    ("guide", "set_down_own_side"): ("take", ("guide:5.9e",)),
    ("ibf", "set_down_own_side"): ("take", ("ibf:9.9",)),
    ("ibf", "said_take"): ("take", ("ibf:9.7c", "ibf:9.9")),
    ("ibf", "said_pass"): ("pass", ("ibf:9.7a",)),
    ("trad", "said_take"): ("take", ("trad:doubling-6",)),
    ("trad", "said_pass"): ("pass", ("trad:doubling-5",)),
    ("bws", "said_pass"): ("pass", ("bws:4.4.3c",)),
}
_BARRED_AS: Final = {"said_take": "take", "set_down_own_side": "take", "set_down_on_field": "", "lifted_or_moved": ""}
_WEIGHED: Final = {"usbgf": ("usbgf:4.4.6a",), "guide": ("guide:5.9g", "guide:5.4f"), "bws": ("bws:4.4.3d",)}


@incident(
    "unclear_answer",
    "Was the double taken or passed?",
    words=(
        "did he take or drop",
        "picked up the cube and put it down",
        "started to reset the checkers",
        "said okay next",
        "unclear take",
        "refused a redouble",
        "what does a refused double cost",
    ),
    questions=(
        Question("player", "Who had to answer the double?", FactType.SIDE),
        Question("did", "What did the player do or say?", FactType.CHOICE, _DID),
        CUBE_BEFORE,
        LENGTH,
        *SCORES,
        CRAWFORD_DONE,
    ),
    clauses={
        "usbgf": ("usbgf:4.4.5.1a", "usbgf:4.4.5.2a", "usbgf:4.4.5.2b", "usbgf:4.4.6a", *BAR_ROWS["usbgf"]),
        "guide": ("guide:5.9e", "guide:5.9g", "guide:5.9j", "guide:5.12a", "guide:5.4f", *BAR_ROWS["guide"]),
        "bws": ("bws:4.4.3c", "bws:4.4.3d", *BAR_ROWS["bws"]),
        "ibf": ("ibf:9.9", "ibf:9.7a", "ibf:9.7c", *BAR_ROWS["ibf"]),
        "trad": (
            *("trad:doubling-4", "trad:doubling-5", "trad:doubling-6"),
            *("trad:doubling-7", "trad:doubling-9", "trad:doubling-10"),
        ),
    },
)
def unclear_answer(q: Inquiry) -> JudgeAnswer:
    """A plain test under usbgf; bws and guide leave words and gestures to a person."""
    side, did = q.side("player"), q.need("did")
    void = void_double(q, side.other, _BARRED_AS.get(did, "pass"))
    if void is not None:
        return void
    if (q.book, did) in _MEANS:
        means, rows = _MEANS[q.book, did]
        if not means:
            say = f"Only setting the cube down beside the board decides. {side_name(side)} has not answered yet."
            pending = Consequences(pending=open_double(q, side))
            return q.ruling(say, clauses=rows, remedies=(PlayOn(),), appeal=appeal(q), then=pending)
        then = answer_figures(q, side, means)
        price = "" if then.points_won is None else f" It costs {quantity(max(then.points_won), 'point')}."
        return q.ruling(
            f"That is a {means}, and {side_name(side)} is bound by it.{price}"
            + (" The cube is now put on that side." if did == "said_take" else ""),
            clauses=tuple(dict.fromkeys((*_redouble_rows(q, means, rows), *_POINT_ROWS.get((q.book, means), ())))),
            remedies=(_announce_answer(side, means),),
            appeal=appeal(q),
            notes=untold_score(q),
            then=then,
        )
    if q.book not in _WEIGHED:
        return q.silent()
    return q.discretion(
        f"{side_name(side)}'s words or gestures may be taken as an answer. The director decides what they meant.",
        clauses=_WEIGHED[q.book],
        factors=("what a reasonable opponent would understand", "doubt counts against the player who caused it"),
        usual=(
            _answer_option(q, side, "pass"),
            _answer_option(q, side, "take"),
            Option("none", "It is no answer yet", (PlayOn(),)),
        ),
        appeal=appeal(q),
        notes=untold_score(q),
    )


_POINT_ROWS: Final = {
    ("usbgf", "pass"): ("usbgf:4.4.5.1b", "usbgf:4.6.2"),
    ("usbgf", "take"): ("usbgf:4.4.2d", "usbgf:4.4.5.1b"),
    ("trad", "take"): ("trad:doubling-7",),
}
_REDOUBLES: Final = {
    ("trad", "pass"): ("trad:doubling-9",),
    ("trad", "take"): ("trad:doubling-10",),
    ("ibf", "pass"): ("ibf:9.7b",),
}


def _redouble_rows(q: Inquiry, means: str, rows: tuple[str, ...]) -> tuple[str, ...]:
    """A refused redouble costs the stake before it: the leaflet has rows of its own for it, ibf a reading."""
    if (_cube_before(q) or 1) == 1:
        return rows
    return _REDOUBLES.get((q.book, means), rows)


def _cube_before(q: Inquiry) -> int | None:
    if not q.given("cube", gains="with the value before the double the points, or the new value, are named."):
        return None
    cube: int = q.need("cube")
    if cube & (cube - 1):
        raise q.wrong("cube", f"no cube stands at {cube}; the levels are 1, 2, 4, 8 and so on")
    return cube


def _answer_option(q: Inquiry, side: Side, means: str) -> Option:
    announced = (_announce_answer(side, means),)
    return Option(means, f"It is a {means}", announced, consequences=answer_figures(q, side, means))


def answer_figures(q: Inquiry, side: Side, means: str) -> Consequences:
    """A pass ends the game at the cube's old value; after a take the doubler rolls."""
    cube = _cube_before(q)
    if means == "pass":
        if cube is None:
            lost = f"{side_name(side)} loses the game at the value of the cube before the double."
            return Consequences(game="over", pending=lost)
        won, score = add_points((0, 0), side.other, cube), score_from_facts(q)
        figures = {} if score is None else after_score(add_points(score, side.other, cube), q.known, score)
        return Consequences(game="over", points_won=won, **figures)
    value = "twice its value" if cube is None else str(2 * cube)
    return Consequences(
        game="goes_on",
        turn=side.other,
        roll="new",
        cube=None if cube is None else 2 * cube,
        cube_owner=side.value,
        pending=f"{side_name(side)} has the cube at {value}.",
    )


def open_double(q: Inquiry, side: Side) -> str:
    """What a double leaves to the side that has to answer it, in figures where the cube is told."""
    bar, cube = bar_on_double(q, side.other), _cube_before(q)
    if bar is DoubleBar.FORCED_TAKE:
        return f"{side_name(side)} takes at {2 * (cube or 1)}, before any roll: a pass may not end the match."
    if bar is not None:
        return f"{bar_reason(q, bar, side.other)} The double is void, and nobody has to answer it."
    how = "takes or passes" if cube is None else f"takes at {2 * cube} or passes and loses {quantity(cube, 'point')}"
    return f"{side_name(side)} {how}, before any roll."


def waiting_double(q: Inquiry, side: Side) -> str:
    """What a double made too early leaves until the turn comes, in figures where the cube is told."""
    bar, cube, other = bar_on_double(q, side), _cube_before(q), side_name(side.other)
    if bar is DoubleBar.FORCED_TAKE:
        return f"{side_name(side)}'s double waits for the next turn; {other} then takes at {2 * (cube or 1)}."
    if bar is not None:
        return f"{bar_reason(q, bar, side)} The double is void."
    answers = (
        f"{other} answers it then"
        if cube is None
        else f"{other} then takes at {2 * cube} or passes and loses {quantity(cube, 'point')}"
    )
    return f"{side_name(side)}'s double waits for the next turn; {answers}."


def no_access(q: Inquiry, side: Side, then: Consequences = UNCHANGED) -> JudgeAnswer:
    """A double by a player who does not have the cube; one in the middle is everybody's."""
    if _cube_before(q) == 1:
        raise q.wrong("access", "a cube at 1 lies in the middle, for both players")
    return q.ruling(
        f"{side_name(side)} has no access to the cube: only {side_name(side.other)} may make the next double. "
        "It binds nobody.",
        clauses=(_ACCESS[q.book],),
        remedies=(cube_back(q, side.other),),
        appeal=appeal(q),
        then=replace(then, pending=CUBE_STAYS),
    )


def cube_back(q: Inquiry, owner: Side) -> Remedy:
    """After a void double the cube goes back to its owner, or the middle; in figures where its value is told."""
    cube = _cube_before(q)
    return PlayOn() if cube is None else SetCube(cube, owner if cube > 1 else None)


def _announce_answer(side: Side, means: str) -> Instruct:
    return Instruct(f"{side_name(side)} has {'taken' if means == 'take' else 'passed'}.")


@incident(
    "fishing",
    "A player used the cube to draw a reaction, or knowingly left a wrong value showing",
    words=("fishing for a reaction", "reached for the cube to see my face", "faked a double", "left the cube wrong"),
    questions=(
        Question("who", "Who?", FactType.SIDE),
        Question("what", "What was it?", FactType.CHOICE, ("drew_a_reaction", "left_a_wrong_value")),
        Question("knowing", "Is it established that it was done knowingly?", FactType.YES_NO),
        EARLIER,
    ),
    clauses={
        "usbgf": ("usbgf:4.4.6b", "usbgf:4.4.6a"),
        "guide": ("guide:ethics-5", "guide:5.9g"),
        "ibf": ("ibf:17.1g", "ibf:9.5"),
        "bws": ("bws:1.2.4a", "bws:4.4.2e", "bws:5.3"),
    },
)
def fishing(q: Inquiry) -> JudgeAnswer:
    """Bad sportsmanship, which the director may sanction."""
    who = q.side("who")
    q.need("what")
    first, *doubt = q.kind.clauses[q.book]
    if not q.need("knowing"):
        if q.book == "ibf":
            say = (
                f"That {side_name(who)} meant it is not established, and no sanction follows. A touch of "
                "the cube binds."
            )
            return q.ruling(say, clauses=tuple(doubt), remedies=(PlayOn(),))
        return q.ruling(
            f"That {side_name(who)} meant it is not established. Careless cube handling is settled against the player "
            "who caused the doubt, and no sanction follows.",
            clauses=tuple(doubt),
            remedies=(PlayOn(),),
            appeal=appeal(q),
        )
    return q.discretion(
        f"{side_name(who)} has behaved in an unsporting way with the cube. "
        f"The {'arbiter' if q.book == 'ibf' else 'director'} may sanction it.",
        clauses=(first, "ibf:17.2") if q.book == "ibf" else (first,),
        factors=("what was gained by it", f"this is offence {q.offence(who)}"),
        usual=(
            Option("warning", "A warning."),
            *(option for option in sanctions_on(q.book, who) if option.name != "warning"),
        ),
        appeal=appeal(q, "ethics"),
    )


_MONEY: Final = ("automatic_double", "beaver", "equal_opening_dice", "jacoby")
_EQUAL_DICE: Final = {
    "usbgf": ("usbgf:4.4.10a",),
    "ibf": ("ibf:12.2c",),
    "guide": ("guide:5.1a",),
    "trad": ("trad:movement-start-2",),
}
_NEVER_TURNED: Final = {"ibf": ("ibf:12.2c",), "guide": ("guide:5.1a",)}


@incident(
    "money_rule_used",
    "A doubling rule of money play was used in a match",
    words=(
        "beaver",
        "automatic double",
        "Jacoby",
        "raccoon",
        "gammon not counted without the cube",
        "doubled on a tie",
        "both opening dice are equal",
    ),
    questions=(
        Question("rule", "Which one?", FactType.CHOICE, _MONEY),
        Question("turned", "How often was the cube properly doubled and taken in this game?", FactType.COUNT, most=20),
        Question("owner", "Who has the cube by right?", FactType.CHOICE, ("white", "black", "middle")),
        Question("winner", "Who won the game?", FactType.SIDE),
        Question("level", "What was it in truth?", FactType.CHOICE, ("gammon", "backgammon")),
        Question("recorded", "How many points were written down?", FactType.COUNT),
        LENGTH,
        *SCORES,
        CRAWFORD_DONE,
    ),
    clauses={
        "usbgf": ("usbgf:4.4.10a", "usbgf:4.4.10b"),
        "bws": ("bws:1.2.1", "bws:4.4.6"),
        "trad": ("trad:doubling-12", "trad:movement-start-2", "trad:scoring-5"),
        **_NEVER_TURNED,
        "ibf": (*_NEVER_TURNED["ibf"], "ibf:9.6a", "ibf:9.8a", "ibf:2.10a", "ibf:2.1a", "ibf:9.8b"),
    },
)
def money_rule_used(q: Inquiry) -> JudgeAnswer:
    """Put right whenever it is noticed; under trad the players may have agreed on it."""
    rule = q.need("rule")
    if rule == "equal_opening_dice":
        return _equal_dice(q)
    if q.book == "trad" and _is_agreed(q, rule):
        say = "The players have agreed on this rule for their game. It stands."
        return q.ruling(say, clauses=("trad:doubling-12",), remedies=(PlayOn(),))
    if rule == "jacoby":
        return q.silent() if q.book == "guide" else _gammon_ruling(q)
    if q.book == "guide" and rule != "automatic_double":
        return q.silent()
    turned: int = q.need("turned")
    owner = q.need("owner") if turned else "middle"
    if turned and owner == "middle":
        raise q.wrong("owner", "a cube that was taken belongs to one of the players")
    value = 2**turned
    equal = rule == "automatic_double" and q.book in _EQUAL_DICE
    rows = {"usbgf": ("usbgf:4.4.10a", "usbgf:4.4.9a"), "trad": ("trad:doubling-12",), **_NEVER_TURNED}
    if q.book == "ibf" and rule == "beaver":
        rows["ibf"] = ("ibf:9.6a", "ibf:9.8a")  # only in one's own turn, and the cube passes to the taker
    cited = (*rows.get(q.book, q.kind.clauses[q.book]), *(_EQUAL_DICE[q.book] if equal else ()))
    return q.ruling(
        f"This rule of money play is not in force, so the cube was raised wrongly. It is put back to {value}.",
        clauses=tuple(dict.fromkeys(cited)),
        remedies=(SetCube(value, None if owner == "middle" else Side(owner)),),
        appeal=appeal(q),
        notes=(
            *((_AGREED,) if q.book == "trad" else ()),
            *((_NO_MORE,) if equal else ()),
            *((_SCORED,) if q.book == "usbgf" else ()),
        ),
        then=Consequences(game="goes_on"),
    )


_SCORED: Final = "It is put right whenever it is noticed; a game already scored with that cube is wrong_cube_level."
_NO_MORE: Final = "Equal opening dice are only thrown again, by both players, until the numbers differ."


def _equal_dice(q: Inquiry) -> JudgeAnswer:
    """Thrown again, by both; the cube is not turned unless the players have agreed on automatic doubles."""
    if q.book not in _EQUAL_DICE:
        return q.silent()
    if q.book == "trad" and _is_agreed(q, "automatic_double"):
        return q.ruling(
            "The players have agreed on automatic doubles, so the cube is turned once. Then both throw again until the "
            "numbers differ.",
            clauses=(*_EQUAL_DICE["trad"], "trad:doubling-12"),
            remedies=(Instruct("Turn the cube once and leave it in the middle."), _THROWN_AGAIN),
        )
    return q.ruling(
        "The opening dice are equal, so both players throw again until the numbers differ. The cube stays as it is.",
        clauses=_EQUAL_DICE[q.book],
        remedies=(_THROWN_AGAIN,),
        appeal=appeal(q),
        notes=() if q.book == "trad" else (reading("cube-11"),),
    )


_THROWN_AGAIN: Final = Instruct("Both players throw one die each again until the numbers differ.")


_AGREED: Final = "Had both players agreed on it before the game it would stand; the options of the game say so then."


def _is_agreed(q: Inquiry, rule: str) -> bool:
    options = q.profile.options
    return bool(
        {"jacoby": options.jacoby, "beaver": options.beavers, "automatic_double": options.automatic_doubles}[rule]
    )


_SCORE_WRONG: Final = {"usbgf": ("usbgf:4.6.2", "usbgf:4.6.3a", "usbgf:4.6.3b")}
_GAMMON_COUNTS: Final = {
    "usbgf": ("usbgf:4.4.10b",),
    "trad": ("trad:doubling-12", "trad:scoring-5"),
    "ibf": ("ibf:2.10a", "ibf:2.1a", "ibf:9.8b"),
}


def _gammon_ruling(q: Inquiry) -> JudgeAnswer:
    winner, turned = q.side("winner"), q.need("turned")
    due = Level[q.need("level").upper()] * 2**turned
    missing = due - q.need("recorded")
    if missing:
        q.need("length")
    written = (q.need("score_white"), q.need("score_black")) if missing else (0, 0)
    return q.ruling(
        f"Gammons count whether or not the cube was turned. {side_name(winner)} scores {quantity(due, 'point')} "
        "for that game.",
        clauses=(
            *_GAMMON_COUNTS.get(q.book, q.kind.clauses[q.book][:1]),
            *(_SCORE_WRONG.get(q.book, ()) if missing else ()),
        ),
        remedies=(SetScore(add_points(written, winner, missing)),) if missing else (),
        appeal=appeal(q),
        then=Consequences(points_won=add_points((0, 0), winner, due), game="over"),
    )


_PRESS: Final = {
    ("usbgf", "double"): ("usbgf:4.4.4.1b", "usbgf:4.4.4.1c"),
    ("usbgf", "take"): ("usbgf:4.4.5.1b",),
    ("usbgf", "pass"): ("usbgf:4.4.5.1b",),
    ("bws", "double"): ("bws:4.4.2d",),
    ("bws", "take"): ("bws:4.4.3b",),
    ("bws", "pass"): ("bws:4.4.3c",),
}


@incident(
    "cube_and_clock",
    "The clock was not pressed with the cube",
    words=("doubled and did not press the clock", "thinks about the cube on my time", "clock after a take or a pass"),
    questions=(
        Question("after", "After which action?", FactType.CHOICE, ("double", "take", "pass")),
        Question("instant", "Were double and take almost immediate?", FactType.YES_NO),
        Question("taken", "Has the double been taken meanwhile?", FactType.YES_NO),
    ),
    clauses={
        book: tuple(dict.fromkeys(row for (one, _), rows in _PRESS.items() if one == book for row in rows))
        for book in ("usbgf", "bws")
    },
)
def cube_and_clock(q: Inquiry) -> JudgeAnswer:
    """Doubler and taker press; a pass stops the clock."""
    after = q.need("after")
    rows = _PRESS[q.book, after]
    if after == "pass":
        return _press_ruling(
            q, "A pass ends the game, and the clock stops until the next one begins.", "Stop the clock."
        )
    if q.book == "usbgf" and after == "double":
        if q.get("instant", default=False):
            say = "Double and take were almost immediate. The missing presses are overlooked."
            return q.ruling(say, clauses=rows, remedies=(PlayOn(),), appeal=appeal(q))
        if q.need("taken"):
            return _press_ruling(
                q,
                "The double was considered on the doubler's time. At the least the doubler's delay is reset; reserve "
                "that ran off meanwhile is given back.",
                "Reset the doubler's delay; how much reserve comes back is ruled on as clock_ran_wrongly.",
                ("usbgf:4.3.3b",),
            )
    who = "doubler" if after == "double" else "taker"
    return _press_ruling(
        q, f"The {who} presses the clock, so that the other player's time runs.", "Press the clock now."
    )


def _press_ruling(q: Inquiry, say: str, order: str, more: tuple[str, ...] = ()) -> JudgeAnswer:
    rows = (*_PRESS[q.book, q.need("after")], *more)
    return q.ruling(say, clauses=rows, remedies=(Instruct(order),), appeal=appeal(q))
