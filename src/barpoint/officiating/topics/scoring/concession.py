"""A player concedes or resigns a game at a level: whether that is open, and what it scores.

Claims are `completion`; a game settled because time has run out is `expiry`.
"""

from typing import Final

from barpoint.board import Level, Side
from barpoint.officiating.answer import Consequences, JudgeAnswer, Reading
from barpoint.officiating.facts import FactType, Question
from barpoint.officiating.incidents import Inquiry, incident
from barpoint.officiating.phrases import side_name
from barpoint.officiating.readings import reading
from barpoint.officiating.remedy import Instruct, LoseGame, PlayOn
from barpoint.officiating.topics.appeal_rights import appeal
from barpoint.officiating.topics.clock.lateness import read_stake
from barpoint.officiating.topics.scoring.settled_game import (
    DICE,
    LEVELS,
    ON_TURN,
    POSITION,
    STAKE,
    read_end,
)

_ROWS: Final = {
    "usbgf": ("usbgf:4.5.1a", "usbgf:4.5.1b"),
    "bws": ("bws:4.5b",),
    "ibf": ("ibf:15.2", "ibf:15.2b", "ibf:15.1"),
    "guide": ("guide:5.12b",),
}
_GAINS: Final = "with the position it is worked out which levels are open and which is certain."


@incident(
    "concession",
    "A player concedes or resigns a game",
    words=("resigns the game", "concedes a gammon", "gives up the game", "I resign", "concession at a level"),
    questions=(
        Question("loser", "Who concedes?", FactType.SIDE),
        Question("what", "What is conceded?", FactType.CHOICE, (*LEVELS, "match")),
        Question("contact", "Are the sides still in contact?", FactType.YES_NO),
        Question("borne_off", "Has the player who concedes borne off a checker?", FactType.YES_NO),
        Question(
            "left_behind", "Has that player a checker on the bar or still in the winner's home board?", FactType.YES_NO
        ),
        Question("certain", "Is any other result impossible, however the game goes on?", FactType.YES_NO),
        Question("accepted", "Does the opponent accept?", FactType.YES_NO),
        POSITION,
        ON_TURN,
        DICE,
        *STAKE,
    ),
    clauses={
        "usbgf": (*_ROWS["usbgf"], "usbgf:4.5a", "usbgf:4.5.1c", "usbgf:4.5.1d", "usbgf:4.5b"),
        "bws": (*_ROWS["bws"], "bws:4.5c", "bws:4.5d"),
        "ibf": (*_ROWS["ibf"], "ibf:15.3b", "ibf:15.4"),
        "guide": (*_ROWS["guide"], "guide:5.14b"),
    },
)
def concession(q: Inquiry) -> JudgeAnswer:
    """Open without contact; under guide only when nothing else can happen. A match cannot be conceded."""
    loser, what = q.side("loser"), q.need("what")
    if what == "match":
        return q.ruling(
            "A match is played to its length and cannot be conceded as such. The game goes on.",
            clauses=(_WHOLE_MATCH[q.book],),
            remedies=(PlayOn(),),
            appeal=appeal(q),
            notes=_BWS_BREACH if q.book == "bws" else (),
            then=Consequences(game="goes_on", pending="The concession lapses."),
        )
    level = LEVELS[what]
    refused = _refusal(q, loser, level)
    if refused is not None:
        why, rows = refused
        return q.ruling(
            f"{why} The concession does not count, and the game goes on.",
            clauses=rows,
            remedies=(PlayOn(),),
            appeal=appeal(q),
            notes=(*_standing(q), *(_BWS_BREACH if q.book == "bws" else ())),
            then=Consequences(game="goes_on", pending="The concession lapses."),
        )
    if q.book != "guide" and not q.need("accepted"):
        return _not_accepted(q, loser)
    read_stake(q)
    return q.ruling(
        f"{side_name(loser)} concedes a {_PLAIN[level]}, and the game is over. It is scored as if it had been played "
        "to that end.",
        clauses=_ROWS[q.book],
        remedies=(LoseGame(loser, int(level)),),
        appeal=appeal(q),
        notes=_consent(q),
    )


