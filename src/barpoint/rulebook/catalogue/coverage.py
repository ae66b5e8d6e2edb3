"""What the software does about every row, and which tests prove it.

A test names the rows it proves with `@pytest.mark.clause("usbgf:4.4.8a")`; the suite collects the
marks into `coverage.json`, which is shipped, so that an installed Barpoint can answer too. A row of
status enforced, computed, ruled or discretion needs at least one test; without one it is a *gap*.

`reach.json` says from which surfaces a person reaches what proves a row; `python -m scripts.reach` reads it off the
sources.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from functools import cache
from importlib.resources import files

import msgspec

from barpoint.rulebook.catalogue.lookup import load_catalogue
from barpoint.rulebook.catalogue.model import (
    Catalogue,
    ClauseStatus,
    Tier,
)

COVERAGE_FILE = "coverage.json"
REACH_FILE = "reach.json"

ClauseTests = Mapping[str, tuple[str, ...]]


class CoverageRow(msgspec.Struct, frozen=True):
    """One row of the coverage table; `rules coverage --json` is a list of these."""

    id: str
    book: str
    tier: Tier
    status: ClauseStatus
    reason: str
    tests: tuple[str, ...]
    reached_from: tuple[str, ...] = ()


class CoverageCount(msgspec.Struct, frozen=True):
    """The rows of one book and tier: how many, of which status, how many with a test."""

    book: str
    tier: Tier
    rows: int
    status: Mapping[ClauseStatus, int]
    tested: int
    reached: int = 0


@cache
def clause_tests() -> ClauseTests:
    """Row id -> the tests that name it, as they were last collected."""
    return decode_tests(files("barpoint.rulebook").joinpath(COVERAGE_FILE).read_bytes())


@cache
def clause_reach() -> Mapping[str, tuple[str, ...]]:
    """Row id -> the surfaces it is reached from; only rows that are enforced, computed or ruled are asked."""
    data = files("barpoint.rulebook").joinpath(REACH_FILE).read_bytes()
    return msgspec.json.decode(data, type=dict[str, tuple[str, ...]])


def coverage_table(catalogue: Catalogue | None = None, tests: ClauseTests | None = None) -> tuple[CoverageRow, ...]:
    """Every row of the catalogue with its status and its tests."""
    known = clause_tests() if tests is None else tests
    return tuple(
        CoverageRow(
            row.id, row.book, row.tier, row.status, row.reason, known.get(row.id, ()), clause_reach().get(row.id, ())
        )
        for row in (catalogue or load_catalogue()).clauses
    )


def coverage_counts(rows: Iterable[CoverageRow]) -> tuple[CoverageCount, ...]:
    """The table by book and tier, in the order of the books and of the tiers."""
    groups: dict[tuple[str, Tier], list[CoverageRow]] = {}
    for row in rows:
        groups.setdefault((row.book, row.tier), []).append(row)
    books = list(dict.fromkeys(book for book, _ in groups))
    order = sorted(groups, key=lambda at: (books.index(at[0]), list(Tier).index(at[1])))
    return tuple(_count(book, tier, groups[book, tier]) for book, tier in order)


def coverage_gaps(rows: Iterable[CoverageRow]) -> tuple[CoverageRow, ...]:
    """The rows that claim something no test proves."""
    return tuple(row for row in rows if row.status.needs_test and not row.tests)


def unreached_rows(rows: Iterable[CoverageRow]) -> tuple[CoverageRow, ...]:
    """The rows that only a test calls: enforced, computed or ruled, and reached from no surface."""
    return tuple(row for row in rows if row.id in clause_reach() and not row.reached_from)


def encode_tests(tests: ClauseTests) -> bytes:
    """The table of tests as it is shipped: sorted, one row a line."""
    lines = (
        f"  {msgspec.json.encode(row).decode()}: {msgspec.json.encode(sorted(tests[row])).decode()}"
        for row in sorted(tests)
    )
    return ("{\n" + ",\n".join(lines) + "\n}\n").encode()


def decode_tests(data: bytes) -> ClauseTests:
    """The table of tests from its shipped form."""
    return msgspec.json.decode(data, type=dict[str, tuple[str, ...]])


def _count(book: str, tier: Tier, rows: list[CoverageRow]) -> CoverageCount:
    statuses = Counter(row.status for row in rows)
    return CoverageCount(
        book,
        tier,
        len(rows),
        {status: statuses[status] for status in ClauseStatus},
        sum(bool(row.tests) for row in rows),
        sum(bool(row.reached_from) for row in rows),
    )
