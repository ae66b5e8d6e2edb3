"""A rule that only a test calls is not implemented: every row is within reach of a surface, or named here."""

import ast
from pathlib import Path

import pytest

from barpoint.rulebook.catalogue.coverage import clause_reach
from scripts.call_graph import Module, call_graph, read_modules
from scripts.reach import row_surfaces

REFRESH = "run: python -m scripts.reach --write"
NOT_YET_REACHED: frozenset[str] = frozenset()
"""What proves a row and has no surface: nothing."""


def test_what_proves_a_row_is_reached_from_a_surface_or_named() -> None:
    rows, unreached = row_surfaces()
    assert {name.removeprefix("barpoint.") for name in unreached} == NOT_YET_REACHED
    assert {row: list(places) for row, places in clause_reach().items()} == rows, REFRESH


@pytest.fixture
def package(tmp_path: Path) -> dict[str, Module]:
    folder = tmp_path / "house"
    folder.mkdir()
    files = {
        "__init__": "",
        "commands": "class Take: ...\nclass Pass: ...\n",
        "rules": (
            "from house import commands as c\n"
            "def take(): return count()\n"
            "def pass_double(): return 2\n"
            "def count(): return 1\n"
            "JUDGES = {c.Take: take, c.Pass: pass_double}\n"
            "def decide(command):\n"
            "    if isinstance(command, c.Pass): return None\n"
            "    return JUDGES[type(command)]()\n"
        ),
        "door": (
            "from house.commands import Take\n"
            "from house.rules import decide\n"
            "class Desk:\n"
            "    def act(self): return decide(Take())\n"
            "    def idle(self): return None\n"
            "def page(): return Desk().act()\n"
        ),
    }
    for name, text in files.items():
        ast.parse(text)
        (folder / f"{name}.py").write_text(text)
    return read_modules(tmp_path, "house")


def test_a_command_that_nobody_makes_leads_nowhere(package: dict[str, Module]) -> None:
    reached = call_graph(package).reach({"house.door.page"}, set())
    assert {"house.rules.decide", "house.rules.take", "house.rules.count", "house.door.Desk.act"} <= reached
    assert "house.rules.pass_double" not in reached
    assert "house.door.Desk.idle" not in reached


def test_a_command_that_is_sent_from_outside_is_reached(package: dict[str, Module]) -> None:
    reached = call_graph(package).reach({"house.door.page"}, {"house.commands.Pass"})
    assert "house.rules.pass_double" in reached
