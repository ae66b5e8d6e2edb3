"""The director's table: what is running, start times, delay, breaks and what they cost."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
