"""Draw the inputs of checks: sizes all different, nothing symmetric."""

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from autograder import Case
from autograder.exercise.kinds.layer import UPSTREAM

Draw = Callable[[np.random.Generator], tuple[Any, ...]]
# A case that may be easy by luck: of whole numbers, words or masks, or with a result of
# a few numbers.
thrice = partial(Case, calls=3)


def sizes(rng: np.random.Generator, count: int, low: int = 2, high: int = 7) -> list[int]:
    """``count`` different dimensions, so that mixing two up cannot go unseen."""
    return [int(n) for n in rng.choice(np.arange(low, high), size=count, replace=False)]


def normal(
    rng: np.random.Generator, *shape: int, scale: float = 1.0, dtype: str = "float64"
) -> np.ndarray:
    """Normally distributed numbers of the given shape."""
    return (scale * rng.normal(size=shape)).astype(dtype)


def decimals_in_one(draw: Draw, names: str, scale: float = 2.0) -> tuple[Case, ...]:
    """For each of the first arguments, named here, a case: it alone has decimals.

    The others are whole numbers (int64), so that a result in their dtype is cut off.
    """

    def alone(place: int) -> Draw:
        def drawn(rng: np.random.Generator) -> tuple[Any, ...]:
            arguments = list(draw(rng))
            for other in range(len(names.split())):
                if other != place:
                    arguments[other] = np.round(scale * arguments[other]).astype(int)
            return tuple(arguments)

        return drawn

    return tuple(
        Case(f"{name} alone with decimals", alone(place), calls=1, weight=0.25)
        for place, name in enumerate(names.split())
    )


def zero_rows(draw: Draw, *places: int) -> Draw:
    """The same call with a first row of exact zeros in the arguments at these places."""

    def drawn(rng: np.random.Generator) -> tuple[Any, ...]:
        arguments = draw(rng)
        for place in places:
            arguments[place][..., 0, :] = 0
        return arguments

    return drawn


def zero_part(draw: Draw, name: str) -> Draw:
    """The same call of a layer with the parameters of its parts of this name all 0."""
    return lambda rng: (*draw(rng), {name: 0})


def output_alone(draw: Draw) -> Draw:
    """The same call of a layer, of which no gradient is compared.

    Large scores in float32 leave a gradient few right digits, whichever way it is found.
    """
    return lambda rng: (*draw(rng), {UPSTREAM: 0})


def zero_entries(draw: Draw, place: int = 0) -> Draw:
    """The same call with a third of an argument's entries exactly 0."""

    def drawn(rng: np.random.Generator) -> tuple[Any, ...]:
        arguments = draw(rng)
        arguments[place].reshape(-1)[::3] = 0
        return arguments

    return drawn


def integers(rng: np.random.Generator, *shape: int, high: int = 4) -> np.ndarray:
    """Whole numbers from 0 to ``high - 1``, as in examples worked out by hand."""
    return rng.integers(0, high, size=shape)
