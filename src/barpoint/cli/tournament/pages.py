"""A tournament in the terminal: draw sheets, standings, the desk, the books."""

from collections.abc import Iterable

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from barpoint.cli.tournament.tournament_file import format_span, format_time
from barpoint.tournament import (
    Contest,
    Tournament,
    format_score,
    score_table,
    title_places,
    titles,
)
from barpoint.tournament.desk import (
    ClosingChecklist,
    Desk,
    DeskMatch,
    DeskSide,
)
from barpoint.tournament.draw import PairingStatus
from barpoint.tournament.money import balance as ledger_balance
from barpoint.tournament.money import format_cents
from barpoint.tournament.views import (
    DrawSheet,
    SheetLine,
    SheetRound,
)


def sheet_page(sheet: DrawSheet, names: dict[str, str], bracket: str = "") -> list[RenderableType]:
    """A draw sheet, bracket by bracket and round by round, one line a match."""
    parts: list[RenderableType] = [Text(f"{sheet.name}   seed {sheet.seed or '-'}", style="bold")]
    parts += [Text(note, style="dim") for note in sheet.notes]
    for block in sheet.brackets:
        if bracket and block.name != bracket:
            continue
        parts.append(Text(f"\n{block.name.replace('_', ' ').capitalize()}", style="bold underline"))
        for round_ in block.rounds:
            parts.append(Text(_round_title(round_), style="bold"))
            parts += [_sheet_line(line, names) for line in round_.lines if _worth_showing(line)]
    return parts


def _worth_showing(line: SheetLine) -> bool:
    return line.status not in (PairingStatus.VACANT, PairingStatus.NOT_NEEDED)


def _round_title(round_: SheetRound) -> str:
    length = f"to {round_.length}" if round_.length else "length not posted"
    revised = f" (revised, was {round_.revised_from})" if round_.revised_from else ""
    start = f", starts {format_time(round_.start)}" if round_.start is not None else ""
    return f"Round {round_.number}, {length}{revised}{start}"


def _sheet_line(line: SheetLine, names: dict[str, str]) -> Text:
    text = Text(f"  {line.pairing:<7} ", style="dim")
    winner = names.get(line.winner, line.winner)
    for side, other in ((line.home, " - "), (line.away, "")):
        text.append(side, style="bold" if winner and side == winner else "")
        text.append(other)
    if outcome := _outcome(line, winner):
        text.append(f"   {outcome}", style="dim")
    return text


def _outcome(line: SheetLine, winner: str) -> str:
    if line.status is PairingStatus.PLAYED:
        if not winner:
            return "both forfeit" if line.forfeited else "drawn"
        how = "by forfeit" if line.forfeited else f"{line.score[0]}-{line.score[1]}" if line.score else "won"
        return f"{winner} {how}"
    if line.status is PairingStatus.WALKOVER:
        return f"{winner} by walkover"
    if line.status is PairingStatus.READY:
        place = f"to {line.length} " if line.length else ""
        place += f"table {line.table} " if line.table else ""
        return f"{place}{'due ' + format_time(line.due) if line.due is not None else 'to play'}"
    return ""


def standings_page(state: Tournament, contest: Contest) -> list[RenderableType]:
    """The places of every title; for tables the tie-breaks too."""
    parts: list[RenderableType] = []
    for title in titles(contest):
        heading = f"{contest.settings.title}: {title.replace('_', ' ')}"
        if not title_places(contest, title):
            parts.append(Text(f"{heading}: nobody is placed yet"))
            continue
        parts.append(Text(heading, style="bold"))
        listing = Table()
        listing.add_column("#", justify="right")
        listing.add_column("Entrant")
        for place in title_places(contest, title):
            where = str(place.place) if place.place == place.last else f"{place.place}-{place.last}"
            listing.add_row(where, state.shown_name(place.entrant, contest))
        parts.append(listing)
    if rows := score_table(contest):
        points = Table("#", "Entrant", "Score", "W", "L", "D", "How", title="Table", title_justify="left")
        for row in rows:
            points.add_row(
                str(row.place),
                state.shown_name(row.entrant, contest),
                format_score(row.score),
                str(row.won),
                str(row.lost),
                str(row.drawn),
                "; ".join(row.explained[1:]),
            )
        parts.append(points)
    return parts


