"""Settling the players' wishes before a match: equipment, sides, colours, the clock.

A topic has a method (usbgf:1.7.1a). Where wishes clash and dice decide, each side rolls and the larger plain
sum chooses; equal sums are rolled again (usbgf:3.3b, 3.3c, ibf:3.5). What comes out is a term of the
match (`StartMatch.terms`); changing one later needs both players and a new game (usbgf:1.7.1b).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from barpoint.board import Side

THE_OTHER: Final = "the other"
LATER: Final = "later"
"""Given up if either may impose it later: bound once the other side says the same (usbgf:1.7.1.2b)."""


class PreferenceMethod(StrEnum):
    """How a topic is settled."""

    REQUIRED = "required"  # no choice: usbgf:1.7.1.1
    PREFERRED = "preferred"  # used if either insists: usbgf:1.7.1.2a
    BY_ROLL = "by_roll"  # high dice: usbgf:1.7.1.3
    IF_AGREED = "if_agreed"  # only if both want it: usbgf:1.7.1.4a
    PER_PLAYER = "per_player"  # each for themselves: usbgf:1.7.1.5
    IMPOSED = "imposed"  # the director's word, at any time: usbgf:1.7.1.6


@dataclass(frozen=True, slots=True)
class PreferenceTopic:
    """Something to settle. `choice` is the required, preferred, imposed or agreed-upon thing itself."""

    name: str
    method: PreferenceMethod
    choice: str = ""
    otherwise: str = ""  # what holds when the choice is not used
    apart: bool = False  # each side has another: who wishes for the same, as both for White's checkers, clashes
    unsaid: str = ""  # the wish of a side that states none: what holds unless both say no (usbgf:3.2.2b, 4.1.7.2a)


@dataclass(frozen=True, slots=True)
class SettledPreference:
    """What holds for both sides; the two differ with PER_PLAYER, and in what each has another of."""

    white: str
    black: str
    why: str


@dataclass(frozen=True, slots=True)
class RollNeeded:
    """The wishes clash and dice decide: both sides roll (again, after equal sums)."""

    topic: str


def settle(
    topic: PreferenceTopic, wishes: Mapping[Side, str], rolls: Sequence[tuple[tuple[int, int], tuple[int, int]]] = ()
) -> SettledPreference | RollNeeded:
    """Settle one topic from both wishes; `rolls` are (White's, Black's) high-dice rolls so far."""
    white, black = wishes.get(Side.WHITE, "") or topic.unsaid, wishes.get(Side.BLACK, "") or topic.unsaid
    method = topic.method
    if method in (PreferenceMethod.REQUIRED, PreferenceMethod.IMPOSED):
        return SettledPreference(topic.choice, topic.choice, method.value)
    if method is PreferenceMethod.PER_PLAYER:
        return SettledPreference(white or topic.otherwise, black or topic.otherwise, method.value)
    wants_choice = (white == topic.choice, black == topic.choice)
    if method is PreferenceMethod.PREFERRED:
        if white == black == LATER:
            return SettledPreference(topic.otherwise, topic.otherwise, LATER)
        used = topic.choice if any(wants_choice) or LATER in (white, black) else topic.otherwise
        return SettledPreference(used, used, method.value)
    if method is PreferenceMethod.IF_AGREED:
        used = topic.choice if all(wants_choice) else topic.otherwise
        return SettledPreference(used, used, method.value)
    if topic.apart:
        return _settle_apart(topic, white, black, rolls)
    if white == black or not white or not black:
        agreed = white or black or topic.otherwise
        return SettledPreference(agreed, agreed, "agreed")
    winner = high_dice(rolls)
    if winner is None:
        return RollNeeded(topic.name)
    chosen = white if winner is Side.WHITE else black
    return SettledPreference(chosen, chosen, f"rolled by {winner.value}")


def _settle_apart(
    topic: PreferenceTopic, white: str, black: str, rolls: Sequence[tuple[tuple[int, int], tuple[int, int]]]
) -> SettledPreference | RollNeeded:
    """Each side has another: colours, seats."""
    if white.casefold() != black.casefold() or not white:
        return SettledPreference(white or (black and THE_OTHER), black or (white and THE_OTHER), "agreed")
    winner = high_dice(rolls)
    if winner is None:
        return RollNeeded(topic.name)
    why = f"rolled by {winner.value}"
    return (
        SettledPreference(white, THE_OTHER, why) if winner is Side.WHITE else SettledPreference(THE_OTHER, black, why)
    )


def clashes(topics: Sequence[PreferenceTopic], wishes: Mapping[Side, Mapping[str, str]]) -> tuple[str, ...]:
    """The topics dice have to decide, all of them to be named before the match (usbgf:3.3a, 3.3d)."""
    return tuple(topic.name for topic in topics if isinstance(settle(topic, _wishes_on(topic, wishes)), RollNeeded))


def settle_all(
    topics: Sequence[PreferenceTopic],
    wishes: Mapping[Side, Mapping[str, str]],
    rolls: Sequence[tuple[tuple[int, int], tuple[int, int]]] = (),
) -> dict[str, SettledPreference] | RollNeeded:
    """Settle a whole list: one roll decides every clash on it (usbgf:3.3b)."""
    open_topics = clashes(topics, wishes)
    if open_topics and high_dice(rolls) is None:
        return RollNeeded(", ".join(open_topics))
    outcomes = {topic.name: settle(topic, _wishes_on(topic, wishes), rolls) for topic in topics}
    return {name: settled for name, settled in outcomes.items() if isinstance(settled, SettledPreference)}


def _wishes_on(topic: PreferenceTopic, wishes: Mapping[Side, Mapping[str, str]]) -> dict[Side, str]:
    return {side: wishes.get(side, {}).get(topic.name, "") for side in Side}


def high_dice(rolls: Sequence[tuple[tuple[int, int], tuple[int, int]]]) -> Side | None:
    """Who wins high dice; None if nobody has yet. Only the sum counts (usbgf:3.3c)."""
    for white, black in rolls:
        for die in (*white, *black):
            if not 1 <= die <= 6:
                raise ValueError(f"a die shows 1 to 6, not {die}")
        if sum(white) != sum(black):
            return Side.WHITE if sum(white) > sum(black) else Side.BLACK
    return None
