"""Swiss rounds: Monrad, best matching, lives, and the event as a fold."""

from collections.abc import Iterator
from random import Random

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from barpoint.board import Refusal
from barpoint.tournament.draw.entrant import Entrant
from barpoint.tournament.draw.progress import Result
from barpoint.tournament.pairing import swiss as events
from barpoint.tournament.pairing.lives import (
    Ending,
    LivesRules,
    Playoff,
    contingent_places,
    next_round,
    playoff,
    survivors,
)
from barpoint.tournament.pairing.matching import NEAR, best_matching
from barpoint.tournament.pairing.monrad import pair_monrad
from barpoint.tournament.pairing.record import Pair, Record
from barpoint.tournament.pairing.swiss import Method, RoundPaired, Swiss, SwissCode, SwissPlan, evolve, fold, pair_round
from barpoint.tournament.standings import TieBreak


def record(name: str, number: int, score: int = 0, met: str = "", **others: int) -> Record:
    return Record(name, number, 2 * score, met=frozenset(met), **others)


def names(pairs: tuple[Pair, ...]) -> set[frozenset[str]]:
    return {frozenset(pair.players) for pair in pairs}


def as_sets(*pairs: str) -> set[frozenset[str]]:
    return {frozenset(pair) for pair in pairs}


def all_rounds(field: list[Record]) -> Iterator[list[tuple[Record, Record | None]]]:
    """Every way to pair a round."""
    if not field:
        yield []
        return
    first, rest = field[0], field[1:]
    if len(field) % 2:
        for further in all_rounds(rest):
            yield [(first, None), *further]
    for at, other in enumerate(rest):
        for further in all_rounds(rest[:at] + rest[at + 1 :]):
            yield [(first, other), *further]


def cost(pairs: list[tuple[Record, Record | None]]) -> tuple[tuple[int, int], int, int]:
    """What the best matching makes small, in its order."""
    bye = [(one.byes, one.score) for one, other in pairs if other is None]
    met = sum(other.entrant in one.met for one, other in pairs if other is not None)
    distance = sum((one.score - other.score) ** 2 for one, other in pairs if other is not None)
    return (bye[0] if bye else (0, 0)), met, distance


@st.composite
def fields(draw: st.DrawFn) -> list[Record]:
    size = draw(st.integers(2, 7))
    met = {(a, b) for a in range(size) for b in range(a + 1, size) if draw(st.booleans()) and draw(st.booleans())}
    return [
        Record(
            f"p{a}",
            a,
            draw(st.integers(0, 4)),
            byes=draw(st.integers(0, 1)),
            met=frozenset(f"p{b}" for b in range(size) if (a, b) in met or (b, a) in met),
        )
        for a in range(size)
    ]


def chosen(field: list[Record], pairs: tuple[Pair, ...]) -> list[tuple[Record, Record | None]]:
    by_name = {each.entrant: each for each in field}
    return [(by_name[pair.home], by_name[pair.away] if pair.away else None) for pair in pairs]


@given(fields())
@settings(max_examples=80)
def test_best_matching_is_the_best_of_all_rounds(field: list[Record]) -> None:
    best = min(cost(each) for each in all_rounds(field) if sum(other is None for _, other in each) == len(field) % 2)
    assert cost(chosen(field, best_matching(field))) == best


@given(fields())
@settings(max_examples=80)
def test_monrad_has_no_rematch_while_one_is_avoidable(field: list[Record]) -> None:
    pairs = chosen(field, pair_monrad(field))
    assert {each.entrant for pair in pairs for each in pair if each} == {each.entrant for each in field}
    bye = [one for one, other in pairs if other is None]
    rest = [each for each in field if each not in bye]
    least = min(cost(each)[1] for each in all_rounds(rest)) if rest else 0
    assert cost(pairs)[1] == least
    assert not bye or (bye[0].byes, bye[0].score) == min((each.byes, each.score) for each in field)


def test_monrad_pairs_neighbours_and_skips_rematches() -> None:
    field = [record("a", 0, 2, "b"), record("b", 1, 2, "a"), record("c", 2, 1), record("d", 3, 1)]
    assert names(pair_monrad(field)) == as_sets("ac", "bd")


