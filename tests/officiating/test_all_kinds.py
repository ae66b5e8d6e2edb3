"""Every kind under every preset: whatever is told and answered, one of three answers, and never an error."""

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from barpoint.officiating.answer import Discretion, JudgeAnswer, NeedFacts, Ruling
from barpoint.officiating.conversion import answer_data
from barpoint.officiating.facts import FactType, Question
from barpoint.officiating.judgement import all_kinds, incident_definition, judge
from barpoint.officiating.remedy import Instruct
from barpoint.officiating.wording import LABELS, answer_lines
from barpoint.rulebook.catalogue.lookup import clause
from barpoint.rulebook.profiles.presets import list_presets, preset
from tests.officiating.answers import BOOKS, ask
from tests.officiating.random_facts import (
    interviewed,
    records,
    told,
)

KINDS = sorted(all_kinds())
PRESETS = st.sampled_from([one.name for one in list_presets()])


@pytest.mark.parametrize("name", KINDS)
@settings(max_examples=20)
@given(data=st.data())
def test_any_facts_have_an_answer_and_the_same_facts_the_same(name: str, data: st.DataObject) -> None:
    profile, record, facts = preset(data.draw(PRESETS)), data.draw(records(name)), told(name, data.draw)
    first = judge(name, facts, profile, record)
    assert first == judge(name, dict(reversed(facts.items())), profile, record)
    _well_made(first, facts)
    last, all_told = interviewed(name, facts, profile, record, data.draw)
    _well_made(last, all_told)


def _well_made(answer: JudgeAnswer, facts: dict[str, Any]) -> None:
    """It cites its own book, relies on what it was told, and can be read and written down."""
    data = json.loads(json.dumps(answer_data(answer), default=str))
    assert data["answer"] in ("ruling", "need_facts", "discretion")
    assert {label for label, _ in answer_lines(answer)} <= set(LABELS)
    if isinstance(answer, NeedFacts):
        assert answer.wrong or answer.question.key not in facts
        return
    assert isinstance(answer, Ruling | Discretion)
    assert {clause(row).book for row in answer.clauses} <= {answer.book}
    assert answer.clauses or (isinstance(answer, Discretion) and not answer.covered)
    assert answer.relied_on.items() <= facts.items()
    assert answer.say.endswith(".")
    options = answer.options if isinstance(answer, Ruling) else answer.usual
    assert len({option.name for option in options}) == len(options)
    if isinstance(answer, Ruling) and options:  # what is done whatever is chosen cannot be the choice itself
        assert all(isinstance(one, Instruct) for one in answer.remedies)


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("name", KINDS)
def test_a_silent_book_says_so_and_names_the_books_that_speak(name: str, book: str) -> None:
    speaking = incident_definition(name).clauses
    answer = ask(name, book)
    if book in speaking:
        assert not isinstance(answer, Discretion) or answer.covered
        return
    assert isinstance(answer, Discretion)
    assert not answer.covered
    assert "not covered by this book" in answer.say
    assert dict(answer.elsewhere) == dict(speaking)
    assert speaking
    if not answer.clauses:
        assert (answer.usual, answer.forbidden) == ((), ())
    else:  # a breach without a scale of its own: the general sanctions of ibf
        assert (book, answer.clauses, len(answer.usual)) == ("ibf", ("ibf:17.1g", "ibf:17.2"), 6)


MALFORMED: dict[FactType, tuple[Any, ...]] = {
    FactType.YES_NO: ("yes", 1, None),
    FactType.SIDE: ("red", 0, True),
    FactType.CHOICE: ("xyzzy", 1, ""),
    FactType.COUNT: (-1, True, "3", 2.0, 10**15),
    FactType.DURATION: (-1, True, "1:30"),
    FactType.MOMENT: (-1, False, "14:05"),
    FactType.POSITION: ("x 99:9 | o 6:5", 7, "x 6:16 | o 6:5"),
    FactType.DICE: ("07", 31, "3-1"),
    FactType.TEXT: (7, None, "x" * 4001),
}


@pytest.mark.parametrize("name", KINDS)
def test_a_fact_of_the_wrong_form_is_refused_with_what_was_expected(name: str) -> None:
    for question in incident_definition(name).questions.values():
        for value in MALFORMED[question.type]:
            if question.type is FactType.COUNT and question.most is None and value == 10**15:
                continue
            with pytest.raises(ValueError, match=f"{question.key}: expected "):
                judge(name, {question.key: value}, preset("BWS"))
    with pytest.raises(ValueError, match=f"{name} has no fact 'xyzzy'; expected"):
        judge(name, {"xyzzy": 1}, preset("BWS"))


@pytest.mark.parametrize("name", KINDS)
def test_the_schema_names_every_fact_and_allows_what_the_kind_takes(name: str) -> None:
    schema = incident_definition(name).schema
    assert schema["additionalProperties"] is False
    assert set(schema["properties"]) == set(incident_definition(name).questions)
    for key, question in incident_definition(name).questions.items():
        one = schema["properties"][key]
        assert one["description"] == question.text
        assert _fits(one, question), key


def _fits(one: dict[str, Any], question: Question) -> bool:
    types = {FactType.YES_NO: "boolean", FactType.COUNT: "integer", FactType.DURATION: "integer"}
    types |= {FactType.MOMENT: "integer"}
    choices = {FactType.SIDE: ["white", "black"], FactType.CHOICE: list(question.choices)}
    return one["type"] == types.get(question.type, "string") and one.get("enum") == choices.get(question.type)


GAME = "white 31 8/5 6/5; black 64; white 21"
NONSENSE: list[tuple[str, str, dict[str, Any], str]] = [
    (
        "claim_disputed",
        "usbgf",
        {"claimer": "white", "level": "single", "position": "start", "on_turn": "white"},
        "no claim can be made here",
    ),
    (
        "setup_error",
        "usbgf",
        {
            "rolls": 4,
            "played": False,
            "doubled_since": False,
            "began": "x 24:2 13:4 8:4 6:5 | o 24:2 13:5 8:3 6:5",
            "turns": GAME,
        },
        "expected 4 rolls",
    ),
    ("setup_error", "ibf", {"moves_white": 2, "moves_black": 0}, "players move in turn"),
    (
        "late_start",
        "usbgf",
        {"who": "white", "length": 9, "due": 5_000_000, "ready_white": 1_000},
        "before the match was due",
    ),
    (
        "break_overrun",
        "bws",
        {"who": "white", "length": 9, "break_start": 9_000, "break_end": 1_000},
        "before it began",
    ),
    ("appeal_votes", "bws", {"members": 3, "change": 3, "uphold": 1}, "more votes than members"),
    ("appeal_committee", "bws", {"members": 3, "directors": 4}, "more of them than members"),
    (
        "penalty_points",
        "usbgf",
        {"who": "white", "points": 1, "length": 5, "score_white": 5, "score_black": 1},
        "a match to 5 is over at 5",
    ),
    ("dead_cube", "usbgf", {"doubler": "white", "length": 7, "points": 3, "cube": 3}, "no cube stands at 3"),
]


@pytest.mark.parametrize(("name", "book", "facts", "why"), NONSENSE, ids=[f"{one[0]}-{one[1]}" for one in NONSENSE])
def test_facts_that_cannot_be_true_come_back_with_what_is_wrong(
    name: str, book: str, facts: dict[str, Any], why: str
) -> None:
    answer = ask(name, book, **facts)
    assert isinstance(answer, NeedFacts), answer
    assert why in answer.wrong
