"""The fold over finished matches."""

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from barpoint.rating import (
    RATING_SYSTEMS,
    ClockClass,
    Glicko,
    Glicko2,
    Ladder,
    MatchEnding,
    MatchRated,
    MatchStruck,
    Pool,
    Rating,
    RatingEvent,
    explain,
    rebuild,
)
from barpoint.rating.log_text import (
    from_csv,
    from_jsonl,
    to_jsonl,
)

DAY = 86_400_000
BACKGAMMON = Pool()


def played(number: int, winner: str, loser: str, length: int = 7, **others: object) -> MatchRated:
    fields = {"id": f"m{number}", "at": number, "length": length, **others}
    return msgspec.convert(fields | {"winner": winner.split("+"), "loser": loser.split("+")}, MatchRated)


@st.composite
def logs(draw: st.DrawFn) -> list[MatchRated]:
    people = "abcde"
    pairs = draw(st.lists(st.tuples(st.sampled_from(people), st.sampled_from(people), st.integers(1, 25)), max_size=30))
    return [played(n * DAY, w, lo, length) for n, (w, lo, length) in enumerate(pairs) if w != lo]


@pytest.mark.clause("ibf:2.17a")
def test_a_win_moves_a_rating_up_and_a_loss_down_and_both_are_dated() -> None:
    up, down = rebuild([played(5, "Ada", "Bo")]).changes
    assert (up.player, up.points > 0, down.player, down.points < 0) == ("Ada", True, "Bo", True)
    assert up.at == down.at == up.after.last == 5


@pytest.mark.clause("ibf:2.17b")
def test_glicko_keeps_a_deviation_and_elo_a_rating_only() -> None:
    log = [played(1, "Ada", "Bo")]
    assert rebuild(log, RATING_SYSTEMS["glicko"]).ladder.of(BACKGAMMON, "Ada").deviation is not None
    assert rebuild(log, RATING_SYSTEMS["elo"]).ladder.of(BACKGAMMON, "Ada") == Rating(1510.0, None, None, 7, 1, 1)


def test_each_side_moves_by_its_own_experience() -> None:
    ladder = Ladder(RATING_SYSTEMS["fibs"])
    ladder.ratings[BACKGAMMON] = {"new": Rating(1500), "old": Rating(1500, experience=400)}
    assert [(c.player, round(c.points, 2)) for c in ladder.rate([played(1, "new", "old", 9)])] == [
        ("new", 30.00),
        ("old", -6.00),
    ]


@pytest.mark.parametrize(
    ("kind", "counts"),
    [
        (MatchEnding.NORMAL, True),
        (MatchEnding.ABANDONED, True),
        (MatchEnding.FORFEIT, False),
        (MatchEnding.DRAWN, False),
        (MatchEnding.DIRECTOR_MARKED, False),
    ],
)
def test_the_published_rule_of_what_counts(kind: MatchEnding, counts: bool) -> None:
    rebuilt = rebuild([played(1, "Ada", "Bo", kind=kind, reason="said so")])
    assert (len(rebuilt.changes), len(rebuilt.set_aside)) == ((2, 0) if counts else (0, 1))


def test_an_event_may_publish_another_rule() -> None:
    log = [played(1, "Ada", "Bo", kind=MatchEnding.FORFEIT)]
    assert rebuild(log, counts=frozenset({MatchEnding.NORMAL, MatchEnding.FORFEIT})).changes


def test_pools_are_kept_apart() -> None:
    log = [
        played(1, "Ada", "Bo"),
        played(2, "Ada", "Bo", clock=ClockClass.BLITZ),
        played(3, "Bo", "Ada", discipline="longgammon"),
        played(4, "Ada+Bo", "Cy+Di"),
    ]
    ladder = rebuild(log).ladder
    assert {str(pool) for pool in ladder.ratings} == {
        "backgammon/standard",
        "backgammon/blitz",
        "longgammon/standard",
        "backgammon/standard/doubles",
    }
    assert ladder.of(Pool(discipline="longgammon"), "Ada").rating < 1500 < ladder.of(BACKGAMMON, "Ada").rating


def test_a_team_plays_with_its_partners_mean_and_each_moves_by_his_own_k() -> None:
    ladder = Ladder(RATING_SYSTEMS["fibs"])
    doubles = Pool(doubles=True)
    ladder.ratings[doubles] = {"Ada": Rating(1700, experience=500), "Bo": Rating(1500)}
    changes = {change.player: change for change in ladder.rate([played(1, "Ada+Bo", "Cy+Di")])}
    assert changes["Ada"].met[0].own == changes["Bo"].met[0].own == 1600
    assert changes["Bo"].points == pytest.approx(5 * changes["Ada"].points)


def test_a_correction_takes_the_place_of_what_it_corrects_and_a_struck_match_is_gone() -> None:
    wrong: list[RatingEvent] = [
        played(1, "Ada", "Bo"),
        played(2, "Cy", "Ada"),
        played(1, "Bo", "Ada"),
        played(3, "Bo", "Cy"),
    ]
    right = [played(1, "Bo", "Ada"), played(2, "Cy", "Ada")]
    struck = [*wrong, MatchStruck(id="m3", at=9, reason="posted to the wrong line")]
    assert rebuild(struck).ladder.ratings == rebuild(right).ladder.ratings


