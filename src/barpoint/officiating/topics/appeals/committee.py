"""Appeals: whether one is open, who may sit on the committee, and what its vote decides.

Sizes and majorities are `rulebook.tariff.committee`'s; ibf and trad have no appeals. Who is knowledgeable and
without interest is for the director to judge.
"""

from typing import Final

from barpoint.board import Refusal
from barpoint.officiating.answer import Appeal, JudgeAnswer, Option
from barpoint.officiating.facts import FactType, Question
from barpoint.officiating.incidents import Inquiry, incident
from barpoint.officiating.phrases import quantity
from barpoint.officiating.remedy import Instruct, PlayOn, Remedy
from barpoint.officiating.topics.appeal_rights import ETHICS, appeal, by_standards, event_policy
from barpoint.rulebook.tariff import (
    CommitteeRules,
    composition_refusal,
    tally_votes,
)

_MOST: Final = 99
_MATTERS: Final = (
    "anything else",
    "penalty",
    "disqualification",
    "expulsion",
    "entry_refusal",
    "division_assignment",
    "recorder_appointed",
    "imposed_clock",
    "imposed_equipment",
    "ethics",
)
_IN_TIME: Final = {
    "usbgf": ("usbgf:5.2a", "usbgf:5.2c"),
    "bws": ("bws:5.2a",),
    "guide": ("guide:6.5a",),
}
_FINAL: Final = {"usbgf": ("usbgf:5.3d",), "bws": ("bws:5.2c",), "guide": ("guide:6.5f",)}
_SIT: Final = {
    "usbgf": ("usbgf:1.3.2a", "usbgf:1.3.2b", "usbgf:1.3.2c", "usbgf:5.3a"),
    "bws": ("bws:1.3.2a", "bws:1.3.2b"),
    "guide": ("guide:6.5b",),
}
_IMPARTIAL: Final = {"usbgf": "usbgf:1.3.2b", "bws": "bws:1.3.2a", "guide": "guide:6.5b"}
_NOTES: Final = {
    "usbgf": ("A member named in advance who cannot serve may be replaced at any time (usbgf:1.3.2d).",),
    "guide": ("The committee is not told the director's ruling (guide:6.5e).",),
}
_COUNT: Final = {"usbgf": ("usbgf:5.3d", "usbgf:5.3e"), "bws": ("bws:5.2b", "bws:5.6"), "guide": ("guide:6.5d",)}
_MEMBERS: Final = Question("members", "How many members has the committee?", FactType.COUNT, most=_MOST)


def _rules(q: Inquiry) -> CommitteeRules:
    rules = event_policy(q).appeals
    if rules is None:
        raise RuntimeError(f"{q.book} has no appeals and is not among the kind's clauses")
    return rules


@incident(
    "appeal",
    "A player wants to appeal against a ruling",
    words=("appeal", "I want to appeal", "protest the ruling", "does not accept the ruling", "second appeal"),
    questions=(
        Question("matter", "What was decided?", FactType.CHOICE, _MATTERS),
        ETHICS,
        Question("already", "Has a committee already decided on this?", FactType.YES_NO),
        Question("resumed", "Has play that the ruling affects gone on since?", FactType.YES_NO),
    ),
    clauses={
        "usbgf": (*_IN_TIME["usbgf"], "usbgf:5.2b", "usbgf:1.1.5e", *_FINAL["usbgf"]),
        "bws": (*_IN_TIME["bws"], *_FINAL["bws"]),
        "guide": (*_IN_TIME["guide"], "guide:1.1.4", *_FINAL["guide"]),
    },
)
def appeal_wanted(q: Inquiry) -> JudgeAnswer:
    """Open until play goes on, once, and not against what the book takes out."""
    matter = q.need("matter")
    put_out = q.book == "guide" and matter in ("disqualification", "expulsion")
    open_to = appeal(q, by_standards(q) if put_out else matter)
    if open_to is not None and not open_to.allowed:
        say = "This decision cannot be appealed. It stands."
        clock = q.book == "usbgf" and q.need("matter") == "imposed_clock"
        settings = ("For special reasons, such as a disability, other settings may be asked for (usbgf:2.3.1e).",)
        return q.ruling(
            say, clauses=open_to.clauses, remedies=(PlayOn(),), appeal=open_to, notes=settings if clock else ()
        )
    if q.need("already"):
        say = "The committee has decided, and its decision is final. There is no further appeal."
        board = ("A player may report the committee's decision to the board (bws:5.5a).",) if q.book == "bws" else ()
        none = Appeal(False, clauses=_FINAL[q.book])
        return q.ruling(say, clauses=_FINAL[q.book], remedies=(PlayOn(),), appeal=none, notes=board)
    if q.need("resumed") and q.book == "usbgf":
        return q.discretion(
            "Play has gone on. An appeal has to be prompt, and in most cases comes before further play that the ruling "
            "affects; the director decides whether this one is still heard.",
            clauses=_IN_TIME["usbgf"],
            factors=("how far play has gone on", "why the appeal was not made before", "what can still be undone"),
            usual=(
                Option("refuse", "The appeal comes too late; the ruling stands", (PlayOn(),)),
                Option("hear", "The appeal is heard", (Instruct("Stop the clock and name a committee."),)),
            ),
        )
    if q.need("resumed"):
        say = "Play has gone on, so the ruling is accepted. The appeal comes too late."
        none = Appeal(False, clauses=_IN_TIME[q.book])
        return q.ruling(say, clauses=_IN_TIME[q.book], remedies=(PlayOn(),), appeal=none)
    penalty = q.book == "usbgf" and q.need("matter") == "penalty"
    both = " It may be against the penalty as such or against its severity." if penalty else ""
    return q.ruling(
        f"The appeal is open to either player. Play waits until a committee has decided.{both}",
        clauses=(*_IN_TIME[q.book], "usbgf:1.1.5e") if penalty else _IN_TIME[q.book],
        remedies=(Instruct("Stop the clock and name a committee."),),
        appeal=open_to,
    )


