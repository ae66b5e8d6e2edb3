"""Rollouts: unbiased, the same for any number of threads or machines, in one go or resumed."""

from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec
import numpy as np
import pytest

from barpoint.board import Position, Roll, pos
from barpoint.engine.bearoff.bearoff_tables import TwoSidedTable
from barpoint.engine.cube.cube_actions import CubeState, Owner
from barpoint.engine.cube.match_equity import Away
from barpoint.engine.evaluator import Array
from barpoint.engine.rollout import rollout_kernel
from barpoint.engine.rollout.rollout import (
    Contender,
    Rollout,
    RolloutReport,
    RolloutSettings,
    cube_contenders,
    play_contender,
    position_contender,
    rollout_cube_decision,
)
from barpoint.engine.rollout.workers import DaskWorkers, RolloutTask, ThreadWorkers
from barpoint.engine.search.engine import backgammon_engine

ENDING = pos("x 6:2 5:2 4:1 off:10 | o 22:1 6:2 4:2 off:10")
BLITZ = pos("x 6:3 5:3 4:2 3:2 8:3 7:2 | o bar:2 6:5 8:3 13:5")
RACE = pos("x 6:3 5:1 1:1 off:10 | o 6:2 5:2 2:1 off:10")


def result(*contenders: Contender, threads: int = 1, **settings: object) -> RolloutReport:
    return Rollout(contenders, RolloutSettings(**settings), ThreadWorkers(threads)).run()  # type: ignore[arg-type]


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
    plain = result(position_contender(ENDING), games=3600, reduced=False, to_bearoff=False).standings[0]
    calm = result(position_contender(ENDING), games=288).standings[0]
    assert abs(plain.equity - calm.equity) < 3.5 * np.hypot(plain.error, calm.error)
    assert calm.error * np.sqrt(288) < 0.5 * plain.error * np.sqrt(3600)


def test_a_race_that_a_table_knows_is_rolled_out_to_what_the_table_says() -> None:
    exact = TwoSidedTable.load()
    homes = (RACE.us[1:7], RACE.them[1:7])
    found = result(position_contender(RACE), games=1296, to_bearoff=False).standings[0]
    assert found.chances.win == pytest.approx(exact.win(*homes), abs=4 * found.chance_errors.win + 1e-4)
    actions = result(*cube_contenders(RACE, CubeState()), games=1296, cubeful=True, to_bearoff=False)
    table = exact.decision(*homes, owned=False)
    for standing, expected in zip(actions.standings, (table.no_double, table.double_take), strict=True):
        assert standing.cubeful == pytest.approx(expected, abs=4 * standing.cubeful_error + 0.02)
    decided = rollout_cube_decision(actions, CubeState())
    assert decided.action.doubles == (min(table.double_take, 1) > table.no_double)


@pytest.mark.parametrize("settings", [{}, {"cubeful": True}, {"truncate": 5}, {"plies": 1, "truncate": 3}])
def test_one_thread_or_two_find_the_same_digits(settings: dict[str, int]) -> None:
    start = position_contender(Position.start())
    one, two = (result(start, threads=n, games=36, seed=11, **settings) for n in (1, 2))
    assert one == two
    assert one != result(start, games=36, seed=12, **settings)


def test_an_interrupted_rollout_goes_on_where_it_was(tmp_path: Path) -> None:
    state = tmp_path / "rollout.npz"
    contenders = [position_contender(ENDING)]
    whole = Rollout(contenders, RolloutSettings(games=288)).run()
    Rollout(contenders, RolloutSettings(games=144), state=state).run()
    resumed = Rollout(contenders, RolloutSettings(games=288), state=state)
    assert resumed.report().played == 144
    assert resumed.run() == whole
    with pytest.raises(ValueError, match="another rollout"):
        Rollout(contenders, RolloutSettings(games=288, seed=2), state=state)


def test_a_cluster_finds_the_same_digits() -> None:
    distributed = pytest.importorskip("distributed")
    with (
        distributed.LocalCluster(n_workers=2, threads_per_worker=1, processes=False, dashboard_address=None) as cluster,
        distributed.Client(cluster) as client,
    ):
        far = Rollout([position_contender(ENDING)], RolloutSettings(games=72), DaskWorkers(client)).run()
    assert far == Rollout([position_contender(ENDING)], RolloutSettings(games=72)).run()


