"""What a match is played under: length, cube, clock, completion, enforcement.

A `MatchFormat` is plain data: the rule-book room makes it from a book and an event's options, and the
match room obeys it without knowing any book. Durations are integer milliseconds.
"""

from enum import StrEnum
from typing import Final

import msgspec

from barpoint.board import DISCIPLINES, Side

SECOND: Final = 1_000
MINUTE: Final = 60_000


class Enforcement(StrEnum):
    """STRICT refuses what the rules forbid; RECORDED logs what happened and lets it be corrected."""

    STRICT = "strict"
    RECORDED = "recorded"


class LengthKind(StrEnum):
    """How a match comes to its end."""

    POINTS = "points"
    TIMED = "timed"  # ibf:2.14b
    MONEY = "money"  # a session without end
    SETS = "sets"  # bws:2.2.2f: best of n short matches


class GameInProgress(StrEnum):
    """What becomes of the game running when a timed match's limit is over (ibf:2.14b leaves it open)."""

    PLAY_OUT = "play_out"
    DOES_NOT_COUNT = "does_not_count"


class TiePolicy(StrEnum):
    """What settles a timed match that stands level at its limit (ibf:2.14b leaves it open)."""

    ONE_MORE_GAME = "one_more_game"
    DRAW = "draw"


class Length(msgspec.Struct, frozen=True, omit_defaults=True):
    """How long a match is."""

    kind: LengthKind = LengthKind.POINTS
    points: int = 0  # of the match, or of each set
    best_of: int = 1  # sets
    limit: int = 0  # milliseconds of a timed match
    in_progress: GameInProgress = GameInProgress.PLAY_OUT
    tie: TiePolicy = TiePolicy.ONE_MORE_GAME

    def __post_init__(self) -> None:
        if self.kind in (LengthKind.POINTS, LengthKind.SETS) and not 1 <= self.points <= 999:
            raise ValueError(f"a match is played to 1 to 999 points, not {self.points}")
        if self.kind is LengthKind.SETS and (self.best_of < 1 or self.best_of % 2 == 0):
            raise ValueError(f"sets are an odd number such as best of 3, not {self.best_of}")
        if self.kind is LengthKind.TIMED and self.limit <= 0:
            raise ValueError("a timed match needs its time limit in milliseconds")


def to_points(points: int) -> Length:
    """A match to so many points."""
    return Length(LengthKind.POINTS, points)


class DeadCube(StrEnum):
    """What a book says of a double by a player whose present stake already wins the match."""

    ALLOWED = "allowed"  # ibf:9.8d, bws:4.4.3c
    VOID = "void"  # usbgf:4.4.8a
    FORCED_TAKE = "forced_take"  # guide:5.14c: the double stands, the pass does not


class CubeRules(msgspec.Struct, frozen=True, omit_defaults=True):
    """The cube: in use or not, and with which habits."""

    enabled: bool = True
    crawford: bool = True
    dead: DeadCube = DeadCube.ALLOWED
    jacoby: bool = False
    beavers: bool = False
    raccoons: bool = False
    automatic_doubles: int = 0  # the most that tied opening rolls may turn the cube
    largest: int | None = None


class ClockMethod(StrEnum):
    """How time runs."""

    SIMPLE_DELAY = "simple_delay"  # usbgf:3.4.4.2a
    BRONSTEIN = "bronstein"  # bws:3.5.5a, the delay preloaded
    BRONSTEIN_BACKLOADED = "bronstein_backloaded"  # classic: time is charged, then given back
    FISCHER = "fischer"  # an increment after every turn
    SUDDEN_DEATH = "sudden_death"
    UNTIMED = "untimed"  # only shows whose turn it is: usbgf:3.4.4.3h
    PER_MOVE = "per_move"  # correspondence: the whole allowance anew every turn


class Expiry(StrEnum):
    """When time counts as run out."""

    AUTOMATIC = "automatic"  # ibf:8.7c
    NOTICED = "noticed"  # usbgf:4.3.4-3, bws:4.3.3a


class AtExpiry(StrEnum):
    """What can still save a player whose time has run out."""

    NOTHING = "nothing"  # ibf:8.7a, guide:5.10e
    CLAIM = "claim"  # usbgf:4.3.4-1
    GIN = "gin"  # bws:4.3.3e


class BothExpired(StrEnum):
    """Both reserves are gone and nobody knows whose went first."""

    NOT_COVERED = "not_covered"  # ibf is silent
    NOMINAL_RESERVE = "nominal_reserve"  # usbgf:4.3.4-10
    WITHOUT_CLOCK = "without_clock"  # bws:4.3.3d


class PauseReason(StrEnum):
    """Why a clock may stand still; a book allows some of these and no others."""

    BETWEEN_GAMES = "between_games"
    BREAK = "break"
    DIE_OFF_BOARD = "die_off_board"
    DISPUTE = "dispute"  # including the director being called
    DICE_TAKEN = "dice_taken"  # by the player who started the opponent's time
    FAST_GRAB = "fast_grab"
    ILLEGAL_MOVE = "illegal_move"
    RESIGN_OR_CLAIM = "resign_or_claim"
    DICE_REPLACED = "dice_replaced"  # by the arbiter: ibf:3.8b
    DISCONNECT = "disconnect"
    OUTAGE = "outage"  # the server itself was down
    RULING = "ruling"


