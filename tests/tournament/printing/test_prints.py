"""A tournament on paper: every print compiles, the draw stays on one page, and what has to be on it is on it."""

import pytest

from barpoint.board import LONGGAMMON, Position
from barpoint.match.format.match_format import GameInProgress, TiePolicy
from barpoint.notation import svg
from barpoint.notation.files import blank_sheets_source
from barpoint.notation.pictures import Theme
from barpoint.paper import page_count, pdf
from barpoint.rulebook.profiles.options import Options
from barpoint.service.tournaments import paper_of, start_pictures
from barpoint.service.tournaments.paper import _sheet_heads
from barpoint.tournament import commands as c
from barpoint.tournament import fold_tournament
from barpoint.tournament.desk.overview import desk_match
from barpoint.tournament.draw.plan import DrawFormat, Plan
from barpoint.tournament.events import decode
from barpoint.tournament.prices import Fees, Prize
from barpoint.tournament.printing.draw_tiles import _cut, _tile_places, draw_tiles
from barpoint.tournament.printing.prints import PRINTS, PrintJob
from tests.tournament.director import PRESETS, drawn, knockout
from tests.tournament.record_tournament import FOLDER

WEEKEND = fold_tournament(decode(line) for line in (FOLDER / "tournament.jsonl").read_bytes().splitlines())


@pytest.mark.parametrize("kind", PRINTS)
def test_every_print_of_a_whole_tournament_is_a_pdf(kind: str) -> None:
    assert pdf(PRINTS[kind](PrintJob(state=WEEKEND, at=WEEKEND.at, hour=str))).startswith(b"%PDF")


@pytest.mark.parametrize("kind", PRINTS)
def test_every_print_works_with_play_going_on_and_words_that_look_like_markup(kind: str) -> None:
    hall = drawn(knockout(name="open"), 7)
    hall.do(c.Announce, text='#pagebreak() $x$ "quoted" \\ *bold*')
    hall.do(c.GivePenalty, player="p03", points=1, reason="#panic()")
    assert pdf(PRINTS[kind](PrintJob(state=hall.state, at=hall.now))).startswith(b"%PDF")


@pytest.mark.clause("ibf:2.19")
@pytest.mark.parametrize("kind", ["pairings", "slips", "unfinished", "protocols"])
def test_paper_names_the_hall_of_a_table(kind: str) -> None:
    hall = drawn(knockout(name="open"), 4)
    for room in ("Annex", "Ballroom"):
        hall.do(c.SetTables, tables=("24",), hall=room)
    for fixture, room in zip(hall.ready(), ("Annex", "Ballroom"), strict=True):
        hall.do(c.AssignTable, contest="open", pairing=fixture.id, table="24", hall=room)
        hall.do(c.BeginMatch, contest="open", pairing=fixture.id)
    paper = PRINTS[kind](PrintJob(state=hall.state, at=hall.now))
    assert "Hall Annex, table 24" in paper
    assert "Hall Ballroom, table 24" in paper


@pytest.mark.clause("ibf:2.14b")
def test_a_timed_match_has_its_minutes_on_paper_and_neither_a_length_nor_a_crawford_game() -> None:
    timed = Options(reserve_total=600, limit_minutes=30, game_in_progress=GameInProgress.PLAY_OUT, tie=TiePolicy.DRAW)
    hall = drawn(knockout("ibf", name="open", options=timed), 4)
    first = hall.ready()[0]
    assert desk_match(hall.state, hall.state.contests["open"], first, hall.now).length is None
    for kind in ("scores", "slips", "protocols", "blank"):
        paper = PRINTS[kind](PrintJob(state=hall.state, at=hall.now))
        assert "30 minutes" in paper
        assert "Crawford game comes" not in paper
        assert "to 7" not in paper
        assert "7 points" not in paper


@pytest.mark.parametrize("size", [3, 17, 64, 256])
def test_a_draw_is_one_page_at_any_size(size: int) -> None:
    hall = drawn(knockout(), size)
    assert page_count(PRINTS["draw"](PrintJob(state=hall.state, at=hall.now))) == 1


