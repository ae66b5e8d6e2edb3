"""Who answers the questions of a match: threads of this process, or the workers of a Dask cluster.

The questions come in runs. A `ReviewJob` is self-contained: a match's log and how it is judged, so that a worker finds
the same questions in it and gives the same digits. A worker that is lost has its runs done by another. A cluster needs
`distributed` (the extra `dask`), and this version of Barpoint on every worker.
"""

from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, Final, Protocol

from barpoint.engine.cube.match_equity import MatchEquityTable
from barpoint.engine.review.analysis_data import Decision, RollLuck
from barpoint.engine.review.match_review import Judge, ReviewQuestion
from barpoint.engine.review.questions import review_questions
from barpoint.engine.search.search_width import SearchWidth
from barpoint.extras import extra_module
from barpoint.match import events as e

RUN: Final = 24
"""Questions answered in one go: a cube decision is about the position that the play before it led to."""
Answers = list[Decision | RollLuck]


@dataclass(frozen=True)
class ReviewJob:
    """A match's log and how it is judged."""

    events: tuple[e.AnyEvent, ...]
    plies: int
    table: MatchEquityTable | None = None
    width: SearchWidth = SearchWidth.NORMAL
    roller: bool = False

    def judge(self) -> tuple[Judge, list[ReviewQuestion]]:
        """Who judges it, and the questions."""
        questions, state = review_questions(self.events)
        return Judge(state.discipline, self.plies, self.table, self.width, roller=self.roller), questions


class Analysts(Protocol):
    """Whoever answers."""

    def answers(self, job: ReviewJob) -> Iterator[Answers]:
        """The answers run by run, in the order of the questions."""
        ...


class ThreadAnalysts:
    """Threads of this process; kernels release the GIL."""

    def __init__(self, count: int) -> None:
        self._count = max(count, 1)

    def answers(self, job: ReviewJob) -> Iterator[Answers]:
        """Run by run, what was looked at shared by all."""
        judge, questions = job.judge()
        with ThreadPoolExecutor(self._count) as pool:
            yield from pool.map(judge.answers, _runs(questions))


class DaskAnalysts:
    """The workers of a Dask cluster, by a `distributed.Client`."""

    def __init__(self, client: Any) -> None:
        self._client = client

    @classmethod
    def at(cls, address: str) -> "DaskAnalysts":
        """The cluster whose scheduler listens at an address."""
        return cls(extra_module("dask").Client(address))

    def answers(self, job: ReviewJob) -> Iterator[Answers]:
        """Run by run; the log goes with each, so that whoever is lost takes nothing along."""
        _, questions = job.judge()
        sent = [self._client.submit(answer_run, job, first, pure=False) for first in range(0, len(questions), RUN)]
        for future in sent:
            yield future.result()


def answer_run(job: ReviewJob, first: int) -> Answers:
    """The answers to the questions of one run, wherever it is done."""
    judge, questions = job.judge()
    return judge.answers(questions[first : first + RUN])


def _runs(questions: Sequence[ReviewQuestion]) -> list[Sequence[ReviewQuestion]]:
    return [questions[at : at + RUN] for at in range(0, len(questions), RUN)]
