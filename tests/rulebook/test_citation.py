"""Every refusal has its words and its clauses."""

import ast
from pathlib import Path
from string import Formatter

import pytest

import barpoint
from barpoint.board import PlayCode, Refusal
from barpoint.match.refusals import MatchCode
from barpoint.rulebook.catalogue.lookup import clause
from barpoint.rulebook.citation import (
    BOOK_IDS,
    NOT_COVERED,
    cite,
    refusal_texts,
    sentence_in,
    translations,
)
from barpoint.rulebook.refusals import BookCode


def all_codes() -> list[str]:
    """The values of every enum called ...Code in the rooms that refuse, read from their source."""
    room = Path(barpoint.__file__).parent
    found: dict[str, None] = {}
    for module in sorted(
        path
        for name in ("board", "match", "rulebook", "officiating", "service", "tournament", "club")
        for path in (room / name).rglob("*.py")
    ):
        for node in ast.walk(ast.parse(module.read_text("utf-8"))):
            if isinstance(node, ast.ClassDef) and node.name.endswith("Code"):
                found |= dict.fromkeys(
                    ast.literal_eval(line.value) for line in node.body if isinstance(line, ast.Assign)
                )
    return list(found)


CODES = all_codes()


def test_the_walk_finds_the_codes() -> None:
    assert {*PlayCode, *MatchCode, *BookCode} <= set(CODES)


@pytest.mark.parametrize("code", CODES)
def test_every_code_is_cited_under_every_book(code: str) -> None:
    entry = refusal_texts().get(code)
    assert entry is not None, f"refusals.toml has no sentence for {code}"
    assert entry.house or entry.book_ids == BOOK_IDS, f"refusals.toml does not say what every book says of {code}"
    for book in BOOK_IDS:
        said = cite(code, book)
        assert said.sentence
        assert said.sentence[-1] in ".?"
        assert said.clauses or said.house or NOT_COVERED in str(said)
        for row in said.clauses:
            assert clause(row).book == book
        for row in said.elsewhere:
            assert clause(row).book != book
            assert row in str(said)


def test_no_sentence_is_left_over() -> None:
    assert set(refusal_texts()) == set(CODES)


@pytest.mark.parametrize("code", CODES)
def test_a_sentence_is_whole_with_its_facts_and_without(code: str) -> None:
    entry = refusal_texts()[code]
    assert "{" not in entry.plain
    fields = {name for _, name, _, _ in Formatter().parse(entry.says) if name}
    facts = dict.fromkeys(fields, 2)
    assert cite(code, "usbgf").sentence == entry.plain
    if fields:
        assert cite(code, "usbgf", facts).sentence != entry.plain
        assert "{" not in cite(code, "usbgf", facts).sentence


def test_the_house_speaks_only_where_no_book_could() -> None:
    for code, entry in refusal_texts().items():
        if entry.house:
            assert entry.book_ids == (), code
            assert NOT_COVERED not in str(cite(code, "ibf"))


@pytest.mark.clause("usbgf:1.1c", "bws:1.2.1", "guide:addendum-illegal-moves-1")
def test_the_game_rules_hold_under_books_that_do_not_restate_them() -> None:
    for book, row in (("usbgf", "usbgf:1.1c"), ("bws", "bws:1.2.1"), ("guide", "guide:addendum-illegal-moves-1")):
        assert cite(PlayCode.MUST_USE_BOTH, book).clauses == (row,)
    assert cite(PlayCode.BAR_FIRST, "guide").clauses == ("guide:5.4c",)


@pytest.mark.clause("usbgf:1.1e", "ibf:4.2b")
def test_a_silent_book_says_so_and_names_the_one_that_speaks() -> None:
    said = cite(PlayCode.HEAD_ALREADY_USED, "usbgf")
    assert not said.clauses
    assert said.elsewhere == ("ibf:4.2b",)
    assert str(said) == f"{said.sentence} (not covered by this book; ibf:4.2b covers it)"


@pytest.mark.clause("usbgf:4.4.8a", "ibf:9.8d", "bws:4.4.3c", "ibf:0-silent", "trad:doubling-12")
def test_the_same_code_under_five_books() -> None:
    found = {book: cite(MatchCode.DEAD_CUBE, book).clauses for book in BOOK_IDS}
    assert found == {
        "ibf": (),
        "usbgf": ("usbgf:4.4.8a",),
        "bws": (),
        "guide": ("guide:5.14c", "guide:5.14h"),
        "trad": (),
    }
    both = cite(MatchCode.BOTH_EXPIRED_NOT_COVERED, "ibf")
    assert both.elsewhere == ("usbgf:4.3.4-10", "bws:4.3.3d")
    assert cite(MatchCode.CRAWFORD_GAME, "trad").elsewhere[0] == "ibf:2.2a"


def test_facts_are_said_as_people_say_them() -> None:
    def said(code: str, **facts: int | str) -> str:
        return cite(Refusal(code, facts), "usbgf").sentence

    assert said(MatchCode.LEVEL_EXCLUDED, level=2) == "The position rules out a gammon."
    assert said(MatchCode.NOT_YOUR_TURN, turn="black") == "It is Black's turn."
    assert said(MatchCode.TIME_NOT_EXPIRED, side="white", left=64_001) == "White still has 1:05."
    assert said(MatchCode.DEAD_CUBE, value=4) == "The cube is dead: at 4 it already wins you the match."
    assert said(PlayCode.BLOCKED, source=24, target=19) == "The opponent closes the 19-point."
    assert said(PlayCode.NOT_YOUR_CHECKER, source=25, target=20) == "None of your checkers is on the bar."
    assert said(PlayCode.NOT_YOUR_CHECKER) == "None of your checkers stands there."


def test_a_refusal_may_point_at_its_own_clause() -> None:
    refused = Refusal(BookCode.OPTION_FIXED, {"option": "jacoby", "value": "yes", "clause": "usbgf:4.4.10b"})
    said = cite(refused, "usbgf")
    assert str(said) == "The book leaves no choice about jacoby: yes is not possible. (usbgf:4.4.10b)"
    assert cite(refused, "bws").clauses == ("bws:1.2.1", "bws:1.2.2")


def test_a_match_without_a_book_gets_the_sentence_and_the_books_that_speak() -> None:
    said = cite(MatchCode.DEAD_CUBE, "")
    assert (said.clauses, said.elsewhere) == ((), ("usbgf:4.4.8a", "guide:5.14c"))


def test_an_unknown_code_or_book_is_malformed() -> None:
    with pytest.raises(ValueError, match="no refusal is called 'nonsense'"):
        cite("nonsense", "ibf")
    with pytest.raises(ValueError, match="one of the books"):
        cite(MatchCode.MATCH_OVER, "fide")


def test_every_sentence_has_its_russian_and_no_facts_of_its_own() -> None:
    russian = translations("ru")
    assert set(russian) == set(refusal_texts())
    for code, told in russian.items():
        assert told.plain[-1] == ".", code
        assert fields(told.plain) == set(), code
        assert fields(told.says) <= fields(refusal_texts()[code].says), code
        assert bool(told.says) is bool(fields(told.says)), code


def fields(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name}


def test_a_refusal_is_said_in_a_language_that_has_words_for_it() -> None:
    said = cite(Refusal("table_taken", {"table": "4", "pairing": "M1-2"}), "usbgf")
    assert sentence_in("ru", said) == "За столом 4 играется матч M1-2."
    assert sentence_in("ru", cite("table_taken", "usbgf")) == "За этим столом другой матч."
    for language in ("en", "xx", "../ru"):
        assert sentence_in(language, said) == said.sentence
