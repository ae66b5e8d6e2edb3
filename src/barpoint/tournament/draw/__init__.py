"""Draws: who meets whom, and where winners and losers go from there.

plan          what a draw is to be, and the structure that follows
lot, lines    a published seed, and how entrants come to their lines
pattern, pattern_search   which losers enter a lower bracket when
drop_order    in which order, so that rematches come late
assembly, knockout, round_robin   structures put together
progress      who sits where, and who takes which place
events, fold  results, corrections, withdrawals, late entries

>>> from barpoint.tournament.draw.fold import begin, make
>>> from barpoint.tournament.draw.plan import Format, Plan
>>> from barpoint.tournament.entrant import Entrant
>>> plan = Plan(format=Format.CONSOLATION, seed="club night, 4 May")
>>> draw = begin(make(plan, [Entrant(name) for name in ("Ada", "Bo", "Cy", "Di", "Ed", "Flo")]))
>>> [each.players for each in draw.progress.ready]
[('Di', 'Cy'), ('Flo', 'Ed')]
"""
