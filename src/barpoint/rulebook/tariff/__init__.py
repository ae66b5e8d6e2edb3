"""What a book charges: penalty, lateness, break, reserve and vote arithmetic, as pure functions.

lateness     when a match is due, what a late player pays, when lateness loses the match
breaks       how many and how long, and the running break reserve of usbgf
penalties    penalty points on the score, the fast-grab ladder, ibf's sanctions
reserves     clock times midway, restored, corrected and held in trust
committee    who may hear an appeal, and what a vote decides

Times are integer milliseconds, points are integers. A book that is silent answers None: whoever asks
then says "not covered by this book". Nothing here decides whether a rule was broken.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
