"""Fair play for officials: finished rated matches and matches of online events, weighed in the background.

due         a live match that was rated or of an event, with a person in it. Who plays by correspondence has months, and
            books at hand
weighing    one match at a time by the process of analyses (`analysis_queue`), never on the loop. A match is claimed
            first, so that of several processes one does it; the claim of a process that has died is taken over
figures     sums by person (`barpoint.engine.review`), set beside the same person's earlier matches and beside others of
            about that rating when an official looks. What they say is for people to weigh: nothing follows by itself
device      a salted digest of the browser's name for itself and the network it comes from, noted with the account for
            half a year after it was last seen. Neither can be read out of it; a household shares one

The operator may have none of it (`BARPOINT_FAIR_PLAY`). Who may look is asked in `web`: officials of the server, and
whoever rules in the tournament of the match.
"""

import asyncio
import hmac
import logging
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from contextlib import suppress
from typing import Final

import msgspec

from barpoint.board import Side
from barpoint.engine import Analysis
from barpoint.engine.review import FairPlayFigures, FairPlaySums, compare_sums, fair_play_sums
from barpoint.match import MatchPhase
from barpoint.match import events as e
from barpoint.service.long_work import off_loop
from barpoint.service.officials.fair_play_book import FairPlayBook, FairPlayRow, SharedDevice, WeighingState
from barpoint.service.people.aids import is_by_correspondence
from barpoint.service.people.analysis_queue import AnalysisQueue
from barpoint.service.play.play_service import PlayService
from barpoint.service.play.room import Room
from barpoint.service.ports import EventStore, StorageError, WallClock
from barpoint.service.ratings.rated_verdicts import pool_of
from barpoint.service.ratings.rating_service import RatingService

PLIES: Final = 1
"""How deep matches are weighed for this."""
BAND: Final = 100.0
"""Others within so many points of rating are people of that rating."""
MOST_EARLIER: Final = 100
MOST_PEERS: Final = 400
"""Matches a figure is set beside."""
DEVICE_LIFETIME: Final = 180 * 86_400_000
MOST_ON_A_DEVICE: Final = 5
"""A device more accounts than that were seen on is a club's, a school's or a proxy's, and says nothing."""
_NOTED_EVERY: Final = 12 * 3_600_000  # milliseconds after which the same sighting is written again
_MOST_NOTED: Final = 10_000
_AT_ONCE: Final = 20  # matches taken from the store together
REST: Final = 20.0
"""Seconds after a match, and after the start, in which nothing is weighed unless an official waits for it."""
_LOOK_EVERY: Final = 600.0  # seconds after which what others have left is looked for
_HOUSE: Final = "fair-play"  # whoever asks for the analyses
_analysis = msgspec.json.Decoder(Analysis)
_log = logging.getLogger("barpoint.fair_play")


def read_switch(text: str) -> bool:
    """The operator's word; ValueError says what was expected."""
    if text not in ("on", "off"):
        raise ValueError(f"BARPOINT_FAIR_PLAY is on or off, not {text!r}")
    return text == "on"


class NamedAccount(msgspec.Struct, frozen=True):
    """Somebody by account and name."""

    account: str
    name: str
    opponent: bool = False  # sits on the other side of this match


class DeviceInCommon(msgspec.Struct, frozen=True):
    """Others who were seen on a device of this player's; more than `MOST_ON_A_DEVICE` are counted, not named."""

    people: tuple[NamedAccount, ...]
    count: int
    last: int
    opponent: bool  # one of them sits on the other side of this match


class PlayerFairPlay(msgspec.Struct, frozen=True):
    """One person in one match, beside what is usual."""

    account: str
    name: str
    side: Side
    rating: float | None
    figures: FairPlayFigures
    devices: tuple[DeviceInCommon, ...]


class FairPlayReport(msgspec.Struct, frozen=True):
    """A match as officials see it; no players while it waits."""

    match: str
    state: WeighingState
    at: int
    kind: str
    plies: int
    players: tuple[PlayerFairPlay, ...]


