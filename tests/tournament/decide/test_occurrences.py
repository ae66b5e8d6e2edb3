"""What is counted in a match: dice and equipment changed, illegal and slow play, breaks; when the desk is reminded."""

import pytest

from barpoint.match import MatchCode
from barpoint.rulebook import Options
from barpoint.tournament import commands as c
from barpoint.tournament.desk.overview import desk_match
from barpoint.tournament.desk_record import Occurrence
from barpoint.tournament.printing import PRINTS, PrintJob
from barpoint.tournament.refusals import TournamentCode
from tests.tournament.director import NINE, Hall, drawn, knockout

PLACE = {"contest": "open", "pairing": "M1-1"}
DICE = Occurrence.DICE_CHANGED


def playing(book: str = "usbgf", *, dice_changes: bool | None = None) -> tuple[Hall, str, str]:
    hall = drawn(knockout(book, options=Options(dice_changes=dice_changes)))
    hall.do(c.BeginMatch, **PLACE)
    home, away = hall.fixture("M1-1").pair
    return hall, home, away


def counts(hall: Hall) -> list[tuple[str, str, int, str, str]]:
    contest = hall.state.contests["open"]
    shown = desk_match(hall.state, contest, contest.fixtures["M1-1"], NINE)
    return [(one.entrant, one.what, one.times, one.first, one.reminds) for one in shown.counts]


@pytest.mark.clause("usbgf:4.1.3b", "usbgf:4.1.3c")
def test_usbgf_dice_change_once_a_game_and_the_other_side_picks_first() -> None:
    hall, home, away = playing()
    hall.do(c.NoteScore, **PLACE, score=(0, 0))
    hall.do(c.NoteOccurrence, **PLACE, entrant=home, what=DICE, by=home)
    assert counts(hall) == [(home, "dice_changed", 1, away, "")]
    again = {**PLACE, "entrant": away, "what": DICE}
    assert hall.refused(c.NoteOccurrence, **again, by=away) == TournamentCode.DICE_JUST_CHANGED
    hall.do(c.NoteOccurrence, **again, reason="one is chipped")  # an official, with the reason
    hall.do(c.NoteScore, **PLACE, score=(1, 0))
    hall.do(c.NoteOccurrence, **again, by=away)
    assert counts(hall)[1] == (away, "dice_changed", 2, home, "")


@pytest.mark.clause("ibf:3.7a", "ibf:3.7b", "ibf:3.7c")
def test_ibf_dice_change_once_a_match_for_each_and_only_where_the_event_allows_it() -> None:
    hall, home, _ = playing("ibf")
    asked = {**PLACE, "entrant": home, "what": DICE, "by": home}
    assert hall.refused(c.NoteOccurrence, **asked) == TournamentCode.DICE_KEPT
    hall, home, away = playing("ibf", dice_changes=True)
    asked = {**PLACE, "what": DICE}
    hall.do(c.NoteOccurrence, **asked, entrant=home, by=home)
    assert counts(hall) == [(home, "dice_changed", 1, "", "")]  # the Chief Arbiter replaces the set
    assert hall.refused(c.NoteOccurrence, **asked, entrant=away, by=away) == TournamentCode.DICE_JUST_CHANGED
    hall.do(c.NoteScore, **PLACE, score=(0, 0))
    assert hall.refused(c.NoteOccurrence, **asked, entrant=away, by=away) == TournamentCode.DICE_JUST_CHANGED
    hall.do(c.NoteScore, **PLACE, score=(0, 1))
    hall.do(c.NoteOccurrence, **asked, entrant=away, by=away)
    hall.do(c.NoteScore, **PLACE, score=(0, 2))
    assert hall.refused(c.NoteOccurrence, **asked, entrant=home, by=home) == TournamentCode.DICE_CHANGES_USED


@pytest.mark.clause("usbgf:4.2.3.4a", "bws:4.2.3.4")
@pytest.mark.parametrize(("book", "row"), [("usbgf", "usbgf:4.2.3.4a"), ("bws", "bws:4.2.3.4")])
def test_repeated_illegal_plays_remind_the_desk_until_somebody_is_warned(book: str, row: str) -> None:
    hall, home, away = playing(book)
    noted = {**PLACE, "entrant": home, "what": Occurrence.ILLEGAL_PLAY}
    hall.do(c.NoteOccurrence, **noted, by=away)
    assert counts(hall)[0][-1] == ""
    hall.do(c.NoteOccurrence, **noted, by=away)
    assert counts(hall) == [(home, "illegal_play", 2, "", row)]
    hall.do(c.GivePenalty, player=home, step="warning", points=0, **PLACE, reason="illegal plays")
    assert counts(hall)[0][-1] == ""


