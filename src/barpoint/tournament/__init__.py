"""Direction of a tournament as a fold, like the match: a command is judged, an event is folded.

settings, prices, staff    what is set up and published, what it costs, who may do what
player, entrant            who plays
commands, events           what may be asked, and what has happened: the log
decide/, evolve            judging and folding; `refusals` has the codes
state, running, fixture    the tournament, a match as the desk sees it, every pairing in one form
timing, forfeits           start times, delay, breaks and what they cost, to the millisecond
desk, participant, sheet    the views: the director's table, a player's own, the public draw sheet
places, standings, money   who took which place, tie-breaks, the books to the cent
duties, archive            what the end asks for and what is kept
structure, draw/, pairing/ draws with a structure, and rounds paired one by one

>>> from barpoint.tournament import Tournament, commands, decide, fold
>>> from barpoint.tournament.settings import TournamentSettings
>>> club_night = TournamentSettings(id="club-night", date="2026-05-04")
>>> events = decide(Tournament(), commands.OpenTournament(at=0, by="Ann", settings=club_night))
>>> fold(events).directors
('Ann',)
"""

from barpoint.tournament import commands, events
from barpoint.tournament.decide import Decision, decide
from barpoint.tournament.evolve import evolve, fold
from barpoint.tournament.refusals import TournamentCode
from barpoint.tournament.state import Contest, Phase, Tournament

__all__ = [
    "Contest",
    "Decision",
    "Phase",
    "Tournament",
    "TournamentCode",
    "commands",
    "decide",
    "events",
    "evolve",
    "fold",
]
