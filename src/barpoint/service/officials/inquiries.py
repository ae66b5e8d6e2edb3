"""Inquiries: what waits for an official of this server.

call     a player called the director; the match and its clocks stand still until it is released (usbgf:5.1a, bws:5.1a),
         the caller withdraws it, or nobody has taken it for `CALL_LIMIT`. Only where officials serve: in events, and
         between people on a server that has staff
report   anybody who looks on tells the director something in private; the players do not hear of it (usbgf:5.1b).
         A player can be reported from their own page, too, with or without a match
mute     a player hears the other side no longer
block    somebody wants to be seated with a player no more
bar      a player asks that a spectator, or all of them, be sent away; an official grants it or does not
stop     an official has stopped the match unasked; it stands still like a called one

An inquiry is a stream of its own (`inquiry:ID`), open until it is settled. Whoever plays in a match rules on nothing
that concerns it (usbgf:5.1e, bws:5.1b).
"""

from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from typing import Annotated, Final, Literal

import msgspec

from barpoint.board import Refusal, Side
from barpoint.match import commands as c
from barpoint.officiating.cases import CaseCode
from barpoint.rulebook import Citation, cite
from barpoint.service.clocks.outage_log import OutageLog
from barpoint.service.clocks.timers import Timers
from barpoint.service.people.sessions import new_id
from barpoint.service.play.play_service import Done, PlayService
from barpoint.service.play.room import Room
from barpoint.service.play.room_events import SpectatorBarred
from barpoint.service.ports import Account, Appended, EventStore, StoredEvent, Write
from barpoint.service.rate_limit import RateLimit
from barpoint.service.refusals import ServiceCode
from barpoint.service.set_aside import UnreadableStreamError

LONGEST: Final = 1_000
InquiryKind = Literal["call", "report", "bar", "stop", "mute", "block"]
CALL_LIMIT: Final = 600_000
"""Milliseconds after which a call that no official has taken ends by itself."""
STOPPING: Final = ("call", "stop")
"""The kinds whose match stands still until they are settled."""
InquiryText = Annotated[str, msgspec.Meta(max_length=LONGEST)]


