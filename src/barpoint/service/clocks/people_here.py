"""Which accounts have a page open: at this process, and at the others as far as they say. Nothing of it is kept.

A process tells the others when somebody's first connection comes or their last one goes, several in one breath if they
come together, and everybody who is there when another process asks.
"""

import asyncio
from collections import defaultdict
from collections.abc import Iterator
from typing import Final

from barpoint.service.background_tasks import BackgroundTasks
from barpoint.service.ports import Announcements

ASKED: Final = "persons"
TOLD: Final = "person"
"""What announcements begin with: who is there? and: these have come, or gone."""
_A_BREATH: Final = 0.05  # seconds
_TOGETHER: Final = 150  # accounts of one announcement


class PeopleHere:
    """Who is here."""

    def __init__(self, announcements: Announcements, process: str, tasks: BackgroundTasks) -> None:
        self._announcements, self._process, self._tasks = announcements, process, tasks
        self._own: set[str] = set()
        self._elsewhere: defaultdict[str, set[str]] = defaultdict(set)  # process -> accounts
        self._news: set[str] = set()  # who has come or gone since the others were told
        self._telling = False

    def __contains__(self, account: str) -> bool:
        return account in self._own or any(account in people for people in self._elsewhere.values())

    def __iter__(self) -> Iterator[str]:
        return iter(self._own.union(*self._elsewhere.values()))

    def note(self, account: str, *, here: bool) -> None:
        """Somebody's first connection to this process has come, or their last one gone."""
        (self._own.add if here else self._own.discard)(account)
        self._tell_of({account})

    def announce_all(self) -> None:
        """Tell the others everybody who is here."""
        self._tell_of(self._own)

    def ask_others(self) -> None:
        """Have the others say who is there, and say it oneself."""
        self._tasks.run(lambda: self._announcements.tell(f"{ASKED}/{self._process}"))
        self.announce_all()

    def receive(self, payload: str) -> None:
        """Another process asks, or tells."""
        kind, process, *rest = payload.split("/")
        if process == self._process:
            return
        if kind == ASKED:
            self.announce_all()
        elif len(rest) == 2:
            people = self._elsewhere[process]
            (people.update if rest[0] == "1" else people.difference_update)(rest[1].split(","))

    def forget_process(self, process: str) -> None:
        """Nobody is connected to a dead process."""
        self._elsewhere.pop(process, None)

    def _tell_of(self, accounts: set[str]) -> None:
        self._news |= accounts
        if self._news and not self._telling:
            self._telling = True
            self._tasks.run(self._tell)

    async def _tell(self) -> None:
        """One announcement after the other: what is told last is how it is."""
        try:
            while self._news:
                await asyncio.sleep(_A_BREATH)
                news, self._news = self._news, set()
                for here, people in ((1, news & self._own), (0, news - self._own)):
                    for first in range(0, len(people), _TOGETHER):
                        some = ",".join(sorted(people)[first : first + _TOGETHER])
                        await self._announcements.tell(f"{TOLD}/{self._process}/{here}/{some}")
        finally:
            self._telling = False
