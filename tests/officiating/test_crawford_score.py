"""A doubled Crawford game found after it was scored, in each book."""

import pytest

from barpoint.officiating.answer import Answer, Discretion, NeedFacts, Ruling
from barpoint.officiating.facts import Fact
from barpoint.officiating.judge import judge
from barpoint.officiating.remedy import PlayOn, SetScore
from barpoint.rulebook.presets import preset

EVENTS = {
    "usbgf": "USBGF Open",
    "bws": "BWS",
    "guide": "Club (2014 guide)",
    "ibf": "IBF Backgammon",
    "trad": "At home (traditional)",
}


def asked(book: str, length: int, before: tuple[int, int], level: str, when: str, later: int = 0) -> Answer:
    facts: dict[str, Fact] = {"length": length, "level": level, "when": when, "winner": "black"}
    facts |= {"before_white": before[0], "before_black": before[1], "later_white": 0, "later_black": later}
    return judge("crawford_game_doubled", facts, preset(EVENTS[book]))


@pytest.mark.clause("bws:4.4.4.2", "bws:4.4.4.3", "bws:4.4.4b", "guide:5.11b", "guide:5.11d", "guide:5.11e")
@pytest.mark.parametrize(
    ("book", "case", "row", "score"),
    [
        ("bws", (7, (6, 3), "single", "before_next_game"), "bws:4.4.4.2", (6, 4)),
        ("bws", (7, (6, 3), "gammon", "match_over"), "bws:4.4.4.3", (6, 5)),
        ("bws", (9, (8, 4), "single", "later_game"), "bws:4.4.4b", None),
        ("guide", (9, (8, 4), "single", "later_game", 2), "guide:5.11b", (8, 7)),
        ("guide", (7, (6, 3), "gammon", "match_over"), "guide:5.11d", (6, 5)),
        ("guide", (7, (6, 3), "gammon", "next_round_begun"), "guide:5.11e", None),
        ("usbgf", (9, (8, 4), "single", "later_game", 2), "usbgf:4.4.7.1b", (8, 7)),
        ("usbgf", (7, (6, 3), "gammon", "match_over"), "usbgf:4.4.7.1b", (6, 5)),
    ],
)
def test_the_score_without_the_cube(
    book: str, case: tuple[int, tuple[int, int], str, str], row: str, score: tuple[int, int] | None
) -> None:
    found = asked(book, *case)
    assert isinstance(found, Ruling)
    assert found.clauses[0] == row
    assert found.remedies == ((PlayOn(),) if score is None else (SetScore(score),))


def test_ibf_is_silent() -> None:
    found = asked("ibf", 7, (6, 3), "single", "before_next_game")
    assert isinstance(found, Discretion)
    assert not found.covered


def test_usbgf_weighs_a_result_after_which_a_match_has_begun() -> None:
    assert isinstance(asked("usbgf", 7, (6, 3), "gammon", "next_round_begun"), Discretion)


def test_a_score_at_which_no_crawford_game_is_played_is_asked_again() -> None:
    found = asked("bws", 7, (4, 3), "single", "before_next_game")
    assert isinstance(found, NeedFacts)
    assert "no Crawford game" in found.wrong
