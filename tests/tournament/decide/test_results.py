"""Results: players report, staff post, wrong ones are put right within each book's limits."""

import pytest

from barpoint.match.format.match_format import MINUTE
from barpoint.tournament import TournamentCode, fold_tournament
from barpoint.tournament import commands as c
from barpoint.tournament.desk.overview import DeskStage, desk_overview
from barpoint.tournament.desk_record import MatchKind
from barpoint.tournament.draw.events import DrawCode
from barpoint.tournament.draw.plan import DrawFormat, Plan
from barpoint.tournament.draw.progress import PairingStatus
from barpoint.tournament.events import DrawChanged, OutcomeCorrected, OutcomePosted, PlayoffBegun
from barpoint.tournament.pairing.lives import LivesRules
from barpoint.tournament.pairing.swiss import Method, SwissCode, SwissPlan
from barpoint.tournament.places import complete, score_table, title_places, titles
from barpoint.tournament.player import EntryStatus
from barpoint.tournament.staff import Role
from barpoint.tournament.standings import TieBreak
from barpoint.tournament.views.results_table import tournament_results
from tests.tournament.director import (
    NINE,
    Hall,
    drawn,
    knockout,
    swiss,
)

FIRST = {"contest": "open", "pairing": "M1-1"}


@pytest.mark.clause("usbgf:4.7a", "usbgf:4.7b", "bws:4.6a", "bws:4.6b", "guide:5.14d", "usbgf:4.7f")
def test_both_report_and_staff_post() -> None:
    hall = drawn(knockout(lengths={"main": (9,)}))
    home, away = hall.fixture("M1-1").pair
    told = {"winner": home, "score": (9, 4)}
    hall.wait(50)
    hall.do(c.ReportResult, by=home, **FIRST, entrant=home, **told)
    assert hall.refused(c.PostResult, by=home, **FIRST) == TournamentCode.NOT_PERMITTED
    assert hall.refused(c.PostResult, **FIRST) == TournamentCode.NOT_REPORTED_ALIKE
    assert hall.refused(c.ReportResult, by=home, **FIRST, entrant=away, **told) == TournamentCode.NOT_PERMITTED
    hall.wait(10)
    hall.do(c.ReportResult, by=away, **FIRST, entrant=away, **told)
    assert hall.fixture("M1-1").status is PairingStatus.READY
    [waiting] = desk_overview(hall.state, hall.now).to_post
    assert (waiting.stage, waiting.reported_alike) == (DeskStage.REPORTED, True)
    hall.do(c.NameStaff, person="help", role=Role.STAFF)
    hall.wait(5)
    posted = hall.do(c.PostResult, by="help", **FIRST)
    assert isinstance(posted[0], OutcomePosted)
    assert posted[0].confirmed
    assert posted[0].completed == NINE + 50 * MINUTE  # not when it was reported or posted
    assert hall.fixture("M2-1").home == home


def test_reports_that_differ_are_shown_and_not_posted() -> None:
    hall = drawn(knockout())
    home, away = hall.fixture("M1-1").pair
    hall.do(c.ReportResult, by=home, **FIRST, entrant=home, winner=home)
    hall.do(c.ReportResult, by=away, **FIRST, entrant=away, winner=away)
    assert desk_overview(hall.state, hall.now).to_post[0].disputed
    assert hall.refused(c.PostResult, **FIRST) == TournamentCode.NOT_REPORTED_ALIKE
    hall.do(c.PostResult, **FIRST, winner=away)
    assert hall.fixture("M1-1").winner == away


@pytest.mark.clause("usbgf:4.8.1.2a", "usbgf:4.8.1.1", "guide:1.2.2")
@pytest.mark.parametrize("score", [(7, 4), (9, 9), (0, 3)])
def test_only_the_posted_length_makes_a_result(score: tuple[int, int]) -> None:
    hall = drawn(knockout(lengths={"main": (9,)}))
    home, _ = hall.fixture("M1-1").pair
    assert hall.refused(c.PostResult, **FIRST, winner=home, score=score) == TournamentCode.LENGTH_NOT_PLAYED
    assert (
        hall.refused(c.ReportResult, by=home, **FIRST, entrant=home, winner=home, score=score)
        == TournamentCode.LENGTH_NOT_PLAYED
    )
    assert hall.refused(c.PostLength, by=home, **FIRST, length=7) == TournamentCode.NOT_PERMITTED
    hall.do(c.PostResult, **FIRST, winner=home, score=score, reason="stands as played, both mistaken")