class InquiryEvent(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The common part."""

    at: int
    by: str  # a name


class Raised(InquiryEvent, frozen=True, kw_only=True, tag="Raised"):
    """Somebody wants an official."""

    kind: InquiryKind
    match: str  # empty if it is about a person and no match
    account: str
    side: Side | None = None
    about: InquiryText = ""
    target: str = ""  # the account it is about; of a bar empty for all spectators
    target_name: str = ""  # as it was then


class Taken(InquiryEvent, frozen=True, kw_only=True, tag="Taken"):
    """An official looks after it."""


class CaseMade(InquiryEvent, frozen=True, kw_only=True, tag="CaseMade"):
    """It is being ruled on as a case."""

    case: str


class Settled(InquiryEvent, frozen=True, kw_only=True, tag="Settled"):
    """It is done with; `granted` says that what was asked for was done."""

    answer: InquiryText = ""
    granted: bool = False


AnyInquiryEvent = Raised | Taken | CaseMade | Settled
_decoder = msgspec.json.Decoder(AnyInquiryEvent)


class Inquiry(msgspec.Struct, frozen=True, omit_defaults=True):
    """An inquiry as an official sees it."""

    id: str
    version: int
    raised: Raised
    taken_by: str = ""
    case: str = ""
    settled: Settled | None = None


class Inquiries:
    """All inquiries that are open."""

    def __init__(
        self,
        store: EventStore,
        play: PlayService,
        timers: Timers,
        outages: OutageLog,
        officials: Callable[[], Awaitable[int]],
    ) -> None:
        self._store, self._play, self._timers, self._officials = store, play, timers, officials
        self._outages = outages
        self._staffed = False
        self._known: dict[str, Inquiry] = {}
        self._seated: dict[str, frozenset[str]] = {}  # who sits in the match of an open one
        self.pace = RateLimit(burst=5, every=60_000)
        self.calls = RateLimit(burst=5, every=300_000)  # for the director, of a player in a match
        self.listeners: list[Callable[[Inquiry], None]] = []
        play.load_listeners.append(self._note_service)
        play.room_listeners.append(self._note_seats)

    def serve(self) -> None:
        """The server has officials of its own."""
        if not self._staffed:
            self._staffed = True
            for room in self._play.rooms.values():
                self._note_service(room)

    def _note_service(self, room: Room) -> None:
        people = not any(room.bot(side) for side in Side)
        room.officiated = bool(room.options.event) or (self._staffed and people)

    async def _is_served(self, room: Room) -> bool:
        """Whether an official can be called to a match; who was appointed elsewhere meanwhile counts."""
        if not room.officiated and not self._staffed and await self._officials():
            self.serve()
        return room.officiated

    async def load(self) -> None:
        """Every inquiry that is open, and whether the server has officials."""
        if await self._officials():
            self.serve()
        names = await self._store.streams("inquiry", only_open=True)
        for name in names:
            with suppress(UnreadableStreamError):
                await self.find(name.partition(":")[2])

    def open_inquiries(self, reader: str = "") -> list[Inquiry]:
        """What waits, the oldest first; for an official without what is said of their own matches."""
        self.serve()  # somebody is there to ask
        waiting = [inquiry for inquiry in self._known.values() if reader not in self._seated.get(inquiry.id, ())]
        return sorted(waiting, key=lambda inquiry: inquiry.raised.at)

    async def find(self, id: str) -> Inquiry | None:
        """An inquiry as the store has it."""
        inquiry: Inquiry | None = None
        kept = await self._store.read(f"inquiry:{id}")
        with self._play.set_aside.reading(f"inquiry:{id}"):
            for stored in kept:
                inquiry = _after(inquiry, id, stored.version, _decoder.decode(stored.data))
        if inquiry is not None:
            room = await self._play.room(inquiry.raised.match)
            self._seated[id] = _concerned(room, inquiry)
            self._note(inquiry)
            if room is not None and inquiry.raised.kind == "call":
                self._watch_call(room, inquiry)
        return inquiry

    def _note_seats(self, room: Room, _before: int, _kept: Sequence[StoredEvent]) -> None:
        """Somebody else may sit there now: a guest has signed in."""
        for inquiry in self._known.values():
            if inquiry.raised.match == room.id:
                self._seated[inquiry.id] = _concerned(room, inquiry)

    # Raising one

    async def call(
        self, room: Room, account: Account, call: c.CallDirector, about: str, command: str
    ) -> Done | Citation:
        """A player calls the director: the freeze and the inquiry land together."""
        if not await self._is_served(room):
            return cite(Refusal(ServiceCode.NO_OFFICIALS), room.match.format.book)
        if command not in room.commands and self.calls.take(f"{room.id}/{account.id}", self._play.now()):
            return cite(Refusal(ServiceCode.TOO_MANY_CALLS), room.match.format.book)
        raised = self._new_event("call", room, account, side=call.side, about=about)
        id = new_id()
        outcome = await self._play.do(room, call, command, beside=[_first(id, raised)])
        if isinstance(outcome, Done):
            await self.find(id)  # a repeated command has made no new one
        return outcome

    async def withdraw(self, room: Room, account: Account) -> Inquiry | Citation | None:
        """The caller takes a call back that no official has taken: play goes on. None if there is none of theirs."""
        calls = (one for one in self._known.values() if one.raised.kind == "call" and one.raised.match == room.id)
        call = next((one for one in calls if one.raised.account == account.id), None)
        if call is None:
            return None
        if call.taken_by:
            return cite(Refusal(ServiceCode.CALL_TAKEN), room.match.format.book)
        return await self._end_call(room, call, account.name, "withdrawn")

    def _watch_call(self, room: Room, call: Inquiry) -> None:
        """A call that nobody takes ends after a while; the players see when."""
        waits = call.settled is None and not call.taken_by
        until = self._outages.deadline(call.raised.at, CALL_LIMIT) if waits else 0

        async def end() -> None:
            latest = await self.find(call.id)
            if latest is None or latest.settled is not None or latest.taken_by:
                return
            if self._outages.deadline(latest.raised.at, CALL_LIMIT) > self._play.now():
                self._watch_call(room, latest)  # put off by an outage
            else:
                await self._end_call(room, latest, "house", "no official came")

        self._timers.set(f"call/{call.id}", until or None, end)
        if room.call_until != until:
            room.call_until = until
            for listener in self._play.room_listeners:
                listener(room, room.version, ())

    async def _end_call(self, room: Room, call: Inquiry, by: str, answer: str) -> Inquiry:
        event = Settled(at=self._play.now(), by=by, answer=answer)
        write = Write(f"inquiry:{call.id}", call.version, (msgspec.json.encode(event),), ends=True)
        outcome = await self._store.append([write], f"inquiry/{call.id}/{call.version}")
        latest = await self.find(call.id)
        assert latest is not None
        if isinstance(outcome, Appended) and not outcome.repeated and room.match.stopped_by:
            release = c.ReleaseMatch(at=self._play.now(), by=by, reason=answer)
            await self._play.do(room, release, f"settled/{call.id}")
        return latest

    async def concerns(self, inquiry: Inquiry, account: Account) -> bool:
        """Whether somebody sits in the match of an inquiry, or it is about them."""
        return account.id in _concerned(await self._play.room(inquiry.raised.match), inquiry)

    async def stop(self, room: Room, staff: Account, reason: str) -> Inquiry | Citation:
        """An official freezes a match: the freeze and the inquiry that ends it land together."""
        if room.seat_of(staff.id) is not None:
            return cite(Refusal(CaseCode.OWN_MATCH), room.match.format.book)
        raised = self._new_event("stop", room, staff, side=None, about=reason)
        id = new_id()
        stop = c.StopMatch(at=self._play.now(), by=staff.name, reason=raised.about)
        outcome = await self._play.do(room, stop, f"stop/{id}", beside=[_first(id, raised)])
        if isinstance(outcome, Citation):
            return outcome
        inquiry = await self.find(id)
        assert inquiry is not None
        return inquiry

    async def raise_(
        self, kind: InquiryKind, room: Room, account: Account, about: str, target: Account | None = None
    ) -> Inquiry:
        """A report, or the wish to have somebody barred: everybody who looks on if nobody is named."""
        seat = room.seat_of(account.id)
        raised = self._new_event(kind, room, account, side=None if seat is None else seat[0], about=about)
        return await self._raise(raised if target is None else _aimed_at(raised, target))

    async def raise_about(
        self, kind: InquiryKind, player: Account, account: Account, about: str = "", room: Room | None = None
    ) -> Inquiry | None:
        """Something about a player; None if the same was said of them already and waits."""
        match = "" if room is None else room.id
        for known in self._known.values():
            said = known.raised
            if (said.kind, said.account, said.target, said.match, said.about) == (
                kind,
                account.id,
                player.id,
                match,
                about.strip()[:LONGEST],
            ):
                return None
        seat = None if room is None else room.seat_of(account.id)
        raised = self._new_event(kind, room, account, side=None if seat is None else seat[0], about=about)
        return await self._raise(_aimed_at(raised, player))

    async def _raise(self, raised: Raised) -> Inquiry:
        id = new_id()
        await self._store.append([_first(id, raised)], f"inquiry/{id}")
        inquiry = await self.find(id)
        assert inquiry is not None
        return inquiry

    def _new_event(
        self, kind: InquiryKind, room: Room | None, account: Account, *, side: Side | None, about: str
    ) -> Raised:
        about = about.strip()[:LONGEST]
        now, name = self._play.now(), account.name
        match = "" if room is None else room.id
        return Raised(at=now, by=name, kind=kind, match=match, account=account.id, side=side, about=about)

    # Looking after it

    async def take(self, inquiry: Inquiry, staff: Account) -> Inquiry | Citation:
        """An official looks after it."""
        return await self._step(inquiry, staff, Taken(at=self._play.now(), by=staff.name))

    async def attach(self, inquiry: Inquiry, staff: Account, case: str) -> Inquiry | Citation:
        """It is being ruled on as a case."""
        return await self._step(inquiry, staff, CaseMade(at=self._play.now(), by=staff.name, case=case))

    async def settle(self, inquiry: Inquiry, staff: Account, answer: str, *, granted: bool) -> Inquiry | Citation:
        """Answer it: a call is released, a spectator is barred if that is granted."""
        room = await self._play.room(inquiry.raised.match)
        event = Settled(at=self._play.now(), by=staff.name, answer=answer.strip()[:LONGEST], granted=granted)
        outcome = await self._step(inquiry, staff, event)
        if isinstance(outcome, Citation) or room is None:
            return outcome
        key = f"settled/{inquiry.id}"
        if inquiry.raised.kind in STOPPING and room.match.stopped_by:
            release = c.ReleaseMatch(at=self._play.now(), by=staff.name, reason=event.answer)
            await self._play.do(room, release, key)
        elif inquiry.raised.kind == "bar" and granted:
            barred = SpectatorBarred(at=event.at, by=staff.name, account=inquiry.raised.target)
            await self._play.note(room, barred, key)
        return outcome

    async def _step(self, inquiry: Inquiry, staff: Account, event: AnyInquiryEvent) -> Inquiry | Citation:
        room = await self._play.room(inquiry.raised.match)
        if staff.id in _concerned(room, inquiry):
            return cite(Refusal(CaseCode.OWN_MATCH), "" if room is None else room.match.format.book)
        if inquiry.settled is not None:
            return cite(Refusal(ServiceCode.INQUIRY_CLOSED), "")
        dropped = not inquiry.taken_by and inquiry.raised.kind in STOPPING  # whoever took it has come (usbgf:1.1.3c)
        if isinstance(event, Settled) and not event.answer and dropped:
            return cite(Refusal(ServiceCode.ANSWER_NEEDED), "" if room is None else room.match.format.book)
        ends = True if isinstance(event, Settled) else None
        write = Write(f"inquiry:{inquiry.id}", inquiry.version, (msgspec.json.encode(event),), ends=ends)
        outcome = await self._store.append([write], f"inquiry/{inquiry.id}/{inquiry.version}")
        latest = await self.find(inquiry.id)
        assert latest is not None
        if isinstance(outcome, Appended) and not outcome.repeated:
            return latest
        return await self._step(latest, staff, event)  # somebody was faster: judged once more

    def _note(self, inquiry: Inquiry) -> None:
        changed = self._known.get(inquiry.id) != inquiry
        if inquiry.settled is None:
            self._known[inquiry.id] = inquiry
        else:
            changed = self._known.pop(inquiry.id, None) is not None
            self._seated.pop(inquiry.id, None)
        if changed:
            for listener in self.listeners:
                listener(inquiry)


def _concerned(room: Room | None, inquiry: Inquiry) -> frozenset[str]:
    """The accounts that sit in the match of an inquiry, who raised it about a player, and that player."""
    seats = (*room.white, *room.black) if room is not None else ()
    people = {seat.account for seat in seats if seat.account}
    if inquiry.raised.target_name:
        people |= {inquiry.raised.target, inquiry.raised.account}
    return frozenset(people)


def _aimed_at(raised: Raised, target: Account) -> Raised:
    return msgspec.structs.replace(raised, target=target.id, target_name=target.name)


def _first(id: str, raised: Raised) -> Write:
    return Write(f"inquiry:{id}", 0, (msgspec.json.encode(raised),))


def _after(inquiry: Inquiry | None, id: str, version: int, event: AnyInquiryEvent) -> Inquiry:
    if isinstance(event, Raised):
        return Inquiry(id, version, event)
    assert inquiry is not None
    after = msgspec.structs.replace(inquiry, version=version)
    match event:
        case Taken(by=by):
            return msgspec.structs.replace(after, taken_by=by)
        case CaseMade(case=case, by=by):
            return msgspec.structs.replace(after, case=case, taken_by=by)
        case Settled():
            return msgspec.structs.replace(after, settled=event)
