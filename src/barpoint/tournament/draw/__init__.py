"""Draws: who meets whom, and where winners and losers go from there.

plan          what a draw is to be, and the structure that follows
lot, lines    a published seed, and how entrants come to their lines
pattern, pattern_search   which losers enter a lower bracket when
drop_order    in which order, so that rematches come late
assembly, knockout, round_robin   structures put together
progress      who sits where, and who takes which place
events, draw_fold   results, corrections, withdrawals, late entries

>>> from barpoint.tournament.draw.draw_fold import begin, make
>>> from barpoint.tournament.draw.plan import DrawFormat, Plan
>>> from barpoint.tournament.draw.entrant import Entrant
>>> plan = Plan(format=DrawFormat.CONSOLATION, seed="club night, 4 May")
>>> draw = begin(make(plan, [Entrant(name) for name in ("Ada", "Bo", "Cy", "Di", "Ed", "Flo")]))
>>> [pairing.players for pairing in draw.progress.ready]
[('Di', 'Cy'), ('Flo', 'Ed')]
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
