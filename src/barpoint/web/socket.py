"""The socket: messages in, messages out, for as long as the line holds.

A connection that sends faster than it may is read more slowly, so that a flood waits at its sender; what is no
message of the protocol is answered with what was expected, and a connection that goes on sending it is closed.
"""

import asyncio
import contextlib
import logging
from time import perf_counter
from typing import Any, Final
from urllib.parse import urlsplit

from litestar import WebSocket, websocket
from litestar.exceptions import WebSocketDisconnect

from barpoint.board import Side
from barpoint.match.commands import CallDirector
from barpoint.rulebook.cite import Citation
from barpoint.service.house import House
from barpoint.service.play import Answer, Done, Part, Wanted
from barpoint.service.ports import Account
from barpoint.service.room import Room, Seat
from barpoint.service.watching import audience_of, may_watch
from barpoint.web.fanout import Fanout, Listener
from barpoint.web.limits import is_here
from barpoint.web.line import LINE, Line
from barpoint.web.session import COOKIE
from barpoint.wire import messages as m
from barpoint.wire.asking import Asker, wanted
from barpoint.wire.wishes import CallDirectorWish

_log = logging.getLogger("barpoint.socket")
AnySocket = WebSocket[Any, Any, Any]

RATE: Final = 40.0
"""Messages a second a connection may send in the long run."""
BURST: Final = 100.0
MOST_LINES: Final = 50
"""Connections one address may have at once; programs on the server's own machine as many as they like."""
_MOST_FAULTS: Final = 20
_MOST_TOPICS: Final = 50
_LONGEST_ID: Final = 64
_WRONG: Final = "something went wrong here; it has been written down"


@websocket("/socket")
async def socket(socket: AnySocket) -> None:
    """One connection from its first message to its last."""
    if not same_origin(socket):
        await socket.close(code=4403, reason="another origin")
        return
    house: House = socket.app.state.house
    fanout: Fanout = socket.app.state.fanout
    address = socket.client.host if socket.client is not None else ""
    if fanout.addresses[address] >= MOST_LINES and not is_here(address):
        await socket.close(code=4429, reason="too many connections")
        return
    fanout.addresses[address] += 1
    try:
        account = await house.access.whose(socket.cookies.get(COOKIE))
        await socket.accept()
        await Conversation(socket, house, fanout, account).run()
    finally:
        fanout.addresses[address] -= 1
        if not fanout.addresses[address]:
            del fanout.addresses[address]


def same_origin(socket: AnySocket) -> bool:
    """Whether a browser's page of this very site opened the socket; a program sends no origin."""
    origin = socket.headers.get("origin")
    return origin is None or urlsplit(origin).netloc == socket.headers.get("host")


