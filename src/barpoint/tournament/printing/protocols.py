"""The arbiter's paper: the protocol of a match (ibf:3.8a, ibf:15.5).

A protocol has what the desk knows filled in (the two sides, dice replaced, warnings and penalties, breaks, rulings) and
room for the rest: the score game by game and three signatures. The last one is blank. Sheets for
moves are not made here.
"""

from collections.abc import Iterable
from typing import Final

from barpoint.match.format import MINUTE
from barpoint.paper import quote
from barpoint.tournament.desk.overview import penalties_in
from barpoint.tournament.desk_record import Occurrence
from barpoint.tournament.fixture import Fixture
from barpoint.tournament.printing.page import PrintJob, document, limit_text, table_text
from barpoint.tournament.state import Contest, MatchPenalty
from barpoint.tournament.views.bracket_layout import bracket_title

_STYLE: Final = """
#let field(name, value) = grid(columns: (auto, 1fr), gutter: 2mm, text(8pt, fill: luma(70), name),
  box(width: 100%, height: 4.2mm, stroke: (bottom: 0.5pt + luma(120)), strong(value)))
#let fields(pairs) = grid(columns: (1fr, 1fr), column-gutter: 8mm, row-gutter: 2.4mm,
  ..pairs.map(pair => field(pair.at(0), pair.at(1))))
#let part(title, columns, heads, cells, lines) = [
  #v(2mm) #text(9.5pt, weight: "bold", title) #v(-1.5mm)
  #table(columns: columns, stroke: 0.5pt + luma(120), inset: (x: 4pt, y: 2.2pt), align: horizon,
    table.header(..heads.map(head => text(7.5pt, head))), ..cells,
    ..range(lines * heads.len()).map(_ => box(height: 3.6mm)))]
#let signed(names) = [#v(6mm) #grid(columns: (1fr,) * names.len(), column-gutter: 8mm,
  ..names.map(name => field(name, "")))]
"""
_GAMES: Final = 13
_CHANGED: Final = {
    Occurrence.DICE_CHANGED: "dice",
    Occurrence.EQUIPMENT_CHANGED: "equipment",
}


def protocols(occasion: PrintJob) -> str:
    """A page for every match, as far as the desk knows it, and a blank one with the tournament alone."""
    pages = [
        _protocol(occasion, contest, fixture)
        for contest in occasion.contests
        for fixture in contest.fixtures.values()
        if len(fixture.players) == 2
    ]
    blank = _written(_fields(occasion, "", "", "", "", ""), (), (), (), ())
    return document(occasion, "Match protocols", _STYLE, "\n#pagebreak()\n".join((*pages, blank)), headed=False)


def _about(occasion: PrintJob, contest: Contest, fixture: Fixture) -> str:
    match, length = contest.match_at(fixture), contest.goal_at(fixture)
    home, away = (str(contest.entries[entrant]) for entrant in fixture.pair)
    where = f"{contest.settings.title}, {bracket_title(fixture.bracket)} round {fixture.round}, {fixture.id}"
    points = limit_text(contest) if contest.is_timed else "" if length is None else f"{length.length} points"
    return _fields(occasion, where, table_text(match), home, away, points)


def _fields(occasion: PrintJob, where: str, table: str, home: str, away: str, points: str) -> str:
    settings = occasion.state.settings
    day = ", ".join(filter(None, (occasion.state.date, settings.place if settings else "")))
    pairs = (
        ("Competition", occasion.name), ("Date, place", day), ("Event, round, match", where), ("Table", table),
        ("White", home), ("Black", away), ("Length", points), ("Began, ended", ""),
    )  # fmt: skip
    return "(" + "".join(f"({quote(name)}, {quote(value)})," for name, value in pairs) + ")"


def _protocol(occasion: PrintJob, contest: Contest, fixture: Fixture) -> str:
    match, state = contest.match_at(fixture), occasion.state
    names = {entrant: str(contest.entries[entrant]) for entrant in fixture.pair}
    changed = (
        (names[one.entrant], _CHANGED[one.what], occasion.when(one.at), one.reason)
        for one in match.occurrences
        if one.what in _CHANGED
    )
    given = (
        (state.name_of(one.player), _weight(one), occasion.when(one.at), one.reason)
        for one in penalties_in(state, contest, fixture)
    )
    breaks = (
        (names[one.entrant], occasion.when(one.start), occasion.when(one.end), f"{(one.end - one.start) // MINUTE} min")
        for one in match.breaks
    )
    here = (contest.settings.id, fixture.id)
    ruled = (
        (one.happened, one.ruling, ", ".join(one.clauses))
        for one in state.rulings.values()
        if (one.contest, one.pairing) == here
    )
    return _written(_about(occasion, contest, fixture), changed, given, breaks, ruled)


def _weight(penalty: MatchPenalty) -> str:
    return f"{penalty.step}, {penalty.points}" if penalty.points else penalty.step


_GAME_HEADS: Final = ("game", "winner", "how", "White", "Black", "note")
_CHANGE_HEADS: Final = ("asked by", "what", "when", "reason")


def _written(
    about: str,
    changed: Iterable[tuple[str, ...]],
    given: Iterable[tuple[str, ...]],
    breaks: Iterable[tuple[str, ...]],
    ruled: Iterable[tuple[str, ...]],
) -> str:
    return "\n".join(
        (
            '#text(15pt, weight: "bold")[Match protocol]',
            f"#fields({about})",
            _part("Score by games", "8mm, 1fr, 1fr, 14mm, 14mm, 1fr", _GAME_HEADS, (), _GAMES),
            _part("Dice or equipment replaced", "1fr, 20mm, 20mm, 1.4fr", _CHANGE_HEADS, changed, 2),
            _part("Warnings and penalties", "1fr, 26mm, 20mm, 1.4fr", ("player", "what", "when", "reason"), given, 2),
            _part("Breaks", "1fr, 24mm, 24mm, 1fr", ("of", "from", "to", "lasted"), breaks, 3),
            _part("Rulings", "1fr, 1.6fr, 30mm", ("what happened", "ruling", "clauses"), ruled, 1),
            '#signed(("Signature of White", "Signature of Black", "Arbiter"))',
        )
    )  # fmt: skip


def _part(title: str, columns: str, heads: tuple[str, ...], rows: Iterable[tuple[str, ...]], lines: int) -> str:
    cells = "(" + "".join(f"text(8pt, {quote(cell)})," for row in rows for cell in row) + ")"
    named = "(" + "".join(f"{quote(head)}," for head in heads) + ")"
    return f"#part({quote(title)}, ({columns}), {named}, {cells}, {lines})"
