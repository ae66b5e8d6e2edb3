"""Work for another process: it leaves a mark where the environment says; and a kernel that is quickly compiled."""

import os
from pathlib import Path

from barpoint.jit import kernel


def leave_a_mark() -> None:
    (Path(os.environ["PLACE"]) / f"mark-{os.getpid()}").touch()


def compile_the_kernel() -> None:
    add_up(1, 2)


@kernel
def add_up(one: int, two: int) -> int:
    """A kernel."""
    return one + two