class ClockRules(msgspec.Struct, frozen=True, omit_defaults=True):
    """A clock's settings for both sides."""

    method: ClockMethod = ClockMethod.UNTIMED
    reserve: int = 0
    delay: int = 0  # also the increment of FISCHER, and the allowance of PER_MOVE
    trust: int = 0  # held back until the first expiry: usbgf:3.4.4.3e
    per_point: int = 0  # reserve a point, for clocks set from the score: usbgf:3.4.4.4
    expiry: Expiry = Expiry.AUTOMATIC
    at_expiry: AtExpiry = AtExpiry.NOTHING
    both_expired: BothExpired = BothExpired.NOT_COVERED
    pauses: tuple[PauseReason, ...] = tuple(PauseReason)
    longest_pause: int | None = None  # ibf:3.12a
    own_delays: tuple[tuple[Side, int], ...] = ()  # of sides for whom a director has altered it: usbgf:1.1.4.3c
    untimed: tuple[Side, ...] = ()  # sides whose time does not count: usbgf:1.8.2.2b
    double_press: bool = False  # gives the time for the move back after an invalid roll: ibf:3.12e
    correction_on_reserve: bool = False  # an illegal move is put right without time for the move: ibf:14.7
    settled_claims: bool = False  # stops for a game thought settled, which ends it if both say so: bws:4.3.2.8a
    correction_waits: bool = False  # the delay has to pass before it is done: bws:4.2.3.3, guide:addendum-clock-2

    def delay_of(self, side: Side) -> int:
        """The free time of a side's turn."""
        return dict(self.own_delays).get(side, self.delay)

    def __post_init__(self) -> None:
        if min(self.reserve, self.delay, self.trust, *dict(self.own_delays).values()) < 0:
            raise ValueError("clock times are milliseconds from 0 up")
        if self.method is ClockMethod.SUDDEN_DEATH and not self.reserve:
            raise ValueError("a sudden-death clock needs a reserve")
        if self.method is ClockMethod.PER_MOVE and not self.delay:
            raise ValueError("a clock per move needs its allowance")


class Resignation(StrEnum):
    """When a game may be resigned."""

    NO_CONTACT = "no_contact"  # usbgf:4.5.1a, bws:4.5b
    CERTAIN_LEVEL = "certain_level"  # ibf:15.2b: no contact, and only a certain level if one is
    CERTAIN_ONLY = "certain_only"  # guide:5.12b
    ANY_TIME = "any_time"  # casual play, money
    NEVER = "never"


class Claims(StrEnum):
    """How a player may end a game that is won."""

    NONE = "none"
    TESTED = "tested"  # usbgf:4.5.2b: one's own 1-2s against 6-6s
    SETTLED = "settled"  # bws:4.3.2.8a: said, and agreed to


class MatchFormat(msgspec.Struct, frozen=True, omit_defaults=True):
    """Everything a match is played under. `book` and `preset` are labels for citations."""

    length: Length
    discipline: str = "backgammon"
    book: str = ""
    preset: str = ""
    enforcement: Enforcement = Enforcement.STRICT
    cube: CubeRules = CubeRules()
    clock: ClockRules | None = None
    resignation: Resignation = Resignation.NO_CONTACT
    resignation_needs_consent: bool = True
    claims: Claims = Claims.NONE
    gammons_count: bool = True
    start: dict[str, int] | None = None  # another starting arrangement: ibf:5.2b
    white_first: bool = False  # White throws the first die of the opening: ibf:12.2a
    team: int = 1  # people a side: 2 in Doubles
    breaks: int = 0  # a side may take: ibf:3.10
    break_time: int = 0
    break_every: int = 0  # break time accrues, one for every so many that pass, any number of breaks: usbgf:2.2.2c
    breaks_between_sets: bool = False  # and not between the games of one: bws:2.2.2f
    binding_words: bool = True  # announcements bind in RECORDED matches: usbgf:4.4.4.3
    early_doubles_bind: bool = False  # a cube shown too early is offered when its turn comes: ibf:9.10, bws:4.4.5
    points_wait: bool = False  # penalty points given during a game wait for its end: usbgf:2.2.4m
    leave_any_time: bool = False  # a match may be abandoned: casual online play
    pip_count: bool = True  # whether screens may show it: usbgf:1.8.1
    hints: bool = False
    rated: bool = False
    stake: int = 0  # a point, in hundredths; noted with a money session and never collected: trad:doubling-1

    def __post_init__(self) -> None:
        if self.stake < 0 or (self.stake and self.length.kind is not LengthKind.MONEY):
            raise ValueError(f"a stake is noted with a money session, in hundredths from 0 up, not {self.stake}")
        if self.discipline not in DISCIPLINES:
            raise ValueError(f"no discipline is called {self.discipline!r}; expected one of {', '.join(DISCIPLINES)}")
        if self.team not in (1, 2):
            raise ValueError(f"a side is one person or two, not {self.team}")
