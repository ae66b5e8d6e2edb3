"""A report as one HTML page: coloured by class, with pictures, no request leaves it, and it reads without scripts.

The boards are the one static picture of a position; a shape that several boards share is in the page once.
"""

from collections.abc import Sequence
from html import escape
from importlib.resources import files
from string import Template
from typing import Final

from barpoint.board import Side, pos
from barpoint.engine.review import CubeFigures, DecisionKind, Grade
from barpoint.notation import Party, diagram, read_xgid
from barpoint.notation.pictures import Arrow, Drawing
from barpoint.service.analysis.match_report import ErrorShare, MatchReport, ReportedDecision, ReportedPlay
from barpoint.service.analysis.remarks import CHANCES, RemarkKind

_WORST: Final = 5
_CLASSES: Final = {Grade.GOOD: "fine", Grade.ERROR: "error", Grade.BLUNDER: "blunder"}
_GRAPH: Final = (600.0, 120.0, 46.0)  # width, height of the curve, height of the bars below


def report_page(report: MatchReport) -> str:
    """The page."""
    shapes: dict[str, int] = {}
    boards = [_board(decision, shapes) for decision in report.decisions]
    games = sorted({decision.game for decision in report.decisions})
    return _template("report.html").substitute(
        title=escape(report.title),
        about=escape(_about(report)),
        summary=_summary(report),
        worst=_worst(report),
        graph=_graph(report),
        games="".join(_game(report, game, boards) for game in games),
        dark=diagram(pos("x 1:1 | o 1:1")).dark_style,
        shapes="".join(f'<g id="m{number}">{mark}</g>' for mark, number in shapes.items()),
        engine=escape(report.engine),
    )


def index_page(reports: Sequence[tuple[str, MatchReport]]) -> str:
    """A table of contents: a file's name and its report, a match a row."""
    rows = "".join(_index_row(name, report) for name, report in reports)
    return _template("report_index.html").substitute(rows=rows, count=len(reports))


def _template(name: str) -> Template:
    return Template(files("barpoint.service.analysis").joinpath(name).read_text("utf-8"))


def _index_row(name: str, report: MatchReport) -> str:
    white, black = report.players
    cells = (
        f'<a href="{escape(name)}">{escape(report.title)}</a>',
        _kind_of_match(report),
        *(f"{player.pr:.1f}" for player in (white, black)),
        *(f"{player.luck:+.2f}" for player in (white, black)),
        str(len(report.mistakes)),
    )
    return f"<tr>{''.join(f'<td>{cell}</td>' for cell in cells)}</tr>"


def _kind_of_match(report: MatchReport) -> str:
    return f"{report.length} points" if report.length else "money"


def _about(report: MatchReport) -> str:
    depth = f"looked {report.plies} {'level' if report.plies == 1 else 'levels'} deep"
    where = [report.source] if report.source else []
    return ", ".join([*where, report.discipline, _kind_of_match(report), depth])


def _summary(report: MatchReport) -> str:
    heads = "".join(f"<th>{escape(player.name)}</th>" for player in report.players)
    lines = [("PR", [f"<b>{player.pr:.2f}</b>" for player in report.players])]
    for share, words in ((report.kinds, _KIND_WORDS), (report.phases, _PHASE_WORDS)):
        lines += [(word, [_share(share, player.side, part) for player in report.players]) for part, word in words]
    lines += [
        ("Errors, blunders", [f"{player.errors}, {player.blunders}" for player in report.players]),
        ("Luck", [f"{player.luck:+.3f}" for player in report.players]),
    ]
    rows = "".join(
        f"<tr><th>{word}</th>{''.join(f'<td>{cell}</td>' for cell in cells)}</tr>"
        for word, cells in lines
        if any(cells)
    )
    return f"<table><thead><tr><th></th>{heads}</tr></thead><tbody>{rows}</tbody></table>"


_KIND_WORDS: Final = (("play", "Checker play"), ("double", "Doubling"), ("take", "Taking"))
_PHASE_WORDS: Final = (("opening", "Opening"), ("contact", "Contact"), ("race", "Race"), ("bearoff", "Bear-off"))


def _share(shares: Sequence[ErrorShare], side: Side, part: str) -> str:
    share = next((share for share in shares if share.side is side and share.of == part), None)
    return "" if share is None else f"{share.pr:.2f} ({share.counted})"


def _anchor(decision: ReportedDecision) -> str:
    return f"d{decision.version}{decision.kind}"


