"""The draw sheet of an event as a picture and as a list: one renderer for paper, page and hall.

draw_svg    every bracket in one SVG, cut and packed for the shape of the page
round_svg   one round as a column, which a phone shows

Colours are attributes, which a style sheet may overrule by class (match, played, winner, link ...): a page with a
dark theme does. Times are shown by whoever knows the zone: `hour` turns milliseconds into words. `say` puts a text
with its values into the reader's language; without one it stays English.
"""

from collections.abc import Callable, Mapping
from html import escape
from typing import Final

from barpoint.tournament.draw.progress import PairingStatus
from barpoint.tournament.state import Contest, Tournament
from barpoint.tournament.views.bracket_layout import (
    BOX,
    GAP,
    HEAD,
    LETTER,
    LINK,
    LONGEST,
    ROW,
    SCORE,
    STRIP,
    Block,
    Box,
    SheetLayout,
    box_width,
    bracket_title,
    feeders,
    is_shown,
    lay_out,
)
from barpoint.tournament.views.public_view import (
    DrawSheet,
    SheetLine,
    SheetRound,
    draw_sheet,
)

Hour = Callable[[int], str]
Translate = Callable[..., str]
SCREEN: Final = 16 / 9
MARGIN: Final = 8.0
_BOLD_LETTER: Final = 0.66  # of the size: how wide letters of a winner are
_INK, _SOFT, _PAPER, _WON = "#1d1a16", "#6d655a", "#ffffff", "#f1e6d6"


def no_hour(_at: int) -> str:
    """Times left out."""
    return ""


def english(text: str, /, **values: object) -> str:
    """A text with its values, as it stands."""
    return text.format(**values) if values else text


def names_of(state: Tournament, contest: Contest) -> dict[str, str]:
    """What people call each entrant."""
    return {key: state.shown_name(key, contest) for key in contest.entries}


def draw_svg(
    state: Tournament,
    contest: Contest,
    *,
    aspect: float = SCREEN,
    cut: bool = True,
    font: str = "system-ui, sans-serif",
    hour: Hour = no_hour,
    say: Translate = english,
    most: int | None = None,
) -> str:
    """The whole draw sheet, or its first rounds with at `most` so many matches."""
    return sheet_svg(
        draw_sheet(state, contest, most), state, contest, aspect=aspect, cut=cut, font=font, hour=hour, say=say
    )[0]


def sheet_svg(
    sheet: DrawSheet,
    state: Tournament,
    contest: Contest,
    *,
    aspect: float,
    cut: bool,
    font: str,
    hour: Hour,
    say: Translate = english,
) -> tuple[str, SheetLayout]:
    """The picture, and how it is laid out."""
    layout = lay_out(sheet, feeders(contest), aspect, cut=cut)
    names = names_of(state, contest)
    parts = [_block(block, x, y, layout.box_width, names, hour, say) for x, y, block in layout.blocks]
    title = say("Draw sheet: {event}", event=sheet.name)
    return _svg(title, _description(sheet, say), layout.width, layout.height, font, parts), layout


def round_svg(
    state: Tournament, contest: Contest, bracket: str, number: int, *, font: str = "system-ui, sans-serif", hour: Hour
) -> str:
    """One round from top to bottom."""
    sheet = draw_sheet(state, contest)
    rounds = [
        r for candidate in sheet.brackets if candidate.name == bracket for r in candidate.rounds if r.number == number
    ]
    if not rounds:
        raise ValueError(f"{contest.settings.title} has no round {number} of {bracket}")
    lines = [line for line in rounds[0].lines if is_shown(line)]
    boxes = tuple(Box(line, 0.0, HEAD + row * (BOX + GAP)) for row, line in enumerate(lines))
    match_width = box_width(sheet)
    block = Block(bracket_title(bracket), ((0.0, rounds[0]),), boxes, match_width, HEAD + len(lines) * (BOX + GAP))
    title = f"{sheet.name}, {bracket_title(bracket)}: {round_title(rounds[0], hour)}"
    drawn = _block(block, 0.0, 0.0, match_width, names_of(state, contest), hour, english)
    return _svg(title, f"{len(lines)} matches", block.width, block.height, font, [drawn])


