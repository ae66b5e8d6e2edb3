"""What goes over HTTP beyond one match or tournament: series, clubs, lists, friends, fair play."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
