"""What a tournament and its events are set up as: plain data, published before play.

contest     one event of a tournament: a division of the main event, doubles, a jackpot. The word event is
            taken by the log
division    the skill division a contest is for; `level` orders divisions, so that a move up goes to a higher one
plan        how it is drawn: `draw` for structures, `swiss` for rounds paired one by one; its seed is published with it
lengths     points by bracket and round; the last one named holds for later rounds
rating list whose ratings seed an event and limit it: `list:ID`, or a ladder, `ladder:SYSTEM/POOL`; without one, the
            ratings that people are entered with

The rule book and its options are the rule-book room's (`Profile`); nothing here decides them.
"""

import re
from enum import StrEnum
from typing import Annotated, Final

import msgspec

from barpoint.board import Refusal
from barpoint.rulebook import Options, Profile, preset
from barpoint.tournament.draw.plan import DrawFormat, Plan
from barpoint.tournament.pairing.swiss import Method, SwissPlan
from barpoint.tournament.prices import Calcutta, Fees, Prize, is_whole

Positive = Annotated[int, msgspec.Meta(ge=1)]
_RATING_LIST: Final = "^(list:[a-z0-9-]{1,40}|ladder:[a-z0-9]{1,20}(/[a-z0-9_]{1,30}){2,4})?$"
SWISS: Final = "swiss"  # the bracket and the title of rounds paired one by one


class Mode(StrEnum):
    """Where matches are played (ibf:1.3)."""

    IN_PERSON = "in_person"
    INTERNET = "internet"


class ContestKind(StrEnum):
    """What a contest is; the main event's matches come first (usbgf:2.2.1h)."""

    MAIN = "main"
    SIDE = "side"
    JACKPOT = "jackpot"


