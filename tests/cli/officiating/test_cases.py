"""`barpoint cases` from the outside: a folder of golden cases, and an appeal from its ruling to its end."""

import json
import shutil
from pathlib import Path

import pytest

from tests.cli.command_line import Ran, runner
from tests.officiating.record_cases import FOLDER


@pytest.fixture
def cases(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Ran:
    return runner("cases", capsys, monkeypatch)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for log in FOLDER.glob("*.jsonl"):
        shutil.copy(log, tmp_path / log.name)
    return tmp_path


def test_the_cases_of_a_folder_are_listed_in_a_narrow_terminal_too(cases: Ran, folder: Path) -> None:
    out = cases("list", folder, columns=80)
    assert max(map(len, out.splitlines())) <= 80
    assert {"upheld", "changed", "barred"} <= set(out.replace("│", " ").split())
    listed = json.loads(cases("list", folder, "--json"))
    assert {one["case"] for one in listed} == {log.stem for log in FOLDER.glob("*.jsonl")}
    assert {one["state"] for one in listed} == {"open", "ruled", "closed", "outcome due"}


def test_other_logs_in_the_folder_are_passed_over_and_a_broken_case_is_named(cases: Ran, folder: Path) -> None:
    (folder / "match.jsonl").write_text('{"type":"MatchStarted"}\n')
    (folder / "empty.jsonl").write_text("")
    assert len(json.loads(cases("list", folder, "--json"))) == len(list(FOLDER.glob("*.jsonl")))
    torn = folder / "torn.jsonl"
    torn.write_bytes((folder / "upheld.jsonl").read_bytes() + b"half a li")
    assert "torn" in cases("list", folder)  # what a crash cut off never happened
    torn.write_bytes(torn.read_bytes() + b"ne\n")
    assert "torn.jsonl: line 9" in cases("list", folder, status=2)


def test_cases_are_found_by_clause_subject_person_and_words(cases: Ran, folder: Path) -> None:
    def found(*words: str) -> set[str]:
        return {one["case"] for one in json.loads(cases("search", folder, *words, "--json"))}

    assert found("--clause", "usbgf:1.1.4.3a") == {"exception"}
    assert found("--subject", "breaks") == {"break"}
    assert "barred" in found("disqualified")
    assert found("--person", "Kim") == {"ballots", "upheld", "changed", "parts", "precedent"}
    assert "No case fits" in cases("search", folder, "xylophone")
    assert "xylo" in cases("search", folder, "--clause", "xylo:1", status=2)


def test_a_case_is_shown_printed_and_hidden_from_the_committee(cases: Ran, folder: Path) -> None:
    assert "The ruling is changed: no point." in cases("show", folder / "changed.jsonl", columns=80)
    assert cases("show", folder / "changed.jsonl", "--markdown").startswith("# Case changed")
    assert json.loads(cases("show", folder / "changed.jsonl", "--json"))[0]["type"] == "CaseOpened"
    hidden = cases("show", folder / "even-committee.jsonl", "--committee")
    assert "A penalty point against Bob" not in hidden
    cases("pdf", folder / "changed.jsonl", folder / "c.pdf")
    assert (folder / "c.pdf").read_bytes().startswith(b"%PDF")


@pytest.mark.clause("bws:5.6")
@pytest.mark.clause("usbgf:5.3e")
def test_a_case_stands_on_one_page_and_nobody_reads_how_a_member_voted(cases: Ran, folder: Path) -> None:
    page = json.loads(cases("show", folder / "ballots.jsonl", "--page", "--json"))
    assert {"Facts", "This book", "Other books", "Ways to decide"} <= {one["heading"] for one in page["sections"]}
    cases("pdf", folder / "ballots.jsonl", folder / "page.pdf", "--page")
    assert (folder / "page.pdf").read_bytes().startswith(b"%PDF")
    events = json.loads(cases("show", folder / "ballots.jsonl", "--json"))
    ballots = [event for event in events if event["type"] == "BallotCast"]
    assert len(ballots) == 3
    assert not any("vote" in ballot for ballot in ballots)
    again = cases("ballot", folder / "ballots.jsonl", "--by", "Ida", status=2)
    assert "final" in again or "committee" in again


def test_reports_are_due_until_they_are_written(cases: Ran, folder: Path) -> None:
    assert {one["case"] for one in json.loads(cases("due", folder, "--json"))} == {
        "upheld",
        "break",
        "at-the-desk",
        "precedent",
    }
    cases("report", folder / "upheld.jsonl", folder / "r.pdf", "--to", "IPATT", "--by", "Dora")
    assert "3 due." in cases("due", folder)
    assert "no report is asked for" in cases("show", folder / "changed.jsonl", "--report", status=2)
    assert "Course of events" in cases("show", folder / "break.jsonl", "--report")


def test_an_appeal_from_its_ruling_to_its_end(cases: Ran, tmp_path: Path) -> None:
    case, own = tmp_path / "t4.jsonl", tmp_path / "own.json"
    ruled = (
        "penalty_points",
        "who=black",
        "points=1",
        "length=7",
        "score_white=0",
        "score_black=0",
        "crawford_done=no",
    )
    names = ("--white", "Ann", "--black", "Bob", "--by", "Dora", "--save", case)
    cases(*ruled, "--book", "usbgf", *names, "--json", command="rule-on")
    assert "1 penalty point, case t4" in cases("record", tmp_path, "Bob")
    photo = tmp_path / "photo.jpg"
    photo.write_bytes(b"jpg")
    cases("exhibit", case, "photo", "the clock", "--from", "Ann", "--file", photo, "--by", "Dora")
    assert "expected one of photo" in cases("exhibit", case, "song", "x", "--from", "A", "--by", "D", status=2)
    cases("appeal", case, "--by", "Bob")
    assert "nothing on the record" in cases("record", tmp_path, "Bob")
    assert "has an interest" in cases("committee", case, "Ann", "Ida", "--by", "Dora", status=2)
    assert "usbgf:1.3.2a" in cases("committee", case, "Ida", "--by", "Dora", status=2)
    cases("committee", case, "Ida", "Jon", "--by", "Dora")
    assert "expected a remedy and its votes" in cases("votes", case, "--change", "none", "--by", "D", status=2)
    assert "The ruling is changed: none." in cases("votes", case, "--change", "none=2", "--by", "Dora")
    own.write_text('{"say": "No point is given."}')
    assert "The committee decided: none." in cases("outcome", case, "two", "--own", own, "--by", "Dora", status=2)
    cases("outcome", case, "none", "--own", own, "--by", "Dora")
    cases("resume", case, "--by", "Dora")
    cases("close", case, "--by", "Dora")
    assert "no open case" in cases("appeal", case, "--by", "Bob", status=2)
    shown = cases("show", case)
    assert "SHA-256" in shown
    assert "Outcome of the appeal" in shown


def test_a_bar_and_what_is_due_stand_on_the_record(cases: Ran, tmp_path: Path) -> None:
    words = ("disqualification", "who=black", "ground=rules or etiquette", "bar_until=2027-03-31", "decided=yes")
    kept = ("--save", tmp_path / "b.jsonl", "--white", "Ann", "--black", "Bob", "--by", "Dora", "--json")
    cases(*words, "--book", "bws", *kept, command="rule-on")
    assert "barred on 2027-03-31" in cases("record", tmp_path, "Bob", "--day", "2027-03-31")
    assert "may enter on 2027-04-01" in cases("record", tmp_path, "Bob", "--day", "2027-04-01")
    assert json.loads(cases("record", tmp_path, "Bob", "--day", "2027-03-01", "--json"))["barred"]["case"] == "b"
    cases("record", tmp_path, "Bob", "--day", "soon", status=2)


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (("list", "nowhere"), "expected a folder with cases at nowhere"),
        (("show", "nothing.jsonl"), "expected the log of a case at nothing.jsonl"),
    ],
)
def test_bad_input_ends_with_status_two(cases: Ran, words: tuple[str, ...], expected: str) -> None:
    assert expected in cases(*words, status=2)
