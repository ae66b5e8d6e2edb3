"""Set-up: what has to be there and to be told before play, and what is fixed once it has begun."""

from typing import Any

import msgspec
import pytest

from barpoint.board import Refusal, Side
from barpoint.match import MatchCode
from barpoint.match.format import MINUTE
from barpoint.rulebook import cite
from barpoint.rulebook.profiles.options import ClockUse, Options
from barpoint.rulebook.refusals import BookCode
from barpoint.service.tournaments.device_view import table_format
from barpoint.tournament import TournamentCode, decide_tournament
from barpoint.tournament import commands as c
from barpoint.tournament import events as e
from barpoint.tournament.desk.agreement import MatchAgreement, match_agreement
from barpoint.tournament.desk.overview import desk_overview, orders_for
from barpoint.tournament.desk_record import Approvable, Task
from barpoint.tournament.draw.plan import DrawFormat, Plan
from barpoint.tournament.events import ContestChanged, LengthPosted
from barpoint.tournament.player import Player
from barpoint.tournament.prices import Fees, Prize, SidePool
from barpoint.tournament.printing.prints import PRINTS, PrintJob
from barpoint.tournament.printing.slips import break_words
from barpoint.tournament.settings import ContestSettings, Limits, Mode, TournamentSettings
from barpoint.tournament.staff import Permission, Role, may
from barpoint.tournament.views.participant import participant_view
from barpoint.tournament.views.public_view import (
    contest_terms,
    draw_sheet,
    programme,
)
from barpoint.tournament.views.settings_changes import ChangeKind, consequences
from tests.tournament.director import (
    NINE,
    PRESETS,
    Hall,
    drawn,
    knockout,
    opened,
    people,
    swiss,
)


@pytest.mark.clause("usbgf:1.3.1", "bws:1.3.1", "guide:2.2.1")
def test_a_tournament_has_a_director_at_all_times() -> None:
    hall = Hall()
    settings = TournamentSettings(id="x", date="2026-05-01")
    assert hall.refused(c.OpenTournament, by="", settings=settings) == TournamentCode.DIRECTOR_NEEDED
    hall.do(c.OpenTournament, settings=settings)
    assert hall.refused(c.DismissStaff, person="td", role=Role.DIRECTOR) == TournamentCode.DIRECTOR_NEEDED
    hall.do(c.NameStaff, person="second", role=Role.DIRECTOR)
    hall.do(c.DismissStaff, person="td", role=Role.DIRECTOR)
    assert hall.state.directors == ("second",)


@pytest.mark.clause("guide:2.2.1")
def test_the_guide_knows_one_director_and_staff() -> None:
    hall = opened(knockout("guide"))
    assert hall.refused(c.NameStaff, person="second", role=Role.DIRECTOR) == TournamentCode.ONE_DIRECTOR
    hall.do(c.NameStaff, person="second", role=Role.STAFF)
    assert may(hall.state.staff["second"], Permission.POST)
    assert not may(hall.state.staff["second"], Permission.SET_UP)


@pytest.mark.clause("guide:2.2.1")
def test_the_guides_one_director_hands_over_in_one_moment() -> None:
    hall = opened(knockout("guide"))
    nobody = {"person": "second", "role": Role.DIRECTOR, "in_place_of": "third"}
    assert hall.refused(c.NameStaff, **nobody) == TournamentCode.NO_SUCH_PLAYER
    with pytest.raises(ValueError, match="a director comes in place of another"):
        hall.do(c.NameStaff, person="second", role=Role.STAFF, in_place_of="td")
    hall.do(c.NameStaff, person="td", role=Role.DIRECTOR, in_place_of="td")
    assert hall.state.directors == ("td",)
    hall.do(c.NameStaff, person="second", role=Role.DIRECTOR, in_place_of="td")
    assert hall.state.directors == ("second",)
    assert "td" not in hall.state.staff


@pytest.mark.parametrize(
    ("role", "allowed", "not_allowed"),
    [
        (Role.ARBITER, Permission.RULE, Permission.MONEY),
        (Role.STAFF, Permission.POST, Permission.RULE),
        (Role.MONITOR, Permission.SUSPEND, Permission.POST),
    ],
)
def test_roles_carry_their_permissions(role: Role, allowed: Permission, not_allowed: Permission) -> None:
    assert may([role], allowed)
    assert not may([role], not_allowed)
    assert not any(may([Role.OBSERVER], permission) for permission in Permission)


@pytest.mark.clause("usbgf:1.1d")
def test_options_are_announced_before_the_start() -> None:
    hall = Hall()
    hall.do(c.OpenTournament, settings=TournamentSettings(id="x", date="2026-05-01"))
    hall.do(c.AddContest, settings=knockout(starts=NINE - 1))
    assert hall.refused(c.PublishContest, contest="open") == BookCode.OPTIONS_NOT_ANNOUNCED
    assert hall.refused(c.Register, contest="open", players=()) == TournamentCode.NOT_PUBLISHED


@pytest.mark.clause("usbgf:1.1d", "usbgf:1.1f", "bws:1.2.1")
def test_only_what_the_book_lets_vary_may_be_published() -> None:
    hall = opened()
    jacoby = Options(jacoby=True)
    assert hall.refused(c.AddContest, settings=knockout(options=jacoby)) == BookCode.OPTION_FIXED
    assert hall.refused(c.AddContest, settings=knockout("bws", options=jacoby)) == BookCode.OPTION_FIXED


