"""Training: it learns, it is repeatable, and whole numbers say what floats said."""

import json
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

from barpoint.board import ROLLS, Position, legal_plays
from barpoint.board.movegen import board_array
from barpoint.cli.engine.train import app
from barpoint.engine.nets import features_kernel as features
from barpoint.engine.nets.quick_kernel import (
    COUNTS,
    LARGEST,
    quick_scores,
)
from barpoint.engine.nets.weights import brain, read_brain
from barpoint.engine.search.engine import (
    Engine,
    backgammon_engine,
    flip_board,
)
from barpoint.engine.training import (
    net_file,
    quick_trainer,
    quick_training_kernel,
)
from barpoint.engine.training import trainer_kernel as kernels
from barpoint.engine.training.examples import Array, Examples, race_mask
from barpoint.engine.training.holdout import holdout_boards, may_be_learnt
from barpoint.engine.training.labels import relabel
from barpoint.engine.training.trainer import EQUITY, PARTS, Course, Trainer, fresh_weights, read_checkpoint


def met_boards(count: int) -> Array:
    """Boards of random games, siblings side by side."""
    rng = np.random.default_rng(5)
    boards: list[Array] = []
    position = Position.start()
    while len(boards) < count:
        plays = legal_plays(position, ROLLS[int(rng.integers(21))])
        after = [play.after.flip() for play in plays] or [position.flip()]
        boards += [board_array(p) for p in after[:4] if not p.is_over]
        position = after[int(rng.integers(len(after)))]
        if position.is_over or not position.contact:
            position = Position.start()
    return np.array(boards[:count])


@pytest.fixture(scope="module")
def examples() -> Examples:
    boards = met_boards(3000)
    contact = boards[~race_mask(boards)]
    return Examples.of(contact, backgammon_engine().probabilities(contact))


def trained(examples: Examples) -> Trainer:
    trainer = Trainer(fresh_weights(32, 8, features.BUCKETS, 1), Course(60_000, batch=256, rate=8e-3))
    for _ in trainer.train(examples):
        pass
    return trainer


def test_a_small_net_learns_and_does_so_again(examples: Examples) -> None:
    one, two = trained(examples), trained(examples)
    assert one.error**0.5 < 0.25
    for name, value in one.weights.items():
        assert np.array_equal(value, two.weights[name]), name


def test_gradients_are_what_the_loss_grows_by(examples: Examples) -> None:
    boards, labels = examples.boards[:64], examples.labels[:64]
    none = np.zeros(32, bool)
    trainer = Trainer(fresh_weights(32, 8, features.BUCKETS, 1), Course(1, batch=64))

    def loss() -> float:
        off = trainer.predict(boards).astype(float) - labels
        own = (off**2) @ np.array([0.25, 0.125, 0.125, 0.125, 0.125])
        return float(((off @ EQUITY) ** 2 / 2 + own).sum()) * 1000 / 64

    room = trainer._room(64)
    trainer._forward(boards, room)
    parts = tuple(trainer.gradient[name] for name in PARTS)
    kernels.backward(trainer._net, parts, room, labels, none, np.float32(0))
    for name in ("b1", "w3", "b2"):
        weights, gradient = trainer.weights[name].reshape(-1), trainer.gradient[name].reshape(-1)
        at = int(np.argmax(np.abs(gradient)))
        before = weights[at]
        weights[at] = before + 1e-2
        up = loss()
        weights[at] = before - 1e-2
        slope = (up - loss()) / 2e-2
        weights[at] = before
        assert gradient[at] == pytest.approx(slope, rel=0.1), name


def test_siblings_are_neighbours_that_look_alike(examples: Examples) -> None:
    assert 0.3 < examples.siblings.mean() < 1
    apart = np.abs(examples.boards[:-1] - examples.boards[1:]).sum(1)
    assert (apart[examples.siblings[:-1]] <= 12).all()


def test_a_packed_net_says_what_its_floats_said(examples: Examples, tmp_path: Path) -> None:
    trainer = trained(examples)
    trainer.save(tmp_path / "contact.npz")
    assert np.array_equal(read_checkpoint(tmp_path / "contact.npz")["w1"], trainer.weights["w1"])
    Trainer(fresh_weights(32, 4, 1, 1), Course(1)).save(tmp_path / "race.npz")
    quick_trainer.save_quick(quick_trainer.fresh_quick_weights(3), tmp_path / "quick.npz")
    contact, race, rough = (tmp_path / f"{name}.npz" for name in ("contact", "race", "quick"))
    net_file.pack(contact, race, rough, tmp_path / "nets.npz")
    assert "32 x 8 x 5, buckets: 10" in (tmp_path / "card.json").read_text()
    packed = Engine(read_brain(tmp_path / "nets.npz"))
    floats = trainer.predict(examples.boards)
    whole = packed.probabilities(examples.boards)
    assert np.abs(whole[:, 0] - floats[:, 0]).max() < 0.01
    assert np.abs(whole[:, 0] - floats[:, 0]).mean() < 0.001


