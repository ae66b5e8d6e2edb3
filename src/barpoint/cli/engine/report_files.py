"""Where `barpoint analyse` leaves its reports: pages with an index, JSON, CSV and SGF; what is there is not made again.

A report's JSON says what it was made of (`of`): the match and the settings. The next run with the same finds it
there and goes on with the rest, so an analysis that was interrupted loses the match it was at. It lies with the pages,
with the .sgf files, or in a folder beside the table (`FILE.csv.kept`), which goes when the table is complete.
"""

import re
import shutil
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Final

import msgspec

if TYPE_CHECKING:
    from barpoint.match.events import AnyEvent
    from barpoint.service.analysis import MatchReport

_UNSAFE: Final = re.compile(r"[^\w.-]+")
_LONGEST: Final = 80


class _Kept(msgspec.Struct):
    of: str
    report: msgspec.Raw


@dataclass
class ReportFiles:
    """The folders and files asked for; each may be left out."""

    html: Path | None = None
    sgf: Path | None = None
    csv: Path | None = None
    names: set[str] = field(default_factory=set)
    pages: "list[tuple[str, MatchReport]]" = field(default_factory=list)

    def __post_init__(self) -> None:
        self._memory = self.html or self.sgf or (self.csv and self.csv.with_name(f"{self.csv.name}.kept"))
        for folder in (self.html, self.sgf, self._memory):
            if folder is not None:
                folder.mkdir(parents=True, exist_ok=True)
        self._rows = 0

    def name_of(self, source: str) -> str:
        """A file's name for a match, each once."""
        plain = base = _UNSAFE.sub("-", Path(source).name).strip("-.")[:_LONGEST] or "match"
        number = 1
        while plain in self.names:
            number += 1
            plain = f"{base}-{number}"
        self.names.add(plain)
        return plain

    def known(self, name: str, of: str) -> "MatchReport | None":
        """The report of an earlier run, if it was made of the same."""
        from barpoint.service.analysis import MatchReport

        if self._memory is None:
            return None
        try:
            kept = msgspec.json.decode((self._memory / f"{name}.json").read_bytes(), type=_Kept)
            return msgspec.json.decode(kept.report, type=MatchReport) if kept.of == of else None
        except (OSError, msgspec.MsgspecError):
            return None

    def write(self, name: str, of: str, report: "MatchReport", events: "tuple[AnyEvent, ...]") -> None:
        """Every file of one match."""
        from barpoint.service.analysis import report_csv, report_page, report_sgf

        if self.html is not None:
            _write(self.html / f"{name}.html", report_page(report).encode())
            self.pages.append((f"{name}.html", report))
        if self._memory is not None:
            kept = _Kept(of, msgspec.Raw(msgspec.json.encode(report)))
            _write(self._memory / f"{name}.json", msgspec.json.encode(kept))
        if self.sgf is not None:
            _write(self.sgf / f"{Path(name).stem}.sgf", report_sgf(events, report))
        if self.csv is not None:
            with self.csv.open("a" if self._rows else "w", encoding="utf-8", newline="") as file:
                file.write(report_csv(report, header=not self._rows))
            self._rows += 1

    def finish(self) -> None:
        """The table of contents; what was kept for a table alone is no longer needed."""
        from barpoint.service.analysis import index_page

        if self._memory is not None and self._memory not in (self.html, self.sgf):
            shutil.rmtree(self._memory, ignore_errors=True)

        if self.html is not None and self.pages:
            _write(self.html / "index.html", index_page(self.pages).encode())


def fingerprint(data: bytes, *settings: object) -> str:
    """What a report is made of: the match, the engine and how it looked."""
    import barpoint

    return sha256(data + repr((barpoint.__version__, *settings)).encode()).hexdigest()


def _write(path: Path, data: bytes) -> None:
    temporary = path.with_name(path.name + ".part")
    temporary.write_bytes(data)
    temporary.replace(path)
