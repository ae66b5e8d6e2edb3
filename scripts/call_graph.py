"""Who calls what in the package, read from its sources: names, attributes and imports, nothing is run.

A node is a function, a method, a class or a value of a module, by its full name. An edge is a name that stands in its
body.
Two things are finer than that, so that a rule nobody can ask for is not taken for one that somebody can:

- A method is reached where reached code asks a value that can be of its class for it (`value_types`); a value nobody
  knows can be of every class that is reached.
- A table from commands to functions (`{c.Take: cube_rules.take}`) leads to a function only where its command is *made*:
  called by its name in reached code, or read from what somebody sends. A test of the type, a pattern or an annotation
  makes nothing.
"""

import ast
import re
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Final

from scripts.value_types import Classes, Definitions, Scope

Asked = tuple[str, Classes | None]
ROOT: Final = Path(__file__).parent.parent
SOURCES: Final = ROOT / "src"
_ENTRY_POINT: Final = re.compile(r"[a-z_.]+:[a-z_]+")


@dataclass
class Module:
    """One file: what its names stand for, and its tree."""

    name: str
    tree: ast.Module
    package: bool
    imports: dict[str, tuple[str, str]] = field(default_factory=dict)
    """Local name -> (module, name in it); the name is empty for a module itself."""
    names: set[str] = field(default_factory=set)


@dataclass
class CallGraph:
    """Nodes by their full names, and what they lead to."""

    edges: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    attributes: dict[str, set[Asked]] = field(default_factory=lambda: defaultdict(set))
    """Node -> the attributes asked for in it, and of values of which classes."""
    made: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    """Node -> the classes called in it."""
    methods: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    """Name of a method -> the methods so called."""
    dispatched: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    """Class -> the functions that stand beside it in a table."""
    bases: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    classes: set[str] = field(default_factory=set)
    functions: set[str] = field(default_factory=set)
    decorators: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    """Node -> the names of its decorators."""
    definitions: Definitions = field(default_factory=lambda: Definitions(lambda _module, _node: None))

    def candidates(self, asked: Asked) -> set[str]:
        """The methods that an attribute of a value can be: of its classes and all they inherit from."""
        name, classes = asked
        if classes is None:
            return self.methods[name]
        return {f"{one}.{name}" for kind in classes for one in self.definitions.lineage(kind)} & self.methods[name]

    def inherited(self, asked: Asked) -> set[str]:
        """The methods of those who inherit from the classes of a value: it can be one of them."""
        name, classes = asked
        heirs = {heir for kind in classes or () for heir in self.definitions.heirs(kind)}
        return {f"{heir}.{name}" for heir in heirs} & self.methods[name]

    def reach(self, roots: set[str], decoded: set[str]) -> set[str]:
        """All that can be reached; `decoded` are classes that come from outside."""
        reached: set[str] = set()
        asked_of_any: set[str] = set()
        waiting_for: dict[str, set[str]] = defaultdict(set)  # class -> methods that count once it is reached
        made = set(decoded)
        waiting = [*roots, *decoded, *(function for kind in decoded for function in self.dispatched[kind])]
        while waiting:
            node = waiting.pop()
            if node in reached:
                continue
            reached.add(node)
            fresh = set(self.edges[node])
            for kind in self.made[node] - made:
                made.add(kind)
                fresh |= self.dispatched[kind]
            for asked in self.attributes[node]:
                name, classes = asked
                if classes is not None:
                    fresh |= self.candidates(asked)
                elif name in asked_of_any:
                    continue
                asked_of_any |= {name} if classes is None else set()
                for method in self.methods[name] if classes is None else self.inherited(asked):
                    waiting_for[method.rpartition(".")[0]].add(method)
                    fresh |= {method} if method.rpartition(".")[0] in reached else set()
            if node in self.classes:
                fresh |= self.bases[node] | waiting_for[node]
                fresh |= {f"{node}.{name}" for name in _CALLED_BY_PYTHON if f"{node}.{name}" in self.methods[name]}
            waiting.extend(fresh - reached)
        return reached | {f"made {kind}" for kind in made}


