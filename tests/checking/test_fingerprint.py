"""The same mistake has the same fingerprint, however it is written."""

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from toy_key.statistics import STANDARDISE
from toy_key.temperatures import FIXED_POINTS, PREDICT, TO_CELSIUS

from autograder.checking.check import evaluate
from autograder.checking.fingerprint import ONLY_HIDDEN, _of_value, fingerprint


def of(exercise, answer):
    return fingerprint(evaluate(exercise, answer))


def raises(words):
    def answer(x):
        raise ValueError(words.format(x.shape))

    return answer


SAME = {
    "reordered sums": [
        lambda x: (x - x.mean(1, keepdims=True)) / (x.std(1, keepdims=True) + 1),
        lambda x: ((x.T - np.mean(x.T, axis=0)) / (1 + np.std(x.T, axis=0))).T,
        lambda x: np.stack([(row - sum(row) / len(row)) / (row.std() + 1) for row in x]),
    ],
    "an error with other sizes in it": [raises("bad shape {}"), raises("bad shape 7 {}")],
    "nothing on paper": [lambda x: x * 0, lambda x: (x + 1 - x - 1) * 1e-1],
    "not finite in the same places": [
        lambda x: np.where(x > 3, np.nan, 1.0),
        lambda x: np.where(x > 3, np.inf - np.inf, 1.0),
    ],
    "nothing": [lambda x: None, lambda x: print(x)],
}


@pytest.mark.parametrize("answers", SAME.values(), ids=SAME)
def test_one_mistake_written_in_several_ways(answers):
    found = {of(STANDARDISE, answer) for answer in answers}
    assert len(found) == 1
    assert found != {""}


DIFFERENT = [
    lambda x: x,
    lambda x: 2 * x,
    lambda x: -x,
    lambda x: x[::-1],
    lambda x: x.T,
    lambda x: x + 1e-3,
    lambda x: x.mean(0),
    lambda x: x.tolist(),
    lambda x: (x, x),
    lambda x: x > 0,
    lambda x: x.astype(int),
    lambda x: np.where(x > 3, np.nan, 1.0),
    lambda x: np.where(x > 3, np.inf, 1.0),
    lambda x: np.where(x > 2, np.nan, 1.0),
    lambda x: x * 0,
    lambda x: None,
    lambda x: "nothing",
    raises("one thing"),
    raises("another thing"),
]


def test_different_mistakes_are_told_apart():
    assert len({of(STANDARDISE, answer) for answer in DIFFERENT}) == len(DIFFERENT)


def test_code_that_also_changes_its_argument_is_another_mistake():
    def changes(x):
        x *= 2
        return x

    assert of(STANDARDISE, changes) != of(STANDARDISE, lambda x: 2 * x)


@pytest.mark.parametrize("size", [3, 50, 5_000])
@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_rounding_errors_seldom_tell_one_mistake_from_itself(size, dtype):
    """A step of the grid has an edge somewhere; one number an array seldom meets it."""
    rng = np.random.default_rng(0)
    split = 0
    for _ in range(300):
        answer = rng.normal(size=size).astype(dtype)
        noise = rng.normal(size=size) * np.finfo(dtype).eps * np.abs(answer).max()
        other = (answer + noise).astype(dtype)
        split += [*_of_value(answer, 0.0)] != [*_of_value(other, 0.0)]
    assert split <= 3


def test_what_is_right_in_public_says_nothing():
    assert of(TO_CELSIUS, lambda f: (f - 32) / 1.8) == ONLY_HIDDEN


def test_values_and_choices_have_one_too():
    written = of(FIXED_POINTS, [[1, 2], [3, 4]])
    assert written == of(FIXED_POINTS, np.array([[1, 2], [3, 4]]))
    assert written != of(FIXED_POINTS, [[1, 2], [3, 5]])
    wrong = [letter for letter in "abcd" if of(PREDICT, letter) != ONLY_HIDDEN]
    assert len({of(PREDICT, letter) for letter in wrong}) == len(wrong) > 1


def test_it_is_the_same_in_every_process():
    program = (
        "from toy_key.statistics import STANDARDISE\n"
        "from autograder.checking.fingerprint import fingerprint\n"
        "from autograder.checking.check import evaluate\n"
        "print(fingerprint(evaluate(STANDARDISE, lambda x: x)))"
    )
    tests = str(Path(__file__).parents[1])
    env = {**os.environ, "PYTHONPATH": tests, "PYTHONHASHSEED": "12345"}
    done = subprocess.run(
        [sys.executable, "-c", program], env=env, capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == of(STANDARDISE, lambda x: x)