def test_the_smallest_paper_that_can_be_read_is_taken_unless_another_is_asked_for() -> None:
    small, large = drawn(knockout(), 8), drawn(knockout(), 128)
    assert "width: 210mm" in PRINTS["draw"](PrintJob(state=small.state, at=0))
    assert "210mm" not in PRINTS["draw"](PrintJob(state=large.state, at=0))
    assert "210mm" in PRINTS["draw"](PrintJob(state=large.state, at=0, paper="a4"))
    with pytest.raises(ValueError, match="expected a paper of a4"):
        PRINTS["draw"](PrintJob(state=small.state, at=0, paper="napkin"))


@pytest.mark.parametrize(("paper", "width"), [("a4", (210, 297)), ("letter", (215.9, 279.4))])
def test_a_large_draw_goes_over_pages_that_join(paper: str, width: tuple[float, float]) -> None:
    hall = drawn(knockout(), 128)
    job = PrintJob(state=hall.state, at=hall.now, paper=paper)
    tiling, picture = _cut(job, hall.contest())
    assert tiling.wide in width
    assert tiling.count > 1
    assert picture.size >= 8, "it can be read on a wall"
    assert picture.width <= tiling.joined[0] + 0.01
    assert picture.height <= tiling.joined[1] + 0.01
    places = _tile_places(tiling, picture)
    assert page_count(draw_tiles(job)) == len(places) + 1, "an index, then the tiles with something on them"
    assert len(places) == 12, "of 16 on A4 four would be empty"


def test_a_small_draw_is_one_tile_without_an_index() -> None:
    hall = drawn(knockout(), 8)
    assert page_count(draw_tiles(PrintJob(state=hall.state, at=hall.now))) == 1
    with pytest.raises(ValueError, match="expected a paper of a4"):
        draw_tiles(PrintJob(state=hall.state, at=0, paper="napkin"))


@pytest.mark.clause("bws:5.6")
def test_the_report_has_every_ruling_with_its_reason() -> None:
    words = PRINTS["report"](PrintJob(state=WEEKEND, at=WEEKEND.at))
    assert WEEKEND.rulings
    for ruling in WEEKEND.rulings.values():
        assert ruling.ruling in words
        assert ruling.reason in words


@pytest.mark.clause("usbgf:4.6.1b")
def test_each_player_has_a_score_sheet_with_the_own_column_first() -> None:
    hall = drawn(knockout(), 2 + 1)
    match = hall.ready()[0]
    one, other = (str(hall.contest().entries[each]) for each in match.pair)
    words = PRINTS["scores"](PrintJob(state=hall.state, at=hall.now))
    assert f'"{one}", "{other}"' in words
    assert f'"{other}", "{one}"' in words


def test_a_score_sheet_has_its_clock_and_a_log_of_breaks() -> None:
    words = {
        book: PRINTS["scores"](PrintJob(state=(hall := drawn(knockout(book), 4)).state, at=hall.now))
        for book in PRESETS
    }
    assert "Clock: 18:00 each, 12 s before it runs down." in words["usbgf"]
    assert "Clock if both agree: " in words["bws"]
    assert "Breaks: a minute for every 10 played." in words["usbgf"]
    assert "Breaks: " in words["guide"]
    assert "#breaks" in words["ibf"], "there is room to write them down"
    hall = drawn(knockout(), 4)
    assert page_count(PRINTS["scores"](PrintJob(state=hall.state, at=0, paper="letter"))) == len(hall.ready())


def test_penalty_points_are_on_the_slip_before_the_first_roll() -> None:
    hall = drawn(knockout(), 4)
    hall.do(c.GivePenalty, player=hall.fixture("M1-1").pair[0], points=1, reason="late again")
    assert "by penalties" in PRINTS["slips"](PrintJob(state=hall.state, at=hall.now))


@pytest.mark.clause("bws:2.2.4e", "bws:3.5.6")
def test_a_sheet_that_begins_with_points_has_the_time_for_the_points_still_to_play() -> None:
    hall = drawn(knockout("bws"), 4)
    pair, points = hall.fixture("M1-1").pair, hall.state.contests["open"].length_at(hall.fixture("M1-1"))
    assert points is not None
    hall.do(c.GivePenalty, player=pair[0], points=2, reason="late")
    hall.do(c.GivePenalty, player=pair[1], points=2, reason="late")
    paper = PRINTS["scores"](PrintJob(state=hall.state, at=hall.now))
    assert f"Clock if both agree: {2 * points.length - 4}:00 each" in paper
    assert f"Clock if both agree: {2 * points.length}:00 each" in paper, "the other match"


