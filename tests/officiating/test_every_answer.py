"""Whatever is told of dice, cube, plays, set-up, score, length and completion, there is one of three answers."""

from time import perf_counter
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from barpoint.officiating.answer import Discretion, NeedFacts, Ruling
from barpoint.officiating.facts import FactType, Question
from barpoint.officiating.judge import judge, kind
from barpoint.rulebook.catalogue import clause
from barpoint.rulebook.presets import preset

EVENTS = ("USBGF Open", "BWS", "Club (2014 guide)", "IBF Backgammon", "IBF Longgammon", "At home (traditional)")
KINDS = (
    "setup_error",
    "illegal_play",
    "noticed_in_silence",
    "pointed_out",
    "illegal_play_for_time",
    "confusing_handling",
    "impossible_position",
    "wrong_number_of_checkers",
    "perhaps_borne_off",
    "score_wrong",
    "crawford_game_doubled",
    "wrong_length",
    "claim_disputed",
    "unreasonable_ending",
    "agreed_result",
    "result_unreported",
    "wrong_result_posted",
    "fast_roll",
    "fast_grab",
    "late_double",
    "dice_change",
    "turn_ended",
    "cube_touched",
    "early_double",
    "announced_answer",
    "dead_cube",
    "crawford_double",
    "wrong_cube_level",
    "cocked_die",
    "thrown_wrongly",
    "lifted_before_rest",
    "lifted_as_cocked",
)
TEXTS = (
    "",
    "white 1; black 2x2",
    "white 41 9/5 6/5; black 21",
    "white 31; black 55 6/1(2) 8/3(2); white 21",
    "x 24:2 13:5 9:3 6:5 | o 24:2 13:5 8:3 6:5",
    "x 24:1 13:6 8:3 6:5 | o bar:1 24:1 13:5 8:3 6:5",
    "x 24:0 | o",
)
POSITIONS = ("start", "x 1:2 | o 6:5", "x 6:5 | o 6:4", "x off:15 | o 6:5", "x bar:1 6:3 | o 1:2")


def answers(question: Question) -> st.SearchStrategy[Any]:
    match question.type:
        case FactType.YES_NO:
            return st.booleans()
        case FactType.SIDE:
            return st.sampled_from(["white", "black"])
        case FactType.CHOICE:
            return st.sampled_from(question.choices)
        case FactType.POSITION:
            return st.sampled_from(POSITIONS)
        case FactType.TEXT:
            return st.sampled_from(TEXTS)
        case FactType.COUNT:
            return st.integers(question.least, min(question.most or 20, 20))
        case _:
            return st.integers(0, 3_600_000)


@pytest.mark.parametrize("name", KINDS)
@given(data=st.data())
def test_any_facts_have_an_answer_that_cites_its_own_book(name: str, data: st.DataObject) -> None:
    asked = kind(name).questions
    profile = preset(data.draw(st.sampled_from(EVENTS)))
    facts = data.draw(st.fixed_dictionaries({}, optional={key: answers(one) for key, one in asked.items()}))
    found = judge(name, facts, profile)
    assert found == judge(name, facts, profile)
    if isinstance(found, NeedFacts):
        assert found.wrong or found.question.key not in facts
        return
    assert isinstance(found, Ruling | Discretion)
    assert {clause(row).book for row in found.clauses} <= {profile.book}
    assert found.clauses or not getattr(found, "covered", True)
    assert found.say.endswith(".")
    assert found.relied_on.items() <= facts.items()


def test_the_longest_inquiry_takes_less_than_five_milliseconds() -> None:
    facts: dict[str, Any] = {"rolls": 3, "began": TEXTS[5], "turns": TEXTS[3]}
    profile = preset("USBGF Open")
    judge("setup_error", facts, profile)
    best = min(_timed(facts, profile) for _ in range(20))
    assert best < 0.005


def _timed(facts: dict[str, Any], profile: Any) -> float:
    began = perf_counter()
    judge("setup_error", facts, profile)
    return perf_counter() - began
