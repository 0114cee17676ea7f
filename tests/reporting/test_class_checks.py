"""Which exercises tell apart who understands, and what a small class can say."""

import numpy as np
import pytest

from autograder.reporting.class_checks import ENOUGH, ItemTally, interval


def tally(shares, rests) -> ItemTally:
    item = ItemTally()
    for share, rest in zip(shares, rests, strict=True):
        item.add(float(share), float(rest))
    return item


def drawn(slope: float, n: int = 400):
    rng = np.random.default_rng(3)
    rest = rng.uniform(size=n)
    share = slope * rest + rng.uniform(size=n) * 0.8
    return (share - share.min()) / np.ptp(share), rest  # somebody has all of it


def test_the_correlation_is_pearsons():
    share, rest = drawn(0.5)
    expected = np.corrcoef(share, rest)[0, 1]
    assert tally(share, rest).correlation() == pytest.approx(expected)


def test_the_interval_is_fishers():
    # r = 0.5 of 28 pairs: atanh 0.5493, half a width of 1.96 / 5.
    assert interval(0.5, 28) == pytest.approx((0.1560, 0.7355), abs=1e-3)
    low, high = interval(1.0, 50)
    assert low < high <= 1


@pytest.mark.parametrize(("slope", "kind"), [(0.0, "weak"), (-0.6, "backwards")])
def test_an_exercise_that_goes_with_nothing_is_named(slope, kind):
    found = tally(*drawn(slope)).judge()
    assert found.kind == kind
    assert found.low < found.correlation < found.high


def test_a_good_exercise_is_not_named():
    assert tally(*drawn(0.5)).judge() is None


@pytest.mark.parametrize("slope", [0.0, -0.6, 0.5])
def test_a_small_class_says_nothing(slope):
    share, rest = drawn(slope, ENOUGH - 1)
    assert tally(share, rest).judge() is None


def test_everybody_right_takes_a_class_to_say():
    assert tally([1] * 8, [0.5] * 8).judge() is None
    assert tally([1] * 40, np.linspace(0, 1, 40)).judge().kind == "all"


def test_nobody_right_is_worth_a_look_soon():
    assert tally([0.5] * 4, [1] * 4).judge() is None
    assert tally([0.5] * 5, [1] * 5).judge().kind == "none"


def test_a_chapter_of_one_exercise_has_no_rest():
    item = ItemTally()
    for i in range(50):
        item.add(i % 2, None)
    assert item.judge() is None
    assert item.answers == 50


def test_nobody_differs_in_the_rest():
    assert tally([0, 1] * 20, [1] * 40).judge() is None
