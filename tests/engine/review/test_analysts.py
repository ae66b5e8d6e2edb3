"""A match judged by a cluster: the same digits as here, and a worker that is killed loses nothing."""

import threading
from pathlib import Path

import pytest

from barpoint.engine.review.analysis import analyse
from barpoint.engine.review.analysts import RUN, DaskAnalysts
from barpoint.match.events import AnyEvent, decode

LOG = Path(__file__).parents[2] / "playthroughs" / "0.1.0" / "ibf-backgammon.jsonl"


def events(count: int) -> list[AnyEvent]:
    return [decode(line) for line in LOG.read_bytes().splitlines()[:count]]


def test_two_workers_of_a_cluster_find_the_same_digits() -> None:
    distributed = pytest.importorskip("distributed")
    log = events(160)
    with (
        distributed.LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None) as cluster,
        distributed.Client(cluster) as client,
    ):
        heard: list[tuple[int, int]] = []
        far = analyse(log, 0, analysts=DaskAnalysts(client), progress=lambda *done: heard.append(done))
    assert far == analyse(log, 0)
    assert heard[0][0] == RUN
    assert heard[-1][0] == heard[-1][1]


@pytest.mark.long
def test_a_killed_worker_loses_nothing() -> None:
    distributed = pytest.importorskip("distributed")
    log = events(160)
    with (
        distributed.LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None) as cluster,
        distributed.Client(cluster) as client,
    ):
        killed = threading.Event()

        def kill_one(_done: int, _total: int) -> None:
            if not killed.is_set():
                killed.set()
                next(iter(cluster.workers.values())).process.process.kill()

        far = analyse(log, 1, analysts=DaskAnalysts(client), progress=kill_one)
    assert killed.is_set()
    assert far == analyse(log, 1)
