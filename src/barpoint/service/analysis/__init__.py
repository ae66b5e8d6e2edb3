"""Analysis for people: a match as one report with many faces, and a position studied from every side."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
