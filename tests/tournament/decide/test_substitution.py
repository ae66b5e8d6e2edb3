"""Somebody plays in another's place: before the first match, with a reason; the place stays, the money follows."""

from barpoint.tournament import commands as c
from barpoint.tournament import fold_tournament
from barpoint.tournament.money import ledger
from barpoint.tournament.player import Player
from barpoint.tournament.prices import Fees, SidePool
from barpoint.tournament.refusals import TournamentCode as Code
from barpoint.tournament.views import draw_sheet
from tests.tournament.director import Hall, drawn, knockout, opened, people

EVE = Player(id="eve", name="Eve", club="Lions", rating=1800.0)
FEES = Fees(entry=5_000, registration=1_000, side_pools=(SidePool(name="side", price=700),))


def in_place_of(hall: Hall, out: str, player: Player = EVE, **fields: str) -> None:
    hall.do(c.SubstitutePlayer, contest="open", **{"entry": out, "out": out, "reason": "ill"} | fields, player=player)


def test_the_place_in_the_draw_stays_and_the_name_is_new_everywhere() -> None:
    hall = drawn(knockout())
    home, away = hall.fixture("M1-1").pair
    in_place_of(hall, home)
    entry = hall.contest().entries[home]
    assert (str(entry), entry.people, entry.club, entry.rating) == ("Eve", ("eve",), "Lions", 1800.0)
    assert hall.fixture("M1-1").pair == (home, away)
    assert hall.state.seats["eve"] == (("open", "M1-1"),)
    assert home not in hall.state.seats
    hall.do(c.ReportResult, by="eve", contest="open", pairing="M1-1", entrant=home, winner=home, score=(9, 1))
    assert fold_tournament(hall.log) == hall.state


def test_another_event_of_the_one_who_goes_and_their_own_name_stay_as_they_are() -> None:
    hall = opened(knockout())
    hall.do(c.AddContest, settings=knockout(name="other"))
    hall.do(c.PublishContest, contest="other")
    for event in ("open", "other"):
        hall.do(c.ImportEntrants, contest=event, entries=tuple((player,) for player in people(4)))
        hall.do(c.MakeDraw, contest=event)
    in_place_of(hall, "p00")
    state = hall.state
    shown = [state.shown_name("p00", state.contests[event]) for event in ("open", "other")]
    assert (shown, state.shown_name("p00"), state.name_of("p00")) == (["Eve", "P 0"], "P 0", "P 0")
    names = {event: str(draw_sheet(state, state.contests[event])) for event in ("open", "other")}
    assert ("Eve" in names["open"], "Eve" in names["other"]) == (True, False)
    again = {"contest": "open", "entries": ((people(1)[0],),)}
    assert hall.refused(c.ImportEntrants, **again) == Code.ENTRY_EXISTS


def test_the_fee_goes_back_to_one_and_is_charged_to_the_other() -> None:
    hall = opened(knockout(fees=FEES))
    hall.do(c.ImportEntrants, contest="open", entries=tuple((player,) for player in people(4)))
    hall.do(c.JoinSidePool, contest="open", entry="p00", pool="side")
    before = ledger.player_account("p00"), ledger.player_account("eve")
    assert hall.state.balances[before[0]] == 6_700
    pools = {name: sum_ for name, sum_ in hall.state.balances.items() if name not in before}
    in_place_of(hall, "p00")
    assert [hall.state.balances.get(account, 0) for account in before] == [0, 6_700]
    assert {name: sum_ for name, sum_ in hall.state.balances.items() if name not in before} == pools
    assert ledger.balance(hall.state) == 0


def test_one_of_a_team_is_replaced_and_the_half_goes_with_the_seat() -> None:
    hall = opened(knockout(team=2, fees=FEES))
    field = people(4)
    hall.do(c.ImportEntrants, contest="open", entries=((field[0], field[1]), (field[2], field[3])))
    in_place_of(hall, "p01", entry="p00+p01")
    entry = hall.contest().entries["p00+p01"]
    assert (entry.people, str(entry)) == (("p00", "eve"), "P 0 / Eve")
    balances = [hall.state.balances[ledger.player_account(player)] for player in ("p00", "p01", "eve")]
    assert balances == [3_000, 0, 3_000]


def test_what_is_refused() -> None:
    hall = drawn(knockout())
    home, away = hall.fixture("M1-1").pair
    asked = {"contest": "open", "entry": home, "out": home, "player": EVE}
    assert hall.refused(c.SubstitutePlayer, **asked) == Code.WHY_NEEDED
    asked["reason"] = "ill"
    assert hall.refused(c.SubstitutePlayer, **asked | {"out": away}) == Code.NO_SUCH_PLAYER
    assert hall.refused(c.SubstitutePlayer, **asked | {"player": hall.state.players[away]}) == Code.ENTRY_EXISTS
    hall.do(c.BeginMatch, contest="open", pairing="M1-1")
    assert hall.refused(c.SubstitutePlayer, **asked) == Code.MATCH_BEGUN
    hall.do(c.WithdrawEntry, contest="open", entry=away)
    assert hall.refused(c.SubstitutePlayer, **asked | {"entry": away, "out": away}) == Code.ENTRY_DECIDED
