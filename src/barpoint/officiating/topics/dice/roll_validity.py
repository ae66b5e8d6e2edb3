"""Whether a roll counts: where the dice came to rest, and how they were thrown.

A die is cocked when it leans or balances instead of lying as the book wants it. Rolling before the opponent's
turn is over belongs to `fast_rolls`, dice lifted from one's own roll to `dice_lifting`.
"""

from typing import Final

from barpoint.board import Side
from barpoint.match.format import SECOND
from barpoint.officiating.answer import Consequences, JudgeAnswer, Option, Reading
from barpoint.officiating.facts import FactType, Question
from barpoint.officiating.incidents import Inquiry, incident
from barpoint.officiating.phrases import side_name, time_text
from barpoint.officiating.readings import reading
from barpoint.officiating.remedy import Instruct, RollAgain, RollStands
from barpoint.officiating.topics.appeal_rights import appeal, event_policy
from barpoint.rulebook import param

_RESTS: Final = {
    "flat_on_board": "lies flat on the board",
    "flat_on_checkers": "lies wholly on top of checkers",
    "touching_a_side": "touches a rail, the bar or a checker, and nothing shows that it is held up",
    "came_back": "left the right part of the board, came back, and lies flat there",
    "leaning": "is held up by a rail, the bar, a checker or the other die",
    "on_edge": "balances on an edge or a corner",
    "on_other_die": "lies on the other die",
    "between_checkers": "has sunk below the tops of the checkers it lies on, or lies half on the board",
    "other_side": "lies flat on the other side of the bar",
    "on_bar": "lies on the bar",
    "off_board": "lies off the board",
    "fell_flat": "leaned at first and then fell flat",
    "stuck_in_box": "stayed in the baffle box for a time",
}
_USBGF: Final = {
    "flat_on_board": "usbgf:4.1.4.3a",
    "flat_on_checkers": "usbgf:4.1.4.3c",
    "touching_a_side": "usbgf:4.1.4.3f",
    "came_back": "usbgf:4.1.4.3e",
    "leaning": "usbgf:4.1.4.3f",
    "on_edge": "usbgf:4.1.4.3g",
    "on_other_die": "usbgf:4.1.4.3d",
    "between_checkers": "usbgf:4.1.4.3h",
    "other_side": "usbgf:4.1.4.3a",
    "on_bar": "usbgf:4.1.4.3a",
    "off_board": "usbgf:4.1.4.3a",
    "fell_flat": "usbgf:4.1.4.3b",
    "stuck_in_box": "usbgf:4.1.4.3a",
}
_ALWAYS_VALID: Final = ("flat_on_board", "touching_a_side", "came_back")


@incident(
    "cocked_die",
    "A die is cocked, off the board or on a checker",
    words=("cocked die", "cocked dice", "die fell off the board", "die on a checker", "die on the floor", "leaning"),
    questions=(
        Question("roller", "Who rolled?", FactType.SIDE),
        Question("rests", "Where is the die in question?", FactType.CHOICE, tuple(_RESTS)),
        Question("rested", "How long did it stay so without moving?", FactType.DURATION),
        Question("close", "Do the players disagree, but agree that it was close to the limit?", FactType.YES_NO),
        Question("called", "Had anybody called it cocked before it fell?", FactType.YES_NO),
        Question("agreed", "Does the other player agree that it is cocked?", FactType.YES_NO),
        Question("opening", "Was it the opening roll?", FactType.YES_NO),
        Question("box", "Was it rolled through a baffle box?", FactType.YES_NO),
    ),
    clauses={
        "ibf": ("ibf:10.2b", "ibf:12.5.10a", "ibf:12.5.10b", "ibf:12.5.10c"),
        "usbgf": (*dict.fromkeys(_USBGF.values()), "usbgf:4.1.4.2.1b", "usbgf:4.1.4.3i"),
        "bws": ("bws:4.1.4.1b", "bws:4.1.4.2"),
        "guide": ("guide:5.6b", "guide:5.6f", "guide:5.6g", "guide:5.6h", "guide:5.1b"),
    },
)
def cocked_die(q: Inquiry) -> JudgeAnswer:
    """Valid, or both dice again; each book has its own idea of a die at rest."""
    q.side("roller")
    return {"ibf": _ibf, "usbgf": _usbgf, "bws": _bws, "guide": _guide}[q.book](q, q.need("rests"))


_COUNTED: Final = "for the first three seconds it is only counted, and the roll is not invalid yet."


