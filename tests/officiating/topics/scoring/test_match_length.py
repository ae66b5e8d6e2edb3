"""Matches played to a wrong length, in five books, and the reserve times after it."""

import pytest

from barpoint.board import Side
from barpoint.officiating.answer import Discretion, JudgeAnswer, NeedFacts, Ruling
from barpoint.officiating.facts import FactValue
from barpoint.officiating.judgement import judge
from barpoint.officiating.remedy import ChangeClock, Instruct, SetLength
from barpoint.officiating.wording import remedy_text
from barpoint.rulebook.profiles.presets import preset
from tests.officiating.answers import ask, left_open, ruled

BOOKS = {
    "usbgf": "USBGF Open",
    "guide": "Club (2014 guide)",
    "bws": "BWS",
    "ibf": "IBF Backgammon",
    "trad": "At home (traditional)",
}


def length_answer(book: str, to: tuple[int, int], score: tuple[int, int], when: str, **more: FactValue) -> JudgeAnswer:
    facts: dict[str, FactValue] = {"played_to": to[0], "designated": to[1], "when": when}
    return judge("wrong_length", facts | {"score_white": score[0], "score_black": score[1]} | more, preset(BOOKS[book]))


def length_ruling(book: str, to: tuple[int, int], score: tuple[int, int], when: str, **more: FactValue) -> Ruling:
    found = length_answer(book, to, score, when, **more)
    assert isinstance(found, Ruling), found
    return found


@pytest.mark.clause("usbgf:4.8.3e", "usbgf:4.8.3d", "usbgf:4.8.2.2b")
def test_eleven_corrected_to_seven_leaves_the_larger_of_residual_and_prorated_time() -> None:
    found = length_ruling(
        "usbgf", (11, 7), (5, 3), "between_games", reserve_white=16 * 60_000, reserve_black=9 * 60_000
    )
    # White 16:00 to 8:00 (residual); Black 9:00 to 9 * 6/14 minutes, 3:51.429 (prorated)
    assert found.remedies == (
        SetLength(7),
        ChangeClock(Side.WHITE, -480_000),
        ChangeClock(Side.BLACK, 231_429 - 540_000),
    )


def test_a_longer_match_adds_the_time_of_its_points() -> None:
    found = length_ruling("usbgf", (7, 9), (3, 3), "between_games", reserve_white=60_000, reserve_black=0)
    assert found.remedies[1:] == (ChangeClock(Side.WHITE, 240_000), ChangeClock(Side.BLACK, 240_000))


@pytest.mark.parametrize(
    ("to", "score", "when", "row"),
    [
        ((5, 7), (5, 3), "match_over", "usbgf:4.8.2.2a"),
        ((7, 5), (3, 2), "during_game", "usbgf:4.8.2a"),
        ((9, 7), (4, 3), "between_games", "usbgf:4.8.2.2b"),
        ((9, 7), (7, 5), "between_games", "usbgf:4.8.2.2c"),
        ((9, 7), (8, 8), "between_games", "usbgf:4.8.2.2d"),
    ],
)
def test_usbgf_resolves_by_its_rule_alone(to: tuple[int, int], score: tuple[int, int], when: str, row: str) -> None:
    assert length_ruling("usbgf", to, score, when).clauses[0] == row


@pytest.mark.clause("usbgf:4.8.2b")
def test_whoever_hides_a_wrong_length_may_be_sanctioned() -> None:
    found = length_answer("usbgf", (9, 7), (3, 2), "between_games", knew="black")
    assert isinstance(found, Discretion)
    assert found.clauses[0] == "usbgf:4.8.2b"
    assert "Black knew" in found.say
    ahead = length_answer("usbgf", (11, 7), (8, 6), "between_games", knew="black")
    assert isinstance(ahead, Discretion)
    assert ahead.usual[0].consequences.winner == "white"


@pytest.mark.clause("guide:5.14e", "guide:5.14f", "guide:5.14g")
def test_guide_lets_a_finished_match_stand_and_applies_the_draw_sheet_during_play() -> None:
    stands = length_ruling("guide", (5, 7), (5, 3), "match_over", knew="nobody")
    assert stands.clauses == ("guide:5.14e",)
    assert stands.remedies == (Instruct("The result is posted as it was played."),)
    knowing = length_ruling("guide", (5, 7), (4, 3), "between_games", knew="both")
    assert "guide:5.14f" in knowing.clauses
    assert [(one.side, one.later, one.optional) for one in knowing.penalties] == [
        (Side.WHITE, True, True),
        (Side.BLACK, True, True),
    ]
    won = length_ruling("guide", (7, 5), (5, 4), "between_games")
    assert won.clauses == ("guide:5.14g",)
    assert "White has reached it" in won.say


