"""A structure being put together, with what each place can hold.

seat        a source with its lineage: the pairings whose winner, and those whose loser, may come to sit here
rematch     possible between two seats if the loser of some pairing may sit on one and its winner on the
            other. Sets of pairings are bits of an integer, so the question is one `&`.
"""

from dataclasses import dataclass, field

from barpoint.tournament.draw.structure import (
    Bye,
    DrawLine,
    GroupPlace,
    LoserOf,
    Pairing,
    Source,
    Structure,
    WinnerOf,
)


@dataclass(frozen=True, slots=True)
class BracketSeat:
    """A source, and the pairings that may lie behind whoever comes from it."""

    source: Source
    won: int = 0
    lost: int = 0
    nobody: bool = False
    had_bye: bool = False

    def may_have_met(self, other: "BracketSeat") -> bool:
        """Whether the two who sit here can have met before."""
        return bool(self.won & other.lost or self.lost & other.won)


BYE = BracketSeat(Bye(), nobody=True)


def line_seat(number: int, empty: frozenset[int]) -> BracketSeat:
    """The seat of a line."""
    return BracketSeat(DrawLine(number), nobody=number in empty)


@dataclass
class Assembly:
    """The pairings so far, in an order in which they can be played."""

    pairings: list[Pairing] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    _sides: dict[str, tuple[BracketSeat, BracketSeat]] = field(default_factory=dict)
    _bits: dict[str, int] = field(default_factory=dict)

    def add(
        self,
        bracket: str,
        letter: str,
        place: tuple[int, int],
        seats: tuple[BracketSeat, BracketSeat],
        reasons: tuple[str, ...] = (),
        *,
        contingent_on: str | None = None,
    ) -> str:
        """One pairing more; its id is the bracket's letter, round and number, such as C2-5."""
        home, away = seats
        if home.nobody and away.nobody:
            raise RuntimeError(f"a bye would meet a bye in {bracket}, round {place[0]}")
        name = f"{letter}{place[0]}-{place[1]}"
        self._bits[name] = 1 << len(self._sides)
        self._sides[name] = seats
        self.pairings.append(Pairing(name, bracket, *place, home.source, away.source, reasons, contingent_on))
        return name

    def is_real_match(self, name: str) -> bool:
        """Whether it is a real match: nobody has a bye in it."""
        return not any(seat.nobody for seat in self._sides[name])

    def winner(self, name: str) -> BracketSeat:
        """The seat of its winner."""
        home, away = self._sides[name]
        bit = self._bits[name] if self.is_real_match(name) else 0
        had_bye = home.nobody or away.nobody or home.had_bye or away.had_bye
        return BracketSeat(WinnerOf(name), home.won | away.won | bit, home.lost | away.lost, had_bye=had_bye)

    def loser(self, name: str) -> BracketSeat:
        """The seat of its loser; of a bye, nobody: it drops as a virtual loser and is not drawn again."""
        home, away = self._sides[name]
        if not self.is_real_match(name):
            return BracketSeat(LoserOf(name), nobody=True)
        return BracketSeat(LoserOf(name), home.won | away.won, home.lost | away.lost | self._bits[name])

    def structure(self, lines: int, titles: dict[str, tuple[str, ...]]) -> Structure:
        """The finished value."""
        return Structure(tuple(self.pairings), lines, titles, tuple(self.notes))


def describe_source(source: Source) -> str:
    """A source in words, as it stands on a draw sheet before the name is known."""
    match source:
        case DrawLine(number):
            return f"line {number + 1}"
        case Bye():
            return "bye"
        case WinnerOf(name):
            return f"winner of {name}"
        case LoserOf(name):
            return f"loser of {name}"
        case GroupPlace(group, place):
            return f"place {place} of {group}"
