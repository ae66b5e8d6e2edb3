"""A pattern of bad rolling, and wishes for a baffle box, a dice tube, other dice or somebody to watch.

Whether one roll counts is `roll_validity`; dice influenced on purpose are `interference`.
"""

from typing import Final

from barpoint.board import Side
from barpoint.officiating.answer import JudgeAnswer, Option, Penalty, PenaltyStep
from barpoint.officiating.facts import EARLIER, FactType, Question
from barpoint.officiating.incidents import Inquiry, incident, rule_under
from barpoint.officiating.phrases import side_name
from barpoint.officiating.remedy import Instruct, PlayOn
from barpoint.officiating.topics.appeal_rights import appeal
from barpoint.officiating.topics.conduct.sanctions import ibf_sanctions
from barpoint.officiating.topics.dice.interference import stand_or_again

_BOX: Final = Option("baffle_box", "A baffle box for the rest of the match", (Instruct("Use a baffle box."),))
_TUBE: Final = Option("dice_tube", "A dice tube for the rest of the match", (Instruct("Use a dice tube."),))
_MONITOR: Final = Option("monitor", "Somebody watches the rest of the match", (Instruct("Appoint a monitor."),))
_DICE: Final = Option("other_dice", "Other dice", (Instruct("Replace the dice."),))
_NO_BLAME: Final = "taking it as a sign of misconduct"


@incident(
    "bad_rolling",
    "A player keeps rolling improperly",
    words=("slides the dice", "does not shake the cup", "improper rolling again", "places the dice", "sloppy rolls"),
    questions=(
        Question("roller", "Who rolls improperly?", FactType.SIDE),
        Question("reminded", "Has the opponent reminded the player of the rule?", FactType.YES_NO),
        EARLIER,
    ),
    clauses={
        "usbgf": ("usbgf:4.1.6a", "usbgf:4.1.6b", "usbgf:4.1.5"),
        "bws": ("bws:2.4.1", "bws:2.4.2", "bws:3.4.1.4"),
        "guide": ("guide:5.5c", "guide:5.5d", "guide:5.5e", "guide:5.5f"),
        "ibf": ("ibf:10.1b", "ibf:10.2a", "ibf:17.1g", "ibf:17.2"),
    },
)
def bad_rolling(q: Inquiry) -> JudgeAnswer:
    """A box or a monitor; guide has a ladder from a reminder to somebody else rolling."""
    roller = q.side("roller")
    return q.discretion(
        f"The opponent may ask for a baffle box, a monitor or other dice because of {side_name(roller)}'s "
        "rolling, and the "
        "director should try to meet the wish. A roll that breaks the rules is made again.",
        clauses=q.kind.clauses["usbgf"],
        factors=("what device is at hand", "whether a rule was broken, which the director still looks into"),
        usual=(_BOX, _MONITOR, _DICE),
        forbidden=(_NO_BLAME,),
        appeal=appeal(q, "imposed_equipment"),
    )


@rule_under("bad_rolling", "ibf")
def _ibf_bad_rolling(q: Inquiry) -> JudgeAnswer:
    roller = q.side("roller")
    return q.discretion(
        f"The dice are thrown together, from a cup or through a box. {side_name(roller)} keeps breaking this, and the "
        "arbiter may choose a sanction.",
        clauses=q.kind.clauses["ibf"],
        factors=("how the dice were thrown", f"this is offence {q.offence(roller)}"),
        usual=ibf_sanctions(roller),
    )


@rule_under("bad_rolling", "bws")
def _bws_bad_rolling(q: Inquiry) -> JudgeAnswer:
    return q.discretion(
        f"If the director finds that {side_name(q.side('roller'))} does not throw properly, a baffle box may be "
        "ordered for the rest of the match, and the players must use it.",
        clauses=q.kind.clauses["bws"],
        factors=("how the dice were thrown", "whether it was meant"),
        usual=(_BOX, _MONITOR),
        appeal=appeal(q),
    )


