"""Fair play as figures beside what is usual: each with its uncertainty, none of them a verdict.

Terms
-----
estimate    a value and the interval in which it lies 19 times out of 20 if decisions are independent of one another
usual       the same figures over the player's own earlier matches
peers       the same over matches of other people with about that rating; `None` where too few are known. Between `low`
            and `high` lie the error rates of eight of ten of their matches
"""

from collections.abc import Sequence
from math import exp, sqrt, tanh
from typing import Final

import msgspec

from barpoint.engine.review.analysis_data import PR
from barpoint.engine.review.fair_play import DecisionGroup, FairPlaySums, GroupSums, add_sums

LEAST_PEERS: Final = 5
LEAST_PEER_DECISIONS: Final = 300
"""People and decisions from which others are something to compare with."""
_WIDE: Final = 1.96
_RANK_SPREAD: Final = 1.03  # how much wider ranks make the interval of a correlation


class Estimate(msgspec.Struct, frozen=True):
    """A value, the interval it lies in, and of how many decisions it comes."""

    value: float
    low: float
    high: float
    of: int


class GroupFigures(msgspec.Struct, frozen=True):
    """One group of decisions: agreement and error of this match, of the player's own past, of people of that rating."""

    group: DecisionGroup
    agreement: Estimate | None
    usual: Estimate | None = None
    peers: Estimate | None = None
    seconds: float | None = None  # the geometric mean
    usual_seconds: float | None = None


class PeerFigures(msgspec.Struct, frozen=True):
    """People of about that rating."""

    people: int
    matches: int
    error_rate: Estimate
    low: float
    high: float


class FairPlayFigures(msgspec.Struct, frozen=True):
    """One player in one match."""

    decisions: int
    groups: tuple[GroupFigures, ...]
    error_rate: Estimate | None
    usual_error_rate: Estimate | None
    change: Estimate | None  # of the error rate against the player's own
    earlier_matches: int
    pace: Estimate | None
    usual_pace: Estimate | None
    peers: PeerFigures | None


class PeerMatch(msgspec.Struct, frozen=True):
    """A match of somebody else."""

    person: str
    sums: FairPlaySums


def compare_sums(
    sums: FairPlaySums, earlier: Sequence[FairPlaySums] = (), others: Sequence[PeerMatch] = ()
) -> FairPlayFigures:
    """A player's match beside their own earlier ones and those of others."""
    past = add_sums(earlier)
    peers = peer_figures(others)
    among = add_sums([other.sums for other in others]) if peers is not None else FairPlaySums(matches=0)
    return FairPlayFigures(
        decisions=sums.decisions,
        groups=tuple(_group_figures(group, sums, past, among) for group in DecisionGroup),
        error_rate=error_rate(sums),
        usual_error_rate=error_rate(past),
        change=error_rate_change(sums, past),
        earlier_matches=len(earlier),
        pace=pace(sums),
        usual_pace=pace(past),
        peers=peers,
    )


def _group_figures(group: DecisionGroup, own: FairPlaySums, past: FairPlaySums, among: FairPlaySums) -> GroupFigures:
    return GroupFigures(
        group,
        agreement(own.group(group)),
        agreement(past.group(group)),
        agreement(among.group(group)),
        _seconds(own.group(group)),
        _seconds(past.group(group)),
    )


def agreement(sums: GroupSums) -> Estimate | None:
    """The share of decisions that cost nothing, with Wilson's interval; None of none."""
    count = sums.decisions
    if not count:
        return None
    share, square = sums.agreed / count, _WIDE**2
    middle = (share + square / (2 * count)) / (1 + square / count)
    half = _WIDE * sqrt(share * (1 - share) / count + square / (4 * count**2)) / (1 + square / count)
    return Estimate(share, max(0.0, middle - half), min(1.0, middle + half), count)


def error_rate(sums: FairPlaySums) -> Estimate | None:
    """The performance rating with its interval; None of fewer than two decisions."""
    spread = _deviation(sums)
    if spread is None:
        return None
    value = PR * sums.error / sums.decisions
    return Estimate(value, max(0.0, value - _WIDE * spread), value + _WIDE * spread, sums.decisions)


def error_rate_change(sums: FairPlaySums, past: FairPlaySums) -> Estimate | None:
    """How much higher the error rate is than the player's own was; below 0 the match was played better."""
    spread, before = _deviation(sums), _deviation(past)
    if spread is None or before is None:
        return None
    value = PR * (sums.error / sums.decisions - past.error / past.decisions)
    half = _WIDE * sqrt(spread**2 + before**2)
    return Estimate(value, value - half, value + half, sums.decisions)


def _deviation(sums: FairPlaySums) -> float | None:
    """The standard error of the error rate."""
    count = sums.decisions
    if count < 2:
        return None
    mean = sums.error / count
    return PR * sqrt(max(0.0, sums.squares / count - mean**2) / (count - 1))


def pace(sums: FairPlaySums) -> Estimate | None:
    """How time follows difficulty, from -1 to 1; None where too few times are known."""
    if not sums.pace_weight:
        return None
    z, half = sums.pace_z / sums.pace_weight, _WIDE * _RANK_SPREAD / sqrt(sums.pace_weight)
    timed = sum(group.timed for group in sums.groups)
    return Estimate(tanh(z), tanh(z - half), tanh(z + half), timed)


def _seconds(sums: GroupSums) -> float | None:
    return exp(sums.log_seconds / sums.timed) if sums.timed else None


def peer_figures(others: Sequence[PeerMatch]) -> PeerFigures | None:
    """What others of that rating come to; None of too few."""
    together = add_sums([other.sums for other in others])
    rate, people = error_rate(together), len({other.person for other in others})
    if rate is None or people < LEAST_PEERS or together.decisions < LEAST_PEER_DECISIONS:
        return None
    rates = sorted(PR * other.sums.error / other.sums.decisions for other in others if other.sums.decisions)
    low, high = (rates[round(share * (len(rates) - 1))] for share in (0.1, 0.9))
    return PeerFigures(people, len(others), rate, low, high)
