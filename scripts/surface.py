"""Writes what stored data and other programs rely on to a golden file, without the names the code itself uses.

    python -m scripts.surface            compares with tests/golden/surface.json, and says what differs
    python -m scripts.surface --write    writes it anew: only where a change of the surface is meant

The surface: every struct that is stored or sent (by its tag, or by its fields where it has none), values of enums,
refusal codes among them, prefixes of streams, the database's tables, routes with their parameters, the help of every
command, cookies and keys of the browser's storage. Classes, functions and modules may be renamed and moved; the
surface does not change by it.
"""

import argparse
import ast
import asyncio
import dataclasses
import difflib
import enum
import importlib
import inspect
import json
import pkgutil
import re
import sys
import tempfile
import types
import typing
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import msgspec
import msgspec.inspect as mi

import barpoint

ROOT: Final = Path(__file__).parent.parent
GOLDEN: Final = ROOT / "tests" / "golden" / "surface.json"
_STREAM: Final = re.compile(r"^[a-z]+:$")
_KEY: Final = re.compile(r"""[`'"](barpoint[-.][^`'"\n]*)[`'"]""")


def surface() -> dict[str, Any]:
    """All of it, as plain data."""
    modules = list(_modules())
    return {
        "structs": _structs(modules),
        "enums": _enums(modules),
        "stream prefixes": _stream_prefixes(),
        "tables": _tables(),
        "routes": _routes(),
        "commands": _commands(),
        "cookies": _cookies(modules),
        "browser storage": _browser_storage(),
    }


def _modules() -> Iterator[types.ModuleType]:
    for info in pkgutil.walk_packages(barpoint.__path__, "barpoint."):
        if not info.name.endswith("__main__") and ".migrations" not in info.name:
            yield importlib.import_module(info.name)


def _classes(modules: list[types.ModuleType], base: type) -> list[type]:
    members = {
        item
        for module in modules
        for item in vars(module).values()
        if inspect.isclass(item) and issubclass(item, base) and item.__module__.startswith("barpoint")
    }
    return sorted(members, key=lambda item: (item.__module__, item.__qualname__))


def _structs(modules: list[types.ModuleType]) -> list[str]:
    """One line a struct: its tag and fields. A base that is no member of a union stands for its heirs only."""
    aliases = [alias for module in modules for alias in vars(module).values()]
    members = {member for alias in aliases for member in typing.get_args(alias) if inspect.isclass(member)}
    classes = _classes(modules, msgspec.Struct)
    return sorted(_struct_line(item) for item in classes if not item.__subclasses__() or item in members)


def _struct_line(item: Any) -> str:  # a subclass of Struct, whose own attributes are typed on the metaclass
    try:
        info = mi.type_info(item)
    except TypeError:  # a state in memory, which nothing decodes
        return f"in memory {{{', '.join(item.__struct_encode_fields__)}}}"
    assert isinstance(info, mi.StructType)
    return _shown(info, ())


def _shown(info: mi.Type, above: tuple[type, ...]) -> str:
    match info:
        case mi.StructType(cls=cls):
            if cls in above:
                return f"<{len(above) - above.index(cls)} above>"
            tag = "" if info.tag is None else f"{info.tag_field}={info.tag!r} "
            if tag and above:
                return f"<{tag.strip()}>"  # it has a line of its own
            fields = ", ".join(_field(field, (*above, cls)) for field in info.fields)
            closed = " closed" if info.forbid_unknown_fields else ""
            return f"{tag}{'array' if info.array_like else ''}{{{fields}}}{closed}"
        case mi.EnumType(cls=cls):
            return "enum(" + "|".join(sorted(str(item.value) for item in cls)) + ")"
        case mi.UnionType(types=options):
            return "(" + " | ".join(sorted(_shown(option, above) for option in options)) + ")"
        case mi.DictType(key_type=key, value_type=value):
            return f"dict[{_shown(key, above)}, {_shown(value, above)}]"
        case mi.CollectionType(item_type=item):
            return f"{type(info).__name__}[{_shown(item, above)}]"
        case mi.TupleType(item_types=items):
            return "tuple[" + ", ".join(_shown(item, above) for item in items) + "]"
        case mi.DataclassType(cls=cls) | mi.TypedDictType(cls=cls) | mi.NamedTupleType(cls=cls):
            if cls in above:
                return f"<{len(above) - above.index(cls)} above>"
            return "{" + ", ".join(_field(field, (*above, cls)) for field in info.fields) + "}"
        case mi.LiteralType(values=values):
            return f"literal{sorted(map(str, values))}"
        case mi.CustomType():
            return "custom"
        case mi.Metadata(type=inner):
            return _shown(inner, above)
        case _:
            bounds = {
                field.name: getattr(info, field.name)
                for field in (dataclasses.fields(info) if dataclasses.is_dataclass(info) else ())
            }
            limits = "".join(f" {name}={value}" for name, value in sorted(bounds.items()) if value is not None)
            return type(info).__name__.removesuffix("Type").lower() + limits


