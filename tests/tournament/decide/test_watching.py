"""Broadcasts, what players ask about them, watchers' reports, equipment, acceptance, the order of events, smoking."""

import msgspec
import pytest

from barpoint.match.format import MINUTE
from barpoint.rulebook.profiles import Cups, DiceKind, Equipment, check_equipment
from barpoint.tournament import commands as c
from barpoint.tournament import decide_tournament, fold_tournament
from barpoint.tournament.desk import broadcast_of, check_closing, desk_overview, restricted_by, sight_standing
from barpoint.tournament.desk.timing import busy_with
from barpoint.tournament.events import decode, encode
from barpoint.tournament.player import Player
from barpoint.tournament.settings import ContestKind
from barpoint.tournament.views import watching_desk
from barpoint.tournament.watching import RecordingWish, SightSubject
from tests.tournament.director import Hall, drawn, knockout, opened, people

GOOD = Equipment(board=(50, 60), cups=Cups.LIPPED, dice=DiceKind.PRECISION)


def replayed(hall: Hall) -> None:
    assert fold_tournament([decode(encode(event)) for event in hall.log]) == hall.state


def shown(hall: Hall, pairing: str) -> tuple[bool, bool, int]:
    broadcast = broadcast_of(hall.state, hall.contest(), hall.fixture(pairing))
    return broadcast.live, broadcast.recorded, broadcast.delay // MINUTE


@pytest.mark.clause("ibf:18.1b", "ibf:18.2a", "ibf:18.1a")
def test_the_organiser_chooses_tables_and_the_delay_of_an_event() -> None:
    hall = drawn(knockout("ibf"), 4)
    one, other = (fixture.id for fixture in hall.ready())
    hall.do(c.SetTables, tables=("1", "2"))
    hall.do(c.AssignTable, contest="open", pairing=one, table="1")
    hall.do(c.ChooseBroadcast, live=False, recorded=False)
    hall.do(c.ChooseBroadcast, table="1", live=True, recorded=True)
    hall.do(c.ChooseBroadcast, contest="open", delay=15)
    assert shown(hall, one) == (True, True, 15)
    assert shown(hall, other) == (False, False, 15)
    replayed(hall)


@pytest.mark.clause("ibf:18.2b")
def test_a_stream_that_runs_is_stopped_with_the_reason_and_the_time() -> None:
    hall = drawn(knockout("ibf"), 4)
    pairing = hall.ready()[0].id
    hall.do(c.BeginMatch, contest="open", pairing=pairing)
    stop = {"contest": "open", "pairing": pairing, "live": False, "recorded": False}
    assert hall.refused(c.ChooseBroadcast, **stop) == "why_needed"
    hall.now += 5 * MINUTE
    hall.do(c.ChooseBroadcast, **stop, reason="signals from the stream")
    stopped = broadcast_of(hall.state, hall.contest(), hall.fixture(pairing))
    assert stopped.stopped
    assert not stopped.live
    assert hall.state.broadcasts[-1].at == hall.now
    assert hall.refused(c.ChooseBroadcast, **stop, by="p00", reason="no") == "not_permitted"


@pytest.mark.clause("ibf:18.2b")
def test_a_stream_that_runs_is_not_stopped_by_its_table_without_the_reason() -> None:
    hall = drawn(knockout("ibf"), 4)
    pairing = hall.ready()[0].id
    hall.do(c.SetTables, tables=("1", "2"))
    hall.do(c.AssignTable, contest="open", pairing=pairing, table="1")
    hall.do(c.BeginMatch, contest="open", pairing=pairing)
    assert hall.refused(c.ChooseBroadcast, table="1", live=False) == "why_needed"
    hall.do(c.ChooseBroadcast, table="2", live=False)
    hall.do(c.ChooseBroadcast, table="1", live=False, reason="signals from the stream")


@pytest.mark.clause("ibf:18.2b")
def test_the_streams_of_a_whole_event_are_not_stopped_without_the_reason() -> None:
    hall = drawn(knockout("ibf"), 4)
    hall.do(c.ChooseBroadcast, contest="open", live=False)  # nothing is played yet
    hall.do(c.BeginMatch, contest="open", pairing=hall.ready()[0].id)
    for whole in ({"contest": "open"}, {}):
        assert hall.refused(c.ChooseBroadcast, **whole, live=False) == "why_needed"
        hall.do(c.ChooseBroadcast, **whole, live=False, reason="signals from the stream")


def test_an_order_about_equipment_still_says_it_in_one_text() -> None:
    hall = drawn(knockout("ibf"), 4)
    pairing = hall.ready()[0].id
    hall.do(c.OrderEquipment, topic="broadcast", choice="10 min", contest="open")
    assert shown(hall, pairing) == (True, False, 10)
    hall.do(c.OrderEquipment, topic="broadcast", choice="off", contest="open", pairing=pairing)
    assert shown(hall, pairing)[0] is False


