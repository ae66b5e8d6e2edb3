"""SGF as such (FF[4]): a collection of game trees, whatever game they hold.

    collection = { tree }
    tree       = "(" node { node } { tree } ")"
    node       = ";" { property }
    property   = IDENT value { value }          value = "[" text "]", a backslash escapes

A tree is read as its main line, the first branch at every fork: variations are not kept. Lower-case letters in
an identifier, as FF[3] has them, are left out. Text before the first tree is skipped.
"""

import codecs
import re
from typing import Final

import msgspec

Properties = tuple[tuple[str, tuple[str, ...]], ...]

_CHARSET: Final = re.compile(rb"CA\s*\[((?:[^\]\\]|\\.){1,60})\]", re.DOTALL)
_TOKEN: Final = re.compile(r"\s*(?:([();])|([A-Za-z]+)|(\[))")
_VALUE: Final = re.compile(r"([^\]\\]*(?:\\.[^\]\\]*)*)\]", re.DOTALL)
_ESCAPED: Final = re.compile(r"\\(\r\n|\n\r|.)", re.DOTALL)


class Node(msgspec.Struct, frozen=True):
    """The properties of one node, in their order."""

    properties: Properties = ()

    def get(self, name: str) -> str | None:
        """The first value of a property, if the node has it."""
        return next((values[0] for key, values in self.properties if key == name), None)

    def all(self, name: str) -> tuple[str, ...]:
        """Every value of a property."""
        return tuple(value for key, values in self.properties if key == name for value in values)


def decode_sgf(data: bytes) -> str:
    """The text of a file, by the character set it names; UTF-8, then Latin-1, if it names none that is known."""
    named = _CHARSET.search(data)
    name = named[1].replace(b"\\", b"").decode("latin-1").strip() if named else "utf-8"
    try:
        codec = codecs.lookup(name).name
    except (LookupError, ValueError):
        codec = "utf-8"
    try:
        return data.decode(codec).lstrip("\ufeff")
    except (UnicodeDecodeError, LookupError, TypeError, AssertionError):  # also a codec that is no character set
        return data.decode("latin-1")


def read_trees(text: str) -> tuple[tuple[Node, ...], ...]:
    """The main line of every tree; ValueError says where the text stops being SGF."""
    at = text.find("(")
    trees: list[tuple[Node, ...]] = []
    while at >= 0:
        nodes, at = _tree(text, at)
        trees.append(nodes)
        at = text.find("(", at)
    if not trees:
        raise ValueError("expected a game tree such as '(;FF[4]GM[6] ...)'")
    return tuple(trees)


def _tree(text: str, at: int) -> tuple[tuple[Node, ...], int]:
    """One tree from its bracket on, and where it ends."""
    nodes: list[list[tuple[str, tuple[str, ...]]]] = []
    depth, branch_ended = 0, False
    while True:
        token = _TOKEN.match(text, at)
        if token is None or token[3]:
            raise ValueError(
                f"expected a bracket, a semicolon or a property at letter {at}, not {text[at : at + 20]!r}"
            )
        at = token.end()
        if token[2]:
            values, at = _values(text, at)
            if nodes and not branch_ended:
                name = "".join(letter for letter in token[2] if letter.isupper()) or token[2]
                nodes[-1].append((name, values))
        elif token[1] == "(":
            depth += 1
        elif token[1] == ")":
            depth, branch_ended = depth - 1, True
            if depth == 0:
                return tuple(Node(tuple(node)) for node in nodes), at
        elif not branch_ended:
            nodes.append([])


def _values(text: str, at: int) -> tuple[tuple[str, ...], int]:
    values: list[str] = []
    while (token := _TOKEN.match(text, at)) is not None and token[3]:
        value = _VALUE.match(text, token.end())
        if value is None:
            raise ValueError(f"a value that begins at letter {token.end()} has no end")
        values.append(_ESCAPED.sub(_plain, value[1]))
        at = value.end()
    if not values:
        raise ValueError(f"a property at letter {at} has no value")
    return tuple(values), at


def _plain(escaped: re.Match[str]) -> str:
    """An escaped letter; an escaped line end joins the lines."""
    return "" if escaped[1][0] in "\r\n" else escaped[1]


def write_node(properties: Properties) -> str:
    """A node, its semicolon first."""
    return ";" + "".join(name + "".join(f"[{_escape(value)}]" for value in values) for name, values in properties)


def _escape(text: str) -> str:
    return text.replace("\\", "\\\\").replace("]", "\\]")
