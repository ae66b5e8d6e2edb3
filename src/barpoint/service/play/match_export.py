"""A match as a file: its own log, or a form other programs read."""

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from barpoint.match.events import AnyEvent, decode
from barpoint.notation import record_of
from barpoint.notation.files import (
    sheet_pdf,
    write_log,
    write_mat,
    write_protocol,
    write_score_sheets,
    write_sgf,
    write_sheet,
)


class ExportFormat(NamedTuple):
    """How a match is written, and what a browser should take it for."""

    write: Callable[[Sequence[AnyEvent]], bytes]
    suffix: str
    media_type: str


EXPORT_FORMATS: Final[dict[str, ExportFormat]] = {
    "log": ExportFormat(write_log, "jsonl", "application/jsonl"),
    "mat": ExportFormat(lambda events: write_mat(record_of(events)).encode(), "mat", "text/plain"),
    "score": ExportFormat(lambda events: write_score_sheets(record_of(events)).encode(), "score.txt", "text/plain"),
    "sheet": ExportFormat(lambda events: write_sheet(record_of(events)).encode(), "ibf", "text/plain"),
    "protocol": ExportFormat(lambda events: write_protocol(events).encode(), "protocol.txt", "text/plain"),
    "pdf": ExportFormat(lambda events: sheet_pdf(record_of(events)), "pdf", "application/pdf"),
    "sgf": ExportFormat(lambda events: write_sgf(record_of(events)), "sgf", "application/x-go-sgf"),
}


def export_match(form: str, log: Sequence[bytes]) -> bytes:
    """A match's log in one of `EXPORT_FORMATS`."""
    return EXPORT_FORMATS[form].write([decode(line) for line in log])
