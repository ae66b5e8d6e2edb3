"""Twice sixty cases, written from the texts before they were tried, put to the command line as an arbiter would."""

import json
import shlex
import tomllib
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from barpoint.cli import app


def read_cases(name: str) -> list[dict[str, Any]]:
    cases: list[dict[str, Any]] = tomllib.loads(Path(__file__).with_name(name).read_text("utf-8"))["case"]
    return cases


FIRST, SECOND = read_cases("blind_cases.toml"), read_cases("second_blind_cases.toml")


def put(case: dict[str, Any]) -> dict[str, Any]:
    words = shlex.split(case["put"])
    command = words if words[0] == "plays" else ["rule-on", *words]
    book = [] if "--book" in words else ["--book", case["book"]]
    answer: dict[str, Any] = json.loads(CliRunner().invoke(app, [*command, *book, "--json"]).stdout)
    return answer


def test_every_book_has_its_cases() -> None:
    assert Counter(case["book"] for case in FIRST) == dict.fromkeys(("usbgf", "ibf", "bws", "guide", "trad"), 12)
    assert Counter(case["book"] for case in SECOND) == {"usbgf": 24, "ibf": 13, "bws": 13, "guide": 8, "trad": 2}
    assert len({case["id"] for case in (*FIRST, *SECOND)}) == 120


@pytest.mark.parametrize("case", [*FIRST, *SECOND], ids=lambda case: case["id"])
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
