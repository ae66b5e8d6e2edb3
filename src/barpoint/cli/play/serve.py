"""`barpoint serve`: host matches between people and bots."""

import os
import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Final

import typer

app = typer.Typer()
_THIS_MACHINE: Final = "127.0.0.1"

_EXAMPLES = """
Examples:

  barpoint serve                                        on this machine, data in your own folder

  barpoint serve --lan                                  for the phones in a hall: says the address, shows its QR code

  barpoint serve --db postgresql://barpoint@db/barpoint --workers 4

  barpoint serve --tls-cert cert.pem --tls-key key.pem
"""


@app.command(epilog=_EXAMPLES)
def serve(
    host: Annotated[str, typer.Option(help="The address to listen at.")] = _THIS_MACHINE,
    lan: Annotated[
        bool,
        typer.Option("--lan", help="For phones on this network: says the address and shows its QR code."),
    ] = False,
    port: Annotated[int, typer.Option(min=0, max=65535, help="The port; 0 takes a free one.")] = 8000,
    workers: Annotated[int, typer.Option(min=1, max=64, help="Processes; more than one needs PostgreSQL.")] = 1,
    db: Annotated[str | None, typer.Option(help="sqlite:///path, postgresql://... or a path.")] = None,
    tls_cert: Annotated[Path | None, typer.Option(help="The certificate, for https.")] = None,
    tls_key: Annotated[Path | None, typer.Option(help="Its key.")] = None,
    open_: Annotated[bool, typer.Option("--open/--no-open", help="Open the page in a browser.")] = False,
) -> None:
    """Host matches: pages, sockets, bots. Everything is kept; stop it whenever you like."""
    from barpoint.bootstrap import chosen_database
    from barpoint.web import ServeSettings, run_server

    if (tls_cert is None) != (tls_key is None):
        raise ValueError("https needs both --tls-cert and --tls-key")
    for file in (tls_cert, tls_key):
        if file is not None and not file.is_file():
            raise ValueError(f"expected a file at {file}")
    if lan:
        host, greeting = _for_the_hall(host, tls_cert)
    else:
        greeting = None
    settings = ServeSettings(
        database=chosen_database(db),
        host=host,
        port=port,
        workers=workers,
        tls=None if tls_cert is None or tls_key is None else (str(tls_cert), str(tls_key)),
        open_page=open_,
        greeting=greeting,
    )
    run_server(settings, say=typer.echo)


def _for_the_hall(host: str, certificate: Path | None) -> tuple[str, Callable[[int], str]]:
    """Where to listen, and what to say of it."""
    from barpoint.cli.play import lan_addresses

    single = "" if host == _THIS_MACHINE else host
    addresses = lan_addresses.select(lan_addresses.lan_addresses(), single)
    names = None if certificate is None else lan_addresses.certificate_names(certificate)
    listen = single or lan_addresses.EVERYWHERE
    terminal = (
        lan_addresses.Terminal(shutil.get_terminal_size().columns, sys.stdout.encoding) if sys.stdout.isatty() else None
    )
    return listen, lambda port: lan_addresses.greeting(addresses, port, names, terminal)


def serve_this_machine(*, open_page: bool) -> None:
    """What `barpoint` alone does: a server for this machine only, on a free port, and its page in the browser."""
    from barpoint.bootstrap import chosen_database
    from barpoint.web import ServeSettings, run_server

    database = chosen_database(None)
    typer.echo("Stop with Ctrl+C. `barpoint play` plays in the terminal, `barpoint --help` tells the rest.")
    run_server(ServeSettings(database, port=0, open_page=open_page and has_screen(), chatty=False), say=typer.echo)


def has_screen() -> bool:
    """Whether a browser could show anything here; over a bare terminal the address is said and nothing opened."""
    if sys.platform in ("darwin", "win32"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
