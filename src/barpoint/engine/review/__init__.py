"""A match looked at afterwards: every decision with its error, every roll with its luck."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
