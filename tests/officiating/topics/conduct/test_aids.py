"""Aids, phones, headphones, and recording, in each book."""

import pytest

from barpoint.officiating.remedy import Instruct, PlayOn
from tests.officiating.answers import (
    left_open,
    ruled,
    silent,
)

AWAY = (Instruct("Put the device away."),)
TOLD = {"player": "white", "raised": True, "essential": False, "banned": False}


@pytest.mark.clause("usbgf:1.8.1a", "bws:1.7.1a", "bws:1.7.3", "guide:3.1a", "guide:1.2.3a")
@pytest.mark.parametrize("book", ["usbgf", "bws", "guide"])
def test_aids_to_play_are_forbidden(book: str) -> None:
    found = left_open("aid_used", book, player="white", what="backgammon_aid", recess=False)
    assert (found.usual[0].name == "disqualification") is (book != "guide")
    assert silent("aid_used", "ibf", "trad")


@pytest.mark.clause("usbgf:1.8.1b")
def test_usbgf_study_overnight_is_allowed() -> None:
    assert ruled("aid_used", "usbgf", player="white", what="backgammon_aid", recess=True).remedies == (PlayOn(),)


@pytest.mark.clause("usbgf:1.8.1c")
def test_usbgf_an_objection_goes_to_the_opponent_first() -> None:
    assert ruled("aid_used", "usbgf", player="white", what="phone", raised=False).clauses == ("usbgf:1.8.1c",)


@pytest.mark.clause("usbgf:1.8.4a", "usbgf:1.8.4b", "usbgf:1.8.1e", "bws:1.7.1b", "bws:1.7.5", "guide:3.1a")
@pytest.mark.parametrize(
    ("what", "banned", "consent", "allowed"),
    [
        ("phone", False, True, {"usbgf", "bws"}),
        ("phone", False, False, set()),
        ("phone", True, True, set()),
        ("score_or_clock_app", False, False, {"usbgf", "bws", "guide"}),
        ("other_device", False, False, set()),
    ],
)
def test_devices_and_consent(what: str, banned: bool, consent: bool, allowed: set[str]) -> None:
    told = TOLD | {"what": what, "banned": banned, "consent": consent}
    books = {"usbgf", "guide", *({"bws"} & allowed)}
    found = {book: ruled("aid_used", book, **told) for book in books}
    assert {book for book, one in found.items() if one.remedies == (PlayOn(),)} == allowed
    assert all(one.remedies == AWAY for book, one in found.items() if book not in allowed)
    if "bws" not in allowed:
        shut_out = left_open("aid_used", "bws", **told)
        assert [option.name for option in shut_out.usual][:2] == ["stop", "disqualification"]
        assert {"bws:1.7.3", "bws:1.7.5"} <= set(shut_out.clauses)
    if banned:
        assert found["usbgf"].clauses[0] == "usbgf:1.8.4b"


@pytest.mark.clause("usbgf:1.8.1d")
def test_usbgf_an_essential_device_may_be_permitted() -> None:
    told = TOLD | {"what": "other_device", "essential": True}
    found = left_open("aid_used", "usbgf", **told)
    assert found.clauses[0] == "usbgf:1.8.1d"
    assert [one.name for one in found.usual] == ["permit", "forbid"]
    ordinary = ruled("aid_used", "usbgf", **(TOLD | {"what": "score_or_clock_app", "banned": True}))
    assert ordinary.clauses[0] == "usbgf:1.8.1d"


