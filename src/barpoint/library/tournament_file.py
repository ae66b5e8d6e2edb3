"""A tournament kept in one file of JSON lines: read, asked, written. Names are found as people type them.

An id, a whole name, or the beginning of one if it is the only one.
"""

import asyncio
import re
from collections.abc import Coroutine, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import Any, Final, TypeVar
from uuid import uuid4

import msgspec

from barpoint.service import Sanctions, SetAside, TournamentService, TournamentSnapshot
from barpoint.service.tournaments import Stale, TournamentDone, TournamentRefused
from barpoint.tournament import Contest, ContestSettings, Tournament
from barpoint.tournament.commands import AnyCommand

T = TypeVar("T")

_KNOCKOUTS: Final = ("single", "consolation", "double", "round_robin", "groups")
_SWISS: Final = {"swiss": "best", "monrad": "monrad", "lives": "lives"}


class TournamentFile:
    """One tournament and its file; with a ledger it honours what other events left there, and adds to it."""

    def __init__(self, path: Path, *, new: bool = False, ledger: Path | None = None) -> None:
        from barpoint.bootstrap import log_files

        if not new and not path.exists():
            raise ValueError(f"there is no tournament in {path}; `barpoint tournament new` makes one")
        if new and path.exists():
            raise ValueError(f"{path} is there already")
        self.name = path.stem
        store = log_files({f"tournament:{self.name}": path} | ({"ledger:all": ledger} if ledger is not None else {}))
        sanctions = Sanctions(store, shared=True) if ledger is not None else None
        self._direct = TournamentService(store, sanctions, _ReadingFile(path))

    @property
    def snapshot(self) -> TournamentSnapshot:
        """The tournament and its log."""
        return _run(self._direct.load(self.name))

    @property
    def state(self) -> Tournament:
        """The tournament."""
        return self.snapshot.state

    def do(self, command: AnyCommand, *, expected: int | None = None) -> TournamentDone | TournamentRefused | Stale:
        """Judge a command; what comes of it is on disk before it is answered."""
        return _run(self._direct.do(self.name, command, str(uuid4()), expected=expected))

    def actor(self, by: str) -> str:
        """Who asks: as told, or the director."""
        return by or (self.state.directors[0] if self.state.directors else "")


class _ReadingFile(SetAside):
    """A file that cannot be read is no stream to be set aside: whoever named it hears what is wrong with it."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self._path = path

    @contextmanager
    def reading(self, stream: str) -> Iterator[None]:  # noqa: ARG002  # there is only the one
        """Around decoding and folding: ValueError says what is wrong."""
        try:
            yield
        except Exception as wrong:
            what = f"{type(wrong).__name__}: {wrong}"[:200]
            raise ValueError(f"{self._path} is not the log of a tournament, or a damaged one ({what})") from wrong


def _run(work: Coroutine[Any, Any, T]) -> T:
    """Wait for work; in a notebook, whose loop is running already, on a thread of its own."""
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return asyncio.run(work)
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, work).result()


def read_moment(text: str) -> int:
    """A moment as told, or now."""
    if not text:
        from barpoint.bootstrap import wall_clock

        return wall_clock().now()
    if text.lstrip("-").isdecimal():
        return int(text)
    try:
        instant = datetime.fromisoformat(text)
    except ValueError as wrong:
        raise ValueError(f"expected a time such as 2026-05-01T14:30+02:00 or milliseconds, not {text!r}") from wrong
    if instant.tzinfo is None:
        raise ValueError(f"expected a time with its offset, such as {text}+02:00")
    return int(instant.timestamp() * 1000)


def read_cents(text: str) -> int:
    """An amount as people write it: 120, 120.50."""
    if not re.fullmatch(r"\d+([.,]\d{1,2})?", text):
        raise ValueError(f"expected an amount such as 120 or 120.50, not {text!r}")
    whole, _, part = text.replace(",", ".").partition(".")
    return int(whole) * 100 + int(part.ljust(2, "0") or 0)


def read_score(text: str) -> tuple[int, int]:
    """A score as people write it: 9-4, the winner's points first."""
    if not text:
        return (0, 0)
    parts = re.fullmatch(r"(\d+)[-:](\d+)", text)
    if parts is None:
        raise ValueError(f"expected a score such as 9-4, not {text!r}")
    first, second = int(parts[1]), int(parts[2])
    return max(first, second), min(first, second)


def find_contest(state: Tournament, name: str) -> Contest:
    """The event: by its id, or `-` for the only one."""
    if name == "-" and len(state.contests) == 1:
        return next(iter(state.contests.values()))
    if name == "-":
        raise ValueError(f"say which event: {', '.join(state.contests)}" if state.contests else "there is no event yet")
    return state.contests[
        find_key(name, {key: contest.settings.title for key, contest in state.contests.items()}, "event")
    ]


def find_entrant(contest: Contest, name: str) -> str:
    """An entrant's id, by id or name."""
    return find_key(name, {key: str(entry) for key, entry in contest.entries.items()}, "entrant")


def find_player(state: Tournament, name: str) -> str:
    """A player's id, by id or name."""
    return find_key(name, {key: str(player) for key, player in state.players.items()}, "player")


def find_key(name: str, known: Mapping[str, str], what: str) -> str:
    """The key somebody means: the id, the name, or the beginning of one of them."""
    if name in known:
        return name
    typed_name = name.casefold()
    for test in (str.__eq__, str.startswith):
        keys = [
            key
            for key, title in known.items()
            if test(title.casefold(), typed_name) or test(key.casefold(), typed_name)
        ]
        if len(keys) == 1:
            return keys[0]
        if keys:
            raise ValueError(f"{name!r} may be {', '.join(keys[:5])}: say which {what}")
    raise ValueError(f"no {what} is called {name!r}; there are {', '.join(list(known)[:12]) or 'none yet'}")


def draw_plan(
    form: str, seed: str, rounds: int | None = None, groups: int = 0, *, by_rating: bool = False, apart: bool = False
) -> dict[str, dict[str, Any]]:
    """The plan of an event's draw, by the name of its format, as `parse_settings` reads it."""
    if form in _SWISS:
        swiss: dict[str, Any] = {"seed": seed, "method": _SWISS[form]}
        return {"swiss": swiss | ({"rounds": rounds} if rounds is not None else {})}
    if form not in _KNOCKOUTS:
        raise ValueError(f"expected a format of {', '.join((*_KNOCKOUTS, *_SWISS))}, not {form!r}")
    seeding = "rating" if by_rating else "lot"
    return {
        "draw": {
            "format": form,
            "seed": seed,
            "seeding": seeding,
            "apart": apart,
            "rounds": rounds,
            "groups": groups,
        }
    }


def parse_settings(data: Mapping[str, object]) -> ContestSettings:
    """An event's settings from plain data; ValueError says what was expected."""
    try:
        return msgspec.convert(data, ContestSettings)
    except msgspec.ValidationError as wrong:
        raise ValueError(f"event settings: {wrong}") from wrong
