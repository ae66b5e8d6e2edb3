"""Whom a match waits for, and for how long: the server's own rule, the same in every kind of match (docs/time.md).

ready    for a side to be ready for a game, or to open the dice link an opening roll waits for
answer   for the answer to a resignation or a claim, while clocks stand
act      for a roll, a play or the answer to a double where no clock runs for it
break    for a side to come back from its break: the time of the break, and then as for being ready

A clock that runs for whoever is waited for ends the match itself, where its book has time run out by itself (ibf:8.7c);
where somebody has to notice it (usbgf:4.3.4-3, bws:4.3.3a), whoever is out of time is waited for as for any act.
Nothing is waited for while an official is called or has stopped the match.
"""

from typing import Final, Literal

import msgspec

from barpoint.board import SIDES, Side
from barpoint.match import GameStage, MatchFormat, MatchPhase, side_to_act
from barpoint.match.format import MINUTE, ClockMethod, Expiry
from barpoint.service.play.dice_chains import game_chains, withholding_sides
from barpoint.service.play.room import Room

_DAY: Final = 86_400_000
WaitKind = Literal["ready", "answer", "act", "break"]


class WaitLimits(msgspec.Struct, frozen=True):
    """Milliseconds somebody is waited for, each time anew."""

    ready: int
    answer: int
    act: int


LIVE: Final = WaitLimits(ready=5 * MINUTE, answer=5 * MINUTE, act=15 * MINUTE)
"""Between people who play at the same time."""
BREAK: Final = 10 * MINUTE
"""A break, where its book does not say how long one is: usbgf:2.2.2c lets time for breaks add up."""
AGAINST_BOTS: Final = WaitLimits(ready=7 * _DAY, answer=7 * _DAY, act=7 * _DAY)
"""Nobody but the house waits."""


class Waiting(msgspec.Struct, frozen=True):
    """Sides that are waited for, since when, and for how long."""

    kind: WaitKind
    sides: tuple[Side, ...]
    since: int
    limit: int


def wait_limits(match_format: MatchFormat, *, against_bot: bool = False) -> WaitLimits:
    """How long somebody is waited for in a match; by correspondence as long as for a move."""
    clock = match_format.clock
    if clock is not None and clock.method is ClockMethod.PER_MOVE:
        return WaitLimits(clock.delay, clock.delay, clock.delay)
    return AGAINST_BOTS if against_bot else LIVE


def waiting(room: Room) -> Waiting | None:
    """Whom the match waits for now; None if for nobody, or for somebody whose clock runs."""
    state = room.match
    if state.phase in (MatchPhase.BEFORE, MatchPhase.OVER) or state.stopped_by:
        return None
    limits = wait_limits(state.format, against_bot=room.has_bot)
    if state.on_break is not None:
        return Waiting("break", (state.on_break,), room.acted, (state.format.break_time or BREAK) + limits.ready)
    if state.game is None or state.game.stage is GameStage.OPENING:
        return _waiting_for_opening(room, limits)
    side = side_to_act(state.game)
    if side is None or room.bot(side):
        return None
    if state.game.offer is not None and (state.clock is None or not state.clock.is_running):
        return Waiting("answer", (side,), room.acted, limits.answer)
    return _waiting_for_act(room, side, limits)


def _waiting_for_opening(room: Room, limits: WaitLimits) -> Waiting | None:
    unready = tuple(side for side in SIDES if not room.is_ready(side))
    if unready:
        return Waiting("ready", unready, room.acted, limits.ready)
    chains, withholding = game_chains(room), withholding_sides(room)
    if chains is None or not withholding:
        return None
    return Waiting("ready", tuple(withholding), max(chains.due_since, room.acted), limits.ready)


def _waiting_for_act(room: Room, side: Side, limits: WaitLimits) -> Waiting | None:
    clock = room.match.clock
    if clock is None or not clock.counts(side) or clock.running is not side:
        return Waiting("act", (side,), room.acted, limits.act)
    if clock.rules.expiry is Expiry.AUTOMATIC or clock.paused is not None:
        return None
    expires = clock.expires_at()
    return None if expires is None else Waiting("act", (side,), expires, limits.act)
