"""The cube folded up a tree: what brute force finds, nothing where the cube is dead, plays chosen for the score."""

import json
from pathlib import Path
from typing import Any

import pytest

from barpoint.board import ROLLS, Position, Roll, legal_plays, pos
from barpoint.board.movegen import board_array
from barpoint.engine.bearoff.bearoff_tables import TwoSidedTable
from barpoint.engine.cube.cube_actions import (
    CubeAction,
    CubeState,
    Owner,
    cubeful_equity,
)
from barpoint.engine.cube.cube_search import (
    Stakes,
    decide_by_search,
    evaluate_by_search,
    leaf_worths,
    rank_by_search,
)
from barpoint.engine.cube.match_equity import (
    Away,
    MatchEquityTable,
    mwc_of,
    payoffs,
)
from barpoint.engine.cube.static_cube import decide_at, exact_decision
from barpoint.engine.evaluator import Chances, lawful
from barpoint.engine.knowledge import SearchKnowledge, knowledge_of
from barpoint.engine.nets.weights import brain
from barpoint.engine.search.engine import (
    WIDE,
    Engine,
    backgammon_engine,
)
from barpoint.engine.search.search_width import SearchWidth
from barpoint.engine.search.tree_cache import CachedTree
from barpoint.notation.ids.position_ids import read_position_id

GNUBG: list[dict[str, Any]] = json.loads((Path(__file__).parent / "gnubg-cubes.json").read_text())["decisions"]
"""Written by `python -m tests.peers.record_gnubg_cubes`."""

WINDOWS: list[dict[str, Any]] = json.loads((Path(__file__).parent / "cube-windows.json").read_text())
"""The forty of `python -m bench.cube_windows`, 324 games each."""

CONTACT = "x 24:1 8:3 6:5 5:2 4:2 3:2 | o 24:2 13:3 8:3 6:5 4:2"
BEHIND = "x 24:2 13:3 8:3 6:5 3:2 | o bar:1 24:1 13:4 8:3 6:4 5:2"
SMALL = "x 24:1 2:1 off:13 | o 8:2 2:1 off:12"

STATES = [
    CubeState(),
    CubeState(jacoby=True),
    CubeState(jacoby=True, beavers=True),
    CubeState(2, Owner.OURS),
    CubeState(2, Owner.THEIRS),
    CubeState(score=Away(5, 7)),
    CubeState(2, Owner.OURS, Away(5, 3)),
    CubeState(2, Owner.THEIRS, Away(9, 4)),
    CubeState(score=Away(3, 1)),  # after Crawford
    CubeState(score=Away(3, 1, crawford=True)),
    CubeState(4, Owner.OURS, Away(6, 5)),
]


@pytest.fixture(scope="module")
def wide() -> Engine:
    return Engine(brain(), WIDE)


def static(position: Position) -> Chances:
    return Chances(*map(float, backgammon_engine().probabilities(board_array(position)[None])[0]))


def turned(state: CubeState) -> CubeState:
    return Stakes(state).flip().state


def doubled(state: CubeState) -> CubeState:
    return CubeState(2 * state.value, Owner.THEIRS, state.score, state.jacoby, state.beavers)


def points(position: Position, state: CubeState) -> float:
    """What a game that the side on roll has lost is worth to it: money points, or MWC."""
    lost = static(position)
    if state.score is None:
        whole = 1.0 if state.jacoby and state.owner is Owner.CENTRED else -lost.equity
        return -state.value * whole
    _, lose = payoffs(state.score)
    level = 1 + round(lost.lose_gammon) + round(lost.lose_backgammon)
    return float(lose[min(level * state.value, len(lose) - 1)])


def janowski(position: Position, state: CubeState) -> float:
    """The static cubeful value before an action, in the same units."""
    worth = decide_at(position, static(position), state).no_double
    return state.value * worth if state.score is None else mwc_of(worth, state.score, state.value)


