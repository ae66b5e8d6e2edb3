"""Backgammon in SGF (GM[6]): gnubg's own form of a match, one tree a game, with whatever else a node holds.

W is White and gnubg's player 0, B is Black. A move is the dice and pairs of letters, `a` to `x` being the points
as White numbers them, `y` the bar and `z` off; `double`, `take` and `drop` are the cube. A double that answers
a double is a beaver. AE, AW, AB, PL, DI, CV and CP set the board, the turn, the dice and the cube by hand.
Every other property is kept as a note where it stood; analysis (A, DA) is read as well (`stored_analysis`).
"""

import re
from collections.abc import Iterable
from itertools import pairwise
from typing import Final, assert_never

from msgspec.structs import replace

import barpoint
from barpoint.board import BAR, DISCIPLINES, OFF, Position, Side, Walk, pos
from barpoint.notation.files.sgf_tree import (
    Node,
    Properties,
    decode_sgf,
    read_trees,
    write_node,
)
from barpoint.notation.record import match_record as r
from barpoint.notation.record.stored_analysis import (
    StoredAnalysis,
    StoredCube,
    StoredPlay,
    stored_analysis,
    stored_play,
)

_SIDES: Final = {"W": Side.WHITE, "B": Side.BLACK}
_LETTER: Final = {Side.WHITE: "W", Side.BLACK: "B"}
_INFO: Final = {"DT": "date", "EV": "event", "RO": "round", "PC": "place", "AN": "transcriber", "GC": "comment"}
_RATINGS: Final = {"WR": "white_rating", "BR": "black_rating"}
_ROOT: Final = frozenset({"FF", "GM", "CA", "AP", "MI", "PW", "PB", "RE", "RU", *_INFO, *_RATINGS})
_SETTING: Final = frozenset({"AE", "AW", "AB", "PL", "DI", "CV", "CP", "CO"})
_PLAY: Final = re.compile(r"([1-6])([1-6])((?:[a-y][a-z]){0,4})")
_NUMBERS: Final = r"((?:-?\d+\.\d+ ){%d}-?\d+\.\d+)"
_EVALUATED: Final = re.compile(rf"((?:[a-y][a-z]){{1,4}}) E ver \d+ {_NUMBERS % 5}")
_EVALUATED_CUBE: Final = re.compile(rf"E ver \d+ \d+C? \d+ \d+\.\d+ \d+ {_NUMBERS % 13}")
_DICE: Final = re.compile("[1-6]{2}")
_RESIGNED: Final = re.compile(r"resign:(\d{1,5})")
_RESULT: Final = re.compile(r"([WB])\+(\d{1,5})R?")
_RANGE: Final = re.compile(r"([a-z])(?::([a-z]))?")
_NUMBER: Final = re.compile(r"\d{1,5}")
_VARIATIONS: Final = {"Nackgammon": "nackgammon", "Hypergammon3": "sprintgammon"}


def read_sgf(data: bytes) -> r.MatchRecord:
    """The games of a collection that are backgammon; ValueError says where it is malformed."""
    trees = [tree for tree in read_trees(decode_sgf(data)) if tree and tree[0].get("GM") == "6"]
    if not trees:
        return r.MatchRecord(white="White", black="Black", length=0)
    root = trees[0][0]
    rules = [word for value in root.all("RU") for word in value.split(":")]
    length = _match_number(root, "length") or 0
    info = {key: value for name, key in (_INFO | _RATINGS).items() if (value := root.get(name))}
    return r.MatchRecord(
        white=root.get("PW") or "White",
        black=root.get("PB") or "Black",
        length=length,
        games=tuple(_read_game(tree, number) for number, tree in enumerate(trees, 1)),
        crawford="Crawford" in rules,
        jacoby="Jacoby" in rules,
        beavers=not length,
        cube="NoCube" not in rules,
        discipline=next((_VARIATIONS[word] for word in rules if word in _VARIATIONS), "backgammon"),
        info=info,
    )


def _match_number(root: Node, name: str) -> int | None:
    """A number of the match information, such as `length:7`."""
    for value in root.all("MI"):
        key, _, number = value.partition(":")
        if key == name and _NUMBER.fullmatch(number):
            return int(number)
    return None


