"""A series: what a scheme brings, which results count, what separates who is level, who is who."""

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from barpoint.board import Refusal
from barpoint.club import (
    SCHEMES,
    Appearance,
    Climb,
    CountTournament,
    OpenSeries,
    PointsScheme,
    Series,
    SeriesActor,
    SeriesEvent,
    SeriesMatch,
    SeriesPerson,
    SeriesPlace,
    SeriesRow,
    SeriesStep,
    decide_series,
    decode_series,
    fold_series,
    identify,
    read_scheme,
    series_markup,
    series_standings,
)
from barpoint.club.points_scheme import SeriesTieBreak
from barpoint.club.series import CloseSeries, GivePoints, JoinNames, JoinPersons, NameOrganiser
from barpoint.club.standings import HandPoints

TABLE = PointsScheme(by_place=(10000, 6000, 4000, 2000), tie_breaks=())


def event(id: str, *order: str, division: str = "", shared: int = 0, **other: object) -> SeriesEvent:
    """An event with people in the order of their places; the last `shared` of them share theirs."""
    alone = len(order) - shared
    places = [
        SeriesPlace(person, "main", *((n + 1, n + 1) if n < alone else (alone + 1, len(order))))
        for n, person in enumerate(order)
    ]
    fields = {"name": id, "date": f"2026-01-{id[-1:]:0>2}", "division": division, "field": len(order)}
    return msgspec.convert(
        {
            "id": f"{id}/open",
            "entrants": order,
            "places": [msgspec.structs.asdict(p) for p in places],
            **fields,
            **other,
        },
        SeriesEvent,
    )


def table(scheme: PointsScheme, *events: SeriesEvent, by_hand: tuple[HandPoints, ...] = ()) -> list[SeriesRow]:
    people = {person: SeriesPerson(person, person.title()) for one in events for person in one.entrants}
    return list(series_standings(scheme, events, people, by_hand))


def points(rows: list[SeriesRow]) -> dict[str, int]:
    return {row.person: row.points for row in rows}


def test_a_table_of_places_is_added_up_event_by_event() -> None:
    rows = table(TABLE, event("t1", "ann", "bea", "cid"), event("t2", "bea", "ann"))
    assert points(rows) == {"ann": 16000, "bea": 16000, "cid": 4000}
    assert [(row.place, row.last) for row in rows] == [(1, 2), (1, 2), (3, 3)]
    assert rows[0].explained == ("shares places 1 to 2",)
    assert rows[0].results[0].explained == "place 1 of 3 (main) 10"


def test_field_size_times_the_factor_of_the_division() -> None:
    scheme = PointsScheme(by_place=(1000, 500), per_field=True, factors={"Open": 1500, "Novice": 750})
    rows = table(scheme, event("t1", *"abcd", division="Open"), event("t2", *"ef", division="Novice"))
    assert points(rows) == {"a": 6000, "b": 3000, "e": 1500, "f": 750, "c": 0, "d": 0}


def test_shared_places_have_the_mean_of_what_they_bring() -> None:
    assert points(table(TABLE, event("t1", "ann", "bea", "cid", "dot", shared=2))) == {
        "ann": 10000,
        "bea": 6000,
        "cid": 3000,
        "dot": 3000,
    }


def test_only_the_best_results_count_and_the_others_are_shown() -> None:
    scheme = msgspec.structs.replace(TABLE, best=2)
    rows = table(scheme, event("t1", "ann", "bea"), event("t2", "bea", "ann"), event("t3", "ann", "bea"))
    assert points(rows) == {"ann": 20000, "bea": 16000}
    assert [result.counts for result in rows[0].results] == [True, False, True]


def test_a_title_beside_the_main_one_and_a_side_event_count_only_if_they_are_named() -> None:
    consolation = SeriesPlace("bea", "consolation", 1, 1)
    main = event("t1", "ann", "bea")
    both = msgspec.structs.replace(main, places=(*main.places, consolation))
    assert points(table(TABLE, both))["bea"] == 6000
    scheme = msgspec.structs.replace(TABLE, factors={"consolation": 500})
    assert points(table(scheme, both))["bea"] == 11000
    jackpot = msgspec.structs.replace(main, side=True, division="jackpot")
    assert points(table(scheme, jackpot)) == {"ann": 0, "bea": 0}
    named = msgspec.structs.replace(scheme, factors={"jackpot": 100})
    assert points(table(named, jackpot)) == {"ann": 1000, "bea": 600}


def test_master_points_come_from_matches_won_and_lead_to_a_rank() -> None:
    matches = tuple(SeriesMatch(f"m{n}", n, ("ann",), ("bea",), 7) for n in range(40))
    rows = table(SCHEMES["master"], msgspec.structs.replace(event("t1", "ann", "bea"), matches=matches))
    assert points(rows) == {"ann": 28000, "bea": 0}
    assert [row.rank for row in rows] == ["Club master", ""]


