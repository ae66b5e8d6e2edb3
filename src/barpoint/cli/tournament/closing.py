"""`barpoint tournament money`, `close`, `export`, `log`: the books, the end, and what is kept."""

from typing import Annotated

import msgspec
import typer

from barpoint.cli.output import print_page
from barpoint.cli.tournament.setup import print_outcome
from barpoint.cli.tournament.tournament_file import (
    AtOption,
    ByOption,
    FileArgument,
    JsonOption,
    LedgerOption,
    ReasonOption,
    TournamentFile,
    format_time,
    print_json_line,
)
from barpoint.library import find_contest, find_entrant, find_key, find_player, read_cents, read_moment
from barpoint.tournament import commands as c

closing_app = typer.Typer(rich_markup_mode="rich")

_FORMS = ("archive", "log", "results", "results-csv", "ratings", "ledger", "programme", "terms")


@closing_app.command(epilog="Example: barpoint tournament money spring.jsonl --pay ada=120")
def money(
    file: FileArgument,
    pay: Annotated[list[str] | None, typer.Option(help="Somebody pays: ada=120.50.")] = None,
    payout: Annotated[list[str] | None, typer.Option(help="Somebody is paid: ada, or ada=50.")] = None,
    add: Annotated[list[str] | None, typer.Option(help="Money for an event's prizes: open=500.")] = None,
    sell: Annotated[list[str] | None, typer.Option(help="The calcutta: open/ada/bo=300 sells ada to bo.")] = None,
    half: Annotated[list[str] | None, typer.Option(help="Half bought back: open/ada.")] = None,
    csv: Annotated[bool, typer.Option("--csv", help="Print every booking as CSV.")] = False,
    by: ByOption = "",
    at: AtOption = "",
    as_json: JsonOption = False,
) -> None:
    """Take and pay money; show the books, or export them."""
    from barpoint.tournament.money import balance, ledger_csv

    tournament = TournamentFile(file)
    when, who = read_moment(at), tournament.actor(by)
    for command in _bookings(tournament, when, who, (pay or [], payout or [], add or [], sell or [], half or [])):
        tournament.do_or_exit(command)
    state = tournament.state
    if csv:
        return typer.echo(ledger_csv(state), nl=False)
    if as_json:
        return print_json_line({"balances": state.balances, "balance": balance(state), "bookings": state.bookings})
    from barpoint.cli.tournament.pages import money_page

    return print_page(*money_page(state))


def _bookings(
    tournament: TournamentFile, at: int, by: str, requests: tuple[list[str], list[str], list[str], list[str], list[str]]
) -> list[c.AnyCommand]:
    state = tournament.state
    pay, payout, add, sell, half = requests
    commands: list[c.AnyCommand] = []
    for who, amount in map(_amount, pay):
        commands.append(c.TakePayment(at=at, by=by, player=find_player(state, who), amount=amount or 0))
    for who, amount in map(_amount, payout):
        commands.append(c.PayOut(at=at, by=by, player=find_player(state, who), amount=amount))
    for event, amount in map(_amount, add):
        commands.append(c.AddMoney(at=at, by=by, contest=find_contest(state, event).settings.id, amount=amount or 0))
    for what, amount in map(_amount, sell):
        event, entrant, buyer = _parts(what, 3)
        contest = find_contest(state, event)
        commands.append(
            c.SellEntry(
                at=at,
                by=by,
                contest=contest.settings.id,
                entry=find_entrant(contest, entrant),
                buyer=find_player(state, buyer),
                price=amount or 0,
            )
        )
    for what in half:
        event, entrant = _parts(what, 2)
        contest = find_contest(state, event)
        entry = find_entrant(contest, entrant)
        commands.append(c.BuyBackHalf(at=at, by=by, contest=contest.settings.id, entry=entry))
    return commands


def _amount(text: str) -> tuple[str, int | None]:
    name, _, amount = text.rpartition("=") if "=" in text else (text, "", "")
    return name, read_cents(amount) if amount else None


def _parts(text: str, count: int) -> list[str]:
    parts = text.split("/")
    if len(parts) != count:
        raise ValueError(f"expected {count} names with / between them, not {text!r}")
    return parts


