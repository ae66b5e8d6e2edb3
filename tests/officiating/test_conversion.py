"""What is typed becomes a fact, or is answered with what was expected."""

import pytest

from barpoint.officiating.answer import Ruling
from barpoint.officiating.conversion import answer_data, answer_hint, kind_data, read_fact, read_facts
from barpoint.officiating.facts import FactType, FactValue, Question
from barpoint.officiating.judgement import incident_definition
from barpoint.officiating.wording import answer_lines
from tests.officiating.answers import ask, asked, ruled


@pytest.mark.parametrize(
    ("of", "typed", "fact"),
    [
        (FactType.YES_NO, "Yes", True),
        (FactType.YES_NO, "n", False),
        (FactType.SIDE, "White", "white"),
        (FactType.COUNT, " 7 ", 7),
        (FactType.DURATION, "1:30", 90_000),
        (FactType.DURATION, "1:00:01", 3_601_000),
        (FactType.DURATION, "4", 4000),
        (FactType.DURATION, "2.5", 2500),
        (FactType.DURATION, "0:12.5", 12_500),
        (FactType.DURATION, "90 s", 90_000),
        (FactType.DURATION, "5 min", 300_000),
        (FactType.DURATION, "1500 ms", 1500),
        (FactType.MOMENT, "24:10", 87_000_000),
        (FactType.MOMENT, "14:05", 50_700_000),
        (FactType.MOMENT, "14:05:30", 50_730_000),
        (FactType.TEXT, "as seen", "as seen"),
        (FactType.DICE, "31", "31"),
    ],
)
def test_typed_facts(of: FactType, typed: str, fact: FactValue) -> None:
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
    assert data["relied_on"] == {"who": "white", "length": 9, "between_games": True, "used": 0}


def test_a_question_as_data_has_its_schema() -> None:
    data = answer_data(asked("break_request", "bws"))
    assert data["answer"] == "need_facts"
    assert data["question"]["key"] == "who"
    assert data["question"]["enum"] == ["white", "black"]


def test_the_opponent_is_found_without_the_article() -> None:
    question = Question("by", "Who complains?", FactType.CHOICE, ("the opponent", "the director"))
    assert read_fact(question, "opponent") == "the opponent"
    for typed in ("dir", "the", "opp"):
        with pytest.raises(ValueError, match="expected one of the opponent, the director"):
            read_fact(question, typed)


def test_what_does_not_match_a_choice_is_asked_back_and_not_guessed() -> None:
    with pytest.raises(ValueError, match=r"topic: expected one of .*untimed_clock.*, not 'clock'"):
        read_facts("wishes_clash", {"topic": "clock"})


@pytest.mark.parametrize(("told", "fact"), [(4, 4000), (2.5, 2500), ("0:12.5", 12_500), ("4", 4000)])
def test_a_plain_number_is_seconds_in_json_too(told: object, fact: int) -> None:
    assert read_facts("cocked_die", {"roller": "white", "rested": told}) == {"roller": "white", "rested": fact}


def test_the_schema_for_people_says_its_unit_and_so_does_that_for_judge() -> None:
    kind = incident_definition("cocked_die")
    assert kind_data(kind)["schema"]["properties"]["rested"]["unit"] == "seconds"
    assert kind.schema["properties"]["rested"]["unit"] == "milliseconds"
    assert "seconds" in answer_hint(kind.questions["rested"])


def test_an_answer_says_how_it_read_the_facts() -> None:
    answer = ruled("cocked_die", "ibf", roller="white", rests="fell_flat", rested=4000, box=True)
    data = answer_data(answer)
    assert data["facts_in_words"]["rested"] == "0:04"
    assert data["no_part"] == {"box": True}
    assert ("No part", "Was it rolled through a baffle box? yes") in answer_lines(answer)


def test_a_position_that_cannot_be_is_answered_with_what_is_wrong() -> None:
    question = Question("position", "The position", FactType.POSITION)
    with pytest.raises(ValueError, match="both_sides_on_point"):
        read_fact(question, "x 24:1 6:14 | o 1:15")


def test_values_that_lead_to_the_same_are_named_together() -> None:
    answer = ask("fast_grab", "usbgf", grabber="white", rolled=False)
    assert isinstance(answer, Ruling)
    assert [assumed.otherwise.partition(":")[0] for assumed in answer.assumptions] == ["1 or 2"]
