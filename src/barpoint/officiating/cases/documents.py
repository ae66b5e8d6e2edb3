"""The case file: one case as a document, in Markdown and in Typst's markup for paper.

It has the incident, the facts and who gave them, exhibits, rulings with clauses and reasons, the appeal with its
votes, penalties, and the report the federation asks for. `for_committee` leaves the director's ruling out where the
book hides it from the committee (guide:6.5e). Members' votes are totals; who voted how is nowhere (usbgf:5.3e).
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from barpoint.board import Side
from barpoint.officiating.answer import Discretion, JudgeAnswer, NeedFacts, PenaltyStep, Ruling
from barpoint.officiating.cases import events as v
from barpoint.officiating.cases.case import (
    AS_COMPUTED,
    Case,
    case_policy,
    fold_case,
)
from barpoint.officiating.cases.ledger import case_entries
from barpoint.officiating.facts import Facts, Question
from barpoint.officiating.incidents import IncidentDefinition
from barpoint.officiating.judgement import all_kinds, judge
from barpoint.officiating.penalty_record import PenaltyRecord
from barpoint.officiating.phrases import quantity
from barpoint.officiating.presentation.player_names import SIDE_NAMES, SideNames, with_names
from barpoint.officiating.wording import (
    HEADS,
    answer_lines,
    entry_text,
    fact_text,
    fact_texts,
    moment_text,
    option_text,
    penalty_text,
    remedy_lines,
)
from barpoint.paper import quote
from barpoint.rulebook import book, clause, load_catalogue, named_profile


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
    dense: bool = False  # in two columns of small print, to stand on one page
    votes: tuple[tuple[str, str], ...] = ()  # what a committee may vote for ("" upholds the ruling), in words


def case_file(name: str, events: Sequence[v.AnyCaseEvent], *, for_committee: bool = False) -> CaseFile:
    """The whole case, or what a committee may see of it."""
    case, opened = _read_case(name, events)
    hidden = for_committee and (rules := case_policy(opened).appeals) is not None and not rules.told_the_ruling
    sections = [
        Section("Case", tuple(_head(name, opened))),
        Section("Incident", tuple(_incident(opened))),
        Section("Facts", tuple(_facts(case, events))),
        Section("Exhibits", tuple(_exhibits(case))),
        *([] if hidden else _rulings(case, opened, outcome=False)),
        Section("Appeal", tuple(_appeal(case))),
        *([] if hidden else _rulings(case, opened, outcome=True)),
        Section("Carried out", () if hidden else tuple(_application(case, opened.names))),
        Section("Penalties on the record", () if hidden else tuple(_penalties(name, case))),
        Section("Report to the federation", () if for_committee else tuple(_report(case, opened))),
    ]
    return CaseFile(f"Case {name}", tuple(section for section in sections if section.lines))


def committee_page(name: str, events: Sequence[v.AnyCaseEvent], answers: Sequence[JudgeAnswer]) -> CaseFile:
    """A case on one page for an appeals committee; `answers` are the case's own book's first, then the other books'.

    It has the facts, both sides' versions, the exhibits, the clauses of this book, what the others say, and the ways to
    decide. Where the book hides the ruling from the committee it is not there.
    """
    case, opened = _read_case(name, events)
    hidden = (rules := case_policy(opened).appeals) is not None and not rules.told_the_ruling
    said = [exhibit for exhibit in case.exhibits if exhibit.what is v.ExhibitKind.TESTIMONY]
    own, others = answers[:1], answers[1:]
    votes = tuple(
        (way, with_names(text, opened.names)) for way, text in _ways_to_vote(own, opened.names, hidden=hidden)
    )
    rows = dict.fromkeys((*(row for answer in own for row in _rows(answer)), *(() if hidden else _ruled_rows(case))))
    sections = [
        Section("Case", (*_head(name, opened), *_incident(opened))),
        Section("Facts", tuple(_facts(case, events))),
        *(Section(f"{opened.names[side]} says", tuple(_versions(said, opened.persons(side)))) for side in Side),
        Section("Others say", tuple(_versions(said, (*opened.white, *opened.black), others=True))),
        Section("Exhibits", tuple(line for line in _exhibits(case, short=True) if not line[0].endswith("Testimony"))),
        *([] if hidden else _rulings(case, opened, outcome=False)),
        Section("Appeal", tuple(_appeal(case))),
        Section("This book", tuple((f"{row} {clause(row).title}", clause(row).text) for row in rows)),
        Section(
            "Other books", tuple((book(one.book).short, with_names(_in_short(one), opened.names)) for one in others)
        ),
        Section(
            "Ways to decide",
            tuple(
                (way or "uphold", with_names(text, opened.names))
                for way, text in (*votes, *(line for answer in own for line in _bounds(answer)))
            ),
        ),
    ]
    title = f"Case {name} for the committee"
    return CaseFile(title, tuple(section for section in sections if section.lines), dense=True, votes=votes)


def answers_by_book(opened: v.CaseOpened, facts: Facts, record: PenaltyRecord | None = None) -> tuple[JudgeAnswer, ...]:
    """What the case's own book says on the facts, and then the others; none if no kind of incident fits."""
    if not opened.kind:
        return ()
    known = {key: value for key, value in facts.items() if key in all_kinds()[opened.kind].questions}
    others = (named_profile(one.id) for one in load_catalogue().books if one.id != opened.book)
    return tuple(judge(opened.kind, known, profile, record) for profile in (opened.profile, *others))


