"""Ending turns against a closed-out player, who cannot move but may still have the cube.

Closed out means on the bar against six made points. Rolling early in any other position is `fast_rolls`.
"""

from typing import Final

from barpoint.board import Side
from barpoint.officiating.answer import Consequences, JudgeAnswer, Option
from barpoint.officiating.facts import EARLIER, FactType, Question
from barpoint.officiating.incidents import Inquiry, incident
from barpoint.officiating.phrases import side_name
from barpoint.officiating.remedy import Instruct, PlayOn, RollAgain, RollStands
from barpoint.officiating.topics.appeal_rights import appeal
from barpoint.officiating.topics.dice.fast_rolls import (
    EARLY_ROLL,
    right_lost,
    stand_or_redo,
)
from barpoint.rulebook import param

_ALSO: Final = {"guide": ("guide:5.8f",), "bws": ("bws:4.1.6.2b",)}
_LIFTED: Final = {"ibf": ("ibf:11.2a",), "guide": ("guide:5.2b",)}  # dice that are lifted before the turn has come


@incident(
    "closed_out",
    "The dice were lifted or rolled again without waiting for a closed-out player",
    words=(
        "closed out and he rolled on",
        "did not let me double while closed out",
        "closeout",
        "rolling on against a closed board",
        "skipped the taps",
    ),
    questions=(
        Question("closed", "Who is closed out?", FactType.SIDE),
        Question("dice", "Is the match played with two dice or four?", FactType.CHOICE, ("two", "four")),
        Question("cube", "Has the closed-out player access to the cube?", FactType.YES_NO),
        Question("clock", "Is a clock in use?", FactType.YES_NO),
        Question("objected", "Has either player objected to leaving out the taps?", FactType.YES_NO),
        Question("waived", "Had the closed-out player allowed the taps to be left out?", FactType.YES_NO),
        Question("held", "Had the closed-out player asked, or signed, that the roll be held?", FactType.YES_NO),
        Question("rolled", "Has the next roll been made?", FactType.YES_NO),
        Question("doubles", "Does the closed-out player want to double now?", FactType.YES_NO),
        Question("let_pass", "How often was this let pass in silence in this close-out?", FactType.COUNT),
        Question("restored", "Have both since gone back to ending their turns properly?", FactType.YES_NO),
        EARLIER,
    ),
    clauses={
        "usbgf": (
            *(f"usbgf:4.1.8.3{letter}" for letter in "bcdef"),
            *(f"usbgf:4.1.7.2{letter}" for letter in "fgh"),
            "usbgf:4.1.7.1b",
            "usbgf:4.1.7.1d",
        ),
        "ibf": (*EARLY_ROLL["ibf"], "ibf:11.2a", "ibf:11.2b", "ibf:11.2c"),
        "bws": (*EARLY_ROLL["bws"], "bws:4.1.6.2b", "bws:4.1.6.2c", "bws:4.1.6.2d", "bws:4.3.2.6"),
        "guide": (*EARLY_ROLL["guide"], "guide:5.8e", "guide:5.8f", "guide:5.2b"),
    },
)
def close_out(q: Inquiry) -> JudgeAnswer:
    """Rules of its own under usbgf; elsewhere the next roll is early like any other."""
    closed = q.side("closed")
    if q.book == "usbgf":
        return _four_dice(q, closed) if q.need("dice") == "four" else _two_dice(q, closed)
    also = _ALSO.get(q.book, ())
    if q.need("rolled"):
        if q.book == "guide" and q.need("let_pass") >= param("guide:5.8e", "threshold", int):
            return right_lost(q, closed.other)
        return stand_or_redo(q, closed.other, also, nothing_to_play=True)
    taken = q.book == "bws" and bool(q.get("clock", default=False))
    return _ruling(
        q,
        f"{side_name(closed)}'s turn comes first, although there is nothing to move. The next roll waits for it."
        + (f" {_OFF_THE_CLOCK}" if taken else ""),
        EARLY_ROLL[q.book][:1] + also + (_TAKEN if taken else _LIFTED.get(q.book, ())),
        _STOPPED if taken else "",
        turn=closed,
        notes=("Lifting the dice early is a matter of its own, with a warning: fast_grab.",) if q.book == "ibf" else (),
    )


_TAKEN: Final = ("bws:4.1.6.2c", "bws:4.1.6.2d", "bws:4.3.2.6")
_OFF_THE_CLOCK: Final = "The player may roll, or think about a double, without the clock running."
_STOPPED: Final = "The clock may be stopped if it was pressed after the dice were taken."


