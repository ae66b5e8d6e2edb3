"""Dice that somebody or something disturbed, dice handled to gain by it, and dice lifted but not rolled.

How a throw has to be made is `roll_validity`; a pattern of bad rolling is `rolling_manner`.
"""

from collections.abc import Mapping
from typing import Final

from barpoint.board import Side
from barpoint.match.format import SECOND
from barpoint.officiating.answer import Consequences, JudgeAnswer, Option
from barpoint.officiating.facts import EARLIER, FactType, Question
from barpoint.officiating.incidents import Inquiry, incident
from barpoint.officiating.phrases import side_name, time_text
from barpoint.officiating.remedy import FreePlay, Instruct, PlayOn, RollAgain, RollStands
from barpoint.officiating.topics.appeal_rights import appeal
from barpoint.officiating.topics.conduct.sanctions import SANCTIONS, ibf_sanctions
from barpoint.officiating.topics.cube.cube_answer import (
    CUBE_ACCESS,
    CUBE_BEFORE,
    MATCH_SCORE,
    no_access,
    open_double,
)
from barpoint.officiating.topics.cube.double_validity import void_double
from barpoint.rulebook import param

_HOW: Final = (
    "opponent_touched",  # the dice, the cup or the box
    "touched_a_person",
    "resting_die_knocked",
    "shaken_during_count",
    "roller_knocked_table",
    "from_outside",
)
_ANY_ROLL: Final = "any_play_of_any_roll"
_READINGS: Final = {
    "any_play_of_the_roll": "Any legal play of the roll, if it can be read",
    "any_play_of_any_roll": "Any legal play of any of the 21 rolls",
}


@incident(
    "roll_disturbed",
    "A roll was disturbed",
    words=(
        "touched my dice while rolling",
        "knocked the table",
        "bumped the box",
        "touched the baffle box",
        "die hit an arm",
        "dropped the cup on a die",
        "blew on the die",
        "interfered with the roll",
    ),
    questions=(
        Question("roller", "Whose roll was it?", FactType.SIDE),
        Question("how", "What disturbed it?", FactType.CHOICE, _HOW),
        Question("when", "When?", FactType.CHOICE, ("before_the_cup", "in_the_cup", "rolling", "at_rest")),
        Question("doubt", "Is it uncertain whether the numbers were affected?", FactType.YES_NO),
        Question("caused_by", "Who caused it?", FactType.CHOICE, ("white", "black", "nobody")),
        Question("near_cocked", "Was a die about to end cocked, and may it have fallen flat by it?", FactType.YES_NO),
    ),
    clauses={
        "ibf": ("ibf:11.1b", "ibf:11.1c", "ibf:12.5.10d", "ibf:17.2"),
        "usbgf": ("usbgf:4.1.1c", "usbgf:4.1.4.1f", "usbgf:4.1.4.1g", "usbgf:1.1.4.2a", "usbgf:1.1.4.2b"),
        "bws": ("bws:4.1.2a", "bws:5.3", "bws:1.1"),
        "guide": ("guide:1.1.1b", "guide:1.1.1c"),
    },
)
def roll_disturbed(q: Inquiry) -> JudgeAnswer:
    """A free move under ibf; elsewhere the roll stands unless chance was in doubt."""
    q.side("roller")
    return {"ibf": _ibf, "usbgf": _usbgf, "bws": _bws, "guide": _guide}[q.book](q, q.need("how"))


def _ibf(q: Inquiry, how: str) -> JudgeAnswer:
    roller = q.side("roller")
    if how == "shaken_during_count":
        by = next((side for side in Side if q.need("caused_by") == side.value), None)
        return q.discretion(
            "Nobody may make a die tremble once the count has begun. "
            + (f"The arbiter chooses a sanction on {side_name(by)}, and" if by else "The arbiter")
            + f" decides whether the roll counts; a die that had stayed so for more than {_counted()} is rolled again "
            "with the other.",
            clauses=("ibf:12.5.10d", "ibf:12.5.10a", "ibf:12.5.10b", *(("ibf:17.2",) if by else ())),
            factors=("whether it was on purpose", "how the die would have ended", "how far the count had gone"),
            usual=(*stand_or_again(roller), *(() if by is None else ibf_sanctions(by))),
        )
    met = how == "touched_a_person" and q.need("caused_by") == roller.other.value
    if how != "opponent_touched" and not met:
        return q.silent()
    when = "rolling" if met else q.need("when")
    if when not in ("in_the_cup", "rolling"):
        rested = when == "at_rest"
        return q.ruling(
            "Interference lasts from the moment both dice are in the cup or the box until the roll is over. "
            + ("The dice had come to rest, and the roll counts as it lay." if rested else "This came before it."),
            clauses=("ibf:11.1b",),
            remedies=(RollStands(roller),) if rested else (PlayOn(),),
        )
    return q.discretion(
        f"{side_name(roller.other)} interfered with the roll, so {side_name(roller)} is free to choose a legal move. "
        "Whether that means this roll or any roll the book leaves open; the arbiter decides.",
        clauses=("ibf:11.1c", "ibf:11.1b"),
        factors=("whether the dice can still be read", "the book leaves open which rolls are meant"),
        usual=free_moves(roller, _READINGS),
    )


