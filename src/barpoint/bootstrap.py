"""The only place where ports meet adapters."""

import os
import secrets
import sys
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import AbstractContextManager, asynccontextmanager, nullcontext
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

from barpoint.adapters import LogFiles, MatchFile, MemoryLog, SecretDice, SystemClock
from barpoint.engine import DEFAULT_LEVEL, level_named
from barpoint.engine import LEVELS as _LEVELS
from barpoint.match import MatchFormat
from barpoint.match.events import AnyEvent
from barpoint.service import (
    Account,
    EngineBot,
    EventStore,
    LocalMatch,
    Opponent,
    WallClock,
)

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ec import EllipticCurvePrivateKey

    from barpoint.adapters import Database, NoticeChannels, SqlNoticeBoard
    from barpoint.club import Club
    from barpoint.club.lists import (
        ListDocument,
    )
    from barpoint.rating import Rating
    from barpoint.rulebook import Citation
    from barpoint.service import SchemaStep, ServerProcess
    from barpoint.service.clubs import SeriesService, SeriesTable
    from barpoint.service.officials import FairPlayReport
    from barpoint.service.people import Reset
    from barpoint.service.ratings import RatedVerdict
    from barpoint.service.records import BackupSummary, BadLink, ChainReport, KeptHeads, PersonErased, Publish


def data_folder() -> Path:
    """Where a user's matches are kept; `BARPOINT_DATA` moves it."""
    if chosen := os.environ.get("BARPOINT_DATA"):
        return Path(chosen)
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "barpoint"
    if sys.platform == "win32":
        return Path(os.environ.get("APPDATA", str(Path.home()))) / "barpoint"
    return Path(os.environ.get("XDG_DATA_HOME", str(Path.home() / ".local" / "share"))) / "barpoint"


def local_match(path: Path, format: MatchFormat | None = None) -> tuple[LocalMatch, bool]:
    """A table whose log is a file, and whether an unfinished last line was dropped from it."""
    log = MatchFile(path)
    match = LocalMatch(log, SecretDice(), SystemClock(), format)
    return match, log.torn


def match_in_memory(events: list[AnyEvent], format: MatchFormat | None = None) -> LocalMatch:
    """A table whose log is this list, which grows as the match goes on."""
    return LocalMatch(MemoryLog(events), SecretDice(), SystemClock(), format)


def wall_clock() -> WallClock:
    """The machine's clock."""
    return SystemClock()


def log_files(files: Mapping[str, Path]) -> EventStore:
    """An event store whose streams are these files."""
    return LogFiles(files)


LEVEL_NAMES: Final = tuple(_LEVELS)
"""The names of the bot's levels, the weakest first."""


def default_database() -> str:
    """Where `barpoint serve` keeps everything unless told otherwise."""
    return str(data_folder() / "barpoint.db")


def require_database(address: str) -> bool:
    """Whether it will be a new database; what can be said against it before a server starts, with a remedy.

    The folder of the default is made; one that somebody has named is not, it may be mistyped.
    """
    from barpoint.adapters import require_database

    if address == default_database():
        try:
            data_folder().mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise ValueError(
                f"the folder {data_folder()} cannot be made ({error.strerror}); --db names a database"
            ) from error
    return require_database(address)


def lock_database(address: str) -> AbstractContextManager[object]:
    """What one server at a time may have of a SQLite file; PostgreSQL needs none."""
    from barpoint.adapters import database_url, lock_for_serving

    url = database_url(address)
    file = url.database if url.get_backend_name() == "sqlite" else None
    return lock_for_serving(Path(file)) if file else nullcontext()


def chosen_database(address: str | None) -> str:
    """The database a command is for: the one it names, the environment's `BARPOINT_DB`, or the default.

    ValueError if it names nothing, as with an unset variable.
    """
    if address is not None and not address.strip():
        raise ValueError("expected a database after --db, not nothing: is a variable unset?")
    return address or os.environ.get("BARPOINT_DB") or default_database()