def _field(field: Any, above: tuple[type, ...]) -> str:  # structs, dataclasses and typed dicts each have their own
    presence = "" if field.required else "?"
    default = field.default
    shown = "" if default in (msgspec.NODEFAULT, msgspec.UNSET) or isinstance(default, type) else f"={_plain(default)}"
    return f"{field.encode_name}{presence}: {_shown(field.type, above)}{shown}"


def _plain(value: object) -> str:
    try:
        return msgspec.json.encode(value).decode()
    except TypeError:
        return type(value).__name__ if not isinstance(value, int | str | bool | None) else repr(value)


def _enums(modules: list[types.ModuleType]) -> list[str]:
    classes: list[Any] = list(_classes(modules, enum.Enum))  # enums: their members are what is iterated
    return sorted("|".join(str(item.value) for item in cls) for cls in classes if len(cls))


def _stream_prefixes() -> list[str]:
    """The literal heads of texts such as f"match:{id}", outside print."""
    heads = set()
    for path in sorted((ROOT / "src").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.JoinedStr) and isinstance(node.values[0], ast.Constant) and len(node.values) > 1:
                head = str(node.values[0].value)
                if _STREAM.match(head):
                    heads.add(head)
            elif isinstance(node, ast.Constant) and isinstance(node.value, str) and _STREAM.match(node.value):
                heads.add(node.value)
    return sorted(heads)


def _tables() -> list[str]:
    """The tables of a new database, as SQLite says them."""
    import sqlite3

    from barpoint.adapters.database import Database

    async def upgrade(path: Path) -> None:
        database = Database(str(path))
        await database.migrate()
        await database.close()

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "new.db"
        asyncio.run(upgrade(path))
        with sqlite3.connect(path) as db:
            rows = db.execute("select sql from sqlite_master where sql is not null order by name").fetchall()
        db.close()
    return [" ".join(str(sql).split()) for (sql,) in rows]


def _routes() -> list[str]:
    from barpoint.web.app import create_app

    async def nobody() -> Any:
        raise AssertionError("routes are read without a server")

    app = create_app(nobody)
    lines = []
    for path, entry in sorted((app.openapi_schema.paths or {}).items()):
        for method in ("get", "put", "post", "delete", "patch"):
            operation = getattr(entry, method)
            if operation is not None:
                names = sorted(f"{item.param_in.value}:{item.name}" for item in operation.parameters or ())
                lines.append(f"{method.upper()} {path} {' '.join(names)}".rstrip())
    lines += [f"{sorted(getattr(route, 'methods', ()) or ['socket'])} {route.path}" for route in app.routes]
    return sorted(lines)


def _commands() -> dict[str, list[str]]:
    """The help of every command, a hundred columns wide."""
    import typer
    from typer.testing import CliRunner

    from barpoint.cli import app

    runner = CliRunner(env={"COLUMNS": "100", "NO_COLOR": "1", "TERM": "dumb"})
    pages: dict[str, list[str]] = {}

    def walk(command: Any, words: tuple[str, ...]) -> None:  # Typer keeps its command types to itself
        result = runner.invoke(app, [*words, "--help"], terminal_width=100)
        pages[" ".join(("barpoint", *words))] = [line.rstrip() for line in result.output.splitlines() if line.strip()]
        for name in command.list_commands(None) if hasattr(command, "list_commands") else ():
            walk(command.get_command(None, name), (*words, name))

    walk(typer.main.get_command(app), ())
    return pages


def _cookies(modules: list[types.ModuleType]) -> list[str]:
    names = set()
    for module in modules:
        if module.__name__.startswith("barpoint.web"):
            source = inspect.getsource(module)
            if "cookie" in source.lower():
                names.update(re.findall(r'f?"((?:__Host-)?barpoint[-{}\w]*)"', source))
    return sorted(names)


def _browser_storage() -> list[str]:
    """Texts that begin with our name and a stop, as keys of storage and caches do."""
    sources = [path for path in (ROOT / "ui" / "src").rglob("*") if path.is_file()]
    keys: set[str] = set()
    for path in (*sources, ROOT / "ui" / "worker.js"):
        keys.update(_KEY.findall(path.read_text("utf-8")))
    return sorted(keys)


def main() -> None:
    """Compare, or write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()
    text = json.dumps(surface(), indent=1, ensure_ascii=False) + "\n"
    if options.write:
        GOLDEN.parent.mkdir(parents=True, exist_ok=True)
        GOLDEN.write_text(text, "utf-8")
        return
    before = GOLDEN.read_text("utf-8")
    if before != text:
        sys.stdout.writelines(
            difflib.unified_diff(before.splitlines(True), text.splitlines(True), "golden", "now", n=0)
        )
        raise SystemExit(1)


if __name__ == "__main__":
    main()
