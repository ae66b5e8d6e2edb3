"""Sanctions, penalty points, disqualification and bars, under every book."""

import pytest

from barpoint.board import Side
from barpoint.officiating.answer import Appeal, PenaltyStep
from barpoint.officiating.cases.events import RulingGiven
from barpoint.officiating.cases.ruling_confirmation import Confirmation, confirm
from barpoint.officiating.penalty_record import PenaltyEntry, PenaltyRecord
from barpoint.officiating.remedy import ChangeClock, GivePoints, LoseGame, LoseMatch, PlayOn, Remedy
from barpoint.rulebook.profiles.policy import book_policy
from barpoint.rulebook.tariff.penalties import Sanction
from tests.officiating.answers import (
    asked,
    at,
    earlier,
    left_open,
    ruled,
    silent,
)


@pytest.mark.clause("ibf:17.2", "ibf:17.1g", "ibf:3.9b")
def test_an_ibf_sanction_needs_its_ground_and_some_clauses_fix_it() -> None:
    assert asked("ibf_sanction", "ibf").question.key == "ground"
    assert asked("ibf_sanction", "ibf", ground=" ").wrong
    free = left_open("ibf_sanction", "ibf", ground="10.5")
    assert [one.name for one in free.usual] == [one.value for one in Sanction]
    fixed = left_open("ibf_sanction", "ibf", ground="3.9a")
    assert [one.name for one in fixed.usual] == ["point"]
    assert "ibf:3.9b" in fixed.clauses
    assert fixed.forbidden
    further = ruled("ibf_sanction", "ibf", ground="ibf:3.9a", sanction="warning", who="white")
    assert further.penalties[0].step is PenaltyStep.WARNING
    wrong = asked("ibf_sanction", "ibf", ground="8.11b", sanction="point", who="white")
    assert wrong.question.key == "sanction"
    assert silent("ibf_sanction", "usbgf", "bws", "guide", "trad")


@pytest.mark.clause("ibf:17.1a", "ibf:17.1b", "ibf:17.1c", "ibf:17.1d", "ibf:17.1e", "ibf:17.1f")
@pytest.mark.parametrize(
    ("sanction", "amount", "remedy", "step"),
    [
        ("warning", 1, PlayOn(), PenaltyStep.WARNING),
        ("time_off", 60_000, ChangeClock(Side.WHITE, -60_000), PenaltyStep.TIME),
        ("time_off", 200_000, ChangeClock(Side.WHITE, -180_000), PenaltyStep.TIME),
        ("time_to_opponent", 60_000, ChangeClock(Side.BLACK, 60_000), PenaltyStep.TIME),
        ("point", 1, GivePoints(Side.WHITE, -1), PenaltyStep.POINTS),
        ("forfeit_game", 1, LoseGame(Side.WHITE), PenaltyStep.GAME),
        ("exclusion", 1, LoseMatch(Side.WHITE), PenaltyStep.EXPULSION),
    ],
)
def test_the_six_sanctions(sanction: str, amount: int, remedy: Remedy, step: PenaltyStep) -> None:
    found = ruled(
        "ibf_sanction", "ibf", ground="10.5", sanction=sanction, who="white", amount=amount, time_white=at("3:00"),
        time_black=at("1:10"), chief=True,
    )  # fmt: skip
    assert found.remedies == (remedy,)
    assert found.penalties[0].step is step
    assert found.clauses[0] == Sanction(sanction).clause
    assert any("loss on time" in note for note in found.notes) is (amount == 200_000)


@pytest.mark.clause("ibf:17.1a", "ibf:17.1e", "ibf:17.1f")
def test_warnings_are_counted_both_may_forfeit_and_only_the_chief_excludes() -> None:
    facts = {"ground": "11.2", "who": "white"}
    found = ruled("ibf_sanction", "ibf", earlier("ibf_sanction"), **facts, sanction="warning")
    assert found.penalties[0].offence == 2
    both = ruled("ibf_sanction", "ibf", ground="10.5", sanction="forfeit_game", who="both")
    assert [one.side for one in both.penalties] == list(Side)
    assert "score does not change" in both.say
    table = ruled("ibf_sanction", "ibf", **facts, sanction="exclusion", chief=False)
    assert not table.penalties
    assert asked("ibf_sanction", "ibf", ground="10.5", sanction="point", who="both").question.key == "who"


