"""Beyond one tournament: series counted by a published scheme, clubs, lists of federations.

points_scheme     how a series is counted, as data
series_results    the events a series is counted from, and who of one is who of another
standings         what they come to, with the reasons
series, club_state  both as folds
federation_list   a list of people with numbers and ratings, read from CSV by a mapping of its columns
list_matching     who of a tournament, a club or the server is who of a list
list_state        a list as a fold
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
