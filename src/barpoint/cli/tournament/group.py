"""`barpoint tournament`: everything a director scripts, over one file of JSON lines.

Each command reads the file, asks, and writes what came of it; `do` takes any command as JSON. What is refused ends
with status 1 and the sentence with its clause; malformed input with status 2.
"""

import sys
from pathlib import Path
from typing import Annotated, Any

import msgspec
import typer

from barpoint.cli.output import print_page
from barpoint.cli.tournament.closing import closing_app
from barpoint.cli.tournament.hall import hall_app
from barpoint.cli.tournament.printing import printing_app
from barpoint.cli.tournament.setup import print_outcome, setup_app
from barpoint.cli.tournament.tournament_file import (
    AtOption,
    ByOption,
    EventArgument,
    FileArgument,
    JsonOption,
    LedgerOption,
    ReasonOption,
    TournamentFile,
    outcome_json,
    print_json_line,
)
from barpoint.library import find_contest, find_entrant, find_player, read_cents, read_moment, read_score
from barpoint.service.tournaments import TournamentDone
from barpoint.tournament import commands as c

app = typer.Typer(
    name="tournament",
    help="Direct a tournament from the first entry to the last payout.",
    no_args_is_help=True,
    rich_markup_mode="rich",
)
running_app = typer.Typer(rich_markup_mode="rich")
PairingArgument = Annotated[str, typer.Argument(help="The match on the draw sheet, such as M1-3 or S2-5.")]


@running_app.command(
    epilog="Example: barpoint tournament enter spring.jsonl open 'Ada Lovelace' --rating 1720 --club Turin"
)
def enter(
    file: FileArgument,
    event: EventArgument,
    name: Annotated[str, typer.Argument(help="The player's name.")],
    partner: Annotated[str, typer.Option(help="The partner's name, in Doubles.")] = "",
    player_id: Annotated[str, typer.Option("--id", help="An id; by default made of the name.")] = "",
    rating: Annotated[float | None, typer.Option(help="The rating to seed by.")] = None,
    club: Annotated[str, typer.Option(help="The club; clubmates can be kept apart.")] = "",
    member: Annotated[str, typer.Option(help="The federation's number.")] = "",
    side_pool: Annotated[list[str] | None, typer.Option(help="A side pool to join.")] = None,
    again: Annotated[bool, typer.Option("--again", help="A re-entry.")] = False,
    pending: Annotated[bool, typer.Option("--pending", help="Leave it to be approved.")] = False,
    accepted: Annotated[bool, typer.Option("--accepted", help="They have accepted the rules and ethics.")] = False,
    reason: ReasonOption = "",
    by: ByOption = "",
    at: AtOption = "",
    ledger: LedgerOption = None,
    as_json: JsonOption = False,
) -> None:
    """Enter somebody and approve the entry; after the draw it is a late entry."""
    from barpoint.tournament import Player, slug

    tournament = TournamentFile(file, ledger=ledger)
    contest, when, who = find_contest(tournament.state, event).settings.id, read_moment(at), tournament.actor(by)
    people = [Player(id=player_id or slug(name), name=name, club=club, rating=rating, member=member)]
    if partner:
        people.append(Player(id=slug(partner), name=partner, club=club))
    done = tournament.do_or_exit(
        c.Register(
            at=when,
            by=who,
            contest=contest,
            players=tuple(people),
            side_pools=tuple(side_pool or ()),
            again=again,
            accepted=accepted,
        )
    )
    entry = next(
        change.entry for change in done.events if hasattr(change, "entry") and not isinstance(change.entry, str)
    )
    if not pending:
        done = tournament.do_or_exit(c.ApproveEntry(at=when, by=who, contest=contest, entry=entry.id, reason=reason))
    print_outcome(f"{entry} is {'pending' if pending else 'entered'} in {contest} as {entry.id}", done, as_json=as_json)