@pytest.mark.clause("usbgf:4.7d")
def test_usbgf_corrects_even_after_the_next_match_began_and_says_so() -> None:
    hall = drawn(knockout())
    home, away = hall.fixture("M1-1").pair
    hall.win("M1-1")
    hall.win("M1-2")
    hall.wait(10)
    hall.do(c.BeginMatch, contest="open", pairing="M2-1")
    turned = {"winner": away, "score": (9, 7)}
    assert hall.refused(c.CorrectResult, **FIRST, **turned) == TournamentCode.WHY_NEEDED
    corrected, changed = hall.do(c.CorrectResult, **FIRST, **turned, reason="one roll played, fairer so")
    assert isinstance(corrected, OutcomeCorrected)
    assert corrected.after_next_began
    assert isinstance(changed, DrawChanged)
    assert hall.fixture("M2-1").home == away
    assert hall.match("M2-1").begun is None  # other players: another match
    assert home in hall.fixture("C1-1").players


@pytest.mark.clause("bws:4.6c")
def test_bws_corrects_until_one_of_the_two_has_begun_a_later_match() -> None:
    hall = drawn(knockout("bws"))
    home, away = hall.fixture("M1-1").pair
    hall.win("M1-1")
    hall.do(c.CorrectResult, **FIRST, winner=away, reason="wrong line")
    hall.do(c.CorrectResult, **FIRST, winner=home, reason="no, it was right")
    hall.win("M1-2")
    hall.wait(10)
    hall.do(c.BeginMatch, contest="open", pairing="C1-1")
    asked = {"winner": away, "reason": "too late"}
    assert hall.refused(c.CorrectResult, **FIRST, **asked) == TournamentCode.LATER_MATCH_BEGUN
    assert hall.refused(c.VoidResult, **FIRST, reason="too late") == TournamentCode.LATER_MATCH_BEGUN


@pytest.mark.parametrize("book", ["ibf", "guide"])
def test_the_other_books_set_no_limit_but_a_reason(book: str) -> None:
    hall = drawn(knockout(book))
    hall.win("M1-1")
    away = hall.fixture("M1-1").pair[1]
    hall.do(c.CorrectResult, **FIRST, winner=away, reason="slip misread")
    assert hall.fixture("M1-1").winner == away


def test_a_voided_result_is_to_be_played_and_what_followed_is_undone() -> None:
    hall = drawn(knockout())
    for pairing in ("M1-1", "M1-2", "M2-1"):
        hall.win(pairing)
    hall.do(c.VoidResult, **FIRST, reason="posted to the wrong line")
    assert hall.fixture("M1-1").status is PairingStatus.READY
    assert hall.fixture("M2-1").status is PairingStatus.WAITING
    assert hall.refused(c.VoidResult, **FIRST, reason="again") == TournamentCode.NOT_POSTED
    assert hall.match("M1-1").completed is None


@pytest.mark.clause("usbgf:4.8.1.2b")
def test_a_final_declared_drawn_shares_the_first_two_places() -> None:
    hall = drawn(knockout(), 4)
    hall.win("M1-1")
    hall.win("M1-2")
    final = {"contest": "open", "pairing": "M2-1"}
    home, _ = hall.fixture("M2-1").pair
    assert hall.refused(c.DeclareDrawn, **final, advances=home) == TournamentCode.WHY_NEEDED
    assert hall.refused(c.DeclareDrawn, **final, reason="both asked") == TournamentCode.ADVANCES_NEEDED
    hall.do(c.DeclareDrawn, **final, advances=home, reason="both asked, flights to catch")
    assert [(place.place, place.last) for place in title_places(hall.contest(), "main")[:2]] == [(1, 2), (1, 2)]
    assert hall.match("M2-1").kind is MatchKind.DRAWN


@pytest.mark.clause("usbgf:4.8.1.2b")
def test_a_swiss_match_declared_drawn_is_half_a_point_each() -> None:
    hall = drawn(swiss(), 4)
    hall.do(c.DeclareDrawn, contest="novice", pairing="S1-1", reason="both asked")
    assert hall.fixture("S1-1", "novice").winner is None
    play = hall.contest("novice").play
    assert play is not None
    both = hall.fixture("S1-1", "novice").pair
    assert {row.score for row in play.standings if row.entrant in both} == {1}  # type: ignore[union-attr]  # Swiss


