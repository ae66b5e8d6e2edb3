"""What a person owns here: all of it in one archive, and their identity removed when they want.

archive     a ZIP of what is kept of an account, for its owner: the account itself, every match with its dice and talk,
            challenges, reports, tournaments they joined, what is on record against them. No secrets
removed     nobody is called by that name any more: the account has no way in, its matches and results stay, under
            "former player". What was said in talk is gone. Events that named the person are rewritten, and the log of
            erasures says which
kept until  somebody who still plays, has asked for an official, or is under a sanction, stays until that is over
"""

import asyncio
import io
import zipfile
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any, Final

import msgspec

from barpoint.board import Refusal
from barpoint.rulebook import Citation, cite
from barpoint.service.dice.dice_file import write_dice_file
from barpoint.service.officials.inquiries import Inquiries
from barpoint.service.officials.sanctions import Sanctions
from barpoint.service.people.lobby import Lobby
from barpoint.service.people.member_ports import MemberPorts, PersonalRows
from barpoint.service.people.recovery import Recovery
from barpoint.service.people.sessions import Sessions
from barpoint.service.people.talk import Talk
from barpoint.service.play.play_service import PlayService
from barpoint.service.play.views import Audience
from barpoint.service.ports import Account, Accounts, EventStore, WallClock
from barpoint.service.rate_limit import RateLimit
from barpoint.service.records.chain import StreamHead
from barpoint.service.records.daily_digest import RecordBook
from barpoint.service.records.erasure_log import ERASURES, PersonErased, decode_erasure
from barpoint.service.refusals import ServiceCode
from barpoint.service.tournaments.tournament_service import TournamentService

MOST_MATCHES: Final = 100_000
_README: Final = """Everything this server keeps of you.

account.json      your account, sessions, passkeys (no secrets), notices, seats, counted dice, what was done to it
matches/          of each match: its log, one event a line, and a file for `barpoint dice verify`
talk/             what was said at your matches, as far as you heard it
challenges.json   what you offered and accepted
reports.json      where you called or told an official
tournaments.json  the tournaments you joined, and the id you have there
notes.json        your comments and stars in reviews
files.json        match files you shared
sanctions.json    what is on record against your name
records.json      where the record of each of your matches ends: keep it, and an edited record shows
"""

_STREAM_FILES: Final = {
    "challenge": "challenges",
    "inquiry": "reports",
    "links": "tournaments",
    "notes": "notes",
    "file": "files",
}


