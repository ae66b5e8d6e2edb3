"""The only place where ports meet adapters."""

import os
import secrets
import sys
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

from barpoint.adapters.log_files import LogFiles
from barpoint.adapters.match_file import MatchFile
from barpoint.adapters.secret_dice import SecretDice
from barpoint.adapters.system_clock import SystemClock
from barpoint.engine.levels import DEFAULT, level_named
from barpoint.engine.levels import LEVELS as _LEVELS
from barpoint.match.format import MatchFormat
from barpoint.service.engine_bot import EngineBot
from barpoint.service.opponent import Opponent
from barpoint.service.ports import Account, EventStore, WallClock
from barpoint.service.table import Table

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ec import EllipticCurvePrivateKey

    from barpoint.adapters.notice_store import SqlNoticeBoard
    from barpoint.adapters.outward import Ways
    from barpoint.service.house import House


def data_folder() -> Path:
    """Where a user's matches are kept; `BARPOINT_DATA` moves it."""
    if chosen := os.environ.get("BARPOINT_DATA"):
        return Path(chosen)
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "barpoint"
    if sys.platform == "win32":
        return Path(os.environ.get("APPDATA", str(Path.home()))) / "barpoint"
    return Path(os.environ.get("XDG_DATA_HOME", str(Path.home() / ".local" / "share"))) / "barpoint"


def local_table(path: Path, format: MatchFormat | None = None) -> tuple[Table, bool]:  # noqa: A002
    """A table whose log is a file, and whether an unfinished last line was dropped from it."""
    log = MatchFile(path)
    table = Table(log, SecretDice(), SystemClock(), format)
    return table, log.torn


def wall_clock() -> WallClock:
    """The machine's clock."""
    return SystemClock()


def log_files(files: Mapping[str, Path]) -> EventStore:
    """An event store whose streams are these files."""
    return LogFiles(files)


LEVELS: Final = tuple(_LEVELS)
"""The names of the bot's levels, the weakest first."""


def default_database() -> str:
    """Where `barpoint serve` keeps everything unless told otherwise."""
    return str(data_folder() / "barpoint.db")


async def house(address: str, *, bot_pause: float = 0.0, clock: WallClock | None = None) -> "House":
    """One process of the server on a database, brought up to date."""
    from barpoint.adapters.account_store import SqlAccounts, SqlHeartbeats
    from barpoint.adapters.analyst import AnalystApart
    from barpoint.adapters.announcements import Alone, PostgresAnnouncements
    from barpoint.adapters.database import Database
    from barpoint.adapters.event_store import SqlEventStore
    from barpoint.adapters.notice_store import SqlNoticeBoard, SqlTally
    from barpoint.adapters.outward import Outward
    from barpoint.adapters.passkeys import WebAuthn
    from barpoint.adapters.passwords import ArgonPasswords
    from barpoint.adapters.register import SqlRegister
    from barpoint.adapters.sealed_dice import SecretSeeds
    from barpoint.service.access import new_id
    from barpoint.service.house import Directors, House
    from barpoint.service.means import Means
    from barpoint.service.play import Play

    database = Database(address)
    await database.migrate()
    store, clock = SqlEventStore(database), clock or SystemClock()

    board = SqlNoticeBoard(database)
    ways = notice_ways()
    key = await _push_key(board) if ways.push_contact else None
    means = Means(
        register=SqlRegister(database),
        passwords=ArgonPasswords(),
        authenticators=WebAuthn(),
        board=board,
        messenger=Outward(ways, clock, key),
        tally=SqlTally(database),
        analyst=AnalystApart(),
    )

    async def closing() -> None:
        await store.close()
        await database.close()

    return House(
        process=new_id(),
        store=store,
        accounts=SqlAccounts(database),
        heartbeats=SqlHeartbeats(database),
        announcements=PostgresAnnouncements(database) if database.shared else Alone(),
        clock=clock,
        play=Play(store, SecretSeeds(), clock, opponent, bot_pause),
        bots=opponent,
        means=means,
        alone=not database.shared,
        closing=closing,
        directors=Directors.read(os.environ.get("BARPOINT_TOURNAMENTS", Directors.REGISTERED)),
    )


async def appoint(address: str, name: str, *, staff: bool) -> Account | None:
    """Make a registered person an official of the server on a database, or no longer; None if there is none."""
    from barpoint.adapters.database import Database
    from barpoint.adapters.register import SqlRegister
    from barpoint.service.accounts import handle_of

    database = Database(address)
    await database.migrate()
    try:
        register = SqlRegister(database)
        found = await register.named(handle_of(name))
        if found is not None:
            await register.appoint(found.id, staff=staff)
    finally:
        await database.close()
    return found


def notice_ways() -> "Ways":
    """How notices leave the server, as the environment says."""
    from barpoint.adapters.outward import Ways

    said = os.environ.get
    return Ways(
        webhook=said("BARPOINT_WEBHOOK", ""),
        mail_command=said("BARPOINT_MAIL_COMMAND", ""),
        mail_from=said("BARPOINT_MAIL_FROM", ""),
        push_contact=said("BARPOINT_PUSH_CONTACT", ""),
        site=said("BARPOINT_SITE", ""),
    )


async def _push_key(board: "SqlNoticeBoard") -> "EllipticCurvePrivateKey":
    """The key this server signs what it pushes with; made once and kept in its database."""
    from barpoint.adapters.web_push import new_key, read_key

    return read_key(await board.secret("push", new_key()))


@cache
def opponent(level: str = DEFAULT) -> Opponent:
    """The bot to play against; its mistakes differ from one bot to the next."""
    return EngineBot(level_named(level), secrets.randbits(32))
