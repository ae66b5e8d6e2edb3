"""Reading what FIBS clients keep of a match: JavaFIBS's match log and gibbon's GMD.

Both number the points as the board of the client showed them, so that a side may run up or down, and may change
from game to game; which way is seen from each play. JavaFIBS calls its owner `You`; the score lines tell the name.

    JavaFIBS   code ":" player ":" data      0 roll, 1 play, 2 double, 3 resign, 4 take, 5 drop, 6 game, 7 won,
                                             8 match, 9 match won, 11 first roll, 13 ready, 14 score, 15 no play
    GMD        Key ":" side ":" time ":" data
"""

import re
from collections.abc import Iterable
from typing import Final

from msgspec.structs import replace

from barpoint.board import BAR, OFF, Side, Walk
from barpoint.notation.record import match_record as r

JAVAFIBS: Final = "JavaFIBS internal match representation"
GMD: Final = "GMD-"
_YOU: Final = "You"
_LONGEST_LINE: Final = 1_000
_HOP: Final = re.compile(r"(bar|\d{1,2})[-/](off|\d{1,2})", re.IGNORECASE)
_DICE: Final = re.compile(r"([1-6]) ([1-6])")
_STANDING: Final = re.compile(r"([^:]+)-(\d{1,5}):([^:]+)-(\d{1,5})")


