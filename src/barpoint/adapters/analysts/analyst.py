"""`analysis_queue.Analyst`: a process of its own for each analysis, behind everything else the machine has to do.

The process gets the match's log on its standard input and answers with a line `done total` for every question
weighed, then with `found` and the analysis as JSON.
"""

import asyncio
import contextlib
import os
import sys
from collections.abc import Sequence
from typing import Final

from barpoint import __version__
from barpoint.service.people import ProgressListener

_LONGEST: Final = 3_600
"""Seconds after which an analysis is given up."""
_NICE: Final = 10


class AnalystProcess:
    """Starts the process, listens to it, and ends it when nobody waits any more."""

    engine = __version__

    async def analyse(self, log: Sequence[bytes], plies: int, listener: ProgressListener) -> bytes:
        """The analysis as JSON."""
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-P", "-m", "barpoint.adapters.analysts.analyst", str(plies)),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL,
        )
        try:
            async with asyncio.timeout(_LONGEST):
                return await _converse(process, log, listener)
        finally:
            if process.returncode is None:
                with contextlib.suppress(ProcessLookupError):
                    process.kill()
                await process.wait()


async def _converse(process: asyncio.subprocess.Process, log: Sequence[bytes], listener: ProgressListener) -> bytes:
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(b"\n".join(log))
    process.stdin.close()
    while (line := await process.stdout.readline()) and line != b"found\n":
        done, total = map(int, line.split())
        listener(done, total)
    analysis = await process.stdout.read()
    if await process.wait() or not analysis:
        raise RuntimeError(f"the analysing process ended with {process.returncode}")
    return analysis


def main() -> None:
    """The process: judge the match on standard input."""
    import msgspec

    from barpoint.engine import analyse
    from barpoint.match.events import decode

    if hasattr(os, "nice"):
        os.nice(_NICE)
    out = sys.stdout.buffer

    def tell(done: int, total: int) -> None:
        out.write(b"%d %d\n" % (done, total))
        out.flush()

    analysis = analyse([decode(line) for line in sys.stdin.buffer.read().splitlines()], int(sys.argv[1]), progress=tell)
    out.write(b"found\n" + msgspec.json.encode(analysis))
    out.flush()


if __name__ == "__main__":
    main()
