"""The short way of a line: which bytes are a whole message, and how a text is framed; the library is the judge."""

from itertools import pairwise
from queue import Queue
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.client import ClientProtocol
from websockets.frames import Frame, Opcode
from websockets.protocol import State
from websockets.uri import parse_uri

from barpoint.web.live.websocket_transport import (
    WebSocketTransport,
    frame_end,
    frame_text,
    is_whole,
    whole_text,
)

LARGEST = 70_000


def sent(text: bytes, opcode: Opcode = Opcode.TEXT, *, fin: bool = True) -> bytes:
    """A client's frame as the library writes it."""
    return Frame(opcode, text, fin).serialize(mask=True)


@pytest.mark.parametrize("length", [0, 1, 125, 126, 127, 65_535, 65_536])
def test_a_text_in_one_frame_is_read_whatever_its_length(length: int) -> None:
    data = sent(b"x" * length)
    assert whole_text(data, LARGEST) == "x" * length
    assert is_whole(data)


@given(st.text(max_size=300))
def test_what_is_read_is_what_was_written(text: str) -> None:
    assert whole_text(sent(text.encode()), LARGEST) == text


@pytest.mark.parametrize(
    ("data", "whole"),
    [
        (sent(b"a fragm", fin=False), False),
        (sent(b"ent", Opcode.CONT), False),
        (sent(b"", Opcode.PING), True),
        (sent(b"bytes", Opcode.BINARY), True),
        (sent(b"\xff\xfe"), True),  # no UTF-8: the library hangs up
        (Frame(Opcode.TEXT, b"without a mask").serialize(mask=False), False),
    ],
    ids=["begun", "continued", "ping", "binary", "no text", "unmasked"],  # masks differ
)
def test_anything_else_is_left_to_the_library(data: bytes, *, whole: bool) -> None:
    assert whole_text(data, LARGEST) is None
    assert is_whole(data) is whole


@pytest.mark.parametrize("length", [0, 1, 125, 126, 127, 65_535, 65_536])
def test_where_a_frame_ends_is_known_from_its_head_and_never_too_early(length: int) -> None:
    frame = sent(b"x" * length)
    assert frame_end(frame, 0) == len(frame)
    assert frame_end(b"before" + frame + b"after", 6) == 6 + len(frame)
    for came in range(min(20, len(frame))):
        assert came < frame_end(frame[:came], 0) <= len(frame)


class Line(WebSocketTransport):
    """A line whose library only notes what it is given."""

    def __init__(self, *, busy: bool = False) -> None:
        self.taken: list[str] = []
        self.left: list[bytes] = []
        self.queue: Queue[object] = Queue()  # type: ignore[assignment]  # the library's has the same `empty`
        self.close_sent = False
        self.config = SimpleNamespace(ws_max_size=LARGEST)  # type: ignore[assignment]  # all that is asked of it
        self._in_step = True
        self.take = lambda text: not busy and not self.taken.append(text)  # type: ignore[func-returns-value]


@pytest.fixture(autouse=True)
def _library(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(WebSocketsSansIOProtocol, "data_received", lambda line, data: line.left.append(data))


@given(st.lists(st.text(max_size=200), max_size=6), st.data())
def test_texts_are_taken_however_the_network_cuts_and_joins_them(texts: list[str], data: st.DataObject) -> None:
    stream = b"".join(sent(text.encode()) for text in texts)
    cuts = sorted(data.draw(st.lists(st.integers(0, len(stream)), max_size=8)))
    line = Line()
    for begin, end in pairwise([0, *cuts, len(stream)]):
        line.data_received(stream[begin:end])
    assert (line.taken, line.left) == (texts, [])


@given(st.data())
def test_what_the_library_has_to_see_reaches_it_in_order_and_whole(data: st.DataObject) -> None:
    begun = [sent(b"a fragm", fin=False), sent(b"ent", Opcode.CONT)]
    frames = [sent(b"one"), sent(b"", Opcode.PING), sent(b"two"), *begun, sent(b"three")]
    stream = b"".join(frames)
    cuts = sorted(data.draw(st.lists(st.integers(0, len(stream)), max_size=8)))
    line = Line()
    for begin, end in pairwise([0, *cuts, len(stream)]):
        line.data_received(stream[begin:end])
    assert line.taken == ["one", "two"]
    assert b"".join(line.left) == frames[1] + b"".join(frames[3:])


def test_what_nobody_takes_goes_the_usual_way_and_the_line_stays_in_step() -> None:
    line = Line(busy=True)
    line.data_received(sent(b"one")[:3])
    assert line.left == []
    one = sent(b"one")
    line = Line(busy=True)
    line.data_received(one + sent(b"two"))
    assert (line.left[0], len(line.left)) == (one, 2)
    line.take = line.taken.append  # type: ignore[assignment]
    line.data_received(sent(b"three"))
    assert line.taken == ["three"]


def test_a_frame_that_says_it_is_too_large_is_not_waited_for() -> None:
    line = Line()
    head = sent(b"x" * (LARGEST + 20))[:14]
    line.data_received(head)
    assert line.left == [head]


def test_a_message_that_is_too_large_is_left_to_the_library() -> None:
    assert whole_text(sent(b"x" * 101), 100) is None


@pytest.mark.parametrize("length", [0, 125, 126, 65_535, 65_536])
def test_a_client_reads_what_was_framed(length: int) -> None:
    client = ClientProtocol(parse_uri("ws://here/"), state=State.OPEN)
    client.receive_data(frame_text(b"x" * length))
    (frame,) = client.events_received()
    assert isinstance(frame, Frame)
    assert (frame.opcode, bytes(frame.data), frame.fin) == (Opcode.TEXT, b"x" * length, True)
