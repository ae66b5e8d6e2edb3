"""Past cases are found by clause, subject, person and words."""

import pytest

from barpoint.officiating.case import fold_case
from barpoint.officiating.past_cases import Query, find_cases
from tests.officiating.hearing import HOUR, appealed, events_of, opened, point

CASES = [
    ("late", fold_case(events_of(opened("usbgf", at=0), point(1)))),
    ("appealed", fold_case(events_of(*appealed("usbgf", uphold=3, change=0)))),
    ("dice", fold_case(events_of(opened("bws", "cocked_die", at=2 * HOUR, report="leaning on the bar")))),
]


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        (Query(), ["dice", "appealed", "late"]),
        (Query(clause="usbgf:2.2.4m"), ["appealed", "late"]),
        (Query(clause="usbgf:2.2"), ["appealed", "late"]),
        (Query(clause="usbgf:5.3"), ["appealed"]),
        (Query(clause="bws:4.1"), []),
        (Query(subject="penalties"), ["appealed", "late"]),
        (Query(subject="appeals"), ["appealed"]),
        (Query(person="ida"), ["appealed"]),
        (Query(person="Bob", clause="usbgf:5.3"), ["appealed"]),
        (Query(words="leaning bar"), ["dice"]),
        (Query(words="cocked"), ["dice"]),
        (Query(words="sheet"), ["appealed"]),
        (Query(words="came late"), ["appealed", "late"]),
        (Query(words="leaning late"), []),
    ],
    ids=str,
)
def test_what_is_asked_together_must_all_fit_and_the_latest_comes_first(query: Query, expected: list[str]) -> None:
    assert [name for name, _ in find_cases(CASES, query)] == expected


@pytest.mark.parametrize("query", [Query(clause="usbgf:99"), Query(subject="xyzzy plugh")], ids=str)
def test_what_the_books_do_not_have_is_malformed(query: Query) -> None:
    with pytest.raises(ValueError, match=r"expected|no clause"):
        find_cases(CASES, query)
