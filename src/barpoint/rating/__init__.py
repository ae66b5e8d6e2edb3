"""Ratings anyone can recompute: Elo in the FIBS form, classic Elo, Glicko and Glicko-2 (ibf:2.17).

    >>> from barpoint.rating import MatchRated, rebuild
    >>> log = [MatchRated(id="1", at=0, winner=("Ada",), loser=("Bo",), length=7)]
    >>> [(change.player, round(change.points, 2)) for change in rebuild(log).changes]
    [('Ada', 26.46), ('Bo', -26.46)]

arithmetic   exp, ln and powers with the same bits everywhere
fibs, elo, glicko   the formulas
systems      their settings, and one step
match_events the events, and the published rule of what counts
ladder       the fold
explanation  formula, inputs and arithmetic of a change
log_text     CSV and JSON lines
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