class Limits(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Who may enter; the director may make an exception, with the reason (guide:2.2.2b)."""

    membership: bool = False
    lowest_rating: float | None = None
    highest_rating: float | None = None
    field: Positive | None = None


class Reentry(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """How often one may enter again after losing, and until which round has been begun."""

    times: Annotated[int, msgspec.Meta(ge=0)] = 0
    until_round: Positive = 1


class Autopilot(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Rounds that run by themselves online: how long a round lasts, and by when one has to be there."""

    round_time: Positive  # milliseconds from the round's start to its deadline
    presence: Positive


class ContestSettings(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One event of a tournament."""

    id: str
    name: str = ""
    preset: str
    options: Options = Options()
    variations: tuple[str, ...] = ()
    kind: ContestKind = ContestKind.MAIN
    division: str = ""
    level: int = 0
    mode: Mode = Mode.IN_PERSON
    variant: bool = False  # a game of its own rules: no book governs it (usbgf:1.1e)
    team: Annotated[int, msgspec.Meta(ge=1, le=2)] = 1
    draw: Plan | None = None
    swiss: SwissPlan | None = None
    lengths: dict[str, tuple[Positive, ...]] = {}
    starts: int | None = None  # when the first round is to begin
    equipment: dict[str, str] = {}  # topic -> what is used
    limits: Limits = Limits()
    rating_list: Annotated[str, msgspec.Meta(pattern=_RATING_LIST)] = ""
    rating_list_name: Annotated[str, msgspec.Meta(max_length=80)] = ""  # what the list was called then
    reentry: Reentry = Reentry()
    check_in: bool = False  # only those who have checked in are drawn
    fees: Fees | None = None  # None: not disclosed yet
    prizes: tuple[Prize, ...] = ()
    calcutta: Calcutta | None = None
    autopilot: Autopilot | None = None

    def __post_init__(self) -> None:
        if not self.id or any(letter in self.id for letter in ":/ "):
            raise ValueError(f"an event has an id without blanks, colons and slashes, not {self.id!r}")
        if (self.draw is None) == (self.swiss is None):
            raise ValueError(f"event {self.id}: expected a draw or a Swiss plan, and one of them only")
        tables = [self.prizes, self.calcutta.prizes if self.calcutta else ()]
        tables += [pool.prizes for pool in (self.fees.side_pools if self.fees else ())]
        if not all(map(is_whole, tables)):
            raise ValueError(f"event {self.id}: the shares of a prize table make 10000 together, or there are none")

    @property
    def title(self) -> str:
        """What people call it."""
        return self.name or self.id

    @property
    def rating_list_title(self) -> str:
        """The list or ladder it goes by, as people call it."""
        kind, _, name = self.rating_list.partition(":")
        if kind == "ladder":
            system, *pool = name.split("/")
            return f"the ladder of this server ({', '.join(pool)}, {system})"
        return self.rating_list_name or name

    def profile(self, *, announced: int | None = None) -> Profile | Refusal:
        """The book and options its matches are played under; refused where the book does not allow an option."""
        named = msgspec.structs.replace(preset(self.preset), event=self.title, announced=announced, starts=self.starts)
        options = self.options
        if self.team == 2 and options.doubles is None:
            options = msgspec.structs.replace(options, doubles=True)
        if options.break_count is not None and options.length is None:
            options = msgspec.structs.replace(options, length=self._open_length())
        return named.with_options(options, variations=self.variations)

    def _open_length(self) -> int | None:
        """A length of its own that books may leave the number of breaks open for: an even one (ibf:3.10f)."""
        return next((points for listed in self.lengths.values() for points in listed if points % 2 == 0), None)

    @property
    def brackets(self) -> tuple[str, ...]:
        """The brackets it may have: what lengths are published for."""
        if self.swiss is not None:
            return (SWISS, "playoff") if self.swiss.method is Method.LIVES else (SWISS,)
        assert self.draw is not None, "an event has one of the two"
        return self.draw.brackets

    @property
    def titles(self) -> tuple[str, ...]:
        """What it is played for: what prizes are published for."""
        if self.swiss is not None:
            return (SWISS,)
        assert self.draw is not None, "an event has one of the two"
        return ("main",) if self.draw.format is DrawFormat.DOUBLE else self.draw.brackets

    def length_of(self, bracket: str, round_: int) -> int | None:
        """The published length of a round."""
        listed = self.lengths.get(bracket)
        if listed:
            return listed[min(round_, len(listed)) - 1]
        return self.options.length or preset(self.preset).options.length


_ZONE: Final = re.compile(r"[A-Za-z0-9_+-]{1,30}(/[A-Za-z0-9_+-]{1,30}){0,2}")


class TournamentSettings(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The tournament as a whole."""

    id: str
    name: str = ""
    date: str  # the first day, as an ISO date; bars that end later keep a player out
    place: str = ""
    halls: tuple[str, ...] = ()
    currency: str = ""
    languages: tuple[str, ...] = ("en",)  # usbgf:1.5a, guide:3.7a
    rules_at: str = ""  # where everybody can read the rules (guide:1.1.2a)
    zone: str = ""  # whose hours its times are in, such as Europe/Oslo; "": every reader's own

    def __post_init__(self) -> None:
        if not self.id:
            raise ValueError("a tournament has an id")
        parts = self.date.split("-")
        if [len(part) for part in parts] != [4, 2, 2] or not all(part.isdecimal() for part in parts):
            raise ValueError(f"expected the tournament's first day as 2026-05-01, not {self.date!r}")
        if self.zone and not _ZONE.fullmatch(self.zone):
            raise ValueError(f"expected a time zone such as Europe/Oslo, not {self.zone!r}")


class ScreenPart(StrEnum):
    """What a screen in the hall shows in turn."""

    CALLS = "calls"
    PLAYING = "playing"
    STANDINGS = "standings"
    DRAW = "draw"


class DeskChoices(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """How the director runs the desk: what may change at any time, and what nobody has to be told."""

    auto_post: bool = False  # a result both sides have reported alike is posted by itself, after a breath
    screen: tuple[ScreenPart, ...] = ()  # in this order; none: everything there is
    seconds: Annotated[int, msgspec.Meta(ge=4, le=120)] = 10  # that each part stays on the screen


class Recess(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A meal or the night: matches stop, and go on at its end (usbgf:2.2.1e, guide:2.2.5b)."""

    name: str
    start: int
    end: int

    def __post_init__(self) -> None:
        if not self.name or self.end <= self.start:
            raise ValueError(f"a recess has a name and ends after it begins, not {self.start} to {self.end}")
