"""Aids, phones, headphones, and what players may write down or record.

Help from spectators is `barring`; disqualification for a forbidden aid is there too.
"""

from typing import Final

from barpoint.board import Side
from barpoint.officiating.answer import JudgeAnswer, Option, Penalty, PenaltyStep
from barpoint.officiating.facts import EARLIER, FactType, Question
from barpoint.officiating.incidents import Inquiry, incident, rule_under
from barpoint.officiating.phrases import side_name
from barpoint.officiating.readings import reading
from barpoint.officiating.remedy import Instruct, LoseMatch, PlayOn
from barpoint.officiating.topics.appeal_rights import appeal
from barpoint.officiating.topics.conduct.sanctions import SANCTIONS

_PLAYER: Final = Question("player", "Which player?", FactType.SIDE)
_USED: Final = ("backgammon_aid", "phone", "score_or_clock_app", "other_device")


@incident(
    "aid_used",
    "A player uses an aid, a phone or a device",
    words=("phone", "looked at his phone", "used an app", "notes", "pip count app", "mobile", "consulted a book"),
    questions=(
        _PLAYER,
        Question("what", "What is used?", FactType.CHOICE, _USED),
        Question("recess", "Is it in a scheduled break of the tournament, such as overnight?", FactType.YES_NO),
        Question("raised", "Was it first put to the opponent?", FactType.YES_NO),
        Question("essential", "Is it needed for medical, legal or similar reasons?", FactType.YES_NO),
        Question("banned", "Has the director forbidden it, or withdrawn leave?", FactType.YES_NO),
        Question("consent", "Does the opponent consent this time?", FactType.YES_NO),
        EARLIER,
    ),
    clauses={
        "usbgf": (
            "usbgf:1.8.1a",
            "usbgf:1.8.1b",
            "usbgf:1.8.1c",
            "usbgf:1.8.1d",
            "usbgf:1.8.1e",
            "usbgf:1.8.4a",
            "usbgf:1.8.4b",
        ),
        "bws": ("bws:1.7.1a", "bws:1.7.1b", "bws:1.7.3", "bws:1.7.5"),
        "guide": ("guide:3.1a", "guide:1.2.3a", "guide:ethics-5"),
    },
)
def aid_used(q: Inquiry) -> JudgeAnswer:
    """Aids to play are forbidden everywhere; phones and devices mostly need consent."""
    side, what = q.side("player"), q.need("what")
    if what == "backgammon_aid":
        return _aid(q, side)
    return {"usbgf": _usbgf_device, "bws": _bws_device, "guide": _guide_device}[q.book](q, what)


def _aid(q: Inquiry, side: Side) -> JudgeAnswer:
    if q.book == "usbgf" and q.need("recess"):
        return q.ruling(
            "In a scheduled break players may study, as long as nothing clearly applies to the rest of the match.",
            clauses=("usbgf:1.8.1b",),
            remedies=(PlayOn(),),
            appeal=appeal(q),
        )
    rows = {
        "usbgf": ("usbgf:1.8.1a", "usbgf:1.8.2.1e", "usbgf:1.1.5a"),
        "bws": ("bws:1.7.1a", "bws:1.7.3", "bws:1.7.5"),
        "guide": ("guide:3.1a", "guide:1.2.3a", "guide:ethics-5"),
    }[q.book]
    out = (Option("disqualification", "Disqualification: the match is lost.", (LoseMatch(side),)),)
    warning = (Option("warning", "A warning."),) if q.book == "usbgf" else ()  # possible, not owed: usbgf:1.1.5
    return q.discretion(
        f"{side_name(side)} may use no aid to play during the match. It is put away, and the director may sanction it.",
        clauses=rows,
        factors=("what was learned from it", "whether it was meant", f"this is offence {q.offence(side)}"),
        usual=SANCTIONS["guide"]  # guide:ethics-5 names expulsion and no disqualification
        if q.book == "guide"
        else (*out, *warning, *(option for option in SANCTIONS[q.book] if option.name != "disqualification")),
        appeal=appeal(q),
        notes={"bws": _BWS_REPORT, "guide": (reading("people-26"),)}.get(q.book, ()),
    )


