"""Sets of cases, written from the texts before they were tried, put to the command line as an arbiter would.

What a set said at first sight, before anything was mended, stands in its file (`first_sight`); `pytest -s` prints it.
"""

import json
import shlex
import sys
import tomllib
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from barpoint.cli import app

SETS: dict[str, dict[str, Any]] = {
    path.stem: tomllib.loads(path.read_text("utf-8"))
    for path in sorted(Path(__file__).parent.glob("*blind_cases.toml"))
}
FIRST, SECOND, THIRD, FOURTH, FIFTH, SIXTH, SEVENTH = (
    SETS[f"{ordinal}blind_cases"]["case"]
    for ordinal in ("", "second_", "third_", "fourth_", "fifth_", "sixth_", "seventh_")
)
NINTH, TENTH, ELEVENTH = (SETS[f"{ordinal}_blind_cases"]["case"] for ordinal in ("ninth", "tenth", "eleventh"))
CASES = [case for cases in SETS.values() for case in cases["case"]]


def put(case: dict[str, Any]) -> dict[str, Any]:
    words = shlex.split(case["put"])
    command = words if words[0] == "plays" else ["rule-on", *words]
    book = [] if "--book" in words else ["--book", case["book"]]
    answer: dict[str, Any] = json.loads(CliRunner().invoke(app, [*command, *book, "--json"]).stdout)
    return answer


def test_every_book_has_its_cases() -> None:
    assert Counter(case["book"] for case in FIRST) == dict.fromkeys(("usbgf", "ibf", "bws", "guide", "trad"), 12)
    assert Counter(case["book"] for case in SECOND) == {"usbgf": 24, "ibf": 13, "bws": 13, "guide": 8, "trad": 2}
    assert Counter(case["book"] for case in THIRD) == {"usbgf": 20, "ibf": 14, "bws": 12, "guide": 10, "trad": 4}
    assert Counter(case["book"] for case in FOURTH) == {"usbgf": 21, "ibf": 15, "bws": 12, "guide": 10, "trad": 4}
    assert Counter(case["book"] for case in FIFTH) == {"usbgf": 20, "ibf": 14, "bws": 12, "guide": 10, "trad": 4}
    assert Counter(case["book"] for case in SIXTH) == {"usbgf": 20, "ibf": 14, "bws": 12, "guide": 10, "trad": 4}
    assert Counter(case["book"] for case in SEVENTH) == {"ibf": 45, "trad": 15}
    assert Counter(case["book"] for case in NINTH) == {"bws": 30, "guide": 30}
    for cases in (TENTH, ELEVENTH):
        assert Counter(case["book"] for case in cases) == {"usbgf": 18, "ibf": 17, "bws": 11, "guide": 11, "trad": 3}
    assert len({case["id"] for case in CASES}) == len(CASES)


def test_every_set_says_how_it_did_at_first_sight_where_that_was_noted() -> None:
    for name, cases in SETS.items():
        seen = cases.get("first_sight")
        if seen is None:
            sys.stdout.write(f"\n{name}: {len(cases['case'])} cases, at first sight: not noted\n")
            continue
        sys.stdout.write(
            f"\n{name}: {len(cases['case'])} cases, at first sight {seen['right']} right, {seen['main']} in the main, "
            f"{seen['wrong']} wrong, {seen.get('not_entered', 0)} not to be entered\n"
        )
        assert sum(seen.values()) == len(cases["case"])


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_the_ruling_is_the_one_that_was_judged_right(case: dict[str, Any]) -> None:
    answer = put(case)
    assert answer.get("clauses", []) == case["clauses"]
    if case["answer"] == "illegal":
        assert answer["legal"] is False
        return
    assert answer["answer"] == case["answer"]
    assert {key: answer["consequences"][key] for key in case.get("then", ())} == case.get("then", {})
    assert [option["name"] for option in answer.get("options") or answer.get("usual") or ()] == case.get("options", [])
    if "appeal" in case:
        assert answer["appeal"]["allowed"] == case["appeal"]


def test_the_eighth_set_is_of_one_book() -> None:
    eighth = SETS["eighth_blind_cases"]["case"]
    assert Counter(case["book"] for case in eighth) == {"usbgf": 84}
    assert len({case["put"].split()[0] for case in eighth}) > 45
