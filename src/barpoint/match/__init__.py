"""A match as a fold: a command is judged, an event is folded, a state says what is open."""

from barpoint.match.decide import Decision, decide
from barpoint.match.evolve import evolve, fold
from barpoint.match.format import MatchFormat, to_points
from barpoint.match.open_to import Open, open_to
from barpoint.match.refusals import MatchCode
from barpoint.match.state import MatchState, new_match

__all__ = [
    "Decision",
    "MatchCode",
    "MatchFormat",
    "MatchState",
    "Open",
    "decide",
    "evolve",
    "fold",
    "new_match",
    "open_to",
    "to_points",
]
