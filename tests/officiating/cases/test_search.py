"""Past cases are found by clause, subject, person and words."""

import pytest

from barpoint.officiating.cases.case import fold_case
from barpoint.officiating.cases.search import CaseQuery, find_cases
from tests.officiating.whole_cases import (
    HOUR,
    appealed,
    events_of,
    opened,
    point,
)

CASES = [
    ("late", fold_case(events_of(opened("usbgf", at=0), point(1)))),
    ("appealed", fold_case(events_of(*appealed("usbgf", uphold=3, change=0)))),
    ("dice", fold_case(events_of(opened("bws", "cocked_die", at=2 * HOUR, report="leaning on the bar")))),
]


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        (CaseQuery(), ["dice", "appealed", "late"]),
        (CaseQuery(clause="usbgf:2.2.4m"), ["appealed", "late"]),
        (CaseQuery(clause="usbgf:2.2"), ["appealed", "late"]),
        (CaseQuery(clause="usbgf:5.3"), ["appealed"]),
        (CaseQuery(clause="bws:4.1"), []),
        (CaseQuery(subject="penalties"), ["appealed", "late"]),
        (CaseQuery(subject="appeals"), ["appealed"]),
        (CaseQuery(person="ida"), ["appealed"]),
        (CaseQuery(person="Bob", clause="usbgf:5.3"), ["appealed"]),
        (CaseQuery(words="leaning bar"), ["dice"]),
        (CaseQuery(words="cocked"), ["dice"]),
        (CaseQuery(words="sheet"), ["appealed"]),
        (CaseQuery(words="came late"), ["appealed", "late"]),
        (CaseQuery(words="leaning late"), []),
    ],
    ids=str,
)
def test_what_is_asked_together_must_all_fit_and_the_latest_comes_first(query: CaseQuery, expected: list[str]) -> None:
    assert [name for name, _ in find_cases(CASES, query)] == expected


@pytest.mark.parametrize("query", [CaseQuery(clause="usbgf:99"), CaseQuery(subject="xyzzy plugh")], ids=str)
def test_what_the_books_do_not_have_is_malformed(query: CaseQuery) -> None:
    with pytest.raises(ValueError, match=r"expected|no clause"):
        find_cases(CASES, query)
