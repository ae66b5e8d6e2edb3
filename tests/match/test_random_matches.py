"""Random commands, legal and illegal, in every discipline, preset and mode: nothing breaks, everything replays."""

import typing
from random import Random

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule
from msgspec.structs import replace

from barpoint.board import DISCIPLINES, Refusal
from barpoint.match import commands as c
from barpoint.match.format.match_format import (
    ClockMethod,
    ClockRules,
    Enforcement,
    GameInProgress,
    Length,
    LengthKind,
    MatchFormat,
    TiePolicy,
    to_points,
)
from barpoint.match.state import MatchPhase
from barpoint.rulebook.profiles.presets import list_presets, preset
from tests.match.random_match import (
    ANYBODY,
    OFFICIAL,
    Wanderer,
    longer,
)

STEPS = 220


def played_under(name: str, enforcement: Enforcement) -> MatchFormat:
    """A preset's format, with a clock where there may be one."""
    for clocked in (True, None):
        made = preset(name).match_format(enforcement, clocked=clocked)
        if not isinstance(made, Refusal):
            return made
    raise AssertionError(name)


MONEY = MatchFormat(Length(LengthKind.MONEY))
OTHERS = {
    "timed match": MatchFormat(
        Length(LengthKind.TIMED, limit=1_500_000, in_progress=GameInProgress.DOES_NOT_COUNT, tie=TiePolicy.DRAW)
    ),
    "timed match played out": MatchFormat(Length(LengthKind.TIMED, limit=1_500_000)),
    "best of three": MatchFormat(Length(LengthKind.SETS, 1, best_of=3), discipline="sprintgammon"),
    "all the habits of money": replace(
        MONEY,
        cube=replace(MONEY.cube, jacoby=True, beavers=True, raccoons=True, automatic_doubles=2, largest=64),
        leave_any_time=True,
    ),
} | {
    f"{name}, {method}": MatchFormat(
        to_points(5),
        discipline=name,
        clock=ClockRules(method=method, reserve=300_000, delay=10_000),
        breaks=2,
        break_time=300_000,
    )
    for name, method in zip(
        DISCIPLINES,
        [m for m in ClockMethod if m is not ClockMethod.SIMPLE_DELAY],
        strict=False,
    )
}


def test_every_command_there_is_has_a_maker() -> None:
    assert set(typing.get_args(c.AnyCommand)) == {*ANYBODY, *OFFICIAL}


def wander(played: MatchFormat, seed: int, steps: int = STEPS) -> Wanderer:
    """A match of so many steps; one that ends early is followed by another."""
    random = Random(seed)
    match = Wanderer(played)
    for _ in range(steps):
        if match.state.phase is MatchPhase.OVER and random.random() < 0.2:
            match.finish()
            match = Wanderer(played)
        match.step(random)
    match.finish()
    return match


@pytest.mark.parametrize("enforcement", list(Enforcement))
@pytest.mark.parametrize("name", [one.name for one in list_presets()])
def test_two_hundred_commands_under_every_preset(name: str, enforcement: Enforcement) -> None:
    played = played_under(name, enforcement)
    for seed, points in enumerate((3, 7, 15)):
        wander(longer(played, points), seed)


@pytest.mark.parametrize("name", list(OTHERS))
def test_two_hundred_commands_in_other_kinds_of_match(name: str) -> None:
    wander(OTHERS[name], seed=7)


def test_a_match_replays_exactly_from_its_seed() -> None:
    played = played_under("USBGF Open", Enforcement.RECORDED)
    assert wander(played, seed=3, steps=60).log == wander(played, seed=3, steps=60).log


class AnyMatch(RuleBasedStateMachine):
    """Hypothesis looks for the shortest way to break a match."""

    @initialize(
        name=st.sampled_from([one.name for one in list_presets()]),
        enforcement=st.sampled_from(list(Enforcement)),
        random=st.randoms(use_true_random=False),
    )
    def begin(self, name: str, enforcement: Enforcement, random: Random) -> None:
        self.match = Wanderer(played_under(name, enforcement))
        self.match.take(self.match.sensible(random))

    @rule(random=st.randoms(use_true_random=False))
    def play_on(self, random: Random) -> None:
        self.match.take(self.match.sensible(random))

    @rule(kind=st.sampled_from(sorted(ANYBODY, key=str)), random=st.randoms(use_true_random=False))
    def anybody(self, kind: type, random: Random) -> None:
        self.match.take(ANYBODY[kind](self.match, random))

    @rule(kind=st.sampled_from(sorted(OFFICIAL, key=str)), random=st.randoms(use_true_random=False))
    def official(self, kind: type, random: Random) -> None:
        self.match.take(OFFICIAL[kind](self.match, random))

    @invariant()
    def holds(self) -> None:
        if hasattr(self, "match"):
            self.match.check()


TestAnyMatch = AnyMatch.TestCase
TestAnyMatch.settings = settings(
    max_examples=40, stateful_step_count=100, deadline=None, suppress_health_check=list(HealthCheck)
)
