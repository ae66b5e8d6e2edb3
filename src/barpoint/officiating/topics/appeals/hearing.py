"""How an appeal is heard, what a committee may do, penalties under appeal, and what is reported afterwards.

Whether an appeal is open, who sits and how votes count is `appeals`.
"""

from typing import Final

from barpoint.officiating.answer import Appeal, JudgeAnswer, Option
from barpoint.officiating.facts import FactType, Question
from barpoint.officiating.incidents import Inquiry, incident
from barpoint.officiating.phrases import side_name
from barpoint.officiating.remedy import Instruct, PlayOn
from barpoint.officiating.topics.appeal_rights import ETHICS, appeal, by_standards
from barpoint.officiating.topics.conduct.sanctions import SANCTIONS

_STEPS: Final = {"usbgf": ("usbgf:5.3b",), "bws": ("bws:5.4a", "bws:5.4b"), "guide": ("guide:6.5c",)}


@incident(
    "appeal_hearing",
    "A committee hears an appeal",
    words=("committee hearing", "how does the committee proceed", "who may be present", "what may the committee do"),
    questions=(
        Question("presented", "Have facts and evidence been set out with both players present?", FactType.YES_NO),
        Question("heard", "Have both players been heard?", FactType.YES_NO),
        Question("told", "Has the committee been told the director's ruling?", FactType.YES_NO),
        Question("ruled", "Did the director rule before the appeal?", FactType.YES_NO),
        Question("private", "Does the committee now confer alone?", FactType.YES_NO),
        Question("about", "What is contested?", FactType.CHOICE, ("reading_of_a_rule", "judgment_without_a_rule")),
    ),
    clauses={
        "usbgf": ("usbgf:5.3b", "usbgf:5.3c", "usbgf:5.4b", "usbgf:5.4a"),
        "bws": ("bws:5.4a", "bws:5.4b", "bws:5.2b"),
        "guide": ("guide:6.5c", "guide:6.5d", "guide:6.5e"),
    },
)
def appeal_hearing(q: Inquiry) -> JudgeAnswer:
    """Evidence, both players, a talk in private, and then the vote."""
    if q.book == "guide" and not q.need("presented"):
        return _next(q, "The director sets out facts and evidence at the players' table", _STEPS[q.book])
    if q.book != "guide" and not q.need("heard"):
        rows = ("usbgf:5.4b", "usbgf:5.3b") if q.book == "usbgf" else _STEPS[q.book]
        return _next(q, "Both players are heard, on what the director did not know as well", rows)
    if q.book == "guide" and q.need("told"):
        return q.ruling(
            "A committee should not be told what the director ruled. Another one is named if there is one; otherwise "
            "its members say what they would have ruled themselves.",
            clauses=("guide:6.5e",),
            remedies=(Instruct("Name another committee if possible."),),
        )
    if q.book != "bws" and not q.need("private") and not (q.book == "usbgf" and not q.need("ruled")):
        return _next(q, "The committee confers alone, without the director and the players", _STEPS[q.book])
    return _decides(q)


def _next(q: Inquiry, step: str, rows: tuple[str, ...]) -> JudgeAnswer:
    return q.ruling(
        f"This comes first: {step[0].lower()}{step[1:]}. There is no vote before that.",
        clauses=rows,
        remedies=(Instruct(f"{step}."),),
        notes=(_QUESTIONED,) if q.book == "usbgf" else (),
    )


def _decides(q: Inquiry) -> JudgeAnswer:
    free = {"usbgf": ("usbgf:5.3c",), "bws": ("bws:5.2b",), "guide": ("guide:6.5d", "guide:6.5e")}[q.book]
    say = "The committee decides for itself how the rules are read and applied."
    if q.book == "usbgf" and not q.get("ruled", default=True):
        return q.discretion(
            "The director appealed without a ruling, so nothing is to be upheld: the committee decides the question "
            "itself, and the director may take part in all of it.",
            clauses=("usbgf:5.3b", "usbgf:5.3c"),
            factors=("the facts as the committee finds them", "the text of the rule"),
            usual=(Option("decide", "What the committee decides is the ruling"),),
            appeal=Appeal(False, clauses=("usbgf:5.3d",)),
        )
    if q.book == "usbgf" and q.need("about") == "judgment_without_a_rule":
        say = "No rule covers the case and the director used judgment. The committee normally upholds that unless it "
        say += "was clearly unjust."
    options = [Option("uphold", "The ruling stands", (PlayOn(),)), Option("reverse", "The ruling is reversed")]
    if q.book == "usbgf":
        options.append(Option("modify", "The ruling is changed, in part or as a whole"))
    return q.discretion(
        say,
        clauses=free,
        factors=("the facts as the committee finds them", "the text of the rule", "whether the ruling was just"),
        usual=tuple(options),
        appeal=Appeal(False),
        notes=() if q.get("presented", default=True) or q.book != "usbgf" else _SUMMED_UP,
    )


_QUESTIONED: Final = (
    "The director who is questioned neither narrows the inquiry nor presses the committee, "
    "keeps to facts, rules and reasons, and may ask to speak to it alone (usbgf:5.4a)."
)
_SUMMED_UP: Final = (
    "It helps if the director sums up facts and ruling first, with both players present (usbgf:5.3b).",
)


