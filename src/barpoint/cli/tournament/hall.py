"""`barpoint tournament equipment`, `broadcast`, `accept`, `order`: what stands around the matches of a hall."""

from typing import Annotated

import typer

from barpoint.cli.rules.equipment import BoardOption, CupsOption, DiceOption, read_equipment
from barpoint.cli.tournament.setup import print_outcome
from barpoint.cli.tournament.tournament_file import (
    AtOption,
    ByOption,
    EventArgument,
    FileArgument,
    JsonOption,
    ReasonOption,
    TournamentFile,
)
from barpoint.library import find_contest, read_moment
from barpoint.tournament import commands as c

hall_app = typer.Typer(rich_markup_mode="rich")
TableOption = Annotated[str, typer.Option(help="A table.")]
HallOption = Annotated[str, typer.Option(help="Its hall.")]


@hall_app.command(
    epilog="Example: barpoint tournament equipment spring.jsonl open --table 3 --board 50x60 --cups lipped"
)
def equipment(
    file: FileArgument,
    event: EventArgument,
    table: TableOption = "",
    hall: HallOption = "",
    player: Annotated[str, typer.Option(help="The player whose own equipment it is.")] = "",
    board: BoardOption = "",
    cups: CupsOption = None,
    dice: DiceOption = None,
    reason: ReasonOption = "",
    by: ByOption = "",
    at: AtOption = "",
    as_json: JsonOption = False,
) -> None:
    """Approve what lies on a table or what a player brings; what the book would have otherwise needs a reason."""
    tournament = TournamentFile(file)
    done = tournament.do_or_exit(
        c.CheckEquipment(
            at=read_moment(at),
            by=tournament.actor(by),
            reason=reason,
            equipment=read_equipment(board, cups, dice),
            contest=find_contest(tournament.state, event).settings.id,
            hall=hall,
            table=table,
            player=player,
        )
    )
    print_outcome(f"the equipment of {f'table {table}' if table else player} may be used", done, as_json=as_json)


@hall_app.command(epilog="Example: barpoint tournament broadcast spring.jsonl --event open --table 1 --live --delay 15")
def broadcast(
    file: FileArgument,
    event: Annotated[str, typer.Option(help="One event; by default all.")] = "",
    match: Annotated[str, typer.Option(help="One match, such as M1-3.")] = "",
    table: TableOption = "",
    hall: HallOption = "",
    live: Annotated[bool | None, typer.Option("--live/--not-live", help="Shown while it is played.")] = None,
    recorded: Annotated[bool | None, typer.Option("--recorded/--not-recorded", help="Recorded.")] = None,
    delay: Annotated[int | None, typer.Option(help="So many minutes later.")] = None,
    reason: ReasonOption = "",
    by: ByOption = "",
    at: AtOption = "",
    as_json: JsonOption = False,
) -> None:
    """Choose what is streamed and recorded, set the delay, or stop a stream."""
    tournament = TournamentFile(file)
    done = tournament.do_or_exit(
        c.ChooseBroadcast(
            at=read_moment(at),
            by=tournament.actor(by),
            reason=reason,
            contest=find_contest(tournament.state, event).settings.id if event else "",
            pairing=match,
            hall=hall,
            table=table,
            live=live,
            recorded=recorded,
            delay=delay,
        )
    )
    print_outcome("that is what is shown and recorded from now on", done, as_json=as_json)


@hall_app.command(epilog="Example: barpoint tournament accept spring.jsonl ann")
def accept(
    file: FileArgument,
    person: Annotated[str, typer.Argument(help="A player's id, or the name of somebody on the staff.")],
    by: ByOption = "",
    at: AtOption = "",
    as_json: JsonOption = False,
) -> None:
    """Record that somebody has accepted the rules and the standards of ethics."""
    tournament = TournamentFile(file)
    done = tournament.do_or_exit(c.AcceptRules(at=read_moment(at), by=tournament.actor(by), person=person))
    print_outcome(f"{tournament.state.name_of(person)} has accepted the rules", done, as_json=as_json)


@hall_app.command(epilog="Example: barpoint tournament order spring.jsonl open doubles jackpot")
def order(
    file: FileArgument,
    events: Annotated[list[str], typer.Argument(help="The events, the first one first.", metavar="EVENT...")],
    by: ByOption = "",
    at: AtOption = "",
    as_json: JsonOption = False,
) -> None:
    """Say which event somebody plays first who is wanted in two."""
    tournament = TournamentFile(file)
    names = tuple(find_contest(tournament.state, event).settings.id for event in events)
    done = tournament.do_or_exit(c.OrderContests(at=read_moment(at), by=tournament.actor(by), contests=names))
    print_outcome(f"the order is {', '.join(names)}", done, as_json=as_json)
