"""How incidents and rulings are put to people: places, pictures, choices as sentences, names, words said aloud."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
