"""Writes the browser's types from the server's: `python -m scripts.ui_types` makes ui/src/wire/types.ts anew.

What is written: every message of the socket, every wish, what goes over HTTP, and all they hold. A field the
server may leave out because it has its default is optional here. Of two types of one name the later one carries its
module's name too. A test compares the file with what this writes.
"""

import enum
import types
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final

import msgspec.inspect as mi

from barpoint.rulebook.clause import Catalogue
from barpoint.service.aids import Hint
from barpoint.service.fair_dice import Verdict
from barpoint.service.inquiries import Inquiry
from barpoint.service.lobby import Challenge
from barpoint.wire import http, officials, people, ruling, tables
from barpoint.wire.messages import AnySaid, AnyTold
from barpoint.wire.review import AnalysisSeen, Review
from barpoint.wire.wishes import AnyWish

TARGET: Final = Path(__file__).parent.parent / "ui" / "src" / "wire" / "types.ts"
UNIONS: Final[dict[str, Any]] = {"AnyWish": AnyWish, "AnySaid": AnySaid, "AnyTold": AnyTold}
OVER_HTTP: Final = (
    http.Me,
    http.NewChallenge,
    http.NewGuest,
    http.NewMatch,
    http.Opened,
    http.PresetListed,
    http.Problem,
    Challenge,
    Catalogue,
    ruling.Incident,
    ruling.NewRuling,
    ruling.PositionRead,
    ruling.Ruled,
    tables.RecordKept,
    tables.TableSeen,
    Review,
    AnalysisSeen,
    Verdict,
    Hint,
    Inquiry,
    officials.CaseSeen,
    people.PasskeyAsked,
)
HEAD: Final = "// Written by scripts/ui_types.py from the server's types. Do not edit.\n"
_PLAIN: Final = {mi.IntType: "number", mi.FloatType: "number", mi.StrType: "string", mi.BoolType: "boolean"}


def written() -> str:
    """The whole file."""
    page = Page()
    for union in UNIONS.values():
        for member in union.__args__:
            page.write(mi.type_info(member))
    for one in OVER_HTTP:
        page.write(mi.type_info(one))
    body = [page.texts[name] for name in sorted(page.texts)]
    body += [f"export type {name} = {_members(union)}\n" for name, union in UNIONS.items()]
    return HEAD + "\n" + "\n".join(body)


def _members(union: types.UnionType) -> str:
    return " | ".join(member.__name__ for member in union.__args__)


class Page:
    """The declarations so far, by their names in TypeScript."""

    def __init__(self) -> None:
        self.texts: dict[str, str] = {}
        self._names: dict[type, str] = {}

    def _name(self, cls: type) -> tuple[str, bool]:
        """What a class is called, and whether it is new."""
        if cls in self._names:
            return self._names[cls], False
        name = cls.__name__
        if name in self.texts:
            name = cls.__module__.rpartition(".")[2].title() + name
        self._names[cls] = name
        self.texts[name] = ""
        return name, True

    def write(self, info: mi.Type) -> str:
        """How a type is written in TypeScript; a struct or an enumeration is declared on the way."""
        match info:
            case mi.StructType(cls=cls):
                name, new = self._name(cls)
                if new:
                    self.texts[name] = self._struct(name, info)
                return name
            case mi.EnumType(cls=enumeration):
                name, new = self._name(enumeration)
                if new:
                    self.texts[name] = f"export type {name} = {_values(enumeration)}\n"
                return name
            case mi.UnionType(types=members):
                return " | ".join(dict.fromkeys(self.write(member) for member in members))
            case mi.TupleType(item_types=items):
                return f"[{', '.join(self.write(item) for item in items)}]"
            case mi.VarTupleType(item_type=item) | mi.ListType(item_type=item):
                inner = self.write(item)
                return f"({inner})[]" if " " in inner and not inner.startswith("[") else f"{inner}[]"
            case mi.DictType(value_type=value):
                return f"Record<string, {self.write(value)}>"
            case mi.LiteralType(values=values):
                return " | ".join(repr(value) for value in values)
            case mi.Metadata(type=inner_type):
                return self.write(inner_type)
            case mi.NoneType():
                return "null"
            case mi.AnyType():
                return "any"
            case _:
                return _PLAIN[type(info)]

    def _struct(self, name: str, info: mi.StructType) -> str:
        if info.array_like:
            parts = ", ".join(f"{field.name}: {self.write(field.type)}" for field in info.fields)
            return f"export type {name} = [{parts}]\n"
        lines = [f"  {info.tag_field}: '{info.tag}'"] if info.tag_field else []
        for field in info.fields:
            left_out = not field.required and (
                info.cls.__struct_config__.omit_defaults or info.forbid_unknown_fields  # what a client need not send
            )
            lines.append(f"  {_key(field.encode_name)}{'?' if left_out else ''}: {self.write(field.type)}")
        return f"export interface {name} {{\n" + "\n".join(lines) + "\n}\n"


def _key(name: str) -> str:
    return name if name.isidentifier() else f"'{name}'"


def _values(cls: Iterable[enum.Enum]) -> str:
    return " | ".join(f"'{member.value}'" if isinstance(member.value, str) else str(member.value) for member in cls)


if __name__ == "__main__":
    TARGET.write_text(written(), "utf-8")
