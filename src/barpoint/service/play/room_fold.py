"""A room as the fold of its logs.

`match:ID` is the log of the match. `room:ID` is what the match does not know: which accounts and which bots
sit where, and which sides are ready for the next game. `dice:ID` is what is known of the dice, `seal:ID` the
seeds and roots behind it, for nobody's eyes. The fold follows them all, keeps the present state, and remembers
what a screen wants besides: the last play, how many dice have been thrown, and the ids of the commands so far,
so that a repeat is recognised.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import assert_never

import msgspec

from barpoint.board import SIDES, Side
from barpoint.match import GameStage, MatchPhase, MatchState, evolve_match, new_match
from barpoint.match import events as e
from barpoint.service.dice.dice_book import DiceBook
from barpoint.service.dice.dice_events import AnyDiceEvent, decode_dice
from barpoint.service.dice.fair_dice import Seeds
from barpoint.service.dice.hash_chain import HashChain
from barpoint.service.play.room_events import (
    AdjustmentDeferred,
    AnyRoomEvent,
    Appointee,
    BroadcastChosen,
    CopiesAllowed,
    OfficialsNamed,
    ProposalClosed,
    RatingWithheld,
    RecordClosed,
    RematchWanted,
    RoomOpened,
    RoomOptions,
    Seat,
    SeatClaimed,
    SideAway,
    SideBack,
    SideMuted,
    SideReady,
    SpectatorBarred,
    TermsProposed,
    TimeLow,
    WaitEnded,
    WishStated,
    decode_room_event,
)
from barpoint.service.play.room_timers import RoomTimers
from barpoint.service.ports import StoredEvent

_NO_ACTS = frozenset(
    (
        *(e.ClockPaused, e.ClockResumed, e.ClockAdjusted, e.DelaySet, e.ClockRead, e.TimeExpired, e.TrustTimeReleased),
        *(e.MatchReleased, e.PointsAwarded, e.OperatorNamed, e.CubeWordsSaid, e.TermsChanged),
    )
)
"""What happens beside the play: nobody who is waited for has done it."""
_TURNS = (e.DiceRolled, e.Played)
_seals = msgspec.json.Decoder(Seeds)


class LastPlay(msgspec.Struct, frozen=True):
    """The play made last in the running game."""

    side: Side
    hops: tuple[tuple[int, int], ...]


@dataclass(slots=True, eq=False)
class RoomFold:
    """A match and its table, as far as their logs say."""

    id: str
    white: tuple[Seat, ...] = ()
    black: tuple[Seat, ...] = ()
    private: bool = False
    options: RoomOptions = RoomOptions()  # noqa: RUF009  # frozen
    state: MatchState | None = None
    room_version: int = 0
    commands: dict[str, int] = field(default_factory=dict)  # id -> version the match stood at after it
    game_number: int = 1  # of the game that runs or comes next; voided ones count
    rolls: int = 0  # thrown in it
    dice: DiceBook = field(init=False)
    seeds: dict[int, Seeds] = field(default_factory=dict)  # behind the seals of recipe 1
    roots: dict[tuple[int, str], Seeds] = field(default_factory=dict)  # of the server's chains, by game and name
    server_chains: dict[tuple[int, str], HashChain] = field(default_factory=dict)  # the one that is being opened
    dice_log: dict[int, list[bytes]] = field(default_factory=dict)  # of this game and the last: its dice, as kept
    last_play: LastPlay | None = None
    ready: set[Side] = field(default_factory=set)
    rematch: dict[Side, str] = field(default_factory=dict)  # who would play again, and the match it became
    barred: dict[str, int] = field(default_factory=dict)  # spectators by account, and until when; "" stands for all
    appointed: tuple[Appointee, ...] = ()
    muted: set[Side] = field(default_factory=set)
    warned: set[Side] = field(default_factory=set)  # whose time was said to be low
    deferred: dict[tuple[Side, int], set[Side]] = field(default_factory=dict)  # time for later, and who has noted it
    wishes: dict[tuple[Side, str], str] = field(default_factory=dict)  # before the first roll, by side and topic
    proposal: TermsProposed | None = None  # terms that wait for the other side's word
    live: bool | None = None  # an official's word on whether it may be watched
    closed_by: set[Side] = field(default_factory=set)  # who asked that the record be kept to the two sides
    copies_of: set[Side] = field(default_factory=set)  # who lets watchers take copies while it is played
    unrated: str = ""  # why an official has taken it out of the ratings
    timers: RoomTimers = field(default_factory=RoomTimers)
    acted: int = 0  # since when the match has waited for what is next; the time it was stopped is not counted
    stopped: int | None = None  # since when it is
    changes: int = 0  # events so far, of match and room, besides rolls and plays

    def __post_init__(self) -> None:
        self.dice = DiceBook(self.id)

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
    def has_begun(self) -> bool:
        """Whether anything has happened since the players were seated."""
        return self.version > 1

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

    @property
    def has_bot(self) -> bool:
        """Whether a bot plays either side."""
        return bool((self.white and self.white[0].bot) or (self.black and self.black[0].bot))

    def is_ready(self, side: Side) -> bool:
        """Whether a side has said that it is ready; a bot always is."""
        return bool(self.bot(side)) or side in self.ready

    @property
    def opening_due(self) -> bool:
        """Whether the opening roll is to be thrown now."""
        state = self.match
        between = state.phase is MatchPhase.BETWEEN or (
            state.game is not None and state.game.stage is GameStage.OPENING
        )
        return between and not state.stopped_by and state.on_break is None and all(map(self.is_ready, SIDES))

    def follow(self, kept: Sequence[StoredEvent], known: Sequence[e.AnyEvent] = ()) -> None:
        """More of the match's log; `known` are its events where they need not be read from it."""
        for place, stored in enumerate(kept):
            event = known[place] if known else e.decode(stored.data)
            state = self.state
            if state is None:
                assert isinstance(event, e.MatchStarted)
                state = new_match(event.format)
            self.state = evolve_match(state, event)
            self._note(event)
            self.changes += type(event) not in _TURNS
            self.timers.follow(event, state.clock, self.state.clock)
            if stored.command:
                self.commands[stored.command] = stored.version

    def follow_room(self, kept: Sequence[StoredEvent]) -> None:
        """More of the room's log."""
        for stored in kept:
            event = decode_room_event(stored.data)
            self.room_version = stored.version
            self._note_room(event)
            self.changes += 1
            if stored.command:
                self.commands[stored.command] = 0

    def _note_room(self, event: AnyRoomEvent) -> None:
        match event:
            case RoomOpened():
                self.white, self.black, self.private = event.white, event.black, event.private
                self.options = event.manners
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
            case TimeLow(side=side):
                self.warned.add(side)
            case AdjustmentDeferred(side=side, of=of, change=change):
                self.deferred.setdefault((of, change), set()).add(side)
            case WaitEnded():
                pass
            case WishStated(side=side, topic=topic, wish=wish):
                self.wishes[side, topic] = wish
            case TermsProposed():
                self.proposal = event
            case ProposalClosed():
                self.proposal = None
            case BroadcastChosen(live=live):
                self.live = live
            case RecordClosed(side=side, closed=closed):
                (self.closed_by.add if closed else self.closed_by.discard)(side)
            case CopiesAllowed(side=side, allowed=allowed):
                (self.copies_of.add if allowed else self.copies_of.discard)(side)
            case RatingWithheld(reason=reason):
                self.unrated = reason
            case RematchWanted(side=side, match=match):
                self.rematch[side] = match
            case SpectatorBarred(account=account, until=until):
                self.barred[account] = until
            case OfficialsNamed(officials=officials):
                self.appointed = officials
            case SideMuted(side=side, muted=muted):
                (self.muted.add if muted else self.muted.discard)(side)
            case SideAway(side=side, at=at):
                self.timers.away[side].noted = at
                self.timers.away[side].absences += 1
            case SideBack(side=side, at=at, spent=spent):
                self.timers.away[side].noted = None
                self.timers.away[side].spend(spent)
                self.timers.away[side].end(at)
            case _:
                assert_never(event)

    def _note_act(self, event: e.AnyEvent) -> None:
        if isinstance(event, e.DirectorCalled | e.MatchStopped):
            self.stopped = event.at if self.stopped is None else self.stopped
        elif self.stopped is not None and isinstance(event, e.MatchReleased):
            self.acted, self.stopped = self.acted + max(0, event.at - max(self.stopped, self.acted)), None
        elif type(event) not in _NO_ACTS:
            self.acted = event.at

    @property
    def seal_version(self) -> int:
        """Where the stream behind the dice stands."""
        return len(self.seeds) + len(self.roots)

    def follow_dice(self, kept: Sequence[StoredEvent], known: Sequence[AnyDiceEvent] = ()) -> Sequence[AnyDiceEvent]:
        """More of what is known of the dice; `known` are its events where they need not be read."""
        news = known or [decode_dice(stored.data) for stored in kept]
        for stored, event in zip(kept, news, strict=True):
            self.dice.follow(event)
            self._log_dice(event.game, stored.data)
            if stored.command:
                self.commands[stored.command] = 0
        return news

    def follow_seals(self, kept: Sequence[StoredEvent]) -> None:
        """More of what is behind the seals."""
        for stored in kept:
            seeds = _seals.decode(stored.data)
            if seeds.chain:
                self.roots[seeds.game, seeds.chain] = seeds
            else:
                self.seeds[seeds.game] = seeds

    def _log_dice(self, game: int, data: bytes) -> None:
        if game not in self.dice_log:
            self.dice_log = {last: lines for last, lines in self.dice_log.items() if last >= game - 1}
            self.dice_log[game] = []
        self.dice_log[game].append(data)

    def _note(self, event: e.AnyEvent) -> None:
        self._note_act(event)
        match event:
            case e.GameStarted():
                self.last_play = None
            case e.OpeningRolled() | e.DiceRolled():
                self.rolls += 1
            case e.Played(side=side, hops=hops):
                self.last_play = LastPlay(side, hops)
            case e.GameEnded() | e.GameVoided() | e.MatchEnded():
                self.game_number, self.rolls = self.game_number + 1, 0
                self.ready.clear()
            case e.GameRestored() | e.PositionCorrected():
                self.last_play = None
            case _:
                pass
