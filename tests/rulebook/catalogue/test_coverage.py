"""Rows and tests: what is claimed is proved, what is named exists, and the shipped table is what the suite says."""

from pathlib import Path

from barpoint.rulebook.catalogue.coverage import (
    CoverageRow,
    clause_tests,
    coverage_counts,
    coverage_gaps,
    coverage_table,
    decode_tests,
    encode_tests,
)
from barpoint.rulebook.catalogue.lookup import load_catalogue
from barpoint.rulebook.catalogue.model import ClauseStatus, Tier
from tests.clause_coverage import ROOT, Collected

REFRESH = "run: python -m tests.clause_coverage"


def test_a_test_names_only_rows_that_exist(collected: Collected) -> None:
    unknown = {row: sorted(tests) for row, tests in collected.tests.items()} if collected.tests else {}
    for row in load_catalogue().clauses:
        unknown.pop(row.id, None)
    assert not unknown


def test_every_row_that_claims_something_has_a_test(collected: Collected) -> None:
    """A test of a file that was not collected this time counts as the shipped table has it."""
    tests = {row: set(named) for row, named in clause_tests().items()}
    for row, named in collected.tests.items():
        tests.setdefault(row, set()).update(named)
    assert not [
        row.id for row in coverage_gaps(coverage_table(tests={row: tuple(named) for row, named in tests.items()}))
    ]


def test_the_shipped_table_is_what_the_suite_collects(collected: Collected) -> None:
    shipped = {(row, test) for row, tests in clause_tests().items() for test in tests}
    now = {(row, test) for row, tests in collected.tests.items() for test in tests}
    missing = {pair for pair in now - shipped if str(_file(pair[1])) in collected.files}
    gone = {
        pair
        for pair in shipped - now
        if str(_file(pair[1])) in collected.files or not (ROOT / _file(pair[1])).is_file()
    }
    assert (missing, gone) == (set(), set()), REFRESH


def test_the_table_is_stable_on_disk() -> None:
    tests = {"ibf:4.2e": ("b", "a"), "ibf:4.2d": ("c",)}
    assert encode_tests(tests) == b'{\n  "ibf:4.2d": ["c"],\n  "ibf:4.2e": ["a","b"]\n}\n'
    assert decode_tests(encode_tests(tests)) == {"ibf:4.2d": ("c",), "ibf:4.2e": ("a", "b")}


def test_a_claim_without_a_test_is_a_gap() -> None:
    rows = [
        CoverageRow("ibf:1", "ibf", Tier.GAME, ClauseStatus.ENFORCED, "", ()),
        CoverageRow("ibf:2", "ibf", Tier.GAME, ClauseStatus.ENFORCED, "", ("t",)),
        CoverageRow("ibf:3", "ibf", Tier.CONDUCT, ClauseStatus.SHOWN, "", ()),
        CoverageRow("bws:1", "bws", Tier.CLOCK, ClauseStatus.PLANNED, "", ()),
    ]
    assert [row.id for row in coverage_gaps(rows)] == ["ibf:1"]
    assert [(c.book, c.tier, c.rows, c.tested) for c in coverage_counts(rows)] == [
        ("ibf", Tier.GAME, 2, 1),
        ("ibf", Tier.CONDUCT, 1, 0),
        ("bws", Tier.CLOCK, 1, 0),
    ]
    assert coverage_counts(rows)[0].status[ClauseStatus.ENFORCED] == 2


def test_the_table_has_every_row() -> None:
    rows = coverage_table()
    assert [row.id for row in rows] == [row.id for row in load_catalogue().clauses]
    assert sum(count.rows for count in coverage_counts(rows)) == len(rows)


def _file(test: str) -> Path:
    return Path(test.partition("::")[0])
