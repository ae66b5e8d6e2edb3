"""Who must, may and must not speak of an illegal play, and what silence or confusing handling brings.

Whether the play itself is put right is `illegal_play`.
"""

from typing import Final

from barpoint.officiating.answer import JudgeAnswer, Option, Penalty, PenaltyStep
from barpoint.officiating.facts import EARLIER, FactType, Question
from barpoint.officiating.incidents import Inquiry, incident
from barpoint.officiating.phrases import side_name
from barpoint.officiating.readings import reading
from barpoint.officiating.remedy import GivePoints, Instruct, LoseMatch, PlayOn
from barpoint.officiating.topics.appeal_rights import appeal
from barpoint.officiating.topics.conduct.sanctions import SANCTIONS, ibf_sanctions
from barpoint.officiating.topics.conduct.spectators import SPECTATOR_SANCTIONS

_SILENT: Final = Question("by", "Who noticed and said nothing?", FactType.SIDE)


@incident(
    "noticed_in_silence",
    "A player noticed an illegal play and said nothing",
    words=("he saw it and rolled anyway", "kept quiet about the illegal move", "condoned an illegal move"),
    questions=(
        _SILENT,
        Question("knew", "Is it established that the player noticed and knew the rule?", FactType.YES_NO),
        Question("in_time", "Was it still time to put the play right?", FactType.YES_NO),
        EARLIER,
    ),
    clauses={
        "usbgf": (
            "usbgf:1.1.2a",
            "usbgf:1.1.2b",
            "usbgf:1.1.6a",
            "usbgf:1.1.6c",
            "usbgf:4.2.3.1(a)-1",
            "usbgf:4.2.3.1(a)-4",
            "usbgf:4.2.3.1(d)-2",
            "usbgf:4.2.3.4b",
        ),
        "guide": ("guide:addendum-illegal-moves-1", "guide:addendum-guidelines-1", "guide:ethics-5"),
        "bws": ("bws:4.2.3.1a",),
        "ibf": ("ibf:10.3b", "ibf:14.5b"),
    },
)
def silence_on_illegal_play(q: Inquiry) -> JudgeAnswer:
    """A breach where both players validate each other's plays; a right where the opponent may condone."""
    by = q.side("by")
    if q.book in ("bws", "ibf"):
        return q.ruling(
            f"This book leaves it to the opponent to accept an illegal play. {side_name(by)} was free to say nothing.",
            clauses=q.kind.clauses[q.book],
            remedies=(PlayOn(),),
            appeal=appeal(q),
            notes=("Only the opponent may keep the play; whoever made it has no such choice.",),
        )
    knew, in_time = q.need("knew"), q.need("in_time")
    if q.book == "guide":
        rows = q.kind.clauses["guide"] if knew else q.kind.clauses["guide"][:2]
    else:
        rows = ("usbgf:1.1.6a", "usbgf:4.2.3.1(a)-1", "usbgf:1.1.2a")
        rows += ("usbgf:4.2.3.1(a)-4",) if in_time else ("usbgf:1.1.6c", "usbgf:4.2.3.1(d)-2")
        rows += ("usbgf:4.2.3.4b",) if knew else ("usbgf:1.1.2b",)
    if not knew:
        return q.ruling(
            f"Every player must point out an illegal play at once, whoever gains by it. "
            f"{side_name(by)} is reminded; that the silence was deliberate is not established.",
            clauses=rows,
            penalties=(Penalty(by, PenaltyStep.REMINDER, q.offence(by)),),
            appeal=appeal(q),
        )
    return q.discretion(
        f"{side_name(by)} noticed an illegal play and kept it secret, which no time limit allows. "
        f"The director decides on the sanction, and on the play where the time was used to keep it.",
        clauses=rows,
        factors=("how sure it is that the player knew", "what the silence gained", "earlier silence"),
        usual=SANCTIONS["guide"]
        if q.book == "guide"
        else (
            Option("warning", "A warning", ()),
            Option("point", "A penalty point", (GivePoints(by.other, 1),)),
            Option("match", "The match is lost", (LoseMatch(by),)),
        ),
        forbidden=("to treat the time limit as a right to keep the play",) if in_time else (),
        appeal=appeal(q, "ethics"),
    )