async def server_process(address: str, *, bot_pause: float = 0.0, clock: WallClock | None = None) -> "ServerProcess":
    """One process of the server on a database, brought up to date."""
    from barpoint.adapters import (
        AnalystProcess,
        ArgonPasswords,
        Database,
        NoAnnouncements,
        NoticeMessenger,
        PostgresAnnouncements,
        SecretSeeds,
        SqlAccounts,
        SqlDiceTally,
        SqlEventStore,
        SqlFairPlayBook,
        SqlHeartbeats,
        SqlMemberRegister,
        SqlNoticeBoard,
        SqlPersonalRecords,
        SqlRatingBook,
        SqlRecordBook,
        StudentProcess,
        SystemChronometer,
        WebAuthn,
    )
    from barpoint.service import Directors, MemberPorts, PlayService, ServerProcess, ServerTime
    from barpoint.service.analysis import StudyDesk, StudySettings
    from barpoint.service.officials import read_switch
    from barpoint.service.people import new_id
    from barpoint.service.ratings import read_systems

    setting = os.environ.get
    study = StudySettings.read(
        setting("BARPOINT_ANALYSIS", "anybody"),
        setting("BARPOINT_ANALYSTS", "1"),
        setting("BARPOINT_ANALYSES_A_PERSON", "2"),
    )
    database = Database(address)
    await database.migrate()
    store = SqlEventStore(database)
    clock = ServerTime(SystemChronometer()) if clock is None else ServerTime.of(clock)

    board, ladder = SqlNoticeBoard(database), SqlRatingBook(database)
    channels = notice_channels()
    key = await _push_key(board) if channels.push_contact else None
    ports = MemberPorts(
        register=SqlMemberRegister(database),
        passwords=ArgonPasswords(),
        authenticators=WebAuthn(),
        board=board,
        messenger=NoticeMessenger(channels, clock, key),
        tally=SqlDiceTally(database),
        analyst=AnalystProcess(),
        personal=SqlPersonalRecords(database),
    )

    async def closing() -> None:
        await ladder.close()
        await store.close()
        await database.close()

    return ServerProcess(
        process=new_id(),
        store=store,
        accounts=SqlAccounts(database),
        heartbeats=SqlHeartbeats(database),
        announcements=PostgresAnnouncements(database, store) if database.is_shared else NoAnnouncements(),
        clock=clock,
        play=PlayService(store, SecretSeeds(), clock, opponent, bot_pause, shared=database.is_shared),
        bots=opponent,
        means=ports,
        book=SqlRecordBook(database),
        studies=StudyDesk([StudentProcess(data_folder() / "rollouts") for _ in range(study.processes)], study),
        ladder=ladder,
        fair_play=SqlFairPlayBook(database),
        salt=await board.secret("devices", secrets.token_bytes(32)),
        weighs=read_switch(setting("BARPOINT_FAIR_PLAY", "on")),
        systems=read_systems(os.environ.get("BARPOINT_RATINGS", "fibs")),
        alone=not database.is_shared,
        closing=closing,
        directors=Directors.read(os.environ.get("BARPOINT_TOURNAMENTS", Directors.REGISTERED)),
        publish=_digest_folder(os.environ.get("BARPOINT_DIGESTS", "")),
    )


def _digest_folder(folder: str) -> "Publish | None":
    """Writes a day's digest to a folder, one file a day."""
    if not folder:
        return None
    from barpoint.service.records import DigestOfDay, write_digest

    def publish(of_day: DigestOfDay) -> None:
        Path(folder).mkdir(parents=True, exist_ok=True)
        (Path(folder) / f"{of_day.digest.day}.txt").write_text(write_digest(of_day), encoding="utf-8")

    return publish


async def appoint(address: str, name: str, *, staff: bool) -> Account | None:
    """Make a registered person an official of the server on a database, or no longer; None if there is none."""
    from barpoint.adapters import Database, SqlMemberRegister
    from barpoint.service.people import handle_of

    database = Database(address)
    await database.migrate()
    try:
        register = SqlMemberRegister(database)
        account = await register.find_by_handle(handle_of(name))
        if account is not None:
            await register.appoint(account.id, staff=staff)
    finally:
        await database.close()
    return account


async def allow_reset(address: str, name: str, reason: str) -> "Reset | None":
    """A code of whoever runs the server, which lets a registered person back in; None if there is none."""
    from barpoint.adapters import Database, SqlEventStore, SqlMemberRegister
    from barpoint.service.people import Recovery, handle_of

    database = Database(address)
    await database.migrate()
    store = SqlEventStore(database)
    try:
        register = SqlMemberRegister(database)
        account = await register.find_by_handle(handle_of(name))
        return (
            None if account is None else await Recovery(store, register, SystemClock()).allow_reset(account, "", reason)
        )
    finally:
        await store.close()
        await database.close()


