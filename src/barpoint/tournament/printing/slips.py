"""Paper for the table: a slip to report a result with, and a score sheet for each player.

Both carry what counts before the first roll (penalty points) and the posted length. A score sheet has two columns,
one's own totals left and the other's right, a line for every game (usbgf:4.6.1b), how the clock is set, and a log of
the breaks with what the book allows.
"""

from typing import Final

from barpoint.board import Refusal
from barpoint.match.format import MINUTE, ClockMethod
from barpoint.paper import quote
from barpoint.rulebook import ClockUse
from barpoint.tournament.desk.agreement import MatchAgreement, match_agreement
from barpoint.tournament.desk.match_clock import format_with_clock
from barpoint.tournament.desk.overview import (
    DeskMatch,
    DeskStage,
    start_score,
)
from barpoint.tournament.fixture import Fixture
from barpoint.tournament.printing.page import PrintJob, document, length_text, limit_text, paragraph, table_text
from barpoint.tournament.state import Contest, Tournament
from barpoint.tournament.views.bracket_layout import bracket_title

_SLIP: Final = """
#let blank(name) = grid(columns: (auto, 1fr), gutter: 1.5mm, text(7.5pt, fill: luma(70), name),
  box(width: 100%, height: 3.2mm, stroke: (bottom: 0.5pt + luma(100))))
#let slip(place, about, one, other, before) = block(width: 100%, height: 58mm, inset: 4mm, breakable: false,
  stroke: (paint: luma(140), dash: "dashed", thickness: 0.5pt))[
  #text(13pt, weight: "bold", place) #h(1fr) #text(8pt, about)
  #v(1mm)
  #grid(columns: (1fr, 18mm, 12mm), row-gutter: 2mm, column-gutter: 2mm, align: horizon,
    text(7.5pt, fill: luma(70))[player], text(7.5pt, fill: luma(70))[points], text(7.5pt, fill: luma(70))[won],
    ..for name in (one, other) { (text(11pt, name), rect(width: 100%, height: 7.5mm, stroke: 0.6pt),
      rect(width: 7.5mm, height: 7.5mm, stroke: 0.6pt)) })
  #text(7.5pt, before)
  #v(1fr)
  #grid(columns: (1fr, 1fr), gutter: 3mm, blank("over at"), blank("breaks taken"),
    blank("signed"), blank("signed"))]
"""

_SHEET: Final = """
#let breaks = table(columns: (1fr, 1fr, 1fr, 1fr), stroke: 0.5pt + luma(120), inset: (x: 4pt, y: 2pt), align: horizon,
  table.header(..("break of", "from", "to", "score").map(head => text(7.5pt, head))),
  ..range(BREAKS * 4).map(_ => box(height: 3.6mm)))
#let sheet(title, about, own, other, before, clock, pauses) = block(width: 100%, breakable: false)[
  #text(13pt, weight: "bold", title) #h(1fr) #text(8.5pt, about)
  #v(-1mm) #text(8pt, clock)
  #v(-1mm)
  #table(columns: (1fr, 1fr, 15mm), stroke: 0.5pt + luma(120), inset: (x: 4pt, y: 2pt), align: horizon,
    table.header(strong(own), strong(other), text(7.5pt)[cube, note]),
    table.cell(colspan: 3, text(8pt, before)), ..range(LINES * 3).map(_ => box(height: 3.8mm)))
  #v(-1mm) #text(7.5pt, fill: luma(70))[Own totals left, the opponent's right, a line after every game.] #h(1fr)
  #text(8pt, pauses)
  #v(-1mm) #breaks]
"""
_DELAYS: Final = {
    ClockMethod.SIMPLE_DELAY: "{} s before it runs down",
    ClockMethod.BRONSTEIN: "{} s a move, of which nothing is saved up",
    ClockMethod.BRONSTEIN_BACKLOADED: "up to {} s a move given back",
    ClockMethod.FISCHER: "{} s added after every move",
    ClockMethod.SUDDEN_DEATH: "nothing added",
    ClockMethod.UNTIMED: "it only shows whose turn it is",
    ClockMethod.PER_MOVE: "{} s a move",
}
_GAMES: Final = 23
_BREAKS: Final = 5


def result_slips(occasion: PrintJob) -> str:
    """Slips to cut out, eight on a page."""
    slips = [
        f"slip({', '.join(map(quote, _about(occasion, match)))})"
        for match in occasion.open_matches()
        if match.stage is not DeskStage.REPORTED
    ]
    if not slips:
        return document(occasion, "Result slips", paragraph("No match is to be played now."))
    return document(occasion, "Result slips", _SLIP, f"#grid(columns: (1fr, 1fr), gutter: 2mm, {', '.join(slips)})")


def score_sheets(occasion: PrintJob) -> str:
    """A page for every match: one sheet for each player."""
    pages = []
    for match in occasion.open_matches():
        where, about, home, away, before = _about(occasion, match)
        times = _clock(occasion, match), _pauses(occasion, match)
        points = match.length or 0
        crawford = f" The Crawford game comes when a player first has {points - 1}." if points > 1 else ""
        sheets = ", ".join(
            f"sheet({', '.join(map(quote, (where, about, own, their, before + crawford, *times)))})"
            for own, their in ((home, away), (away, home))
        )
        pages.append(f"#grid(columns: (1fr, 1fr), gutter: 12mm, {sheets})")
    parts = pages or [paragraph("No match is to be played now.")]
    style = _SHEET.replace("LINES", str(_GAMES)).replace("BREAKS", str(_BREAKS))
    return document(occasion, "Score sheets", style, "\n#pagebreak()\n".join(parts), flipped=True, headed=False)


