"""`barpoint rules` from the outside."""

import json
import re
import shutil
import subprocess
import sys
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from barpoint import cli
from barpoint.cli.rules import book_source
from barpoint.cli.rules.html_export import rules_page
from barpoint.cli.rules.pages import comparison_page
from barpoint.rulebook.catalogue.comparison import compare_books
from barpoint.rulebook.catalogue.lookup import load_catalogue
from barpoint.rulebook.catalogue.model import Clause


@pytest.fixture
def barpoint(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Any:
    def run(*words: str, status: int = 0) -> str:
        monkeypatch.setattr(sys, "argv", ["barpoint", "rules", *words])
        with pytest.raises(SystemExit) as ended:
            cli.run()
        out, err = capsys.readouterr()
        assert ended.value.code in (status, None if status == 0 else status), err
        return out or err

    return run


def test_a_section_is_shown_under_fixed_headings(barpoint: Any) -> None:
    out = barpoint("show", "usbgf:4.4.8")
    for heading in ("Book", "Tier", "Kind", "Force", "Status", "Text", "Online", "Example", "Parameters", "Tests"):
        assert heading in out
    assert "usbgf:4.4.8e" in out
    assert "Same matter in the other books" in out
    assert "ibf:9.8d" in out


def test_show_in_json_gives_every_key(barpoint: Any) -> None:
    (row,) = json.loads(barpoint("show", "trad:movement-4a", "--json"))
    assert set(row) == {*Clause.__struct_fields__, "book", "tests", "same_matter"}
    assert row["book"] == "trad"
    assert "ibf:12.5.3a" in row["same_matter"]


def test_an_unknown_id_ends_with_status_two_and_the_nearest(barpoint: Any) -> None:
    assert "usbgf:4.4.8," in barpoint("show", "usbgf:4.4.88", status=2)


def test_search_answers_in_words_and_in_json(barpoint: Any) -> None:
    assert "Read as: crawfrod → crawford" in barpoint("search", "crawfrod")
    answer = json.loads(barpoint("search", "dead", "cube", "--book", "usbgf", "--limit", "2", "--json"))
    assert [hit["id"] for hit in answer["hits"]] == ["usbgf:4.4.8a", "usbgf:4.4.8d"]


def test_compare_in_json_has_the_five_books(barpoint: Any) -> None:
    answer = json.loads(barpoint("compare", "illegal move", "--json"))
    assert answer["subject"] == "illegal-move"
    assert list(answer["books"]) == ["ibf", "usbgf", "bws", "guide", "trad"]


@pytest.mark.parametrize("width", [100, 110, 120])
def test_compare_puts_five_columns_side_by_side(width: int) -> None:
    lines = drawn(width, "illegal move")
    assert all(name in lines[2] for name in ("IBF", "USBGF", "BWS", "Guide", "Traditional"))
    assert max(map(len, lines)) <= width


def test_compare_is_stacked_where_the_terminal_is_narrow() -> None:
    lines = drawn(70, "dead cube")
    assert sum(line.startswith("IBF Game Rules") for line in lines) == 1
    assert max(map(len, lines)) <= 70


def drawn(width: int, words: str) -> list[str]:
    console = Console(width=width, record=True, file=StringIO())
    console.print(comparison_page(compare_books(words), full=False))
    return console.export_text().splitlines()


def test_coverage_in_json_is_a_list_of_rows(barpoint: Any) -> None:
    rows = json.loads(barpoint("coverage", "--json"))
    assert len(rows) == 1222
    assert all(set(row) == {"id", "book", "tier", "status", "reason", "tests", "reached_from"} for row in rows)


def test_coverage_counts_by_book_and_tier(barpoint: Any) -> None:
    out = barpoint("coverage", "--book", "trad")
    assert "conduct" in out
    assert any(line.split()[:2] == ["all", "62"] for line in out.splitlines())
    assert "reached from: " in out


def test_coverage_says_row_by_row_where_a_clause_is_reached(barpoint: Any) -> None:
    lines = barpoint("coverage", "--book", "trad", "--rows").splitlines()
    (taken,) = [line for line in lines if line.split()[:1] == ["trad:doubling-3"]]
    assert "online match" in taken


def test_an_agreement_says_what_holds_and_what_dice_decide(barpoint: Any) -> None:
    wishes = ("--white", "clock=yes", "--white", "colours=light", "--black", "colours=light")
    out = barpoint("agreement", "--preset", "USBGF Open", *wishes)
    assert "dice decide" in out
    sheet = json.loads(barpoint("agreement", *wishes, "--roll", "61-21", "--json"))
    assert sheet["winner"] == "white"
    assert {line["topic"]: line["settled"] for line in sheet["lines"]}["colours"] == ["light", "the other"]


def test_the_checklist_comes_in_words_markdown_and_json(barpoint: Any) -> None:
    assert "☐" in barpoint("checklist", "--book", "usbgf", "--for", "spectator")
    assert "- [ ]" in barpoint("checklist", "--book", "usbgf", "--for", "director", "--markdown")
    assert json.loads(barpoint("checklist", "--book", "ibf", "--for", "table", "--json"))["for"] == "table"


@pytest.mark.parametrize("book", ["ibf", "usbgf", "bws", "guide", "trad"])
def test_every_book_has_a_printable_card(barpoint: Any, tmp_path: Path, book: str) -> None:
    file = tmp_path / "card.pdf"
    barpoint("checklist", "--book", book, "--for", "table", "--pdf", str(file))
    assert file.read_bytes().startswith(b"%PDF")


def test_the_exported_book_holds_every_clause_and_asks_the_network_for_nothing(barpoint: Any, tmp_path: Path) -> None:
    file = tmp_path / "rules.html"
    barpoint("export", "--html", str(file))
    html = file.read_text("utf-8")
    assert html.count("<article ") == 1222
    assert "default-src 'none'" in html
    for asking in ("http://", "https://", "src=", "@import", "url(", '<link rel="stylesheet'):
        assert asking not in html


def test_a_file_that_cannot_be_written_is_named(barpoint: Any, tmp_path: Path) -> None:
    out = barpoint("export", "--html", str(tmp_path / "nowhere" / "rules.html"), status=2)
    assert "expected a file that can be written" in out


def test_every_link_of_the_exported_book_leads_somewhere() -> None:
    html = rules_page()
    targets = set(re.findall(r' id="([^"]+)"', html))
    assert set(re.findall(r'href="#([^"]+)"', html)) <= targets


def test_a_status_is_set_in_the_source_by_line(barpoint: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    room = tmp_path / "rulebook"
    shutil.copytree(book_source.ROOM / "books", room / "books")
    monkeypatch.setattr(book_source.set_status, "__defaults__", ("", room / "books"))
    monkeypatch.setattr(book_source.compile_books, "__defaults__", (room / "books", room / "catalogue.msgpack"))
    out = barpoint("set-status", "enforced", "ibf:4.2d", "trad:movement-4a")
    assert out == "2 rows are enforced in ibf.toml, trad.toml\n"
    changed = {row.id for row in book_source.read_books(room / "books").clauses if row.status == "enforced"}
    before = {row.id for row in load_catalogue().clauses if row.status == "enforced"}
    assert changed == before | {"ibf:4.2d", "trad:movement-4a"}


def test_a_malformed_book_ends_compile_with_file_line_and_what_was_expected(
    barpoint: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copytree(book_source.ROOM / "books", tmp_path / "books")
    trad = tmp_path / "books" / "trad.toml"
    trad.write_text(trad.read_text("utf-8").replace('tier = "conduct"', 'tier = "etiquette"', 1), "utf-8")
    monkeypatch.setattr(book_source.compile_books, "__defaults__", (tmp_path / "books", tmp_path / "out"))
    assert "trad.toml, line 12: expected tier = one of game" in barpoint("compile", status=2)


def test_showing_a_clause_loads_nothing_heavy() -> None:
    code = (
        "import sys; sys.argv = ['barpoint', 'rules', 'show', 'usbgf:4.4.8']\n"
        "from barpoint.__main__ import main\n"
        "try: main()\n"
        "except SystemExit: pass\n"
        "heavy = {'numpy', 'numba', 'typst', 'rapidfuzz', 'tomllib', 'asyncio', 'pydantic'} & set(sys.modules)\n"
        "assert not heavy, heavy"
    )
    subprocess.run([sys.executable, "-c", code], check=True, capture_output=True)