class Conversation:
    """What is said on one connection."""

    def __init__(self, socket: AnySocket, house: House, fanout: Fanout, account: Account | None) -> None:
        self._socket, self._house, self._fanout = socket, house, fanout
        self._listener = Listener(account)
        self._more = asyncio.Event()
        loop = asyncio.get_running_loop()
        self._soon, self._time = loop.call_soon, loop.time
        self._listener.wake = self._wake
        self._line: Line | None = socket.scope["state"].get(LINE)
        if self._line is not None:
            self._listener.cut = self._line.cut
        self._woken = False  # what waits goes out when the loop comes round
        self._behind = False  # the line was full: what waits goes out as the line takes it
        self._allowance = BURST
        self._filled = self._time()
        self._faults = 0
        self._lag = 0  # the round trip the client measured last
        self._busy = False  # a message is being seen to: the next has to wait
        self._freed: asyncio.Future[None] | None = None  # who waits for that
        self._closing: asyncio.Task[None] | None = None

    async def run(self) -> None:
        """Until either side hangs up."""
        account = self._listener.account or Account("", "", guest=True)
        self._listener.tell(
            m.Welcome(
                protocol=m.PROTOCOL,
                account=account.id,
                name=account.name,
                guest=account.guest,
                now=self._house.clock.now(),
            )
        )
        self._fanout.came(self._listener)
        sending = asyncio.create_task(self._send())
        if self._line is not None:
            self._line.take = self._taken
        try:
            await self._receive()
        except (WebSocketDisconnect, asyncio.CancelledError):
            raise
        except Exception:
            _log.exception("a connection failed")
            await self._hang_up(1011, _WRONG)
        finally:
            if self._line is not None:
                self._line.take = None
            sending.cancel()
            self._fanout.counts["slow"] += self._listener.too_slow
            self._fanout.leave(self._listener)
            with contextlib.suppress(asyncio.CancelledError, WebSocketDisconnect, RuntimeError):
                await sending

    def _wake(self) -> None:
        if not self._woken:
            self._woken = True
            self._soon(self._flush)

    def _flush(self) -> None:
        """Put what waits on the line; one that is full is waited for."""
        self._woken = False
        if self._behind or self._listener.too_slow:
            self._more.set()
        elif self._listener.waiting and not (self._line is not None and self._line.put(self._listener.said)):
            self._behind = True
            self._more.set()

    async def _send(self) -> None:
        """What a line does not take at once."""
        waiting = self._listener.waiting
        while not self._listener.too_slow:
            await self._more.wait()
            self._more.clear()
            while waiting:
                await self._socket.send(
                    {"type": "websocket.send", "text": self._listener.said().decode(), "bytes": None}
                )
            self._behind = False
        await self._hang_up(1013, "too slow")

    async def _hang_up(self, code: int, reason: str) -> None:
        with contextlib.suppress(WebSocketDisconnect, RuntimeError):
            await self._socket.close(code=code, reason=reason)

    async def _receive(self) -> None:
        while True:
            message = await self._socket.receive()
            if message["type"] != "websocket.receive":
                return
            data = message.get("text") or message.get("bytes") or b""
            await self._free()
            if wait := self._paced():
                await asyncio.sleep(wait)
            await self._hear(data)
            self._done_with_it()
            if self._faults > _MOST_FAULTS:
                await self._hang_up(1008, "not this protocol")
                return

    def _paced(self) -> float:
        """The seconds until the connection may be heard again."""
        now = self._time()
        self._allowance = min(BURST, self._allowance + (now - self._filled) * RATE) - 1
        self._filled = now
        return max(0.0, -self._allowance / RATE)

    # One message at a time: most are taken from the line and answered without this connection's task (`_taken`); what
    # needs to wait for something goes by the task (`_receive`).

    async def _free(self) -> None:
        """Wait for the message that is being seen to."""
        if self._busy:
            self._freed = asyncio.get_running_loop().create_future()
            await self._freed
        self._busy = True

    def _done_with_it(self) -> None:
        if self._freed is None:
            self._busy = False
        elif not self._freed.done():  # whoever waits goes on; the line stays busy
            self._freed.set_result(None)
            self._freed = None

    def _taken(self, text: str) -> bool:
        """See to a message that has just come, if that can be done at once; False leaves it to the task."""
        if self._busy or self._allowance < 1:
            return False
        self._busy = True
        try:
            said = m.read_said(text)
            begun = isinstance(said, m.Do | m.Contribute) and self._begun(said)
        except Exception:  # the task meets the same, and says what was wrong
            begun = False
        if begun:
            self._paced()
        else:
            self._busy = False
        return begun

    def _begun(self, said: m.Do | m.Contribute) -> bool:
        """Whether a command is under way."""
        asked = self._asked(said, self._house.play.at_hand(said.match))
        if isinstance(asked, m.Fault):
            return False
        room, account, seat = asked
        wish = self._wish(room, seat, said)
        began = perf_counter()

        def heard(answer: Answer) -> None:
            if isinstance(answer, Exception):
                _log.error("a command failed", exc_info=answer)
                self._closing = asyncio.create_task(self._hang_up(1011, _WRONG))
            else:
                self._answer(room, said.id, answer, began)
            self._done_with_it()

        return not isinstance(wish, CallDirector) and self._house.begin(room, wish, _key(room, account, said), heard)

    def _fault(self, fault: m.Fault) -> None:
        self._faults += 1
        self._fanout.counts["faults"] += 1
        self._listener.tell(fault)

    async def _hear(self, data: str | bytes) -> None:
        try:
            said = m.read_said(data)
        except ValueError as malformed:
            self._fault(m.Fault(sentence=str(malformed)))
            return
        match said:
            case m.Watch(topic=topic):
                await self._watch(topic)
            case m.Unwatch(topic=topic):
                self._fanout.unwatch(self._listener, topic)
            case m.Do() | m.Contribute() | m.Say():
                await self._do(said)
            case m.Ping(sent=sent, lag=lag):
                self._lag = max(0, lag)
                self._listener.tell(m.Pong(sent=sent, now=self._house.clock.now()))

    async def _watch(self, topic: str) -> None:
        if len(self._listener.topics) >= _MOST_TOPICS and topic not in self._listener.topics:
            self._fault(m.Fault(sentence=f"at most {_MOST_TOPICS} topics at once", code="too_many"))
            return
        kind, _, id = topic.partition(":")  # noqa: A001
        account = self._listener.account
        if topic == "lobby":
            self._fanout.watch_lobby(self._listener)
            return
        if topic == "inquiries" and account is not None and account.staff:
            self._fanout.watch_inquiries(self._listener)
            return
        if kind == "tournament" and (held := await self._house.direct.load(id)).state.version:
            self._fanout.watch_tournament(self._listener, id, held)
            return
        room = await self._house.play.room(id) if kind == "match" else None
        if room is None:
            self._fault(m.Fault(sentence=f"there is no topic {topic[:80]!r}", code="unknown"))
        elif not may_watch(room, account):
            self._fault(m.Fault(sentence="this match is closed to you as a spectator", code="forbidden"))
        else:
            shown = await self._house.club.watching.seen(room, audience_of(room, account))
            self._fanout.watch_room(self._listener, room, shown)

    async def _do(self, said: m.Do | m.Contribute | m.Say) -> None:
        asked = self._asked(said, await self._house.play.room(said.match))
        if isinstance(asked, m.Fault):
            self._fault(asked)
            return
        room, account, seat = asked
        began = perf_counter()
        try:
            outcome = await self._done(room, account, seat, said)
        except ValueError as malformed:
            self._fault(m.Fault(sentence=str(malformed), id=said.id))
            return
        self._answer(room, said.id, outcome, began)

    def _answer(self, room: Room, id: str, outcome: Done | Citation, began: float) -> None:  # noqa: A002
        self._fanout.commands.note(perf_counter() - began)
        if isinstance(outcome, Citation):
            self._listener.tell(
                m.Refused(
                    id=id,
                    code=outcome.code,
                    sentence=outcome.sentence,
                    clauses=outcome.clauses,
                    book=outcome.book,
                    version=room.version,
                )
            )
        else:
            self._listener.tell(m.Ack(id=id, version=outcome.version))

    async def _done(
        self, room: Room, account: Account, seat: tuple[Side, Seat], said: m.Do | m.Contribute | m.Say
    ) -> Done | Citation:
        """What comes of what somebody at the match asks."""
        command = _key(room, account, said)
        if isinstance(said, m.Say):
            return await self._house.club.talk.say(room, account, said.text, team=said.team, command=command)
        wish = self._wish(room, seat, said)
        if isinstance(wish, CallDirector) and isinstance(said, m.Do) and isinstance(said.d, CallDirectorWish):
            return await self._house.club.inquiries.call(room, account, wish, said.d.about, command)
        return await self._house.do(room, wish, command)

    def _asked(
        self, said: m.Do | m.Contribute | m.Say, room: Room | None
    ) -> tuple[Room, Account, tuple[Side, Seat]] | m.Fault:
        """The room, who asks something of it and where they sit; a fault for whoever does not sit there."""
        if not 1 <= len(said.id) <= _LONGEST_ID:
            return m.Fault(sentence=f"a command's id has 1 to {_LONGEST_ID} characters", id=said.id[:_LONGEST_ID])
        account = self._listener.account
        seat = room.seat_of(account.id) if room is not None and account is not None else None
        if room is None or account is None or seat is None:
            return m.Fault(sentence="only those who sit at the match may act in it", id=said.id, code="forbidden")
        return room, account, seat

    def _wish(self, room: Room, seat: tuple[Side, Seat], said: m.Do | m.Contribute) -> Wanted:
        side, place = seat
        now = self._house.clock.now()
        if isinstance(said, m.Contribute):
            return Part(side=side, at=now, game=said.game, seed=said.seed)
        room.measured[side] = self._lag
        at = now - room.lag[side].granted(self._lag) if room.match.clock is not None else now
        return wanted(said.d, Asker(side, place.name, at, now))


def _key(room: Room, account: Account, said: m.Do | m.Contribute | m.Say) -> str:
    """The id of a command: its client's own, told apart from everybody else's."""
    return f"{account.id}/{room.id}/{said.id}"
