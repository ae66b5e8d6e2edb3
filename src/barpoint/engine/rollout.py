"""Rollouts: positions valued by playing them out many times with the luck taken out.

Terms
-----
contender   one of the things compared: a position, the position after a play, or a cube action.
round       so many games of every contender still in; only at its end is anything stopped or struck out,
            so a result depends on the settings and the seed, not on threads, machines or interruptions.
error       the standard error of a mean. Games of one round share their first throws in equal parts, so the spread
            is taken within equal first throws.
behind      a contender's distance to the best one, with the error of the difference: both meet the same dice.

The same settings and seed give the same digits with one thread or many, on one machine or on a cluster (`rollout_work`
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

from barpoint.board import Play, Position
from barpoint.engine import rollout_kernel as kernel
from barpoint.engine.cube import CubeDecision, CubeState, Owner, named_decision
from barpoint.engine.evaluator import Array, Chances
from barpoint.engine.match_equity import Away, MatchEquityTable, equity_of, payoffs
from barpoint.engine.nets import WEIGHTS
from barpoint.engine.rollout_work import Task, Threads, Workers
from barpoint.engine.search import backgammon_board

ROUND: Final = 2 * kernel.BLOCK
CHUNK: Final = 12
"""Games handed out at a time."""
_CENTRED: Final = CubeState()
_EQUITY: Final = np.array([2.0, 1.0, 1.0, -1.0, -1.0])


class Settings(msgspec.Struct, frozen=True, kw_only=True):
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

    def stakes(self, cubeful: bool) -> tuple[int, ...]:
        """The stakes as the kernel reads them."""
        if not cubeful:
            return (kernel.CUBELESS, 1, 0, 0, 0, 0, 0, 0)
        score = self.state.score
        away = (score.ours, score.theirs, int(not score.crawford)) if score else (0, 0, 1)
        kind = kernel.MATCH if score else kernel.MONEY
        return (kind, self.state.value, self.state.owner.value, *away, int(self.state.jacoby), int(self.may_double))


@dataclass(frozen=True)
class Standing:
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
    behind: float = 0.0
    behind_error: float = 0.0
    struck: bool = False

    @property
    def value(self) -> float:
        """What contenders are compared by."""
        return self.equity if self.cubeful is None else self.cubeful

    @property
    def value_error(self) -> float:
        """The error of `value`."""
        return self.error if self.cubeful is None else self.cubeful_error


@dataclass(frozen=True)
class Report:
    """All standings, in the order of the contenders; `played` of `planned` games."""

    standings: tuple[Standing, ...]
    played: int
    planned: int
    done: bool

    @property
    def ranked(self) -> tuple[Standing, ...]:
        """The best first, those struck out last."""
        return tuple(sorted(self.standings, key=lambda s: (s.struck, -s.value)))


class Rollout:
    """A rollout under way: `run` plays until it is done, and may be called again after an interruption."""

    def __init__(
        self,
        contenders: Sequence[Contender],
        settings: Settings | None = None,
        workers: Workers | None = None,
        *,
        state: Path | None = None,
        table: MatchEquityTable | None = None,
    ) -> None:
        if not contenders:
            raise ValueError("expected something to roll out")
        self.settings = settings or Settings()
        self.contenders = tuple(contenders)
        self.workers = workers or Threads(1)
        self._table = table
        self._state = state
        self._results = [np.zeros((0, kernel.COLUMNS)) for _ in self.contenders]
        self._struck = [False] * len(self.contenders)
        if state is not None and state.exists():
            self._resume(state)

    def run(self, report: Callable[[Report], None] | None = None) -> Report:
        """Play round after round; `report` hears of every chunk of games."""
        while not self._done():
            self._play_round(report)
            self._strike()
            if self._state is not None:
                self._save(self._state)
        return self.report(done=True)

    def report(self, *, done: bool = False) -> Report:
        """Where it stands."""
        standings = [self._standing(k) for k in range(len(self.contenders))]
        played = sum(len(rows) for rows in self._results)
        live = [k for k in range(len(self.contenders)) if not self._struck[k]]
        planned = played + sum(self.settings.whole_games - len(self._results[k]) for k in live)
        return Report(tuple(self._compared(standings)), played, planned, done)

    def _play_round(self, report: Callable[[Report], None] | None) -> None:
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

    def _task(self, k: int, first: int, count: int) -> Task:
        contender, asked = self.contenders[k], self.settings
        score = contender.state.score if asked.cubeful else None
        return Task(
            board=contender.board,
            stakes=contender.stakes(asked.cubeful),
            payoffs=both_payoffs(score, self._table),
            limits=(
                asked.truncate,
                int(asked.to_bearoff),
                int(asked.reduced),
                int(asked.stratified),
                asked.plies,
                asked.keep,
            ),
            seed=asked.seed,
            first=first,
            count=count,
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
        standings = self._compared([self._standing(k) for k in range(len(self.contenders))])
        for k, standing in enumerate(standings):
            late = standing.games >= self.settings.least
            if late and standing.behind > max(self.settings.strike_at * standing.behind_error, 1e-9):
                self._struck[k] = True

    def per_game(self, k: int) -> Array:
        """What each game of a contender gave the side that asked, normalised: the figure contenders are compared by."""
        rows, contender = self._results[k], self.contenders[k]
        sign = -1.0 if contender.turned else 1.0
        if not self.settings.cubeful:
            return np.asarray(sign * (rows[:, :5] @ _EQUITY - 1))
        if (score := contender.state.score) is None:
            return np.asarray(sign * rows[:, 5] / contender.unit)
        ours = 1 - rows[:, 5] if contender.turned else rows[:, 5]
        seen = score.flip() if contender.turned else score
        low, high = (equity_of(x, seen, contender.unit, self._table) for x in (0.0, 1.0))
        return np.asarray(low + (high - low) * ours)

    def _standing(self, k: int) -> Standing:
        rows, contender = self._results[k], self.contenders[k]
        if not len(rows):
            nothing = Chances(0.0, 0.0, 0.0, 0.0, 0.0)
            empty = 0.0 if self.settings.cubeful else None
            return Standing(contender, 0, nothing, nothing, 0.0, 0.0, empty, 0.0)
        chances = _ordered(rows[:, :5].mean(0))
        errors = Chances(*(self._error(rows[:, c]) for c in range(5)))
        cubeless = rows[:, :5] @ _EQUITY - 1
        if contender.turned:
            chances = chances.turned()
            errors = Chances(errors.win, *errors[3:], *errors[1:3])
            cubeless = -cubeless
        worths = self.per_game(k)
        return Standing(
            contender,
            len(rows),
            chances,
            errors,
            float(cubeless.mean()),
            self._error(cubeless),
            float(worths.mean()) if self.settings.cubeful else None,
            self._error(worths) if self.settings.cubeful else 0.0,
            struck=self._struck[k],
        )

    def _compared(self, standings: list[Standing]) -> list[Standing]:
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
        asked = [repr(contender) for contender in self.contenders]
        weights = sha256((files("barpoint.engine") / "data" / WEIGHTS).read_bytes()).hexdigest()
        table = self._table.name if self._table else ""
        return sha256(json.dumps([asked, msgspec.to_builtins(fixed), weights, table]).encode()).hexdigest()

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


def of_position(position: Position, state: CubeState | None = None) -> Contender:
    """A position as it stands, the side on roll about to throw."""
    state = state or CubeState()
    return Contender("position", _numbers(position), state, unit=state.value)


def of_play(play: Play, state: CubeState | None = None, name: str = "") -> Contender:
    """The position after a play, the other side on roll and free to double."""
    state = state or CubeState()
    theirs = replace(state, owner=Owner(-state.owner.value), score=state.score.flip() if state.score else None)
    board = _numbers(play.after.flip())
    return Contender(name or str(play), board, theirs, turned=True, unit=state.value, may_double=True, play=play)


def of_cube(position: Position, state: CubeState) -> tuple[Contender, Contender]:
    """Not doubling and doubling, taken."""
    if not state.available:
        raise ValueError("the side on roll may not double here")
    board = _numbers(position)
    taken = replace(state, value=2 * state.value, owner=Owner.THEIRS)
    return (
        Contender("no double", board, state, unit=state.value),
        Contender("double, take", board, taken, unit=state.value),
    )


def cube_decision(report: Report, state: CubeState) -> CubeDecision:
    """The decision that a rollout of `of_cube` makes."""
    no_double, taken = (standing.value for standing in report.standings)
    return named_decision(no_double, taken, 1.0, state)


def _numbers(position: Position) -> tuple[int, ...]:
    return tuple(int(n) for n in backgammon_board(position))


def _ordered(means: Array) -> Chances:
    """Means of results without luck, put within the bounds that chances keep."""
    win = min(max(float(means[0]), 0.0), 1.0)
    gammon = min(max(float(means[1]), 0.0), win)
    lost = min(max(float(means[3]), 0.0), 1 - win)
    return Chances(win, gammon, min(max(float(means[2]), 0.0), gammon), lost, min(max(float(means[4]), 0.0), lost))


def both_payoffs(score: Away | None, table: MatchEquityTable | None) -> tuple[tuple[tuple[float, ...], ...], ...]:
    """MWC after winning and losing n points: the root's, then the other side's."""
    if score is None:
        return (((0.0,), (0.0,)), ((0.0,), (0.0,)))
    win, lose = (tuple(float(x) for x in row) for row in payoffs(score, table))
    return ((win, lose), (tuple(1 - x for x in lose), tuple(1 - x for x in win)))


def describe(report: Report) -> dict[str, Any]:
    """A report as plain data."""
    return {
        "played": report.played,
        "planned": report.planned,
        "done": report.done,
        "standings": [_described(standing) for standing in report.standings],
    }


def _described(standing: Standing) -> dict[str, Any]:
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
    return facts | {
        "behind": round(standing.behind, 6),
        "behind_error": round(standing.behind_error, 6),
        "struck": standing.struck,
    }
