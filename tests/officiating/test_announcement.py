"""What is said to the players: in English and Russian by templates, in other languages in English, marked."""

import re
import sys
from typing import Any

import pytest

from barpoint.board import Side
from barpoint.officiating import remedy as r
from barpoint.officiating.answer import Penalty, PenaltyStep, Ruling
from barpoint.officiating.presentation.announcement import _REMEDIES, _messages, spoken_languages, spoken_ruling
from barpoint.officiating.presentation.player_names import side_names
from barpoint.officiating.remedy import Remedy
from tests.officiating.record_cases import EVERY_REMEDY
from tests.officiating.sampled_cases import sampled_cases

NAMES = side_names("Анна", "Борис")
FIELDS = re.compile(r"\{(\w*)\}")
LATIN = re.compile(r"[A-Za-z]{2,}")


def ruling(*remedies: Remedy, **more: Any) -> Ruling:
    return Ruling("fast_roll", "usbgf", ("usbgf:4.4.8a",), "White rolls again.", remedies, **more)


def words(answer: Ruling, language: str) -> list[str]:
    return [line.text for line in spoken_ruling(answer, language, NAMES)]


def test_each_language_has_every_template_with_the_same_fields() -> None:
    english = {key: value for key, value in _messages()["en"].items() if key != "texts"}
    for language in spoken_languages():
        messages = {key: value for key, value in _messages()[language].items() if key != "texts"}
        assert set(messages) == set(english)
        for key, template in messages.items():
            assert set(FIELDS.findall(str(template))) == set(FIELDS.findall(str(english[key]))), key


def test_every_remedy_can_be_said() -> None:
    assert set(_REMEDIES) | {r.Instruct} == set(Remedy.__args__)
    for remedy in EVERY_REMEDY:
        for language in spoken_languages():
            assert all(text.strip() and "{" not in text for text in words(ruling(remedy), language))


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (ruling(r.RollAgain(Side.WHITE)), ["Анна бросает ещё раз."]),
        (ruling(r.SetCube(4, Side.BLACK)), ["Куб удвоения ставится на 4, владеет Борис."]),
        (ruling(r.GivePoints(Side.BLACK, 1)), ["Борис получает 1 очко."]),
        (ruling(r.GivePoints(Side.BLACK, 3)), ["Борис получает 3 очка."]),
        (ruling(r.GivePoints(Side.WHITE, -11)), ["Анна теряет 11 очков."]),
        (
            ruling(r.PlayOn(), penalties=(Penalty(Side.WHITE, PenaltyStep.WARNING),)),
            ["Ничего не меняется, игра продолжается.", "Анна: предупреждение."],
        ),
    ],
)  # fmt: skip
def test_a_ruling_in_russian(answer: Ruling, said: list[str]) -> None:
    assert words(answer, "ru") == said


def test_in_english_the_rules_own_sentence_comes_first_with_the_name() -> None:
    assert words(ruling(r.RollAgain(Side.WHITE)), "en")[0] == "Анна rolls again."


def test_another_language_shows_english_and_says_so() -> None:
    spoken = spoken_ruling(ruling(r.RollAgain(Side.WHITE)), "de", NAMES)
    assert spoken == spoken_ruling(ruling(r.RollAgain(Side.WHITE)), "en", NAMES)
    assert {line.language for line in spoken} == {"en"}


def test_words_without_a_translation_stay_english_and_are_marked() -> None:
    spoken = spoken_ruling(ruling(r.Instruct("Count the spoons.")), "ru", NAMES)
    assert spoken[0] == ("Count the spoons.", "en")


def test_a_text_is_translated_with_its_sides_times_and_numbers() -> None:
    said = [
        ("White must pass.", "Анна: нужно отказаться."),
        ("Black rolls all four, and White picks first.", "Борис бросает все четыре кости, первым выбирает Анна."),
        ("White's break lasted 2:00. Black is charged with a break of 5:30.",
         "Анна: перерыв 2:00. Борис: засчитывается перерыв 5:30."),
        ("Set Black's head to 4.", "Борис: на голове ставится 4."),
    ]  # fmt: skip
    assert [words(ruling(r.Instruct(english)), "ru")[0] for english, _ in said] == [russian for _, russian in said]


def test_every_sampled_answer_is_said_in_russian_or_marked() -> None:
    """Prints how many lines and answers are wholly Russian."""
    lines = [spoken_ruling(case.answer, "ru", NAMES) for case in sampled_cases(rounds=2)]
    every = [line for spoken in lines for line in spoken]
    russian = [line for line in every if line.language == "ru"]
    whole = sum(all(line.language == "ru" for line in spoken) for spoken in lines)
    sys.stdout.write(f"\n{len(russian)}/{len(every)} lines, {whole}/{len(lines)} answers wholly in Russian\n")
    assert all(spoken for spoken in lines)
    assert whole >= 0.97 * len(lines)
    stray = [line.text for line in russian if LATIN.search(re.sub(r"x [^|]+\| o [^.]+", "", line.text))]
    assert stray == []
