"""Files of matches: which form a file has, its record, and the same match in another form.

The form is found by what a file holds, not by its name; a name's ending only decides what is written.
Anything that cannot be read is a ValueError. What a form cannot hold is left out (notes, clocks' times) or refused
(a position set by hand in `.mat`).
"""

import re
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any, Final

import msgspec

from barpoint.match.events import AnyEvent
from barpoint.notation.files.compression import inflate
from barpoint.notation.record.match_record import LONGEST_FILE, MatchRecord
from barpoint.notation.record.replayer import Replay, replay


class FileForm(msgspec.Struct, frozen=True):
    """A form a match may have: its name, what it is, its endings, and where it is read and written."""

    name: str
    title: str
    endings: tuple[str, ...]
    reads: str = ""  # module:function, of text or (`binary`) of bytes
    writes: str = ""  # module:function, of a record, or (`shows`) of a record and its events
    binary: bool = False
    shows: bool = False


FORMS: Final = {
    form.name: form
    for form in (
        FileForm("log", "Barpoint's own log, one event a line", (".jsonl",)),
        FileForm(
            "mat",
            "Jellyfish text (.mat), as XG, gnubg, Galaxy, Studio and FIBS clients write it",
            (".mat", ".txt"),
            "files.mat_reader:read_mat",
            "files.mat:write_mat",
        ),
        FileForm(
            "sgf", "Smart Game Format, gnubg's own", (".sgf",), "files.sgf:read_sgf", "files.sgf:write_sgf", binary=True
        ),
        FileForm(
            "sheet", "IBF score sheet as text", (".ibf",), "files.ibf_sheet:read_sheet", "files.ibf_sheet:write_sheet"
        ),
        FileForm(
            "score", "both players' score sheets, game by game", (".score",), "", "files.score_sheet:write_score_sheets"
        ),
        FileForm("pdf", "IBF score sheet to print", (".pdf",), "", "files.ibf_print:sheet_pdf"),
        FileForm(
            "html", "a replay in one page, offline", (".html",), "", "pictures.replay_html:replay_page", shows=True
        ),
        FileForm("gif", "an animated picture", (".gif",), "", "pictures.gif:replay_gif", shows=True),
        FileForm("svg", "the last board as a picture", (".svg",), "", "pictures.last_board:last_svg", shows=True),
        FileForm("png", "the last board as a picture", (".png",), "", "pictures.last_board:last_png", shows=True),
        FileForm("javafibs", "JavaFIBS match log", (".match",), "files.fibs_logs:read_javafibs"),
        FileForm("gmd", "gibbon match data", (".gmd",), "files.fibs_logs:read_gmd"),
        FileForm("fibs", "FIBS board line", (".fibs",), "ids.fibs_board:fibs_record"),
        FileForm(
            "position",
            "position text of XG or BGBlitz, or any position id",
            (),
            "files.text_position:read_text_position",
        ),
        FileForm("bgf", "BGBlitz match", (".bgf",), "files.bgf:read_bgf", "", binary=True),
        FileForm("xg", "eXtreme Gammon match or position", (".xg", ".xgp"), "files.xg:read_xg", "", binary=True),
    )
}
"""Every form, in the order a list shows them."""

ENDINGS: Final = frozenset(
    ending for form in FORMS.values() if form.reads or form.name == "log" for ending in form.endings
)
"""What files in a folder are looked at by; `.gz` may follow."""


class LoadedFile(msgspec.Struct, frozen=True):
    """A file that was read: its form, its record, and its events if it is a log."""

    form: str
    record: MatchRecord
    events: tuple[AnyEvent, ...] = ()


def read_path(path: Path) -> LoadedFile:
    """Read a file of any form; a file larger than any match is refused unread."""
    size = path.stat().st_size
    if size > LONGEST_FILE:
        raise ValueError(f"a match file has at most {LONGEST_FILE:,} bytes, not {size:,}")
    return read_bytes(path.read_bytes())


def read_bytes(data: bytes) -> LoadedFile:
    """Read what a file holds, packed by gzip or not."""
    if len(data) > LONGEST_FILE:
        raise ValueError(f"a match file has at most {LONGEST_FILE:,} bytes, not {len(data):,}")
    if data[:2] == b"\x1f\x8b":
        data = inflate(data, gzip=True)
    form = detect(data)
    if form.name == "log":
        from barpoint.notation.files.event_log import read_log
        from barpoint.notation.record.event_recorder import record_of

        events = read_log(data)
        return LoadedFile(form.name, record_of(events), events)
    if not form.reads:
        raise ValueError(f"a file of this form is not supported: {form.title}")
    return LoadedFile(form.name, _form_function(form.reads)(data if form.binary else decode_text(data)))


