"""A match as a fold: a command is judged, an event is folded, a state says what is open."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