def free_moves(side: Side, texts: Mapping[str, str]) -> tuple[Option, ...]:
    """The readings of "any legal move": of the roll, or of any roll; each lets `side` choose its move."""
    readings = param("ibf:11.1c", "readings", tuple[str, ...])
    return tuple(Option(name, texts[name], (FreePlay(side, any_roll=name == _ANY_ROLL),)) for name in readings)


def _counted() -> str:
    return time_text(param("ibf:12.5.10b", "seconds", int) * SECOND)


def _usbgf(q: Inquiry, how: str) -> JudgeAnswer:
    roller = q.side("roller")
    if how == "resting_die_knocked":
        return q.ruling(
            "The die had come to rest before it was knocked. The number it showed before counts.",
            clauses=("usbgf:4.1.4.1f",),
            remedies=(RollStands(roller), Instruct("Set the die as it lay.")),
            appeal=appeal(q),
        )
    if how not in ("opponent_touched", "touched_a_person"):
        return _open(q, ("usbgf:1.1.4.2a", "usbgf:1.1.4.2b"))
    rows = ("usbgf:4.1.4.1g", "usbgf:4.1.1c")
    if q.need("doubt"):
        return _open(q, rows)
    return q.ruling(
        "A die that touches a person does not make the roll void, and a mere reflex is no offence. "
        "The roll counts where the dice came to rest.",
        clauses=rows,
        remedies=(RollStands(roller),),
        appeal=appeal(q),
    )


def _bws(q: Inquiry, how: str) -> JudgeAnswer:
    touched = how == "resting_die_knocked" or (
        how == "opponent_touched" and q.need("when") not in ("before_the_cup", "in_the_cup")
    )
    return _open(q, ("bws:4.1.2a", "bws:5.3", "bws:1.1") if touched else ("bws:1.1",))


def _guide(q: Inquiry, how: str) -> JudgeAnswer:
    roller = q.side("roller")
    if how != "roller_knocked_table" or not q.need("near_cocked"):
        return _open(q, ("guide:1.1.1b",))
    return q.ruling(
        f"{side_name(roller)} knocked the table, and that may have made a die fall flat. "
        f"{side_name(roller.other)} says whether the dice stand or are rolled over.",
        clauses=("guide:1.1.1c",),
        choice_of=roller.other.value,
        options=stand_or_again(roller),
        appeal=appeal(q),
    )


def stand_or_again(roller: Side) -> tuple[Option, Option]:
    """The two ways to go on after a doubtful roll."""
    return (
        Option("stand", "The roll stands", (RollStands(roller),)),
        Option("roll_over", "Both dice are rolled again", (RollAgain(roller),)),
    )


def _open(q: Inquiry, rows: tuple[str, ...]) -> JudgeAnswer:
    """No rule fixes it: doubt goes against whoever caused it."""
    cause = q.need("caused_by")
    unsaid = q.book == "bws" and "bws:5.3" not in rows  # bws: only who broke a rule is at a disadvantage
    against = "" if cause == "nobody" or unsaid else f" Doubt goes against {cause.capitalize()}, who caused it."
    return q.discretion(
        f"The director decides whether the roll stands or is made again.{against}",
        clauses=rows,
        factors=("whether chance was affected", "who caused the doubt", "whether the dice can be read"),
        usual=stand_or_again(q.side("roller")),
        appeal=appeal(q),
    )


_TAMPERED: Final = {
    "rubbed": "ibf:10.5c",
    "thrown_by_hand_and_lifted": "ibf:10.5d",
    "hidden": "ibf:10.5e",
    "touched_not_by_hand": "ibf:10.5f",
    "dirtied": "ibf:10.5g",
}


