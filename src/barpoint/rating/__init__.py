"""Ratings anyone can recompute: Elo in the FIBS form, classic Elo, Glicko and Glicko-2 (ibf:2.17).

    >>> from barpoint.rating import MatchRated, rebuild
    >>> log = [MatchRated(id="1", at=0, winner=("Ada",), loser=("Bo",), length=7)]
    >>> [(change.player, round(change.points, 2)) for change in rebuild(log).changes]
    [('Ada', 26.46), ('Bo', -26.46)]

arithmetic   exp, ln and powers with the same bits everywhere
fibs, elo, glicko   the formulas
systems      their settings, and one step
rated        the events, and the published rule of what counts
ladder       the fold
explain      formula, inputs and arithmetic of a change
reading      CSV and JSON lines
"""

from barpoint.rating.explain import explain
from barpoint.rating.ladder import Change, Ladder, Rebuilt, rebuild
from barpoint.rating.rated import COUNTS, WHY, ClockClass, Event, Kind, MatchRated, MatchStruck, Pool, in_order
from barpoint.rating.systems import SYSTEMS, Elo, Fibs, Glicko, Glicko2, Met, Rating, System, newcomer

__all__ = [
    "COUNTS",
    "SYSTEMS",
    "WHY",
    "Change",
    "ClockClass",
    "Elo",
    "Event",
    "Fibs",
    "Glicko",
    "Glicko2",
    "Kind",
    "Ladder",
    "MatchRated",
    "MatchStruck",
    "Met",
    "Pool",
    "Rating",
    "Rebuilt",
    "System",
    "explain",
    "in_order",
    "newcomer",
    "rebuild",
]
