"""The socket: messages in, messages out, for as long as the line holds.

A connection that sends faster than it may is read more slowly, so that a flood waits at its sender; what is no
message of the protocol is answered with what was expected, and a connection that goes on sending it is closed.
"""

import asyncio
import contextlib
import logging
from time import perf_counter
from typing import Any, Final, NoReturn, assert_never
from urllib.parse import urlsplit

from litestar import WebSocket, websocket
from litestar.exceptions import WebSocketDisconnect

from barpoint.board import Side
from barpoint.match.commands import AnswerClaim, CallDirector
from barpoint.rulebook import Citation
from barpoint.service import Account, Room, Seat, ServerProcess, StorageError
from barpoint.service.people import Visit, audience_of, may_watch
from barpoint.service.play import (
    Done,
    MatchRequest,
)
from barpoint.web.languages import choose_language
from barpoint.web.live.fanout import Fanout, Listener
from barpoint.web.live.origins import client_key, is_local
from barpoint.web.live.websocket_transport import TRANSPORT, WebSocketTransport
from barpoint.web.session import visit_of
from barpoint.wire import Sender, Topic, command_from_wish, dice_request, read_topic
from barpoint.wire import messages as m
from barpoint.wire.wishes import CallDirectorWish

_log = logging.getLogger("barpoint.socket")
AnySocket = WebSocket[Any, Any, Any]

RATE: Final = 40.0
"""Messages a second a connection may send in the long run."""
BURST: Final = 100.0
SESSION_OVER: Final = 4401
"""The session that opened the connection is over: whoever is there has to say anew who they are."""
RIGHTS_CHANGED: Final = 4409
"""Its owner may do other things now than when it was opened: connect again."""
MOST_CONNECTIONS: Final = 50
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
    house: ServerProcess = socket.app.state.house
    fanout: Fanout = socket.app.state.fanout
    address = client_key(socket.client.host if socket.client is not None else "")
    if fanout.addresses[address] >= MOST_CONNECTIONS and not is_local(address):
        await socket.close(code=4429, reason="too many connections")
        return
    fanout.addresses[address] += 1
    try:
        visit = await visit_of(socket)
        await socket.accept()
        await Conversation(socket, house, fanout, visit).run()
    finally:
        fanout.addresses[address] -= 1
        if not fanout.addresses[address]:
            del fanout.addresses[address]
        socket.receive = socket.send = _line_is_gone  # the framework's point back at the socket


async def _line_is_gone(*_: object) -> NoReturn:
    raise WebSocketDisconnect(detail="the line is gone")


def same_origin(socket: AnySocket) -> bool:
    """Whether a browser's page of this very site opened the socket; a program sends no origin."""
    origin = socket.headers.get("origin")
    return origin is None or urlsplit(origin).netloc == socket.headers.get("host")


