"""The reference client: connect, watch, play, come back after a cut. Used by tests, benches and hosted bots.

>>> async def example() -> None:
...     server = await Server.guest("http://127.0.0.1:8000", "Anna")
...     match = await server.new_match(level="casual")
...     async with server.connect() as connection:
...         table = await connection.sit(match)
...         await table.do(OpeningWish())
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
