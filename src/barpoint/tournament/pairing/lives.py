"""Swiss with lives: out at three or four losses, paired by losses until the end.

ending      PLAY_ON: until one is left. PLAYOFF: as soon as the survivors fit the paid places they play off.
playoff     a knockout seeded by fewest losses, then number; two play one match. Three who are level on
            losses play with a contingent bye: A has it, B and C play, the winner plays A. If A wins it is
            A, B, C; if B wins B, C, A: the bye was worth a place only if A then won.
contingent bye   falls to the worst number among those with the fewest byes, as any bye does

The winner of B and C is called B here, whoever it was.
"""

from collections.abc import Sequence
from enum import StrEnum
from typing import Final

import msgspec

from barpoint.tournament.draw.assembly import Assembly, line_seat
from barpoint.tournament.draw.knockout import main_bracket
from barpoint.tournament.draw.lines import seed_order
from barpoint.tournament.draw.structure import Structure
from barpoint.tournament.pairing.matching import best_matching
from barpoint.tournament.pairing.record import Pair, Record

PLAYOFF: Final = "playoff"


class Ending(StrEnum):
    """How it comes to its end."""

    PLAY_ON = "play_on"
    PLAYOFF = "playoff"


class LivesRules(msgspec.Struct, frozen=True, kw_only=True):
    """How many losses put one out, and how it ends."""

    lives: int = 3
    ending: Ending = Ending.PLAYOFF
    paid: int = 4

    def __post_init__(self) -> None:
        if self.lives not in (3, 4):
            raise ValueError(f"a player has 3 or 4 lives, not {self.lives}")
        if self.paid < 1:
            raise ValueError(f"1 or more places are paid, not {self.paid}")


class Playoff(msgspec.Struct, frozen=True):
    """The playoff: its entrants as its lines, and what is played between them."""

    lines: tuple[str | None, ...]
    structure: Structure
    contingent_bye: bool = False


def survivors(field: Sequence[Record], rules: LivesRules) -> tuple[Record, ...]:
    """Those with a life left, fewest losses first."""
    alive = [record for record in field if record.losses < rules.lives]
    return tuple(sorted(alive, key=lambda record: (record.losses, record.number)))


def next_round(field: Sequence[Record], rules: LivesRules) -> tuple[Pair, ...] | Playoff | str | None:
    """The next round; or the playoff; or the winner; or None where the last ones went out together."""
    alive = survivors(field, rules)
    if len(alive) <= 1:
        return alive[0].entrant if alive else None
    started = any(record.met for record in field)
    if rules.ending is Ending.PLAYOFF and started and len(alive) <= rules.paid:
        return playoff(alive)
    return best_matching(alive, worth=lambda record: 2 * (rules.lives - record.losses))


def playoff(alive: Sequence[Record]) -> Playoff:
    """The playoff of these survivors."""
    if len(alive) == 3 and len({record.losses for record in alive}) == 1:
        lucky = min(alive, key=lambda record: (record.byes, -record.number))
        others = [record.entrant for record in alive if record is not lucky]
        return playoff_of((lucky.entrant, *others), contingent_bye=True)
    size = 1 << (len(alive) - 1).bit_length()
    return playoff_of(tuple(alive[rank].entrant if rank < len(alive) else None for rank in seed_order(size)))


def playoff_of(lines: tuple[str | None, ...], *, contingent_bye: bool = False) -> Playoff:
    """The playoff over these lines; with a contingent bye its holder stands on the first of three."""
    assembly = Assembly()
    empty = frozenset(number for number, entrant in enumerate(lines) if entrant is None)
    seats = [line_seat(number, empty) for number in range(len(lines))]
    if contingent_bye:
        bye, *others = seats
        first = assembly.add(PLAYOFF, "P", (1, 1), (others[0], others[1]), ("three level: the other has a bye",))
        again = ("the bye is contingent: lost here, it is third place",)
        assembly.add(PLAYOFF, "P", (2, 1), (bye, assembly.winner(first)), again)
    else:
        main_bracket(assembly, seats, PLAYOFF, "P")
    return Playoff(lines, assembly.structure(len(lines), {PLAYOFF: (PLAYOFF,)}), contingent_bye)


def contingent_places(bye: str, first: tuple[str, str], second: tuple[str, str]) -> tuple[str, str, str]:
    """The three places: `first` is winner and loser of the match between the others, `second` of the last one."""
    winner, loser = first
    if {bye, winner} != set(second):
        raise ValueError(f"{bye} meets {winner} in the last match, not {' and '.join(second)}")
    return (bye, winner, loser) if second[0] == bye else (winner, loser, bye)