def _worst(report: MatchReport) -> str:
    items = "".join(
        f'<li><a href="#{_anchor(decision)}">game {decision.game}, move {decision.move}</a>, {escape(decision.name)}: '
        f"{escape(_headline(decision))} <b class={_CLASSES[decision.grade]}>{decision.error:.3f}</b></li>"
        for decision in report.mistakes[:_WORST]
    )
    return f"<ol>{items}</ol>" if items else "<p>No mistake.</p>"


def _headline(decision: ReportedDecision) -> str:
    dice = "" if decision.roll is None else f"{decision.roll[0]}{decision.roll[1]}: "
    better = "" if decision.chosen == decision.best else f", best {decision.best}"
    return f"{dice}{decision.chosen}{better}"


def _game(report: MatchReport, game: int, boards: Sequence[str]) -> str:
    rows = "".join(
        _decision(decision, boards[place])
        for place, decision in enumerate(report.decisions)
        if decision.game == game and (decision.counted or decision.kind is DecisionKind.PLAY)
    )
    return f"<section><h2>Game {game}</h2>{rows}</section>"


def _decision(decision: ReportedDecision, board: str) -> str:
    mark = _CLASSES[decision.grade]
    cost = f"<b class={mark}>{decision.error:.3f}</b>" if decision.grade is not Grade.GOOD else ""
    luck = "" if decision.luck is None else f"<span class=soft>luck {decision.luck:+.3f}</span>"
    is_open = " open" if decision.grade is Grade.BLUNDER else ""
    facts = _cube(decision.figures) if decision.figures else _plays(decision.plays)
    return (
        f'<details class="{mark}" id="{_anchor(decision)}"{is_open}><summary><span class=number>{decision.move}</span> '
        f"<i class={decision.side}></i>{escape(decision.name)} <span>{escape(_headline(decision))}</span> {cost}{luck}"
        f"</summary><div class=two>{board}<div>{facts}{_other(decision)}{_remarks(decision)}"
        f"<p class=id>{escape(decision.xgid or decision.position)}</p></div></div></details>"
    )


def _plays(plays: Sequence[ReportedPlay]) -> str:
    rows = "".join(
        f"<tr{' class=made' if play.played else ''}><td>{rank}</td><td>{escape(play.text)}"
        f"<br><small>{_chances(play.chances)}</small></td><td>{play.equity:+.3f}</td>"
        f"<td>{f'−{play.cost:.3f}' if play.cost else ''}</td><td><small>{_depth(play)}</small></td></tr>"
        for rank, play in enumerate(plays, 1)
    )
    return f"<table class=plays><tbody>{rows}</tbody></table>"


def _depth(play: ReportedPlay) -> str:
    return f"{play.games} games ± {play.deviation:.3f}" if play.games else f"{play.level}-ply"


def _cube(figures: CubeFigures) -> str:
    lines = (
        ("No double", figures.no_double),
        ("Double, take", figures.double_take),
        ("Double, pass", figures.double_pass),
    )
    rows = "".join(f"<tr><td>{word}</td><td>{value:+.3f}</td></tr>" for word, value in lines)
    chances = f"<p><small>{_chances(figures.chances)}</small></p>" if figures.chances else ""
    return f"<p><b>{escape(figures.action)}</b></p><table class=plays><tbody>{rows}</tbody></table>{chances}"


def _chances(chances: Sequence[float]) -> str:
    win, gammon, backgammon, lost, lost_backgammon = (100 * chance for chance in chances)
    return f"{win:.1f} / {gammon:.1f} / {backgammon:.1f} – {100 - win:.1f} / {lost:.1f} / {lost_backgammon:.1f}"


def _other(decision: ReportedDecision) -> str:
    """What the program that wrote the file said."""
    other = decision.other
    if other is None:
        return ""
    cost = f", what was done costs {other.error:.3f}" if other.error else ""
    cube = ""
    if other.no_double is not None and other.double_take is not None:
        cube = f" (no double {other.no_double:+.3f}, double and take {other.double_take:+.3f})"
    return f"<p><small>{escape(other.program)}: best {escape(other.best)}{cube}{cost}</small></p>"