@given(logs(), st.randoms(use_true_random=False), st.sampled_from(sorted(RATING_SYSTEMS)))
@settings(max_examples=60)
def test_the_order_of_the_log_does_not_matter(log: list[MatchRated], order: object, system: str) -> None:
    shuffled = list(log)
    order.shuffle(shuffled)  # type: ignore[attr-defined]  # hypothesis types it as Random
    assert rebuild(shuffled, RATING_SYSTEMS[system]).changes == rebuild(log, RATING_SYSTEMS[system]).changes


@given(logs(), st.integers(0, 30), st.sampled_from(sorted(RATING_SYSTEMS)))
@settings(max_examples=60)
def test_rating_on_from_a_state_is_rating_from_the_start(log: list[MatchRated], cut: int, system: str) -> None:
    ladder = rebuild(log[:cut], RATING_SYSTEMS[system]).ladder
    kept = ladder.copy()
    for match in log[cut:]:
        ladder.rate([match])
    assert ladder.ratings == rebuild(log, RATING_SYSTEMS[system]).ladder.ratings
    assert kept.ratings == rebuild(log[:cut], RATING_SYSTEMS[system]).ladder.ratings


def test_a_period_rated_together_starts_every_match_from_the_same_ratings() -> None:
    log = [played(1, "Ada", "Bo"), played(2, "Bo", "Cy"), played(40 * DAY, "Cy", "Ada")]
    for system in (Glicko(together=True), Glicko2(together=True)):
        changes = rebuild(log, system).changes
        assert [len(change.met) for change in changes] == [1, 2, 1, 1, 1]
        assert {met.opponent for change in changes[:3] for met in change.met} == {1500.0}


@given(logs())
@settings(max_examples=30)
def test_veterans_give_and_take_the_same_under_elo(log: list[MatchRated]) -> None:
    ratings = rebuild(log, RATING_SYSTEMS["elo"]).ladder.ratings.get(BACKGAMMON, {})
    assert sum(each.rating - 1500 for each in ratings.values()) == pytest.approx(0, abs=1e-3)


def test_a_change_shows_its_formula_inputs_and_arithmetic() -> None:
    ladder = Ladder(RATING_SYSTEMS["fibs"])
    ladder.ratings[BACKGAMMON] = {"Ada": Rating(1600, experience=500), "Bo": Rating(1700, experience=100)}
    ada, bo = ladder.rate([played(1, "Ada", "Bo")])
    text = "\n".join(explain(ada, ladder.system))
    for part in ("= 0.4244", "P = 0.5756", "5 - 500 / 100) = 1.00", "= +6.09", "1600.00 +6.09 = 1606.09"):
        assert part in text
    assert explain(bo, ladder.system)[-1] == "1700.00 -24.36 = 1675.64"


@pytest.mark.parametrize("system", sorted(RATING_SYSTEMS))
def test_every_system_explains_itself(system: str) -> None:
    change = rebuild([played(1, "Ada", "Bo")], RATING_SYSTEMS[system]).changes[0]
    lines = explain(change, RATING_SYSTEMS[system])
    assert len(lines) >= 4
    assert any(f"{change.points:+.2f}" in line for line in lines)


@given(logs())
@settings(max_examples=30)
def test_a_log_written_as_lines_reads_back(log: list[MatchRated]) -> None:
    lines = ['{"type": "RoundPaired", "round": 3}', "", *to_jsonl(log)]
    assert list(from_jsonl(lines)) == log


def test_a_csv_gives_the_same_numbers_as_the_log() -> None:
    csv = ["id,at,winner,loser,length,kind", "m1,1,Ada,Bo,7,", "m2,2,Bo,Cy,5,abandoned", "m3,3,Ada+Bo,Cy+Di,5,normal"]
    log = [played(1, "Ada", "Bo"), played(2, "Bo", "Cy", 5, kind="abandoned"), played(3, "Ada+Bo", "Cy+Di", 5)]
    assert rebuild(from_csv(csv)).changes == rebuild(log).changes


@pytest.mark.parametrize(
    ("lines", "says"),
    [
        (["id,at,winner"], "missing: loser, length"),
        (["id,at,winner,loser,length", "m1,1,Ada,Bo,x"], "line 2"),
        (["id,at,winner,loser,length", "m1,1,Ada,Ada,7"], "different players"),
        (["id,at,winner,loser,length", "m1,1,Ada,Bo+Cy,7"], "one player a side, or two"),
        (["id,at,winner,loser,length,kind", "m1,1,Ada,Bo,7,lucky"], "lucky"),
    ],
)
def test_a_csv_that_does_not_read_says_where_and_why(lines: list[str], says: str) -> None:
    with pytest.raises(ValueError, match=says):
        list(from_csv(lines))


@pytest.mark.parametrize(
    ("fields", "says"),
    [
        ({"length": 0}, "1 to 999"),
        ({"discipline": "chess"}, "chess"),
        ({"kind": MatchEnding.DIRECTOR_MARKED}, "needs the reason"),
        ({"id": ""}, "has an id"),
    ],
)
def test_a_match_that_cannot_be_is_refused(fields: dict[str, object], says: str) -> None:
    with pytest.raises(ValueError, match=says):
        played(1, "Ada", "Bo", **fields)  # type: ignore[arg-type]  # the table mixes the fields' types
