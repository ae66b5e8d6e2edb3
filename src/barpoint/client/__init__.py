"""The reference client: connect, watch, play, come back after a cut. Used by tests, benches and hosted bots.

>>> async def example() -> None:
...     server = await Server.guest("http://127.0.0.1:8000", "Anna")
...     match = await server.new_match(level="casual")
...     async with server.connect() as connection:
...         table = await connection.sit(match)
...         await table.do(OpeningWish())
"""

from barpoint.client.connection import Connection
from barpoint.client.host import Host
from barpoint.client.player import play_match
from barpoint.client.server import Server
from barpoint.client.table import Table
from barpoint.wire.wishes import OpeningWish

__all__ = ["Connection", "Host", "OpeningWish", "Server", "Table", "play_match"]
