"""Writes the browser's types from the server's: `python -m scripts.ui_types` makes ui/src/wire/types.ts anew.

What is written: every message of the socket, every wish, and all they hold. A field the server may leave out
because it has its default is optional here. A test compares the file with what this writes.
"""

import enum
import types
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final

import msgspec.inspect as mi

from barpoint.wire.messages import AnySaid, AnyTold
from barpoint.wire.wishes import AnyWish

TARGET: Final = Path(__file__).parent.parent / "ui" / "src" / "wire" / "types.ts"
UNIONS: Final[dict[str, Any]] = {"AnyWish": AnyWish, "AnySaid": AnySaid, "AnyTold": AnyTold}
HEAD: Final = "// Written by scripts/ui_types.py from the server's types. Do not edit.\n"
_PLAIN: Final = {mi.IntType: "number", mi.FloatType: "number", mi.StrType: "string", mi.BoolType: "boolean"}


def written() -> str:
    """The whole file."""
    names: dict[str, str] = {}
    for union in UNIONS.values():
        for member in getattr(union, "__args__", (union,)):
            _declare(mi.type_info(member), names)
    body = [names[name] for name in sorted(names)]
    body += [f"export type {name} = {_members(union)}\n" for name, union in UNIONS.items()]
    return HEAD + "\n" + "\n".join(body)


def _members(union: types.UnionType) -> str:
    return " | ".join(member.__name__ for member in union.__args__)


def _declare(info: mi.Type, names: dict[str, str]) -> str:
    """How a type is written in TypeScript; a struct or an enumeration is declared on the way."""
    match info:
        case mi.StructType(cls=cls):
            if cls.__name__ not in names:
                names[cls.__name__] = ""
                names[cls.__name__] = _struct(info, names)
            return cls.__name__
        case mi.EnumType(cls=cls):
            names.setdefault(cls.__name__, _enumeration(cls))
            return cls.__name__
        case mi.UnionType(types=members):
            return " | ".join(dict.fromkeys(_declare(member, names) for member in members))
        case mi.TupleType(item_types=items):
            return f"[{', '.join(_declare(item, names) for item in items)}]"
        case mi.VarTupleType(item_type=item) | mi.ListType(item_type=item):
            inner = _declare(item, names)
            return f"({inner})[]" if " " in inner and not inner.startswith("[") else f"{inner}[]"
        case mi.DictType(value_type=value):
            return f"Record<string, {_declare(value, names)}>"
        case mi.LiteralType(values=values):
            return " | ".join(repr(value) for value in values)
        case mi.NoneType():
            return "null"
        case mi.AnyType():
            return "any"
        case _:
            return _PLAIN[type(info)]


def _struct(info: mi.StructType, names: dict[str, str]) -> str:
    if info.array_like:
        parts = ", ".join(f"{field.name}: {_declare(field.type, names)}" for field in info.fields)
        return f"export type {info.cls.__name__} = [{parts}]\n"
    lines = [f"  {info.tag_field}: '{info.tag}'"] if info.tag_field else []
    for field in info.fields:
        written_out = field.required or not info.cls.__struct_config__.omit_defaults
        sent_by_client = info.forbid_unknown_fields and not field.required
        mark = "" if written_out and not sent_by_client else "?"
        lines.append(f"  {_key(field.encode_name)}{mark}: {_declare(field.type, names)}")
    return f"export interface {info.cls.__name__} {{\n" + "\n".join(lines) + "\n}\n"


def _key(name: str) -> str:
    return name if name.isidentifier() else f"'{name}'"


def _enumeration(cls: type[enum.Enum]) -> str:
    return f"export type {cls.__name__} = {_values(cls)}\n"


def _values(cls: Iterable[enum.Enum]) -> str:
    return " | ".join(f"'{member.value}'" if isinstance(member.value, str) else str(member.value) for member in cls)


if __name__ == "__main__":
    TARGET.write_text(written(), "utf-8")
