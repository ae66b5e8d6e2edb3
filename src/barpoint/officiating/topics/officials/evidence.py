"""How facts are found: disputes and who is heard, witnesses, untrue statements, doubts that remain, disputed rolls.

Whether a particular play, roll or double was in order has its own topic; here it is about what happened.
"""

from typing import Final

from barpoint.board import Side
from barpoint.officiating.answer import JudgeAnswer, Option
from barpoint.officiating.facts import EARLIER, FactType, Question
from barpoint.officiating.incidents import Inquiry, incident, rule_under
from barpoint.officiating.phrases import side_name
from barpoint.officiating.remedy import Instruct, PlayOn, RollAgain, RollStands
from barpoint.officiating.topics.appeal_rights import appeal, event_policy
from barpoint.officiating.topics.conduct.sanctions import SANCTIONS, sanctions_on


@incident(
    "dispute",
    "The players disagree about what happened",
    words=("dispute", "they disagree", "his word against mine", "called the director", "argument at the table"),
    questions=(
        Question("reported", "Did only a spectator or the staff report it, without a player's call?", FactType.YES_NO),
        Question("video", "Is there a video or another record of it?", FactType.YES_NO),
        Question(
            "heard", "Who has been heard, or has declined?", FactType.CHOICE, ("nobody", "white", "black", "both")
        ),
        Question("observer", "Is there an observer?", FactType.CHOICE, ("none", "heard", "not_heard")),
        Question("agreed", "Do the players now agree?", FactType.YES_NO),
        Question(
            "changed_by", "Who touched the board after the dispute?", FactType.CHOICE, ("nobody", "white", "black")
        ),
    ),
    clauses={
        "ibf": ("ibf:18.3a", "ibf:3.12d"),
        "guide": ("guide:1.1.1b", "guide:1.3.2"),
        "usbgf": ("usbgf:5.1a", "usbgf:5.1b", "usbgf:5.1c", "usbgf:5.4a", "usbgf:5.4b"),
        "bws": ("bws:5.1a", "bws:5.3", "bws:5.4a", "bws:5.4b", "bws:1.3.3c"),
    },
)
def dispute(q: Inquiry) -> JudgeAnswer:
    """Nothing is touched, everybody is heard, and only then is there a decision."""
    if q.book == "usbgf" and q.get("reported", default=False) and q.get("heard", "nobody") == "nobody":
        return q.ruling(
            "The director may step in without being called, also on a report. The players stop and are heard.",
            clauses=("usbgf:5.1b",),
            remedies=(Instruct("Look into the match."),),
        )
    usbgf, heard = q.book == "usbgf", q.need("heard")
    if heard != "both":
        open_ = {"nobody": "both players", "white": "Black", "black": "White"}[heard]
        return _first_hear(q, open_, ("usbgf:5.1c", "usbgf:5.4b") if usbgf else ("bws:5.4a", "bws:5.4b"))
    if not usbgf and q.need("observer") == "not_heard":
        return _first_hear(q, "the observer as a witness", ("bws:1.3.3c", "bws:5.4a"))
    if q.need("agreed"):
        return q.ruling(
            "The players agree on what happened. The director explains the rule and play goes on.",
            clauses=("usbgf:5.1c",) if usbgf else ("bws:5.1a", "bws:5.4b"),
            remedies=(PlayOn(),),
            appeal=appeal(q),
        )
    changed = q.need("changed_by")
    tilt = "" if changed == "nobody" else f" {changed.capitalize()} should have left everything untouched."
    return q.discretion(
        f"Both have been heard and the dispute remains. The director weighs the evidence and decides.{tilt}",
        clauses=("usbgf:5.1a", "usbgf:5.1c", "usbgf:5.4a") if usbgf else ("bws:5.1a", "bws:5.3", "bws:5.4a"),
        factors=(
            "equipment, score sheets and recordings",
            "what players, witnesses and staff remember",
            "who did not follow the rules",
        ),
        appeal=appeal(q),
    )


@rule_under("dispute", "ibf")
def _ibf_dispute(q: Inquiry) -> JudgeAnswer:
    if not q.need("video"):
        return q.discretion(
            "The clocks may stand for up to 30 seconds while the players settle it or call the arbiter. How facts are "
            "found without a video the book does not say; the arbiter decides.",
            clauses=("ibf:3.12d",),
            factors=("both accounts", "position, dice and cube as they lie"),
        )
    return q.discretion(
        "The arbiter may call in a technical specialist and settle the dispute by the video of the game.",
        clauses=("ibf:18.3a",),
        factors=("what the video shows", "whether the call had good reason (ibf:18.3b)"),
        usual=(Option("video", "Set the position as the video shows it", (Instruct("Set it as the video shows."),)),),
    )