@pytest.mark.clause("usbgf:1.8.3a", "usbgf:1.8.3b", "usbgf:1.8.3c", "bws:1.7.1b")
def test_headphones() -> None:
    fine = ruled("headphones", "usbgf", player="white", ground="none")
    assert fine.remedies == (PlayOn(),)
    assert "usbgf:1.8.3c" in fine.clauses
    for ground in ("audible", "distracting", "foul_play"):
        found = left_open("headphones", "usbgf", player="white", ground=ground)
        assert [one.name for one in found.usual] == ["limit", "forbid"]
        assert "usbgf:1.1.4.3a" in found.clauses
    assert ruled("headphones", "bws", player="white", banned=False, consent=True).remedies == (PlayOn(),)
    assert left_open("headphones", "bws", player="white", banned=False, consent=False).usual[0].remedies[0] in AWAY
    assert silent("headphones", "ibf", "guide", "trad")


@pytest.mark.clause("bws:1.7.1e")
def test_bws_writing_the_position_commits_the_move() -> None:
    found = ruled("recording", "bws", player="white", means="position_card", changes=True)
    assert "no longer be changed" in found.say


@pytest.mark.clause("usbgf:1.8.2.1d")
def test_usbgf_recording_without_a_clock_stays_within_reason() -> None:
    told = {"player": "white", "means": "position_card", "clock": False}
    found = left_open("recording", "usbgf", **told, slows=True)
    assert [one.name for one in found.usual] == ["limit", "ban"]
    assert "in order" in ruled("recording", "usbgf", **told, slows=False).say


@pytest.mark.clause(
    "usbgf:1.8.2.1a", "usbgf:1.8.2.1b", "usbgf:1.8.2.2a", "usbgf:1.8.2.2c", "bws:1.7.1b", "bws:1.7.1c",
    "bws:1.7.1d", "guide:1.2.4", "guide:3.1b", "ibf:18.4",
)  # fmt: skip
@pytest.mark.parametrize(
    ("book", "means", "told", "in_order"),
    [
        ("usbgf", "position_card", {"clock": True, "when": "own_turn"}, True),
        ("usbgf", "position_card", {"clock": True, "when": "opponents_time"}, False),
        ("usbgf", "transcript_by_hand", {"clock": True}, True),
        ("usbgf", "transcript_by_hand", {"clock": False}, False),
        ("usbgf", "transcript_electronic", {"clock": True, "consent": False}, False),
        ("bws", "position_card", {"changes": False, "consent": False}, False),
        ("bws", "position_card", {"changes": False, "consent": True, "clock": True, "when": "own_turn"}, True),
        ("bws", "position_card", {"changes": False, "consent": True, "clock": False, "when": "own_turn"}, False),
        ("bws", "position_card", {"changes": False, "consent": True, "clock": False, "when": "after_own_turn"}, True),
        ("guide", "position_card", {}, True),
        ("guide", "transcript_by_hand", {}, False),
        ("guide", "photo_or_video", {"approved": True}, True),
        ("guide", "photo_or_video", {"approved": False}, False),
        ("ibf", "photo_or_video", {"approved": True}, True),
        ("ibf", "photo_or_video", {"approved": False}, False),
    ],
)
def test_when_a_player_may_record(book: str, means: str, told: dict[str, object], in_order: bool) -> None:
    found = ruled("recording", book, player="white", means=means, **told)
    assert ("in order" in found.say) is in_order
    assert silent("recording", "trad")


@pytest.mark.clause(
    "usbgf:1.8.2.2d", "bws:3.8", "bws:3.9", "ibf:18.1a", "ibf:18.1b", "ibf:18.2b", "guide:3.1c", "guide:3.1d"
)
@pytest.mark.parametrize(("book", "appealable"), [("usbgf", False), ("bws", True), ("guide", True)])
def test_officials_may_have_a_match_recorded(book: str, appealable: bool) -> None:
    found = ruled("recorded_by_others", book, by="appointed", private=False)
    assert found.remedies == (PlayOn(),)
    assert found.appeal is not None
    assert found.appeal.allowed is appealable
    assert "Chief Arbiter" in ruled("recorded_by_others", "ibf", by="appointed").say
    private = ruled("recorded_by_others", "guide", by="appointed", private=True)
    assert private.clauses == ("guide:3.1d",)
    assert silent("recorded_by_others", "trad")


