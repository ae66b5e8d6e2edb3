"""What a match shows of fair play: sums of one side's decisions, which add up over matches. No verdict is in them.

Terms
-----
difficulty  what somebody who doubts by `DOUBT` would lose here on the mean: each choice is taken less often by a factor
            of e for every `DOUBT` of equity it is behind. Near 0 where all choices are worth the same or one is far
            ahead. It follows from the choices, not from the one that was made; what is hard to see is not in it.
group       counted checker plays as easy, middling or hard by their difficulty; counted cube decisions are one group.
agreement   a decision that costs less than a thousandth.
pace        how the time for a play follows its difficulty: the correlation of their ranks, kept as Fisher's z times its
            weight. Only plays count whose roll is the event before them: nothing else can have taken the time.
"""

from collections.abc import Sequence
from enum import StrEnum
from itertools import starmap
from math import atanh, exp, log
from typing import Final

import msgspec

from barpoint.board import Side
from barpoint.engine.review.analysis_data import Analysis, Decision, DecisionKind
from barpoint.match import events as e

DOUBT: Final = 0.05
EASY_BELOW: Final = 0.006
HARD_FROM: Final = 0.018
"""Difficulty: in matches of our levels about a fifth of the plays are easy and two fifths are hard."""
AGREED_BELOW: Final = 0.001
LEAST_TIMED: Final = 12
"""Plays with a known time from which a match's pace is told."""
_SHORTEST: Final = 0.1  # seconds
_SURE: Final = 0.999  # a correlation of 1 has no z


class DecisionGroup(StrEnum):
    """What a decision is counted among."""

    EASY = "easy"
    MIDDLING = "middling"
    HARD = "hard"
    CUBE = "cube"


class GroupSums(msgspec.Struct, frozen=True):
    """One group: `log_seconds` is the sum over the plays whose time is known."""

    decisions: int = 0
    agreed: int = 0
    error: float = 0.0
    timed: int = 0
    log_seconds: float = 0.0


class FairPlaySums(msgspec.Struct, frozen=True):
    """One side of one match, or of several: groups in the order of `DecisionGroup`."""

    groups: tuple[GroupSums, ...] = (GroupSums(),) * len(DecisionGroup)
    squares: float = 0.0
    """Of the errors."""
    pace_weight: float = 0.0
    pace_z: float = 0.0
    matches: int = 1

    @property
    def decisions(self) -> int:
        """All that are counted."""
        return sum(group.decisions for group in self.groups)

    @property
    def error(self) -> float:
        """The sum of the errors."""
        return sum(group.error for group in self.groups)

    def group(self, group: DecisionGroup) -> GroupSums:
        """One of the groups."""
        return self.groups[list(DecisionGroup).index(group)]


def add_sums(sums: Sequence[FairPlaySums]) -> FairPlaySums:
    """Several matches as one."""
    columns = zip(*(one.groups for one in sums), strict=True)
    return FairPlaySums(
        tuple(_add_groups(column) for column in columns) or FairPlaySums().groups,
        sum(one.squares for one in sums),
        sum(one.pace_weight for one in sums),
        sum(one.pace_z for one in sums),
        sum(one.matches for one in sums),
    )


def _add_groups(groups: Sequence[GroupSums]) -> GroupSums:
    return GroupSums(
        sum(group.decisions for group in groups),
        sum(group.agreed for group in groups),
        sum(group.error for group in groups),
        sum(group.timed for group in groups),
        sum(group.log_seconds for group in groups),
    )


def difficulty(worths: Sequence[float], doubt: float = DOUBT) -> float:
    """What somebody who doubts loses on the mean among choices of these equities."""
    best = max(worths)
    weights = [exp((worth - best) / doubt) for worth in worths]
    return sum(weight * (best - worth) for weight, worth in zip(weights, worths, strict=True)) / sum(weights)


def choices_of(decision: Decision) -> tuple[float, ...]:
    """What the choices of a decision are worth; of plays the best few, and the one that was made counts for nothing."""
    if decision.figures is None:
        return tuple(candidate.equity for candidate in decision.candidates)
    figures = decision.figures
    if decision.kind is DecisionKind.DOUBLE:
        return figures.no_double, min(figures.double_take, figures.double_pass)
    return -figures.double_take, -figures.double_pass


