"""From which surface every row of the rule books is reached, for the table shipped with the package.

    python -m scripts.reach            what no surface reaches, by function and by row
    python -m scripts.reach --write    writes src/barpoint/rulebook/reach.json

A row is proven by tests (`coverage.json`), a test by the functions it calls. A row is reached if everything its tests
call is reached from a surface: by the static call graph from routes, socket messages, commands of the command line
and the registry of incidents, never from the function itself. Exceptions are listed by name in docs/rules.md.
"""

import argparse
import json
import re
from collections import defaultdict
from dataclasses import dataclass
from functools import cache
from typing import Final

from barpoint.rulebook.catalogue.coverage import clause_tests
from barpoint.rulebook.catalogue.lookup import load_catalogue
from scripts.call_graph import ROOT, Asked, CallGraph, call_graph, read_modules

PAGES: Final = ROOT / "ui" / "src"
TABLE: Final = ROOT / "src" / "barpoint" / "rulebook" / "reach.json"
_PROVEN: Final = ("enforced", "computed", "ruled")
_ROUTES: Final = frozenset({"get", "post", "put", "patch", "delete", "route", "websocket"})
_INCIDENTS: Final = frozenset({"incident", "rule_under"})
_SENT: Final = re.compile(r"type(?:: | = |=)(?:[^\",}]* \? )?['\"]([A-Z]\w+)")
_FORM: Final = re.compile(r"^  ([A-Z]\w+): form\(", re.MULTILINE)
_EXCEPTION: Final = re.compile(r"^- `([a-z_]+\.[\w.]+)`: ((?:.+\n)(?:  .+\n)*)", re.MULTILINE)
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
    """The call graph of the package and its tests, and surface -> all that is reached from it."""
    graph = call_graph(read_modules() | read_modules(ROOT, "tests"))
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
    """Commands of a tournament and of a table device that a control of the pages sends."""
    directing = {kind for kind in graph.dispatched if kind.startswith("barpoint.tournament.commands.")}
    known = directing | graph.edges["barpoint.service.tournaments.device_record.Recordable"]
    sent = sent_by_pages()
    return {kind for kind in known if kind.rpartition(".")[2] in sent}


@cache
def sent_by_pages() -> frozenset[str]:
    """The commands that the pages send: named as the type of what is sent, or offered by the general form."""
    texts = [path.read_text("utf-8") for path in sorted(PAGES.rglob("*")) if path.suffix in (".ts", ".svelte")]
    forms = (PAGES / "pages" / "tournament" / "director" / "controls.ts").read_text("utf-8")
    return frozenset(name for text in texts for name in _SENT.findall(text)) | frozenset(_FORM.findall(forms))


@dataclass(frozen=True)
class TestCalls:
    """What a test and its helpers use of the package."""

    __test__ = False

    names: frozenset[str]
    methods: frozenset[frozenset[str]]
    """Of every attribute the methods it can be."""


@cache
def test_calls(test: str) -> TestCalls:
    """What a test (`tests/board/test_x.py::test_y`) uses, its helpers included.

    A value nobody knows can be of the classes that the test names.
    """
    graph, _reached = graph_and_surfaces()
    path, _, name = test.partition("::")
    seen: set[str] = set()
    waiting = [f"{path.removesuffix('.py').replace('/', '.')}.{name.replace('::', '.')}"]
    while waiting:
        while waiting:
            node = waiting.pop()
            if node not in seen:
                seen.add(node)
                waiting += graph.edges[node] if node.startswith("tests.") else ()
        asked = {one for node in seen if node.startswith("tests.") for one in graph.attributes[node]}
        methods = {frozenset(_candidates(graph, one, seen)) for one in asked}
        waiting = [name for some in methods for name in some if name.startswith("tests.") and name not in seen]
    outside = (frozenset(name for name in some if not name.startswith("tests.")) for some in methods)
    return TestCalls(
        frozenset(name for name in seen if not name.startswith("tests.")), frozenset(filter(None, outside))
    )


def _candidates(graph: CallGraph, asked: Asked, seen: set[str]) -> set[str]:
    name, classes = asked
    if classes is not None:
        return graph.candidates(asked)
    if name in graph.definitions.fields:
        return set()
    return {method for method in graph.methods[name] if method.rpartition(".")[0] in seen}


@cache
def exceptions() -> dict[str, str]:
    """What may prove a row though no surface calls it, and why: the list of docs/rules.md."""
    text = (ROOT / "docs" / "rules.md").read_text("utf-8")
    return {f"barpoint.{name}": " ".join(reason.split()) for name, reason in _EXCEPTION.findall(text)}


def missing_calls(used: TestCalls, reached: set[str], graph: CallGraph) -> set[str]:
    """What of it is not reached: a function has to be called, a command to be made; a type is only a word.

    Of the methods that an attribute can be one has to be reached.
    """
    names = {
        name
        for name in used.names
        if (name in graph.functions and name not in reached)
        or (name in graph.dispatched and f"made {name}" not in reached)
    }
    asked = {min(methods) for methods in used.methods if not methods & reached}
    return names | asked


def row_surfaces() -> tuple[dict[str, list[str]], dict[str, set[str]]]:
    """Row -> its surfaces; and what is not reached -> the rows that rest on it."""
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
            used = test_calls(test)
            missing = missing_calls(used, everything, graph) - exceptions().keys()
            if missing:
                lacking |= missing
                continue
            special = [name for name in used.names if name in graph.functions or name in graph.dispatched]
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
