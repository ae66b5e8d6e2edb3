"""Comments and stars in a review, and files that are kept to be shared.

subject   what is reviewed: a match of this server by its id, a file by its digest
note      a star, some words or both, at one version of the match
shared    notes are their writer's own unless they are shared with everybody who has the review

What somebody writes replaces what they wrote before (`notes:SUBJECT`). A file is kept once somebody shares it
(`file:ID`); the digest in its id is what a link needs, so nobody finds it who was not given it.
"""

from typing import Annotated, Final

import msgspec

from barpoint.service.ports import Account, Conflict, EventStore, WallClock, Write

MOST_NOTES: Final = 300
LONGEST_NOTE: Final = 1000
_TRIES: Final = 8


class ReviewNote(msgspec.Struct, frozen=True, omit_defaults=True):
    """A star or a comment at a version of the match."""

    version: Annotated[int, msgspec.Meta(ge=0)]
    star: bool = False
    text: Annotated[str, msgspec.Meta(max_length=LONGEST_NOTE)] = ""


class WrittenNotes(msgspec.Struct, frozen=True, omit_defaults=True):
    """All that somebody has noted in a review."""

    notes: Annotated[tuple[ReviewNote, ...], msgspec.Meta(max_length=MOST_NOTES)] = ()
    shared: bool = False


class NotesWritten(msgspec.Struct, frozen=True, kw_only=True):
    """The event: by whom, and all of it."""

    at: int
    account: str
    name: str
    notes: tuple[ReviewNote, ...]
    shared: bool


class FileShared(msgspec.Struct, frozen=True, kw_only=True):
    """The event: a file is kept for whoever has its link."""

    at: int
    account: str
    data: bytes


class OthersNotes(msgspec.Struct, frozen=True):
    """What somebody else shares."""

    name: str
    notes: tuple[ReviewNote, ...]


class ReviewNotes(msgspec.Struct, frozen=True, omit_defaults=True):
    """The notes of a review as one person sees them."""

    own: WrittenNotes
    others: tuple[OthersNotes, ...] = ()


class ReviewShelf:
    """Notes and shared files of a server."""

    def __init__(self, store: EventStore, clock: WallClock) -> None:
        self._store, self._clock = store, clock

    async def notes(self, subject: str, account: Account | None) -> ReviewNotes:
        """Somebody's own notes, and what others share."""
        latest = {written.account: written for written in await self._written(subject)}
        own = latest.pop(account.id, None) if account is not None else None
        others = tuple(
            OthersNotes(written.name, written.notes) for written in latest.values() if written.shared and written.notes
        )
        return ReviewNotes(WrittenNotes() if own is None else WrittenNotes(own.notes, own.shared), others)

    async def write(self, subject: str, account: Account, written: WrittenNotes) -> None:
        """Somebody's notes instead of those before."""
        notes = tuple(note for note in written.notes if note.star or note.text.strip())
        event = NotesWritten(
            at=self._clock.now(), account=account.id, name=account.name, notes=notes, shared=written.shared
        )
        for _ in range(_TRIES):
            version = len(await self._written(subject))
            write = Write(f"notes:{subject}", version, (msgspec.json.encode(event),), ends=True)
            outcome = await self._store.append([write], f"notes/{subject}/{account.id}/{version}")
            if not isinstance(outcome, Conflict):
                return
        raise RuntimeError(f"the notes of {subject} change too fast")

    async def share_file(self, id: str, account: Account, data: bytes) -> None:
        """Keep a file for whoever has its link; one that is there stays."""
        event = FileShared(at=self._clock.now(), account=account.id, data=data)
        await self._store.append([Write(f"file:{id}", 0, (msgspec.json.encode(event),), ends=True)], f"file/{id}")

    async def file(self, id: str) -> bytes | None:
        """A file that was shared; None if there is none."""
        kept = await self._store.read(f"file:{id}")
        return msgspec.json.decode(kept[0].data, type=FileShared).data or None if kept else None

    async def _written(self, subject: str) -> list[NotesWritten]:
        stored = await self._store.read(f"notes:{subject}")
        return [msgspec.json.decode(event.data, type=NotesWritten) for event in stored]
