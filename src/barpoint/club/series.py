"""A series as a fold: its scheme, the tournaments that count, who organises it.

step        what an organiser does; each is kept as it was said, with who said it and when
tournament  counts once both have said so: somebody who directs it (offered) and an organiser (accepted). Either takes
            their own word back
organiser   an account. Whoever opens a series is the first; of a club's series the club's officers are, too
by hand     points given or taken, with a reason everybody reads
joined      two of the table whom an organiser says to be one person, or two names; either word is taken back as it was
            said, and nothing that was counted before it is lost

Who somebody is, and what they direct, is the caller's to say.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Annotated, Final, Literal, assert_never

import msgspec

from barpoint.board import Refusal
from barpoint.club.points_scheme import PointsScheme
from barpoint.club.refusals import ClubCode
from barpoint.club.series_results import folded_name
from barpoint.club.standings import HandPoints

MOST_TOURNAMENTS: Final = 400
MOST_ORGANISERS: Final = 50
MOST_BY_HAND: Final = 1000
MOST_JOINED: Final = 500

Title = Annotated[str, msgspec.Meta(min_length=1, max_length=60)]
TournamentId = Annotated[str, msgspec.Meta(pattern="^[a-z0-9-]{1,40}$")]
AccountId = Annotated[str, msgspec.Meta(min_length=1, max_length=40)]
PersonName = Annotated[str, msgspec.Meta(min_length=1, max_length=60)]
PersonKey = Annotated[str, msgspec.Meta(min_length=1, max_length=80)]


class Step(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True, tag_field="type"):
    """What somebody does."""


class OpenSeries(Step, frozen=True, kw_only=True, tag="OpenSeries"):
    """It begins."""

    name: Title
    scheme: PointsScheme
    club: str = ""


class ChangeSeries(Step, frozen=True, kw_only=True, tag="ChangeSeries"):
    """Another name, another scheme: the standings are counted again from the first event."""

    name: Title
    scheme: PointsScheme


class CountTournament(Step, frozen=True, kw_only=True, tag="CountTournament"):
    """A tournament counts, as far as whoever says so may say it; or no longer."""

    tournament: TournamentId
    counts: bool = True


class NameOrganiser(Step, frozen=True, kw_only=True, tag="NameOrganiser"):
    """An account organises the series, or no longer."""

    account: AccountId
    organises: bool = True


class JoinNames(Step, frozen=True, kw_only=True, tag="JoinNames"):
    """Two names are one person's, or no longer."""

    name: PersonName
    same_as: PersonName
    joined: bool = True


class JoinPersons(Step, frozen=True, kw_only=True, tag="JoinPersons"):
    """Two of the table are one person, by their identities there; or no longer."""

    person: PersonKey
    same_as: PersonKey
    joined: bool = True


class GivePoints(Step, frozen=True, kw_only=True, tag="GivePoints"):
    """Points by hand, in thousandths; below nothing takes them."""

    person: PersonKey
    points: Annotated[int, msgspec.Meta(ge=-10_000_000, le=10_000_000)]
    reason: Annotated[str, msgspec.Meta(min_length=1, max_length=200)]


class CloseSeries(Step, frozen=True, kw_only=True, tag="CloseSeries"):
    """The season is over, or goes on."""

    closed: bool = True


SeriesStep = (
    OpenSeries | ChangeSeries | CountTournament | NameOrganiser | JoinNames | JoinPersons | GivePoints | CloseSeries
)


class SeriesStepTaken(
    msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, tag_field="type", tag="SeriesStep"
):
    """A step that was taken; `sides` of a tournament's are those it was said for."""

    at: int
    by: str
    step: SeriesStep
    sides: tuple[Literal["offered", "accepted"], ...] = ()


@dataclass(frozen=True)
class Series:
    """A series as it stands."""

    version: int = 0
    name: str = ""
    club: str = ""
    scheme: PointsScheme | None = None
    organisers: tuple[str, ...] = ()
    offered: tuple[str, ...] = ()
    accepted: tuple[str, ...] = ()
    joined_names: tuple[tuple[str, str], ...] = ()  # folded, as they were said
    joined_persons: tuple[tuple[str, str], ...] = ()
    by_hand: tuple[HandPoints, ...] = ()
    closed: bool = False

    @property
    def tournaments(self) -> tuple[str, ...]:
        """Those that count."""
        return tuple(name for name in self.accepted if name in self.offered)

    @property
    def same(self) -> dict[str, str]:
        """The name that stands for each that was joined to another."""
        same: dict[str, str] = {}
        for name, other in self.joined_names:
            same = {known: other if target == name else target for known, target in same.items()}
            same |= {name: other, other: other}
        return same


@dataclass(frozen=True, slots=True)
class SeriesActor:
    """Who asks, and what they are: an organiser of the series, a director of the tournament that is named."""

    account: str
    organises: bool = False
    directs: bool = False


