"""Naming the misconception behind a wrong answer."""

from dataclasses import replace

import numpy as np
import pytest
from toy_key.statistics import STANDARDISE
from toy_key.temperatures import FIXED_POINTS, MEAN_CELSIUS, PREDICT, TO_CELSIUS, to_celsius

from autograder import Case, Misconception
from autograder.checking.check import evaluate
from autograder.exercise.building import build


def named(exercise, answer) -> list[str]:
    """The misconceptions that are found in an answer."""
    return [m.id for m in evaluate(exercise, answer).misconceptions]


@pytest.mark.parametrize(
    ("answer", "name"),
    [
        (lambda f: f * 5 / 9 - 32, "offset-after"),
        (lambda f: f / 1.8, "offset-forgotten"),
        (lambda f: np.multiply(f - 32, 1.8), "upside-down"),
        (lambda f: np.zeros_like(f) + (f.flat[0] - 32) / 1.8, "first-reading-only"),
    ],
)
def test_a_single_misconception_is_named(answer, name):
    assert named(TO_CELSIUS, answer) == [name]


def test_two_misconceptions_at_once_have_no_name():
    """What is said of one is mostly untrue beside another."""
    assert named(TO_CELSIUS, lambda f: f * 9 / 5 - 32) == []


def test_a_misconception_in_three_of_four_groups_is_named():
    def right_for_one_reading(fahrenheit):
        return to_celsius(fahrenheit) if fahrenheit.size == 1 else fahrenheit / 1.8

    assert named(TO_CELSIUS, right_for_one_reading) == ["offset-forgotten"]


def test_who_is_right_in_every_other_group_has_another_misconception():
    def wrong_for_long_vectors(fahrenheit):
        short = fahrenheit.ndim == 2 or fahrenheit.size == 1
        return to_celsius(fahrenheit) if short else fahrenheit / 1.8

    assert named(TO_CELSIUS, wrong_for_long_vectors) == []


def test_one_group_alone_is_too_little_for_a_name():
    def right_for_vectors(fahrenheit):
        return to_celsius(fahrenheit) if fahrenheit.ndim == 1 else fahrenheit / 1.8

    assert named(TO_CELSIUS, right_for_vectors) == []


def test_different_misconceptions_in_different_groups_have_no_name():
    shapes = ((5, 2), (3, 4), (6, 3), (2, 5))
    cases = tuple(
        Case(f"{s}", lambda rng, s=s: (rng.normal(3, 2, size=s),)) for s in shapes
    )

    def wrong_in_two_ways(x):
        tall = x.shape[0] > x.shape[1]
        if tall:
            return (x - x.mean(axis=0)) / x.std(axis=0, ddof=1)
        return x - x.mean(axis=0)

    assert named(replace(STANDARDISE, cases=cases), wrong_in_two_ways) == []


def test_an_error_names_nothing_where_its_sizes_are_others():
    """Every product that does not fit raises the same words; the sizes tell."""

    def of_another_axis(f):
        return np.ones((f.shape[-1] + 9, 2)) @ to_celsius(f)

    source = "def mean_celsius(f):\n    return np.ones((f.shape[-1] + 1, 2)) @ f"
    exercise = replace(MEAN_CELSIUS, misconceptions=(Misconception("m", "M.", source),))
    assert named(exercise, build(exercise, source)) == ["m"]
    assert named(exercise, of_another_axis) == []


def test_a_wrong_answer_nobody_thought_of_is_named_as_nothing():
    assert named(TO_CELSIUS, lambda f: f + 1) == []


def test_a_right_answer_is_named_as_nothing():
    assert named(TO_CELSIUS, to_celsius) == []


def test_an_answer_that_fails_where_the_misconception_fails_is_named():
    """Over the days of a single day's readings there is nothing to average."""
    vectors = Case("one day", lambda rng: (rng.normal(size=4),))
    exercise = replace(MEAN_CELSIUS, cases=(*MEAN_CELSIUS.cases, vectors))
    assert named(exercise, lambda f: to_celsius(np.mean(f, axis=-2))) == ["wrong-axis"]


def test_an_answer_that_fails_in_its_own_way_is_not():
    assert named(MEAN_CELSIUS, lambda f: f.no_such_thing) == []


def test_a_wrong_value_is_recognised():
    assert named(FIXED_POINTS, np.array([[32, 273.15], [212, 373.15]])) == ["in-columns"]


@pytest.mark.parametrize("letter", ["a", "B "])
def test_a_wrong_choice_is_explained(letter):
    assert named(PREDICT, letter) == [letter.strip().lower()]


def test_a_misconception_that_gives_the_right_answer_here_is_not_named():
    """On one reading "first-reading-only" is right, so it cannot be the reason."""

    def wrong_on_one_reading(fahrenheit):
        return to_celsius(fahrenheit) + (fahrenheit.size == 1)

    assert "first-reading-only" not in named(TO_CELSIUS, wrong_on_one_reading)


def test_zeros_name_nothing_where_other_calls_refute_the_name():
    """A 0 has too many reasons: who gives it in two groups need not hold what gives it."""

    vanishes = "def to_celsius(f):\n    return f * 0"

    def small(f):
        return f * 0 if f.size < 4 else f + 1

    sizes = [
        Case(f"{n}", lambda rng, n=n: (rng.normal(60, 20, size=n),)) for n in (2, 3, 4)
    ]
    exercise = replace(
        TO_CELSIUS,
        cases=tuple(sizes),
        properties=(),
        misconceptions=(Misconception("nothing", "It is always 0.", vanishes),),
    )
    assert named(exercise, build(exercise, vanishes)) == ["nothing"]
    assert named(exercise, small) == []
