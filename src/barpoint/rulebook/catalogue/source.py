"""The catalogue's source: five TOML books and one of subjects, as people edit them.

`parse_catalogue` turns their text into a `Catalogue` and says, for anything out of order, the file, the line
and what was expected. `encode` makes the compiled form that is shipped; `with_status` edits the
status of rows and leaves every other line of a book as it is. Nothing here opens a file: the texts
come in, the texts go out.
"""

import re
import tomllib
from collections.abc import Collection, Mapping
from typing import Any, TypeVar

import msgspec

from barpoint.rulebook.catalogue.model import (
    Book,
    Catalogue,
    Clause,
    ClauseKind,
    ClauseStatus,
    Force,
    Subject,
    Tier,
)

BOOK_FILES = ("ibf", "usbgf", "bws", "guide", "trad")
SUBJECTS_FILE = "subjects"

_KEY = re.compile(r"([a-z_]+)\s*=")
_NUMBER = re.compile(r"[a-z0-9]+([.-][a-z0-9]+|\([a-z]\))*")
_PARAM = re.compile(r"[a-z][a-z0-9_]*")
T = TypeVar("T", Book, Clause, Subject)

_EXPECTED = {"tier": Tier, "kind": ClauseKind, "force": Force, "status": ClauseStatus}


class MalformedBookError(ValueError):
    """A book file is not what it should be: file, line, and what was expected."""

    def __init__(self, file: str, line: int, expected: str) -> None:
        super().__init__(f"{file}, line {line}: {expected}")
        self.file, self.line, self.expected = file, line, expected


class _LineIndex:
    """Where each table of a TOML file, and each key in it, begins; one key a line is the layout of the books."""

    def __init__(self, file: str, text: str, opening: str) -> None:
        self.file = file
        self.starts: list[int] = []
        self.keys: dict[tuple[int, str], int] = {}
        for n, line in enumerate(text.splitlines(), 1):
            if line.strip().startswith(opening):
                self.starts.append(n)
            elif key_match := _KEY.match(line):
                self.keys.setdefault((len(self.starts), key_match[1]), n)

    def fault(self, nth: int, key: str, expected: str) -> MalformedBookError:
        """The error about a key of the nth table (0 is what stands before the first)."""
        start = self.starts[nth - 1] if nth else 1
        return MalformedBookError(self.file, self.keys.get((nth, key), start), expected)


def parse_catalogue(texts: Mapping[str, str]) -> Catalogue:
    """The catalogue from the text of each file, by its name without `.toml`."""
    subjects = _subjects(f"{SUBJECTS_FILE}.toml", texts[SUBJECTS_FILE])
    known = {subject.id for subject in subjects}
    books: list[Book] = []
    clauses: list[Clause] = []
    for name in BOOK_FILES:
        book, rows = _book(name, texts[name], known)
        books.append(book)
        clauses += rows
    return Catalogue(books=tuple(books), subjects=tuple(subjects), clauses=tuple(clauses))


def encode_catalogue(catalogue: Catalogue) -> bytes:
    """The compiled form: the same bytes for the same catalogue."""
    return msgspec.msgpack.encode(catalogue)


def with_status(text: str, rows: Collection[str], status: ClauseStatus, reason: str = "") -> str:
    """The text of a book with the status of these rows changed, every other line untouched."""
    if (status is ClauseStatus.ABSENT) != bool(reason):
        raise ValueError("expected a reason with the status absent, and with no other")
    out: list[str] = []
    row = ""
    for line in text.splitlines():
        key = key_match[1] if (key_match := _KEY.match(line)) else ""
        if key == "id":
            row = tomllib.loads(line)["id"]
        if row not in rows or key not in ("status", "reason"):
            out.append(line)
        elif key == "status":
            out.append(f'status = "{status}"')
            if reason:
                out.append(f"reason = {msgspec.json.encode(reason).decode()}")
    return "\n".join(out) + "\n"


