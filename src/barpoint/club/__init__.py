"""Beyond one tournament: series counted by a published scheme, clubs, lists of federations.

points_scheme     how a series is counted, as data
series_results    the events a series is counted from, and who of one is who of another
standings         what they come to, with the reasons
series, club_state  both as folds
lists             lists of federations, read from CSV and matched
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