def decide_series(state: Series, step: SeriesStep, who: SeriesActor, at: int) -> SeriesStepTaken | Refusal | None:
    """What comes of a step: what is kept, why not, or None where it says nothing new."""
    taken = SeriesStepTaken(at=at, by=who.account, step=step)
    if isinstance(step, OpenSeries):
        return taken if state.version == 0 else Refusal(ClubCode.NAME_IN_USE)
    if isinstance(step, CountTournament):
        return _count(state, step, who, taken)
    if not who.organises:
        return Refusal(ClubCode.NOT_AN_ORGANISER)
    if isinstance(step, CloseSeries):
        return None if step.closed == state.closed else taken
    if state.closed:
        return Refusal(ClubCode.SERIES_CLOSED)
    if isinstance(step, NameOrganiser):
        rest = [account for account in state.organisers if account != step.account]
        if (step.account in state.organisers) == step.organises:
            return None
        if not step.organises and not rest:
            return Refusal(ClubCode.LAST_ORGANISER)
        return Refusal(ClubCode.TOO_MANY) if len(rest) >= MOST_ORGANISERS else taken
    if isinstance(step, GivePoints) and len(state.by_hand) >= MOST_BY_HAND:
        return Refusal(ClubCode.TOO_MANY)
    if isinstance(step, JoinNames | JoinPersons):
        return _join(state, step, taken)
    return taken


def _join(state: Series, step: JoinNames | JoinPersons, taken: SeriesStepTaken) -> SeriesStepTaken | Refusal | None:
    pair = _pair(step)
    known = state.joined_names if isinstance(step, JoinNames) else state.joined_persons
    if (pair in known) == step.joined or pair[0] == pair[1]:
        return None
    return Refusal(ClubCode.TOO_MANY) if step.joined and len(known) >= MOST_JOINED else taken


def _pair(step: JoinNames | JoinPersons) -> tuple[str, str]:
    """The two of them: names as they are compared, persons in one order, since either is the other."""
    if isinstance(step, JoinNames):
        return folded_name(step.name), folded_name(step.same_as)
    return min(step.person, step.same_as), max(step.person, step.same_as)


def _count(
    state: Series, step: CountTournament, who: SeriesActor, taken: SeriesStepTaken
) -> SeriesStepTaken | Refusal | None:
    if not (who.organises or who.directs):
        return Refusal(ClubCode.NOT_AN_ORGANISER)
    if state.closed:
        return Refusal(ClubCode.SERIES_CLOSED)
    sides: list[Literal["offered", "accepted"]] = []
    if who.directs and (step.tournament in state.offered) != step.counts:
        sides.append("offered")
    if who.organises and (step.tournament in state.accepted) != step.counts:
        sides.append("accepted")
    if step.counts and len({*state.offered, *state.accepted}) >= MOST_TOURNAMENTS:
        return Refusal(ClubCode.TOO_MANY)
    return msgspec.structs.replace(taken, sides=tuple(sides)) if sides else None


def fold_series(events: Iterable[SeriesStepTaken], state: Series | None = None) -> Series:
    """A series after what happened."""
    series = state or Series()
    for event in events:
        series = replace(_evolve(series, event), version=series.version + 1)
    return series


def _evolve(state: Series, event: SeriesStepTaken) -> Series:
    step = event.step
    match step:
        case OpenSeries():
            return replace(state, name=step.name, club=step.club, scheme=step.scheme, organisers=(event.by,))
        case ChangeSeries():
            return replace(state, name=step.name, scheme=step.scheme)
        case CountTournament():
            offered = _with(state.offered, step) if "offered" in event.sides else state.offered
            accepted = _with(state.accepted, step) if "accepted" in event.sides else state.accepted
            return replace(state, offered=offered, accepted=accepted)
        case NameOrganiser():
            rest = tuple(account for account in state.organisers if account != step.account)
            return replace(state, organisers=(*rest, step.account) if step.organises else rest)
        case JoinNames():
            return replace(state, joined_names=_with_pair(state.joined_names, step))
        case JoinPersons():
            return replace(state, joined_persons=_with_pair(state.joined_persons, step))
        case GivePoints():
            return replace(state, by_hand=(*state.by_hand, HandPoints(step.person, step.points, step.reason)))
        case CloseSeries():
            return replace(state, closed=step.closed)
        case _:
            assert_never(step)


def _with(names: tuple[str, ...], step: CountTournament) -> tuple[str, ...]:
    rest = tuple(name for name in names if name != step.tournament)
    return (*rest, step.tournament) if step.counts else rest


def _with_pair(pairs: tuple[tuple[str, str], ...], step: JoinNames | JoinPersons) -> tuple[tuple[str, str], ...]:
    pair = _pair(step)
    rest = tuple(known for known in pairs if known != pair)
    return (*rest, pair) if step.joined else rest


_decoder: Final = msgspec.json.Decoder(SeriesStepTaken)


def decode_series(data: bytes) -> SeriesStepTaken:
    """An event as it was kept."""
    return _decoder.decode(data)