def facts_on_file(events: Sequence[v.AnyCaseEvent]) -> dict[str, v.CaseFact]:
    """The facts that were given, and those its rulings took from the match log."""
    case = fold_case(events)
    return {key: value for ruling in case.rulings for key, value in ruling.relied_on.items()} | case.facts


def _rows(answer: JudgeAnswer) -> tuple[str, ...]:
    return () if isinstance(answer, NeedFacts) else answer.clauses


def _ruled_rows(case: Case) -> tuple[str, ...]:
    return () if case.ruling is None else case.ruling.clauses


def _versions(
    said: Iterable[v.ExhibitAttached], persons: tuple[str, ...], *, others: bool = False
) -> Iterator[tuple[str, str]]:
    for exhibit in said:
        if (exhibit.given_by in persons) is not others:
            yield exhibit.given_by, exhibit.text or exhibit.title


def _in_short(answer: JudgeAnswer) -> str:
    if isinstance(answer, NeedFacts):
        return f"Asks first: {answer.question.text}"
    return f"{answer.say} ({', '.join(answer.clauses)})" if answer.clauses else answer.say


def _ways_to_vote(own: Sequence[JudgeAnswer], names: SideNames, *, hidden: bool) -> Iterator[tuple[str, str]]:
    if not hidden:
        yield "", "The ruling stands."
    for answer in own:
        if isinstance(answer, NeedFacts):
            continue
        options = answer.options if isinstance(answer, Ruling) else answer.usual
        if isinstance(answer, Ruling) and not options:
            yield AS_COMPUTED, " ".join(remedy_lines(answer.remedies, names)) or answer.say
        yield from ((option.name, option_text(option, names)) for option in options)


def _bounds(answer: JudgeAnswer) -> Iterator[tuple[str, str]]:
    """What there is to know or to weigh before a vote."""
    if isinstance(answer, NeedFacts):
        yield "first", f"A fact is missing: {answer.question.text}"
    if isinstance(answer, Discretion):
        yield from (("weigh", factor) for factor in answer.factors)
        yield from (("never", forbidden) for forbidden in answer.forbidden)


def answer_file(
    kind: IncidentDefinition,
    facts: Mapping[str, v.CaseFact],
    answers: Iterable[JudgeAnswer],
    names: SideNames = SIDE_NAMES,
) -> CaseFile:
    """What the books say to an incident, before anybody has ruled."""
    fact_lines = tuple(
        (with_names(_question_text(kind.questions.get(key), key), names), text)
        for key, text in fact_texts(kind.name, facts, names).items()
    )
    answer_sections = tuple(
        Section(f"{book(answer.book).name}: {HEADS[type(answer)].lower()}", tuple(answer_lines(answer, names)))
        for answer in answers
    )
    return CaseFile(kind.title, ((Section("Facts", fact_lines), *answer_sections) if fact_lines else answer_sections))


