"""Playing: a room's commands are judged, kept and followed; whoever watches is told.

What a player asks becomes a command here: rolls get their dice, readiness its opening roll, a take-back
the game as it stood. The loser of a race with another process follows what was faster and is judged once
more. The house acts by itself: it throws the opening roll when both sides are ready, and its bots play.
"""

import asyncio
import logging
from collections import Counter
from collections.abc import Callable, MutableMapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Final

import msgspec

from barpoint.board import Refusal, Side
from barpoint.match import commands as c
from barpoint.match.decide import decide
from barpoint.match.events import AnyEvent, MatchEnded, encode
from barpoint.match.evolve import acting
from barpoint.match.format import MatchFormat
from barpoint.match.state import Phase, Stage, new_match
from barpoint.rulebook.cite import Citation, cite
from barpoint.service.at_hand import AtHand
from barpoint.service.bot_turn import BotCommand, bot_command
from barpoint.service.errands import Errands
from barpoint.service.fair_dice import AnyDiceEvent
from barpoint.service.lag import given_back
from barpoint.service.opponent import Opponent
from barpoint.service.ports import Appended, Conflict, EventStore, Secrets, Stored, WallClock, Write
from barpoint.service.refusals import ServiceCode
from barpoint.service.room import AnyRoomEvent, Manners, Room, RoomOpened, Seat, SideReady, encode_room_event
from barpoint.service.sealing import dice_writes, overdue_dice, part_added, sealed, thrown
from barpoint.service.take_back import take_back

_log = logging.getLogger("barpoint.play")
_TRIES: Final = 5


class Asked(msgspec.Struct, frozen=True, kw_only=True):
    """What only the house can turn into a command."""

    side: Side
    at: int
    received: int = 0
    person: str = ""


class Roll(Asked, frozen=True, kw_only=True):
    """Throw both dice for a side."""


class Ready(Asked, frozen=True, kw_only=True):
    """A side is ready for the next game."""


class TakeBack(Asked, frozen=True, kw_only=True):
    """Undo the last turn, against a bot."""


class Part(Asked, frozen=True, kw_only=True):
    """A side's part of the dice of a game."""

    game: int
    seed: str


class Opening(msgspec.Struct, frozen=True, kw_only=True):
    """Throw one die each; the house's own."""

    at: int


AtOnce = c.AnyCommand | Roll | Ready | Part | Opening
"""What can be judged without reading the log."""
Wanted = AtOnce | TakeBack


class Done(msgspec.Struct, frozen=True):
    """It is durable; the match stands at `version`."""

    version: int


Answer = Done | Citation | Exception
"""What comes of something that was asked: it is kept, refused with its clauses, or something went wrong."""
Heard = Callable[[Answer], None]


class Judged(msgspec.Struct, frozen=True):
    """What is to be written; `decided` are the events of the match among it."""

    writes: list[Write]
    decided: Sequence[AnyEvent] = ()


Told = Callable[[Room, int, Sequence[Stored]], None]
"""Hears of a room, the version before, and what the match's log has had since (nothing: only the room changed)."""