@pytest.mark.clause("guide:3.1d")
def test_under_the_guide_a_restriction_is_honoured_as_it_is_asked_for() -> None:
    hall = drawn(knockout("guide"), 4)
    fixture = hall.ready()[0]
    home = fixture.pair[0]
    hall.do(c.AskAboutRecording, contest="open", pairing=fixture.id, entrant=home, what=RecordingWish.RESTRICT, by=home)
    request = next(iter(hall.state.recording_requests.values()))
    assert request.granted
    assert restricted_by(hall.state, hall.contest(), fixture) == (home,)
    assert hall.refused(c.AnswerRecordingRequest, request=request.id, granted=False) == "restriction_honoured"
    replayed(hall)


@pytest.mark.clause("bws:3.9")
def test_under_the_world_series_nobody_can_object() -> None:
    hall = drawn(knockout("bws"), 4)
    fixture = hall.ready()[0]
    asking = {"contest": "open", "pairing": fixture.id, "entrant": fixture.pair[0], "by": fixture.pair[0]}
    assert hall.refused(c.AskAboutRecording, **asking, what=RecordingWish.RESTRICT) == "recording_stays_open"


@pytest.mark.clause("ibf:18.4", "guide:3.1b", "bws:3.8")
@pytest.mark.parametrize(("book", "what"), [("ibf", "own_gear"), ("guide", "own_gear"), ("bws", "recorder")])
def test_gear_of_ones_own_and_a_recorder_wait_for_the_director(book: str, what: str) -> None:
    hall = drawn(knockout(book), 4)
    fixture = hall.ready()[0]
    home = fixture.pair[0]
    asking = {
        "contest": "open",
        "pairing": fixture.id,
        "entrant": home,
        "what": RecordingWish(what),
        "about": "a camera",
    }
    assert hall.refused(c.AskAboutRecording, **asking, by=fixture.pair[1]) == "not_permitted"
    hall.do(c.AskAboutRecording, **asking, by=home)
    hall.do(c.AskAboutRecording, **asking, by=home)  # once is enough
    (waiting,) = desk_overview(hall.state, hall.now).recording_requests
    assert (waiting.what, waiting.granted) == (RecordingWish(what), None)
    assert hall.refused(c.AnswerRecordingRequest, request=waiting.id, granted=True, by=home) == "not_permitted"
    hall.do(c.AnswerRecordingRequest, request=waiting.id, granted=True)
    assert hall.state.recording_requests[waiting.id].granted
    assert not desk_overview(hall.state, hall.now).recording_requests


def test_a_wish_no_book_speaks_of_is_respected_until_the_director_declines_it() -> None:
    hall = drawn(knockout("ibf"), 4)
    fixture = hall.ready()[0]
    home = fixture.pair[0]
    hall.do(c.AskAboutRecording, contest="open", pairing=fixture.id, entrant=home, what=RecordingWish.RESTRICT, by=home)
    assert restricted_by(hall.state, hall.contest(), fixture) == (home,)
    (waiting,) = hall.state.recording_requests.values()
    hall.do(c.AnswerRecordingRequest, request=waiting.id, granted=False, reason="the final is shown")
    assert restricted_by(hall.state, hall.contest(), fixture) == ()


@pytest.mark.clause(
    "bws:1.6.1b", "bws:4.4.4c", "bws:5.4c", "guide:1.3.4a", "guide:1.3.2", "usbgf:1.6.1f", "usbgf:1.6.1g"
)
@pytest.mark.parametrize(
    ("book", "subject", "admissible", "must_act", "clause"),
    [
        ("bws", "cheating", True, False, "bws:1.6.1b"),
        ("bws", "score", False, False, "bws:5.4c"),
        ("bws", "crawford_double", False, True, "bws:4.4.4c"),
        ("guide", "score", True, False, "guide:1.3.4a"),
        ("guide", "dispute", False, False, "guide:1.3.2"),
        ("usbgf", "conduct", True, False, "usbgf:1.6.1f"),
        ("usbgf", "illegal_play", False, False, "usbgf:4.2.3a"),
        ("usbgf", "clock", True, False, "usbgf:1.6.1g"),
        ("ibf", "clock", False, False, "ibf:8.8"),
        ("ibf", "cheating", True, False, "ibf:0-silent"),
    ],
)
def test_what_a_watchers_report_is_worth(
    book: str, subject: str, admissible: bool, must_act: bool, clause: str
) -> None:
    standing = sight_standing(book, SightSubject(subject), stream=True)
    assert (standing.admissible, standing.must_act) == (admissible, must_act)
    assert clause in standing.clauses


