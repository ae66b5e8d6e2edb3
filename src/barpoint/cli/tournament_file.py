"""A tournament kept in one file of JSON lines: read, asked, written; and what the command line says in words.

Names are found as people type them: an id, a whole name, or the beginning of one if it is the only one.
"""

import asyncio
import json
import re
from collections.abc import Iterable, Mapping
from datetime import datetime
from pathlib import Path
from typing import Annotated, Any
from uuid import uuid4

import msgspec
import typer

from barpoint.board import Refusal
from barpoint.rulebook.cite import Citation
from barpoint.service.direct import Direct, Done, Held, Refused, Stale
from barpoint.service.sanctions import Sanctions
from barpoint.tournament import Contest, Tournament
from barpoint.tournament.commands import AnyCommand

File = Annotated[Path, typer.Argument(help="The tournament's file.", metavar="FILE")]
By = Annotated[str, typer.Option("--by", help="Who asks; by default the director.")]
At = Annotated[str, typer.Option("--at", help="When, as 2026-05-01T14:30+02:00 or milliseconds; by default now.")]
Reason = Annotated[str, typer.Option("--reason", help="Why, for the record.")]
AsJson = Annotated[bool, typer.Option("--json", help="Answer in JSON, for programs.")]
LedgerFile = Annotated[
    Path | None,
    typer.Option(
        "--ledger",
        envvar="BARPOINT_LEDGER",
        help="The record of sanctions of all events: bars, and penalties due in a next match.",
        metavar="FILE",
    ),
]
EventName = Annotated[str, typer.Argument(help="The event's id; - if there is only one.", metavar="EVENT")]


class TournamentFile:
    """One tournament and its file; with a ledger it honours what other events left there, and adds to it."""

    def __init__(self, path: Path, *, new: bool = False, ledger: Path | None = None) -> None:
        from barpoint.bootstrap import log_files

        if not new and not path.exists():
            raise ValueError(f"there is no tournament in {path}; `barpoint tournament new` makes one")
        if new and path.exists():
            raise ValueError(f"{path} is there already")
        self.name = path.stem
        kept = {f"tournament:{self.name}": path} | ({"ledger:all": ledger} if ledger is not None else {})
        if ledger is not None and not ledger.exists():
            typer.echo(f"{ledger} is not there yet: nothing is on the record", err=True)
        store = log_files(kept)
        self._direct = Direct(store, Sanctions(store) if ledger is not None else None)

    @property
    def held(self) -> Held:
        """The tournament and its log."""
        return asyncio.run(self._direct.load(self.name))

    @property
    def state(self) -> Tournament:
        """The tournament."""
        return self.held.state

    def do(self, command: AnyCommand, *, expected: int | None = None) -> Done | Refused | Stale:
        """Judge a command; what comes of it is on disk before it is answered."""
        return asyncio.run(self._direct.do(self.name, command, str(uuid4()), expected=expected))

    def must(self, command: AnyCommand) -> Done:
        """The same; refused, it ends with status 1 and the sentence."""
        answer = self.do(command)
        if isinstance(answer, Done):
            return answer
        if isinstance(answer, Refused):
            typer.echo(f"refused: {answer.citation}", err=True)
        else:
            typer.echo(f"the tournament has moved on to version {answer.version}", err=True)
        raise typer.Exit(1)

    def actor(self, by: str) -> str:
        """Who asks: as told, or the director."""
        return by or (self.state.directors[0] if self.state.directors else "")


def moment(text: str) -> int:
    """A moment as told, or now."""
    if not text:
        from barpoint.bootstrap import wall_clock

        return wall_clock().now()
    if text.lstrip("-").isdecimal():
        return int(text)
    try:
        told = datetime.fromisoformat(text)
    except ValueError as wrong:
        raise ValueError(f"expected a time such as 2026-05-01T14:30+02:00 or milliseconds, not {text!r}") from wrong
    if told.tzinfo is None:
        raise ValueError(f"expected a time with its offset, such as {text}+02:00")
    return int(told.timestamp() * 1000)


