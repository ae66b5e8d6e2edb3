"""The books: every booking together zero, prizes by place, ties split, the calcutta; to the cent."""

import csv
import dataclasses
from io import StringIO

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from barpoint.tournament import TournamentCode
from barpoint.tournament import commands as c
from barpoint.tournament.draw.plan import DrawFormat, Plan
from barpoint.tournament.draw.progress import Place
from barpoint.tournament.money import ledger
from barpoint.tournament.prices import Calcutta, Fees, Prize, SidePool
from tests.tournament.director import (
    Hall,
    drawn,
    knockout,
    opened,
    people,
    swiss,
)

SINGLE = Plan(format=DrawFormat.SINGLE, seed="s")
HALVES = (Prize(place=1, share=5000), Prize(place=2, share=3000), Prize(place=3, last=4, share=1000))


def finished(hall: Hall, contest: str = "open") -> None:
    while hall.ready(contest):
        for fixture in hall.ready(contest):
            hall.win(fixture.id, contest=contest)
    hall.do(c.FinishContest, contest=contest)
    hall.do(c.AwardPrizes, contest=contest)


def won_by(hall: Hall) -> dict[str, int]:
    """What each entrant is paid, by entrant."""
    found: dict[str, int] = {}
    for booking in hall.state.bookings:
        if booking.memo.startswith("prize:") and booking.entry:
            found[booking.entry] = found.get(booking.entry, 0) - sum(x for a, x in booking.lines if a[:7] == "player:")
    return found


def test_prizes_by_place_and_semifinalists_share() -> None:
    hall = drawn(knockout(draw=SINGLE, fees=Fees(entry=10_001), prizes=HALVES), 4)
    finished(hall)
    final = hall.fixture("M2-1")
    assert final.winner is not None
    assert final.loser is not None
    paid = won_by(hall)
    assert sum(paid.values()) == 40_004
    assert (paid[final.winner], paid[final.loser]) == (20_002, 12_001)
    assert sorted(paid.values())[:2] == [4000, 4001]
    assert hall.state.balances["pool:open"] == 0
    assert ledger.balance(hall.state) == 0


def test_fixed_prizes_come_first_and_shares_take_the_rest() -> None:
    prizes = (Prize(place=1, amount=5000), Prize(place=2, share=10_000))
    hall = drawn(knockout(draw=SINGLE, fees=Fees(entry=5000), prizes=prizes), 4)
    finished(hall)
    assert sorted(won_by(hall).values()) == [5000, 15_000]


def test_what_is_not_returned_and_what_is_added() -> None:
    fees = Fees(entry=10_000, registration=1500, returned=9000)
    hall = drawn(knockout(draw=SINGLE, fees=fees, prizes=(Prize(place=1, share=10_000),)), 4)
    hall.do(c.AddMoney, contest="open", amount=5000)
    finished(hall)
    assert list(won_by(hall).values()) == [36_000 + 5000]
    assert hall.state.balances["pool:open"] == 0
    assert hall.state.balances["house"] == -(4 * 1500 + 4000) + 5000


def test_a_guarantee_the_pool_does_not_cover_is_the_organisers() -> None:
    hall = drawn(knockout(draw=SINGLE, fees=Fees(entry=1000), prizes=(Prize(place=1, amount=10_000),)), 4)
    finished(hall)
    assert hall.state.balances["house"] == 6000
    assert hall.state.balances["pool:open"] == 0


def test_those_who_are_level_split_the_money() -> None:
    prizes = (Prize(title="swiss", place=1, share=6000), Prize(title="swiss", place=2, share=4000))
    hall = drawn(swiss(rounds=1, fees=Fees(entry=1001), prizes=prizes), 4)
    finished(hall, "novice")
    assert sorted(won_by(hall).values()) == [2002, 2002]


def test_a_side_pool_pays_among_those_who_joined() -> None:
    fees = Fees(side_pools=(SidePool(name="quarter", price=2500, prizes=(Prize(place=1, share=10_000),)),))
    hall = opened(knockout(draw=SINGLE, fees=fees))
    hall.do(c.ImportEntrants, contest="open", entries=tuple((player,) for player in people(4)))
    hall.do(c.JoinSidePool, by="p00", contest="open", entry="p00", pool="quarter")
    hall.do(c.JoinSidePool, contest="open", entry="p01", pool="quarter")
    assert hall.refused(c.JoinSidePool, contest="open", entry="p01", pool="no") == TournamentCode.NO_SUCH_POOL
    hall.do(c.MakeDraw, contest="open")
    late = {"contest": "open", "entry": "p02", "pool": "quarter"}
    assert hall.refused(c.JoinSidePool, **late) == TournamentCode.DRAWN_ALREADY
    finished(hall)
    paid = won_by(hall)
    assert sum(paid.values()) == 5000
    assert set(paid) <= {"p00", "p01"}


