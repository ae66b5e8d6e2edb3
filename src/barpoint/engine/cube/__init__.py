"""The doubling cube: match equity, cubeful equity, its decisions, and the stakes they are made for."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
