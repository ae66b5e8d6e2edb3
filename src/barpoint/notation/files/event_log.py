"""Barpoint's own log: one event a line as JSON, the lossless form of a match."""

from collections.abc import Iterable

from barpoint.match import fold_match
from barpoint.match.events import AnyEvent, decode, encode


def write_log(events: Iterable[AnyEvent]) -> bytes:
    """The events as JSON lines."""
    return b"".join(encode(event) + b"\n" for event in events)


def read_log(data: bytes) -> tuple[AnyEvent, ...]:
    """The events of a log that folds; ValueError names the line."""
    events = []
    for number, line in enumerate(data.splitlines(), 1):
        if not line.strip():
            continue
        try:
            events.append(decode(line))
        except ValueError as malformed:
            raise ValueError(f"line {number}: {malformed}") from malformed
    try:
        fold_match(events)
    except ValueError:
        raise
    except Exception as broken:  # an event that cannot follow those before it, in a log nobody here wrote
        raise ValueError(f"these events are not the log of one match: {broken!r}") from broken
    return tuple(events)