def cents(text: str) -> int:
    """An amount as people write it: 120, 120.50."""
    if not re.fullmatch(r"\d+([.,]\d{1,2})?", text):
        raise ValueError(f"expected an amount such as 120 or 120.50, not {text!r}")
    whole, _, part = text.replace(",", ".").partition(".")
    return int(whole) * 100 + int(part.ljust(2, "0") or 0)


def score(text: str) -> tuple[int, int]:
    """A score as people write it: 9-4, the winner's points first."""
    if not text:
        return (0, 0)
    found = re.fullmatch(r"(\d+)[-:](\d+)", text)
    if found is None:
        raise ValueError(f"expected a score such as 9-4, not {text!r}")
    one, other = int(found[1]), int(found[2])
    return max(one, other), min(one, other)


def contest_named(state: Tournament, name: str) -> Contest:
    """The event: by its id, or `-` for the only one."""
    if name == "-" and len(state.contests) == 1:
        return next(iter(state.contests.values()))
    return state.contests[one_of(name, {key: each.settings.title for key, each in state.contests.items()}, "event")]


def entrant_named(contest: Contest, name: str) -> str:
    """An entrant's id, by id or name."""
    return one_of(name, {key: str(entry) for key, entry in contest.entries.items()}, "entrant")


def player_named(state: Tournament, name: str) -> str:
    """A player's id, by id or name."""
    return one_of(name, {key: str(player) for key, player in state.players.items()}, "player")


def one_of(name: str, known: Mapping[str, str], what: str) -> str:
    """The key somebody means: the id, the name, or the beginning of one of them."""
    if name in known:
        return name
    wanted = name.casefold()
    for test in (str.__eq__, str.startswith):
        found = [key for key, title in known.items() if test(title.casefold(), wanted) or test(key.casefold(), wanted)]
        if len(found) == 1:
            return found[0]
        if found:
            raise ValueError(f"{name!r} may be {', '.join(found[:5])}: say which {what}")
    raise ValueError(f"no {what} is called {name!r}; there are {', '.join(list(known)[:12]) or 'none yet'}")


def answer_json(data: Any) -> None:  # Any: whatever can be written as JSON
    """Print data for programs."""
    typer.echo(msgspec.json.encode(data, enc_hook=_plain).decode())


def _plain(value: Any) -> Any:
    if isinstance(value, Refusal):
        return {"code": str(value.code), "facts": dict(value.facts)}
    if isinstance(value, range | frozenset):
        return sorted(value)
    raise NotImplementedError(f"no JSON for {type(value).__name__}")


def outcome_json(answer: Done | Refused | Stale) -> dict[str, Any]:
    """What came of a command, for programs."""
    match answer:
        case Done():
            return {"ok": True, "version": answer.version, "events": json.loads(msgspec.json.encode(answer.events))}
        case Refused():
            return {"ok": False, "refused": _cited(answer.refusal, answer.citation)}
        case Stale():
            changes = json.loads(msgspec.json.encode(answer.changes))
            return {"ok": False, "version": answer.version, "changed": changes}


def _cited(refusal: Refusal, said: Citation) -> dict[str, Any]:
    return {
        "code": str(refusal.code),
        "facts": dict(refusal.facts),
        "sentence": said.sentence,
        "clauses": list(said.clauses),
    }


def shown_moment(at: int | None) -> str:
    """A moment as a desk shows it: the hour, in local time."""
    return "" if at is None else datetime.fromtimestamp(at / 1000).astimezone().strftime("%H:%M")


def shown_span(span: int) -> str:
    """A stretch of time: 12:05."""
    seconds = span // 1000
    return f"{seconds // 60}:{seconds % 60:02}"


def joined(parts: Iterable[str]) -> str:
    """Words with commas."""
    return ", ".join(part for part in parts if part)
