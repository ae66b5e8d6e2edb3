"""Disputes, witnesses, untrue statements, doubts and disputed rolls."""

import pytest

from barpoint.board import Side
from barpoint.officiating.answer import Discretion, Ruling
from barpoint.officiating.remedy import PlayOn, RollStands
from tests.officiating.answers import (
    BOOKS,
    ask,
    left_open,
    ruled,
    silent,
)


@pytest.mark.clause("usbgf:5.1a", "usbgf:5.1c", "usbgf:5.4b", "bws:5.1a", "bws:5.4a", "bws:5.4b")
@pytest.mark.parametrize("book", ["usbgf", "bws"])
@pytest.mark.parametrize(
    ("heard", "next_"), [("nobody", "hears both players"), ("white", "hears Black"), ("black", "hears White")]
)
def test_nothing_is_decided_before_everybody_was_heard(book: str, heard: str, next_: str) -> None:
    found = ruled("dispute", book, heard=heard)
    assert next_ in found.say
    assert "Nobody touches anything" in found.say


@pytest.mark.clause("bws:1.3.3c")
def test_bws_the_observer_testifies() -> None:
    assert ruled("dispute", "bws", heard="both", observer="not_heard").clauses[0] == "bws:1.3.3c"


@pytest.mark.clause("usbgf:5.1b")
def test_usbgf_the_director_may_step_in_on_a_report() -> None:
    assert ruled("dispute", "usbgf", reported=True).clauses == ("usbgf:5.1b",)


@pytest.mark.clause("usbgf:5.1c", "usbgf:5.4a", "bws:5.3")
@pytest.mark.parametrize("book", ["usbgf", "bws"])
def test_then_the_director_weighs_the_evidence(book: str) -> None:
    told = {"heard": "both", "observer": "none"}
    assert ruled("dispute", book, **told, agreed=True).remedies == (PlayOn(),)
    found = left_open("dispute", book, **told, agreed=False, changed_by="black")
    assert "Black should have left everything untouched" in found.say
    assert any("recordings" in factor for factor in found.factors)


@pytest.mark.clause("ibf:18.3a")
def test_ibf_the_video_may_settle_it() -> None:
    assert left_open("dispute", "ibf", video=True).usual[0].name == "video"
    assert left_open("dispute", "ibf", video=False).clauses == ("ibf:3.12d",)
    assert silent("dispute", "trad")


@pytest.mark.clause("usbgf:1.1.4.1d", "usbgf:1.6.1b", "bws:5.4c", "guide:1.3.2")
@pytest.mark.parametrize(
    ("asked_by", "heard"),
    [
        ("nobody", set()),
        ("one_player", set()),
        ("both_players", {"usbgf", "guide"}),
        ("director", {"usbgf", "bws", "guide"}),
    ],
)
def test_who_may_ask_a_spectator(asked_by: str, heard: set[str]) -> None:
    found = {book: ruled("witness", book, asked_by=asked_by, cheating=False) for book in ("usbgf", "bws", "guide")}
    assert {book for book, one in found.items() if "properly asked" in one.say} == heard
    assert silent("witness", "ibf", "trad")


@pytest.mark.clause("bws:1.6.1b", "bws:5.4c")
def test_bws_cheating_may_be_reported_unasked() -> None:
    assert "admitted" in ruled("witness", "bws", asked_by="nobody", cheating=True).say


@pytest.mark.clause("usbgf:1.1.4.1a", "usbgf:1.1.4.1b", "usbgf:1.1.4.1c")
@pytest.mark.parametrize(
    ("what", "row"),
    [("untrue", "usbgf:1.1.4.1a"), ("held_back", "usbgf:1.1.4.1b"), ("recording_hidden", "usbgf:1.1.4.1c")],
)
def test_usbgf_everybody_owes_the_director_the_truth(what: str, row: str) -> None:
    found = left_open("untruth", "usbgf", who="white", what=what, knew=True)
    assert found.clauses[0] == row
    assert "true facts" in found.say
    assert not ruled("untruth", "usbgf", who="white", what=what, knew=False).penalties
    assert silent("untruth", "trad")