@rule_under("bad_rolling", "guide")
def _guide_bad_rolling(q: Inquiry) -> JudgeAnswer:
    roller = q.side("roller")
    if not q.need("reminded"):
        return q.ruling(
            f"{side_name(roller.other)} first reminds {side_name(roller)} politely how dice are rolled. "
            "If that does not help, the director is called.",
            clauses=("guide:5.5c",),
            remedies=(PlayOn(),),
            appeal=appeal(q),
        )
    earlier = q.offence(roller) - 1
    if not earlier:
        return q.discretion(
            f"{side_name(roller)} was reminded and rolls improperly still. The director may caution the "
            "player, order a "
            "device, or have the match watched and penalise what follows.",
            clauses=("guide:5.5d", "guide:5.5c"),
            factors=("how the dice were thrown", "whether the reminder was heeded for a time"),
            usual=(Option("caution", "A caution"), _BOX, _TUBE, _MONITOR),
            appeal=appeal(q),
        )
    return _guide_again(q, roller, earlier)


def _guide_again(q: Inquiry, roller: Side, earlier: int) -> JudgeAnswer:
    """The opponent has the choice of the roll; later points may follow, and somebody else may roll."""
    if earlier == 1:
        return q.ruling(
            f"{side_name(roller)} goes on rolling improperly, so {side_name(roller.other)} says whether "
            "the roll stands or is "
            "repeated.",
            clauses=("guide:5.5e",),
            choice_of=roller.other.value,
            options=stand_or_again(roller),
            penalties=(Penalty(roller, PenaltyStep.WARNING, earlier + 1, optional=True),),  # guide:5.5e names none
            appeal=appeal(q),
        )
    return q.discretion(
        f"It still continues. {side_name(roller.other)} has the choice of the roll, penalty points may "
        "follow, and as a "
        "last resort somebody else rolls.",
        clauses=("guide:5.5e", "guide:5.5f"),
        factors=(f"the director was called {earlier} times before", "whether it is meant"),
        usual=(
            *stand_or_again(roller),
            Option("points", "Penalty points"),
            Option("named_roller", "Somebody named by the director rolls", (Instruct("Name a roller."),)),
        ),
        appeal=appeal(q),
    )


_WANTED: Final = {"baffle_box": _BOX, "dice_tube": _TUBE, "monitor": _MONITOR, "other_dice": _DICE}


@incident(
    "device_wanted",
    "A player asks for a baffle box, a dice tube, other dice or a monitor",
    words=("wants a baffle box", "asks for a monitor", "wants somebody to watch the match", "dice tube please"),
    questions=(
        Question("what", "What is asked for?", FactType.CHOICE, tuple(_WANTED)),
        Question(
            "regulations",
            "What do the regulations say?",
            FactType.CHOICE,
            ("baffle_box", "cup", "either", "preferred"),
            by_book=(("ibf", ("baffle_box", "cup", "either")), ("bws", ("baffle_box", "preferred", "either"))),
        ),
        Question("available", "Is it available?", FactType.YES_NO),
        Question("objection", "Does the opponent object?", FactType.YES_NO),
        Question("legitimate", "Does the director find the objection legitimate?", FactType.YES_NO),
    ),
    clauses={
        "ibf": ("ibf:3.3c", "ibf:3.3a", "ibf:3.7a"),
        "usbgf": ("usbgf:4.1.6a", "usbgf:4.1.6b", "usbgf:4.1.5", "usbgf:1.3.3a"),
        "bws": (
            "bws:2.4.2",
            "bws:1.7.4",
            "bws:1.3.3a",
            "bws:3.4.1.1",
            "bws:3.7.1",
            "bws:3.4.1.2",
            "bws:3.4.1.3",
            "bws:3.4.2",
            "bws:3.4.4",
        ),
        "guide": ("guide:3.5b", "guide:4a", "guide:3.6b"),
    },
)
def device_wanted(q: Inquiry) -> JudgeAnswer:
    """Mostly granted, and nobody is blamed; ibf leaves it to the regulations."""
    what = q.need("what")
    return {"ibf": _ibf, "usbgf": _usbgf, "bws": _bws, "guide": _guide_wanted}[q.book](q, what)


def _other_dice(q: Inquiry, row: str) -> JudgeAnswer:
    return q.ruling(
        "Other dice at a player's request have a rule of their own. They are changed between games, if at all.",
        clauses=(row,),
        remedies=(Instruct("Rule on it as dice_change."),),
        appeal=appeal(q),
    )


def _ibf(q: Inquiry, what: str) -> JudgeAnswer:
    if what == "other_dice":
        return _other_dice(q, "ibf:3.7a")
    if what != "baffle_box":
        return q.silent()
    say = {
        "baffle_box": "The regulations prescribe the baffle box. It is used.",
        "cup": "The regulations prescribe cups. The wish is not granted.",
        "either": "The regulations allow either, and the baffle box comes first where there is one.",
    }[q.need("regulations")]
    used = q.need("regulations") != "cup"
    return q.ruling(say, clauses=("ibf:3.3c", "ibf:3.3a"), remedies=_BOX.remedies if used else (PlayOn(),))


