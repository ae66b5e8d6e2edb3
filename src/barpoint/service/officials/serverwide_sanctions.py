"""Sanctions beyond their tournament: an official of the server makes one hold on all of it, and the person may appeal.

origin      where a sanction was given: a tournament, or none for a match that is of no tournament. It binds there
extended    a case of its own (`CaseOpened.extends`) with the official's reason. It holds in every tournament of the
            server as long as the sanction it extends does, and not while its appeal is heard (usbgf:5.3f)
person      whoever the ledger writes so: the account that plays for them in that tournament or sat in that match; if
            there is none, the registered account of that name
interest    of the person, and of whoever sat in the match it was given in: no official extends or hears it who has one

It is heard under the usbgf book whatever the sanction was given under, since not every book has appeals.
"""

import hashlib
from base64 import b32encode

import msgspec

from barpoint.board import Refusal, Side
from barpoint.officiating import Penalty, PenaltyEntry, PenaltyStep
from barpoint.officiating.cases import CaseCode, Confirmation, OwnRuling
from barpoint.officiating.cases import events as v
from barpoint.rulebook import preset
from barpoint.service.officials.case_service import CaseOutcome, CaseService
from barpoint.service.officials.sanctions import name_key
from barpoint.service.people.name_register import handle_of
from barpoint.service.people.notice_texts import make_notice
from barpoint.service.people.notices import Notices
from barpoint.service.play.play_service import PlayService
from barpoint.service.ports import Account, Appended, MemberRegister
from barpoint.service.tournaments.board_case import plays_match_of
from barpoint.service.tournaments.private_links import PrivateLinks
from barpoint.service.tournaments.tournament_service import TournamentService

_BOOK = "USBGF Open"


class SanctionRecord(msgspec.Struct, frozen=True, kw_only=True):
    """An entry of the ledger as officials and its person see it."""

    person: str
    case: str
    origin: str  # the tournament; "" for none
    step: PenaltyStep
    kind: str = ""
    points: int = 0
    due_next: bool = False
    barred_until: str = ""
    at: int = 0
    everywhere: bool = False
    reason: str = ""  # of an extension


class Extending:
    """The use case."""

    def __init__(
        self,
        officiate: CaseService,
        direct: TournamentService,
        links: PrivateLinks,
        play: PlayService,
        register: MemberRegister,
        notices: Notices,
    ) -> None:
        self._officiate, self._direct, self._links = officiate, direct, links
        self._play, self._register, self._notices = play, register, notices

    async def record(self, person: str) -> list[SanctionRecord]:
        """What the ledger holds of a person, however they are written, oldest first."""
        entries = (await self._officiate.ledger()).entries
        return [await self._sanction(entry) for entry in entries if name_key(entry.person) == name_key(person)]

    async def extended_to(self, account: Account) -> list[SanctionRecord]:
        """What holds against an account on the whole server."""
        entries = [entry for entry in (await self._officiate.ledger()).entries if entry.extends]
        return [await self._sanction(entry) for entry in entries if await self.is_person(account, entry)]

    async def _sanction(self, entry: PenaltyEntry) -> SanctionRecord:
        reason = ""
        if entry.extends:
            ruling = (await self._officiate.load(entry.case)).case.ruling
            reason = ruling.reason if ruling is not None else ""
        return SanctionRecord(
            person=entry.person,
            case=entry.case,
            origin=entry.event,
            step=entry.step,
            kind=entry.kind,
            points=entry.points,
            due_next=entry.due_next,
            barred_until=entry.barred_until,
            at=entry.at,
            everywhere=bool(entry.extends),
            reason=reason,
        )

    async def extend(
        self, staff: Account, person: str, case: str, reason: str, command: str
    ) -> CaseOutcome | str | None:
        """Make what a case left on a person's record hold everywhere: the new case; None if there is no such record."""
        entries = (await self._officiate.ledger()).entries
        given = [entry for entry in entries if (entry.person, entry.case) == (person, case) and not entry.extends]
        if not given:
            return None
        if await self.has_interest(staff, person, case):
            return Refusal(CaseCode.OWN_MATCH)
        now, name = self._play.now(), case_name(person, case)
        opened = v.CaseOpened(
            at=now,
            by=staff.name,
            profile=msgspec.structs.replace(preset(_BOOK), event=given[0].event),
            kind="",
            report=reason,
            white=(person,),
            extends=case,
        )
        outcome = await self._officiate.open(name, opened, f"{command}/open")
        if not isinstance(outcome, Appended):
            return outcome
        own = OwnRuling(say="The sanction holds on the whole server.", penalties=tuple(map(_penalty, given)))
        says = Confirmation(by=staff.name, at=now, own=own, reason=reason)
        outcome = await self._officiate.rule(name, says, f"{command}/rule")
        if not isinstance(outcome, Appended):
            return outcome
        for account in await self._accounts(given[0]):
            text = "A sanction was extended to the whole server; you may appeal"
            notice = make_notice("ruling", text, "/profile", now)
            self._notices.tell(account, f"extended/{name}", notice)
        return name

    async def is_person(self, account: Account, entry: PenaltyEntry) -> bool:
        """Whether an account is the person of an entry."""
        return account.id in await self._accounts(entry)

    async def has_interest(self, account: Account, person: str, case: str) -> bool:
        """Whether an account is the person of a sanction, or sat in the match it was given in."""
        entries = (await self._officiate.ledger()).entries
        given = [entry for entry in entries if (entry.person, entry.case) == (person, case)]
        if given and await self.is_person(account, given[0]):
            return True
        opened = (await self._officiate.load(case)).case.opened
        return opened is not None and await plays_match_of(self._play, self._direct, self._links, account, opened)

    async def may_appeal(self, account: Account, case: str) -> bool:
        """Whether the account is the person whose sanction this case extends."""
        opened = (await self._officiate.load(case)).case.opened
        if opened is None or not opened.extends:
            return False
        entries = (await self._officiate.ledger()).entries
        given = [entry for entry in entries if (entry.person, entry.case) == (opened.white[0], opened.extends)]
        return bool(given) and await self.is_person(account, given[0])

    async def _accounts(self, entry: PenaltyEntry) -> frozenset[str]:
        """The accounts of a person of the ledger."""
        key = name_key(entry.person)
        if entry.event:
            players = (await self._direct.load(entry.event)).state.players.values()
            people = [player.id for player in players if key in (name_key(str(player)), name_key(player.member))]
            accounts = (await self._links.keys(entry.event)).accounts
            if joined := frozenset(accounts[person] for person in people if person in accounts):
                return joined
        kind, _, match = entry.match.partition(":")
        room = await self._play.room(match) if kind == "match" else None
        if room is not None:
            return frozenset(seat.account for seat in (*room.white, *room.black) if seat.name == entry.person)
        account = await self._register.find_by_handle(handle_of(entry.person))
        return frozenset((account.id,)) if account is not None else frozenset()


def case_name(person: str, case: str) -> str:
    """The case that extends a sanction: always the same one, so that it is extended once."""
    return b32encode(hashlib.sha256(f"{case}/{person}".encode()).digest()).decode()[:12]


def _penalty(entry: PenaltyEntry) -> Penalty:
    return Penalty(
        Side.WHITE,
        entry.step,
        points=entry.points,
        time=entry.time,
        later=entry.due_next,
        barred_until=entry.barred_until,
    )