@pytest.mark.clause("bws:1.6.1b", "guide:1.3.4a")
def test_a_watcher_tells_the_officials_and_whoever_plays_calls_the_director_instead() -> None:
    hall = drawn(knockout(), 4)
    fixture = hall.ready()[0]
    seen = {"contest": "open", "pairing": fixture.id, "subject": "score", "about": "both write 3-2"}
    hall.do(c.ReportSighting, **seen, by="watcher:", witness="Ida")
    (line,) = watching_desk(hall.state, hall.now, "td").sightings
    assert not watching_desk(hall.state, hall.now, fixture.pair[0]).sightings  # nobody rules in their own cause
    assert line.standing.admissible
    waiting = line.sighting
    assert (waiting.witness, waiting.subject) == ("Ida", SightSubject.SCORE)
    assert hall.refused(c.ReportSighting, **seen, by=fixture.pair[0]) == "not_permitted"
    assert hall.refused(c.AnswerSighting, sighting=waiting.id, by="watcher:") == "not_permitted"
    hall.do(c.AnswerSighting, sighting=waiting.id, answer="put right")
    assert watching_desk(hall.state, hall.now, "td").sightings[0].sighting.answered
    assert hall.refused(c.AnswerSighting, sighting=waiting.id) == "no_such_sighting"
    replayed(hall)


def test_nobody_works_under_the_name_of_the_public() -> None:
    hall = drawn(knockout(), 4)
    with pytest.raises(ValueError, match="name"):
        hall.do(c.NameStaff, person="watcher:", role="arbiter")


@pytest.mark.clause("usbgf:3.1a", "bws:3.1a", "usbgf:3.1b", "bws:3.1b")
@pytest.mark.parametrize("book", ["usbgf", "bws"])
@pytest.mark.parametrize(
    ("size", "fit"),
    [((44, 55), True), ((66, 88), True), ((55, 44), True), ((43.9, 55), False), ((50, 88.5), False), ((54, 50), False)],
)
def test_a_board_a_player_may_insist_on(book: str, size: tuple[float, float], fit: bool) -> None:
    (finding,) = check_equipment(book, Equipment(board=size))
    assert finding.fit is fit
    assert f"{book}:3.1a" in finding.clauses
    assert (finding.change == "between_games") is not fit


@pytest.mark.clause("guide:3.2", "guide:3.5a", "ibf:3.6")
def test_books_without_figures_leave_it_to_the_director() -> None:
    (board,) = check_equipment("guide", Equipment(board=(20, 30)))
    assert (board.fit, board.left_to_director, board.clauses) == (True, True, ("guide:3.2",))
    (dice,) = check_equipment("ibf", Equipment(dice=DiceKind.ORDINARY))
    assert (dice.fit, dice.clauses) == (True, ("ibf:3.6",))
    (cups,) = check_equipment("guide", Equipment(cups=Cups.UNLIPPED))
    assert not cups.fit


@pytest.mark.clause("usbgf:3.1a", "usbgf:3.2.1a", "usbgf:3.2.3.2a", "bws:3.2", "bws:3.3.1")
@pytest.mark.parametrize("book", ["usbgf", "bws"])
@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"board": (40, 50)}, "board_size"),
        ({"cups": Cups.UNLIPPED}, "cups_without_lip"),
        ({"dice": DiceKind.ORDINARY}, "dice_not_precise"),
    ],
)
def test_equipment_that_is_not_as_preferred_is_refused_without_a_reason(
    book: str, change: dict[str, object], code: str
) -> None:
    hall = drawn(knockout(book), 4)
    hall.do(c.SetTables, tables=("1", "2"))
    hall.do(c.CheckEquipment, contest="open", table="1", equipment=GOOD)
    bad = msgspec.structs.replace(GOOD, **change)
    about = {"contest": "open", "table": "2", "equipment": bad}
    assert hall.refused(c.CheckEquipment, **about) == code
    hall.do(c.CheckEquipment, **about, reason="nothing better is here")
    good, kept = hall.state.equipment_checks
    assert (good.unfit, kept.table, kept.unfit) == ((), "2", (next(iter(change)),))
    assert kept.clauses
    assert hall.refused(c.CheckEquipment, contest="open", table="9", equipment=GOOD) == "no_such_table"
    hall.do(c.CheckEquipment, contest="open", player="p00", equipment=GOOD)
    replayed(hall)


