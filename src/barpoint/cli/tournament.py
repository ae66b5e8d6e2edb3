"""`barpoint tournament`: everything a director scripts, over one file of JSON lines.

Each command reads the file, asks, and writes what came of it; `do` takes any command as JSON. What is refused ends
with status 1 and the sentence with its clause; malformed input with status 2.
"""

import sys
from pathlib import Path
from typing import Annotated, Any

import msgspec
import typer

from barpoint.cli.tournament_ending import ending
from barpoint.cli.tournament_file import (
    AsJson,
    At,
    By,
    EventName,
    File,
    LedgerFile,
    Reason,
    TournamentFile,
    answer_json,
    cents,
    contest_named,
    entrant_named,
    moment,
    outcome_json,
    player_named,
    score,
)
from barpoint.cli.tournament_print import printing
from barpoint.cli.tournament_setup import said, setup
from barpoint.service.direct import Done
from barpoint.tournament import commands as c

app = typer.Typer(
    name="tournament",
    help="Direct a tournament from the first entry to the last payout.",
    no_args_is_help=True,
    rich_markup_mode="rich",
)
running = typer.Typer(rich_markup_mode="rich")
Pairing = Annotated[str, typer.Argument(help="The match on the draw sheet, such as M1-3 or S2-5.")]


@running.command(
    epilog="Example: barpoint tournament enter spring.jsonl open 'Ada Lovelace' --rating 1720 --club Turin"
)
def enter(
    file: File,
    event: EventName,
    name: Annotated[str, typer.Argument(help="The player's name.")],
    partner: Annotated[str, typer.Option(help="The partner's name, in Doubles.")] = "",
    player_id: Annotated[str, typer.Option("--id", help="An id; by default made of the name.")] = "",
    rating: Annotated[float | None, typer.Option(help="The rating to seed by.")] = None,
    club: Annotated[str, typer.Option(help="The club; clubmates can be kept apart.")] = "",
    member: Annotated[str, typer.Option(help="The federation's number.")] = "",
    side_pool: Annotated[list[str] | None, typer.Option(help="A side pool to join.")] = None,
    again: Annotated[bool, typer.Option("--again", help="A re-entry.")] = False,
    pending: Annotated[bool, typer.Option("--pending", help="Leave it to be approved.")] = False,
    reason: Reason = "",
    by: By = "",
    at: At = "",
    ledger: LedgerFile = None,
    as_json: AsJson = False,
) -> None:
    """Enter somebody and approve the entry; after the draw it is a late entry."""
    from barpoint.tournament.player import Player
    from barpoint.tournament.roster import slug

    held = TournamentFile(file, ledger=ledger)
    contest, when, who = contest_named(held.state, event).settings.id, moment(at), held.actor(by)
    people = [Player(id=player_id or slug(name), name=name, club=club, rating=rating, member=member)]
    if partner:
        people.append(Player(id=slug(partner), name=partner, club=club))
    done = held.must(
        c.Register(
            at=when, by=who, contest=contest, players=tuple(people), side_pools=tuple(side_pool or ()), again=again
        )
    )
    entry = next(each.entry for each in done.events if hasattr(each, "entry") and not isinstance(each.entry, str))
    if not pending:
        done = held.must(c.ApproveEntry(at=when, by=who, contest=contest, entry=entry.id, reason=reason))
    said(f"{entry} is {'pending' if pending else 'entered'} in {contest} as {entry.id}", done, as_json=as_json)


@running.command("import", epilog="Example: barpoint tournament import spring.jsonl open entrants.csv")
def import_(
    file: File,
    event: EventName,
    roster: Annotated[Path, typer.Argument(help="A CSV with the columns name, id, club, rating, member ...")],
    by: By = "",
    at: At = "",
    ledger: LedgerFile = None,
    as_json: AsJson = False,
) -> None:
    """Enter everybody of a CSV; those something stands against wait for the director."""
    from barpoint.tournament.roster import read_roster

    held = TournamentFile(file, ledger=ledger)
    with roster.open(encoding="utf-8-sig", newline="") as lines:
        entries = read_roster(lines, roster.name)
    contest = contest_named(held.state, event).settings.id
    done = held.must(c.ImportEntrants(at=moment(at), by=held.actor(by), contest=contest, entries=entries))
    waiting = [each for each in held.state.contests[contest].entries.values() if each.status == "pending"]
    words = f"{len(entries)} read, {len(waiting)} to decide"
    said("\n".join([words, *(f"  {each.id}: {'; '.join(each.concerns)}" for each in waiting)]), done, as_json=as_json)


