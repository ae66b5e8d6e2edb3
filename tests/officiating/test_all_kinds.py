"""Every kind under every preset: whatever is told and answered, one of three answers, soon, and never an error."""

from functools import cache
from time import perf_counter
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from barpoint.board import Refusal
from barpoint.match.decide import decide
from barpoint.match.evolve import fold
from barpoint.match.state import MatchState
from barpoint.officiating.answer import Answer, Discretion, NeedFacts, Ruling, Step
from barpoint.officiating.facts import FactType, Question
from barpoint.officiating.judge import all_kinds, judge, kind
from barpoint.officiating.reading import answer_data
from barpoint.officiating.record import Entry, Record
from barpoint.officiating.remedy import RestoreVersion, commands
from barpoint.rulebook.catalogue import clause
from barpoint.rulebook.presets import preset, presets
from tests.match.table import RECORDED, Table

TEXTS = ("", "x", "2027-01-31", "white 41 9/5 6/5; black 21", "x 24:1 13:6 8:3 6:5 | o bar:1 24:1 13:5 8:3 6:5", "1x2")
POSITIONS = ("start", "x 1:2 | o 6:5", "x off:15 | o 6:5", "x bar:1 6:3 | o 1:2")


def facts_for(question: Question) -> st.SearchStrategy[Any]:
    match question.type:
        case FactType.YES_NO:
            return st.booleans()
        case FactType.SIDE:
            return st.sampled_from(["white", "black"])
        case FactType.CHOICE:
            return st.sampled_from(question.choices)
        case FactType.POSITION:
            return st.sampled_from(POSITIONS)
        case FactType.DICE:
            return st.sampled_from(["11", "31", "66"])
        case FactType.TEXT:
            return st.sampled_from(TEXTS) | st.text(max_size=30)
        case FactType.COUNT:
            return st.integers(question.least, min(question.most or 30, 30)) | _whole(question)
        case _:
            return st.integers(question.least, min(question.most or 7_200_000, 7_200_000)) | _whole(question)


def _whole(question: Question) -> st.SearchStrategy[int]:
    return st.integers(question.least, question.most if question.most is not None else 10**12)


@st.composite
def records(draw: st.DrawFn, name: str) -> Record:
    """So many earlier entries of a kind, for either player."""
    entry = st.builds(Entry, person=st.sampled_from(["White", "Black"]), kind=st.just(name), step=st.sampled_from(Step))
    return Record(tuple(draw(st.lists(entry, max_size=4))))


def interviewed(name: str, data: st.DataObject) -> tuple[Answer, dict[str, Any]]:
    """Some facts told beforehand, then every question answered until there is an end."""
    questions = kind(name).questions
    profile, record = preset(data.draw(st.sampled_from([one.name for one in presets()]))), data.draw(records(name))
    told = data.draw(st.sets(st.sampled_from(sorted(questions)))) if questions else set()
    facts = {key: data.draw(facts_for(questions[key])) for key in sorted(told)}
    for _ in range(len(questions) + 1):
        answer = judge(name, facts, profile, record)
        assert answer == judge(name, facts, profile, record)
        if not isinstance(answer, NeedFacts) or answer.wrong:
            return answer, facts
        assert answer.question.key not in facts
        facts[answer.question.key] = data.draw(facts_for(answer.question))
    raise AssertionError(f"{name} asks on with every fact told")


@pytest.mark.parametrize("name", sorted(all_kinds()))
@settings(max_examples=25)
@given(data=st.data())
def test_an_interview_ends_in_an_answer_that_cites_its_own_book(name: str, data: st.DataObject) -> None:
    answer, facts = interviewed(name, data)
    assert answer_data(answer)["answer"] in ("ruling", "need_facts", "discretion")
    if isinstance(answer, NeedFacts):
        return
    assert isinstance(answer, Ruling | Discretion)
    assert {clause(row).book for row in answer.clauses} <= {answer.book}
    assert answer.clauses or (isinstance(answer, Discretion) and not answer.covered)
    assert answer.relied_on.items() <= facts.items()
    assert answer.say.endswith(".")
    if isinstance(answer, Ruling):
        _carried_out(answer)


def _carried_out(ruling: Ruling) -> None:
    """Each remedy becomes commands the match takes or refuses; what is taken folds into a state that goes on."""
    state = _begun()
    for remedy in (*ruling.remedies, *(one for option in ruling.options for one in option.remedies)):
        for command in commands(remedy, state, by="director", reason=ruling.say, at=state.at):
            decided = decide(state, command)
            assert decided
            if not isinstance(decided, Refusal):
                after = fold(decided, state)
                assert after.version == state.version + len(decided)
                assert not isinstance(remedy, RestoreVersion)


@cache
def _begun() -> MatchState:
    """A clocked match to 7 that has begun."""
    return Table.under("usbgf", RECORDED).state


@pytest.mark.parametrize("name", sorted(all_kinds()))
def test_a_ruling_takes_less_than_five_milliseconds(name: str) -> None:
    profile = preset("USBGF Open")
    facts: dict[str, Any] = {}
    answer = judge(name, facts, profile)
    while isinstance(answer, NeedFacts) and not answer.wrong:
        facts[answer.question.key] = _plain(answer.question)
        answer = judge(name, facts, profile)
    assert min(_timed(name, facts, profile) for _ in range(5)) < 0.005


def _plain(question: Question) -> Any:
    plain = {
        FactType.YES_NO: True,
        FactType.SIDE: "white",
        FactType.DICE: "31",
        FactType.TEXT: "",
        FactType.POSITION: "start",
    }
    return question.choices[0] if question.choices else plain.get(question.type, max(question.least, 1))


def _timed(name: str, facts: dict[str, Any], profile: Any) -> float:
    began = perf_counter()
    judge(name, facts, profile)
    return perf_counter() - began
