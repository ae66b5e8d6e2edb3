"""The short way of a line: which bytes are a whole message, and how a text is framed; the library is the judge."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from websockets.client import ClientProtocol
from websockets.frames import Frame, Opcode
from websockets.protocol import State
from websockets.uri import parse_uri

from barpoint.web.line import framed, is_whole, whole_text

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
        (sent(b"longer than allowed")[:-1], False),  # a piece
        (sent(b"one") + sent(b"two"), False),
        (sent(b"a fragm", fin=False), False),
        (sent(b"ent", Opcode.CONT), False),
        (sent(b"", Opcode.PING), True),
        (sent(b"bytes", Opcode.BINARY), True),
        (sent(b"\xff\xfe"), True),  # no UTF-8: the library hangs up
        (Frame(Opcode.TEXT, b"without a mask").serialize(mask=False), False),
        (b"", False),
        (b"\x81", False),
    ],
    ids=[
        "piece",
        "two",
        "begun",
        "continued",
        "ping",
        "binary",
        "no text",
        "unmasked",
        "nothing",
        "one byte",
    ],  # masks differ
)
def test_anything_else_is_left_to_the_library(data: bytes, *, whole: bool) -> None:
    assert whole_text(data, LARGEST) is None
    assert is_whole(data) is whole


def test_a_message_that_is_too_large_is_left_to_the_library() -> None:
    assert whole_text(sent(b"x" * 101), 100) is None


@pytest.mark.parametrize("length", [0, 125, 126, 65_535, 65_536])
def test_a_client_reads_what_was_framed(length: int) -> None:
    client = ClientProtocol(parse_uri("ws://here/"), state=State.OPEN)
    client.receive_data(framed(b"x" * length))
    (frame,) = client.events_received()
    assert isinstance(frame, Frame)
    assert (frame.opcode, bytes(frame.data), frame.fin) == (Opcode.TEXT, b"x" * length, True)
