"""Playing: a room's commands are judged, kept and followed; whoever watches is told.

What a player asks becomes a command here: rolls get their dice, readiness its opening roll, a take-back
the game as it stood. The loser of a race with another process follows what was faster and is judged once
more. The house acts by itself: it throws the opening roll when both sides are ready, and its bots play.
"""

import asyncio
import logging
from collections import Counter
from collections.abc import Awaitable, Callable, MutableMapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Final

import msgspec

from barpoint.board import Refusal, Side
from barpoint.match import (
    GameStage,
    MatchFormat,
    MatchPhase,
    decide_match,
    fold_match,
    new_match,
    side_to_act,
)
from barpoint.match import commands as c
from barpoint.match.events import AnyEvent, DiceRolled, MatchEnded, OpeningRolled, encode
from barpoint.match.format import PauseReason
from barpoint.rulebook import Citation, cite
from barpoint.service.dice.chain_book import GameChains
from barpoint.service.dice.dice_events import AnyDiceEvent, EndPublished, LinkOpened
from barpoint.service.dice.fair_dice import Seeds
from barpoint.service.dice.hash_chain import read_link
from barpoint.service.persistence import do_until_done
from barpoint.service.play.agreement import TermsRequest, imposition_events, terms_events
from barpoint.service.play.bot_turn import BotCommand, bot_command
from barpoint.service.play.dice_chains import (
    admit_chain,
    fix_ends,
    game_chains,
    open_link,
    owner_at,
    publish_end,
    seal_game,
    throw_dice,
)
from barpoint.service.play.dice_seals import (
    add_part,
    dice_writes,
    event_writes,
    next_roll,
    overdue_dice,
)
from barpoint.service.play.lag_quota import with_lag
from barpoint.service.play.opponent import Opponent
from barpoint.service.play.room import Room
from barpoint.service.play.room_cache import RoomCache
from barpoint.service.play.room_events import (
    AnyRoomEvent,
    ProposalClosed,
    RoomOpened,
    RoomOptions,
    Seat,
    SideReady,
    encode_room_event,
)
from barpoint.service.play.take_back import take_back_command
from barpoint.service.ports import Appended, Conflict, EventStore, Secrets, StoredEvent, WallClock, Write
from barpoint.service.records.announced_appends import AnnouncedWrite
from barpoint.service.refusals import ServiceCode
from barpoint.service.set_aside import SetAside, UnreadableStreamError

_log = logging.getLogger("barpoint.play")
_TRIES: Final = 5


class PlayerRequest(msgspec.Struct, frozen=True, kw_only=True):
    """What only the house can turn into a command."""

    side: Side
    at: int
    received: int = 0
    person: str = ""


class RollRequest(PlayerRequest, frozen=True, kw_only=True):
    """Throw both dice for a side, with the next link of whoever rolls."""

    link: str = ""


class ReadyRequest(PlayerRequest, frozen=True, kw_only=True):
    """A side is ready for the next game."""


class TakeBackRequest(PlayerRequest, frozen=True, kw_only=True):
    """Undo the last turn, against a bot."""


class EndRequest(PlayerRequest, frozen=True, kw_only=True):
    """The end of somebody's chain for the dice of a game."""

    game: int
    chain: str
    end: str
    links: int


class LinkRequest(PlayerRequest, frozen=True, kw_only=True):
    """The next link of somebody's chain, for an opening roll or as a witness."""

    game: int
    k: int
    chain: str
    link: str
    digest: str = ""


class PartRequest(PlayerRequest, frozen=True, kw_only=True):
    """A side's part of the dice of a game, by recipe 1."""

    game: int
    seed: str


class OpeningRequest(msgspec.Struct, frozen=True, kw_only=True):
    """Throw one die each, or fix the ends of the chains that will; the house's own."""

    at: int


class AdmitRequest(msgspec.Struct, frozen=True, kw_only=True):
    """Let chains count whose owners have waited long enough for witnesses; the house's own."""

    at: int


class OutageRequest(msgspec.Struct, frozen=True, kw_only=True):
    """Let a clock that runs stand from one moment to another, in one breath; the house's own."""

    since: int
    until: int


