"""Knockout brackets: main, consolation, last chance, and the lower half of a double elimination.

The main bracket is a full tree over a power of two of lines; its byes are empty lines. A lower bracket is
fed by the losers of another, round by round, as its pattern says; only real matches have losers, so what a
bye sends down is nobody, and the pattern is counted without it. Where a late entrant takes an empty line
the lower brackets are assembled anew; the main bracket's pairings keep their ids.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from barpoint.tournament.draw.assembly import BYE, Assembly, BracketSeat, describe_source
from barpoint.tournament.draw.drop_order import lower_rounds
from barpoint.tournament.draw.pattern import Pattern, first_letter_below


@dataclass(frozen=True, slots=True)
class Bracket:
    """What a bracket hands on: the losers of each of its rounds, and the seat of its winner."""

    name: str
    losers: tuple[tuple[BracketSeat, ...], ...]
    winner: BracketSeat
    final: str | None

    @property
    def counts(self) -> tuple[int, ...]:
        """How many lose in each round."""
        return tuple(len(losers) for losers in self.losers)


def main_bracket(assembly: Assembly, seats: Sequence[BracketSeat], name: str = "main", letter: str = "M") -> Bracket:
    """A full tree over these seats, a power of two of them."""
    alive = list(seats)
    losers: list[tuple[BracketSeat, ...]] = []
    round_, last = 0, None
    while len(alive) > 1:
        round_ += 1
        names = [
            assembly.add(
                name, letter, (round_, at // 2 + 1), (alive[at], alive[at + 1]), _pairing_reasons(alive[at : at + 2])
            )
            for at in range(0, len(alive), 2)
        ]
        losers.append(tuple(seat for pairing in names if not (seat := assembly.loser(pairing)).nobody))
        alive = [assembly.winner(pairing) for pairing in names]
        last = names[-1]
    return Bracket(name, tuple(losers), alive[0], last)


def _pairing_reasons(seats: Sequence[BracketSeat]) -> tuple[str, ...]:
    home, away = (describe_source(seat.source) for seat in seats)
    if any(seat.nobody for seat in seats):
        return (f"bye: {home if seats[1].nobody else away} goes on",)
    return (f"{home} meets {away}",)


def lower_bracket(
    assembly: Assembly,
    pattern: Pattern,
    feeds: Sequence[Sequence[BracketSeat]],
    name: str,
    letter: str,
    first: str = "A",
) -> Bracket:
    """The bracket a pattern describes, fed by these losers; `first` is the letter of the first of them."""
    waiting = [list(feed) for feed in feeds]
    alive: list[BracketSeat] = []
    losers: list[tuple[BracketSeat, ...]] = []
    last = None
    assembly.notes.append(f"{name}: {pattern.written(first)}, {pattern.byes} byes")
    for round_, (entries, drop) in enumerate(zip(pattern.rounds, lower_rounds(pattern, feeds), strict=True), 1):
        fresh = [waiting[entry.feed].pop(0) for entry in entries for _ in range(entry.count)]
        seats = [*alive, *fresh, *[BYE] * ((len(alive) + len(fresh)) % 2)]
        enter = tuple(
            f"losers of {chr(ord(first) + entry.feed)} enter, {order}"
            for entry, order in zip(entries, drop.orders, strict=True)
        )
        names = []
        for number, (home, away) in enumerate(drop.pairs, 1):
            pair = (seats[home], seats[away])
            reasons = (*_pairing_reasons(pair), *enter, *_repeats(pair))
            names.append(assembly.add(name, letter, (round_, number), pair, reasons))
        losers.append(tuple(seat for pairing in names if not (seat := assembly.loser(pairing)).nobody))
        alive = [assembly.winner(pairing) for pairing in names]
        last = names[-1]
    if len(alive) != 1:
        raise RuntimeError(f"{name}: the pattern {pattern} left {len(alive)}")
    return Bracket(name, tuple(losers), alive[0], last)


def _repeats(pair: tuple[BracketSeat, BracketSeat]) -> tuple[str, ...]:
    return ("a rematch is possible: no order of these losers rules it out",) if pair[0].may_have_met(pair[1]) else ()


def grand_final(assembly: Assembly, upper: Bracket, lower: Bracket, *, reset: bool) -> None:
    """The two winners meet; with a reset the upper one has to be beaten twice."""
    reasons = ("the winner of the main bracket has not lost yet",)
    first = assembly.add("final", "F", (1, 1), (upper.winner, lower.winner), reasons)
    if reset:
        again = ("played only if the winner of the lower bracket won: each has then lost once",)
        seats = (assembly.winner(first), assembly.loser(first))
        assembly.add("final", "F", (2, 1), seats, again, contingent_on=first)


def letters_below(upper: Bracket) -> str:
    """The letter of the first round of a bracket fed by this one's losers, as directors write it."""
    return first_letter_below(len(upper.losers) - 1)
