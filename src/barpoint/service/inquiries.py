"""Inquiries: what waits for an official of this server.

call     a player called the director; the match and its clocks stand still until it is released (usbgf:5.1a, bws:5.1a)
report   anybody who looks on tells the director something in private; the players do not hear of it (usbgf:5.1b)
bar      a player asks that a spectator, or all of them, be sent away; an official grants it or does not
stop     an official has stopped the match unasked; it stands still like a called one

An inquiry is a stream of its own (`inquiry:ID`), open until it is settled. Whoever plays in a match rules on nothing
that concerns it (usbgf:5.1e, bws:5.1b).
"""

import asyncio
from collections.abc import Callable
from typing import Annotated, Final, Literal

import msgspec

from barpoint.board import Refusal, Side
from barpoint.match import commands as c
from barpoint.officiating.case import CaseCode
from barpoint.rulebook.cite import Citation, cite
from barpoint.service.access import new_id
from barpoint.service.limits import Allowance
from barpoint.service.play import Done, Play
from barpoint.service.ports import Account, Appended, EventStore, Write
from barpoint.service.refusals import ServiceCode
from barpoint.service.room import Room, SpectatorBarred

LONGEST: Final = 1_000
Kind = Literal["call", "report", "bar", "stop"]
STOPPING: Final = ("call", "stop")
"""The kinds whose match stands still until they are settled."""
Words = Annotated[str, msgspec.Meta(max_length=LONGEST)]


class InquiryEvent(msgspec.Struct, frozen=True, kw_only=True, tag=True, omit_defaults=True):
    """The common part."""

    at: int
    by: str  # a name


class Raised(InquiryEvent, frozen=True, kw_only=True):
    """Somebody wants an official."""

    kind: Kind
    match: str
    account: str
    side: Side | None = None
    about: Words = ""
    target: str = ""  # the account to be barred; empty for all spectators


class Taken(InquiryEvent, frozen=True, kw_only=True):
    """An official looks after it."""


class CaseMade(InquiryEvent, frozen=True, kw_only=True):
    """It is being ruled on as a case."""

    case: str


class Settled(InquiryEvent, frozen=True, kw_only=True):
    """It is done with; `granted` says that what was asked for was done."""

    answer: Words = ""
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

    def __init__(self, store: EventStore, play: Play) -> None:
        self._store, self._play = store, play
        self._known: dict[str, Inquiry] = {}
        self.pace = Allowance(burst=5, every=60_000)
        self.told: list[Callable[[Inquiry], None]] = []

    async def load(self) -> None:
        """Every inquiry that is open."""
        names = await self._store.streams("inquiry", only_open=True)
        await asyncio.gather(*(self.find(name.partition(":")[2]) for name in names))

    def listed(self) -> list[Inquiry]:
        """What waits, the oldest first."""
        return sorted(self._known.values(), key=lambda one: one.raised.at)

    async def find(self, id: str) -> Inquiry | None:  # noqa: A002
        """An inquiry as the store has it."""
        found: Inquiry | None = None
        for stored in await self._store.read(f"inquiry:{id}"):
            found = _after(found, id, stored.version, _decoder.decode(stored.data))
        if found is not None:
            self._note(found)
        return found

    # Raising one

    async def call(
        self, room: Room, account: Account, wanted: c.CallDirector, about: str, command: str
    ) -> Done | Citation:
        """A player calls the director: the freeze and the inquiry land together."""
        raised = self._raised("call", room, account, side=wanted.side, about=about)
        id = new_id()  # noqa: A001
        outcome = await self._play.do(room, wanted, command, beside=[_first(id, raised)])
        if isinstance(outcome, Done):
            await self.find(id)  # a repeated command has made no new one
        return outcome

    async def stop(self, room: Room, staff: Account, reason: str) -> Inquiry | Citation:
        """An official freezes a match: the freeze and the inquiry that ends it land together."""
        if room.seat_of(staff.id) is not None:
            return cite(Refusal(CaseCode.OWN_MATCH), room.match.format.book)
        raised = self._raised("stop", room, staff, side=None, about=reason)
        id = new_id()  # noqa: A001
        wanted = c.StopMatch(at=self._play.now(), by=staff.name, reason=raised.about)
        outcome = await self._play.do(room, wanted, f"stop/{id}", beside=[_first(id, raised)])
        if isinstance(outcome, Citation):
            return outcome
        found = await self.find(id)
        assert found is not None
        return found

    async def raise_(self, kind: Kind, room: Room, account: Account, about: str, target: str = "") -> Inquiry:
        """A report, or the wish to have somebody barred."""
        seat = room.seat_of(account.id)
        raised = self._raised(kind, room, account, side=None if seat is None else seat[0], about=about, target=target)
        id = new_id()  # noqa: A001
        await self._store.append([_first(id, raised)], f"inquiry/{id}")
        found = await self.find(id)
        assert found is not None
        return found

    def _raised(
        self, kind: Kind, room: Room, account: Account, *, side: Side | None, about: str, target: str = ""
    ) -> Raised:
        about = about.strip()[:LONGEST]
        now, name = self._play.now(), account.name
        return Raised(
            at=now, by=name, kind=kind, match=room.id, account=account.id, side=side, about=about, target=target
        )

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
        said = Settled(at=self._play.now(), by=staff.name, answer=answer.strip()[:LONGEST], granted=granted)
        settled = await self._step(inquiry, staff, said)
        if isinstance(settled, Citation) or room is None:
            return settled
        key = f"settled/{inquiry.id}"
        if inquiry.raised.kind in STOPPING and room.match.stopped_by:
            release = c.ReleaseMatch(at=self._play.now(), by=staff.name, reason=said.answer)
            await self._play.do(room, release, key)
        elif inquiry.raised.kind == "bar" and granted:
            barred = SpectatorBarred(at=said.at, by=staff.name, account=inquiry.raised.target)
            await self._play.note(room, barred, key)
        return settled

    async def _step(self, inquiry: Inquiry, staff: Account, event: AnyInquiryEvent) -> Inquiry | Citation:
        room = await self._play.room(inquiry.raised.match)
        if room is not None and room.seat_of(staff.id) is not None:
            return cite(Refusal(CaseCode.OWN_MATCH), room.match.format.book)
        if inquiry.settled is not None:
            return cite(Refusal(ServiceCode.INQUIRY_CLOSED), "")
        ends = True if isinstance(event, Settled) else None
        write = Write(f"inquiry:{inquiry.id}", inquiry.version, (msgspec.json.encode(event),), ends=ends)
        outcome = await self._store.append([write], f"inquiry/{inquiry.id}/{inquiry.version}")
        found = await self.find(inquiry.id)
        assert found is not None
        if isinstance(outcome, Appended) and not outcome.repeated:
            return found
        return await self._step(found, staff, event)  # somebody was faster: judged once more

    def _note(self, inquiry: Inquiry) -> None:
        changed = self._known.get(inquiry.id) != inquiry
        if inquiry.settled is None:
            self._known[inquiry.id] = inquiry
        else:
            changed = self._known.pop(inquiry.id, None) is not None
        if changed:
            for told in self.told:
                told(inquiry)


def _first(id: str, raised: Raised) -> Write:  # noqa: A002
    return Write(f"inquiry:{id}", 0, (msgspec.json.encode(raised),))


def _after(inquiry: Inquiry | None, id: str, version: int, event: AnyInquiryEvent) -> Inquiry:  # noqa: A002
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
