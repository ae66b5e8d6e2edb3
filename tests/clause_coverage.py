"""Which test proves which row: collects `@pytest.mark.clause(...)` into the table shipped with the package.

As a plugin (tests/conftest.py loads it) it keeps the marks of what was collected, before anything is
deselected, under xdist in every worker; the fixture `collected` hands them to the tests that compare
them with the shipped table. As a command it collects the whole suite, runs nothing, and writes it:

    python -m tests.clause_coverage
"""

import sys
from collections import defaultdict
from dataclasses import dataclass, field
from pathlib import Path

import pytest

import barpoint.rulebook
from barpoint.rulebook.catalogue.coverage import (
    COVERAGE_FILE,
    ClauseTests,
    encode_tests,
)

ROOT = Path(__file__).parent.parent
SHIPPED = Path(barpoint.rulebook.__file__).parent / COVERAGE_FILE


@dataclass
class Collected:
    """The rows the collected tests name; `files` are the test files that were collected whole."""

    tests: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    files: set[str] = field(default_factory=set)

    def table(self) -> ClauseTests:
        """Row id -> tests, in order."""
        return {row: tuple(sorted(tests)) for row, tests in sorted(self.tests.items())}


_COLLECTED = pytest.StashKey[Collected]()


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Keep the marks before -k or -m take tests away."""
    found = config.stash[_COLLECTED] = Collected()
    partly = {arg.partition("::")[0] for arg in config.args if "::" in arg}
    for item in items:
        test = item.nodeid.partition("[")[0]
        file = test.partition("::")[0]
        if file not in partly:
            found.files.add(file)
        for mark in item.iter_markers("clause"):
            for row in mark.args:
                found.tests[row].add(test)


@pytest.fixture(scope="session")
def collected(pytestconfig: pytest.Config) -> Collected:
    """The marks of this run's tests."""
    return pytestconfig.stash[_COLLECTED]


def pytest_addoption(parser: pytest.Parser) -> None:
    """`--write-clauses`: what the command below runs with."""
    parser.addoption("--write-clauses", action="store_true", help="write the table of rows and tests that is shipped")


def pytest_collection_finish(session: pytest.Session) -> None:
    """Write the table once everything is collected; a file that cannot be imported leaves it as it is."""
    if session.config.getoption("--write-clauses") and not session.testsfailed:
        SHIPPED.write_bytes(encode_tests(session.config.stash[_COLLECTED].table()))


if __name__ == "__main__":
    if not SHIPPED.exists():
        SHIPPED.write_bytes(encode_tests({}))
    sys.exit(pytest.main([str(ROOT / "tests"), "--collect-only", "-qq", "-n", "0", "--write-clauses"]))