@running_app.command("import", epilog="Example: barpoint tournament import spring.jsonl open entrants.csv")
def import_(
    file: FileArgument,
    event: EventArgument,
    roster: Annotated[Path, typer.Argument(help="A CSV with the columns name, id, club, rating, member ...")],
    by: ByOption = "",
    at: AtOption = "",
    ledger: LedgerOption = None,
    as_json: JsonOption = False,
) -> None:
    """Enter everybody of a CSV; those something stands against wait for the director."""
    from barpoint.tournament import read_roster

    tournament = TournamentFile(file, ledger=ledger)
    with roster.open(encoding="utf-8-sig", newline="") as lines:
        entries = read_roster(lines, roster.name)
    contest = find_contest(tournament.state, event).settings.id
    done = tournament.do_or_exit(
        c.ImportEntrants(at=read_moment(at), by=tournament.actor(by), contest=contest, entries=entries)
    )
    waiting = [entry for entry in tournament.state.contests[contest].entries.values() if entry.status == "pending"]
    words = f"{len(entries)} read, {len(waiting)} to decide"
    print_outcome(
        "\n".join([words, *(f"  {entry.id}: {'; '.join(entry.concerns)}" for entry in waiting)]), done, as_json=as_json
    )


@running_app.command(epilog="Example: barpoint tournament draw spring.jsonl open")
def draw(
    file: FileArgument,
    event: EventArgument,
    seed: Annotated[str, typer.Option(help="A seed made in public since; by default the published one.")] = "",
    again: Annotated[bool, typer.Option("--again", help="Draw again, before play and with a reason.")] = False,
    reason: ReasonOption = "",
    by: ByOption = "",
    at: AtOption = "",
    as_json: JsonOption = False,
) -> None:
    """Make the draw; in a Swiss event pair the next round."""
    tournament = TournamentFile(file)
    contest = find_contest(tournament.state, event)
    when, who, name = read_moment(at), tournament.actor(by), contest.settings.id
    done: TournamentDone | None = None
    if contest.play is None or again:
        done = tournament.do_or_exit(c.MakeDraw(at=when, by=who, contest=name, seed=seed, reason=reason))
    if contest.settings.swiss is not None:
        done = tournament.do_or_exit(c.PairRound(at=when, by=who, contest=name))
    if done is None:
        done = tournament.do_or_exit(c.MakeDraw(at=when, by=who, contest=name, seed=seed, reason=reason))
    if as_json:
        print_json_line(outcome_json(done))
    else:
        sheet(file, name)