@rule_under("dispute", "guide")
def _guide_dispute(q: Inquiry) -> JudgeAnswer:
    if q.need("agreed"):
        say = "The players agree on what happened. Play goes on."
        return q.ruling(say, clauses=("guide:1.3.2",), remedies=(PlayOn(),), appeal=appeal(q))
    return q.discretion(
        "The director decides, and tends to rule against the player whose act created the question. Spectators are "
        "heard only if both players or the director ask them.",
        clauses=q.kind.clauses["guide"],
        factors=("both accounts", "who created the doubt, meant or not", "witnesses who were properly asked"),
        appeal=appeal(q),
    )


def _first_hear(q: Inquiry, whom: str, rows: tuple[str, ...]) -> JudgeAnswer:
    stop = ("usbgf:5.1a",) if q.book == "usbgf" else ("bws:5.1a",)
    return q.ruling(
        f"Nobody touches anything, and there is no decision yet. First the director hears {whom}.",
        clauses=(*rows, *stop),
        remedies=(Instruct(f"Stop the clock and hear {whom}."),),
    )


_ASKED: Final = ("nobody", "one_player", "both_players", "director")
_WITNESS: Final = {
    "usbgf": ("usbgf:1.1.4.1d", "usbgf:1.6.1b"),
    "bws": ("bws:5.4c", "bws:1.6.1b"),
    "guide": ("guide:1.3.2",),
}


@incident(
    "witness",
    "A spectator wants to say what happened",
    words=("a spectator saw it", "witness", "ask the spectators", "kibitzer knows the roll", "testimony"),
    questions=(
        Question("asked_by", "Who has asked the spectator?", FactType.CHOICE, _ASKED),
        Question("cheating", "Does the spectator report cheating?", FactType.YES_NO),
    ),
    clauses=_WITNESS,
)
def witness(q: Inquiry) -> JudgeAnswer:
    """Heard when the director asks, or both players where the book says so; cheating may be reported under bws."""
    asker, rows = q.need("asked_by"), _WITNESS[q.book]
    if q.book == "bws" and asker != "director" and q.need("cheating"):
        return q.ruling(
            "A spectator who sees cheating may tell the director without being asked. The report is admitted.",
            clauses=("bws:1.6.1b", "bws:5.4c"),
            remedies=(Instruct("Hear the report."),),
        )
    if q.book in _REPORTS and asker != "director" and q.get("cheating", default=False):
        return q.ruling(
            "Whoever sees cheating or another irregularity tells the director at once and by themselves, not the "
            "players. The report is admitted; on the dispute itself the witness then waits to be asked.",
            clauses=(*_REPORTS[q.book], *rows),
            remedies=(Instruct("Hear the report, away from the players."),),
        )
    entitled = event_policy(q).spectators.evidence_asked_by
    if asker.replace("_", " ") in (person.replace("_", " ") for person in entitled):
        return q.ruling(
            "The spectator was properly asked and may say what happened.",
            clauses=rows,
            remedies=(Instruct("Hear the witness."),),
        )
    quiet = {
        "usbgf": "A witness tells the director of having seen it, and then waits to be asked.",
        "bws": "Spectators testify only when the director asks them.",
        "guide": "Spectators stay out of it unless both players or the director ask.",
    }[q.book]
    return q.ruling(
        f"{quiet} What was volunteered is not taken as evidence." if q.book == "bws" else quiet,
        clauses=rows,
        remedies=(Instruct("Let the director ask, if the witness is wanted."),),
        notes=("Any other report reaches the director marked as unsolicited.",) if q.book == "bws" else (),
    )


_REPORTS: Final = {"usbgf": ("usbgf:1.6.1f",), "guide": ("guide:1.3.4a",)}  # what spectators tell the staff unasked
_UNTRUE: Final = {
    "untrue": ("usbgf:1.1.4.1a",),
    "held_back": ("usbgf:1.1.4.1b", "usbgf:1.1.4.1a"),
    "recording_hidden": ("usbgf:1.1.4.1c", "usbgf:1.1.4.1a"),
}