DiceRequest = PartRequest | EndRequest | LinkRequest | AdmitRequest
"""What changes only what is known of the dice."""
ImmediateRequest = (
    c.AnyCommand | RollRequest | ReadyRequest | DiceRequest | OpeningRequest | OutageRequest | TermsRequest
)
"""What can be judged without reading the log."""
MatchRequest = ImmediateRequest | TakeBackRequest
# Asked of every command: a tuple of types is looked through faster than their union
_DICE_REQUESTS: Final = (PartRequest, EndRequest, LinkRequest, AdmitRequest)
_ROLL_REQUESTS: Final = (OpeningRequest, RollRequest)
_ROLLS: Final = (OpeningRolled, DiceRolled)
_ANY_DICE: Final = (2, 1)
"""To ask whether a roll is due, before there is one."""


class Done(msgspec.Struct, frozen=True):
    """It is durable; the match stands at `version`."""

    version: int


class PlannedWrites(msgspec.Struct, frozen=True):
    """What is to be written; `decided` are the events of the match among it, `dice` those of its dice."""

    writes: list[Write]
    decided: Sequence[AnyEvent] = ()
    dice: Sequence[AnyDiceEvent] = ()


class ThrownDice(msgspec.Struct, frozen=True):
    """A roll, what is published with it, and roots behind that."""

    dice: tuple[int, int]
    events: Sequence[AnyDiceEvent] = ()
    roots: Sequence[Seeds] = ()


RoomListener = Callable[[Room, int, Sequence[StoredEvent]], None]
"""Hears of a room, the version before, and what the match's log has had since (nothing: only the room changed)."""