async def migrate_database(address: str, *, dry_run: bool = False) -> "Sequence[SchemaStep]":
    """Bring a database up to date, or only try to: the steps that were missing."""
    from barpoint.adapters import Database, database_fault

    async with closing(Database(address)) as database:
        with database_fault(database):
            return await database.migrate(keep=not dry_run)


async def verify_records(address: str, stream: str = "") -> "ChainReport":
    """Follow every chain of a database, or of one stream."""
    from barpoint.adapters import Database, check_chain, database_fault

    async with closing(Database(address)) as database:
        with database_fault(database):
            return await database.read(lambda connection: check_chain(connection, stream))


async def kept_heads(address: str) -> "KeptHeads":
    """Where every stream of a database ends, to be kept elsewhere."""
    from barpoint.adapters import Database, database_fault, stream_heads
    from barpoint.service.records import KeptHeads

    async with closing(Database(address)) as database:
        with database_fault(database):
            return KeptHeads(SystemClock().now(), await database.read(stream_heads))


async def compare_records(address: str, kept: "KeptHeads") -> "Sequence[BadLink]":
    """Where the records of a database differ from heads that were kept."""
    from barpoint.adapters import Database, compare_heads, database_fault

    async with closing(Database(address)) as database:
        with database_fault(database):
            return await database.read(lambda connection: compare_heads(connection, kept))


async def rated_history(address: str) -> "tuple[Sequence[RatedVerdict], Mapping[str, str]]":
    """Every finished match of a server's logs with whether it counts, read from nothing; and what people are called."""
    from barpoint.adapters import Database, SqlEventStore, SqlRatingBook
    from barpoint.service import TournamentService
    from barpoint.service.ratings import LogReader
    from barpoint.service.tournaments import PrivateLinks

    async with closing(Database(address)) as database:
        _require_up_to_date(await database.migrate(keep=False))
        store = SqlEventStore(database)
        reader = LogReader(store, TournamentService(store), PrivateLinks(store, SystemClock()))
        readings = await reader.readings(await reader.sources())
        verdicts = [verdict for reading in readings for verdict in reading.verdicts]
        matches = [verdict.match for verdict in verdicts if verdict.match is not None]
        people = sorted({player for match in matches for player in (*match.winner, *match.loser)})
        return verdicts, await SqlRatingBook(database).names(people)


async def live_ratings(address: str, system: str) -> "dict[tuple[str, str], Rating]":
    """The ladder a server shows, as far as it has followed its logs: by pool and player."""
    from barpoint.adapters import Database, SqlRatingBook

    async with closing(Database(address)) as database:
        _require_up_to_date(await database.migrate(keep=False))
        return await SqlRatingBook(database).ratings(system)


async def fair_play_reports(address: str, match: str, count: int) -> "Sequence[FairPlayReport]":
    """What a server has weighed: one match, or so many of those that ended last."""
    house = await server_process(address)
    try:
        rows, _ = await house.fair_play.newest(0, count, (match,) if match else None)
        return [await house.fair_play.report(id) for id in dict.fromkeys(row.match for row in rows)]
    finally:
        await house.close()


async def series_names(address: str) -> dict[str, str]:
    """The series of a server, by their ids."""
    async with _series_of(address) as service:
        return {id: (await service.load(id)).name for id in await service.log.names()}


async def counted_series(address: str, id: str) -> "SeriesTable | None":
    """A server's series, counted from the logs of its tournaments; None if there is none."""
    from barpoint.service.clubs import series_table

    async with _series_of(address) as service:
        series = await service.load(id)
        return series_table(id, series, await service.played(series)) if series.version else None


async def clubs_of_server(address: str) -> "list[tuple[str, Club]]":
    """The clubs of a server with their ids, the oldest first."""
    from barpoint.adapters import Database, SqlEventStore
    from barpoint.service.clubs import ClubService

    async with closing(Database(address)) as database:
        _require_up_to_date(await database.migrate(keep=False))
        clubs = ClubService(SqlEventStore(database), SystemClock())
        return [(id, await clubs.load(id)) for id in await clubs.log.names()]


