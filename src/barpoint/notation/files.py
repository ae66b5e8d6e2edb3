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
from barpoint.notation.record import LONGEST_FILE, MatchRecord
from barpoint.notation.replaying import Replay, replay
from barpoint.notation.unpacking import inflated


class Form(msgspec.Struct, frozen=True):
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
        Form("log", "Barpoint's own log, one event a line", (".jsonl",)),
        Form("mat", "Jellyfish text (.mat), as XG, gnubg, Galaxy, Studio and FIBS clients write it", (".mat", ".txt"),
             "mat_reader:read_mat", "mat:write_mat"),
        Form("sgf", "Smart Game Format, gnubg's own", (".sgf",), "sgf:read_sgf", "sgf:write_sgf", binary=True),
        Form("sheet", "IBF score sheet as text", (".ibf",), "ibf_sheet:read_sheet", "ibf_sheet:write_sheet"),
        Form("pdf", "IBF score sheet to print", (".pdf",), "", "ibf_print:sheet_pdf"),
        Form("html", "a replay in one page, offline", (".html",), "", "replay_html:replay_page", shows=True),
        Form("gif", "an animated picture", (".gif",), "", "gif:replay_gif", shows=True),
        Form("svg", "the last board as a picture", (".svg",), "", "still:last_svg", shows=True),
        Form("png", "the last board as a picture", (".png",), "", "still:last_png", shows=True),
        Form("javafibs", "JavaFIBS match log", (".match",), "fibs_logs:read_javafibs"),
        Form("gmd", "gibbon match data", (".gmd",), "fibs_logs:read_gmd"),
        Form("fibs", "FIBS board line", (".fibs",), "fibs:fibs_record"),
        Form("position", "position text of XG or BGBlitz, or any position id", (), "text_position:read_text_position"),
        Form("bgf", "BGBlitz match", (".bgf",), "bgf:read_bgf", "", binary=True),
        Form("xg", "eXtreme Gammon match or position", (".xg", ".xgp"), "xg:read_xg", "", binary=True),
    )
}  # fmt: skip
"""Every form, in the order a list shows them."""

ENDINGS: Final = frozenset(
    ending for form in FORMS.values() if form.reads or form.name == "log" for ending in form.endings
)
"""What files in a folder are looked at by; `.gz` may follow."""


class Loaded(msgspec.Struct, frozen=True):
    """A file that was read: its form, its record, and its events if it is a log."""

    form: str
    record: MatchRecord
    events: tuple[AnyEvent, ...] = ()


def read_path(path: Path) -> Loaded:
    """Read a file of any form; a file larger than any match is refused unread."""
    size = path.stat().st_size
    if size > LONGEST_FILE:
        raise ValueError(f"a match file has at most {LONGEST_FILE:,} bytes, not {size:,}")
    return read_bytes(path.read_bytes())


def read_bytes(data: bytes) -> Loaded:
    """Read what a file holds, packed by gzip or not."""
    if len(data) > LONGEST_FILE:
        raise ValueError(f"a match file has at most {LONGEST_FILE:,} bytes, not {len(data):,}")
    if data[:2] == b"\x1f\x8b":
        data = inflated(data, gzip=True)
    form = detect(data)
    if form.name == "log":
        from barpoint.notation.log import read_log
        from barpoint.notation.recording import record_of

        events = read_log(data)
        return Loaded(form.name, record_of(events), events)
    if not form.reads:
        raise ValueError(f"a file of this form is not supported: {form.title}")
    return Loaded(form.name, _function(form.reads)(data if form.binary else decode_text(data)))


def decode_text(data: bytes) -> str:
    """UTF-8 or UTF-16 with a mark, else the letters of Western Windows."""
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return data.decode("utf-16", "replace")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("cp1252", "replace")


def detect(data: bytes) -> Form:
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
    from barpoint.notation.text_position import holds_position

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
)


def form_of(path: Path) -> Form:
    """The form that a name's ending asks for."""
    ending = path.suffix.lower()
    for form in FORMS.values():
        if ending in form.endings and (form.writes or form.name == "log"):
            return form
    endings = ", ".join(form.endings[0] for form in FORMS.values() if form.writes or form.name == "log")
    raise ValueError(f"the ending {ending or 'of ' + path.name!r} names no form that is written; expected {endings}")


def written(loaded: Loaded, form: Form, *, lenient: bool = False) -> bytes:
    """The match in another form; it is replayed first, and a record that is not legal is refused unless `lenient`."""
    if form.name != "log" and not form.writes:
        raise ValueError(f"the form {form.name} is read, not written")
    if loaded.events:
        return _from_log(loaded, form)
    replayed = replay(loaded.record, lenient=lenient)
    if replayed.problems and not lenient:
        raise ValueError(f"{replayed.problems[0]}; --lenient keeps it as it was recorded")
    return write_replay(replayed, form)


def _from_log(loaded: Loaded, form: Form) -> bytes:
    """A log's events were judged when they happened and are not judged again."""
    if form.name == "log":
        from barpoint.notation.log import write_log

        return write_log(loaded.events)
    write = _function(form.writes)
    return _made(write(loaded.record, loaded.events) if form.shows else write(loaded.record))


def write_replay(replayed: Replay, form: Form) -> bytes:
    """A replayed match in a form."""
    if form.name == "log":
        from barpoint.notation.log import write_log

        return write_log(replayed.events)
    from barpoint.notation.recording import canonical

    write = _function(form.writes)
    return _made(write(replayed.record, replayed.events) if form.shows else write(canonical(replayed)))


def _made(text: str | bytes) -> bytes:
    return text.encode() if isinstance(text, str) else text


def _function(name: str) -> Callable[..., Any]:
    module, _, function = name.partition(":")
    found: Callable[..., Any] = getattr(import_module(f"barpoint.notation.{module}"), function)
    return found