def test_monrad_opens_pairs_from_the_bottom_when_old_opponents_are_left() -> None:
    field = [record("a", 0, 2), record("b", 1, 2), record("c", 2, 1), record("d", 3, 1)]
    field += [record("e", 4, 0, "f"), record("f", 5, 0, "e")]
    pairs = pair_monrad(field)
    assert frozenset("ab") in names(pairs)
    assert frozenset("ef") not in names(pairs)


def test_a_rematch_that_cannot_be_avoided_says_so() -> None:
    (pair,) = best_matching([record("a", 0, 1, "b"), record("b", 1, 0, "a")])
    assert "rematch" in pair.reasons[-1]


def test_the_bye_goes_to_the_worst_record_that_has_had_none() -> None:
    field = [record("a", 0, 2), record("b", 1, 1), record("c", 2, 0, byes=1)]
    for pairs in (pair_monrad(field), best_matching(field)):
        assert [pair.home for pair in pairs if pair.away is None] == ["b"]


def test_a_large_field_is_paired_as_closely_as_its_scores_allow() -> None:
    field = [Record(f"p{n:03}", n, score=2 * (n % 7), met=frozenset({f"p{n ^ 1:03}"})) for n in range(2 * NEAR + 31)]
    pairs = chosen(field, best_matching(field))
    assert cost(pairs)[1] == 0
    assert cost(pairs)[2] <= 6 * 4
    assert sum(other is None for _, other in pairs) == 1


def run(swiss: Swiss, chance: Random) -> tuple[Swiss, object]:
    """Rounds at random, the one that is on first, until there are no more."""
    swiss = round_played(swiss, chance)
    while isinstance(answer := pair_round(swiss), tuple):
        swiss = round_played(evolve(swiss, answer[0]), chance)
    return swiss, answer


def round_played(swiss: Swiss, chance: Random) -> Swiss:
    for number, pair in swiss.open:
        winner, loser = chance.sample(pair.players, 2)
        posted = events.post(swiss, number, Result(winner, loser, (5, chance.randrange(5))))
        assert isinstance(posted, tuple)
        swiss = evolve(swiss, posted[0])
    return swiss


def begun(size: int, method: Method, **others: object) -> Swiss:
    plan = SwissPlan(seed="s", method=method, **others)  # type: ignore[arg-type]  # whatever a test needs
    return fold([events.begin(plan, [Entrant(f"p{number:02}") for number in range(size)])])


@pytest.mark.parametrize("method", [Method.MONRAD, Method.BEST])
@pytest.mark.parametrize("size", [2, 5, 8, 13, 32])
def test_a_swiss_event_plays_out_without_rematches(size: int, method: Method) -> None:
    rounds = min(5, size - 1)
    swiss, ended = run(begun(size, method, rounds=rounds), Random(size))
    assert isinstance(ended, Refusal)
    assert ended.code is SwissCode.NO_MORE_ROUNDS
    met = [frozenset(pair.players) for pairs in swiss.rounds for pair in pairs if pair.away]
    assert len(swiss.rounds) == rounds
    assert len(met) == len(set(met))
    assert max(each.byes for each in swiss.records) <= 1
    assert max(abs(each.home) for each in swiss.records) <= 3
    assert all(pair.reasons for pairs in swiss.rounds for pair in pairs)
    assert sum(row.score for row in swiss.standings) == 2 * sum(len(pairs) for pairs in swiss.rounds)


@pytest.mark.parametrize("lives", [3, 4])
@pytest.mark.parametrize("size", [4, 9, 24])
def test_with_lives_one_is_out_at_so_many_losses_and_one_is_left(size: int, lives: int) -> None:
    rules = LivesRules(lives=lives, ending=Ending.PLAY_ON)
    swiss, winner = run(begun(size, Method.LIVES, lives=rules), Random(size))
    assert [each.entrant for each in survivors(swiss.records, rules)] == [winner]
    assert all(each.losses == lives for each in swiss.records if each.entrant != winner)


def test_survivors_who_fit_the_paid_places_play_off_seeded_by_losses() -> None:
    field = [record("a", 0, 5, "b", losses=1), record("b", 1, 4, "a", losses=2), record("c", 2, 1, "a", losses=3)]
    field += [record("d", 3, 4, losses=2), record("e", 4, 3, losses=0)]
    ahead = next_round(field, LivesRules(paid=4))
    assert isinstance(ahead, Playoff)
    assert ahead.lines == ("e", "d", "b", "a")
    assert isinstance(next_round(field, LivesRules(paid=3)), tuple)
    assert isinstance(next_round(field, LivesRules(paid=4, ending=Ending.PLAY_ON)), tuple)