@pytest.mark.parametrize(
    ("climb", "order"), [(Climb.TAKE, ["e", "a", "b", "c", "d"]), (Climb.HALF, ["a", "b", "e", "c", "d"])]
)
def test_on_a_ladder_a_win_against_somebody_above_moves_up(climb: Climb, order: list[str]) -> None:
    pairs = [("a", "b"), ("b", "c"), ("c", "d"), ("d", "e"), ("a", "e"), ("e", "a")]
    matches = tuple(SeriesMatch(f"m{n}", n, (one,), (other,), 5) for n, (one, other) in enumerate(pairs))
    scheme = PointsScheme(ladder=climb, tie_breaks=())
    rows = table(scheme, msgspec.structs.replace(event("t1", *"abcde"), matches=matches))
    assert [row.person for row in rows] == order
    assert [row.place for row in rows] == [1, 2, 3, 4, 5]


@pytest.mark.parametrize(
    ("tie_break", "first", "reason"),
    [
        (SeriesTieBreak.BEST_RESULT, "ann", "best result 10"),
        (SeriesTieBreak.EVENTS_WON, "ann", "events won 1"),
        (SeriesTieBreak.HEAD_TO_HEAD, "bea", "head to head 1"),
        (SeriesTieBreak.MATCHES_WON, "bea", "matches won 2"),
        (SeriesTieBreak.FEWEST_EVENTS, "ann", "fewest events 2"),
    ],
)
def test_ties_are_broken_with_the_reason(tie_break: SeriesTieBreak, first: str, reason: str) -> None:
    met = (SeriesMatch("m", 1, ("bea",), ("ann",), 5), SeriesMatch("n", 2, ("bea",), ("dot",), 5))
    events = (
        msgspec.structs.replace(event("t1", "ann", "dot", "bea"), matches=met),
        event("t2", "eve", "bea"),
        event("t3", "fay", "gil", "bea"),
        event("t4", "hal", "ida", "ann"),
    )
    rows = table(msgspec.structs.replace(TABLE, tie_breaks=(tie_break,)), *events)
    level = [row for row in rows if row.person in ("ann", "bea")]
    assert {row.points for row in level} == {14000}
    assert level[0].person == first
    assert level[0].explained == (reason,)


def test_head_to_head_does_not_apply_unless_all_who_are_level_have_met() -> None:
    scheme = msgspec.structs.replace(TABLE, tie_breaks=(SeriesTieBreak.HEAD_TO_HEAD,))
    rows = table(scheme, event("t1", "ann", "bea"), event("t2", "bea", "ann"))
    assert rows[0].explained[0] == "head to head: does not apply, not all who are level have met"


def test_points_by_hand_have_their_reason() -> None:
    rows = table(TABLE, event("t1", "ann", "bea"), by_hand=(HandPoints("bea", 5000, "directed the first event"),))
    assert points(rows) == {"bea": 11000, "ann": 10000}
    assert rows[0].results[-1].explained == "by hand 5: directed the first event"


@given(st.permutations(range(4)), st.permutations(list("abcd")))
def test_the_order_events_are_read_in_changes_nothing(order: list[int], places: list[str]) -> None:
    events = [event(f"t{n}", *places[n:], *places[:n]) for n in range(4)]
    assert table(SCHEMES["best"], *events) == table(SCHEMES["best"], *(events[n] for n in order))


def test_a_scheme_that_counts_nothing_or_two_things_at_once_is_malformed() -> None:
    with pytest.raises(ValueError, match="expected points for places"):
        read_scheme({})
    with pytest.raises(ValueError, match="a ladder counts no points"):
        read_scheme({"ladder": "take", "per_win": 1000})
    with pytest.raises(ValueError, match="points scheme"):
        read_scheme({"by_places": [1]})


def test_a_series_is_printed() -> None:
    tuesday = event("t1", "ann", 'b"ea')
    markup = series_markup("Cup", TABLE, table(TABLE, tuesday), {tuesday.id: "Tuesday"})
    assert "Counted events: 1: Tuesday" in markup
    assert '[#"1: ' in markup, "points beside the number of their event"
    assert '[#"Ann"]' in markup
    assert '[#"B\\"Ea"]' in markup


# Who is who


def seen(tournament: str, name: str, account: str = "", member: str = "") -> Appearance:
    return Appearance(tournament=tournament, person=name.lower(), name=name, account=account, member=member)


def test_one_account_or_one_number_is_one_person_whatever_they_are_called() -> None:
    whose, people = identify([seen("t1", "Ann", "A"), seen("t2", "Anna", "A", "77"), seen("t3", "A. Smith", "", "77")])
    assert set(whose.values()) == {"A"}
    assert people["A"].account == "A"