@incident(
    "pointed_out",
    "Somebody other than the players pointed out an illegal play",
    words=("a spectator said the move was illegal", "the monitor stopped the game", "the transcriber spoke up"),
    questions=(
        Question("who", "Who spoke?", FactType.CHOICE, ("spectator", "director", "monitor", "transcriber")),
        Question("asked_by", "Who had asked for help?", FactType.CHOICE, ("nobody", "one_player", "both", "director")),
        Question(
            "agreed_before",
            "Had both players agreed to it before the match, or, under usbgf, the director ordered it?",
            FactType.YES_NO,
        ),
    ),
    clauses={
        "usbgf": (
            "usbgf:4.2.3a", "usbgf:4.2.3b", "usbgf:1.3.3b", "usbgf:1.6.1b", "usbgf:1.6.3", "usbgf:1.1.6a",
            "usbgf:4.2.3.1(a)-1", "usbgf:4.2.3.1(a)-2",
        ),
        "guide": (
            "guide:addendum-illegal-moves-4",
            "guide:addendum-illegal-moves-5",
            "guide:addendum-illegal-moves-6",
            "guide:4b",
        ),
        "bws": ("bws:1.6.1a", "bws:1.3.3b", *SPECTATOR_SANCTIONS["bws"][0]),
    },
)  # fmt: skip
def notice_by_others(q: Inquiry) -> JudgeAnswer:
    """Whether the person was entitled to; the play itself is judged by its own time limit either way."""
    who, guide = q.need("who"), q.book == "guide"
    if q.book == "bws":
        return _bws_notice(q, who)
    rows: tuple[str, ...] = ("guide:addendum-illegal-moves-4",) if guide else ("usbgf:4.2.3a",)
    entitled = who == "director"
    if who == "monitor":
        entitled, rows = True, ("guide:4b", *rows) if guide else ("usbgf:1.3.3b", *rows)
    if who == "transcriber":
        entitled = bool(q.need("agreed_before"))
        rows = (*rows, "guide:addendum-illegal-moves-5" if guide else "usbgf:4.2.3b")
    if who == "spectator":
        entitled = q.need("asked_by") in ("both", "director")
    if entitled:
        return q.ruling(
            f"The {who} was entitled to point the play out. It is put right if its own time has not passed.",
            clauses=rows,
            remedies=(Instruct("Rule on the play as an illegal play."),),
            appeal=appeal(q),
        )
    if not guide:
        return _usbgf_unasked(q, who, rows)
    return q.ruling(
        f"The {who} should have kept silent, or told the director quietly. "
        "An official who now knows of the play may point it out, and it is then judged by its own time limit.",
        clauses=(*rows, "guide:addendum-illegal-moves-6"),
        remedies=(Instruct(f"Remind the {who} to keep silent."),),
        penalties=(Penalty(None, PenaltyStep.REMINDER),),
        appeal=appeal(q),
    )


def _usbgf_unasked(q: Inquiry, who: str, rows: tuple[str, ...]) -> JudgeAnswer:
    """The players know of the play now and owe its correction, whoever spoke; a sanction of the speaker is open."""
    return q.ruling(
        f"The {who} should have kept silent, or told the director quietly. Both players know of the play now and must "
        "put it right, if its own time has not passed.",
        clauses=(*rows, "usbgf:1.6.1b", "usbgf:1.6.3", "usbgf:1.1.6a", "usbgf:4.2.3.1(a)-1", "usbgf:4.2.3.1(a)-2"),
        remedies=(Instruct("Rule on the play as an illegal play."),),
        penalties=(
            Penalty(None, PenaltyStep.REMINDER, optional=True),
            Penalty(None, PenaltyStep.EXPULSION, optional=True),
        ),
        appeal=appeal(q),
        notes=(*SPECTATOR_SANCTIONS["usbgf"][1], reading("people-25")),
    )


def _bws_notice(q: Inquiry, who: str) -> JudgeAnswer:
    if who in ("director", "transcriber"):
        return q.silent()
    monitor = who == "monitor"
    more, notes = SPECTATOR_SANCTIONS["bws"]
    return q.ruling(
        "A monitor may step in against illegal acts. The opponent of whoever made the play may still have it put right "
        "in time."
        if monitor
        else "Spectators may not point out mistakes. Whether the play is put right is for the opponent, in time.",
        clauses=("bws:1.3.3b",) if monitor else ("bws:1.6.1a", *more),
        remedies=(Instruct("Rule on the play as an illegal play."),)
        if monitor
        else (Instruct("Remind the spectator to keep silent."),),
        penalties=()
        if monitor
        else (Penalty(None, PenaltyStep.EXPULSION, optional=True),),  # bws:1.6.3 names no reminder
        appeal=appeal(q),
        notes=() if monitor else notes,
    )