@pytest.mark.clause("bws:1.2.3a", "bws:1.2.4a")
def test_bws_deceit_is_unsporting() -> None:
    assert left_open("untruth", "bws", who="white", what="untrue", knew=True).clauses == ("bws:1.2.3a", "bws:1.2.4a")


@pytest.mark.clause("usbgf:1.6.1f", "guide:1.3.4a")
@pytest.mark.parametrize("book", ["usbgf", "guide"])
def test_what_a_spectator_saw_of_cheating_goes_to_the_staff_unasked(book: str) -> None:
    assert "admitted" in ruled("witness", book, asked_by="nobody", cheating=True).say


@pytest.mark.clause("usbgf:1.1.1d", "usbgf:1.2.2b", "bws:5.3", "guide:1.1.1b", "guide:5.4f")
@pytest.mark.parametrize(
    ("cause", "rows"),
    [
        ("practice_not_followed", {"usbgf": "usbgf:1.1.1d", "bws": "bws:5.3", "guide": "guide:1.1.1b"}),
        ("looked_improper", {"usbgf": "usbgf:1.2.2b"}),
        ("fast_or_unclear_move", {"usbgf": "usbgf:1.1.4.2b", "bws": "bws:4.2.1a", "guide": "guide:5.4f"}),
        ("rule_broken", {"usbgf": "usbgf:1.1.1a", "bws": "bws:5.3", "guide": "guide:1.1.1b"}),
    ],
)
def test_a_doubt_goes_against_who_created_it_in_five_books(cause: str, rows: dict[str, str]) -> None:
    for book in BOOKS:
        found = left_open("doubt", book, cause=cause, by="black", asked=False, evidence=False)
        assert found.covered is (book in rows)
        if book in rows:
            assert found.clauses[0] == rows[book]
            assert "against Black" in found.say


@pytest.mark.clause("usbgf:1.1.1d", "usbgf:1.1.1e")
def test_usbgf_a_recommended_practice_is_no_offence_but_a_request_adds_weight() -> None:
    told = {"cause": "practice_not_followed", "by": "white", "evidence": False}
    plain, asked = (left_open("doubt", "usbgf", **told, asked=asked) for asked in (False, True))
    assert "usbgf:1.1.1e" in asked.clauses
    assert "usbgf:1.1.1e" not in plain.clauses
    assert plain.forbidden == ("a penalty for a recommended practice alone",)


@pytest.mark.clause("usbgf:1.2.2b", "bws:5.3")
def test_evidence_outweighs_a_doubt_and_two_breaches_cancel_out() -> None:
    weighed = left_open("doubt", "usbgf", cause="looked_improper", by="white", evidence=True)
    assert "weighed first" in weighed.say
    assert "neither" in left_open("doubt", "bws", cause="rule_broken", by="both", evidence=False).say


@pytest.mark.clause("guide:6.2a", "guide:6.2b", "bws:4.1.2a", "ibf:18.3a", "usbgf:5.4a")
def test_a_disputed_roll_in_five_books() -> None:
    told = {"roller": "white", "lifted": True, "talked": False, "video": True, "moved_dice": True, "by": "white"}
    found = {book: ask("disputed_roll", book, **told) for book in BOOKS}
    assert all(isinstance(one, Discretion) for one in found.values())
    options = {book: [o.name for o in one.usual] for book, one in found.items() if isinstance(one, Discretion)}
    assert options == {
        "ibf": ["video"],
        "usbgf": ["side_with_player", "roll_over"],
        "bws": ["side_with_player", "roll_over"],
        "guide": ["spectators", "side_with_player", "high_roll_rollover", "high_roll_which"],
        "trad": [],
    }
    for book in ("usbgf", "bws", "guide"):
        assert "White moved the dice" in left_open("disputed_roll", book, **told).say
    assert silent("disputed_roll", "trad")


