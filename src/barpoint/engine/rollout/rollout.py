"""Rollouts: positions valued by playing them out many times with the luck taken out.

Terms
-----
contender   one of the things compared: a position, the position after a play, or a cube action.
round       so many games of every contender still in; only at its end is anything stopped or struck out,
            so a result depends on the settings and the seed, not on threads, machines or interruptions.
error       the standard error of a mean. Games of one round share their first throws in equal parts, so the spread
            is taken within equal first throws.
behind      a contender's distance to the best one, with the error of the difference: both meet the same dice.

The same settings and seed give the same digits with one thread or many, on one machine or on a cluster (`workers`
says who plays the games), in one go or resumed from a state file. What is not rolled out is `search`'s.
"""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from hashlib import sha256
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

import msgspec
import numpy as np

from barpoint.board import BACKGAMMON, DISCIPLINES, Discipline, Layout, Play, Position, board_array
from barpoint.engine.compilation import PLAIN_ROLLOUT, ROLLOUT, ready_for
from barpoint.engine.cube.cube_actions import (
    CubeDecision,
    CubeState,
    Owner,
    decide_by_equities,
)
from barpoint.engine.cube.match_equity import (
    Away,
    MatchEquityTable,
    equity_of,
    payoffs,
)
from barpoint.engine.evaluator import Array, Chances
from barpoint.engine.nets.weights import WEIGHTS
from barpoint.engine.rollout import rollout_kernel as kernel
from barpoint.engine.rollout.workers import (
    RolloutTask,
    ThreadWorkers,
    Workers,
    is_plain,
)

ROUND: Final = 2 * kernel.BLOCK
CHUNK: Final = 12
"""Games handed out at a time."""
_CENTRED: Final = CubeState()
_EQUITY: Final = np.array([2.0, 1.0, 1.0, -1.0, -1.0])


