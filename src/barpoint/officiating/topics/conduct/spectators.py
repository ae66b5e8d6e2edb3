"""What spectators may say to the players, and spectators a player does not want.

Spectators who give help are in `barring`; spectators as witnesses in `evidence`.
"""

from typing import Final

from barpoint.officiating.answer import JudgeAnswer, Option, Penalty, PenaltyStep
from barpoint.officiating.facts import FactType, Question
from barpoint.officiating.incidents import Inquiry, incident
from barpoint.officiating.readings import reading
from barpoint.officiating.remedy import Instruct, PlayOn
from barpoint.officiating.topics.appeal_rights import appeal, event_policy

_SAID: Final = (
    "score",
    "match_length",
    "setup",
    "cube_setup",
    "running_clock",
    "illegal_play",
    "cheating",
    "comment_on_play",
    "applause",
    "banter",
)
_WHEN: Final = ("before_first_game", "during_game", "between_games")
_ROWS: Final[dict[tuple[str, str], str]] = {
    ("usbgf", "match_length"): "usbgf:1.6.1d",
    ("usbgf", "applause"): "usbgf:1.6.1c",
    ("usbgf", "comment_on_play"): "usbgf:1.6.1c",
    ("usbgf", "banter"): "usbgf:1.6.1e",
    ("usbgf", "cheating"): "usbgf:1.6.1f",
    ("bws", "cheating"): "bws:1.6.1b",
    ("guide", "running_clock"): "guide:1.3.4b",
    ("guide", "applause"): "guide:1.3.3",
    ("guide", "comment_on_play"): "guide:1.3.1",
    ("guide", "banter"): "guide:1.3.1",
}
_MATTERS: Final[dict[str, tuple[str, tuple[str, ...]]]] = {  # what is put right by which kind of its own, under usbgf
    "score": ("The true score is set now, however late it is (score_wrong).", ("usbgf:4.6.3a", "usbgf:4.6.3f")),
    "match_length": ("The length is compared with the draw sheet and put right (wrong_length).", ("usbgf:4.8.2a",)),
    "setup": ("The checkers are put right while there is time (setup_error).", ("usbgf:4.2.1b",)),
    "cube_setup": (
        "The cube is put in its place and shows its true value, whenever it is noticed (wrong_cube_level).",
        ("usbgf:4.4.1b", "usbgf:4.4.3a", "usbgf:4.4.9a"),
    ),
    "running_clock": ("The clock is stopped and the lost time given back (clock_ran_wrongly).", ("usbgf:4.3.3b",)),
    "illegal_play": ("Whether the play can still be put right is ruled on (illegal_play).", ("usbgf:4.2.3.1(a)-2",)),
}
_ELSE: Final = {"usbgf": "usbgf:1.6.1b", "bws": "bws:1.6.1a", "guide": "guide:1.3.4a"}


@incident(
    "spectator_spoke",
    "A spectator spoke to the players",
    words=(
        "spectator said the score is wrong",
        "somebody watching spoke",
        "spectator pointed out the length",
        "applause",
        "kibitzer told them",
    ),
    questions=(
        Question("what", "What about?", FactType.CHOICE, _SAID),
        Question("when", "When?", FactType.CHOICE, _WHEN),
        Question("welcome", "Do both players welcome it?", FactType.YES_NO),
    ),
    clauses={
        book: tuple(dict.fromkeys((row, *(one for (of, _), one in _ROWS.items() if of == book))))
        for book, row in _ELSE.items()
    },
)
def spectator_spoke(q: Inquiry) -> JudgeAnswer:
    """What the book lets spectators mention is in order; the rest goes to the staff."""
    what = q.need("what")
    rows = (_ROWS.get((q.book, what), _ELSE[q.book]),)
    if what == "cheating":
        return q.ruling(
            "A spectator who sees cheating may tell the director, but not the players."
            if q.book == "bws"
            else "A suspicion of cheating goes to the director at once and in private, not to the players.",
            clauses=rows,
            remedies=(Instruct("Tell the director."),),
        )
    matter, deciding = _MATTERS.get(what, ("", ())) if q.book == "usbgf" else ("", ())
    if _in_order(q, what):
        return _allowed(q, (*rows, *deciding), matter)
    known = f" {matter}" if matter else " What is now known is dealt with by its own rule." if what in _SAID[:6] else ""
    staff = "; only of cheating may a spectator tell the director" if q.book == "bws" else ", or told the staff"
    if q.book == "guide":
        return _left_to_the_director(q, rows, known)
    more, notes = SPECTATOR_SANCTIONS.get(q.book, ((), ()))
    expulsion = (Penalty(None, PenaltyStep.EXPULSION, optional=True),) if more else ()
    reminder = (
        (Penalty(None, PenaltyStep.REMINDER, optional=True),) if q.book != "bws" else ()
    )  # bws:1.6.3 names expulsion alone
    play = (reading("people-25"),) if what == "illegal_play" and q.book == "usbgf" else ()
    return q.ruling(
        f"The spectator should have kept silent{staff}.{known}",
        clauses=(*rows, *more, *deciding),
        remedies=(Instruct("Remind the spectator to keep silent."), *((Instruct(matter),) if matter else ())),
        penalties=(*reminder, *expulsion),
        appeal=appeal(q),
        notes=(*notes, *play),
    )


