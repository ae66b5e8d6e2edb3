"""What people see of a tournament: draw sheets, brackets, a player's own page, the archive."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
