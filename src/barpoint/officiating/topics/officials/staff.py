"""Officials and what they may decide: uncovered cases, exceptions, their own mistakes, matches they play in.

Appeals are `appeals` and `hearing`; a director who broke the rules is `barring`.
"""

from typing import Final

from barpoint.officiating.answer import Appeal, JudgeAnswer, Option
from barpoint.officiating.facts import FactType, Question
from barpoint.officiating.incidents import Inquiry, incident
from barpoint.officiating.phrases import side_name
from barpoint.officiating.readings import reading
from barpoint.officiating.remedy import Instruct, PlayOn
from barpoint.officiating.topics.appeal_rights import appeal
from barpoint.rulebook import clauses, param
from barpoint.rulebook.catalogue import ClauseKind, Force

_UNCOVERED: Final = {"usbgf": ("usbgf:1.1.4.2a",), "bws": ("bws:1.1",), "guide": ("guide:2.1.1", "guide:1.1.1a")}


@incident(
    "uncovered",
    "No rule fits what happened",
    words=("fire alarm", "cleaner reset the board", "not in the rules", "no rule for this", "something unheard of"),
    questions=(Question("happened", "What happened?", FactType.TEXT),),
    clauses=_UNCOVERED,
)
def case_without_rule(q: Inquiry) -> JudgeAnswer:
    """The director finds a fair solution, and writes down why."""
    if not str(q.need("happened")).strip():
        raise q.wrong("happened", "the case has to be described")
    return q.discretion(
        "No clause of this book fits, so the director decides what is fair here. The facts and the reasons are written "
        "down.",
        clauses=_UNCOVERED[q.book],
        factors=("what fairness asks for in this case", "the nearest rule", "whether the position can be restored"),
        usual=(
            Option("restore", "Restore the position and play on", (Instruct("Restore the position."),)),
            Option("other", "Another fair solution"),
        ),
        forbidden=("inventing a rule for other cases",),
        appeal=appeal(q),
    )


_BAD_GROUNDS: Final = ("dislikes_the_rule", "player_asked", "player_complained")
_GROUNDS: Final = ("disability", "medical_or_legal_need", "facts_of_this_case", *_BAD_GROUNDS)


@incident(
    "exception",
    "The director wants to make an exception to a rule",
    words=("exception", "disability", "accommodation", "make allowances", "bend the rule", "blind player needs help"),
    questions=(
        Question("rule", "Which clause is set aside?", FactType.TEXT),
        Question("ground", "On what ground?", FactType.CHOICE, _GROUNDS),
        Question("facts", "Which facts of this case justify it?", FactType.TEXT),
        Question("scope", "For whom?", FactType.CHOICE, ("one_player", "one_match", "everybody")),
    ),
    clauses={
        "usbgf": ("usbgf:1.1.4.3a", "usbgf:1.1.4.3b", "usbgf:1.1.4.3c"),
        "bws": ("bws:1.1",),
        "guide": ("guide:1.1.1a", "guide:2.1.1"),
    },
)
def exception(q: Inquiry) -> JudgeAnswer:
    """Narrow, for facts that are named; a dislike or a mere wish is no ground."""
    rule = str(q.need("rule")).strip()
    if not rule:
        raise q.wrong("rule", "an exception names the clause it sets aside")
    usbgf = q.book == "usbgf"
    ground = q.need("ground")
    if usbgf and (ground in _BAD_GROUNDS or q.need("scope") == "everybody"):
        why = (
            "A rule is not changed for everybody by an exception; that needs notice before the tournament."
            if ground not in _BAD_GROUNDS
            else "Disliking a rule, or a player's wish or complaint, is no ground."
        )
        say = f"The exception is not allowed. {why}"
        return q.ruling(say, clauses=("usbgf:1.1.4.3b", "usbgf:1.1.4.3a"), remedies=(PlayOn(),), appeal=appeal(q))
    facts = str(q.need("facts")).strip()
    if not facts:
        raise q.wrong("facts", "the facts that justify it have to be named")
    rows = ("usbgf:1.1.4.3a", *(("usbgf:1.1.4.3c",) if ground == "disability" else ())) if usbgf else ()
    return q.ruling(
        "The director may make this exception, as narrow as the problem allows. It is written down with its facts, "
        "and both players are told.",
        clauses=rows or q.kind.clauses[q.book],
        remedies=(Instruct(f"Exception to {rule}, for this case only: {facts}"),),
        appeal=appeal(q),
    )