@pytest.mark.clause("bws:1.2.1", "bws:1.2.2", "usbgf:1.1d", "guide:1.2.2")
@pytest.mark.parametrize("book", ["bws", "usbgf", "guide"])
def test_the_rules_are_locked_once_the_first_match_has_begun(book: str) -> None:
    hall = drawn(knockout(book))
    other = knockout(book, options=Options(length=5))
    hall.do(c.ChangeContest, settings=other, reason="a short day")
    hall.do(c.ChangeContest, settings=knockout(book), reason="longer after all")
    hall.do(c.BeginMatch, contest="open", pairing="M1-1")
    assert hall.refused(c.ChangeContest, settings=other, reason="late") == TournamentCode.RULES_LOCKED
    exchanged = knockout("ibf" if book != "ibf" else "bws")
    assert hall.refused(c.ChangeContest, settings=exchanged, reason="another book") == TournamentCode.RULES_LOCKED


def test_what_was_published_changes_with_a_reason_that_stays_visible() -> None:
    hall = opened(knockout())
    prizes = (Prize(place=1, share=10_000),)
    assert hall.refused(c.ChangeContest, settings=knockout(prizes=prizes)) == TournamentCode.WHY_NEEDED
    changed = hall.do(c.ChangeContest, settings=knockout(prizes=prizes), reason="a sponsor came")[0]
    assert isinstance(changed, ContestChanged)
    assert changed.published
    assert "a sponsor came" in hall.state.changed_after_publishing[0]


@pytest.mark.clause("guide:1.1.3")
def test_the_guide_wants_fees_and_prizes_disclosed_before_entries_open() -> None:
    hall = opened()
    hall.do(c.AddContest, settings=knockout("guide", fees=None))
    assert hall.refused(c.PublishContest, contest="open") == TournamentCode.MONEY_NOT_DISCLOSED
    paid = knockout("guide", fees=Fees(entry=5000), prizes=(Prize(place=1, share=10_000),))
    hall.do(c.ChangeContest, settings=paid)
    hall.do(c.PublishContest, contest="open")
    told = contest_terms(hall.state, hall.contest())
    assert told.fees == Fees(entry=5000)
    assert told.prizes == paid.prizes


@pytest.mark.clause("usbgf:1.5a", "guide:3.7a")
def test_the_official_language_is_named() -> None:
    hall = opened(languages=("it",))
    assert hall.refused(c.AddContest, settings=knockout("usbgf")) == TournamentCode.LANGUAGE_MISSING
    hall.do(c.AddContest, settings=knockout("guide"))
    assert contest_terms(hall.state, hall.contest()).languages == ("it",)
    silent = opened(languages=())
    assert silent.refused(c.AddContest, settings=knockout("guide")) == TournamentCode.LANGUAGE_MISSING


@pytest.mark.clause("usbgf:4.8.1a", "usbgf:4.8.1b", "usbgf:4.8.1.1", "guide:2.2.4")
def test_the_length_on_the_draw_sheet_governs_and_says_that_it_was_revised() -> None:
    hall = drawn(knockout(lengths={"main": (9, 11), "consolation": (7,), "last_chance": (5,)}))
    sheet = draw_sheet(hall.state, hall.contest())
    assert [round_.length for round_ in sheet.brackets[0].rounds] == [9, 11, 11]
    assert all(round_.lines and round_.length for bracket in sheet.brackets for round_ in bracket.rounds)
    shorter = {"contest": "open", "bracket": "main", "round": 2, "length": 7}
    assert hall.refused(c.PostLength, **shorter) == TournamentCode.WHY_NEEDED
    posted = hall.do(c.PostLength, **shorter, reason="the hall closes at ten")[0]
    assert isinstance(posted, LengthPosted)
    assert posted.was == 11
    second = draw_sheet(hall.state, hall.contest()).brackets[0].rounds[1]
    assert (second.length, second.revised_from) == (7, 11)
    hall.do(c.PostLength, contest="open", pairing="M2-1", length=5, reason="both asked for it")
    assert hall.contest().length_at(hall.fixture("M2-1")).length == 5  # type: ignore[union-attr]  # it has one
    assert hall.contest().length_at(hall.fixture("M2-2")).length == 7  # type: ignore[union-attr]


@pytest.mark.clause("guide:2.2.4")
def test_no_draw_is_posted_without_a_length() -> None:
    hall = opened(
        ContestSettings(id="open", preset="Money", draw=Plan(format=DrawFormat.SINGLE, seed="s"), fees=Fees())
    )
    for name in ("Ada", "Bo", "Cy"):
        hall.do(c.Register, contest="open", players=(Player(id=name),))
        hall.do(c.ApproveEntry, contest="open", entry=name)
    assert hall.refused(c.MakeDraw, contest="open") == TournamentCode.LENGTH_MISSING
    hall.do(c.PostLength, contest="open", bracket="main", round=1, length=5)
    hall.do(c.MakeDraw, contest="open")


@pytest.mark.clause("guide:1.1.2b")
def test_a_draw_can_be_made_again_from_its_published_seed() -> None:
    one, other = drawn(knockout(), 13), drawn(knockout(), 13)
    assert one.contest().play == other.contest().play
    assert draw_sheet(one.state, one.contest()).seed == "public" == contest_terms(one.state, one.contest()).seed


@pytest.mark.clause("usbgf:2.2.1f", "usbgf:1.3.2d", "guide:1.1.2a")
def test_schedule_committee_and_rules_are_published() -> None:
    hall = opened(knockout(starts=NINE + 1), rules_at="https://rules.example", place="Turin")
    hall.do(c.ScheduleRound, contest="open", bracket="main", round=2, start=NINE + 100)
    hall.do(c.ScheduleRecess, name="lunch", start=NINE + 200, end=NINE + 300)
    hall.do(c.NameCommittee, members=("Eve", "Fay"))
    hall.do(c.NameCommittee, members=("Eve", "Gil"))
    told = programme(hall.state)
    assert told.rounds == (("open", "main", 2, NINE + 100),)
    assert [recess.name for recess in told.recesses] == ["lunch"]
    assert told.committee == ("Eve", "Gil")
    assert contest_terms(hall.state, hall.contest()).rules_at == "https://rules.example"