@incident(
    "dice_manipulated",
    "Dice were tampered with, or skilfully influenced",
    words=("manipulated the dice", "loaded throw", "rubbed the dice", "hid a die", "palmed a die", "controlled roll"),
    questions=(
        Question("who", "Who?", FactType.SIDE),
        Question("how", "What was done?", FactType.CHOICE, (*_TAMPERED, "influenced_number", "influenced_validity")),
        Question("intent", "Is it established that it was done to gain by it?", FactType.YES_NO),
        EARLIER,
    ),
    clauses={
        "ibf": (*_TAMPERED.values(), "ibf:17.2"),
        "usbgf": ("usbgf:4.1.1b", "usbgf:4.1.1c", "usbgf:1.1.5a"),
        "bws": ("bws:4.1.1", "bws:2.4.1", "bws:1.2.4a"),
        "guide": ("guide:5.5a", "guide:ethics-5", "guide:5.5d"),
    },
)
def dice_manipulated(q: Inquiry) -> JudgeAnswer:
    """Among the gravest offences where there was intent; ibf forbids the act itself."""
    who, how = q.side("who"), q.need("how")
    if q.book == "ibf":
        if how not in _TAMPERED:
            return q.silent()
        return q.discretion(
            f"What {side_name(who)} did counts as an attempt to change the dice. The arbiter chooses the sanction.",
            clauses=(_TAMPERED[how], "ibf:17.2"),
            factors=("whether it was meant", f"this is offence {q.offence(who)}"),
            usual=ibf_sanctions(who),
        )
    box = (Option("box", "A baffle box for the rest of the match.", (Instruct("Use a baffle box."),)),)
    if not q.need("intent"):
        return _no_intent(q, who, box)
    return q.discretion(
        f"{side_name(who)} influenced the dice in order to gain, "
        f"{'a deceptive action' if q.book == 'guide' else 'one of the gravest offences'}. "
        "The director decides on the sanction.",
        clauses=_ON_PURPOSE[q.book],
        factors=("how sure the intent is", "what was gained", f"this is offence {q.offence(who)}"),
        usual=SANCTIONS[q.book] if q.book == "usbgf" else (*box, *SANCTIONS[q.book]),
        appeal=appeal(q, "ethics"),
        notes=("Disqualification cannot be appealed (usbgf:5.2b).",) if q.book == "usbgf" else (),
    )


_ON_PURPOSE: Final = {
    "usbgf": ("usbgf:4.1.1b", "usbgf:1.1.5a"),
    "bws": ("bws:4.1.1", "bws:2.4.1", "bws:1.2.4a"),
    "guide": ("guide:5.5a", "guide:ethics-5"),
}


def _no_intent(q: Inquiry, who: Side, box: tuple[Option, ...]) -> JudgeAnswer:
    if q.book == "usbgf":
        say = "Without the intent to gain it is no manipulation. The roll is judged by where the dice came to rest."
        return q.ruling(say, clauses=("usbgf:4.1.1c",), remedies=(PlayOn(),), appeal=appeal(q))
    return q.discretion(
        f"Dice serve chance only, whatever {side_name(who)} meant. The director may order a baffle box.",
        clauses=("bws:4.1.1", "bws:2.4.1") if q.book == "bws" else ("guide:5.5a", "guide:5.5d"),
        factors=("what was done with the dice", f"this is offence {q.offence(who)}"),
        usual=box,
        appeal=appeal(q),
    )


@incident(
    "dice_put_back",
    "A player took up the dice and does not want to roll",
    words=("picked up the dice and put them back", "took the dice but did not roll", "changed his mind about rolling"),
    questions=(
        Question("player", "Who?", FactType.SIDE),
        Question("doubles", "Does the player want to double instead?", FactType.YES_NO),
        CUBE_ACCESS,
        CUBE_BEFORE,
        *MATCH_SCORE,
    ),
    clauses={"ibf": ("ibf:10.5a", "ibf:10.5b", "ibf:2.2a", "ibf:9.12b")},
)
def dice_put_back(q: Inquiry) -> JudgeAnswer:
    """The roll must be made; only a double may come before it."""
    side = q.side("player")
    who = side_name(side)
    if q.need("doubles"):
        if not q.get("access", default=True):
            return no_access(q, side, Consequences(turn=side, roll="new"))
        if (void := void_double(q, side, then=Consequences(turn=side, roll="new"))) is not None:
            return void
        return q.ruling(
            f"With the dice in hand {who} may still double, as long as they have not been rolled.",
            clauses=("ibf:10.5b",),
            remedies=(Instruct(f"{who} doubles now."),),
            then=Consequences(turn=side, pending=open_double(q, side.other)),
        )
    return q.ruling(
        f"{who} has taken up the dice to roll and must roll them. They may not be put back.",
        clauses=("ibf:10.5a",),
        remedies=(Instruct(f"{who} rolls now."),),
        then=Consequences(turn=side, roll="new"),
    )
