"""Which words and gestures about the cube bind: on turn, too early, and about the answer.

Doubles that are void whatever was said are in `void_doubles`.
"""

from typing import Final

from barpoint.board import Side
from barpoint.officiating.answer import CUBE_STAYS, UNCHANGED, Consequences, JudgeAnswer, Option
from barpoint.officiating.facts import FactType, Question
from barpoint.officiating.incidents import Inquiry, incident
from barpoint.officiating.phrases import side_name
from barpoint.officiating.readings import reading
from barpoint.officiating.remedy import Instruct, PlayOn
from barpoint.officiating.topics.appeal_rights import appeal
from barpoint.officiating.topics.cube.cube_answer import (
    CUBE_ACCESS,
    CUBE_BEFORE,
    MATCH_SCORE,
    answer_figures,
    cube_back,
    no_access,
    open_double,
    waiting_double,
)
from barpoint.officiating.topics.cube.double_validity import BAR_ROWS, untold_score, void_double

_DID: Final = ("touched", "reached", "said", "unclear")
# Whether it is a double, and by which rows; what is missing a book does not name.
_DOUBLES: Final[dict[tuple[str, str], tuple[bool, tuple[str, ...]]]] = {
    ("usbgf", "touched"): (True, ("usbgf:4.4.4.2a", "usbgf:4.4.4.2c")),
    ("usbgf", "reached"): (False, ("usbgf:4.4.4.2b",)),
    ("usbgf", "said"): (True, ("usbgf:4.4.4.1a", "usbgf:4.4.4.2a")),
    ("guide", "touched"): (True, ("guide:5.9i", "guide:5.9k")),
    ("guide", "reached"): (True, ("guide:5.9i",)),
    ("guide", "said"): (True, ("guide:5.9h",)),
    ("ibf", "touched"): (True, ("ibf:9.5",)),
}
_UNCLEAR: Final = {"usbgf": ("usbgf:4.4.6a", "usbgf:1.1.4.2b"), "guide": ("guide:5.9g",), "bws": ("bws:4.4.2e",)}
_MOVED: Final = {"usbgf": "usbgf:4.4.4.2c", "guide": "guide:5.9k"}


@incident(
    "cube_touched",
    "A player on turn touched or reached for the cube, or spoke of doubling",
    words=("touched the cube", "reached for the cube", "said double", "picked up the cube and put it back"),
    questions=(
        Question("player", "Who?", FactType.SIDE),
        Question("did", "What did the player do before rolling?", FactType.CHOICE, _DID),
        Question("announced", "Did the player first say that the cube was only being moved?", FactType.YES_NO),
        CUBE_ACCESS,
        CUBE_BEFORE,
        *MATCH_SCORE,
    ),
    clauses={
        "usbgf": tuple(f"usbgf:4.4.4.{one}" for one in ("1a", "2a", "2b", "2c")) + _UNCLEAR["usbgf"],
        "guide": ("guide:5.9g", "guide:5.9h", "guide:5.9i", "guide:5.9k"),
        "ibf": ("ibf:9.5",),
        "bws": ("bws:4.4.2e",),
    },
)
def cube_touched(q: Inquiry) -> JudgeAnswer:
    """A touch is the test under usbgf and ibf, reaching under guide; under bws a person weighs it."""
    side, did = q.side("player"), q.need("did")
    if not q.get("access", default=True):
        return no_access(q, side, Consequences(turn=side))
    if (void := void_double(q, side)) is not None:
        return void
    if did == "touched" and q.book in _MOVED and q.need("announced"):
        return q.ruling(
            f"{side_name(side)} said beforehand that the cube was only being moved. It is no double.",
            clauses=(_MOVED[q.book],),
            remedies=(PlayOn(),),
            appeal=appeal(q),
            then=Consequences(turn=side),
        )
    if (q.book, did) in _DOUBLES:
        binds, rows = _DOUBLES[q.book, did]
        then = f"{side_name(side)} has doubled and cannot take it back." if binds else "It is no double."
        answered = Consequences(pending=open_double(q, side.other)) if binds else UNCHANGED
        return q.ruling(
            f"Under this book that {'commits the player' if binds else 'alone does not commit the player'}. {then}",
            clauses=rows,
            remedies=(_doubles(side),) if binds else (PlayOn(),),
            appeal=appeal(q),
            notes=untold_score(q) if binds else (),
            then=answered if binds else Consequences(turn=side),
        )
    return _weigh(q, side, _UNCLEAR[q.book]) if q.book in _UNCLEAR else q.silent()