@pytest.mark.clause("usbgf:2.2.3c")
def test_moving_a_published_time_needs_a_reason() -> None:
    hall = opened(knockout())
    hall.do(c.ScheduleRound, contest="open", bracket="main", round=1, start=NINE)
    later = {"contest": "open", "bracket": "main", "round": 1, "start": NINE + 1}
    assert hall.refused(c.ScheduleRound, **later) == TournamentCode.WHY_NEEDED
    hall.do(c.ScheduleRound, **later, reason="the train is late")


@pytest.mark.clause("usbgf:2.2.3c")
def test_what_is_on_the_programme_is_taken_off_with_a_reason() -> None:
    hall = opened(knockout())
    hall.do(c.ScheduleRound, contest="open", bracket="main", round=2, start=NINE + 100)
    hall.do(c.ScheduleRecess, name="lunch", start=NINE + 200, end=NINE + 300)
    second = {"contest": "open", "bracket": "main", "round": 2}
    assert hall.refused(c.CancelRoundTime, **second) == TournamentCode.WHY_NEEDED
    assert hall.refused(c.CancelRecess, name="lunch") == TournamentCode.WHY_NEEDED
    hall.do(c.CancelRoundTime, **second, reason="no hurry")
    hall.do(c.CancelRecess, name="lunch", reason="sandwiches")
    assert (programme(hall.state).rounds, programme(hall.state).recesses) == ((), ())
    assert hall.refused(c.CancelRoundTime, **second, reason="again") == TournamentCode.NOT_ON_PROGRAMME
    assert hall.refused(c.CancelRecess, name="lunch", reason="again") == TournamentCode.NOT_ON_PROGRAMME


@pytest.mark.clause("usbgf:1.1a", "usbgf:1.1e", "ibf:1.3", "trad:scoring-9")
def test_an_event_says_how_far_its_book_reaches() -> None:
    online = opened(knockout(mode=Mode.INTERNET))
    assert "usbgf:1.1a" in dict(contest_terms(online.state, online.contest()).notes)
    variant = opened(knockout(variant=True))
    assert variant.contest().book == ""
    assert list(dict(contest_terms(variant.state, variant.contest()).notes)) == ["usbgf:1.1e"]
    world = opened(knockout("ibf", mode=Mode.INTERNET))
    assert contest_terms(world.state, world.contest()).mode is Mode.INTERNET
    assert "ibf:1.3" in dict(contest_terms(world.state, world.contest()).notes)
    home = opened(
        ContestSettings(id="open", preset="At home (traditional)", draw=Plan(format=DrawFormat.SINGLE, seed="s"))
    )
    assert "not cover" in dict(contest_terms(home.state, home.contest()).notes)["trad:scoring-9"]


@pytest.mark.clause("usbgf:2.1b", "usbgf:4.1.7.2a", "usbgf:3.4.4.1b")
def test_preferences_and_the_clock_follow_the_event() -> None:
    top = opened(knockout())
    told = contest_terms(top.state, top.contest())
    assert told.preferences["non_smoking"] == "preferred"
    assert told.preferences["untimed_clock"] == "preferred"
    assert told.preferences["clock"] == "preferred"
    teams = opened(
        ContestSettings(id="open", preset="USBGF Doubles", team=2, draw=Plan(format=DrawFormat.SINGLE, seed="s"))
    )
    assert contest_terms(teams.state, teams.contest()).preferences["clock"] == "required"


@pytest.mark.clause("ibf:8.1c", "usbgf:4.1.5", "ibf:2.19", "ibf:3.3c")
def test_the_director_orders_equipment_for_a_round_a_match_or_a_player() -> None:
    hall = drawn(knockout("ibf"))
    hall.do(c.OrderEquipment, topic="placement", choice="clock to the right of White", contest="open", round=1)
    hall.do(c.OrderEquipment, topic="dice", choice="baffle box", player="p00")
    hall.do(c.SetTables, tables=("1", "2"), hall="Red hall")
    fixture = next(each for each in hall.ready() if "p00" in each.players)
    other = next(each for each in hall.ready() if "p00" not in each.players)
    orders = {order.topic: order.choice for order in orders_for(hall.state, hall.contest(), fixture)}
    assert orders == {"placement": "clock to the right of White", "dice": "baffle box"}
    assert [order.topic for order in orders_for(hall.state, hall.contest(), other)] == ["placement"]
    hall.do(c.AssignTable, contest="open", pairing=fixture.id, table="2", hall="Red hall")
    shown = next(match for match in desk_overview(hall.state, hall.now).next if match.pairing == fixture.id)
    assert (shown.hall, shown.table) == ("Red hall", "2")
    taken = {"contest": "open", "pairing": other.id, "table": "2", "hall": "Red hall"}
    assert hall.refused(c.AssignTable, **taken) == TournamentCode.TABLE_TAKEN


@pytest.mark.clause("usbgf:1.3.3a", "bws:1.3.3a", "guide:4a", "usbgf:4.2.3b")
def test_monitors_come_from_the_director_or_from_both_players() -> None:
    hall = drawn(knockout())
    home, away = hall.fixture("M1-1").pair
    asked = {"contest": "open", "pairing": "M1-1", "person": "Max", "task": Task.MONITOR}
    for names in ((away,), (home, away)):
        forged = asked | {"by": home, "requested_by": names}
        assert hall.refused(c.AppointToMatch, **forged) == TournamentCode.MONITOR_NEEDS_BOTH
    hall.do(c.AppointToMatch, **asked, by=home)
    assert hall.match("M1-1").appointed == (), "one side alone appoints nobody"
    assert hall.refused(c.AppointToMatch, **asked, by=home) == TournamentCode.MONITOR_NEEDS_BOTH
    hall.do(c.AppointToMatch, **(asked | {"person": "Moe"}), by=away)
    assert hall.match("M1-1").appointed == (), "they ask for two different people"
    hall.do(c.AppointToMatch, **asked, by=away)
    [named] = hall.match("M1-1").appointed
    assert (named.person, named.requested_by) == ("Max", (home, away))
    second = asked | {"person": "Moe"}
    assert hall.refused(c.AppointToMatch, **second, by=home) == TournamentCode.MONITOR_NEEDS_BOTH
    hall.do(c.AppointToMatch, **(asked | {"pairing": "M1-2"}))
    assert [each.person for each in hall.match("M1-2").appointed] == ["Max"]


