"""Finished matches of the server's logs as the rating room takes them, and whether they count (docs/ratings.md).

online      a match that was offered as rated and is of no tournament: `match:ID` says how it ended, `room:ID` who sat
            there and whether an official has taken it out
event       a result that a tournament's log has, wherever it was played: a board of the server, a table device, a
            table with a scoresheet. `links:ID` says whose account plays for whom; the last to open a player's link

A verdict follows from these logs alone: whoever folds them again comes to the same one.
"""

from collections.abc import Mapping, Sequence
from enum import StrEnum
from functools import cache
from typing import Final

import msgspec

from barpoint.board import Side
from barpoint.match import MatchFormat, MatchPhase
from barpoint.match import events as e
from barpoint.match.format import ClockMethod, ClockRules, LengthKind
from barpoint.rating import BOT, RATED_ENDINGS, ClockClass, MatchEnding, MatchRated, Pool
from barpoint.rulebook import list_presets, preset
from barpoint.service.play.room_events import Seat
from barpoint.service.play.room_fold import RoomFold
from barpoint.service.ports import StoredEvent, Write
from barpoint.tournament import Contest, Tournament
from barpoint.tournament.views import FinishedMatch, contest_clock, match_results

TURNS_OF_BOTH: Final = 4
"""Rolls of a match in which both sides have had two turns; what ends before is given up at once."""
BLITZ_RESERVE: Final = 60_000
"""Milliseconds a point: an agreed clock with less is blitz."""
_RATED_KINDS: Final = frozenset({"match", "tournament", "links"})


class NotCounted(StrEnum):
    """Why a finished match does not count that its ending alone would not keep out."""

    GUEST = "guest"
    NO_ACCOUNT = "no_account"
    NO_LENGTH = "no_length"
    NO_WINNER = "no_winner"
    NO_PAIR = "no_pair"


NOT_COUNTED_REASONS: Final[Mapping[NotCounted, str]] = {
    NotCounted.GUEST: "a guest played it, and a guest has no rating",
    NotCounted.NO_ACCOUNT: "somebody who played it has no account here",
    NotCounted.NO_LENGTH: "it was not played to a number of points",
    NotCounted.NO_WINNER: "nobody won it",
    NotCounted.NO_PAIR: "one person played for a pair",
}


class RatedVerdict(msgspec.Struct, frozen=True, omit_defaults=True):
    """A finished match; `match` is what is rated, and None where nothing could be."""

    id: str
    at: int
    match: MatchRated | None = None
    why: NotCounted | None = None

    @property
    def counts(self) -> bool:
        """Whether it moves ratings."""
        return self.match is not None and self.why is None and self.match.kind in RATED_ENDINGS


def moves_ratings(write: Write) -> bool:
    """Whether what is written may change a rating: the store marks it in the same transaction."""
    kind = write.stream.partition(":")[0]
    if kind == "room":
        return any(b'"RatingWithheld"' in data for data in write.events)
    if kind != "match":
        return kind in _RATED_KINDS
    return write.ends is not None or any(b'"MatchEnded"' in data for data in write.events)


# Online


def online_verdict(id: str, match: Sequence[StoredEvent], room: Sequence[StoredEvent]) -> RatedVerdict | None:
    """A match between people, or with a bot, as it ended; None if it is not over, not rated, or of a tournament."""
    fold = RoomFold(id)
    fold.follow(match)
    if fold.state is None or fold.state.phase is not MatchPhase.OVER or not fold.state.format.rated:
        return None
    fold.follow_room(room)
    return None if fold.options.event else _judge(fold, _end(match), _rolls(match))


def _judge(fold: RoomFold, at: int, rolls: int) -> RatedVerdict:
    state = fold.match
    ended, form = state.ended, state.format
    assert ended is not None, "the match is over"
    if state.in_force.kind is not LengthKind.POINTS:  # a money session ends with no winner of the whole
        return RatedVerdict(fold.id, at, why=NotCounted.NO_LENGTH)
    if ended.winner is None:
        return RatedVerdict(fold.id, at, why=NotCounted.NO_WINNER)
    sides = [_players(fold.seats(side)) for side in (ended.winner, ended.winner.other)]
    if any(len(side) != form.team for side in sides):
        return RatedVerdict(fold.id, at, why=NotCounted.NO_PAIR)
    if not all(player for side in sides for player in side):
        return RatedVerdict(fold.id, at, why=NotCounted.NO_ACCOUNT)
    match = MatchRated(
        id=fold.id,
        at=at,
        winner=sides[0],
        loser=sides[1],
        length=state.in_force.points,
        discipline=form.discipline,
        clock=clock_class(form.clock, form.preset, state.in_force.points),
        kind=MatchEnding.DIRECTOR_MARKED if fold.unrated else _ending(ended.reason, rolls),
        reason=fold.unrated,
    )
    guests = any(seat.guest for side in Side for seat in fold.seats(side))
    return RatedVerdict(fold.id, at, match, NotCounted.GUEST if guests else None)


