"""What the remedies of a ruling come to in figures: score, cube, clocks, turn, winner, as far as the facts tell.

The rule of a kind adds what its remedies do not show. Facts are read by the names all kinds share: `length`,
`score_white`, `score_black`, `cube`, `time_white`, `time_black`, `crawford_done`.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any, Final

from barpoint.board import Side
from barpoint.match import add_points, at_match_point, winner_by_score
from barpoint.match.format import Length
from barpoint.officiating import remedy as r
from barpoint.officiating.answer import ROLL_WAITS, Consequences, Option, Penalty, PenaltyStep
from barpoint.officiating.facts import FactValue
from barpoint.officiating.phrases import side_name
from barpoint.rulebook.profiles import PointsDestination
from barpoint.rulebook.tariff import forfeit_points, hold_in_trust

Changes = dict[str, Any]
Known = Callable[[str], FactValue | None]  # a fact by its key, if anybody has said


def derive_consequences(then: Consequences, remedies: tuple[r.Remedy, ...], known: Known) -> Consequences:
    """`then`, with what the remedies themselves change; what `then` says goes before."""
    changes: Changes = {}
    for remedy in remedies:
        reader = _READERS.get(type(remedy))
        if reader is not None:
            reader(remedy, known, changes)
    if not changes:
        return then
    _keep_early_roll(then, remedies, changes)
    if "winner" in changes:
        changes.pop("crawford", None)  # no game follows
    return replace(then, **{key: value for key, value in changes.items() if not _is_set(getattr(then, key))})


def _keep_early_roll(then: Consequences, remedies: tuple[r.Remedy, ...], changes: Changes) -> None:
    """A roll that stands though the other side's turn is not over: it waits, and nobody takes it for that side's."""
    for remedy in remedies:
        if isinstance(remedy, r.RollStands) and then.turn is remedy.side.other:
            changes["pending"] = f"{side_name(remedy.side)}{ROLL_WAITS}"


def option_figures(option: Option, known: Known, points_go: PointsDestination) -> Option:
    """An option with what its remedies and penalties change, as far as the facts tell."""
    changes = r.GivePoints, r.ChangeClock, r.LoseGame, r.LoseMatch
    done = option.remedies
    if not any(isinstance(remedy, changes) for remedy in done):
        done = (*done, *(remedy for penalty in option.penalties for remedy in _penalty_remedies(penalty, points_go)))
    figures = derive_consequences(option.consequences, done, known)
    return option if figures == option.consequences else replace(option, consequences=figures)


def _penalty_remedies(penalty: Penalty, points_go: PointsDestination) -> Iterator[r.Remedy]:
    """What a penalty comes to in a match; one that falls due later comes to nothing in this one."""
    side = penalty.side
    if side is None or penalty.later:
        return
    if penalty.step is PenaltyStep.POINTS and penalty.points:
        off = points_go is PointsDestination.OFF_THE_OFFENDER
        yield r.GivePoints(side if off else side.other, -penalty.points if off else penalty.points)
    elif penalty.step is PenaltyStep.TIME and penalty.time:
        yield r.ChangeClock(side, -penalty.time)
    elif penalty.step is PenaltyStep.GAME:
        yield r.LoseGame(side)
    elif penalty.step is PenaltyStep.MATCH:
        yield r.LoseMatch(side)


def _is_set(value: object) -> bool:
    return value is not None and value != "" and value != ()


def told_score(known: Known) -> tuple[int, int] | None:
    """The score, if both sides' points were told."""
    white, black = known("score_white"), known("score_black")
    return (int(white), int(black)) if white is not None and black is not None else None


def after_score(score: tuple[int, int], known: Known, before: tuple[int, int] | None = None) -> Changes:
    """A score with what it means: who has won, and whether the next game is the Crawford game.

    Where nobody was one point short at the score `before`, no Crawford game can have been played.
    """
    changes: Changes = {"score": score}
    points = known("length")
    if points is None or int(points) < 1:
        return changes
    length = Length(points=int(points))
    winner = winner_by_score(score, length)
    if winner is not None:
        return changes | {"winner": winner.value}
    if length.points != 1 and at_match_point(score, length):
        first = before is not None and not at_match_point(before, length)
        played = not first and (known("crawford_done") or known("crawford_played"))
        return changes | {"crawford": "played" if played else "next_game"}
    return changes | {"crawford": "none"}


