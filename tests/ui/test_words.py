"""The words of the pages: every language whole, and each page with the parts that have the words it names."""

import json
import re
from collections.abc import Iterator
from enum import StrEnum
from functools import cache
from pathlib import Path
from typing import get_args, get_type_hints

import pytest

from barpoint.rulebook.profiles.options import Options

SOURCES = Path(__file__).parents[2] / "ui" / "src"
TEXT = SOURCES / "text"
PARTS = ["", *sorted(path.name for path in TEXT.iterdir() if path.is_dir())]
OPENED = re.compile(r"import\('(\./[^']+)'\)+(?:, ([^)]*))?\)")
"""A page that is loaded when it is opened, and the parts named with it."""
IMPORTED = re.compile(r"(?:from|import\() ?'(\.[^']+)'")


def words(part: str, language: str = "en") -> dict[str, str | dict[str, str]]:
    """The messages of a part; the part without a name is every page's."""
    read: dict[str, str | dict[str, str]] = json.loads((TEXT / part / f"{language}.json").read_text("utf-8"))
    return read


@pytest.mark.parametrize("part", PARTS)
def test_every_message_is_in_both_languages(part: str) -> None:
    english, russian = words(part), words(part, "ru")
    assert set(english) == set(russian)
    for key, message in russian.items():
        forms = set(message) if isinstance(message, dict) else None
        assert forms in (None, {"one", "few", "many", "other"}), key
        assert isinstance(message, dict) or isinstance(english[key], str), key


def test_no_message_is_in_two_parts() -> None:
    everything = [key for part in PARTS for key in words(part)]
    assert len(everything) == len(set(everything))


def _source(file: Path, name: str) -> Path | None:
    """The file an import names."""
    named = (file.parent / name).resolve()
    return next((path for path in (named, named.with_name(f"{named.name}.ts")) if path.is_file()), None)


def _with_imports(page: Path) -> set[Path]:
    """A page's sources, without the pages of a tournament's staff, which bring their own words."""
    known: set[Path] = set()
    waiting = [page]
    while waiting:
        file = waiting.pop()
        if file in known or file.suffix == ".json" or file.parent.name == "director":
            continue
        known.add(file)
        waiting += [path for name in IMPORTED.findall(file.read_text("utf-8")) if (path := _source(file, name))]
    return known


@cache
def _named_in(file: Path) -> frozenset[str]:
    """The messages a source names, and all of a group that `word` takes one from."""
    text = file.read_text("utf-8")
    names = set(re.findall(r"'([\w.]+)'", text))
    groups = set(re.findall(r"word\('(\w+)'|`(\w+)\.\$\{", text))
    flat = {name for pair in groups for name in pair if name}
    return frozenset(key for key in _every_message() if key in names or ("." in key and key.split(".")[0] in flat))


@cache
def _every_message() -> frozenset[str]:
    return frozenset(key for part in PARTS for key in words(part))


def _opened(file: Path) -> Iterator[tuple[Path, set[str]]]:
    for name, parts in OPENED.findall(file.read_text("utf-8")):
        page = _source(file, name)
        assert page is not None, name
        yield page, {"", *re.findall(r"'(\w+)'", parts or "")}


def test_every_page_brings_the_words_it_names() -> None:
    for page, parts in _opened(SOURCES / "App.svelte"):
        brought = {key for part in parts for key in words(part)}
        for file in _with_imports(page):
            assert _named_in(file) - brought == set(), f"{page.name} with {file.name}"


@pytest.mark.parametrize("language", ["en", "ru"])
def test_every_option_of_an_event_and_whatever_is_chosen_of_it_has_a_word(language: str) -> None:
    known, hints = words("hall", language), get_type_hints(Options)
    choices = {
        str(value)
        for hint in hints.values()
        for kind in get_args(hint)
        if isinstance(kind, type) and issubclass(kind, StrEnum)
        for value in kind
    }
    assert {name for name in hints if f"option.{name}" not in known} == set()
    assert {name for name in choices if f"choice.{name}" not in known} == set()


def test_a_bracket_is_named_by_what_knows_the_numbers_of_groups() -> None:
    pages = [file for ending in ("svelte", "ts") for file in (SOURCES / "pages").rglob(f"*.{ending}")]
    assert [file.name for file in pages if "word('bracket'" in file.read_text("utf-8")] == []
