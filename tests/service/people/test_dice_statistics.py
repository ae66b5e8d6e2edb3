"""Public statistics of the dice."""

import pytest

from barpoint.service.people.dice_statistics import _upper_tail, statistics

FAIR = {(high, low): 100 if high == low else 200 for high in range(1, 7) for low in range(1, high + 1)}


def test_what_is_expected_is_what_fair_dice_give() -> None:
    found = statistics(FAIR)
    assert (found.rolls, found.doubles, found.doubles_expected) == (3600, 600, 600)
    assert found.luck == pytest.approx(0)
    assert (found.chi_square, found.p) == (0, 1)


def test_no_rolls_say_nothing() -> None:
    assert statistics({}).p == 1


def test_loaded_dice_show() -> None:
    found = statistics(FAIR | {(6, 6): 200})
    assert found.luck > 0.3
    assert found.p < 1e-6


@pytest.mark.parametrize(("chi", "tail"), [(31.410, 0.05), (37.566, 0.01), (28.412, 0.10)])
def test_the_tail_is_the_one_of_the_tables(chi: float, tail: float) -> None:
    assert _upper_tail(chi, 20) == pytest.approx(tail, abs=1e-4)