def _ibf(q: Inquiry, rests: str) -> JudgeAnswer:
    if rests in ("fell_flat", "stuck_in_box"):
        row = "ibf:12.5.10b" if rests == "fell_flat" else "ibf:12.5.10a"
        limit = param(row, "seconds", int) * SECOND
        return _roll_ruling(q, q.need("rested") <= limit, (row, "ibf:12.5.10c"), f"The limit is {time_text(limit)}.")
    edge = param("ibf:12.5.10b", "seconds", int) * SECOND
    if rests == "on_edge" and q.given("rested", gains=_COUNTED) and q.need("rested") <= edge:
        return q.ruling(
            f"A die on its edge makes the roll invalid only after {time_text(edge)}. It is counted aloud; if it stays "
            f"so longer, {side_name(q.side('roller'))} rolls both again.",
            clauses=("ibf:12.5.10b", "ibf:12.5.10c"),
            remedies=(Instruct("Count aloud to three seconds; nobody shakes the table."),),
        )
    notes: dict[str, str | Reading] = {
        "other_side": reading("dice-2a"),
        "on_bar": reading("dice-2b"),
        "on_edge": "Whoever doubts that it stays so counts to three seconds aloud (ibf:12.5.10c).",
        "off_board": "Only for dice off the playing table may the clocks be stopped, for 30 seconds (ibf:3.12c).",
    }
    note = notes.get(rests, "")
    rows = ("ibf:10.2b", "ibf:12.5.10b") if rests == "on_edge" else ("ibf:10.2b",)
    valid = rests in (*_ALWAYS_VALID, "other_side")
    return _roll_ruling(q, valid, rows, note=note) if valid or not q.need("opening") else _one_die(q, rows)


_NOT_YET: Final = "below two seconds it is not at rest, and a die that falls flat counts."
_SUPPORT: Final = (
    "Where the eye cannot tell, the director presses the die down beside the wall, or slides the checkers under it a "
    "little away: a die that drops was held up. Without convincing proof it was not (usbgf:4.1.4.3f)."
)


def _usbgf(q: Inquiry, rests: str) -> JudgeAnswer:
    row = _USBGF[rests]
    if rests in ("fell_flat", "stuck_in_box"):
        limit, rows = event_policy(q).die_at_rest or 0, tuple(dict.fromkeys((row, "usbgf:4.1.4.3b")))
        return _roll_ruling(
            q, q.need("rested") < limit, rows, f"A die is at rest after {time_text(limit)} without moving."
        )
    at_rest = event_policy(q).die_at_rest or 0
    if rests == "on_edge" and q.given("rested", gains=_NOT_YET) and q.need("rested") < at_rest:
        return q.ruling(
            f"A die on its edge has come to rest only after {time_text(at_rest)}. If it stays so that long "
            f"{side_name(q.side('roller'))} rolls both again; if it fell flat before, the roll counts as it fell.",
            clauses=("usbgf:4.1.4.3b", row),
            remedies=(Instruct("Nobody touches the dice until both are at rest."),),
            appeal=appeal(q),
        )
    if rests == "other_side" and q.get("box", default=False):
        return _roll_ruling(
            q, False, ("usbgf:4.1.4.2.1b", "usbgf:4.1.4.3i"), "The side next to the box is the right one."
        )
    if rests in (*_ALWAYS_VALID, "flat_on_checkers"):
        return _roll_ruling(q, True, (row,), note=_SUPPORT if rests == "touching_a_side" else "")
    return _roll_ruling(q, False, (row, "usbgf:4.1.4.3i"))


def _bws(q: Inquiry, rests: str) -> JudgeAnswer:
    row = "bws:4.1.4.2" if q.get("box", default=False) else "bws:4.1.4.1b"
    notes: dict[str, str | Reading] = {
        "flat_on_checkers": reading("dice-1a"),
        "fell_flat": reading("dice-3a"),
        "stuck_in_box": reading("dice-3b"),
    }
    note = notes.get(rests, "")
    return _roll_ruling(q, rests in (*_ALWAYS_VALID, "fell_flat"), (row,), note=note)


def _guide(q: Inquiry, rests: str) -> JudgeAnswer:
    if rests == "fell_flat":
        return _guide_fell(q)
    if rests in _ALWAYS_VALID:
        return _roll_ruling(q, True, ("guide:5.6b",))
    if rests in ("leaning", "on_edge") and not q.need("agreed"):
        return q.discretion(
            "A die counts as cocked when one player says so and the other agrees; here they do not. "
            "The director looks at the die and decides.",
            clauses=("guide:5.6f", "guide:5.6b"),
            factors=("whether the die lies flat", "whether it was still for a full second"),
            usual=(
                Option("again", "Both dice are rolled again", (RollAgain(q.side("roller")),)),
                Option("stands", "The roll stands", (RollStands(q.side("roller")),)),
            ),
            appeal=appeal(q),
            notes=no_double(q),
        )
    rows = ("guide:5.6b", "guide:5.6f") if rests in ("leaning", "on_edge") else ("guide:5.6b",)
    note = reading("dice-1b") if "check" in rests else ""
    if q.need("opening"):
        return _one_die(q, rows)
    return _roll_ruling(q, False, rows, note=note)