def _doubles(side: Side, when: str = "now") -> Instruct:
    return Instruct(f"{side_name(side)} doubles {when}.")


def _weigh(q: Inquiry, side: Side, rows: tuple[str, ...], when: str = "now") -> JudgeAnswer:
    then = Consequences(pending=open_double(q, side.other) if when == "now" else waiting_double(q, side))
    return q.discretion(
        f"Words and gestures may be taken as a double. The director decides whether {side_name(side)}'s were one.",
        clauses=rows,
        factors=("what a reasonable opponent would understand", "doubt counts against the player who caused it"),
        usual=(
            Option("double", "It is a double", (_doubles(side, when),), consequences=then),
            Option("none", "It is no double", (PlayOn(),)),
        ),
        appeal=appeal(q),
        notes=untold_score(q),
    )


@incident(
    "early_double",
    "A player doubled, or announced a double, before it was legal",
    words=(
        "doubled too early",
        "premature double",
        "doubled during my turn",
        "said he will double next turn",
        "I double if you roll a six",
        "double on a condition",
    ),
    questions=(
        Question("player", "Who doubled early?", FactType.SIDE),
        Question("how", "What happened?", FactType.CHOICE, ("doubled", "announced", "on_condition")),
        CUBE_ACCESS,
        Question("met", "Has the condition come about?", FactType.YES_NO),
        Question("opponent_first", "Has the opponent doubled first?", FactType.YES_NO),
        Question("on_turn", "Whose turn is it now?", FactType.SIDE),
        Question("rolled", "Has the player rolled since, without doubling?", FactType.YES_NO),
        CUBE_BEFORE,
        *MATCH_SCORE,
    ),
    clauses={
        "ibf": ("ibf:9.10", "ibf:9.8a"),
        "trad": ("trad:doubling-3", "trad:doubling-7"),
        "usbgf": ("usbgf:4.4.4.3a", "usbgf:4.4.4.3b", "usbgf:4.4.4.3d", "usbgf:4.4.2d"),
        "bws": ("bws:4.4.5", "bws:4.4.2e", "bws:4.4.2a"),
        "guide": ("guide:5.9h", "guide:5.9f"),
    },
)
def early_double(q: Inquiry) -> JudgeAnswer:
    """It binds at the first legal chance; the opponent completes the turn knowing it. Under trad it is void."""
    side, how = q.side("player"), q.need("how")
    if q.book in ("ibf", "trad") and how != "doubled":
        return q.silent()
    if not q.get("access", default=True):
        return no_access(q, side)
    on_turn = q.get("on_turn", side.other.value) == side.value
    if (void := void_double(q, side, then=Consequences(turn=side if on_turn else side.other))) is not None:
        return void
    if q.book == "trad":
        say = (
            f"A double is offered at the start of one's own turn only. This one is void; {side_name(side)} may offer it"
        )
        return q.ruling(
            f"{say} then.",
            clauses=("trad:doubling-3",),
            remedies=(cube_back(q, side),),
            then=Consequences(pending=CUBE_STAYS),
        )
    if (how == "on_condition" and q.book != "usbgf") or (how == "announced" and q.book == "bws"):
        row = "guide:5.9h" if q.book == "guide" else "bws:4.4.2e"
        return _weigh(q, side, (row,), "at the start of the next turn")
    row = {"ibf": "ibf:9.10", "bws": "bws:4.4.5", "guide": "guide:5.9h", "usbgf": "usbgf:4.4.4.3a"}[q.book]
    released = ""
    if q.book == "usbgf" and q.get("opponent_first", default=False):
        released = "usbgf:4.4.4.3d"
    elif how == "on_condition" and not q.need("met"):
        released = "usbgf:4.4.4.3b"
    if released:
        why = (
            f"{side_name(side.other)} has doubled first, and {side_name(side)} had not spoken of redoubling"
            if released == "usbgf:4.4.4.3d"
            else "What was announced has not come about as it was said"
        )
        return q.ruling(
            f"{why}. {side_name(side)} is free.",
            clauses=(released,),
            remedies=(PlayOn(),),
            appeal=appeal(q),
        )
    rows = ("usbgf:4.4.4.3b", row) if how == "on_condition" else (row,)
    if on_turn:
        return _double_due(q, side, rows)
    stays = " The cube stays on the board as it was shown." if q.book == "ibf" else ""
    return q.ruling(
        f"{side_name(side)} must double at the first legal chance.{stays} "
        f"{side_name(side.other)} first completes the turn, knowing this, and then answers.",
        clauses=rows,
        remedies=(_doubles(side, "at the start of the next turn"),),
        appeal=appeal(q),
        notes=(*((reading("cube-12"), _UNFINISHED) if stays else ()), *untold_score(q)),
        then=Consequences(
            turn=side.other,
            play_may_change=True,
            pending=waiting_double(q, side),
        ),
    )


