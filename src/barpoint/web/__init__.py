"""HTTP and WebSocket, thin: requests become calls of the service, its values become JSON."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
