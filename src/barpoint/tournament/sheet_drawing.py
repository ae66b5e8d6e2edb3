"""The draw sheet of an event as a picture and as a list: one renderer for paper, page and hall.

draw_svg    every bracket in one SVG, cut and packed for the shape of the page
round_svg   one round as a column, which a phone shows
draw_list   the same as headings and lists of sentences, for screen readers and for whoever prefers to read

Colours are attributes, which a style sheet may overrule by class (match, played, winner, link ...): a page with a
dark theme does. Times are shown by whoever knows the zone: `hour` turns milliseconds into words. `say` puts a text
with its values into the reader's language; without one it stays English.
"""

from collections.abc import Callable, Mapping
from html import escape
from typing import Final

from barpoint.tournament.bracket_layout import (
    BOX,
    GAP,
    HEAD,
    LINK,
    LONGEST,
    ROW,
    STRIP,
    Block,
    Box,
    Sheet,
    box_width,
    feeders,
    laid_out,
    shown,
    titled,
)
from barpoint.tournament.draw.progress import Status
from barpoint.tournament.sheet import DrawSheet, SheetLine, SheetRound, draw_sheet
from barpoint.tournament.state import Contest, Tournament

Hour = Callable[[int], str]
Say = Callable[..., str]
SCREEN: Final = 16 / 9
MARGIN: Final = 8.0
_INK, _SOFT, _PAPER, _WON = "#1d1a16", "#6d655a", "#ffffff", "#f1e6d6"


def no_hour(_at: int) -> str:
    """Times left out."""
    return ""


def english(text: str, /, **values: object) -> str:
    """A text with its values, as it stands."""
    return text.format(**values) if values else text


def names_of(contest: Contest) -> dict[str, str]:
    """What people call each entrant."""
    return {key: str(entry) for key, entry in contest.entries.items()}


def draw_svg(
    state: Tournament,
    contest: Contest,
    *,
    aspect: float = SCREEN,
    cut: bool = True,
    font: str = "system-ui, sans-serif",
    hour: Hour = no_hour,
    say: Say = english,
) -> str:
    """The whole draw sheet."""
    return sheet_svg(draw_sheet(state, contest), contest, aspect=aspect, cut=cut, font=font, hour=hour, say=say)[0]


def sheet_svg(
    sheet: DrawSheet, contest: Contest, *, aspect: float, cut: bool, font: str, hour: Hour, say: Say = english
) -> tuple[str, Sheet]:
    """The picture, and how it is laid out."""
    layout = laid_out(sheet, feeders(contest), aspect, cut=cut)
    names = names_of(contest)
    parts = [_block(block, x, y, layout.box_width, names, hour, say) for x, y, block in layout.blocks]
    title = say("Draw sheet: {event}", event=sheet.name)
    return _svg(title, _described(sheet, say), layout.width, layout.height, font, parts), layout


def round_svg(
    state: Tournament, contest: Contest, bracket: str, number: int, *, font: str = "system-ui, sans-serif", hour: Hour
) -> str:
    """One round from top to bottom."""
    sheet = draw_sheet(state, contest)
    found = [r for each in sheet.brackets if each.name == bracket for r in each.rounds if r.number == number]
    if not found:
        raise ValueError(f"{contest.settings.title} has no round {number} of {bracket}")
    lines = [line for line in found[0].lines if shown(line)]
    boxes = tuple(Box(line, 0.0, HEAD + row * (BOX + GAP)) for row, line in enumerate(lines))
    one = box_width(sheet)
    block = Block(titled(bracket), ((0.0, found[0]),), boxes, one, HEAD + len(lines) * (BOX + GAP))
    title = f"{sheet.name}, {titled(bracket)}: {round_title(found[0], hour)}"
    drawn = _block(block, 0.0, 0.0, one, names_of(contest), hour, english)
    return _svg(title, f"{len(lines)} matches", block.width, block.height, font, [drawn])


def round_title(round_: SheetRound, hour: Hour = no_hour, say: Say = english) -> str:
    """A round with its length (guide:2.2.4), a mark where that was revised (usbgf:4.8.1b), and its time."""
    length = f", {say('to {length}', length=round_.length)}" if round_.length else ""
    revised = f" ({say('revised, was {length}', length=round_.revised_from)})" if round_.revised_from else ""
    start = f", {hour(round_.start)}" if round_.start is not None and hour(round_.start) else ""
    return f"{say('Round {number}', number=round_.number)}{length}{revised}{start}"