def test_nobody_who_does_not_play_the_match_notes_anything_in_it() -> None:
    hall, home, _ = playing()
    stranger = hall.fixture("M1-2").pair[0]
    noted = {**PLACE, "entrant": home, "what": Occurrence.SLOW_PLAY}
    assert hall.refused(c.NoteOccurrence, **noted, by=stranger) == TournamentCode.NOT_PERMITTED
    hall.do(c.NoteOccurrence, **noted, by=home)
    assert counts(hall)[0][-1] == "usbgf:2.3.1a"


@pytest.mark.clause("ibf:3.8a")
def test_the_protocol_has_what_the_desk_knows_and_the_last_one_nothing() -> None:
    hall, home, _ = playing("ibf")
    hall.do(c.NoteOccurrence, **PLACE, entrant=home, what=DICE, reason="a chipped die")
    hall.do(c.GivePenalty, player=home, step="warning", points=0, **PLACE, reason="dice lifted early")
    hall.do(c.CallBreak, **PLACE, entrant=home, breaks=1)
    hall.wait(5)
    hall.do(c.EndBreak, **PLACE, entrant=home)
    job = PrintJob(state=hall.state, at=hall.now, hour=str)
    protocol = PRINTS["protocols"](job)
    for words in ("a chipped die", "dice lifted early", "5 min", "Score by games", "Arbiter"):
        assert words in protocol
    name = str(hall.contest().entries[home])
    assert name in protocol
    assert name not in protocol.rsplit("#pagebreak()", 1)[1], "the last one is blank"


@pytest.mark.clause("ibf:3.10b", "ibf:3.11a", "ibf:3.11b")
def test_ibf_a_second_break_warns_a_third_forfeits_and_a_long_one_is_shown() -> None:
    hall = drawn(knockout("ibf", options=Options(breaks=True), lengths={"main": (7,)}))
    hall.do(c.BeginMatch, **PLACE)
    home = hall.fixture("M1-1").pair[0]

    def take_break(minutes: int) -> None:
        hall.do(c.CallBreak, **PLACE, entrant=home)
        hall.wait(minutes)
        hall.do(c.EndBreak, **PLACE, entrant=home)
        hall.wait(10)

    take_break(6)
    assert counts(hall) == [(home, "break_overrun", 1, "", "ibf:3.11a")]
    hall.do(c.GivePenalty, player=home, step="warning", points=0, **PLACE, reason="a long break")
    assert counts(hall) == [(home, "break_overrun", 1, "", "")]
    hall.wait(1)
    take_break(3)
    assert counts(hall)[0] == (home, "break_beyond", 1, "", "ibf:3.11a")
    hall.do(c.GivePenalty, player=home, step="warning", points=0, **PLACE, reason="a break the book does not have")
    hall.wait(1)
    hall.do(c.CallBreak, **PLACE, entrant=home)
    assert counts(hall)[0] == (home, "break_beyond", 2, "", "ibf:3.11b")


@pytest.mark.clause("bws:2.2.2a", "bws:2.2.4f", "guide:2.2.6b", "guide:2.2.6d")
@pytest.mark.parametrize(("book", "row"), [("bws", "bws:2.2.4f"), ("guide", "guide:2.2.6d")])
def test_a_break_beyond_those_of_the_book_is_marked_and_reminds_the_desk(book: str, row: str) -> None:
    hall, home, _ = playing(book)
    for _ in range(2):
        hall.do(c.CallBreak, **PLACE, entrant=home)
        beyond = hall.match("M1-1").on_break[0].beyond
        hall.wait(2)
        hall.do(c.EndBreak, **PLACE, entrant=home)
    assert beyond
    assert counts(hall) == [(home, "break_beyond", 1, "", row)]


@pytest.mark.clause("bws:2.2.2c", "guide:2.2.6c", "ibf:3.10g", "usbgf:2.2.2a")
@pytest.mark.parametrize("book", ["bws", "guide", "ibf", "usbgf"])
def test_a_break_in_the_middle_of_a_game_needs_a_book_that_has_exceptions(book: str) -> None:
    hall, home, _ = playing(book)
    asked = {**PLACE, "entrant": home, "in_game": True}
    if book == "usbgf":
        assert hall.refused(c.CallBreak, **asked) == TournamentCode.WHY_NEEDED
        hall.do(c.CallBreak, **asked, reason="a nosebleed")
    else:
        assert hall.refused(c.CallBreak, **asked, reason="a nosebleed") == MatchCode.BREAK_ONLY_BETWEEN_GAMES
        hall.do(c.CallBreak, **PLACE, entrant=home)
    assert hall.match("M1-1").on_break[0].in_game is (book == "usbgf")
