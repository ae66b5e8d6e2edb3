"""A club as a fold: who belongs to it and as what, what it has told, what its evenings are played as.

member      somebody who comes: with an account, or by name alone until they join by the club's link
role        owner, officer, member. Officers let people in, announce, run evenings, keep the club's series; owners name
            officers and other owners. There is always an owner
link        an address that lets whoever opens it join; a new one closes the old one. Its key is the server's secret
night       the settings of an evening's event under their name; those used last are where next week begins

What a club holds are ids and names: a tournament of a club is directed by whoever its own log says (docs/authority.md).
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Annotated, Any, Final, assert_never

import msgspec

from barpoint.board import Refusal
from barpoint.club.refusals import ClubCode
from barpoint.club.series import PersonName, Step, Title, TournamentId
from barpoint.club.series_results import folded_name

MOST_MEMBERS: Final = 5000
MOST_ANNOUNCEMENTS: Final = 50
MOST_EVENTS: Final = 2000
MOST_SERIES: Final = 100
MOST_NIGHTS: Final = 20


class ClubRole(StrEnum):
    """What somebody is in a club."""

    OWNER = "owner"
    OFFICER = "officer"
    MEMBER = "member"


OFFICERS: Final = frozenset({ClubRole.OWNER, ClubRole.OFFICER})
MemberId = Annotated[str, msgspec.Meta(min_length=1, max_length=40)]


class ClubMember(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Somebody of a club; without an account, whoever is called so."""

    id: str
    name: str
    account: str = ""
    role: ClubRole = ClubRole.MEMBER
    since: int = 0
    claims: str = ""  # the member known by name alone who they say they are, until an officer answers


class NightSettings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What an evening is played as: an event's settings without its id, and what the evening is called."""

    name: Title = "Club night"
    preset: Annotated[str, msgspec.Meta(min_length=1, max_length=60)] = "USBGF Open"
    form: Annotated[str, msgspec.Meta(pattern="^[a-z_]{1,20}$")] = "swiss"
    points: Annotated[int, msgspec.Meta(ge=1, le=25)] = 5
    rounds: Annotated[int, msgspec.Meta(ge=1, le=15)] = 4


class OpenClub(Step, frozen=True, kw_only=True, tag="OpenClub"):
    """It is founded; `owner` is what its first member is called."""

    name: Title
    owner: PersonName
    place: Annotated[str, msgspec.Meta(max_length=80)] = ""
    about: Annotated[str, msgspec.Meta(max_length=2000)] = ""


class ChangeClub(Step, frozen=True, kw_only=True, tag="ChangeClub"):
    """What it says of itself."""

    name: Title
    place: Annotated[str, msgspec.Meta(max_length=80)] = ""
    about: Annotated[str, msgspec.Meta(max_length=2000)] = ""


class JoinClub(Step, frozen=True, kw_only=True, tag="JoinClub"):
    """Somebody with an account becomes a member; `claims` is the one known by name alone who they say they are.

    `instead` is a claim that needed nobody's word: logs before 0.2.0 have it.
    """

    name: PersonName
    instead: str = ""
    claims: str = ""


class AnswerMemberClaim(Step, frozen=True, kw_only=True, tag="AnswerMemberClaim"):
    """An officer's word on who a member says they are: they are one from now on, or stay two."""

    member: MemberId
    granted: bool


class AddMember(Step, frozen=True, kw_only=True, tag="AddMember"):
    """Somebody who comes, by name."""

    name: PersonName


class RemoveMember(Step, frozen=True, kw_only=True, tag="RemoveMember"):
    """Somebody leaves, or is sent away."""

    member: MemberId


class GiveRole(Step, frozen=True, kw_only=True, tag="GiveRole"):
    """A member is something else from now on."""

    member: MemberId
    role: ClubRole


class Announce(Step, frozen=True, kw_only=True, tag="Announce"):
    """Something everybody of the club is told."""

    text: Annotated[str, msgspec.Meta(min_length=1, max_length=1000)]


class KeepNight(Step, frozen=True, kw_only=True, tag="KeepNight"):
    """What evenings are played as."""

    night: NightSettings


class HoldTournament(Step, frozen=True, kw_only=True, tag="HoldTournament"):
    """A tournament is the club's, or no longer; `members` are those who were there at an evening."""

    tournament: TournamentId
    held: bool = True
    members: Annotated[tuple[MemberId, ...], msgspec.Meta(max_length=512)] = ()


class KeepSeries(Step, frozen=True, kw_only=True, tag="KeepSeries"):
    """A series is the club's; with `nights`, every evening counts for it."""

    series: Annotated[str, msgspec.Meta(pattern="^[a-z0-9-]{1,40}$")]
    nights: bool = True


