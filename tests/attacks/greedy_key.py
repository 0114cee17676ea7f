"""An answer key whose references can be made to cost: what is given may be abused."""

import numpy as np

from autograder import Case, Chapter, Exercise

CHAPTERS = (Chapter("01-tables", "Tables", "tables", "attacks.greedy_key"),)


def outer(left: np.ndarray, right: np.ndarray) -> np.ndarray:
    """Every product of an entry of left (n,) and one of right (m,): (n, m)."""
    return np.multiply.outer(left, right)


def triangle(n: int) -> int:
    """The sum of the numbers below n, one by one."""
    total = 0
    for i in range(n):
        total += i
    return total


def answer(x: np.ndarray) -> np.ndarray:
    """Twice x."""
    return 2 * x


def _exercise(reference, draw) -> Exercise:
    return Exercise(
        id=f"tables.{reference.__name__}",
        title=reference.__name__,
        reference=reference,
        points=1,
        minutes=1,
        difficulty=1,
        cases=(Case("some", draw),),
    )


EXERCISES = (
    _exercise(outer, lambda rng: (rng.normal(size=3), rng.normal(size=4))),
    _exercise(triangle, lambda rng: (int(rng.integers(3, 9)),)),
    _exercise(answer, lambda rng: (rng.normal(size=3),)),
)