def before_action(position: Position, state: CubeState, level: int) -> float:
    """The definition, slowly."""
    if level == 0:
        return janowski(position, state)
    total = 0.0
    for roll in ROLLS:
        after = [play.after.flip() for play in legal_plays(position, roll)] or [position.flip()]
        reply = min(after, key=lambda p: static(p).equity)
        theirs = after_action(reply, turned(state), level - 1)
        total += roll.weight * (-theirs if state.score is None else 1 - theirs)
    return total / 36


def after_action(position: Position, state: CubeState, level: int) -> float:
    if position.is_over:
        return points(position, state)
    if level == 0 and state.score is None and exact_decision(position, CubeState()):
        kind = {Owner.CENTRED: "centred", Owner.OURS: "owned", Owner.THEIRS: "unavailable"}[state.owner]
        return state.value * TwoSidedTable.load().equity(position.us[1:7], position.them[1:7], kind)
    plain = before_action(position, state, level)
    if not state.available or state.dead:
        return plain
    taken = before_action(position, doubled(state), level)
    if state.score is not None:
        win, _ = payoffs(state.score)
        return max(plain, min(taken, float(win[state.value])))
    if state.beavers and taken < 0:
        taken *= 2
    return max(plain, min(taken, state.value))


@pytest.mark.parametrize("state", STATES, ids=str)
@pytest.mark.parametrize(("text", "level"), [(CONTACT, 0), (BEHIND, 1), (SMALL, 2)])
def test_a_cube_decision_is_what_brute_force_finds(wide: Engine, text: str, level: int, state: CubeState) -> None:
    position = pos(text)
    _, found = decide_by_search(wide, position, Stakes(state), level)
    figures = (before_action(position, state, level), before_action(position, doubled(state), level))
    if state.score is None:
        expected = tuple(figure / state.value for figure in figures)
    else:
        score = state.score
        expected = tuple(
            2 * (figure - low) / (high - low) - 1 for figure in figures for low, high in [ends(score, state)]
        )
    assert (found.no_double, found.double_take) == pytest.approx(expected, abs=2e-4)
    assert found.double_pass == pytest.approx(1)


def ends(score: Away, state: CubeState) -> tuple[float, float]:
    """MWC after losing and after winning the cube's value."""
    table = MatchEquityTable.kazaross()
    return table.after(score, -state.value), table.after(score, state.value)


@pytest.mark.parametrize("level", [0, 1, 2])
def test_a_dead_cube_changes_nothing(level: int) -> None:
    """At double match point a game is worth its wins; in the Crawford game its wins, gammons and no cube."""
    position = pos(BEHIND)
    chances = backgammon_engine().evaluate(position, level)
    _, last = decide_by_search(backgammon_engine(), position, Stakes(CubeState(score=Away(1, 1))), level)
    assert last.no_double == pytest.approx(2 * chances.win - 1, abs=1e-5)
    assert last.action is CubeAction.DEAD_CUBE
    crawford = CubeState(score=Away(1, 3, crawford=True))
    _, found = decide_by_search(backgammon_engine(), position, Stakes(crawford), level)
    assert found.no_double == pytest.approx(cubeful_equity(lawful(chances), crawford, 0.0), abs=1e-4)


def test_without_stakes_plays_rank_as_the_compiled_search_has_them() -> None:
    position, roll = pos(BEHIND), Roll(4, 2)
    ours, compiled = (
        rank_by_search(backgammon_engine(), position, roll, 2, None),
        backgammon_engine().rank_plays(position, roll, 2),
    )
    assert [entry.play for entry in ours[:3]] == [entry.play for entry in compiled[:3]]
    for a, b in zip(ours, compiled, strict=True):
        assert a.level == b.level or a.play != b.play
    assert ours[0].chances == pytest.approx(compiled[0].chances, abs=1e-5)


def test_a_play_is_worth_what_the_position_after_it_is_to_the_other_side(wide: Engine) -> None:
    position, roll, stakes = (
        pos("x 24:1 8:2 2:1 off:11 | o 8:2 6:2 off:11"),
        Roll(6, 2),
        Stakes(CubeState(score=Away(4, 3))),
    )
    for entry in rank_by_search(wide, position, roll, 1, stakes):
        _, theirs = decide_by_search(wide, entry.play.after.flip(), stakes.flip(), 1)
        assert entry.worth == pytest.approx(-theirs.equity, abs=1e-6)
        assert evaluate_by_search(wide, entry.play, 1, stakes).worth == pytest.approx(entry.worth, abs=1e-6)


