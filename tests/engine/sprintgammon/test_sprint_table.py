"""Sprintgammon's table: its cells, its operator, a part of the game solved in full, and the net that stands in.

The whole solution takes minutes, so it is not made here. What is proved is that one sweep is exactly one ply of best
play over the board's own generator, hits included, for any values at all; that a closed part of the game (both sides
bearing off) comes to its exact value; and, where a built table is found, its facts.
"""

import json
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from math import comb
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from typer.testing import CliRunner

from barpoint.board import ROLLS, SPRINTGAMMON, Position, legal_plays, pos
from barpoint.cli.engine.group import app
from barpoint.engine.cube.cube_actions import CubeState, Owner
from barpoint.engine.sprintgammon import sprint_kernel as sk
from barpoint.engine.sprintgammon import sprint_solver, sprint_value_kernel
from barpoint.engine.sprintgammon.sprint_net import SprintNet, sprint_knowledge
from barpoint.engine.sprintgammon.sprint_solver import Moves, Solver
from barpoint.engine.sprintgammon.sprint_table import (
    CUBEFUL,
    SprintTable,
    chances_equity,
    ranks,
    table_folder,
)

HANDS = sk.hands()
SprintArray = np.ndarray[Any, Any]
WALLS = (0, 19, 20, 21, 22, 23, 24)


@cache
def moves() -> Moves:
    return Moves.build(walls=WALLS)


def hand(*places: int) -> int:
    return int(sk.rank_hand(*sorted(places, reverse=True)))


def position(us: int, them: int) -> Position:
    ours, theirs = ([int((HANDS[rank] == place).sum()) for place in range(26)] for rank in (us, them))
    return Position(ours, theirs, SPRINTGAMMON)


def test_every_hand_has_its_rank() -> None:
    assert len(HANDS) == sk.HANDS == comb(28, 3)
    assert [sk.rank_hand(*(int(n) for n in row)) for row in HANDS] == list(range(sk.HANDS))


def test_there_are_7959904_positions() -> None:
    """The figure T. Keith gives for the same game (bkgm.com, Hyper Fun 04)."""
    _, _, seen, own = sk.shapes(HANDS)
    assert np.count_nonzero((own[:, None] & seen[None, :]) == 0) == 7_959_904


@pytest.mark.clause("ibf:7.1a")
def test_the_start_is_a_cell() -> None:
    start = Position.start(SPRINTGAMMON)
    assert ranks(start) == (hand(24, 23, 22), hand(24, 23, 22))


@pytest.mark.clause("ibf:7.2c")
@pytest.mark.parametrize(
    ("places", "points"), [((22, 9, 4), 3), ((18, 9, 4), 2), ((25, 25, 0), 1), ((25, 1, 1), 3), ((19, 1, 1), 3)]
)
def test_a_lost_game_costs_what_the_rules_say(places: tuple[int, ...], points: int) -> None:
    assert sk.terminals(HANDS)[hand(*places)] == points


@pytest.mark.clause("ibf:7.2a", "ibf:7.2b")
@pytest.mark.parametrize(
    "them",
    [hand(24, 23, 22), hand(6, 6, 3), hand(6, 6, 6), hand(25, 12, 1), hand(20, 10, 0), hand(6, 6, 25), hand(3, 2, 1)],
)
def test_a_sweep_is_one_ply_of_best_play_whatever_the_values(them: int) -> None:
    """Against opponents with no wall and with one on our 19-point, a hundred of our hands each."""
    rng = np.random.default_rng(them)
    values = rng.uniform(-3, 3, (sk.HANDS, sk.HANDS))
    out = np.zeros((1, sk.HANDS))
    span = (np.array([them]), np.arange(1, sk.HANDS))
    sk.sweep_equity(0, 1, span, moves().lists, moves().shape, values, out)
    for us in [hand(24, 23, 22), hand(25, 25, 24), hand(6, 5, 0), *rng.integers(1, sk.HANDS, 100)]:
        where = position(int(us), them)
        if not where.is_playable:
            assert out[0, us] == 0
            continue
        total = 0.0
        for roll in ROLLS:
            after = [ranks(play.after.flip()) for play in legal_plays(where, roll)] or [ranks(where.flip())]
            total += roll.weight * max(-values[cell] for cell in after)
        assert out[0, us] == pytest.approx(total / 36), where


@cache
def exact(us: Position) -> Fraction:
    """Cubeless equity of a bear-off of three, by plain recursion."""
    total = Fraction(0)
    for roll in ROLLS:
        best = Fraction(-9)
        for play in legal_plays(us, roll):
            after = play.after
            worth = Fraction(2 if after.them[0] == 0 else 1) if after.us[0] == 3 else -exact(after.flip())
            best = max(best, worth)
        total += roll.weight * best
    return total / 36


