"""A doubled Crawford game found after it was scored, in each book."""

import pytest

from barpoint.officiating.answer import Discretion, JudgeAnswer, NeedFacts, Ruling
from barpoint.officiating.facts import FactValue
from barpoint.officiating.judgement import judge
from barpoint.officiating.remedy import PlayOn, SetScore
from barpoint.rulebook.profiles.options import Options
from barpoint.rulebook.profiles.presets import preset
from barpoint.rulebook.profiles.profile import Profile
from tests.officiating.answers import asked, left_open, ruled, under

EVENTS = {
    "usbgf": "USBGF Open",
    "bws": "BWS",
    "guide": "Club (2014 guide)",
    "ibf": "IBF Backgammon",
    "trad": "At home (traditional)",
}


def doubled_crawford(
    book: str, length: int, before: tuple[int, int], level: str, when: str, later: int = 0
) -> JudgeAnswer:
    facts: dict[str, FactValue] = {
        "length": length,
        "level": level,
        "when": when,
        "later_match": False,
        "next_round": False,
        "reported": False,
        "winner": "black",
    }
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
    found = doubled_crawford(book, *case)
    assert isinstance(found, Ruling)
    assert found.clauses[0] == row
    assert found.remedies == ((PlayOn(),) if score is None else (SetScore(score),))


def test_ibf_is_silent() -> None:
    found = doubled_crawford("ibf", 7, (6, 3), "single", "before_next_game")
    assert isinstance(found, Discretion)
    assert not found.covered


def test_usbgf_weighs_a_result_after_which_a_match_has_begun() -> None:
    assert isinstance(doubled_crawford("usbgf", 7, (6, 3), "gammon", "next_round_begun"), Discretion)


def test_a_score_at_which_no_crawford_game_is_played_is_asked_again() -> None:
    found = doubled_crawford("bws", 7, (4, 3), "single", "before_next_game")
    assert isinstance(found, NeedFacts)
    assert "no Crawford game" in found.wrong


@pytest.mark.clause("trad:doubling-12")
def test_trad_a_doubled_game_at_match_point_counts_as_it_was_scored() -> None:
    assert ruled("crawford_game_doubled", "trad").remedies == (PlayOn(),)
    with_crawford = under("trad").with_options(Options(crawford=True))
    assert isinstance(with_crawford, Profile)
    assert not left_open("crawford_game_doubled", with_crawford).covered


@pytest.mark.clause("bws:4.4.4.3", "guide:5.11e", "usbgf:4.6.3e")
@pytest.mark.parametrize(("book", "key"), [("bws", "later_match"), ("guide", "next_round"), ("usbgf", "reported")])
def test_each_book_is_asked_for_its_own_deadline_once_the_match_is_over(book: str, key: str) -> None:
    told = {"length": 7, "before_white": 6, "before_black": 3, "winner": "black", "level": "gammon"}
    missing = asked("crawford_game_doubled", book, when="match_over", **told)
    assert missing.question.key == key
    first = asked("crawford_game_doubled", book, **told)
    assert first.question.choices == ("before_next_game", "later_game", "match_over")


@pytest.mark.clause("usbgf:4.4.7.1b", "usbgf:4.6.3b", "usbgf:4.6.3e")
@pytest.mark.parametrize(("later", "score"), [((0, 0), (6, 4)), ((0, 1), (6, 5)), ((1, 0), (7, 4))])
def test_points_of_games_after_the_crawford_game_count_though_the_match_was_taken_for_over(
    later: tuple[int, int], score: tuple[int, int]
) -> None:
    found = ruled(
        "crawford_game_doubled", "usbgf", length=7, before_white=6, before_black=2, winner="black", level="gammon",
        when="match_over", reported=False, later_white=later[0], later_black=later[1],
    )  # fmt: skip
    assert found.consequences.score == score
    assert found.consequences.winner == ("white" if score[0] == 7 else "")


@pytest.mark.clause("guide:5.11c")
def test_guide_the_director_may_have_the_game_replayed() -> None:
    facts = {"length": 7, "before_white": 6, "before_black": 3, "winner": "black", "level": "single"}
    later = ruled("crawford_game_doubled", "guide", **facts, when="later_game", later_white=0, later_black=1)
    assert later.consequences.score == (6, 5)
    assert "guide:5.11c" in later.clauses
    assert any("guide:5.11c" in note for note in later.notes)


@pytest.mark.clause("bws:4.4.4b")
def test_bws_a_double_that_stands_leaves_the_crawford_game_played() -> None:
    facts = {"length": 7, "before_white": 6, "before_black": 2, "winner": "black", "when": "later_game"}
    assert ruled("crawford_game_doubled", "bws", **facts).consequences.crawford == "played"


@pytest.mark.clause("usbgf:4.7d", "usbgf:4.6.3e")
def test_usbgf_a_reported_result_can_be_voided_at_the_score_without_the_cube() -> None:
    told = {"length": 7, "before_white": 6, "before_black": 5, "winner": "black", "level": "single"}
    found = left_open("crawford_game_doubled", "usbgf", **told, when="match_over", reported=True)
    void = found.usual[0]
    assert (void.remedies, void.consequences.crawford) == ((SetScore((6, 6)),), "played")


@pytest.mark.clause("guide:5.11d")
def test_no_game_came_after_one_that_ended_the_match() -> None:
    told = {"length": 7, "before_white": 6, "before_black": 5, "winner": "black", "level": "single"}
    found = ruled("crawford_game_doubled", "guide", **told, when="match_over", next_round=False)
    assert found.assumptions == ()