class RenewClubLink(Step, frozen=True, kw_only=True, tag="RenewClubLink"):
    """The link that lets people join is another one."""


ClubStep = (
    OpenClub
    | ChangeClub
    | JoinClub
    | AnswerMemberClaim
    | AddMember
    | RemoveMember
    | GiveRole
    | Announce
    | KeepNight
    | HoldTournament
    | KeepSeries
    | RenewClubLink
)


class ClubStepTaken(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, tag_field="type", tag="ClubStep"):
    """A step that was taken; `key` is the secret of a link."""

    at: int
    by: str
    step: ClubStep
    key: str = ""


class ClubAnnouncement(msgspec.Struct, frozen=True):
    """What was told."""

    at: int
    by: str
    text: str


class ClubEvent(msgspec.Struct, frozen=True):
    """A tournament of the club, and who was there at an evening."""

    tournament: str
    at: int
    members: tuple[str, ...] = ()


@dataclass(frozen=True)
class Club:
    """A club as it stands."""

    version: int = 0
    name: str = ""
    place: str = ""
    about: str = ""
    founded: int = 0
    members: Mapping[str, ClubMember] = field(default_factory=dict)
    announcements: tuple[ClubAnnouncement, ...] = ()
    events: tuple[ClubEvent, ...] = ()
    series: Mapping[str, bool] = field(default_factory=dict)  # and whether evenings count for it
    nights: tuple[NightSettings, ...] = (NightSettings(),)  # presets of the club, the one used last at the end
    key: str = ""

    @property
    def night(self) -> NightSettings:
        """What the next evening is played as, if nobody says otherwise."""
        return self.nights[-1]

    def member_of(self, account: str) -> ClubMember | None:
        """The member an account is."""
        return next((one for one in self.members.values() if account and one.account == account), None)

    def known_by_name(self, name: str) -> ClubMember | None:
        """The member without an account who is called so."""
        folded = folded_name(name)
        return next((one for one in self.members.values() if not one.account and folded_name(one.name) == folded), None)

    def role_of(self, account: str) -> ClubRole | None:
        """What an account is in the club."""
        member = self.member_of(account)
        return None if member is None else member.role


def decide_club(state: Club, step: ClubStep, account: str, at: int, *, key: str = "") -> ClubStepTaken | Refusal | None:
    """What comes of a step of an account: what is kept, why not, or None where it says nothing new.

    `key` is a fresh secret for a step that makes a link. That somebody came by the link is the caller's to see.
    """
    role = state.role_of(account)
    taken = ClubStepTaken(at=at, by=account, step=step)
    match step:
        case OpenClub():
            opened = msgspec.structs.replace(taken, key=key)
            return opened if state.version == 0 else Refusal(ClubCode.NAME_IN_USE)
        case JoinClub():
            return _joining(state, step, role, taken)
        case AnswerMemberClaim():
            return _claim_answer(state, step, role, taken)
        case RemoveMember() | GiveRole():
            return _about_member(state, step, account, taken)
        case RenewClubLink():
            renewed = msgspec.structs.replace(taken, key=key)
            return renewed if role in OFFICERS else Refusal(ClubCode.NOT_AN_OFFICER)
        case _:
            if role not in OFFICERS:
                return Refusal(ClubCode.NOT_AN_OFFICER)
            return Refusal(ClubCode.TOO_MANY) if _is_full(state, step) else taken if _is_new(state, step) else None


def _joining(
    state: Club, step: JoinClub, role: ClubRole | None, taken: ClubStepTaken
) -> ClubStepTaken | Refusal | None:
    if role is not None:
        return None
    if len(state.members) >= MOST_MEMBERS:
        return Refusal(ClubCode.TOO_MANY)
    if step.instead or (step.claims and not _is_claimable(state, step.claims)):
        return Refusal(ClubCode.NO_SUCH_MEMBER)
    return taken


def _is_claimable(state: Club, member: str) -> bool:
    known = state.members.get(member)
    return known is not None and not known.account


def _claim_answer(
    state: Club, step: AnswerMemberClaim, role: ClubRole | None, taken: ClubStepTaken
) -> ClubStepTaken | Refusal:
    if role not in OFFICERS:
        return Refusal(ClubCode.NOT_AN_OFFICER)
    claimant = state.members.get(step.member)
    if claimant is None or not claimant.claims or (step.granted and not _is_claimable(state, claimant.claims)):
        return Refusal(ClubCode.NO_SUCH_MEMBER)
    return taken


