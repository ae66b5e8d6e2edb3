"""Where the engine keeps what it builds on the user's machine: solved tables and small caches.

Solved tables that took minutes are the user's data; what is rebuilt in seconds is cache.
"""

import os
import sys
from pathlib import Path

from barpoint.jit_cache import SHIPPED, cache_home


def data_home() -> Path:
    """The user's data folder for Barpoint; `BARPOINT_DATA` moves it."""
    if chosen := os.environ.get("BARPOINT_DATA"):
        return Path(chosen)
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "barpoint"
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", str(Path.home()))) / "barpoint" / "data"
    return Path(os.environ.get("XDG_DATA_HOME", str(Path.home() / ".local" / "share"))) / "barpoint"


def tables_folders() -> tuple[Path, ...]:
    """Where such tables are looked for: in the package, then among the user's own."""
    return SHIPPED / "tables", tables_cache()


def tables_cache() -> Path:
    """The folder for tables that are rebuilt in seconds."""
    return cache_home() / "tables"