@pytest.mark.clause("usbgf:1.1.5a", "usbgf:1.1.5b", "usbgf:1.1.5c", "usbgf:1.1.5d", "usbgf:1.1.1f", "usbgf:1.2.5")
@pytest.mark.parametrize(
    ("what", "clause"),
    [
        ("behaviour", "usbgf:1.2.5"),
        ("confusion at the board", "usbgf:1.1.1f"),
        ("a breach of the rules", "usbgf:1.1.5a"),
    ],
)
def test_usbgf_leaves_the_penalty_to_the_director(what: str, clause: str) -> None:
    facts = {"who": "white", "what": what}
    first = left_open("misbehaviour", "usbgf", **facts, severe=False)
    assert [one.name for one in first.usual] == ["warning"]
    assert clause in first.clauses
    assert {"usbgf:1.1.5b", "usbgf:1.1.5c", "usbgf:1.1.5d"} <= set(first.clauses)
    severe = left_open("misbehaviour", "usbgf", **facts, severe=True)
    again = left_open("misbehaviour", "usbgf", earlier("misbehaviour"), **facts, severe=False)
    for found in (severe, again):
        assert "expulsion" in [one.name for one in found.usual]
        assert "explained" in found.say


@pytest.mark.clause("guide:ethics-5", "guide:1.1.4")
def test_the_guide_lets_the_penalty_fall_on_a_later_match() -> None:
    found = left_open("misbehaviour", "guide", who="white", what="deception or foul language")
    assert [one.name for one in found.usual] == ["warning", "points", "points_later", "expulsion"]
    assert found.appeal is not None
    assert not found.appeal.allowed
    assert found.appeal.clauses == ("guide:1.1.4",)
    assert silent("misbehaviour", "trad")


@pytest.mark.clause("ibf:17.1g", "ibf:17.2", "bws:1.2.3a", "bws:1.2.3b", "bws:1.2.4a")
@pytest.mark.parametrize(("book", "steps"), [("ibf", 6), ("bws", 3)])
def test_ibf_and_bws_leave_the_sanction_for_conduct_to_the_official(book: str, steps: int) -> None:
    found = left_open("misbehaviour", book, who="white", what="behaviour")
    assert len(found.usual) == steps


@pytest.mark.clause("bws:1.2.4a", "bws:1.7.3", "ibf:17.3", "ibf:17.1f", "usbgf:5.2b", "usbgf:1.2.5", "guide:ethics-5")
def test_disqualification_in_five_books() -> None:
    facts = {"who": "black", "ground": "forbidden aid"}
    bws = left_open("disqualification", "bws", **facts, bar_until="2027-03-31")
    assert bws.clauses == ("bws:1.7.3",)
    assert "2027-03-31" in bws.usual[1].text
    assert bws.usual[0].remedies == (LoseMatch(Side.BLACK),)
    given = ruled("disqualification", "bws", **facts, bar_until="2027-03-31", decided=True)
    assert given.penalties[0].barred_until == "2027-03-31"
    assert given.remedies == (LoseMatch(Side.BLACK),)
    assert asked("disqualification", "bws", **facts, bar_until="soon").question.key == "bar_until"
    assert left_open("disqualification", "bws", who="black", ground="rules or etiquette").clauses == ("bws:1.2.4a",)
    usbgf = left_open("disqualification", "usbgf", **facts)
    assert usbgf.appeal is not None
    assert not usbgf.appeal.allowed
    assert "usbgf:5.2b" in usbgf.appeal.clauses
    dishonest = ruled("disqualification", "ibf", who="black", ground="dishonest play on purpose")
    assert dishonest.clauses == ("ibf:17.3",)
    assert dishonest.penalties[0].step is PenaltyStep.EXPULSION
    assert left_open("disqualification", "ibf", **facts).clauses == ("ibf:17.1f",)
    assert left_open("disqualification", "guide", **facts).clauses == ("guide:1.2.3a", "guide:3.1a")
    assert silent("disqualification", "trad")


# By hand: to the opponent, but off the offender's own score under ibf, below zero too.
@pytest.mark.clause("usbgf:2.2.4m", "ibf:17.1d", "bws:2.2.4a")
@pytest.mark.parametrize(
    ("book", "score", "points", "after", "tail"),
    [
        ("usbgf", (0, 0), 2, "0-2", ""),
        ("usbgf", (3, 5), 1, "3-6", "Crawford"),
        ("usbgf", (3, 6), 1, "3-7", "Black has won"),
        ("bws", (0, 0), 1, "0-1", ""),
        ("guide", (2, 2), 1, "2-3", ""),
        ("ibf", (0, 2), 1, "-1 to 2", ""),
        ("ibf", (4, 3), 1, "3-3", ""),
    ],
)
def test_where_penalty_points_go(book: str, score: tuple[int, int], points: int, after: str, tail: str) -> None:
    found = ruled(
        "penalty_points", book, who="white", points=points, length=7, score_white=score[0], score_black=score[1]
    )
    assert f"the score is {after} (White first)" in found.say
    assert tail in found.say
    expected = GivePoints(Side.WHITE, -points) if book == "ibf" else GivePoints(Side.BLACK, points)
    assert found.remedies == (expected,)
    assert silent("penalty_points", "trad")


