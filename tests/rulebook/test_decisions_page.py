"""The page of decisions names clauses, options and fields that exist."""

import re
from pathlib import Path

import pytest

from barpoint.match.format.match_format import (
    ClockRules,
    CubeRules,
    Length,
    MatchFormat,
)
from barpoint.rulebook import tariff
from barpoint.rulebook.catalogue.lookup import section
from barpoint.rulebook.profiles.options import OPTIONS, read_event
from barpoint.rulebook.profiles.policy import Policy
from barpoint.rulebook.profiles.presets import event_profile
from barpoint.rulebook.profiles.profile import Profile

PAGE = Path(__file__).parents[2] / "docs" / "decisions" / "rule-books.md"
TEXT = PAGE.read_text("utf-8")
HOLDERS = {
    one.__name__: one.__struct_fields__ for one in (MatchFormat, CubeRules, ClockRules, Length, Policy, Profile)
} | {"tariff": tuple(dir(tariff))}


def rows() -> list[tuple[str, str]]:
    """The clauses and the switch of every decision."""
    cells = [[cell.strip() for cell in line.split("|")[1:-1]] for line in TEXT.splitlines() if line.startswith("| ")]
    return [(clauses, switch) for _, _, clauses, switch in cells if clauses != "clauses"]


def test_every_decision_has_an_id_of_its_own() -> None:
    ids = re.findall(r"^\| ([a-z]+-\d+) \|", TEXT, re.MULTILINE)
    assert len(ids) == len(set(ids)) == len(rows())


def cited(cell: str) -> list[str]:
    """The ids in a cell; after `ibf:4.4a`, `4.4b` is of the same book, and a dash between letters is a range."""
    found: list[str] = []
    for word in cell.replace(",", " ").split():
        book, _, number = word.rpartition(":")
        book = book or found[-1].partition(":")[0]
        parts = number.split("-") if re.fullmatch(r"[\d.]+[a-z]-[\d.]+[a-z]", number) else [number]
        found += [f"{book}:{part}" for part in parts]
    return found


def test_the_page_holds_the_decisions() -> None:
    assert len(rows()) > 50


@pytest.mark.parametrize(("clauses", "switch"), rows())
def test_a_decision_names_clauses_and_switches_that_exist(clauses: str, switch: str) -> None:
    assert cited(clauses)
    for row in cited(clauses):
        assert section(row)
    for named in re.findall(r"`([^`]+)`", switch):
        name = named.partition(" = ")[0]
        holder, _, field = name.rpartition(".")
        if holder in HOLDERS:
            assert field in HOLDERS[holder] or hasattr(tariff, field) or field == "match_format", named
        elif "." in name:
            assert hasattr(getattr(tariff, holder.rpartition(".")[2]), field), named
        else:
            assert name in (*OPTIONS, "variations", "announced", "starts", "cite", "clocked", *dir(tariff)), named


def test_the_example_file_works() -> None:
    example = re.search(r"```toml\n(.*?)```", TEXT, re.DOTALL)
    assert example is not None
    assert read_event(example[1]).event == "Spring Open"
    assert isinstance(event_profile(example[1]), Profile)