def round_title(round_: SheetRound, hour: Hour = no_hour, say: Translate = english) -> str:
    """A round with its length (guide:2.2.4), a mark where that was revised (usbgf:4.8.1b), and its time."""
    length = f", {say('to {length}', length=round_.length)}" if round_.length else ""
    revised = f" ({say('revised, was {length}', length=round_.revised_from)})" if round_.revised_from else ""
    start = f", {hour(round_.start)}" if round_.start is not None and hour(round_.start) else ""
    return f"{say('Round {number}', number=round_.number)}{length}{revised}{start}"


def _description(sheet: DrawSheet, say: Translate) -> str:
    count = sum(is_shown(line) for bracket in sheet.brackets for r in bracket.rounds for line in r.lines)
    names = ", ".join(say(bracket_title(bracket.name)) for bracket in sheet.brackets)
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


def _block(
    block: Block, x: float, y: float, match_width: float, names: Mapping[str, str], hour: Hour, say: Translate
) -> str:
    parts = [f'<g class="bracket" transform="translate({x:.1f} {y:.1f})">']
    parts.append(_text(0, 11, _block_title(block.title, say), "title", 13, font_weight="bold"))
    parts += [_text(at, 26, round_title(round_, hour, say), "round", 8.5, fill=_SOFT) for at, round_ in block.rounds]
    places = {box.line.pairing: box for box in block.boxes}
    parts += [_links(box, places, match_width) for box in block.boxes if box.feeders]
    parts += [_match(box, match_width, names, hour, say) for box in block.boxes]
    return "".join([*parts, "</g>"])


def _block_title(title: str, say: Translate) -> str:
    """A bracket, or a part of one that was cut."""
    name, comma, part = title.partition(", ")
    number = part.removeprefix("part ")
    piece = say("part {number}", number=number) if comma and number.isdecimal() else say(part) if part else ""
    return f"{say(name)}{comma}{piece}"


def _links(box: Box, places: Mapping[str, Box], match_width: float) -> str:
    bend = box.x - LINK / 2
    way = "".join(
        f"M{places[name].x + match_width:.1f} {places[name].middle:.1f}H{bend:.1f}V{box.middle:.1f}H{box.x:.1f}"
        for name in box.feeders
        if name in places
    )
    return f'<path class="link" d="{way}" fill="none" stroke="{_SOFT}" stroke-width="0.8"/>' if way else ""


def _match(box: Box, match_width: float, names: Mapping[str, str], hour: Hour, say: Translate) -> str:
    line = box.line
    winner = names.get(line.winner, line.winner)
    parts = [
        f'<g class="match {line.status}" transform="translate({box.x:.1f} {box.y:.1f})">',
        f'<rect class="box" width="{match_width:.1f}" height="{BOX:g}" rx="2" fill="{_PAPER}" stroke="{_SOFT}"/>',
    ]
    for row, name in enumerate((line.home, line.away)):
        if winner and name == winner:
            parts.append(_winner_band(row, match_width))
    parts.append(
        f'<path class="rule" d="M{STRIP:g} {ROW:g}H{match_width:.1f}M{STRIP:g} 0V{BOX:g}" stroke="{_SOFT}" '
        'stroke-width="0.4"/>'
    )
    parts.append(_text(STRIP / 2, 9, line.pairing, "id", 7, fill=_SOFT, text_anchor="middle"))
    if where := _where(line, hour):
        parts.append(_text(STRIP / 2, ROW + 9, where, "where", _fitting(7, where, STRIP - 2), text_anchor="middle"))
    for row, name in enumerate((line.home, line.away)):
        parts += _side(line, name, row, match_width, winner, say)
    return "".join([*parts, "</g>"])


def _winner_band(row: int, match_width: float) -> str:
    return (
        f'<rect class="winner" x="{STRIP:g}" y="{row * ROW + 0.4:g}" width="{match_width - STRIP - 0.4:.1f}" '
        f'height="{ROW - 0.8:g}" fill="{_WON}"/>'
    )


