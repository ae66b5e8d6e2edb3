"""Time that has run out."""

import pytest

from barpoint.board import Side
from barpoint.officiating.answer import NeedFacts, PenaltyStep
from barpoint.officiating.remedy import ChangeClock, Instruct, LoseMatch, PlayOn, PutClockAway, SetScore
from tests.officiating.answers import ask, at, left_open, ruled, silent


@pytest.mark.clause("ibf:8.7c", "guide:5.10e")
@pytest.mark.parametrize("book", ["ibf", "guide"])
def test_of_two_expired_clocks_the_first_has_lost_where_that_is_known(book: str) -> None:
    facts = {"who": "both", "announced_by": "a player", "untimed": False}
    assert ruled("time_expired", book, None, **facts, first="black").remedies == (LoseMatch(Side.BLACK),)
    assert not left_open("time_expired", book, None, **facts, first="nobody knows").covered


@pytest.mark.clause("guide:5.10f")
def test_guide_an_untimed_clock_nobody_noted_is_a_timed_one() -> None:
    facts = {"who": "white", "untimed": True}
    assert PlayOn() in ruled("time_expired", "guide", None, **facts, noted=True).remedies
    lost = ruled("time_expired", "guide", None, **facts, noted=False)
    assert lost.clauses == ("guide:5.10f", "guide:5.10e")
    assert lost.remedies == (LoseMatch(Side.WHITE),)


@pytest.mark.clause("ibf:8.7a", "ibf:8.7c", "usbgf:4.3.4-1", "bws:4.3.3c", "guide:5.10e")
@pytest.mark.parametrize(
    ("book", "clause"),
    [("ibf", "ibf:8.7a"), ("usbgf", "usbgf:4.3.4-1"), ("bws", "bws:4.3.3c"), ("guide", "guide:5.10e")],
)
def test_whoever_runs_out_of_time_loses_the_match(book: str, clause: str) -> None:
    found = ruled(
        "time_expired",
        book,
        who="white",
        announced_by="a player",
        untimed=False,
        mismanaged=False,
        claim=False,
        certain=False,
    )
    assert found.remedies == (LoseMatch(Side.WHITE),)
    assert clause in found.clauses
    assert silent("time_expired", "trad")


@pytest.mark.clause("usbgf:4.3.4-8", "usbgf:4.3.4-9", "bws:4.3.3e", "usbgf:4.3.4-7", "ibf:8.7a")
def test_a_won_position_when_time_runs_out_in_four_books() -> None:
    facts = {"who": "black", "announced_by": "a player", "untimed": False, "mismanaged": False}
    facts |= {"claim": True, "certain": True}
    for book in ("usbgf", "bws"):
        (remedy,) = ruled("time_expired", book, **facts).remedies
        assert isinstance(remedy, Instruct)
        assert "Black has won" in remedy.text
    for book in ("ibf", "guide"):
        assert ruled("time_expired", book, **facts).remedies == (LoseMatch(Side.BLACK),)
    assert left_open("time_expired", "usbgf", **facts, proof=True).clauses == ("usbgf:4.3.4-7",)


@pytest.mark.clause("usbgf:4.3.4-10", "bws:4.3.3d", "ibf:0-silent")
def test_both_out_of_time_in_five_books() -> None:
    facts = {"who": "both", "announced_by": "a player", "untimed": False, "first": "nobody knows"}
    found = ruled("time_expired", "usbgf", **facts)
    assert found.choice_of == "director"
    assert all(one.later and one.optional for one in found.penalties)
    assert len(found.penalties) == 2
    assert ruled("time_expired", "bws", **facts).remedies == (PutClockAway(),)
    for book in ("ibf", "guide", "trad"):
        assert not left_open("time_expired", book, **facts).covered
    first = ruled("time_expired", "bws", **facts | {"first": "black"}, certain=False)
    assert first.remedies == (LoseMatch(Side.BLACK),)