@pytest.mark.clause("usbgf:1.3.3a", "bws:1.3.3a", "guide:4a")
def test_nobody_watches_over_a_match_of_their_own() -> None:
    hall = drawn(knockout())
    home, away = hall.fixture("M1-1").pair
    asked = {"contest": "open", "pairing": "M1-1", "task": Task.MONITOR}
    for person in (home, away, hall.state.name_of(home).upper()):
        assert hall.refused(c.AppointToMatch, **asked, person=person) == TournamentCode.APPOINTEE_PLAYS
        assert hall.refused(c.AppointToMatch, **asked, person=person, by=home) == TournamentCode.APPOINTEE_PLAYS
    hall.do(c.AppointToMatch, **(asked | {"pairing": "M1-2"}), person=home)


@pytest.mark.clause("bws:1.2.4b", "bws:1.6.3")
def test_whoever_was_excluded_has_no_role_until_the_bar_is_over() -> None:
    hall = drawn(knockout("bws"))
    hall.do(c.ExcludeSpectator, spectator="Sly Spectator", until=hall.now + 60 * MINUTE, reason="signals")
    watch = {"contest": "open", "pairing": "M1-1", "person": "sly spectator", "task": Task.OBSERVER}
    assert hall.refused(c.NameStaff, person="Sly Spectator", role=Role.ARBITER) == TournamentCode.STAFF_BARRED
    assert hall.refused(c.AppointToMatch, **watch) == TournamentCode.STAFF_BARRED
    hall.now += 61 * MINUTE
    hall.do(c.NameStaff, person="Sly Spectator", role=Role.ARBITER)
    assert hall.refused(c.NameStaff, person="Ben", role=Role.STAFF, barred_until="2026-05-01") == "staff_barred"
    hall.do(c.NameStaff, person="Ben", role=Role.STAFF, barred_until="2026-04-30")
    with pytest.raises(ValueError, match="after it was given"):
        hall.do(c.ExcludeSpectator, spectator="Sly", until=hall.now, reason="signals")


@pytest.mark.clause("ibf:3.8a", "ibf:18.3a", "guide:3.7c")
def test_a_deputy_chief_arbiter_rules_and_a_specialist_and_a_translator_do_not() -> None:
    hall = drawn(knockout("ibf"))
    order = {"topic": "dice", "choice": "new", "contest": "open", "pairing": "M1-1"}
    for person, role, rules in (
        ("Dea", Role.DEPUTY, True),
        ("Tec", Role.SPECIALIST, False),
        ("Tia", Role.TRANSLATOR, False),
    ):
        hall.do(c.NameStaff, person=person, role=role)
        if rules:
            hall.do(c.OrderEquipment, **order, by=person, reason="a chipped die")
        else:
            assert hall.refused(c.OrderEquipment, **order, by=person) == TournamentCode.NOT_PERMITTED


@pytest.mark.clause("usbgf:1.7.1a", "usbgf:1.7.1b", "usbgf:3.3b", "usbgf:1.7.1.6")
def test_the_agreement_sheet_of_a_match_is_settled_by_the_book_and_binds() -> None:
    hall = drawn(knockout())
    home, away = hall.fixture("M1-1").pair
    match = {"contest": "open", "pairing": "M1-1"}
    contest = hall.state.contests["open"]

    def sheet() -> MatchAgreement:
        now = hall.state.contests["open"]
        found = match_agreement(hall.state, now, now.fixtures["M1-1"])
        assert found is not None
        return found

    assert match_agreement(hall.state, contest, contest.fixtures["M1-1"]) == sheet()
    hall.do(c.StateWishes, **match, entrant=home, wishes={"equipment": "my board", "precision_dice": "yes"}, by=home)
    hall.do(c.StateWishes, **match, entrant=away, wishes={"equipment": "my board"}, by=away)
    assert hall.refused(c.RollForWishes, **match, rolled=((6, 5), (1, 1)), by=home) == TournamentCode.NO_CLASH
    hall.do(c.StateWishes, **match, entrant=away, wishes={"equipment": "the club's board"}, by=away)
    assert sheet().sheet.clashes == ("equipment",)
    hall.do(c.RollForWishes, **match, rolled=((3, 3), (4, 2)), by=home)
    assert sheet().sheet.clashes == ("equipment",), "equal sums are thrown again"
    hall.do(c.RollForWishes, **match, rolled=((1, 2), (6, 2)), by=away)
    assert sheet().sheet.clashes == ()
    assert sheet().sheet.winner is Side.BLACK
    hall.do(c.OrderEquipment, topic="precision_dice", choice="no", **match, reason="none are left")
    assert (sheet().imposed, sheet().holds("precision_dice")) == ({"precision_dice": "no"}, "no")
    wish = {"wishes": {"precision_dice": "yes"}}
    assert hall.refused(c.StateWishes, **match, entrant=home, **wish, by=home) == MatchCode.TERMS_IMPOSED
    hall.do(c.BeginMatch, **match)
    assert hall.refused(c.StateWishes, **match, entrant=home, wishes={}, by=home) == TournamentCode.MATCH_BEGUN
    hall.do(c.AgreeTerms, **match, terms={"equipment": "my board"})
    assert sheet().holds("equipment") == "my board"
    assert hall.refused(c.AgreeTerms, **match, terms={"equipment": "another"}, by=home) == TournamentCode.NOT_PERMITTED
    printed = PRINTS["agreements"](PrintJob(state=hall.state, at=hall.now))
    assert "no (imposed)" in printed


