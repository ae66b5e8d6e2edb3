"""Lists of federations: people with numbers and ratings.

federation_list   read from CSV by a mapping of its columns
list_matching     who of a tournament, a club or the server is who of a list
list_state        a list as a fold
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
