"""A Swiss event as a fold: rounds are paired when the one before is over, results posted and corrected.

method      MONRAD, BEST (matching) or LIVES (matching by losses; `lives` says who is out)
number      a lot from the published seed; late entrants follow in the order they come, with nothing for
            the rounds they missed
result      belongs to a round and the two who met in it. A correction of an earlier round changes the
            table, never a round that is paired already
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import cached_property
from types import MappingProxyType
from typing import assert_never

import msgspec

from barpoint.board import Refusal
from barpoint.tournament.draw.entrant import Entrant, by_id
from barpoint.tournament.draw.lot import Lot
from barpoint.tournament.draw.progress import Result
from barpoint.tournament.pairing.lives import LivesRules, Playoff, next_round
from barpoint.tournament.pairing.matching import best_matching
from barpoint.tournament.pairing.monrad import pair_monrad
from barpoint.tournament.pairing.record import Pair, Record, records
from barpoint.tournament.standings import (
    DEFAULT_TIE_BREAKS,
    DRAW,
    WIN,
    Game,
    StandingsRow,
    TieBreak,
    check_tie_breaks,
    compute_standings,
)


class Method(StrEnum):
    """How a round is paired."""

    MONRAD = "monrad"
    BEST = "best"
    LIVES = "lives"


class SwissPlan(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A Swiss event's settings; with LIVES the rounds go on until the lives are used up."""

    seed: str
    method: Method = Method.BEST
    rounds: int = 5
    lives: LivesRules = LivesRules()
    tie_breaks: tuple[TieBreak, ...] = DEFAULT_TIE_BREAKS

    def __post_init__(self) -> None:
        if not self.seed:
            raise ValueError("the numbers are drawn from a seed, published beforehand")
        if self.rounds < 1:
            raise ValueError(f"a Swiss event has 1 round or more, not {self.rounds}")
        check_tie_breaks(self.tie_breaks)


class SwissCode(StrEnum):
    """Why a Swiss event refuses."""

    ROUND_NOT_OVER = "round_not_over"
    NO_MORE_ROUNDS = "no_more_rounds"
    NOT_PAIRED = "not_paired"
    ALREADY_POSTED = "already_posted"
    NOTHING_POSTED = "nothing_posted"
    NOT_ENTERED = "not_entered"
    ALREADY_ENTERED = "already_entered"
    ALREADY_WITHDRAWN = "already_withdrawn"
    NOT_WITHDRAWN = "not_withdrawn"
    ROUND_STARTED = "round_started"
    REASON_NEEDED = "reason_needed"