_CALLED_BY_PYTHON: Final = frozenset(
    f"__{name}__"
    for names in (
        ("init", "post_init", "call", "enter", "exit", "aenter", "aexit", "iter", "next", "aiter", "anext", "getattr"),
        ("getitem", "len", "str", "repr", "eq", "lt", "hash", "contains", "bool", "or", "and", "add", "sub", "mul"),
        ("neg", "invert"),
    )
    for name in names
)


@cache
def read_modules(folder: Path = SOURCES, package: str = "barpoint") -> dict[str, Module]:
    """Every module of a package; doors by their stubs."""
    modules: dict[str, Module] = {}
    for path in sorted((folder / package).rglob("*.py")):
        parts = path.relative_to(folder).with_suffix("").parts
        is_package = parts[-1] == "__init__"
        stub = path.with_suffix(".pyi")
        tree = ast.parse((stub if is_package and stub.exists() else path).read_text("utf-8"))
        name = ".".join(parts[:-1] if is_package else parts)
        modules[name] = Module(name, tree, is_package)
    for module in modules.values():
        _read_names(module)
    return modules


def _read_names(module: Module) -> None:
    for node in ast.walk(module.tree):
        if isinstance(node, ast.ImportFrom):
            source = _absolute(module, node)
            for alias in node.names:
                module.imports[alias.asname or alias.name] = (source, alias.name)
        elif isinstance(node, ast.Import):
            for alias in node.names:
                if alias.asname:
                    module.imports[alias.asname] = (alias.name, "")
    for node in module.tree.body:
        for statement in ast.walk(node) if isinstance(node, ast.If | ast.Try) else (node,):
            module.names |= set(_defined(statement))


def _absolute(module: Module, node: ast.ImportFrom) -> str:
    if not node.level:
        return node.module or ""
    parts = module.name.split(".")
    base = parts if module.package else parts[:-1]
    base = base[: len(base) - node.level + 1]
    return ".".join([*base, node.module] if node.module else base)


def _defined(node: ast.AST) -> list[str]:
    match node:
        case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
            return [node.name]
        case ast.Assign():
            return [target.id for target in node.targets if isinstance(target, ast.Name)]
        case ast.AnnAssign(target=ast.Name(id=name)):
            return [name]
    return []


def resolve(modules: dict[str, Module], module: str, name: str, depth: int = 0) -> str:
    """The full name of what a name in a module stands for; a module is its own name; empty if it is not ours."""
    if depth > 9 or module not in modules:
        return ""
    own = modules[module]
    if name in own.names:
        return f"{module}.{name}"
    if f"{module}.{name}" in modules:
        return f"{module}.{name}"
    if name in own.imports:
        source, what = own.imports[name]
        if not what:
            return source if source in modules else ""
        if f"{source}.{what}" in modules and what not in modules.get(source, own).names:
            return f"{source}.{what}"
        return resolve(modules, source, what, depth + 1)
    return ""


def call_graph(modules: dict[str, Module]) -> CallGraph:
    """The graph of a package."""
    graph = CallGraph(definitions=Definitions(lambda name, node: _target(modules, modules[name], node)))
    for module in modules.values():
        for node in module.tree.body:
            graph.definitions.add(module.name, node)
    graph.definitions.link()
    for module in modules.values():
        for node in module.tree.body:
            _add_statement(graph, modules, module, node)
    return graph


def _add_statement(graph: CallGraph, modules: dict[str, Module], module: Module, node: ast.stmt) -> None:
    match node:
        case ast.FunctionDef() | ast.AsyncFunctionDef():
            graph.functions.add(f"{module.name}.{node.name}")
            _add_body(graph, modules, module, f"{module.name}.{node.name}", node)
        case ast.ClassDef():
            name = f"{module.name}.{node.name}"
            graph.classes.add(name)
            for base in node.bases:
                if (known := _target(modules, module, base)) is not None:
                    graph.bases[name].add(known)
            for inner in node.body:
                if isinstance(inner, ast.FunctionDef | ast.AsyncFunctionDef):
                    method = f"{name}.{inner.name}"
                    graph.methods[inner.name].add(method)
                    _add_body(graph, modules, module, method, inner, owner=name)
                else:
                    _add_body(graph, modules, module, name, inner)
        case ast.Assign() | ast.AnnAssign():
            for defined in _defined(node):
                _add_body(graph, modules, module, f"{module.name}.{defined}", node)
        case ast.If() | ast.Try():
            for part in ast.iter_child_nodes(node):
                if isinstance(part, ast.stmt):
                    _add_statement(graph, modules, module, part)
        case _:
            pass