def _give_points(remedy: r.GivePoints, known: Known, changes: Changes) -> None:
    score = changes.get("score") or told_score(known)
    if score is not None:
        changes.update(after_score(add_points(score, remedy.side, remedy.points), known, score))
    won = changes.get("points_won", (0, 0))
    changes["points_won"] = add_points(won, remedy.side, remedy.points)


def _lose_game(remedy: r.LoseGame, known: Known, changes: Changes) -> None:
    changes["game"] = "over"
    cube = known("cube")
    if cube is None:
        return
    points = remedy.level * forfeit_points(int(cube))
    changes["points_won"] = add_points((0, 0), remedy.side.other, points)
    score = told_score(known)
    if score is not None:
        changes.update(after_score(add_points(score, remedy.side.other, points), known, score))


def _set_position(remedy: r.SetPosition, _: Known, changes: Changes) -> None:
    changes["position"], changes["turn"] = remedy.position, remedy.turn
    if remedy.dice is not None:
        changes["roll"] = f"{remedy.dice[0]}{remedy.dice[1]}"


def _set_cube(remedy: r.SetCube, _: Known, changes: Changes) -> None:
    changes["cube"] = remedy.value
    changes["cube_owner"] = "middle" if remedy.owner is None else remedy.owner.value


def _change_clock(remedy: r.ChangeClock, known: Known, changes: Changes) -> None:
    before = changes.get("clock_changes", (0, 0))
    changes["clock_changes"] = add_points(before, remedy.side, remedy.change)
    shown = [_time(side, known, penalised=side is remedy.side and remedy.change < 0) for side in Side]
    if any(time is not None for time in shown):
        changes["clocks"] = tuple(
            None if time is None else int(time) + change
            for time, change in zip(shown, changes["clock_changes"], strict=True)
        )


def _time(side: Side, known: Known, *, penalised: bool) -> FactValue | None:
    """What a side's clock shows; `reserve` alone is that of whoever loses time by the ruling."""
    keys = (f"time_{side.value}", f"reserve_{side.value}", *(("reserve",) if penalised else ()))
    return next((time for time in map(known, keys) if time is not None), None)


def _bring_clock(remedy: r.BringClock, _: Known, changes: Changes) -> None:
    rules = remedy.rules
    set_to = hold_in_trust(rules.reserve, rules.trust)[0]
    shown = remedy.reserve or (set_to, set_to)
    changes["clocks"] = tuple(None if side in rules.untimed else time for side, time in zip(Side, shown, strict=True))
    changes["untimed"] = rules.untimed


_READERS: Final[dict[type, Callable[[Any, Known, Changes], None]]] = {
    r.GivePoints: _give_points,
    r.LoseGame: _lose_game,
    r.LoseMatch: lambda remedy, _, changes: changes.update(winner=remedy.side.other.value),
    r.SetScore: lambda remedy, known, changes: changes.update(after_score(remedy.score, known)),
    r.SetLength: lambda remedy, _, changes: changes.update(length=remedy.points),
    r.SetPosition: _set_position,
    r.SetCube: _set_cube,
    r.ChangeClock: _change_clock,
    r.BringClock: _bring_clock,
    r.NewGame: lambda _, __, changes: changes.update(game="begun_anew", roll="new opening roll"),
    r.RollAgain: lambda remedy, _, changes: changes.update(turn=remedy.side, roll="new"),
    r.RollStands: lambda remedy, _, changes: changes.update(turn=remedy.side, roll="stands"),
    r.PlayAgain: lambda remedy, _, changes: changes.update(turn=remedy.side, roll="the same", play_may_change=True),
    r.FreePlay: lambda remedy, _, changes: changes.update(turn=remedy.side, play_may_change=True),
}
