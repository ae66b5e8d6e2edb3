"""A client reads again what it could not read, and says again what could not be saved."""

import asyncio

import pytest
from websockets.asyncio.server import ServerConnection, serve

from barpoint.client import Server
from barpoint.client.server import RequestRefused
from barpoint.wire import messages as m

CUT = b"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf of"
TROUBLE = b"HTTP/1.1 503 Service Unavailable\r\nContent-Length: 2\r\n\r\n{}"
WHOLE = b"HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\n{}\n{}\n"
UNKNOWN = b"HTTP/1.1 404 Not Found\r\nContent-Length: 2\r\n\r\n{}"


async def asked(*answers: bytes) -> list[bytes]:
    """A log, of a server that answers so."""
    left = list(answers)

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(left.pop(0))
        await writer.drain()
        writer.close()

    async with await asyncio.start_server(answer, "127.0.0.1", 0) as server:
        port = server.sockets[0].getsockname()[1]
        return await Server(f"http://127.0.0.1:{port}").log("ANY")


def test_what_could_not_be_read_is_read_again() -> None:
    assert asyncio.run(asked(CUT, TROUBLE, b"", WHOLE)) == [b"{}", b"{}"]


def test_what_is_not_there_is_not_asked_for_again() -> None:
    with pytest.raises(RequestRefused, match="404"):
        asyncio.run(asked(UNKNOWN))


def test_what_could_not_be_saved_is_said_again_under_the_same_id() -> None:
    """Else a link that an opening roll waits for would never come: nothing else happens that asks for it."""

    async def run() -> None:
        heard: list[str] = []

        async def answer(line: ServerConnection) -> None:
            async for data in line:
                asked = m.read_client_message(data)
                assert isinstance(asked, m.OpenLink)
                heard.append(asked.id)
                trouble = m.Fault(sentence="not saved", id=asked.id, code="storage")
                told = trouble if len(heard) < 3 else m.Ack(id=asked.id, version=7)
                await line.send(m.encode_message(told).decode())

        async with serve(answer, "127.0.0.1", 0) as server:
            port = server.sockets[0].getsockname()[1]
            async with Server(f"http://127.0.0.1:{port}").connect() as line:
                link = m.OpenLink(id="l1", match="ANY", game=1, k=0, chain="white1", link="00")
                assert await line.ask(link) == m.Ack(id="l1", version=7)
        assert heard == ["l1"] * 3

    asyncio.run(asyncio.wait_for(run(), 30))
