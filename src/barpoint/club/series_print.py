"""The standings of a series as Typst markup: places, points, what counted, and the scheme in words."""

from collections.abc import Mapping, Sequence

from barpoint.club.points_scheme import Climb, PointsScheme, format_points, scheme_lines
from barpoint.club.standings import SeriesResult, SeriesRow
from barpoint.paper import quote


def series_markup(name: str, scheme: PointsScheme, rows: Sequence[SeriesRow], events: Mapping[str, str]) -> str:
    """A page for the wall: what each of the `events` (titles by id) brought; what did not count is in brackets."""
    numbers = {event: number for number, event in enumerate(events, 1)}
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
        results = ", ".join(_brought(result, numbers) for result in row.results)
        why = "; ".join(filter(None, ("" if ladder else results, row.rank, *row.explained)))
        cells = (place, row.name, points, str(row.events), str(row.won), str(row.lost), why)
        lines.append("  " + ", ".join(f"[#{quote(cell)}]" for cell in cells) + ",")
    lines += [")", "#v(3mm)"]
    counted = "; ".join(f"{numbers[event]}: {title}" for event, title in events.items())
    lines += [f"#text(size: 8pt, fill: luma(80), {quote(f'Counted events: {counted}')})"] if events else []
    return "\n".join(lines)


def _brought(result: SeriesResult, numbers: Mapping[str, int]) -> str:
    points = format_points(result.points) if result.counts else f"({format_points(result.points)})"
    return f"{numbers.get(result.event, result.reason or 'by hand')}: {points}"