def federation_report(name: str, events: Sequence[v.AnyCaseEvent]) -> CaseFile | None:
    """What happened and why it was ruled so, for the federation; None where the book asks for no report."""
    case, opened = _read_case(name, events)
    rows = report_rows(case)
    if not rows:
        return None
    sections = (
        Section("Report", (*_head(name, opened), *(("By", f"{row} {clause(row).title}") for row in rows))),
        Section("Course of events", (*_incident(opened), *_facts(case, events), *_exhibits(case))),
        *_rulings(case, opened, outcome=False),
        Section("Appeal", tuple(_appeal(case))),
        *_rulings(case, opened, outcome=True),
        Section("Penalties", tuple(_penalties(name, case))),
    )
    return CaseFile(f"Report on case {name}", tuple(section for section in sections if section.lines))


def report_rows(case: Case) -> tuple[str, ...]:
    """The clauses by which a decided case is reported to the federation; none where the book asks for none."""
    if case.opened is None or case.in_force is None:
        return ()
    report_clauses = case_policy(case.opened).federation_reports
    expelled = any(penalty.step is PenaltyStep.EXPULSION for penalty in case.in_force.penalties)
    kind = case.opened.kind
    spectator = kind == "spectator_sanction" or (kind == "spectator_spoke" and expelled)
    applies = {"bws:5.6": True, "bws:1.7.5": expelled and kind != "spectator_spoke", "bws:1.6.5": spectator}
    return tuple(row for row in report_clauses if applies.get(row, False))


def reports_due(cases: Iterable[tuple[str, Case]]) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """The decided cases whose report has not gone out, with the clauses: the closing checklist (bws:5.6)."""
    return tuple((name, rows) for name, case in cases if not case.reported and (rows := report_rows(case)))


def _read_case(name: str, events: Sequence[v.AnyCaseEvent]) -> tuple[Case, v.CaseOpened]:
    case = fold_case(events)
    if case.opened is None:
        raise ValueError(f"expected a case that begins with CaseOpened in {name}")
    return case, case.opened


DocumentLines = Iterator[tuple[str, str]]


def _head(name: str, opened: v.CaseOpened) -> DocumentLines:
    names = opened.names
    yield "Case", name
    if opened.profile.event:
        yield "Event", opened.profile.event
    yield "Book", book(opened.book).name
    yield "Played under", opened.profile.name
    if opened.white or opened.black:
        yield "Players", f"{names[Side.WHITE]}, {names[Side.BLACK]}"
    if opened.match:
        at = f", version {opened.noticed} of its log" if opened.noticed else ""
        yield "Match", f"{opened.match}{at}"
    yield "Reported", f"{moment_text(opened.at)} by {opened.by}"


def _incident(opened: v.CaseOpened) -> DocumentLines:
    kinds = all_kinds()
    if opened.kind:
        yield "What happened", kinds[opened.kind].title if opened.kind in kinds else opened.kind
    if opened.report:
        yield "Report", opened.report


def _facts(case: Case, events: Sequence[v.AnyCaseEvent]) -> DocumentLines:
    """The facts that were given, and those a ruling took from the match log."""
    kind = all_kinds().get(case.opened.kind) if case.opened is not None else None
    questions = {} if kind is None else kind.questions
    names = case.opened.names if case.opened is not None else SIDE_NAMES
    fact_events = {event.key: event for event in events if isinstance(event, v.FactGiven)}
    read = {key: value for ruling in case.rulings for key, value in ruling.relied_on.items()}
    for key, value in (read | case.facts).items():
        question = questions.get(key)
        source = (fact_events[key].given_by or fact_events[key].by) if key in fact_events else "the match log"
        text = fact_text(question, value, names, kind=kind.name if kind is not None else "")
        yield with_names(_question_text(question, key), names), f"{text} (from {source})"