def _about_member(
    state: Club, step: RemoveMember | GiveRole, account: str, taken: ClubStepTaken
) -> ClubStepTaken | Refusal | None:
    member, role = state.members.get(step.member), state.role_of(account)
    own = member is not None and member.account == account
    if role not in OFFICERS and not (own and isinstance(step, RemoveMember)):
        return Refusal(ClubCode.NOT_AN_OFFICER)
    if member is None or (isinstance(step, GiveRole) and not member.account):
        return Refusal(ClubCode.NO_SUCH_MEMBER)
    if isinstance(step, GiveRole) and member.role is step.role:
        return None
    owners = sum(one.role is ClubRole.OWNER for one in state.members.values())
    if member.role is ClubRole.OWNER and owners == 1:
        return Refusal(ClubCode.LAST_OWNER)
    above = isinstance(step, GiveRole) or (member.role in OFFICERS and not own)
    return Refusal(ClubCode.NOT_AN_OFFICER) if above and role is not ClubRole.OWNER else taken


def _is_full(state: Club, step: ClubStep) -> bool:
    match step:
        case AddMember():
            return len(state.members) >= MOST_MEMBERS
        case HoldTournament():
            return step.held and len(state.events) >= MOST_EVENTS
        case KeepSeries():
            return len(state.series) >= MOST_SERIES
        case KeepNight():
            return len(state.nights) >= MOST_NIGHTS and step.night.name not in {night.name for night in state.nights}
        case _:
            return False


def _is_new(state: Club, step: ClubStep) -> bool:
    match step:
        case AddMember():
            return folded_name(step.name) not in {folded_name(one.name) for one in state.members.values()}
        case KeepNight():
            return step.night != state.night
        case HoldTournament():
            return step.held != any(event.tournament == step.tournament for event in state.events)
        case KeepSeries():
            return state.series.get(step.series) != step.nights
        case _:
            return True


def fold_club(events: Iterable[ClubStepTaken], state: Club | None = None) -> Club:
    """A club after what happened."""
    club = state or Club()
    for event in events:
        club = replace(club, version=club.version + 1, **_changes(club, event))
    return club


def _changes(state: Club, event: ClubStepTaken) -> dict[str, Any]:  # Any: values of a Club's fields
    step = event.step
    match step:
        case OpenClub():
            owner = ClubMember(id="m1", name=step.owner, account=event.by, role=ClubRole.OWNER, since=event.at)
            said = {"name": step.name, "place": step.place, "about": step.about}
            return said | {"founded": event.at, "key": event.key, "members": {owner.id: owner}}
        case ChangeClub():
            return {"name": step.name, "place": step.place, "about": step.about}
        case JoinClub():
            id = step.instead or f"m{state.version + 1}"
            member = ClubMember(id=id, name=step.name, account=event.by, since=event.at, claims=step.claims)
            return {"members": {**state.members, id: member}}
        case AnswerMemberClaim():
            return _after_claim(state, step)
        case AddMember():
            member = ClubMember(id=f"m{state.version + 1}", name=step.name, since=event.at)
            return {"members": {**state.members, member.id: member}}
        case RemoveMember():
            return {"members": {id: one for id, one in state.members.items() if id != step.member}}
        case GiveRole():
            member = msgspec.structs.replace(state.members[step.member], role=step.role)
            return {"members": {**state.members, step.member: member}}
        case Announce():
            told = ClubAnnouncement(event.at, event.by, step.text)
            return {"announcements": (*state.announcements, told)[-MOST_ANNOUNCEMENTS:]}
        case KeepNight():
            rest = tuple(night for night in state.nights if night.name != step.night.name)
            return {"nights": (*rest, step.night)}
        case HoldTournament():
            others = tuple(one for one in state.events if one.tournament != step.tournament)
            held = (*others, ClubEvent(step.tournament, event.at, step.members))
            return {"events": held if step.held else others}
        case KeepSeries():
            return {"series": {**state.series, step.series: step.nights}}
        case RenewClubLink():
            return {"key": event.key}
        case _:
            assert_never(step)


def _after_claim(state: Club, step: AnswerMemberClaim) -> dict[str, Any]:  # Any: values of a Club's fields
    """Granted, the claimant is the member they claimed, with the evenings of both."""
    claimant = state.members[step.member]
    answered = msgspec.structs.replace(claimant, claims="")
    if not step.granted:
        return {"members": {**state.members, claimant.id: answered}}
    known = state.members[claimant.claims]
    others = {id: one for id, one in state.members.items() if id != claimant.id}
    one = msgspec.structs.replace(answered, id=known.id, since=known.since)
    return {
        "members": {**others, one.id: one},
        "events": tuple(_with_member(event, claimant.id, one.id) for event in state.events),
    }


def _with_member(event: ClubEvent, old: str, new: str) -> ClubEvent:
    members = tuple(dict.fromkeys(new if id == old else id for id in event.members))
    return msgspec.structs.replace(event, members=members)


_decoder: Final = msgspec.json.Decoder(ClubStepTaken)


def decode_club(data: bytes) -> ClubStepTaken:
    """An event as it was kept."""
    return _decoder.decode(data)
