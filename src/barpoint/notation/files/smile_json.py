"""SMILE, the binary form of JSON: read only.

Written from the public description of the format: a head of four bytes, then tokens; numbers in groups of seven
bits, names and short strings by reference to those seen before. Only what a document of objects, lists, strings,
numbers and truth values needs; binary data and big decimals are read as far as to step over them.
"""

import struct
from typing import Any, Final

_HEAD: Final = b":)\n"
_DEEPEST: Final = 60
_MOST_SHARED: Final = 1024
_SHARED_NAMES: Final = 0x01
_SHARED_STRINGS: Final = 0x02


def read_smile(data: bytes) -> Any:
    """The document; ValueError if it is damaged."""
    try:
        return _Reader(data).document()
    except (IndexError, UnicodeDecodeError, struct.error) as broken:
        raise ValueError(f"the SMILE document is damaged: {broken}") from broken


class _Reader:
    def __init__(self, data: bytes) -> None:
        if data[:3] != _HEAD or len(data) < 5:
            raise ValueError("expected a SMILE document, which begins with ':)'")
        self.data, self.at = data, 4
        self.names: list[str] = []
        self.strings: list[str] = []
        self.shares_strings = bool(data[3] & _SHARED_STRINGS)
        self.shares_names = bool(data[3] & _SHARED_NAMES)

    def document(self) -> Any:
        return self._value(0)

    def _byte(self) -> int:
        self.at += 1
        return self.data[self.at - 1]

    def _take(self, count: int) -> bytes:
        taken = self.data[self.at : self.at + count]
        if len(taken) < count:
            raise ValueError("the SMILE document ends too soon")
        self.at += count
        return taken

    def _until_end(self) -> str:
        end = self.data.index(0xFC, self.at) if 0xFC in self.data[self.at :] else -1
        if end < 0:
            raise ValueError("a long SMILE string has no end")
        text = self.data[self.at : end].decode()
        self.at = end + 1
        return text

    def _value(self, depth: int) -> Any:
        if depth > _DEEPEST:
            raise ValueError(f"a SMILE document is at most {_DEEPEST} deep")
        token = self._byte()
        if token in (0xF8, 0xFA):
            return self._list(depth) if token == 0xF8 else self._object(depth)
        if token in _PLAIN:
            return _PLAIN[token]
        if 0xC0 <= token <= 0xDF:
            return _unzigzag(token & 0x1F)
        if 0x20 < token < 0x2B:
            return self._number(token)
        return self._string(token)

    def _list(self, depth: int) -> list[Any]:
        items = []
        while self.data[self.at] != 0xF9:
            items.append(self._value(depth + 1))
        self.at += 1
        return items

    def _object(self, depth: int) -> dict[str, Any]:
        members: dict[str, Any] = {}
        while (token := self._byte()) != 0xFB:
            name = self._name(token)
            members[name] = self._value(depth + 1)
        return members

    def _name(self, token: int) -> str:
        if token == 0x20:
            return ""
        if 0x30 <= token <= 0x33:
            return self.names[(token & 3) << 8 | self._byte()]
        if token == 0x34:
            return self._until_end()
        if 0x40 <= token <= 0x7F:
            return self.names[token - 0x40]
        if not 0x80 <= token <= 0xF7:
            raise ValueError(f"{token:#x} begins no SMILE name")
        length = (token & 0x3F) + 1 if token < 0xC0 else token - 0xC0 + 2
        name = self._take(length).decode()
        if self.shares_names:
            _share(self.names, name)
        return name

    def _string(self, token: int) -> str:
        if 0x01 <= token <= 0x1F:
            return self.strings[token - 1]
        if 0xEC <= token <= 0xEF:
            return self.strings[(token & 3) << 8 | self._byte()]
        if token in (0xE0, 0xE4):
            return self._until_end()
        for first, least in ((0xA0, 34), (0x80, 2), (0x60, 33), (0x40, 1)):
            if first <= token <= first + 0x1F:
                text = self._take(token - first + least).decode()
                if self.shares_strings:
                    _share(self.strings, text)
                return text
        if token in (0xE8, 0xFD):
            return self._binary(token)
        raise ValueError(f"{token:#x} begins no SMILE value")

    def _binary(self, token: int) -> str:
        """Binary data is stepped over."""
        length = self._read_unsigned()
        self._take(length if token == 0xFD else (length * 8 + 6) // 7)
        return ""

    def _read_unsigned(self) -> int:
        number = 0
        for _ in range(10):
            byte = self._byte()
            if byte & 0x80:
                return number << 6 | byte & 0x3F
            number = number << 7 | byte
        raise ValueError("a SMILE number is too long")

    def _sevens(self, count: int) -> int:
        number = 0
        for byte in self._take(count):
            number = number << 7 | byte & 0x7F
        return number

    def _number(self, token: int) -> int | float:
        if token in (0x24, 0x25):
            return _unzigzag(self._read_unsigned())
        if token in (0x28, 0x29):
            bits, count, form = (32, 5, ">f") if token == 0x28 else (64, 10, ">d")
            packed = (self._sevens(count) & (1 << bits) - 1).to_bytes(bits // 8, "big")
            return float(struct.unpack(form, packed)[0])
        if token == 0x2A:
            self._read_unsigned()
        if token in (0x26, 0x2A):
            self._binary(0xE8)
            return 0
        raise ValueError(f"{token:#x} begins no SMILE number")


_PLAIN: Final = {0x20: "", 0x21: None, 0x22: False, 0x23: True}


def _share(seen: list[str], text: str) -> None:
    """Remember a short string; when the list is full it begins anew."""
    if len(seen) >= _MOST_SHARED:
        seen.clear()
    seen.append(text)


def _unzigzag(number: int) -> int:
    return number >> 1 ^ -(number & 1)
