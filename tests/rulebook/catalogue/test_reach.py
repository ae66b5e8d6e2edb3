"""A rule that only a test calls is not implemented: every row is within reach of a surface, or named here."""

import ast
from pathlib import Path

import pytest

from barpoint.rulebook.catalogue.coverage import clause_reach
from scripts.call_graph import Module, call_graph, read_modules
from scripts.reach import (
    TestCalls,
    exceptions,
    graph_and_surfaces,
    missing_calls,
    row_surfaces,
    sent_by_pages,
)

REFRESH = "run: python -m scripts.reach --write"
MOST_EXCEPTIONS = 15


def test_what_proves_a_row_is_reached_from_a_surface_or_named_with_a_reason() -> None:
    rows, unreached = row_surfaces()
    assert unreached == {}
    assert all(rows.values())
    assert len(exceptions()) <= MOST_EXCEPTIONS
    assert all(len(reason) > 30 for reason in exceptions().values())
    _graph, reached = graph_and_surfaces()
    assert not exceptions().keys() & set().union(*reached.values()), "it is reached by now"
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
        "tower": (
            "from typing import Any\n"
            "class Bell:\n"
            "    def strike(self) -> int: return 1\n"
            "    def rust(self) -> int: return 0\n"
            "class Match:\n"
            "    def strike(self) -> int: return 2\n"
            "    def light(self) -> int: return 3\n"
            "class Tower:\n"
            "    bells: list[Bell]\n"
            "def chimes(tower: Tower, thing: Any) -> int:\n"
            "    Match()\n"
            "    return sum(bell.strike() for bell in tower.bells) + thing.light()\n"
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


def test_a_method_counts_only_where_a_value_of_its_class_is_asked_for_it(package: dict[str, Module]) -> None:
    graph = call_graph(package)
    reached = graph.reach({"house.tower.chimes"}, set())
    assert "house.tower.Bell.strike" in reached
    assert "house.tower.Match.strike" not in reached, "a bell is no match"
    assert "house.tower.Match.light" in reached, "nobody knows what `thing` is"
    assert "house.tower.Bell.rust" not in reached
    used = TestCalls(frozenset({"house.tower.Bell"}), frozenset({frozenset({"house.tower.Bell.rust"})}))
    assert missing_calls(used, reached, graph) == {"house.tower.Bell.rust"}


def test_a_command_of_a_tournament_counts_where_a_control_sends_it() -> None:
    assert {"BeginMatch", "PostResult", "AnswerClaim", "MoveUp"} <= sent_by_pages()
    assert "OnSide" not in sent_by_pages()


def test_a_command_that_is_sent_from_outside_is_reached(package: dict[str, Module]) -> None:
    reached = call_graph(package).reach({"house.door.page"}, {"house.commands.Pass"})
    assert "house.rules.pass_double" in reached