@pytest.mark.clause("guide:5.7a", "guide:6.2b")
def test_dice_that_still_lie_show_the_roll() -> None:
    found: Ruling = ruled("disputed_roll", "guide", roller="white", lifted=False)
    assert found.remedies == (RollStands(Side.WHITE),)
    assert ruled("disputed_roll", "guide", roller="white", lifted=True, talked=True).remedies == (PlayOn(),)


@pytest.mark.clause("usbgf:1.1.4.1d", "usbgf:5.4a")
def test_usbgf_a_witness_who_waits_may_still_be_asked() -> None:
    found = ruled("witness", "usbgf", asked_by="nobody")
    assert "not taken as evidence" not in found.say
    assert "not taken as evidence" in ruled("witness", "bws", asked_by="nobody", cheating=False).say


@pytest.mark.clause("bws:4.2.1a", "bws:5.3")
def test_bws_players_must_move_clearly() -> None:
    found = left_open("doubt", "bws", cause="fast_or_unclear_move", by="white", evidence=False)
    assert found.clauses == ("bws:4.2.1a", "bws:5.3")


@pytest.mark.clause("guide:1.1.1b", "guide:1.3.2")
def test_guide_a_dispute_is_the_directors_and_tends_against_whoever_created_it() -> None:
    assert left_open("dispute", "guide", agreed=False).clauses == ("guide:1.1.1b", "guide:1.3.2")
    assert ruled("dispute", "guide", agreed=True).remedies == (PlayOn(),)


@pytest.mark.clause("ibf:3.12d")
@pytest.mark.parametrize("kind", ["dispute", "disputed_roll"])
def test_ibf_in_a_dispute_without_a_video_the_clocks_may_stand_and_the_arbiter_is_called(kind: str) -> None:
    facts = {"video": False} if kind == "dispute" else {"video": False, "roller": "white", "lifted": True}
    assert left_open(kind, "ibf", None, **facts).clauses == ("ibf:3.12d",)


@pytest.mark.clause("guide:ethics-5", "ibf:17.1g")
@pytest.mark.parametrize(("book", "row"), [("guide", "guide:ethics-5"), ("ibf", "ibf:17.1g")])
def test_who_knowingly_tells_the_officials_an_untruth_may_be_sanctioned(book: str, row: str) -> None:
    facts = {"who": "white", "what": "untrue"}
    assert left_open("untruth", book, None, **facts, knew=True).clauses[0] == row
    assert not ruled("untruth", book, None, **facts, knew=False).penalties


@pytest.mark.clause("usbgf:1.1.4.1c")
def test_a_recording_that_was_hidden_is_shown_now() -> None:
    found = left_open("untruth", "usbgf", who="white", what="recording_hidden", knew=True)
    assert any("is shown to the director" in note for note in found.notes)


@pytest.mark.clause("usbgf:5.1b", "usbgf:5.1c")
def test_usbgf_a_dispute_that_was_only_reported_is_decided_once_both_were_heard() -> None:
    assert "step in" in ruled("dispute", "usbgf", reported=True).say
    heard = left_open("dispute", "usbgf", reported=True, heard="both", agreed=False, changed_by="white")
    assert "White should have left everything untouched" in heard.say


@pytest.mark.clause("guide:1.3.2", "bws:1.6.1a")
def test_guide_says_nothing_of_what_a_spectator_volunteered() -> None:
    assert "evidence" not in ruled("witness", "guide", asked_by="nobody").say
    assert "not taken as evidence" in ruled("witness", "bws", asked_by="nobody", cheating=False).say


@pytest.mark.clause("guide:6.2b", "guide:addendum-illegal-moves-2")
def test_guide_a_play_with_the_other_roll_was_illegal() -> None:
    found = left_open("disputed_roll", "guide", roller="white", lifted=True, talked=False, moved_dice=False)
    assert any("illegal_play" in note for note in found.notes)
