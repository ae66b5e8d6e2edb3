"""Use cases over ports: what the product does, without saying on which database or screen."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