def test_a_play_that_wins_the_game_is_worth_the_game() -> None:
    position, roll = pos("x 1:1 off:14 | o 13:15"), Roll(6, 5)
    for state, worth in ((CubeState(), 2.0), (CubeState(jacoby=True), 1.0), (CubeState(score=Away(1, 1)), 1.0)):
        for plies in (0, 1):
            assert rank_by_search(backgammon_engine(), position, roll, plies, Stakes(state))[0].worth == pytest.approx(
                worth
            )


def test_gammons_are_played_for_where_they_count() -> None:
    """At double match point the slot that wins fewest games but most gammons loses its point."""
    position, roll = Position.start(), Roll(6, 4)
    known = knowledge_of()
    last = known.rank_plays(position, roll, 1, stakes=Stakes(CubeState(score=Away(1, 1))))
    assert last[0].worth == pytest.approx(2 * last[0].chances.win - 1, abs=1e-5)
    needs_gammon = known.rank_plays(position, roll, 1, stakes=Stakes(CubeState(score=Away(2, 1, crawford=True))))
    gammonish = next(entry for entry in last if entry.play == needs_gammon[0].play)
    assert needs_gammon[0].chances.win_gammon >= gammonish.chances.win_gammon - 1e-6
    assert needs_gammon[0].chances.win_gammon > last[0].chances.win_gammon


def test_what_is_remembered_leaves_no_trace() -> None:
    remembering = CachedTree(backgammon_engine())
    position, stakes = pos(BEHIND), Stakes(CubeState(score=Away(5, 7)))
    first = SearchKnowledge(remembering).rank_plays(position, Roll(4, 2), 1, stakes=stakes)
    again = SearchKnowledge(remembering).rank_plays(position, Roll(4, 2), 1, stakes=stakes)
    assert first == again == knowledge_of().rank_plays(position, Roll(4, 2), 1, stakes=stakes)


def test_static_worths_are_janowskis() -> None:
    _, leaves = backgammon_engine().look(board_array(pos(BEHIND)), 0)
    _, decision = decide_by_search(backgammon_engine(), pos(BEHIND), Stakes(CubeState()), 0)
    assert leaf_worths(leaves, Stakes(CubeState()))[0] == pytest.approx(decision.equity)


@pytest.mark.parametrize(
    ("ours", "theirs", "action"),
    [
        ("6:5 5:5 4:5", "6:5 5:5 4:4 3:1", CubeAction.NO_DOUBLE_TAKE),  # 75 pips against 74
        ("6:5 5:5 4:5", "7:3 6:4 5:4 4:4", CubeAction.DOUBLE_TAKE),  # six ahead
        ("6:5 5:5 4:5", "8:3 6:5 5:5 4:2", CubeAction.DOUBLE_PASS),  # twelve ahead
    ],
)
def test_races_of_the_textbook(ours: str, theirs: str, action: CubeAction) -> None:
    """Double when eight or nine of a hundred ahead, pass when more than twelve behind."""
    _, found = decide_by_search(backgammon_engine(), pos(f"x {ours} | o {theirs}"), Stakes(CubeState()), 2)
    assert found.action is action


def asked(row: dict[str, Any]) -> tuple[Position, CubeState]:
    """A recorded question; gnubg's player 1 is the mover."""
    cube, score = row["cube"], None
    if cube["match"]:
        theirs, ours = (cube["match"] - points for points in cube["score"])
        score = Away(ours, theirs, bool(cube["crawford"]))
    owner = {-1: Owner.CENTRED, 1: Owner.OURS, 0: Owner.THEIRS}[cube["owner"]]
    return read_position_id(row["posid"]), CubeState(cube["value"], owner, score, bool(cube["jacoby"]))


