"""The IBF score sheet: Article 16 and Appendix 1, with our words where the appendix has none."""

import re

import pytest
from hypothesis import given, settings
from msgspec.structs import replace

from barpoint.board import Side
from barpoint.match.events import AnyEvent
from barpoint.notation.files.ibf_print import sheet_pdf
from barpoint.notation.files.ibf_sheet import read_sheet, write_sheet
from barpoint.notation.files.mat_reader import read_mat
from barpoint.notation.files.match_files import FORMS, convert_match, read_bytes
from barpoint.notation.record.event_recorder import record_of
from barpoint.notation.record.match_record import (
    MatchRecord,
    Moved,
    RecordedGame,
    Resigned,
    SetUp,
)
from barpoint.notation.record.replayer import replay
from barpoint.rulebook.catalogue.lookup import param
from tests.notation.handmade_matches import matches, played
from tests.notation.record_texts import GNUBG, bare, replayed

SHEET = """IBF score sheet
Event: Club night
Date: 2026-05-01
Round No. 2
Game No. 1
White: Ann Other
Black: Bob Else
Match: 5 points
Discipline: Backgammon
Score: 0-0

 1) ...                                   13: 8/5 6/5
 2) 42: 24/22 13/9                       65: 24/18 18/13
 3) x2                                    take
 4) 11: 8/7 8/7 6/5 6/5                   64: 13/7 13/9
 5) 61: 13/7 8/7                          resign 2
"""


@pytest.mark.clause("ibf:2.15", "ibf:16.1a", "ibf:16.1b", "ibf:app1.1", "ibf:app1.2", "ibf:app1.7", "ibf:app1.10")
@given(matches())
@settings(max_examples=12, deadline=None)
def test_every_match_has_its_sheets_and_is_read_back_from_them(events: tuple[AnyEvent, ...]) -> None:
    record = replace(record_of(events), book="")
    text = write_sheet(record)
    assert bare(read_sheet(text)) == record
    assert write_sheet(replayed(read_sheet(text))) == text


@pytest.mark.clause("ibf:app1.8")
def test_the_head_has_event_date_round_game_and_both_names() -> None:
    record = replace(
        replayed(read_mat(GNUBG)), info={"event": "Club night", "date": "2026-05-01", "round": "2"}, white="Ann Other"
    )
    head = write_sheet(record).split("\n\n")[0].splitlines()
    names = [re.split(r":| No\.", line)[0].lower() for line in head[1:]]
    assert {"Round No. 2", "Game No. 1"} <= set(head)  # as the appendix has them
    assert read_sheet(SHEET.replace(" No.", ":")) == read_sheet(SHEET)  # as sheets had it before
    for field in param("ibf:app1.8", "fields", tuple[str, ...]):
        assert field in names
    assert "White: Ann Other" in head
    assert read_sheet(write_sheet(record)).info["round"] == "2"


@pytest.mark.clause("ibf:app1.3", "ibf:app1.4", "ibf:app1.5", "ibf:app1.6", "ibf:app1.7")
@pytest.mark.parametrize(("level", "row"), [(1, "ibf:app1.3"), (2, "ibf:app1.5"), (3, "ibf:app1.6")])
def test_the_result_is_the_level_of_the_win_without_the_cube(level: int, row: str) -> None:
    won, lost = param(row, "symbol", str), param("ibf:app1.4", "symbol", str)
    text = SHEET.replace("resign 2", f"resign {level}")
    record = replayed(read_sheet(text))
    assert record.games[0].points == 2 * level
    assert "x2" in text
    assert write_sheet(record).splitlines()[-1].split() == [won, lost]
    again = read_sheet(write_sheet(record))
    assert (again.games[0].winner, again.games[0].points) == (Side.WHITE, 2 * level)


@pytest.mark.clause("ibf:app1.9", "ibf:app1.10")
def test_the_sample_of_the_appendix_is_longgammon() -> None:
    text = """IBF score sheet
Match: 1 point
Discipline: Longgammon

1) 42: 24/20 20/18                 16: 24/23 23/17
2) 33: 24/21 18/15 21/18 18/15     55: 24/19 19/14 14/9 9/4
3) 44: 24/20 15/11 15/11 11/7      23: 17/15 24/21
"""
    assert not replay(read_sheet(text)).problems
    as_backgammon = replay(read_sheet(text.replace("Longgammon", "Backgammon")))
    assert as_backgammon.problems[0].code == "blocked"
    assert as_backgammon.problems[0].player == "Black"


@pytest.mark.clause("ibf:app1.10")
def test_hops_and_their_order_stay_as_they_were_written() -> None:
    text = """IBF score sheet
Event: Club night
Date: 2026-05-01
Round No. 2
Game No. 3
White: Ann Other
Black: Bob Else
Match: 5 points
Discipline: Longgammon
Score: 1-0

 1) 31: 24/23 23/20                       25: 24/22 22/17
 2) 64: 20/16 24/18                       21: 17/16 24/22
"""
    written = convert_match(read_bytes(text.encode()), FORMS["sheet"]).decode()
    assert written.split() == text.split()


