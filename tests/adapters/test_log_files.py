"""Streams in plain files: all the writes or none, even across a crash."""

import asyncio
from pathlib import Path
from typing import Any

import msgspec
import pytest

from barpoint.adapters import log_files
from barpoint.adapters.log_files import LogFiles
from barpoint.service.ports import Appended, Conflict, StoredEvent, Write


def run(asked: Any) -> Any:
    return asyncio.run(asked)


def store(folder: Path) -> LogFiles:
    return LogFiles({"case:A": folder / "a.jsonl", "match:M": folder / "deep" / "m.jsonl"})


BOTH = [Write("case:A", 0, (b"1", b"2")), Write("match:M", 0, (b"3",))]


def test_what_is_appended_is_read_back_with_its_versions(tmp_path: Path) -> None:
    files = store(tmp_path)
    assert run(files.append(BOTH, "x")) == Appended({"case:A": 2, "match:M": 1})
    assert run(files.read("case:A")) == [StoredEvent(1, b"1"), StoredEvent(2, b"2")]
    assert run(files.read("case:A", 1)) == [StoredEvent(2, b"2")]
    assert run(files.read("case:B")) == []
    assert run(files.streams("match")) == ["match:M"]
    assert not list(tmp_path.glob(".*"))


def test_a_stale_version_writes_nothing_anywhere(tmp_path: Path) -> None:
    files = store(tmp_path)
    run(files.append(BOTH, "x"))
    late = [Write("case:A", 2, (b"4",)), Write("match:M", 0, (b"5",))]
    assert run(files.append(late, "y")) == Conflict("match:M", 1)
    assert len(run(files.read("case:A"))) == 2


def test_the_same_command_again_changes_nothing(tmp_path: Path) -> None:
    files = store(tmp_path)
    run(files.append(BOTH, "x"))
    assert run(files.append(BOTH, "x")) == Appended({"case:A": 2, "match:M": 1}, repeated=True)
    assert len(run(files.read("case:A"))) == 2


def test_a_crash_between_two_files_is_finished_by_whoever_opens_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    files, keep = store(tmp_path), log_files._write

    def crashing(path: Path, data: bytes, offset: int) -> None:
        if path.name == "m.jsonl":
            raise OSError("power cut")
        keep(path, data, offset)

    monkeypatch.setattr(log_files, "_write", crashing)
    with pytest.raises(OSError, match="power cut"):
        run(files.append(BOTH, "x"))
    monkeypatch.undo()
    assert not (tmp_path / "deep" / "m.jsonl").exists()
    again = store(tmp_path)
    assert [one.data for one in run(again.read("match:M"))] == [b"3"]
    assert [one.data for one in run(again.read("case:A"))] == [b"1", b"2"]


def test_an_unfinished_journal_never_began_and_an_unfinished_line_counts_for_nothing(tmp_path: Path) -> None:
    (tmp_path / ".barpoint-append").write_bytes(msgspec.json.encode(["half"])[:-3])
    (tmp_path / "a.jsonl").write_bytes(b"1\n2")
    files = store(tmp_path)
    assert [one.data for one in run(files.read("case:A"))] == [b"1"]
    assert run(files.append([Write("case:A", 1, (b"two",))], "x")) == Appended({"case:A": 2})
    assert (tmp_path / "a.jsonl").read_bytes() == b"1\ntwo\n"


def test_a_stream_without_a_file_is_malformed(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="no file is kept for case:B"):
        run(store(tmp_path).append([Write("case:B", 0, (b"1",))], "x"))
