"""A case as a document: what it has, what it hides, what the federation gets."""

import pytest
from msgspec.structs import replace

from barpoint.officiating.cases import events as v
from barpoint.officiating.cases.case import fold_case
from barpoint.officiating.cases.documents import (
    CaseFile,
    answer_file,
    case_file,
    committee_page,
    document_markdown,
    document_typst,
    federation_report,
    report_rows,
    reports_due,
)
from barpoint.officiating.judgement import incident_definition
from barpoint.paper import page_count, pdf
from tests.officiating.answers import (
    BOOKS,
    ask,
    at,
)
from tests.officiating.whole_cases import (
    HOUR,
    appealed,
    events_of,
    opened,
    point,
)

OUTCOME = v.RulingGiven(at=2 * HOUR, by="Dora", say="No point is given.", chosen="no point", outcome=True)


def text(made: CaseFile | None) -> str:
    assert made is not None
    return document_markdown(made)


def test_a_case_file_has_every_part_in_order() -> None:
    made = case_file("T4-1", events_of(*appealed("usbgf", uphold=1, change=2), OUTCOME))
    assert [section.heading for section in made.sections] == [
        "Case",
        "Incident",
        "Facts",
        "Exhibits",
        "Ruling",
        "Appeal",
        "Outcome of the appeal",
    ]
    said = document_markdown(made)
    for part in (
        "**What happened**: Penalty points go on the score",
        "**Against whom?**: Bob (from Ann)",
        "**How many penalty points?**: 1 (from the match log)",
        "The sheet of table 4; sheet.jpg; SHA-256",
        "**Remedy**: Ann gets 1 point.",
        "**Penalty**: Bob: 1 penalty point",
        "**Clause**: usbgf:2.2.4m",
        "**Committee**: Ida, Jon, Kim",
        "**Votes**: 1 vote to uphold; 2 votes for no point",
        "**Decided**: The ruling is changed: no point.",
        "1970-01-01 02:00:00 UTC by Dora",
    ):
        assert part in said, part


def test_while_the_appeal_is_open_nothing_is_on_the_record() -> None:
    said = text(case_file("A", events_of(*appealed("usbgf", uphold=1, change=2)[:-1])))
    assert "**Decided**: not yet" in said
    assert "Nothing is on the record while the appeal is open." in said


def test_an_override_and_an_exception_say_why() -> None:
    exception = v.NarrowException(clause="usbgf:4.3.4-3", facts=("a fire alarm",), scope="five minutes")
    ruling = v.RulingGiven(
        at=2, by="D", say="Play on.", followed=False, reason="the hall was empty", exception=exception
    )
    said = text(case_file("A", events_of(opened("usbgf"), ruling, v.RemedyApplied(at=3, by="D", before=4, after=6))))
    assert "**Departs from the computed ruling**: the hall was empty" in said
    assert "**Exception from**: usbgf:4.3.4-3" in said
    assert "**On the fact**: a fire alarm" in said
    assert "**No further than**: five minutes" in said
    assert "versions 5 to 6 of the match" in said


@pytest.mark.clause("guide:6.5e")
@pytest.mark.parametrize(
    ("book", "members", "hidden"), [("guide", ("Ida", "Jon"), True), ("usbgf", ("Ida", "Jon"), False)]
)
def test_the_committee_is_not_told_the_ruling_where_the_book_hides_it(
    book: str, members: tuple[str, ...], hidden: bool
) -> None:
    steps = events_of(*appealed(book, uphold=1, change=1, members=members)[:-1])
    whole, seen = text(case_file("A", steps)), text(case_file("A", steps, for_committee=True))
    assert "A penalty point against Bob." in whole
    assert ("A penalty point against Bob." not in seen) == hidden
    assert "Against whom?" in seen


@pytest.mark.clause("bws:5.6")
def test_every_decided_dispute_is_reported_with_what_happened_and_why() -> None:
    events = events_of(*appealed("bws", uphold=3, change=0))
    said = text(federation_report("A", events))
    assert "bws:5.6 All dispute decisions reported" in said
    assert "## Course of events" in said
    assert "came late, twice" in said
    assert "**Said**: A penalty point against Bob." in said
    assert federation_report("A", events_of(*appealed("usbgf", uphold=3, change=0))) is None
    assert federation_report("A", events[:3]) is None


@pytest.mark.clause("bws:5.6")
def test_reports_stay_due_until_they_have_gone_out() -> None:
    decided = events_of(*appealed("bws", uphold=3, change=0))
    cases = [(name, fold_case(decided)) for name in "ABC"]
    assert reports_due(cases) == tuple((name, ("bws:5.6",)) for name in "ABC")
    sent = fold_case([v.ReportExported(at=2 * HOUR, by="Dora", to="IPATT")], cases[0][1])
    assert reports_due([("A", sent), *cases[1:]]) == (("B", ("bws:5.6",)), ("C", ("bws:5.6",)))
    assert "to IPATT by Dora" in text(case_file("A", [*decided, *sent.reported]))
    assert "**Sent**: not yet" in text(case_file("A", decided))


