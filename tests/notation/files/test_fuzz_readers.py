"""Whatever a file holds, a reader reads it or says in a ValueError why not; `fuzz_readers` is the long run."""

import gzip
import random
import time
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from barpoint.notation.files.match_files import read_bytes, read_path
from barpoint.notation.record.match_record import LONGEST_FILE
from tests.notation.files.fuzz_readers import (
    damaged,
    seeds,
    survives,
)

SEEDS = [seed for seed in seeds() if len(seed) < 20_000]


@given(st.sampled_from(SEEDS), st.integers(0, 2**32))
@settings(max_examples=120, deadline=None)
def test_a_damaged_file_is_read_or_refused(seed: bytes, chance: int) -> None:
    survives(damaged(seed, random.Random(chance), SEEDS))


@given(st.binary(max_size=300))
@settings(max_examples=100, deadline=None)
def test_noise_is_read_or_refused(data: bytes) -> None:
    survives(data)


@pytest.mark.parametrize(
    "start", [b"", b"(;GM[6]C[", b" 7 point match\n Game 1\n", b'{"type":"MatchStarted"', b"board:"]
)
def test_a_line_of_fifty_megabytes_is_refused_unread(start: bytes, tmp_path: Path) -> None:
    path = tmp_path / "long.mat"
    with path.open("wb") as file:
        file.write(start)
        file.truncate(50_000_000)
    with pytest.raises(ValueError, match="at most 20,000,000 bytes"):
        read_path(path)


def test_a_packed_file_that_unfolds_without_end_is_refused() -> None:
    bomb = gzip.compress(b" " * (LONGEST_FILE + 1_000_000), 9)
    assert len(bomb) < 100_000
    with pytest.raises(ValueError, match="unpacked"):
        read_bytes(bomb)


@pytest.mark.parametrize(
    "data",
    [
        b" 7 point match\n Game 1\n a" + b" " * 480 + b":1" + b" " * 480 + b"x" + b" " * 480 + b"y\n",
        b"; [a" + b" " * 1900 + b"\n" + b"; [" + b" " * 1900,
        b" 7 point match\n Game 1\n A : 0  B : 0\n  1) 31: 8/5" + b" " * 1900 + b"x",
        b"IBF score sheet\nMatch: 1 point\n1) x" + b" " * 400 + b"y" + b"  z" * 20,
        b"XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:7:10\nX:" + b" " * 150_000 + b"\n" * 20_000,
        b"\n" * 20_000 + b"Game",
        b"JavaFIBS internal match\n" + (b"14:" + b"-1:" * 300 + b"\n") * 200,
        b"(;GM[6]C[" + b"\\" * 500_001,
    ],
)
def test_no_text_keeps_a_pattern_busy(data: bytes) -> None:
    began = time.process_time()
    survives(data)
    assert time.process_time() - began < 1.5


def test_the_longest_file_that_is_taken_is_refused_quickly() -> None:
    for start, rest in ((b"(;GM[6]C[", b"x"), (b"(", b"("), (b" 7 point match\n", b"\n Game 1"), (b"(;", b"A[\\]")):
        survives(start + rest * (2_000_000 // len(rest)))
