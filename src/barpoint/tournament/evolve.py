"""Folding: (tournament, event) -> tournament. It cannot fail and judges nothing; `decide` has done that."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any, Final

from barpoint.tournament import events as e
from barpoint.tournament.folds_contest import CONTEST_FOLDS
from barpoint.tournament.folds_desk import DESK_FOLDS
from barpoint.tournament.folds_match import MATCH_FOLDS
from barpoint.tournament.folds_setup import SETUP_FOLDS
from barpoint.tournament.state import Tournament


def fold(events: Iterable[e.AnyEvent], start: Tournament | None = None) -> Tournament:
    """The tournament after these events."""
    state = start or Tournament()
    for event in events:
        state = evolve(state, event)
    return state


def evolve(state: Tournament, event: e.AnyEvent) -> Tournament:
    """The tournament after one more event."""
    after = _FOLDS[type(event)](state, event)
    return replace(after, version=state.version + 1, at=max(state.at, event.at))


_FOLDS: Final[dict[type, Callable[[Tournament, Any], Tournament]]] = (
    SETUP_FOLDS | CONTEST_FOLDS | MATCH_FOLDS | DESK_FOLDS
)