@running.command(epilog="Example: barpoint tournament draw spring.jsonl open")
def draw(
    file: File,
    event: EventName,
    seed: Annotated[str, typer.Option(help="A seed made in public since; by default the published one.")] = "",
    again: Annotated[bool, typer.Option("--again", help="Draw again, before play and with a reason.")] = False,
    reason: Reason = "",
    by: By = "",
    at: At = "",
    as_json: AsJson = False,
) -> None:
    """Make the draw; in a Swiss event pair the next round."""
    from barpoint.tournament.pairing.swiss import Swiss

    held = TournamentFile(file)
    contest = contest_named(held.state, event)
    when, who, name = moment(at), held.actor(by), contest.settings.id
    done: Done | None = None
    if contest.play is None or again:
        done = held.must(c.MakeDraw(at=when, by=who, contest=name, seed=seed, reason=reason))
    if contest.settings.swiss is not None or isinstance(contest.play, Swiss):
        done = held.must(c.PairRound(at=when, by=who, contest=name))
    if done is None:
        done = held.must(c.MakeDraw(at=when, by=who, contest=name, seed=seed, reason=reason))
    if as_json:
        answer_json(outcome_json(done))
    else:
        sheet(file, name)


@running.command(epilog="Example: barpoint tournament result spring.jsonl open M1-3 ada 9-4")
def result(
    file: File,
    event: EventName,
    pairing: Pairing,
    winner: Annotated[str, typer.Argument(help="Who won; of a forfeit, too.")] = "",
    points: Annotated[str, typer.Argument(help="The score, such as 9-4.", metavar="[SCORE]")] = "",
    correct: Annotated[bool, typer.Option("--correct", help="In place of the posted one.")] = False,
    void: Annotated[bool, typer.Option("--void", help="Take the posted one out.")] = False,
    drawn: Annotated[bool, typer.Option("--drawn", help="Declared drawn; in a knockout WINNER goes on.")] = False,
    forfeit: Annotated[bool, typer.Option("--forfeit", help="The other side forfeits; without WINNER both.")] = False,
    completed: Annotated[str, typer.Option(help="When play was over; by default now.")] = "",
    reason: Reason = "",
    by: By = "",
    at: At = "",
    ledger: LedgerFile = None,
    as_json: AsJson = False,
) -> None:
    """Post a result, or put a posted one right."""
    held = TournamentFile(file, ledger=ledger)
    contest = contest_named(held.state, event)
    who = entrant_named(contest, winner) if winner else ""
    common: dict[str, Any] = {
        "at": moment(at),
        "by": held.actor(by),
        "contest": contest.settings.id,
        "pairing": pairing,
        "reason": reason,
    }
    command: c.AnyCommand
    if void:
        command = c.VoidResult(**common)
    elif drawn:
        command = c.DeclareDrawn(**common, advances=who)
    elif forfeit:
        players = contest.fixtures[pairing].players if pairing in contest.fixtures else ()
        command = c.ConfirmForfeit(**common, loser=next((each for each in players if who and each != who), ""))
    elif correct:
        command = c.CorrectResult(**common, winner=who, score=score(points))
    else:
        when = moment(completed) if completed else None
        command = c.PostResult(**common, winner=who, score=score(points), completed=when)
    done = held.must(command)
    after = held.state.contests[contest.settings.id]
    fixture = after.fixtures[pairing]
    if fixture.winner:
        words = f"{after.entries[fixture.winner]} goes down as the winner of {pairing}"
    else:
        words = f"{pairing}: {fixture.status}"
    said(words, done, as_json=as_json)


@running.command(epilog="Example: barpoint tournament standings spring.jsonl open --json")
def standings(
    file: File,
    event: Annotated[str, typer.Argument(help="One event; by default all.", metavar="[EVENT]")] = "",
    as_json: AsJson = False,
) -> None:
    """Show the places of every title, and tables with their tie-breaks explained."""
    from barpoint.tournament.archive import final_places
    from barpoint.tournament.places import table

    state = TournamentFile(file).state
    wanted = [contest_named(state, event)] if event else list(state.contests.values())
    names = {each.settings.id for each in wanted}
    if as_json:
        data = [msgspec.to_builtins(each) for each in final_places(state) if each.contest in names]
        tables = {each.settings.id: msgspec.to_builtins(table(each)) for each in wanted}
        return answer_json({"places": data, "tables": {name: rows for name, rows in tables.items() if rows}})
    from barpoint.cli.tournament_pages import show, standings_page

    return show(*(part for contest in wanted for part in standings_page(state, contest)))


@running.command(epilog="Example: barpoint tournament sheet spring.jsonl open --bracket consolation")
def sheet(
    file: File,
    event: EventName,
    bracket: Annotated[str, typer.Option(help="One bracket; by default all.")] = "",
    as_json: AsJson = False,
) -> None:
    """Show the draw sheet: every bracket, round by round."""
    from barpoint.tournament.sheet import draw_sheet

    state = TournamentFile(file).state
    contest = contest_named(state, event)
    made = draw_sheet(state, contest)
    if as_json:
        return answer_json(made)
    from barpoint.cli.tournament_pages import sheet_page, show

    return show(*sheet_page(made, {key: str(entry) for key, entry in contest.entries.items()}, bracket))


@running.command(epilog="Example: barpoint tournament desk spring.jsonl --json")
def desk(file: File, at: At = "", as_json: AsJson = False) -> None:
    """Show the director's table: who plays, who is late, what comes next."""
    from barpoint.tournament.desk import desk as desk_of

    now = desk_of(TournamentFile(file).state, moment(at))
    if as_json:
        return answer_json(now)
    from barpoint.cli.tournament_pages import desk_page, show

    return show(*desk_page(now))