class PlayService:
    """All rooms of this process."""

    def __init__(
        self,
        store: EventStore,
        secrets: Secrets,
        clock: WallClock,
        bots: Callable[[str], Opponent],
        bot_pause: float = 0.0,
        *,
        shared: bool = False,
    ) -> None:
        self._shared = shared  # other processes write to the same store
        self._store, self._secrets, self._bots = store, secrets, bots
        self.now = clock.now
        """Server time."""
        self._bot_pause = bot_pause
        self._cache = RoomCache()
        self._rooms = self._cache.rooms
        self._loading: dict[str, asyncio.Task[Room | None]] = {}
        self._behind: set[str] = set()  # rooms that are about to follow what others have added
        self._thinking = ThreadPoolExecutor(1, thread_name_prefix="bots")
        self.set_aside = SetAside()
        self.room_listeners: list[RoomListener] = []
        self.end_listeners: list[Callable[[Room], None]] = []  # hear of a match that has ended
        self.load_listeners: list[Callable[[Room], None]] = []
        self.preparations: list[Callable[[Room], Awaitable[None]]] = []  # what is done in a room before it is used
        self.before_acting: Callable[[], Awaitable[None]] | None = None  # what the house waits for before it acts
        self.is_watched: Callable[[Room], bool] = lambda _: True  # whether somebody at this process follows a room
        self.dice_listeners: list[Callable[[Room, Sequence[AnyDiceEvent]], None]] = []
        self.counts: Counter[str] = Counter()

    @property
    def rooms(self) -> MutableMapping[str, Room]:
        """The rooms that are live here."""
        return self._rooms

    # Rooms

    async def open(
        self,
        id: str,
        format: MatchFormat,
        white: Sequence[Seat],
        black: Sequence[Seat],
        *,
        private: bool = False,
        manners: RoomOptions = RoomOptions(),  # noqa: B008  # frozen
        beside: Sequence[Write] = (),
    ) -> bool:
        """Seat the players; False if `beside`, written in the same breath, came too late."""
        now = self.now()
        white, black = _with_unique_names(white, black)
        names = [tuple(seat.name for seat in seats) for seats in (white, black)]
        started = decide_match(new_match(format), c.StartMatch(at=now, white=names[0], black=names[1]))
        assert not isinstance(started, Refusal), started
        opened = RoomOpened(at=now, white=tuple(white), black=tuple(black), private=private, manners=manners)
        bots = [side for side, seats in zip(Side, (white, black), strict=True) if seats[0].bot]
        seal, seeds = seal_game(id, 1, bots, self._secrets, now)
        writes = [
            Write(f"match:{id}", 0, tuple(encode(event) for event in started)),
            Write(f"room:{id}", 0, (encode_room_event(opened),)),
            Write(f"dice:{id}", 0, (msgspec.json.encode(seal),)),
            Write(f"seal:{id}", 0, (msgspec.json.encode(seeds),)),
            *beside,
        ]
        if not isinstance(await self._store.append(writes, f"open/{id}"), Appended):
            return False
        await self.room(id)
        return True

    async def room(self, id: str) -> Room | None:
        """The room of a match, loaded if it is not live; None if there is no such match, or it is `set_aside`."""
        room = self._cache.get(id, self.now())
        if room is not None:
            if room.unread:  # nobody is shown less than they may have seen
                async with room.lock:
                    await self._catch_up(room)
            return room
        if id not in self._loading:
            self._loading[id] = asyncio.create_task(self._load(id))
        try:
            return await asyncio.shield(self._loading[id])
        except UnreadableStreamError:
            return None
        finally:
            self._loading.pop(id, None)

    async def _load(self, id: str) -> Room | None:
        room = Room(id)
        kept = await self._store.read_many([f"{kind}:{id}" for kind in ("match", "room", "dice", "seal")])
        with self.set_aside.reading(f"match:{id}"):
            room.follow(kept[f"match:{id}"])
            if room.state is None:
                return None
            room.follow_room(kept[f"room:{id}"])
            room.follow_dice(kept[f"dice:{id}"])
            room.follow_seals(kept[f"seal:{id}"])
        for prepare in self.preparations:
            await prepare(room)
        self._cache.add(room, self.now())
        for listener in self.load_listeners:
            listener(room)
        self._after(room)
        return room

    def leave(self, room: Room) -> None:
        """Nobody needs the room here: it is loaded again when somebody does."""
        self._cache.drop(room)

    @staticmethod
    def rest(room: Room) -> None:
        """Whoever asked for the room is done with it: it may make room for others."""
        room.last_use = 0

    async def catch_up(self, room: Room) -> None:
        """Follow what other processes have added; of several who ask before it is read, one does it."""
        if room.id in self._behind:
            return
        self._behind.add(room.id)
        try:
            async with room.lock:
                self._behind.discard(room.id)
                await self._catch_up(room)
        finally:
            self._behind.discard(room.id)

    async def catch_up_all(self) -> None:
        """Follow whatever could wait so far."""
        await asyncio.gather(*(self.catch_up(room) for room in self._rooms.values() if room.unread))

    async def _catch_up(self, room: Room) -> None:
        before, room_before, id = room.version, room.room_version, room.id
        unread = room.unread
        heads = {
            f"match:{id}": before,
            f"room:{id}": room_before,
            f"seal:{id}": room.seal_version,
            f"dice:{id}": room.dice.version,
        }
        read = await self._store.read_after(heads)
        room.unread -= unread  # what came meanwhile may be missing
        kept = read[f"match:{id}"]
        room.follow(kept)
        room.follow_room(read[f"room:{id}"])
        room.follow_seals(read[f"seal:{id}"])
        news = room.follow_dice(read[f"dice:{id}"])
        if kept or news or room.room_version != room_before:
            self._tell(room, before, kept, news)

    async def _has_changed(self, room: Room) -> bool:
        """Whether other processes have added something that was not known here; it is now."""
        if not self._shared:
            return False
        before = room.version, room.room_version, room.dice.version
        await self._catch_up(room)
        return before != (room.version, room.room_version, room.dice.version)

    def behind(self, stream: str, version: int) -> Room | None:
        """The live room that has to follow a stream so far, and has not."""
        kind, _, id = stream.partition(":")
        room = self._rooms.get(id)
        if room is None:
            return None
        known = {"match": room.version, "room": room.room_version, "dice": room.dice.version}
        is_behind = version > known.get(kind, version)
        return room if is_behind and not self._may_wait(room) else None

    def follow_announced(self, writes: Sequence[AnnouncedWrite]) -> Room | None:
        """Follow what another process says it has appended to one match; the room, if it has to be read instead."""
        room = self._rooms.get(writes[0].stream.partition(":")[2])
        if room is None:
            return None
        known = {"match": room.version, "room": room.room_version, "dice": room.dice.version}
        behind = [known[write.stream.partition(":")[0]] for write in writes]
        if all(write.version <= version for write, version in zip(writes, behind, strict=True)):
            return None
        is_over = any(b'"MatchEnded"' in bytes(event) for write in writes for event in write.events)
        if not is_over and self._may_wait(room):
            return None
        follows = all(write.expected == version for write, version in zip(writes, behind, strict=True))
        if room.unread or room.lock.locked() or not follows:
            return room
        plan = [Write(write.stream, write.expected, tuple(map(bytes, write.events))) for write in writes]
        self._follow(room, PlannedWrites(plan), writes[0].command)
        return None

    def _may_wait(self, room: Room) -> bool:
        """Whether what another process has added can wait until somebody here asks for the room; it is noted then.

        The other process plays there and looks after the clocks. When it dies, everything open is loaded.
        """
        if room.connections.none or room.connections.any_here or room.house_task is not None or self.is_watched(room):
            return False
        room.unread += 1
        self._cache.rest(room, self.now())
        return True

    # Commands

    async def do(
        self, room: Room, request: MatchRequest, command: str, *, beside: Sequence[Write] = ()
    ) -> Done | Citation:
        """Judge what is asked, keep it and what lies beside it, follow it; ValueError for what no command says."""
        async with room.lock:
            for _ in range(_TRIES):
                if command in room.commands:
                    return Done(max(room.commands[command], room.version))
                if isinstance(request, TakeBackRequest):
                    plan = self._plan_take_back(room, request, await self._store.read(f"match:{room.id}"))
                else:
                    plan = self._plan(room, request)
                if not isinstance(plan, PlannedWrites):
                    if isinstance(plan, Refusal) and await self._has_changed(room):
                        continue  # another process knows better: nothing is refused for what is over
                    return self._answer(room, plan)
                outcome = await self._store.append([*plan.writes, *beside], command)
                if isinstance(outcome, Appended) and not outcome.repeated:
                    return self._finish(room, plan, command)
                self.counts["conflict"] += 1
                await self._catch_up(room)
        raise RuntimeError(f"match {room.id} changes faster than a command can be judged")

    def _answer(self, room: Room, refusal: Refusal | None) -> Done | Citation:
        """What whoever asked hears of what is refused, or of what changes nothing."""
        if refusal is None:
            return Done(room.version)
        self.counts["refused"] += 1
        return cite(refusal, room.match.format.book)

    def _finish(self, room: Room, plan: PlannedWrites, command: str) -> Done:
        self.counts["done"] += 1
        self._follow(room, plan, command)
        return Done(room.version)

    async def note(self, room: Room, event: AnyRoomEvent, command: str, *, beside: Sequence[Write] = ()) -> bool:
        """Keep something about the room itself; False if it was there already."""
        async with room.lock:
            for _ in range(_TRIES):
                if command in room.commands:
                    return False
                write = Write(f"room:{room.id}", room.room_version, (encode_room_event(event),))
                outcome = await self._store.append([write, *beside], command)
                if isinstance(outcome, Appended) and not outcome.repeated:
                    self._follow(room, PlannedWrites([write]), command)
                    return True
                if isinstance(outcome, Conflict) and not outcome.stream.startswith("room:"):
                    return False  # what lies beside came too late
                await self._catch_up(room)
        raise RuntimeError(f"nothing can be kept about match {room.id}: {command} was something else's")

    async def seal_again(self, room: Room) -> None:
        """After a ruling that went into the match from outside, see to the dice it left undone."""
        async with room.lock:
            writes = overdue_dice(room, self._secrets, self.now())
            if writes and isinstance(await self._store.append(writes, f"seal/{room.id}/{room.version}"), Appended):
                self._follow(room, PlannedWrites(writes), f"seal/{room.id}/{room.version}")

    def _plan(self, room: Room, request: ImmediateRequest) -> Refusal | PlannedWrites | None:
        """What is to be written; None if nothing is."""
        if isinstance(request, _ROLL_REQUESTS):
            return self._plan_roll(room, request)
        if isinstance(request, _DICE_REQUESTS):
            return self._plan_dice(room, request)
        if isinstance(request, ReadyRequest):
            return self._plan_ready(room, request)
        if isinstance(request, OutageRequest):
            return self._plan_outage(room, request)
        if isinstance(request, TermsRequest):
            return self._plan_terms(room, request)
        if isinstance(request, c.ImposeTerms):
            decided = imposition_events(room.match, room.options, request, self.now())
            return decided if isinstance(decided, Refusal) else self._plan_events(room, decided)
        received = 0 if room.match.clock is None else request.received
        command = _resignation_command(room, request) if isinstance(request, c.OfferResignation) else request
        return self._plan_command(room, command, received)

    def _plan_dice(self, room: Room, request: DiceRequest) -> Refusal | PlannedWrites | None:
        if isinstance(request, PartRequest):
            writes = add_part(room, request.side, request.game, request.seed, self.now())
            return writes if isinstance(writes, Refusal) else PlannedWrites(writes) if writes else None
        events = _dice_events(room, request, self.now())
        if isinstance(events, Refusal):
            return events
        return PlannedWrites(event_writes(room, events), dice=events) if events else None

    def _plan_roll(self, room: Room, request: RollRequest | OpeningRequest) -> Refusal | PlannedWrites | None:
        chains = game_chains(room)
        if chains is not None and not chains.fixed and isinstance(request, OpeningRequest):
            events = fix_ends(chains, self.now())
            return PlannedWrites(event_writes(room, events), dice=events)
        thrown = self._throw(room, chains, request)
        if isinstance(thrown, Refusal):
            judged = self._plan_command(room, _roll_command(request, _ANY_DICE), 0)
            return judged if isinstance(judged, Refusal) else thrown  # what the rules say goes before a missing link
        received = 0 if isinstance(request, OpeningRequest) or room.match.clock is None else request.received
        return self._plan_command(room, _roll_command(request, thrown.dice), received, thrown)

    def _throw(
        self, room: Room, chains: GameChains | None, request: RollRequest | OpeningRequest
    ) -> ThrownDice | Refusal:
        if chains is None:
            dice = next_roll(room)
            return dice if isinstance(dice, Refusal) else ThrownDice(dice)
        owner, link = "", ""
        if isinstance(request, RollRequest):
            owner, link = owner_at(room, request.side, request.person), request.link
        thrown = throw_dice(room, chains, owner, link, self._secrets, self.now())
        return thrown if isinstance(thrown, Refusal) else ThrownDice(*thrown)

    def _plan_take_back(
        self, room: Room, request: TakeBackRequest, log: Sequence[StoredEvent]
    ) -> Refusal | PlannedWrites | None:
        received = 0 if room.match.clock is None else request.received
        return self._plan_command(room, take_back_command(room, request.side, request.at, log), received)

    def _plan_command(
        self, room: Room, command: c.AnyCommand | Refusal, received: int, thrown: ThrownDice | None = None
    ) -> Refusal | PlannedWrites | None:
        decided = command if isinstance(command, Refusal) else decide_match(room.match, command)
        if isinstance(decided, Refusal):
            return decided
        if thrown is not None and not any(isinstance(event, _ROLLS) for event in decided):
            thrown = None  # time was up before the roll
        return self._plan_events(room, with_lag(decided, received), thrown) if decided else None

    def _plan_outage(self, room: Room, request: OutageRequest) -> Refusal | PlannedWrites | None:
        """Nothing comes between pause and going on: a play there would start the other side's clock in the gap."""
        state = room.match
        clock = state.clock
        if clock is None or not clock.is_running or clock.running is None or clock.since >= request.until:
            return None
        stop = c.PauseClock(at=max(state.at, request.since), side=clock.running, reason=PauseReason.OUTAGE)
        stopped = decide_match(state, stop)
        if isinstance(stopped, Refusal):
            return stopped
        state = fold_match(stopped, state)
        resumed = decide_match(state, c.ResumeClock(at=max(state.at, request.until)))
        return self._plan_events(room, (*stopped, *(() if isinstance(resumed, Refusal) else resumed)))

    def _plan_terms(self, room: Room, request: TermsRequest) -> Refusal | PlannedWrites:
        """Other terms, the clock they bring or take away, and the end of the proposal they came from."""
        decided = terms_events(room.match, room.options, request, self.now())
        if isinstance(decided, Refusal):
            return decided
        plan = self._plan_events(room, decided)
        if room.proposal is not None and request.agreed:
            closed = ProposalClosed(at=self.now(), side=room.proposal.side.other, accepted=True)
            plan.writes.append(Write(f"room:{room.id}", room.room_version, (encode_room_event(closed),)))
        return plan

    def _plan_ready(self, room: Room, request: ReadyRequest) -> Refusal | PlannedWrites | None:
        state = room.match
        judged = decide_match(state, c.RollOpening(at=request.at, received=request.received, white=1, black=2))
        if isinstance(judged, Refusal):
            return judged
        if isinstance(judged[-1], MatchEnded):
            return self._plan_events(room, judged)
        if request.side in room.dice.missing(room.game_number):
            return Refusal(ServiceCode.SEED_MISSING)
        if request.side in room.ready:
            return None
        event = SideReady(at=self.now(), side=request.side, game=room.game_number)
        return PlannedWrites([Write(f"room:{room.id}", room.room_version, (encode_room_event(event),))])

    def _plan_events(self, room: Room, decided: Sequence[AnyEvent], thrown: ThrownDice | None = None) -> PlannedWrites:
        events, roots = (thrown.events, thrown.roots) if thrown is not None else ((), ())
        beside, dice = dice_writes(room, decided, self._secrets, self.now(), events, roots)
        return PlannedWrites([_write(room, decided), *beside], decided, dice)

    def _follow(self, room: Room, plan: PlannedWrites, command: str) -> None:
        before = room.version
        news: Sequence[StoredEvent] = ()
        dice: Sequence[AnyDiceEvent] = ()
        for write in plan.writes:
            kept = [StoredEvent(version, data) for version, data in enumerate(write.events, write.expected + 1)]
            if command:  # it is kept with the first event
                kept[0], command = StoredEvent(write.expected + 1, write.events[0], command), ""
            stream = write.stream
            if stream.startswith("match:"):
                room.follow(kept, plan.decided)
                news = kept
            elif stream.startswith("dice:"):
                dice = room.follow_dice(kept, plan.dice)
            elif stream.startswith("room:"):
                room.follow_room(kept)
            else:
                room.follow_seals(kept)
        self._tell(room, before, news, dice)

    def _tell(self, room: Room, before: int, kept: Sequence[StoredEvent], dice: Sequence[AnyDiceEvent]) -> None:
        if dice:  # first: whoever hears of a roll can check it
            for dice_listener in self.dice_listeners:
                dice_listener(room, dice)
        if kept or not dice:
            for listener in self.room_listeners:
                listener(room, before, kept)
        if kept and room.match.phase is MatchPhase.OVER:
            self._cache.note_over(room)
            if any(b'"MatchEnded"' in stored.data for stored in kept):
                for end_listener in self.end_listeners:
                    end_listener(room)
        self._after(room)

    # What the house does by itself

    def _after(self, room: Room) -> None:
        if room.house_task is None and self._house_is_due(room):
            room.house_task = asyncio.create_task(self._act(room), name=f"house {room.id}")

    def _house_is_due(self, room: Room) -> bool:
        return self._opening_is_due(room) or self._bot_to_act(room) is not None

    @staticmethod
    def _opening_is_due(room: Room) -> bool:
        """Whether ends are to be fixed, or all links for the opening roll are in."""
        if not room.opening_due:
            return False
        chains = game_chains(room)
        return chains is None or not chains.fixed or not chains.unopened()

    @staticmethod
    def _bot_to_act(room: Room) -> Side | None:
        state = room.match
        if not room.has_bot or state.game is None or state.phase is MatchPhase.OVER or state.stopped_by:
            return None
        side = side_to_act(state.game)
        return side if side is not None and room.bot(side) else None

    async def _act(self, room: Room) -> None:
        try:
            await do_until_done(lambda: self._act_while_due(room), _log, f"the house could not act in {room.id}")
        except Exception:
            _log.exception("the house could not act", extra={"match": room.id})
        finally:
            room.house_task = None

    async def _act_while_due(self, room: Room) -> None:
        while self._house_is_due(room):
            await self._act_once(room)

    async def _act_once(self, room: Room) -> None:
        if self.before_acting is not None:
            await self.before_acting()
        version, dice = room.version, room.dice.version
        if self._opening_is_due(room):
            request: MatchRequest = OpeningRequest(at=self.now())
        else:
            side = self._bot_to_act(room)
            assert side is not None
            decision = await self._bot_decision(room, side)
            request = RollRequest(side=side, at=self.now()) if decision is None else decision
        outcome = await self.do(room, request, f"house/{room.id}/{version}/{dice}")
        if isinstance(outcome, Citation) and (room.version, room.dice.version) == (version, dice):
            raise RuntimeError(f"the house was refused: {outcome}")

    async def _bot_decision(self, room: Room, side: Side) -> BotCommand | None:
        if self._bot_pause:
            await asyncio.sleep(self._bot_pause)
        bot = self._bots(room.bot(side))
        loop = asyncio.get_running_loop()
        state = room.match
        decision = await loop.run_in_executor(self._thinking, bot_command, bot, state, side, 0)
        return None if decision is None else msgspec.structs.replace(decision, at=self.now())

    async def close(self) -> None:
        """Stop acting; what was begun is finished by whoever loads the rooms next."""
        tasks = [room.house_task for room in self._rooms.values() if room.house_task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self._thinking.shutdown(wait=False, cancel_futures=True)


def _roll_command(request: RollRequest | OpeningRequest, dice: tuple[int, int]) -> c.RollDice | c.RollOpening:
    if isinstance(request, OpeningRequest):
        return c.RollOpening(at=request.at, white=dice[0], black=dice[1])
    return c.RollDice(at=request.at, received=request.received, person=request.person, side=request.side, dice=dice)


def _write(room: Room, decided: Sequence[AnyEvent]) -> Write:
    over: bool | None = None
    if isinstance(decided[-1], MatchEnded):
        over = True
    elif room.match.phase is MatchPhase.OVER:
        over = False  # an official takes it up again
    return Write(f"match:{room.id}", room.version, tuple(encode(event) for event in decided), ends=over)


def _with_unique_names(white: Sequence[Seat], black: Sequence[Seat]) -> tuple[list[Seat], list[Seat]]:
    """Two people of one name are told apart by a number."""
    taken: set[str] = set()
    apart: list[list[Seat]] = []
    for seats in (white, black):
        named = []
        for seat in seats:
            name, number = seat.name, 2
            while name in taken:
                name, number = f"{seat.name} ({number})", number + 1
            taken.add(name)
            named.append(msgspec.structs.replace(seat, name=name))
        apart.append(named)
    return apart[0], apart[1]


def _dice_events(room: Room, request: EndRequest | LinkRequest | AdmitRequest, at: int) -> Refusal | list[AnyDiceEvent]:
    """What becomes known of the dice by what is asked; ValueError for what is no chain and no link."""
    if isinstance(request, AdmitRequest):
        return admit_chain(room, at)
    owner = owner_at(room, request.side, request.person)
    if isinstance(request, EndRequest):
        end = read_link(request.end)
        event = EndPublished(at=at, game=request.game, chain=request.chain, end=end, links=request.links)
        return publish_end(room, owner, event)
    link = read_link(request.link)
    digest = read_link(request.digest) if request.digest else ""
    return open_link(
        room,
        owner,
        LinkOpened(at=at, game=request.game, k=request.k, chain=request.chain, link=link, digest=digest),
    )


def _resignation_command(room: Room, request: c.OfferResignation) -> c.OfferResignation | c.CounterResignation:
    """A level said against an offered resignation answers it (usbgf:4.5.1d)."""
    game = room.match.game
    if game is None or game.stage is not GameStage.RESIGNED or game.offer is None or game.offer.by is request.side:
        return request
    return c.CounterResignation(
        at=request.at, received=request.received, person=request.person, side=request.side, level=request.level
    )
