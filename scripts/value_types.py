"""Of which classes of the package a value can be, read from annotations; nothing is run.

A type is the set of our classes that its annotation mentions, containers and unions alike: a value of `list[Clock]` and
one of its elements are both `{Clock}`. None is a type nobody knows (`Any`, a value of a library): such a value can be
of every class.
"""

import ast
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

Classes = frozenset[str]
Resolver = Callable[[str, ast.AST], str | None]
"""(module, expression of names) -> the full name of what of ours it names."""
_NOTHING_OF_OURS: Final = frozenset({"int", "str", "bool", "float", "bytes", "bytearray", "Path", "datetime", "date"})
_WRAPPERS: Final = frozenset(
    {"list", "tuple", "dict", "set", "frozenset", "Sequence", "Iterable", "Mapping", "Final", "type"}
)
_SAME_TYPE: Final = frozenset(
    {"replace", "sorted", "list", "tuple", "set", "frozenset", "reversed", "iter", "next", "max", "min", "deepcopy"}
)


@dataclass
class Definition:
    """A class: its module, bases, and what its attributes are annotated with."""

    module: str
    node: ast.ClassDef
    bases: set[str] = field(default_factory=set)
    attributes: dict[str, ast.expr | None] = field(default_factory=dict)
    """Fields by their annotations, methods and properties by what they return."""


@dataclass
class Definitions:
    """All classes, functions and values of a package by their full names."""

    resolve: Resolver
    classes: dict[str, Definition] = field(default_factory=dict)
    functions: dict[str, tuple[str, ast.expr | None]] = field(default_factory=dict)
    """Function -> its module and what it returns."""
    values: dict[str, tuple[str, ast.expr]] = field(default_factory=dict)
    """Value of a module -> its module and annotation, or what it is made of."""
    fields: set[str] = field(default_factory=set)
    """The names of all fields of classes."""
    subclasses: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    _annotated: dict[tuple[str, int], Classes | None] = field(default_factory=dict)
    _quoted: dict[str, ast.expr] = field(default_factory=dict)

    def add(self, module: str, node: ast.stmt) -> None:
        """Take note of a statement of a module."""
        match node:
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                self.functions[f"{module}.{node.name}"] = (module, node.returns)
            case ast.ClassDef():
                self._add_class(module, node)
            case ast.AnnAssign(target=ast.Name(id=name), annotation=annotation, value=value):
                bare = isinstance(annotation, ast.Name) and annotation.id in ("Final", "TypeAlias")
                stands_for = value if bare and value is not None else annotation
                self.values[f"{module}.{name}"] = (module, stands_for)
            case ast.Assign(targets=[ast.Name(id=name)], value=value):
                self.values[f"{module}.{name}"] = (module, value)
            case ast.If() | ast.Try():
                for part in ast.iter_child_nodes(node):
                    if isinstance(part, ast.stmt):
                        self.add(module, part)

    def _add_class(self, module: str, node: ast.ClassDef) -> None:
        name = f"{module}.{node.name}"
        kind = self.classes[name] = Definition(module, node)
        for part in ast.walk(node):
            match part:
                case ast.AnnAssign(target=ast.Name(id=word) | ast.Attribute(value=ast.Name(id="self"), attr=word)):
                    kind.attributes[word] = part.annotation
        self.fields |= set(kind.attributes)
        for inner in node.body:
            if isinstance(inner, ast.FunctionDef | ast.AsyncFunctionDef):
                kind.attributes[inner.name] = inner.returns
                kind.attributes |= _stored_parameters(inner)

    def link(self) -> None:
        """After the last statement: who inherits from whom."""
        for name, kind in self.classes.items():
            for base in kind.node.bases:
                named = base.value if isinstance(base, ast.Subscript) else base
                if (known := self.resolve(kind.module, named)) is not None:
                    kind.bases.add(known)
                    self.subclasses[known].add(name)

    def lineage(self, name: str) -> list[str]:
        """A class and all it inherits from."""
        seen, waiting = [], [name]
        while waiting:
            here = waiting.pop()
            if here in self.classes and here not in seen:
                seen.append(here)
                waiting += sorted(self.classes[here].bases)
        return seen

    def heirs(self, name: str) -> set[str]:
        """All that inherit from a class."""
        found: set[str] = set()
        waiting = [name]
        while waiting:
            fresh = self.subclasses[waiting.pop()] - found
            found |= fresh
            waiting += fresh
        return found

    def is_open(self, name: str) -> bool:
        """Whether a class is a protocol: anything that fits is of it."""
        return any(_last_name(base) == "Protocol" for base in self.classes[name].node.bases)

    def annotated(self, module: str, annotation: ast.expr | None, depth: int = 0) -> Classes | None:
        """The classes that an annotation mentions."""
        if annotation is None or depth > 8:
            return None
        key = (module, id(annotation))
        if key not in self._annotated:
            self._annotated[key] = None
            self._annotated[key] = self._annotated_anew(module, annotation, depth)
        return self._annotated[key]

    def _annotated_anew(self, module: str, annotation: ast.expr, depth: int) -> Classes | None:
        match annotation:
            case ast.Constant(value=str(text)):
                return self.annotated(module, self._unquoted(text), depth + 1)
            case ast.Constant():
                return frozenset()
            case ast.Name() | ast.Attribute():
                return self._named(module, annotation, depth)
            case ast.BinOp(left=left, right=right):
                return _union([self.annotated(module, part, depth + 1) for part in (left, right)])
            case ast.Subscript(value=value, slice=inner):
                if (name := _last_name(value)) == "Literal":
                    return frozenset()
                parts = inner.elts if isinstance(inner, ast.Tuple) else [inner]
                inside = [self.annotated(module, part, depth + 1) for part in parts]
                if name in _WRAPPERS or name in (
                    "Awaitable",
                    "Iterator",
                    "AsyncIterator",
                    "Callable",
                    "ClassVar",
                    "Annotated",
                ):
                    return _union(inside)
                return _union([self._named(module, value, depth), *inside])
            case ast.List(elts=parts) | ast.Tuple(elts=parts):
                return _union([self.annotated(module, part, depth + 1) for part in parts])
        return None

    def _unquoted(self, text: str) -> ast.expr | None:
        if text not in self._quoted and text.isprintable() and not text.count(" ") > 6:
            try:
                self._quoted[text] = ast.parse(text, mode="eval").body
            except SyntaxError:
                return None
        return self._quoted.get(text)

    def _named(self, module: str, node: ast.expr, depth: int) -> Classes | None:
        name = self.resolve(module, node)
        if name in self.classes:
            return None if self.is_open(name) else frozenset({name})
        if name in self.values:
            where, value = self.values[name]
            return self.annotated(where, value, depth + 1)
        return frozenset() if _last_name(node) in _NOTHING_OF_OURS | {"None"} | _WRAPPERS else None

    def attribute(self, classes: Classes | None, name: str) -> Classes | None:
        """What `value.name` is, or returns, of a value of these classes."""
        if classes is None:
            return None
        types: list[Classes | None] = []
        for kind in classes:
            for one in self.lineage(kind):
                if name in self.classes[one].attributes:
                    types.append(self._member(one, name, kind))
                    break
        return _union(types) if types else None

    def _member(self, one: str, name: str, kind: str) -> Classes | None:
        definition = self.classes[one]
        annotation = definition.attributes[name]
        if isinstance(annotation, ast.Name) and annotation.id == "Self":
            return frozenset({kind})
        return self.annotated(definition.module, annotation)