@pytest.mark.clause("bws:3.4.3a", "bws:3.5.3")
def test_a_match_does_not_begin_before_the_director_has_approved_what_a_player_asked_about() -> None:
    hall = drawn(knockout("bws"))
    home = hall.fixture("M1-1").pair[0]
    match = {"contest": "open", "pairing": "M1-1"}
    hall.do(c.DemandApproval, **match, entrant=home, what=Approvable.BAFFLE_BOX, by=home)
    hall.do(c.DemandApproval, **match, entrant=home, what=Approvable.CLOCK, by=home)
    shown = next(one for one in desk_overview(hall.state, hall.now).next if one.pairing == "M1-1")
    assert shown.approvals == (Approvable.BAFFLE_BOX, Approvable.CLOCK)
    assert hall.refused(c.BeginMatch, **match) == TournamentCode.APPROVAL_NEEDED
    assert hall.refused(c.GiveApproval, **match, what=Approvable.CLOCK, by=home) == TournamentCode.NOT_PERMITTED
    hall.do(c.GiveApproval, **match, what=Approvable.CLOCK)
    assert hall.refused(c.BeginMatch, **match) == TournamentCode.APPROVAL_NEEDED
    hall.do(c.GiveApproval, **match, what=Approvable.BAFFLE_BOX)
    hall.do(c.BeginMatch, **match)
    late = {"entrant": home, "what": Approvable.CLOCK}
    assert hall.refused(c.DemandApproval, **match, **late) == TournamentCode.MATCH_BEGUN
    other = drawn(knockout("usbgf"))
    asked = match | late | {"entrant": other.fixture("M1-1").pair[0]}
    assert other.refused(c.DemandApproval, **asked) == TournamentCode.NO_APPROVALS


@pytest.mark.clause("usbgf:1.3.3c", "usbgf:1.1.3a", "usbgf:1.1.3c")
def test_a_monitor_may_suspend_the_match_and_call_the_director() -> None:
    hall = drawn(knockout())
    hall.do(c.AppointToMatch, contest="open", pairing="M1-1", person="Max", task=Task.MONITOR)
    hall.do(c.BeginMatch, contest="open", pairing="M1-1")
    hall.do(c.SuspendMatch, by="Max", contest="open", pairing="M1-1")
    hall.do(c.CallDirector, by="Max", contest="open", pairing="M1-1", about="break time")
    assert hall.refused(c.PostResult, by="Max", contest="open", pairing="M1-1") == TournamentCode.NOT_PERMITTED
    player = hall.fixture("M1-2").pair[0]
    hall.do(c.CallDirector, by=player, contest="open", pairing="M1-2", about="something is not fair")
    assert [call.by for call in desk_overview(hall.state, hall.now).calls] == ["Max", player]
    assert hall.refused(c.AnswerCall, call="call-1", answer=" ") == TournamentCode.ANSWER_NEEDED
    hall.do(c.AnswerCall, call="call-1", answer="seen to")
    assert [call.by for call in desk_overview(hall.state, hall.now).calls] == [player]
    assert hall.refused(c.AnswerCall, call="call-1") == TournamentCode.NO_SUCH_CALL


@pytest.mark.clause("usbgf:1.3.3f")
def test_the_desk_suggests_a_monitor_for_the_final_of_the_main_event() -> None:
    hall = drawn(knockout(), 4)
    for pairing in ("M1-1", "M1-2"):
        hall.win(pairing)
    suggested = {match.pairing: match.monitor_suggested for match in desk_overview(hall.state, hall.now).next}
    assert suggested == {"M2-1": True, "C1-1": False}


@pytest.mark.clause("bws:1.3.3d")
def test_an_observer_may_cost_the_players_a_fee() -> None:
    hall = drawn(knockout("bws"))
    hall.do(c.AppointToMatch, contest="open", pairing="M1-1", person="Ona", task=Task.OBSERVER, fee=2501)
    home, away = hall.fixture("M1-1").pair
    assert hall.state.balances == {f"player:{home}": 1251, f"player:{away}": 1250, "house": -2501}


def test_players_who_appoint_a_monitor_charge_nobody() -> None:
    hall = drawn(knockout())
    home, _ = hall.fixture("M1-1").pair
    asked = {"contest": "open", "pairing": "M1-1", "person": "Max", "task": Task.MONITOR}
    with pytest.raises(ValueError, match="the director's to say"):
        hall.do(c.AppointToMatch, **asked, by=home, fee=100)


@pytest.mark.clause("guide:3.7c")
def test_a_translator_is_appointed_by_the_director() -> None:
    hall = drawn(knockout("guide"))
    asked = {"contest": "open", "pairing": "M1-1", "person": "Tia", "task": Task.TRANSLATOR}
    player = hall.fixture("M1-1").pair[0]
    assert hall.refused(c.AppointToMatch, **asked, by=player) == TournamentCode.NOT_PERMITTED
    hall.do(c.AppointToMatch, **asked, requested_by=(player,))
    assert hall.match("M1-1").appointed[0].task is Task.TRANSLATOR


