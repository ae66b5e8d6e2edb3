"""The case file: one case as a document, in Markdown and in Typst's markup for paper.

It has the incident, the facts and who gave them, exhibits, rulings with clauses and reasons, the appeal with its
votes, penalties, and the report the federation asks for. `for_committee` leaves the director's ruling out where the
book hides it from the committee (guide:6.5e). Members' votes are totals; who voted how is nowhere (usbgf:5.3e).
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from barpoint.board import Side
from barpoint.officiating import case_events as v
from barpoint.officiating.answer import Answer, Step
from barpoint.officiating.case import Case, fold_case, policy_in
from barpoint.officiating.facts import Question
from barpoint.officiating.judge import Kind, all_kinds
from barpoint.officiating.ledger import recorded
from barpoint.officiating.topics.wording import counted
from barpoint.officiating.wording import (
    HEADS,
    Names,
    answer_lines,
    entry_text,
    fact_text,
    moment_text,
    penalty_text,
    remedy_text,
)
from barpoint.paper import quoted
from barpoint.rulebook.catalogue import book, clause


@dataclass(frozen=True, slots=True)
class Section:
    """A heading, and lines of a label and what it says; a line without a label stands alone."""

    heading: str
    lines: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class CaseFile:
    """A document about one case."""

    title: str
    sections: tuple[Section, ...]


def case_file(name: str, events: Sequence[v.AnyCaseEvent], *, for_committee: bool = False) -> CaseFile:
    """The whole case, or what a committee may see of it."""
    case, opened = _opened(name, events)
    hidden = for_committee and (rules := policy_in(opened).appeals) is not None and not rules.told_the_ruling
    made = [
        Section("Case", tuple(_head(name, opened))),
        Section("Incident", tuple(_incident(opened))),
        Section("Facts", tuple(_facts(case, events))),
        Section("Exhibits", tuple(_exhibits(case))),
        *([] if hidden else _rulings(case, opened, outcome=False)),
        Section("Appeal", tuple(_appeal(case))),
        *([] if hidden else _rulings(case, opened, outcome=True)),
        Section("Carried out", () if hidden else tuple(_applied(case, opened.names))),
        Section("Penalties on the record", () if hidden else tuple(_penalties(name, case))),
        Section("Report to the federation", () if for_committee else tuple(_report(case, opened))),
    ]
    return CaseFile(f"Case {name}", tuple(section for section in made if section.lines))


def answer_file(kind: Kind, facts: Mapping[str, v.Fact], answers: Iterable[Answer]) -> CaseFile:
    """What the books say to an incident, before anybody has ruled."""
    told = tuple(
        (_asked(kind.questions.get(key), key), fact_text(kind.questions.get(key), facts[key])) for key in facts
    )
    said = tuple(
        Section(f"{book(answer.book).name}: {HEADS[type(answer)].lower()}", tuple(answer_lines(answer)))
        for answer in answers
    )
    return CaseFile(kind.title, ((Section("Facts", told), *said) if told else said))


def federation_report(name: str, events: Sequence[v.AnyCaseEvent]) -> CaseFile | None:
    """What happened and why it was ruled so, for the federation; None where the book asks for no report."""
    case, opened = _opened(name, events)
    rows = report_rows(case)
    if not rows:
        return None
    made = (
        Section("Report", (*_head(name, opened), *(("By", f"{row} {clause(row).title}") for row in rows))),
        Section("Course of events", (*_incident(opened), *_facts(case, events), *_exhibits(case))),
        *_rulings(case, opened, outcome=False),
        Section("Appeal", tuple(_appeal(case))),
        *_rulings(case, opened, outcome=True),
        Section("Penalties", tuple(_penalties(name, case))),
    )
    return CaseFile(f"Report on case {name}", tuple(section for section in made if section.lines))


def report_rows(case: Case) -> tuple[str, ...]:
    """The clauses by which a decided case is reported to the federation; none where the book asks for none."""
    if case.opened is None or case.in_force is None:
        return ()
    asked = policy_in(case.opened).federation_reports
    expelled = any(penalty.step is Step.EXPULSION for penalty in case.in_force.penalties)
    wanted = {"bws:5.6": True, "bws:1.7.5": expelled, "bws:1.6.5": case.opened.kind == "spectator_sanction"}
    return tuple(row for row in asked if wanted.get(row, False))


def reports_due(cases: Iterable[tuple[str, Case]]) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """The decided cases whose report has not gone out, with the clauses: the closing checklist (bws:5.6)."""
    return tuple((name, rows) for name, case in cases if not case.reported and (rows := report_rows(case)))


def _opened(name: str, events: Sequence[v.AnyCaseEvent]) -> tuple[Case, v.CaseOpened]:
    case = fold_case(events)
    if case.opened is None:
        raise ValueError(f"expected a case that begins with CaseOpened in {name}")
    return case, case.opened


Lines = Iterator[tuple[str, str]]


def _head(name: str, opened: v.CaseOpened) -> Lines:
    names = opened.names
    yield "Case", name
    if opened.profile.event:
        yield "Event", opened.profile.event
    yield "Book", book(opened.book).name
    yield "Played under", opened.profile.name
    if opened.white or opened.black:
        yield "White", names[Side.WHITE]
        yield "Black", names[Side.BLACK]
    if opened.match:
        at = f", version {opened.noticed} of its log" if opened.noticed else ""
        yield "Match", f"{opened.match}{at}"
    yield "Reported", f"{moment_text(opened.at)} by {opened.by}"


def _incident(opened: v.CaseOpened) -> Lines:
    kinds = all_kinds()
    if opened.kind:
        yield "What happened", kinds[opened.kind].title if opened.kind in kinds else opened.kind
    if opened.report:
        yield "Report", opened.report


def _facts(case: Case, events: Sequence[v.AnyCaseEvent]) -> Lines:
    """The facts that were given, and those a ruling took from the match log."""
    kind = all_kinds().get(case.opened.kind) if case.opened is not None else None
    questions = {} if kind is None else kind.questions
    given = {event.key: event for event in events if isinstance(event, v.FactGiven)}
    read = {key: value for ruling in case.rulings for key, value in ruling.relied_on.items()}
    for key, value in (read | case.facts).items():
        question = questions.get(key)
        source = (given[key].given_by or given[key].by) if key in given else "the match log"
        yield _asked(question, key), f"{fact_text(question, value)} (from {source})"


def _asked(question: Question | None, key: str) -> str:
    return key if question is None else question.text.split(" (")[0]


def _exhibits(case: Case) -> Lines:
    for number, one in enumerate(case.exhibits, 1):
        parts = [one.title, one.text, one.reference, f"SHA-256 {one.sha256}" if one.sha256 else ""]
        said = "; ".join(part for part in parts if part)
        yield f"{number}. {one.what.value.replace('_', ' ').capitalize()}", f"{said} (from {one.given_by})"


def _rulings(case: Case, opened: v.CaseOpened, *, outcome: bool) -> list[Section]:
    return [
        Section(_ruling_heading(case, number), tuple(_ruling(ruling, opened.names)))
        for number, ruling in enumerate(case.rulings)
        if ruling.outcome == outcome
    ]


def _ruling_heading(case: Case, number: int) -> str:
    ruling = case.rulings[number]
    if ruling.outcome:
        return "Outcome of the appeal"
    return "Ruling" if number == 0 else f"Ruling, corrected ({number + 1})"


def _ruling(ruling: v.RulingGiven, names: Names) -> Lines:
    yield "Given", f"{moment_text(ruling.at)} by {ruling.by}"
    yield "Said", ruling.say
    yield from (("Remedy", remedy_text(remedy, names)) for remedy in ruling.remedies)
    yield from (("Penalty", penalty_text(penalty, names)) for penalty in ruling.penalties)
    if ruling.chosen:
        yield "Chosen", ruling.chosen.replace("_", " ")
    if not ruling.followed:
        yield "Departs from the computed ruling", ruling.reason
    elif ruling.reason:
        yield "Reason", ruling.reason
    if ruling.exception is not None:
        yield "Exception from", ruling.exception.clause
        yield from (("On the fact", fact) for fact in ruling.exception.facts)
        yield "No further than", ruling.exception.scope
    yield from (("Clause", f"{row} {clause(row).title}") for row in ruling.clauses)


def _applied(case: Case, names: Names) -> Lines:
    for one in case.applied:
        where = f", versions {one.before + 1} to {one.after} of the match" if one.after > one.before else ""
        done = " ".join(remedy_text(remedy, names) for remedy in one.remedies)
        yield f"{moment_text(one.at)} by {one.by}{where}", done or "Done."


def _appeal(case: Case) -> Lines:
    if case.appeal is None:
        return
    verb = "Referred" if case.appeal.referred else "Made"
    against = f" against: {', '.join(case.appeal.parts)}" if case.appeal.parts else ""
    yield verb, f"{moment_text(case.appeal.at)} by {case.appeal.by}{against}"
    if case.committee:
        yield "Committee", ", ".join(case.committee)
    for votes, decision in zip(case.votes, case.decisions, strict=True):
        part = f" on {votes.part}" if votes.part else ""
        yield f"Votes{part}", _votes(votes)
        yield f"Decided{part}", _decision(decision)
        yield "By", ", ".join(decision.clauses)
    if case.pending:
        yield "Decided", "not yet"


def _votes(votes: v.VotesCounted) -> str:
    change = "; ".join(f"{counted(count, 'vote')} for {remedy}" for remedy, count in votes.change.items() if count)
    director = "" if votes.director is None else f"; the director: {votes.director}"
    return f"{counted(votes.uphold, 'vote')} to uphold{f'; {change}' if change else ''}{director}"


def _decision(decision: v.AppealDecided) -> str:
    if not decision.changed:
        return "The ruling is upheld."
    what = decision.remedy or f"the director chooses among {', '.join(decision.to_choose)}"
    return f"The ruling is changed: {what}."


def _penalties(name: str, case: Case) -> Lines:
    if case.rulings and case.in_force is None:
        yield "", "Nothing is on the record while the appeal is open."
    yield from ((entry.person, entry_text(entry)) for entry in recorded(name, case))


def _report(case: Case, opened: v.CaseOpened) -> Lines:
    for row in report_rows(case):
        yield "Asked for by", f"{row} {clause(row).title}"
    yield from (("Sent", f"{moment_text(one.at)} to {one.to} by {one.by}") for one in case.reported)
    if not case.reported and policy_in(opened).federation_reports:
        yield "Sent", "not yet"


def markdown(made: CaseFile) -> str:
    """The document in Markdown."""
    out = [f"# {_plain(made.title)}", ""]
    for section in made.sections:
        out += [f"## {_plain(section.heading)}", ""]
        out += [
            f"- **{_plain(label)}**: {_plain(said)}" if label else f"- {_plain(said)}" for label, said in section.lines
        ]
        out.append("")
    return "\n".join(out)


_MARKS = str.maketrans({mark: f"\\{mark}" for mark in "\\`*_[]<>#|"})


def _plain(words: str) -> str:
    """Words with nothing in them that Markdown would read."""
    return " ".join(words.split()).translate(_MARKS)


_STYLE = """
#set document(title: {title}, author: "Barpoint")
#set page(paper: "a4", margin: (x: 22mm, y: 20mm),
  footer: context text(8pt, fill: luma(90))[#{title} #h(1fr) #counter(page).display("1/1", both: true)])
#set text(font: "Libertinus Serif", size: 10.5pt, lang: "en", hyphenate: true)
#set par(justify: false, leading: 0.55em)
#show heading.where(level: 2): it => block(above: 1.3em, below: 0.6em, sticky: true,
  text(1.1em, weight: "bold", fill: rgb("#7a3b12"), it.body))
#let row(label, said) = block(above: 0.55em, below: 0.55em, breakable: false,
  grid(columns: (38mm, 1fr), column-gutter: 4mm, text(fill: luma(60), label), said))
#text(17pt, weight: "bold")[#{title}]
#v(-0.4em) #line(length: 100%, stroke: 0.7pt + rgb("#7a3b12"))
"""


def typst_markup(made: CaseFile) -> str:
    """The document in Typst's markup; every word of it is passed as a string."""
    out = [_STYLE.format(title=quoted(made.title))]
    for section in made.sections:
        out.append(f"#heading(level: 2, {quoted(section.heading)})")
        out += [f"#row({quoted(label)}, {quoted(said)})" for label, said in section.lines]
    return "\n".join(out)