class Conversation:
    """What is said on one connection."""

    def __init__(self, socket: AnySocket, house: ServerProcess, fanout: Fanout, visit: Visit | None) -> None:
        self._socket, self._house, self._fanout = socket, house, fanout
        self._listener = Listener() if visit is None else Listener(visit.account, visit.session.digest)
        self._listener.over = self._over
        self._listener.language = choose_language(  # a browser's page cannot send headers of its own with a socket
            socket.query_params.get("language") or socket.headers.get("accept-language") or ""
        )
        self._more = asyncio.Event()
        loop = asyncio.get_running_loop()
        self._soon, self._time, self._begin = loop.call_soon, loop.time, loop.create_task
        self._listener.wake = self._wake
        self._transport: WebSocketTransport | None = socket.scope["state"].get(TRANSPORT)
        if self._transport is not None:
            self._listener.cut = self._transport.cut
        self._woken = False  # what waits goes out when the loop comes round
        self._behind = False  # the line was full: what waits goes out as the line takes it
        self._allowance = BURST
        self._filled = self._time()
        self._faults = 0
        self._lag = 0  # the round trip the client measured last
        self._busy = False  # a message that was taken from the line is being seen to
        self._reading = False  # or one that goes by the connection's own task, or it waits for its turn
        self._taken: asyncio.Task[bool] | None = None  # what is done about the last that was taken from the line
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
                processes=self._house.liveness.processes,
            )
        )
        self._fanout.add_listener(self._listener)
        if account.id:  # the session may have ended since it was looked up
            await self._house.access.look_again(account.id)
        sending = asyncio.create_task(self._send())
        if self._transport is not None:
            self._transport.take = self._take
        try:
            await self._receive()
        finally:
            if self._transport is not None:
                self._transport.take = None
            sending.cancel()
            if self._taken is not None:  # it may be about to follow a topic
                await asyncio.wait([self._taken])
            self._fanout.counts["slow"] += self._listener.too_slow
            if self._listener.too_slow:
                _log.warning("a line was cut off: it did not take its messages in time")
            self._fanout.leave(self._listener)
            with contextlib.suppress(asyncio.CancelledError, WebSocketDisconnect, RuntimeError):
                await sending
            self._listener.let_go()

    def _wake(self) -> None:
        if not self._woken:
            self._woken = True
            self._soon(self._flush)

    def _flush(self) -> None:
        """Put what waits on the line; one that is full is waited for."""
        self._woken = False
        if self._behind or self._listener.too_slow:
            self._more.set()
        elif self._listener.waiting and not (
            self._transport is not None and self._transport.put(self._listener.take_waiting)
        ):
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
                    {"type": "websocket.send", "text": self._listener.take_waiting().decode(), "bytes": None}
                )
            self._behind = False
        await self._hang_up(1013, "too slow")

    def _over(self, *, session: bool) -> None:
        """The session is over, or its owner is somebody else now."""
        code, reason = (SESSION_OVER, "session over") if session else (RIGHTS_CHANGED, "rights changed")
        self._closing = asyncio.create_task(self._hang_up(code, reason))

    async def _hang_up(self, code: int, reason: str) -> None:
        with contextlib.suppress(WebSocketDisconnect, RuntimeError):
            await self._socket.close(code=code, reason=reason)

    async def _receive(self) -> None:
        while True:
            message = await self._socket.receive()
            if message["type"] != "websocket.receive":
                return
            data = message.get("text") or message.get("bytes") or b""
            self._reading = True
            if self._taken is not None and not self._taken.done():
                await asyncio.wait([self._taken])
            if wait := self._pace():
                await asyncio.sleep(wait)
            if not await self._see_to(data):
                return
            self._reading = False

    def _pace(self) -> float:
        """The seconds until the connection may be heard again."""
        now = self._time()
        self._allowance = min(BURST, self._allowance + (now - self._filled) * RATE) - 1
        self._filled = now
        return max(0.0, -self._allowance / RATE)

    # One message at a time, in the order in which they come. Most are taken from the line at once and get a task of
    # their own; one that comes while another is seen to, or too early, goes by the connection's task (`_receive`).

    def _take(self, text: str) -> bool:
        """See to a message that has just come; False leaves it to `_receive`."""
        if self._busy or self._reading or self._allowance < 1:
            return False
        self._pace()
        self._busy = True
        self._taken = self._begin(self._see_to(text))
        return True

    async def _see_to(self, data: str | bytes) -> bool:
        """Do what a message asks; False if the connection was closed over it."""
        try:
            await self._receive_message(data)
        except Exception:
            _log.exception("a connection failed")
            await self._hang_up(1011, _WRONG)
            return False
        finally:
            self._busy = False
        if self._faults > _MOST_FAULTS:
            await self._hang_up(1008, "not this protocol")
            return False
        return True

    def _fault(self, fault: m.Fault) -> None:
        self._faults += 1
        self._fanout.counts["faults"] += 1
        self._listener.tell(fault)

    async def _receive_message(self, data: str | bytes) -> None:
        try:
            message = m.read_client_message(data)
        except ValueError as malformed:
            self._fault(m.Fault(sentence=str(malformed)))
            return
        match message:
            case m.Watch(topic=topic):
                await self._watch(topic)
            case m.Unwatch(topic=topic):
                self._fanout.unwatch(self._listener, topic)
            case m.Do() | m.PublishEnd() | m.OpenLink() | m.Contribute() | m.Say():
                await self._do(message)
            case m.Ping(sent=sent, lag=lag):
                self._lag = max(0, lag)
                self._listener.tell(m.Pong(sent=sent, now=self._house.clock.now()))

    async def _watch(self, topic: str) -> None:
        if len(self._listener.topics) >= _MOST_TOPICS and topic not in self._listener.topics:
            self._fault(m.Fault(sentence=f"at most {_MOST_TOPICS} topics at once", code="too_many"))
            return
        shown = read_topic(topic)
        if shown is None or not await self._follow(*shown):
            self._fault(m.Fault(sentence=f"there is no topic {topic[:80]!r}", code="unknown"))

    async def _follow(self, kind: Topic, id: str) -> bool:
        """Follow a topic, or say why not; False if there is none, or none that this listener may know of."""
        account = self._listener.account
        match kind:
            case Topic.LOBBY:
                self._fanout.watch_lobby(self._listener)
            case Topic.INQUIRIES:
                if account is None or not account.staff:
                    return False
                self._fanout.watch_inquiries(self._listener)
            case Topic.TOURNAMENT:
                tournament = await self._house.direct.load(id)
                if not tournament.state.version:
                    return False
                self._fanout.watch_tournament(self._listener, id, tournament)
            case Topic.MATCH:
                room = await self._house.play.room(id)
                if room is None:
                    return False
                if not may_watch(room, account, self._house.play.now()):
                    self._fault(m.Fault(sentence="this match is closed to you as a spectator", code="forbidden"))
                    return True
                seen = await self._house.club.watching.room_for(room, audience_of(room, account))
                self._fanout.watch_room(self._listener, room, seen)
                if room.unread:  # another process has gone on between the look at the room and this
                    await self._house.play.catch_up(room)
            case _:
                assert_never(kind)
        return True

    async def _do(self, message: m.MatchMessage) -> None:
        seating = self._seat_for(message, await self._house.play.room(message.match))
        if isinstance(seating, m.Fault):
            self._fault(seating)
            return
        room, account, seat = seating
        began = perf_counter()
        try:
            if self._house.clock.is_behind:
                await self._house.catch_up_time()
            outcome = await self._outcome(room, account, seat, message)
        except ValueError as malformed:
            self._fault(m.Fault(sentence=str(malformed), id=message.id))
            return
        except StorageError as failed:
            _log.error("a command could not be saved", extra={"match": message.match, "trouble": str(failed)})
            self._house.storage.note_failure(str(failed))
            words = "storage trouble: this may not have been saved; send it again"
            self._listener.tell(m.Fault(sentence=words, id=message.id, code="storage"))
            return
        self._answer(room, message.id, outcome, began)

    def _answer(self, room: Room, id: str, outcome: Done | Citation, began: float) -> None:
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

    async def _outcome(
        self, room: Room, account: Account, seat: tuple[Side, Seat], message: m.MatchMessage
    ) -> Done | Citation:
        """What comes of what somebody at the match asks."""
        command = _key(room, account, message)
        if isinstance(message, m.Say):
            return await self._house.club.talk.say(room, account, message.text, team=message.team, command=command)
        wish = self._match_request(room, seat, message)
        if isinstance(wish, CallDirector) and isinstance(message, m.Do) and isinstance(message.d, CallDirectorWish):
            return await self._house.club.inquiries.call(room, account, wish, message.d.about, command)
        outcome = await self._house.do(room, wish, command)
        if isinstance(wish, AnswerClaim) and not wish.accept and isinstance(outcome, Done):
            call = CallDirector(
                at=wish.at, side=wish.side, person=wish.person
            )  # bws:4.3.2.8b; where nobody serves, no call
            await self._house.club.inquiries.call(room, account, call, "", f"{command}/dispute")
        return outcome

    def _seat_for(
        self, message: m.MatchMessage, room: Room | None
    ) -> tuple[Room, Account, tuple[Side, Seat]] | m.Fault:
        """The room, who asks something of it and where they sit; a fault for whoever does not sit there."""
        if not 1 <= len(message.id) <= _LONGEST_ID:
            return m.Fault(sentence=f"a command's id has 1 to {_LONGEST_ID} characters", id=message.id[:_LONGEST_ID])
        account = self._listener.account
        seat = room.seat_of(account.id) if room is not None and account is not None else None
        if room is None or account is None or seat is None:
            return m.Fault(sentence="only those who sit at the match may act in it", id=message.id, code="forbidden")
        return room, account, seat

    def _match_request(self, room: Room, seat: tuple[Side, Seat], message: m.Do | m.DiceMessage) -> MatchRequest:
        side, place = seat
        now = self._house.clock.now()
        if isinstance(message, m.DiceMessage):
            return dice_request(message, Sender(side, place.name, now, now))
        lag = room.timers.grant_lag(side, self._lag)
        at = now - lag if room.match.clock is not None else now
        return command_from_wish(message.d, Sender(side, place.name, at, now))


def _key(room: Room, account: Account, message: m.MatchMessage) -> str:
    """The id of a command: its client's own, told apart from everybody else's."""
    return f"{account.id}/{room.id}/{message.id}"
