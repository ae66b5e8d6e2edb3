"""The works that leave compiled kernels behind (`jit_worker`): each does once what needs the kernels of one kind.

Together they call every kernel with every set of types that Barpoint ever calls it with, so that an installed package
compiles nothing. Their results are of no interest, and they are as small as they can be.
"""

from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pathlib import Path

    from barpoint.board import Discipline
    from barpoint.engine.cube.cube_search import Stakes


def list_plays() -> None:
    """The plays of a roll, as a tree and as a graph for a screen."""
    from barpoint.board import DISCIPLINES, Position, Roll, choices, hop_tree, legal_plays

    for rules in DISCIPLINES.values():
        start, roll = Position.start(rules), Roll(3, 1)
        legal_plays(start, roll)
        hop_tree(start, roll)
        choices(start, roll)


def judge_claims() -> None:
    """What is certain whatever is rolled."""
    from barpoint.board import pos
    from barpoint.board.certainty import certain_win

    certain_win(pos("x 7:1 6:5 | o 20:1 1:3"), budget=2)


def count_positions() -> None:
    """How many positions lie ahead."""
    from barpoint.board import Position, board_array, rules_array
    from barpoint.board.kernels import perft

    start = Position.start()
    perft(board_array(start), rules_array(start.discipline), 1, False)


def build_tables() -> None:
    """One side's bear-off."""
    from barpoint.engine.bearoff.bearoff_tables import (
        ONE_SIDED,
        OneSidedTable,
        home_rank,
    )

    OneSidedTable.load()
    home_rank((1, 0, 0, 0, 0, 0), ONE_SIDED)


def build_pairs() -> None:
    """Both sides' bear-off, and its exact cube."""
    from barpoint.board import pos
    from barpoint.engine.bearoff.bearoff_tables import TwoSidedTable, bearoff_probabilities
    from barpoint.engine.cube.cube_actions import CubeState
    from barpoint.engine.cube.static_cube import exact_decision

    TwoSidedTable.load().decision((1, 0, 0, 0, 0, 1), (0, 1, 0, 0, 0, 0), owned=False)
    short = pos("x 6:1 1:1 | o 2:1")
    exact_decision(short, CubeState())
    bearoff_probabilities(short)


def value_statically() -> None:
    """A position by the nets alone."""
    from barpoint.board import Position
    from barpoint.engine.search.engine import backgammon_engine

    backgammon_engine().evaluate(Position.start())


def look_ahead() -> None:
    """A position a level deep."""
    from barpoint.board import Position
    from barpoint.engine.search.engine import backgammon_engine

    start = Position.start()
    backgammon_engine().evaluate(start, 1)
    backgammon_engine().look(backgammon_engine().board(start), 1)


def rank_plays() -> None:
    """The plays of a roll, statically and a level deep."""
    from barpoint.board import Position, Roll
    from barpoint.engine.search.engine import backgammon_engine

    backgammon_engine().rank_plays(Position.start(), Roll(3, 1), 1)
    backgammon_engine().candidates(Position.start(), Roll(3, 1))


def fold_cube() -> None:
    """The cube folded up a tree."""
    from barpoint.engine.cube.cube_search import fold_leaves, leaf_worths
    from barpoint.engine.search.engine import new_leaves

    for stakes in _stakes():
        fold_leaves(new_leaves(1), 1, stakes)
        leaf_worths(new_leaves(1), stakes)


def judge_cube() -> None:
    """The cube by chances alone, and its window."""
    from barpoint.engine.cube.cube_actions import cubeful_equity, decide_cube
    from barpoint.engine.cube.match_equity import market_window
    from barpoint.engine.evaluator import Chances

    chances = Chances(0.5, 0.1, 0.0, 0.1, 0.0)
    for stakes in _stakes():
        cubeful_equity(chances, stakes.state)
        decide_cube(chances, stakes.state)
        market_window(stakes.state.score)


def roll_out() -> None:
    """A few games, luck taken out."""
    from barpoint.board import pos
    from barpoint.engine.rollout.rollout import (
        Rollout,
        RolloutSettings,
        position_contender,
    )

    short = pos("x 6:2 1:1 | o 6:2 2:1")
    for stakes in _stakes():
        for cubeful in (False, True):
            settings = RolloutSettings(games=1, least=1, cubeful=cubeful, truncate=1)
            Rollout([position_contender(short, stakes.state)], settings).run()


def roll_out_plainly() -> None:
    """A few games of Longgammon; Sprintgammon's are the same kernel's."""
    from barpoint.board import LONGGAMMON, SPRINTGAMMON, Position
    from barpoint.engine.rollout.rollout import Rollout, RolloutSettings, position_contender

    settings = RolloutSettings(games=1, least=1, truncate=1)
    for rules in (LONGGAMMON, SPRINTGAMMON):
        Rollout([position_contender(Position.start(rules))], settings).run()


