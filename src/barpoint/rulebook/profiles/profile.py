"""A book and an event's published options: what is played, and what officials go by.

A profile makes the `MatchFormat` of a match and the `Policy` of its officials. An option outside the
book's latitude is refused with the clause, and so is one published too late; what players may agree on
about their clock is asked here too. Online play is STRICT, play over the board is RECORDED: the same
profile serves both.
"""

from collections.abc import Collection

import msgspec

from barpoint.board import Fact, Refusal
from barpoint.match import MatchFormat
from barpoint.match.format import (
    SECOND,
    ClockMethod,
    ClockRules,
    Enforcement,
)
from barpoint.rulebook.catalogue.lookup import param
from barpoint.rulebook.profiles.formats import (
    BOOK_DEFAULTS,
    book_allowance,
    book_clock_use,
    book_format,
    officiating_policy,
)
from barpoint.rulebook.profiles.options import (
    ClockUse,
    EventFile,
    Latitude,
    May,
    Options,
    latitude,
)
from barpoint.rulebook.profiles.policy import Policy
from barpoint.rulebook.refusals import BookCode
from barpoint.rulebook.tariff.breaks import BreakAllowance


class Profile(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What an event is played and officiated under."""

    name: str
    book: str
    about: str = ""
    options: Options = Options()
    event: str = ""
    announced: int | None = None  # milliseconds
    starts: int | None = None
    variations: tuple[str, ...] = ()  # the federation's list in force: usbgf:1.1f

    def __post_init__(self) -> None:
        if self.book not in BOOK_DEFAULTS:
            raise ValueError(f"expected one of the books {', '.join(BOOK_DEFAULTS)}, not {self.book!r}")

    def match_format(
        self,
        enforcement: Enforcement = Enforcement.STRICT,
        *,
        length: int | None = None,
        clocked: bool | None = None,
    ) -> MatchFormat | Refusal:
        """The format of one match, to `length` points if the round has its own.

        `clocked` is what the players settled; None takes the event's word, and where both have to agree
        a clock online and none over the board.
        """
        options = self.options if length is None else msgspec.structs.replace(self.options, length=length)
        return book_format(self.name, self.book, options, enforcement, clocked)

    def policy(self) -> Policy | Refusal:
        """What the event's officials go by."""
        return officiating_policy(self.book, self.options)

    def allowance(self, length: int | None = None) -> BreakAllowance | None:
        """The breaks of a match to so many points; None where there are none to speak of."""
        return book_allowance(self.book, self.options, length or self.options.length or 1)

    def with_options(
        self, options: Options, *, at: int | None = None, variations: Collection[str] = ()
    ) -> "Profile | Refusal":
        """The profile with more options published, if its book allows them and play has not begun at `at`."""
        if at is not None and self.starts is not None and at >= self.starts and self.book != "trad":
            return Refusal(BookCode.OPTIONS_AFTER_START, {"starts": self.starts, "at": at})
        listed = tuple(dict.fromkeys((*self.variations, *variations)))
        together = options.over(self.options)
        for name in options.explicit_values():
            if (refused := self._option_refusal(name, together, listed)) is not None:
                return refused
        changed = msgspec.structs.replace(self, options=together, variations=listed)
        for result in (changed.match_format(), changed.policy()):
            if isinstance(result, Refusal):
                return result
        return changed

    def for_event(self, file: EventFile, *, at: int | None = None) -> "Profile | Refusal":
        """The profile of an event, from its options file."""
        announced, starts = (int(moment.timestamp() * 1000) for moment in (file.announced, file.starts))
        if announced >= starts and self.book != "trad":
            return Refusal(BookCode.OPTIONS_NOT_ANNOUNCED, {"announced": announced, "starts": starts})
        named = msgspec.structs.replace(self, event=file.event, announced=announced, starts=starts)
        return named.with_options(file.options, at=at, variations=file.variations)

    def clock_by_agreement(self, reserve: int, delay: int, *, length: int | None = None) -> ClockRules | Refusal:
        """The clock of a match whose players agreed on other settings (milliseconds), where they may.

        usbgf lets them take more time than the standard, and only where both have to agree to a clock
        (usbgf:3.4.4.1d, 3.4.4.1h); an untimed clock is `untimed_clock`. trad leaves everything to them.
        """
        standard = self.match_format(Enforcement.RECORDED, length=length, clocked=True)
        if isinstance(standard, Refusal) and self.book != "trad":
            return standard
        if self.book == "trad" or isinstance(standard, Refusal):
            return ClockRules(method=ClockMethod.SIMPLE_DELAY, reserve=reserve, delay=delay)
        clock = standard.clock
        assert clock is not None, "a match asked for with a clock has one"
        if self.book != "usbgf" or self.clock_use() is not ClockUse.IF_AGREED:
            return clock if (reserve, delay) == (clock.reserve, clock.delay) else Refusal(BookCode.CLOCK_SETTINGS_FIXED)
        for what, value, least in (("reserve", reserve, clock.reserve), ("delay", delay, clock.delay)):
            if value < least:
                facts: dict[str, Fact] = {"what": what, "asked": value // SECOND, "standard": least // SECOND}
                return Refusal(BookCode.CLOCK_TIGHTER_THAN_STANDARD, {"clause": "usbgf:3.4.4.1d", **facts})
        return msgspec.structs.replace(clock, reserve=reserve, delay=delay)

    def untimed_clock(self) -> ClockRules | Refusal:
        """A clock that only shows whose turn it is, if the players may agree on one (usbgf:3.4.4.1e, guide:5.10f)."""
        if self.clock_use() in (ClockUse.REQUIRED, ClockUse.PREFERRED) or self.book in ("ibf", "bws"):
            return Refusal(BookCode.CLOCK_SETTINGS_FIXED)
        return ClockRules(method=ClockMethod.UNTIMED)

    def clock_use(self) -> ClockUse:
        """Whether the event's matches have a clock."""
        return book_clock_use(self.book, self.options)

    def _option_refusal(self, name: str, together: Options, listed: tuple[str, ...]) -> Refusal | None:
        """Why one option may not be published; one that changes nothing always may."""
        if self.book == "ibf" and name == "break_count":
            return _break_count_refusal(together)
        if not _changes(self, name, together):
            return None
        room = latitude(self.book, name, together)
        value = getattr(together, name)
        facts: dict[str, Fact] = {"option": name, "value": _plainly(value)}
        if room.clauses:
            facts["clause"] = room.clauses[0]
        if room.may is May.LISTED and name not in listed:
            return Refusal(BookCode.OPTION_NOT_LISTED, facts)
        if room.may is May.FIXED or not _within(room, value):
            return Refusal(BookCode.OPTION_FIXED, facts)
        if self.book == "usbgf" and name == "languages" and param("usbgf:1.5a", "always", str) not in value:
            return Refusal(BookCode.OPTION_FIXED, facts)
        return None


def _break_count_refusal(together: Options) -> Refusal | None:
    """The IBF's book has a number for every length it names; for others an event may have its own (ibf:3.10f)."""
    plain = msgspec.structs.replace(together, breaks=True, break_count=None)
    allowed, count = book_allowance("ibf", plain, together.length or 1), together.break_count
    usual = allowed.count if allowed is not None else 0
    if count is None or usual == count or (allowed is not None and allowed.decided):
        return None
    clause = allowed.clauses[0] if allowed is not None else "ibf:3.10e"
    return Refusal(BookCode.OPTION_FIXED, {"option": "break_count", "value": count, "clause": clause})


def _changes(profile: Profile, name: str, together: Options) -> bool:
    """Whether an option, among the others, makes a difference to what is played or how it is officiated."""
    without = msgspec.structs.replace(together, **{name: getattr(profile.options, name)})
    if without == together:
        return False
    before, after = (msgspec.structs.replace(profile, options=options) for options in (without, together))
    pairs = [(before.match_format(mode), after.match_format(mode)) for mode in Enforcement]
    if any(isinstance(outcome, Refusal) for pair in pairs for outcome in pair):
        return True
    return any(a != b for a, b in pairs) or before.policy() != after.policy()


def _within(room: Latitude, value: object) -> bool:
    return not room.only or str(value) in room.only


def _plainly(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return msgspec.json.encode(value).decode().strip('"')