@incident(
    "director_plays",
    "A director is one of the players in the dispute",
    words=("the director is playing", "director is my opponent", "who rules when the director plays", "conflict"),
    questions=(
        Question("other", "Has the tournament another director?", FactType.YES_NO),
        Question(
            "interest", "Does the director only have an interest in the outcome, without playing?", FactType.YES_NO
        ),
    ),
    clauses={
        "usbgf": ("usbgf:5.1e",),
        "bws": ("bws:5.1b", "bws:5.1c", "bws:1.3.2a", "bws:5.2b", "bws:5.2c"),
    },
)
def director_plays(q: Inquiry) -> JudgeAnswer:
    """Another director, or else a committee in which the playing director has no part."""
    if q.book == "usbgf" and q.get("interest", default=False):
        return q.discretion(
            "The director must judge impartially and should stay clear of a conflict of interest. Another official, or "
            "a committee, is better placed to decide.",
            clauses=("usbgf:5.1e",),
            factors=("how close the interest is", "who else is available"),
            usual=(
                *((Option("other", "Another director decides"),) if q.get("other", default=True) else ()),
                Option("committee", "A committee decides"),
            ),
            appeal=appeal(q),
        )
    usbgf = q.book == "usbgf"
    if q.need("other"):
        return q.ruling(
            "A director who plays may not rule on the match. Another director of the tournament settles the dispute.",
            clauses=("usbgf:5.1e",) if usbgf else ("bws:5.1b",),
            remedies=(Instruct("Call another director."),),
        )
    return q.ruling(
        "There is no other director, so a committee settles the dispute in the first instance. "
        "The director who plays has no part in it and no vote."
        + ("" if usbgf else " It has three or five members and decides by a simple majority."),
        clauses=("usbgf:5.1e",) if usbgf else ("bws:5.1c", "bws:5.1b", "bws:1.3.2a", "bws:5.2b", "bws:5.2c"),
        remedies=(Instruct("Name a committee."),),
        appeal=None if usbgf else Appeal(False, clauses=("bws:5.2c",)),
        notes=() if usbgf else ("A player may report the committee's decision to the board (bws:5.5a).",),
    )


@incident(
    "ruling_mistaken",
    "A director finds that an own ruling was wrong",
    words=("I ruled wrongly", "the ruling was a mistake", "misread the rule", "correct my ruling"),
    questions=(Question("beyond_doubt", "Does the text show the mistake beyond doubt?", FactType.YES_NO),),
    clauses={"usbgf": ("usbgf:5.1d",)},
)
def ruling_mistaken(q: Inquiry) -> JudgeAnswer:
    """A clear misreading is corrected and explained; anything else stays."""
    if q.need("beyond_doubt"):
        return q.ruling(
            "The first ruling rested on a misreading of the rules. It is explained to both players and corrected.",
            clauses=("usbgf:5.1d",),
            remedies=(Instruct("Explain the reading and replace the ruling; keep both on record."),),
            appeal=appeal(q),
        )
    return q.ruling(
        "The text does not show beyond doubt that the ruling was wrong. It stands, and a player may appeal in time.",
        clauses=("usbgf:5.1d",),
        remedies=(PlayOn(),),
        appeal=appeal(q),
    )


_SAYS: Final = {
    Force.MUST: ("usbgf:1.1.1a", "It is mandatory. Breaking it on purpose or repeatedly is generally sanctioned."),
    Force.SHALL: ("usbgf:1.1.1b", "It is mandatory, with exceptions. A breach may be sanctioned."),
    Force.SHOULD: (
        "usbgf:1.1.1d",
        "It is a recommended practice. Ignoring it is no offence, but doubt goes against it.",
    ),
    Force.MAY: ("usbgf:1.1.1g", "It is a permission. Using it or not is held against nobody."),
}


