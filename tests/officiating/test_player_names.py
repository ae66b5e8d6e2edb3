"""Players are called by their names wherever these are known, and choices are sentences."""

import re
import tomllib
from importlib.resources import files

import pytest

from barpoint.officiating.answer import NeedFacts
from barpoint.officiating.conversion import answer_data, fact_question, kind_data, read_fact, read_facts
from barpoint.officiating.facts import FactType
from barpoint.officiating.judgement import all_kinds, judge
from barpoint.officiating.presentation.choices import choice_sentence, question_sentences
from barpoint.officiating.presentation.player_names import person_key, side_names, with_names
from barpoint.officiating.wording import answer_lines
from barpoint.rulebook.profiles.presets import list_presets
from tests.officiating.answers import under
from tests.officiating.sampled_cases import sampled_cases

NAMES = side_names("Anna", "Bob")
COLOUR = re.compile(r"\b(White|Black)\b")


def test_no_line_of_a_ruling_has_a_colour_where_the_names_are_known() -> None:
    lines = [(case.kind, line) for case in sampled_cases(rounds=2) for line in answer_lines(case.answer, NAMES)]
    assert len(lines) > 5000
    assert [(kind, text) for kind, (_, text) in lines if COLOUR.search(text)] == []


def test_no_question_has_a_colour_where_the_names_are_known() -> None:
    texts = [with_names(question.text, NAMES) for kind in all_kinds().values() for question in kind.questions.values()]
    assert [text for text in texts if COLOUR.search(text)] == []


def test_a_single_name_leaves_the_other_side_its_colour() -> None:
    assert with_names("White rolls, Black waits", side_names("Anna")) == "Anna rolls, Black waits"


def test_a_player_may_be_called_like_a_colour() -> None:
    assert (
        with_names("White rolls, Black waits", side_names("Ms Black", "Mr White")) == "Ms Black rolls, Mr White waits"
    )


def test_the_data_of_a_ruling_has_the_names() -> None:
    case = next(case for case in sampled_cases(rounds=2) if COLOUR.search(case.answer.say))
    assert COLOUR.search(answer_data(case.answer)["say"])
    assert not COLOUR.search(answer_data(case.answer, NAMES)["say"])


@pytest.mark.parametrize("name", sorted(all_kinds()))
def test_every_choice_is_a_sentence_of_its_own(name: str) -> None:
    for question in all_kinds()[name].questions.values():
        sentences = question_sentences(name, question, NAMES)
        assert len(set(sentences.values())) == len(sentences)
        assert all(text[:1].isupper() and "_" not in text for text in sentences.values())


def test_every_sentence_belongs_to_a_choice() -> None:
    table = tomllib.loads((files("barpoint.officiating.presentation") / "choice_sentences.toml").read_text("utf-8"))
    kinds = all_kinds()
    stray = [
        (kind, key, value)
        for kind, keys in table.items()
        if kind != "any"
        for key, sentences in keys.items()
        for value in sentences
        if value not in kinds[kind].questions[key].choices
    ]
    assert stray == []


def test_a_choice_is_typed_as_its_number_value_or_sentence() -> None:
    question = all_kinds()["illegal_play"].questions["stage"]
    for typed in ("6", "opponent_rolled", "opponent rolled", "the opponent had rolled"):
        assert read_fact(question, typed, kind="illegal_play") == "opponent_rolled", typed
    with pytest.raises(ValueError, match="expected one of"):
        read_fact(question, "the opponent", kind="illegal_play")


def test_a_side_is_typed_as_its_players_name() -> None:
    question = all_kinds()["fast_roll"].questions["roller"]
    assert [read_fact(question, typed, NAMES) for typed in ("anna", "Bob", "w", "black")] == [
        "white", "black", "white", "black",
    ]  # fmt: skip
    with pytest.raises(ValueError, match="white or black"):
        read_fact(question, "Black", side_names("Black", "Bob"))  # the colour of one, the name of the other


@pytest.mark.parametrize("name", sorted(all_kinds()))
def test_the_person_is_who_in_every_kind(name: str) -> None:
    kind = all_kinds()[name]
    has_side = any(question.type is FactType.SIDE for question in kind.questions.values())
    assert bool(person_key(kind)) >= has_side or "on_turn" in kind.questions
    if has_side and "who" not in kind.questions:
        assert read_facts(name, {"who": "Bob"}, NAMES) == {person_key(kind): "black"}


def test_who_is_no_fact_where_a_kind_is_about_nobody() -> None:
    with pytest.raises(ValueError, match="has no fact 'who'"):
        fact_question(all_kinds()["uncovered"], "who")


def test_a_question_for_programs_has_values_and_sentences() -> None:
    asked = judge("illegal_play", {"by": "white"}, under("usbgf"))
    assert isinstance(asked, NeedFacts)
    choices = answer_data(asked, NAMES)["question"]["choices"]
    assert choices[0] == {"value": "wrong_pips", "sentence": choice_sentence("illegal_play", "fault", "wrong_pips")}
    schema = kind_data(all_kinds()["illegal_play"])["schema"]["properties"]["fault"]
    assert list(schema["sentences"]) == schema["enum"]


def test_the_sides_of_a_question_are_names() -> None:
    for profile in list_presets():
        asked = judge("fast_roll", {}, profile)
        if isinstance(asked, NeedFacts):
            assert question_sentences("fast_roll", asked.question, NAMES) == {"white": "Anna", "black": "Bob"}