@pytest.mark.long
def test_a_killed_worker_loses_no_games() -> None:
    distributed = pytest.importorskip("distributed")
    settings = RolloutSettings(games=360, least=360, truncate=5)

    class Killed(DaskWorkers):
        """Loses a worker when the first games are in."""

        def play(self, tasks: Sequence[RolloutTask]) -> Iterator[tuple[int, Array]]:
            for done in super().play(tasks):
                if workers := [worker for worker in cluster.workers.values() if worker.pid == first]:
                    workers[0].process.process.kill()
                yield done

    with (
        distributed.LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None) as cluster,
        distributed.Client(cluster) as client,
    ):
        first = next(iter(cluster.workers.values())).pid
        far = Rollout([position_contender(Position.start())], settings, Killed(client)).run()
    assert far == Rollout([position_contender(Position.start())], settings, ThreadWorkers(2)).run()


def test_the_hopeless_are_struck_out_early() -> None:
    ranked = backgammon_engine().rank_plays(Position.start(), Roll(3, 1))
    best, worst = ranked[0].play, ranked[-1].play
    report = result(play_contender(best), play_contender(worst), games=360, least=72, strike_at=3.0, truncate=4)
    first, last = report.standings
    assert last.struck
    assert not first.struck
    assert last.games < 360
    assert last.behind > 3 * last.behind_error
    assert report.ranking[0].contender.play == best


def test_it_stops_when_it_is_sure_enough() -> None:
    found = result(position_contender(ENDING), games=3600, least=72, target_error=0.05).standings[0]
    assert found.games < 3600
    assert found.error <= 0.05


def test_a_play_is_worth_what_the_other_side_faces() -> None:
    play = backgammon_engine().best_play(ENDING, Roll(6, 5)).play
    ours = result(play_contender(play), games=72, seed=3).standings[0]
    theirs = result(position_contender(play.after.flip()), games=72, seed=3).standings[0]
    assert ours.equity == pytest.approx(-theirs.equity)
    assert ours.chances == pytest.approx(theirs.chances.flip())


def test_at_double_match_point_only_wins_count() -> None:
    state = CubeState(score=Away(1, 1))
    found = result(position_contender(ENDING, state), games=144, cubeful=True).standings[0]
    assert found.cubeful == pytest.approx(2 * found.chances.win - 1, abs=0.02)


def test_without_the_cube_a_score_is_met_by_a_dead_one() -> None:
    """At double match point gammons are worth nothing; a match of 25 is nearly money."""
    last = result(position_contender(BLITZ, CubeState(score=Away(1, 1))), games=36, truncate=4).standings[0]
    assert last.cubeful is None
    assert last.value == pytest.approx(2 * last.chances.win - 1, abs=0.001)
    assert last.value != pytest.approx(last.equity, abs=0.01)
    long = result(position_contender(BLITZ, CubeState(score=Away(25, 25))), games=36, truncate=4).standings[0]
    assert long.value == pytest.approx(long.equity, abs=0.02)
    money = result(position_contender(BLITZ), games=36, truncate=4).standings[0]
    assert (money.at_score, money.value) == (None, money.equity)


def test_a_play_at_a_score_is_seen_by_whoever_made_it() -> None:
    play = backgammon_engine().best_play(ENDING, Roll(6, 5)).play
    ours = result(play_contender(play, CubeState(score=Away(2, 5))), games=72, seed=3).standings[0]
    theirs = result(position_contender(play.after.flip(), CubeState(score=Away(5, 2))), games=72, seed=3).standings[0]
    assert ours.value == pytest.approx(-theirs.value, abs=0.001)


def test_owning_the_cube_is_better_than_facing_it() -> None:
    owned, faced = (
        result(position_contender(ENDING, CubeState(2, owner)), games=144, cubeful=True).standings[0].value
        for owner in (Owner.OURS, Owner.THEIRS)
    )
    assert owned > faced


@pytest.mark.parametrize("wrong", [{"games": 0}, {"plies": 3}, {"truncate": -1}])
def test_settings_are_checked(wrong: dict[str, int]) -> None:
    with pytest.raises(ValueError, match=r"expected|levels|numbers"):
        msgspec.convert(wrong, RolloutSettings)


def test_progress_is_told() -> None:
    heard: list[RolloutReport] = []
    Rollout([position_contender(ENDING)], RolloutSettings(games=72)).run(heard.append)
    assert [report.played for report in heard][-1] == 72
    assert all(report.planned == 72 for report in heard)
