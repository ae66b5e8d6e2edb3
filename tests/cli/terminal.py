"""A command under a pseudo-terminal: what it shows, and how long it is silent."""

import os
import pty
import select
import signal
import time
from dataclasses import dataclass


@dataclass(frozen=True)
class Shown:
    """What a command showed, its longest silence in seconds and after what it began, and its status."""

    text: str
    silence: float
    after: str
    status: int


def show(words: list[str], environment: dict[str, str], seconds: float, patience: float = 120) -> Shown:
    """Run a command; after so many seconds it gets one Ctrl+C, and `patience` more seconds to end."""
    child, terminal = pty.fork()
    if child == 0:
        signal.signal(signal.SIGINT, signal.SIG_DFL)  # as in a shell at a terminal, wherever the tests run
        os.execvpe(words[0], words, environment)  # noqa: S606  # in the child
    began = last = time.monotonic()
    out, silence, after, interrupted = b"", 0.0, b"", False
    while True:
        ready, _, _ = select.select([terminal], [], [], 0.1)
        now = time.monotonic()
        if ready:
            try:
                part = os.read(terminal, 1 << 16)
            except OSError:  # Linux: the other end is closed
                part = b""
            if now - last > silence:
                silence, after = now - last, out[-200:]
            if not part:
                break
            last, out = now, out + part
        if not interrupted and now - began > seconds:
            interrupted = True
            os.kill(child, signal.SIGINT)
        if now - began > seconds + patience:
            os.kill(child, signal.SIGKILL)
    _, status = os.waitpid(child, 0)
    os.close(terminal)
    return Shown(
        out.decode(errors="replace"), silence, after.decode(errors="replace"), os.waitstatus_to_exitcode(status)
    )
