"""What a book leaves open is not laid down: sanctions, appeals, readings and settings."""

import pytest

from barpoint.board import Side
from barpoint.officiating.answer import PenaltyStep, Ruling
from barpoint.officiating.incident_search import find_incidents, kind_called
from barpoint.officiating.remedy import ChangeClock
from barpoint.officiating.wording import appeal_text
from barpoint.rulebook.profiles.presets import preset
from tests.officiating.answers import asked, at, left_open, ruled
from tests.officiating.sampled_cases import sampled_cases

STANDARDS = {f"guide:ethics-{number}" for number in range(1, 8)}
FREE_SANCTIONS = {"usbgf:1.6.3", "bws:1.6.3"}


def test_every_reminder_is_the_books_or_marked_as_ours() -> None:
    for case in sampled_cases():
        penalties = case.answer.penalties if isinstance(case.answer, Ruling) else ()
        reminders = [penalty for penalty in penalties if penalty.step is PenaltyStep.REMINDER]
        if not reminders or (case.kind, case.profile.book) == ("fast_grab", "usbgf"):
            continue
        assert "people-23" in {one.id for one in case.answer.readings}, (case.kind, case.profile.book)
        if FREE_SANCTIONS & set(case.answer.clauses):
            assert all(reminder.optional for reminder in reminders), (case.kind, case.profile.book)


@pytest.mark.clause("guide:1.1.4")
def test_guide_only_the_ethical_standards_are_the_directors_last_word() -> None:
    for case in sampled_cases():
        appeal = case.answer.appeal
        if case.profile.book != "guide" or appeal is None or appeal.clauses != ("guide:1.1.4",):
            continue
        if case.kind in ("appeal", "penalty_appealed"):  # these are told what the decision was about
            assert case.facts.get("ethics") or case.facts.get("matter") == "ethics", (case.kind, case.facts)
        else:
            assert STANDARDS & set(case.answer.clauses), (case.kind, case.facts)


@pytest.mark.clause("guide:1.2.3a", "guide:2.2.6e", "guide:6.5a")
def test_guide_coaching_is_open_to_appeal_and_its_sanctions_are_a_reading() -> None:
    found = left_open("coaching", "guide", player="white", when="break_between_games")
    assert found.appeal is not None
    assert found.appeal.clauses == ("guide:6.5a",)
    assert {"people-26", "time-1"} <= {one.id for one in found.readings}


@pytest.mark.clause("usbgf:1.1.6a", "usbgf:4.2.3.1(a)-1", "usbgf:1.6.3")
def test_usbgf_the_players_act_on_what_a_spectator_pointed_out() -> None:
    found = ruled("pointed_out", "usbgf", who="spectator", asked_by="nobody")
    assert "Both players" in found.say
    assert {"usbgf:1.1.6a", "usbgf:4.2.3.1(a)-1"} <= set(found.clauses)
    assert all(penalty.optional for penalty in found.penalties)
    assert {"people-25", "people-23"} <= {one.id for one in found.readings}


@pytest.mark.clause("usbgf:4.3.3b")
def test_usbgf_reserve_and_delay_that_were_both_wrong_are_put_right() -> None:
    shown = {"time_white": at("6:10"), "time_black": at("4:50"), "set_to": at("14:00"), "found": "during play"}
    found = ruled("wrong_setting", preset("USBGF Doubles"), what="both", length=7, delay_set_to=at("0:12"), **shown)
    assert found.remedies[:2] == (ChangeClock(Side.WHITE, at("7:00")), ChangeClock(Side.BLACK, at("7:00")))
    assert "The delay is 0:15" in found.say
    assert "0:03" in found.say
    assert {"should_be", "delay_should_be"} <= {one.key for one in found.assumptions}
    alone = ruled("wrong_setting", preset("USBGF Doubles"), what="reserve", length=7, **shown)
    assert any("delay is taken to have been right" in note for note in alone.notes)
    same = asked("wrong_setting", preset("USBGF Doubles"), what="both", length=7, delay_set_to=at("0:15"), **shown)
    assert same.question.key == "delay_set_to"


@pytest.mark.clause("usbgf:4.5a", "usbgf:4.5.1a")
def test_usbgf_a_void_concession_names_the_score_and_cube_that_stand() -> None:
    facts = {"loser": "white", "what": "gammon", "contact": True}
    found = ruled("concession", "usbgf", **facts, score_white=3, score_black=4, length=9, cube=2)
    assert "usbgf:4.5a" in found.clauses
    assert any("3-4" in note and "cube at 2" in note for note in found.notes)


@pytest.mark.clause("usbgf:4.2.3.4a")
def test_usbgf_a_first_illegal_play_says_what_a_repetition_brings() -> None:
    found = ruled("illegal_play", "usbgf", by="white", fault="wrong_pips", stage="turn_ended")
    assert "warning" in found.consequences.next_offence


@pytest.mark.clause("bws:4.4.1b", "guide:5.9b")
@pytest.mark.parametrize(("book", "marked"), [("bws", True), ("guide", True), ("usbgf", False)])
def test_a_cube_that_lay_wrongly_counts_as_one_by_our_reading_outside_usbgf(book: str, marked: bool) -> None:
    found = ruled("setup_error", book, what="cube")
    assert ("ruling-43" in {one.id for one in found.readings}) is marked


@pytest.mark.clause("ibf:14.3a")
@pytest.mark.parametrize(("at_fault", "marked"), [("white", True), ("both", False)])
def test_ibf_a_warning_for_one_player_alone_is_our_reading(at_fault: str, marked: bool) -> None:
    found = ruled("setup_error", "ibf", moves_white=2, moves_black=1, at_fault=at_fault)
    assert ("people-27" in {one.id for one in found.readings}) is marked


@pytest.mark.clause("ibf:18.3b")
def test_ibf_a_video_called_for_nothing_says_what_time_is_kept() -> None:
    found = left_open("groundless_video_call", "ibf", who="white", left=at("8:40"))
    assert "keeps at least 4:20" in found.say
    assert found.usual[0].consequences.clocks == (at("4:20"), None)


@pytest.mark.clause("ibf:14.5b")
def test_ibf_where_the_book_has_no_appeals_that_is_said() -> None:
    found = ruled("illegal_play", "ibf", by="white", fault="wrong_pips", stage="turn_ended", game_over=False)
    assert found.appeal is not None
    assert appeal_text(found.appeal) == "the book names none"


@pytest.mark.clause("bws:5.6", "bws:1.7.4")
def test_bws_a_decision_is_reported_and_a_monitor_may_be_asked_for() -> None:
    found = left_open("aid_used", "bws", player="white", what="phone", consent=False, banned=False)
    assert any("bws:5.6" in note for note in found.notes)
    assert any("bws:1.7.4" in note for note in found.notes)


@pytest.mark.parametrize(
    ("words", "book", "kind"),
    [("went to the toilet between games", "ibf", "left_board"), ("appeal committee was tied", "guide", "appeal_votes")],
)
def test_everyday_words_find_their_kind(words: str, book: str, kind: str) -> None:
    assert find_incidents(words, book=book)[0].kind.name == kind


def test_only_kinds_the_book_speaks_of_are_suggested() -> None:
    with pytest.raises(ValueError, match="near are") as refused:
        kind_called("spectator called the flag", "ibf")
    assert "spectator_sanction" not in str(refused.value)