class PersonalData:
    """Archives and removals."""

    def __init__(
        self,
        store: EventStore,
        accounts: Accounts,
        means: MemberPorts,
        book: RecordBook,
        access: Sessions,
        clock: WallClock,
        play: PlayService,
        lobby: Lobby,
        inquiries: Inquiries,
        talk: Talk,
        recovery: Recovery,
        direct: TournamentService,
    ) -> None:
        self._store, self._accounts, self._means, self._book = store, accounts, means, book
        self._access, self._clock, self._play, self._lobby = access, clock, play, lobby
        self._inquiries, self._talk, self._recovery, self._direct = inquiries, talk, recovery, direct
        self.pace = RateLimit(burst=3, every=60_000)
        self.rewritten: list[Callable[[], None]] = []  # hear that something kept was rewritten

    # Removed

    async def remove(self, account: Account, reason: str) -> PersonErased | Citation:
        """Take somebody's identity out of all that is kept."""
        if (refusal := await self._refuse_removal(account)) is not None:
            return cite(refusal, "")
        for challenge in self._lobby.own_challenges(account):
            await self._lobby.withdraw(account, challenge.id)
        for challenge in self._lobby.received_challenges(account):
            await self._lobby.decline(account, challenge.id)
        erased = await self._means.personal.erase(account.id, reason, self._clock.now())
        if erased is None:
            raise ValueError(f"there is nobody of the account {account.id} any more")
        self._drop_copies(erased)
        await self._access.look_again(account.id)
        return erased

    async def _refuse_removal(self, account: Account) -> Refusal | None:
        seats = await self._accounts.matches(account.id, MOST_MATCHES)
        if playing := sum(not taken.over for taken in seats):
            return Refusal(ServiceCode.STILL_PLAYING, {"count": playing})
        matches = {taken.match for taken in seats}
        for inquiry in self._inquiries.open_inquiries():
            raised = inquiry.raised
            if raised.kind in ("mute", "block"):
                continue  # it asks nothing of anybody
            if account.id in (raised.account, raised.target) or raised.match in matches:
                return Refusal(ServiceCode.INQUIRY_OPEN)
        if not account.guest and (last := await self._last_day_of_bar(account.name)):
            return Refusal(ServiceCode.SANCTION_BINDS, {"until": last})
        return None

    async def _last_day_of_bar(self, name: str) -> str:
        today = datetime.fromtimestamp(self._clock.now() / 1000, UTC).date().isoformat()
        ledger = await Sanctions(self._store).ledger()
        return max((entry.barred_until for entry in ledger.of(name) if entry.barred_until >= today), default="")

    async def note_change(self, account: str) -> None:
        """Something was changed about an account, perhaps by another process: forget what it is no longer."""
        if not await self._means.personal.is_erased(account):
            return
        for stored in reversed(await self._store.read(ERASURES)):
            erased = decode_erasure(stored.data)
            if erased.account == account:
                self._drop_copies(erased)
                return

    def _drop_copies(self, erased: PersonErased) -> None:
        """What this process remembers of rewritten streams is read again when it is next wanted."""
        for stream in {redaction.stream for redaction in erased.redactions}:
            kind, _, id = stream.partition(":")
            if kind in ("match", "room") and (room := self._play.rooms.get(id)) is not None:
                self._play.leave(room)
            elif kind in ("tournament", "ledger"):
                self._direct.forget(id if kind == "tournament" else "")
        for forget in self.rewritten:
            forget()

    # Archive

    async def archive(self, account: Account) -> bytes | Citation:
        """All that is kept of somebody, as a ZIP."""
        if wait := self.pace.take(account.id, self._clock.now()):
            return cite(Refusal(ServiceCode.TOO_MANY_TRIES, {"seconds": -(-wait // 1000)}), "")
        rows = await self._means.personal.rows(account.id)
        if rows is None:
            raise ValueError(f"there is nobody of the account {account.id} any more")
        history = await self._recovery.history(account.id)
        files: dict[str, bytes] = {"README.txt": _README.encode()}
        about = {key: value for key, value in msgspec.structs.asdict(rows).items() if key != "streams"}
        files["account.json"] = _json(about | {"history": history})
        await self._add_matches(files, account, rows)
        await self._add_streams(files, account, rows)
        ledger = await Sanctions(self._store).ledger()
        files["sanctions.json"] = _json([] if account.guest else ledger.of(account.name))
        return await asyncio.to_thread(_zip, files)

    async def _add_matches(self, files: dict[str, bytes], account: Account, rows: PersonalRows) -> None:
        heads: list[StreamHead] = []
        for match in sorted({str(seat["match"]) for seat in rows.seats}):
            log = [stored.data for stored in await self._store.read(f"match:{match}")]
            dice = [stored.data for stored in await self._store.read(f"dice:{match}")]
            files[f"matches/{match}.jsonl"] = b"".join(line + b"\n" for line in log)
            files[f"matches/{match}.dice.json"] = write_dice_file(match, log, dice)
            heads += await self._book.heads([f"match:{match}", f"dice:{match}"])
            room = await self._play.room(match)
            seat = None if room is None else room.seat_of(account.id)
            if room is not None and seat is not None:
                lines = await self._talk.lines(room, Audience(seat[0].value))
                if lines:
                    files[f"talk/{match}.json"] = _json(lines)
        files["records.json"] = _json(heads)

    async def _add_streams(self, files: dict[str, bytes], account: Account, rows: PersonalRows) -> None:
        kinds: dict[str, list[Any]] = {kind: [] for kind in _STREAM_FILES}
        for stream in rows.streams:
            kind, _, id = stream.partition(":")
            for stored in await self._store.read(stream):
                event = msgspec.json.decode(stored.data)
                if kind in kinds and account.id in (event.get("account"), _account_of(event.get("by"))):
                    kinds[kind].append({"id": id} | event)
        for kind, name in _STREAM_FILES.items():
            files[f"{name}.json"] = _json(kinds[kind])


def _account_of(seat: Any) -> Any:  # Any: JSON
    return seat.get("account") if isinstance(seat, dict) else None


def _json(value: object) -> bytes:
    return msgspec.json.format(msgspec.json.encode(value), indent=1)


def _zip(files: dict[str, bytes]) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return packed.getvalue()
