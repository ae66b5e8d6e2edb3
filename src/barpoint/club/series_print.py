"""The standings of a series as Typst markup: places, points, what counted, and the scheme in words."""

from collections.abc import Sequence

from barpoint.club.points_scheme import Climb, PointsScheme, format_points, scheme_lines
from barpoint.club.standings import SeriesRow
from barpoint.paper import quote


def series_markup(name: str, scheme: PointsScheme, rows: Sequence[SeriesRow], events: Sequence[str]) -> str:
    """A page for the wall; results that did not count are in brackets."""
    ladder = scheme.ladder is not Climb.NONE
    heads = ["", "Name", "Points", "Events", "Won", "Lost", "Why"]
    lines = [
        '#set page(paper: "a4", margin: 15mm)',
        "#set text(size: 9.5pt)",
        f"#text(size: 18pt, weight: 700, {quote(name)})",
        "",
    ]
    lines += [f"#{quote(line)} \\" for line in scheme_lines(scheme)]
    lines += ["#v(4mm)", "#table(columns: (auto, 1fr, auto, auto, auto, auto, 2fr), stroke: 0.3pt + gray,"]
    lines.append("  table.header(" + ", ".join(f"[*#{quote(head)}*]" for head in heads) + "),")
    for row in rows:
        place = str(row.place) if row.place == row.last else f"{row.place}-{row.last}"
        points = "" if ladder else format_points(row.points)
        results = ", ".join(
            format_points(result.points) if result.counts else f"({format_points(result.points)})"
            for result in row.results
        )
        why = "; ".join(filter(None, ("" if ladder else results, row.rank, *row.explained)))
        cells = (place, row.name, points, str(row.events), str(row.won), str(row.lost), why)
        lines.append("  " + ", ".join(f"[#{quote(cell)}]" for cell in cells) + ",")
    lines += [")", "#v(3mm)"]
    lines += [f"#text(size: 8pt, fill: gray, {quote('Counted: ' + ', '.join(events))})"] if events else []
    return "\n".join(lines)