@pytest.mark.clause("ibf:15.5")
@pytest.mark.parametrize(("score", "crawford"), [((7, 5), False), ((8, 3), True)])
def test_ibf_resumes_a_match_that_was_too_short(score: tuple[int, int], crawford: bool) -> None:
    found = length_ruling("ibf", (7, 9), score, "match_over")
    assert found.clauses == ("ibf:15.5",)
    assert ("is the Crawford game" in found.say) is crawford


@pytest.mark.clause("ibf:15.6")
def test_ibf_works_a_match_that_was_too_long_out_again() -> None:
    games = "white 1; white 2; white 1; black 2x2; black 1x2; white 1; black 1"
    found = length_ruling("ibf", (7, 5), (5, 7), "match_over", games=games)
    assert "5-4 after game 6" in found.say
    assert "White has won" in found.say
    assert found.notes == (
        "Game 4 was the Crawford game and counts 2 points for Black, and not 4: doubles in it are void.",
        "1 later game void.",
    )


@pytest.mark.clause("ibf:15.6")
def test_ibf_a_match_worked_out_again_has_its_crawford_game_once() -> None:
    found = length_ruling("ibf", (7, 5), (2, 4), "between_games", games="black 2x2 by black; white 1; white 1")
    assert found.consequences.score == (2, 4)
    assert found.consequences.crawford == "played"
    ended = length_ruling("ibf", (7, 5), (7, 0), "match_over", games="white 3; white 2x2 by white")
    assert "void" not in ended.say


@pytest.mark.clause("bws:4.5d")
def test_bws_names_only_the_duty_and_the_director_decides() -> None:
    short = length_answer("bws", (7, 9), (7, 5), "match_over", later_match=False)
    assert isinstance(short, Discretion)
    assert short.usual[0].remedies == (SetLength(9),)
    begun = length_answer("bws", (7, 9), (7, 5), "match_over", later_match=True)
    assert isinstance(begun, Discretion)
    assert begun.usual[0].name == "stands"


def test_the_traditional_leaflet_is_silent() -> None:
    found = length_answer("trad", (7, 9), (7, 5), "match_over")
    assert isinstance(found, Discretion)
    assert not found.covered


@pytest.mark.parametrize(
    ("to", "score", "when", "more"),
    [
        ((7, 7), (3, 2), "between_games", {}),
        ((7, 9), (7, 2), "between_games", {}),
        ((7, 9), (3, 2), "match_over", {}),
        ((7, 5), (5, 7), "match_over", {"games": "white 1"}),
        ((7, 5), (5, 7), "match_over", {"games": "nonsense"}),
    ],
)
def test_what_does_not_fit_together_is_asked_again(
    to: tuple[int, int], score: tuple[int, int], when: str, more: dict[str, FactValue]
) -> None:
    found = length_answer("ibf", to, score, when, **more)
    assert isinstance(found, NeedFacts)
    assert found.wrong


def test_only_one_player_can_have_reached_the_length_played_to() -> None:
    found = length_answer("usbgf", (5, 7), (6, 5), "match_over")
    assert isinstance(found, NeedFacts)
    assert found.wrong == "at 6-5 both players would have reached 5"


@pytest.mark.clause("usbgf:4.8.2.2a")
def test_usbgf_a_match_the_running_game_completes_stands_at_the_wrong_length() -> None:
    told = {"played_to": 7, "designated": 9, "score_white": 5, "score_black": 3, "when": "during_game"}
    found = ruled("wrong_length", "usbgf", **told)
    assert "usbgf:4.8.2.2a" in found.clauses
    assert any("result stands" in note for note in found.notes)


@pytest.mark.clause("guide:5.14e", "guide:5.14f")
@pytest.mark.parametrize(("knew", "row"), [("both", "guide:5.14f"), ("white", "guide:ethics-5")])
def test_guide_a_wrong_length_stands_only_where_both_took_the_match_to_be_over(knew: str, row: str) -> None:
    facts = {"played_to": 5, "designated": 7, "score_white": 5, "score_black": 2, "when": "match_over"}
    assert ruled("wrong_length", "guide", None, **facts, knew="nobody").clauses == ("guide:5.14e",)
    assert left_open("wrong_length", "guide", None, **facts, knew=knew).clauses == (row, "guide:5.14e", "guide:2.1.1")


