"""What the five rule books say, as data.

catalogue/   clauses and their numbers, found by id, section or everyday words; compared; put before people as a
             checklist; what the software does about each, and which tests prove it
profiles/    what an event is played under: a book and its options
tariff/      what lateness, breaks and offences cost
citation     the sentence and the clauses of a refusal; `refusals` has the books' own codes
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
