"""The IBF score sheet: Article 16 and Appendix 1, with our words where the appendix has none."""

import pytest
from hypothesis import given, settings
from msgspec.structs import replace

from barpoint.board import Side
from barpoint.match.events import AnyEvent
from barpoint.notation.files.ibf_print import sheet_pdf
from barpoint.notation.files.ibf_sheet import read_sheet, write_sheet
from barpoint.notation.files.mat_reader import read_mat
from barpoint.notation.record.event_recorder import record_of
from barpoint.notation.record.match_record import (
    MatchRecord,
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
Round: 2
Game: 1
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
    names = [line.split(":")[0].lower() for line in head[1:]]
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


@pytest.mark.clause("ibf:app1.11")
def test_what_the_appendix_has_no_symbol_for_is_written_in_words() -> None:
    text = "\n".join(write_sheet(record_of(played(3, seed))) for seed in range(12))
    for word in ("bar/", "/off", "no move", "take", "drop", "resign "):
        assert word in text
    lost_on_time = RecordedGame(score=(0, 0), winner=Side.BLACK, points=5, how="time")
    sheet = write_sheet(MatchRecord(white="Ann", black="Bob", length=5, games=(lost_on_time,)))
    assert "    time" in sheet.splitlines()
    assert read_sheet(sheet).games[0].how == "time"


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