def _usbgf(q: Inquiry, what: str) -> JudgeAnswer:
    if not q.need("available"):
        return q.ruling(
            "It is not available, so the wish cannot be met. The director still looks into the rolling.",
            clauses=("usbgf:4.1.6a", "usbgf:4.1.6b"),
            remedies=(PlayOn(),),
            appeal=appeal(q),
        )
    rows = ("usbgf:1.3.3a",) if what == "monitor" else ("usbgf:4.1.5",)
    return q.discretion(
        "The director should try to meet the wish, whether or not a rule was broken. It says nothing against anybody.",
        clauses=("usbgf:4.1.6a", "usbgf:4.1.6b", *rows),
        factors=("whether it is to be had", "the flow of the match"),
        usual=(_WANTED[what], Option("refused", "The wish is refused", (PlayOn(),))),
        forbidden=(_NO_BLAME,),
        appeal=appeal(q, "" if what == "monitor" else "imposed_equipment"),
    )


def _bws(q: Inquiry, what: str) -> JudgeAnswer:
    if what == "dice_tube":
        return q.silent()
    if what == "baffle_box" and (announced := _box_announced(q)) is not None:
        return announced
    rows = {
        "monitor": ("bws:1.7.4", "bws:2.4.2", "bws:1.3.3a"),
        "baffle_box": ("bws:2.4.2", "bws:3.4.1.1"),
        "other_dice": ("bws:3.7.1",),
    }[what]
    return q.discretion(
        "The director may change equipment at any time; a player alone only what is defective or not of precision."
        if what == "other_dice"
        else "A player may ask for this for the rest of the match, and the director decides.",
        clauses=rows,
        factors=("what gave rise to the wish", "whether the opponent agrees"),
        usual=(_WANTED[what], Option("refused", "The wish is refused", (PlayOn(),))),
        appeal=appeal(q),
    )


def _box_announced(q: Inquiry) -> JudgeAnswer | None:
    """A baffle box that the invitation announced, or that both players want; None where the director decides."""
    announced = q.get("regulations", "either")
    if announced in _ANNOUNCED:
        why, rows = _ANNOUNCED[announced]
    elif not q.get("objection", default=True):
        why, rows = "Both players want it, which is enough in any tournament.", ("bws:3.4.1.1",)
    else:
        return None
    return q.ruling(
        f"{why} A baffle box is used.",
        clauses=(*rows, "bws:3.4.4"),
        remedies=_BOX.remedies,
        appeal=appeal(q),
        notes=_BOX_STANDS,
    )


_ANNOUNCED: Final[dict[str, tuple[str, tuple[str, ...]]]] = {
    "baffle_box": ("The invitation makes it obligatory.", ("bws:3.4.1.3", "bws:3.4.2")),
    "preferred": ("The invitation prefers it, so that one player's demand is enough.", ("bws:3.4.1.2", "bws:3.4.2")),
}
_BOX_STANDS: Final = (
    "It stands opposite the home boards; the dice are shaken in cups all the same (bws:3.4.4, 3.4.3b).",
    "On demand the director approves it before the match; special cases may be exempted (bws:3.4.3a, 3.4.2).",
)


def _guide_wanted(q: Inquiry, what: str) -> JudgeAnswer:
    if what == "monitor":
        return q.discretion(
            "The staff may have any match watched, as they choose.",
            clauses=("guide:4a",),
            factors=("what gave rise to the wish",),
            usual=(_MONITOR,),
            appeal=appeal(q),
        )
    if what == "other_dice":
        return _other_dice(q, "guide:3.6b")
    if q.need("objection") and q.need("legitimate"):
        return q.discretion(
            "The wish deserves strong consideration, but the objection is legitimate. The director has the final say.",
            clauses=("guide:3.5b",),
            factors=("the reason for the wish", "the reason for the objection"),
            usual=(_WANTED[what], Option("refused", "The wish is refused", (PlayOn(),))),
            appeal=appeal(q),
        )
    return q.ruling(
        "The wish deserves strong consideration, and there is no legitimate objection. The device is used.",
        clauses=("guide:3.5b",),
        remedies=_WANTED[what].remedies,
        appeal=appeal(q),
    )
