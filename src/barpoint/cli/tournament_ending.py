"""`barpoint tournament money`, `close`, `export`, `log`: the books, the end, and what is kept."""

from typing import Annotated

import msgspec
import typer

from barpoint.cli.tournament_file import (
    AsJson,
    At,
    By,
    File,
    LedgerFile,
    Reason,
    TournamentFile,
    answer_json,
    cents,
    contest_named,
    entrant_named,
    moment,
    one_of,
    player_named,
    shown_moment,
)
from barpoint.cli.tournament_setup import said
from barpoint.tournament import commands as c

ending = typer.Typer(rich_markup_mode="rich")


@ending.command(epilog="Example: barpoint tournament money spring.jsonl --pay ada=120")
def money(
    file: File,
    pay: Annotated[list[str] | None, typer.Option(help="Somebody pays: ada=120.50.")] = None,
    payout: Annotated[list[str] | None, typer.Option(help="Somebody is paid: ada, or ada=50.")] = None,
    add: Annotated[list[str] | None, typer.Option(help="Money for an event's prizes: open=500.")] = None,
    sell: Annotated[list[str] | None, typer.Option(help="The calcutta: open/ada/bo=300 sells ada to bo.")] = None,
    half: Annotated[list[str] | None, typer.Option(help="Half bought back: open/ada.")] = None,
    csv: Annotated[bool, typer.Option("--csv", help="Print every booking as CSV.")] = False,
    by: By = "",
    at: At = "",
    as_json: AsJson = False,
) -> None:
    """Take and pay money; show the books, or export them."""
    from barpoint.tournament.money import balance, ledger_csv

    held = TournamentFile(file)
    when, who = moment(at), held.actor(by)
    for command in _bookings(held, when, who, (pay or [], payout or [], add or [], sell or [], half or [])):
        held.must(command)
    state = held.state
    if csv:
        return typer.echo(ledger_csv(state), nl=False)
    if as_json:
        return answer_json({"balances": state.balances, "balance": balance(state), "bookings": state.bookings})
    from barpoint.cli.tournament_pages import money_page, show

    return show(*money_page(state))


def _bookings(
    held: TournamentFile, at: int, by: str, asked: tuple[list[str], list[str], list[str], list[str], list[str]]
) -> list[c.AnyCommand]:
    state = held.state
    pay, payout, add, sell, half = asked
    found: list[c.AnyCommand] = []
    for who, amount in map(_amount, pay):
        found.append(c.TakePayment(at=at, by=by, player=player_named(state, who), amount=amount or 0))
    for who, amount in map(_amount, payout):
        found.append(c.PayOut(at=at, by=by, player=player_named(state, who), amount=amount))
    for event, amount in map(_amount, add):
        found.append(c.AddMoney(at=at, by=by, contest=contest_named(state, event).settings.id, amount=amount or 0))
    for what, amount in map(_amount, sell):
        event, entrant, buyer = _parts(what, 3)
        contest = contest_named(state, event)
        found.append(
            c.SellEntry(
                at=at,
                by=by,
                contest=contest.settings.id,
                entry=entrant_named(contest, entrant),
                buyer=player_named(state, buyer),
                price=amount or 0,
            )
        )
    for what in half:
        event, entrant = _parts(what, 2)
        contest = contest_named(state, event)
        entry = entrant_named(contest, entrant)
        found.append(c.BuyBackHalf(at=at, by=by, contest=contest.settings.id, entry=entry))
    return found


def _amount(text: str) -> tuple[str, int | None]:
    name, _, amount = text.rpartition("=") if "=" in text else (text, "", "")
    return name, cents(amount) if amount else None


def _parts(text: str, count: int) -> list[str]:
    parts = text.split("/")
    if len(parts) != count:
        raise ValueError(f"expected {count} names with / between them, not {text!r}")
    return parts


@ending.command(epilog="Example: barpoint tournament close spring.jsonl --finish open --ledger ledger.jsonl")
def close(
    file: File,
    finish: Annotated[list[str] | None, typer.Option(help="Finish this event and book its prizes.")] = None,
    report: Annotated[list[str] | None, typer.Option(help="This report has been handed on.")] = None,
    check: Annotated[bool, typer.Option("--check", help="Only show what is left to do.")] = False,
    reopen: Annotated[bool, typer.Option("--reopen", help="Open it again, with a reason.")] = False,
    event: Annotated[str, typer.Option(help="With --reopen: this event too.")] = "",
    reason: Reason = "",
    by: By = "",
    at: At = "",
    ledger: LedgerFile = None,
    as_json: AsJson = False,
) -> None:
    """Finish events, show what is left, and close the tournament; or open it again on the record."""
    from barpoint.tournament.duties import checklist

    held = TournamentFile(file, ledger=ledger)
    when, who = moment(at), held.actor(by)
    if reopen:
        contest = contest_named(held.state, event).settings.id if event else ""
        done = held.must(c.ReopenTournament(at=when, by=who, contest=contest, reason=reason))
        return said("open again", done, as_json=as_json)
    for name in finish or ():
        contest = contest_named(held.state, name).settings.id
        held.must(c.FinishContest(at=when, by=who, contest=contest, reason=reason))
        held.must(c.AwardPrizes(at=when, by=who, contest=contest))
    for duty in report or ():
        held.must(c.ExportReport(at=when, by=who, duty=duty))
    left = checklist(held.state)
    if check or finish or report:
        if as_json:
            return answer_json(left)
        from barpoint.cli.tournament_pages import checklist_page, show

        return show(*checklist_page(left))
    return said("closed", held.must(c.CloseTournament(at=when, by=who, reason=reason)), as_json=as_json)


@ending.command(epilog="Example: barpoint tournament export spring.jsonl --what ratings > spring-ratings.jsonl")
def export(
    file: File,
    what: Annotated[str, typer.Option(help="archive, log, ratings, ledger, programme or terms.")] = "archive",
    event: Annotated[str, typer.Option(help="With terms: the event.")] = "-",
) -> None:
    """Write the tournament out as JSON, JSON lines or CSV."""
    from barpoint.service.direct import rated_matches
    from barpoint.tournament.archive import archive
    from barpoint.tournament.events import encode
    from barpoint.tournament.money import ledger_csv
    from barpoint.tournament.sheet import programme, terms

    held = TournamentFile(file).held
    match one_of(what, {name: name for name in ("archive", "log", "ratings", "ledger", "programme", "terms")}, "form"):
        case "archive":
            answer_json(archive(held.state))
        case "log":
            for line in held.log:
                typer.echo(encode(line).decode())
        case "ratings":
            for match in rated_matches(held.state):
                typer.echo(msgspec.json.encode(match).decode())
        case "ledger":
            typer.echo(ledger_csv(held.state), nl=False)
        case "programme":
            answer_json(programme(held.state))
        case _:
            answer_json(terms(held.state, contest_named(held.state, event)))


@ending.command(epilog="Example: barpoint tournament log spring.jsonl --since 120")
def log(
    file: File,
    since: Annotated[int, typer.Option(help="Only what came after this version.")] = 0,
    as_json: AsJson = False,
) -> None:
    """Show who did what and why."""
    from barpoint.tournament.archive import changes_since

    changes = changes_since(TournamentFile(file).held.log, since)
    if as_json:
        return answer_json(changes)
    for change in changes:
        why = f" ({change.reason})" if change.reason else ""
        typer.echo(f"{change.version:>5} {shown_moment(change.at)} {change.by}: {change.what}{why}")
    return None