def _stored_parameters(method: ast.FunctionDef | ast.AsyncFunctionDef) -> dict[str, ast.expr | None]:
    """`self.store = store`: the attribute is what the parameter is annotated with."""
    if method.name != "__init__":
        return {}
    arguments = [*method.args.posonlyargs, *method.args.args, *method.args.kwonlyargs]
    given = {argument.arg: argument.annotation for argument in arguments}
    stored: dict[str, ast.expr | None] = {}
    for statement in ast.walk(method):
        if not isinstance(statement, ast.Assign):
            continue
        for target in statement.targets:
            pairs = (
                zip(target.elts, statement.value.elts, strict=False)
                if isinstance(target, ast.Tuple) and isinstance(statement.value, ast.Tuple)
                else [(target, statement.value)]
            )
            for left, right in pairs:
                match left, right:
                    case ast.Attribute(value=ast.Name(id="self"), attr=word), ast.Name(id=source) if source in given:
                        stored[word] = given[source]
                    case ast.Attribute(value=ast.Name(id="self"), attr=word), ast.Call(func=ast.Name() as made):
                        stored[word] = made
    return stored


def _last_name(node: ast.AST) -> str:
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""


def _union(types: list[Classes | None]) -> Classes | None:
    return frozenset[str]().union(*(kind for kind in types if kind is not None)) if None not in types else None


