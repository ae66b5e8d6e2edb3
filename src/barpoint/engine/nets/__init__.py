"""Neural nets: features of a position, the weights, and what they say of it."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
