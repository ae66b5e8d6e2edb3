"""Dice lifted from a roll: before both were at rest, or as cocked without the opponent's agreement.

Lifting dice before the opponent's turn is over is `fast_rolls`; whether a die that lies there counts is
`roll_validity`.
"""

from barpoint.board import Side
from barpoint.officiating.answer import JudgeAnswer, Option, Penalty, PenaltyStep
from barpoint.officiating.facts import EARLIER, FactType, Question
from barpoint.officiating.incidents import Inquiry, incident
from barpoint.officiating.phrases import side_name
from barpoint.officiating.readings import reading
from barpoint.officiating.remedy import Instruct, RollAgain, RollStands
from barpoint.officiating.topics.appeal_rights import appeal
from barpoint.officiating.topics.dice.interference import stand_or_again
from barpoint.officiating.topics.dice.roll_validity import no_double


@incident(
    "lifted_before_rest",
    "A player lifted dice of the roll before both were at rest",
    words=("snatched the dice while rolling", "picked up the dice before they stopped", "grabbed a spinning die"),
    questions=(
        Question("roller", "Who lifted the dice?", FactType.SIDE),
        Question("left_board", "Had the die already left the board?", FactType.YES_NO),
        Question("cause", "Was there good cause, such as an illegal move just noticed?", FactType.YES_NO),
        Question("at_rest", "How many dice were validly at rest?", FactType.COUNT, most=1),
        Question("warned", "Has the player been warned for it in this match?", FactType.YES_NO),
        EARLIER,
    ),
    clauses={
        "usbgf": tuple(f"usbgf:4.1.8.4{letter}" for letter in "abcdef"),
        "bws": ("bws:4.1.2a", "bws:4.1.4.1b", "bws:5.3"),
        "guide": ("guide:5.6b", "guide:1.1.1b"),
        "ibf": ("ibf:10.2b",),
    },
)
def early_lift(q: Inquiry) -> JudgeAnswer:
    """No roll; from the second time on the opponent may keep a die that was at rest."""
    roller = q.side("roller")
    if q.book == "bws":
        return _bws_lift(q, roller)
    if q.book != "usbgf":
        return _no_roll(q, roller)
    for key, row in (("left_board", "usbgf:4.1.8.4f"), ("cause", "usbgf:4.1.8.4b")):
        if q.need(key):
            return q.ruling(
                f"Stopping the dice was no infraction here. The roll is void, and {side_name(roller)} rolls again.",
                clauses=(row,),
                remedies=(RollAgain(roller),),
                appeal=appeal(q),
                notes=no_double(q),
            )
    warned = q.get("warned", q.offence(roller) > 1)
    if not warned:
        return q.ruling(
            f"{side_name(roller)} must let both dice come to rest and is warned. Both dice are rolled again.",
            clauses=("usbgf:4.1.8.4a", "usbgf:4.1.8.4c", *(("usbgf:4.1.8.4e",) if q.facts.get("at_rest") == 0 else ())),
            remedies=(RollAgain(roller),),
            penalties=(Penalty(roller, PenaltyStep.WARNING, q.offence(roller)),),
            appeal=appeal(q),
            notes=no_double(q),
        )
    return _repeat_lift(q, roller)


def _repeat_lift(q: Inquiry, roller: Side) -> JudgeAnswer:
    if not q.need("at_rest"):
        return q.ruling(
            "Neither die had come to rest, so there was no roll, and both are rolled again. "
            "The director may penalise what is repeated.",
            clauses=("usbgf:4.1.8.4e", "usbgf:4.1.8.4a"),
            remedies=(RollAgain(roller),),
            penalties=(Penalty(roller, PenaltyStep.WARNING, q.offence(roller), optional=True),),
            appeal=appeal(q),
            notes=no_double(q),
        )
    return q.discretion(
        f"{side_name(roller)} was warned before, and one die was at rest. The director may let "
        f"{side_name(roller.other)} "
        "choose whether that die stays or both are rolled again.",
        clauses=("usbgf:4.1.8.4d", "usbgf:4.1.8.4a"),
        factors=("how often it has happened", "whether the resting die was a poor number for the roller"),
        usual=(
            Option("keep", "The resting die stays; the other is rolled again", (Instruct("Roll one die again."),)),
            Option("both", "Both dice are rolled again", (RollAgain(roller),)),
        ),
        appeal=appeal(q),
        notes=no_double(q),
    )


