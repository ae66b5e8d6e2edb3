"""Match equity: the chance to win a match from a score, and what points are worth at it.

Terms
-----
away     points a side still needs; 1-away is match point.
table    match winning chance (MWC) by (ours away, theirs away) while the Crawford game is still to come or being
         reached, and the trailer's by points away after it (the leader 1-away).
EMG      equity normalised to money: winning the cube's value is +1, losing it -1, linear between.
risk     taking gives up the chance left after passing; the take point is risk / (risk + gain).

The table that ships is Kazaross-XG2 to 25 points; others are read from JSON or from the XML that gnubg uses for
explicit tables. Beyond its length a table is continued (see `MatchEquityTable.extrapolate`). Nothing here knows a
position: gammon shares come in as numbers, and `cube_actions` brings the cube's liveliness.
"""

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from math import sqrt
from pathlib import Path
from statistics import NormalDist
from typing import Any, Final

_NORMAL: Final = NormalDist()
LONGEST: Final = 64
"""Points away to which tables are continued; longer matches are refused."""


@dataclass(frozen=True, slots=True)
class Away:
    """A score as points still needed; `crawford` says that this game is the Crawford game."""

    ours: int
    theirs: int
    crawford: bool = False

    def __post_init__(self) -> None:
        for away in (self.ours, self.theirs):
            if not 1 <= away <= LONGEST:
                raise ValueError(f"a side needs from 1 to {LONGEST} points, not {away}")
        if self.crawford and (self.ours == 1) == (self.theirs == 1):
            raise ValueError(
                f"in the Crawford game exactly one side is 1-away, not {self.ours}-away {self.theirs}-away"
            )

    @property
    def last_phase(self) -> bool:
        """Whether this is the Crawford game or one after it."""
        return self.ours == 1 or self.theirs == 1

    def flip(self) -> "Away":
        """The same score seen by the other side."""
        return Away(self.theirs, self.ours, self.crawford)


@dataclass(frozen=True)
class MatchEquityTable:
    """MWC by score. `pre[i][j]`: we need i + 1, they j + 1; `post[k]`: the trailer needs k + 1, the leader one."""

    name: str
    pre: tuple[tuple[float, ...], ...]
    post: tuple[float, ...]

    def __post_init__(self) -> None:
        size = len(self.pre)
        if size < 2 or any(len(row) != size for row in self.pre) or len(self.post) < size:
            raise ValueError("a match equity table has as many columns as rows and a post-Crawford row as long")
        for row in (*self.pre, self.post):
            if any(not 0.0 <= value <= 1.0 for value in row):
                raise ValueError("a match winning chance lies between 0 and 1")

    @property
    def length(self) -> int:
        """The points away the table was made for."""
        return len(self.pre)

    @classmethod
    @cache
    def kazaross(cls) -> "MatchEquityTable":
        """Kazaross-XG2, 25 points; its notice stands in the data file."""
        return cls.from_json(files("barpoint.engine").joinpath("data/kazaross-xg2.json").read_text("utf-8"))

    @classmethod
    def from_json(cls, text: str) -> "MatchEquityTable":
        """Read {"name", "pre", "post"}."""
        try:
            document: Any = json.loads(text)
            pre, post = document["pre"], document["post"]
            return cls(
                str(document.get("name", "unnamed")),
                tuple(tuple(float(x) for x in row) for row in pre),
                tuple(float(x) for x in post),
            )
        except (KeyError, TypeError, AttributeError, json.JSONDecodeError) as wrong:
            raise ValueError(f'expected a JSON object with "pre" (rows) and "post" (one row): {wrong}') from wrong

    @classmethod
    def from_file(cls, path: Path) -> "MatchEquityTable":
        """Read a table in JSON, or in XML with explicit rows."""
        text = path.read_text("utf-8")
        return cls._from_xml(text) if text.lstrip().startswith("<") else cls.from_json(text)

    @classmethod
    def _from_xml(cls, text: str) -> "MatchEquityTable":
        parts = [
            re.search(
                rf'<{part}-crawford-table[^>]*type\s*=\s*"explicit"[^>]*>(.*?)</{part}-crawford-table>', text, re.DOTALL
            )
            for part in ("pre", "post")
        ]
        if parts[0] is None or parts[1] is None:
            raise ValueError('expected a pre- and a post-Crawford table of type "explicit"')
        name = re.search(r"<name>(.*?)</name>", text, re.DOTALL)
        pre, post = (
            tuple(
                tuple(float(x) for x in re.findall(r"<me>\s*([0-9.eE+-]+)\s*</me>", row))
                for row in re.findall(r"<row[^>]*>(.*?)</row>", part[1], re.DOTALL)
            )
            for part in parts
            if part
        )
        return cls(name[1].strip() if name else "unnamed", pre, post[0] if post else ())

    def mwc(self, ours: int, theirs: int, *, crawford_over: bool = False) -> float:
        """Our chance to win the match needing `ours` against `theirs`; a side that needs none has won.

        `crawford_over`: the Crawford game has been played, so that a side at match point faces a cube again.
        """
        if ours <= 0 or theirs <= 0:
            return 1.0 if ours <= 0 else 0.0
        if crawford_over and (ours == 1 or theirs == 1):
            if ours == theirs:
                return 0.5
            return self._post(ours) if theirs == 1 else 1 - self._post(theirs)
        return self._pre(ours, theirs)

    def after(self, score: Away, points: int) -> float:
        """Our MWC after a game at `score` that we win by `points`, or lose if they are negative."""
        return self.mwc(score.ours - max(points, 0), score.theirs + min(points, 0), crawford_over=score.last_phase)

    def now(self, score: Away) -> float:
        """Our MWC before a game at `score`."""
        return self.mwc(score.ours, score.theirs, crawford_over=score.last_phase and not score.crawford)

    def _post(self, away: int) -> float:
        if away <= len(self.post):
            return self.post[away - 1]
        return _extrapolate_row(self.post, away)

    def _pre(self, ours: int, theirs: int) -> float:
        if ours <= self.length and theirs <= self.length:
            return self.pre[ours - 1][theirs - 1]
        return self.extrapolate(ours, theirs)

    def extrapolate(self, ours: int, theirs: int) -> float:
        """MWC beyond the table.

        A match is taken for a random walk: MWC is the normal distribution of (theirs - ours) / sqrt(s (ours +
        theirs)). The spread s is the one that fits the table's outer half best; the rest of the difference at the
        table's nearest edge is carried along, so that the continuation joins it. A leader at match point gains on
        the trailer by the table's last step over two points, since there games come in pairs.
        """
        if 1 in (ours, theirs):
            losing = tuple(1 - x for x in self.pre[0])
            return 1 - _extrapolate_row(losing, theirs) if ours == 1 else _extrapolate_row(losing, ours)
        inner = (min(ours, self.length), min(theirs, self.length))
        edge = _NORMAL.inv_cdf(_open(self.pre[inner[0] - 1][inner[1] - 1])) - _walk(*inner, self._spread)
        return _NORMAL.cdf(_walk(ours, theirs, self._spread) + edge)

    @property
    def _spread(self) -> float:
        return _fit_spread(self.pre)