def _described(sheet: DrawSheet, say: Say) -> str:
    count = sum(shown(line) for each in sheet.brackets for r in each.rounds for line in r.lines)
    names = ", ".join(say(titled(each.name)) for each in sheet.brackets)
    return say("{brackets}; {count} matches. The same stands in the list.", brackets=names, count=count)


def _svg(title: str, words: str, width: float, height: float, font: str, parts: list[str]) -> str:
    wide, high = width + 2 * MARGIN, height + 2 * MARGIN
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="draw-sheet" role="img" viewBox="{-MARGIN:g} {-MARGIN:g} '
        f'{wide:.1f} {high:.1f}" width="{wide:.1f}" height="{high:.1f}" font-family="{escape(font)}" font-size="10" '
        f'fill="{_INK}"><title>{escape(title)}</title><desc>{escape(words)}</desc>{"".join(parts)}</svg>'
    )


def _text(x: float, y: float, words: str, kind: str, size: float = 10, **more: str) -> str:
    attributes = "".join(f' {name.replace("_", "-")}="{value}"' for name, value in more.items())
    return f'<text x="{x:.1f}" y="{y:.1f}" class="{kind}" font-size="{size:g}"{attributes}>{escape(words)}</text>'


def _block(block: Block, x: float, y: float, one: float, names: Mapping[str, str], hour: Hour, say: Say) -> str:
    parts = [f'<g class="bracket" transform="translate({x:.1f} {y:.1f})">']
    parts.append(_text(0, 11, _block_title(block.title, say), "title", 13, font_weight="bold"))
    parts += [_text(at, 26, round_title(each, hour, say), "round", 8.5, fill=_SOFT) for at, each in block.rounds]
    places = {box.line.pairing: box for box in block.boxes}
    parts += [_links(box, places, one) for box in block.boxes if box.feeders]
    parts += [_match(box, one, names, hour, say) for box in block.boxes]
    return "".join([*parts, "</g>"])


def _block_title(title: str, say: Say) -> str:
    """A bracket, or a part of one that was cut."""
    name, comma, part = title.partition(", ")
    number = part.removeprefix("part ")
    piece = say("part {number}", number=number) if comma and number.isdecimal() else say(part) if part else ""
    return f"{say(name)}{comma}{piece}"


def _links(box: Box, places: Mapping[str, Box], one: float) -> str:
    bend = box.x - LINK / 2
    way = "".join(
        f"M{places[name].x + one:.1f} {places[name].middle:.1f}H{bend:.1f}V{box.middle:.1f}H{box.x:.1f}"
        for name in box.feeders
        if name in places
    )
    return f'<path class="link" d="{way}" fill="none" stroke="{_SOFT}" stroke-width="0.8"/>' if way else ""


def _match(box: Box, one: float, names: Mapping[str, str], hour: Hour, say: Say) -> str:
    line = box.line
    winner = names.get(line.winner, line.winner)
    parts = [
        f'<g class="match {line.status}" transform="translate({box.x:.1f} {box.y:.1f})">',
        f'<rect class="box" width="{one:.1f}" height="{BOX:g}" rx="2" fill="{_PAPER}" stroke="{_SOFT}"/>',
    ]
    for row, name in enumerate((line.home, line.away)):
        if winner and name == winner:
            parts.append(_won(row, one))
    parts.append(
        f'<path class="rule" d="M{STRIP:g} {ROW:g}H{one:.1f}M{STRIP:g} 0V{BOX:g}" stroke="{_SOFT}" stroke-width="0.4"/>'
    )
    parts.append(_text(STRIP / 2, 9, line.pairing, "id", 7, fill=_SOFT, text_anchor="middle"))
    if where := _where(line, hour):
        parts.append(_text(STRIP / 2, ROW + 9, where, "where", 7, text_anchor="middle"))
    for row, name in enumerate((line.home, line.away)):
        parts += _side(line, name, row, one, winner, say)
    return "".join([*parts, "</g>"])


def _won(row: int, one: float) -> str:
    return (
        f'<rect class="winner" x="{STRIP:g}" y="{row * ROW + 0.4:g}" width="{one - STRIP - 0.4:.1f}" '
        f'height="{ROW - 0.8:g}" fill="{_WON}"/>'
    )