@incident(
    "untruth",
    "Somebody did not tell the director the truth, or kept something back",
    words=("lied to the director", "false statement", "did not mention", "hid the recording", "refuses to answer"),
    questions=(
        Question("who", "Who?", FactType.SIDE),
        Question("what", "What was it?", FactType.CHOICE, tuple(_UNTRUE)),
        Question("knew", "Is it established that the person knew better?", FactType.YES_NO),
        EARLIER,
    ),
    clauses={
        "usbgf": ("usbgf:1.1.4.1a", "usbgf:1.1.4.1b", "usbgf:1.1.4.1c", "usbgf:1.1.5a"),
        "guide": ("guide:ethics-5", "guide:1.1.4"),
        "bws": ("bws:1.2.3a", "bws:1.2.4a"),
        "ibf": ("ibf:17.1g", "ibf:17.2"),
    },
)
def untruth(q: Inquiry) -> JudgeAnswer:
    """There is no right to silence under usbgf; elsewhere deceit is unsporting. The ruling goes by the true facts."""
    who, rows = q.side("who"), _UNTRUE[q.need("what")]
    if q.book != "usbgf":
        return _deceit(q, who)
    if not q.need("knew"):
        return q.ruling(
            f"Everybody must tell the director all they know. That {side_name(who)} knew better is not established; "
            "the ruling goes by the facts as they are now known.",
            clauses=rows,
            remedies=(PlayOn(),),
            appeal=appeal(q),
        )
    return q.discretion(
        f"{side_name(who)} owed the director the full truth and knew better. The ruling goes by the true "
        "facts, and the "
        "director may add a sanction.",
        clauses=(*rows, "usbgf:1.1.5a"),
        factors=("what was gained by it", "whether it was corrected freely", f"this is offence {q.offence(who)}"),
        usual=SANCTIONS["usbgf"],
        forbidden=("excusing silence because the right question was not asked",),
        appeal=appeal(q),
        notes=_SHOWN if q.need("what") == "recording_hidden" else (),
    )


_SHOWN: Final = ("The recording is shown to the director now, before the ruling (usbgf:1.1.4.1c).",)


def _deceit(q: Inquiry, who: Side) -> JudgeAnswer:
    rows = q.kind.clauses[q.book]
    if not q.need("knew"):
        say = (
            f"That {side_name(who)} knew better is not established. The ruling goes by the facts as they are now known."
        )
        return q.ruling(say, clauses=rows[:1], remedies=(PlayOn(),), appeal=appeal(q))
    return q.discretion(
        f"{side_name(who)} deceived the officials, which may be sanctioned. The ruling goes by the true facts.",
        clauses=rows,
        factors=("what was gained by it", "whether it was corrected freely", f"this is offence {q.offence(who)}"),
        usual=sanctions_on(q.book, who),
        appeal=appeal(q, "ethics"),
    )


_CAUSES: Final = ("ambiguous_act", "practice_not_followed", "rule_broken", "looked_improper", "fast_or_unclear_move")
_DOUBT: Final[dict[tuple[str, str], tuple[str, ...]]] = {
    ("usbgf", "ambiguous_act"): ("usbgf:1.1.4.2b",),
    ("usbgf", "practice_not_followed"): ("usbgf:1.1.1d",),
    ("usbgf", "rule_broken"): ("usbgf:1.1.1a", "usbgf:1.1.4.2b"),
    ("usbgf", "looked_improper"): ("usbgf:1.2.2b",),
    ("usbgf", "fast_or_unclear_move"): ("usbgf:1.1.4.2b", "usbgf:1.1.1d"),
    ("bws", "rule_broken"): ("bws:5.3",),
    ("bws", "practice_not_followed"): ("bws:5.3",),
    ("bws", "fast_or_unclear_move"): ("bws:4.2.1a", "bws:5.3"),
    ("guide", "ambiguous_act"): ("guide:1.1.1b",),
    ("guide", "practice_not_followed"): ("guide:1.1.1b",),
    ("guide", "rule_broken"): ("guide:1.1.1b",),
    ("guide", "fast_or_unclear_move"): ("guide:5.4f", "guide:1.1.1b"),
}


@incident(
    "doubt",
    "The facts stay in doubt: against whom does it go?",
    words=("nobody knows", "unclear who is right", "in doubt", "looked suspicious", "moved too fast to follow"),
    questions=(
        Question("cause", "What created the doubt?", FactType.CHOICE, _CAUSES),
        Question("by", "Whose act was it?", FactType.CHOICE, ("white", "black", "both")),
        Question("asked", "Had the opponent asked for the recommended practice before?", FactType.YES_NO),
        Question("evidence", "Is there evidence to the contrary?", FactType.YES_NO),
    ),
    clauses={
        "usbgf": ("usbgf:1.1.1a", "usbgf:1.1.1d", "usbgf:1.1.1e", "usbgf:1.1.4.2b", "usbgf:1.2.2b"),
        "bws": ("bws:4.2.1a", "bws:5.3"),
        "guide": ("guide:1.1.1b", "guide:5.4f"),
    },
)
def doubt(q: Inquiry) -> JudgeAnswer:
    """It tends to go against the player who created it, unless the evidence says otherwise."""
    cause, by = q.need("cause"), q.need("by")
    if (q.book, cause) not in _DOUBT:
        return q.silent()
    rows = _DOUBT[q.book, cause]
    was_asked = q.book == "usbgf" and cause == "practice_not_followed" and by != "both" and q.need("asked")
    if q.need("evidence"):
        say = "There is evidence, and it is weighed first; only a doubt that remains goes against anybody."
    elif by == "both":
        say = "Both players created the doubt, so it goes against neither. The director decides what is fair."
    else:
        say = f"The ruling tends to go against {by.capitalize()}, who created the doubt."
    if was_asked:
        say += f" {by.capitalize()} had been asked for the recommended practice, which adds weight."
    return q.discretion(
        say,
        clauses=(*rows, "usbgf:1.1.1e") if was_asked else rows,
        factors=("recordings", "what each player remembers", "who created the doubt, meant or not"),
        forbidden=("a penalty for a recommended practice alone",)
        if cause == "practice_not_followed" and q.book == "usbgf"
        else (),
        appeal=appeal(q),
    )