def _load(file: str, text: str) -> dict[str, Any]:  # Any: TOML before it is checked
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as broken:
        place = re.search(r"\(at line (\d+), column \d+\)", str(broken))
        line = int(place[1]) if place else text.count("\n") + 1
        what = str(broken).partition(" (at ")[0]
        raise MalformedBookError(file, line, f"expected TOML: {what}") from None


def _subjects(file: str, text: str) -> list[Subject]:
    data, lines = _load(file, text), _LineIndex(file, text, "{ id =")
    subjects: dict[str, Subject] = {}
    for nth, table in enumerate(data.get("subject", ()), 1):
        subject = _convert(lines, nth, table, Subject)
        if subject.id in subjects:
            raise lines.fault(nth, "id", f"expected every subject once, found {subject.id!r} again")
        subjects[subject.id] = subject
    if not subjects:
        raise MalformedBookError(file, 1, "expected a list `subject` of tables with id, name and words")
    return list(subjects.values())


def _book(name: str, text: str, subjects: Collection[str]) -> tuple[Book, list[Clause]]:
    file = f"{name}.toml"
    data, lines = _load(file, text), _LineIndex(file, text, "[[clause]]")
    for key in data.keys() - {"book", "clause"}:
        raise lines.fault(0, key, f"expected only [book] and [[clause]], found {key!r}")
    book = _convert(lines, 0, data.get("book", {}), Book)
    if book.id != name:
        raise lines.fault(0, "id", f"expected the id {name!r} in the file {file}, found {book.id!r}")
    rows: dict[str, Clause] = {}
    for nth, table in enumerate(data.get("clause", ()), 1):
        row = _convert(lines, nth, table, Clause)
        if row.id in rows:
            raise lines.fault(nth, "id", f"expected every id once, found {row.id!r} again")
        _check(lines, nth, row, name, subjects)
        rows[row.id] = row
    return book, list(rows.values())


def _check(lines: _LineIndex, nth: int, row: Clause, book: str, subjects: Collection[str]) -> None:
    """What the types cannot say."""
    if row.book != book or not _NUMBER.fullmatch(row.number):
        raise lines.fault(nth, "id", f"expected an id such as '{book}:4.2a', found {row.id!r}")
    for key in ("title", "text", "online", "example"):
        if not getattr(row, key).strip():
            raise lines.fault(nth, key, f"expected words under {key!r}")
    if not row.subjects:
        raise lines.fault(nth, "subjects", "expected at least one subject")
    for subject in row.subjects:
        if subject not in subjects:
            raise lines.fault(nth, "subjects", f"expected subjects of subjects.toml, found {subject!r}")
    if row.status is ClauseStatus.ABSENT and not row.reason:
        raise lines.fault(nth, "status", "expected a reason beside the status 'absent'")
    if row.reason and row.status is not ClauseStatus.ABSENT:
        raise lines.fault(
            nth, "reason", "expected a reason only with the status 'absent', not with {str(row.status)!r}"
        )
    if row.tier is Tier.CONDUCT and not row.audience:
        raise lines.fault(nth, "tier", "expected an audience beside the tier 'conduct'")
    for key in row.params:
        if not _PARAM.fullmatch(key):
            raise lines.fault(nth, "params", f"expected parameter names in snake_case, found {key!r}")


def _convert(lines: _LineIndex, nth: int, table: Any, kind: type[T]) -> T:  # Any: TOML before it is checked
    try:
        return msgspec.convert(table, kind)
    except msgspec.ValidationError as wrong:
        what, _, path = str(wrong).partition(" - at `$")
        named = re.search(r"`(\w+)`", what)
        key = key_match[1] if (key_match := re.match(r"\.(\w+)", path)) else named[1] if named else ""
        expected = what[0].lower() + what[1:]
        if key in _EXPECTED and "enum" in what:
            expected = f"expected {key} = one of {', '.join(_EXPECTED[key])}; found {table[key]!r}"
        elif "unknown field" in what:
            expected = f"expected only the keys {', '.join(kind.__struct_fields__)}; found {key!r}"
        elif "missing" in what:
            expected = f"expected the key {key!r}, which is missing"
        elif path:
            expected = f"{key}: {expected}"
        raise lines.fault(nth, key, expected) from None