def _one_die(q: Inquiry, rows: tuple[str, ...]) -> JudgeAnswer:
    """Each player opens with one die, so that only this one is thrown again."""
    opening = {"guide": ("guide:5.1b",), "ibf": ("ibf:12.2a",)}.get(q.book, ())
    return q.ruling(
        "The opening die is not valid, so that die alone is thrown again. The other player's die stays.",
        clauses=(*opening, *(row for row in rows if row != "usbgf:4.1.4.3i")),
        remedies=(Instruct("Only the invalid opening die is thrown again."),),
        appeal=appeal(q),
        notes=() if q.book == "guide" else (reading("dice-26"),),
        then=Consequences(turn=q.side("roller"), roll="a new opening die"),
    )


def _opens_with_one_die(q: Inquiry) -> bool:
    """Whether it was the opening, where each throws one die; usbgf has both dropped through a box by one player."""
    return not (q.book == "usbgf" and q.get("box", default=False)) and bool(q.get("opening", default=False))


def _guide_fell(q: Inquiry) -> JudgeAnswer:
    if q.need("close") and not q.need("called"):
        return _roll_ruling(q, True, ("guide:5.6h",), "Nobody had called it cocked before it fell.")
    limit = event_policy(q).die_at_rest or 0
    rested = q.need("rested")
    if rested > limit:
        return _roll_ruling(q, False, ("guide:5.6g",), f"It had been cocked for more than {time_text(limit)}.")
    if rested == limit and q.need("called"):  # at least the second, and then declared: guide:5.6f
        return _roll_ruling(q, False, ("guide:5.6f",), f"It had been cocked for {time_text(limit)} and was called.")
    return _roll_ruling(q, True, ("guide:5.6f",), f"It had not been cocked for more than {time_text(limit)}.")


_NO_DOUBLE: Final = {"usbgf": "usbgf:4.4.2b", "bws": "bws:4.4.2b", "guide": "guide:5.9d"}


def no_double(q: Inquiry) -> tuple[str | Reading, ...]:
    """What a throw that is made again has cost its player already: the double of this turn."""
    cited = f" ({_NO_DOUBLE[q.book]})" if q.book in _NO_DOUBLE else ""
    note = f"An attempt to roll was made, so there is no double before the new roll{cited}."
    return (note, reading("game-16")) if q.book == "ibf" else (note,)


_THROWN_AGAIN: Final = "If dice were thrown again in its place, that throw does not count."


def _roll_ruling(
    q: Inquiry, valid: bool, rows: tuple[str, ...], because: str = "", note: str | Reading = ""
) -> JudgeAnswer:
    roller = q.side("roller")
    if not valid and _opens_with_one_die(q):
        return _one_die(q, rows)
    text = f"One die {_RESTS[q.need('rests')]}."
    then = (
        "The roll is valid and stands." if valid else f"The roll is invalid, and {side_name(roller)} rolls both again."
    )
    double = (_THROWN_AGAIN,) if valid else no_double(q)
    if q.book == "ibf" and not valid:
        double = (*double, _TIME_BACK)
    return q.ruling(
        " ".join(part for part in (text, because, then) if part),
        clauses=rows,
        remedies=(RollStands(roller) if valid else RollAgain(roller),),
        appeal=appeal(q),
        notes=((note,) if note else ()) + double,
    )


