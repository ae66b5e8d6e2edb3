"""The library: what a program's first lines need, as thin shells over the rooms. Programs import it as `barpoint`."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