def test_a_result_stands_once() -> None:
    hall = drawn(knockout())
    hall.win("M1-1")
    home, _ = hall.fixture("M1-1").pair
    assert hall.refused(c.PostResult, **FIRST, winner=home) == DrawCode.ALREADY_POSTED
    assert hall.refused(c.PostResult, contest="open", pairing="M2-1", winner=home) == TournamentCode.MATCH_NOT_READY
    assert hall.refused(c.PostResult, contest="open", pairing="M9-9", winner=home) == TournamentCode.NO_SUCH_MATCH
    assert hall.refused(c.PostResult, **FIRST, winner="nobody") == TournamentCode.NO_SUCH_ENTRY


def test_a_director_overrules_a_pairing_before_it_is_played() -> None:
    hall = drawn(knockout())
    one, other = hall.fixture("M1-1").pair[0], hall.fixture("M1-2").pair[0]
    exchange = {"contest": "open", "one": "M1-1/0", "other": "M1-2/0"}
    assert hall.refused(c.OverrulePairing, **exchange) == TournamentCode.WHY_NEEDED
    hall.do(c.OverrulePairing, **exchange, reason="brothers")
    assert (hall.fixture("M1-1").pair[0], hall.fixture("M1-2").pair[0]) == (other, one)
    assert "overruled: brothers" in hall.fixture("M1-1").reasons
    hall.do(c.BeginMatch, **FIRST)
    assert hall.refused(c.OverrulePairing, **exchange, reason="again") == TournamentCode.MATCH_BEGUN
    with pytest.raises(ValueError, match="M1-3/0"):
        hall.refused(c.OverrulePairing, contest="open", one="M1-3", other="M1-4", reason="x")


def test_a_director_overrules_a_swiss_pairing() -> None:
    hall = drawn(swiss(), 4)
    one, other = hall.fixture("S1-1", "novice").pair[0], hall.fixture("S1-2", "novice").pair[0]
    hall.do(c.OverrulePairing, contest="novice", one=one, other=other, reason="a family")
    assert hall.fixture("S1-1", "novice").pair[0] == other


def played_out(hall: Hall, contest: str, side: int = 0) -> None:
    for fixture in hall.ready(contest):
        hall.win(fixture.id, side=side, contest=contest)


def test_rounds_follow_one_another_and_the_last_one_ends_the_event() -> None:
    hall = drawn(swiss(rounds=2), 5)
    assert hall.refused(c.PairRound, contest="novice") == SwissCode.ROUND_NOT_OVER
    played_out(hall, "novice")
    hall.do(c.PairRound, contest="novice")
    played_out(hall, "novice")
    assert complete(hall.contest("novice"))
    assert hall.refused(c.PairRound, contest="novice") == SwissCode.NO_MORE_ROUNDS
    hall.do(c.ChangeTieBreaks, contest="novice", tie_breaks=(TieBreak.BUCHHOLZ,), reason="as in the brochure")


def test_lives_end_in_a_playoff_that_can_be_corrected() -> None:
    plan = SwissPlan(seed="s", method=Method.LIVES, lives=LivesRules(paid=4))
    hall = drawn(swiss(swiss=plan), 8)
    for _ in range(20):
        if hall.contest("novice").playoff is not None:
            break
        played_out(hall, "novice")
        hall.do(c.PairRound, contest="novice")
    assert hall.refused(c.PairRound, contest="novice") == TournamentCode.PLAYOFF_RUNNING
    while hall.ready("novice"):
        played_out(hall, "novice")
    assert complete(hall.contest("novice"))
    first = title_places(hall.contest("novice"), "swiss")[0].entrant
    last = max((each for each in hall.contest("novice").fixtures.values() if each.id[0] == "P"), key=lambda e: e.round)
    assert first == last.winner
    other = next(player for player in last.pair if player != first)
    hall.do(c.CorrectResult, contest="novice", pairing=last.id, winner=other, reason="slip misread")
    assert title_places(hall.contest("novice"), "swiss")[0].entrant == other
    hall.do(c.VoidResult, contest="novice", pairing=last.id, reason="to be replayed")
    assert not complete(hall.contest("novice"))


