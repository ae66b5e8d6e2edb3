"""The compiled part: the one generator of legal plays, its graph for a screen, and the counting that tests it."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
