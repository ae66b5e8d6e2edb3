"""Sprintgammon, solved: the solver, its table, and the net that stands in for it."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
