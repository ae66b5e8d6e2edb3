"""What notices say: every text in both languages, with the same values."""

from string import Formatter

import pytest

from barpoint.service.people.notice_texts import RUSSIAN, make_notice, notice_text
from barpoint.service.storage_watch import TROUBLE, WELL


def fields(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name}


@pytest.mark.parametrize(("english", "russian"), RUSSIAN.items())
def test_both_languages_say_the_same_values(english: str, russian: str) -> None:
    assert fields(english) == fields(russian)


def test_a_notice_is_said_in_the_readers_language_and_in_english_where_there_is_none() -> None:
    notice = make_notice("your_turn", "Your turn against {against}", "/match/AB", 7, against="Ben {x}")
    assert notice.text == notice.text_in("de") == "Your turn against Ben {x}"
    assert notice.text_in("ru") == "Ваш ход, соперник: Ben {x}"


def test_a_text_without_russian_words_is_a_fault_of_the_program() -> None:
    with pytest.raises(KeyError):
        make_notice("round", "nobody has translated this", "", 0)


def test_trouble_with_the_storage_is_said_in_russian_too() -> None:
    for text in (TROUBLE, WELL):
        assert notice_text("en", text) == text != notice_text("ru", text)
