"""A tournament in other languages: what is refused and what a draw sheet says; the pages' own words are the site's."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from barpoint.tournament.views import sheet_drawing, sheet_translator
from barpoint.tournament.views.bracket_layout import bracket_title
from barpoint.tournament.views.sheet_words import RUSSIAN
from tests.web.members import serving
from tests.web.server_process import Served
from tests.web.tournaments.remote_director import drawn

BRACKETS = ("main", "consolation", "last_chance", "swiss", "playoff", "final")
NAMED = {"winner of {match}", "loser of {match}", "place {match}", "line {match}", "last rounds", "bye"}


def texts(tree: ast.AST) -> Iterator[str]:
    """What is said: the first argument of `say`."""
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Name(id="say"), args=[ast.Constant(value=str(text)), *_]):
                yield text


def test_every_text_of_a_draw_sheet_is_translated_and_nothing_else() -> None:
    source = Path(sheet_drawing.__file__).read_text("utf-8")
    said = {*texts(ast.parse(source))} | NAMED | {bracket_title(name) for name in BRACKETS}
    assert sorted(said ^ set(RUSSIAN)) == []
    for text, other in RUSSIAN.items():
        assert set(re.findall(r"\{\w+\}", text)) == set(re.findall(r"\{\w+\}", other)), text


def test_what_nobody_has_translated_stays_english() -> None:
    assert sheet_translator("ru")("Round {number}", number=3) == "Тур 3"
    assert sheet_translator("ru")("a new text of {name}", name="Ann") == "a new text of Ann"
    for unknown in ("xx", "", "../ru"):
        assert sheet_translator(unknown)("Round {number}", number=3) == "Round 3"


def test_what_is_refused_is_said_in_the_readers_language(tmp_path: Path) -> None:
    async def test(here: Served) -> None:
        ann = await drawn(here)
        for asked, words in (
            ("ru-RU,en;q=0.5", "нет матча M9-9"),
            ("en", "has no match M9-9"),
            ("", "has no match M9-9"),
        ):
            ann.language = asked
            refused = await ann.refused("CallMatch", 409, contest="open", pairing="M9-9")
            assert words in refused["detail"]
            assert refused["code"] == "no_such_match"
        english, russian = [await ann.get(f"/draws/open/picture?language={name}") for name in ("en", "ru")]
        assert "Round 1" in str(english)
        assert "Тур 1" in str(russian)

    serving(tmp_path, test)