class Scope:
    """The names of one function and what they can be."""

    def __init__(self, definitions: Definitions, module: str, owner: str | None, node: ast.AST) -> None:
        self._definitions, self._module = definitions, module
        self._sources: dict[str, list[ast.expr | Classes | None]] = defaultdict(list)
        self._known: dict[str, Classes | None] = {}
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            self._add_parameters(node, owner)
        inside = node.body if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) else [node]  # no decorators
        for part in (part for statement in inside for part in ast.walk(statement)):
            self._add_binding(part)

    def _add_parameters(self, node: ast.FunctionDef | ast.AsyncFunctionDef, owner: str | None) -> None:
        arguments = [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs]
        for place, argument in enumerate(arguments):
            if owner is not None and place == 0 and argument.annotation is None:
                self._sources[argument.arg].append(frozenset({owner}))
            else:
                self._sources[argument.arg].append(self._definitions.annotated(self._module, argument.annotation))

    def _add_binding(self, part: ast.AST) -> None:
        match part:
            case ast.Assign(targets=targets, value=value):
                for target in targets:
                    self._bind(target, value)
            case ast.AnnAssign(target=ast.Name(id=name), annotation=annotation):
                self._sources[name].append(self._definitions.annotated(self._module, annotation))
            case ast.For(target=target, iter=value) | ast.AsyncFor(target=target, iter=value):
                self._bind(target, value)
            case ast.comprehension(target=target, iter=value):
                self._bind(target, value)
            case ast.NamedExpr(target=target, value=value):
                self._bind(target, value)
            case ast.withitem(context_expr=value, optional_vars=ast.expr() as target):
                self._bind(target, value)
            case ast.MatchAs(pattern=ast.MatchClass(cls=kind), name=str(name)):
                self._sources[name].append(self._definitions.annotated(self._module, kind))
            case ast.MatchAs(name=str(name)) | ast.MatchStar(name=str(name)) | ast.ExceptHandler(name=str(name)):
                self._sources[name].append(None)
            case ast.Lambda(args=arguments):
                for argument in arguments.args:
                    self._sources[argument.arg].append(None)
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                for argument in [*part.args.args, *part.args.kwonlyargs]:
                    if argument.annotation is not None:
                        self._sources[argument.arg].append(
                            self._definitions.annotated(self._module, argument.annotation)
                        )

    def _bind(self, target: ast.expr, value: ast.expr) -> None:
        if isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple) and len(target.elts) == len(value.elts):
            for one, other in zip(target.elts, value.elts, strict=True):
                self._bind(one, other)
            return
        for part in ast.walk(target):
            if isinstance(part, ast.Name):
                self._sources[part.id].append(value)

    def type_of(self, node: ast.expr, depth: int = 0) -> Classes | None:
        """The classes an expression can be of."""
        if depth > 12:
            return None
        types = self._definitions
        match node:
            case ast.Name(id=name) if name in self._sources:
                return self._local(name, depth)
            case ast.Name() | ast.Attribute() if (full := types.resolve(self._module, node)) is not None:
                return self._global(full)
            case ast.Attribute(value=value, attr=attr):
                return types.attribute(self.type_of(value, depth + 1), attr)
            case ast.Call(func=func, args=args):
                return self._called(func, args, depth)
            case ast.Constant() | ast.JoinedStr() | ast.Compare():
                return frozenset()
            case (
                ast.Await(value=value)
                | ast.Subscript(value=value)
                | ast.Starred(value=value)
                | ast.NamedExpr(value=value)
            ):
                return self.type_of(value, depth + 1)
            case ast.IfExp(body=one, orelse=other):
                return _union([self.type_of(part, depth + 1) for part in (one, other)])
            case ast.BoolOp(values=values) | ast.List(elts=values) | ast.Tuple(elts=values) | ast.Set(elts=values):
                return _union([self.type_of(part, depth + 1) for part in values])
            case ast.ListComp(elt=element) | ast.GeneratorExp(elt=element) | ast.SetComp(elt=element):
                return self.type_of(element, depth + 1)
        return None

    def _called(self, func: ast.expr, args: list[ast.expr], depth: int) -> Classes | None:
        if (full := self._definitions.resolve(self._module, func)) is not None:
            return self._global(full)
        if _last_name(func) in _SAME_TYPE and args:
            return self.type_of(args[0], depth + 1)
        if isinstance(func, ast.Attribute) and func.attr in ("values", "items", "get", "pop", "copy", "union"):
            base = self.type_of(func.value, depth + 1)
            if base is None or self._definitions.attribute(base, func.attr) is None:
                return base
        return self.type_of(func, depth + 1)

    def _local(self, name: str, depth: int) -> Classes | None:
        if name not in self._known:
            self._known[name] = frozenset()  # of itself it says nothing
            types = [
                self.type_of(source, depth + 1) if isinstance(source, ast.expr) else source
                for source in self._sources[name]
            ]
            self._known[name] = _union(types)
        return self._known[name]

    def _global(self, full: str) -> Classes | None:
        """A class stands for its values: what is called on it is called on them."""
        types = self._definitions
        if full in types.classes:
            return None if types.is_open(full) else frozenset({full})
        if full in types.functions:
            return types.annotated(*types.functions[full])
        if full in types.values:
            where, value = types.values[full]
            known = types.annotated(where, value)
            return known or Scope(types, where, None, ast.Pass()).type_of(value)
        return None