@incident(
    "illegal_play_for_time",
    "An illegal play was made to gain thinking time",
    words=("he pressed the clock after an illegal move to gain time", "illegal move on purpose"),
    questions=(
        Question("by", "Who?", FactType.SIDE),
        Question("purpose", "Is it established that it was done to gain time?", FactType.YES_NO),
        EARLIER,
    ),
    clauses={"ibf": ("ibf:14.8", "ibf:17.2")},
)
def illegal_play_for_time(q: Inquiry) -> JudgeAnswer:
    """A serious offence under ibf, to be sanctioned; which sanction is the arbiter's."""
    by = q.side("by")
    if not q.need("purpose"):
        return q.ruling(
            "It is not established that the play was made to gain time. It is an ordinary illegal play.",
            clauses=("ibf:14.8",),
            remedies=(PlayOn(),),
        )
    offence = q.offence(by)
    return q.discretion(
        f"{side_name(by)} made an illegal play and started the opponent's clock to gain time, a serious offence. "
        "The arbiter must choose a sanction.",
        clauses=("ibf:14.8", "ibf:17.2"),
        factors=("how much time was gained", f"this is offence {offence} of its kind"),
        usual=ibf_sanctions(by),
        forbidden=("to let it pass without a sanction", "exclusion by anybody but the Chief Arbiter"),
    )


@incident(
    "confusing_handling",
    "Checkers were handled so that the position is in doubt",
    words=("shuffled the checkers", "nobody knows where the checker stood", "took the move back wrongly"),
    questions=(
        Question("by", "Who moved the checkers?", FactType.SIDE),
        Question("evidence", "Is there other evidence of where they stood?", FactType.YES_NO),
        EARLIER,
    ),
    clauses={
        "usbgf": ("usbgf:4.2.2.3.4", "usbgf:4.2.2b"),
        "bws": ("bws:4.2.5a", "bws:5.3"),
        "guide": ("guide:5.4f", "guide:5.4e"),
    },
)
def confusing_handling(q: Inquiry) -> JudgeAnswer:
    """Doubt goes against the mover; repeated confusion brings a warning, then what is just under usbgf."""
    by, offence = q.side("by"), q.offence(q.side("by"))
    rows = ("usbgf:4.2.2.3.4",) if q.book == "usbgf" else q.kind.clauses[q.book]
    if q.need("evidence"):
        return q.discretion(
            "There is evidence of where the checkers stood, so the director weighs it. Only a doubt that remains "
            "goes against the player who moved them.",
            clauses=rows,
            factors=("both players' accounts", "video or transcript", "what plays the roll allowed"),
            appeal=appeal(q),
        )
    if q.book == "bws":
        return q.discretion(
            f"Nothing else shows where the checkers stood. If {side_name(by)} pushed them about without control, "
            f"{side_name(by)} is at a disadvantage; the director decides how they are set.",
            clauses=rows,
            factors=("how the checkers were handled", "both players' accounts", "what plays the roll allowed"),
            usual=(
                Option(
                    "opponent",
                    f"As {side_name(by.other)} says",
                    (Instruct(f"Set them as {side_name(by.other)} says."),),
                ),
                Option("mover", f"As {side_name(by)} says", (Instruct(f"Set them as {side_name(by)} says."),)),
            ),
            appeal=appeal(q),
        )
    step = PenaltyStep.POINTS if offence > 2 else PenaltyStep.WARNING
    again = (Penalty(by, step, offence, points=int(offence > 2), optional=offence > 2),) if offence > 1 else ()
    again = again if q.book == "usbgf" else ()
    return q.ruling(
        f"Nothing else shows where the checkers stood, so the doubt goes against {side_name(by)}, who moved them. "
        f"They are put where {side_name(by.other)} says.",
        clauses=(*rows, "usbgf:4.2.2b") if again else rows,
        remedies=(Instruct(f"Set the checkers as {side_name(by.other)} says."),),
        penalties=again,
        appeal=appeal(q),
    )
