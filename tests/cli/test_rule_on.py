"""`barpoint rule-on` from the outside."""

import io
import json
import sys
from pathlib import Path
from typing import Any

import pytest

from barpoint import cli
from barpoint.officiating.judge import all_kinds

BREAK = ("break_request", "who=white", "length=9", "between_games=yes")


@pytest.fixture
def rule_on(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Any:
    def run(*words: str, typed: str = "", status: int = 0, columns: int = 160) -> str:
        monkeypatch.setattr(sys, "argv", ["barpoint", "rule-on", *words])
        monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        monkeypatch.setenv("COLUMNS", str(columns))
        with pytest.raises(SystemExit) as ended:
            cli.run()
        out, err = capsys.readouterr()
        assert (ended.value.code or 0) == status, err
        return out + err

    return run


def test_every_kind_is_listed_with_the_schema_of_its_facts(rule_on: Any) -> None:
    listed = json.loads(rule_on("--list", "--json"))
    assert [one["name"] for one in listed] == sorted(all_kinds())
    for one in listed:
        assert set(one["schema"]["properties"]) == set(all_kinds()[one["name"]].questions)
        assert one["clauses"]


def test_the_list_for_people_names_kinds_and_books(rule_on: Any) -> None:
    out = rule_on("--list")
    assert "slow_play" in out
    assert "A player plays too slowly" in out


def test_facts_on_the_line_and_from_a_file_give_the_same_ruling(rule_on: Any, tmp_path: Path) -> None:
    file = tmp_path / "facts.json"
    file.write_text('{"who": "white", "length": 9, "between_games": true}')
    on_the_line = rule_on(*BREAK, "--book", "bws", "--json")
    from_file = rule_on("break_request", "--facts", str(file), "--book", "bws", "--json")
    piped = rule_on("break_request", "--facts", "-", "--book", "bws", "--json", typed=file.read_text())
    mixed = rule_on(*BREAK[:3], "--facts", "between_games=yes", "--book", "BWS", "--json")
    assert on_the_line == from_file == piped == mixed
    assert json.loads(on_the_line)["answer"] == "ruling"


def test_json_asks_nothing_and_says_what_is_missing(rule_on: Any) -> None:
    answer = json.loads(rule_on("break_request", "who=white", "--book", "bws", "--json"))
    assert (answer["answer"], answer["question"]["key"]) == ("need_facts", "length")


def test_a_silent_book_names_the_others(rule_on: Any) -> None:
    answer = json.loads(rule_on("break_request", "--book", "trad", "--json"))
    assert (answer["answer"], answer["covered"]) == ("discretion", False)
    assert [book for book, _ in answer["elsewhere"]] == ["ibf", "usbgf", "bws", "guide"]


def test_all_books_answer_in_json(rule_on: Any) -> None:
    answers = json.loads(rule_on(*BREAK, "--all-books", "--json"))
    assert {one["book"] for one in answers} == {"ibf", "usbgf", "bws", "guide", "trad"}


def test_earlier_offences_climb_the_ladder(rule_on: Any, tmp_path: Path) -> None:
    file = tmp_path / "record.json"
    file.write_text('{"entries": [{"person": "White", "kind": "repeated_illegal_moves", "step": "warning"}]}')
    words = ("repeated_illegal_moves", "who=white", "--book", "usbgf", "--json")
    first, second = json.loads(rule_on(*words)), json.loads(rule_on(*words, "--record", str(file)))
    assert first["penalties"][0]["step"] == "warning"
    assert second["say"] != first["say"]


def test_an_interview_finds_the_kind_asks_and_rules(rule_on: Any) -> None:
    typed = "bws\nmay I have a break\n1\nred\nwhite\n9\nyes\n"
    out = rule_on(typed=typed)
    assert "A player asks for a break" in out
    assert "expected white or black, not 'red'" in out
    assert "Is it between games? (yes or no)" in out
    assert "White has a break of" in out
    assert "bws:2.2.2a" in out


def test_none_of_these_lets_one_say_it_otherwise(rule_on: Any) -> None:
    out = rule_on("toilet", "--book", "trad", typed="0\nxylophone\nslow play\n1\n")
    assert "Nothing fits these words" in out
    assert "not covered by this book" in out


def test_an_impossible_fact_is_asked_for_again(rule_on: Any) -> None:
    out = rule_on(*BREAK, "used=99", "--book", "bws", typed="0\n")
    assert "That cannot be: the player has" in out
    assert "White has a break of" in out


@pytest.mark.parametrize(("columns", "tables"), [(50, 4), (80, 2), (200, 1)])
def test_all_books_side_by_side_fold_on_narrow_screens(rule_on: Any, columns: int, tables: int) -> None:
    out = rule_on(*BREAK, "--all-books", typed="9:00\n10:30\n", columns=columns)
    assert out.count("┏") == tables
    assert max(map(len, out.split("A player asks for a break")[1].splitlines())) <= columns
    assert "Not covered by Traditional Backgammon Rules." in " ".join(out.split())


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (("no_such_kind", "--book", "bws", "--json"), "no incident is called 'no_such_kind'"),
        (("slow_play", "--json"), "expected --book"),
        (("slow_play", "--book", "bwz", "--json"), "expected one of the presets"),
        (("slow_play", "what=1", "--book", "bws", "--json"), "has no fact 'what'"),
        (("slow_play", "who=red", "--book", "bws", "--json"), "expected white or black"),
        (("slow_play", "--facts", "missing.json", "--book", "bws", "--json"), "expected a JSON file at missing.json"),
        (("slow_play", "--facts", "-", "--book", "bws", "--json"), "expected facts as a JSON object"),
    ],
)
def test_bad_input_ends_with_status_two_and_what_was_expected(
    rule_on: Any, words: tuple[str, ...], expected: str
) -> None:
    assert expected in rule_on(*words, status=2)
