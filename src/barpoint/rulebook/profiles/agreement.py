"""The agreement sheet: what both sides wish before a match, settled topic by topic as the event's book has it.

A topic is settled by the method its book gives it (usbgf:1.7.1a, bws:3.5.1, guide:5.10, ibf:3.5). Where wishes clash
and dice decide, one roll decides every clash on the sheet (usbgf:3.3b): until it is given the sheet says so and nothing
that depends on it holds.

What a book prefers holds unless both say no (usbgf:3.2.1a, 3.2.2b, 4.1.7.2a, ibf:3.3a); what it lets a player demand
waits until somebody does (bws:2.1b, 3.2, 3.3.1, 3.5.1.2).
"""

from collections.abc import Mapping, Sequence
from types import MappingProxyType

import msgspec

from barpoint.board import Refusal, Side
from barpoint.match.format import (
    LATER,
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

YES = "yes"
NO = "no"
NONE = "none"  # the director's word for a match that is exempt from its clock
TwoRolls = tuple[tuple[int, int], tuple[int, int]]
"""White's dice and Black's."""

_CLOCK_METHODS = {
    ClockUse.REQUIRED: PreferenceMethod.REQUIRED,
    ClockUse.PREFERRED: PreferenceMethod.PREFERRED,
    ClockUse.IF_AGREED: PreferenceMethod.IF_AGREED,
}
_OPEN = (PreferenceMethod.BY_ROLL, PreferenceMethod.PER_PLAYER)
_STANDING = ("usbgf", "ibf")  # the books whose preferences hold by themselves
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

    @property
    def reserved(self) -> frozenset[str]:
        """What both have given up for now: either may impose it later (usbgf:1.7.1.2b)."""
        return frozenset(line.topic for line in self.lines if line.why == LATER)


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
    return tuple(_topic(name, method, profile.book) for name, method in methods.items())


def _topic(name: str, method: PreferenceMethod, book: str) -> PreferenceTopic:
    open_choice = method in _OPEN
    standing = method is PreferenceMethod.PREFERRED and book in _STANDING
    return PreferenceTopic(
        name,
        method,
        choice="" if open_choice else YES,
        otherwise="" if open_choice else NO,
        apart=name in _APART,
        unsaid=YES if standing else "",
    )


def agreement_sheet(
    profile: Profile,
    wishes: Mapping[Side, Mapping[str, str]],
    rolls: Sequence[TwoRolls] = (),
    imposed: Mapping[str, str] = MappingProxyType({}),
) -> AgreementSheet:
    """The sheet of two sides' wishes and what was imposed; ValueError for a topic or a wish it does not have."""
    topics = agreement_topics(profile)
    for side, stated in wishes.items():
        _check_wishes(profile, topics, side, stated)
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
    lines = _dice_by_clock(lines, imposed) if profile.book == "usbgf" else lines
    return AgreementSheet(profile.name, profile.book, tuple(lines), open_topics, high_dice(rolls))


def _dice_by_clock(lines: Sequence[AgreementLine], imposed: Mapping[str, str]) -> list[AgreementLine]:
    """Clocked matches have two dice whatever both wish; only untimed ones with two dice end turns by an untimed clock.

    usbgf:3.2.2a, usbgf:4.1.7.2a.
    """
    holds = {line.topic: line.settled[0] for line in lines} | dict(imposed)
    if holds.get("clock", NO) not in (NO, NONE):
        forced = {"two_dice": (YES, "clock"), "untimed_clock": (NO, "clock")}
    elif holds.get("two_dice") == NO:
        forced = {"untimed_clock": (NO, "two_dice")}
    else:
        return list(lines)
    return [_forced(line, *forced[line.topic]) if line.topic in forced else line for line in lines]


def _forced(line: AgreementLine, word: str, why: str) -> AgreementLine:
    return line if line.settled == (word, word) else msgspec.structs.replace(line, settled=(word, word), why=why)


def _check_wishes(profile: Profile, topics: Sequence[PreferenceTopic], side: Side, stated: Mapping[str, str]) -> None:
    known = {topic.name: topic for topic in topics}
    for name, wish in stated.items():
        if name not in known:
            raise ValueError(f"expected one of {', '.join(known)}, not {name!r}")
        words = wish_words(profile.book, known[name].method)
        if wish and words and wish not in words:
            raise ValueError(f"{side.value} wishes {name}: expected {', '.join(words)}, not {wish[:30]!r}")


def wish_words(book: str, method: PreferenceMethod) -> tuple[str, ...]:
    """What a side may say on a topic; empty where it says it in its own words."""
    if method in _OPEN:
        return ()
    return (YES, NO, LATER) if book == "usbgf" and method is PreferenceMethod.PREFERRED else (YES, NO)