_MONITOR: Final = "A player may ask that a monitor watches the rest of the match (bws:1.7.4)."
_BWS_REPORT: Final = (
    "Disqualification goes with expulsion, and is reported to the board after the tournament (bws:1.7.3, 1.7.5).",
    _MONITOR,
)


_WITHOUT_CONSENT: Final = (
    "A phone is for what the rules name, such as score and clock; anything else needs the opponent's consent each time "
    "(usbgf:1.8.4a)."
)


def _usbgf_device(q: Inquiry, what: str) -> JudgeAnswer:
    if not q.need("raised"):
        return q.ruling(
            "Whoever objects to a device first speaks to the opponent. If that does not help, the director is asked.",
            clauses=("usbgf:1.8.1c",),
            remedies=(Instruct("Speak to the opponent first."),),
            notes=(_WITHOUT_CONSENT,) if what == "phone" else (),
        )
    if q.need("essential"):
        return q.discretion(
            "The device serves a medical, legal or similar need. The director may permit it as a narrow exception.",
            clauses=("usbgf:1.8.1d", "usbgf:1.1.4.3a", "usbgf:1.8.1c"),
            factors=("the need", "how the use can be limited"),
            usual=(Option("permit", "It is permitted in this match", (PlayOn(),)), _put_away()),
            appeal=appeal(q),
        )
    if q.need("banned"):
        rows = ("usbgf:1.8.4b",) if what == "phone" else ("usbgf:1.8.1d", "usbgf:1.1.4.3a")
        return _device(q, False, (*rows, "usbgf:1.8.1c"), "The director has forbidden it, whatever the opponent says.")
    if what == "score_or_clock_app":
        return _device(q, True, ("usbgf:1.8.1e", "usbgf:1.8.1c"), "Keeping score and time is allowed.")
    if what == "phone":
        consent = q.need("consent")
        return _device(q, consent, ("usbgf:1.8.4a", "usbgf:1.8.1c"), "Other use of a phone needs consent each time.")
    return _device(q, False, ("usbgf:1.8.1e", "usbgf:1.8.1c"), "Devices serve to record, to clock and to keep score.")


def _bws_device(q: Inquiry, what: str) -> JudgeAnswer:
    if what == "score_or_clock_app":
        return _device(q, True, ("bws:1.7.1a",), "Keeping the score is allowed.")
    if q.need("banned"):
        return _bws_forbidden(q, "The director has withdrawn the permission.")
    if not q.need("consent"):
        return _bws_forbidden(q, "It needs the opponent's consent each time.")
    return _device(q, True, ("bws:1.7.1b",), "It needs the opponent's consent each time.")


def _bws_forbidden(q: Inquiry, why: str) -> JudgeAnswer:
    """The use ends, and the director may go as far as to shut the player out."""
    side = q.side("player")
    return q.discretion(
        f"{why} This use has to stop, and {side_name(side)} may be disqualified and shut out.",
        clauses=("bws:1.7.1b", "bws:1.7.3", "bws:1.7.5"),
        factors=("what was learned from it", "whether it was meant", f"this is offence {q.offence(side)}"),
        usual=(
            Option("stop", "It is put away, and play goes on.", (Instruct("Put the device away."), PlayOn())),
            Option(
                "disqualification",
                "Disqualification and expulsion: the match is lost.",
                (LoseMatch(side),),
                (Penalty(side, PenaltyStep.EXPULSION),),
            ),
            *(option for option in SANCTIONS["bws"] if option.name != "disqualification"),
        ),
        appeal=appeal(q),
        notes=(
            "In special cases the player is barred from later tournaments for a time (bws:1.7.3).",
            "A disqualification is reported to the board, with its reasons, after the tournament (bws:1.7.5).",
            _MONITOR,
        ),
    )


def _guide_device(q: Inquiry, what: str) -> JudgeAnswer:
    allowed = what == "score_or_clock_app"
    return _device(q, allowed, ("guide:3.1a",), "Devices serve only to keep score and to record positions.")