@pytest.mark.clause("usbgf:3.4.4.3e", "usbgf:3.4.4.3f", "usbgf:3.4.4.3g")
def test_the_minute_held_in_trust_comes_once() -> None:
    facts = {"who": "white", "announced_by": "a player", "mismanaged": False}
    found = ruled("time_expired", "usbgf", **facts, trust=True)
    assert found.remedies == (ChangeClock(Side.WHITE, at("1:00")),)
    assert found.penalties[0].step is PenaltyStep.WARNING
    again = ruled("time_expired", "usbgf", **facts, trust=False, claim=False)
    assert again.remedies == (LoseMatch(Side.WHITE),)
    assert "usbgf:3.4.4.3g" not in again.clauses
    released = ruled("time_expired", "usbgf", **facts, trust=False, released=True, claim=False)
    assert "usbgf:3.4.4.3g" in released.clauses


@pytest.mark.clause("usbgf:4.3.4-8")
def test_a_valid_claim_that_does_not_win_the_match_is_scored_before_it_is_lost() -> None:
    facts = {"who": "white", "announced_by": "a player", "mismanaged": False, "trust": False, "length": 11}
    told = facts | {"score_white": 6, "score_black": 4, "cube": 2, "crawford_done": False}
    position = {"position": "x 1:2 | o 6:5 5:5 4:3", "on_turn": "white"}
    level = {"claim": False, "lesser_claim": "gammon"}
    for more, score in ((level, (10, 4)), (level | {"lesser_claim": "single"}, (8, 4)), (position, (8, 4))):
        lost = ruled("time_expired", "usbgf", **told, **more)
        assert lost.consequences.score == score
        assert lost.consequences.winner == "black"
        assert lost.consequences.crawford == ""
        assert f"White {score[0]}, Black 4" in lost.say
        assert lost.remedies == (SetScore(score), LoseMatch(Side.WHITE))
    wrong = ask("time_expired", "usbgf", **told | {"score_white": 9}, claim=False, lesser_claim="single")
    assert isinstance(wrong, NeedFacts)
    assert wrong.wrong


@pytest.mark.clause("bws:4.3.3d", "bws:4.3.3e")
def test_of_two_expired_clocks_a_certain_win_of_the_match_still_counts() -> None:
    facts = {"who": "both", "announced_by": "a player", "first": "nobody knows"}
    assert isinstance(ask("time_expired", "bws", **facts, certain=True), NeedFacts)
    assert ruled("time_expired", "bws", **facts, certain=True, certain_for="black").consequences.winner == "black"
    board = {"position": "x 1:2 | o 6:5 5:5 4:3", "on_turn": "white", "dice": "11", "cube": 1}
    score = {"length": 7, "score_white": 6, "score_black": 4, "crawford_done": True}
    assert ruled("time_expired", "bws", **facts, **board, **score).consequences.winner == "white"
    short = ruled("time_expired", "bws", **facts, **board, **score | {"score_white": 1})
    assert short.remedies == (PutClockAway(),)


@pytest.mark.clause("usbgf:3.4.4.3h", "guide:5.10f", "usbgf:4.3.4-3", "bws:4.3.3a", "ibf:8.8", "usbgf:4.3.4-5")
def test_an_expiry_that_does_not_count_or_not_yet() -> None:
    for book in ("usbgf", "guide"):
        assert PlayOn() in ruled("time_expired", book, who="white", untimed=True, noted=True).remedies
    for book in ("usbgf", "bws", "ibf"):
        found = ruled("time_expired", book, who="white", announced_by="somebody else")
        assert found.remedies == (PlayOn(),)
    found = ruled("time_expired", "usbgf", who="white", announced_by="a player", mismanaged=True)
    assert "usbgf:4.3.4-5" in found.clauses


