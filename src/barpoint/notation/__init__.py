"""Every text and file form of positions, plays and matches, and the one static picture of a position."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
