"""One game: values and legality. No I/O, no clock, no chance."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