@cache
def small() -> Moves:
    """The part of the game in which both sides are home: nothing leads out of it."""
    home = np.array([rank for rank in moves().span[0] if HANDS[rank, 0] <= 6])
    return Moves(moves().table, moves().lists, moves().shape, (home, np.sort(home)), moves().lost)


@pytest.fixture(scope="module")
def solved(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("sprint")
    card = Solver(folder).run(small())
    assert max(card["residuals"].values()) < 1e-6
    return folder


def test_both_sides_home_come_to_their_exact_value(solved: Path) -> None:
    table = SprintTable.load(solved)
    rng = np.random.default_rng(4)
    home = small().span[0]
    for us, them in rng.choice(home, (60, 2)):
        where = position(int(us), int(them))
        assert table.lookup(where).cubeless == pytest.approx(float(exact(where)), abs=1e-5), where
        played = sum(roll.weight * table.best_play(where, roll)[1] for roll in ROLLS) / 36
        assert played == pytest.approx(float(exact(where)), abs=1e-5)


def test_chances_are_in_order_and_the_cube_has_its_worth(solved: Path) -> None:
    table = SprintTable.load(solved)
    for us in small().span[0][::5]:
        for them in small().span[0][::7]:
            value = table.lookup(position(int(us), int(them)))
            win, gammon, backgammon, lost_gammon, lost_backgammon = value.chances
            assert 0 <= backgammon <= gammon <= win + 1e-6 <= 1 + 2e-6
            assert 0 <= lost_backgammon <= lost_gammon <= 1 - win + 1e-6
            assert value.owned >= value.centred - 1e-6
            assert value.centred >= value.unavailable - 1e-6


def test_a_cube_decision_by_the_table(solved: Path) -> None:
    table = SprintTable.load(solved)
    last_roll = pos("sprintgammon: x 6:1 off:2 | o 1:1 off:2")  # 27 of 36: the exact border of a take
    decision = table.decide_cube(last_roll, CubeState(2, Owner.OURS))
    assert decision.no_double == pytest.approx(0.5, abs=1e-6)
    assert decision.double_take == pytest.approx(1.0, abs=1e-6)
    clear = pos("sprintgammon: x 5:1 off:2 | o 1:1 off:2")  # 31 of 36
    assert table.decide_cube(clear, CubeState()).text == "Double, pass"
    with pytest.raises(ValueError, match="Sprintgammon"):
        table.lookup(pos("start"))


def test_two_threads_and_two_interruptions_lead_to_the_same_bits(solved: Path, tmp_path: Path) -> None:
    stops = iter(["equity", "owned"])
    following = next(stops)

    def stop(stage: str, _sweeps: int, _residual: float) -> None:
        nonlocal following
        if stage == following:
            following = next(stops, "")
            raise KeyboardInterrupt

    for _ in range(2):
        with pytest.raises(KeyboardInterrupt):
            Solver(tmp_path, 2, stop).run(small())
    Solver(tmp_path, 2, stop).run(small())
    for name in ("probabilities", "unavailable", "jacoby"):
        assert (tmp_path / f"{name}.npy").read_bytes() == (solved / f"{name}.npy").read_bytes()
    assert not list(tmp_path.glob("working-*"))
    (tmp_path / "mine.txt").write_text("kept")
    sprint_solver.discard(tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["mine.txt"]


def test_the_command_reports_a_table_that_is_there(solved: Path) -> None:
    done = CliRunner().invoke(app, ["solve", "sprintgammon", "--folder", str(solved), "--json"])
    assert done.exit_code == 0
    assert set(json.loads(done.stdout)["residuals"]) == {"equity", "probabilities", "owned", "centred"}
    assert "is solved in" in CliRunner().invoke(app, ["solve", "sprintgammon", "--folder", str(solved)]).stdout


def test_without_a_table_the_net_answers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BARPOINT_DATA", str(tmp_path))
    with pytest.raises(FileNotFoundError, match="solve sprintgammon"):
        SprintTable.load(table_folder())
    assert table_folder().is_relative_to(tmp_path)


SAMPLE = np.load(Path(__file__).parent / "sprint-sample.npz")
"""Cells drawn evenly from all, then as many of self-play, with what the solved table says of them: five chances, and
the equities with the cube owned, unavailable, centred, and centred with Jacoby. `python -m bench.sprintgammon --sample`
writes it."""
BOUND = 0.005


@pytest.mark.parametrize("half", [0, 1], ids=["random", "self-play"])
def test_answers_without_the_table_are_near_it(half: int) -> None:
    """The mean error is bounded, not the largest: without the cube and with it."""
    net, count = SprintNet.load(), len(SAMPLE["cells"]) // 2
    part = slice(half * count, (half + 1) * count)
    exact = SAMPLE["values"][part].astype(np.float64)
    answers = [net.lookup(position(int(us), int(them))) for us, them in SAMPLE["cells"][part]]
    wanted = np.column_stack([chances_equity(exact[:, :5].T), exact[:, 5:]])
    given = np.array([[answer.equity(kind) for kind in ("cubeless", *CUBEFUL)] for answer in answers])
    mean = np.abs(given - wanted).mean(axis=0)
    assert count >= 1000
    assert mean.max() <= BOUND, dict(zip(("cubeless", *CUBEFUL), mean, strict=True))


@pytest.mark.parametrize(
    "text",
    [
        "sprintgammon: start",
        "sprintgammon: x 24:1 18:1 6:1 | o bar:1 20:1 8:1",
        "sprintgammon: x bar:2 5:1 | o 21:2 3:1",
        "sprintgammon: x 3:1 2:1 off:1 | o 4:1 off:2",
        "sprintgammon: x 2:1 off:2 | o 20:1 4:2",
    ],
)
def test_a_quick_answer_is_one_ply_of_best_play_over_the_net(text: str) -> None:
    """By the board's own generator, and the cube as the solver has it."""
    net, where = SprintNet.load(), pos(text)

    def rolling(value: Callable[[SprintArray], float]) -> float:
        total = 0.0
        for roll in ROLLS:
            after = [ranks(play.after.flip()) for play in legal_plays(where, roll)] or [ranks(where.flip())]
            total += roll.weight * max(-value(row) for row in net.values(np.array(after)).astype(np.float64))
        return total / 36

    answer = net.lookup(where, quick=True)
    unavailable = rolling(lambda row: float(row[sprint_value_kernel.OWNED]))
    doubled = min(1.0, 2 * unavailable)
    owned = rolling(lambda row: float(row[sprint_value_kernel.UNAVAILABLE]))
    centred = rolling(lambda row: float(row[sprint_value_kernel.CENTRED]))
    assert answer.cubeless == pytest.approx(rolling(lambda row: float(chances_equity(row[:5]))), abs=1e-5)
    assert answer.unavailable == pytest.approx(unavailable, abs=1e-5)
    assert answer.owned == pytest.approx(max(owned, doubled), abs=1e-5)
    assert answer.centred == pytest.approx(max(centred, doubled), abs=1e-5)


def test_an_answer_is_a_quick_one_for_the_reply_the_net_likes_best() -> None:
    """Two levels deep, without the cube and with it unavailable to us."""
    net, where = SprintNet.load(), pos("sprintgammon: x 24:1 18:1 6:1 | o bar:1 20:1 8:1")
    total = np.zeros(2)
    for roll in ROLLS:
        replies = [play.after.flip() for play in legal_plays(where, roll)] or [where.flip()]
        values = net.values(np.array([ranks(reply) for reply in replies])).astype(np.float64)
        plain = net.lookup(replies[int(np.argmin(chances_equity(values[:, :5].T)))], quick=True)
        cubeful = net.lookup(replies[int(np.argmin(values[:, sprint_value_kernel.OWNED]))], quick=True)
        total -= roll.weight * np.array([plain.cubeless, cubeful.owned])
    answer, decision = net.lookup(where), net.decide_cube(where, CubeState())
    assert (answer.cubeless, answer.unavailable) == pytest.approx(total / 36, abs=1e-5)
    assert decision.double_take == pytest.approx(2 * answer.unavailable)
    assert max(decision.no_double, min(1.0, decision.double_take)) == pytest.approx(answer.centred)


@given(st.integers(1, sk.HANDS - 1), st.integers(1, sk.HANDS - 1))
def test_the_nets_chances_are_in_order(us: int, them: int) -> None:
    where = position(us, them)
    if where.problems():
        return
    win, gammon, backgammon, lost_gammon, lost_backgammon = SprintNet.load().lookup(where).chances
    assert 0 <= backgammon <= gammon <= win <= 1
    assert 0 <= lost_backgammon <= lost_gammon <= 1 - win + 1e-6


def test_the_net_plays() -> None:
    net = SprintNet.load()
    where = Position.start(SPRINTGAMMON)
    for roll in ROLLS:
        play, worth = net.best_play(where, roll)
        assert play in legal_plays(where, roll)
        assert -3 <= worth <= 3
    value = net.lookup(where)
    assert value.owned >= value.centred >= value.unavailable


@pytest.mark.skipif(not (table_folder() / "card.json").exists(), reason="the Sprintgammon table has not been built")
def test_the_built_table_is_a_fixed_point() -> None:
    table = sprint_knowledge()
    assert isinstance(table, SprintTable)
    assert max(table.card["residuals"].values()) < 1e-6
    openings = tuple(roll for roll in ROLLS if not roll.is_doublet)
    first = table.rolling(Position.start(SPRINTGAMMON), rolls=openings)
    assert first == pytest.approx(0.0836795444708631, abs=1e-6)  # T. Keith's figure (bkgm.com, Hyper Fun 06)
    for us, them in SAMPLE["cells"][:40].astype(np.int64):
        where = position(int(us), int(them))
        assert table.rolling(where) == pytest.approx(table.equity(where), abs=2e-6)
