"""Compiled kernels on disk: found where the package was installed, else in the user's cache folder.

Terms
-----
stamp       a digest of all kernel sources, of the versions of Numba and Python, and of the tier. Not of file times,
            paths or the machine: what was compiled elsewhere is found here if it fits, and an edit is noticed.
            (Numba's own cache looks only at the file of the function it compiles, and at the host's processor.)
shipped     the folder in the package that the build filled (hatch_build.py); only ever read. It is laid out like the
            user's cache folder.
miss        a kernel that is nowhere compiled for the types it is called with.

A miss is compiled by another process (`jit_worker`), because compiling takes memory that a process never gives back,
and because only a new process can be told the tier without touching the settings of this one.
`BARPOINT_COMPILING=forbidden` makes a miss an error.
"""

import hashlib
import os
import pickle
import sys
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path
from typing import Any, Final

import llvmlite
import numba
from numba.core.caching import _Cache
from numba.core.compiler import CompileResult
from numba.core.runtime.nrt import rtsys
from numba.core.serialize import dumps

from barpoint.jit_tier import NATIVE, Tier, processor, tier

_PACKAGE: Final = Path(__file__).parent
SHIPPED: Final = _PACKAGE / "shipped"
"""What was compiled and computed when the package was built, laid out like the user's cache folder."""
INTO: Final = "BARPOINT_COMPILES"
"""Set in a process that was started to compile: the folder it writes to."""
_SWITCH: Final = "BARPOINT_COMPILING"
_RESULT: Final[Any] = CompileResult  # Numba has no types
_DUMPS: Final[Any] = dumps


class CompilingForbiddenError(RuntimeError):
    """A kernel had to be compiled and must not be."""


def cache_home() -> Path:
    """The user's cache folder for Barpoint; `BARPOINT_CACHE` moves it."""
    if chosen := os.environ.get("BARPOINT_CACHE"):
        return Path(chosen)
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches" / "barpoint"
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", str(Path.home()))) / "barpoint" / "cache"
    return Path(os.environ.get("XDG_CACHE_HOME", str(Path.home() / ".cache"))) / "barpoint"


def stamp(asked: Tier) -> str:
    """What a folder of kernels is named after."""
    suffix = EXTENSION_SUFFIXES[0]  # names the Python, its build and the platform
    machine = processor() if asked is NATIVE else ""
    digest = hashlib.sha256(f"{numba.__version__} {llvmlite.__version__} {suffix} {asked} {machine}".encode())
    for source in sorted(_PACKAGE.rglob("*kernel*.py")):
        digest.update(source.relative_to(_PACKAGE).as_posix().encode() + b"\0")
        digest.update(source.read_bytes())
    return digest.hexdigest()[:16]


@cache
def _folder_name() -> str:
    return f"kernels-{stamp(tier())}"


def kernel_folders() -> tuple[Path, ...]:
    """Where compiled kernels are looked for, in order; none of them need exist."""
    if chosen := os.environ.get(INTO):
        return (Path(chosen),)
    return SHIPPED / _folder_name(), user_folder(), *_spare


_spare: list[Path] = []


def user_folder() -> Path:
    """Where this machine's own kernels are kept."""
    return cache_home() / _folder_name()


@cache
def writable_folder() -> Path:
    """The folder that misses are compiled into: the user's, or one that lasts as long as the process."""
    import atexit
    import shutil
    import tempfile

    folder = user_folder()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        tempfile.TemporaryFile(dir=folder).close()
    except OSError:
        folder = Path(tempfile.mkdtemp(prefix="barpoint-"))
        atexit.register(shutil.rmtree, folder, ignore_errors=True)
        _spare.append(folder)
    return folder


def compiling_here() -> bool:
    """Whether this process was started to compile."""
    return INTO in os.environ


def compiling_forbidden() -> bool:
    """Whether a miss is an error."""
    switch = os.environ.get(_SWITCH)
    if switch not in (None, "", "forbidden"):
        raise ValueError(f"{_SWITCH} takes forbidden or nothing, not {switch!r}")
    return switch == "forbidden"


class KernelCache(_Cache):
    """The compiled forms of one kernel, a file for each set of argument types.

    `compile_apart` is who has a miss compiled: by module, name and types.
    """

    def __init__(self, function: Callable[..., Any], compile_apart: Callable[[str, str, Any], None]) -> None:
        self._compile_apart = compile_apart
        self._module, self._name = function.__module__, function.__qualname__

    @property
    def cache_path(self) -> str:
        """The user's folder."""
        return str(user_folder())

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """The kernel for these types; None if whoever asks is to compile it."""
        rtsys.initialize(target_context)  # all that what is compiled needs; compiling refreshes everything by itself
        file = self._file(sig)
        data = _read(file)
        if data is None and not compiling_here():
            if compiling_forbidden():
                raise CompilingForbiddenError(f"{self._module}.{self._name} is not compiled for {sig}")
            self._compile_apart(self._module, self._name, sig)
            data = _read(file)
        return None if data is None else _RESULT._rebuild(target_context, *pickle.loads(data))  # noqa: S301, SLF001  # our own file

    def save_overload(self, sig: Any, data: Any) -> None:
        """Keep what was compiled, in a process that was started for it."""
        if not compiling_here():
            return
        if data.lifted or data.library.has_dynamic_globals:
            raise RuntimeError(
                f"{self._module}.{self._name} cannot be kept on disk: it holds what only this process has"
            )
        folder = Path(os.environ[INTO])
        folder.mkdir(parents=True, exist_ok=True)
        written = folder / f"{self._file(sig)}.{os.getpid()}.tmp"
        try:
            written.write_bytes(_DUMPS(data._reduce()))  # noqa: SLF001  # as Numba's own cache does
            written.replace(folder / self._file(sig))
        finally:
            with suppress(OSError):
                written.unlink(missing_ok=True)

    def _file(self, sig: Any) -> str:
        types = hashlib.sha256(repr(sig).encode()).hexdigest()[:16]
        return f"{self._module.removeprefix('barpoint.')}.{self._name}-{types}.nbc"

    def enable(self) -> None:
        """It always is."""

    def disable(self) -> None:
        """It never is."""

    def flush(self) -> None:
        """Nothing goes stale: an edited kernel has another folder."""


def _read(file: str) -> bytes | None:
    for folder in kernel_folders():
        with suppress(OSError):
            return (folder / file).read_bytes()
    return None
