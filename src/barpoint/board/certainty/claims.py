"""The claim test of usbgf:4.5.2: the claimer rolls 1-2 for ever, the opponent 6-6, both play best.

A claim is open once contact is over. It holds if the claimer would still win at the claimed level
or better. Nothing is obstructed then, so it comes down to two numbers of turns: those in which the
claimer bears off everything, and those in which the opponent escapes the level (see `race`). A roll
already thrown counts as the first of them.

A position is seen by the side on turn. A claim "after moving" is that of a side no longer on turn
(the position flipped), or of one with the rest of a roll in hand: a `HopTree` part-way down.
When a player whose time has run out may claim, on which board, and what it scores are the match's.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, NamedTuple

from barpoint.board.certainty.race import (
    comes_first,
    turns_at_best,
    turns_at_worst,
)
from barpoint.board.dice import Roll
from barpoint.board.movegen import HopTree, legal_plays
from barpoint.board.outcome import Level
from barpoint.board.play import Play
from barpoint.board.position import Position
from barpoint.board.refusal import Refusal

RollInHand = Roll | HopTree | None
"""What the side on turn has in hand: nothing yet, a roll, or the rest of one part-way through."""

_Count = Callable[[Sequence[int]], int]
_ROLLS: Final = {True: Roll(2, 1), False: Roll(6, 6)}  # by whether the claimer is on turn


class ClaimCode(StrEnum):
    """Why a claim cannot be made at all."""

    CONTACT = "claim_in_contact"
    GAME_OVER = "claim_after_game"


@dataclass(frozen=True, slots=True)
class ClaimTest:
    """The two numbers a claim rests on, for an arbiter to show (usbgf:4.5.2c).

    `opponent_turns` are those to escape the level: to finish (single), to bear off one checker
    (gammon), to leave the claimer's home board (backgammon); nought if the position excludes it.
    """

    level: Level
    claimer_on_turn: bool
    claimer_turns: int
    opponent_turns: int

    @property
    def holds(self) -> bool:
        """Whether the claimer is there first."""
        return comes_first(self.claimer_turns, self.opponent_turns, on_turn=self.claimer_on_turn)


def claim_test(
    position: Position, level: Level, *, claimer_on_turn: bool = True, thrown: RollInHand = None
) -> ClaimTest | Refusal:
    """Test a claim of `level` by the side on turn, or by the other (usbgf:4.5.2b)."""
    if position.is_over:
        return Refusal(ClaimCode.GAME_OVER)
    if position.contact:
        return Refusal(ClaimCode.CONTACT)
    claimer = position if claimer_on_turn else position.flip()
    opponent = claimer.flip()
    return ClaimTest(
        level,
        claimer_on_turn,
        _turns(claimer, turns_at_worst, thrown if claimer_on_turn else None),
        _turns(opponent, _escaping(position, level), None if claimer_on_turn else thrown),
    )


def claim_holds(position: Position, level: Level, *, claimer_on_turn: bool = True, thrown: RollInHand = None) -> bool:
    """Whether a claim of `level` can be made and holds."""
    test = claim_test(position, level, claimer_on_turn=claimer_on_turn, thrown=thrown)
    return isinstance(test, ClaimTest) and test.holds


class ClaimTurn(NamedTuple):
    """One turn of the line that decides a claim; no roll for the rest of one already in hand."""

    by_claimer: bool
    roll: Roll | None
    play: Play


def claim_line(
    position: Position, level: Level, *, claimer_on_turn: bool = True, thrown: RollInHand = None
) -> tuple[ClaimTurn, ...] | Refusal:
    """The claim played out with the rolls of its definition, until it holds or fails (usbgf:4.5.2c)."""
    test = claim_test(position, level, claimer_on_turn=claimer_on_turn, thrown=thrown)
    if isinstance(test, Refusal):
        return test
    escaping = _escaping(position, level)
    line: list[ClaimTurn] = []
    by_claimer = claimer_on_turn
    while not position.is_over and escaping(position.them if by_claimer else position.us):
        count = turns_at_worst if by_claimer else escaping
        in_hand = thrown if thrown is not None else _ROLLS[by_claimer]
        play = min(first_plays(position, in_hand), key=lambda play: count(play.after.us))
        line.append(ClaimTurn(by_claimer, in_hand if isinstance(in_hand, Roll) else None, play))
        position, by_claimer, thrown = play.after.flip(), not by_claimer, None
    return tuple(line)


def first_plays(position: Position, thrown: Roll | HopTree) -> list[Play]:
    """The plays open with what is in hand; no legal play is one play without hops."""
    if isinstance(thrown, Roll):
        return legal_plays(position, thrown) or [Play.of(position, ())]
    if thrown.position != position:
        raise ValueError(f"expected the rest of a roll in {position}, not in {thrown.position}")
    hop_count = len(thrown.path)
    return [Play.of(position, tree.path[hop_count:]) for tree in thrown.walk() if tree.complete]


def _turns(position: Position, count: _Count, thrown: RollInHand) -> int:
    """Our turns by `count`, what is in hand being the first of them."""
    turns = count(position.us)
    if thrown is None or not turns:
        return turns
    return 1 + min(count(play.after.us) for play in first_plays(position, thrown))


def _escaping(position: Position, level: Level) -> _Count:
    """How to count the turns to escape `level`; nought where the discipline does not know it."""
    if level is Level.BACKGAMMON and not position.discipline.backgammon_counts:
        return lambda _cells: 0
    return lambda cells: turns_at_best(cells, level)
