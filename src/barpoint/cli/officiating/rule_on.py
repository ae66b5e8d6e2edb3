"""`barpoint rule-on`: an incident at the board, and what the event's book says on it."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import msgspec
import typer

from barpoint.cli.output import print_json, print_page, print_written

if TYPE_CHECKING:
    from barpoint.cli.officiating.ruling import (
        Incident,
        RulingFiles,
        RulingForm,
    )
    from barpoint.officiating import FactValue, IncidentDefinition, JudgeAnswer, PenaltyRecord
    from barpoint.officiating.cases import CaseFile
    from barpoint.officiating.presentation import SideNames

app = typer.Typer(rich_markup_mode="rich")

_EXAMPLES = """
Examples:

  barpoint rule-on                                an interview

  barpoint rule-on forgot the clock --book bws    finds the kind, then asks

  barpoint rule-on slow_play --all-books          the five books side by side

  barpoint rule-on forgotten_press who=white --book usbgf --json

  barpoint rule-on illegal_play --match t4.jsonl --save case.jsonl --apply

  barpoint rule-on late_start who=Anna --white Anna --black Boris --language ru

  barpoint rule-on --list --json                  every kind, with schemas
"""
_A_SCREEN = 9  # kinds that a terminal of 24 lines holds
WhatArgument = Annotated[
    list[str] | None, typer.Argument(help="A kind or everyday words, and facts as key=value.", metavar="[WHAT]...")
]
BookOption = Annotated[str | None, typer.Option("--book", help="A book (usbgf, bws, ...) or a preset.")]
EventOption = Annotated[Path | None, typer.Option("--event", help="The event's options file.", metavar="FILE")]
FactsOption = Annotated[
    list[str] | None, typer.Option("--facts", help="A JSON object or file, - for standard input, or key=value.")
]
RecordOption = Annotated[
    Path | None, typer.Option("--record", help="Earlier warnings and penalties, in JSON.", metavar="FILE")
]
MatchOption = Annotated[
    Path | None, typer.Option("--match", help="The log of the match: what it holds is not asked.", metavar="FILE")
]
ApplyOption = Annotated[bool, typer.Option("--apply", help="Write the confirmed remedy into the match.")]
SaveOption = Annotated[Path | None, typer.Option("--save", help="Keep the case in this file.", metavar="CASE")]
ByOption = Annotated[str, typer.Option("--by", help="The official who gives the ruling.", metavar="NAME")]
ChooseOption = Annotated[
    str, typer.Option("--choose", help="The option that was chosen, by its name; its figure is a fact: amount=60s.")
]
ImposeOption = Annotated[list[int] | None, typer.Option("--impose", help="An optional penalty to impose, from 1 on.")]
OwnOption = Annotated[
    Path | None, typer.Option("--own", help="Rule otherwise: say, remedies, penalties.", metavar="JSON")
]
ReasonOption = Annotated[str, typer.Option("--reason", help="Why otherwise, or anew.")]
ReportOption = Annotated[str, typer.Option("--report", help="What was reported, in plain words.")]
WhiteOption = Annotated[
    list[str] | None, typer.Option("--white", help="Who plays White; twice for a team.", metavar="NAME")
]
BlackOption = Annotated[list[str] | None, typer.Option("--black", help="Who plays Black.", metavar="NAME")]
LanguageOption = Annotated[
    str, typer.Option("--language", help="In which the players are spoken to: en, ru.", metavar="CODE")
]
PdfOption = Annotated[Path | None, typer.Option("--pdf", help="The ruling or the case on paper.", metavar="FILE")]
MarkdownOption = Annotated[bool, typer.Option("--markdown", help="The same in Markdown.")]


@app.command("rule-on", epilog=_EXAMPLES)
def rule_on(
    words: WhatArgument = None,
    book: BookOption = None,
    event: EventOption = None,
    given: FactsOption = None,
    record: RecordOption = None,
    all_books: Annotated[bool, typer.Option("--all-books", help="The five books side by side.")] = False,
    match: MatchOption = None,
    apply: ApplyOption = False,
    save: SaveOption = None,
    by: ByOption = "",
    choose: ChooseOption = "",
    impose: ImposeOption = None,
    own: OwnOption = None,
    reason: ReasonOption = "",
    report: ReportOption = "",
    white: WhiteOption = None,
    black: BlackOption = None,
    language: LanguageOption = "",
    pdf: PdfOption = None,
    markdown: MarkdownOption = False,
    listing: Annotated[bool, typer.Option("--list", help="List the kinds, or those that fit.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Answer in JSON and ask nothing.")] = False,
) -> None:
    """Rule on an incident: the remedy, the penalty, the clauses, and what to say to the players.

    What is not told is asked. In JSON the answer is a ruling, the next question, or the bounds of discretion.

    With a name the ruling is given: kept by --save, carried out in the match by --apply.
    """
    if listing:
        _list(" ".join(words or ()), book, as_json=as_json)
        return
    from barpoint.cli.officiating.folder_delays import folder_delay_facts
    from barpoint.cli.officiating.interview import (
        FACT,
        answers_of,
        facts_of,
        interview,
        kind_of,
        profile_of_event,
        profiles_of,
    )
    from barpoint.cli.officiating.ruling import (
        RulingFiles,
        RulingForm,
        read_match,
        read_own,
    )

    if apply and match is None:
        raise ValueError("expected --match with the log that --apply writes to")
    if all_books and (apply or save is not None):
        raise ValueError("expected one book to rule under, not --all-books")
    files = RulingFiles(save, match, read_match(match) if match is not None else ())
    says = RulingForm(
        by=by,
        choose=choose,
        impose=tuple(number - 1 for number in impose or ()),
        own=read_own(own) if own is not None else None,
        reason=reason,
        report=report,
        white=tuple(white or ()),
        black=tuple(black or ()),
    ).with_players(files)
    ask, case = not as_json, files.load_case()
    under = profile_of_event(event) if event is not None else case.opened.profile if case.opened is not None else None
    profiles = profiles_of(book, files.log, under, all_books=all_books, ask=ask)
    description = " ".join(word for word in words or () if not FACT.fullmatch(word))
    kind = kind_of(
        description or (case.opened.kind if case.opened is not None else ""),
        ask=ask,
        book=None if all_books else profiles[0].book,
    )
    stated_facts = case.facts | facts_of(
        kind, [*(word for word in words or () if FACT.fullmatch(word)), *(given or ())], says.names
    )
    if _is_sanction(kind, choose):  # its figures have to be known before it is carried out (ibf:17.1)
        stated_facts, says = {"sanction": choose, **stated_facts}, replace(says, choose="")
    delays = folder_delay_facts(files, kind.name, profiles[0], stated_facts, says)
    read = {**delays, **files.read_facts(kind.name)}
    history = _record(record, files, says)
    if ask and not markdown:
        _print_read(kind, {key: value for key, value in read.items() if key not in stated_facts}, says.names)
    if ask:
        before = len(stated_facts)
        stated_facts = interview(kind, read, stated_facts, profiles, history, says.names)
        if markdown and len(stated_facts) > before:
            typer.echo()  # a terminal's echo of the answers is no part of the text
    facts = {**read, **stated_facts}
    answers = answers_of(kind, facts, profiles, history)
    if ask and not markdown:
        _print_answers(kind, answers, says.names, side_by_side=all_books)
        if language:
            _print_spoken(answers, language, says.names)
    kept: dict[str, int] = {}
    if save is not None or apply:
        from barpoint.cli.officiating.ruling import Incident, ask_official

        says = ask_official(answers[0], says) if ask else says
        kept = _keep(
            files,
            Incident(kind=kind, facts=delays | stated_facts, profile=profiles[0], answer=answers[0]),
            says,
            apply=apply,
        )
    _deliver(answers, kept, says.names, language, as_json=as_json, many=all_books)
    if markdown or pdf is not None:
        _write_document(_case_document(kind, facts, answers, files, says.names), pdf, markdown=markdown)


def _is_sanction(kind: "IncidentDefinition", chosen: str) -> bool:
    """Whether what was chosen answers a question of the kind: which sanction."""
    asked = kind.questions.get("sanction")
    return asked is not None and chosen in asked.choices


def _list(words: str, named: str | None, *, as_json: bool) -> None:
    """Every kind by its place, those ruled on by a clause, or those that fit best, first those the book speaks of."""
    from barpoint.officiating import all_kinds, find_incidents, kind_data
    from barpoint.officiating.presentation import kinds_of_clause
    from barpoint.rulebook import named_profile

    book = named_profile(named).book if named is not None else None
    kinds = [*kinds_of_clause(words)]
    if words and not kinds:
        kinds = [hit.kind for hit in find_incidents(words, limit=_A_SCREEN, book=book)]
    if as_json:
        return print_json([kind_data(kind) for kind in kinds or [kind for _, kind in sorted(all_kinds().items())]])
    from barpoint.cli.officiating.ruling_pages import kinds_page, places_page

    return print_page(kinds_page(kinds) if kinds else places_page())


def _record(file: Path | None, files: "RulingFiles", says: "RulingForm") -> "PenaltyRecord":
    """Earlier warnings and penalties: from a file, or from the ledger beside the case."""
    from barpoint.cli.officiating.interview import text_of
    from barpoint.officiating import PenaltyRecord

    if file is None:
        return files.ledger().record(says.white, says.black, files.stream, but=files.name)
    try:
        return msgspec.json.decode(text_of(file), type=PenaltyRecord)
    except msgspec.DecodeError as wrong:
        raise ValueError(f"expected a record of earlier penalties in {file}: {wrong}") from None


def _keep(files: "RulingFiles", incident: "Incident", says: "RulingForm", *, apply: bool) -> dict[str, int]:
    """Keep the case and rule, or only carry the ruling out; nobody rules without a name."""
    from barpoint.cli.officiating.ruling import apply_only, keep_case

    if files.case is not None:
        return keep_case(files, incident, says, apply=apply)
    return apply_only(files, incident, says) if says.by else {}


def _deliver(
    answers: "tuple[JudgeAnswer, ...]",
    kept: dict[str, int],
    names: "SideNames",
    language: str,
    *,
    as_json: bool,
    many: bool,
) -> None:
    """The answer for programs, or what was written for people."""
    if as_json:
        from barpoint.officiating import answer_data

        data = [
            answer_data(answer, names) | _spoken_data(answer, language, names) | ({"kept": kept} if kept else {})
            for answer in answers
        ]
        return print_json(data if many else data[0])
    if kept:
        print_written(kept)
    return None


def _spoken_data(answer: "JudgeAnswer", language: str, names: "SideNames") -> dict[str, list[dict[str, str]]]:
    from barpoint.officiating import NeedFacts
    from barpoint.officiating.presentation import spoken_ruling

    if not language or isinstance(answer, NeedFacts):
        return {}
    return {"spoken": [line._asdict() for line in spoken_ruling(answer, language, names)]}


def _print_spoken(answers: "tuple[JudgeAnswer, ...]", language: str, names: "SideNames") -> None:
    from barpoint.officiating import NeedFacts
    from barpoint.officiating.presentation import spoken_ruling

    for answer in answers:
        if not isinstance(answer, NeedFacts):
            typer.echo(f"\nTo the players ({answer.book}):")
            for line in spoken_ruling(answer, language, names):
                typer.echo(f"  {line.text}{'' if line.language == language else f' [{line.language}]'}")


def _case_document(
    kind: "IncidentDefinition",
    facts: "Mapping[str, FactValue]",
    answers: "tuple[JudgeAnswer, ...]",
    files: "RulingFiles",
    names: "SideNames",
) -> "CaseFile":
    from barpoint.officiating.cases import answer_file, case_file

    if files.case is not None:
        return case_file(files.name, files.events())
    return answer_file(kind, facts, answers, names)


def _write_document(document: "CaseFile", pdf: Path | None, *, markdown: bool) -> None:
    from barpoint.officiating.cases import document_markdown as in_markdown

    if markdown:
        typer.echo(in_markdown(document))
    if pdf is not None:
        write_pdf(document, pdf)


def write_pdf(document: "CaseFile", pdf: Path) -> None:
    """A document on paper."""
    from barpoint.officiating.cases import document_typst
    from barpoint.paper import pdf as on_paper

    pdf.write_bytes(on_paper(document_typst(document)))
    typer.echo(f"{pdf}: {document.title}", err=True)


def _print_read(kind: "IncidentDefinition", read: "Mapping[str, FactValue]", names: "SideNames") -> None:
    if read:
        from barpoint.cli.officiating.ruling_pages import facts_page

        print_page(facts_page(kind, read, names))


def _print_answers(
    kind: "IncidentDefinition", answers: "tuple[JudgeAnswer, ...]", names: "SideNames", *, side_by_side: bool
) -> None:
    from barpoint.cli.officiating import ruling_pages

    print_page(
        ruling_pages.comparison_page(kind, answers, names)
        if side_by_side
        else ruling_pages.answer_page(kind, answers[0], names)
    )