@running_app.command(epilog="Example: barpoint tournament result spring.jsonl open M1-3 ada 9-4")
def result(
    file: FileArgument,
    event: EventArgument,
    pairing: PairingArgument,
    winner: Annotated[str, typer.Argument(help="Who won; of a forfeit, too.")] = "",
    points: Annotated[str, typer.Argument(help="The score, such as 9-4.", metavar="[SCORE]")] = "",
    correct: Annotated[bool, typer.Option("--correct", help="In place of the posted one.")] = False,
    void: Annotated[bool, typer.Option("--void", help="Take the posted one out.")] = False,
    drawn: Annotated[bool, typer.Option("--drawn", help="Declared drawn; in a knockout WINNER goes on.")] = False,
    forfeit: Annotated[bool, typer.Option("--forfeit", help="The other side forfeits; without WINNER both.")] = False,
    completed: Annotated[str, typer.Option(help="When play was over; by default now.")] = "",
    reason: ReasonOption = "",
    by: ByOption = "",
    at: AtOption = "",
    ledger: LedgerOption = None,
    as_json: JsonOption = False,
) -> None:
    """Post a result, or put a posted one right."""
    tournament = TournamentFile(file, ledger=ledger)
    contest = find_contest(tournament.state, event)
    who = find_entrant(contest, winner) if winner else ""
    common: dict[str, Any] = {
        "at": read_moment(at),
        "by": tournament.actor(by),
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
        command = c.ConfirmForfeit(**common, loser=next((player for player in players if who and player != who), ""))
    elif correct:
        command = c.CorrectResult(**common, winner=who, score=read_score(points))
    else:
        when = read_moment(completed) if completed else None
        command = c.PostResult(**common, winner=who, score=read_score(points), completed=when)
    done = tournament.do_or_exit(command)
    after = tournament.state.contests[contest.settings.id]
    fixture = after.fixtures[pairing]
    if fixture.winner:
        words = f"{after.entries[fixture.winner]} goes down as the winner of {pairing}"
    else:
        words = f"{pairing}: {fixture.status}"
    print_outcome(words, done, as_json=as_json)


@running_app.command(epilog="Example: barpoint tournament standings spring.jsonl open --json")
def standings(
    file: FileArgument,
    event: Annotated[str, typer.Argument(help="One event; by default all.", metavar="[EVENT]")] = "",
    as_json: JsonOption = False,
) -> None:
    """Show the places of every title, and tables with their tie-breaks explained."""
    from barpoint.tournament import score_table
    from barpoint.tournament.views import final_places

    state = TournamentFile(file).state
    contests = [find_contest(state, event)] if event else list(state.contests.values())
    names = {item.settings.id for item in contests}
    if as_json:
        data = [msgspec.to_builtins(item) for item in final_places(state) if item.contest in names]
        tables = {item.settings.id: msgspec.to_builtins(score_table(item)) for item in contests}
        return print_json_line({"places": data, "tables": {name: rows for name, rows in tables.items() if rows}})
    from barpoint.cli.tournament.pages import standings_page

    return print_page(*(part for contest in contests for part in standings_page(state, contest)))


@running_app.command(epilog="Example: barpoint tournament sheet spring.jsonl open --bracket consolation")
def sheet(
    file: FileArgument,
    event: EventArgument,
    bracket: Annotated[str, typer.Option(help="One bracket; by default all.")] = "",
    as_json: JsonOption = False,
) -> None:
    """Show the draw sheet: every bracket, round by round."""
    from barpoint.tournament.views import draw_sheet

    state = TournamentFile(file).state
    contest = find_contest(state, event)
    page = draw_sheet(state, contest)
    if as_json:
        return print_json_line(page)
    from barpoint.cli.tournament.pages import sheet_page

    return print_page(*sheet_page(page, {key: state.shown_name(key, contest) for key in contest.entries}, bracket))


@running_app.command(epilog="Example: barpoint tournament desk spring.jsonl --json")
def desk(file: FileArgument, at: AtOption = "", as_json: JsonOption = False) -> None:
    """Show the director's table: who plays, who is late, what comes next."""
    from barpoint.tournament.desk import desk_overview as desk_of

    now = desk_of(TournamentFile(file).state, read_moment(at))
    if as_json:
        return print_json_line(now)
    from barpoint.cli.tournament.pages import desk_page

    return print_page(*desk_page(now))


@running_app.command(epilog="Example: barpoint tournament withdraw spring.jsonl open ada --reason 'taken ill'")
def withdraw(
    file: FileArgument,
    event: EventArgument,
    entrant: Annotated[str, typer.Argument(help="Who leaves.")],
    title: Annotated[str, typer.Option(help="Only this title, such as consolation.")] = "*",
    refund: Annotated[str, typer.Option(help="What goes back; by default as published.")] = "",
    back: Annotated[bool, typer.Option("--back", help="Undo a withdrawal.")] = False,
    reason: ReasonOption = "",
    by: ByOption = "",
    at: AtOption = "",
    as_json: JsonOption = False,
) -> None:
    """Take an entrant out; the draw is put right at once."""
    tournament = TournamentFile(file)
    contest = find_contest(tournament.state, event)
    common: dict[str, Any] = {
        "at": read_moment(at),
        "by": tournament.actor(by),
        "contest": contest.settings.id,
        "entry": find_entrant(contest, entrant),
        "title": title,
        "reason": reason,
    }
    command = (
        c.ReinstateEntry(**common) if back else c.WithdrawEntry(**common, refund=read_cents(refund) if refund else None)
    )
    print_outcome(
        f"{common['entry']} is {'back in' if back else 'out of'} {contest.settings.title}",
        tournament.do_or_exit(command),
        as_json=as_json,
    )


@running_app.command(
    epilog="Example: barpoint tournament penalty spring.jsonl ada --points 1 --reason 'took a second break'"
)
def penalty(
    file: FileArgument,
    player: Annotated[str, typer.Argument(help="Who is penalised.")],
    points: Annotated[int, typer.Option(help="Penalty points.")] = 0,
    step: Annotated[str, typer.Option(help="reminder, warning, time, points, game, match or expulsion.")] = "points",
    event: Annotated[str, typer.Option(help="The event of the match.")] = "",
    pairing: Annotated[str, typer.Option(help="The match; by default the player's next one.")] = "",
    clause: Annotated[list[str] | None, typer.Option(help="A clause it rests on.")] = None,
    lift: Annotated[str, typer.Option(help="Take this penalty back instead, by its id.")] = "",
    confirm: Annotated[str, typer.Option(help="Say that this one counts instead, by its id.")] = "",
    reason: ReasonOption = "",
    by: ByOption = "",
    at: AtOption = "",
    as_json: JsonOption = False,
) -> None:
    """Give a penalty, in a match or due in the player's next one; or confirm or lift one."""
    tournament = TournamentFile(file)
    when, who = read_moment(at), tournament.actor(by)
    command: c.AnyCommand
    if confirm:
        command = c.ConfirmPenalty(at=when, by=who, penalty=confirm, reason=reason)
    elif lift:
        command = c.LiftPenalty(at=when, by=who, penalty=lift, reason=reason)
    else:
        contest = find_contest(tournament.state, event or "-").settings.id if pairing else ""
        command = c.GivePenalty(
            at=when,
            by=who,
            player=find_player(tournament.state, player),
            points=points,
            step=step,
            contest=contest,
            pairing=pairing,
            clauses=tuple(clause or ()),
            reason=reason,
        )
    print_outcome("on the record", tournament.do_or_exit(command), as_json=as_json)


@running_app.command(epilog="Example: barpoint tournament announce spring.jsonl 'Round 3 at two'")
def announce(
    file: FileArgument,
    text: Annotated[str, typer.Argument(help="What everybody is told.")],
    event: Annotated[str, typer.Option(help="Only those of this event.")] = "",
    by: ByOption = "",
    at: AtOption = "",
    as_json: JsonOption = False,
) -> None:
    """Tell everybody."""
    tournament = TournamentFile(file)
    contest = find_contest(tournament.state, event).settings.id if event else ""
    print_outcome(
        "told",
        tournament.do_or_exit(c.Announce(at=read_moment(at), by=tournament.actor(by), text=text, contest=contest)),
        as_json=as_json,
    )


@running_app.command(
    epilog="""Example: barpoint tournament do s.jsonl '{"type": "CallMatch", "contest": "open", "pairing": "M1-1"}'"""
)
def do(
    file: FileArgument,
    command: Annotated[str, typer.Argument(help="A command as JSON; - reads one a line.")],
    expected: Annotated[int | None, typer.Option(help="The version it was made for.")] = None,
    by: ByOption = "",
    at: AtOption = "",
    ledger: LedgerOption = None,
) -> None:
    """Carry out any command given as JSON, and answer in JSON; `at` and `by` are filled in if they are missing."""
    import json

    tournament = TournamentFile(file, ledger=ledger)
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
        fields = {"at": read_moment(at), "by": tournament.actor(by), **data}
        answer = tournament.do(c.convert_command(fields), expected=expected)
        failed |= not isinstance(answer, TournamentDone)
        print_json_line(outcome_json(answer))
    if failed:
        raise typer.Exit(1)


for _part in (setup_app, running_app, hall_app, printing_app, closing_app):
    app.add_typer(_part)