class Devices:
    """Sightings of devices, each written down now and then."""

    def __init__(self, book: FairPlayBook, clock: WallClock, salt: bytes, *, on: bool) -> None:
        self._book, self._clock, self._salt, self._on = book, clock, salt, on
        self._noted: OrderedDict[tuple[bytes, str], int] = OrderedDict()

    async def note(self, account: str, agent: str, origin: str) -> None:
        """An account is here with a browser of this name, from there; what cannot be written is left out."""
        if not self._on:
            return
        digest = hmac.digest(self._salt, f"{origin}\n{agent}".encode(), "sha256")[:16]
        now, key = self._clock.now(), (digest, account)
        if self._noted.get(key, -_NOTED_EVERY) > now - _NOTED_EVERY:
            return
        self._noted[key] = now
        self._noted.move_to_end(key)
        if len(self._noted) > _MOST_NOTED:
            self._noted.popitem(last=False)
        with suppress(StorageError):  # a disk that is full keeps nobody from reading
            await self._book.note_device(digest, account, now)


class FairPlay:
    """Weighs what is due, and says what came of it."""

    def __init__(
        self,
        store: EventStore,
        book: FairPlayBook,
        clock: WallClock,
        play: PlayService,
        ratings: RatingService,
        analyses: AnalysisQueue,
        process: str,
        others: Callable[[], Awaitable[Collection[str]]],
        salt: bytes,
        *,
        on: bool,
    ) -> None:
        self._on = on
        self._store, self._book, self._clock, self._play = store, book, clock, play
        self._ratings, self._analyses, self._process, self._others = ratings, analyses, process, others
        self.devices = Devices(book, clock, salt, on=on)
        self._ended: dict[str, float] = {}  # and when each is weighed, by the time of the loop
        self._wake, self._at_work = asyncio.Event(), asyncio.Lock()
        self.weighed = 0
        play.end_listeners.append(self._note)

    def _note(self, room: Room) -> None:
        if self._on and is_due(room):
            self._ended[room.id] = _now() + REST
            self._wake.set()

    def hasten(self, match: str) -> None:
        """An official waits for it: it comes next."""
        if self._on:
            self._ended[match] = 0.0
            self._wake.set()

    # Weighing

    async def run(self) -> None:
        """Weigh what ends here soon, and now and then whatever else waits; until cancelled."""
        look = _now() + REST
        while True:
            self._wake.clear()
            try:
                await self._weigh_ended()
                if look <= _now():
                    look = _now() + _LOOK_EVERY
                    await self._book.forget_devices(self._clock.now() - DEVICE_LIFETIME)
                    if self._on:
                        await self.catch_up()
            except Exception:
                _log.exception("matches could not be weighed; this is tried again")
            with suppress(TimeoutError):
                async with asyncio.timeout_at(min([look, *self._ended.values()])):
                    await self._wake.wait()

    async def _weigh_ended(self) -> None:
        while due := [match for match, at in self._ended.items() if at <= _now()]:
            others = await self._others()
            for match in due:
                self._ended.pop(match, None)
                room = await self._play.room(match)
                if room is not None:
                    await self._book.reopen(match, room.match.version)  # an official may have corrected it
                    await self._weigh_alone(match, others)

    async def catch_up(self) -> None:
        """Weigh everything that waits."""
        tried: set[str] = set()
        while True:
            others = await self._others()
            matches = [one for one in await self._book.pending(others, _AT_ONCE) if one not in tried]
            if not matches:
                return
            for match in matches:
                tried.add(match)
                await self._weigh_alone(match, others)
                await self._weigh_ended()  # what has just ended goes before what is old

    async def _weigh_alone(self, match: str, others: Collection[str]) -> None:
        """Weigh a match, unless another process does; what this one has begun and left is begun again."""
        async with self._at_work:
            if await self._book.claim(match, self._process, others):
                await self._weigh_claimed(match)

    async def _weigh_claimed(self, match: str) -> None:
        log = [stored.data for stored in await self._store.read(f"match:{match}")]
        try:
            rows = await self._weigh(match, log)
        except asyncio.CancelledError:
            with suppress(Exception):
                await asyncio.shield(self._book.release(match))
            raise
        except Exception:
            _log.exception("a match could not be weighed", extra={"match": match})
            await self._book.keep(match, len(log), (), "failed")
            return
        if rows is None:
            await self._book.release(match)
        else:
            await self._book.keep(match, len(log), rows)
            self.weighed += 1

    async def _weigh(self, match: str, log: Sequence[bytes]) -> Sequence[FairPlayRow] | None:
        """Everybody of a match; None if it cannot be analysed just now."""
        room = await self._play.room(match)
        if room is None or not is_due(room):
            return ()
        events = await off_loop(lambda: [e.decode(line) for line in log])
        if not any(isinstance(event, e.OpeningRolled) for event in events):
            return ()
        status = await self._analyses.complete(f"{match}.{len(log)}", PLIES, _HOUSE, log)
        if status.state == "failed":
            raise RuntimeError("the analysis failed")
        if not status.analysis:
            return None
        sums = await off_loop(lambda: fair_play_sums(_analysis.decode(status.analysis), events))
        return await self._rows(room, events[-1].at, dict(zip((Side.WHITE, Side.BLACK), sums, strict=True)))

    async def _rows(self, room: Room, at: int, sums: dict[Side, FairPlaySums]) -> list[FairPlayRow]:
        form = room.match.format
        kind = f"{form.discipline}/doubles" if form.team == 2 else str(form.discipline)
        people = [(side, account) for side in Side for account in _accounts(room, side)]
        ratings = await self._ratings.ratings_of([account for _, account in people])
        known = {
            one.player: one.rating.rating
            for one in ratings
            if (one.system, one.pool) == (self._ratings.shown, pool_of(form))
        }
        return [
            FairPlayRow(room.id, account, side, kind, at, sums[side], known.get(account)) for side, account in people
        ]

    # What officials ask

    async def report(self, match: str, among: Collection[str] | None = None) -> FairPlayReport:
        """A match; of devices only what these accounts have in common, if any are named."""
        rows = await self._book.of_match(match)
        state = await self._book.state(match)
        if state == "waiting" and not self._on:
            state = "off"
        accounts = [row.account for row in rows]
        shared = await self._book.shared_devices(accounts)
        names = await self._ratings.names([*accounts, *(other for device in shared for other in device.others)])
        players = [await self._player(row, rows, shared, names, among) for row in rows]
        at, kind = (rows[0].at, rows[0].kind) if rows else (0, "")
        return FairPlayReport(match, state, at, kind, PLIES, tuple(players))

    async def _player(
        self,
        row: FairPlayRow,
        rows: Sequence[FairPlayRow],
        shared: Sequence[SharedDevice],
        names: Mapping[str, str],
        among: Collection[str] | None,
    ) -> PlayerFairPlay:
        earlier = await self._book.earlier(row.account, row.kind, row.at, MOST_EARLIER)
        others = (
            ()
            if row.rating is None
            else await self._book.peers(row.kind, (row.rating - BAND, row.rating + BAND), (row.account,), MOST_PEERS)
        )
        figures = compare_sums(row.sums, [one.sums for one in earlier], others)
        against = {one.account for one in rows if one.side is not row.side}
        devices = [_in_common(one, names, against, among) for one in shared if one.account == row.account]
        return PlayerFairPlay(
            row.account,
            names.get(row.account, row.account),
            row.side,
            row.rating,
            figures,
            tuple(one for one in devices if one is not None),
        )

    async def newest(
        self, first: int, most: int, matches: Collection[str] | None = None
    ) -> tuple[Sequence[FairPlayRow], Mapping[str, str]]:
        """The matches weighed that ended last, and what people in them are called."""
        rows = await self._book.newest(first, most, matches)
        return rows, await self._ratings.names([row.account for row in rows])


def _now() -> float:
    return asyncio.get_running_loop().time()


def is_due(room: Room) -> bool:
    """Whether a match is weighed once it is over."""
    form = room.match.format
    serious = (form.rated or bool(room.options.event)) and not is_by_correspondence(form)
    people = any(_accounts(room, side) for side in Side)
    return serious and people and room.match.phase is MatchPhase.OVER


def _accounts(room: Room, side: Side) -> list[str]:
    return list(dict.fromkeys(seat.account for seat in room.seats(side) if seat.account and not seat.bot))


def _in_common(
    device: SharedDevice, names: Mapping[str, str], against: Collection[str], among: Collection[str] | None
) -> DeviceInCommon | None:
    others = [other for other in device.others if among is None or other in among]
    if not others:
        return None
    many = len(device.others) >= MOST_ON_A_DEVICE
    people = () if many else tuple(NamedAccount(other, names.get(other, other), other in against) for other in others)
    return DeviceInCommon(people, len(others), device.last, any(other in against for other in others))