def _where(line: SheetLine, hour: Hour) -> str:
    if line.status is not PairingStatus.READY:
        return ""
    if line.table:
        return f"{line.hall or 'T'} {line.table}"
    return hour(line.due) if line.due is not None else ""


def _fitting(size: float, words: str, room: float, *, bold: bool = False) -> float:
    """The size at which words fit into a room, as far as they are longer than most."""
    wide = len(words) * (_BOLD_LETTER if bold else LETTER / 10)
    return round(min(size, room / wide), 1) if wide else size


def _side(line: SheetLine, name: str, row: int, match_width: float, winner: str, say: Translate) -> list[str]:
    known = line.status in (PairingStatus.READY, PairingStatus.PLAYED, PairingStatus.WALKOVER) or not _is_source(name)
    whole = name if known else source_words(name, say)
    words = whole if len(whole) <= LONGEST else f"{whole[: LONGEST - 1]}…"
    won = bool(winner) and name == winner
    style = {"font_weight": "bold"} if won else {}
    if not known:
        style = {"fill": _SOFT, "font_style": "italic"}
    room = match_width - STRIP - SCORE
    texts = [_text(STRIP + 3, row * ROW + 9.6, words, "side", _fitting(10, words, room, bold=won), **style)]
    if mark := _mark(line, won=won):
        texts.append(_text(match_width - 3, row * ROW + 9.6, mark, "score", 9, text_anchor="end", **style))
    return texts


def _is_source(name: str) -> bool:
    return name == "bye" or name.startswith(("winner of ", "loser of ", "place ", "line "))


_SOURCES: Final = {
    "winner of ": "winner of {match}",
    "loser of ": "loser of {match}",
    "place ": "place {match}",
    "line ": "line {match}",
}


def source_words(name: str, say: Translate) -> str:
    """Where somebody will come from; a name stays a name."""
    for begin, text in _SOURCES.items():
        if name.startswith(begin):
            return say(text, match=name.removeprefix(begin))
    return say(name) if name == "bye" else name


def _mark(line: SheetLine, *, won: bool) -> str:
    if line.status is PairingStatus.WALKOVER:
        return "w/o" if won else ""
    if line.status is not PairingStatus.PLAYED:
        return ""
    if not line.winner:
        return "ff" if line.forfeited else "="
    if line.forfeited or line.score is None:
        return "" if won == line.forfeited else "ff" if line.forfeited else "✓"
    return str(line.score[0 if won else 1])


def sentence(line: SheetLine, names: Mapping[str, str], hour: Hour = no_hour, say: Translate = english) -> str:
    """A match in words."""
    winner = names.get(line.winner, line.winner)
    loser = line.away if winner == line.home else line.home
    home, away = (source_words(name, say) for name in (line.home, line.away))
    match line.status:
        case PairingStatus.PLAYED if not line.winner:
            how = say("both forfeited") if line.forfeited else say("drawn")
            return f"{say('{home} against {away}', home=home, away=away)}: {how}"
        case PairingStatus.PLAYED:
            how = say("by forfeit") if line.forfeited else f"{line.score[0]}-{line.score[1]}" if line.score else ""
            return say("{winner} beat {loser} {how}", winner=winner, loser=loser, how=how).rstrip()
        case PairingStatus.WALKOVER:
            return say("{name} goes on without a match", name=winner)
        case PairingStatus.BYE:
            return say("{name} has a bye", name=winner or (line.home if line.home != "bye" else line.away))
        case PairingStatus.READY:
            where = f", {say('table {table}', table=f'{line.hall} {line.table}'.strip())}" if line.table else ""
            when = f", {say('due {time}', time=hour(line.due))}" if line.due is not None and hour(line.due) else ""
            own = f", {say('to {length}', length=line.length)}" if line.length else ""
            return say("{home} against {away}", home=home, away=away) + own + where + when
        case _ if line.home != line.away:
            return say("{home} against {away}, not yet known", home=home, away=away)
        case _:
            return say("nobody yet")