def _left_to_the_director(q: Inquiry, rows: tuple[str, ...], known: str) -> JudgeAnswer:
    """The guide names no sanction: whether there is one is the director's sole and final word (guide:1.1.4)."""
    duty = (
        "should have kept silent until the match is over"
        if q.need("what") in ("comment_on_play", "applause", "banter")
        else "should have told the director or the staff, and not the players"
    )
    return q.discretion(
        f"The spectator {duty}.{known} Whether a sanction follows is for the director alone.",
        clauses=(*rows, "guide:ethics-6", "guide:ethics-7", "guide:1.1.4"),
        factors=("what was said, and whether it could help", "whether the spectator has done so before"),
        usual=(
            Option("none", "No sanction; the spectator is asked to keep silent.", (Instruct("Ask for silence."),)),
            Option("expel", "The spectator is expelled from the playing area."),
        ),
        appeal=appeal(q, "ethics"),
        notes=("To the players a spectator may only say that a clock runs or stands wrongly (guide:1.3.4b).",),
    )


def _allowed(q: Inquiry, rows: tuple[str, ...], matter: str) -> JudgeAnswer:
    """In order: no sanction follows, and what was pointed out is put right."""
    if not matter:
        return q.ruling("The spectator was allowed to say so. Play goes on.", clauses=rows, remedies=(PlayOn(),))
    return q.ruling(
        f"The spectator was allowed to say so, and no sanction follows. {matter}",
        clauses=rows,
        remedies=(Instruct(matter),),
        notes=("A player may all the same ask a spectator to stop watching: spectator_unwanted (usbgf:1.6.4).",),
    )


SPECTATOR_SANCTIONS: Final[
    dict[str, tuple[tuple[str, ...], tuple[str, ...]]]
] = {  # what more may follow, and by which rows
    "usbgf": (
        ("usbgf:1.6.3",),
        (
            (
                "The director may choose any just sanction for the spectator, disqualification and expulsion from the "
                "playing area among them; a player is sanctioned only for help knowingly sought or taken (usbgf:1.6.3)."
            ),
            "A disqualification or an expulsion cannot be appealed (usbgf:5.2b).",
        ),
    ),
    "bws": (
        ("bws:1.6.1b", "bws:1.6.3", "bws:1.6.4", "bws:1.6.5"),
        (
            (
                "The spectator may be expelled, and in special cases barred from tournaments for a time (bws:1.6.3); "
                "that is reported to the board, with the reasons, right after the tournament (bws:1.6.5)."
            ),
            "A player may ask the director to bar spectators from watching the match (bws:1.6.4).",
        ),
    ),
}


def _in_order(q: Inquiry, what: str) -> bool:
    rules = event_policy(q).spectators
    if q.book == "guide":
        return what == "running_clock" and bool(rules.may_mention)
    if q.book == "bws":
        return False
    if what == "banter":
        return bool(q.need("welcome"))
    when = q.need("when")
    if what == "applause":
        return when == "between_games" and rules.applause_between_games
    if what == "match_length":  # an error in score from before the first game on
        return when in ("before_first_game", "between_games")
    return when != "during_game" and what.replace("_", " ") in rules.may_mention


@incident(
    "spectator_unwanted",
    "A player does not want somebody to watch",
    words=("does not want him to watch", "bar a spectator", "spectator must leave", "send the spectator away"),
    questions=(Question("asked", "Has the player asked the spectator to leave, in vain?", FactType.YES_NO),),
    clauses={"usbgf": ("usbgf:1.6.4",), "bws": ("bws:1.6.4",)},
)
def spectator_unwanted(q: Inquiry) -> JudgeAnswer:
    """The director decides; under usbgf consent should not be withheld without reason."""
    if q.book == "usbgf" and not q.need("asked"):
        return q.ruling(
            "The player may ask the spectator to stop watching. Only if that is refused is the director asked.",
            clauses=("usbgf:1.6.4",),
            remedies=(Instruct("Ask the spectator to leave."),),
        )
    more = " Consent should not be withheld without good reason." if q.book == "usbgf" else ""
    return q.discretion(
        f"The director may bar the spectator from watching this match.{more}",
        clauses=q.kind.clauses[q.book],
        factors=("the player's reason", "who the spectator is"),
        usual=(
            Option("bar", "The spectator may not watch this match", (Instruct("Send the spectator away."),)),
            Option("refuse", "The wish is refused", (PlayOn(),)),
        ),
        appeal=appeal(q),
    )