def desk_page(desk: Desk) -> list[RenderableType]:
    """The director's table."""
    parts: list[RenderableType] = [Text(f"Desk at {format_time(desk.at)}", style="bold")]
    if desk.recess:
        parts.append(Text(f"Recess: {desk.recess}", style="yellow"))
    parts += [Text(f"call {call.id}: {call.pairing} {call.by} {call.about}", style="bold red") for call in desk.calls]
    parts += [_match_table(title, item) for title, item in (("Playing", desk.playing), ("Next", desk.next)) if item]
    if desk.late:
        late = Table("Match", "Late", "By", "Points", "Next point", title="Late", title_justify="left")
        for match, side in desk.late:
            late.add_row(
                f"{match.contest} {match.pairing}",
                side.name,
                format_span(side.delay),
                str(side.points),
                format_time(side.next_point_at),
            )
        parts.append(late)
    parts += [
        Text(f"forfeit to confirm: {item.contest} {item.pairing}, {', '.join(item.losers)} ({item.why})", style="red")
        for item in desk.forfeits
    ]
    parts += [Text(f"to post: {item.contest} {item.pairing}") for item in desk.to_post]
    parts.append(Text(f"free: {', '.join(desk.free) or '-'}"))
    if desk.absent:
        overdue = dict.fromkeys(desk.overdue, ", overdue")
        away = (f"{a.player} ({a.contact}{overdue.get(a.player, '')})" for a in desk.absent)
        parts.append(Text("signed out: " + ", ".join(away)))
    if desk.late_told:
        expected = (f"{player} (expected {format_time(when)})" for player, when in desk.late_told.items())
        parts.append(Text("will be late: " + ", ".join(expected)))
    if desk.pending:
        parts.append(Text("entries to decide: " + ", ".join(f"{entry} in {event}" for event, entry in desk.pending)))
    return parts


def _match_table(title: str, matches: Iterable[DeskMatch]) -> Table:
    listing = Table("Match", "Table", "Players", "To", "Due", "Since", "State", title=title, title_justify="left")
    for match in matches:
        listing.add_row(
            f"{match.contest} {match.pairing}",
            match.table,
            " - ".join(map(_side_text, match.sides)),
            f"{match.length or ''}{'*' if match.revised else ''}",
            format_time(match.due),
            format_time(match.since),
            f"{match.stage}{' after ' + match.busy.pairing if match.busy else ''}",
        )
    return listing


def _side_text(side: DeskSide) -> str:
    return f"{side.name}{' (break)' if side.on_break_since is not None else ''}"


def money_page(state: Tournament) -> list[RenderableType]:
    """The accounts and what is open."""
    accounts = Table("Account", "Balance", title="Books (debits positive)", title_justify="left")
    for account, amount in sorted(state.balances.items()):
        if amount:
            accounts.add_row(account, format_cents(amount))
    balance = ledger_balance(state)
    verdict = "balanced" if not balance else f"out of balance by {format_cents(balance)}"
    return [accounts, Text(f"{len(state.bookings)} bookings, {verdict}", style="green" if not balance else "red")]


def checklist_page(left: ClosingChecklist) -> list[RenderableType]:
    """What is left before the end."""
    if left.clear:
        return [Text("nothing is left to do", style="green")]
    parts: list[RenderableType] = [Text(f"not finished: {name}") for name in left.unfinished]
    parts += [Text(f"prizes not booked: {name}") for name in left.prizes]
    parts += [Text(f"open: {account} {format_cents(amount)}") for account, amount in left.accounts.items()]
    parts += [Text(f"report due ({duty.clause}): {duty.id}: {duty.about}") for duty in left.reports]
    return parts
