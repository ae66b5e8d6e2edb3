"""Barpoint: the complete backgammon system. It plays, officiates and directs.

    import barpoint as bp

What a program's first lines need; `__init__.pyi` lists it. A name is loaded when it is asked for: `import barpoint` is
quick and loads neither NumPy nor Numba. Everything else is at the doors of the rooms, such as `barpoint.engine`.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)

__version__ = "0.2.0"