def _add_body(
    graph: CallGraph, modules: dict[str, Module], module: Module, name: str, node: ast.AST, owner: str | None = None
) -> None:
    scope = Scope(graph.definitions, module.name, owner, node)
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
        for decorator in node.decorator_list:
            called = decorator.func if isinstance(decorator, ast.Call) else decorator
            graph.decorators[name].add(called.attr if isinstance(called, ast.Attribute) else getattr(called, "id", ""))
    for seen in _evaluated(node, lambda table: _is_dispatch(graph, modules, module, table)):
        for value in _values(seen):
            if target := _target(modules, module, value):
                graph.made[name].add(target)
        if isinstance(seen, ast.Constant) and (target := _entry_point(modules, module, seen.value)):
            graph.edges[name].add(target)
        if isinstance(seen, ast.Attribute | ast.Name):
            target = _target(modules, module, seen)
            if target:
                graph.edges[name].add(target)
            elif isinstance(seen, ast.Attribute):
                graph.attributes[name].add((seen.attr, scope.type_of(seen.value)))


def _values(node: ast.AST) -> list[ast.expr]:
    """What may be made by an expression: what is called, handed over, or stands in a table."""
    match node:
        case ast.Call(func=ast.Name(id="isinstance" | "issubclass")):
            return []
        case ast.Call():
            return [node.func, *node.args, *(keyword.value for keyword in node.keywords)]
        case ast.Dict():
            return node.values
    return []


def _entry_point(modules: dict[str, Module], module: Module, text: object) -> str:
    """A function named as text, to be loaded when it is needed: `files.mat_reader:read_mat`, below its room."""
    if not isinstance(text, str) or not _ENTRY_POINT.fullmatch(text):
        return ""
    place, _, name = text.partition(":")
    room = ".".join(module.name.split(".")[:2])
    return resolve(modules, f"{room}.{place}", name)


def _is_dispatch(graph: CallGraph, modules: dict[str, Module], module: Module, node: ast.Dict) -> bool:
    """Whether a table leads from classes of commands to functions; then it is kept as such."""
    pairs = [
        (_target(modules, module, key) if key is not None else None, _target(modules, module, value))
        for key, value in zip(node.keys, node.values, strict=True)
    ]
    if not pairs or not all(key and value and ".commands." in key for key, value in pairs):
        return False
    for key, value in pairs:
        graph.dispatched[key or ""].add(value or "")
    return True


def _target(modules: dict[str, Module], module: Module, node: ast.AST) -> str | None:
    """What an expression of names names; None if it is nothing of ours."""
    if isinstance(node, ast.Name):
        return resolve(modules, module.name, node.id) or None
    if isinstance(node, ast.Attribute):
        base = _target(modules, module, node.value)
        if base in modules:
            return resolve(modules, base, node.attr) or None
    return None


def _evaluated(node: ast.AST, is_dispatch: Callable[[ast.Dict], bool]) -> list[ast.AST]:
    """Every expression of a body but annotations, patterns, tests of a type and tables from commands to functions."""
    seen: list[ast.AST] = []
    waiting: list[ast.AST] = [node]
    while waiting:
        here = waiting.pop()
        seen.append(here)
        match here:
            case ast.Dict() if is_dispatch(here):
                pass
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                waiting += [*here.body, *here.decorator_list, *here.args.defaults]
                waiting += [default for default in here.args.kw_defaults if default is not None]
            case ast.arg():
                pass
            case ast.AnnAssign():
                waiting += [here.value] if here.value is not None else []
            case ast.match_case():
                waiting += [*here.body, *([here.guard] if here.guard is not None else [])]
            case ast.Call(func=ast.Name(id="isinstance" | "issubclass")):
                waiting += here.args[:1]
            case _:
                waiting += list(ast.iter_child_nodes(here))
    return seen
