"""A tournament's file on the command line: its options, and what is said of it in words and in JSON."""

import json
from collections.abc import Iterable
from datetime import datetime
from pathlib import Path
from typing import Annotated, Any

import msgspec
import typer

from barpoint import library
from barpoint.board import Refusal
from barpoint.rulebook import Citation
from barpoint.service.tournaments import (
    Stale,
    TournamentDone,
    TournamentRefused,
)
from barpoint.tournament.commands import AnyCommand

FileArgument = Annotated[Path, typer.Argument(help="The tournament's file.", metavar="FILE")]
ByOption = Annotated[str, typer.Option("--by", help="Who asks; by default the director.")]
AtOption = Annotated[str, typer.Option("--at", help="When, as 2026-05-01T14:30+02:00 or milliseconds; by default now.")]
ReasonOption = Annotated[str, typer.Option("--reason", help="Why, for the record.")]
JsonOption = Annotated[bool, typer.Option("--json", help="Answer in JSON, for programs.")]
LedgerOption = Annotated[
    Path | None,
    typer.Option(
        "--ledger",
        envvar="BARPOINT_LEDGER",
        help="Your record of sanctions: bars and penalties due, from whatever event; all of it holds here.",
        metavar="FILE",
    ),
]
EventArgument = Annotated[str, typer.Argument(help="The event's id; - if there is only one.", metavar="EVENT")]


class TournamentFile(library.TournamentFile):
    """The same at a terminal: what is refused ends the command with its sentence."""

    def __init__(self, path: Path, *, new: bool = False, ledger: Path | None = None) -> None:
        super().__init__(path, new=new, ledger=ledger)
        if ledger is not None and not ledger.exists():
            typer.echo(f"{ledger} is not there yet: nothing is on the record", err=True)

    def do_or_exit(self, command: AnyCommand) -> TournamentDone:
        """Judge a command; refused, it ends with status 1 and the sentence."""
        answer = self.do(command)
        if isinstance(answer, TournamentDone):
            return answer
        if isinstance(answer, TournamentRefused):
            typer.echo(f"refused: {answer.citation}", err=True)
        else:
            typer.echo(f"the tournament has moved on to version {answer.version}", err=True)
        raise typer.Exit(1)


def print_json_line(data: Any) -> None:  # Any: whatever can be written as JSON
    """Print data for programs."""
    typer.echo(msgspec.json.encode(data, enc_hook=_plain).decode())


def _plain(value: Any) -> Any:
    if isinstance(value, Refusal):
        return {"code": str(value.code), "facts": dict(value.facts)}
    if isinstance(value, range | frozenset):
        return sorted(value)
    raise NotImplementedError(f"no JSON for {type(value).__name__}")


def outcome_json(answer: TournamentDone | TournamentRefused | Stale) -> dict[str, Any]:
    """What came of a command, for programs."""
    match answer:
        case TournamentDone():
            return {"ok": True, "version": answer.version, "events": json.loads(msgspec.json.encode(answer.events))}
        case TournamentRefused():
            return {"ok": False, "refused": _refusal_json(answer.refusal, answer.citation)}
        case Stale():
            changes = json.loads(msgspec.json.encode(answer.changes))
            return {"ok": False, "version": answer.version, "changed": changes}


def _refusal_json(refusal: Refusal, citation: Citation) -> dict[str, Any]:
    return {
        "code": str(refusal.code),
        "facts": dict(refusal.facts),
        "sentence": citation.sentence,
        "clauses": list(citation.clauses),
    }


def format_time(at: int | None) -> str:
    """A moment as a desk shows it: the hour, in local time."""
    return "" if at is None else datetime.fromtimestamp(at / 1000).astimezone().strftime("%H:%M")


def format_span(span: int) -> str:
    """A stretch of time: 12:05."""
    seconds = span // 1000
    return f"{seconds // 60}:{seconds % 60:02}"


def join_words(parts: Iterable[str]) -> str:
    """Words with commas."""
    return ", ".join(part for part in parts if part)