@pytest.mark.clause("usbgf:1.2.1a")
def test_rules_and_ethics_are_accepted_with_the_entry_or_later() -> None:
    hall = opened(knockout())
    ida, bob = Player(id="ida", name="Ida"), Player(id="bob", name="Bob")
    hall.do(c.Register, contest="open", players=(ida,), by="ida", accepted=True)
    hall.do(c.Register, contest="open", players=(bob,), by="bob")
    assert list(hall.state.accepted) == ["ida"]
    assert hall.refused(c.AcceptRules, person="bob", by="ida") == "not_permitted"
    hall.do(c.AcceptRules, person="bob", by="bob")
    hall.do(c.AcceptRules, person="bob", by="bob")
    hall.do(c.AcceptRules, person="td")  # those who work for it, too
    assert set(hall.state.accepted) == {"ida", "bob", "td"}
    replayed(hall)


@pytest.mark.clause("usbgf:2.2.1h", "guide:2.2.5c")
def test_the_director_orders_events_and_the_lower_one_waits() -> None:
    side, third = (knockout(name=name, kind=ContestKind.SIDE) for name in ("side", "third"))
    hall = opened(knockout(), side, third)
    for name in ("open", "side", "third"):
        hall.do(c.ImportEntrants, contest=name, entries=tuple((player,) for player in people(4)))
        hall.do(c.MakeDraw, contest=name)

    def waits(name: str) -> str:
        contest = hall.contest(name)
        busy = busy_with(hall.state, contest, hall.ready(name)[0])
        return "" if busy is None else busy.contest

    assert (waits("open"), waits("side"), waits("third")) == ("", "open", "open")
    assert hall.refused(c.OrderContests, contests=("nothing",)) == "no_such_contest"
    hall.do(c.OrderContests, contests=("third", "open", "side"))
    assert (waits("third"), waits("open"), waits("side")) == ("", "third", "third")
    first = desk_overview(hall.state, hall.now).next
    assert [match.contest for match in first[:2]] == ["third", "third"]
    replayed(hall)


@pytest.mark.clause("usbgf:2.1b")
def test_in_a_smoking_hall_only_if_both_agree() -> None:
    hall = drawn(knockout(), 4)
    one, other = hall.ready()
    hall.do(c.SetTables, hall="Bar", tables=("1", "2"), smoking=True)
    in_bar = {"contest": "open", "hall": "Bar", "table": "1"}
    hall.do(c.AssignTable, **in_bar, pairing=one.id)  # there is no other hall
    hall.do(c.AssignTable, contest="open", pairing=one.id, table="")
    hall.do(c.SetTables, hall="Main", tables=("1", "2"))
    assert hall.refused(c.AssignTable, **in_bar, pairing=one.id) == "smoking_area"
    home, away = one.pair
    hall.do(c.StateWishes, contest="open", pairing=one.id, entrant=home, wishes={"non_smoking": "no"})
    assert hall.refused(c.AssignTable, **in_bar, pairing=one.id) == "smoking_area"
    hall.do(c.StateWishes, contest="open", pairing=one.id, entrant=away, wishes={"non_smoking": "no"})
    hall.do(c.AssignTable, **in_bar, pairing=one.id)
    hall.do(c.AssignTable, contest="open", hall="Main", table="1", pairing=other.id)
    replayed(hall)


@pytest.mark.clause("bws:2.1b")
def test_under_the_world_series_somebody_demands_it() -> None:
    hall = drawn(knockout("bws"), 4)
    one = hall.ready()[0]
    hall.do(c.SetTables, hall="Bar", tables=("1",), smoking=True)
    hall.do(c.SetTables, hall="Main", tables=("1",))
    in_bar = {"contest": "open", "hall": "Bar", "table": "1", "pairing": one.id}
    hall.do(c.AssignTable, **in_bar)
    hall.do(c.AssignTable, contest="open", pairing=one.id, table="")
    hall.do(c.StateWishes, contest="open", pairing=one.id, entrant=one.pair[0], wishes={"non_smoking": "yes"})
    assert hall.refused(c.AssignTable, **in_bar) == "smoking_area"


@pytest.mark.clause("bws:1.6.5", "bws:1.6.4")
def test_a_spectator_kept_away_at_a_players_wish_is_no_report_to_the_board() -> None:
    hall = drawn(knockout("bws"), 4)
    pairing = hall.ready()[0].id
    wished = {"contest": "open", "pairing": pairing, "requested_by": "p00"}
    hall.do(c.ExcludeSpectator, spectator="Ned", **wished, reason="a player asked")
    hall.do(c.ExcludeSpectator, spectator="Tom", reason="he signalled")
    assert [duty.about for duty in check_closing(hall.state).reports] == ["Tom excluded"]


def test_a_word_says_something() -> None:
    hall = drawn(knockout(), 4)
    with pytest.raises(ValueError, match="choice"):
        decide_tournament(hall.state, c.ChooseBroadcast(at=hall.now, by="td"))
