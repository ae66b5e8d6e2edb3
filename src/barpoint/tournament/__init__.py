"""Direction of a tournament as a fold, like the match: a command is judged, an event is folded.

settings, prices, staff    what is set up and published, what it costs, who may do what
player, roster             who plays, and lists of entrants as people keep them
commands, events           what may be asked, and what has happened: the log
decide/, evolve/           judging and folding; `refusals` has the codes
state, desk_record         the tournament, and a match as the desk has it on record
fixture                    every pairing in one form
places, standings          who took which place, tie-breaks
draw/, pairing/            draws with a structure, and rounds paired one by one
desk/                      the director's table: start times, delay, forfeits, the autopilot, what the end asks for
money/                     the books to the cent
views/, printing/          the public draw sheet, a player's own page, the archive; and what is printed

>>> from barpoint.tournament import Tournament, TournamentSettings, commands, decide_tournament, fold_tournament
>>> club_night = TournamentSettings(id="club-night", date="2026-05-04")
>>> events = decide_tournament(Tournament(), commands.OpenTournament(at=0, by="Ann", settings=club_night))
>>> fold_tournament(events).directors
('Ann',)
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
