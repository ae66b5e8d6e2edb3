"""Rounds that are paired one by one: Swiss by Monrad or best matching, and Swiss with lives."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
