"""Damaged match files for every reader, without end: nothing but the documented ValueError may come of one.

    python -m tests.notation.files.fuzz_readers [SECONDS] [SEED]

The short run is a test (`test_fuzz_readers`); this is the long one. It prints what it tried, and the input that
broke something.
"""

import random
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from barpoint.notation.files.event_log import write_log
from barpoint.notation.files.ibf_sheet import write_sheet
from barpoint.notation.files.mat import write_mat
from barpoint.notation.files.match_files import read_bytes
from barpoint.notation.files.sgf import write_sgf
from barpoint.notation.record.event_recorder import canonical, record_of
from barpoint.notation.record.replayer import replay
from tests.notation.files.test_fibs import (
    GMD,
    JAVA,
    START,
)
from tests.notation.files.test_sgf import MATCH
from tests.notation.handmade_matches import played
from tests.notation.record_texts import DIALECTS

SAMPLES = Path(__file__).parents[4] / "shared" / "data" / "samples"
WORDS = (
    b"(", b")", b";", b"[", b"]", b"\\", b":", b"/", b"*", b"(9)", b"25", b"0", b"bar", b"off", b"\xff", b"\x00", b"\n",
    b"Doubles => 2", b" Takes", b" Drops", b"Wins 3 points", b"Game 1", b"99999999999", b"-1", b"x4", b"resign 3",
    b"{}", b'"type":"Played"', b"66:", b"W[double]", b"AE[a:z]", b"CV[64]", b"CP[b]", b"AW[y]", "\u0661".encode(),
    b"null", b"XGID=", b"board:",
)  # fmt: skip


def seeds() -> list[bytes]:
    """Sound files to begin with: our own, and the samples where they are."""
    events = played(3, 7)
    record = record_of(events)
    made = [text.encode() for text in (*DIALECTS.values(), GMD, JAVA, START)]
    made += [MATCH, write_sgf(record), write_mat(record).encode(), write_sheet(record).encode(), write_log(events[:80])]
    if SAMPLES.is_dir():
        found = [path for path in sorted(SAMPLES.rglob("*")) if path.is_file() and path.suffix not in (".xz", ".md")]
        made += [path.read_bytes() for path in found]
    return made


def damaged(source: bytes, rng: random.Random, others: Sequence[bytes], words: Sequence[bytes] = WORDS) -> bytes:
    """The file with some of it lost, doubled, moved, or mixed with another's."""
    data = bytearray(source)
    for _ in range(rng.choice((1, 1, 2, 3, 8))):
        at = rng.randrange(len(data) + 1)
        end = min(len(data), at + rng.choice((1, 2, 5, 20, 200)))
        match rng.randrange(7):
            case 0:
                del data[at:end]
            case 1:
                data[at:at] = rng.choice(words)
            case 2:
                data[at:end] = rng.randbytes(end - at)
            case 3:
                data[at:at] = data[at:end] * rng.choice((1, 2, 30))
            case 4:
                other = rng.choice(others)
                cut = rng.randrange(len(other))
                data[at:at] = other[cut : cut + 100]
            case 5:
                for place in range(at, min(end, at + 5)):
                    data[place] ^= 1 << rng.randrange(8)
            case _:
                del data[end:]
    return bytes(data)


def survives(data: bytes) -> bool:
    """Whether the file is read; anything but a ValueError goes through."""
    try:
        loaded = read_bytes(data)
    except ValueError:
        return False
    for lenient in (False, True):
        canonical(replay(loaded.record, lenient=lenient))
    return True


def main() -> None:
    """Run for so many seconds."""
    seconds, seed = float([*sys.argv, "600"][1]), int([*sys.argv, "", "1"][2] or 1)
    rng, held = random.Random(seed), seeds()
    tried = read = 0
    slowest = 0.0
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        data = damaged(rng.choice(held), rng, held)
        began = time.process_time()
        try:
            read += survives(data)
        except Exception:
            Path("fuzz-failure.bin").write_bytes(data)
            raise
        slowest = max(slowest, time.process_time() - began)
        tried += 1
    sys.stdout.write(f"{tried} damaged files, {read} still read, slowest {slowest:.2f} s of processor time\n")


if __name__ == "__main__":
    main()