async def rating_lists(address: str) -> "dict[str, ListDocument]":
    """The lists of a server that something was imported into, by their ids."""
    from barpoint.adapters import Database, SqlEventStore, SqlMemberRegister
    from barpoint.club.lists import (
        ListDocument,
    )
    from barpoint.service.clubs import ListService

    async with closing(Database(address)) as database:
        _require_up_to_date(await database.migrate(keep=False))
        service = ListService(SqlEventStore(database), SystemClock(), SqlMemberRegister(database))
        lists = {id: await service.load(id) for id in await service.log.names()}
        return {
            id: ListDocument(one.name, one.mapping, one.rows, one.source)
            for id, one in lists.items()
            if one.mapping is not None
        }


@asynccontextmanager
async def _series_of(address: str) -> "AsyncIterator[SeriesService]":
    from barpoint.adapters import Database, SqlEventStore
    from barpoint.service import TournamentService
    from barpoint.service.clubs import ClubService, SeriesService
    from barpoint.service.tournaments import PrivateLinks

    async with closing(Database(address)) as database:
        _require_up_to_date(await database.migrate(keep=False))
        store, clock = SqlEventStore(database), SystemClock()
        clubs = ClubService(store, clock)
        yield SeriesService(store, clock, TournamentService(store), PrivateLinks(store, clock), clubs)


def _require_up_to_date(missing: "Sequence[SchemaStep]") -> None:
    if missing:
        raise ValueError(f"this database lacks {len(missing)} steps: `barpoint migrate` brings it up to date")


async def back_up(address: str, file: Path) -> "BackupSummary":
    """Write all that a server's database holds to a file, while it goes on."""
    from barpoint.adapters import Database, database_fault, take_backup

    async with closing(Database(address)) as database:
        with database_fault(database):
            return await database.read(lambda connection: take_backup(connection, file))


async def restore_backup(
    address: str, file: Path, *, replace: bool = False, newer: Path | None = None
) -> "BackupSummary":
    """Put a back-up in the place of what a database holds; whoever was erased there, or in a newer one, is again."""
    from barpoint.adapters import Database, database_fault, put_back, read_erasures

    now = SystemClock().now()
    later: tuple[PersonErased, ...] = ()
    if newer is not None:
        async with closing(Database(str(newer))) as other:
            with database_fault(other):
                later = await other.read(read_erasures)
    async with closing(Database(address)) as database:
        with database_fault(database):
            return await database.write(
                lambda target: put_back(target, database, file, now, replace=replace, later=later)
            )


async def personal_archive(address: str, name: str) -> bytes | None:
    """All that a server keeps of a registered person, as a ZIP; None if there is none."""
    house, account = await _person(address, name)
    try:
        if account is None:
            return None
        archive = await house.personal.archive(account)
        assert isinstance(archive, bytes), "nobody has asked before"
        return archive
    finally:
        await house.close()


async def erase_registered(address: str, name: str, reason: str) -> "PersonErased | Citation | None":
    """Remove a registered person's identity; None if there is none of that name."""
    house, account = await _person(address, name)
    try:
        return None if account is None else await house.personal.remove(account, reason)
    finally:
        await house.close()


async def _person(address: str, name: str) -> "tuple[ServerProcess, Account | None]":
    """A registered person, and a process that has not been started: it answers, and does nothing by itself."""
    from barpoint.service.people import handle_of

    house = await server_process(address)
    await house.club.inquiries.load()
    return house, await house.club.means.register.find_by_handle(handle_of(name))


@asynccontextmanager
async def closing(database: "Database") -> "AsyncIterator[Database]":
    """A database that is closed when its work is done."""
    try:
        yield database
    finally:
        await database.close()


def notice_channels() -> "NoticeChannels":
    """How notices leave the server, as the environment says."""
    from barpoint.adapters import NoticeChannels

    setting = os.environ.get
    return NoticeChannels(
        webhook=setting("BARPOINT_WEBHOOK", ""),
        mail_command=setting("BARPOINT_MAIL_COMMAND", ""),
        mail_from=setting("BARPOINT_MAIL_FROM", ""),
        push_contact=setting("BARPOINT_PUSH_CONTACT", ""),
        site=setting("BARPOINT_SITE", ""),
    )


async def _push_key(board: "SqlNoticeBoard") -> "EllipticCurvePrivateKey":
    """The key this server signs what it pushes with; made once and kept in its database."""
    from barpoint.adapters import new_key, read_key

    return read_key(await board.secret("push", new_key()))


@cache
def opponent(level: str = DEFAULT_LEVEL) -> Opponent:
    """The bot to play against; its mistakes differ from one bot to the next."""
    return EngineBot(level_named(level), secrets.randbits(32))