def test_three_who_are_level_play_with_a_contingent_bye() -> None:
    found = playoff([record(name, number, 3, losses=2) for number, name in enumerate("abc")])
    assert found.contingent_bye
    assert found.lines == ("c", "a", "b")
    assert len(found.structure.pairings) == 2


@pytest.mark.parametrize(
    ("first", "second", "places"),
    [
        (("B", "C"), ("A", "B"), ("A", "B", "C")),
        (("B", "C"), ("B", "A"), ("B", "C", "A")),
        (("C", "B"), ("A", "C"), ("A", "C", "B")),
        (("C", "B"), ("C", "A"), ("C", "B", "A")),
    ],
)
def test_the_bye_is_worth_a_place_only_if_its_holder_then_wins(
    first: tuple[str, str], second: tuple[str, str], places: tuple[str, str, str]
) -> None:
    assert contingent_places("A", first, second) == places


def test_three_who_are_not_level_play_off_with_a_bye_for_the_best() -> None:
    found = playoff([record("b", 1, losses=1), record("a", 0, losses=2), record("c", 2, losses=2)])
    assert (found.contingent_bye, found.lines) == (False, ("b", None, "c", "a"))


def test_a_round_is_paired_when_the_one_before_is_over() -> None:
    swiss = begun(4, Method.BEST)
    answer = pair_round(swiss)
    assert isinstance(answer, tuple)
    swiss = evolve(swiss, answer[0])
    waiting = pair_round(swiss)
    assert isinstance(waiting, Refusal)
    assert waiting.code is SwissCode.ROUND_NOT_OVER


def first_round(size: int = 6) -> tuple[Swiss, RoundPaired]:
    swiss = begun(size, Method.BEST)
    answer = pair_round(swiss)
    assert isinstance(answer, tuple)
    assert isinstance(answer[0], RoundPaired)
    return evolve(swiss, answer[0]), answer[0]


def code(answer: object) -> str:
    assert isinstance(answer, Refusal), answer
    return answer.code


def test_results_are_posted_corrected_and_voided() -> None:
    swiss, paired = first_round()
    home, away = paired.pairs[0].players
    posted = events.post(swiss, 1, Result(home, away, (5, 3)))
    assert isinstance(posted, tuple)
    swiss = evolve(swiss, posted[0])
    assert swiss.standings[0].entrant == home
    assert code(events.post(swiss, 1, Result(away, home))) == SwissCode.ALREADY_POSTED
    corrected = events.post(swiss, 1, Result(away, home, (5, 3)), correcting="names mixed up")
    assert isinstance(corrected, tuple)
    swiss = evolve(swiss, corrected[0])
    assert swiss.standings[0].entrant == away
    voided = events.void(swiss, 1, (home, away), "never played")
    assert isinstance(voided, tuple)
    assert len(evolve(swiss, voided[0]).open) == 3
    assert code(events.void(swiss, 2, (home, away), "x")) == SwissCode.NOTHING_POSTED
    assert code(events.void(swiss, 1, (home, away), "")) == SwissCode.REASON_NEEDED
    assert code(events.post(swiss, 1, Result(home, paired.pairs[1].home))) == SwissCode.NOT_PAIRED
    unplayed = Result(paired.pairs[1].home, paired.pairs[1].away or "")
    assert code(events.post(swiss, 1, unplayed, correcting="x")) == SwissCode.NOTHING_POSTED


def test_whoever_withdraws_loses_the_round_and_is_paired_no_more() -> None:
    swiss, paired = first_round()
    gone, opponent = paired.pairs[0].players
    left = events.withdraw(swiss, gone)
    assert isinstance(left, tuple)
    swiss = evolve(swiss, left[0])
    assert {each.entrant: each.score for each in swiss.records}[opponent] == 2
    swiss, _ = run(swiss, Random(1))
    assert len(swiss.rounds) == 5
    assert all(gone not in pair.players for pairs in swiss.rounds[1:] for pair in pairs)
    assert code(events.withdraw(swiss, gone)) == SwissCode.ALREADY_WITHDRAWN
    assert code(events.withdraw(swiss, "nobody")) == SwissCode.NOT_ENTERED


