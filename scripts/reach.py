"""From which surface every row of the rule books is reached, for the table shipped with the package.

    python -m scripts.reach            what no surface reaches, by function and by row
    python -m scripts.reach --write    writes src/barpoint/rulebook/reach.json

A row is proven by tests (`coverage.json`), a test by the functions it calls. A row is reached if everything its tests
call is reached from a surface: by the static call graph from routes, socket messages, commands of the command line
and the registry of incidents, never from the function itself.
"""

import argparse
import ast
import json
from collections import defaultdict
from functools import cache
from pathlib import Path
from typing import Final

from barpoint.rulebook.catalogue.coverage import clause_tests
from barpoint.rulebook.catalogue.lookup import load_catalogue
from scripts.call_graph import ROOT, CallGraph, Module, call_graph, read_modules, resolve

TABLE: Final = ROOT / "src" / "barpoint" / "rulebook" / "reach.json"
_PROVEN: Final = ("enforced", "computed", "ruled")
_ROUTES: Final = frozenset({"get", "post", "put", "patch", "delete", "route", "websocket"})
_INCIDENTS: Final = frozenset({"incident", "rule_under"})
_PRINTS: Final = (".printing.", ".ibf_print.", ".score_sheet.", "_card.", ".documents.", "paper.")


def _surface(node: str, decorators: set[str]) -> str | None:
    """The surface a node is an entrance of."""
    if node.startswith("barpoint.cli.") and decorators & {"command", "callback"}:
        return "command line"
    if node.startswith("barpoint.officiating.topics.") and decorators & _INCIDENTS:
        return "ruling"
    if node.startswith("barpoint.web.") and decorators & _ROUTES:
        if "device" in node:
            return "table device"
        if any(word in node for word in (".ruling.", ".officials.", ".cases.", ".sanctions.", ".rules.")):
            return "ruling"
        return "desk" if ".tournaments." in node else "online match"
    return None


@cache
def graph_and_surfaces() -> tuple[CallGraph, dict[str, set[str]]]:
    """The call graph, and surface -> all that is reached from it."""
    graph = call_graph(read_modules())
    entrances: dict[str, set[str]] = defaultdict(set)
    for node in list(graph.decorators):
        if surface := _surface(node, graph.decorators[node]):
            entrances[surface].add(node)
    entrances["online match"] |= {"barpoint.web.live.socket.Socket", "barpoint.web.app.create_app"}
    entrances["command line"] |= {"barpoint.cli.run"}
    for surface in ("online match", "table device", "desk", "ruling"):
        entrances[surface].add("barpoint.bootstrap.server_process")  # the services that a route asks
    decoded = _decoded(graph)
    reached = {
        surface: graph.reach(roots, decoded if surface != "ruling" else set()) for surface, roots in entrances.items()
    }
    everything = set().union(*reached.values())
    reached["print"] = graph.reach({node for node in everything if any(part in node for part in _PRINTS)}, set())
    return graph, reached


def _decoded(graph: CallGraph) -> set[str]:
    """Commands of a tournament are read as they are sent, and those of a table device: each can be asked for."""
    directing = {kind for kind in graph.dispatched if kind.startswith("barpoint.tournament.commands.")}
    return directing | graph.edges["barpoint.service.tournaments.device_record.Recordable"]