def _put_away() -> Option:
    return Option("forbid", "It is put away", (Instruct("Put the device away."),))


def _device(q: Inquiry, allowed: bool, rows: tuple[str, ...], why: str) -> JudgeAnswer:
    then = "This use is in order." if allowed else "This use has to stop."
    remedy = PlayOn() if allowed else Instruct("Put the device away.")
    notes = () if allowed else _MAY_PENALISE.get(q.book, ())
    return q.ruling(f"{why} {then}", clauses=rows, remedies=(remedy,), appeal=appeal(q), notes=notes)


_MAY_PENALISE: Final = {
    "usbgf": ("A serious or repeated breach the director may penalise (usbgf:1.1.5a).",),
    "guide": ("Whether a sanction follows is for the director (guide:1.1.4).",),
}
_GROUNDS: Final = ("none", "audible", "distracting", "foul_play", "other")


@incident(
    "headphones",
    "A player objects to the opponent's headphones",
    words=("headphones", "earbuds", "earphones", "listening to music", "music at the table"),
    questions=(
        _PLAYER,
        Question("ground", "What speaks against them in this match?", FactType.CHOICE, _GROUNDS),
        Question("consent", "Does the opponent consent this time?", FactType.YES_NO),
        Question("banned", "Has the director withdrawn the permission?", FactType.YES_NO),
        EARLIER,
    ),
    clauses={
        "usbgf": ("usbgf:1.8.3a", "usbgf:1.8.3b", "usbgf:1.8.3c", "usbgf:1.1.4.3a"),
        "bws": ("bws:1.7.1b", "bws:1.7.3", "bws:1.7.5"),
    },
)
def headphones(q: Inquiry) -> JudgeAnswer:
    """Allowed under usbgf unless this case has a ground against them; by consent under bws."""
    side = q.side("player")
    if q.book == "bws":
        return _bws_device(q, "headphones")
    ground = q.need("ground")
    if ground == "none":
        return q.ruling(
            f"The director has reviewed it. Headphones are allowed, nothing speaks against them here, and "
            f"{side_name(side)} may go on wearing them.",
            clauses=("usbgf:1.8.3a", "usbgf:1.8.3b", "usbgf:1.8.3c"),
            remedies=(PlayOn(),),
            appeal=appeal(q),
        )
    return q.discretion(
        "The director reviews it, asked or unasked, and may limit or forbid the device as a narrow exception for "
        "this match.",
        clauses=("usbgf:1.8.3b", "usbgf:1.8.3c", "usbgf:1.1.4.3a"),
        factors=(
            "whether others can hear it",
            "whether the handling distracts",
            "whether foul play is far likelier than usual in this match",
        ),
        usual=(Option("limit", "A limit, such as the volume", (Instruct("Turn it down."),)), _put_away()),
        forbidden=("a ban because somebody dislikes headphones",),
        appeal=appeal(q),
    )


_PRIVATE: Final = Question("private", "Does a player ask that the record be kept to the two players?", FactType.YES_NO)
_MEANS: Final = ("position_card", "photo_or_video", "transcript_by_hand", "transcript_electronic")


