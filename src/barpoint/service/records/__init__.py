"""Records that show any change: how every event is chained to the one before it, and what is published of that."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
