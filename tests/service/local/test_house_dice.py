"""The house's dice: fair, independent, and thrown by nobody but the house."""

from pathlib import Path

import pytest

from barpoint.adapters.match_file import MatchFile
from barpoint.adapters.secret_dice import SecretDice
from barpoint.adapters.system_clock import SystemClock
from barpoint.board import Refusal, Side
from barpoint.cli.play.session import Session
from barpoint.match import commands as c
from barpoint.match import events as e
from barpoint.match.format.match_format import MatchFormat, to_points
from barpoint.service.local.local_match import LocalMatch
from barpoint.service.play.opponent import HouseBot

ROLLS = 180_000
LIMIT_35 = 76.0  # chi-square with 35 degrees of freedom, one chance in about ten thousand


def chi_square(counts: list[int], expected: float) -> float:
    return sum((count - expected) ** 2 / expected for count in counts)


@pytest.mark.clause("ibf:2.6")
def test_the_test_of_fairness_passes_fair_dice_and_fails_a_die_without_a_six() -> None:
    logged = [10_050, 9_930, 10_110, 9_960, 9_985, 9_965]
    assert chi_square(logged, 10_000) == pytest.approx(2.26, abs=0.01)
    assert chi_square([12_000] * 5 + [0], 10_000) > 20.5


@pytest.mark.clause("ibf:2.6", "ibf:10.1a", "usbgf:4.1.1a", "bws:4.1.1", "usbgf:3.2.3.4b")
def test_every_ordered_pair_comes_equally_often() -> None:
    dice = SecretDice()
    counts = [0] * 36
    for _ in range(ROLLS):
        first, second = dice.roll()
        counts[6 * (first - 1) + second - 1] += 1
    assert chi_square(counts, ROLLS / 36) < LIMIT_35


@pytest.mark.clause("ibf:10.1a", "usbgf:4.1.1a", "bws:4.1.1", "usbgf:3.2.3.4b")
def test_what_a_player_types_never_names_the_dice(tmp_path: Path) -> None:
    class Sixes:
        def roll(self) -> tuple[int, int]:
            return 6, 5

    table = LocalMatch(MatchFile(tmp_path / "m.jsonl"), Sixes(), SystemClock(), MatchFormat(to_points(3)))
    table.do(c.StartMatch(at=0, white=("A",), black=("B",)))
    session = Session(table, frozenset(Side), HouseBot())
    session.enter("r 11")
    opening = [event for event in MatchFile(tmp_path / "m.jsonl").read() if isinstance(event, e.OpeningRolled)]
    assert [(event.white, event.black) for event in opening] == [(6, 5)]


def test_a_refused_roll_leaves_no_dice_in_the_log(tmp_path: Path) -> None:
    table = LocalMatch(MatchFile(tmp_path / "m.jsonl"), SecretDice(), SystemClock(), MatchFormat(to_points(3)))
    table.do(c.StartMatch(at=0, white=("A",), black=("B",)))
    assert isinstance(table.roll(Side.WHITE), Refusal)
    assert not [event for event in MatchFile(tmp_path / "m.jsonl").read() if isinstance(event, e.DiceRolled)]