@pytest.mark.clause("guide:2.1.2b")
def test_in_a_hall_a_screen_takes_the_place_of_the_board_only_with_approval() -> None:
    hall = drawn(knockout("guide"))
    hall.do(c.NameStaff, person="help", role=Role.STAFF)
    record = "/".join(("spring", "open", "M1-1", *hall.fixture("M1-1").pair))
    asked = {"contest": "open", "pairing": "M1-1", "stream": f"recorded:{record}"}
    assert hall.refused(c.AttachMatch, **asked) == TournamentCode.DEVICE_NOT_APPROVED
    assert hall.refused(c.AttachMatch, **asked, by="help", reason="no board") == TournamentCode.DEVICE_NOT_APPROVED
    for foreign in ("match:7", f"recorded:{record.replace('M1-1', 'M1-2')}", record):
        other = asked | {"stream": foreign, "reason": "the board is broken"}
        assert hall.refused(c.AttachMatch, **other) == TournamentCode.BOARD_NOT_OF_MATCH
    hall.do(c.AttachMatch, **asked, reason="the board is broken")
    assert hall.match("M1-1").stream == f"recorded:{record}"
    online = drawn(knockout("guide", mode=Mode.INTERNET))
    board = asked | {"stream": "match:7", "reason": "I say so"}
    assert online.refused(c.AttachMatch, **board) == TournamentCode.BOARD_NOT_OF_MATCH


def test_what_does_not_make_sense_is_malformed() -> None:
    with pytest.raises(ValueError, match="2026-05-01"):
        TournamentSettings(id="x", date="May")
    with pytest.raises(ValueError, match="one of them only"):
        ContestSettings(id="open", preset=PRESETS["bws"])
    with pytest.raises(ValueError, match="10000 together"):
        knockout(prizes=(Prize(place=1, share=9000),))
    with pytest.raises(ValueError, match="id without"):
        swiss(name="no blanks")


@pytest.mark.parametrize(
    ("settings", "code"),
    [
        (swiss(lengths={"main": (3,)}), "no_such_bracket"),
        (knockout(lengths={"swiss": (3,)}), "no_such_bracket"),
        (swiss(prizes=(Prize(place=1, share=10_000),)), "no_such_title"),
        (knockout(prizes=(Prize(place=1, share=10_000, title="playoff"),)), "no_such_title"),
        (
            swiss(fees=Fees(side_pools=(SidePool(name="hundred", price=100, prizes=(Prize(place=1, share=10_000),)),))),
            "no_such_title",
        ),
    ],
)
def test_a_length_or_a_prize_for_what_the_format_does_not_have_is_refused(settings: ContestSettings, code: str) -> None:
    hall = opened()
    assert hall.refused(c.AddContest, settings=settings) == code


@pytest.mark.clause("usbgf:2.2.5c", "usbgf:2.2.5d", "usbgf:2.2.5f")
def test_the_right_to_sign_out_is_withdrawn_and_given_back() -> None:
    hall = drawn(knockout())
    player = hall.fixture("M1-1").pair[0]
    [left] = hall.do(c.SignOut, player=player, contact="bar", by=player)
    assert isinstance(left, e.SignedOut)
    assert [(match.contest, match.pairing) for match in left.waiting] == [("open", "M1-1")], "the answer names it"
    shown = participant_view(hall.state, player, hall.now)
    assert shown.check_in_by == hall.state.absent[player].since + 60 * MINUTE
    assert [own.match.pairing for own in shown.matches] == ["M1-1"], "what waits is shown"
    hall.do(c.SignIn, player=player, by=player)
    assert hall.refused(c.LimitSignOut, player=player) == TournamentCode.WHY_NEEDED
    hall.do(c.LimitSignOut, player=player, reason="the third time")
    assert hall.refused(c.SignOut, player=player, contact="bar", by=player) == TournamentCode.CONSENT_NEEDED
    assert not participant_view(hall.state, player, hall.now).may_sign_out
    hall.do(c.SignOut, player=player, contact="bar")
    hall.do(c.SignIn, player=player)
    hall.do(c.LimitSignOut, player=player, allowed=True)
    hall.do(c.SignOut, player=player, contact="bar", by=player)


def changed(hall: Hall, **more: Any) -> dict[str, Any]:
    """The tournament with other settings, as a command has it."""
    assert hall.state.settings is not None
    return {"settings": msgspec.structs.replace(hall.state.settings, **more)}


def test_what_a_tournament_is_can_be_put_right() -> None:
    hall = opened(knockout())
    new = changed(hall, name="Spring Open", halls=("Great hall",), languages=("en", "de"), rules_at="https://ex.org/r")
    assert hall.refused(c.ChangeTournament, **new) == TournamentCode.WHY_NEEDED
    hall.do(c.ChangeTournament, **new, reason="the printers erred")
    assert hall.state.settings == new["settings"]
    assert "the printers erred" in hall.state.changed_after_publishing[-1]


@pytest.mark.clause("ibf:3.10f")
def test_an_even_length_may_have_breaks_of_its_own_and_says_that_the_default_is_read_into_the_book() -> None:
    even: dict[str, Any] = {"lengths": {"main": (8, 9)}}
    own = drawn(knockout("ibf", options=Options(break_count=2), **even), 4).state.contests["open"]
    usual = drawn(knockout("ibf", **even), 4).state.contests["open"]
    counts = [
        breaks.count
        for contest in (usual, own)
        for length in (8, 9)
        if (breaks := contest.profile.allowance(length)) is not None
    ]
    assert counts == [1, 1, 2, 1]
    assert "interpretation" in break_words(usual, 8)
    assert "interpretation" not in break_words(usual, 9) + break_words(own, 8)
    refused = knockout("ibf", options=Options(break_count=3)).profile()
    assert isinstance(refused, Refusal)
    assert refused.facts["clause"] == "ibf:3.10b"