def test_groups_then_a_knockout() -> None:
    plan = Plan(format=DrawFormat.GROUPS, seed="s", groups=2, qualifiers=2)
    hall = drawn(knockout(draw=plan), 8)
    hall.do(c.DeclareDrawn, contest="open", pairing=hall.ready()[0].id, reason="both asked")
    while hall.ready():
        played_out(hall, "open")
    assert complete(hall.contest())
    assert title_places(hall.contest(), "main")[0].place == 1


@pytest.mark.parametrize(("bye_wins", "order"), [(True, "abc"), (False, "bca")])
def test_a_contingent_bye_is_worth_a_place_only_to_who_then_wins(bye_wins: bool, order: str) -> None:
    plan = SwissPlan(seed="s", method=Method.LIVES)
    hall = drawn(swiss(swiss=plan), 3)
    a, b, c_ = sorted(hall.contest("novice").entries)
    for fixture in hall.ready("novice"):
        hall.win(fixture.id, contest="novice")
    begun = PlayoffBegun(at=hall.now, by="td", contest="novice", lines=(a, b, c_), contingent_bye=True)
    hall.state = fold_tournament([begun], hall.state)
    assert title_places(hall.contest("novice"), "swiss") == ()
    hall.do(c.PostResult, contest="novice", pairing="P1-1", winner=b)
    hall.do(c.PostResult, contest="novice", pairing="P2-1", winner=a if bye_wins else b)
    names = {"a": a, "b": b, "c": c_}
    assert [place.entrant for place in title_places(hall.contest("novice"), "swiss")] == [names[each] for each in order]


def test_a_playoff_match_stands_once() -> None:
    plan = SwissPlan(seed="s", method=Method.LIVES)
    hall = drawn(swiss(swiss=plan), 4)
    for fixture in hall.ready("novice"):
        hall.win(fixture.id, contest="novice")
    hall.do(c.PairRound, contest="novice")
    first, second = hall.ready("novice")
    hall.win(first.id, contest="novice")
    again = {"contest": "novice", "pairing": first.id, "winner": first.pair[0]}
    assert hall.refused(c.PostResult, **again) == DrawCode.ALREADY_POSTED
    hall.do(c.WithdrawEntry, contest="novice", entry=second.pair[0])
    assert hall.fixture(second.id, "novice").winner == second.pair[1]


@pytest.mark.clause("bws:2.2.4g")
def test_when_both_lose_a_match_of_the_playoff_nobody_goes_on() -> None:
    hall = drawn(swiss(swiss=SwissPlan(seed="s", method=Method.LIVES)), 4)
    for fixture in hall.ready("novice"):
        hall.win(fixture.id, contest="novice")
    hall.do(c.PairRound, contest="novice")
    first, second = hall.ready("novice")
    both = {"contest": "novice", "pairing": second.id, "reason": "neither came"}
    hall.do(c.ConfirmForfeit, **both)
    assert hall.fixture(second.id, "novice").winner is None
    hall.win(first.id, contest="novice")
    assert complete(hall.contest("novice")), "the final needs no match"
    places_ = {place.entrant: (place.place, place.last) for place in title_places(hall.contest("novice"), "swiss")}
    assert places_[first.pair[0]] == (1, 1)
    assert len({places_[each] for each in (first.pair[1], *second.pair)}) == 1
    hall.do(c.VoidResult, **both)
    assert [each.id for each in hall.ready("novice")] == [second.id]


@pytest.mark.clause("bws:2.2.4g")
@pytest.mark.parametrize("plan", [DrawFormat.SINGLE, DrawFormat.CONSOLATION, DrawFormat.DOUBLE])
def test_a_knockout_match_both_have_lost_is_a_result(plan: DrawFormat) -> None:
    hall = drawn(knockout(draw=Plan(format=plan, seed="s")), 8)
    both = {"contest": "open", "pairing": "M1-2", "reason": "neither came"}
    gone = hall.fixture("M1-2").pair
    hall.do(c.ConfirmForfeit, **both)
    posted = hall.fixture("M1-2").result
    assert posted is not None
    assert posted.both_lost
    assert hall.match("M1-2").kind is MatchKind.FORFEIT
    assert [line.both_lost for line in tournament_results(hall.state).matches] == [True]
    assert all(entry.status is EntryStatus.APPROVED and not entry.away for entry in hall.contest().active_entries)
    while hall.ready():
        played_out(hall, "open")
    assert not any(set(gone) & set(each.players) for each in hall.contest().fixtures.values() if each.id != "M1-2")
    assert complete(hall.contest())
    placed = {place.entrant: (place.place, place.last) for place in title_places(hall.contest(), "main")}
    assert placed[gone[0]] == placed[gone[1]]
    assert len(placed) == 8


