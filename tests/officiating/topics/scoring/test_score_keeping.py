"""Scores nobody wrote down or announced."""

import pytest

from barpoint.officiating.answer import PenaltyStep
from tests.officiating.answers import (
    left_open,
    ruled,
    silent,
)


@pytest.mark.clause("usbgf:4.6.1a", "bws:4.7a", "bws:4.7b", "bws:4.7d", "guide:5.13a", "guide:5.13b")
@pytest.mark.parametrize(
    ("what", "rows"),
    [
        ("not_written", {"usbgf": "usbgf:4.6.1a", "bws": "bws:4.7a", "guide": "guide:5.13a"}),
        ("not_announced", {"usbgf": "usbgf:4.6.1a", "bws": "bws:4.7a", "guide": "guide:5.13b"}),
        ("crawford_not_announced", {"usbgf": "usbgf:4.6.1a", "bws": "bws:4.7b"}),
        ("sheets_not_checked", {"bws": "bws:4.7d"}),
    ],
)
def test_keeping_the_score_in_five_books(what: str, rows: dict[str, str]) -> None:
    for book in ("usbgf", "bws", "guide"):
        if book not in rows:
            assert not left_open("score_not_kept", book, by="white", what=what, disputed=False).covered
            continue
        found = ruled("score_not_kept", book, by="white", what=what, disputed=False)
        assert found.clauses == (rows[book],)
        assert found.penalties[0].step is PenaltyStep.REMINDER
        assert ("should" in found.say) is (book == "usbgf")
        doubt = left_open("score_not_kept", book, by="white", what=what, disputed=True)
        assert "against White" in doubt.say
    assert silent("score_not_kept", "ibf", "trad")
