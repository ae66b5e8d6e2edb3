"""Lists of federations on a server: steps, and who of whom is on one.

Whoever begins a list keeps it. Everybody sees that it is there, how many it has and from when it is; its rows are for
its keepers, and for who directs an event as far as they are of its entrants.
"""

from collections.abc import Sequence
from typing import Final

from barpoint.board import Refusal
from barpoint.club import Club
from barpoint.club.lists import (
    ListMatch,
    ListPerson,
    ListRow,
    ListStep,
    ListStepTaken,
    RatingList,
    decide_list,
    decode_list,
    fold_list,
    word_of,
)
from barpoint.service.clubs.step_log import StepLog
from barpoint.service.people.name_register import handle_of
from barpoint.service.ports import Account, EventStore, MemberRegister, WallClock

NAMED: Final = "list"


class ListService:
    """Every list of a server."""

    def __init__(self, store: EventStore, clock: WallClock, register: MemberRegister) -> None:
        self.log: StepLog[RatingList, ListStepTaken] = StepLog(store, NAMED, decode_list, fold_list)
        self._clock, self._register = clock, register

    async def load(self, id: str) -> RatingList:
        """A list as it stands; version 0 if there is none."""
        return await self.log.load(id)

    async def do(self, id: str, step: ListStep, account: Account, command: str) -> RatingList | Refusal:
        """Judge a step and keep it."""

        async def decide(state: RatingList) -> ListStepTaken | Refusal | None:
            return decide_list(state, step, account.id, self._clock.now())

        return await self.log.do(id, decide, command)

    async def namesake(self, row: ListRow) -> Account | None:
        """The registered account that goes by the name of a row."""
        return await self._register.find_by_handle(handle_of(row.name))


def club_matches(state: RatingList, id: str, club: Club) -> tuple[ListMatch, ...]:
    """The members of a club with their rows."""
    return state.index.match(club_people(id, club), state.words)


def club_people(id: str, club: Club) -> Sequence[ListPerson]:
    """The members of a club as a list looks for them."""
    return [
        ListPerson(one.id, one.name, words=(*([word_of(one.account)] if one.account else []), word_of(one.id, id)))
        for one in sorted(club.members.values(), key=lambda one: one.name.casefold())
    ]
