"""Move text: a play as people write it, in the mover's points.

Written canonically, as gnubg writes it: walks from the highest point down, each the whole way of one
checker (`24/13`), with the points between shown only where a blot was hit (`24/18*/13`); equal walks
once with their number (`13/7(2)`), `bar` and `off` in words, a star where a checker was hit, and
`no move` for a roll that cannot be played. Hop by hop, as on the IBF sheet (ibf:app1.10), every number
played is an entry of its own and nothing is grouped: `24/23 23/17`.

Read tolerantly: walks in any order, with spaces or commas, `24/20/18` as well as `24/20 20/18` and
`24/18`, `25` or `b` for the bar, `0` or `o` for off, any case, stars missing or too many. The text is
resolved against the legal plays of a position and roll, so what is read is always a legal `Play`, with
its canonical hops, or a Refusal that says why it is none. If a walk's unnamed stop could hit or not
hit, it does not: a hit has to be named, unless every way there hits. Where blocks are forbidden the
order counts: a play that stands in one on its way as it is written is refused, with the order in which
it may be made (ibf:4.4f).

    play  = "no move" | { walk }            separated by spaces, commas or semicolons
    walk  = place "/" place { "/" place } [ "(" count ")" ]
    place = ( "bar" | "off" | "1" ... "24" ) [ "*" ]
"""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final

from barpoint.board import (
    BAR,
    NO_MOVE,
    OFF,
    Discipline,
    Hop,
    Play,
    PlayCode,
    Position,
    Refusal,
    Roll,
    RollLike,
    Walk,
    check_play,
    legal_plays,
    place_text,
)

_LONGEST: Final = 200
_MOST_HOPS: Final = 4
_NO_MOVE: Final = frozenset({"", "no move", "no play", "cannot move", "can't move", "dance", "dances"})
_PLACE: Final = r"(?:bar|off|b|o|\d{1,2})\*?"
_WALK: Final = re.compile(rf"({_PLACE}(?:/{_PLACE})+)(?:\((\d)\))?\*?(?=[\s,;]|$)", re.ASCII)
_GAPS: Final = re.compile(r"\s*(/)\s*|\s+(?=[(*])")
_BETWEEN: Final = re.compile(r"[\s,;]*")
_BLOCKS: Final = (PlayCode.TEMPORARY_BLOCK, PlayCode.WOULD_BLOCK_ALL_FIFTEEN)
_ENTRY: Final = re.compile(r"\s*([1-6])\s*-?\s*([1-6])\s*:\s*(.*)", re.ASCII | re.DOTALL)


def write_play(play: Play) -> str:
    """The canonical text of a play."""
    return str(play)


def write_hops(play: Play) -> str:
    """The play hop by hop, one entry a number, as the IBF sheet has it (ibf:app1.1, app1.10)."""
    return play.hop_text


def write_walks(walks: Sequence[Walk]) -> str:
    """The walks as they stand, legal or not, each written out."""
    return " ".join("/".join(place_text(point) for point in walk) for walk in walks) or NO_MOVE


def write_entry(play: Play, dice: tuple[int, int]) -> str:
    """A line of the IBF sheet: the dice in the order rolled, a colon, the hops (ibf:app1.10)."""
    return f"{dice[0]}{dice[1]}: {write_hops(play)}"


def split_entry(text: str) -> tuple[tuple[int, int], str]:
    """The dice, in the order written, and the move text of a line such as `16: 24/23 23/17`."""
    fields = _ENTRY.fullmatch(_within_reason(text))
    if fields is None:
        raise ValueError(f"expected two dice, a colon and a play, such as '16: 24/23 23/17', not {_excerpt(text)}")
    return (int(fields[1]), int(fields[2])), fields[3].rstrip()


def read_play(text: str, position: Position, roll: RollLike, head_cap: int | None = None) -> Play | Refusal:
    """The legal play that `text` describes, or the reason it is not legal, as written."""
    walks = read_walks(text, position.discipline)
    play = play_of(walks, position, Roll.of(roll), head_cap)
    if isinstance(play, Refusal) or position.discipline.hitting:
        return play
    asked = as_written(walks, position, Roll.of(roll), head_cap)
    return asked if isinstance(asked, Refusal) and asked.code in _BLOCKS else play


def as_written(walks: Sequence[Walk], position: Position, roll: Roll, head_cap: int | None = None) -> Play | Refusal:
    """The play with its hops in the order of the text, or why it cannot be made in that order."""
    return check_play(position, roll, [leg for walk in walks for leg in pairwise(walk)], head_cap)


def play_of(walks: Sequence[Walk], position: Position, roll: Roll, head_cap: int | None = None) -> Play | Refusal:
    """The legal play that makes these walks, or the reason why none does."""
    if not walks:
        return check_play(position, roll, (), head_cap)
    routes = list(_routes(walks, roll.numbers))
    candidates = _matches(routes, position, legal_plays(position, roll, head_cap))
    if not candidates:
        return _judge(routes, walks, position, roll, head_cap)
    if len(candidates) == 1:
        return candidates[0]
    named = _count_blots(walks, position)
    plain = [play for play in candidates if len(play.hits) == named]
    if len(plain) != 1:
        text = write_walks(walks)
        ways = " or ".join(write_play(play) for play in candidates)
        raise ValueError(f"{_excerpt(text)} could be {ways}; name the point where the checker hits")
    return plain[0]


