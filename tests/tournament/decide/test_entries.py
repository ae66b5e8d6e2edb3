"""Entries: registered, approved, refused, moved up, late, again, withdrawn; with what they cost."""

import pytest

from barpoint.board import Refusal
from barpoint.tournament import TournamentCode, decide_tournament
from barpoint.tournament import commands as c
from barpoint.tournament.desk.closing_checklist import duties
from barpoint.tournament.desk.overview import desk_overview
from barpoint.tournament.draw.draw_fold import Draw
from barpoint.tournament.draw.events import DrawCode
from barpoint.tournament.draw.lines import Seeding
from barpoint.tournament.draw.plan import DrawFormat, Plan
from barpoint.tournament.player import EntryStatus, Player
from barpoint.tournament.prices import Fees, SidePool
from barpoint.tournament.printing.prints import PRINTS, PrintJob
from barpoint.tournament.refusals import TournamentCode as Code
from barpoint.tournament.roster import read_roster, slug
from barpoint.tournament.settings import Limits, Reentry
from barpoint.tournament.statements import ListedRating
from barpoint.tournament.views import contest_terms, entry_rule, seed_lines, seed_words
from tests.tournament.director import (
    Hall,
    drawn,
    knockout,
    opened,
    people,
    swiss,
)

ADA = Player(id="ada", name="Ada", rating=1700.0)


def entered(hall: Hall, *players: Player, contest: str = "open") -> None:
    for player in players:
        hall.do(c.Register, contest=contest, players=(player,))
        hall.do(c.ApproveEntry, contest=contest, entry=player.id)


@pytest.mark.clause("usbgf:1.4.1a", "bws:1.4.1", "guide:2.2.2a")
def test_only_approved_entries_are_drawn() -> None:
    hall = opened(knockout())
    entered(hall, *people(4))
    hall.do(c.Register, contest="open", players=(ADA,))
    assert hall.contest().entries["ada"].status is EntryStatus.PENDING
    hall.do(c.MakeDraw, contest="open")
    assert all("ada" not in each.players for each in hall.contest().fixtures.values())


@pytest.mark.clause("usbgf:1.4", "usbgf:1.4.1a", "usbgf:1.4.1b", "guide:2.2.2a")
def test_an_entry_is_refused_without_a_reason_and_without_appeal() -> None:
    hall = opened(knockout())
    hall.do(c.Register, by="ada", contest="open", players=(ADA,))
    assert hall.refused(c.RefuseEntry, by="ada", contest="open", entry="ada") == Code.NOT_PERMITTED
    hall.do(c.RefuseEntry, contest="open", entry="ada")
    assert hall.refused(c.ApproveEntry, contest="open", entry="ada") == Code.ENTRY_DECIDED


@pytest.mark.clause("bws:1.4.1", "bws:1.4.3")
def test_bws_wants_the_reason_for_the_board_and_a_report() -> None:
    hall = opened(knockout("bws"))
    hall.do(c.Register, contest="open", players=(ADA,))
    assert hall.refused(c.RefuseEntry, contest="open", entry="ada") == Code.WHY_NEEDED
    hall.do(c.RefuseEntry, contest="open", entry="ada", reason="banned by the board")
    duty = duties(hall.state)[0]
    assert (duty.clause, duty.reason, duty.exported) == ("bws:1.4.3", "banned by the board", False)
    hall.do(c.ExportReport, duty=duty.id)
    assert duties(hall.state)[0].exported


@pytest.mark.clause("usbgf:1.4.2a", "bws:1.4.2", "bws:1.4.3")
def test_a_player_is_moved_to_a_higher_division_and_never_down() -> None:
    low = swiss("bws", level=1, fees=Fees(entry=5000))
    high = knockout("bws", level=3, fees=Fees(entry=10_000))
    hall = opened(low, high)
    entered(hall, ADA, contest="novice")
    up = {"contest": "novice", "entry": "ada", "to": "open"}
    assert hall.refused(c.MoveUp, **up) == Code.WHY_NEEDED
    hall.do(c.MoveUp, **up, reason="plays too well")
    assert hall.contest("novice").entries["ada"].status is EntryStatus.MOVED
    assert hall.contest("open").entries["ada"].status is EntryStatus.APPROVED
    assert hall.state.balances == {"player:ada": 10_000, "pool:novice": 0, "pool:open": -10_000}
    assert [duty.clause for duty in duties(hall.state)] == ["bws:1.4.3"]
    down = {"contest": "open", "entry": "ada", "to": "novice", "reason": "asked"}
    assert hall.refused(c.MoveUp, **down) == Code.NOT_A_HIGHER_DIVISION