@pytest.mark.clause("bws:1.6.5", "bws:1.7.5")
def test_expelled_players_and_spectators_have_rows_of_their_own() -> None:
    out = replace(point(2), penalties=())
    assert report_rows(fold_case(events_of(opened("bws", "spectator_sanction"), out))) == ("bws:1.6.5", "bws:5.6")
    answer = ask("disqualification", "bws", who="black", ground="forbidden aid", decided=True)
    penalties = getattr(answer, "penalties", ())
    expelled = events_of(opened("bws", "disqualification"), replace(out, penalties=penalties))
    assert report_rows(fold_case(expelled)) == ("bws:1.7.5", "bws:5.6")
    spoke = opened("bws", "spectator_spoke")
    assert report_rows(fold_case(events_of(spoke, out))) == ("bws:5.6",)
    assert report_rows(fold_case(events_of(spoke, replace(out, penalties=penalties)))) == ("bws:1.6.5", "bws:5.6")
    assert report_rows(fold_case([])) == ()


def test_words_that_look_like_markup_are_words() -> None:
    nasty = 'he *said* "#panic" [x](y) \\ $1$ <b>'
    made = case_file("A_1", events_of(replace(opened("bws"), report=nasty)))
    assert r"\*said\*" in document_markdown(made)
    assert pdf(document_typst(made)).startswith(b"%PDF")


def test_what_the_books_say_is_a_document_too() -> None:
    facts: dict[str, str | int | bool] = {"who": "white", "length": 9, "between_games": True, "used": 0}
    made = answer_file(
        incident_definition("break_request"), facts, [ask("break_request", book, **facts) for book in BOOKS]
    )
    said = document_markdown(made)
    assert "**To how many points is the match posted?**: 9" in said
    assert "## Backgammon World Series Tournament Rules: ruling" in said
    assert "not covered by this book" in said


def test_times_are_written_as_people_tell_them() -> None:
    facts: dict[str, str | int | bool] = {"who": "white", "length": 9, "due": at("14:00h"), "ready_white": at("14:21h")}
    said = document_markdown(
        answer_file(incident_definition("late_start"), facts, [ask("late_start", "usbgf", **facts)])
    )
    assert "**When was the match due to start or resume?**: 14:00:00" in said
    assert "**When was White ready, or what time is it if White is still away?**: 14:21:00" in said


def test_a_log_that_does_not_open_is_malformed() -> None:
    with pytest.raises(ValueError, match="begins with CaseOpened"):
        case_file("A", [point(1)])


def page_of(book: str) -> CaseFile:
    said = [
        v.ExhibitAttached(at=HOUR, by="Dora", title="Version", given_by=who, what=v.ExhibitKind.TESTIMONY, text=text)
        for who, text in (("Ann", "Bob came late."), ("Bob", "Nobody called the match."), ("Eve", "I heard the call."))
    ]
    steps = appealed(book, uphold=0, change=0, members=("Ida", "Jon") if book == "guide" else ("Ida", "Jon", "Kim"))
    facts = {"who": "black", "points": 1, "length": 9, "score_white": 2, "score_black": 3}
    answers = [ask("penalty_points", one, **facts) for one in (book, *(each for each in BOOKS if each != book))]
    return committee_page("T4-1", events_of(*steps[:2], *said, *steps[2:-1]), answers)


@pytest.mark.clause("guide:6.5c", "guide:6.5e", "usbgf:5.3b")
def test_a_case_for_a_committee_is_one_page_with_both_versions_and_every_book() -> None:
    page = page_of("usbgf")
    headings = ("Case", "Facts", "Ann says", "Bob says", "Others say", "Exhibits", "Ruling", "Appeal", "This book",
                "Other books", "Ways to decide")  # fmt: skip
    assert tuple(section.heading for section in page.sections) == headings
    shown = text(page)
    for words in ("Bob came late.", "Nobody called the match.", "usbgf:2.2.4m", "ibf:17.1d", "The ruling stands."):
        assert words in shown.replace("\\", ""), words
    assert page_count(document_typst(page)) == 1


@pytest.mark.clause("guide:6.5e")
def test_the_page_hides_the_ruling_where_the_book_does() -> None:
    assert "Ruling" not in [section.heading for section in page_of("guide").sections]
    assert "The ruling stands." not in text(page_of("guide"))