def read_walks(text: str, discipline: Discipline) -> tuple[Walk, ...]:
    """The walks that `text` names, repeats written out; empty for a roll not played."""
    words = _GAPS.sub(r"\1", _within_reason(text).strip().lower())
    if words.rstrip(".") in _NO_MOVE:
        return ()
    if "*" in words and not discipline.hitting:
        raise ValueError(f"there are no hits in {discipline.title}, so no star: {_excerpt(text)}")
    walks: list[Walk] = []
    at = 0
    while at < len(words):
        token = _WALK.match(words, at)
        if token is None:
            raise ValueError(
                f"expected a play such as '8/5 6/5', 'bar/22*', '13/7(2)' or '6/off', not {_excerpt(text)}"
            )
        walk = _read_walk(token[1], text)
        walks += [walk] * int(token[2] or 1)
        gap = _BETWEEN.match(words, token.end())
        at = gap.end() if gap else token.end()
    if sum(len(walk) - 1 for walk in walks) > _MOST_HOPS:
        raise ValueError(f"a play has at most four hops: {_excerpt(text)}")
    return tuple(walks)


def _read_walk(words: str, text: str) -> Walk:
    walk = tuple(_read_place(word) for word in words.replace("*", "").split("/"))
    if not all(OFF <= point <= BAR for point in walk):
        raise ValueError(f"points run from 1 to 24, with bar and off: {_excerpt(text)}")
    if OFF in walk[:-1] or BAR in walk[1:]:
        raise ValueError(f"a checker comes from the bar and goes off, not the other way: {_excerpt(text)}")
    if any(source == target for source, target in pairwise(walk)):
        raise ValueError(f"a checker moves from one point to another: {_excerpt(text)}")
    return walk


def _read_place(word: str) -> int:
    return BAR if word[0] == "b" else OFF if word[0] == "o" else int(word)


def _routes(walks: Sequence[Walk], numbers: tuple[int, ...]) -> Iterator[list[Hop]]:
    """Every way to make the walks out of hops by the numbers rolled; numbers may be left over."""
    legs = [leg for walk in walks for leg in pairwise(walk)]

    def extend(leg: int, at: int, left: tuple[int, ...]) -> Iterator[list[Hop]]:
        if leg == len(legs):
            yield []
            return
        target = legs[leg][1]
        for number in dict.fromkeys(left):
            reached = max(at - number, OFF)
            if reached < target:
                continue
            spent = left.index(number)
            rest = left[:spent] + left[spent + 1 :]
            if reached > target:
                further = extend(leg, reached, rest)
            else:
                further = extend(leg + 1, legs[leg + 1][0] if leg + 1 < len(legs) else OFF, rest)
            yield from ([Hop(at, reached), *hops] for hops in further)

    return extend(0, legs[0][0], numbers)


def _matches(routes: Sequence[list[Hop]], position: Position, plays: Sequence[Play]) -> list[Play]:
    """The legal plays the routes lead to, each once."""
    by_hops = {play.packed: play for play in plays}
    matches: dict[Position, Play] = {}
    for route in routes:
        hops = sorted(route, key=lambda hop: (-hop.source, hop.target))
        final = _after(position, hops)
        if final is None or final in matches:
            continue
        play = by_hops.get(Play.of(position, hops).packed)
        if play is None:
            play = next((play for play in plays if play.after == final), None)
        if play is not None:
            matches[final] = play
    return list(matches.values())


def _after(position: Position, hops: Sequence[Hop]) -> Position | None:
    """Where the hops lead, highest source first; None if one starts where no checker is."""
    standing = list(position.us)
    for hop in hops:
        if not standing[hop.source]:
            return None
        standing[hop.source] -= 1
        standing[hop.target] += 1
    return position.after(hops)


def _count_blots(walks: Sequence[Walk], position: Position) -> int:
    """How many of the points the walks name hold a single opposing checker."""
    named = {point for walk in walks for point in walk[1:]} - {OFF}
    return sum(position.them[position.discipline.across(point)] == 1 for point in named)


def _judge(
    routes: Sequence[list[Hop]], walks: Sequence[Walk], position: Position, roll: Roll, head_cap: int | None
) -> Play | Refusal:
    """Why the walks are no legal play: what is wrong with their first route, or with the walks as they stand.

    The order of a text says nothing, so the hops are judged in the order in which most plays are legal.
    """
    hops = routes[0] if routes else [Hop(*leg) for walk in walks for leg in pairwise(walk)]
    return check_play(position, roll, sorted(hops, reverse=True), head_cap)


def _within_reason(text: str) -> str:
    if len(text) > _LONGEST:
        raise ValueError(f"a play is written in at most {_LONGEST} letters, not {len(text)}: {_excerpt(text)}")
    return text


def _excerpt(text: str) -> str:
    return repr(text if len(text) <= 60 else text[:57] + "...")
