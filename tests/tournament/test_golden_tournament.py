"""Logs of earlier releases fold to what they folded to."""

from typing import get_args

import msgspec

from barpoint.tournament import fold
from barpoint.tournament.archive import archive
from barpoint.tournament.events import AnyEvent, DrawChanged, SwissChanged, decode, encode
from tests.tournament.record_tournament import FOLDER, scripted

LOG = (FOLDER / "tournament.jsonl").read_bytes().splitlines()


def test_the_stored_log_comes_to_its_archive() -> None:
    state = fold(decode(line) for line in LOG)
    assert msgspec.json.decode(msgspec.json.encode(archive(state))) == msgspec.json.decode(
        (FOLDER / "archive.json").read_bytes()
    )


def test_every_kind_of_event_is_in_it() -> None:
    seen = {type(decode(line)) for line in LOG}
    assert {kind.__name__ for kind in get_args(AnyEvent)} - {kind.__name__ for kind in seen} == set()


def test_lines_are_written_as_they_are_read() -> None:
    assert [encode(decode(line)) for line in LOG] == LOG


def test_the_script_still_writes_a_log_that_means_the_same() -> None:
    again = scripted()
    assert archive(again.state) == archive(fold(decode(line) for line in LOG))
    assert any(isinstance(event, DrawChanged) for event in again.log)
    assert any(isinstance(event, SwissChanged) for event in again.log)