@incident(
    "new_evidence",
    "New evidence comes up at the appeal",
    words=("video found later", "new evidence", "did not tell the director before", "another witness"),
    questions=(Question("relevant", "Can it help to establish the facts?", FactType.YES_NO),),
    clauses={"usbgf": ("usbgf:5.4a", "usbgf:5.4b"), "bws": ("bws:5.4a",)},
)
def new_evidence(q: Inquiry) -> JudgeAnswer:
    """Admitted before the committee, whether or not the director had it."""
    if q.need("relevant"):
        return q.ruling(
            "The committee takes it into account, although the director had not been given it.",
            clauses=q.kind.clauses[q.book],
            remedies=(Instruct("Hear the new evidence."),),
        )
    return q.ruling(
        "It cannot help to establish the facts, and the committee goes on without it.",
        clauses=("usbgf:5.4a",) if q.book == "usbgf" else ("bws:5.4a",),
        remedies=(PlayOn(),),
    )


_PENALTIES: Final = ("points", "time", "other", "disqualification", "expulsion")


@incident(
    "penalty_appealed",
    "A player appeals against a penalty",
    words=("appeal a penalty", "penalty too severe", "penalty points appealed", "against the penalty"),
    questions=(
        Question("penalty", "Which penalty?", FactType.CHOICE, _PENALTIES),
        ETHICS,
        Question("applied", "Has it been carried out already?", FactType.YES_NO),
    ),
    clauses={
        "usbgf": ("usbgf:1.1.5e", "usbgf:5.2b", "usbgf:5.3f"),
        "bws": ("bws:5.2a", "bws:5.2c"),
        "guide": ("guide:6.5a", "guide:6.5f", "guide:1.1.4"),
    },
)
def penalty_appealed(q: Inquiry) -> JudgeAnswer:
    """Against the penalty as such or its severity; it waits for the committee where that can be."""
    penalty = q.need("penalty")
    open_to = appeal(q, by_standards(q) if q.book == "guide" else penalty)
    if open_to is not None and not open_to.allowed:
        return q.ruling(
            f"There is no appeal against {penalty}. It stands.",
            clauses=(*open_to.clauses, *(("usbgf:1.1.5e",) if q.book == "usbgf" else ())),
            remedies=(PlayOn(),),
            appeal=open_to,
        )
    waits = not q.need("applied")
    ideally = "ideally " if q.book == "usbgf" else ""  # usbgf:5.3f
    then = (
        f"The penalty {ideally}waits until then."
        if waits
        else "It was already carried out and is undone if they change it."
    )
    both = "Both the penalty and its severity may be appealed. " if q.book == "usbgf" else ""
    return q.ruling(
        f"{both}The committee hears it as soon as possible. {then}",
        clauses=("usbgf:1.1.5e", "usbgf:5.3f") if q.book == "usbgf" else q.kind.clauses[q.book][:2],
        remedies=(Instruct("Name a committee" + ("; the penalty is pending." if waits else ".")),),
        appeal=open_to,
    )


@incident(
    "frivolous_appeals",
    "A player keeps appealing without cause",
    words=("appeals everything", "frivolous appeal", "baseless appeals", "punish him for appealing"),
    questions=(
        Question("who", "Who?", FactType.SIDE),
        Question("pattern", "Is there a pattern of appeals without any cause?", FactType.YES_NO),
    ),
    clauses={"usbgf": ("usbgf:5.2d",)},
)
def frivolous_appeals(q: Inquiry) -> JudgeAnswer:
    """A pattern may be sanctioned; an appeal in good faith never."""
    who = q.side("who")
    if not q.need("pattern"):
        return q.ruling(
            f"{side_name(who)} was free to appeal, and nothing may be held against that. No sanction follows.",
            clauses=("usbgf:5.2d",),
            remedies=(PlayOn(),),
        )
    return q.discretion(
        f"{side_name(who)} appeals again and again without cause, which may be sanctioned. "
        "The sanction is for the pattern, not for any one appeal.",
        clauses=("usbgf:5.2d",),
        factors=("how many appeals had no ground at all", f"this is offence {q.offence(who)}"),
        usual=(Option("warning", "A warning."), *SANCTIONS["usbgf"]),
        forbidden=("any retaliation for an appeal in good faith",),
        appeal=appeal(q),
    )


_REPORTS: Final = {
    "decision_in_a_dispute": ("bws:5.6",),
    "entry_or_flight": ("bws:1.4.3",),
    "spectator_excluded": ("bws:1.6.5",),
    "player_disqualified_for_help": ("bws:1.7.5",),
    "player_wants_the_board": ("bws:5.5",),
}


@incident(
    "report_due",
    "Must this be reported to the federation?",
    words=("report to the federation", "report to the board", "precedent", "closing report", "inform IPATT"),
    questions=(Question("what", "What was decided?", FactType.CHOICE, tuple(_REPORTS)),),
    clauses={"bws": tuple(row for rows in _REPORTS.values() for row in rows)},
)
def report_due(q: Inquiry) -> JudgeAnswer:
    """Straight after the tournament, with what happened and why."""
    what = q.need("what")
    if what == "player_wants_the_board":
        return q.ruling(
            "A player may report a committee's decision to the board to obtain a ruling of principle. "
            "The decision itself stays final for this match.",
            clauses=_REPORTS[what],
            remedies=(Instruct("Hand out the case file."),),
        )
    return q.ruling(
        "The director reports this to the board straight after the tournament. The report says what happened and why.",
        clauses=_REPORTS[what],
        remedies=(Instruct("Put it on the closing report."),),
    )