@pytest.mark.clause("ibf:2.19")
def test_a_match_is_played_in_a_hall_of_the_venue() -> None:
    hall = drawn(knockout("ibf"), 4)
    place = {"contest": "open", "pairing": hall.ready()[0].id, "table": "1"}
    assert hall.refused(c.AssignTable, **place, hall="Z") == TournamentCode.NO_SUCH_HALL
    hall.do(c.ChangeTournament, **changed(hall, halls=("A", "B")), reason="two halls")
    assert hall.refused(c.SetTables, tables=("1",), hall="Q") == TournamentCode.NO_SUCH_HALL
    hall.do(c.SetTables, tables=("1", "2"), hall="A")
    assert hall.refused(c.AssignTable, **place, hall="Z") == TournamentCode.NO_SUCH_HALL
    hall.do(c.AssignTable, **place, hall="A")


def test_what_people_rely_on_stays() -> None:
    hall = opened(knockout(fees=Fees(entry=5000)))
    why = {"reason": "why"}
    assert (
        hall.refused(c.ChangeTournament, **changed(hall, languages=("de",)), **why) == TournamentCode.LANGUAGE_MISSING
    )
    hall.do(c.ChangeTournament, **changed(hall, halls=("A", "B")), **why)
    hall.do(c.SetTables, tables=("1", "2"), hall="A")
    hall.do(c.ChangeTournament, **changed(hall, halls=("A",)), **why)
    assert hall.refused(c.ChangeTournament, **changed(hall, halls=()), **why) == TournamentCode.HALL_HAS_TABLES
    with pytest.raises(ValueError, match="address"):
        hall.do(c.ChangeTournament, **changed(hall, rules_at="javascript:alert(1)"), **why)
    with pytest.raises(ValueError, match="keeps its id"):
        hall.do(c.ChangeTournament, **changed(hall, id="other"), **why)
    hall.do(c.ChangeTournament, **changed(hall, currency="NOK"), **why)
    hall.do(c.ImportEntrants, contest="open", entries=tuple((player,) for player in people(4)))
    assert hall.refused(c.ChangeTournament, **changed(hall, currency="EUR"), **why) == TournamentCode.RULES_LOCKED
    hall.do(c.MakeDraw, contest="open")
    hall.do(c.ChangeTournament, **changed(hall, date="2026-05-02"), **why)
    hall.win("M1-1")
    assert hall.refused(c.ChangeTournament, **changed(hall, date="2026-05-03"), **why) == TournamentCode.RULES_LOCKED


def test_a_length_in_play_stays_and_what_follows_from_the_others_is_said() -> None:
    hall = drawn(knockout(fees=Fees(entry=1000), lengths={"main": (5, 7)}, prizes=(Prize(place=1, share=10000),)), 8)
    hall.win("M1-1")
    settings = hall.contest().settings

    def other(**more: Any) -> dict[str, Any]:
        return {"settings": msgspec.structs.replace(settings, **more), "reason": "why"}

    assert hall.refused(c.ChangeContest, **other(lengths={"main": (3, 7)})) == TournamentCode.LENGTH_IN_PLAY
    before = hall.state
    hall.do(c.ChangeContest, **other(lengths={"main": (5, 9)}, fees=Fees(entry=2000), limits=Limits(field=6)))
    found = {each.kind: each.count for each in consequences(before, hall.state)}
    assert found == {ChangeKind.CHARGED: 8, ChangeKind.LENGTH: 3, ChangeKind.SEATS: 2}


def test_a_hall_without_tables_is_no_hall_any_more() -> None:
    hall = opened(knockout())
    hall.do(c.SetTables, tables=("1", "2"), hall="Annex")
    hall.do(c.SetTables, tables=("1",), hall="Ballroom")
    hall.do(c.SetTables, tables=(), hall="Annex")
    assert hall.state.tables == {"Ballroom": ("1",)}


@pytest.mark.clause("usbgf:3.2.2a")
def test_four_dice_are_not_agreed_on_where_a_clock_is_used() -> None:
    hall = drawn(knockout())
    match = {"contest": "open", "pairing": "M1-1"}
    hall.do(c.AgreeTerms, **match, terms={"clock": "yes"})
    assert hall.refused(c.AgreeTerms, **match, terms={"two_dice": "no"}) == MatchCode.TWO_DICE_WITH_CLOCK
    hall.do(c.AgreeTerms, **match, terms={"clock": "no", "two_dice": "no"})
    terms = {"clock": "yes", "two_dice": "no"}
    assert hall.refused(c.AgreeTerms, **match, terms=terms) == MatchCode.TWO_DICE_WITH_CLOCK
    hall.do(c.OrderEquipment, topic="clock", choice="yes", **match, reason="slow play")
    contest = hall.state.contests["open"]
    sheet = match_agreement(hall.state, contest, contest.fixtures["M1-1"])
    assert sheet is not None
    assert (sheet.holds("clock"), sheet.holds("two_dice"), sheet.holds("untimed_clock")) == ("yes", "yes", "no")


@pytest.mark.clause("usbgf:1.3.2a", "usbgf:1.3.2c", "bws:1.3.2a", "bws:1.3.2b")
@pytest.mark.parametrize(("book", "least"), [("usbgf", 2), ("bws", 3)])
def test_no_official_is_named_for_the_committee_and_enough_people_are(book: str, least: int) -> None:
    hall = opened(knockout(book))
    hall.do(c.NameStaff, person="desk", role=Role.STAFF)
    names = ("Eve", "Fay", "Gil")
    assert hall.refused(c.NameCommittee, members=("td", *names)) == BookCode.COMMITTEE_HAS_STAFF
    if book == "usbgf":
        assert hall.refused(c.NameCommittee, members=("desk", *names)) == BookCode.COMMITTEE_HAS_STAFF
    assert hall.refused(c.NameCommittee, members=names[: least - 1]) == BookCode.COMMITTEE_SIZE
    hall.do(c.NameCommittee, members=names[:least])
    hall.do(c.NameCommittee, members=())
    assert hall.state.committee == ()


