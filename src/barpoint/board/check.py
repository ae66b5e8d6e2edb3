"""Whether a play somebody asks for is legal, and if not, why.

asked   the hops as they were given, in that order. One checker's hops may be given as one (24/17
        with 6-1): each step of it must then be legal when it is made (usbgf:4.2.2.1a).

The generator decides: a play is legal if it is one of the legal orders. What follows a refusal here
only finds the reason, the first hop that cannot be made or, if each can, what the whole leaves out.

Facts of a refusal: `hop` counts the asked hops from 0, `source` and `target` are the step that failed,
and `legal_order` (hops laid end to end) is there when the same position has another, legal order.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import permutations

from msgspec.structs import replace

from barpoint.board.dice import Roll, RollLike
from barpoint.board.disciplines import (
    BAR,
    HEAD,
    OFF,
    HeadRule,
)
from barpoint.board.movegen import is_order, legal_orders, legal_plays, natural_head_cap
from barpoint.board.play import Hop, Play
from barpoint.board.position import Position
from barpoint.board.refusal import Fact, PlayCode, Refusal


def check_play(
    position: Position, roll: RollLike, hops: Iterable[tuple[int, int]], head_cap: int | None = None
) -> Play | Refusal:
    """The play asked for, hop by hop in the order given, or the reason why it is not legal.

    ValueError if a hop is not a pair of places 0-25, or if no plays are defined in the position.
    """
    roll = Roll.of(roll)
    request = tuple(map(_hop, hops))
    play = Play.of(position, request)
    if is_order(position, roll, play.packed, head_cap):
        return play
    orders = legal_orders(position, roll, head_cap)
    # 24/17 does not say that it hits on the way, if it need not.
    spelled = [play for packed in orders if _spells((play := Play(position, packed)).hops, request)]
    if spelled:
        return min(spelled, key=lambda play: len(play.hits))
    cap = natural_head_cap(position, roll) if head_cap is None else head_cap
    plays = legal_plays(position, roll, cap)
    refusal = _reason(_Turn(position, roll.numbers, cap), roll, request, plays)
    return _with_legal_order(refusal, position, request, plays)


def _hop(hop: tuple[int, int]) -> Hop:
    pair = tuple(hop)
    if len(pair) == 2 and _is_place(pair[0]) and _is_place(pair[1]):
        return Hop(*pair)
    raise ValueError(f"a hop is a pair of places, points 1-24, 25 for the bar and 0 for off, not {pair}")


def _is_place(place: int) -> bool:
    return type(place) is int and OFF <= place <= BAR


def _spells(steps: tuple[Hop, ...], request: tuple[Hop, ...]) -> bool:
    """Whether these single steps, joined where one checker goes on, are the hops asked for."""
    if not request or steps[0].source != request[0].source:
        return False
    rest = list(steps)
    for source, target in request:
        at = source
        while at > target:
            if not rest or rest[0].source != at:
                return False
            at = rest.pop(0).target
        if at != target or source == target:
            return False
    return not rest


@dataclass(frozen=True)
class _Turn:
    """A turn under way: the position now, the numbers left, and how many may still leave the head."""

    position: Position
    left: tuple[int, ...]
    head_left: int
    hop_count: int = 0

    def after(self, hop: Hop, number: int) -> "_Turn":
        left = list(self.left)
        left.remove(number)
        from_head = self.position.discipline.head is not HeadRule.NONE and hop.source == HEAD
        return _Turn(self.position.after([hop]), tuple(left), self.head_left - from_head, self.hop_count + 1)


def _reason(turn: _Turn, roll: Roll, request: tuple[Hop, ...], plays: Sequence[Play]) -> Refusal:
    for index, hop in enumerate(request):
        answer = _make(turn, hop)
        if isinstance(answer, Refusal):
            if answer.code == PlayCode.WOULD_BLOCK_ALL_FIFTEEN and _opens_again(turn.position, request[index:]):
                answer = replace(answer, code=PlayCode.TEMPORARY_BLOCK)  # ibf:4.4e
            return replace(answer, facts={"hop": index, **answer.facts})
        turn = answer
    return _incomplete(turn.hop_count, roll, max(len(play.hops) for play in plays))


def _make(turn: _Turn, hop: Hop) -> _Turn | Refusal:
    """The turn after a hop, by the first of its routes that is open; else why the first is not."""
    refusal = _cannot_start(turn, hop)
    if refusal:
        return refusal
    for numbers in _routes(turn.left, hop):
        answer = _go(turn, hop.source, numbers)
        if isinstance(answer, _Turn):
            return answer
        refusal = refusal or answer
    return refusal or _refusal(PlayCode.NOT_ROLLED, hop, number=hop.length, left=turn.left)


def _routes(left: tuple[int, ...], hop: Hop) -> Iterator[tuple[int, ...]]:
    """The numbers by which a checker might go from source to target: one, or several in a row."""
    for count in range(1, len(left) + 1):
        for numbers in dict.fromkeys(permutations(sorted(left), count)):
            far = sum(numbers)
            if far == hop.length or (hop.target == OFF and far - numbers[-1] < hop.length < far):
                yield numbers


def _go(turn: _Turn, at: int, numbers: tuple[int, ...]) -> _Turn | Refusal:
    for number in numbers:
        step = Hop(at, max(at - number, OFF))
        refusal = _cannot_start(turn, step) or _cannot_end(turn.position, step, number)
        if refusal:
            return refusal
        turn = turn.after(step, number)
        at = step.target
    return turn


def _cannot_start(turn: _Turn, hop: Hop) -> Refusal | None:
    """Why no number would move this checker, if so."""
    position = turn.position
    source = hop.source
    if source == OFF:
        return _refusal(PlayCode.BORNE_OFF, hop)  # ibf:12.5.7
    if not position.us[source]:
        return _refusal(PlayCode.NOT_YOUR_CHECKER, hop)
    if hop.target > source:
        return _refusal(PlayCode.WRONG_DIRECTION, hop)
    if position.us[BAR] and source != BAR:
        return _refusal(PlayCode.BAR_FIRST, hop, on_bar=position.us[BAR])
    if position.discipline.head is not HeadRule.NONE and source == HEAD and turn.head_left < 1:
        return _refusal(PlayCode.HEAD_ALREADY_USED, hop)
    return None


def _cannot_end(position: Position, hop: Hop, number: int) -> Refusal | None:
    """Why this number does not take the checker where it is asked to go, if so."""
    rules = position.discipline
    if hop.target == OFF:
        if not position.is_home:
            return _refusal(PlayCode.NOT_ALL_HOME, hop, rearmost=position.rearmost)
        if number > hop.source and position.rearmost > hop.source:
            return _refusal(PlayCode.HIGHER_CHECKER, hop, number=number, rearmost=position.rearmost)
    else:
        standing = position.them[rules.across(hop.target)]
        if standing > (1 if rules.hitting else 0):
            return _refusal(PlayCode.BLOCKED, hop, checkers=standing)
    if wall := position.after([hop]).wall:
        return _refusal(PlayCode.WOULD_BLOCK_ALL_FIFTEEN, hop, block=wall)
    return None


def _refusal(code: PlayCode, hop: Hop, **facts: Fact) -> Refusal:
    return Refusal(code, {"source": hop.source, "target": hop.target, **facts})


def _incomplete(used: int, roll: Roll, possible: int) -> Refusal:
    """What is wrong with hops that can each be made, `used` of `possible` numbers."""
    if used == 0:
        return Refusal(PlayCode.MUST_PLAY, {"possible": possible})
    if used < possible:
        code = PlayCode.MUST_USE_MORE if roll.is_doublet else PlayCode.MUST_USE_BOTH
        return Refusal(code, {"used": used, "possible": possible})
    if used == 1 and not roll.is_doublet:
        return Refusal(PlayCode.MUST_USE_LARGER, {"number": roll.high})
    # Enough numbers in hops that can each be made: the strict reading forbids a block on the way.
    return Refusal(PlayCode.TEMPORARY_BLOCK)


def _destination(position: Position, request: Iterable[Hop]) -> Position | None:
    """Where these hops would lead, legal or not; None if one has no checker to move."""
    for hop in request:
        if not position.us[hop.source]:
            return None
        position = position.after([hop])
    return position


def _opens_again(position: Position, request: tuple[Hop, ...]) -> bool:
    reached = _destination(position, request)
    return reached is not None and not reached.wall


def _with_legal_order(refusal: Refusal, position: Position, request: tuple[Hop, ...], plays: Sequence[Play]) -> Refusal:
    """The refusal with the legal order of the same play, if there is one (ibf:4.4f)."""
    reached = _destination(position, request)
    for play in plays:
        if play.after == reached:
            order = tuple(place for hop in play.hops for place in hop)
            return replace(refusal, facts={**refusal.facts, "legal_order": order})
    return refusal
