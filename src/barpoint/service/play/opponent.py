"""Whoever plays the other side when no person does.

An `Opponent` chooses a play, and decides about the cube and about resignations; it sees what a player at the table
sees. `HouseBot` counts pips, blots, points and shots: a casual opponent for every discipline that needs
no data at all.
"""

from math import exp
from typing import Protocol

from barpoint.board import BAR, HOME, OFF, POINTS, Play, Position, Roll, Side, legal_plays
from barpoint.match import MatchState, is_dead_cube


class Opponent(Protocol):
    """What a bot decides."""

    name: str

    def play(self, position: Position, roll: Roll, head_cap: int, state: MatchState | None = None) -> Play | None:
        """The play of a roll, in a match if there is one; None when there is none."""
        ...

    def doubles(self, state: MatchState, side: Side) -> bool:
        """Whether `side`, on roll, should double."""
        ...

    def takes(self, state: MatchState, side: Side) -> bool:
        """Whether `side` should take the other's double."""
        ...

    def accepts(self, state: MatchState, side: Side, level: int) -> bool:
        """Whether `side` should accept the other's resignation at this level."""
        ...


class HouseBot:
    """Plays by counting: pips, blots under fire, points and primes."""

    name = "House bot"

    def play(
        self,
        position: Position,
        roll: Roll,
        head_cap: int,
        state: MatchState | None = None,  # noqa: ARG002  # it does not look at the score
    ) -> Play | None:
        """The play after which the count is best; the canonical order breaks ties."""
        plays = legal_plays(position, roll, head_cap)
        return max(plays, key=lambda play: self.value(play.after), default=None)

    def doubles(self, state: MatchState, side: Side) -> bool:
        """A clear lead that is not yet overwhelming, and a cube that can win something."""
        return not cube_is_dead(state, side) and 0.70 <= self.chance(_position_for(state, side)) < 0.95

    def takes(self, state: MatchState, side: Side) -> bool:
        """One game in four is enough, or nothing to lose by it."""
        return cube_is_dead(state, side.other) or self.chance(_position_for(state, side.other)) <= 0.77

    def accepts(self, state: MatchState, side: Side, level: int) -> bool:
        """Accept unless more seems likely: an opponent far from home may yet lose double."""
        position = _position_for(state, side)
        them = position.flip()
        gammonish = not them.us[OFF] and them.pips > 70 + 6 * position.in_play
        return level > 1 or not gammonish

    def chance(self, position: Position) -> float:
        """A rough chance of winning with us on roll, from the race and how the sides stand."""
        lead = position.flip().pips - position.pips + 4
        standing = self.value(position) - self.value(position.flip())
        total = lead / (8 + position.pips / 8) + (standing / 40 if position.contact else 0)
        return 1 / (1 + exp(-1.6 * total))

    def value(self, position: Position) -> float:
        """How good it is to have left this position, the other side being on roll."""
        us, them = position.us, position.them
        worth = 3.0 * us[OFF] - 0.35 * position.pips + 0.35 * position.flip().pips
        if not position.discipline.hitting:
            return worth + 0.8 * sum(1 for point in POINTS if us[point])
        worth += 2.0 * them[BAR] * (1 + self._home_points(us))
        if position.contact:
            worth += 2.2 * self._home_points(us) + 1.2 * self._longest_prime(us)
            worth -= sum(self._risk(position, point) for point in POINTS if us[point] == 1)
        return worth

    @staticmethod
    def _home_points(us: tuple[int, ...]) -> int:
        return sum(1 for point in HOME if us[point] >= 2)

    @staticmethod
    def _longest_prime(us: tuple[int, ...]) -> int:
        longest = run = 0
        for point in POINTS:
            run = run + 1 if us[point] >= 2 else 0
            longest = max(longest, run)
        return longest

    def _risk(self, position: Position, blot: int) -> float:
        """What a blot may cost: shots of 36 times the pips lost, more against a strong home board."""
        across = position.discipline.across(blot)
        them = position.them
        shots = 0
        for point in range(across + 1, 26):
            if them[point]:
                away = point - across
                shots += 11 if away <= 6 else 3 if away <= 12 else 1
        lost = (25 - blot) / 25
        return min(shots, 30) / 36 * (2.0 + 6.0 * lost) * (1 + 0.4 * self._home_points(them))


def cube_is_dead(state: MatchState, doubler: Side) -> bool:
    """Whether the cube as it stands wins the match for `doubler`: more of it wins nothing, a pass loses everything."""
    assert state.game is not None
    return is_dead_cube(doubler, state.score, state.game.cube.value, state.in_force)


def _position_for(state: MatchState, side: Side) -> Position:
    assert state.game is not None
    return state.game.view_for(side)
