"""The agreement sheet: what both sides wish before a match, settled topic by topic as the event's book has it.

A topic is settled by the method its book gives it (usbgf:1.7.1a, bws:3.5.1, guide:5.10, ibf:3.5). Where wishes clash
and dice decide, one roll decides every clash on the sheet (usbgf:3.3b): until it is given the sheet says so and nothing
that depends on it holds.
"""

from collections.abc import Mapping, Sequence

import msgspec

from barpoint.board import Refusal, Side
from barpoint.match.format import (
    PreferenceMethod,
    PreferenceTopic,
    SettledPreference,
    clashes,
    high_dice,
    settle,
    settle_all,
)
from barpoint.rulebook.profiles.options import ClockUse
from barpoint.rulebook.profiles.profile import Profile

YES, NO = "yes", "no"
TwoRolls = tuple[tuple[int, int], tuple[int, int]]
"""White's dice and Black's."""

_CLOCK_METHODS = {
    ClockUse.REQUIRED: PreferenceMethod.REQUIRED,
    ClockUse.PREFERRED: PreferenceMethod.PREFERRED,
    ClockUse.IF_AGREED: PreferenceMethod.IF_AGREED,
}
_OPEN = (PreferenceMethod.BY_ROLL, PreferenceMethod.PER_PLAYER)
_APART = ("colours", "seats")  # of which each side has another


class AgreementLine(msgspec.Struct, frozen=True):
    """One topic of the sheet: what each wishes, and what holds; `settled` is empty for both until dice have decided."""

    topic: str
    method: PreferenceMethod
    wishes: tuple[str, str]
    settled: tuple[str, str] = ("", "")
    why: str = ""


class AgreementSheet(msgspec.Struct, frozen=True):
    """The whole sheet; `clashes` names what one roll of both has to decide."""

    preset: str
    book: str
    lines: tuple[AgreementLine, ...]
    clashes: tuple[str, ...] = ()
    winner: Side | None = None


def agreement_topics(profile: Profile) -> tuple[PreferenceTopic, ...]:
    """What there is to settle in an event, the clock first."""
    policy = profile.policy()
    if isinstance(policy, Refusal):
        raise ValueError(f"{profile.name} cannot be played as it is: {policy.code}")
    methods = dict(policy.preferences)
    if method := _CLOCK_METHODS.get(profile.clock_use()):
        methods = {"clock": method, **methods}
    if profile.book == "ibf":  # a box where there is one, the organiser's dice: nothing to choose (ibf:3.3a, 3.6)
        methods |= {"baffle_box": PreferenceMethod.PREFERRED}
    return tuple(
        PreferenceTopic(name, method, "" if method in _OPEN else YES, "" if method in _OPEN else NO, name in _APART)
        for name, method in methods.items()
    )


def agreement_sheet(
    profile: Profile, wishes: Mapping[Side, Mapping[str, str]], rolls: Sequence[TwoRolls] = ()
) -> AgreementSheet:
    """The sheet of two sides' wishes; ValueError for a topic or a wish it does not have."""
    topics = agreement_topics(profile)
    for side, stated in wishes.items():
        _check_wishes(topics, side, stated)
    together = settle_all(topics, wishes, rolls)
    lines = []
    for topic in topics:
        both = wishes.get(Side.WHITE, {}).get(topic.name, ""), wishes.get(Side.BLACK, {}).get(topic.name, "")
        outcome = settle(topic, dict(zip(Side, both, strict=True)), rolls)
        settled, why = ("", ""), ""
        if isinstance(outcome, SettledPreference):
            settled, why = (outcome.white, outcome.black), outcome.why
        lines.append(AgreementLine(topic.name, topic.method, both, settled, why))
    open_topics = () if isinstance(together, dict) else clashes(topics, wishes)
    return AgreementSheet(profile.name, profile.book, tuple(lines), open_topics, high_dice(rolls))


def _check_wishes(topics: Sequence[PreferenceTopic], side: Side, stated: Mapping[str, str]) -> None:
    known = {topic.name: topic for topic in topics}
    for name, wish in stated.items():
        if name not in known:
            raise ValueError(f"expected one of {', '.join(known)}, not {name!r}")
        if wish and known[name].choice and wish not in (YES, NO):
            raise ValueError(f"{side.value} wishes {name}: expected yes or no, not {wish[:30]!r}")
