"""Forbidden handling: which hand, whose checkers, and what may not be touched, turned, hidden or taken off the board.

What such handling leads to (a roll disturbed, a position in doubt, an illegal play) is ruled on in its own topic.
"""

from typing import Final, NamedTuple

from barpoint.board import Side
from barpoint.officiating.answer import JudgeAnswer, Option, Penalty, PenaltyStep
from barpoint.officiating.facts import EARLIER, FactType, Question
from barpoint.officiating.incidents import Inquiry, incident
from barpoint.officiating.phrases import side_name
from barpoint.officiating.remedy import Instruct, PlayOn, Remedy
from barpoint.officiating.topics.appeal_rights import appeal
from barpoint.officiating.topics.conduct.sanctions import SANCTIONS, ibf_sanctions


class _Act(NamedTuple):
    """Something a player may not do, what puts it right, and the clauses by book."""

    rule: str
    clauses: dict[str, tuple[str, ...]]
    put_right: str = ""
    points_to: str = ""  # another matter it may have become


_ACTS: Final = {
    "two_hands": _Act(
        "All of a turn is done with one and the same hand.",
        {
            "ibf": ("ibf:3.4c", "ibf:12.5.4"),
            "usbgf": ("usbgf:4.2.2.1d",),
            "bws": ("bws:4.2.1a",),
            "guide": ("guide:5.4b",),
        },
    ),
    "other_hand_on_clock": _Act(
        "The clock is pressed with the hand that moved.",
        {"ibf": ("ibf:8.4a", "ibf:3.4c"), "usbgf": ("usbgf:4.3.1",), "bws": ("bws:4.3.1",)},
    ),
    "hand_over_clock": _Act("Nobody keeps a hand on the clock or over it.", {"ibf": ("ibf:8.4b",)}, "The hand goes."),
    "pressed_unfinished": _Act(
        "The clock is not pressed before the move is complete.",
        {"ibf": ("ibf:8.4c", "ibf:10.3b"), "usbgf": ("usbgf:4.1.7.1a", "usbgf:4.2.3.1(b)-4")},
        "The opponent accepts the move as it lies, or has it completed.",
        "illegal_play",
    ),
    "obstructed_restoring": _Act(
        "After an invalid roll the roller may press twice to have the time of the move back, and nobody hinders that.",
        {"ibf": ("ibf:3.12f", "ibf:3.12e")},
        "The time of the move is restored, and the roll is made again.",
    ),
    "touched_checkers": _Act(
        "Only the player on turn touches checkers.",
        {"ibf": ("ibf:12.5.5",), "usbgf": ("usbgf:4.2.2.2b",), "bws": ("bws:4.2.2a",), "guide": ("guide:5.2b",)},
        "Checkers that were moved go back.",
    ),
    "touched_board": _Act(
        "Nobody touches the board to think in the opponent's turn.", {"ibf": ("ibf:12.5.6",), "guide": ("guide:5.2b",)}
    ),
    "turned_die": _Act(
        "Dice that lie may be slid aside, never turned.",
        {"ibf": ("ibf:12.5.8",), "bws": ("bws:4.1.2a",)},
        "The die is turned back to the number that was rolled.",
        "disputed_roll",
    ),
    "dice_below_table": _Act("Dice are not taken below the table when rolling.", {"ibf": ("ibf:12.5.9",)}),
    "hand_in_box": _Act(
        "The hand neither enters the baffle box nor touches it when rolling.",
        {"ibf": ("ibf:3.3b",)},
        "",
        "roll_disturbed",
    ),
    "first_die_left": _Act(
        "The first die of the opening is laid on the bar or the other half, out of the way of the second.",
        {"ibf": ("ibf:12.3",)},
        "",
        "roll_disturbed",
    ),
    "cube_off_board": _Act(
        "The cube is part of the position and does not leave the board, but for the Crawford game.",
        {"ibf": ("ibf:9.12a", "ibf:9.12b")},
        "The cube goes back to where it was, at its value.",
    ),
    "borne_off_checkers": _Act(
        "Checkers that are borne off stay off the playing surface until the game is over.",
        {
            "ibf": ("ibf:12.5.7", "ibf:13.6"),
            "usbgf": ("usbgf:4.2.2.2a",),
            "bws": ("bws:4.2.2c",),
        },
        "They are put aside.",
        "perhaps_borne_off",
    ),
    "clock_left_running": _Act(
        "Whoever has lost a game stops the clocks.", {"ibf": ("ibf:8.12",)}, "The clocks are stopped."
    ),
    "opening_out_of_order": _Act(
        "White throws the first die of the opening, and Black the second.",
        {"ibf": ("ibf:12.2a",)},
        "The arbiter says whether the dice count or are thrown again in their order.",
    ),
    "wrong_seat": _Act(
        "The players sit opposite each other unless the regulations say otherwise.", {"ibf": ("ibf:3.4d",)}
    ),
}
_FEWER: Final = ("usbgf", "bws", "guide")  # books that forbid fewer acts than ibf


def _rows(book: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(row for act in _ACTS.values() for row in act.clauses.get(book, ())))


def _choices(book: str) -> tuple[str, ...]:
    return tuple(name for name, act in _ACTS.items() if book in act.clauses)


