"""Judging: what each command leads to under the rules of the match: events or a refusal."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
