"""An event's published options, and how far each book lets them go.

An option is *free* (the book leaves it to the event), *listed* (only if the federation's list of
variations, loaded with the event, has it: usbgf:1.1f) or *fixed*. `options.toml` says which, for every
option and book, with the clauses. Figures are in the units people write: points, minutes, seconds.
The event's file is text here; reading the disk is not this module's business.
"""

import re
import tomllib
from collections.abc import Mapping
from datetime import datetime
from enum import StrEnum
from functools import cache
from importlib.resources import files
from typing import Annotated, Any

import msgspec

from barpoint.board import DISCIPLINES, LONG_NARDY
from barpoint.match.format import (
    ClockMethod,
    DeadCube,
    GameInProgress,
    PreferenceMethod,
    Resignation,
    TiePolicy,
)
from barpoint.rulebook.profiles.policy import IllegalMoves

DATA = "options.toml"
Positive = Annotated[int, msgspec.Meta(ge=1)]
Natural = Annotated[int, msgspec.Meta(ge=0)]
Moment = Annotated[datetime, msgspec.Meta(tz=True)]


class Division(StrEnum):
    """The rows of usbgf's clock table (usbgf:3.4.4)."""

    TOP_SKILL = "top_skill"
    OTHER_SKILL = "other_skill"
    DOUBLES = "doubles"
    OTHER = "other"


class ClockUse(StrEnum):
    """Whether a match has a clock."""

    REQUIRED = "required"
    PREFERRED = "preferred"
    IF_AGREED = "if_agreed"
    NONE = "none"