def test_the_calcutta_with_half_bought_back() -> None:
    calcutta = Calcutta(prizes=(Prize(place=1, share=7000), Prize(place=2, share=3000)))
    hall = drawn(knockout(draw=SINGLE, calcutta=calcutta), 4)
    for number in range(4):
        hall.do(c.SellEntry, contest="open", entry=f"p0{number}", buyer="p00", price=1001)
    again = {"contest": "open", "entry": "p01", "buyer": "p02", "price": 1}
    assert hall.refused(c.SellEntry, **again) == TournamentCode.ALREADY_SOLD
    assert hall.refused(c.BuyBackHalf, contest="open", entry="p00") == TournamentCode.NOT_SOLD
    for number in (1, 2, 3):
        hall.do(c.BuyBackHalf, contest="open", entry=f"p0{number}")
    assert hall.state.balances["player:p00"] == 4 * 1001 - 3 * 500
    assert hall.state.balances["player:p01"] == 500
    finished(hall)
    assert hall.state.balances["calcutta:open"] == 0
    assert ledger.balance(hall.state) == 0
    winner = hall.fixture("M2-1").winner
    lines = next(dict(b.lines) for b in hall.state.bookings if b.memo.startswith("prize:") and b.entry == winner)
    assert lines["calcutta:open"] == 2803
    assert lines["player:p00"] == (-2803 if winner == "p00" else -1402)
    assert hall.refused(c.SellEntry, contest="open", entry="p01", buyer="p00", price=1) == (
        TournamentCode.CONTEST_FINISHED
    )


def test_somebody_who_does_not_play_buys_and_is_paid() -> None:
    calcutta = Calcutta(prizes=(Prize(place=1, share=10_000),))
    hall = drawn(knockout(draw=SINGLE, calcutta=calcutta), 4)
    with pytest.raises(ValueError, match="a player is called"):
        hall.do(c.SellEntry, contest="open", entry="p00", buyer=str(hall.state.players["p01"]).upper(), price=1)
    with pytest.raises(ValueError, match="without a colon"):
        hall.do(c.SellEntry, contest="open", entry="p00", buyer="pool:open", price=1)
    assert hall.refused(c.TakePayment, player="buyer:Uma Thorn", amount=1) == TournamentCode.NO_SUCH_PLAYER
    for number in range(4):
        hall.do(c.SellEntry, contest="open", entry=f"p0{number}", buyer="Uma Thorn", price=1000)
    assert hall.state.balances["buyer:Uma Thorn"] == 4000
    assert "Uma Thorn" not in hall.state.players
    hall.do(c.TakePayment, player="buyer:Uma Thorn", amount=4000)
    finished(hall)
    assert hall.state.balances["buyer:Uma Thorn"] == -4000
    hall.do(c.PayOut, player="buyer:Uma Thorn")
    assert hall.state.bookings[-1].memo == "paid to Uma Thorn"
    assert not ledger.open_accounts(hall.state)


def test_partners_share() -> None:
    hall = opened(knockout(team=2, draw=SINGLE, fees=Fees(entry=5001), prizes=(Prize(place=1, share=10_000),)))
    field = people(6)
    hall.do(c.ImportEntrants, contest="open", entries=tuple(zip(field[::2], field[1::2], strict=True)))
    hall.do(c.MakeDraw, contest="open")
    finished(hall)
    booking = next(b for b in hall.state.bookings if b.memo.startswith("prize:") and b.entry)
    assert sorted(cents for _, cents in booking.lines) == [-7502, -7501, 15_003]


def test_partners_owe_their_halves_and_have_them_back() -> None:
    pool = SidePool(name="last", price=301, prizes=(Prize(place=1, share=10_000),))
    fees = Fees(entry=5001, registration=1000, side_pools=(pool,))
    hall = opened(knockout(team=2, draw=SINGLE, fees=fees))
    field = people(4)
    hall.do(c.ImportEntrants, contest="open", entries=tuple(zip(field[::2], field[1::2], strict=True)))
    hall.do(c.JoinSidePool, contest="open", entry="p00+p01", pool="last")
    owed = {player: hall.state.balances[f"player:{player}"] for player in ("p00", "p01", "p02", "p03")}
    assert owed == {"p00": 3152, "p01": 3150, "p02": 3001, "p03": 3000}
    hall.do(c.WithdrawEntry, contest="open", entry="p02+p03", title="*", refund=1001, reason="ill")
    assert (hall.state.balances["player:p02"], hall.state.balances["player:p03"]) == (2500, 2500)
    hall.do(c.WithdrawEntry, contest="open", entry="p00+p01", title="*")
    assert (hall.state.balances["player:p00"], hall.state.balances["player:p01"]) == (0, 0)
    assert ledger.balance(hall.state) == 0


def test_a_partner_who_is_replaced_has_their_half_back_and_the_new_partner_owes_it() -> None:
    hall = opened(knockout(team=2, draw=SINGLE, fees=Fees(entry=5000)))
    first, second, third = people(3)
    hall.do(c.ImportEntrants, contest="open", entries=((first, second),))
    hall.do(c.SubstitutePlayer, contest="open", entry="p00+p01", out="p01", player=third, reason="ill")
    balances = [hall.state.balances[f"player:p0{number}"] for number in range(3)]
    assert balances == [2500, 0, 2500]