def test_a_late_entrant_is_in_from_the_next_round_with_nothing_for_those_missed() -> None:
    swiss, _ = first_round()
    entered = events.enter_late(swiss, Entrant("late"))
    assert isinstance(entered, tuple)
    swiss = evolve(swiss, entered[0])
    assert [each.score for each in swiss.records if each.entrant == "late"] == [0]
    swiss, _ = run(swiss, Random(1))
    assert sum("late" in pair.players for pairs in swiss.rounds for pair in pairs) == 4
    assert code(events.enter_late(swiss, Entrant("later"))) == SwissCode.NO_MORE_ROUNDS
    assert code(events.enter_late(swiss, Entrant("late"))) == SwissCode.ALREADY_ENTERED


def test_the_director_overrules_a_round_with_a_reason() -> None:
    swiss, paired = first_round()
    one, other = paired.pairs[0].home, paired.pairs[1].home
    answer = events.overrule(swiss, one, other, "clubmates")
    assert isinstance(answer, tuple)
    after = evolve(swiss, answer[0])
    assert other in after.rounds[0][0].players
    assert "overruled: clubmates" in after.rounds[0][0].reasons
    assert code(events.overrule(swiss, one, other, "")) == SwissCode.REASON_NEEDED
    assert code(events.overrule(swiss, one, paired.pairs[0].away or "", "x")) == SwissCode.NOT_PAIRED
    posted = events.post(swiss, 1, Result(one, paired.pairs[0].away or ""))
    assert isinstance(posted, tuple)
    assert code(events.overrule(evolve(swiss, posted[0]), one, other, "x")) == SwissCode.ROUND_STARTED


def test_changing_the_tie_breaks_after_the_start_is_loud() -> None:
    listed = (TieBreak.PROGRESSIVE, TieBreak.SPLIT)
    swiss, _ = first_round()
    assert code(events.change_tie_breaks(swiss, listed, "")) == SwissCode.REASON_NEEDED
    answer = events.change_tie_breaks(swiss, listed, "printed so")
    assert isinstance(answer, tuple)
    assert isinstance(answer[0], events.SwissTieBreaksChanged)
    assert answer[0].after_start
    assert evolve(swiss, answer[0]).plan.tie_breaks == listed


@given(st.integers(0, 10**6), st.integers(3, 12))
@settings(max_examples=30)
def test_results_posted_in_any_order_and_corrected_give_the_table_of_a_fresh_run(seed: int, size: int) -> None:
    chance = Random(seed)
    swiss, _ = run(begun(size, Method.BEST, rounds=3), chance)
    log: list[events.SwissEvents] = [events.begin(swiss.plan, swiss.entrants.values())]
    log += [RoundPaired(round=number, pairs=pairs) for number, pairs in enumerate(swiss.rounds, 1)]
    assert msgspec.json.decode(msgspec.json.encode(log), type=list[events.SwissEvents]) == log
    fresh = fold(log)
    results = list(swiss.results.items())
    chance.shuffle(results)
    for (number, _), result in results:
        wrong = Result(result.loser, result.winner)
        fresh = evolve(fresh, events.SwissResultPosted(round=number, result=wrong))
        fresh = evolve(fresh, events.SwissResultPosted(round=number, result=result, reason="the right way round"))
    assert fresh.standings == swiss.standings


def test_plans_and_rules_that_make_no_sense_say_why() -> None:
    with pytest.raises(ValueError, match="published"):
        SwissPlan(seed="")
    with pytest.raises(ValueError, match="1 round or more"):
        SwissPlan(seed="s", rounds=0)
    with pytest.raises(ValueError, match="3 or 4 lives"):
        LivesRules(lives=2)
    with pytest.raises(ValueError, match="2 entrants"):
        events.begin(SwissPlan(seed="s"), [Entrant("a")])
    with pytest.raises(ValueError, match="meets"):
        contingent_places("A", ("B", "C"), ("A", "C"))
    with pytest.raises(TypeError, match="begins with SwissBegun"):
        fold([])