def test_a_match_both_have_lost_is_taken_back_or_won_after_all() -> None:
    hall = drawn(knockout())
    both = {"contest": "open", "pairing": "M1-2", "reason": "neither came"}
    home, away = hall.fixture("M1-2").pair
    hall.do(c.ConfirmForfeit, **both)
    hall.do(c.CorrectResult, **both, winner=away)
    assert hall.fixture("M1-2").winner == away
    hall.do(c.VoidResult, **both)
    assert hall.fixture("M1-2").pair == (home, away)
    assert not hall.fixture("M1-2").over


@pytest.mark.parametrize(
    ("lost", "places_"),
    [("P1-1", {"a": (1, 1), "b": (2, 3), "c": (2, 3)}), ("P2-1", {"a": (1, 2), "b": (1, 2), "c": (3, 3)})],
)
def test_both_may_lose_with_a_contingent_bye_too(lost: str, places_: dict[str, tuple[int, int]]) -> None:
    hall = drawn(swiss(swiss=SwissPlan(seed="s", method=Method.LIVES)), 3)
    a, b, c_ = sorted(hall.contest("novice").entries)
    for fixture in hall.ready("novice"):
        hall.win(fixture.id, contest="novice")
    begun = PlayoffBegun(at=hall.now, by="td", contest="novice", lines=(a, b, c_), contingent_bye=True)
    hall.state = fold_tournament([begun], hall.state)
    if lost == "P2-1":
        hall.do(c.PostResult, contest="novice", pairing="P1-1", winner=b)
    hall.do(c.ConfirmForfeit, contest="novice", pairing=lost, reason="neither came")
    names = {a: "a", b: "b", c_: "c"}
    assert {
        names[each.entrant]: (each.place, each.last) for each in title_places(hall.contest("novice"), "swiss")
    } == places_


def test_a_round_robin_has_a_table() -> None:
    hall = drawn(knockout(draw=Plan(format=DrawFormat.ROUND_ROBIN, seed="s")), 4)
    while hall.ready():
        played_out(hall, "open")
    rows = score_table(hall.contest())
    assert [row.entrant for row in rows] == [place.entrant for place in title_places(hall.contest(), "group-1")]
    assert all(row.won + row.lost == 3 for row in rows)
    hall.do(c.ChangeTieBreaks, contest="open", tie_breaks=(TieBreak.POINT_DIFFERENCE,), reason="as published")


def test_every_group_has_its_own_table_and_the_knockout_after_them_none() -> None:
    hall = drawn(knockout(draw=Plan(format=DrawFormat.GROUPS, seed="s", groups=2, qualifiers=2)), 8)
    contest = hall.contest()
    tables = {title: {row.entrant for row in score_table(contest, title)} for title in titles(contest)}
    assert {title: len(rows) for title, rows in tables.items()} == {"group-1": 4, "group-2": 4, "main": 0}
    assert not tables["group-1"] & tables["group-2"]
    for group in ("group-1", "group-2"):
        sitting = {player for each in contest.fixtures.values() if each.bracket == group for player in each.players}
        assert tables[group] == sitting


def test_a_drawn_match_is_declared_not_posted() -> None:
    hall = drawn(knockout())
    with pytest.raises(ValueError, match="DeclareDrawn"):
        hall.do(c.PostResult, **FIRST, winner=hall.fixture("M1-1").pair[0], kind=MatchKind.DRAWN, reason="both")


def test_nobody_can_say_that_a_match_was_over_before_it_began() -> None:
    hall = drawn(knockout())
    home, _ = hall.fixture("M1-1").pair
    hall.do(c.BeginMatch, **FIRST)
    hall.wait(40)
    hall.do(c.ReportResult, by=home, **FIRST, entrant=home, winner=home, completed=5)
    assert hall.match("M1-1").reports[home].completed == NINE
    hall.do(c.PostResult, **FIRST, winner=home, completed=NINE + 10**9)
    assert hall.match("M1-1").completed == hall.now