def value_longgammon() -> None:
    """A position of Longgammon, statically and a level deep."""
    from barpoint.board import LONGGAMMON, Position
    from barpoint.engine.longgammon.engine import longgammon_engine

    start = Position.start(LONGGAMMON)
    longgammon_engine().evaluate(start, 1)


def rank_longgammon() -> None:
    """The plays of a roll of Longgammon."""
    from barpoint.board import LONGGAMMON

    _play(LONGGAMMON)


def value_sprintgammon() -> None:
    """Positions, plays and the cube of Sprintgammon."""
    from barpoint.board import SPRINTGAMMON

    _play(SPRINTGAMMON)


def train_nets() -> None:
    """Both big nets, and what they say of boards."""
    from barpoint.engine.nets.features_kernel import BUCKETS

    _train(BUCKETS)
    _train(1)


def train_quick() -> None:
    """The quick net."""
    from pathlib import Path

    from barpoint.engine.training import quick_trainer

    with TemporaryDirectory() as place:
        siblings = quick_trainer.Siblings.of([_chunk(Path(place))], 40, seed=1)
        quick_trainer.shortlist_losses(quick_trainer.train_quick(siblings, passes=1), siblings, 2)


def train_longgammon() -> None:
    """Longgammon's net by its own games, and its labels a level ahead."""
    from barpoint.board import LONGGAMMON, rules_array
    from barpoint.engine.bearoff.bearoff_tables import kernel_tables
    from barpoint.engine.longgammon import long_kernel
    from barpoint.engine.training.inputs import LONGGAMMON as INPUTS
    from barpoint.engine.training.longgammon import HIDDEN, SECOND, positions_met, whole_numbers
    from barpoint.engine.training.trainer import Course, Trainer, fresh_weights

    trainer = Trainer(fresh_weights(HIDDEN, SECOND, INPUTS.buckets, 1, INPUTS), Course(256, batch=256), INPUTS)
    boards, labels = positions_met(trainer, 1, ahead=False)
    trainer.step(boards[:256], labels[:256], _no_siblings(128))
    net = whole_numbers(trainer)
    long_kernel.label(net, kernel_tables(), rules_array(LONGGAMMON), boards[:1], long_kernel.desk(len(net[1])), labels)


def label() -> None:
    """Labels of our own."""
    from pathlib import Path

    from barpoint.engine.training.labels import relabel

    with TemporaryDirectory() as place:
        for _ in relabel(_chunk(Path(place)), Path(place) / "own.npz", plies=0):
            pass


def solve_sprintgammon() -> None:
    """A column of each sweep."""
    from dataclasses import replace
    from pathlib import Path

    from barpoint.engine.sprintgammon.sprint_solver import Moves, Solver

    moves = Moves.build(walls={0})
    with TemporaryDirectory() as place:
        Solver(Path(place)).try_sweeps(replace(moves, span=(moves.span[0][:1], moves.span[1][:1])))


def _stakes() -> "list[Stakes]":
    """A cube for money and one in a match."""
    from barpoint.engine.cube.cube_actions import CubeState
    from barpoint.engine.cube.cube_search import Stakes
    from barpoint.engine.cube.match_equity import Away

    return [Stakes(CubeState()), Stakes(CubeState(score=Away(3, 5)))]


def _play(rules: "Discipline") -> None:
    """Whatever a bot does in a discipline."""
    from barpoint.board import Position, Roll
    from barpoint.engine.knowledge import knowledge_of

    known, start = knowledge_of(rules), Position.start(rules)
    for stakes in _stakes():
        known.rank_plays(start, Roll(3, 1), 0, None, stakes)
        known.cube_decision(start, stakes, 0)


def _chunk(place: "Path") -> "Path":
    """A file of labelled boards: each position that a roll from the start leads to."""
    import numpy as np

    from barpoint.board import ROLLS, Position, board_array, legal_plays

    start = Position.start()
    boards = np.array([board_array(play.after.flip()) for roll in ROLLS for play in legal_plays(start, roll)])
    chances = np.full((len(boards), 5), 0.1, np.float32)
    np.savez(place / "chunk.npz", board=boards, probs=chances)
    return place / "chunk.npz"


def _train(buckets: int) -> None:
    """A step of a small net."""
    from pathlib import Path

    from barpoint.engine.training.examples import Examples
    from barpoint.engine.training.trainer import Course, Trainer, fresh_weights

    with TemporaryDirectory() as place:
        examples = Examples.read([_chunk(Path(place))], races=False)
    trainer = Trainer(fresh_weights(32, 8, buckets, 1), Course(64, batch=64))
    for _ in trainer.train(examples):
        pass
    trainer.predict(examples.boards)


def _no_siblings(count: int) -> Any:
    import numpy as np

    return np.zeros(2 * count, bool)[:count]
