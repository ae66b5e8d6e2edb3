"""`barpoint rules presets`: the presets people recognise, and what an event's options file comes to."""

from pathlib import Path
from typing import Annotated, Any

import msgspec
import typer

from barpoint.board import Refusal
from barpoint.cli.output import print_page


def presets(
    event: Annotated[
        Path | None, typer.Option("--event", help="Show what an event's options file (TOML) comes to.", metavar="FILE")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Answer in JSON, for programs.")] = False,
) -> None:
    """List the presets: book, game, length, clock and breaks; or check an event's options file.

    A file that asks for what its book does not allow ends with status 1 and the clause.
    """
    from barpoint.rulebook import Profile, event_profile
    from barpoint.rulebook import list_presets as all_presets

    profiles: tuple[Profile, ...] = all_presets()
    if event is not None:
        outcome = event_profile(_text(event), str(event))
        if isinstance(outcome, Refusal):
            return _print_refusal(event, outcome, as_json=as_json)
        profiles = (outcome,)
    rows = [_row(profile) for profile in profiles]
    if as_json:
        return typer.echo(msgspec.json.format(msgspec.json.encode(rows), indent=2).decode())
    return _print_rows(rows)


def _text(file: Path) -> str:
    try:
        return file.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as unread:
        raise ValueError(f"expected an event's options file in TOML at {file}: {unread}") from None


def _row(profile: Any) -> dict[str, Any]:  # Any: a Profile, imported when asked for
    """A preset as programs read it: its format online and over the board, and its policy."""
    from barpoint.match.format import Enforcement

    formats = {mode.value: profile.match_format(mode) for mode in Enforcement}
    return msgspec.to_builtins(profile) | {  # type: ignore[no-any-return]  # a struct becomes a dict
        "formats": msgspec.to_builtins(formats),
        "policy": msgspec.to_builtins(profile.policy()),
    }


def _print_refusal(event: Path, refusal: Refusal, *, as_json: bool) -> None:
    from barpoint.rulebook import cite, preset, read_event

    book = preset(read_event(_text(event), str(event)).preset).book
    citation = cite(refusal, book)
    if as_json:
        answer = {"refused": msgspec.to_builtins(citation), "facts": dict(refusal.facts)}
        typer.echo(msgspec.json.format(msgspec.json.encode(answer), indent=2).decode())
    else:
        typer.echo(f"{event}: {citation}", err=True)
    raise typer.Exit(1)


def _print_rows(rows: list[dict[str, Any]]) -> None:
    from rich.table import Table
    from rich.text import Text

    page = Table(box=None, pad_edge=False)
    for heading in ("Preset", "Book", "Game", "To", "Clock", "Breaks"):
        page.add_column(heading, no_wrap=heading in ("Book", "To"))
    for row in rows:
        online = row["formats"]["strict"]
        name = row["event"] or row["name"] if "event" in row else row["name"]
        page.add_row(
            Text(name, style="bold"), row["book"], _game(online), _length(online), _clock(online), _breaks(online)
        )
    print_page(page, *([rows[0].get("about", "")] if len(rows) == 1 else []))


def _game(online: dict[str, Any]) -> str:
    from barpoint.board import discipline

    title = discipline(online.get("discipline", "backgammon")).title
    return f"{title}, pairs" if online.get("team") == 2 else title


def _length(online: dict[str, Any]) -> str:
    length = online["length"]
    kind = length.get("kind", "points")
    if kind == "timed":
        return f"{length['limit'] // 60_000} min"
    if kind == "sets":
        return f"{length['points']}, best of {length['best_of']}"
    return str(length["points"]) if kind == "points" else "-"


def _clock(online: dict[str, Any]) -> str:
    clock = online.get("clock")
    if clock is None:
        return "none"
    minutes, seconds = divmod(clock["reserve"] // 1000, 60)
    return f"{minutes}:{seconds:02} + {clock.get('delay', 0) // 1000} s"


def _breaks(online: dict[str, Any]) -> str:
    if online.get("break_every"):
        return f"1 s in {online['break_every']}"
    count = online.get("breaks", 0)
    return f"{count} of {online['break_time'] // 60_000} min" if count else "none"
