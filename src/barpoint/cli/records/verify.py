"""`barpoint verify`: whether the records are what was written."""

import asyncio
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import msgspec
import typer

if TYPE_CHECKING:
    from barpoint.service.records import ChainReport, RedactedEvent

app = typer.Typer()
_MOST_SHOWN = 20

_EXAMPLES = """
Examples:

  barpoint verify                             every stream of the server's database

  barpoint verify --db monday.backup          a back-up

  barpoint verify --stream match:KQ2M7XABCD   one match

  barpoint verify --heads heads.json          write down where every stream ends: keep it elsewhere

  barpoint verify --compare heads.json        and later hold the records against it
"""


@app.command(epilog=_EXAMPLES)
def verify(
    stream: Annotated[str, typer.Option(help="One stream only, such as match:ID.")] = "",
    heads: Annotated[Path | None, typer.Option(help="Write where every stream ends to this file.")] = None,
    compare: Annotated[Path | None, typer.Option(help="Compare with such a file, or with what a player kept.")] = None,
    db: Annotated[str | None, typer.Option(help="The server's database, or a back-up.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Follow the chain of every record. Ends with status 1, and names the first bad link, if anything was changed."""
    from barpoint.bootstrap import chosen_database, compare_records, kept_heads, verify_records
    from barpoint.cli.output import print_json
    from barpoint.service.records import read_kept_heads

    address = chosen_database(db)
    kept = None if compare is None else read_kept_heads(compare.read_bytes())
    report = asyncio.run(verify_records(address, stream))
    if kept is not None:
        differing = tuple(asyncio.run(compare_records(address, kept)))
        report = msgspec.structs.replace(report, bad=report.bad + differing)
    if heads is not None and not report.bad:
        heads.write_bytes(msgspec.json.format(msgspec.json.encode(asyncio.run(kept_heads(address))), indent=1))
    if as_json:
        print_json(report)
    else:
        _say(report, len(kept.heads) if kept is not None else None)
        if heads is not None and not report.bad:
            typer.echo(f"Where they end is written to {heads}.")
    if report.bad:
        raise typer.Exit(1)


def _say(report: "ChainReport", compared: int | None) -> None:
    typer.echo(f"Streams: {report.streams}. Events: {report.events}. Daily digests: {report.days}.")
    if report.redacted:
        typer.echo(f"{len(report.redacted)} events were rewritten to remove somebody's identity:")
        _say_some([_line(redacted) for redacted in report.redacted])
    if not report.bad:
        kept = "" if compared is None else f" So are all {compared} kept heads."
        typer.echo(f"Every event is what was written.{kept}")
        return
    typer.echo(f"The first bad link: {report.bad[0]}.", err=True)
    if report.bad[1:]:
        typer.echo("Other streams with one:", err=True)
        _say_some([str(link) for link in report.bad[1:]], err=True)


def _line(redacted: "RedactedEvent") -> str:
    day = datetime.fromtimestamp(redacted.at / 1000, UTC).date()
    return f"{redacted.stream} at version {redacted.version}, {day}: {redacted.reason}"


def _say_some(lines: list[str], *, err: bool = False) -> None:
    for line in lines[:_MOST_SHOWN]:
        typer.echo(f"  {line}", err=err)
    if len(lines) > _MOST_SHOWN:
        typer.echo(f"  and {len(lines) - _MOST_SHOWN} more; --json has all of them", err=err)