@pytest.mark.clause("bws:3.5.2", "bws:3.5.1.5")
def test_an_exemption_from_the_clock_has_its_reason_and_orders_are_of_the_sheet() -> None:
    hall = drawn(knockout("bws", options=Options(clock=ClockUse.REQUIRED)))
    match = {"contest": "open", "pairing": "M1-1"}
    assert hall.refused(c.OrderEquipment, topic="clock", choice="none", **match) == TournamentCode.WHY_NEEDED
    hall.do(c.OrderEquipment, topic="clock", choice="none", **match, reason="impaired hands")
    for topic in ("clock", "precision_dice"):
        with pytest.raises(ValueError, match="expected one of yes, no"):
            hall.do(c.OrderEquipment, topic=topic, choice="banana", **match, reason="so")
    hall.do(c.OrderEquipment, topic="equipment", choice="the club's board", **match)


@pytest.mark.clause("guide:2.2.4", "usbgf:4.8.1a")
def test_a_length_for_one_match_stands_on_its_line_and_none_is_posted_once_it_has_begun() -> None:
    hall = drawn(knockout("guide", lengths={"main": (13,), "consolation": (5,)}), 4)
    match = {"contest": "open", "pairing": "M1-1"}
    hall.do(c.PostLength, **match, length=5, reason="both asked")
    contest = hall.contest()
    first = draw_sheet(hall.state, contest).brackets[0].rounds[0]
    assert (first.length, first.revised_from) == (13, 0)
    assert {line.pairing: line.length for line in first.lines} == {"M1-1": 5, "M1-2": None}
    hall.do(c.BeginMatch, **match)
    assert hall.refused(c.PostLength, **match, length=7, reason="late") == TournamentCode.MATCH_BEGUN


@pytest.mark.clause("bws:1.3.3d")
def test_whoever_asked_for_an_observer_pays_for_it() -> None:
    hall = drawn(knockout("bws"))
    home, _ = hall.fixture("M1-1").pair
    appointed = {"contest": "open", "pairing": "M1-1", "person": "Ona", "task": Task.OBSERVER}
    hall.do(c.AppointToMatch, **appointed, fee=2501, requested_by=(home,))
    assert hall.state.balances == {f"player:{home}": 2501, "house": -2501}


@pytest.mark.parametrize(("book", "clauses"), [("bws", ("bws:4.6b",)), ("usbgf", ("usbgf:4.7b",)), ("guide", ())])
def test_a_refusal_names_a_clause_only_where_it_applies(book: str, clauses: tuple[str, ...]) -> None:
    hall = drawn(knockout(book))
    home = hall.fixture("M1-1").pair[0]
    match: dict[str, Any] = {"at": hall.now, "by": home, "contest": "open", "pairing": "M1-1"}
    posting = decide_tournament(hall.state, c.PostResult(**match))
    assert isinstance(posting, Refusal)
    assert cite(posting, book).clauses == clauses
    ordering = decide_tournament(hall.state, c.OrderEquipment(**match, topic="dice", choice="precision"))
    assert isinstance(ordering, Refusal)
    assert cite(ordering, book).clauses == ()
    assert cite(Refusal(TournamentCode.WHY_NEEDED), book).clauses == ()


@pytest.mark.clause("usbgf:1.7.1.2b", "usbgf:3.4.4.4b")
def test_what_both_gave_up_on_that_condition_either_side_imposes_later_and_the_other_is_bound() -> None:
    hall = drawn(knockout(options=Options(clock=ClockUse.PREFERRED)))
    match = {"contest": "open", "pairing": "M1-1"}
    home, away = hall.fixture("M1-1").pair

    def clock() -> tuple[tuple[str, str], str]:
        sheet = match_agreement(hall.state, hall.contest(), hall.fixture("M1-1"))
        assert sheet is not None
        [line] = [line for line in sheet.sheet.lines if line.topic == "clock"]
        return line.settled, line.why

    hall.do(c.StateWishes, **match, entrant=home, wishes={"clock": "later"}, by=home)
    hall.do(c.StateWishes, **match, entrant=away, wishes={"clock": "no"}, by=away)
    assert clock() == (("yes", "yes"), "preferred"), "the condition was not accepted"
    hall.do(c.StateWishes, **match, entrant=away, wishes={"clock": "later"}, by=away)
    assert clock() == (("no", "no"), "later")
    assert "either may impose it later" in PRINTS["agreements"](PrintJob(state=hall.state, at=hall.now, hour=str))
    hall.do(c.BeginMatch, **match)
    hall.do(c.NoteScore, **match, score=(3, 1))
    other = {"wishes": {"two_dice": "no"}}
    assert hall.refused(c.StateWishes, **match, entrant=away, **other, by=away) == TournamentCode.MATCH_BEGUN
    hall.do(c.StateWishes, **match, entrant=away, wishes={"clock": "yes"}, by=away)
    assert clock() == (("yes", "yes"), "preferred")
    played_under, since = table_format(hall.state, hall.contest(), hall.fixture("M1-1"))
    assert not isinstance(played_under, Refusal)
    assert played_under.clock is not None
    to_go = 2 * played_under.length.points - 4
    assert (played_under.clock.reserve, since) == (to_go * MINUTE, hall.now), "two minutes a point of the average"


def test_the_terms_say_the_length_once_and_options_in_words() -> None:
    hall = drawn(knockout("ibf", lengths={"main": (5,)}, options=Options(length=7, dice_changes=True)))
    terms = contest_terms(hall.state, hall.contest())
    assert terms.lengths["main"] == (5,)
    assert "length" not in terms.options
    assert terms.options["dice_changes"] == "yes"