def _four_dice(q: Inquiry, closed: Side) -> JudgeAnswer:
    who, rolled = side_name(closed), q.need("rolled")
    if (not rolled or q.need("held")) and not q.get("cube", default=True):
        return q.ruling(
            f"{who} has no access to the cube and can do nothing, so there is nothing to wait for.",
            clauses=("usbgf:4.1.8.3e", "usbgf:4.4.2d"),
            remedies=(RollStands(closed.other),) if rolled else (PlayOn(),),
            appeal=appeal(q),
            then=Consequences(turn=closed.other),
        )
    if q.need("held"):
        if rolled:
            return q.ruling(
                f"{who} had asked that the roll be held, so it is void. "
                f"{who} decides about the cube, and then {side_name(closed.other)} rolls.",
                clauses=("usbgf:4.1.8.3f", "usbgf:4.1.8.3e"),
                remedies=(RollAgain(closed.other),),
                appeal=appeal(q),
                then=Consequences(pending=f"{who} first says whether to double, before the new roll."),
            )
        said = f"{who} has asked in time. The roll waits until {who} has decided."
        return _ruling(q, said, ("usbgf:4.1.8.3e",), turn=closed)
    if not rolled:
        said = f"With four dice lifting them ends the turn. {who} may still double."
        return _ruling(q, said, ("usbgf:4.1.8.3e",), turn=closed)
    return q.ruling(
        f"With four dice lifting them ends the turn, and {who} had not asked to hold the next roll. "
        "It stands, and it is too late to double before it.",
        clauses=("usbgf:4.1.8.3e",),
        remedies=(RollStands(closed.other),),
        appeal=appeal(q),
    )


def _two_dice(q: Inquiry, closed: Side) -> JudgeAnswer:
    if not q.need("cube"):
        return _no_access(q, closed)
    if q.need("waived") and not q.need("clock"):
        return _ruling(
            q,
            f"{side_name(closed)} allowed the taps to be left out. That holds until a point of the board is opened."
            + (_STANDS if q.get("rolled", default=False) else ""),
            ("usbgf:4.1.7.2g",),
            turn=closed.other,
        )
    if not q.need("rolled"):
        clock = q.get("clock", default=False)
        after = _GIVEN_BACK if clock else "There is no penalty for the omission alone."
        return _ruling(
            q,
            f"Lifting the dice does not end a turn while {side_name(closed)} has access to the cube. "
            f"{side_name(closed)} was right to stop play and may double now. {after}",
            ("usbgf:4.1.8.3b", *(("usbgf:4.1.7.1b", "usbgf:4.1.7.1d") if clock else ("usbgf:4.1.7.2h",))),
            "From now on every turn is ended on the clock or by tapping the bar.",
            turn=closed,
        )
    return _next_roll(q, closed)


_STANDS: Final = " The next roll stands, and nobody can double before it any more."
_GIVEN_BACK: Final = "Reserve lost because the clock was not pressed is given back."


def _no_access(q: Inquiry, closed: Side) -> JudgeAnswer:
    if q.need("clock"):
        return _ruling(
            q,
            f"With a clock every turn is ended on it, although the opponent can neither move nor double. {_GIVEN_BACK}",
            ("usbgf:4.1.7.1b", "usbgf:4.1.7.1d"),
            "Both players press the clock for every turn.",
            turn=closed,
        )
    if q.need("objected"):
        return _ruling(
            q,
            "One player objects, so turns are ended by tapping the bar. What was left out before is not penalised.",
            ("usbgf:4.1.7.2f", "usbgf:4.1.7.2h"),
            "From now on every turn is ended by tapping the bar.",
            turn=closed,
        )
    return _ruling(
        q,
        "A closed-out player without the cube can do nothing. Lifting the dice ends the turn as long as neither "
        "player objects." + (_STANDS if q.get("rolled", default=False) else ""),
        ("usbgf:4.1.7.2f",),
        turn=closed.other,
    )


def _next_roll(q: Inquiry, closed: Side) -> JudgeAnswer:
    who, roller = side_name(closed), closed.other
    if not q.need("doubles"):
        return q.ruling(
            f"{who} does not double, so the roll has forestalled nothing and stands. "
            "From now on both players end their turns properly.",
            clauses=("usbgf:4.1.8.3c", "usbgf:4.1.8.3b"),
            remedies=(RollStands(roller),),
            appeal=appeal(q),
        )
    if q.need("let_pass") and not q.need("restored"):
        return q.ruling(
            f"{who} let the same thing pass before in this close-out and can no longer double after a roll. "
            "The roll stands; the right comes back once both end their turns properly again.",
            clauses=("usbgf:4.1.8.3d",),
            remedies=(RollStands(roller),),
            appeal=appeal(q),
        )
    return q.ruling(
        f"{who} may still double, and the roll was then premature. Before {side_name(roller)} thinks about taking, "
        f"{who} says whether it stands or is made again.",
        clauses=("usbgf:4.1.8.3c", "usbgf:4.1.8.3b"),
        remedies=(Instruct(f"{who} doubles now."),),
        choice_of=closed.value,
        options=(
            Option("stand", "The roll stands and is played if the double is taken", (RollStands(roller),)),
            Option("redo", "The roll is made again if the double is taken", (RollAgain(roller),)),
        ),
        appeal=appeal(q),
        notes=(f"If {who} lets it pass from now on, there is no double after such a roll (usbgf:4.1.8.3d).",),
        then=Consequences(
            turn=closed, pending=f"{side_name(roller)} takes or passes once {who} has said whether the roll stands."
        ),
    )


def _ruling(
    q: Inquiry, say: str, rows: tuple[str, ...], order: str = "", *, turn: Side, notes: tuple[str, ...] = ()
) -> JudgeAnswer:
    done, then = Instruct(order) if order else PlayOn(), Consequences(turn=turn)
    return q.ruling(say, clauses=rows, remedies=(done,), appeal=appeal(q), notes=notes, then=then)
