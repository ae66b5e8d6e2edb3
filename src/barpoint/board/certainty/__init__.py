"""What is already certain, whatever is rolled: claims, races, forced play, an adversary who never errs."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