@incident(
    "appeal_committee",
    "A committee is to be named",
    words=("committee", "how many members", "who may sit on the committee", "ruling committee", "name a committee"),
    questions=(
        _MEMBERS,
        Question("staff", "How many of them direct or work for the tournament?", FactType.COUNT, most=_MOST),
        Question("directors", "How many of them are directors of the tournament?", FactType.COUNT, most=_MOST),
        Question("interested", "How many might gain or lose by the outcome?", FactType.COUNT, most=_MOST),
    ),
    clauses={**_SIT, "usbgf": (*_SIT["usbgf"], "usbgf:1.3.2d")},
)
def appeal_committee(q: Inquiry) -> JudgeAnswer:
    """The right number, and nobody of the staff."""
    kept_out = "directors" if q.book == "bws" else "staff"  # bws:1.3.2b names directors only
    members, staff = q.need("members"), q.need(kept_out)
    if staff > members:
        raise q.wrong(kept_out, "there are more of them than members")
    rules = _rules(q)
    refusal = composition_refusal(rules, members, staff=staff)
    if isinstance(refusal, Refusal):
        who = "No director of the tournament" if q.book == "bws" else "Nobody who works for the tournament"
        size = composition_refusal(rules, members)
        why = [*([f"{who} may sit on it."] if staff else []), *([f"It needs {_sizes(rules)}."] if size else [])]
        faults = (refusal, *((size,) if isinstance(size, Refusal) else ()))
        return q.ruling(
            f"This committee cannot hear the appeal. {' '.join(why)}",
            clauses=tuple(dict.fromkeys(str(fault.facts["clause"]) for fault in faults)),
            remedies=(Instruct("Name another committee."),),
        )
    if q.need("interested") > members:
        raise q.wrong("interested", "there are more of them than members")
    if q.need("interested"):
        must = q.book in ("usbgf", "guide")
        return q.discretion(
            f"A member might gain or lose by the outcome, and members {'must' if must else 'should'} have no interest "
            f"in it. The director {'names' if must else 'may name'} another.",
            clauses=(_IMPARTIAL[q.book],),
            factors=("how close the interest is", "who else is available at the tournament"),
            usual=(
                Option("another", "Another member is named"),
                *(() if must else (Option("keep", "The member stays"),)),
            ),
            forbidden=("a member who has an interest in the outcome",) if must else (),
        )
    notes = _NOTES.get(q.book, ())
    say = f"A committee of {members} may hear the appeal. Its members know the game and have no interest in the match."
    return q.ruling(say, clauses=_SIT[q.book], notes=notes)


def _sizes(rules: CommitteeRules) -> str:
    if rules.sizes:
        return f"{' or '.join(map(str, rules.sizes))} members"
    return f"{'an even number of members, ' if rules.even else ''}at least {quantity(rules.smallest, 'member')}"


@incident(
    "appeal_votes",
    "A committee has voted",
    words=("committee voted", "two to one", "tie in the committee", "votes", "overrule the director"),
    questions=(
        _MEMBERS,
        Question("change", "How many members voted to change the ruling?", FactType.COUNT, most=_MOST),
        Question("uphold", "How many voted to uphold it?", FactType.COUNT, most=_MOST),
        Question("director", "How did the director vote?", FactType.CHOICE, ("no vote", "uphold", "change")),
    ),
    clauses=_COUNT,
)
def appeal_votes(q: Inquiry) -> JudgeAnswer:
    """More than half changes a ruling; a tie leaves it."""
    rules, members = _rules(q), q.need("members")
    if composition_refusal(rules, members) is not None:
        raise q.wrong("members", f"a committee needs {_sizes(rules)}")
    change, uphold = q.need("change"), q.need("uphold")
    if change + uphold > members:
        raise q.wrong("uphold", "there are more votes than members")
    vote = q.need("director") if rules.director_may_vote else "no vote"
    director = None if vote == "no vote" else vote
    verdict = tally_votes(rules, members, uphold=uphold, change={"change": change}, director=director)
    counts = f"{verdict.for_change} of {quantity(verdict.votes, 'vote')} for a change, and {verdict.needed} are needed"
    if verdict.changed:
        done = Instruct("Carry out what the committee decided, then play on.")
        return _vote_ruling(q, f"There are {counts}. The ruling is changed.", done)
    return _vote_ruling(q, f"There are {counts}. The ruling stands.", PlayOn())


def _vote_ruling(q: Inquiry, say: str, remedy: Remedy) -> JudgeAnswer:
    return q.ruling(say, clauses=_COUNT[q.book], remedies=(remedy,), notes=_AFTER_A_VOTE.get(q.book, ()))


_AFTER_A_VOTE: Final = {
    "usbgf": ("Each question is voted on by itself, and only the totals are reported, never how a member voted.",),
    "bws": (
        "Events and reasons are reported to the board as soon as the tournament is over.",
        "A player may report the decision to the board, for a ruling of principle: report_due (bws:5.5).",
    ),
}
