"""A room: one match of the server with those who sit at it, as far as its streams have been followed.

`match:ID` is the match's own log. `room:ID` says what a match does not know: which accounts and which bots
sit where, and which sides are ready for the next game. `dice:ID` is what is known of the dice, `seal:ID` the
seeds nobody may see before a game is over. A room follows them all, keeps the present state, and remembers
what a screen wants besides: the last play, how many dice have been thrown, and the ids of the commands so far,
so that a repeat is recognised.
"""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final, Literal, assert_never

import msgspec

from barpoint.board import Side
from barpoint.board.side import SIDES
from barpoint.match import events as e
from barpoint.match.clock import Clock
from barpoint.match.evolve import evolve
from barpoint.match.format import PauseReason
from barpoint.match.state import MatchState, Phase, Stage, new_match
from barpoint.service.fair_dice import AnyDiceEvent, DiceBook, Seeds, decode_dice
from barpoint.service.lag import LagQuota
from barpoint.service.one_at_a_time import OneAtATime
from barpoint.service.ports import Stored


class Seat(msgspec.Struct, frozen=True, omit_defaults=True):
    """Who sits there: an account, or a bot of the house at a level."""

    name: str
    account: str = ""
    bot: str = ""


class Manners(msgspec.Struct, frozen=True, omit_defaults=True):
    """How a match is surrounded: what spectators see and when, and what may be said."""

    delay: int = 0  # milliseconds by which spectators are behind (ibf:18.2a)
    chat: Literal["off", "phrases", "free"] = "off"
    event: str = ""  # the tournament it belongs to


class RoomEvent(msgspec.Struct, frozen=True, kw_only=True, tag=True, omit_defaults=True):
    """The common part."""

    at: int


class RoomOpened(RoomEvent, frozen=True, kw_only=True):
    """Who plays; names are unique in a match."""

    white: tuple[Seat, ...]
    black: tuple[Seat, ...]
    private: bool = False
    manners: Manners = Manners()


class SideReady(RoomEvent, frozen=True, kw_only=True):
    """A side is ready for the game of this number (voided games count)."""

    side: Side
    game: int


class SeatClaimed(RoomEvent, frozen=True, kw_only=True):
    """Somebody who had begun as a guest has signed in: the seat is the account's."""

    guest: str
    account: str


class RematchWanted(RoomEvent, frozen=True, kw_only=True):
    """A side would play again; `match` is the new one once both would."""

    side: Side
    match: str = ""


class SpectatorBarred(RoomEvent, frozen=True, kw_only=True):
    """An official closed the match to a spectator, or to all of them, at a player's request."""

    by: str
    account: str = ""  # empty: to everybody


class SideMuted(RoomEvent, frozen=True, kw_only=True):
    """A side no longer hears what the other says, or hears it again."""

    side: Side
    muted: bool = True


class SideAway(RoomEvent, frozen=True, kw_only=True):
    """A side of a match without a clock has had no connection since `at`; with one, the clock's pauses say it."""

    side: Side


class SideBack(RoomEvent, frozen=True, kw_only=True):
    """It has one again, or the server was down: its absence cost so much of its budget."""

    side: Side
    spent: int


AnyRoomEvent = RoomOpened | SideReady | SeatClaimed | RematchWanted | SpectatorBarred | SideMuted | SideAway | SideBack

_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(AnyRoomEvent)
_seals = msgspec.json.Decoder(Seeds)


def encode_room_event(event: AnyRoomEvent) -> bytes:
    """A room's event as JSON."""
    return _encoder.encode(event)


class LastPlay(msgspec.Struct, frozen=True):
    """The play made last in the running game."""

    side: Side
    hops: tuple[tuple[int, int], ...]


AWAY_BUDGET: Final = 180_000
"""Milliseconds a side may be away in a match without cost to its clock."""