@pytest.mark.clause("ibf:8.7b")
@pytest.mark.parametrize(("who", "recorded"), [("white", (3, 7)), ("black", (7, 5))])
def test_ibf_records_the_score_as_it_stands_and_the_points_of_the_match_for_the_winner(
    who: str, recorded: tuple[int, int]
) -> None:
    facts = {"announced_by": "an official", "length": 7, "score_white": 3, "score_black": 5}
    found = ruled("time_expired", "ibf", who=who, **facts)
    assert found.consequences.recorded == recorded
    assert f"White {recorded[0]}, Black {recorded[1]}" in found.say


STAKE = {"length": 7, "score_black": 6, "cube": 1, "on_turn": "white"}


@pytest.mark.clause("usbgf:4.3.4-6", "usbgf:4.3.4-8", "usbgf:4.5.2b", "bws:4.3.3e")
@pytest.mark.parametrize("book", ["usbgf", "bws"])
@pytest.mark.parametrize(
    ("position", "points", "won"),
    [
        ("x 1:2 | o 6:5", 6, True),  # two checkers on the ace point go with any roll
        ("x 1:2 | o 6:5", 5, False),  # the game, but not the match
        ("x 6:2 | o 1:2", 6, False),
        ("start", 6, False),
    ],
)
def test_a_position_told_is_tested_when_time_is_out(book: str, position: str, points: int, won: bool) -> None:
    told = {"who": "white", "announced_by": "a player", "mismanaged": False, "position": position}
    told |= {"certain": False}  # asked where the tests do not settle it
    found = ruled("time_expired", book, score_white=points, **told, **STAKE)
    assert found.consequences.winner == ("white" if won else "black")
    assert (LoseMatch(Side.WHITE) in found.remedies) is not won


@pytest.mark.clause("usbgf:4.3.4-6")
@pytest.mark.parametrize("on_turn", ["white", "black"])
def test_usbgf_a_roll_is_asked_after_only_where_it_would_count(on_turn: str) -> None:
    told = {"who": "white", "announced_by": "a player", "mismanaged": False, "trust": False, "on_turn": on_turn}
    stake = {"length": 11, "score_white": 10, "score_black": 9, "cube": 1, "position": "x 1:2 | o 6:5"}
    found = ruled("time_expired", "usbgf", **told, **stake)
    assert ("dice" in {one.key for one in found.assumptions}) is (on_turn == "white")
    if on_turn == "black":
        assert "dice" in ruled("time_expired", "usbgf", **told, **stake, dice="21").no_part


@pytest.mark.clause("usbgf:4.5.2c", "usbgf:4.3.4-6")
def test_a_claim_found_wanting_at_an_expiry_may_be_played_out_too() -> None:
    found = ruled(
        "time_expired", "usbgf", who="white", announced_by="a player", mismanaged=False, position="x 1:1 | o 1:2",
        on_turn="black",
    )  # fmt: skip
    assert found.consequences.winner == "black"
    assert any("usbgf:4.5.2c" in note for note in found.notes)


@pytest.mark.clause("usbgf:4.3.4-2")
def test_a_loss_on_time_stands_without_the_courtesy_warning() -> None:
    told = {"who": "white", "announced_by": "a player", "mismanaged": False, "claim": False}
    assert any("usbgf:4.3.4-2" in note for note in ruled("time_expired", "usbgf", **told).notes)
    assert not any(
        "courtesy" in note
        for note in ruled("time_expired", "bws", who="white", certain=False, announced_by="a player").notes
    )


@pytest.mark.clause("usbgf:4.3.4-6")
def test_usbgf_a_valid_claim_says_on_which_board_it_is_judged() -> None:
    facts = {"who": "white", "announced_by": "a player", "mismanaged": False, "claim": True}
    won = ruled("time_expired", "usbgf", None, **facts)
    assert won.consequences.winner == "white"
    assert "usbgf:4.3.4-6" in won.clauses
    assert any("end of the player's last turn" in note for note in won.notes)