class Play:
    """All rooms of this process."""

    def __init__(
        self,
        store: EventStore,
        secrets: Secrets,
        clock: WallClock,
        bots: Callable[[str], Opponent],
        bot_pause: float = 0.0,
    ) -> None:
        self._store, self._secrets, self._clock, self._bots = store, secrets, clock, bots
        self._bot_pause = bot_pause
        self._hand = AtHand()
        self._rooms = self._hand.rooms
        self._loading: dict[str, asyncio.Task[Room | None]] = {}
        self._thinking = ThreadPoolExecutor(1, thread_name_prefix="bots")
        self.told: list[Told] = []
        self.loaded: list[Callable[[Room], None]] = []
        self.diced: list[Callable[[Room, AnyDiceEvent], None]] = []
        self.counts: Counter[str] = Counter()
        self._errands = Errands(_log, "what was asked could not be answered")

    def now(self) -> int:
        """Server time."""
        return self._clock.now()

    @property
    def rooms(self) -> MutableMapping[str, Room]:
        """The rooms that are live here."""
        return self._rooms

    # Rooms

    async def open(
        self,
        id: str,  # noqa: A002  # the wire's word
        format: MatchFormat,  # noqa: A002  # the field's own word
        white: Sequence[Seat],
        black: Sequence[Seat],
        *,
        private: bool = False,
        manners: Manners = Manners(),  # noqa: B008  # frozen
        beside: Sequence[Write] = (),
    ) -> bool:
        """Seat the players; False if `beside`, written in the same breath, came too late."""
        now = self.now()
        white, black = _named_apart(white, black)
        names = [tuple(seat.name for seat in seats) for seats in (white, black)]
        started = decide(new_match(format), c.StartMatch(at=now, white=names[0], black=names[1]))
        assert not isinstance(started, Refusal), started
        opened = RoomOpened(at=now, white=tuple(white), black=tuple(black), private=private, manners=manners)
        bots = [side for side, seats in zip(Side, (white, black), strict=True) if seats[0].bot]
        seal, seeds = sealed(id, 1, bots, self._secrets, now)
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

    async def room(self, id: str) -> Room | None:  # noqa: A002
        """The room of a match, loaded if it is not live; None if there is no such match."""
        found = self.at_hand(id)
        if found is not None:
            return found
        if id not in self._loading:
            self._loading[id] = asyncio.create_task(self._load(id))
        try:
            return await asyncio.shield(self._loading[id])
        finally:
            self._loading.pop(id, None)

    def at_hand(self, id: str) -> Room | None:  # noqa: A002
        """The room of a match, if it is live here."""
        return self._hand.get(id, self.now())

    async def _load(self, id: str) -> Room | None:  # noqa: A002
        room = Room(id)
        room.follow(await self._store.read(f"match:{id}"))
        if room.state is None:
            return None
        room.follow_room(await self._store.read(f"room:{id}"))
        room.follow_dice(await self._store.read(f"dice:{id}"))
        room.follow_seals(await self._store.read(f"seal:{id}"))
        self._hand.add(room, self.now())
        for loaded in self.loaded:
            loaded(room)
        self._after(room)
        return room

    def leave(self, room: Room) -> None:
        """Nobody needs the room here: it is loaded again when somebody does."""
        self._hand.leave(room)

    @staticmethod
    def rest(room: Room) -> None:
        """Whoever asked for the room is done with it: it may make room for others."""
        room.asked = 0

    async def catch_up(self, room: Room) -> None:
        """Follow what other processes have added."""
        async with room.one_at_a_time:
            await self._catch_up(room)

    async def _catch_up(self, room: Room) -> None:
        before, room_before = room.version, room.room_version
        kept = await self._store.read(f"match:{room.id}", before)
        room.follow(kept)
        room.follow_room(await self._store.read(f"room:{room.id}", room.room_version))
        room.follow_seals(await self._store.read(f"seal:{room.id}", len(room.seeds)))
        news = room.follow_dice(await self._store.read(f"dice:{room.id}", room.dice.version))
        if kept or news or room.room_version != room_before:
            self._tell(room, before, kept, news)

    def behind(self, stream: str, version: int) -> Room | None:
        """The live room that has not followed a stream so far."""
        kind, _, id = stream.partition(":")  # noqa: A001
        room = self._rooms.get(id)
        if room is None:
            return None
        known = {"match": room.version, "room": room.room_version, "dice": room.dice.version}
        return room if version > known.get(kind, version) else None

    # Commands

    async def do(self, room: Room, wanted: Wanted, command: str, *, beside: Sequence[Write] = ()) -> Done | Citation:
        """Judge what is asked, keep it and what lies beside it, follow it; ValueError for what no command says."""
        async with room.one_at_a_time:
            for _ in range(_TRIES):
                if command in room.commands:
                    return Done(max(room.commands[command], room.version))
                if isinstance(wanted, TakeBack):
                    judged = self._taken_back(room, wanted, await self._store.read(f"match:{room.id}"))
                else:
                    judged = self._judged(room, wanted)
                if not isinstance(judged, Judged):
                    return self._answered(room, judged)
                outcome = await self._store.append([*judged.writes, *beside], command)
                if isinstance(outcome, Appended) and not outcome.repeated:
                    return self._kept(room, judged, command)
                self.counts["conflict"] += 1
                await self._catch_up(room)
        raise RuntimeError(f"match {room.id} changes faster than a command can be judged")

    def begin(self, room: Room, wanted: Wanted, command: str, heard: Heard) -> bool:
        """`do` without a coroutine: judge at once, and tell `heard` when it is durable; False if that cannot be.

        ValueError for what no command says.
        """
        if isinstance(wanted, TakeBack) or command in room.commands or not room.one_at_a_time.take():
            return False
        appended: asyncio.Future[Appended | Conflict] | None = None
        try:
            judged = self._judged(room, wanted)
            if isinstance(judged, Judged):
                appended = asyncio.ensure_future(self._store.append(judged.writes, command))
        finally:
            if appended is None:
                room.one_at_a_time.release()
        if isinstance(judged, Judged):
            assert appended is not None
            appended.add_done_callback(lambda done: self._settled(room, wanted, command, judged, done, heard))
        else:
            heard(self._answered(room, judged))
        return True

    def _settled(
        self,
        room: Room,
        wanted: Wanted,
        command: str,
        judged: Judged,
        appended: asyncio.Future[Appended | Conflict],
        heard: Heard,
    ) -> None:
        """What was begun is durable, or another process was faster."""
        try:
            outcome = appended.result()
            if isinstance(outcome, Appended) and not outcome.repeated:
                answer: Answer = self._kept(room, judged, command)
            else:
                self.counts["conflict"] += 1
                self._errands.run(self._again(room, wanted, command, heard))
                return
        except Exception as failed:  # whoever asked must hear of it
            answer = failed
        finally:
            room.one_at_a_time.release()
        heard(answer)

    async def _again(self, room: Room, wanted: Wanted, command: str, heard: Heard) -> None:
        try:
            await self.catch_up(room)
            answer: Answer = await self.do(room, wanted, command)
        except Exception as failed:
            answer = failed
        heard(answer)

    def _answered(self, room: Room, judged: Refusal | None) -> Done | Citation:
        """What whoever asked hears of what is refused, or of what changes nothing."""
        if judged is None:
            return Done(room.version)
        self.counts["refused"] += 1
        return cite(judged, room.match.format.book)

    def _kept(self, room: Room, judged: Judged, command: str) -> Done:
        self.counts["done"] += 1
        self._followed(room, judged, command)
        return Done(room.version)

    async def note(self, room: Room, said: AnyRoomEvent, command: str, *, beside: Sequence[Write] = ()) -> bool:
        """Keep something about the room itself; False if it was there already."""
        async with room.one_at_a_time:
            while command not in room.commands:
                write = Write(f"room:{room.id}", room.room_version, (encode_room_event(said),))
                outcome = await self._store.append([write, *beside], command)
                if isinstance(outcome, Appended) and not outcome.repeated:
                    self._followed(room, Judged([write]), command)
                    return True
                if isinstance(outcome, Conflict) and not outcome.stream.startswith("room:"):
                    return False  # what lies beside came too late
                await self._catch_up(room)
        return False

    async def seal_again(self, room: Room) -> None:
        """After a ruling that went into the match from outside, see to the dice it left undone."""
        async with room.one_at_a_time:
            writes = overdue_dice(room, self._secrets, self.now())
            if writes and isinstance(await self._store.append(writes, f"seal/{room.id}/{room.version}"), Appended):
                self._followed(room, Judged(writes), f"seal/{room.id}/{room.version}")

    def _judged(self, room: Room, wanted: AtOnce) -> Refusal | Judged | None:
        """What is to be written; None if nothing is."""
        if isinstance(wanted, Ready):
            return self._readied(room, wanted)
        if isinstance(wanted, Part):
            writes = part_added(room, wanted.side, wanted.game, wanted.seed, self.now())
            return writes if isinstance(writes, Refusal) else Judged(writes) if writes else None
        received = 0 if isinstance(wanted, Opening) or room.match.clock is None else wanted.received
        return self._decided(room, _command(room, wanted), received)

    def _taken_back(self, room: Room, wanted: TakeBack, log: Sequence[Stored]) -> Refusal | Judged | None:
        received = 0 if room.match.clock is None else wanted.received
        return self._decided(room, take_back(room, wanted.side, wanted.at, log), received)

    def _decided(self, room: Room, command: c.AnyCommand | Refusal, received: int) -> Refusal | Judged | None:
        decided = command if isinstance(command, Refusal) else decide(room.match, command)
        if isinstance(decided, Refusal):
            return decided
        return self._writes(room, given_back(decided, received)) if decided else None

    def _readied(self, room: Room, wanted: Ready) -> Refusal | Judged | None:
        state = room.match
        judged = decide(state, c.RollOpening(at=wanted.at, received=wanted.received, white=1, black=2))
        if isinstance(judged, Refusal):
            return judged
        if isinstance(judged[-1], MatchEnded):
            return self._writes(room, judged)
        if wanted.side in room.dice.missing(room.game_number):
            return Refusal(ServiceCode.SEED_MISSING)
        if wanted.side in room.ready:
            return None
        said = SideReady(at=self.now(), side=wanted.side, game=room.game_number)
        return Judged([Write(f"room:{room.id}", room.room_version, (encode_room_event(said),))])

    def _writes(self, room: Room, decided: Sequence[AnyEvent]) -> Judged:
        writes = [_write(room, decided), *dice_writes(room, decided, self._secrets, self.now())]
        return Judged(writes, decided)

    def _followed(self, room: Room, judged: Judged, command: str) -> None:
        before, writes = room.version, judged.writes
        news: list[Stored] = []
        dice: list[AnyDiceEvent] = []
        for write in writes:
            first = write is writes[0]
            kept = [
                Stored(write.expected + 1 + k, data, command if first and not k else "")
                for k, data in enumerate(write.events)
            ]
            match write.stream.partition(":")[0]:
                case "match":
                    room.follow(kept, judged.decided)
                    news += kept
                case "room":
                    room.follow_room(kept)
                case "dice":
                    dice += room.follow_dice(kept)
                case "seal":
                    room.follow_seals(kept)
        self._tell(room, before, news, dice)

    def _tell(self, room: Room, before: int, kept: Sequence[Stored], dice: Sequence[AnyDiceEvent]) -> None:
        for told in self.told:
            told(room, before, kept)
        for event in dice:
            for diced in self.diced:
                diced(room, event)
        if kept and room.match.phase is Phase.OVER:
            self._hand.over(room)
        self._after(room)

    # What the house does by itself

    def _after(self, room: Room) -> None:
        if room.house is None and self._house_is_due(room):
            room.house = asyncio.create_task(self._act(room), name=f"house {room.id}")

    def _house_is_due(self, room: Room) -> bool:
        return room.opening_due or self._bot_to_act(room) is not None

    @staticmethod
    def _bot_to_act(room: Room) -> Side | None:
        state = room.match
        if state.game is None or state.phase is Phase.OVER or state.stopped_by:
            return None
        side = acting(state.game)
        return side if side is not None and room.bot(side) else None

    async def _act(self, room: Room) -> None:
        try:
            while self._house_is_due(room):
                await self._act_once(room)
        except Exception:
            _log.exception("the house could not act", extra={"match": room.id})
        finally:
            room.house = None

    async def _act_once(self, room: Room) -> None:
        version = room.version
        if room.opening_due:
            wanted: Wanted = Opening(at=self.now())
        else:
            side = self._bot_to_act(room)
            assert side is not None
            chosen = await self._chosen(room, side)
            wanted = Roll(side=side, at=self.now()) if chosen is None else chosen
        outcome = await self.do(room, wanted, f"house/{room.id}/{version}")
        if isinstance(outcome, Citation) and room.version == version:
            raise RuntimeError(f"the house was refused: {outcome}")

    async def _chosen(self, room: Room, side: Side) -> BotCommand | None:
        if self._bot_pause:
            await asyncio.sleep(self._bot_pause)
        bot = self._bots(room.bot(side))
        loop = asyncio.get_running_loop()
        state = room.match
        chosen = await loop.run_in_executor(self._thinking, bot_command, bot, state, side, 0)
        return None if chosen is None else msgspec.structs.replace(chosen, at=self.now())

    async def close(self) -> None:
        """Stop acting; what was begun is finished by whoever loads the rooms next."""
        await self._errands.finish(2)
        tasks = [room.house for room in self._rooms.values() if room.house is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self._thinking.shutdown(wait=False, cancel_futures=True)


def _write(room: Room, decided: Sequence[AnyEvent]) -> Write:
    over: bool | None = None
    if isinstance(decided[-1], MatchEnded):
        over = True
    elif room.match.phase is Phase.OVER:
        over = False  # an official takes it up again
    return Write(f"match:{room.id}", room.version, tuple(encode(event) for event in decided), ends=over)


def _named_apart(white: Sequence[Seat], black: Sequence[Seat]) -> tuple[list[Seat], list[Seat]]:
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


def _command(room: Room, wanted: Roll | Opening | c.AnyCommand) -> c.AnyCommand | Refusal:
    """What is asked as a command of the match, with its dice."""
    if isinstance(wanted, Roll | Opening):
        return _thrown(room, wanted)
    return _countering(room, wanted) if isinstance(wanted, c.OfferResignation) else wanted


def _thrown(room: Room, wanted: Roll | Opening) -> c.RollDice | c.RollOpening | Refusal:
    dice = thrown(room)
    if isinstance(dice, Refusal):
        return dice
    if isinstance(wanted, Opening):
        return c.RollOpening(at=wanted.at, white=dice[0], black=dice[1])
    return c.RollDice(at=wanted.at, received=wanted.received, person=wanted.person, side=wanted.side, dice=dice)


def _countering(room: Room, wanted: c.OfferResignation) -> c.OfferResignation | c.CounterResignation:
    """A level said against an offered resignation answers it (usbgf:4.5.1d)."""
    game = room.match.game
    if game is None or game.stage is not Stage.RESIGNED or game.offer is None or game.offer.by is wanted.side:
        return wanted
    return c.CounterResignation(
        at=wanted.at, received=wanted.received, person=wanted.person, side=wanted.side, level=wanted.level
    )