@incident(
    "recording",
    "A player writes down positions or records the match",
    words=(
        "writes down the position",
        "wants to film the match",
        "position card",
        "takes a photo",
        "transcribing",
        "camera",
    ),
    questions=(
        _PLAYER,
        Question("means", "How?", FactType.CHOICE, _MEANS),
        Question("changes", "Does the player want to change the move after beginning to write?", FactType.YES_NO),
        Question("clock", "Is a timed clock in use?", FactType.YES_NO),
        Question("when", "When?", FactType.CHOICE, ("own_turn", "after_own_turn", "opponents_time", "between_games")),
        Question("slows", "Does it slow the match beyond reason?", FactType.YES_NO),
        Question("consent", "Does the opponent consent?", FactType.YES_NO),
        Question("approved", "Has the director or the organiser agreed?", FactType.YES_NO),
        _PRIVATE,
    ),
    clauses={
        "ibf": ("ibf:18.4", "ibf:18.2b", "ibf:16.1a", "ibf:2.15"),
        "usbgf": tuple(f"usbgf:1.8.2.{one}" for one in ("1a", "1b", "1d", "2a", "2b", "2c")),
        "bws": ("bws:1.7.1b", "bws:1.7.1c", "bws:1.7.1d", "bws:1.7.1e"),
        "guide": ("guide:1.2.4", "guide:3.1b", "guide:3.1c", "guide:3.1d"),
    },
)
def recording(q: Inquiry) -> JudgeAnswer:
    """When it may be done, and what it costs."""
    q.side("player")
    means, clock = q.need("means"), q.need("clock")
    if means.startswith("transcript") and not clock:
        alone = "If the opponent may decline a clock and does, the transcriber may be timed alone (usbgf:1.8.2.2b)."
        why = "Transcribing a match one plays needs a timed clock."
        return _may(q, False, ("usbgf:1.8.2.2a", "usbgf:1.8.2.2b"), why, alone)
    if means == "transcript_by_hand":
        return _may(q, True, ("usbgf:1.8.2.2a",), "Transcribing a match one plays needs a timed clock.")
    if means == "transcript_electronic":
        why = "Transcribing electronically needs the opponent's consent, which may be withdrawn."
        return _may(q, bool(q.need("consent")), ("usbgf:1.8.2.2c", "usbgf:1.8.2.2a"), why)
    if clock:
        now = q.need("when") in ("own_turn", "between_games")
        why = "With a clock a position is recorded on the player's own time or between games."
        passive = "" if now else "A camera that runs by itself and holds nobody up may record the whole match."
        return _may(q, now, ("usbgf:1.8.2.1a", "usbgf:1.8.2.1b"), why, passive)
    if q.need("slows"):
        return q.discretion(
            "Without a clock recording has to stay within reason. The director may set a limit or end it.",
            clauses=("usbgf:1.8.2.1d",),
            factors=("how long each record takes", "how often"),
            usual=(
                Option("limit", "So many positions a game", (Instruct("Keep to the limit."),)),
                Option("ban", "No more recording in this match", (Instruct("Stop recording."),)),
            ),
            appeal=appeal(q),
        )
    return _may(q, True, ("usbgf:1.8.2.1a", "usbgf:1.8.2.1d"), "Positions may be recorded by any means, within reason.")


@rule_under("recording", "ibf")
def _ibf(q: Inquiry) -> JudgeAnswer:
    q.side("player")
    means = q.need("means")
    if means == "transcript_by_hand":
        return _may(q, True, ("ibf:16.1a", "ibf:2.15"), "The players write the moves down on the score sheet.")
    if means == "position_card":
        return q.silent()
    why = "Players record with their own equipment only if the organisers agree, and the Chief Arbiter may stop it."
    return _may(q, bool(q.need("approved")), ("ibf:18.4", "ibf:18.2b"), why)


@rule_under("recording", "bws")
def _bws(q: Inquiry) -> JudgeAnswer:
    side = q.side("player")
    q.need("means")
    if q.need("changes"):
        return q.ruling(
            f"{side_name(side)} has begun to write the position down, so the move can no longer be changed. "
            "It stands as it lay when the writing began.",
            clauses=("bws:1.7.1e",),
            remedies=(PlayOn(),),
            appeal=appeal(q),
        )
    if not q.need("consent"):
        return _may(
            q,
            False,
            ("bws:1.7.1b",),
            "Cards and cameras need the opponent's consent each time, and the director may end it.",
        )
    if q.need("clock"):
        own = q.need("when") in ("own_turn", "between_games")
        return _may(q, own, ("bws:1.7.1d", "bws:1.7.1b"), "With a clock it is done on the writer's own time.")
    after = q.need("when") != "own_turn"
    return _may(q, after, ("bws:1.7.1c", "bws:1.7.1b"), "Without a clock it is done after the writer's turn has ended.")


