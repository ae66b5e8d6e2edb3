"""How a kernel is compiled: one decorator, and a disk cache that notices every edit.

Numba's own cache looks only at the file of the function it compiles, so an edited callee in
another file would go unseen. The cache folder is therefore named after a hash of all kernel
sources, the Numba version and the machine's processor. Kernels release the GIL.

Compiling takes memory that a process never gives back: large kernels are compiled by a process of their own, once, and
only loaded by those who use them (`compiled_apart`).
"""

import hashlib
import os
import platform
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any, Literal, TypeVar, cast

import numba

Function = TypeVar("Function", bound=Callable[..., Any])

_PACKAGE = Path(__file__).parent


def cache_folder() -> Path:
    """Where compiled kernels are kept; `BARPOINT_CACHE` moves it."""
    digest = hashlib.sha256(f"{numba.__version__} {sys.version} {platform.machine()}".encode())
    for source in sorted(_PACKAGE.rglob("*kernel*.py")):
        digest.update(source.name.encode())
        digest.update(source.read_bytes())
    return cache_home() / f"kernels-{digest.hexdigest()[:16]}"


def cache_home() -> Path:
    """The user's cache folder for Barpoint."""
    if chosen := os.environ.get("BARPOINT_CACHE"):
        return Path(chosen)
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches" / "barpoint"
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", str(Path.home()))) / "barpoint" / "cache"
    return Path(os.environ.get("XDG_CACHE_HOME", str(Path.home() / ".cache"))) / "barpoint"


_FOLDER = str(cache_folder())
_APART = "BARPOINT_COMPILES"  # set in a process that was begun to compile


@cache
def compiled_apart(work: str) -> None:
    """Have a process of its own run `work` ("module:function") for its kernels, unless one has; else compile here.

    Nothing is lost if it cannot be: whoever asks compiles for itself.
    """
    done = Path(_FOLDER) / f"{work.replace(':', '.')}.done"
    if _APART in os.environ or done.exists():
        return
    module, function = work.split(":")
    command = [sys.executable, "-c", f"from {module} import {function}; {function}()"]
    with suppress(OSError, subprocess.SubprocessError):
        subprocess.run(  # noqa: S603  # our own words
            command, env=os.environ | {_APART: "1"}, check=True, stdin=subprocess.DEVNULL, capture_output=True
        )
        done.touch()


def kernel(function: Function) -> Function:
    """Compile `function` with Numba on first call: cached on disk, without the GIL."""
    return cast("Function", _compiled(function, inline="never"))


def inlined(function: Function) -> Function:
    """Like `kernel`, for small functions that disappear into their callers."""
    return cast("Function", _compiled(function, inline="always"))


def loose_kernel(function: Function) -> Function:
    """Like `kernel`, free to add floats in any order: much faster for long sums, not the same on every machine."""
    return cast("Function", _compiled(function, inline="never", fastmath=True))


def _compiled(function: Callable[..., Any], *, inline: Literal["never", "always"], fastmath: bool = False) -> Any:
    config: Any = numba.config  # its settings are made at run time, unknown to the type checker
    before = config.CACHE_DIR
    config.CACHE_DIR = _FOLDER
    try:
        return numba.njit(cache=True, nogil=True, error_model="numpy", inline=inline, fastmath=fastmath)(function)
    finally:
        config.CACHE_DIR = before