def test_decisions_two_levels_deep_are_gnubgs() -> None:
    """Other nets, the same cube: equities a few hundredths apart, actions alike wherever they are not a toss-up."""
    apart = []
    for row in GNUBG:
        position, state = asked(row)
        _, found = decide_by_search(backgammon_engine(), position, Stakes(state), 2)
        apart.append(abs(found.no_double - row["no_double"]))
        assert found.double_take == pytest.approx(row["double_take"], abs=0.15), row
        margin = min(abs(row["no_double"] - min(row["double_take"], 1)), abs(row["double_take"] - 1))
        if margin >= 0.02:
            assert found.text.lower() == row["action"].lower(), row
    assert max(apart) < 0.05
    assert sum(apart) / len(apart) < 0.01


@pytest.mark.parametrize(
    "text",
    [
        "x 16:1 12:1 6:2 5:2 4:3 3:4 2:2 | o 24:1 6:3 4:2 3:4 2:3 1:2",  # rolled out 0.955 ± 0.014 taken
        "x 21:1 16:1 8:3 7:1 6:3 5:2 3:2 1:2 | o 23:3 21:2 8:1 6:3 5:3 2:3",  # 0.652 ± 0.024
        "x 13:3 11:2 8:3 7:2 6:3 5:2 | o 22:3 13:2 9:1 8:2 7:1 6:2 5:2 4:1 3:1",  # 0.893 ± 0.029
    ],
)
def test_a_redouble_at_a_score_that_games_take_is_taken(text: str) -> None:
    """5-away 7-away, the cube at 2: a life of .6 for every cube would pass the first."""
    redouble = CubeState(2, Owner.OURS, Away(5, 7))
    _, found = decide_by_search(backgammon_engine(), pos(text), Stakes(redouble), 2)
    assert found.double_take < 1


def test_first_doubles_at_a_score_are_worth_what_games_say() -> None:
    """Forty windows that the life of the cube was not fitted to (`bench.cube_windows --seed 57`)."""
    apart = []
    for row in WINDOWS:
        state = CubeState(row["cube"][0], Owner(row["cube"][1]), Away(*row["cube"][2:]))
        _, found = decide_by_search(backgammon_engine(), pos(row["position"]), Stakes(state), 2)
        apart.append(found.double_take - row["rolled"][1])
    assert sum(map(abs, apart)) / len(apart) < 0.062  # 0.065 with the life of a money cube


def test_a_wider_search_looks_at_more_plays_deeply() -> None:
    known, start = knowledge_of(), Position.start()
    counts = [
        sum(entry.level == 2 for entry in known.rank_plays(start, Roll(5, 2), 2, width=width)) for width in SearchWidth
    ]
    assert counts == sorted(counts)
    assert counts[0] < counts[1] < counts[2]


def test_a_play_far_behind_at_one_level_is_looked_at_if_the_search_is_wide() -> None:
    """The normal width leaves out what is 0.06 behind after one level, though it may be best after two."""
    known, start = knowledge_of(), Position.start()
    shallow = {entry.play.packed: entry.worth for entry in known.rank_plays(start, Roll(5, 2), 1)}
    behind = {packed for packed, worth in shallow.items() if 0.08 < max(shallow.values()) - worth < 0.12}
    assert behind
    normal, large = (
        {entry.play.packed for entry in known.rank_plays(start, Roll(5, 2), 2, width=width) if entry.level == 2}
        for width in (SearchWidth.NORMAL, SearchWidth.LARGE)
    )
    assert not behind & normal
    assert behind & large


@pytest.mark.parametrize("stakes", [None, Stakes(CubeState(score=Away(3, 5)))])
def test_the_first_plays_can_all_be_looked_at_equally_deep(stakes: Stakes | None) -> None:
    ranked = knowledge_of().rank_plays(Position.start(), Roll(5, 2), 2, stakes=stakes, deep=8)
    assert [entry.level for entry in ranked[:8]] == [2] * 8
    worths = [entry.worth for entry in ranked[:8]]
    assert worths == sorted(worths, reverse=True)