def _standing(q: Inquiry) -> tuple[str, ...]:
    """Score and cube as they were, where they are told: a void concession has changed neither."""
    told = {key: q.need(key) for key in ("score_white", "score_black", "cube") if key in q.facts}
    both = {"score_white", "score_black"} <= told.keys()
    score = f"the score of {told['score_white']}-{told['score_black']} (White first)" if both else ""
    cube = f"the cube at {told['cube']}" if "cube" in told else ""
    stands = " and ".join(filter(None, (score, cube)))
    return (f"What was written down is put back: {stands}.",) if stands else ()


_BWS_BREACH: Final = ("Ending it so all the same may cost one or both players disqualification (bws:4.5c).",)
_PLAIN: Final = {Level.SINGLE: "single game", Level.GAMMON: "gammon", Level.BACKGAMMON: "backgammon"}
_WHOLE_MATCH: Final = {"usbgf": "usbgf:4.5b", "bws": "bws:4.5d", "ibf": "ibf:15.4", "guide": "guide:5.14b"}


def _consent(q: Inquiry) -> tuple[Reading, ...]:
    return (reading("completion-8"),) if q.book == "bws" else ()


def _refusal(q: Inquiry, loser: Side, level: Level) -> tuple[str, tuple[str, ...]] | None:
    """Why the concession is not open, and by which clauses; None if it is."""
    if q.given("position", gains=_GAINS):
        return _tested(q, loser, level)
    if q.book == "guide":
        return None if q.need("certain") else (_ANOTHER, ("guide:5.12b",))
    if q.need("contact"):
        return _CONTACT, _contact_rows(q.book)
    if level >= Level.GAMMON and q.need("borne_off"):
        return f"{side_name(loser)} has borne off a checker and cannot lose a {_PLAIN[level]}.", _level_rows(q.book)
    if level is Level.BACKGAMMON and not q.need("left_behind"):
        return f"{side_name(loser)} has no checker left behind and cannot lose a backgammon.", _level_rows(q.book)
    return None


_ANOTHER: Final = "Another result is still possible, and only one that is certain may be conceded."
_CONTACT: Final = "The sides are still in contact, and a game may be conceded only without it."


def _contact_rows(book: str) -> tuple[str, ...]:
    return {
        "usbgf": ("usbgf:4.5.1a", "usbgf:4.5a"),
        "bws": ("bws:4.5b", "bws:4.5c"),
        "ibf": ("ibf:15.3b", "ibf:15.1"),
    }[book]


def _level_rows(book: str) -> tuple[str, ...]:
    return {"usbgf": ("usbgf:4.5.1c",), "bws": ("bws:4.5b",), "ibf": ("ibf:15.2b",)}[book]


def _tested(q: Inquiry, loser: Side, level: Level) -> tuple[str, tuple[str, ...]] | None:
    end = read_end(q)
    if q.book == "guide":
        only = end.only_result()
        if only == (loser.other, level):
            return None
        certain = f" Certain is: {side_name(only[0])} wins a {_PLAIN[only[1]]}." if only is not None else ""
        return f"{_ANOTHER}{certain}", ("guide:5.12b",)
    if end.board.contact:
        return _CONTACT, _contact_rows(q.book)
    if level not in end.can_lose(loser):
        return f"{side_name(loser)} cannot lose a {_PLAIN[level]} in this position.", _level_rows(q.book)
    certain_level = end.certain_level(loser.other)
    if q.book == "ibf" and certain_level is None:
        return f"It is not certain that {side_name(loser.other)} wins, whatever is rolled.", ("ibf:15.2",)
    if q.book == "ibf" and certain_level is not None and level < certain_level:
        return f"A {_PLAIN[certain_level]} is certain, so less cannot be conceded.", ("ibf:15.2b",)
    return None


def _not_accepted(q: Inquiry, loser: Side) -> JudgeAnswer:
    """The opponent may refuse; under usbgf a counter-offer is open."""
    usbgf = q.book == "usbgf"
    more = " A counter-offer may name a higher level." if usbgf else ""
    return q.ruling(
        f"{side_name(loser.other)} does not accept, so the game goes on and the clock is started again.{more}",
        clauses=("usbgf:4.5.1d",) if usbgf else _ROWS[q.book],
        remedies=(Instruct("Start the clock of the player on turn."),),
        appeal=appeal(q),
        notes=(
            *_consent(q),
            *(
                ("Refusing what is plainly the worst possible outcome is unreasonable (usbgf:4.5.1e).",)
                if usbgf
                else ()
            ),
        ),
        then=Consequences(game="goes_on", pending="The concession lapses."),
    )
