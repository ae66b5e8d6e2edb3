"""The pages of a tournament in other languages: every text has its translation, with the same values in it."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from barpoint.officiating import AbsenceCause
from barpoint.officiating.answer import PenaltyStep
from barpoint.officiating.cases.events import ExhibitKind
from barpoint.tournament.desk.overview import DeskStage
from barpoint.tournament.draw.plan import DrawFormat
from barpoint.tournament.player import EntryStatus
from barpoint.tournament.staff import Role
from barpoint.tournament.standings import TieBreak
from barpoint.tournament.state import TournamentPhase
from barpoint.tournament.views.bracket_layout import bracket_title
from barpoint.web.tournaments import document, language
from barpoint.web.tournaments.language import LANGUAGES, catalogue, say, set_language
from tests.web.members import serving
from tests.web.server_process import PATIENCE, Served
from tests.web.tournaments.remote_director import drawn

HERE = Path(language.__file__).parent
SOURCES = (*sorted(HERE.glob("*.py")), HERE.parents[1] / "tournament" / "views" / "sheet_drawing.py")
BRACKETS = ("main", "consolation", "last_chance", "swiss", "playoff", "final")
WORDS = {
    name.replace("_", " ")
    for kind in (
        AbsenceCause,
        DeskStage,
        Role,
        EntryStatus,
        ExhibitKind,
        TieBreak,
        DrawFormat,
        TournamentPhase,
        PenaltyStep,
    )
    for name in kind
}
WORDS |= {"absent", "late", "bye", "last rounds", "no", "yes", *BRACKETS} - {"last_chance"} | {"last chance"}
WORDS |= {bracket_title(name) for name in BRACKETS}


def texts(tree: ast.AST) -> Iterator[str]:
    """What is said: the first argument of `say`, or both ends of a choice."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "say" and node.args:
            yield from constants(node.args[0])


def constants(node: ast.expr) -> Iterator[str]:
    if isinstance(node, ast.Constant):
        yield str(node.value)
    elif isinstance(node, ast.IfExp):
        yield from constants(node.body)
        yield from constants(node.orelse)


def said() -> set[str]:
    found = {text for path in SOURCES for text in texts(ast.parse(path.read_text("utf-8")))}
    found |= {"winner of {match}", "loser of {match}", "place {match}", "line {match}"}
    return found | set(document.script_words()) | WORDS - {TournamentPhase.NEW, DeskStage.READY, PenaltyStep.NONE}


@pytest.mark.parametrize("name", sorted(set(LANGUAGES) - {"en"}))
def test_every_text_is_translated_and_nothing_else(name: str) -> None:
    known = catalogue(name)
    assert sorted(said() - set(known)) == []
    assert sorted(set(known) - said()) == []
    for text, other in known.items():
        assert set(re.findall(r"\{\w+\}", text)) == set(re.findall(r"\{\w+\}", other)), text


def test_what_nobody_has_translated_stays_english() -> None:
    set_language("ru")
    assert say("Round {number}", number=3) == "Тур 3"
    assert say("a new text of {name}", name="Ann") == "a new text of Ann"
    set_language("xx")
    assert say("Round {number}", number=3) == "Round 3"


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

    serving(tmp_path, test)


def test_pages_are_in_the_language_the_reader_asks_for(tmp_path: Path) -> None:
    import asyncio
    import urllib.request

    def read(url: str, headers: dict[str, str]) -> str:
        request = urllib.request.Request(url, headers=headers)  # noqa: S310  # our own server
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:  # noqa: S310
            text: str = answer.read().decode()
        return text

    async def test(here: Served) -> None:
        ann = await drawn(here)
        for path in ("/desk", "/results", "/people", "/money", "/setup"):
            address, own = f"{here.url}/t/{ann.tournament}{path}", f"barpoint-{ann.tournament}.desk={ann.token}"
            russian = await asyncio.to_thread(read, address, {"accept-language": "ru-RU,en;q=0.5", "cookie": own})
            chosen = await asyncio.to_thread(
                read, address, {"accept-language": "ru", "cookie": f"{own}; {language.COOKIE}=en"}
            )
            assert 'lang="ru"' in russian, path
            assert 'lang="en"' in chosen, path
            assert re.search(r"<h1>[^<]*[а-я]", russian), path
            assert not re.search(r"[а-я]", chosen.replace("Русский", "")), path

    serving(tmp_path, test)
