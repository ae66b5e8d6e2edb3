"""What a screen is shown of a match: plain data, cut to what its reader may see.

A view is whole: a screen draws it as it stands and never works out what follows from what. Points are
counted as the reader's side sees them (spectators see White's); the hop tree comes only to the one who is
to move, and what is open only to the side it is open to.
"""

from enum import StrEnum

import msgspec

from barpoint.board import Side
from barpoint.match import (
    GameRecord,
    GameStage,
    MatchFormat,
    MatchPhase,
    MatchResult,
    OpenActions,
)
from barpoint.service.play.agreement import AgreementView
from barpoint.service.play.room import WaitView
from barpoint.service.play.room_events import Appointee, RoomOptions
from barpoint.service.play.waiting import WaitLimits


class Audience(StrEnum):
    """Who looks."""

    WHITE = "white"
    BLACK = "black"
    SPECTATOR = "spectator"
    OFFICIAL = "official"

    __hash__ = str.__hash__  # as a side's: Enum's own is a Python function


class SideView(msgspec.Struct, frozen=True, omit_defaults=True):
    """One side: who, how they stand."""

    names: tuple[str, ...]
    operator: str = ""
    score: int = 0
    sets: int = 0
    pips: int | None = None  # None where the event does not show it
    breaks: int = 0  # taken
    breaks_left: int | None = None  # where the book counts them
    break_left: int | None = None  # milliseconds the next one may last, where the book says so
    overran: int = 0  # milliseconds by which breaks so far were too long
    warned: bool = False  # its reserve has fallen below a minute (usbgf:4.3.4-2)
    here: bool = True  # connected
    away_left: int | None = None  # milliseconds of the disconnect budget, while away
    account: str = ""  # of the one person who sits there; empty for a bot and for a pair


class ClockView(msgspec.Struct, frozen=True, omit_defaults=True):
    """Both times in milliseconds as of `at` (server time); a screen counts down from there."""

    at: int
    remaining: tuple[int, int]
    delay_left: int = 0
    running: Side | None = None
    paused: str = ""
    method: str = ""
    delays: tuple[int, int] | None = None  # each side's own, where a director has altered one (usbgf:1.1.4.3c)
    resume_by: int = 0  # when a pause that the book limits has to end (ibf:3.12a), by the server's time


class DeferredView(msgspec.Struct, frozen=True):
    """Time that is to be given or taken only if it is needed, and who has noted it (usbgf:4.3.2-3)."""

    of: Side
    change: int
    noted_by: tuple[Side, ...]


class CubeView(msgspec.Struct, frozen=True, omit_defaults=True):
    """The cube: `offered` while a double waits for its answer."""

    value: int = 1
    owner: Side | None = None
    offered: int = 0
    by: Side | None = None
    dead: bool = False  # turning it can do the side on turn no good
    cost_of_pass: int = 0  # points the answering side gives up by passing


class Branch(msgspec.Struct, frozen=True, array_like=True):
    """A hop that may be made next: from, to, the number it uses, whether it hits, and the node after it."""

    source: int
    target: int
    number: int
    hits: bool
    node: int


HopGraph = tuple[tuple[Branch, ...], ...]
"""The hop graph (`board.movegen.hop_graph`): nodes of branches, the first is where the turn begins."""


class GameView(msgspec.Struct, frozen=True, omit_defaults=True):
    """The running game. `points[1..24]`: + the reader's side, - the other; [25] the reader's bar, [0] the other's."""

    number: int
    stage: GameStage
    turn: Side
    points: tuple[int, ...]
    off: tuple[int, int]  # the reader's side, the other
    dice: tuple[int, int] | None = None
    cube: CubeView | None = None  # None: played without
    crawford: bool = False
    offered_level: int = 0  # a resignation or a claim waits for its answer
    offered_by: Side | None = None
    tree: HopGraph = ()
    forced: bool = False  # one play only, or none
    last: tuple[tuple[int, int], ...] = ()  # the hops played last, in the eyes of the side that made them
    last_by: Side | None = None
    xgid: str = ""  # in a state, not in a change
    rotated: bool = False  # both sides go the same way round: a point is the other's n + 12 or n - 12, not 25 - n


class MatchView(msgspec.Struct, frozen=True, omit_defaults=True):
    """A match as one reader sees it."""

    id: str
    version: int
    at: int
    audience: Audience
    format: MatchFormat
    phase: MatchPhase
    white: SideView
    black: SideView
    length: str  # in words: "5 points"
    target: int = 0  # points of a match or of the set; 0: without
    game: GameView | None = None
    clock: ClockView | None = None
    open: OpenActions = OpenActions()
    records: tuple[GameRecord, ...] = ()
    stopped_by: str = ""
    on_break: Side | None = None
    break_until: int = 0  # when it should be over; from then on the other side may go on
    ended: MatchResult | None = None
    settlement: tuple[int, int] | None = None  # of a session played for a stake, in hundredths, White's first
    chat: str = "off"  # off | phrases | free: what may be said at this match
    manners: RoomOptions = RoomOptions()
    rematch: str = ""  # the match it became
    rematch_by: tuple[Side, ...] = ()  # who would play again
    aids: bool = False  # the reader may have hints here, and take turns back
    muted: bool = False  # the reader does not hear the other side
    officials: bool = False  # somebody can be called
    wait: WaitView | None = None  # who is waited for, and until when
    limits: WaitLimits | None = None  # how long somebody is waited for; in a state, not in a change
    agreement: AgreementView | None = None
    appointed: tuple[Appointee, ...] = ()  # who has a task at it: monitor, observer, translator ...
    deferred: tuple[DeferredView, ...] = ()
    closed_by: tuple[Side, ...] = ()  # who asked that the record be kept to the two sides
    copies_of: tuple[Side, ...] = ()  # who lets watchers take copies while it is played
    off_air: bool = False  # nobody else sees it while it is played
    call_until: int = 0  # when play goes on after a call that nobody has answered