_UNFINISHED: Final = "A wrong move that was not complete may still be put right, and the double stands (ibf:9.11)."


def _double_due(q: Inquiry, side: Side, rows: tuple[str, ...]) -> JudgeAnswer:
    """The opponent's turn is over, with the play as it was ended: the first legal chance is now, or has been missed."""
    if q.get("rolled", default=False):
        return q.discretion(
            f"{side_name(side)} was bound to double before this roll and did not. What becomes of the roll the book "
            "does not say; the director decides.",
            clauses=rows,
            factors=("whether either player remembered the announcement before the roll", "what the roll has brought"),
            usual=(
                Option("double", "The roll is void, and the double is made first", (_doubles(side),)),
                Option("stands", "The roll stands, and the double waits for the next turn", (PlayOn(),)),
            ),
            appeal=appeal(q),
        )
    return q.ruling(
        f"The turn is {side_name(side)}'s, so {side_name(side)} must double now, before rolling. "
        f"{side_name(side.other)} has ended the turn, knowing this, and answers.",
        clauses=rows,
        remedies=(_doubles(side),),
        appeal=appeal(q),
        notes=(*((reading("cube-12"),) if q.book == "ibf" else ()), *untold_score(q)),
        then=Consequences(turn=side, pending=open_double(q, side.other)),
    )


@incident(
    "announced_answer",
    "A player said beforehand how a double would be answered",
    words=("said he would drop", "said he would take", "double me and I pass", "announced take"),
    questions=(
        Question("player", "Who said it?", FactType.SIDE),
        Question("answer", "What was said?", FactType.CHOICE, ("take", "pass")),
        Question("next_chance", "Did the opponent double at the next legal chance?", FactType.YES_NO),
        Question("on_condition", "Was it said on a condition?", FactType.YES_NO),
        Question("met", "Has the condition come about?", FactType.YES_NO),
        CUBE_BEFORE,
        *MATCH_SCORE,
    ),
    clauses={
        "usbgf": ("usbgf:4.4.5.3a", "usbgf:4.4.5.3b", "usbgf:1.2.2a", *BAR_ROWS["usbgf"]),
        "guide": ("guide:5.9j", *BAR_ROWS["guide"]),
        "bws": ("bws:4.4.3d", *BAR_ROWS["bws"]),
    },
)
def answer_announcement(q: Inquiry) -> JudgeAnswer:
    """It binds for the next chance to double, and not after; under bws the director weighs it."""
    side, answer = q.side("player"), q.need("answer")
    if q.get("next_chance", default=True) and (void := void_double(q, side.other, answer)) is not None:
        return void
    if q.book == "bws":
        must, then = (Instruct(f"{side_name(side)} must {answer}."),), answer_figures(q, side, answer)
        return q.discretion(
            f"Words may be taken as a take or a pass. The director decides whether {side_name(side)} is held to them.",
            clauses=("bws:4.4.3d",),
            factors=("what a reasonable opponent would understand", "whether the double came at the next chance"),
            usual=(
                Option("bound", f"{side_name(side)} is held to the words", must, consequences=then),
                Option("free", f"{side_name(side)} is free to decide", (PlayOn(),)),
            ),
            appeal=appeal(q),
            notes=untold_score(q),
        )
    condition = q.book == "usbgf" and q.get("on_condition", default=False)
    row = "guide:5.9j" if q.book == "guide" else "usbgf:4.4.5.3b" if condition else "usbgf:4.4.5.3a"
    bound = q.need("next_chance") and (not condition or q.need("met"))
    say = (
        f"{side_name(side)} is held to those words and must {answer}."
        if bound
        else f"{side_name(side)} is free to decide."
    )
    why = "What is said about an answer binds for the next chance to double only."
    return q.ruling(
        f"{why} {say}",
        clauses=(row, "usbgf:1.2.2a") if q.book == "usbgf" else (row,),
        remedies=(Instruct(f"{side_name(side)} must {answer}."),) if bound else (PlayOn(),),
        appeal=appeal(q),
        notes=(*((reading("completion-11"),) if q.book == "guide" else ()), *(untold_score(q) if bound else ())),
        then=answer_figures(q, side, answer) if bound else UNCHANGED,
    )
