"""Ratings live: what of the server's logs counts, and the ladder that follows them (docs/ratings.md).

rated_verdicts  a finished match of the logs, and whether it counts
rating_book     the port: where the ladder is kept
rating_service  follows the logs, and answers what people ask of the ladder
event_boards    a board's match as its tournament has it
rating_rule     the published rule
player_record   what somebody has won and lost
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