def test_payments_never_pay_out_more_than_is_owed() -> None:
    hall = drawn(knockout(draw=SINGLE, fees=Fees(entry=10_000), prizes=(Prize(place=1, share=10_000),)), 4)
    assert hall.refused(c.PayOut, player="p00") == TournamentCode.NOTHING_OWED
    assert hall.refused(c.TakePayment, player="p00", amount=0) == TournamentCode.AMOUNT_NOT_POSITIVE
    for player in ("p00", "p01", "p02", "p03"):
        hall.do(c.TakePayment, player=player, amount=10_000)
    assert hall.state.balances["cash"] == 40_000
    finished(hall)
    winner = hall.fixture("M2-1").winner
    assert hall.refused(c.PayOut, player=winner, amount=40_001) == TournamentCode.NOTHING_OWED
    hall.do(c.PayOut, player=winner, amount=15_000)
    hall.do(c.PayOut, player=winner)
    assert hall.state.balances["cash"] == 0
    assert ledger.open_accounts(hall.state) == {}


def test_what_nobody_won_is_kept_only_with_a_reason() -> None:
    fees = Fees(side_pools=(SidePool(name="none", price=100, prizes=(Prize(place=2, share=10_000),)),))
    hall = opened(knockout(draw=SINGLE, fees=fees))
    hall.do(c.ImportEntrants, contest="open", entries=tuple((player,) for player in people(4)))
    hall.do(c.JoinSidePool, contest="open", entry="p00", pool="none")
    hall.do(c.MakeDraw, contest="open")
    assert hall.refused(c.RetainRest, contest="open") == TournamentCode.CONTEST_NOT_FINISHED
    finished(hall)
    assert hall.refused(c.RetainRest, contest="open") == TournamentCode.WHY_NEEDED
    hall.do(c.RetainRest, contest="open", reason="nobody qualified")
    assert hall.state.balances["house"] == -100
    assert hall.refused(c.AwardPrizes, contest="open") == TournamentCode.PRIZES_AWARDED


def test_the_ledger_as_csv_balances_too() -> None:
    hall = drawn(knockout(draw=SINGLE, fees=Fees(entry=10_050), prizes=HALVES), 4)
    finished(hall)
    rows = list(csv.DictReader(StringIO(ledger.ledger_csv(hall.state))))
    cents = [round(float(row[side]) * 100) for row in rows for side in ("debit",) if row[side]]
    other = [round(float(row[side]) * 100) for row in rows for side in ("credit",) if row[side]]
    assert sum(cents) == sum(other) > 0
    assert {row["event"] for row in rows} == {"open"}


@given(pool=st.integers(0, 10**7), shares=st.lists(st.integers(1, 50), min_size=1, max_size=8))
def test_shares_hand_out_exactly_the_pool(pool: int, shares: list[int]) -> None:
    scaled = [share * 10_000 // sum(shares) for share in shares]
    scaled[0] += 10_000 - sum(scaled)
    prizes = [Prize(place=place, share=share) for place, share in enumerate(scaled, 1) if share]
    paid = ledger.prize_by_place(prizes, pool)
    assert sum(paid.values()) == pool
    assert all(abs(paid["main", p.place] - pool * p.share / 10_000) <= 1 for p in prizes)


@given(sizes=st.lists(st.integers(1, 5), min_size=1, max_size=5), amounts=st.lists(st.integers(0, 9999), max_size=12))
def test_ties_share_what_their_places_pay(sizes: list[int], amounts: list[int]) -> None:
    standing, at = [], 1
    for size in sizes:
        standing += [Place(f"e{at + n}", at, at + size - 1) for n in range(size)]
        at += size
    paid = ledger.split_ties(standing, dict(enumerate(amounts, 1)))
    assert sum(paid.values()) == sum(amounts[: len(standing)])
    for place in standing:
        level = [paid[other.entrant] for other in standing if other.place == place.place]
        assert max(level) - min(level) <= 1


@pytest.mark.parametrize(("cents", "words"), [(0, "0.00"), (5, "0.05"), (-1250, "-12.50")])
def test_cents_as_people_write_them(cents: int, words: str) -> None:
    assert ledger.format_cents(cents) == words


def test_a_cell_of_the_books_is_never_a_formula() -> None:
    hall = drawn(knockout(draw=SINGLE, fees=Fees(entry=1_000), prizes=HALVES), 4)
    wild = ("=1+1", "+1", "-1", "@cmd", "\t=1", "\r=1", "honest =1")
    one = hall.state.bookings[0]
    bookings = tuple(
        msgspec.structs.replace(one, by=text, memo=text, contest=text, lines=((text, 5), ("cash", -5))) for text in wild
    )
    books = ledger.ledger_csv(dataclasses.replace(hall.state, bookings=bookings))
    texts = {row[name] for row in csv.DictReader(StringIO(books)) for name in ("by", "memo", "event", "account")}
    assert texts == {"'=1+1", "'+1", "'-1", "'@cmd", "'\t=1", "' =1", "honest =1", "cash"}
