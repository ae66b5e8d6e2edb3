"""What is typed becomes a fact, or is answered with what was expected."""

import pytest

from barpoint.officiating.facts import Fact, FactType, Question
from barpoint.officiating.reading import answer_data, read_fact
from tests.officiating.asking import asked, ruled


@pytest.mark.parametrize(
    ("of", "typed", "fact"),
    [
        (FactType.YES_NO, "Yes", True),
        (FactType.YES_NO, "n", False),
        (FactType.SIDE, "White", "white"),
        (FactType.COUNT, " 7 ", 7),
        (FactType.DURATION, "1:30", 90_000),
        (FactType.DURATION, "1:00:01", 3_601_000),
        (FactType.DURATION, "1500", 1500),
        (FactType.MOMENT, "14:05", 50_700_000),
        (FactType.MOMENT, "14:05:30", 50_730_000),
        (FactType.TEXT, "as seen", "as seen"),
        (FactType.DICE, "31", "31"),
    ],
)
def test_typed_facts(of: FactType, typed: str, fact: Fact) -> None:
    assert read_fact(Question("it", "?", of), typed) == fact


@pytest.mark.parametrize(
    ("of", "typed", "expected"),
    [
        (FactType.YES_NO, "perhaps", "yes or no"),
        (FactType.SIDE, "red", "white or black"),
        (FactType.COUNT, "seven", "a whole number"),
        (FactType.DURATION, "1:xx", "such as 1:30"),
        (FactType.MOMENT, "noon", "such as 14:05"),
        (FactType.DICE, "77", "two dice"),
    ],
)
def test_what_is_no_fact_is_answered_with_what_was_expected(of: FactType, typed: str, expected: str) -> None:
    with pytest.raises(ValueError, match=expected):
        read_fact(Question("it", "?", of), typed)


def test_an_answer_as_data_names_itself_and_its_remedies() -> None:
    data = answer_data(ruled("break_request", "bws", who="white", length=9, between_games=True))
    assert data["answer"] == "ruling"
    assert data["remedies"][0]["remedy"] == "Instruct"
    assert data["relied_on"] == {"who": "white", "length": 9, "between_games": True}


def test_a_question_as_data_has_its_schema() -> None:
    data = answer_data(asked("break_request", "bws"))
    assert data["answer"] == "need_facts"
    assert data["question"]["key"] == "who"
    assert data["question"]["enum"] == ["white", "black"]


def test_the_opponent_is_found_without_the_article() -> None:
    question = Question("by", "Who complains?", FactType.CHOICE, ("the opponent", "the director"))
    assert read_fact(question, "opponent") == "the opponent"
    assert read_fact(question, "dir") == "the director"
    with pytest.raises(ValueError, match="expected one of the opponent, the director"):
        read_fact(question, "the")