def _where(line: SheetLine, hour: Hour) -> str:
    if line.status is not Status.READY:
        return ""
    return f"T {line.table}" if line.table else hour(line.due) if line.due is not None else ""


def _side(line: SheetLine, name: str, row: int, one: float, winner: str, say: Say) -> list[str]:
    known = line.status in (Status.READY, Status.PLAYED, Status.WALKOVER) or not _is_source(name)
    whole = name if known else source_words(name, say)
    words = whole if len(whole) <= LONGEST else f"{whole[: LONGEST - 1]}…"
    style = {"font_weight": "bold"} if winner and name == winner else {}
    if not known:
        style = {"fill": _SOFT, "font_style": "italic"}
    found = [_text(STRIP + 3, row * ROW + 9.6, words, "side", 10, **style)]
    if mark := _mark(line, won=bool(winner) and name == winner):
        found.append(_text(one - 3, row * ROW + 9.6, mark, "score", 9, text_anchor="end", **style))
    return found


def _is_source(name: str) -> bool:
    return name == "bye" or name.startswith(("winner of ", "loser of ", "place ", "line "))


_SOURCES: Final = {
    "winner of ": "winner of {match}",
    "loser of ": "loser of {match}",
    "place ": "place {match}",
    "line ": "line {match}",
}


def source_words(name: str, say: Say) -> str:
    """Where somebody will come from; a name stays a name."""
    for begin, text in _SOURCES.items():
        if name.startswith(begin):
            return say(text, match=name.removeprefix(begin))
    return say(name) if name == "bye" else name


def _mark(line: SheetLine, *, won: bool) -> str:
    if line.status is Status.WALKOVER:
        return "w/o" if won else ""
    if line.status is not Status.PLAYED:
        return ""
    if not line.winner:
        return "ff" if line.forfeited else "="
    if line.forfeited or line.score is None:
        return "" if won == line.forfeited else "ff" if line.forfeited else "✓"
    return str(line.score[0 if won else 1])


def sentence(line: SheetLine, names: Mapping[str, str], hour: Hour = no_hour, say: Say = english) -> str:
    """A match in words."""
    winner = names.get(line.winner, line.winner)
    loser = line.away if winner == line.home else line.home
    home, away = (source_words(name, say) for name in (line.home, line.away))
    match line.status:
        case Status.PLAYED if not line.winner:
            how = say("both forfeited") if line.forfeited else say("drawn")
            return f"{say('{home} against {away}', home=home, away=away)}: {how}"
        case Status.PLAYED:
            how = say("by forfeit") if line.forfeited else f"{line.score[0]}-{line.score[1]}" if line.score else ""
            return say("{winner} beat {loser} {how}", winner=winner, loser=loser, how=how).rstrip()
        case Status.WALKOVER:
            return say("{name} goes on without a match", name=winner)
        case Status.BYE:
            return say("{name} has a bye", name=winner or (line.home if line.home != "bye" else line.away))
        case Status.READY:
            where = f", {say('table {table}', table=line.table)}" if line.table else ""
            when = f", {say('due {time}', time=hour(line.due))}" if line.due is not None and hour(line.due) else ""
            return say("{home} against {away}", home=home, away=away) + where + when
        case _ if line.home != line.away:
            return say("{home} against {away}, not yet known", home=home, away=away)
        case _:
            return say("nobody yet")


def draw_list(state: Tournament, contest: Contest, *, level: int = 3, hour: Hour = no_hour, say: Say = english) -> str:
    """The sheet as HTML headings and lists, bracket by bracket and round by round."""
    sheet, names = draw_sheet(state, contest), names_of(contest)
    parts: list[str] = []
    for each in sheet.brackets:
        parts.append(f'<section class="draw-list"><h{level}>{escape(say(titled(each.name)))}</h{level}>')
        for round_ in each.rounds:
            lines = [line for line in round_.lines if shown(line)]
            if lines:
                parts.append(f"<h{level + 1}>{escape(round_title(round_, hour, say))}</h{level + 1}><ul>")
                parts += [_item(line, names, hour, say) for line in lines]
                parts.append("</ul>")
        parts.append("</section>")
    return "".join(parts)


def _item(line: SheetLine, names: Mapping[str, str], hour: Hour, say: Say) -> str:
    return (
        f'<li class="{line.status}"><span class="id">{escape(line.pairing)}</span> '
        f"{escape(sentence(line, names, hour, say))}</li>"
    )