def _read_game(tree: tuple[Node, ...], number: int) -> r.RecordedGame:
    root = tree[0]
    white, black = _match_number(root, "ws"), _match_number(root, "bs")
    result = _RESULT.fullmatch(root.get("RE") or "")
    notes = tuple((name, values) for name, values in root.properties if name not in _ROOT)
    actions = _Actions((root.get("AP") or "GNU Backgammon").partition(":")[0])
    for index, node in enumerate(tree[1:], 1):
        try:
            actions.read(node)
        except ValueError as malformed:
            raise ValueError(f"game {number}, node {index}: {malformed}") from malformed
    return r.RecordedGame(
        actions=actions.complete(),
        score=None if white is None or black is None else (white, black),
        winner=_SIDES[result[1]] if result else None,
        points=int(result[2]) if result else 0,
        notes=notes,
    )


class _Actions:
    """The entries of one game, while its nodes are read."""

    def __init__(self, program: str) -> None:
        self.program = program
        self.actions: list[r.AnyAction] = []
        self.setting: list[tuple[str, tuple[str, ...]]] = []
        self.notes: r.Notes = ()
        self.cube = 1  # as offered last
        self.staked = 1  # as taken

    def complete(self) -> tuple[r.AnyAction, ...]:
        """All of them; a board set at the end is an entry too."""
        self._set(None)
        return tuple(self.actions)

    def read(self, node: Node) -> None:
        """One node: a move, or part of a board that is set by hand."""
        if len(self.actions) > r.MOST_ACTIONS:
            raise ValueError(f"a game has at most {r.MOST_ACTIONS} entries")
        moves = [(name, values[0]) for name, values in node.properties if name in _SIDES]
        self.setting += [entry for entry in node.properties if entry[0] in _SETTING]
        notes = tuple(entry for entry in node.properties if entry[0] not in _SIDES and entry[0] not in _SETTING)
        if not moves:
            self.notes += notes
        for name, value in moves:
            self._set(_SIDES[name])
            before = len(self.actions)
            self._move(_SIDES[name], value.strip(), notes)
            if len(self.actions) > before and (said := _said(self.program, notes, _SIDES[name])) is not None:
                self.actions[-1] = replace(self.actions[-1], analysis=said)

    def _move(self, side: Side, value: str, notes: r.Notes) -> None:
        if value in ("double", "redouble"):
            last = self.actions[-1] if self.actions else None
            self.cube *= 2
            self.actions.append(r.Doubled(side=side, value=self.cube, beaver=isinstance(last, r.Doubled), notes=notes))
        elif value in ("take", "beaver"):
            self.staked = self.cube
            self.actions.append(r.Taken(side=side, notes=notes))
        elif value in ("drop", "pass"):
            self.actions.append(r.Dropped(side=side, notes=notes))
        elif fields := _RESIGNED.fullmatch(value):
            # gibbon: so many points; the answer follows
            level = max(1, min(3, int(fields[1]) // self.staked))
            self.actions.append(r.Resigned(side=side, level=level, notes=notes))
        elif value in ("accept", "reject"):
            self._answer(accepted=value == "accept")
        elif fields := _PLAY.fullmatch(value):
            places = [_place(letter, side) for letter in fields[3]]
            walks = tuple(zip(places[::2], places[1::2], strict=True))
            self.actions.append(r.Moved(side=side, dice=(int(fields[1]), int(fields[2])), walks=walks, notes=notes))
        else:
            raise ValueError(f"expected a play such as 31hefe, or double, take or drop, not {value[:40]!r}")

    def _answer(self, *, accepted: bool) -> None:
        last = self.actions[-1] if self.actions else None
        if not isinstance(last, r.Resigned):
            raise ValueError("nothing was resigned that could be accepted or rejected")
        self.actions[-1] = replace(last, accepted=accepted)

    def _set(self, mover: Side | None) -> None:
        """What the setting nodes since the last entry come to."""
        if not self.setting:
            return
        node, self.setting = Node(tuple(self.setting)), []
        notes, self.notes = self.notes, ()
        side = mover or _SIDES.get((node.get("PL") or "W")[:1].upper(), Side.WHITE)
        dice = node.get("DI") or ""
        cube = node.get("CV") or ""
        value = int(cube) if _NUMBER.fullmatch(cube) else None
        owner = _SIDES.get((node.get("CP") or "").upper())
        if {name for name, _ in node.properties} <= {"PL", "DI"}:
            if mover is None and _DICE.fullmatch(dice):  # rolled, and given up before the play
                self.actions.append(r.Moved(side=side, dice=(int(dice[0]), int(dice[1])), walks=None, notes=notes))
            return
        if value is not None:
            if value < 1 or value & (value - 1):
                raise ValueError(f"a cube shows a power of two, not {value}")
            self.cube = self.staked = value
        self.actions.append(
            r.SetUp(
                side=side,
                position=self._board(node),
                dice=None if mover or not _DICE.fullmatch(dice) else (int(dice[0]), int(dice[1])),
                cube=value if value == 1 or owner else None,
                owner=owner if value != 1 else None,
                notes=notes,
            )
        )

    def _board(self, node: Node) -> str:
        """The checkers, from the start of a game or from an empty board."""
        if not any(node.all(name) for name in ("AE", "AW", "AB")):
            return ""
        begun = any(isinstance(action, r.Moved) for action in self.actions)
        start = [0] * 26 if begun else [0, *Position.start().us[1:]]
        sides = {Side.WHITE: list(start), Side.BLACK: list(start)}
        for letter in _letters(node.all("AE")):
            for side, cells in sides.items():
                cells[_place(letter, side)] = 0
        for side, name in ((Side.WHITE, "AW"), (Side.BLACK, "AB")):
            for letter in _letters(node.all(name)):
                sides[side][_place(letter, side)] += 1
        for cells in sides.values():
            cells[OFF] = max(0, 15 - sum(cells[1:]))
        return str(pos(str(Position(sides[Side.WHITE], sides[Side.BLACK]))))


def _letters(values: tuple[str, ...]) -> str:
    """Points one by one, `a:c` being three."""
    letters = ""
    for value in values:
        span = _RANGE.fullmatch(value.strip())
        if span is None:
            raise ValueError(f"expected a point such as a, or points such as a:x, not {value[:20]!r}")
        letters += "".join(map(chr, range(ord(span[1]), ord(span[2] or span[1]) + 1)))
    return letters


def _place(letter: str, side: Side) -> int:
    """A letter in a side's own points."""
    if letter == "y":
        return BAR
    if letter == "z":
        return OFF
    number = ord(letter) - ord("a") + 1
    return number if side is Side.WHITE else 25 - number


def write_sgf(record: r.MatchRecord) -> bytes:
    """The record as gnubg saves it, in UTF-8, with the notes in their places."""
    if record.rules.name not in ("backgammon", *_VARIATIONS.values()):
        raise ValueError(f"an .sgf file is for backgammon and its family, not {DISCIPLINES[record.rules.name].title}")
    if not record.games:
        raise ValueError("there is no game to write")
    done = False
    trees = []
    for number, game in enumerate(record.games):
        at_match_point = bool(record.length > 1 and record.crawford and record.length - 1 in (game.score or ()))
        trees.append(_write_game(record, number, game, crawford_game=at_match_point and not done))
        done = done or at_match_point
    return "\n".join(trees).encode() + b"\n"


def _write_game(record: r.MatchRecord, number: int, game: r.RecordedGame, *, crawford_game: bool) -> str:
    if game.ties:
        raise ValueError(f"game {number + 1}: an .sgf file cannot say that a tied opening turned the cube")
    white, black = game.score or (0, 0)
    match_info = (f"length:{record.length}", f"game:{number}", f"ws:{white}", f"bs:{black}")
    root: list[tuple[str, tuple[str, ...]]] = [
        ("FF", ("4",)),
        ("GM", ("6",)),
        ("CA", ("UTF-8",)),
        ("AP", (f"Barpoint:{barpoint.__version__}",)),
        ("MI", match_info),
        ("PW", (record.white,)),
        ("PB", (record.black,)),
    ]
    root += [(name, (value,)) for name, key in (_INFO | _RATINGS).items() if (value := record.info.get(key))]
    if rules := _rules(record, crawford_game=crawford_game):
        root.append(("RU", (":".join(rules),)))
    if game.winner is not None:
        root.append(("RE", (f"{_LETTER[game.winner]}+{game.points}{'R' if _is_given_up(game) else ''}",)))
    nodes = [write_node((*root, *game.notes))]
    nodes += [write_node(node) for action in game.actions for node in _nodes(action)]
    return "(" + "\n".join(nodes) + ")"


def _rules(record: r.MatchRecord, *, crawford_game: bool) -> list[str]:
    words = [word for word, name in _VARIATIONS.items() if name == record.rules.name]
    if record.length and record.crawford:
        words.append("Crawford")
    if crawford_game:
        words.append("CrawfordGame")
    if record.jacoby and not record.length:
        words.append("Jacoby")
    if not record.cube:
        words.append("NoCube")
    return words


def _is_given_up(game: r.RecordedGame) -> bool:
    """Whether the game ended otherwise than by a last checker borne off or a double dropped."""
    last = game.actions[-1] if game.actions else None
    if isinstance(last, r.Dropped):
        return False
    borne_off = isinstance(last, r.Moved) and any(walk[-1] == OFF for walk in last.walks or ())
    return not (borne_off and last is not None and last.side is game.winner)


def _nodes(action: r.AnyAction) -> list[Properties]:
    name = _LETTER[action.side]
    match action:
        case r.Moved() if action.walks is None:
            return [(("PL", (name,)), ("DI", (f"{action.dice[0]}{action.dice[1]}",)), *action.notes)]
        case r.Moved():
            hops = "".join(_pair(walk, action.side) for walk in action.walks or ())
            value = f"{action.dice[0]}{action.dice[1]}{hops}"
        case r.Doubled():
            value = "double"
        case r.Taken():
            value = "take"
        case r.Dropped():
            value = "drop"
        case r.Resigned():
            return []  # the result says so
        case r.SetUp():
            return [(*_board_properties(action), *action.notes)]
        case _:
            assert_never(action)
    return [((name, (value,)), *action.notes)]


def _pair(walk: Walk, side: Side) -> str:
    return hop_letters(pairwise(walk), side)


def hop_letters(hops: Iterable[tuple[int, int]], side: Side) -> str:
    """Hops in a side's own points as SGF writes them, two letters each."""
    return "".join(_point_letter(source, side) + _point_letter(target, side) for source, target in hops)


def _point_letter(place: int, side: Side) -> str:
    if place in (BAR, OFF):
        return "y" if place == BAR else "z"
    return chr(ord("a") + (place if side is Side.WHITE else 25 - place) - 1)


def _board_properties(action: r.SetUp) -> Properties:
    properties: list[tuple[str, tuple[str, ...]]] = []
    if action.position:
        board = pos(action.position)
        properties.append(("AE", ("a:y",)))
        for name, side, cells in (("AW", Side.WHITE, board.us), ("AB", Side.BLACK, board.them)):
            points = tuple(_point_letter(place, side) for place in range(BAR, OFF, -1) for _ in range(cells[place]))
            if points:
                properties.append((name, points))
    properties.append(("PL", (_LETTER[action.side],)))
    if action.dice is not None:
        properties.append(("DI", (f"{action.dice[0]}{action.dice[1]}",)))
    if action.cube is not None:
        properties.append(("CV", (str(action.cube),)))
        properties.append(("CP", ("c" if action.owner is None else _LETTER[action.owner].lower(),)))
    return tuple(properties)


def _said(program: str, notes: r.Notes, side: Side) -> StoredAnalysis | None:
    """What gnubg wrote: A (the number of the play made, then the candidates) and DA (the cube), if they are there."""
    values = dict(notes)
    plays = (_stored_play(value, side) for value in values.get("A", ())[1:])
    cube = next((_stored_cube(value) for value in values.get("DA", ())), None)
    return stored_analysis(program, plays, cube)


def _stored_play(value: str, side: Side) -> StoredPlay | None:
    fields = _EVALUATED.match(value)
    if fields is None:
        return None
    places = [_place(letter, side) for letter in fields[1]]
    *chances, equity = map(float, fields[2].split())
    return stored_play(zip(places[::2], places[1::2], strict=True), equity, chances)


def _stored_cube(value: str) -> StoredCube | None:
    """Chances, cubeless equity and worth, first undoubled, then doubled and taken."""
    fields = _EVALUATED_CUBE.match(value)
    if fields is None:
        return None
    figures = [float(part) for part in fields[1].split()]
    return StoredCube(figures[6], figures[13], by_chances=True)
