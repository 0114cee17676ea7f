"""Positions described by sines and cosines.

Vaswani et al. 2017, "Attention Is All You Need", section 3.5.

The cosine gets an angle of its own, the exponent is half, all sines come first, or
positions count from 1.
"""

from __future__ import annotations

import numpy as np

from autograder import Case, Exercise, Misconception, Property
from solutions.draws import Draw, sizes, thrice


def positional_encoding(n: int, d_model: int) -> np.ndarray:
    """Describe each of n positions by d_model sines and cosines.

    Columns 2i and 2i + 1 hold the sine and the cosine of the same angle,
    position / 10000 ** (2i / d_model).  Positions count from 0.  With an odd
    d_model the last sine has no cosine.
    Returns (n, d_model), float64.
    """
    positions = np.arange(n)[:, None]
    columns = np.arange(d_model)
    pairs = columns // 2  # 0, 0, 1, 1, 2, 2, ...
    angles = positions / 10000.0 ** (2 * pairs / d_model)  # (n, d_model)
    return np.where(columns % 2 == 0, np.sin(angles), np.cos(angles))


def _lengths(**options) -> Draw:
    def draw(rng: np.random.Generator) -> tuple:
        n, width = sizes(rng, 2, 3, 9)
        even = 2 * width + 2
        return options.get("n", n), options.get("d_model", even + options.get("odd", 0))

    return draw


def _encoding(
    n,
    d_model,
    *,
    start=0,
    partner="same angle",
    exponent="2i",
    layout="in turn",
    first="sine",
    power="divide",
    base=10000.0,
):
    positions = np.arange(start, n + start)[:, None]
    columns = np.arange(d_model)
    if layout == "halves":
        half = (d_model + 1) // 2
        pairs, second = columns % half, columns >= half
    else:
        pairs, second = columns // 2, columns % 2 == 1
    each = {"2i": 2.0, "i": 1.0, "4i": 4.0}[exponent]
    steps = pairs * each
    if partner == "own angle":
        steps = steps + second * each / 2
    rates = base ** (steps / d_model)
    angles = positions * rates if power == "multiply" else positions / rates
    angles = np.floor(angles) if power == "whole" else angles
    sines_second = second if first == "cosine" else ~second
    return np.where(sines_second, np.sin(angles), np.cos(angles))


def _encoding_by_loops(n, d_model):
    table = np.zeros((n, d_model))
    for position in range(n):
        for column in range(d_model):
            angle = position / 10000 ** ((column - column % 2) / d_model)
            table[position, column] = np.cos(angle) if column % 2 else np.sin(angle)
    return table


def _encoding_by_slices(n, d_model):
    rates = np.exp(-np.log(10000.0) * np.arange(0, d_model, 2) / d_model)
    angles = np.outer(np.arange(n), rates)
    table = np.empty((n, d_model))
    table[:, 0::2] = np.sin(angles)
    table[:, 1::2] = np.cos(angles[:, : d_model // 2])
    return table


def _encoding_by_rotation(n, d_model):
    rates = 10000.0 ** (-np.arange(0, d_model, 2) / d_model)
    powers = np.exp(1j * np.arange(n)[:, None] * rates)
    both = np.stack([powers.imag, powers.real], axis=-1)
    return both.reshape(n, -1)[:, :d_model]


EXERCISE = Exercise(
    id="block.positional_encoding",
    title="Positions as sines and cosines",
    reference=positional_encoding,
    decisions=_encoding,
    dtype="float64",
    points=2,
    minutes=6,
    difficulty=2,
    section="09-transformer-block#sines-and-cosines",
    order=10,
    cases=(
        thrice("a few positions", _lengths()),
        Case("one position", _lengths(n=1)),
        Case("two columns", _lengths(d_model=2)),
        Case("one column", _lengths(d_model=1)),
        thrice("an odd width", _lengths(odd=1)),
        Case("many positions", _lengths(n=400), calls=1),
    ),
    properties=(
        Property(
            "a position's entry does not depend on the length",
            "The first rows change with n. A position is described by where it stands, "
            "not by how many follow it.",
            lambda answer, output, n, d_model: np.allclose(
                answer(max(n - 1, 1), d_model), output[: max(n - 1, 1)], atol=1e-6
            ),
        ),
        Property(
            "every position differs from the next",
            "Two neighbouring positions get the same row, so nobody can tell them apart.",
            lambda answer, output, n, d_model: (
                n == 1 or np.abs(np.diff(output, axis=0)).max(axis=1).min() > 1e-9
            ),
        ),
    ),
    misconceptions=(
        Misconception(
            "cosine-first",
            "Your even columns hold cosines. Columns count from 0: column 0 is a sine, "
            "column 1 the cosine of the same angle.",
            choices={"first": "cosine"},
        ),
        Misconception(
            "halves",
            "You put all sines before all cosines. Some programs do, and a model could "
            "learn with it, but here they take turns: a sine in every even column, its "
            "cosine right beside it.",
            choices={"layout": "halves"},
        ),
        Misconception(
            "own-angle",
            "Each of your columns turns at a rate of its own. A sine and the cosine "
            "beside it belong together: both use the exponent of the even column, 2i. "
            "Only then is moving on by k positions a rotation of each pair.",
            choices={"partner": "own angle"},
        ),
        Misconception(
            "exponent-i",
            "Your exponent is i / d_model where it should be 2i / d_model. Your slowest "
            "column then turns about 100 times too fast.",
            choices={"exponent": "i"},
        ),
        Misconception(
            "exponent-4i",
            "Your exponent is 4i / d_model where it should be 2i / d_model: np.arange(0, "
            "d_model, 2) holds 0, 2, 4, ... already, and you double it once more.",
            choices={"exponent": "4i"},
        ),
        Misconception(
            "floor-division",
            "You divide with //, which drops everything after the point: the slow columns "
            "stay at 0 for thousands of positions. An angle is a decimal: /.",
            choices={"power": "whole"},
        ),
        Misconception(
            "from-one",
            "You count positions from 1. The first position is 0: its sines are 0 and its "
            "cosines 1.",
            choices={"start": 1},
        ),
        Misconception(
            "multiplied",
            "You multiply the position by 10000 ** (2i / d_model). Divide by it: later "
            "columns should turn more slowly, not faster.",
            choices={"power": "multiply"},
        ),
        Misconception(
            "base-1000",
            "Your base is 1000. It is 10000, which makes the slowest column take tens of "
            "thousands of positions to come round.",
            choices={"base": 1000.0},
        ),
        Misconception(
            "transposed",
            "Your rows are features and your columns positions. It is (n, d_model): one "
            "row a position, so that it can be added to the tokens.",
            lambda n, d_model: positional_encoding(n, d_model).T,
        ),
    ),
    alternatives=(_encoding_by_loops, _encoding_by_slices, _encoding_by_rotation),
    hints=(
        "A column of positions, (n, 1), divided by a row of `d_model` numbers gives "
        "all angles at once, (n, d_model).",
        "Columns 0 and 1 share an angle, then 2 and 3, and so on: columns // 2 * 2 is "
        "the exponent's 2i, the same for both.",
        "The sines and the cosines of all angles are two arrays of one shape. "
        "`np.where` takes from the one or the other by a test on the columns: which of "
        "them have a sine?",
    ),
)
