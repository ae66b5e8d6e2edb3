"""`study_desk.StudyWorker`: a process that answers questions about positions, behind everything else on the machine.

A question is a line of JSON on its standard input; the answer is a line: `answer` or `malformed`, a space, and JSON. It
is started with the first question and ends after a while without any.
"""

import asyncio
import contextlib
import os
import sys
from pathlib import Path
from typing import Final

import msgspec

_NICE: Final = 10
_IDLE: Final = 300.0
"""Seconds after which a process that nobody asks is ended."""
_MOST_KEPT: Final = 200
"""Rollouts whose games are kept to go on with."""
_LINE: Final = 1 << 22


class StudentProcess:
    """Starts the process when somebody asks, and a new one if it has died or takes too long."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._process: asyncio.subprocess.Process | None = None
        self._idle: asyncio.TimerHandle | None = None

    async def answer(self, question: bytes) -> bytes:
        """The answer as JSON; ValueError says what is wrong with the question."""
        if self._idle is not None:
            self._idle.cancel()
        try:
            line = await self._ask(question)
            if not line:  # the process has died meanwhile: another one is asked, once
                await self.close()
                line = await self._ask(question)
            kind, _, data = line.partition(b" ")
        except BaseException:  # whoever gives up leaves a process that would answer the wrong question
            await self.close()
            raise
        self._idle = asyncio.get_running_loop().call_later(_IDLE, self._end)
        if kind == b"malformed":
            raise ValueError(msgspec.json.decode(data, type=str))
        if kind != b"answer":
            await self.close()
            raise RuntimeError("the studying process ended")
        return data

    async def close(self) -> None:
        """End the process."""
        if self._idle is not None:
            self._idle.cancel()
        process = self._end()
        if process is not None:
            await process.wait()

    async def _ask(self, question: bytes) -> bytes:
        if self._process is None or self._process.returncode is not None:
            self._process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-P", "-m", "barpoint.adapters.analysts.student", str(self._folder)),
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                stderr=asyncio.subprocess.DEVNULL,
                limit=_LINE,
            )
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        with contextlib.suppress(ConnectionError):
            self._process.stdin.write(question + b"\n")
            await self._process.stdin.drain()
        return (await self._process.stdout.readline()).rstrip(b"\n")

    def _end(self) -> asyncio.subprocess.Process | None:
        process, self._process = self._process, None
        if process is not None and process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
        return process


def main() -> None:
    """The process: answer line after line."""
    from barpoint.service.analysis import StudyQuestion, answer_study

    if hasattr(os, "nice"):
        os.nice(_NICE)
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    out = sys.stdout.buffer
    for line in sys.stdin.buffer:
        try:
            answer = b"answer " + msgspec.json.encode(
                answer_study(msgspec.json.decode(line, type=StudyQuestion), folder)
            )
        except ValueError as wrong:
            answer = b"malformed " + msgspec.json.encode(str(wrong))
        out.write(answer + b"\n")
        out.flush()
        _forget_old(folder)


def _forget_old(folder: Path) -> None:
    """Keep the rollouts that were played last."""
    kept = sorted(folder.glob("*.npz"), key=lambda path: path.stat().st_mtime, reverse=True)
    for path in kept[_MOST_KEPT:]:
        path.unlink(missing_ok=True)


if __name__ == "__main__":
    main()
