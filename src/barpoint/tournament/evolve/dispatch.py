"""Folding: (tournament, event) -> tournament. It cannot fail and judges nothing; `decide` has done that."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any, Final

from barpoint.tournament import events as e
from barpoint.tournament.evolve.contest_folds import CONTEST_FOLDS
from barpoint.tournament.evolve.desk_folds import DESK_FOLDS
from barpoint.tournament.evolve.match_folds import MATCH_FOLDS
from barpoint.tournament.evolve.setup_folds import SETUP_FOLDS
from barpoint.tournament.evolve.watching_folds import WATCHING_FOLDS
from barpoint.tournament.state import Tournament


def fold_tournament(events: Iterable[e.AnyEvent], start: Tournament | None = None) -> Tournament:
    """The tournament after these events."""
    state = start or Tournament()
    for event in events:
        state = evolve_tournament(state, event)
    return state


def evolve_tournament(state: Tournament, event: e.AnyEvent) -> Tournament:
    """The tournament after one more event."""
    after = _FOLDS[type(event)](state, event)
    return replace(after, version=state.version + 1, at=max(state.at, event.at))


_FOLDS: Final[dict[type, Callable[[Tournament, Any], Tournament]]] = (
    SETUP_FOLDS | CONTEST_FOLDS | MATCH_FOLDS | DESK_FOLDS | WATCHING_FOLDS
)