_FAULTS: Final = {
    "not_shaken": "were not shaken as they have to be",
    "released_too_low": "left the cup too low over the board",
    "one_after_the_other": "did not leave the cup together",
    "box_one_after_the_other": "did not go into the baffle box together",
    "wrong_side": "were rolled onto the side left of the bar",
    "agreed_wrong_side": "were rolled onto the wrong side because the players had agreed on it",
    "cup_touched_board": "were thrown with the cup touching the board",
    "touched_own_hand": "touched the roller's hand",
    "hit_an_object": "struck something outside the board and came back",
    "cup_dropped": "were thrown and the cup slipped from the hand",
}
# Whether the roll counts, and by which row; a fault a book does not name is left to a person.
_THROWN: Final[dict[tuple[str, str], tuple[bool, str]]] = {
    ("usbgf", "not_shaken"): (False, "usbgf:4.1.4.1a"),
    ("usbgf", "released_too_low"): (False, "usbgf:4.1.4.1b"),
    ("usbgf", "cup_touched_board"): (False, "usbgf:4.1.4.1b"),
    ("usbgf", "one_after_the_other"): (False, "usbgf:4.1.4.1c"),
    ("usbgf", "box_one_after_the_other"): (False, "usbgf:4.1.4.2.1a"),
    ("usbgf", "wrong_side"): (False, "usbgf:4.1.4.1d"),
    ("usbgf", "agreed_wrong_side"): (False, "usbgf:4.1.4.1d"),
    ("usbgf", "hit_an_object"): (True, "usbgf:4.1.4.1e"),
    ("usbgf", "cup_dropped"): (True, "usbgf:4.1.4.1e"),
    ("bws", "not_shaken"): (False, "bws:4.1.4.1a"),
    ("bws", "cup_touched_board"): (False, "bws:4.1.4.1a"),
    ("bws", "touched_own_hand"): (False, "bws:4.1.4.1a"),
    ("bws", "wrong_side"): (False, "bws:4.1.4.1b"),
    ("bws", "agreed_wrong_side"): (False, "bws:4.1.4.1b"),
    ("guide", "not_shaken"): (True, "guide:5.5a"),
    ("guide", "released_too_low"): (True, "guide:5.5a"),
    ("guide", "cup_touched_board"): (True, "guide:5.5b"),
    ("guide", "touched_own_hand"): (True, "guide:5.5b"),
    ("guide", "one_after_the_other"): (False, "guide:5.6a"),
    ("guide", "wrong_side"): (False, "guide:5.6b"),
    ("guide", "agreed_wrong_side"): (False, "guide:5.6e"),
}


@incident(
    "thrown_wrongly",
    "The dice were thrown in a wrong way",
    words=(
        "dice slid out of the cup",
        "one die came out late",
        "rolled on the wrong side",
        "improper roll",
        "left side",
    ),
    questions=(
        Question("roller", "Who rolled?", FactType.SIDE),
        Question("fault", "What was wrong with the throw?", FactType.CHOICE, tuple(_FAULTS)),
    ),
    clauses={
        book: tuple(dict.fromkeys(row for (one, _), (_, row) in _THROWN.items() if one == book))
        for book in ("usbgf", "bws", "guide")
    }
    | {"ibf": ("ibf:10.2a", "ibf:17.2")},
)
def faulty_throw(q: Inquiry) -> JudgeAnswer:
    """A table of faults; what a book does not name is silent."""
    roller, fault = q.side("roller"), q.need("fault")
    if q.book == "ibf" and fault in ("one_after_the_other", "box_one_after_the_other"):
        return q.discretion(
            "Both dice must be thrown together. What becomes of such a roll is not said; the arbiter decides.",
            clauses=("ibf:10.2a", "ibf:17.2"),
            factors=("whether the opponent minds", "whether it was meant"),
            usual=(
                Option("again", "Both dice are rolled again", (RollAgain(roller),)),
                Option("stands", "The roll stands", (RollStands(roller),)),
            ),
            notes=no_double(q),
        )
    if q.book == "usbgf" and fault == "touched_own_hand":
        return _hand_contact(q, roller)
    if (q.book, fault) not in _THROWN:
        return q.silent()
    valid, row = _THROWN[q.book, fault]
    then = (
        "That alone does not make it invalid; it stands."
        if valid
        else f"It is void, and {side_name(roller)} rolls again."
    )
    notes: tuple[str | Reading, ...] = ()
    if row == "bws:4.1.4.1a":
        notes = (*notes, reading("dice-4"))
    if q.book == "guide" and valid:
        notes = ("The opponent should remind the roller politely, and call the director if it goes on (guide:5.5c).",)
    return q.ruling(
        f"The dice {_FAULTS[fault]}. {then}",
        clauses=(row,),
        remedies=(RollStands(roller) if valid else RollAgain(roller),),
        appeal=appeal(q),
        notes=(*notes, *(() if valid else no_double(q))),
    )


def _hand_contact(q: Inquiry, roller: Side) -> JudgeAnswer:
    return q.discretion(
        f"The dice should not touch {side_name(roller)}'s hand. The director decides whether that could "
        "have influenced "
        "them; if it could, they are rolled again.",
        clauses=("usbgf:4.1.4.1h",),
        factors=("whether the numbers could have been influenced", "whether it happens often"),
        usual=(
            Option("caution", "The roll stands, with a caution", (RollStands(roller),)),
            Option("again", "Both dice are rolled again", (RollAgain(roller),)),
        ),
        appeal=appeal(q),
        notes=(reading("dice-19"), *no_double(q)),
    )


_TIME_BACK: Final = (
    "The roller may press the clock twice and so has the time for the move back; the opponent may not obstruct that "
    "(ibf:3.12e)."
)
