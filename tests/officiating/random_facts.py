"""Facts at random, as their schema allows them: for properties over every kind."""

from collections.abc import Callable
from typing import Any

from hypothesis import strategies as st

from barpoint.officiating.answer import JudgeAnswer, NeedFacts, PenaltyStep
from barpoint.officiating.facts import FactType, Question
from barpoint.officiating.judgement import incident_definition, judge
from barpoint.officiating.penalty_record import PenaltyEntry, PenaltyRecord
from barpoint.rulebook.profiles.profile import Profile

TEXTS = (
    "",
    "x",
    "2027-01-31",
    "white 1; black 2x2",
    "white 41 9/5 6/5; black 21",
    "white 31; black 55 6/1(2) 8/3(2); white 21",
    "x 24:1 13:6 8:3 6:5 | o bar:1 24:1 13:5 8:3 6:5",
    "x 24:0 | o",
)
Draw = Callable[[st.SearchStrategy[Any]], Any]
POSITIONS = ("start", "x 1:2 | o 6:5", "x 6:5 | o 6:4", "x off:15 | o 6:5", "x bar:1 6:3 | o 1:2")


def facts_for(question: Question) -> st.SearchStrategy[Any]:
    """Any answer to a question: likely ones and the ends of what is allowed."""
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
            return st.from_regex(r"[1-6]{2}", fullmatch=True)
        case FactType.TEXT:
            return st.sampled_from(TEXTS) | st.text(max_size=30)
        case FactType.COUNT:
            return _whole(question, 30)
        case _:
            return _whole(question, 7_200_000)


def _whole(question: Question, likely: int) -> st.SearchStrategy[int]:
    most = question.most if question.most is not None else 10**12
    return st.integers(question.least, max(question.least, min(most, likely))) | st.integers(question.least, most)


@st.composite
def records(draw: st.DrawFn, name: str) -> PenaltyRecord:
    """So many earlier entries of a kind, for either player."""
    entry = st.builds(
        PenaltyEntry,
        person=st.sampled_from(["White", "Black"]),
        kind=st.just(name),
        step=st.sampled_from(PenaltyStep),
        points=st.integers(0, 3),
        barred_until=st.sampled_from(["", "2027-01-31"]),
    )
    return PenaltyRecord(tuple(draw(st.lists(entry, max_size=4))))


def told(name: str, draw: Draw) -> dict[str, Any]:
    """Some facts of a kind, told beforehand in any combination."""
    questions = incident_definition(name).questions
    keys = draw(st.sets(st.sampled_from(sorted(questions)))) if questions else set()
    return {key: draw(facts_for(questions[key])) for key in sorted(keys)}


def interviewed(
    name: str, facts: dict[str, Any], profile: Profile, record: PenaltyRecord, draw: Draw
) -> tuple[JudgeAnswer, dict[str, Any]]:
    """Every question answered until there is an end."""
    for _ in range(len(incident_definition(name).questions) + 1):
        answer = judge(name, facts, profile, record)
        if not isinstance(answer, NeedFacts) or answer.wrong:
            return answer, facts
        assert answer.question.key not in facts, f"{name} asks again for {answer.question.key}"
        facts = facts | {answer.question.key: draw(facts_for(answer.question))}
    raise AssertionError(f"{name} asks on with every fact told")