@incident(
    "wrong_handling",
    "Checkers, dice, cube or clock were handled in a forbidden way",
    words=("used both hands", "touched a checker in my turn", "hand over the clock", "dice under the table",
           "turned the die over", "took the cube off the board"),
    questions=(
        Question("who", "Who did it?", FactType.SIDE),
        Question("what", "What was done?", FactType.CHOICE, tuple(_ACTS),
                 by_book=tuple((book, _choices(book)) for book in _FEWER)),
        Question("confused", "Has it caused confusion at the board?", FactType.YES_NO),
        EARLIER,
    ),
    clauses={
        "ibf": (*_rows("ibf"), "ibf:17.1g", "ibf:17.2"),
        "usbgf": (*_rows("usbgf"), "usbgf:4.2.2b"),
        "bws": (*_rows("bws"), "bws:5.3"),
        "guide": (*_rows("guide"), "guide:5.4f"),
    },
)  # fmt: skip
def wrong_handling(q: Inquiry) -> JudgeAnswer:
    """It is put right and not done again; what it costs the books leave to the official, or to a dispute."""
    side, act = q.side("who"), _ACTS[q.need("what")]
    if q.book not in act.clauses:
        return q.silent()
    return {"ibf": _ibf, "usbgf": _usbgf, "bws": _bws, "guide": _guide}[q.book](q, side, act)


def _usbgf(q: Inquiry, side: Side, act: _Act) -> JudgeAnswer:
    offence = q.offence(side)
    if offence > 1 and not q.need("confused"):
        offence = 1
    step = () if offence == 1 else (Penalty(side, PenaltyStep.WARNING, offence),)
    if offence > 2:  # the first was put right, the second warned for
        return q.discretion(
            f"{act.rule} {side_name(side)} has been warned, and the director imposes what seems just.",
            clauses=(*act.clauses["usbgf"], "usbgf:4.2.2b"),
            factors=(f"this is offence {offence}", "how much confusion it caused"),
            usual=SANCTIONS["usbgf"],
            appeal=appeal(q),
        )
    if q.need("what") == "pressed_unfinished":
        return _early_press(q, side, act)
    return q.ruling(
        f"{act.rule} {_asked(side, act)}{f' {side_name(side)} is warned.' if step else ''}",
        clauses=(*act.clauses["usbgf"], *(("usbgf:4.2.2b",) if step else ())),
        remedies=_remedies(act),
        penalties=step,
        appeal=appeal(q),
        notes=(
            "Repeated handling that confuses brings a warning, then what the director thinks just (usbgf:4.2.2b).",
            *_elsewhere(act),
        ),
    )


def _early_press(q: Inquiry, side: Side, act: _Act) -> JudgeAnswer:
    """The press ends the turn, and a move that lacks a checker is an illegal play like any other."""
    return q.ruling(
        f"The press has ended {side_name(side)}'s turn. A move that is not complete is an illegal play and must be put "
        "right if that is noticed before the opponent's valid roll.",
        clauses=(*act.clauses["usbgf"], "usbgf:4.2.3.1(a)-2"),
        remedies=(Instruct("Rule on the play: illegal_play, fault wrong_number_of_checkers."),),
        appeal=appeal(q),
    )


def _ibf(q: Inquiry, side: Side, act: _Act) -> JudgeAnswer:
    return q.discretion(
        f"{act.rule} {_asked(side, act)} The arbiter may choose a sanction.",
        clauses=(*act.clauses["ibf"], "ibf:17.1g", "ibf:17.2"),
        factors=("whether it was meant", "what it led to", f"this is offence {q.offence(side)}"),
        usual=(Option("put_right", act.put_right or "It is not done again.", _remedies(act)), *ibf_sanctions(side)),
        forbidden=("exclusion by anybody but the Chief Arbiter",),
        notes=_elsewhere(act),
    )


def _bws(q: Inquiry, side: Side, act: _Act) -> JudgeAnswer:
    return _at_a_disadvantage(
        q, side, act, ("bws:5.3",), "Unsuitable handling of equipment may cost disqualification (bws:1.2.3b)."
    )


def _guide(q: Inquiry, side: Side, act: _Act) -> JudgeAnswer:
    return _at_a_disadvantage(q, side, act, ("guide:5.4f",))


def _at_a_disadvantage(q: Inquiry, side: Side, act: _Act, rows: tuple[str, ...], *notes: str) -> JudgeAnswer:
    """No penalty has been fixed; in a dispute the doubt goes against whoever handled things so."""
    return q.ruling(
        f"{act.rule} {_asked(side, act)} In a dispute it tells against {side_name(side)}.",
        clauses=(*act.clauses[q.book], *rows),
        remedies=_remedies(act),
        appeal=appeal(q),
        notes=(*notes, *_elsewhere(act)),
    )


def _asked(side: Side, act: _Act) -> str:
    return f"{act.put_right} {side_name(side)} is told so.".strip()


def _remedies(act: _Act) -> tuple[Remedy, ...]:
    return (Instruct(act.put_right), PlayOn()) if act.put_right else (PlayOn(),)


def _elsewhere(act: _Act) -> tuple[str, ...]:
    return (f"What it led to is ruled on as {act.points_to}.",) if act.points_to else ()
