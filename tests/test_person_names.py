"""Names: what can be seen, what looks alike, and what passes for an office."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from barpoint.person_names import (
    first_hidden,
    is_mixed,
    looks_of,
    plain_name,
    skeleton,
)
from barpoint.service.people.name_register import is_reserved

HIDDEN = {
    "NUL": "An\0na",
    "line break": "An\nna",
    "tab": "An\tna",
    "zero-width space": "An\u200bna",
    "zero-width joiner": "An\u200dna",
    "right-to-left override": "\u202eannA",
    "isolate": "An\u2066na",
    "soft hyphen": "An\u00adna",
    "byte order mark": "\ufeffAnna",
    "variation selector": "Anna\ufe0f",
    "Hangul filler": "An\u3164na",
    "grapheme joiner": "An\u034fna",
    "Braille blank": "An\u2800na",
    "tag letter": "Anna\U000e0041",
    "private use": "Anna\ue000",
    "line separator": "An\u2028na",
    "half a pair": "An\ud800na",
}


@pytest.mark.parametrize("name", HIDDEN.values(), ids=HIDDEN)
def test_a_name_of_what_is_not_seen_is_no_name(name: str) -> None:
    with pytest.raises(ValueError, match="a name"):
        plain_name(name, 24)


@pytest.mark.parametrize(
    ("written", "plain"),
    [
        ("  Anna   K ", "Anna K"),
        ("Ａｎｎａ", "Anna"),
        ("Anna\u00a0K", "Anna K"),
        ("Zoe\u0308", "Zoë"),
        ("Анна", "Анна"),
        ("山田花子", "山田花子"),
        ("José-María O'Neill", "José-María O'Neill"),
    ],
)
def test_a_name_is_kept_in_one_form(written: str, plain: str) -> None:
    assert plain_name(written, 24) == plain


@given(st.text(min_size=1, max_size=40))
def test_what_is_taken_for_a_name_can_be_seen_and_is_taken_for_the_same_again(text: str) -> None:
    try:
        name = plain_name(text, 24)
    except ValueError:
        return
    assert first_hidden(name) is None
    assert name.isprintable()
    assert plain_name(name, 24) == name
    assert unicodedata.is_normalized("NFKC", name)


ALIKE = [
    ("Anna", "Аnnа"),  # Cyrillic A and a
    ("Сара", "Capa"),  # wholly Cyrillic, wholly Latin
    ("Ivan", "lvan"),
    ("Bob", "B0b"),
    ("Emma", "Ernrna"),
    ("paul", "ρaul"),
    ("Anna", "𝐀nna"),
]


@pytest.mark.parametrize(("one", "other"), ALIKE)
def test_names_that_look_alike_have_a_skeleton_in_common(one: str, other: str) -> None:
    assert looks_of(one).written == looks_of(other).written or looks_of(one).folded == looks_of(other).folded


@pytest.mark.parametrize(
    ("one", "other"), [("Anna", "Hanna"), ("Lia", "Ila"), ("Kail", "Kali"), ("Иван", "Ivan"), ("Ben", "Bén")]
)
def test_names_that_can_be_told_apart_have_none(one: str, other: str) -> None:
    assert looks_of(one).written != looks_of(other).written
    assert looks_of(one).folded != looks_of(other).folded


@given(st.text(max_size=20))
def test_what_a_skeleton_looks_like_is_itself(text: str) -> None:
    assert skeleton(skeleton(text)) == skeleton(text)


def test_a_word_is_written_in_one_alphabet() -> None:
    for mixed in ("Аdmin", "Paυl", "Виkтор"):
        assert is_mixed(mixed), mixed
    for plain in ("Admin", "Виктор", "Παύλος", "すずき太郎", "김철수", "O'Brien-2", "Žižek", "ΑΒΓ"):
        assert not is_mixed(plain), plain


RESERVED = (
    *(
        "admin",
        "ADMIN",
        "@dmin",
        "Adm!n",
        "TD",
        "Judge Anna",
        "Admin 2",
        "admin2",
        "a.d.m.i.n",
        "a d m i n",
        "adm1n",
        "Ädmin",
        "аdmіn",
        "Anna (admin)",
    ),
    *("autopilot", "Auto pilot", "bot:strong", "BOT:x", "Former player K3QA"),
    *("Director X", "Chief Director", "dіrесtоr", "BARPOINT", "Bar point", "barp0int", "Official", "offıcial"),
    *("Moderator", "house", "House of Cards", "Guest", "Guest 1234", "Staff", "Админ", "Судья Иванов", "Организатор"),
)


@pytest.mark.parametrize("name", RESERVED)
def test_nobody_sounds_like_an_office(name: str) -> None:
    assert is_reserved(name)


@pytest.mark.parametrize(
    "name",
    [
        "Anna",
        "Badminton",
        "Gregory House",
        "Dora",
        "Houseman",
        "Sudya",
        "Barp",
        "Guesthouse",
        "1234",
        "Мария",
        "Jan Bot",
        "Bot",
        "Bot 2",
        "Botha",
        "::",
    ],
)
def test_everyday_names_are_welcome(name: str) -> None:
    assert not is_reserved(name)