@running.command(epilog="Example: barpoint tournament withdraw spring.jsonl open ada --reason 'taken ill'")
def withdraw(
    file: File,
    event: EventName,
    entrant: Annotated[str, typer.Argument(help="Who leaves.")],
    title: Annotated[str, typer.Option(help="Only this title, such as consolation.")] = "*",
    refund: Annotated[str, typer.Option(help="What goes back; by default as published.")] = "",
    back: Annotated[bool, typer.Option("--back", help="Undo a withdrawal.")] = False,
    reason: Reason = "",
    by: By = "",
    at: At = "",
    as_json: AsJson = False,
) -> None:
    """Take an entrant out; the draw is put right at once."""
    held = TournamentFile(file)
    contest = contest_named(held.state, event)
    common: dict[str, Any] = {
        "at": moment(at),
        "by": held.actor(by),
        "contest": contest.settings.id,
        "entry": entrant_named(contest, entrant),
        "title": title,
        "reason": reason,
    }
    command = (
        c.ReinstateEntry(**common) if back else c.WithdrawEntry(**common, refund=cents(refund) if refund else None)
    )
    said(
        f"{common['entry']} is {'back in' if back else 'out of'} {contest.settings.title}",
        held.must(command),
        as_json=as_json,
    )


@running.command(
    epilog="Example: barpoint tournament penalty spring.jsonl ada --points 1 --reason 'took a second break'"
)
def penalty(
    file: File,
    player: Annotated[str, typer.Argument(help="Who is penalised.")],
    points: Annotated[int, typer.Option(help="Penalty points.")] = 0,
    step: Annotated[str, typer.Option(help="reminder, warning, time, points, game, match or expulsion.")] = "points",
    event: Annotated[str, typer.Option(help="The event of the match.")] = "",
    pairing: Annotated[str, typer.Option(help="The match; by default the player's next one.")] = "",
    clause: Annotated[list[str] | None, typer.Option(help="A clause it rests on.")] = None,
    lift: Annotated[str, typer.Option(help="Take this penalty back instead, by its id.")] = "",
    confirm: Annotated[str, typer.Option(help="Say that this one counts instead, by its id.")] = "",
    reason: Reason = "",
    by: By = "",
    at: At = "",
    as_json: AsJson = False,
) -> None:
    """Give a penalty, in a match or due in the player's next one; or confirm or lift one."""
    held = TournamentFile(file)
    when, who = moment(at), held.actor(by)
    command: c.AnyCommand
    if confirm:
        command = c.ConfirmPenalty(at=when, by=who, penalty=confirm, reason=reason)
    elif lift:
        command = c.LiftPenalty(at=when, by=who, penalty=lift, reason=reason)
    else:
        contest = contest_named(held.state, event or "-").settings.id if pairing else ""
        command = c.GivePenalty(
            at=when,
            by=who,
            player=player_named(held.state, player),
            points=points,
            step=step,
            contest=contest,
            pairing=pairing,
            clauses=tuple(clause or ()),
            reason=reason,
        )
    said("on the record", held.must(command), as_json=as_json)


@running.command(epilog="Example: barpoint tournament announce spring.jsonl 'Round 3 at two'")
def announce(
    file: File,
    text: Annotated[str, typer.Argument(help="What everybody is told.")],
    event: Annotated[str, typer.Option(help="Only those of this event.")] = "",
    by: By = "",
    at: At = "",
    as_json: AsJson = False,
) -> None:
    """Tell everybody."""
    held = TournamentFile(file)
    contest = contest_named(held.state, event).settings.id if event else ""
    said("told", held.must(c.Announce(at=moment(at), by=held.actor(by), text=text, contest=contest)), as_json=as_json)


@running.command(
    epilog="""Example: barpoint tournament do s.jsonl '{"type": "CallMatch", "contest": "open", "pairing": "M1-1"}'"""
)
def do(
    file: File,
    command: Annotated[str, typer.Argument(help="A command as JSON; - reads one a line.")],
    expected: Annotated[int | None, typer.Option(help="The version it was made for.")] = None,
    by: By = "",
    at: At = "",
    ledger: LedgerFile = None,
) -> None:
    """Carry out any command given as JSON, and answer in JSON; `at` and `by` are filled in if they are missing."""
    import json

    held = TournamentFile(file, ledger=ledger)
    failed = False
    for line in sys.stdin if command == "-" else [command]:
        if not line.strip():
            continue
        try:
            data = json.loads(line)
        except json.JSONDecodeError as wrong:
            raise ValueError(f"expected a command as JSON: {wrong}") from wrong
        if not isinstance(data, dict):
            raise ValueError('expected a command as a JSON object such as {"type": "MakeDraw", "contest": "open"}')
        told = {"at": moment(at), "by": held.actor(by), **data}
        answer = held.do(c.convert_command(told), expected=expected)
        failed |= not isinstance(answer, Done)
        answer_json(outcome_json(answer))
    if failed:
        raise typer.Exit(1)


for _part in (setup, running, printing, ending):
    app.add_typer(_part)
