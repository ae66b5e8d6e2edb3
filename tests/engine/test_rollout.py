"""Rollouts: unbiased, the same for any number of threads or machines, in one go or resumed."""

from pathlib import Path

import msgspec
import numpy as np
import pytest

from barpoint.board import Position, Roll, pos
from barpoint.engine import rollout_kernel
from barpoint.engine.bearoff import TwoSided
from barpoint.engine.cube import CubeState, Owner
from barpoint.engine.match_equity import Away
from barpoint.engine.rollout import Contender, Report, Rollout, Settings, cube_decision, of_cube, of_play, of_position
from barpoint.engine.rollout_work import DaskWorkers, Threads
from barpoint.engine.search import engine

ENDING = pos("x 6:2 5:2 4:1 off:10 | o 22:1 6:2 4:2 off:10")
RACE = pos("x 6:3 5:1 1:1 off:10 | o 6:2 5:2 2:1 off:10")


def result(*contenders: Contender, threads: int = 1, **settings: object) -> Report:
    return Rollout(contenders, Settings(**settings), Threads(threads)).run()  # type: ignore[arg-type]


def test_every_block_meets_every_throw_at_every_ply() -> None:
    order = np.zeros(36, np.int64)
    for ply in range(6):
        throws = [rollout_kernel.throw(7, 72 + game, ply, True, order) for game in range(36)]
        assert sorted(throws) == list(range(36))
    pairs = {tuple(rollout_kernel.throw(7, game, ply, True, order) for ply in (0, 1)) for game in range(1296)}
    assert len(pairs) == 1296
    loose = [rollout_kernel.throw(7, game, 0, False, order) for game in range(3600)]
    assert min(np.bincount(loose, minlength=36)) > 60


def test_taking_luck_out_leaves_the_mean_and_little_of_the_spread() -> None:
    plain = result(of_position(ENDING), games=3600, reduced=False, to_bearoff=False).standings[0]
    calm = result(of_position(ENDING), games=288).standings[0]
    assert abs(plain.equity - calm.equity) < 3.5 * np.hypot(plain.error, calm.error)
    assert calm.error * np.sqrt(288) < 0.5 * plain.error * np.sqrt(3600)


def test_a_race_that_a_table_knows_is_rolled_out_to_what_the_table_says() -> None:
    exact = TwoSided.load()
    homes = (RACE.us[1:7], RACE.them[1:7])
    found = result(of_position(RACE), games=1296, to_bearoff=False).standings[0]
    assert found.chances.win == pytest.approx(exact.win(*homes), abs=4 * found.chance_errors.win + 1e-4)
    actions = result(*of_cube(RACE, CubeState()), games=1296, cubeful=True, to_bearoff=False)
    table = exact.decision(*homes, owned=False)
    for standing, expected in zip(actions.standings, (table.no_double, table.double_take), strict=True):
        assert standing.cubeful == pytest.approx(expected, abs=4 * standing.cubeful_error + 0.02)
    decided = cube_decision(actions, CubeState())
    assert decided.action.doubles == (min(table.double_take, 1) > table.no_double)


@pytest.mark.parametrize("settings", [{}, {"cubeful": True}, {"truncate": 5}, {"plies": 1, "truncate": 3}])
def test_one_thread_or_two_find_the_same_digits(settings: dict[str, int]) -> None:
    start = of_position(Position.start())
    one, two = (result(start, threads=n, games=36, seed=11, **settings) for n in (1, 2))
    assert one == two
    assert one != result(start, games=36, seed=12, **settings)


def test_an_interrupted_rollout_goes_on_where_it_was(tmp_path: Path) -> None:
    state = tmp_path / "rollout.npz"
    contenders = [of_position(ENDING)]
    whole = Rollout(contenders, Settings(games=288)).run()
    Rollout(contenders, Settings(games=144), state=state).run()
    resumed = Rollout(contenders, Settings(games=288), state=state)
    assert resumed.report().played == 144
    assert resumed.run() == whole
    with pytest.raises(ValueError, match="another rollout"):
        Rollout(contenders, Settings(games=288, seed=2), state=state)


def test_a_cluster_finds_the_same_digits() -> None:
    distributed = pytest.importorskip("distributed")
    with (
        distributed.LocalCluster(n_workers=2, threads_per_worker=1, processes=False, dashboard_address=None) as cluster,
        distributed.Client(cluster) as client,
    ):
        far = Rollout([of_position(ENDING)], Settings(games=72), DaskWorkers(client)).run()
    assert far == Rollout([of_position(ENDING)], Settings(games=72)).run()


def test_the_hopeless_are_struck_out_early() -> None:
    ranked = engine().rank_plays(Position.start(), Roll(3, 1))
    best, worst = ranked[0].play, ranked[-1].play
    report = result(of_play(best), of_play(worst), games=360, least=72, strike_at=3.0, truncate=4)
    first, last = report.standings
    assert last.struck
    assert not first.struck
    assert last.games < 360
    assert last.behind > 3 * last.behind_error
    assert report.ranked[0].contender.play == best


def test_it_stops_when_it_is_sure_enough() -> None:
    found = result(of_position(ENDING), games=3600, least=72, target_error=0.05).standings[0]
    assert found.games < 3600
    assert found.error <= 0.05


def test_a_play_is_worth_what_the_other_side_faces() -> None:
    play = engine().best_play(ENDING, Roll(6, 5)).play
    ours = result(of_play(play), games=72, seed=3).standings[0]
    theirs = result(of_position(play.after.flip()), games=72, seed=3).standings[0]
    assert ours.equity == pytest.approx(-theirs.equity)
    assert ours.chances == pytest.approx(theirs.chances.turned())


def test_at_double_match_point_only_wins_count() -> None:
    state = CubeState(score=Away(1, 1))
    found = result(of_position(ENDING, state), games=144, cubeful=True).standings[0]
    assert found.cubeful == pytest.approx(2 * found.chances.win - 1, abs=0.02)


def test_owning_the_cube_is_better_than_facing_it() -> None:
    owned, faced = (
        result(of_position(ENDING, CubeState(2, owner)), games=144, cubeful=True).standings[0].value
        for owner in (Owner.OURS, Owner.THEIRS)
    )
    assert owned > faced


@pytest.mark.parametrize("wrong", [{"games": 0}, {"plies": 3}, {"truncate": -1}])
def test_settings_are_checked(wrong: dict[str, int]) -> None:
    with pytest.raises(ValueError, match=r"expected|levels|numbers"):
        msgspec.convert(wrong, Settings)


def test_progress_is_told() -> None:
    heard: list[Report] = []
    Rollout([of_position(ENDING)], Settings(games=72)).run(heard.append)
    assert [report.played for report in heard][-1] == 72
    assert all(report.planned == 72 for report in heard)