class SwissEvent(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The common part."""


class SwissBegun(SwissEvent, frozen=True, kw_only=True, tag="SwissBegun"):
    """Plan and entrants; `numbers` is their order by lot."""

    plan: SwissPlan
    entrants: tuple[Entrant, ...]
    numbers: tuple[str, ...]


class RoundPaired(SwissEvent, frozen=True, kw_only=True, tag="RoundPaired"):
    """A round with its reasons."""

    round: int
    pairs: tuple[Pair, ...]


class SwissResultPosted(SwissEvent, frozen=True, kw_only=True, tag="SwissResultPosted"):
    """A result; one posted over another is a correction and carries the reason."""

    round: int
    result: Result
    reason: str = ""


class SwissResultVoided(SwissEvent, frozen=True, kw_only=True, tag="SwissResultVoided"):
    """A result was taken out."""

    round: int
    players: tuple[str, str]
    reason: str


class SwissEntrantWithdrew(SwissEvent, frozen=True, kw_only=True, tag="SwissEntrantWithdrew"):
    """Not paired any more; what is not played in the round so far is lost."""

    entrant: str


class SwissEntrantReinstated(SwissEvent, frozen=True, kw_only=True, tag="SwissEntrantReinstated"):
    """A withdrawal was undone: paired again from the next round on, and to play what is open."""

    entrant: str
    reason: str


class SwissLateEntry(SwissEvent, frozen=True, kw_only=True, tag="SwissLateEntry"):
    """In from the next round on."""

    entrant: Entrant


class RoundOverruled(SwissEvent, frozen=True, kw_only=True, tag="RoundOverruled"):
    """The director exchanged two entrants of the round that is on."""

    round: int
    one: str
    other: str
    reason: str


class SwissTieBreaksChanged(SwissEvent, frozen=True, kw_only=True, tag="SwissTieBreaksChanged"):
    """The published list was changed; `after_start` makes it a matter for everybody's eyes."""

    was: tuple[TieBreak, ...]
    tie_breaks: tuple[TieBreak, ...]
    reason: str
    after_start: bool


SwissEvents = (
    SwissBegun
    | RoundPaired
    | SwissResultPosted
    | SwissResultVoided
    | SwissEntrantWithdrew
    | SwissEntrantReinstated
    | SwissLateEntry
    | RoundOverruled
    | SwissTieBreaksChanged
)
Answer = tuple[SwissEvents, ...] | Refusal


@dataclass(frozen=True)
class Swiss:
    """A Swiss event and everything posted to it."""

    plan: SwissPlan
    entrants: Mapping[str, Entrant]
    numbers: tuple[str, ...]
    rounds: tuple[tuple[Pair, ...], ...] = ()
    results: Mapping[tuple[int, frozenset[str]], Result] = field(default_factory=lambda: MappingProxyType({}))
    withdrawn: frozenset[str] = frozenset()

    @cached_property
    def games(self) -> tuple[Game, ...]:
        """Everything that counts: results, byes, and walkovers against those who left."""
        candidates = (self._game(number, pair) for number, pairs in enumerate(self.rounds, 1) for pair in pairs)
        return tuple(game for game in candidates if game is not None)

    def _game(self, number: int, pair: Pair) -> Game | None:
        if pair.away is None:
            return Game(number, pair.home, None)
        result = self.results.get((number, frozenset(pair.players)))
        if result is None:
            gone = [player in self.withdrawn for player in pair.players]
            if sum(gone) != 1:
                return None
            return Game(number, pair.home, pair.away, 0 if gone[0] else WIN)
        score = DRAW if result.drawn else WIN if result.winner == pair.home else 0
        points = result.score if result.winner == pair.home else result.score[::-1]
        return Game(number, pair.home, pair.away, score, (points[0], points[1]), result.both_lost)

    @property
    def open(self) -> tuple[tuple[int, Pair], ...]:
        """What is still to be played."""
        done = {(game.round, frozenset({game.home, game.away})) for game in self.games}
        return tuple(
            (number, pair)
            for number, pairs in enumerate(self.rounds, 1)
            for pair in pairs
            if pair.away is not None
            and (number, frozenset(pair.players)) not in done
            and not all(player in self.withdrawn for player in pair.players)
        )

    @cached_property
    def records(self) -> tuple[Record, ...]:
        """Everybody's record."""
        return records(self.numbers, self.games)

    @property
    def standings(self) -> tuple[StandingsRow, ...]:
        """The table."""
        return compute_standings(self.numbers, self.games, self.plan.tie_breaks)


def begin(plan: SwissPlan, entrants: Iterable[Entrant]) -> SwissBegun:
    """The event that begins the log: the numbers are drawn."""
    known = by_id(tuple(entrants))
    if len(known) < 2:
        raise ValueError(f"a Swiss event needs 2 entrants or more, not {len(known)}")
    numbers = Lot(plan.seed, "numbers").shuffle(sorted(known))
    return SwissBegun(plan=plan, entrants=tuple(known.values()), numbers=tuple(numbers))


def fold(events: Iterable[SwissEvents]) -> Swiss:
    """The event a log comes to."""
    log = iter(events)
    begun = next(log, None)
    if not isinstance(begun, SwissBegun):
        raise TypeError("the log of a Swiss event begins with SwissBegun")
    swiss = Swiss(begun.plan, by_id(begun.entrants), begun.numbers)
    for event in log:
        swiss = evolve(swiss, event)
    return swiss


def evolve(swiss: Swiss, event: SwissEvents) -> Swiss:
    """The state after an event; it judges nothing."""
    match event:
        case SwissBegun():
            return Swiss(event.plan, by_id(event.entrants), event.numbers)
        case RoundPaired(pairs=pairs):
            return replace(swiss, rounds=(*swiss.rounds, pairs))
        case SwissResultPosted(round=number, result=result):
            return replace(swiss, results={**swiss.results, (number, result.players): result})
        case SwissResultVoided(round=number, players=players):
            gone = (number, frozenset(players))
            return replace(swiss, results={key: value for key, value in swiss.results.items() if key != gone})
        case SwissEntrantWithdrew(entrant=entrant):
            return replace(swiss, withdrawn=swiss.withdrawn | {entrant})
        case SwissEntrantReinstated(entrant=entrant):
            return replace(swiss, withdrawn=swiss.withdrawn - {entrant})
        case SwissLateEntry(entrant=newcomer):
            entrants = {**swiss.entrants, newcomer.id: newcomer}
            return replace(swiss, entrants=entrants, numbers=(*swiss.numbers, newcomer.id))
        case RoundOverruled():
            return replace(swiss, rounds=(*swiss.rounds[:-1], _exchange(swiss.rounds[-1], event)))
        case SwissTieBreaksChanged(tie_breaks=tie_breaks):
            return replace(swiss, plan=msgspec.structs.replace(swiss.plan, tie_breaks=tie_breaks))
        case _:
            assert_never(event)


def _exchange(pairs: tuple[Pair, ...], event: RoundOverruled) -> tuple[Pair, ...]:
    turn = {event.one: event.other, event.other: event.one}

    def swap(pair: Pair) -> Pair:
        if not turn.keys() & set(pair.players):
            return pair
        away = None if pair.away is None else turn.get(pair.away, pair.away)
        return Pair(turn.get(pair.home, pair.home), away, (*pair.reasons, f"overruled: {event.reason}"))

    return tuple(swap(pair) for pair in pairs)


def pair_round(swiss: Swiss) -> Answer | Playoff | str | None:
    """The next round; with lives also the playoff, or who is left (None: nobody)."""
    if swiss.open:
        return Refusal(SwissCode.ROUND_NOT_OVER, {"open": len(swiss.open)})
    field_ = [record for record in swiss.records if record.entrant not in swiss.withdrawn]
    if swiss.plan.method is Method.LIVES:
        ahead = next_round(field_, swiss.plan.lives)
        if not isinstance(ahead, tuple):
            return ahead
        return (RoundPaired(round=len(swiss.rounds) + 1, pairs=ahead),)
    if len(swiss.rounds) >= swiss.plan.rounds or len(field_) < 2:
        return Refusal(SwissCode.NO_MORE_ROUNDS, {"rounds": len(swiss.rounds)})
    pairs = pair_monrad(field_) if swiss.plan.method is Method.MONRAD else best_matching(field_)
    return (RoundPaired(round=len(swiss.rounds) + 1, pairs=pairs),)


def _is_paired(swiss: Swiss, number: int, players: frozenset[str]) -> bool:
    return 1 <= number <= len(swiss.rounds) and any(
        frozenset(pair.players) == players and pair.away is not None for pair in swiss.rounds[number - 1]
    )


def post(swiss: Swiss, number: int, result: Result, *, correcting: str = "") -> Answer:
    """A result for a round; over one that stands only as a correction with its reason."""
    if not _is_paired(swiss, number, result.players):
        return Refusal(SwissCode.NOT_PAIRED, {"round": number, "winner": result.winner, "loser": result.loser})
    stands = (number, result.players) in swiss.results
    if stands and not correcting:
        return Refusal(SwissCode.ALREADY_POSTED, {"round": number})
    if correcting and not stands:
        return Refusal(SwissCode.NOTHING_POSTED, {"round": number})
    return (SwissResultPosted(round=number, result=result, reason=correcting),)


def void(swiss: Swiss, number: int, players: tuple[str, str], reason: str) -> Answer:
    """Take a result out."""
    if (number, frozenset(players)) not in swiss.results:
        return Refusal(SwissCode.NOTHING_POSTED, {"round": number})
    if not reason:
        return Refusal(SwissCode.REASON_NEEDED, {"round": number})
    return (SwissResultVoided(round=number, players=players, reason=reason),)


def withdraw(swiss: Swiss, entrant: str) -> Answer:
    """Take an entrant out of the rounds to come."""
    if entrant not in swiss.entrants:
        return Refusal(SwissCode.NOT_ENTERED, {"entrant": entrant})
    if entrant in swiss.withdrawn:
        return Refusal(SwissCode.ALREADY_WITHDRAWN, {"entrant": entrant})
    return (SwissEntrantWithdrew(entrant=entrant),)


def reinstate(swiss: Swiss, entrant: str, reason: str) -> Answer:
    """Take an entrant back; walkovers of rounds that are over become results, that of the last one is to be played."""
    if entrant not in swiss.withdrawn:
        return Refusal(SwissCode.NOT_WITHDRAWN, {"entrant": entrant})
    if not reason:
        return Refusal(SwissCode.REASON_NEEDED, {"entrant": entrant})
    had = tuple(
        SwissResultPosted(round=number, result=Result(other, entrant, forfeited=True), reason=reason)
        for number, pairs in enumerate(swiss.rounds[:-1], 1)
        for pair in pairs
        if entrant in pair.players and pair.away is not None and (number, frozenset(pair.players)) not in swiss.results
        for other in pair.players
        if other != entrant
    )
    return (*had, SwissEntrantReinstated(entrant=entrant, reason=reason))


def enter_late(swiss: Swiss, entrant: Entrant) -> Answer:
    """Let somebody in from the next round on, while there is one to come."""
    if entrant.id in swiss.entrants:
        return Refusal(SwissCode.ALREADY_ENTERED, {"entrant": entrant.id})
    if swiss.plan.method is not Method.LIVES and len(swiss.rounds) >= swiss.plan.rounds:
        return Refusal(SwissCode.NO_MORE_ROUNDS, {"rounds": len(swiss.rounds)})
    return (SwissLateEntry(entrant=entrant),)


def overrule(swiss: Swiss, one: str, other: str, reason: str) -> Answer:
    """Exchange two entrants of the round that is on, before either has a result."""
    last = len(swiss.rounds)
    mine = [pair for pair in (swiss.rounds[-1] if last else ()) if {one, other} & set(pair.players)]
    if len(mine) != 2:
        return Refusal(SwissCode.NOT_PAIRED, {"round": last, "one": one, "other": other})
    if not reason:
        return Refusal(SwissCode.REASON_NEEDED, {"round": last})
    if any((last, frozenset(pair.players)) in swiss.results for pair in mine):
        return Refusal(SwissCode.ROUND_STARTED, {"round": last})
    return (RoundOverruled(round=last, one=one, other=other, reason=reason),)


def change_tie_breaks(swiss: Swiss, tie_breaks: tuple[TieBreak, ...], reason: str) -> Answer:
    """Another list; after the first round is paired only with a reason, and loudly."""
    listed = check_tie_breaks(tie_breaks)
    started = bool(swiss.rounds)
    if started and not reason:
        return Refusal(SwissCode.REASON_NEEDED, {"tie_breaks": ", ".join(listed)})
    was = swiss.plan.tie_breaks
    return (SwissTieBreaksChanged(was=was, tie_breaks=listed, reason=reason, after_start=started),)