def _question_text(question: Question | None, key: str) -> str:
    return key if question is None else question.text.split(" (")[0]


_DIGEST = 16  # of a digest in small print


def _exhibits(case: Case, *, short: bool = False) -> DocumentLines:
    for number, exhibit in enumerate(case.exhibits, 1):
        digest = exhibit.sha256[:_DIGEST] if short else exhibit.sha256
        parts = [exhibit.title, exhibit.text, exhibit.reference, f"SHA-256 {digest}" if digest else ""]
        description = "; ".join(part for part in parts if part)
        yield (
            f"{number}. {exhibit.what.value.replace('_', ' ').capitalize()}",
            f"{description} (from {exhibit.given_by})",
        )


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


def _ruling(ruling: v.RulingGiven, names: SideNames) -> DocumentLines:
    yield "Given", f"{moment_text(ruling.at)} by {ruling.by}"
    yield "Said", with_names(ruling.say, names)
    yield from (("Remedy", line) for line in remedy_lines(ruling.remedies, names))
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


def _application(case: Case, names: SideNames) -> DocumentLines:
    for application in case.applied:
        where = (
            f", versions {application.before + 1} to {application.after} of the match"
            if application.after > application.before
            else ""
        )
        done = " ".join(remedy_lines(application.remedies, names))
        yield f"{moment_text(application.at)} by {application.by}{where}", done or "Done."


def _appeal(case: Case) -> DocumentLines:
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
    change = "; ".join(f"{quantity(count, 'vote')} for {remedy}" for remedy, count in votes.change.items() if count)
    director = "" if votes.director is None else f"; the director: {votes.director}"
    return f"{quantity(votes.uphold, 'vote')} to uphold{f'; {change}' if change else ''}{director}"


def _decision(decision: v.AppealDecided) -> str:
    if not decision.changed:
        return "The ruling is upheld."
    what = decision.remedy or f"the director chooses among {', '.join(decision.to_choose)}"
    return f"The ruling is changed: {what}."


def _penalties(name: str, case: Case) -> DocumentLines:
    if case.rulings and case.in_force is None:
        yield "", "Nothing is on the record while the appeal is open."
    yield from ((entry.person, entry_text(entry)) for entry in case_entries(name, case))


def _report(case: Case, opened: v.CaseOpened) -> DocumentLines:
    for row in report_rows(case):
        yield "Asked for by", f"{row} {clause(row).title}"
    yield from (("Sent", f"{moment_text(report.at)} to {report.to} by {report.by}") for report in case.reported)
    if not case.reported and case_policy(opened).federation_reports:
        yield "Sent", "not yet"


def document_markdown(document: CaseFile) -> str:
    """The document in Markdown."""
    out = [f"# {_plain(document.title)}", ""]
    for section in document.sections:
        out += [f"## {_plain(section.heading)}", ""]
        out += [
            f"- **{_plain(label)}**: {_plain(text)}" if label else f"- {_plain(text)}" for label, text in section.lines
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
"""
_TITLE = """
#text(17pt, weight: "bold")[#{title}]
#v(-0.4em) #line(length: 100%, stroke: 0.7pt + rgb("#7a3b12"))
"""


_DENSE = """
#set page(margin: (x: 12mm, y: 12mm), columns: 2)
#set text(size: 8pt)
#set par(leading: 0.42em)
#show heading.where(level: 2): it => block(above: 0.9em, below: 0.4em, sticky: true, it.body)
#let row(label, said) = block(above: 0.35em, below: 0.35em, breakable: true,
  grid(columns: (24mm, 1fr), column-gutter: 2mm, text(fill: luma(60), label), said))
"""


def document_typst(document: CaseFile) -> str:
    """The document in Typst's markup; every word of it is passed as a string."""
    title = quote(document.title)
    out = [_STYLE.format(title=title), *([_DENSE] if document.dense else []), _TITLE.format(title=title)]
    for section in document.sections:
        out.append(f"#heading(level: 2, {quote(section.heading)})")
        out += [f"#row({quote(label)}, {quote(text)})" for label, text in section.lines]
    return "\n".join(out)
