"""Folding: (state, event) -> state. It cannot fail and judges nothing; `decide` has done that."""

from collections.abc import Callable, Iterable
from typing import Any, Final

from msgspec.structs import replace

from barpoint.match import events as e
from barpoint.match.evolve.game_folds import GAME_FOLDS, side_to_act
from barpoint.match.evolve.match_folds import MATCH_FOLDS
from barpoint.match.state import MatchState, new_match

__all__ = ["evolve_match", "fold_match", "side_to_act"]


def fold_match(events: Iterable[e.AnyEvent], start: MatchState | None = None) -> MatchState:
    """The state after these events; without `start` the first has to be `MatchStarted`."""
    state = start
    for event in events:
        if state is None:
            if not isinstance(event, e.MatchStarted):
                raise ValueError(f"a match log begins with MatchStarted, not {type(event).__name__}")
            state = new_match(event.format)
        state = evolve_match(state, event)
    if state is None:
        raise ValueError("a match log has at least one event")
    return state


def evolve_match(state: MatchState, event: e.AnyEvent) -> MatchState:
    """The state after one more event."""
    after = _FOLDS[type(event)](state, event)
    return replace(after, version=state.version + 1, at=max(state.at, event.at))


_FOLDS: Final[dict[type, Callable[[MatchState, Any], MatchState]]] = GAME_FOLDS | MATCH_FOLDS