@pytest.mark.clause("usbgf:4.2.3.4a", "bws:4.2.3.4")
def test_repeated_illegal_moves_are_warned_first() -> None:
    assert ruled("repeated_illegal_moves", "usbgf", who="white").penalties[0].step is PenaltyStep.WARNING
    assert left_open("repeated_illegal_moves", "usbgf", earlier("repeated_illegal_moves"), who="white").usual
    first = left_open("repeated_illegal_moves", "bws", who="white")
    assert [one.name for one in first.usual] == ["warning"]
    assert first.forbidden == ("penalty points without an earlier warning",)
    again = left_open("repeated_illegal_moves", "bws", earlier("repeated_illegal_moves"), who="white")
    assert [one.name for one in again.usual] == ["points"]
    assert again.clauses == ("bws:4.2.3.4",)
    assert silent("repeated_illegal_moves", "guide", "trad")


@pytest.mark.clause("ibf:18.3b")
def test_a_groundless_call_costs_at_most_half_the_time() -> None:
    facts = {"who": "white", "left": at("9:30")}
    found = left_open("groundless_video_call", "ibf", **facts)
    assert found.usual[0].remedies == (ChangeClock(Side.WHITE, -at("4:45")),)
    assert ruled("groundless_video_call", "ibf", **facts, amount=at("4:45")).penalties[0].time == at("4:45")
    assert asked("groundless_video_call", "ibf", **facts, amount=at("4:46")).question.key == "amount"


@pytest.mark.clause("bws:1.2.4b")
def test_a_director_may_be_banned_from_directing() -> None:
    assert left_open("director_breach", "bws", proven=True).usual[0].name == "ban"
    ruled("director_breach", "bws", proven=False)


@pytest.mark.clause("usbgf:4.3.4-10", "guide:2.2.5e", "guide:ethics-5")
def test_points_left_from_an_earlier_match_fall_due_once() -> None:
    left = PenaltyEntry("White", "agreed_break", PenaltyStep.POINTS, match="M1", points=1, due_next=True)
    record = PenaltyRecord((left, left), match="M2")
    found = ruled("penalty_points", "guide", record, who="white", length=7)
    assert found.remedies == (GivePoints(Side.BLACK, 2),)
    assert any("2 points fell due" in note for note in found.notes)
    same = asked("penalty_points", "guide", PenaltyRecord((left,), match="M1"), who="white", length=7)
    assert same.question.key == "points"
    assert asked("penalty_points", "guide", record, who="black", length=7).question.key == "points"


@pytest.mark.clause("bws:1.2.4a", "bws:1.7.3")
@pytest.mark.parametrize(("day", "refused"), [("2027-03-30", True), ("2027-03-31", True), ("2027-04-01", False)])
def test_a_bar_holds_until_its_day(day: str, refused: bool) -> None:
    record = PenaltyRecord(
        (PenaltyEntry("White", "disqualification", PenaltyStep.EXPULSION, barred_until="2027-03-31"),)
    )
    found = ruled("barred_player", "bws", record, who="white", day=day)
    assert ("cannot play" in found.say) is refused
    assert "No bar" in ruled("barred_player", "bws", record, who="black", day=day).say
    assert asked("barred_player", "bws", record, who="white", day="tomorrow").wrong


@pytest.mark.clause("usbgf:1.6.3", "bws:1.6.3")
@pytest.mark.parametrize("book", ["usbgf", "bws"])
def test_a_spectator_is_expelled_and_the_player_only_if_the_help_was_sought(book: str) -> None:
    innocent = left_open("spectator_sanction", book, player_sought=False)
    assert [one.name for one in innocent.usual] == {
        "usbgf": ["expel", "disqualify", "remind"],
        "bws": ["expel", "bar"],
    }[book]
    assert "player" not in [one.name for one in innocent.usual]
    assert bool(innocent.forbidden) is (book == "usbgf")
    guilty = left_open("spectator_sanction", book, player_sought=True, who="white")
    assert guilty.usual[-1].remedies == (LoseMatch(Side.WHITE),)
    assert silent("spectator_sanction", "ibf", "trad")


@pytest.mark.clause("guide:1.3.1", "guide:ethics-6", "guide:ethics-7")
def test_guide_lets_the_staff_punish_spectators() -> None:
    found = left_open("spectator_sanction", "guide", player_sought=False)
    assert [one.name for one in found.usual] == ["expel"]
    sought = left_open("spectator_sanction", "guide", player_sought=True, who="white")
    assert "guide:1.2.3a" in sought.clauses