class _Sheet:
    """Games being written down, whichever client wrote them."""

    def __init__(self) -> None:
        self.games: list[r.RecordedGame] = []
        self.actions: list[r.AnyAction] = []
        self.cube = self.offered = 1

    def begin(self) -> None:
        """A new game."""
        if self.actions:
            self.games.append(r.RecordedGame(actions=tuple(self.actions)))
        self.actions, self.cube, self.offered = [], 1, 1

    def roll(self, side: Side, words: str) -> None:
        dice = _DICE.fullmatch(words.strip())
        if dice is None:
            raise ValueError(f"expected two dice such as '3 1', not {words[:20]!r}")
        if len(self.actions) > r.MOST_ACTIONS:
            raise ValueError(f"a game has at most {r.MOST_ACTIONS} entries")
        self.actions.append(r.Moved(side=side, dice=(int(dice[1]), int(dice[2])), walks=None))

    def play(self, side: Side, words: str) -> None:
        last = self.actions[-1] if self.actions else None
        if not isinstance(last, r.Moved) or last.side is not side:
            raise ValueError("a play follows the roll of the same side")
        self.actions[-1] = replace(last, walks=_walks(words))

    def double(self, side: Side) -> None:
        self.offered = self.cube * 2
        self.actions.append(r.Doubled(side=side, value=self.offered))

    def take(self, side: Side) -> None:
        self.cube = self.offered
        self.actions.append(r.Taken(side=side))

    def resign(self, side: Side, points: str) -> None:
        if not points.strip().isdecimal() or len(points) > 6:
            raise ValueError(f"expected the points of a resignation, not {points[:20]!r}")
        level = max(1, min(3, int(points) // self.cube))
        self.actions.append(r.Resigned(side=side, level=level))

    def reject(self) -> None:
        last = self.actions[-1] if self.actions else None
        if isinstance(last, r.Resigned):
            self.actions[-1] = replace(last, accepted=False)


def _walks(words: str) -> tuple[Walk, ...]:
    """The hops of a play in the mover's own points."""
    hops = []
    for word in words.split():
        hop = _HOP.fullmatch(word)
        if hop is None:
            raise ValueError(f"expected hops such as 17-21 or bar/22, not {word[:20]!r}")
        hops.append((hop[1].lower(), hop[2].lower()))
    if len(hops) > 4:
        raise ValueError(f"a play has at most four hops, not {len(hops)}")
    up = any(_runs_up(source, target) for source, target in hops)
    return tuple((_own(source, up=up), _own(target, up=up)) for source, target in hops)


def _runs_up(source: str, target: str) -> bool:
    if source == "bar":
        return target != "off" and int(target) <= 6
    if target == "off":
        return int(source) >= 19
    return int(source) < int(target)


def _own(place: str, *, up: bool) -> int:
    if place in ("bar", "off"):
        return BAR if place == "bar" else OFF
    point = int(place)
    if not 1 <= point <= 24:
        raise ValueError(f"points run from 1 to 24, not {point}")
    return 25 - point if up else point


def _lines(text: str) -> Iterable[tuple[int, str]]:
    for number, line in enumerate(text.splitlines()[1:], 2):
        if len(line) > _LONGEST_LINE:
            raise ValueError(f"line {number}: a line has at most {_LONGEST_LINE} letters, not {len(line)}")
        if line.strip():
            yield number, line.strip()


def read_javafibs(text: str) -> r.MatchRecord:
    """The record of a JavaFIBS log; its owner is Black, as in gibbon's other exports of the same match."""
    if not text.startswith(JAVAFIBS):
        raise ValueError(f"expected a first line that begins with {JAVAFIBS!r}")
    sheet = _Sheet()
    opponent, owner, length = "", "", 0
    for number, line in _lines(text):
        code, _, rest = line.partition(":")
        player, _, data = rest.partition(":")
        side = Side.BLACK if player == _YOU else Side.WHITE
        try:
            if code == "8":
                opponent, length = player, int(data) if data.isdecimal() and len(data) < 6 else 0
            elif code == "14" and (score := _STANDING.fullmatch(rest)):
                owner = next((name for name in (score[1], score[3]) if name != opponent), owner)
            else:
                _java_entry(sheet, code, side, data)
        except ValueError as malformed:
            raise ValueError(f"line {number}: {malformed}") from malformed
    sheet.begin()
    return r.MatchRecord(
        white=opponent or "Opponent",
        black=owner or _YOU,
        length=length,
        games=tuple(sheet.games),
        beavers=not length,
        info={"site": "FIBS"},
    )


def _java_entry(sheet: _Sheet, code: str, side: Side, data: str) -> None:
    match code:
        case "0" | "11":
            sheet.roll(side, data)
        case "1":
            sheet.play(side, data)
        case "15":
            sheet.play(side, "")
        case "2":
            sheet.double(side)
        case "3":
            sheet.resign(side, data)
        case "4":
            sheet.take(side)
        case "5":
            sheet.actions.append(r.Dropped(side=side))
        case "6":
            sheet.begin()
        case _ if code.isdecimal():
            pass  # greetings and what follows from the rest
        case _:
            raise ValueError(f"expected a code and a colon, not {code[:20]!r}")


def read_gmd(text: str) -> r.MatchRecord:
    """The record of gibbon's own file."""
    if not text.startswith(GMD):
        raise ValueError(f"expected a first line that begins with {GMD!r}")
    sheet = _Sheet()
    head: dict[str, str] = {}
    for number, line in _lines(text):
        key, _, rest = line.partition(":")
        try:
            if key in ("Length", "Location", "Rule"):
                head[key] = rest.strip()
            elif key in ("Player", "Rank"):
                side, _, value = rest.partition(":")
                head[f"{key} {side}"] = value.strip()
            else:
                _gmd_entry(sheet, key, rest)
        except ValueError as malformed:
            raise ValueError(f"line {number}: {malformed}") from malformed
    sheet.begin()
    length_text = head.get("Length", "0")
    length = int(length_text) if length_text.isdecimal() and len(length_text) < 6 else 0
    info = {
        "site": "FIBS",
        "place": head.get("Location", ""),
        "white_rating": head.get("Rank W", ""),
        "black_rating": head.get("Rank B", ""),
    }
    return r.MatchRecord(
        white=head.get("Player W") or "White",
        black=head.get("Player B") or "Black",
        length=length,
        games=tuple(sheet.games),
        beavers=not length,
        info={key: value for key, value in info.items() if value},
    )


def _gmd_entry(sheet: _Sheet, key: str, rest: str) -> None:
    letter, _, later = rest.partition(":")
    data = later.partition(":")[2]
    side = Side.WHITE if letter == "W" else Side.BLACK
    match key:
        case "Game":
            sheet.begin()
        case "Roll":
            sheet.roll(side, data)
        case "Move":
            sheet.play(side, data)
        case "Double":
            sheet.double(side)
        case "Take":
            sheet.take(side)
        case "Drop":
            sheet.actions.append(r.Dropped(side=side))
        case "Resign":
            sheet.resign(side, data)
        case "Reject":
            sheet.reject()
        case _:
            pass  # what later versions of gibbon may add