def group_of(kind: DecisionKind, hardness: float) -> DecisionGroup:
    """Where a decision of such a difficulty is counted."""
    if kind is not DecisionKind.PLAY:
        return DecisionGroup.CUBE
    if hardness < EASY_BELOW:
        return DecisionGroup.EASY
    return DecisionGroup.HARD if hardness >= HARD_FROM else DecisionGroup.MIDDLING


class WeighedDecision(msgspec.Struct, frozen=True):
    """One counted decision; `seconds` is 0 where nobody knows."""

    group: DecisionGroup
    hardness: float
    error: float
    seconds: float = 0.0


def fair_play_sums(analysis: Analysis, events: Sequence[e.AnyEvent]) -> tuple[FairPlaySums, FairPlaySums]:
    """White's and Black's."""
    white, black = (sum_decisions(weigh_decisions(analysis, events, side)) for side in (Side.WHITE, Side.BLACK))
    return white, black


def weigh_decisions(analysis: Analysis, events: Sequence[e.AnyEvent], side: Side) -> list[WeighedDecision]:
    """A side's counted decisions, in their order."""
    counted = [one for one in analysis.decisions if one.side is side and one.counted and len(choices_of(one)) > 1]
    return [_weigh(decision, events) for decision in counted]


def _weigh(decision: Decision, events: Sequence[e.AnyEvent]) -> WeighedDecision:
    hardness = difficulty(choices_of(decision))
    return WeighedDecision(group_of(decision.kind, hardness), hardness, decision.error, _seconds(decision, events))


def _seconds(decision: Decision, events: Sequence[e.AnyEvent]) -> float:
    """What a play took from its roll on; 0 if the log does not say."""
    place = decision.version
    if decision.kind is not DecisionKind.PLAY or not 0 < place < len(events):
        return 0.0
    played, before = events[place], events[place - 1]
    if not isinstance(played, e.Played) or not isinstance(before, e.DiceRolled | e.OpeningRolled):
        return 0.0
    passed = (played.at - before.at) / 1000
    return max(passed, _SHORTEST) if passed > 0 else 0.0


def sum_decisions(decisions: Sequence[WeighedDecision]) -> FairPlaySums:
    """A match's decisions of one side."""
    timed = [decision for decision in decisions if decision.seconds]
    weight, z = _pace(timed)
    return FairPlaySums(
        tuple(_sum_group([one for one in decisions if one.group is group]) for group in DecisionGroup),
        sum(decision.error**2 for decision in decisions),
        weight,
        z,
    )


def _sum_group(decisions: Sequence[WeighedDecision]) -> GroupSums:
    times = [decision.seconds for decision in decisions if decision.seconds]
    return GroupSums(
        len(decisions),
        sum(decision.error < AGREED_BELOW for decision in decisions),
        sum(decision.error for decision in decisions),
        len(times),
        sum(map(log, times)),
    )


def _pace(timed: Sequence[WeighedDecision]) -> tuple[float, float]:
    """Weight and weighted z of the correlation of ranks; both 0 where there is none to speak of."""
    if len(timed) < LEAST_TIMED:
        return 0.0, 0.0
    correlation = _correlation(_ranks([one.hardness for one in timed]), _ranks([one.seconds for one in timed]))
    if correlation is None:
        return 0.0, 0.0
    weight = float(len(timed) - 3)
    return weight, weight * atanh(min(max(correlation, -_SURE), _SURE))


def _ranks(values: Sequence[float]) -> list[float]:
    """Places from the smallest on; equals share the mean of theirs."""
    places: dict[float, list[int]] = {}
    for place, value in enumerate(sorted(values)):
        places.setdefault(value, []).append(place)
    return [sum(places[value]) / len(places[value]) for value in values]


def _correlation(ours: Sequence[float], theirs: Sequence[float]) -> float | None:
    """Pearson's; None if one of them does not vary."""
    mean_of_ours, mean_of_theirs = sum(ours) / len(ours), sum(theirs) / len(theirs)
    one = [value - mean_of_ours for value in ours]
    other = [value - mean_of_theirs for value in theirs]
    spread = sum(value**2 for value in one) * sum(value**2 for value in other)
    return None if spread <= 0 else sum(starmap(float.__mul__, zip(one, other, strict=True))) / spread**0.5