def _no_roll(q: Inquiry, roller: Side) -> JudgeAnswer:
    """Under ibf and guide dice that never came to rest flat are rolled again, whoever stopped them."""
    doubt = f" If it is disputed where they lay, doubt goes against {side_name(roller)}." if q.book == "guide" else ""
    return q.ruling(
        f"A roll counts once both dice lie flat, and {side_name(roller)} lifted them before. Both are "
        f"rolled again.{doubt}",
        clauses=q.kind.clauses[q.book],
        remedies=(RollAgain(roller),),
        appeal=appeal(q),
        notes=(reading("dice-10"), *no_double(q)),
    )


def _bws_lift(q: Inquiry, roller: Side) -> JudgeAnswer:
    """Under bws: it forbids touching dice on the board and names no consequence but a disadvantage in a dispute."""
    return q.discretion(
        f"Dice on the board may not be touched, and {side_name(roller)} lifted them. That puts "
        f"{side_name(roller)} at a "
        "disadvantage; the director decides whether the dice as they lay count.",
        clauses=q.kind.clauses["bws"],
        factors=("whether the dice could be read", "where they would have come to rest", "what each player saw"),
        usual=stand_or_again(roller),
        appeal=appeal(q),
        notes=no_double(q),
    )


@incident(
    "lifted_as_cocked",
    "The roller picked up dice as cocked without the opponent's agreement",
    words=("picked up cocked dice", "said cocked and rolled again", "took the dice as cocked"),
    questions=(
        Question("roller", "Who rolled?", FactType.SIDE),
        Question("asked", "Did the other player agree before they were picked up?", FactType.YES_NO),
        Question("believes_flat", "Does the other player believe that they were not cocked?", FactType.YES_NO),
    ),
    clauses={
        "guide": ("guide:5.6c", "guide:5.6d"),
        "usbgf": ("usbgf:4.1.4.3f", "usbgf:1.1.4.2b", "usbgf:4.1.4.3i"),
        "bws": ("bws:5.1a", "bws:4.1.2a", "bws:5.3", "bws:4.1.4.1b"),
    },
)
def lift_as_cocked(q: Inquiry) -> JudgeAnswer:
    """Doubt goes against the roller who did not wait."""
    roller = q.side("roller")
    if q.need("asked") or not q.need("believes_flat"):
        return q.ruling(
            "Both players take the dice to have been cocked. Both are rolled again.",
            clauses=({"guide": "guide:5.6c", "usbgf": "usbgf:4.1.4.3i", "bws": "bws:4.1.4.1b"}[q.book],),
            remedies=(RollAgain(roller),),
            appeal=appeal(q),
            notes=no_double(q),
        )
    if q.book == "bws":
        return _bws_lift(q, roller)
    if q.book == "usbgf":
        return q.discretion(
            f"{side_name(roller)} lifted the dice, so nothing shows that one was held up, and without "
            "convincing evidence "
            f"none was. Doubt tends to go against {side_name(roller)}.",
            clauses=("usbgf:4.1.4.3f", "usbgf:1.1.4.2b"),
            factors=("what either player or a recording shows", "whether the numbers are known"),
            usual=stand_or_again(roller),
            appeal=appeal(q),
            notes=no_double(q),
        )
    return q.ruling(
        f"{side_name(roller)} lifted the dice without waiting for agreement, and they are said to have lain flat. "
        "The roll stands as the other player saw it.",
        clauses=("guide:5.6d", "guide:5.6c"),
        remedies=(RollStands(roller),),
        appeal=appeal(q),
    )