@incident(
    "force_of_a_clause",
    "How binding is a clause?",
    words=("is it mandatory", "must or should", "only a recommendation", "is that a rule or guidance", "binding rule"),
    questions=(Question("clause", "Which clause (such as usbgf:4.1.3a)?", FactType.TEXT),),
    clauses={
        "usbgf": ("usbgf:1.1b", "usbgf:1.1.1a", "usbgf:1.1.1b", "usbgf:1.1.1d", "usbgf:1.1.1g", "usbgf:1.1.6e"),
        "guide": ("guide:preamble-1", "guide:2.1"),
    },
)
def force_of_a_clause(q: Inquiry) -> JudgeAnswer:
    """By its own wording: must, shall, should or may; and whether it is official text or guidance."""
    clause_id = str(q.need("clause")).strip()
    clause_row = next((row for row in clauses(book=q.book) if row.id in (clause_id, f"{q.book}:{clause_id}")), None)
    if clause_row is None:
        raise q.wrong("clause", f"expected a clause of {q.book}, such as {q.kind.clauses[q.book][0]}")
    if q.book == "guide":
        return q.ruling(
            f"The guide recommends standards so that matches run without conflict. {_plainly(clause_row.force)}",
            clauses=("guide:preamble-1", "guide:2.1"),
            notes=(reading("people-2"),),
        )
    text = "guidance" if clause_row.kind is ClauseKind.GUIDANCE else "official rule text"
    prefer = param("usbgf:1.1b", "default_precedence", str)
    if clause_row.force is None:
        duty = "It describes or defines; ordinary rules of the game are mandatory."
        rows: tuple[str, ...] = ("usbgf:1.1.6e",)
    else:
        row, duty = _SAYS[clause_row.force]
        rows = (row, "usbgf:1.1.6e")
        mandatory = clause_row.force in (Force.MUST, Force.SHALL)
        duty += " A breach must be pointed out." if mandatory else " Nobody has to have it corrected."
    return q.ruling(
        f"{clause_row.id} is {text}. {duty}",
        clauses=("usbgf:1.1b", *rows),
        notes=(f"Where the two disagree the {prefer} text is followed, unless the director decides otherwise.",),
    )


def _plainly(force: Force | None) -> str:
    binding = force in (Force.MUST, Force.SHALL)
    return "This clause is binding." if binding else "This clause is a recommendation or a permission."


_ENTRY: Final[dict[str, dict[str, tuple[str, ...]]]] = {
    "usbgf": {"entry": ("usbgf:1.4", "usbgf:1.4.1a", "usbgf:1.4.1b"), "division": ("usbgf:1.4.2a", "usbgf:1.4.2b")},
    "bws": {"entry": ("bws:1.4.1", "bws:1.4.3"), "division": ("bws:1.4.2", "bws:1.4.3")},
    "guide": {"entry": ("guide:2.2.2a", "guide:2.2.2b"), "division": ("guide:2.2.2a", "guide:2.2.2b")},
}


@incident(
    "entry_refused",
    "A player's entry is refused, or the player is put into a higher division",
    words=(
        "entry refused",
        "not allowed to enter",
        "moved to a higher division",
        "too strong for the novices",
        "flight",
    ),
    questions=(
        Question("who", "Who?", FactType.SIDE),
        Question("what", "What was decided?", FactType.CHOICE, ("entry", "division")),
    ),
    clauses={book: tuple(dict.fromkeys(row for rows in by.values() for row in rows)) for book, by in _ENTRY.items()},
)
def entry_refused(q: Inquiry) -> JudgeAnswer:
    """The director's alone; usbgf hears no appeal, and bws wants a report."""
    who, what = side_name(q.side("who")), q.need("what")
    rows = _ENTRY[q.book][what]
    say = (
        f"Whether {who} may enter is for the director alone to decide."
        if what == "entry" and q.book == "guide"
        else f"Every entry needs the director's approval, and {who}'s may be refused without a reason."
        if what == "entry"
        else f"The director may keep {who} out of a lower division and place the player in a higher one."
    )
    more = {
        "usbgf": " There is no appeal."
        + (f" {who} may withdraw without any obligation." if what == "division" else ""),
        "bws": " The director reports it to the board, with reasons, after the tournament.",
        "guide": " Standards of a ruling body should be followed unless there is good reason not to.",
    }[q.book]
    matter = "entry_refusal" if what == "entry" else "division_assignment"
    return q.ruling(say + more, clauses=rows, remedies=(PlayOn(),), appeal=appeal(q, matter))