@pytest.mark.clause("usbgf:1.4.2a")
def test_the_top_skill_division_is_the_higher_of_two_without_levels() -> None:
    hall = opened(knockout(name="advanced", preset="USBGF Advanced"), knockout())
    entered(hall, ADA, contest="advanced")
    hall.do(c.MoveUp, contest="advanced", entry="ada", to="open", reason="plays too well")
    assert hall.contest("open").entries["ada"].status is EntryStatus.APPROVED
    down = {"contest": "open", "entry": "ada", "to": "advanced", "reason": "asked"}
    assert hall.refused(c.MoveUp, **down) == Code.NOT_A_HIGHER_DIVISION


@pytest.mark.clause("ibf:6.1a")
@pytest.mark.parametrize(("book", "preset"), [("ibf", "IBF Doubles"), ("usbgf", "USBGF Doubles")])
def test_an_event_of_doubles_has_two_to_a_side(book: str, preset: str) -> None:
    hall = opened(knockout(book))
    alone = knockout(book, name="pairs", preset=preset)
    assert hall.refused(c.AddContest, settings=alone) == Code.WRONG_TEAM
    hall.do(c.AddContest, settings=knockout(book, name="pairs", preset=preset, team=2))


@pytest.mark.clause("usbgf:1.4.2b")
def test_whoever_was_moved_up_may_go_without_owing_anything() -> None:
    hall = opened(swiss(level=1, fees=Fees(entry=5000)), knockout(level=3, fees=Fees(entry=10_000, registration=500)))
    entered(hall, ADA, contest="novice")
    entered(hall, *people(4))
    hall.do(c.MoveUp, contest="novice", entry="ada", to="open")
    hall.do(c.MakeDraw, contest="open")
    hall.do(c.WithdrawEntry, by="ada", contest="open", entry="ada")
    assert hall.state.balances["player:ada"] == 0


@pytest.mark.clause("guide:2.2.2b")
def test_limits_are_checked_and_an_exception_needs_a_reason() -> None:
    limits = Limits(membership=True, highest_rating=1600, field=2)
    hall = opened(knockout("guide", limits=limits))
    hall.do(c.Register, contest="open", players=(ADA,))
    assert hall.contest().entries["ada"].concerns == ("Ada is no member", "rating 1700 is above 1600")
    assert hall.refused(c.ApproveEntry, contest="open", entry="ada") == Code.ENTRY_CONCERNS
    hall.do(c.ApproveEntry, contest="open", entry="ada", reason="guest of honour")
    member = Player(id="bo", rating=1500, member="77", member_until="2026-12-31")
    hall.do(c.ImportEntrants, contest="open", entries=((member,), (Player(id="cy", rating=1500, member="78"),)))
    assert hall.contest().entries["bo"].status is EntryStatus.APPROVED
    assert hall.contest().entries["cy"].concerns == ("the field of 2 is full",)


def test_those_who_find_no_place_wait_as_they_came_or_as_the_director_says() -> None:
    hall = opened(knockout(limits=Limits(field=2)))
    hall.do(c.ImportEntrants, contest="open", entries=tuple((Player(id=name),) for name in ("ann", "bo", "cy", "di")))
    assert [entry.id for entry in hall.contest().waiting_list] == ["cy", "di"]
    assert hall.contest().places_left == 0
    hall.do(c.OrderWaiting, contest="open", entries=("di",))
    assert [entry.id for entry in hall.contest().waiting_list] == ["di", "cy"]
    assert hall.refused(c.OrderWaiting, contest="open", entries=("ann",)) == Code.NO_SUCH_ENTRY
    hall.do(c.WithdrawEntry, contest="open", entry="ann", reason="ill")
    assert hall.contest().places_left == 1
    assert hall.refused(c.ApproveEntry, contest="open", entry="cy") == Code.ENTRY_CONCERNS  # it is not cy's place
    hall.do(c.ApproveEntry, contest="open", entry="di")  # a free place needs no exception
    assert [entry.id for entry in hall.contest().waiting_list] == ["cy"]


