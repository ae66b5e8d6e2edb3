"""Processes that compile kernels: one for a single miss, several for the work of a whole group.

A work is "module:function": a function without arguments that does once whatever needs the kernels of a kind. What it
computes is of no interest; the kernels it leaves on disk are. Works run side by side, one a core; a mark on disk says
that a work is done. A single miss goes to a process that waits for more of them, and ends when none come.

Nothing is lost if no process can be started: whoever asks compiles for itself, for its own processor.
"""

import atexit
import os
import pickle
import struct
import subprocess
import sys
import time
from collections.abc import Collection, Mapping
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from threading import Lock, Timer
from typing import IO, Any, Final

from barpoint.jit_cache import INTO, compiling_forbidden, compiling_here, kernel_folders, writable_folder
from barpoint.jit_tier import tier
from barpoint.progress import step

_TITLE: Final = "compiling for {tier}, once"
_IDLE: Final = 8.0
"""Seconds after which a process that no miss comes to is ended."""
_STALE: Final = 10.0
"""Seconds after which whoever claimed a work and has not touched the claim is taken for dead."""
_LENGTH: Final = struct.Struct("<I")


def run_works(works: Mapping[str, Collection[str]]) -> None:
    """Have every work done that no mark says is done, on all cores; each after those it names."""
    if compiling_here() or compiling_forbidden():
        return
    waiting = [work for work in works if not is_done(work)]
    if not waiting:
        return
    folder = writable_folder()
    before = _count(folder)
    kept = f"{{}} compiled kernels in {folder}; the same command goes on from here"
    with step(_TITLE.format(tier=tier().name), kept=lambda: kept.format(_count(folder))) as report:
        running: dict[str, subprocess.Popen[bytes]] = {}
        try:
            while waiting or running:
                waiting = [work for work in waiting if not is_done(work)]
                for work in [work for work in waiting if not {*waiting, *running} & {*works[work]}]:
                    if len(running) < cores() and _claim(folder, work):
                        waiting.remove(work)
                        running[work] = _start(folder, work)
                for work in running:
                    os.utime(_claim_of(folder, work))
                report(now=f"{_count(folder) - before} kernels")
                time.sleep(0.1)
                for work in [work for work, process in running.items() if process.poll() is not None]:
                    if running.pop(work).returncode == 0:
                        _mark(folder, work).touch()
                    _claim_of(folder, work).rmdir()
        except OSError:  # no process can be started here
            return
        finally:
            for work, process in running.items():
                process.kill()
                process.wait()
                with suppress(OSError):
                    _claim_of(folder, work).rmdir()


def cores() -> int:
    """How many processes may run side by side."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _mark(folder: Path, work: str) -> Path:
    return folder / f"{work.replace(':', '.')}.done"


def is_done(work: str) -> bool:
    """Whether what a work compiles is on disk."""
    return any(_mark(folder, work).exists() for folder in kernel_folders())


def _claim_of(folder: Path, work: str) -> Path:
    return folder / f"{work.replace(':', '.')}.claim"


def _claim(folder: Path, work: str) -> bool:
    """Take a work, unless a process that is alive has it: whoever has one touches its claim all the time."""
    claim = _claim_of(folder, work)
    try:
        claim.mkdir()
    except FileExistsError:
        with suppress(OSError):
            if time.time() - claim.stat().st_mtime > _STALE:
                os.utime(claim)
                return True
        return False
    return True


def _count(folder: Path) -> int:
    return sum(1 for _ in folder.glob("*.nbc"))


def _start(folder: Path, *words: str) -> subprocess.Popen[bytes]:
    """A process that compiles into a folder: the works named, or what it is asked for on its standard input."""
    own = {name: value for name, value in os.environ.items() if not name.startswith("NUMBA_")}
    paths = [path or str(Path.cwd()) for path in sys.path]
    code = f"import sys; sys.path[:] = {paths!r}; from barpoint.jit_worker import main; main()"
    return subprocess.Popen(  # noqa: S603  # our own words
        [sys.executable, "-P", "-c", code, *words],
        env=own | tier().environment | {INTO: str(folder)},
        stdin=subprocess.DEVNULL if words else subprocess.PIPE,
        stdout=subprocess.DEVNULL if words else subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        start_new_session=True,  # Ctrl+C is for whoever asked
    )


class _Waiting:
    """The process for single misses, started when one comes and ended when no more do."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._timer: Timer | None = None

    def compile(self, module: str, name: str, sig: Any) -> None:
        """Have one kernel compiled for one set of types; the cache shows whether it could be."""
        from numba.core import serialize

        library: Any = serialize  # it has no types
        frame = library.dumps((module, name, sig))
        with self._lock:
            if self._timer is not None:
                self._timer.cancel()
            process = self._process = self._process or _start(writable_folder())
            assert process.stdin is not None
            assert process.stdout is not None
            try:
                process.stdin.write(_LENGTH.pack(len(frame)) + frame)
                process.stdin.flush()
                answer = process.stdout.read(1)
            except BaseException:
                self._end()
                raise
            if not answer:  # it has died
                self._end()
                return
            self._timer = Timer(_IDLE, self.end)
            self._timer.daemon = True
            self._timer.start()

    def end(self) -> None:
        """End the process, if there is one."""
        with self._lock:
            self._end()

    def _end(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.communicate()
            self._process = None


_waiting = _Waiting()
atexit.register(_waiting.end)


def compile_apart(module: str, name: str, sig: Any) -> None:
    """Have another process compile one kernel for one set of types."""
    title = _TITLE.format(tier=tier().name)
    with suppress(OSError), step(title, kept="what was compiled before") as report:
        report(now=name)
        _waiting.compile(module, name, sig)


def _answer(asked: IO[bytes], answers: IO[bytes]) -> None:
    """Compile what is asked for until nobody asks any more."""
    while length := asked.read(_LENGTH.size):
        module, name, sig = pickle.loads(asked.read(*_LENGTH.unpack(length)))  # noqa: S301  # from whoever started us
        try:
            kernel: Any = import_module(module)
            for part in name.split("."):
                kernel = getattr(kernel, part)
            kernel.compile(sig)
        except Exception:  # whoever asked compiles for itself, and sees the error
            answers.write(b"0")
        else:
            answers.write(b"1")
        answers.flush()


def main() -> None:
    """The process: do the works named, or answer."""
    if works := sys.argv[1:]:
        for work in works:
            module, function = work.split(":")
            getattr(import_module(module), function)()
        return
    _answer(sys.stdin.buffer, sys.stdout.buffer)
