"""The roller: what search finds close is settled by short rollouts at the root.

Plays that search leaves within `WITHIN` of the best, at most `MOST` of them, are rolled out with the same dice, each
game cut off after some plies and valued by the nets (truncated); so are doubling and not doubling where they are
close or a take is. What is not close keeps the value of the search. With stakes the cube is in play, at the score.

The same seed gives the same digits whatever plays the games (`workers`). A play that ends the game, and Sprintgammon,
whose values are not searched, are left as they are.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import msgspec

from barpoint.board import Play, Position, RollLike
from barpoint.engine.cube.cube_actions import CubeDecision
from barpoint.engine.cube.cube_search import Stakes
from barpoint.engine.evaluator import Chances
from barpoint.engine.knowledge import Knowledge
from barpoint.engine.rollout.rollout import (
    Rollout,
    RolloutReport,
    RolloutSettings,
    cube_contenders,
    looks_ahead,
    play_contender,
    rollout_cube_decision,
)
from barpoint.engine.rollout.workers import Workers
from barpoint.engine.search.engine import RankedPlay
from barpoint.engine.search.search_width import SearchWidth

WITHIN: Final = 0.05
MOST: Final = 4
CLOSE_CUBE: Final = 0.12
"""How far doubling and not doubling, or a take and a pass, may be apart for games to be played."""
SHORT: Final = RolloutSettings(games=216, least=216, truncate=7)


class Roller:
    """A `Knowledge` that plays games where another one sees little difference."""

    def __init__(self, knowledge: Knowledge, settings: RolloutSettings = SHORT, workers: Workers | None = None) -> None:
        self._knowledge, self._settings, self._workers = knowledge, settings, workers

    def chances(self, position: Position, plies: int) -> Chances:
        """By search."""
        return self._knowledge.chances(position, plies)

    def rank_plays(
        self,
        position: Position,
        roll: RollLike,
        plies: int,
        head_cap: int | None = None,
        stakes: Stakes | None = None,
        *,
        width: SearchWidth = SearchWidth.NORMAL,
        deep: int = 0,
    ) -> list[RankedPlay]:
        """As search ranks them, the close ones by games."""
        ranked = self._knowledge.rank_plays(position, roll, plies, head_cap, stakes, width=width, deep=deep)
        close = [entry for entry in ranked[:MOST] if entry.worth >= ranked[0].worth - WITHIN]
        if len(close) < 2 or not looks_ahead(position.discipline) or any(entry.play.after.is_over for entry in close):
            return ranked
        settled = sorted(self._rolled(close, stakes), key=lambda entry: -entry.worth)
        return [*settled, *ranked[len(close) :]]

    def evaluate_play(self, play: Play, plies: int, stakes: Stakes | None = None) -> RankedPlay:
        """One play by games, whatever its rank."""
        looked = self._knowledge.evaluate_play(play, plies, stakes)
        if play.after.is_over or not looks_ahead(play.before.discipline):
            return looked
        return self._rolled([looked], stakes)[0]

    def cube_decision(self, position: Position, stakes: Stakes, plies: int) -> tuple[Chances, CubeDecision]:
        """As search sees it, by games if that is close."""
        chances, looked = self._knowledge.cube_decision(position, stakes, plies)
        state = stakes.state
        if not state.available or state.dead or not looks_ahead(position.discipline):
            return chances, looked
        doubled = min(looked.double_take, looked.double_pass)
        gaps = abs(looked.no_double - doubled), abs(looked.double_take - looked.double_pass)
        if min(gaps) > CLOSE_CUBE:
            return chances, looked
        settings = _with_cube(self._settings, cubeful=True)
        report = Rollout(cube_contenders(position, state), settings, self._workers, table=stakes.table).run()
        return report.standings[0].chances, rollout_cube_decision(report, state)

    def _rolled(self, entries: Sequence[RankedPlay], stakes: Stakes | None) -> list[RankedPlay]:
        state, table = (stakes.state, stakes.table) if stakes else (None, None)
        contenders = [play_contender(entry.play, state) for entry in entries]
        settings = _with_cube(self._settings, cubeful=stakes is not None)
        report = Rollout(contenders, settings, self._workers, table=table).run()
        return _settled(entries, report)


def _with_cube(settings: RolloutSettings, *, cubeful: bool) -> RolloutSettings:
    return msgspec.structs.replace(settings, cubeful=cubeful)


def _settled(entries: Sequence[RankedPlay], report: RolloutReport) -> list[RankedPlay]:
    """The plays with what the games say of them."""
    return [
        replace(
            entry,
            chances=standing.chances,
            cubeful=standing.cubeful,
            games=standing.games,
            deviation=standing.value_error,
        )
        for entry, standing in zip(entries, report.standings, strict=True)
    ]