def test_the_directors_seeds_stand_on_the_seed_lines() -> None:
    hall = opened(knockout())
    entered(hall, *people(8))
    names = sorted(hall.contest().entries)
    hall.do(c.SeedEntry, contest="open", entry=names[5], rank=1)
    hall.do(c.SeedEntry, contest="open", entry=names[2], rank=2)
    hall.do(c.SeedEntry, contest="open", entry=names[7], rank=2)
    assert {entry.id: entry.seed for entry in hall.contest().entries.values() if entry.seed} == {
        names[5]: 1,
        names[7]: 2,
    }
    hall.do(c.MakeDraw, contest="open")
    play = hall.contest().play
    assert isinstance(play, Draw)
    assert (play.lines[0], play.lines[-1]) == (names[5], names[7]), "they can only meet in the final"
    assert hall.refused(c.SeedEntry, contest="open", entry=names[0], rank=1) == Code.DRAWN_ALREADY


def test_a_membership_that_has_run_out_counts_as_none() -> None:
    hall = opened(knockout(limits=Limits(membership=True)))
    hall.do(c.Register, contest="open", players=(Player(id="bo", member="77", member_until="2026-04-30"),))
    assert hall.contest().entries["bo"].concerns == ("bo is no member",)


@pytest.mark.parametrize(("until", "barred"), [("2026-04-30", False), ("2026-05-01", True), ("", False)])
def test_a_bar_is_honoured_until_its_last_day(until: str, barred: bool) -> None:
    hall = opened(knockout())
    entry = {"contest": "open", "players": (Player(id="ada", barred_until=until),)}
    if barred:
        assert hall.refused(c.Register, **entry) == TournamentCode.PLAYER_BARRED
    else:
        hall.do(c.Register, **entry)


def test_an_entry_never_lifts_a_bar() -> None:
    hall = opened(knockout(), swiss())
    hall.do(c.Register, contest="open", players=(ADA,))
    hall.do(c.ChangePlayer, player=Player(id="ada", name="Ada", barred_until="2027-01-01"), reason="the board")
    assert hall.refused(c.Register, contest="novice", players=(ADA,)) == Code.PLAYER_BARRED
    assert hall.refused(c.ApproveEntry, contest="open", entry="ada") == Code.PLAYER_BARRED


def test_a_team_is_two_players() -> None:
    hall = opened(knockout(team=2))
    pair = (Player(id="ada", rating=1700), Player(id="bo", rating=1500))
    assert hall.refused(c.Register, contest="open", players=(ADA,)) == Code.WRONG_TEAM
    hall.do(c.Register, contest="open", players=pair)
    entry = hall.contest().entries["ada+bo"]
    assert (entry.name, entry.rating, entry.entrant.players) == ("ada / bo", 1600.0, ("ada", "bo"))
    again = {"contest": "open", "players": (pair[1], Player(id="cy"))}
    assert hall.refused(c.Register, **again) == Code.ENTRY_EXISTS


def test_who_is_entered_already_is_said_by_name() -> None:
    hall = opened(knockout(team=2))
    bo = Player(id="bo-hill", name="Bo Hill")
    hall.do(c.Register, contest="open", players=(Player(id="ada-stone", name="Ada Stone"), bo))
    again = c.Register(at=hall.now, by="td", contest="open", players=(Player(id="cy-lake", name="Cy Lake"), bo))
    answer = decide_tournament(hall.state, again)
    assert isinstance(answer, Refusal)
    assert answer.facts == {"entry": "Bo Hill"}


def test_a_late_entrant_takes_an_empty_line_while_it_harms_nobody() -> None:
    hall = drawn(knockout(), 7)
    entered(hall, ADA)
    assert any("ada" in each.players for each in hall.contest().fixtures.values())
    hall.do(c.Register, contest="open", players=(Player(id="bo"),))
    assert hall.refused(c.ApproveEntry, contest="open", entry="bo") == DrawCode.NO_PLACE_LEFT


def test_a_late_entrant_plays_the_swiss_rounds_to_come() -> None:
    hall = drawn(swiss(), 4)
    entered(hall, ADA, contest="novice")
    for fixture in hall.ready("novice"):
        hall.win(fixture.id, contest="novice")
    hall.do(c.PairRound, contest="novice")
    assert any("ada" in each.players for each in hall.contest("novice").fixtures.values() if each.round == 2)