@rule_under("recording", "guide")
def _guide(q: Inquiry) -> JudgeAnswer:
    q.side("player")
    means = q.need("means")
    if means == "position_card":
        return _may(q, True, ("guide:1.2.4",), "The position and the conditions of play may be written down.")
    if means == "transcript_by_hand":
        return _may(q, False, ("guide:1.2.4",), "Nothing but the position and the conditions of play is written down.")
    why = "Equipment that records a match needs the director's approval and must not disturb play."
    approved = bool(q.need("approved"))
    if not approved:
        return _may(q, False, ("guide:3.1b",), why)
    if q.get("private", default=False):
        why += " As a player asked, the record is kept to the two players, and no copies go to others."
    return _may(q, True, ("guide:3.1b", "guide:3.1c", "guide:3.1d"), why, _USE_OF_RECORDS)


_USE_OF_RECORDS: Final = (
    "The officials may use a record during the tournament (guide:3.1c); if either player asks that it stay with the "
    "two players, that has to be honoured (guide:3.1d)."
)


def _may(q: Inquiry, allowed: bool, rows: tuple[str, ...], why: str, note: str = "") -> JudgeAnswer:
    then = "It is in order." if allowed else "It has to stop for now."
    remedy = PlayOn() if allowed else Instruct("Stop recording for now.")
    notes = (note,) if note else ()
    return q.ruling(f"{why} {then}", clauses=rows, remedies=(remedy,), appeal=appeal(q), notes=notes)


_OTHERS: Final = {
    "ibf": ("ibf:18.1a", "ibf:18.1b", "ibf:18.2b"),
    "usbgf": ("usbgf:1.8.2.2d",),
    "bws": ("bws:3.8", "bws:3.9"),
    "guide": ("guide:3.1b", "guide:3.1c", "guide:3.1d"),
}


@incident(
    "recorded_by_others",
    "A player objects to being recorded or filmed by others",
    words=("objects to being filmed", "objects to the stream", "recorder at the table", "spectator takes photos"),
    questions=(
        Question("by", "Who records?", FactType.CHOICE, ("appointed", "spectator")),
        Question("both_ask", "Have both players asked for it?", FactType.YES_NO),
        _PRIVATE,
    ),
    clauses={**_OTHERS, "guide": (*_OTHERS["guide"], "guide:1.3.5b")},
)
def recording_by_others(q: Inquiry) -> JudgeAnswer:
    """Officials may have a match recorded; guide lets a player keep the record private."""
    if q.need("by") == "spectator":
        if q.book == "ibf":
            return _ibf_filmed(q)
        if q.book != "guide":
            return q.silent()
        why = "A spectator photographs positions only if both players ask for it."
        return _may(q, bool(q.need("both_ask")), ("guide:1.3.5b",), why)
    if q.book == "guide" and q.need("private"):
        return q.ruling(
            "The record is kept to the two players, as one of them asked. No copies go to others.",
            clauses=("guide:3.1d",),
            remedies=(Instruct("Hand out no copies."),),
            appeal=appeal(q),
        )
    stop = " The Chief Arbiter may have it stopped." if q.book == "ibf" else ""
    return q.ruling(
        f"The officials may have a match recorded, and a player's objection does not end it.{stop}",
        clauses=_OTHERS[q.book],
        remedies=(PlayOn(),),
        appeal=appeal(q, "recorder_appointed"),
    )


def _ibf_filmed(q: Inquiry) -> JudgeAnswer:
    """Organisers record, and players with their leave; of spectators the book says nothing."""
    return q.discretion(
        "Games are recorded with the organisers' equipment, and by players if the organisers agree. Of spectators "
        "nothing is said; the Chief Arbiter may stop any recording.",
        clauses=("ibf:18.1a", "ibf:18.4", "ibf:18.2b"),
        factors=("what the organisers have announced", "whether it disturbs the players"),
        usual=(
            Option("stop", "It has to stop", (Instruct("It stops."),)),
            Option("continue", "It may go on", (PlayOn(),)),
        ),
    )
