"""What a person at a terminal sees while something takes long.

Whoever does long work opens a `step` and tells it how far it is. Nothing is shown unless a front asked for it with
`show_steps`: a library stays silent. Standard error is used, standard output stays the answer's. Steps may lie within
one another; a step that is over leaves no line behind.

Interrupted (Ctrl+C), a step that says what is `kept` leaves these words with the interruption; `notes_of` reads them.
"""

import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from threading import Lock, Timer
from typing import TYPE_CHECKING, Any, Final, Protocol, TypeVar

if TYPE_CHECKING:
    from rich.progress import Progress

Item = TypeVar("Item")

_KEPT: Final = "kept: "
_PATIENCE: Final = 0.4
"""Seconds after which a command that has shown nothing shows that it is at work."""


class Report(Protocol):
    """How a step is told how far it is."""

    def __call__(self, done: float | None = None, total: float | None = None, now: str | None = None) -> None:
        """So much of so much, and a few words on what is being done; what is left out stays as it was."""
        ...


class _Display:
    """One live area on standard error for all steps of the process."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._live: Progress | None = None
        self._open = 0

    @contextmanager
    def step(self, title: str, total: float | None) -> Iterator[Report]:
        """A line for a step while it lasts."""
        with self._lock:
            if self._live is None:
                self._live = _new_progress()
                self._live.start()
            live = self._live
            self._open += 1
            task = live.add_task(title, total=total, now="")

        def report(done: float | None = None, total: float | None = None, now: str | None = None) -> None:
            if now is not None:
                live.update(task, now=now)
            live.update(task, completed=done, total=total)

        try:
            yield report
        finally:
            with self._lock:
                live.remove_task(task)
                self._open -= 1
                if not self._open:
                    live.stop()
                    self._live = None


_display: _Display | None = None


def show_steps(shown: bool) -> None:
    """Whether steps are shown from now on; steps under way stay as they are."""
    global _display  # noqa: PLW0603  # one terminal, one display
    _display = _Display() if shown else None


@contextmanager
def shown_steps(shown: bool) -> Iterator[None]:
    """Steps shown, or not, for as long as this lasts."""
    global _display  # noqa: PLW0603  # one terminal, one display
    before = _display
    if shown != (before is not None):
        _display = _Display() if shown else None
    try:
        yield
    finally:
        _display = before


@contextmanager
def step(title: str, total: float | None = None, *, kept: str | Callable[[], str] = "") -> Iterator[Report]:
    """Long work under a title; `kept` says what an interruption leaves in place."""
    try:
        if _display is None:
            yield _silent
        else:
            with _display.step(title, total) as report:
                yield report
    except KeyboardInterrupt as interruption:
        words = kept if isinstance(kept, str) else kept()
        if words:
            interruption.add_note(_KEPT + words)
        raise


def count_off(items: Iterable[Item], title: str, total: int, *, kept: str = "") -> Iterator[Item]:
    """The items, counted as they are done with."""
    with step(title, total, kept=kept) as report:
        for done, item in enumerate(items, 1):
            yield item
            report(done, total, f"{done} of {total}")


@contextmanager
def patience(title: str) -> Iterator[None]:
    """A line for a whole command that takes longer than a moment, until it says something itself."""
    display = _display
    if display is None:
        yield
        return
    shown, alone = ExitStack(), Lock()
    over = False

    def show() -> None:
        with alone:
            if not over:
                sys.stderr.write(f"{title} ...\r")  # at once: the display itself takes a moment to load
                sys.stderr.flush()
                shown.enter_context(display.step(title, None))

    def end() -> None:
        nonlocal over
        timer.cancel()
        with alone:
            over = True
            shown.close()

    timer = Timer(_PATIENCE, show)
    timer.daemon = True
    timer.start()
    stream = sys.stdout
    sys.stdout = _Answer(stream, end)
    try:
        yield
    finally:
        sys.stdout = stream
        end()


class _Answer:
    """Standard output that ends the waiting line before the first word of the answer."""

    def __init__(self, stream: Any, end: Callable[[], None]) -> None:
        self._stream, self._end = stream, end

    def write(self, text: str) -> int:
        """Write, with nothing else on the line."""
        self._end()
        written: int = self._stream.write(text)
        return written

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)


def notes_of(interruption: BaseException) -> list[str]:
    """What the steps that were interrupted left in place, the innermost first."""
    notes = getattr(interruption, "__notes__", [])
    return list(dict.fromkeys(note.removeprefix(_KEPT) for note in notes if note.startswith(_KEPT)))


def _silent(done: float | None = None, total: float | None = None, now: str | None = None) -> None:
    """For whoever has no terminal."""


def _new_progress() -> "Progress":
    from rich.console import Console
    from rich.progress import BarColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    return Progress(
        SpinnerColumn(),
        TextColumn("{task.description}", markup=False),
        BarColumn(),
        TextColumn("{task.fields[now]}", markup=False),
        TimeElapsedColumn(),
        console=Console(stderr=True),
        transient=True,
        redirect_stdout=False,  # the answer stays what it is
    )
