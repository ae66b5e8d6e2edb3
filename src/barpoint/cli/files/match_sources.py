"""The match files a command is pointed at: files, folders and what is inside archives, each by its name."""

import tarfile
import zipfile
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from lzma import LZMAError
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from barpoint.match.events import AnyEvent
    from barpoint.notation.files import LoadedFile

_DAMAGED = (tarfile.TarError, zipfile.BadZipFile, EOFError, OSError, LZMAError, zlib.error, NotImplementedError)


@dataclass(frozen=True)
class MatchSource:
    """A file by its name, with what it holds if it came out of an archive."""

    name: str
    data: bytes | None = None

    def content(self) -> bytes:
        """The bytes of it."""
        return Path(self.name).read_bytes() if self.data is None else self.data

    def read(self) -> "LoadedFile":
        """The match in it; ValueError or OSError says why it cannot be read."""
        from barpoint.notation import read_bytes, read_path

        if self.data is not None:
            return read_bytes(self.data)
        path = Path(self.name)
        if is_archive(path):
            raise ValueError("it is no archive that can be read to its end")
        return read_path(path)


def match_sources(paths: Iterable[Path]) -> Iterator[MatchSource]:
    """Every file, those of folders and archives too; an archive that is damaged comes as a file that is not read."""
    for path in match_paths(paths):
        if not is_archive(path):
            yield MatchSource(str(path))
            continue
        try:
            yield from _zip_members(path) if path.suffix.lower() == ".zip" else _tar_members(path)
        except _DAMAGED:
            yield MatchSource(str(path))


def match_paths(paths: Iterable[Path]) -> Iterator[Path]:
    """The files themselves, and in folders those whose ending is known."""
    for path in paths:
        if path.is_dir():
            yield from sorted(file for file in path.rglob("*") if file.is_file() and is_match_file(file))
        elif not path.exists():
            raise ValueError(f"there is no file {path}")
        else:
            yield path


def is_archive(path: Path) -> bool:
    """Whether its ending is an archive's."""
    return ".tar" in path.suffixes[-2:] or path.suffix.lower() in (".tgz", ".zip")


def is_match_file(path: Path) -> bool:
    """Whether its ending is that of a match, or of an archive that may hold some."""
    from barpoint.notation.files import ENDINGS

    plain = path.with_suffix("") if path.suffix.lower() == ".gz" else path
    return plain.suffix.lower() in ENDINGS or is_archive(path)


def replay_leniently(loaded: "LoadedFile") -> "tuple[tuple[AnyEvent, ...], tuple[str, ...]]":
    """The events of a match, and what is wrong with its record: what can be kept is kept."""
    from barpoint.notation import replay

    if loaded.events:
        return loaded.events, ()
    replayed = replay(loaded.record, lenient=True)
    return replayed.events, tuple(map(str, replayed.problems))


def _tar_members(path: Path) -> Iterator[MatchSource]:
    with tarfile.open(path) as archive:
        for member in archive:
            file = archive.extractfile(member) if member.isfile() else None
            if file is not None and is_match_file(Path(member.name)):
                yield MatchSource(f"{path}/{member.name}", file.read(_longest() + 1))


def _zip_members(path: Path) -> Iterator[MatchSource]:
    with zipfile.ZipFile(path) as archive:
        for member in archive.infolist():
            if not member.is_dir() and is_match_file(Path(member.filename)):
                with archive.open(member) as file:
                    yield MatchSource(f"{path}/{member.filename}", file.read(_longest() + 1))


def _longest() -> int:
    from barpoint.notation.record import LONGEST_FILE

    return LONGEST_FILE