@pytest.mark.clause("guide:1.3.5b")
@pytest.mark.parametrize("both", [True, False])
def test_guide_spectators_photograph_only_if_both_ask(both: bool) -> None:
    found = ruled("recorded_by_others", "guide", by="spectator", both_ask=both)
    assert ("in order" in found.say) is both
    assert not left_open("recorded_by_others", "bws", by="spectator").covered
    assert [one.name for one in left_open("recorded_by_others", "ibf", by="spectator").usual] == ["stop", "continue"]


@pytest.mark.clause("usbgf:1.8.2.2a", "usbgf:1.8.2.2c")
@pytest.mark.parametrize(("clock", "consent", "allowed"), [(True, True, True), (False, True, False)])
def test_usbgf_an_electronic_transcript_needs_the_clock_as_well(clock: bool, consent: bool, allowed: bool) -> None:
    told = {"player": "white", "means": "transcript_electronic", "clock": clock, "consent": consent}
    assert (ruled("recording", "usbgf", **told).remedies == (PlayOn(),)) is allowed


STOP = (Instruct("Stop recording for now."),)


@pytest.mark.clause("usbgf:1.8.2.2b")
def test_usbgf_without_the_opponents_clock_the_transcriber_may_be_timed_alone() -> None:
    found = ruled("recording", "usbgf", player="white", means="transcript_by_hand", clock=False)
    assert found.remedies == STOP
    assert "usbgf:1.8.2.2b" in found.clauses
    assert "timed alone" in found.notes[0]


@pytest.mark.clause("usbgf:1.8.2.1a", "usbgf:1.8.2.1b")
def test_usbgf_only_what_a_player_does_by_hand_waits_for_the_own_time() -> None:
    told = {"player": "white", "means": "photo_or_video", "clock": True, "when": "opponents_time"}
    found = ruled("recording", "usbgf", **told)
    assert found.remedies == STOP
    assert "runs by itself" in found.notes[0]


@pytest.mark.clause("guide:ethics-5", "guide:3.1a")
def test_guide_knows_expulsion_and_no_disqualification_for_an_aid() -> None:
    answer = left_open("aid_used", "guide", player="white", what="backgammon_aid")
    assert [option.name for option in answer.usual] == ["warning", "points", "points_later", "expulsion"]


@pytest.mark.clause("ibf:16.1a", "ibf:18.4")
def test_ibf_players_write_their_moves_down_and_record_with_equipment_only_by_leave() -> None:
    assert ruled("recording", "ibf", player="white", means="transcript_by_hand").remedies == (PlayOn(),)
    electronic = ruled("recording", "ibf", player="white", means="transcript_electronic", approved=False)
    assert electronic.clauses == ("ibf:18.4", "ibf:18.2b")


@pytest.mark.clause("bws:1.7.3", "bws:1.7.5")
def test_bws_help_from_others_may_cost_disqualification_and_is_reported() -> None:
    found = left_open("coaching", "bws", player="white", when="break_between_games")
    assert "bws:1.7.5" in found.clauses
    assert "people-24" in {reading.id for reading in found.readings}
    assert "people-24" not in {
        reading.id for reading in left_open("coaching", "bws", player="white", when="during_play").readings
    }


@pytest.mark.clause("guide:3.1b", "guide:3.1c", "guide:3.1d")
def test_guide_a_players_own_record_may_be_used_and_stays_private_on_request() -> None:
    told = {"player": "white", "means": "photo_or_video"}
    free = ruled("recording", "guide", **told, approved=True)
    assert {"guide:3.1c", "guide:3.1d"} <= set(free.clauses)
    assert "guide:3.1c" in free.notes[0]
    assert "kept to the two players" in ruled("recording", "guide", **told, approved=True, private=True).say
    assert ruled("recording", "guide", **told, approved=False).clauses == ("guide:3.1b",)
