"""Clubs, series and lists on a server: their streams, what tournaments bring to a series, evenings.

step_log           a fold and the stream it is kept in
tournament_events  a tournament as a series sees it
series_service     series, and their standings
club_service       clubs, and how people join
list_service       lists of federations
event_ratings      what lists and ladders bring to an event
club_nights        an evening: last week's settings, who is here, the draw
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
