"""One server on one SQLite file: its processes hear nothing of each other's moves, so there is only one.

The lock is the system's: it ends with the process, however that ends. Who has it stands in a file beside the database.
"""

import os
import sys
from pathlib import Path
from typing import IO

_NAME = ".serving"


def lock_for_serving(database: Path) -> IO[str]:
    """The lock, as long as what is returned is kept open; ValueError names the process that has it."""
    beside = database.with_name(database.name + _NAME)
    file = beside.open("a+", encoding="utf-8")
    try:
        _lock(file)
    except OSError as taken:
        file.seek(0)
        other = file.read().strip()
        file.close()
        who = f"another server (process {other})" if other else "another server"
        raise ValueError(
            f"{who} runs on {database}: stop it first, or name another file with --db; several processes on one "
            "database need PostgreSQL"
        ) from taken
    file.seek(0)
    file.truncate()
    file.write(f"{os.getpid()}\n")
    file.flush()
    return file


def _lock(file: IO[str]) -> None:
    if sys.platform == "win32":
        import msvcrt

        file.seek(1024)  # beside what is written, so that others can read it
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
    else:
        import fcntl

        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