def decode_text(data: bytes) -> str:
    """UTF-8 or UTF-16 with a mark, else the letters of Western Windows."""
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return data.decode("utf-16", "replace")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("cp1252", "replace")


def detect(data: bytes) -> FileForm:
    """The form of a file by what it holds; ValueError if it is none."""
    head = data[:4096].lstrip(b"\xef\xbb\xbf \t\r\n")
    for mark, name in _MARKS:
        if head.startswith(mark):
            return FORMS[name]
    if head.startswith(b"{") and b'"type"' in head:
        return FORMS["log"]
    if head.startswith(b"(") and head[1:20].lstrip().startswith((b";", b"(")):
        return FORMS["sgf"]
    text = decode_text(data)
    from barpoint.notation.files.text_position import holds_position

    beginning = text[:20_000]
    if not _GAME.search(beginning) and holds_position(beginning):
        return FORMS["position"]
    if _GAME.search(beginning) or "point match" in beginning.lower() or head.startswith(b";"):
        return FORMS["mat"]
    known = ", ".join(form.name for form in FORMS.values() if form.reads or form.name == "log")
    raise ValueError(f"the file is none of the forms that are read: {known}")


_GAME: Final = re.compile(r"^[ \t]*Game[ \t]+\d", re.IGNORECASE | re.MULTILINE)
_MARKS: Final = (
    (b"RGMH", "xg"),
    (b'{"format":"BGF"', "bgf"),
    (b"JavaFIBS internal", "javafibs"),
    (b"GMD-", "gmd"),
    (b"board:", "fibs"),
    (b"IBF score sheet", "sheet"),
    (b"Event Title", "sheet"),
)


def form_of(path: Path) -> FileForm:
    """The form that a name's ending asks for."""
    ending = path.suffix.lower()
    for form in FORMS.values():
        if ending in form.endings and (form.writes or form.name == "log"):
            return form
    endings = ", ".join(form.endings[0] for form in FORMS.values() if form.writes or form.name == "log")
    wrong = f"the ending {ending!r} names no form that is written" if ending else f"{path.name!r} has no ending"
    raise ValueError(f"{wrong}; expected {endings}")


def convert_match(loaded: LoadedFile, form: FileForm, *, lenient: bool = False) -> bytes:
    """The match in another form; it is replayed first, and a record that is not legal is refused unless `lenient`."""
    if form.name != "log" and not form.writes:
        raise ValueError(f"the form {form.name} is read, not written")
    if loaded.events:
        return write_events(loaded.events, form)
    replayed = replay(loaded.record, lenient=lenient, in_order=loaded.form == "sheet")
    if replayed.problems and not lenient:
        raise ValueError(f"{replayed.problems[0]}; --lenient keeps it as it was recorded")
    return write_replay(replayed, form)


def write_events(events: tuple[AnyEvent, ...], form: FileForm) -> bytes:
    """A match's events in a form; they were judged when they happened and are not judged again."""
    if form.name == "log":
        from barpoint.notation.files.event_log import write_log

        return write_log(events)
    from barpoint.notation.record.event_recorder import record_of

    record = record_of(events)
    write = _form_function(form.writes)
    return _to_bytes(write(record, events) if form.shows else write(record))


def write_replay(replayed: Replay, form: FileForm) -> bytes:
    """A replayed match in a form."""
    if form.name == "log":
        from barpoint.notation.files.event_log import write_log

        return write_log(replayed.events)
    from barpoint.notation.record.event_recorder import canonical

    write = _form_function(form.writes)
    return _to_bytes(write(replayed.record, replayed.events) if form.shows else write(canonical(replayed)))


def _to_bytes(text: str | bytes) -> bytes:
    return text.encode() if isinstance(text, str) else text


def _form_function(name: str) -> Callable[..., Any]:
    module, _, function = name.partition(":")
    entry_point: Callable[..., Any] = getattr(import_module(f"barpoint.notation.{module}"), function)
    return entry_point