def test_report_and_cash_sheet_have_prizes_and_names_in_place_of_keys() -> None:
    prizes = (Prize(place=1, share=7500), Prize(place=2, share=2500))
    plan = Plan(format=DrawFormat.SINGLE, seed="s")
    hall = drawn(knockout(name="open", draw=plan, fees=Fees(entry=1000, registration=100), prizes=prizes), 4)
    assert "Entry pool, open" in PRINTS["cash"](PrintJob(state=hall.state, at=hall.now))
    while hall.ready():
        hall.win(hall.ready()[0].id)
    final = hall.fixture("M2-1")
    winner, loser = hall.state.name_of(final.winner or ""), hall.state.name_of(final.loser or "")
    for booked in (False, True):
        if booked:
            hall.do(c.FinishContest, contest="open")
            hall.do(c.AwardPrizes, contest="open")
        report = PRINTS["report"](PrintJob(state=hall.state, at=hall.now))
        assert f'"{winner}", "30.00"' in report
        assert f'"{loser}", "10.00"' in report
        assert "The organiser's" in report
        for key in ("pool:open", "player:", '"house"'):
            assert key not in report, key


def test_the_cash_sheet_says_whether_the_books_balance() -> None:
    assert "The books balance" in PRINTS["cash"](PrintJob(state=WEEKEND, at=WEEKEND.at))


@pytest.mark.clause("ibf:8.1c", "usbgf:3.4.3", "bws:3.4.4")
def test_a_table_card_has_the_placement_of_the_discipline_and_the_book() -> None:
    hall = drawn(knockout("ibf", preset="IBF Longgammon"), 4)
    hall.do(c.SetTables, tables=("1", "2"))
    hall.do(c.OrderEquipment, topic="clock placement", choice="left of the board", contest="open")
    pictures = start_pictures(hall.state)
    assert pictures == {"open": svg(Position.start(LONGGAMMON), pips=False, theme=Theme.LIGHT)}
    job = PrintJob(state=hall.state, at=hall.now, pictures=pictures)
    markup = PRINTS["cards"](job)
    for words in ("Table 1", "Table 2", "Both sides run", "clock placement: left of the board", "IBF Game Rules"):
        assert words in markup
    assert page_count(markup) == 2, "a card a table"
    usbgf = drawn(knockout(), 4)
    assert "beside the home boards" in PRINTS["cards"](PrintJob(state=usbgf.state, at=usbgf.now))


@pytest.mark.clause("guide:1.1.2a", "guide:3.7a", "guide:2.2.5c", "guide:2.2.6a")
def test_the_conditions_of_play_say_languages_committee_lengths_breaks_and_the_book() -> None:
    hall = drawn(knockout("guide", lengths={"main": (7, 9)}), 4)
    hall.do(c.NameCommittee, members=("p00", "Eve"))
    markup = PRINTS["terms"](PrintJob(state=hall.state, at=hall.now))
    for words in ("Languages", "P 0, Eve", "7, 9", "Breaks: 1 of 10 minutes", "plays first"):
        assert words in markup


@pytest.mark.clause("ibf:16.1a", "usbgf:4.6.1b")
def test_sheets_without_a_match() -> None:
    hall = drawn(knockout("ibf"), 4)
    job = PrintJob(state=hall.state, at=hall.now)
    assert paper_of("blank", job).startswith(b"%PDF")
    assert page_count(PRINTS["blank"](job)) == 1
    assert paper_of("moves", job).startswith(b"%PDF")
    heads = list(_sheet_heads(job))
    assert [dict(head)["White"] for head in heads] == [
        *(str(hall.contest().entries[fixture.pair[0]]) for fixture in hall.ready()),
        "",
    ]
    assert page_count(blank_sheets_source(heads)) == 3