def test_one_enters_again_after_losing_as_often_as_the_event_says() -> None:
    fees = Fees(entry=10_000, reentry=8000)
    hall = drawn(knockout(draw=Plan(format=DrawFormat.SINGLE, seed="s"), reentry=Reentry(times=1), fees=fees), 7)
    home, away = hall.fixture("M1-2").pair
    again = {"contest": "open", "players": (Player(id=away),), "again": True}
    assert hall.refused(c.Register, **again) == Code.REENTRY_NOT_ALLOWED
    hall.win("M1-2")
    hall.do(c.Register, **again)
    hall.do(c.ApproveEntry, contest="open", entry=f"{away}#2")
    assert any(f"{away}#2" in each.players for each in hall.contest().fixtures.values())
    assert hall.state.balances[f"player:{away}"] == 18_000
    assert hall.refused(c.Register, contest="open", players=(Player(id=home),)) == Code.ENTRY_EXISTS


def test_a_withdrawal_before_the_draw_gives_everything_back() -> None:
    fees = Fees(entry=10_000, registration=2000, side_pools=(SidePool(name="quarter", price=2500),))
    hall = opened(knockout(fees=fees))
    hall.do(c.Register, contest="open", players=(ADA,), side_pools=("quarter",))
    hall.do(c.ApproveEntry, contest="open", entry="ada")
    assert hall.state.balances["player:ada"] == 14_500
    hall.do(c.WithdrawEntry, by="ada", contest="open", entry="ada")
    assert not any(hall.state.balances.values())
    hall.do(c.ReinstateEntry, contest="open", entry="ada", reason="changed her mind")
    assert hall.state.balances["player:ada"] == 14_500
    assert hall.contest().entries["ada"].status is EntryStatus.APPROVED


def test_after_the_draw_nothing_goes_back_unless_the_director_says_why() -> None:
    hall = drawn(knockout(fees=Fees(entry=10_000, registration=2000)))
    hall.do(c.WithdrawEntry, contest="open", entry="p00")
    assert hall.state.balances["player:p00"] == 12_000
    some = {"contest": "open", "entry": "p01", "refund": 5000}
    assert hall.refused(c.WithdrawEntry, **some) == Code.WHY_NEEDED
    hall.do(c.WithdrawEntry, **some, reason="taken ill at the table")
    assert hall.state.balances["player:p01"] == 7000
    assert hall.state.balances["pool:open"] == -75_000


def test_a_withdrawal_is_repaired_in_the_draw_and_undone_again() -> None:
    hall = drawn(knockout())
    home, away = hall.fixture("M1-1").pair
    hall.do(c.WithdrawEntry, contest="open", entry=home)
    assert hall.fixture("M1-1").winner == away
    hall.do(c.ReinstateEntry, contest="open", entry=home, reason="it was his brother")
    assert hall.fixture("M1-1").winner is None


def test_one_may_leave_the_consolation_and_stay_in_the_main_draw() -> None:
    hall = drawn(knockout())
    home = hall.fixture("M1-1").pair[0]
    hall.do(c.WithdrawEntry, contest="open", entry=home, title="consolation")
    hall.win("M1-1", side=1)
    hall.win("M1-2")
    assert hall.fixture("C1-1").winner != home
    assert hall.contest().entries[home].away == ("consolation",)


def test_only_those_who_checked_in_are_drawn_where_the_event_asks_for_it() -> None:
    hall = opened(knockout(check_in=True))
    entered(hall, *people(5))
    for number in range(4):
        hall.do(c.CheckIn, by=f"p0{number}", contest="open", entry=f"p0{number}")
    hall.do(c.MakeDraw, contest="open")
    play = hall.contest().play
    assert play is not None
    assert set(play.entrants) == {"p00", "p01", "p02", "p03"}


def test_seeds_by_rating_and_clubmates_apart() -> None:
    plan = Plan(format=DrawFormat.SINGLE, seed="s", seeding=Seeding.RATING, seeds=2, apart=True)
    hall = opened(knockout(draw=plan))
    clubs = ("Turin", "Turin", "Lyon", "Lyon", "Turin", "Lyon", "Bern", "Bern")
    field = [Player(id=f"p{n}", club=club, rating=2000 - n) for n, club in enumerate(clubs)]
    hall.do(c.ImportEntrants, contest="open", entries=tuple((player,) for player in field))
    hall.do(c.MakeDraw, contest="open")
    first = [each.pair for each in hall.contest().fixtures.values() if each.round == 1]
    club_of = {player.id: player.club for player in field}
    assert all(club_of[home] != club_of[away] for home, away in first)
    halves = [{player for pair in half for player in pair} for half in (first[:2], first[2:])]
    assert ("p0" in halves[0]) != ("p1" in halves[0])


