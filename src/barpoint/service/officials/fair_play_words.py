"""Figures of fair play in plain lines, for a terminal and for the exhibits of a case; each says how sure it is."""

from collections.abc import Mapping
from typing import Final

from barpoint.engine.review import DecisionGroup, Estimate, FairPlayFigures, GroupFigures

NO_VERDICT: Final = (
    "None of this is a verdict. Intervals hold the true value 19 times out of 20 at best: of many matches that are "
    "looked at, some stand out by chance."
)
MEANINGS: Final[Mapping[str, str]] = {
    "agreement": "share of decisions that cost less than a thousandth; easy, middling and hard by what a player who "
    "doubts by 0.05 would lose there on the mean",
    "error rate": "performance rating: 500 times the mean error of a decision; lower is better",
    "time": "how the time for a play follows its difficulty, from -1 to 1; people mostly take longer over what is hard",
}
_NAMES: Final[Mapping[DecisionGroup, str]] = {
    DecisionGroup.EASY: "easy plays",
    DecisionGroup.MIDDLING: "middling plays",
    DecisionGroup.HARD: "hard plays",
    DecisionGroup.CUBE: "cube decisions",
}


def figure_lines(figures: FairPlayFigures) -> list[str]:
    """One player's figures."""
    lines = [_agreement_line(group) for group in figures.groups if group.agreement is not None]
    lines += _error_lines(figures)
    if figures.pace is not None:
        usual = f"; usually {figures.usual_pace.value:.2f}" if figures.usual_pace is not None else ""
        lines.append(f"time follows difficulty: {_spread(figures.pace, '.2f')} ({figures.pace.of} plays){usual}")
    else:
        lines.append("time follows difficulty: not known, too few plays have a time")
    return lines


def _agreement_line(group: GroupFigures) -> str:
    assert group.agreement is not None
    words = f"agreement, {_NAMES[group.group]}: {_spread(group.agreement, '.0%')} of {group.agreement.of}"
    if group.usual is not None:
        words += f"; usually {group.usual.value:.0%} of {group.usual.of}"
    if group.peers is not None:
        words += f"; at that rating {group.peers.value:.0%} of {group.peers.of}"
    return words if group.seconds is None else f"{words}; {group.seconds:.1f} s a play"


def _error_lines(figures: FairPlayFigures) -> list[str]:
    if figures.error_rate is None:
        return ["error rate: not known, too few decisions"]
    lines = [f"error rate: {_spread(figures.error_rate, '.1f')} ({figures.decisions} decisions)"]
    if figures.change is not None and figures.usual_error_rate is not None:
        usual = f"{figures.usual_error_rate.value:.1f} in {figures.earlier_matches} earlier matches"
        lines.append(f"against their own past: {_spread(figures.change, '+.1f')} ({usual})")
    else:
        why = "too few decisions, here or before" if figures.earlier_matches else "no earlier match was weighed"
        lines.append(f"against their own past: not known, {why}")
    if (peers := figures.peers) is not None:
        spread = f"eight of ten matches between {peers.low:.1f} and {peers.high:.1f}"
        lines.append(f"people of that rating: {peers.error_rate.value:.1f}, {spread} ({peers.people} people)")
    else:
        lines.append("people of that rating: not known, too few were weighed")
    return lines


def _spread(estimate: Estimate, form: str) -> str:
    return f"{estimate.value:{form}} ({estimate.low:{form}} to {estimate.high:{form}})"
