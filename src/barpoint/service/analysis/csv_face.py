"""A report as CSV: a decision a row, for spreadsheets and statistics."""

import csv
from io import StringIO
from typing import Final

from barpoint.service.analysis.match_report import MatchReport, ReportedDecision

COLUMNS: Final = (
    *("source", "game", "move", "player", "kind", "phase", "score", "length", "cube", "cube_owner", "dice"),
    *("played", "best", "error", "mwc_error", "class", "counted", "luck", "equity", "depth"),
    *("win", "gammon", "backgammon", "lose_gammon", "lose_backgammon"),
    *("no_double", "double_take", "double_pass", "seconds", "xgid", "position"),
)


def report_csv(report: MatchReport, *, header: bool = True) -> str:
    """The decisions as rows; several reports become one table by leaving out the later headers."""
    out = StringIO()
    writer = csv.writer(out, lineterminator="\n")
    if header:
        writer.writerow(COLUMNS)
    writer.writerows(_row(report, decision) for decision in report.decisions)
    return out.getvalue()


def _row(report: MatchReport, decision: ReportedDecision) -> tuple[object, ...]:
    played = next((play for play in decision.plays if play.played), None)
    figures = decision.figures
    chances = played.chances if played else figures.chances if figures else ()
    depth = f"{played.games} games" if played and played.games else played.level if played else report.plies
    cube = ("", "", "") if figures is None else (figures.no_double, figures.double_take, figures.double_pass)
    return (
        *(_plain(report.source), decision.game, decision.move, _plain(decision.name), decision.kind, decision.phase),
        *(f"{decision.score[0]}-{decision.score[1]}", report.length, decision.cube, decision.cube_owner),
        *("" if decision.roll is None else f"{decision.roll[0]}{decision.roll[1]}", decision.chosen, decision.best),
        *(_figure(decision.error), _figure(decision.mwc_error), decision.grade, int(decision.counted)),
        *(_figure(decision.luck), _figure(played.equity if played else None), depth),
        *([_figure(chance) for chance in chances] or [""] * 5),
        *(_figure(value) for value in cube),
        *(_figure(decision.seconds), decision.xgid, decision.position),
    )


def _figure(value: float | str | None) -> str:
    return "" if value is None or value == "" else f"{value:.5f}"


def _plain(text: str) -> str:
    """What no spreadsheet reads as a formula."""
    return f"'{text}" if text[:1] in ("=", "+", "-", "@", "\t", "\r") else text
