"""What registries say of weaknesses: one that is known fails, one that does not answer does not."""

import sys

import pytest

from scripts.audit import asked, npm_weaknesses, python_weaknesses

PYTHON = {"dependencies": [{"name": "a", "version": "1", "vulns": [{"id": "PYSEC-1"}]}, {"name": "b", "vulns": []}]}
NPM = {"vulnerabilities": {"a": {"severity": "critical"}, "b": {"severity": "low"}}}


def test_a_known_weakness_is_named() -> None:
    assert python_weaknesses(PYTHON) == ["a 1: PYSEC-1"]
    assert npm_weaknesses(NPM) == ["a: critical"]
    assert npm_weaknesses({"vulnerabilities": {}}) == []


@pytest.mark.parametrize("report", [None, [], {"error": {"code": "ENOAUDIT"}}, {"message": "not found"}])
def test_no_answer_is_no_weakness(report: object) -> None:
    assert python_weaknesses(report) is None
    assert npm_weaknesses(report) is None


def test_a_program_that_is_not_there_or_says_no_json_gives_no_answer() -> None:
    assert asked(["no-such-program-anywhere"]) is None
    assert asked([sys.executable, "-c", "print('not found')"]) is None