def blank_score_sheets(occasion: PrintJob) -> str:
    """A page an event without a match on it: two sheets, for names and lengths to be written in."""
    pages = []
    for contest in occasion.contests:
        goal = limit_text(contest) if contest.is_timed else "to ______"
        title = f"{contest.settings.title}, round ______, {goal}"
        fields = ("Table ______", title, "", "", "", clock_words(contest), break_words(contest, None))
        one = f"sheet({', '.join(map(quote, fields))})"
        pages.append(f"#grid(columns: (1fr, 1fr), gutter: 12mm, {one}, {one})")
    parts = pages or [paragraph("There is no event yet.")]
    style = _SHEET.replace("LINES", str(_GAMES)).replace("BREAKS", str(_BREAKS))
    return document(occasion, "Score sheets", style, "\n#pagebreak()\n".join(parts), flipped=True, headed=False)


def _clock(occasion: PrintJob, match: DeskMatch) -> str:
    """How the clock is set for both sides."""
    contest = occasion.state.contests[match.contest]
    return clock_words(contest, contest.fixtures[match.pairing], occasion.state)


def clock_words(contest: Contest, fixture: Fixture | None = None, state: Tournament | None = None) -> str:
    """How the clock is set: in a match, or in the event's matches where their length does not change it."""
    use = contest.profile.clock_use()
    if use is ClockUse.NONE:
        return "No clock."
    first = contest.settings.length_of(contest.settings.brackets[0], 1)
    format_ = (
        contest.profile.match_format(length=first, clocked=True)
        if fixture is None
        else contest.match_format(fixture, clocked=True)
    )
    if state is not None and fixture is not None and not isinstance(format_, Refusal):
        format_, _ = format_with_clock(state, contest, fixture, format_)  # for the points still to play: bws:3.5.6
    clock = None if isinstance(format_, Refusal) else format_.clock
    if clock is None:
        return ""
    reserve = f"{clock.reserve // MINUTE}:{clock.reserve % MINUTE // 1000:02} each"
    parts = (reserve if clock.reserve else "", _DELAYS[clock.method].format(clock.delay // 1000))
    when = " if both agree" if use is ClockUse.IF_AGREED else ""
    return f"Clock{when}: {', '.join(filter(None, parts))}."


def _pauses(occasion: PrintJob, match: DeskMatch) -> str:
    """What breaks each side has in this match."""
    return break_words(occasion.state.contests[match.contest], match.length)


def break_words(contest: Contest, length: int | None) -> str:
    """What breaks each side has in a match of that length."""
    allowed = contest.profile.allowance(length or None)
    if allowed is None or contest.settings.variant:
        return ""
    if allowed.count is None:
        return f"Breaks: a minute for every {allowed.every} played."
    if not allowed.count:
        return "No breaks."
    own = contest.profile.options.break_count is not None
    read = " (an interpretation: the book does not name this length)" if allowed.decided and not own else ""
    return f"Breaks: {allowed.count} of {allowed.duration // MINUTE} minutes{read}."


_AGREEMENT: Final = """
#let agreement(place, about, one, other, rows) = block(width: 100%, breakable: false)[
  #text(13pt, weight: "bold", place) #h(1fr) #text(8.5pt, about)
  #table(columns: (1.4fr, 1fr, 1fr, 1.2fr), stroke: 0.5pt + luma(120), inset: 4pt,
    table.header([], strong(one), strong(other), strong[holds]), ..rows)
  #v(4mm)
  #grid(columns: (1fr, 1fr), gutter: 8mm, [#one: #box(width: 1fr, stroke: (bottom: 0.5pt))],
    [#other: #box(width: 1fr, stroke: (bottom: 0.5pt))])]
"""


def agreement_sheets(occasion: PrintJob) -> str:
    """A sheet for every match: what each side wishes and what holds, to be signed."""
    sheets = []
    for match in occasion.open_matches():
        contest = occasion.state.contests[match.contest]
        agreed = match_agreement(occasion.state, contest, contest.fixtures[match.pairing])
        if agreed is None:
            continue
        where, about, home, away, _ = _about(occasion, match)
        cells = [
            text
            for line in agreed.sheet.lines
            for text in (line.topic.replace("_", " "), *line.wishes, _held(agreed, line.topic))
        ]
        rows = "(" + "".join(f"{quote(text)}, " for text in cells) + ")"
        sheets.append(f"#agreement({', '.join(map(quote, (where, about, home, away)))}, {rows})")
    parts = sheets or [paragraph("No match is to be played now.")]
    return document(occasion, "Agreement sheets", _AGREEMENT, "\n#v(8mm)\n".join(parts))


def _held(agreed: MatchAgreement, topic: str) -> str:
    imposed = " (imposed)" if topic in agreed.imposed else ""
    if topic in agreed.sheet.reserved and not imposed:
        return f"{agreed.holds(topic)}, either may impose it later"
    return "dice decide" if topic in agreed.sheet.clashes and not imposed else agreed.holds(topic) + imposed


def _about(occasion: PrintJob, match: DeskMatch) -> tuple[str, str, str, str, str]:
    contest = occasion.state.contests[match.contest]
    start = start_score(occasion.state, contest, contest.fixtures[match.pairing])
    before = f"Begins at {start[0]} ({match.sides[0].name}) to {start[1]}, by penalties." if any(start) else ""
    where = (
        table_text(match) if match.hall and match.table else f"Table {match.table}" if match.table else match.pairing
    )
    when = occasion.when(match.due)
    goal = limit_text(contest) if contest.is_timed else f"to {length_text(match)}"
    about = (
        f"{match.contest_name}, {bracket_title(match.bracket)} round {match.round}, {match.pairing}, {goal}"
        f"{', ' + when if when else ''}"
    )
    return where, about, match.sides[0].name, match.sides[1].name, before
