"""A tournament on paper: every print compiles, the draw stays on one page, and what has to be on it is on it."""

import pytest

from barpoint.paper import page_count, pdf
from barpoint.tournament import commands as c
from barpoint.tournament import fold_tournament
from barpoint.tournament.draw.plan import DrawFormat, Plan
from barpoint.tournament.events import decode
from barpoint.tournament.prices import Fees, Prize
from barpoint.tournament.printing.prints import PRINTS, PrintJob
from tests.tournament.director import drawn, knockout
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


def test_penalty_points_are_on_the_slip_before_the_first_roll() -> None:
    hall = drawn(knockout(), 4)
    hall.do(c.GivePenalty, player=hall.fixture("M1-1").pair[0], points=1, reason="late again")
    assert "by penalties" in PRINTS["slips"](PrintJob(state=hall.state, at=hall.now))


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