@incident(
    "disputed_roll",
    "The players disagree about what was rolled",
    words=("what was the roll", "he says six four I say six three", "disputed roll", "nobody knows what the roll was"),
    questions=(
        Question("roller", "Whose roll was it?", FactType.SIDE),
        Question("lifted", "Have the dice been picked up?", FactType.YES_NO),
        Question("talked", "Has talking it over settled it?", FactType.YES_NO),
        Question("video", "Is there a video or another record of it?", FactType.YES_NO),
        Question("moved_dice", "Did somebody move the dice without calling the roll first?", FactType.YES_NO),
        Question("by", "Who?", FactType.SIDE),
    ),
    clauses={
        "ibf": ("ibf:18.3a", "ibf:3.12d", "ibf:12.5a"),
        "usbgf": ("usbgf:4.1.2b", "usbgf:1.1.1d", "usbgf:5.4a", "usbgf:1.1.4.2a"),
        "bws": ("bws:4.1.2a", "bws:5.3", "bws:1.1"),
        "guide": ("guide:6.2a", "guide:6.2b", "guide:5.6b", "guide:5.7a", "guide:1.1.1b"),
    },
)
def roll_dispute(q: Inquiry) -> JudgeAnswer:
    """Dice that still lie show it; afterwards a person decides."""
    roller = q.side("roller")
    if not q.need("lifted"):
        rows = {"guide": ("guide:5.6b",), "usbgf": ("usbgf:5.4a",), "bws": ("bws:4.1.2a",), "ibf": ("ibf:12.5a",)}
        say = "The dice have not been picked up, so they show the roll. It counts as they lie."
        return q.ruling(say, clauses=rows[q.book], remedies=(RollStands(roller),), appeal=appeal(q))
    if q.book == "ibf":
        return _ibf_dispute(q)
    if q.need("talked"):
        rows = {"guide": ("guide:6.2b",), "usbgf": ("usbgf:5.4a",), "bws": ("bws:1.1",)}
        say = "The players have settled between them what was rolled. Play goes on with that roll."
        return q.ruling(say, clauses=rows[q.book], remedies=(PlayOn(),), appeal=appeal(q))
    return _roll_decided(q, roller)


def _roll_decided(q: Inquiry, roller: Side) -> JudgeAnswer:
    moved = q.need("moved_dice")
    tilt = (
        f" {side_name(q.side('by'))} moved the dice without calling the roll and is at a disadvantage." if moved else ""
    )
    rows = {
        "guide": ("guide:6.2a", "guide:6.2b", *(("guide:5.7a", "guide:1.1.1b") if moved else ())),
        "usbgf": ("usbgf:5.4a", *(("usbgf:4.1.2b", "usbgf:1.1.1d") if moved else ("usbgf:1.1.4.2a",))),
        "bws": ("bws:4.1.2a", "bws:5.3") if moved else ("bws:1.1",),
    }[q.book]
    usual = [
        Option("side_with_player", "One player's account is taken", (RollStands(roller),)),
        Option("roll_over", "The roll is made again", (RollAgain(roller),)),
    ]
    if q.book == "guide":
        usual = [
            Option("spectators", "Spectators are asked", (Instruct("Ask the spectators."),)),
            usual[0],
            Option("high_roll_rollover", "A high roll decides whether the roll is made again", (RollAgain(roller),)),
            Option("high_roll_which", "A high roll decides which roll is used", (RollStands(roller),)),
        ]
    return q.discretion(
        f"The director is told what happened and decides what is fairest.{tilt}",
        clauses=rows,
        factors=("both accounts", "what the play on the board suggests", "witnesses and recordings"),
        usual=tuple(usual),
        appeal=appeal(q),
        notes=(_OTHER_ROLL,) if q.book == "guide" else (),
    )


_OTHER_ROLL: Final = (
    "If the other roll is taken and a play has been made with this one, the play was illegal: rule on it as "
    "illegal_play (guide:addendum-illegal-moves-2)."
)