def _players(seats: Sequence[Seat]) -> tuple[str, ...]:
    """Who sits there, each once: a bot of the house goes by its level."""
    return tuple(dict.fromkeys(f"{BOT}{seat.bot}" if seat.bot else seat.account for seat in seats))


def _ending(reason: str, rolls: int) -> MatchEnding:
    if reason == "forfeit":
        return MatchEnding.ABANDONED if rolls >= TURNS_OF_BOTH else MatchEnding.FORFEIT
    if rolls < TURNS_OF_BOTH:
        return MatchEnding.AT_ONCE
    return MatchEnding.ABANDONED if reason == "left" else MatchEnding.NORMAL


def _events(kept: Sequence[StoredEvent]) -> list[e.AnyEvent]:
    return [e.decode(stored.data) for stored in kept]


def _end(match: Sequence[StoredEvent]) -> int:
    """When it was completed; a correction of a finished match leaves it in its place."""
    return next((event.at for event in _events(match) if isinstance(event, e.MatchEnded)), 0)


def _rolls(match: Sequence[StoredEvent]) -> int:
    """Rolls of the match; of an opening that was thrown again, all."""
    return sum(isinstance(event, e.OpeningRolled | e.DiceRolled) for event in _events(match))


def clock_class(clock: ClockRules | None, preset_name: str, points: int) -> ClockClass:
    """The class of a clock: what the preset says, or the agreed times come to."""
    if clock is None or clock.method is ClockMethod.UNTIMED:
        return ClockClass.UNTIMED
    if clock.method is ClockMethod.PER_MOVE:
        return ClockClass.CORRESPONDENCE
    is_blitz = clock.reserve < BLITZ_RESERVE * points or (preset_name in _preset_names() and _is_blitz(preset_name))
    return ClockClass.BLITZ if is_blitz else ClockClass.STANDARD


def _is_blitz(name: str) -> bool:
    return bool(preset(name).options.blitz)


@cache
def _preset_names() -> frozenset[str]:
    return frozenset(profile.name for profile in list_presets())


def pool_of(form: MatchFormat) -> str:
    """The pool a match of people under this format would move; empty if it is not rated, or has no length in points."""
    if not form.rated or form.length.kind is not LengthKind.POINTS:
        return ""
    clock = clock_class(form.clock, form.preset, form.length.points)
    return str(Pool(form.discipline, clock, form.team == 2))


# Events


def event_verdicts(state: Tournament, accounts: Mapping[str, str]) -> tuple[RatedVerdict, ...]:
    """Every result of a tournament; an event that is played as unrated has none."""
    rated = {name for name, contest in state.contests.items() if contest_pool(contest)}
    return tuple(
        _event_verdict(result, accounts) for result in match_results(state) if result.id.split("/")[1] in rated
    )


def contest_pool(contest: Contest) -> str:
    """The pool that matches of an event move; empty if it is played as unrated, or as a variant."""
    options = contest.profile.options
    if options.rated is False or contest.settings.variant:
        return ""
    return str(Pool(options.discipline or "backgammon", ClockClass(contest_clock(contest)), contest.settings.team == 2))


def _event_verdict(result: FinishedMatch, accounts: Mapping[str, str]) -> RatedVerdict:
    fields = msgspec.structs.asdict(result)
    for side in ("winner", "loser"):
        fields[side] = tuple(accounts.get(person, "") for person in fields[side])
    people = (*fields["winner"], *fields["loser"])
    if not all(people):
        return RatedVerdict(result.id, result.at, why=NotCounted.NO_ACCOUNT)
    if len(set(people)) != len(people) or len(people) not in (2, 4):
        return RatedVerdict(result.id, result.at, why=NotCounted.NO_PAIR)
    return RatedVerdict(result.id, result.at, msgspec.convert(fields, MatchRated))