def test_a_name_alone_is_taken_for_the_only_one_who_has_it() -> None:
    whose, _ = identify([seen("t1", "Ann", "A"), seen("t2", "ann"), seen("t3", "Bea"), seen("t4", "BEA")])
    assert whose["t2", "ann"] == "A"
    assert whose["t3", "bea"] == whose["t4", "bea"] == "name:bea"


def test_a_name_that_two_accounts_have_is_nobody_of_them() -> None:
    whose, _ = identify([seen("t1", "Ann", "A"), seen("t2", "Ann", "B"), seen("t3", "Ann")])
    assert whose == {("t1", "ann"): "A", ("t2", "ann"): "B", ("t3", "ann"): "name:ann"}


def test_an_organiser_says_that_two_names_are_one_person() -> None:
    same = {"annie": "ann", "ann": "ann"}
    whose, people = identify([seen("t1", "Ann"), seen("t2", "Annie"), seen("t3", "Bea")], same)
    assert whose["t1", "ann"] == whose["t2", "annie"] != whose["t3", "bea"]
    assert len(people) == 2


def test_an_account_and_a_number_are_joined_and_parted_again() -> None:
    appearances = [seen("t1", "Ann", "A"), seen("t2", "Ann", "", "77"), seen("t3", "Ann"), seen("t4", "Bea", "B")]
    apart, _ = identify(appearances)
    assert sorted(set(apart.values())) == ["A", "B", "member:77", "name:ann"]
    whose, people = identify(appearances, {}, [("A", "member:77")])
    assert sorted(set(whose.values())) == ["A", "B"]  # and the name alone is hers now, too
    assert people["A"].known_as == ("A", "member:77", "name:ann")
    only, _ = identify(appearances, {}, [("B", "name:ann")])
    assert only["t3", "ann"] == "B"
    assert only["t2", "ann"] == "member:77"


# The fold

OPENED = OpenSeries(name="Cup", scheme=TABLE)
ORGANISER = SeriesActor("A", organises=True)


def after(state: Series, step: SeriesStep, who: SeriesActor = ORGANISER) -> Series:
    taken = decide_series(state, step, who, 1)
    assert not isinstance(taken, Refusal), taken
    return state if taken is None else fold_series([decode_series(msgspec.json.encode(taken))], state)


def test_a_tournament_counts_once_both_sides_have_said_so() -> None:
    series = after(Series(), OPENED)
    step = CountTournament(tournament="spring")
    asked = after(series, step)
    assert asked.tournaments == ()
    offered = after(asked, step, SeriesActor("D", directs=True))
    assert offered.tournaments == ("spring",)
    assert after(series, step, SeriesActor("A", organises=True, directs=True)).tournaments == ("spring",)
    withdrawn = after(offered, CountTournament(tournament="spring", counts=False), SeriesActor("D", directs=True))
    assert withdrawn.tournaments == ()
    assert withdrawn.accepted == ("spring",)


@pytest.mark.parametrize(
    "step",
    [JoinPersons(person="member:77", same_as="A"), JoinNames(name="Annie", same_as="Ann")],
    ids=["persons", "names"],
)
def test_what_was_joined_is_taken_back_as_it_was_said(step: JoinPersons | JoinNames) -> None:
    series = after(Series(), OPENED)
    joined = after(series, step)
    assert joined.joined_persons == (("A", "member:77"),) or joined.same == {"annie": "ann", "ann": "ann"}
    assert decide_series(joined, step, ORGANISER, 1) is None
    parted = after(joined, msgspec.structs.replace(step, joined=False))
    assert (parted.joined_persons, parted.same) == ((), {})


def test_who_may_what() -> None:
    series = after(Series(), OPENED)
    stranger = SeriesActor("S")
    steps: list[SeriesStep] = [
        CountTournament(tournament="spring"),
        NameOrganiser(account="S"),
        JoinNames(name="a", same_as="b"),
        JoinPersons(person="A", same_as="member:1"),
        GivePoints(person="A", points=1, reason="x"),
        CloseSeries(),
    ]
    for step in steps:
        refused = decide_series(series, step, stranger, 1)
        assert isinstance(refused, Refusal)
        assert refused.code == "not_an_organiser"
    closed = after(series, CloseSeries())
    refused = decide_series(closed, GivePoints(person="A", points=1, reason="x"), ORGANISER, 1)
    assert isinstance(refused, Refusal)
    assert refused.code == "series_closed"
    assert after(closed, CloseSeries(closed=False)).closed is False
    last = decide_series(series, NameOrganiser(account="A", organises=False), ORGANISER, 1)
    assert isinstance(last, Refusal)
    assert last.code == "last_organiser"