class RolloutSettings(msgspec.Struct, frozen=True, kw_only=True):
    """How a rollout is done. `games` is the most; `target_error` and `strike_at` may end it sooner (0: they do not)."""

    games: int = 1296
    least: int = 324
    """Games before anything is stopped or struck out."""
    seed: int = 1
    cubeful: bool = False
    plies: int = 0
    """Levels the plays of both sides look ahead."""
    truncate: int = 0
    """Plies after which a game is cut off and valued; 0 plays to the end."""
    reduced: bool = True
    """Whether luck is taken out."""
    stratified: bool = True
    to_bearoff: bool = True
    """Whether exact tables end a game; cubeful games use them for money only."""
    keep: int = 2
    """Replies shown to the big nets where luck is measured."""
    target_error: float = 0.0
    strike_at: float = 0.0
    """A contender this many errors behind the best is struck out."""

    def __post_init__(self) -> None:
        if self.games < 1 or self.least < 1:
            raise ValueError(f"expected at least one game, not {min(self.games, self.least)}")
        if not 0 <= self.plies <= 2:
            raise ValueError(f"plays of a rollout look 0 to 2 levels ahead, not {self.plies}")
        if min(self.truncate, self.keep, self.target_error, self.strike_at) < 0:
            raise ValueError("truncation, replies, target error and strike-out are numbers from 0 up")

    @property
    def whole_games(self) -> int:
        """The games played: stratified ones come in blocks of 36."""
        return -(-self.games // kernel.BLOCK) * kernel.BLOCK if self.stratified else self.games


@dataclass(frozen=True)
class Contender:
    """Something to be rolled out: a board with `state`'s cube, seen by the side on roll there.

    `turned`: the result is wanted for the other side. `unit`: the cube that equities are normalised to.
    """

    name: str
    board: tuple[int, ...]
    state: CubeState = _CENTRED
    turned: bool = False
    unit: int = 1
    may_double: bool = False
    play: Play | None = field(default=None, compare=False)
    discipline: str = field(default=BACKGAMMON.name, repr=False)

    def stakes(self, cubeful: bool) -> tuple[int, ...]:
        """The stakes as the kernel reads them."""
        rotated = int(DISCIPLINES[self.discipline].layout is Layout.ROTATED)
        if not cubeful:
            return (kernel.CUBELESS, 1, 0, 0, 0, 0, 0, 0, rotated)
        score = self.state.score
        away = (score.ours, score.theirs, int(not score.crawford)) if score else (0, 0, 1)
        kind = kernel.MATCH if score else kernel.MONEY
        flags = int(self.state.jacoby), int(self.may_double), rotated
        return (kind, self.state.value, self.state.owner.value, *away, *flags)


@dataclass(frozen=True)
class RolloutStanding:
    """A contender's result so far, for the side that asked."""

    contender: Contender
    games: int
    chances: Chances
    chance_errors: Chances
    equity: float
    error: float
    cubeful: float | None
    """Normalised cubeful equity, with its error; None in a cubeless rollout."""
    cubeful_error: float
    at_score: float | None = None
    """In a cubeless rollout at a score: the normalised equity if the cube stays as it is, with its error."""
    at_score_error: float = 0.0
    behind: float = 0.0
    behind_error: float = 0.0
    struck: bool = False

    @property
    def value(self) -> float:
        """What contenders are compared by."""
        if self.cubeful is not None:
            return self.cubeful
        return self.equity if self.at_score is None else self.at_score

    @property
    def value_error(self) -> float:
        """The error of `value`."""
        if self.cubeful is not None:
            return self.cubeful_error
        return self.error if self.at_score is None else self.at_score_error

    def __str__(self) -> str:
        behind = f" ({-self.behind:+.4f})" if self.behind else ""
        return f"{self.contender.name} {self.value:+.4f} ± {self.value_error:.4f}, {self.games} games{behind}"


@dataclass(frozen=True, repr=False)
class RolloutReport:
    """All standings, in the order of the contenders; `played` of `planned` games."""

    standings: tuple[RolloutStanding, ...]
    played: int
    planned: int
    done: bool

    @property
    def ranking(self) -> tuple[RolloutStanding, ...]:
        """The best first, those struck out last."""
        return tuple(sorted(self.standings, key=lambda s: (s.struck, -s.value)))

    def __repr__(self) -> str:
        """A line for each, the best first."""
        return "\n".join(map(str, self.ranking))


class Rollout:
    """A rollout under way: `run` plays until it is done, and may be called again after an interruption."""

    def __init__(
        self,
        contenders: Sequence[Contender],
        settings: RolloutSettings | None = None,
        workers: Workers | None = None,
        *,
        state: Path | None = None,
        folder: Path | None = None,
        table: MatchEquityTable | None = None,
    ) -> None:
        """`state` is the file it goes on from; `folder` has a file for each rollout, named by what is rolled out."""
        if not contenders:
            raise ValueError("expected something to roll out")
        self.settings = settings or RolloutSettings()
        self.contenders = tuple(contenders)
        self._plain = any(is_plain(DISCIPLINES[contender.discipline]) for contender in contenders)
        if self._plain and self.settings.plies:
            raise ValueError("plays look ahead in rollouts of Backgammon's family alone")
        self.workers = workers or ThreadWorkers(1)
        self._table = table
        self._state = state
        self._results = [np.zeros((0, kernel.COLUMNS)) for _ in self.contenders]
        self._struck = [False] * len(self.contenders)
        if folder is not None:
            state = self._state = folder / f"{self._fingerprint()}.npz"
        if state is not None and state.exists():
            self._resume(state)

    def run(self, report: Callable[[RolloutReport], None] | None = None) -> RolloutReport:
        """Play round after round; `report` hears of every chunk of games."""
        ready_for(*(PLAIN_ROLLOUT if self._plain else ROLLOUT))
        while not self._done():
            self._play_round(report)
            self._strike()
            if self._state is not None:
                self._save(self._state)
        return self.report(done=True)

    def report(self, *, done: bool = False) -> RolloutReport:
        """Where it stands."""
        standings = [self._standing(k) for k in range(len(self.contenders))]
        played = sum(len(rows) for rows in self._results)
        live = [k for k in range(len(self.contenders)) if not self._struck[k]]
        planned = played + sum(self.settings.whole_games - len(self._results[k]) for k in live)
        return RolloutReport(tuple(self._compare(standings)), played, planned, done)

    def _play_round(self, report: Callable[[RolloutReport], None] | None) -> None:
        live = [k for k in range(len(self.contenders)) if not self._struck[k]]
        tasks, room = [], {}
        for k in live:
            first = len(self._results[k])
            end = min(first + ROUND, self.settings.whole_games)
            room[k] = np.zeros((end - first, kernel.COLUMNS))
            tasks += [(k, self._task(k, at, min(CHUNK, end - at))) for at in range(first, end, CHUNK)]
        before = self.report() if report else None
        played = 0
        for place, rows in self.workers.play([task for _, task in tasks]):
            k, task = tasks[place]
            at = task.first - len(self._results[k])
            room[k][at : at + task.count] = rows
            played += task.count
            if report and before:
                report(replace(before, played=before.played + played))
        for k in live:
            self._results[k] = np.concatenate([self._results[k], room[k]])
        if report:
            report(self.report())

    def _task(self, k: int, first: int, count: int) -> RolloutTask:
        contender, settings = self.contenders[k], self.settings
        score = contender.state.score if settings.cubeful else None
        return RolloutTask(
            board=contender.board,
            stakes=contender.stakes(settings.cubeful),
            payoffs=both_payoffs(score, self._table),
            limits=(
                settings.truncate,
                int(settings.to_bearoff),
                int(settings.reduced),
                int(settings.stratified),
                settings.plies,
                settings.keep,
            ),
            seed=settings.seed,
            first=first,
            count=count,
            discipline=contender.discipline,
        )

    def _done(self) -> bool:
        live = [k for k in range(len(self.contenders)) if not self._struck[k]]
        played = min(len(self._results[k]) for k in live)
        if played >= self.settings.whole_games or (played and len(live) == 1 < len(self.contenders)):
            return True
        if played < self.settings.least or not self.settings.target_error:
            return False
        return all(self._standing(k).value_error <= self.settings.target_error for k in live)

    def _strike(self) -> None:
        """Strike out whoever is hopelessly behind."""
        if not self.settings.strike_at:
            return
        standings = self._compare([self._standing(k) for k in range(len(self.contenders))])
        for k, standing in enumerate(standings):
            late = standing.games >= self.settings.least
            if late and standing.behind > max(self.settings.strike_at * standing.behind_error, 1e-9):
                self._struck[k] = True

    def per_game(self, k: int) -> Array:
        """What each game of a contender gave the side that asked, normalised: the figure contenders are compared by."""
        rows, contender = self._results[k], self.contenders[k]
        sign = -1.0 if contender.turned else 1.0
        score, cubeful = contender.state.score, self.settings.cubeful
        if score is None:
            return np.asarray(sign * (rows[:, 5] / contender.unit if cubeful else rows[:, :5] @ _EQUITY - 1))
        worth = rows[:, 5] if cubeful else _dead_cube_chances(rows, score, contender.state.value, self._table)
        ours = 1 - worth if contender.turned else worth
        seen = score.flip() if contender.turned else score
        low, high = (equity_of(x, seen, contender.unit, self._table) for x in (0.0, 1.0))
        return np.asarray(low + (high - low) * ours)

    def _standing(self, k: int) -> RolloutStanding:
        rows, contender = self._results[k], self.contenders[k]
        if not len(rows):
            nothing = Chances(0.0, 0.0, 0.0, 0.0, 0.0)
            empty = 0.0 if self.settings.cubeful else None
            return RolloutStanding(contender, 0, nothing, nothing, 0.0, 0.0, empty, 0.0)
        chances = _bound_chances(rows[:, :5].mean(0))
        errors = Chances(*(self._error(rows[:, c]) for c in range(5)))
        cubeless = rows[:, :5] @ _EQUITY - 1
        if contender.turned:
            chances = chances.flip()
            errors = Chances(errors.win, *errors[3:], *errors[1:3])
            cubeless = -cubeless
        worths = self.per_game(k)
        value, error = float(worths.mean()), self._error(worths)
        cubeful, scored = self.settings.cubeful, contender.state.score is not None and not self.settings.cubeful
        return RolloutStanding(
            contender,
            len(rows),
            chances,
            errors,
            float(cubeless.mean()),
            self._error(cubeless),
            value if cubeful else None,
            error if cubeful else 0.0,
            value if scored else None,
            error if scored else 0.0,
            struck=self._struck[k],
        )

    def _compare(self, standings: list[RolloutStanding]) -> list[RolloutStanding]:
        """The standings with each one's distance to the best."""
        live = [k for k, s in enumerate(standings) if s.games and not s.struck]
        if not live:
            return standings
        best = max(live, key=lambda k: (standings[k].value, -k))
        out = []
        for k, standing in enumerate(standings):
            shared = min(standing.games, standings[best].games)
            if k == best or not shared:
                out.append(standing)
                continue
            gap = self.per_game(best)[:shared] - self.per_game(k)[:shared]
            out.append(replace(standing, behind=float(gap.mean()), behind_error=self._error(gap)))
        return out

    def _error(self, per_game: Array) -> float:
        """The standard error of the mean of one figure."""
        n = len(per_game)
        if n < 2:
            return float("inf")
        if self.settings.stratified and n >= 2 * kernel.BLOCK:
            by_first = per_game.reshape(-1, kernel.BLOCK)
            spread = ((by_first - by_first.mean(0)) ** 2).sum() / (n - kernel.BLOCK)
        else:
            spread = per_game.var(ddof=1)
        return float(np.sqrt(spread / n))

    def _fingerprint(self) -> str:
        """What a state file must agree on to be gone on with; how far to go may change."""
        fixed = msgspec.structs.replace(self.settings, games=1, least=1, target_error=0.0, strike_at=0.0)
        contenders = [repr(contender) for contender in self.contenders]
        weights = sha256((files("barpoint.engine") / "data" / WEIGHTS).read_bytes()).hexdigest()
        table = self._table.name if self._table else ""
        contenders += [contender.discipline for contender in self.contenders if contender.discipline != BACKGAMMON.name]
        return sha256(json.dumps([contenders, msgspec.to_builtins(fixed), weights, table]).encode()).hexdigest()

    def _save(self, path: Path) -> None:
        kept: dict[str, Any] = {f"results{k}": rows for k, rows in enumerate(self._results)}
        temporary = path.with_name(path.name + ".tmp")
        with temporary.open("wb") as file:
            np.savez_compressed(file, of=self._fingerprint(), struck=self._struck, **kept)
        temporary.replace(path)

    def _resume(self, path: Path) -> None:
        try:
            with np.load(path) as kept:
                if str(kept["of"]) != self._fingerprint():
                    raise ValueError(
                        f"{path} holds another rollout: expected the same positions, settings, seed and nets"
                    )
                self._struck = [bool(struck) for struck in kept["struck"]]
                self._results = [kept[f"results{k}"] for k in range(len(self.contenders))]
        except (KeyError, OSError) as wrong:
            raise ValueError(f"{path} is not the state of a rollout") from wrong


def looks_ahead(rules: Discipline) -> bool:
    """Whether a discipline's values are estimates that games can settle: all but Sprintgammon's."""
    return rules.checkers == BACKGAMMON.checkers


def position_contender(position: Position, state: CubeState | None = None) -> Contender:
    """A position as it stands, the side on roll about to throw."""
    state = state or CubeState()
    return Contender("position", _numbers(position), state, unit=state.value, discipline=position.discipline.name)


def play_contender(play: Play, state: CubeState | None = None, name: str = "") -> Contender:
    """The position after a play, the other side on roll and free to double."""
    state = state or CubeState()
    theirs = replace(state, owner=Owner(-state.owner.value), score=state.score.flip() if state.score else None)
    board = _numbers(play.after.flip())
    return Contender(
        name or str(play),
        board,
        theirs,
        turned=True,
        unit=state.value,
        may_double=True,
        play=play,
        discipline=play.before.discipline.name,
    )


def cube_contenders(position: Position, state: CubeState) -> tuple[Contender, Contender]:
    """Not doubling and doubling, taken."""
    if not state.available:
        raise ValueError("the side on roll may not double here")
    board = _numbers(position)
    taken = replace(state, value=2 * state.value, owner=Owner.THEIRS)
    return (
        Contender("no double", board, state, unit=state.value, discipline=position.discipline.name),
        Contender("double, take", board, taken, unit=state.value, discipline=position.discipline.name),
    )


def rollout_cube_decision(report: RolloutReport, state: CubeState) -> CubeDecision:
    """The decision that a rollout of `cube_contenders` makes."""
    no_double, taken = (standing.value for standing in report.standings)
    return decide_by_equities(no_double, taken, 1.0, state)


def _numbers(position: Position) -> tuple[int, ...]:
    if not position.is_playable:
        raise ValueError(f"no value is defined in {position}: {', '.join(position.problems())}")
    return tuple(int(n) for n in board_array(position))


def _bound_chances(means: Array) -> Chances:
    """Means of results without luck, put within the bounds that chances keep."""
    win = min(max(float(means[0]), 0.0), 1.0)
    gammon = min(max(float(means[1]), 0.0), win)
    lost = min(max(float(means[3]), 0.0), 1 - win)
    return Chances(win, gammon, min(max(float(means[2]), 0.0), gammon), lost, min(max(float(means[4]), 0.0), lost))


def _dead_cube_chances(rows: Array, score: Away, cube: int, table: MatchEquityTable | None) -> Array:
    """The chance to win the match after each game if nobody turns the cube again, for the side on roll."""
    won, lost = payoffs(score, table)
    points = [min(level * cube, len(won) - 1) for level in (1, 2, 3)]
    single, gammon, backgammon = ((float(won[n]), float(lost[n])) for n in points)
    win, win_gammon, win_backgammon, lose_gammon, lose_backgammon = rows[:, :5].T
    return np.asarray(
        single[1]
        + win * (single[0] - single[1])
        + win_gammon * (gammon[0] - single[0])
        + win_backgammon * (backgammon[0] - gammon[0])
        + lose_gammon * (gammon[1] - single[1])
        + lose_backgammon * (backgammon[1] - gammon[1])
    )


def both_payoffs(score: Away | None, table: MatchEquityTable | None) -> tuple[tuple[tuple[float, ...], ...], ...]:
    """MWC after winning and losing n points: the root's, then the other side's."""
    if score is None:
        return (((0.0,), (0.0,)), ((0.0,), (0.0,)))
    win, lose = (tuple(float(x) for x in row) for row in payoffs(score, table))
    return ((win, lose), (tuple(1 - x for x in lose), tuple(1 - x for x in win)))


def describe_rollout(report: RolloutReport) -> dict[str, Any]:
    """A report as plain data."""
    return {
        "played": report.played,
        "planned": report.planned,
        "done": report.done,
        "standings": [_standing_facts(standing) for standing in report.standings],
    }


def _standing_facts(standing: RolloutStanding) -> dict[str, Any]:
    facts: dict[str, Any] = {
        "name": standing.contender.name,
        "games": standing.games,
        "equity": round(standing.equity, 6),
        "error": round(standing.error, 6),
        "chances": {name: round(p, 6) for name, p in standing.chances._asdict().items()},
        "chance_errors": {name: round(p, 6) for name, p in standing.chance_errors._asdict().items()},
    }
    if standing.cubeful is not None:
        facts |= {"cubeful": round(standing.cubeful, 6), "cubeful_error": round(standing.cubeful_error, 6)}
    if standing.at_score is not None:
        facts |= {"at_score": round(standing.at_score, 6), "at_score_error": round(standing.at_score_error, 6)}
    return facts | {
        "behind": round(standing.behind, 6),
        "behind_error": round(standing.behind_error, 6),
        "struck": standing.struck,
    }