def test_the_quick_net_learns_which_replies_are_good(examples: Examples, tmp_path: Path) -> None:
    np.savez(tmp_path / "a.npz", board=examples.boards)
    siblings = quick_trainer.Siblings.of([tmp_path / "a.npz"], 2000, seed=1)
    sizes = np.diff(siblings.ends, prepend=0)
    assert sizes.min() >= quick_training_kernel.FEWEST
    assert sizes.max() <= quick_training_kernel.MOST
    weights = quick_trainer.train_quick(siblings, passes=4)
    again = quick_trainer.train_quick(siblings, passes=4)
    assert all(np.array_equal(weights[name], again[name]) for name in weights)
    before, after = (
        quick_trainer.shortlist_losses(w, siblings, 4).mean() for w in (quick_trainer.fresh_quick_weights(3), weights)
    )
    assert after < 0.5 * before
    assert quick_trainer.shortlist_losses(weights, siblings, quick_training_kernel.MOST).max() == 0


def test_what_strength_is_measured_on_is_not_learnt_from(examples: Examples, tmp_path: Path) -> None:
    before, after = examples.boards[7], examples.boards[2000]
    asked = {"board": before.tolist(), "candidates": [{"board": flip_board(after)}]}  # after a play, the mover's view
    (tmp_path / "decisions.jsonl").write_text(json.dumps(asked) + "\n")
    apart = holdout_boards([tmp_path / "decisions.jsonl"])
    same = (examples.boards == before).all(1) | (examples.boards == after).all(1)
    assert np.array_equal(may_be_learnt(examples.boards, apart), ~same)
    np.savez(tmp_path / "a.npz", board=examples.boards, probs=examples.labels)
    assert len(Examples.read([tmp_path / "a.npz"], races=False, apart=apart)) == len(examples) - same.sum()


def test_a_set_with_a_board_kept_apart_is_left_out_whole(examples: Examples, tmp_path: Path) -> None:
    boards = examples.boards[:6]
    asked = {"board": boards[3].tolist(), "candidates": []}
    (tmp_path / "decisions.jsonl").write_text(json.dumps(asked))
    sets = quick_trainer.Siblings(boards, np.arange(6, dtype=np.float32), np.array([2, 5, 6]))
    left = sets.without(holdout_boards([tmp_path / "decisions.jsonl"]))
    assert left.values.tolist() == [0, 1, 5]
    assert left.ends.tolist() == [2, 3]


def test_a_file_of_something_else_keeps_nothing_apart(tmp_path: Path) -> None:
    (tmp_path / "other.jsonl").write_text('{"posid": "4HPwATDgc/ABMA"}\n')
    with pytest.raises(ValueError, match="expected lines with a board and candidates"):
        holdout_boards([tmp_path / "other.jsonl"])
    words = ["quick", "a.npz", "--out", str(tmp_path / "b.npz"), "--without", str(tmp_path / "other.jsonl")]
    assert CliRunner().invoke(app, words).exit_code == 2


def test_the_quick_net_in_whole_numbers_says_what_its_floats_said(examples: Examples) -> None:
    weights = quick_trainer.fresh_quick_weights(3)
    packed = net_file.pack_quick(weights | {"w2": weights["w2"].T})
    table = packed.pop("table")
    net = (np.concatenate([table, -table]), *packed.values())
    floats = tuple(weights[name] for name in ("table", "b", "w2", "b2", "w3"))
    boards = np.zeros((50, 32), np.int8)
    boards[:, :26] = examples.boards[:50]
    found = np.zeros(50, np.float32)
    quick_scores(net, boards, 50, found)
    room = np.zeros(quick_trainer.HIDDEN, np.float32), np.zeros(quick_trainer.SECOND, np.float32)
    said = [quick_training_kernel.score(floats, board, *room) for board in boards]
    assert found == pytest.approx(said, abs=0.02)
    assert not brain().quick[0][LARGEST::COUNTS].any()  # an empty place adds nothing


def test_labels_of_our_own_are_mixed_with_those_given(examples: Examples, tmp_path: Path) -> None:
    given = np.tile(np.array([1, 0, 0, 0, 0], np.float32), (5, 1))
    np.savez(tmp_path / "a.npz", board=examples.boards[:5], probs=given)
    assert list(relabel(tmp_path / "a.npz", tmp_path / "b.npz", share=0.5)) == [5]
    with np.load(tmp_path / "b.npz") as chunk:
        ours = np.array([backgammon_engine().value(board, 1) for board in examples.boards[:5]])
        assert chunk["probs"] == pytest.approx((given + ours) / 2, abs=1e-6)


def test_a_net_file_for_other_features_is_refused(tmp_path: Path) -> None:
    np.savez(tmp_path / "nets.npz", contact_table=np.zeros((3, 3)))
    with pytest.raises(ValueError, match="expected a net file"):
        read_brain(tmp_path / "nets.npz")


def test_weights_too_large_for_16_bits_are_refused() -> None:
    weights = fresh_weights(16, 4, 1, 1)
    with pytest.raises(ValueError, match="16 bits"):
        net_file.pack_net(weights | {"table": weights["w1"] + 100})