_REMARKS: Final = {
    RemarkKind.SHOTS: "shots left {0} (best {1})",
    RemarkKind.BLOTS: "blots {0} (best {1})",
    RemarkKind.HITS: "hits {0} (best {1})",
    RemarkKind.POINTS: "home points {0} (best {1})",
    RemarkKind.WINS: "wins {0} (best {1})",
    RemarkKind.GAMMONS: "wins gammons {0} (best {1})",
    RemarkKind.GAMMONS_LOST: "loses gammons {0} (best {1})",
    RemarkKind.CONTACT_BROKEN: "breaks contact with a lead of {0} pips (best keeps it)",
    RemarkKind.CONTACT_KEPT: "keeps contact (best breaks it with a lead of {1} pips)",
    RemarkKind.OFF: "checkers off {0} (best {1})",
    RemarkKind.TIMING: "{0} of 36 rolls break the board next (best {1})",
    RemarkKind.WINDOW: "wins {0}, the doubling window opens at {1}",
    RemarkKind.TAKE_POINT: "wins {0}, a take needs {1}",
    RemarkKind.CUBE_GAMMONS: "gammons {0} won, {1} lost by the doubler",
    RemarkKind.RACE: "a race of {0} to {1} pips",
}


def _remarks(decision: ReportedDecision) -> str:
    said = []
    for remark in decision.remarks:
        form = "{:.1%}" if remark.kind in CHANCES else "{:g}"
        said.append(_REMARKS[remark.kind].format(form.format(remark.played), form.format(remark.best)))
    return f"<p class=soft>{escape('; '.join(said))}</p>" if said else ""


def _board(decision: ReportedDecision, shapes: dict[str, int]) -> str:
    """The position before the decision, seen by whoever decided."""
    drawing = _drawing(decision)
    uses = "".join(f'<use href="#m{shapes.setdefault(mark, len(shapes))}"/>' for mark in drawing.marks())
    label = escape(drawing.description)
    return f'<svg viewBox="0 0 {drawing.width:g} {drawing.height:g}" role="img" aria-label="{label}">{uses}</svg>'


def _drawing(decision: ReportedDecision) -> Drawing:
    position = pos(decision.position)
    around = read_xgid(decision.xgid, position.discipline)[1] if decision.xgid else None
    if decision.kind is DecisionKind.TAKE:
        flipped = around.flip() if around else None
        return diagram(position.flip(), flipped, us=decision.side, turn=Party.THEM)
    return diagram(position, around, us=decision.side, arrows=_arrows(decision))


def _arrows(decision: ReportedDecision) -> list[Arrow]:
    """The best play, and over it the one that was made, if they differ."""
    played = next((play for play in decision.plays if play.played), None)
    if played is None:
        return []
    best = decision.plays[0]
    shown = [(best, "best")] if best is played else [(best, "best"), (played, "played")]
    return [Arrow(*hop, ink) for play, ink in shown for hop in play.hops]


def _graph(report: MatchReport) -> str:
    """White's chance to win each game after every play, and the luck of every roll below it."""
    plays = [
        decision for decision in report.decisions if decision.kind is DecisionKind.PLAY and decision.win is not None
    ]
    if len(plays) < 2:
        return ""
    width, high, low = _GRAPH
    step = width / (len(plays) - 1)
    spots = [(place * step, high * (1 - (decision.win or 0.0)), decision) for place, decision in enumerate(plays)]
    curves = "".join(_curve([spot for spot in spots if spot[2].game == game]) for game in {d.game for d in plays})
    bars = "".join(_luck_bar(x, decision) for x, _, decision in spots if decision.luck)
    dots = "".join(
        f'<a href="#{_anchor(decision)}"><circle cx="{x:.1f}" cy="{y:.1f}" r="4"/></a>'
        for x, y, decision in spots
        if decision.grade is Grade.BLUNDER
    )
    white = escape(report.players[0].name)
    return (
        f'<figure><svg class=graph viewBox="-6 -6 {width + 12:g} {high + low + 12:g}" role="img" '
        f'aria-label="chance of {white} to win each game, and the luck of the rolls">'
        f'<line x1="0" x2="{width:g}" y1="{high / 2:g}" y2="{high / 2:g}"/>{curves}<g class=bars>{bars}</g>{dots}</svg>'
        f"<figcaption>Chance of {white} to win each game; bars below: luck of the rolls, up for {white}; dots: "
        "blunders.</figcaption></figure>"
    )


def _curve(spots: Sequence[tuple[float, float, ReportedDecision]]) -> str:
    return f'<polyline points="{" ".join(f"{x:.1f},{y:.1f}" for x, y, _ in spots)}"/>'


def _luck_bar(x: float, decision: ReportedDecision) -> str:
    _, high, low = _GRAPH
    luck = decision.luck or 0.0
    tall = min(1.0, abs(luck)) * low / 2
    up = (luck > 0) == (decision.side is Side.WHITE)
    return f'<rect x="{x - 1:.1f}" y="{high + low / 2 - (tall if up else 0):.1f}" width="2" height="{tall:.1f}"/>'
