"""How a kernel is compiled: one decorator, and a disk cache that notices every edit. Kernels release the GIL.

`jit_cache` keeps what is compiled, `jit_worker` has it compiled by processes of their own, `jit_tier` says for which
processors.
"""

from collections.abc import Callable
from typing import Any, Literal, TypeVar, cast

import numba

from barpoint.jit_cache import KernelCache
from barpoint.jit_worker import compile_apart

Function = TypeVar("Function", bound=Callable[..., Any])


def kernel(function: Function) -> Function:
    """Compile `function` with Numba on first call: cached on disk, without the GIL."""
    return cast("Function", _compile(function, inline="never"))


def inline_kernel(function: Function) -> Function:
    """Like `kernel`, for small functions that disappear into their callers."""
    return cast("Function", _compile(function, inline="always"))


def loose_kernel(function: Function) -> Function:
    """Like `kernel`, free to add floats in any order: much faster for long sums, not the same on every machine."""
    return cast("Function", _compile(function, inline="never", fastmath=True))


def _compile(function: Callable[..., Any], *, inline: Literal["never", "always"], fastmath: bool = False) -> Any:
    dispatcher: Any = numba.njit(nogil=True, error_model="numpy", inline=inline, fastmath=fastmath)(function)
    if hasattr(dispatcher, "_cache"):  # else NUMBA_DISABLE_JIT left the function as it was
        dispatcher._cache = KernelCache(function, compile_apart)  # noqa: SLF001  # as Dispatcher.enable_caching does
    return dispatcher