def test_too_few_cannot_be_drawn() -> None:
    hall = opened(knockout())
    entered(hall, *people(2))
    assert hall.refused(c.MakeDraw, contest="open") == Code.FIELD_SIZE


def test_a_roster_is_read_as_spreadsheets_write_it() -> None:
    text = "Name,Rating,Partner_Name,Fed\nZoë Ångström,1712.5,Bo Diddley,SWE\n\n,,,\nCy,,,\n"
    teams = read_roster(text.splitlines(keepends=True))
    assert teams[0] == (
        Player(id="zoe-angstrom", name="Zoë Ångström", rating=1712.5),
        Player(id="bo-diddley", name="Bo Diddley"),
    )
    assert teams[1] == (Player(id="cy", name="Cy"),)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("club\nTurin\n", "a column name or id"),
        ("name,rating\nAda,strong\n", "line 2: expected a rating"),
        ("name\nAda\nAda\n", "line 3: ada was already on line 2"),
        ("name,club\n,Turin\n", "line 2: an entrant has a name"),
    ],
)
def test_a_roster_that_is_wrong_says_where(text: str, expected: str) -> None:
    with pytest.raises(ValueError, match=expected):
        read_roster(text.splitlines(keepends=True))


def test_names_in_other_alphabets_have_ids_too() -> None:
    assert slug("Χρήστος Μ.") == "χρήστος-μ"


def test_a_swiss_withdrawal_is_undone_and_only_the_last_round_is_to_be_played() -> None:
    hall = drawn(swiss(rounds=4), 6)
    gone = hall.fixture("S1-1", "novice").pair[0]
    hall.do(c.WithdrawEntry, contest="novice", entry=gone)
    for _ in range(2):
        for fixture in hall.ready("novice"):
            hall.win(fixture.id, contest="novice")
        hall.do(c.PairRound, contest="novice")
    back = {"contest": "novice", "entry": gone}
    assert hall.refused(c.ReinstateEntry, **back) == Code.WHY_NEEDED
    hall.do(c.ReinstateEntry, **back, reason="it was a misunderstanding")
    assert hall.fixture("S1-1", "novice").result is not None
    for fixture in hall.ready("novice"):
        hall.win(fixture.id, contest="novice")
    hall.do(c.PairRound, contest="novice")
    assert any(gone in each.players for each in hall.ready("novice"))


def test_whoever_left_before_the_draw_comes_back_as_a_late_entrant() -> None:
    hall = opened(knockout())
    entered(hall, *people(6), ADA)
    hall.do(c.WithdrawEntry, contest="open", entry="ada")
    hall.do(c.MakeDraw, contest="open")
    hall.do(c.ReinstateEntry, contest="open", entry="ada", reason="the train came")
    assert any("ada" in each.players for each in hall.contest().fixtures.values())


def test_a_draw_is_made_again_before_play_only_and_with_a_reason() -> None:
    hall = drawn(knockout(), 8)
    entered_late = [Player(id=f"late{n}") for n in range(3)]
    for player in entered_late:
        hall.do(c.Register, contest="open", players=(player,))
        assert hall.refused(c.ApproveEntry, contest="open", entry=player.id) == DrawCode.NO_PLACE_LEFT
        hall.do(c.ApproveEntry, contest="open", entry=player.id, reason="to be drawn again")
    assert len(desk_overview(hall.state, hall.now).undrawn) == 3
    assert hall.refused(c.MakeDraw, contest="open") == Code.DRAWN_ALREADY
    hall.do(c.CallMatch, contest="open", pairing="M1-1")
    hall.do(c.MakeDraw, contest="open", seed="dice 6-1", reason="a bus arrived")
    assert not hall.contest().matches
    assert desk_overview(hall.state, hall.now).undrawn == ()
    hall.do(c.BeginMatch, contest="open", pairing=hall.ready()[0].id)
    assert hall.refused(c.MakeDraw, contest="open", reason="again") == Code.DRAWN_ALREADY