@dataclass(slots=True)
class Away:
    """A side's absences: since when it has been away, and what is left of its budget.

    The budget and what is on the record (`noted`, `absences`) follow from the log, so that a restart changes nothing.
    """

    left: int = AWAY_BUDGET
    since: int | None = None  # without a connection, as far as this process knows
    noted: int | None = None  # since when, on the record of a match without a clock
    absences: int = 0  # on that record

    @property
    def is_here(self) -> bool:
        """Whether there is no absence to be watched, noted or ended."""
        return self.since is None and self.noted is None

    def gone(self, now: int) -> None:
        """The side has no connection any more."""
        if self.since is None:
            self.since = now

    def back(self) -> None:
        """It has one again."""
        self.since = None

    def spend(self, time: int) -> None:
        """So much of the budget is used."""
        self.left = max(0, self.left - max(0, time))


@dataclass(slots=True, eq=False)
class Room:
    """A live match. Changed only by following what the store has."""

    id: str
    white: tuple[Seat, ...] = ()
    black: tuple[Seat, ...] = ()
    private: bool = False
    manners: Manners = Manners()  # noqa: RUF009  # frozen
    state: MatchState | None = None
    room_version: int = 0
    commands: dict[str, int] = field(default_factory=dict)  # id -> version the match stood at after it
    game_number: int = 1  # of the game that runs or comes next; voided ones count
    rolls: int = 0  # thrown in it
    dice: DiceBook = field(default_factory=DiceBook)
    seeds: dict[int, Seeds] = field(default_factory=dict)  # behind the seals: for nobody's eyes
    last: LastPlay | None = None
    ready: set[Side] = field(default_factory=set)
    rematch: dict[Side, str] = field(default_factory=dict)  # who would play again, and the match it became
    barred: set[str] = field(default_factory=set)  # spectators by account; "" stands for all
    muted: set[Side] = field(default_factory=set)
    said: int = 0  # how many lines of talk are known to be kept
    here: dict[Side, int] = field(default_factory=lambda: dict.fromkeys(Side, 0))  # connections to this process
    elsewhere: dict[Side, set[str]] = field(default_factory=lambda: {side: set() for side in Side})  # other processes
    onlookers: dict[str, set[str]] = field(default_factory=dict)  # spectators by account, at other processes
    away: dict[Side, Away] = field(default_factory=lambda: {side: Away() for side in Side})
    lag: dict[Side, LagQuota] = field(default_factory=lambda: {side: LagQuota() for side in Side})
    measured: dict[Side, int] = field(default_factory=lambda: dict.fromkeys(Side, 0))  # the last round trip
    one_at_a_time: OneAtATime = field(default_factory=OneAtATime)
    house: asyncio.Task[None] | None = None  # what the house does by itself
    asked: int = 0  # when somebody last asked for the room

    @property
    def version(self) -> int:
        """Where the match's log stands."""
        return 0 if self.state is None else self.state.version

    @property
    def match(self) -> MatchState:
        """The match as it stands."""
        assert self.state is not None, "a room is followed from its first event"
        return self.state

    @property
    def begun(self) -> bool:
        """Whether anything has happened since the players were seated."""
        return self.version > 1

    def is_here(self, side: Side) -> bool:
        """Whether a side has a connection to any process, or needs none."""
        return self.here[side] > 0 or bool(self.elsewhere[side]) or bool(self.bot(side))

    @property
    def somebody_away(self) -> bool:
        """Whether a side has no connection, or had none as far as the record goes."""
        white, black = self.away[Side.WHITE], self.away[Side.BLACK]
        return not white.is_here or not black.is_here

    def away_left(self, side: Side, now: int) -> int | None:
        """What is left of the budget of a side that is away; None for one that is here."""
        if self.is_here(side):
            return None
        away, clock = self.away[side], self.match.clock
        if clock is None:
            since = away.since if away.noted is None else away.noted
            return away.left if since is None or not self.begun else max(0, away.left - (now - since))
        stands = clock.running is side and clock.paused is PauseReason.DISCONNECT
        return max(0, away.left - (now - clock.since)) if stands else away.left

    def seats(self, side: Side) -> tuple[Seat, ...]:
        """Who sits on a side."""
        return self.white if side is Side.WHITE else self.black

    def seat_of(self, account: str) -> tuple[Side, Seat] | None:
        """Where an account sits, if it does."""
        for side in SIDES:
            for seat in self.seats(side):
                if account and seat.account == account:
                    return side, seat
        return None

    def bot(self, side: Side) -> str:
        """The level of the bot that plays a side; empty for people."""
        seats = self.seats(side)
        return seats[0].bot if seats else ""

    def is_ready(self, side: Side) -> bool:
        """Whether a side has said that it is ready; a bot always is."""
        return bool(self.bot(side)) or side in self.ready

    @property
    def opening_due(self) -> bool:
        """Whether the opening roll is to be thrown now."""
        state = self.match
        between = state.phase is Phase.BETWEEN or (state.game is not None and state.game.stage is Stage.OPENING)
        return between and not state.stopped_by and state.on_break is None and all(map(self.is_ready, SIDES))

    def follow(self, kept: Sequence[Stored], known: Sequence[e.AnyEvent] = ()) -> None:
        """More of the match's log; `known` are its events where they need not be read from it."""
        for place, stored in enumerate(kept):
            event = known[place] if known else e.decode(stored.data)
            if self.state is None:
                assert isinstance(event, e.MatchStarted)
                self.state = new_match(event.format)
            clock = self.state.clock
            self.state = evolve(self.state, event)
            self._note(event)
            self._note_time(event, clock)
            if stored.command:
                self.commands[stored.command] = stored.version

    def follow_room(self, kept: Sequence[Stored]) -> None:
        """More of the room's log."""
        for stored in kept:
            event = _decoder.decode(stored.data)
            self.room_version = stored.version
            self._note_room(event)
            if stored.command:
                self.commands[stored.command] = 0

    def _note_room(self, event: AnyRoomEvent) -> None:
        match event:
            case RoomOpened():
                self.white, self.black, self.private = event.white, event.black, event.private
                self.manners = event.manners
            case SideReady(side=side, game=game):
                if game == self.game_number:
                    self.ready.add(side)
            case SeatClaimed(guest=guest, account=account):
                self.white, self.black = (
                    tuple(
                        msgspec.structs.replace(seat, account=account) if seat.account == guest else seat
                        for seat in seats
                    )
                    for seats in (self.white, self.black)
                )
            case RematchWanted(side=side, match=match):
                self.rematch[side] = match
            case SpectatorBarred(account=account):
                self.barred.add(account)
            case SideMuted(side=side, muted=muted):
                (self.muted.add if muted else self.muted.discard)(side)
            case SideAway(side=side, at=at):
                self.away[side].noted = at
                self.away[side].absences += 1
            case SideBack(side=side, spent=spent):
                self.away[side].noted = None
                self.away[side].spend(spent)
            case _:
                assert_never(event)

    def follow_dice(self, kept: Sequence[Stored]) -> list[AnyDiceEvent]:
        """More of what is known of the dice."""
        news = [decode_dice(stored.data) for stored in kept]
        for stored, event in zip(kept, news, strict=True):
            self.dice.follow(event)
            if stored.command:
                self.commands[stored.command] = 0
        return news

    def follow_seals(self, kept: Sequence[Stored]) -> None:
        """More of what is behind the seals."""
        for stored in kept:
            seeds = _seals.decode(stored.data)
            self.seeds[seeds.game] = seeds

    def _note(self, event: e.AnyEvent) -> None:
        match event:
            case e.GameStarted():
                self.last = None
            case e.OpeningRolled():
                self.rolls += 1
            case e.DiceRolled(side=side):
                self.rolls += 1
                self.lag[side].fill()
            case e.Played(side=side, hops=hops):
                self.last = LastPlay(side, hops)
                self.lag[side].fill()
            case e.GameEnded() | e.GameVoided() | e.MatchEnded():
                self.game_number, self.rolls = self.game_number + 1, 0
                self.ready.clear()
            case e.GameRestored() | e.PositionCorrected():
                self.last = None
            case _:
                pass

    def _note_time(self, event: e.AnyEvent, before: Clock | None) -> None:
        """What an event took from a budget: lag that was given back, a clock that stood for somebody away."""
        if event.lag and (side := getattr(event, "side", None)) is not None:
            self.lag[side].spend(event.lag)
        if before is None or before.paused is not PauseReason.DISCONNECT or before.running is None:
            return
        after = self.match.clock
        if after is None or after.paused is not PauseReason.DISCONNECT:
            self.away[before.running].spend(event.at - before.since)
