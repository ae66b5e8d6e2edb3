"""The protocol between a server and its clients: message types and their codec. See docs/protocol.md."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