@pytest.mark.clause("usbgf:4.8.2.1a", "usbgf:4.8.2.2b", "usbgf:4.8.2.2c", "usbgf:4.8.2.2d")
def test_usbgf_what_follows_a_game_in_progress_is_said_while_it_is_played() -> None:
    longer = length_ruling("usbgf", (9, 7), (6, 5), "during_game")
    assert "with 7 points or more the higher score wins" in longer.say
    assert "one game without the cube" in longer.say
    assert longer.clauses[-3:] == ("usbgf:4.8.2.2b", "usbgf:4.8.2.2c", "usbgf:4.8.2.2d")
    assert longer.consequences.pending == "The length becomes 7 once this game has ended."
    shorter = length_ruling("usbgf", (7, 9), (6, 5), "during_game")
    assert "higher score" not in shorter.say


@pytest.mark.clause("usbgf:4.8.2a", "usbgf:4.8.2.2d", "usbgf:4.8.3a")
def test_usbgf_a_wrong_length_is_resolved_by_the_rule_alone() -> None:
    found = ruled(
        "wrong_length", "usbgf", played_to=11, designated=9, score_white=9, score_black=9, when="between_games"
    )
    assert {"usbgf:4.8.2a", "usbgf:4.8.2.2d", "usbgf:4.8.3a"} <= set(found.clauses)
    assert any("may not agree" in note for note in found.notes)


@pytest.mark.clause("ibf:15.5")
def test_ibf_a_wrong_length_found_in_a_game_says_what_that_game_is() -> None:
    found = length_ruling("ibf", (5, 7), (3, 4), "during_game")
    assert "The game in progress is played with the cube." in found.say
    assert (found.consequences.crawford, found.consequences.game) == ("", "goes_on")


@pytest.mark.clause("usbgf:4.8.3b", "usbgf:4.8.3d")
@pytest.mark.parametrize(("played", "designated", "said"), [(11, 7, "by 8:00"), (7, 11, "add 8:00")])
def test_a_wrong_length_found_in_a_game_says_what_may_come_of_the_clocks(
    played: int, designated: int, said: str
) -> None:
    found = ruled(
        "wrong_length", "usbgf", played_to=played, designated=designated, score_white=5, score_black=3,
        when="during_game", knew="nobody",
    )  # fmt: skip
    assert any(said in note for note in found.notes)


@pytest.mark.clause("guide:5.14e", "usbgf:4.8.2.2a")
@pytest.mark.parametrize("book", ["guide", "usbgf"])
def test_a_result_that_stands_is_named(book: str) -> None:
    stands = ruled(
        "wrong_length", book, played_to=7, designated=9, score_white=4, score_black=7, when="match_over", knew="nobody"
    )
    assert stands.consequences.score == (4, 7)
    assert stands.consequences.winner == "black"


@pytest.mark.clause("ibf:15.5", "ibf:15.6")
@pytest.mark.parametrize("book", ["usbgf", "guide", "ibf", "bws"])
@pytest.mark.parametrize("when", ["during_game", "between_games", "match_over"])
@pytest.mark.parametrize(("played_to", "designated"), [(5, 7), (9, 7), (7, 9)])
def test_what_is_done_about_a_wrong_length_agrees_with_what_is_said(
    book: str, when: str, played_to: int, designated: int
) -> None:
    white = played_to if when == "match_over" else 4
    told = {"score_white": white, "score_black": 3, "when": when, "knew": "nobody", "later_match": False}
    games = f"white {white - 3 if white > 6 else 1}"  # only the longer match of ibf is worked out from its games
    answer = ask("wrong_length", book, played_to=played_to, designated=designated, **told, games=games)
    if not isinstance(answer, Ruling):
        return
    done = " ".join(remedy_text(remedy) for remedy in answer.remedies)
    assert bool(answer.consequences.length) == any(isinstance(remedy, SetLength) for remedy in answer.remedies)
    assert (answer.consequences.winner != "") <= ("has won" in done or "as it was played" in done)
    if "stands" in answer.say:
        assert "as it was played" in done, done
    if "ibf:15.5" in answer.clauses and "resumed" in answer.say:
        assert f"goes on from {white}-3" in done
    if answer.consequences.pending and book == "usbgf":
        assert answer.consequences.length == played_to  # until the game has ended