def _extrapolate_row(row: Sequence[float], away: int) -> float:
    """A shrinking row beyond its end, by the ratio of its last values two apart."""
    last = len(row)
    steps = -(-(away - last) // 2)
    ratio = row[-1] / row[-3]
    return float(row[away - 2 * steps - 1] * ratio**steps)


def _walk(ours: int, theirs: int, spread: float) -> float:
    return (theirs - ours) / sqrt(spread * (ours + theirs))


def _open(chance: float) -> float:
    return min(max(chance, 1e-9), 1 - 1e-9)


@cache
def _fit_spread(pre: tuple[tuple[float, ...], ...]) -> float:
    """The spread whose random walk comes nearest to the outer half of the table, in standard units."""
    above = below = 0.0
    size = len(pre)
    for ours in range(size // 2, size + 1):
        for theirs in range(ours + 1, size + 1):
            unit = (theirs - ours) / sqrt(ours + theirs)
            above += unit * _NORMAL.inv_cdf(_open(pre[ours - 1][theirs - 1]))
            below += unit * unit
    return (below / above) ** 2


def equity_of(mwc: float, score: Away, cube: int, table: MatchEquityTable | None = None) -> float:
    """EMG: an MWC as money equity per unit of a cube of `cube` points."""
    table = table or MatchEquityTable.kazaross()
    win, lose = table.after(score, cube), table.after(score, -cube)
    return 2 * (mwc - lose) / (win - lose) - 1


def mwc_of(equity: float, score: Away, cube: int, table: MatchEquityTable | None = None) -> float:
    """The MWC of a normalised equity: the inverse of `equity_of`."""
    table = table or MatchEquityTable.kazaross()
    win, lose = table.after(score, cube), table.after(score, -cube)
    return lose + (equity + 1) / 2 * (win - lose)


def gammon_value(score: Away, cube: int, table: MatchEquityTable | None = None) -> float:
    """What winning a gammon adds, as a share of the swing from losing to winning; one half for money."""
    table = table or MatchEquityTable.kazaross()
    win, gammon, lose = (table.after(score, cube * k) for k in (1, 2, -1))
    return (gammon - win) / (win - lose)


@dataclass(frozen=True, slots=True)
class MarketWindow:
    """When a double is right, in the doubler's chances to win: from `opens` to where a taker may as well pass.

    The take point is the taker's side of that. `dead` takes the cube to be dead once turned (but for a redouble
    that costs nothing); `live` takes every later cube to be used at the perfect moment.
    """

    opens: float
    closes_dead: float
    closes_live: float

    @property
    def take_point_dead(self) -> float:
        """The chances a taker needs when the cube is dead."""
        return 1 - self.closes_dead

    @property
    def take_point_live(self) -> float:
        """The chances a taker needs when the cube is perfectly live."""
        return 1 - self.closes_live


def market_window(
    score: Away | None,
    cube: int = 1,
    gammons: tuple[float, float] = (0.0, 0.0),
    table: MatchEquityTable | None = None,
) -> MarketWindow:
    """The window for doubling from `cube` at a score, or for money (None).

    `gammons`: the share of gammons among our wins and among theirs; backgammons count as gammons.
    """
    import numpy as np

    from barpoint.engine.cube import cube_kernel

    shares = np.array([gammons[0], 0.0, gammons[1], 0.0])
    if score is None:
        opens, dead, live = cube_kernel.money_window(shares)
    else:
        win, lose = payoffs(score, table)
        opens, dead, live = cube_kernel.match_window(cube, score.ours, score.theirs, win, lose, shares)
    return MarketWindow(float(opens), float(dead), float(live))


@cache
def payoffs(score: Away, table: MatchEquityTable | None = None) -> Any:
    """(win, lose): our MWC after winning or losing n points at this score, n from 0; what the kernel reads."""
    import numpy as np

    table = table or MatchEquityTable.kazaross()
    most = max(score.ours, score.theirs)
    win = np.array([table.after(score, n) for n in range(most + 1)])
    lose = np.array([table.after(score, -n) for n in range(most + 1)])
    return win, lose
