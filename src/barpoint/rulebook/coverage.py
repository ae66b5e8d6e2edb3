"""What the software does about every row, and which tests prove it.

A test names the rows it proves with `@pytest.mark.clause("usbgf:4.4.8a")`; the suite collects the
marks into `coverage.json`, which is shipped, so that an installed Barpoint can answer too. A row of
status enforced, computed, ruled or discretion needs at least one test; without one it is a *gap*.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from functools import cache
from importlib.resources import files

import msgspec

from barpoint.rulebook.catalogue import load
from barpoint.rulebook.clause import Catalogue, Status, Tier

TABLE = "coverage.json"

Tests = Mapping[str, tuple[str, ...]]


class Row(msgspec.Struct, frozen=True):
    """One row of the coverage table; `rules coverage --json` is a list of these."""

    id: str
    book: str
    tier: Tier
    status: Status
    reason: str
    tests: tuple[str, ...]


class Count(msgspec.Struct, frozen=True):
    """The rows of one book and tier: how many, of which status, how many with a test."""

    book: str
    tier: Tier
    rows: int
    status: Mapping[Status, int]
    tested: int


@cache
def shipped_tests() -> Tests:
    """Row id -> the tests that name it, as they were last collected."""
    return decode(files("barpoint.rulebook").joinpath(TABLE).read_bytes())


def table(catalogue: Catalogue | None = None, tests: Tests | None = None) -> tuple[Row, ...]:
    """Every row of the catalogue with its status and its tests."""
    known = shipped_tests() if tests is None else tests
    return tuple(
        Row(row.id, row.book, row.tier, row.status, row.reason, known.get(row.id, ()))
        for row in (catalogue or load()).clauses
    )


def counts(rows: Iterable[Row]) -> tuple[Count, ...]:
    """The table by book and tier, in the order of the books and of the tiers."""
    groups: dict[tuple[str, Tier], list[Row]] = {}
    for row in rows:
        groups.setdefault((row.book, row.tier), []).append(row)
    books = list(dict.fromkeys(book for book, _ in groups))
    order = sorted(groups, key=lambda at: (books.index(at[0]), list(Tier).index(at[1])))
    return tuple(_count(book, tier, groups[book, tier]) for book, tier in order)


def gaps(rows: Iterable[Row]) -> tuple[Row, ...]:
    """The rows that claim something no test proves."""
    return tuple(row for row in rows if row.status.needs_test and not row.tests)


def encode(tests: Tests) -> bytes:
    """The table of tests as it is shipped: sorted, one row a line."""
    lines = (
        f"  {msgspec.json.encode(row).decode()}: {msgspec.json.encode(sorted(tests[row])).decode()}"
        for row in sorted(tests)
    )
    return ("{\n" + ",\n".join(lines) + "\n}\n").encode()


def decode(data: bytes) -> Tests:
    """The table of tests from its shipped form."""
    return msgspec.json.decode(data, type=dict[str, tuple[str, ...]])


def _count(book: str, tier: Tier, rows: list[Row]) -> Count:
    statuses = Counter(row.status for row in rows)
    return Count(book, tier, len(rows), {s: statuses[s] for s in Status}, sum(bool(row.tests) for row in rows))