@pytest.mark.clause("usbgf:5.2b")
@pytest.mark.parametrize(("chosen", "appealable"), [("disqualification", False), ("expulsion", False), ("time", True)])
def test_usbgf_a_disqualification_the_director_chose_cannot_be_appealed(chosen: str, appealable: bool) -> None:
    answer = left_open("misbehaviour", "usbgf", who="white", what="behaviour", severe=True)
    given = confirm(answer, Confirmation(by="Dora", at=1, chosen=chosen), book_policy("usbgf"))
    assert isinstance(given, RulingGiven)
    assert given.appealable is appealable


@pytest.mark.clause("guide:1.1.4", "guide:ethics-7", "guide:2.1.1")
@pytest.mark.parametrize(
    ("what", "row", "final"),
    [
        ("deception or foul language", "guide:ethics-5", True),
        ("behaviour", "guide:ethics-7", True),
        ("a breach of the rules", "guide:2.1.1", False),
        ("confusion at the board", "guide:2.1.1", False),
    ],
)
def test_guide_the_director_is_final_on_the_standards_and_not_on_the_rules(what: str, row: str, final: bool) -> None:
    answer = left_open("misbehaviour", "guide", who="white", what=what)
    assert answer.clauses[0] == row
    assert answer.appeal is not None
    assert answer.appeal.allowed is not final


@pytest.mark.clause("ibf:17.1g", "ibf:17.2")
def test_ibf_repeated_illegal_moves_are_a_violation_like_any_other() -> None:
    answer = left_open("repeated_illegal_moves", "ibf", who="white")
    assert [option.name for option in answer.usual] == [sanction.value for sanction in Sanction]


@pytest.mark.clause("guide:1.1.4")
@pytest.mark.parametrize(
    ("kind", "facts"),
    [
        ("spectator_sanction", {"player_sought": False}),
        ("distraction", {"asked": True, "stopped": False, "disputed": False}),
    ],
)
def test_guide_sanctions_under_the_standards_are_final(kind: str, facts: dict[str, object]) -> None:
    answer = left_open(kind, "guide", None, **facts)
    assert answer.appeal == Appeal(False, clauses=("guide:1.1.4",))


@pytest.mark.clause("ibf:18.3b")
def test_ibf_a_groundless_call_says_what_is_left() -> None:
    found = ruled("groundless_video_call", "ibf", who="black", left=480_000, amount=180_000)
    assert found.consequences.clocks == (None, 300_000)
    assert "5:00 left" in found.say


@pytest.mark.clause("bws:2.2.4c")
@pytest.mark.parametrize(("points", "more"), [(3, False), (4, True)])
def test_bws_points_of_more_than_half_the_length_are_pointed_out(points: int, more: bool) -> None:
    given = ruled("penalty_points", "bws", who="white", points=points, length=7, score_white=3, score_black=0)
    assert any("bws:2.2.4c" in note for note in given.notes) is more


@pytest.mark.clause("ibf:17.2", "ibf:18.3b")
def test_ibf_has_no_ladder_of_sanctions() -> None:
    warned = ruled("ibf_sanction", "ibf", ground="10.5", sanction="warning", who="white")
    assert warned.consequences.next_offence.startswith("the arbiter chooses again")
    cut = ruled("groundless_video_call", "ibf", who="white", left=at("10:00"), amount=at("2:00"))
    assert cut.consequences.next_offence.startswith("the arbiter decides again")


@pytest.mark.clause("guide:ethics-5", "guide:2.2.5d", "guide:1.1.4")
def test_guide_points_for_a_breach_of_the_standards_are_final() -> None:
    told = {"who": "white", "points": 1, "length": 7, "score_white": 2, "score_black": 2}
    late, abuse = (ruled("penalty_points", "guide", **told, ethics=value) for value in (False, True))
    assert (late.clauses, abuse.clauses) == (("guide:2.2.5d",), ("guide:ethics-5",))
    assert late.appeal is not None
    assert abuse.appeal is not None
    assert (late.appeal.allowed, abuse.appeal.allowed) == (True, False)
    assert "deducted" in abuse.readings[0].text


@pytest.mark.clause("usbgf:1.1.5a", "guide:ethics-5")
@pytest.mark.parametrize(
    ("book", "words"), [("usbgf", "does not say where"), ("guide", "points deducted or a penalty")]
)
def test_points_that_are_offered_say_by_which_reading_they_go_to_the_opponent(book: str, words: str) -> None:
    found = left_open("misbehaviour", book, who="white", what="deception or foul language", severe=True)
    assert any(words in reading.text for reading in found.readings if reading.id == "time-1")