def test_a_player_who_registers_changes_nothing_the_staff_know() -> None:
    hall = opened(knockout(), swiss(limits=Limits(membership=True, highest_rating=1600)))
    hall.do(c.Register, contest="open", players=(ADA,))
    boast = Player(id="ada", name="Countess", rating=1500, member="77", contact="room 3")
    hall.do(c.Register, by="ada", contest="novice", players=(boast,))
    known = hall.state.players["ada"]
    assert (known.name, known.rating, known.contact) == ("Ada", 1700.0, "room 3")
    assert hall.contest("novice").entries["ada"].concerns == ("Ada is no member", "rating 1700 is above 1600")
    hall.do(c.Register, by="new", contest="novice", players=(Player(id="new", rating=1500, member="78"),))
    assert hall.contest("novice").entries["new"].concerns == (
        "new is no member",
        "the rating of new is the player's word",
    )


def test_an_event_goes_by_its_list_and_an_entry_above_its_limit_waits_with_the_reason() -> None:
    by_rating = Plan(format=DrawFormat.SINGLE, seed="s", seeding=Seeding.RATING, seeds=2)
    hall = opened(knockout(draw=by_rating, rating_list="list:fed", limits=Limits(highest_rating=1600)))
    bo, cy = Player(id="bo", rating=1900.0, listed={"list:fed": 1500.0}), Player(id="cy", listed={"list:fed": 1550.0})
    hall.do(c.ImportEntrants, contest="open", entries=((ADA,), (bo,), (cy,)))
    entries = hall.contest().entries
    assert entries["ada"].concerns == ("rating unknown by fed",)
    assert (entries["bo"].rating, entries["bo"].status) == (1500.0, EntryStatus.APPROVED)
    hall.do(c.TakeRatings, contest="open", ratings=(ListedRating(player="ada", rating=1712.5, member="77"),))
    assert hall.contest().entries["ada"].concerns == ("rating 1712.5 by fed is above 1600",)
    assert hall.state.players["ada"].member == "77"
    assert hall.refused(c.ApproveEntry, contest="open", entry="ada") == Code.ENTRY_CONCERNS
    hall.do(c.TakeRatings, contest="open", ratings=(ListedRating(player="ada", rating=1580.0),))
    assert [line.name for line in seed_lines(hall.contest())] == []  # two are no draw yet
    hall.do(c.ApproveEntry, contest="open", entry="ada")
    assert [(line.seed, line.name) for line in seed_lines(hall.contest())] == [(1, "Ada"), (2, "cy")]
    hall.do(c.MakeDraw, contest="open")
    [first, *_] = hall.contest().fixtures.values()
    assert first.players == ("ada",), "the highest of the list has the bye"
    hall.do(c.WithdrawEntry, contest="open", entry="ada")
    assert [(line.seed, line.name) for line in seed_lines(hall.contest())] == [(1, "Ada"), (2, "cy")], "as drawn"
    assert entry_rule(hall.contest().settings) == "ratings up to 1600, seeded by rating, by fed"
    assert seed_words(hall.contest(), 1) == "Seeds: 1 Ada ..."
    terms = contest_terms(hall.state, hall.contest())
    assert (terms.limits.highest_rating, terms.seeding, terms.seeds[0].by_hand) == (1600, "rating", False)
    report, sheet = (PRINTS[kind](PrintJob(hall.state, hall.now)) for kind in ("report", "draw"))
    assert "Ratings up to 1600, seeded by rating, by fed." in report
    assert "Seeds: 1 Ada, 2 cy" in report
    assert "Seeds: 1 Ada, 2 cy" in sheet


def test_ratings_are_taken_only_where_an_event_names_its_list() -> None:
    hall = opened(knockout())
    entered(hall, ADA)
    taken = {"contest": "open", "ratings": (ListedRating(player="ada", rating=1.0),)}
    assert hall.refused(c.TakeRatings, **taken) == Code.NO_RATING_LIST
    assert hall.refused(c.TakeRatings, by="ada", **taken) == Code.NOT_PERMITTED


def test_what_a_list_says_outlives_other_data_of_a_player() -> None:
    hall = opened(knockout(rating_list="list:fed"))
    entered(hall, Player(id="ada", listed={"list:fed": 1500.0}))
    hall.do(c.ChangePlayer, player=Player(id="ada", name="Ada", listed={"list:fed": 9.0}))
    assert hall.state.players["ada"].listed == {"list:fed": 1500.0}