@closing_app.command(epilog="Example: barpoint tournament close spring.jsonl --finish open --ledger ledger.jsonl")
def close(
    file: FileArgument,
    finish: Annotated[list[str] | None, typer.Option(help="Finish this event and book its prizes.")] = None,
    report: Annotated[list[str] | None, typer.Option(help="This report has been handed on.")] = None,
    check: Annotated[bool, typer.Option("--check", help="Only show what is left to do.")] = False,
    reopen: Annotated[bool, typer.Option("--reopen", help="Open it again, with a reason.")] = False,
    event: Annotated[str, typer.Option(help="With --reopen: this event too.")] = "",
    reason: ReasonOption = "",
    by: ByOption = "",
    at: AtOption = "",
    ledger: LedgerOption = None,
    as_json: JsonOption = False,
) -> None:
    """Finish events, show what is left, and close the tournament; or open it again on the record."""
    from barpoint.tournament.desk import check_closing

    tournament = TournamentFile(file, ledger=ledger)
    when, who = read_moment(at), tournament.actor(by)
    if reopen:
        contest = find_contest(tournament.state, event).settings.id if event else ""
        done = tournament.do_or_exit(c.ReopenTournament(at=when, by=who, contest=contest, reason=reason))
        return print_outcome("open again", done, as_json=as_json)
    for name in finish or ():
        contest = find_contest(tournament.state, name).settings.id
        tournament.do_or_exit(c.FinishContest(at=when, by=who, contest=contest, reason=reason))
        tournament.do_or_exit(c.AwardPrizes(at=when, by=who, contest=contest))
    for duty in report or ():
        tournament.do_or_exit(c.ExportReport(at=when, by=who, duty=duty))
    left = check_closing(tournament.state)
    if check or finish or report:
        if as_json:
            return print_json_line(left)
        from barpoint.cli.tournament.pages import checklist_page

        return print_page(*checklist_page(left))
    return print_outcome(
        "closed", tournament.do_or_exit(c.CloseTournament(at=when, by=who, reason=reason)), as_json=as_json
    )


@closing_app.command(epilog="Example: barpoint tournament export spring.jsonl --what ratings > spring-ratings.jsonl")
def export(
    file: FileArgument,
    what: Annotated[
        str, typer.Option(help="archive, log, results, results-csv, ratings, ledger, programme or terms.")
    ] = "archive",
    event: Annotated[str, typer.Option(help="With terms: the event.")] = "-",
) -> None:
    """Write the tournament out as JSON, JSON lines or CSV."""
    from barpoint.service.tournaments import matches_to_rate
    from barpoint.tournament.events import encode
    from barpoint.tournament.money import ledger_csv
    from barpoint.tournament.views import (
        contest_terms,
        programme,
        results_csv,
        tournament_archive,
        tournament_results,
    )

    snapshot = TournamentFile(file).snapshot
    match find_key(what, {name: name for name in _FORMS}, "form"):
        case "archive":
            print_json_line(tournament_archive(snapshot.state))
        case "log":
            for line in snapshot.log:
                typer.echo(encode(line).decode())
        case "results":
            print_json_line(tournament_results(snapshot.state, numbered=True))
        case "results-csv":
            typer.echo(results_csv(tournament_results(snapshot.state, numbered=True)), nl=False)
        case "ratings":
            for match in matches_to_rate(snapshot.state):
                typer.echo(msgspec.json.encode(match).decode())
        case "ledger":
            typer.echo(ledger_csv(snapshot.state), nl=False)
        case "programme":
            print_json_line(programme(snapshot.state))
        case _:
            print_json_line(contest_terms(snapshot.state, find_contest(snapshot.state, event)))


@closing_app.command(epilog="Example: barpoint tournament log spring.jsonl --since 120")
def log(
    file: FileArgument,
    since: Annotated[int, typer.Option(help="Only what came after this version.")] = 0,
    as_json: JsonOption = False,
) -> None:
    """Show who did what and why."""
    from barpoint.tournament.views import changes_since

    changes = changes_since(TournamentFile(file).snapshot.log, since)
    if as_json:
        return print_json_line(changes)
    for change in changes:
        why = f" ({change.reason})" if change.reason else ""
        typer.echo(f"{change.version:>5} {format_time(change.at)} {change.by}: {change.what}{why}")
    return None
