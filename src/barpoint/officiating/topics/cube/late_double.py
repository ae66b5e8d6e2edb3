"""A double after the dice were thrown: too late, unless nothing was thrown yet.

Under usbgf such a double binds for the next turn; only between an invalid roll and the new one is it null
(usbgf:4.4.4.3c names that time and no other).
"""

from typing import Final

from barpoint.officiating.answer import CUBE_STAYS, Consequences, JudgeAnswer, Reading
from barpoint.officiating.facts import FactType, Question
from barpoint.officiating.incidents import Inquiry, incident
from barpoint.officiating.phrases import side_name
from barpoint.officiating.readings import reading
from barpoint.officiating.remedy import Instruct, PlayOn, Remedy, RollAgain
from barpoint.officiating.topics.appeal_rights import appeal
from barpoint.officiating.topics.cube.cube_answer import CUBE_BEFORE, MATCH_SCORE, cube_back, open_double
from barpoint.officiating.topics.cube.double_validity import void_double

_INVALID: Final = {"ibf": "ibf:9.6c", "usbgf": "usbgf:4.4.4.3c", "bws": "bws:4.4.2b", "guide": "guide:5.9d"}
_ROLLED: Final = _INVALID | {
    "ibf": "ibf:9.6b",
    "usbgf": "usbgf:4.4.2b",
    "guide": "guide:5.9c",
    "trad": "trad:doubling-3",
}


_AGAIN: Final = {  # no double after an invalid roll, which is made again
    "ibf": ("ibf:9.6c", "ibf:10.2b"),
    "usbgf": ("usbgf:4.4.2b", "usbgf:4.4.4.3c", "usbgf:4.1.4.3i"),
    "bws": ("bws:4.4.2b", "bws:4.1.4.1b"),
    "guide": ("guide:5.9d", "guide:5.6b"),
}
_THROWN: Final = ("being_shaken", "fell_out_shaking", "invalid_roll", "valid_roll")
_SHAKEN: Final = {
    "ibf": ("ibf:10.5b", "ibf:9.6a"),
    "usbgf": ("usbgf:4.4.2b", "usbgf:4.4.2c"),
    "bws": ("bws:4.4.2b",),
    "guide": ("guide:5.9c",),
    "trad": ("trad:doubling-3",),
}


@incident(
    "late_double",
    "A player doubled after throwing the dice",
    words=(
        "doubled after rolling",
        "turned the cube after the dice were rolled",
        "doubled after a cocked roll",
        "too late to double",
        "die fell out while shaking",
        "dice in the cup being shaken",
    ),
    questions=(
        Question("player", "Who doubled?", FactType.SIDE),
        Question(
            "thrown",
            "What had happened?",
            FactType.CHOICE,
            _THROWN,
        ),
        Question("next_turn", "Did the player speak of doubling next turn?", FactType.YES_NO),
        CUBE_BEFORE,
        *MATCH_SCORE,
    ),
    clauses={book: tuple(dict.fromkeys((_INVALID.get(book, row), row))) for book, row in _ROLLED.items()}
    | {"guide": ("guide:5.9c", "guide:5.9d", "guide:5.9h")}
    | {"usbgf": ("usbgf:4.4.2b", "usbgf:4.4.2c", "usbgf:4.4.4.3a", "usbgf:4.4.4.3c")},
)
def late_double(q: Inquiry) -> JudgeAnswer:
    """Void for this turn; words about the next one bind under usbgf and guide."""
    side, thrown = q.side("player"), q.need("thrown")
    who = side_name(side)
    roll = {"invalid_roll": "new", "valid_roll": "stands"}.get(thrown, "")
    if (void := void_double(q, side, then=Consequences(turn=side, roll=roll))) is not None:
        return void
    if thrown == "being_shaken":
        return q.ruling(
            f"The dice were in the cup and had not been thrown, so it is not too late. {who} has doubled.",
            clauses=_SHAKEN[q.book],
            remedies=(Instruct(f"{who} puts the dice aside and doubles now."),),
            appeal=appeal(q),
            then=Consequences(pending=open_double(q, q.side("player").other)),
        )
    if thrown == "fell_out_shaking":
        if q.book != "usbgf":
            return q.silent()
        return q.ruling(
            f"A die that jumps out while the cup is shaken is no attempt to roll, so it is not too late. "
            f"{who} has doubled.",
            clauses=("usbgf:4.4.2c",),
            remedies=(Instruct(f"{who} puts the dice aside and doubles now."),),
            appeal=appeal(q),
            then=Consequences(pending=open_double(q, q.side("player").other)),
        )
    if q.book == "usbgf" and (thrown == "valid_roll" or q.need("next_turn")):
        return _next_turn(q, who, valid=thrown == "valid_roll")
    if q.book == "guide" and q.need("next_turn"):
        rows = _AGAIN["guide"] if thrown == "invalid_roll" else (_ROLLED["guide"],)
        return _too_late(q, who, ("guide:5.9h", *rows))
    if q.book == "trad" and thrown == "invalid_roll":
        return q.silent()  # the leaflet knows no invalid rolls
    invalid = thrown == "invalid_roll"
    goes_on = f"{who} {'rolls both dice again' if invalid else 'goes on'}."
    return q.ruling(
        f"The dice had been thrown, so it is too late to double in this turn. The double is void; {goes_on}",
        clauses=_AGAIN[q.book] if invalid else (_ROLLED[q.book],),
        remedies=_void(q, invalid=invalid),
        appeal=appeal(q),
        then=Consequences(turn=side, roll="" if invalid else "stands", pending=CUBE_STAYS),
        notes=(reading("cube-2"),) if q.book == "ibf" else (),
    )


def _void(q: Inquiry, *, invalid: bool) -> tuple[Remedy, ...]:
    """The cube goes back; after an invalid roll both dice are rolled again."""
    back = cube_back(q, q.side("player"))
    if not invalid:
        return (back,)
    again = RollAgain(q.side("player"))
    return (again,) if isinstance(back, PlayOn) else (again, back)


def _next_turn(q: Inquiry, who: str, *, valid: bool) -> JudgeAnswer:
    note = reading("cube-1")
    rows = ("usbgf:4.4.2b", "usbgf:4.4.4.3a") if valid else _AGAIN["usbgf"]
    return _too_late(q, who, rows, (note,) if valid else ())


_FREED: Final = "Who spoke of a first double is free again if the opponent doubles before it (usbgf:4.4.4.3d)."


def _too_late(q: Inquiry, who: str, rows: tuple[str, ...], notes: tuple[Reading, ...] = ()) -> JudgeAnswer:
    invalid, other = q.need("thrown") == "invalid_roll", q.side("player").other
    again: tuple[Remedy, ...] = (RollAgain(q.side("player")),) if invalid else ()
    return q.ruling(
        f"It is too late to double in this turn{', and both dice are rolled again' if invalid else ''}. "
        f"{who} must double at the start of the next turn.",
        clauses=rows,
        remedies=(*again, Instruct(f"{who} doubles at the start of the next turn.")),
        appeal=appeal(q),
        notes=(*notes, *((_FREED,) if q.book == "usbgf" and q.get("cube", 1) == 1 else ())),
        then=Consequences(
            turn=q.side("player"),
            pending=f"There is no double in this turn; it is made in the next. Then {open_double(q, other)}",
        ),
    )