FORM = """Event Title and Name: __ Club night __

Date: "14" May 2026

Round No. __2__ Game No. __3__

White: Ann Other

1) 31: 24/23 23/20

2) 64: 20/16 24/18

Black: Bob Else

25: 24/22 22/17

21: 17/16 24/22
"""


@pytest.mark.clause("ibf:app1.8", "ibf:app1.9")
def test_the_layout_of_the_appendix_is_read_column_below_column() -> None:
    record = read_bytes(FORM.encode()).record
    assert record.info == {"event": "Club night", "date": "14 May 2026", "round": "2", "first_game": "3"}
    assert (record.white, record.black, record.discipline) == ("Ann Other", "Bob Else", "longgammon")
    sides = [(action.side, action.dice) for action in record.games[0].actions if isinstance(action, Moved)]
    assert sides == [(Side.WHITE, (3, 1)), (Side.BLACK, (2, 5)), (Side.WHITE, (6, 4)), (Side.BLACK, (2, 1))]
    assert not replay(record).problems
    lost = read_sheet(FORM.replace("24/18\n", "24/18\n+2\n") + "-\n").games[0]
    assert (lost.winner, lost.points) == (Side.WHITE, 2)


@pytest.mark.clause("ibf:app1.8")
def test_a_form_that_was_not_filled_in_says_nothing() -> None:
    blank = FORM.replace("__ Club night __", "____").replace('"14" May 2026', '"__" ____ 202_').replace("__2__", "___")
    assert set(read_sheet(blank).info) <= {"date", "first_game"}


@pytest.mark.clause("ibf:app1.11")
def test_what_the_appendix_has_no_symbol_for_is_written_in_words() -> None:
    text = "\n".join(write_sheet(record_of(played(3, seed))) for seed in range(12))
    for word in ("bar/", "/off", "no move", "take", "drop", "resign "):
        assert word in text
    lost_on_time = RecordedGame(score=(0, 0), winner=Side.BLACK, points=5, how="time")
    sheet = write_sheet(MatchRecord(white="Ann", black="Bob", length=5, games=(lost_on_time,)))
    assert "    time" in sheet.splitlines()
    assert read_sheet(sheet).games[0].how == "time"


@pytest.mark.clause("ibf:app1.3", "ibf:8.7b")
@pytest.mark.parametrize("discipline", ["backgammon", "longgammon"])
def test_a_match_won_on_time_is_no_backgammon_whatever_was_missing(discipline: str) -> None:
    lost_on_time = RecordedGame(score=(2, 0), winner=Side.WHITE, points=5, how="time")
    record = MatchRecord(white="Ann", black="Bob", length=7, games=(lost_on_time,), discipline=discipline)
    sheet = write_sheet(record)
    assert sheet.splitlines()[-1].split() == ["+", "-"]
    assert read_sheet(sheet).games[0] == lost_on_time


@pytest.mark.clause("ibf:app1.6")
@pytest.mark.parametrize("result", ["    +3      -", "    -      +3"])
def test_there_is_no_backgammon_in_a_sheet_of_longgammon(result: str) -> None:
    sheet = f"IBF score sheet\nMatch: 7 points\nDiscipline: Longgammon\nScore: 0-0\n\n{result}\n"
    with pytest.raises(ValueError, match="Longgammon"):
        read_sheet(sheet)
    assert read_sheet(sheet.replace("Longgammon", "Backgammon")).games[0].points == 3
    forfeited = RecordedGame(score=(0, 0), winner=Side.WHITE, points=3, how="forfeit")
    written = MatchRecord(white="Ann", black="Bob", length=7, games=(forfeited,), discipline="longgammon")
    assert "+3" not in write_sheet(written)


def test_a_resignation_that_was_declined_is_told() -> None:
    record = read_sheet(SHEET.replace("resign 2", "resign 2, declined"))
    last = record.games[0].actions[-1]
    assert isinstance(last, Resigned)
    assert not last.accepted
    assert "resign 2, declined" in write_sheet(replayed(record))


@pytest.mark.clause("ibf:16.1a")
def test_the_sheet_is_printed_a_page_a_game() -> None:
    assert sheet_pdf(replayed(read_mat(GNUBG))).startswith(b"%PDF-")
    with pytest.raises(ValueError, match="no game"):
        sheet_pdf(MatchRecord(white="Ann", black="Bob", length=5))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("hello", "line 1: expected a line of a sheet"),
        ("IBF score sheet\nMatch: forever\n", "Match: 7 points"),
        (SHEET + "    +      +\n", "one side wins"),
        (SHEET.replace("x2", "z2"), "expected two dice"),
        ("IBF score sheet\n" + "x" * 600, "at most 500 letters"),
    ],
)
def test_what_is_no_sheet_is_refused(text: str, expected: str) -> None:
    with pytest.raises(ValueError, match=expected):
        read_sheet(text)


def test_what_a_sheet_cannot_hold_is_refused() -> None:
    game = RecordedGame(actions=(SetUp(side=Side.WHITE, position="start"),))
    with pytest.raises(ValueError, match="position set by hand"):
        write_sheet(MatchRecord(white="Ann", black="Bob", length=1, games=(game,)))
