"""`python -m tests.faults.stepped_server FILE serve ...`: the program on a machine whose wall clock can be set.

Eight bytes of the file say by how many milliseconds the clock on the wall differs; whoever writes them sets the clock,
while the program runs. Time that passes (`time.monotonic`, the clock since boot) is the machine's own.
"""

import mmap
import struct
import sys
import time
from pathlib import Path


def set_wall(file: Path) -> None:
    """Let this process see the wall clock as the file says."""
    with file.open("rb") as handle:
        shown = mmap.mmap(handle.fileno(), 8, prot=mmap.PROT_READ)
    wall_ns = time.time_ns

    def stepped_ns() -> int:
        offset: int = struct.unpack("<q", shown[:8])[0]
        return wall_ns() + offset * 1_000_000

    time.time_ns = stepped_ns
    time.time = lambda: stepped_ns() / 1e9


def main() -> None:
    """Set the clock, then be the program."""
    set_wall(Path(sys.argv.pop(1)))
    from barpoint.__main__ import main as barpoint

    barpoint()


if __name__ == "__main__":
    main()