class TestFile:
    """A file of tests: what its functions call of the package."""

    __test__ = False

    def __init__(self, path: Path) -> None:
        self.tree = ast.parse(path.read_text("utf-8"))
        self.functions = {
            node.name: node
            for node in ast.walk(self.tree)
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)
        }
        self.values = {
            target.id: node
            for node in self.tree.body
            if isinstance(node, ast.Assign)
            for target in node.targets
            if isinstance(target, ast.Name)
        }
        self.imports: dict[str, tuple[str, str]] = {}
        for node in ast.walk(self.tree):
            if isinstance(node, ast.ImportFrom) and node.module and not node.level:
                for alias in node.names:
                    self.imports[alias.asname or alias.name] = (node.module, alias.name)

        self._calls: dict[str, set[str]] = {}

    def calls(self, modules: dict[str, Module], name: str) -> set[str]:
        """What of the package a function of the tests names, its helpers' names included."""
        if name in self._calls:
            return self._calls[name]
        used = self._calls[name] = set()
        node = self.functions.get(name) or self.values.get(name)
        for part in ast.walk(node) if node is not None else ():
            match part:
                case ast.Attribute(value=ast.Name(id=base), attr=attribute) if base in self.imports:
                    source, what = self.imports[base]
                    if source.startswith("barpoint") and f"{source}.{what}" in modules:
                        used.add(resolve(modules, f"{source}.{what}", attribute))
                case ast.Name(id=word) if word in self.functions or word in self.values:
                    used |= self.calls(modules, word)
                case ast.Name(id=word) if word in self.imports:
                    source, what = self.imports[word]
                    if source.startswith("barpoint"):
                        used.add(resolve(modules, source, what))
                    elif source.startswith("tests."):
                        helper = ROOT / (source.replace(".", "/") + ".py")
                        used |= test_file(helper).calls(modules, what) if helper.exists() else set()
        return used


@cache
def test_file(path: Path) -> TestFile:
    """A file of tests, read once."""
    return TestFile(path)


def _missing(used: set[str], reached: set[str], graph: CallGraph) -> set[str]:
    """What of it is not reached: a function has to be called, a command to be made; a type is only a word."""
    return {
        name
        for name in used
        if (name in graph.functions and name not in reached)
        or (name in graph.dispatched and f"made {name}" not in reached)
    }


def row_surfaces() -> tuple[dict[str, list[str]], dict[str, set[str]]]:
    """Row -> its surfaces; and what is not reached -> the rows that rest on it."""
    modules = read_modules()
    graph, reached = graph_and_surfaces()
    everything = set().union(*reached.values())
    tests = clause_tests()
    rows: dict[str, list[str]] = {}
    unreached: dict[str, set[str]] = defaultdict(set)
    for row in load_catalogue().clauses:
        if row.status.value not in _PROVEN:
            continue
        lacking: set[str] = set()
        best: set[str] = set()
        for test in tests.get(row.id, ()):
            path, _, name = test.partition("::")
            used = test_file(ROOT / path).calls(modules, name.rpartition("::")[2])
            missing = _missing(used, everything, graph)
            if missing:
                lacking |= missing
                continue
            special = [name for name in used if name in graph.functions or name in graph.dispatched]
            best |= _common_surfaces(special, reached)
        rows[row.id] = [] if lacking else sorted(best)
        for name in lacking:
            unreached[name].add(row.id)
    return rows, unreached


def _within(name: str, nodes: set[str]) -> bool:
    return name in nodes or f"made {name}" in nodes


def _common_surfaces(names: list[str], reached: dict[str, set[str]]) -> set[str]:
    """The surfaces of what a test is about, which is what the fewest reach; not of what it is set up with."""
    places = {name: {surface for surface, nodes in reached.items() if _within(name, nodes)} for name in names}
    least = min((len(surfaces) for surfaces in places.values() if surfaces), default=0)
    rarest = [surfaces for surfaces in places.values() if len(surfaces) == least]
    return set.intersection(*rarest) or set.union(*rarest) if rarest else set()


def main() -> None:
    """Print what is not reached, or write the table."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--write", action="store_true")
    chosen = arguments.parse_args()
    rows, unreached = row_surfaces()
    if chosen.write:
        TABLE.write_text(json.dumps(rows, indent=1) + "\n", "utf-8")
    lost = [row for row, places in rows.items() if not places]
    print(f"{len(rows)} rows enforced, computed or ruled; {len(lost)} reached from no surface")
    for name, ids in sorted(unreached.items(), key=lambda item: -len(item[1])):
        print(f"{len(ids):4} {name}: {', '.join(sorted(ids)[:6])}{' ...' if len(ids) > 6 else ''}")


if __name__ == "__main__":
    main()
