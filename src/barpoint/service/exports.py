"""A match as a file: its own log, or a form other programs read."""

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from barpoint.match.events import AnyEvent, decode
from barpoint.notation.log import write_log
from barpoint.notation.mat import write_mat
from barpoint.notation.recording import record_of
from barpoint.notation.sgf import write_sgf


class Form(NamedTuple):
    """How a match is written, and what a browser should take it for."""

    write: Callable[[Sequence[AnyEvent]], bytes]
    suffix: str
    media_type: str


FORMATS: Final[dict[str, Form]] = {
    "log": Form(write_log, "jsonl", "application/jsonl"),
    "mat": Form(lambda events: write_mat(record_of(events)).encode(), "mat", "text/plain"),
    "sgf": Form(lambda events: write_sgf(record_of(events)), "sgf", "application/x-go-sgf"),
}


def export(form: str, log: Sequence[bytes]) -> bytes:
    """A match's log in one of `FORMATS`."""
    return FORMATS[form].write([decode(line) for line in log])
