"""What has to be compiled for what: groups of works (`kernel_warmups`) that processes of their own do side by side.

Whoever is about to need a group says `ready_for`. Installed from a wheel everything is there: `build_all` did it when
the package was built. A group that is left out costs time, not results: what is missing is compiled kernel by kernel.
"""

from functools import cache
from threading import Lock
from typing import Final

from barpoint.jit_worker import is_done, run_works

_WORKS: Final[dict[str, tuple[str, ...]]] = {
    "build_tables": (),
    "build_pairs": ("build_tables",),
    "list_plays": (),
    "value_statically": ("build_pairs",),
    "fold_cube": (),
    "roll_out": ("value_statically", "look_ahead"),
    "roll_out_plainly": ("value_longgammon", "roll_out"),
    "look_ahead": ("value_statically",),
    "value_longgammon": ("build_pairs",),
    "rank_plays": ("value_statically",),
    "solve_sprintgammon": (),
    "train_quick": ("look_ahead",),
    "count_positions": (),
    "judge_claims": (),
    "train_longgammon": ("value_longgammon", "train_nets"),
    "train_nets": ("value_statically",),
    "label": ("look_ahead",),
    "judge_cube": (),
    "rank_longgammon": ("value_longgammon", "fold_cube"),
    "value_sprintgammon": ("judge_cube",),
}
"""Each work, the longest first, and those whose kernels its own call: done before, so that they are compiled once."""

TABLES: Final = ("build_tables", "build_pairs")
VALUES: Final = ("value_statically",)
SEARCH: Final = ("look_ahead", "rank_plays")
CUBE: Final = ("fold_cube", "judge_cube")
ROLLOUT: Final = ("roll_out", *SEARCH)
PLAIN_ROLLOUT: Final = ("roll_out_plainly",)
LONGGAMMON: Final = ("value_longgammon", "rank_longgammon", *CUBE)
TRAINING: Final = ("train_nets", "train_quick", "train_longgammon", "label")
SOLVING: Final = ("solve_sprintgammon",)
GROUPS: Final = (TABLES, VALUES, SEARCH, CUBE, ROLLOUT, PLAIN_ROLLOUT, LONGGAMMON, TRAINING, SOLVING)

_ALONE: Final = Lock()


@cache
def ready_for(*works: str) -> None:
    """Have everything on disk that these works leave there."""
    wanted: set[str] = set()
    waiting = list(works)
    while waiting:
        work = waiting.pop()
        if work not in wanted:
            wanted.add(work)
            waiting += _WORKS[work]
    with _ALONE:
        run_works(
            {
                _import_path(work): [_import_path(earlier) for earlier in _WORKS[work]]
                for work in _WORKS
                if work in wanted
            }
        )


def build_all() -> None:
    """Have everything on disk that there is."""
    ready_for(*_WORKS)


def _import_path(work: str) -> str:
    return f"barpoint.engine.kernel_warmups:{work}"


def missing() -> list[str]:
    """The works whose kernels are not on disk."""
    return [work for work in _WORKS if not is_done(_import_path(work))]


def main() -> None:
    """For the build of a wheel: everything into `BARPOINT_CACHE`, or status 1 if something could not be compiled."""
    import sys

    build_all()
    if lacking := missing():
        sys.exit(f"not compiled: {', '.join(lacking)}")