class LatePolicy(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A late policy of the event: points, or the match, for being later than so many minutes."""

    points: tuple[tuple[Positive, Positive], ...] = ()  # (later than minutes, points in all)
    forfeit_after_minutes: Positive | None = None


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, omit_defaults=True):
    """What an event has published; None means that the book's own rule holds."""

    # The match
    length: Annotated[int, msgspec.Meta(ge=1, le=999)] | None = None
    best_of: Positive | None = None
    limit_minutes: Positive | None = None
    game_in_progress: GameInProgress | None = None
    tie: TiePolicy | None = None
    money: bool | None = None
    discipline: str | None = None
    start: dict[str, int] | None = None
    doubles: bool | None = None
    blitz: bool | None = None
    division: Division | None = None
    gammons: bool | None = None
    # The cube
    cube: bool | None = None
    crawford: bool | None = None
    jacoby: bool | None = None
    beavers: bool | None = None
    raccoons: bool | None = None
    automatic_doubles: Natural | None = None
    largest_cube: Positive | None = None
    dead_cube: DeadCube | None = None
    # The clock: seconds
    clock: ClockUse | None = None
    clock_method: ClockMethod | None = None
    reserve_per_point: Natural | None = None
    reserve_total: Natural | None = None
    reserve_extra: Natural | None = None
    delay: Natural | None = None
    trust_minute: bool | None = None
    literal_midway: bool | None = None
    extra_time: Natural | None = None
    # Breaks
    breaks: bool | None = None
    break_count: Natural | None = None
    break_minutes: Positive | None = None
    # Conduct of play
    illegal_moves: IllegalMoves | None = None
    resignation: Resignation | None = None
    leave_any_time: bool | None = None
    hints: bool | None = None
    pip_count: bool | None = None
    rated: bool | None = None
    late_policy: LatePolicy | None = None
    baffle_box: PreferenceMethod | None = None
    dice_changes: bool | None = None
    languages: tuple[str, ...] | None = None
    committee_size: Positive | None = None

    def __post_init__(self) -> None:
        if self.discipline is not None and self.discipline not in DISCIPLINES:
            raise ValueError(f"expected a discipline of {', '.join(DISCIPLINES)}, not {self.discipline!r}")
        if self.best_of is not None and self.best_of % 2 == 0:
            raise ValueError(f"expected an odd number of sets such as best of 3, not {self.best_of}")
        if self.largest_cube is not None and self.largest_cube.bit_count() != 1:
            raise ValueError(f"expected a power of two for the largest cube, not {self.largest_cube}")
        if self.start is not None:
            if not all(point.isdecimal() for point in self.start):
                raise ValueError(
                    f"expected a start of points and counts such as {{ 24 = 2, 13 = 5 }}, not {self.start}"
                )
            rules = DISCIPLINES[self.discipline or "backgammon"]
            rules.with_start({int(point): count for point, count in self.start.items()})

    def explicit_values(self) -> dict[str, Any]:  # Any: options are of many types
        """The options that say something, by name."""
        return {name: value for name in OPTIONS if (value := getattr(self, name)) is not None}

    def over(self, under: "Options") -> "Options":
        """These options on top of others."""
        return msgspec.structs.replace(under, **self.explicit_values())


OPTIONS = Options.__struct_fields__


class May(StrEnum):
    """How far an event may go."""

    FREE = "free"
    LISTED = "listed"
    FIXED = "fixed"


class Latitude(msgspec.Struct, frozen=True):
    """What a book lets an event do with an option, and where it says so."""

    may: May
    clauses: tuple[str, ...] = ()
    only: tuple[str, ...] = ()  # the values it is free to take


@cache
def latitudes() -> Mapping[str, Mapping[str, Latitude]]:
    """By option and book."""
    tables = tomllib.loads(files("barpoint.rulebook").joinpath(DATA).read_text("utf-8"))
    return {
        option: {book: _latitude(f"{option}.{book}", entry) for book, entry in table.items() if book != "about"}
        for option, table in tables.items()
    }


def _latitude(where: str, entry: Mapping[str, Any]) -> Latitude:  # Any: TOML before it is checked
    levels = [may for may in May if may in entry]
    if len(levels) != 1:
        raise ValueError(f"{DATA}: expected {where} = {{ free | listed | fixed = [clauses] }}, not {entry}")
    return Latitude(levels[0], tuple(entry[levels[0]]), tuple(entry.get("only", ())))


def latitude(book: str, option: str, options: Options) -> Latitude:
    """How far the book lets an event go with one option, given the others."""
    if book == "ibf" and options.discipline == LONG_NARDY.name:
        return Latitude(May.FREE)  # a club game: no book governs it, ibf's Longgammon is only the nearest
    if book == "usbgf" and options.division is Division.OTHER and option in _CLOCK_FIGURES:
        return Latitude(May.FREE, ("usbgf:3.4.4.3d",))
    if book == "ibf" and option in ("cube", "gammons") and _is_long(options.discipline):
        return Latitude(May.FREE, ("ibf:9.2",) if option == "cube" else ("ibf:2.10b",))
    return latitudes()[option][book]


_CLOCK_FIGURES = ("reserve_per_point", "reserve_total", "reserve_extra", "delay")


def _is_long(name: str | None) -> bool:
    return name is not None and not DISCIPLINES[name].hitting


class EventFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """An event's options as its file states them."""

    preset: str
    announced: Moment
    starts: Moment
    event: str = ""
    variations: tuple[str, ...] = ()
    options: Options = Options()


def read_event(text: str, source: str = "event options") -> EventFile:
    """Read an event's options file (TOML); what is wrong is said with its place and what was expected."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as broken:
        raise ValueError(f"{source}: expected TOML: {broken}") from None
    try:
        event = msgspec.convert(data, EventFile)
    except msgspec.ValidationError as wrong:
        raise ValueError(f"{source}: {_describe_fault(data, str(wrong))}") from None
    for name in event.variations:
        if name not in OPTIONS:
            raise ValueError(f"{source}: variations: {_unknown(name, OPTIONS)}")
    return event


def _describe_fault(data: Mapping[str, Any], wrong: str) -> str:  # Any: TOML before it is checked
    """What msgspec found wrong, said for people."""
    what, _, path = wrong.partition(" - at `$.")
    where = path.rstrip("`")
    if unknown := re.search(r"unknown field `(\w+)`", what):
        return _unknown(unknown[1], OPTIONS if where == "options" or "options" in what else EventFile.__struct_fields__)
    if missing := re.search(r"missing required field `(\w+)`", what):
        return f"expected the key {missing[1]!r}, which is missing"
    if "timezone" in what:
        return f"{where}: expected a time with its offset, such as 2026-05-01T09:00:00-04:00"
    value: Any = data
    for step in where.split("."):
        value = value.get(step, "") if isinstance(value, Mapping) else ""
    return f"{where}: {what[0].lower()}{what[1:]}; found {value!r}"


def _unknown(name: str, known: tuple[str, ...]) -> str:
    from difflib import get_close_matches

    near = get_close_matches(name, known, n=1)
    hint = f"; did you mean {near[0]!r}?" if near else ""
    return f"expected one of {', '.join(known)}; not {name!r}{hint}"
