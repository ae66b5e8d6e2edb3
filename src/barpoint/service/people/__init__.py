"""Who somebody is and what stands around play: sessions, lobby, talk, notices."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
